/* A checkpoint in memory: what is put into it is kept, each rank its own part, until it is written as a file. */
#include "io/checkpoint/file.h"

#include <string.h>

PetscErrorCode GrCheckpointKeep(MPI_Comm comm, PetscInt64 step, const char *case_text, GrCheckpoint *file)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(file));
  (*file)->comm = (*file)->inside.comm = comm;
  PetscCall(PetscNew(&(*file)->kept));
  (*file)->kept->step = step;
  PetscCall(PetscStrallocpy(case_text, &(*file)->kept->case_text));
  PetscFunctionReturn(0);
}

/* A new piece with its bytes. */
static PetscErrorCode AddPiece(GrCheckpoint file, GrPieceKind kind, const char *name, const void *data, size_t bytes,
                               GrPiece **added)
{
  struct GrMemoryCheckpoint_ *kept = file->kept;

  PetscFunctionBeginUser;
  if (kept->n == kept->room) {
    kept->room = 2 * kept->room + 32;
    PetscCall(PetscRealloc((size_t)kept->room * sizeof(GrPiece), &kept->piece));
  }
  GrPiece *p = &kept->piece[kept->n++];
  *p = (GrPiece){.kind = kind};
  PetscCall(PetscStrallocpy(name, &p->name));
  PetscCall(PetscMalloc1(bytes, &p->data));
  PetscCall(PetscMemcpy(p->data, data, bytes));
  *added = p;
  PetscFunctionReturn(0);
}

PetscErrorCode GrMemoryCheckpointAddText(GrCheckpoint file, const char *name, const char *text)
{
  GrPiece *piece = NULL;

  PetscFunctionBeginUser;
  PetscCall(AddPiece(file, GR_PIECE_TEXT, name, text, strlen(text) + 1, &piece));
  PetscFunctionReturn(0);
}

/* What a column says of itself may be gone when the piece is written. */
static PetscErrorCode AddRowsPiece(GrCheckpoint file, GrPieceKind kind, const GrColumn *column, GrRows rows,
                                   const void *data, GrPiece **added)
{
  GrPiece *p = NULL;

  PetscFunctionBeginUser;
  PetscCall(
      AddPiece(file, kind, column->name, data, (size_t)rows.count * (size_t)column->components * sizeof(double), &p));
  PetscCall(PetscStrallocpy(column->unit, &p->unit));
  PetscCall(PetscStrallocpy(column->description, &p->description));
  p->column = (GrColumn){p->name, column->number, column->components, p->unit, p->description};
  p->rows = rows;
  *added = p;
  PetscFunctionReturn(0);
}

PetscErrorCode GrMemoryCheckpointAddNumber(GrCheckpoint file, const GrColumn *column, const void *value)
{
  GrPiece *piece = NULL;

  PetscFunctionBeginUser;
  PetscCall(AddRowsPiece(file, GR_PIECE_NUMBER, column, (GrRows){1, 0, 1}, value, &piece));
  PetscFunctionReturn(0);
}

PetscErrorCode GrMemoryCheckpointAddColumn(GrCheckpoint file, const char *table, const GrColumn *column, GrRows rows,
                                           const void *data)
{
  GrPiece *piece = NULL;

  PetscFunctionBeginUser;
  PetscCall(AddRowsPiece(file, GR_PIECE_COLUMN, column, rows, data, &piece));
  PetscCall(PetscStrncpy(piece->table, table, sizeof(piece->table)));
  PetscFunctionReturn(0);
}

PetscErrorCode GrMemoryCheckpointDestroy(GrCheckpoint *file)
{
  struct GrMemoryCheckpoint_ *kept = (*file)->kept;

  PetscFunctionBeginUser;
  for (int i = 0; i < kept->n; i++) {
    PetscCall(PetscFree(kept->piece[i].name));
    PetscCall(PetscFree(kept->piece[i].unit));
    PetscCall(PetscFree(kept->piece[i].description));
    PetscCall(PetscFree(kept->piece[i].data));
  }
  PetscCall(PetscFree(kept->piece));
  PetscCall(PetscFree(kept->case_text));
  PetscCall(PetscFree((*file)->kept));
  PetscCall(PetscFree(*file));
  PetscFunctionReturn(0);
}

PetscInt64 GrCheckpointKeptStep(GrCheckpoint kept)
{
  return kept->kept->step;
}
