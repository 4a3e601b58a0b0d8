/* provenance: see provenance.h. */
#include "io/h5/provenance.h"

#include "io/h5/results_file.h"

#include <hdf5.h>
#include <math.h>
#include <mpi.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Bytes of the character that begins here, 0 if it is not UTF-8. */
static int Utf8Length(const unsigned char *c)
{
  const int n = c[0] < 0x80                   ? 1
                : c[0] >= 0xc2 && c[0] < 0xe0 ? 2
                : (c[0] & 0xf0) == 0xe0       ? 3
                : (c[0] & 0xf8) == 0xf0       ? 4
                                              : 0;

  for (int i = 1; i < n; i++)
    if ((c[i] & 0xc0) != 0x80)
      return 0;
  return n;
}

void GrJsonText(FILE *out, const char *text)
{
  fputc('"', out);
  for (const unsigned char *c = (const unsigned char *)text; *c;) {
    const int n = Utf8Length(c);
    if (*c == '"' || *c == '\\')
      fprintf(out, "\\%c", *c);
    else if (*c < 0x20)
      fprintf(out, "\\u%04x", *c);
    else
      fprintf(out, "%.*s", n ? n : 1, n ? (const char *)c : "?");
    c += n ? n : 1;
  }
  fputc('"', out);
}

void GrJsonNumber(FILE *out, double number)
{
  if (isfinite(number))
    fprintf(out, "%.17g", number);
  else
    fputs("null", out);
}

void GrProvenanceNow(char text[GR_UTC_MAX])
{
  const time_t now = time(NULL);
  struct tm utc;

  if (!gmtime_r(&now, &utc) || !strftime(text, GR_UTC_MAX, "%Y-%m-%dT%H:%M:%SZ", &utc))
    snprintf(text, GR_UTC_MAX, "unknown");
}

static void Member(FILE *out, const char *name, const char *text)
{
  fprintf(out, "  \"%s\": ", name);
  GrJsonText(out, text);
  fputs(",\n", out);
}

void GrProvenanceWrite(FILE *out, const GrProvenance *provenance, const char *const command[])
{
  char text[1024], library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length;

  Member(out, "program", "granum " GRANUM_VERSION);
  Member(out, "compiler", __VERSION__);
  (void)PetscGetVersion(text, sizeof(text));
  Member(out, "petsc", text);
  (void)MPI_Get_library_version(library, &length);
  Member(out, "mpi", library);
  if (gethostname(text, sizeof(text)) == 0)
    Member(out, "host", text);
  Member(out, "input", provenance->input);
  Member(out, "title", provenance->title);
  fputs("  \"command\": [", out);
  for (int i = 0; command && command[i]; i++) {
    fputs(i ? ", " : "", out);
    GrJsonText(out, command[i]);
  }
  fputs("],\n", out);
}

PetscErrorCode GrProvenanceParameters(GrResults results, const GrCase *c, const char *resolved, const char *options)
{
  PetscFunctionBeginUser;
  PetscCall(GrResultsText(results, "/parameters/title", "title of the case", c->title));
  PetscCall(GrResultsText(results, "/parameters/source", "where the case comes from", c->source));
  PetscCall(GrResultsText(results, "/parameters/input", "the input as it was read", c->text));
  PetscCall(
      GrResultsText(results, "/parameters/resolved", "the input with every default and override, in SI", resolved));
  PetscCall(GrResultsText(results, "/parameters/options", "PETSc options of the command line", options ? options : ""));
  PetscCall(GrResultsText(results, "/parameters/version", "version of granum", GRANUM_VERSION));
  PetscCall(GrProvenanceChanges(results, ""));
  PetscFunctionReturn(0);
}

PetscErrorCode GrProvenanceChanges(GrResults results, const char *changes)
{
  PetscFunctionBeginUser;
  PetscCall(GrResultsNote(results, "parameters/changes",
                          "what was set anew when the run was resumed, from when on; a line each", GR_CHANGES_MAX,
                          changes));
  PetscFunctionReturn(0);
}

void GrProvenanceVersions(FILE *out)
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
