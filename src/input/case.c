/* A case: the input read on one rank, understood on all.

   document (YAML and overrides) -> tables (keys, units, ranges, defaults) -> checks (conditions between keys) ->
   resolved text. */
#include "checks.h"
#include "document.h"
#include "excerpt.h"
#include "key.h"
#include <errno.h>
#include <granum/error.h>
#include <locale.h>
#include <string.h>

static PetscErrorCode CheckDimension(const GrCase *the_case, const GrNode *root)
{
  if (the_case->dimension == 1)
    return 0;
  return GrComplain(GrNodeGet(root, "dimension"), "only beads on a line can be run by this version; write 1");
}

static PetscErrorCode Check(GrCase *the_case, const GrNode *root)
{
  PetscCall(GrCheckTime(the_case, root));
  PetscCall(GrCheckGroups(the_case, root));
  PetscCall(GrCheckVelocities(the_case, root));
  PetscCall(GrCheckContacts(the_case, root));
  return GrCheckSensors(the_case, root);
}

static PetscErrorCode Resolve(GrCase *the_case)
{
  GrText out = {0};
  GrTextPrint(&out, "# The case as granum understood it: every default filled in, every number in SI.\n");
  GrSectionWrite(&out, GrCaseKeys, (const char *)the_case, (GrWriting){the_case, 0, false});
  return GrTextTake(&out, &the_case->resolved);
}

/* The dimension decides which other keys make sense, so it is looked at before them. */
static PetscErrorCode ReadDimension(GrCase *the_case, const GrNode *root)
{
  const GrKey *key = GrCaseKeys;
  const GrNode *node = GrNodeGet(root, "dimension");
  while (strcmp(key->name, "dimension") != 0)
    key++;
  if (!node)
    return 0;
  PetscCall(key->kind->read(node, key, (char *)the_case));
  return CheckDimension(the_case, root);
}

static PetscErrorCode Build(GrDocument *document, const char *text, int n_set, const char *const set[],
                            GrCase *the_case)
{
  PetscCall(GrDocumentRead(document, the_case->file, text));
  for (int i = 0; i < n_set; i++)
    PetscCall(GrDocumentSet(document, set[i]));
  PetscCall(ReadDimension(the_case, document->root));
  PetscCall(GrSectionRead(document->root, GrCaseKeys, (char *)the_case));
  PetscCall(Check(the_case, document->root));
  return Resolve(the_case);
}

PetscErrorCode GrCaseParse(const char *name, const char *text, int n_set, const char *const set[], GrCase **the_case)
{
  GrDocument document = {0};
  PetscFunctionBeginUser;
  PetscCall(PetscNew(the_case));
  PetscCall(PetscStrallocpy(name, &(*the_case)->file));
  PetscCall(PetscStrallocpy(text, &(*the_case)->text));
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0),
           before = uselocale(plain); /* numbers have a point, whoever calls */
  PetscErrorCode code = Build(&document, text, n_set, set, *the_case);
  uselocale(before);
  freelocale(plain);
  PetscCall(GrDocumentDestroy(&document));
  if (code)
    PetscCall(GrCaseDestroy(the_case));
  PetscCall(code);
  PetscFunctionReturn(0);
}

/* Reads at most one byte more than is allowed, so that the size is known to be too large. */
static int ReadBytes(const char *file, char *bytes, int *size)
{
  errno = 0;
  FILE *in = fopen(file, "rb");
  if (!in)
    return errno;
  *size = (int)fread(bytes, 1, GR_INPUT_MAX + 1, in);
  int failed = ferror(in) ? errno : 0;
  fclose(in);
  return failed;
}

/* The bytes of the file with a NUL after them, on every rank. */
static PetscErrorCode ReadEverywhere(MPI_Comm comm, const char *file, char **text)
{
  PetscMPIInt rank;
  int state[2] = {0, 0}; /* errno, size */
  char name[1024];
  GrExcerptCopy(file, name, sizeof name);
  *text = NULL;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0) {
    PetscCall(PetscMalloc1(GR_INPUT_MAX + 2, text));
    state[0] = ReadBytes(file, *text, &state[1]);
  }
  PetscCallMPI(MPI_Bcast(state, 2, MPI_INT, 0, comm));
  if (state[0]) {
    PetscCall(PetscFree(*text));
    return GrFail(GR_EXIT_INPUT, "%s: cannot be read: %s; give the path of an input file", name, strerror(state[0]));
  }
  if (rank != 0)
    PetscCall(PetscMalloc1(state[1] + 1, text));
  PetscCallMPI(MPI_Bcast(*text, state[1], MPI_CHAR, 0, comm));
  (*text)[state[1]] = '\0';
  if (state[1] <= GR_INPUT_MAX && memchr(*text, '\0', (size_t)state[1])) {
    PetscCall(PetscFree(*text));
    return GrFail(GR_EXIT_INPUT, "%s: is not a text (it has NUL bytes); give a YAML input file in UTF-8", name);
  }
  if (state[1] > GR_INPUT_MAX) {
    PetscCall(PetscFree(*text));
    return GrFail(GR_EXIT_INPUT, "%s: is larger than 4 MiB; describe beads in groups", name);
  }
  return 0;
}

PetscErrorCode GrCaseRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrCase **the_case)
{
  char *text;
  PetscFunctionBeginUser;
  PetscCall(ReadEverywhere(comm, file, &text));
  PetscErrorCode code = GrCaseParse(file, text, n_set, set, the_case);
  PetscCall(PetscFree(text));
  PetscCall(code);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCaseDestroy(GrCase **the_case)
{
  PetscFunctionBeginUser;
  GrCase *c = *the_case;
  if (!c)
    PetscFunctionReturn(0);
  for (int i = 0; i < c->output.n_sensors; i++)
    PetscCall(PetscFree(c->output.sensors[i].at));
  PetscCall(PetscFree(c->output.sensors));
  PetscCall(PetscFree(c->velocities));
  PetscCall(PetscFree(c->groups));
  PetscCall(PetscFree(c->rules));
  PetscCall(PetscFree(c->materials));
  PetscCall(PetscFree(c->title));
  PetscCall(PetscFree(c->source));
  PetscCall(PetscFree(c->resolved));
  PetscCall(PetscFree(c->text));
  PetscCall(PetscFree(c->file));
  PetscCall(PetscFree(*the_case));
  PetscFunctionReturn(0);
}
