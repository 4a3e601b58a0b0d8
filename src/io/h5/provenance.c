/* Writes program, libraries, host, input and author to run.json and to the results file; see provenance.h. */
#include "io/h5/provenance.h"

#include "io/h5/results_file.h"

#include <hdf5.h>
#include <mpi.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

void GrResultsProvenanceWrite(GrJson *json, const char *input, const char *title, const char *const command[])
{
  char text[1024], library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length;

  GrJsonText(json, "program", "granum " GRANUM_VERSION);
  GrJsonText(json, "compiler", __VERSION__);
  (void)PetscGetVersion(text, sizeof(text));
  GrJsonText(json, "petsc", text);
  (void)MPI_Get_library_version(library, &length);
  GrJsonText(json, "mpi", library);
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
  PetscCall(GrResultsText(results, "/parameters/source", "where the case comes from", c->source));
  PetscCall(GrResultsText(results, "/parameters/input", "the input as it was read", c->text));
  PetscCall(
      GrResultsText(results, "/parameters/resolved", "the input with every default and override, in SI", resolved));
  PetscCall(GrResultsText(results, "/parameters/options", "PETSc options of the command line", options ? options : ""));
  PetscCall(GrResultsText(results, "/parameters/version", "version of granum", GRANUM_VERSION));
  return GrResultsProvenanceChanges(results, "");
}

PetscErrorCode GrResultsProvenanceChanges(GrResults results, const char *changes)
{
  return GrResultsNote(results, "parameters/changes",
                       "what was set anew when the run was resumed, from when on; a line each", GR_CHANGES_MAX,
                       changes);
}

void GrResultsProvenanceVersions(FILE *out)
{
  char mpi[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  PetscInt major = 0, minor = 0, patch = 0;
  unsigned hdf5[3] = {0};
  int length;

  (void)MPI_Get_library_version(mpi, &length);
  (void)PetscGetVersionNumber(&major, &minor, &patch, NULL);
  (void)H5get_libversion(&hdf5[0], &hdf5[1], &hdf5[2]);
  fprintf(out,
          "granum " GRANUM_VERSION "\nMPI: %.*s\nPETSc: %" PetscInt_FMT ".%" PetscInt_FMT ".%" PetscInt_FMT
          "\nHDF5: %u.%u.%u\n",
          (int)strcspn(mpi, ",\n"), mpi, major, minor, patch, hdf5[0], hdf5[1], hdf5[2]);
}
