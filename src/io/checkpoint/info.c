/* Prints a checkpoint for `granum info`. */
#include "base/shell.h"
#include "io/checkpoint/file.h"

#include <granum/error.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static PetscErrorCode PrintContent(GrCheckpoint file, FILE *out)
{
  const GrColumn time = {.name = "time", .number = GR_REAL, .components = 1, .unit = "s"};
  const GrBounds bounds = GR_NOT_NEGATIVE;
  char *title, command[GR_SHELL_MAX];
  double t;

  PetscCall(GrCheckpointGetText(file, "title", &title));
  fprintf(out, "title: %s\n", title);
  PetscCall(PetscFree(title));
  PetscCall(GrCheckpointGetNumber(file, &time, &bounds, &t));
  fprintf(out, "time: %.9g s\n", t);
  const GrLinks *links = &file->reader.links;
  PetscInt64 rows;
  for (size_t i = 0; i < links->n; i++) {
    const char *name = links->link[i].path;
    if (links->link[i].kind != GR_LINK_GROUP || !name[0] || strcmp(name, GR_CHECKPOINT_TEXTS) == 0 ||
        strcmp(name, GR_CHECKPOINT_NUMBERS) == 0)
      continue;
    PetscCall(GrCheckpointTableRows(file, name, &rows));
    fprintf(out, "%s: %" PRId64 "\n", name, (int64_t)rows);
  }
  fprintf(out, "complete: all data have their checksums; to continue the run, type: %s\n",
          GrShellCommand("resume", file->path, command));
  return 0;
}

PetscErrorCode GrCheckpointInfo(const char *path, FILE *out)
{
  char reason[GR_CHECKPOINT_REASON];
  GrCheckpoint file;
  GrCheckpointHead head;

  PetscCall(GrHdf5Quiet());
  fprintf(out, "%s: granum checkpoint", path);
  if (GrCheckpointHeadRead(path, &head, reason))
    fprintf(out, " of step %" PRId64 ", written by granum %s", head.step, head.program);
  fprintf(out, "\n");
  fflush(out); /* the message of a failure is printed next */
  PetscCall(GrCheckpointOpen(PETSC_COMM_SELF, path, &file));
  PetscErrorCode code = PrintContent(file, out);
  PetscCall(GrCheckpointClose(&file));
  return code;
}
