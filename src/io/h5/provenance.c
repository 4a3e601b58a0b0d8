/* Writes program, libraries, host, input and author to run.json and to the results file; see provenance.h. */
#include "io/h5/provenance.h"

#include "io/h5/results_file.h"

#include <granum_version.h>
#include <hdf5.h>
#include <mpi.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <zoltan.h>

/* The real name of the user, or the login name. */
static const char *NameUser(void)
{
  const struct passwd *user = getpwuid(getuid());
  const size_t real = user && user->pw_gecos ? strcspn(user->pw_gecos, ",") : 0;

  return real > 0 ? strtok(user->pw_gecos, ",") : user && user->pw_name[0] ? user->pw_name : "unknown";
}

PetscErrorCode GrResultsProvenanceAuthor(MPI_Comm comm, const GrCase *c, char author[GR_AUTHOR_MAX])
{
  const char *set = getenv("GRANUM_AUTHOR");

  memset(author, 0, GR_AUTHOR_MAX);
  PetscCall(PetscStrncpy(author, c->author[0] ? c->author : set && set[0] ? set : NameUser(), GR_AUTHOR_MAX));
  PetscCallMPI(MPI_Bcast(author, GR_AUTHOR_MAX, MPI_CHAR, 0, comm));
  return 0;
}

void GrResultsProvenanceTime(double later, char text[GR_UTC_MAX])
{
  const time_t then = time(NULL) + (time_t)later;
  struct tm utc;

  if (!gmtime_r(&then, &utc) || !strftime(text, GR_UTC_MAX, "%Y-%m-%dT%H:%M:%SZ", &utc))
    snprintf(text, GR_UTC_MAX, "unknown");
}

#ifdef __clang__
#define COMPILER "Clang"
#elif defined(__GNUC__)
#define COMPILER "GCC"
#else
#define COMPILER "C"
#endif
#define STRING_OF(number) #number
#define STRING(number) STRING_OF(number)

/* Versions of libraries other than MPI and PETSc: "HDF5: 1.10.8". UDUNITS has no function for its version. */
typedef struct {
  const char *key, *name;
  char version[64];
} Library;
enum { LIBRARIES = 3 };

static void FindLibraries(Library library[LIBRARIES])
{
  unsigned v[3] = {0};

  library[0] = (Library){"hdf5", "HDF5", ""};
  library[1] = (Library){"zoltan", "Zoltan", STRING(ZOLTAN_VERSION_NUMBER)};
  library[2] = (Library){"udunits", "UDUNITS", GRANUM_UDUNITS_VERSION};
  (void)H5get_libversion(&v[0], &v[1], &v[2]);
  snprintf(library[0].version, sizeof(library[0].version), "%u.%u.%u", v[0], v[1], v[2]);
}

/* The name of the processor in /proc/cpuinfo, or "unknown". */
static void FindProcessor(size_t size, char text[])
{
  FILE *file = fopen("/proc/cpuinfo", "r");
  char line[512];

  snprintf(text, size, "unknown");
  while (file && fgets(line, sizeof(line), file))
    if (strncmp(line, "model name", strlen("model name")) == 0 && strchr(line, ':')) {
      snprintf(text, size, "%.*s", (int)strcspn(strchr(line, ':') + 2, "\n"), strchr(line, ':') + 2);
      break;
    }
  if (file)
    fclose(file);
}

void GrResultsProvenanceWrite(GrJson *json, const char *input, const char *title, const char *const command[])
{
  char text[1024], library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  Library other[LIBRARIES];
  int length;

  GrJsonText(json, "program", "granum " GRANUM_VERSION);
  GrJsonText(json, "commit", GRANUM_COMMIT);
  GrJsonText(json, "compiler", COMPILER " " __VERSION__);
  GrJsonText(json, "compiler_flags", GRANUM_COMPILER_FLAGS);
  (void)PetscGetVersion(text, sizeof(text));
  GrJsonText(json, "petsc", text);
  (void)MPI_Get_library_version(library, &length);
  GrJsonText(json, "mpi", library);
  FindLibraries(other);
  for (int k = 0; k < LIBRARIES; k++)
    GrJsonText(json, other[k].key, other[k].version);
  FindProcessor(sizeof(text), text);
  GrJsonText(json, "processor", text);
  if (gethostname(text, sizeof(text)) == 0)
    GrJsonText(json, "host", text);
  GrJsonText(json, "input", input);
  GrJsonText(json, "title", title);
  GrJsonBegin(json, "command", '[');
  for (int i = 0; command && command[i]; i++)
    GrJsonText(json, NULL, command[i]);
  GrJsonEnd(json, ']');
}

PetscErrorCode GrResultsProvenanceParameters(GrResults results, const GrCase *c, const char *resolved,
                                             const char *options)
{
  PetscCall(GrResultsText(results, "/parameters/title", "title of the case", c->title));
  PetscCall(GrResultsText(results, "/parameters/source", "source of the case", c->source));
  PetscCall(GrResultsText(results, "/parameters/input", "text of the input file", c->text));
  PetscCall(GrResultsText(results, "/parameters/resolved", "input with all defaults and overrides, in SI", resolved));
  PetscCall(GrResultsText(results, "/parameters/options", "PETSc options of the command line", options ? options : ""));
  PetscCall(GrResultsText(results, "/parameters/version", "version of granum", GRANUM_VERSION));
  return GrResultsProvenanceChanges(results, "");
}

PetscErrorCode GrResultsProvenanceChanges(GrResults results, const char *changes)
{
  return GrResultsNote(results, "parameters/changes",
                       "keys changed when the run was resumed, with the time of the change; one per line",
                       GR_CHANGES_MAX, changes);
}

void GrResultsProvenanceVersions(FILE *out)
{
  char mpi[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  PetscInt major = 0, minor = 0, patch = 0;
  Library other[LIBRARIES];
  int length;

  (void)MPI_Get_library_version(mpi, &length);
  (void)PetscGetVersionNumber(&major, &minor, &patch, NULL);
  fprintf(out, "granum " GRANUM_VERSION "\nMPI: %.*s\nPETSc: %" PetscInt_FMT ".%" PetscInt_FMT ".%" PetscInt_FMT "\n",
          (int)strcspn(mpi, ",\n"), mpi, major, minor, patch);
  FindLibraries(other);
  for (int k = 0; k < LIBRARIES; k++)
    fprintf(out, "%s: %s\n", other[k].name, other[k].version);
  fprintf(out, "compiler: " COMPILER " %s, %s\n", __VERSION__, GRANUM_COMPILER_FLAGS);
}
