/* Reads the text of an input file on one rank and broadcasts it; sets the C locale for its numbers. */
#include "input/yaml/read.h"
#include "base/excerpt.h"
#include "input/yaml/document.h"
#include <errno.h>
#include <granum/error.h>
#include <string.h>

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

const GrDocumentWords GrDocumentCaseWords = {"give the path of an input file", "describe beads in groups"};

PetscErrorCode GrDocumentReadFile(MPI_Comm comm, const char *file, const GrDocumentWords *words, char **text)
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
  if (rank != 0)
    PetscCall(PetscMalloc1(state[1] + 1, text));
  PetscCallMPI(MPI_Bcast(*text, state[1], MPI_CHAR, 0, comm));
  (*text)[state[1]] = '\0';
  PetscErrorCode code = 0;
  if (state[0])
    code = GrFail(GR_EXIT_INPUT, "%s: cannot be read: %s; %s", name, strerror(state[0]), words->missing);
  else if (state[1] >= 2 && (memcmp(*text, "\xff\xfe", 2) == 0 || memcmp(*text, "\xfe\xff", 2) == 0))
    code = GrFail(GR_EXIT_INPUT, "%s: is a text in UTF-16; save it in UTF-8", name);
  else if (state[1] <= GR_INPUT_MAX && memchr(*text, '\0', (size_t)state[1]))
    code = GrFail(GR_EXIT_INPUT, "%s: is not a text (it has NUL bytes); %s, in UTF-8", name, words->missing);
  else if (state[1] > GR_INPUT_MAX)
    code = GrFail(GR_EXIT_INPUT, "%s: is larger than 4 MiB; %s", name, words->large);
  if (code)
    PetscCall(PetscFree(*text));
  return code;
}

locale_t GrDocumentLocaleBegin(void)
{
  return uselocale(newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

void GrDocumentLocaleEnd(locale_t before)
{
  freelocale(uselocale(before));
}
