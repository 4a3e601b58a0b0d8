/* `granum info` of a checkpoint: what its header says and, if it is whole, what it holds. */
#include "io/checkpoint/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The line of the case that begins with "title: ", if it has one. */
static PetscErrorCode PrintTitle(GrCheckpoint file, FILE *out)
{
  static const char key[] = "title: ";
  char *text;

  PetscFunctionBeginUser;
  PetscCall(GrCheckpointGetText(file, "case", &text));
  for (const char *line = text; line && *line;) {
    const size_t n = strcspn(line, "\n");
    if (strncmp(line, key, strlen(key)) == 0) {
      fprintf(out, "%.*s\n", (int)n, line);
      break;
    }
    line += n + (line[n] != '\0');
  }
  PetscCall(PetscFree(text));
  PetscFunctionReturn(0);
}

/* How many rows each table has: particles or beads, contacts, groups. */
static PetscErrorCode PrintTables(GrCheckpoint file, FILE *out)
{
  char name[GR_CHECKPOINT_NAME];
  PetscInt64 rows;
  hsize_t n = 1;

  PetscFunctionBeginUser;
  for (hsize_t i = 0; i < n; i++) {
    PetscCall(GrCheckpointLink(file, "/", i, name, &n));
    if (i >= n || strcmp(name, "texts") == 0 || strcmp(name, "numbers") == 0)
      continue;
    PetscCall(GrCheckpointTableRows(file, name, &rows));
    fprintf(out, "%s: %" PRId64 "\n", name, (int64_t)rows);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode PrintContent(GrCheckpoint file, FILE *out)
{
  const GrColumn time = {.name = "time", .number = GR_REAL, .components = 1, .unit = "s"};
  const GrBounds bounds = GR_NOT_NEGATIVE;
  double t;

  PetscFunctionBeginUser;
  PetscCall(PrintTitle(file, out));
  PetscCall(GrCheckpointGetNumber(file, &time, &bounds, &t));
  fprintf(out, "time: %.9g s\n", t);
  PetscCall(PrintTables(file, out));
  fprintf(out, "complete: all bytes have their checksums; `granum resume %s` goes on from it\n", file->path);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointInfo(const char *path, FILE *out)
{
  char reason[GR_FILE_HEADER_REASON];
  GrCheckpoint file;
  GrFileHeader header = {.step = -1};

  PetscFunctionBeginUser;
  fprintf(out, "%s: granum checkpoint", path);
  if (GrFileHeaderRead(path, &header, reason))
    fprintf(out, " of step %" PRId64 ", written by granum %s", header.step, header.program);
  fprintf(out, "\n");
  fflush(out); /* what comes next may be a failure with its message */
  PetscCall(GrCheckpointOpen(PETSC_COMM_SELF, path, &file));
  PetscErrorCode code = PrintContent(file, out);
  PetscCall(GrCheckpointClose(&file));
  PetscCall(code);
  PetscFunctionReturn(0);
}
