/* A checkpoint in memory: what is put into it is kept, each rank its own part, until it is written as a file. */
#include "io/checkpoint/file.h"

#include <string.h>

enum { RUN = 256 << 10 }; /* bytes of a run of rows, of its widest column: what a cache holds */

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

/* A new piece with room for its bytes. */
static PetscErrorCode AddPiece(GrCheckpoint file, GrPieceKind kind, const char *name, size_t bytes, GrPiece **added)
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
  *added = p;
  PetscFunctionReturn(0);
}

PetscErrorCode GrMemoryCheckpointAddText(GrCheckpoint file, const char *name, const char *text)
{
  const size_t bytes = strlen(text) + 1;
  GrPiece *piece = NULL;

  PetscFunctionBeginUser;
  PetscCall(AddPiece(file, GR_PIECE_TEXT, name, bytes, &piece));
  PetscCall(PetscMemcpy(piece->data, text, bytes));
  PetscFunctionReturn(0);
}

static size_t RowBytes(const GrColumn *column)
{
  return (size_t)column->components * sizeof(double);
}

/* What a column says of itself may be gone when the piece is written. */
static PetscErrorCode AddRowsPiece(GrCheckpoint file, GrPieceKind kind, const GrColumn *column, GrRows rows,
                                   GrPiece **added)
{
  GrPiece *p = NULL;

  PetscFunctionBeginUser;
  PetscCall(AddPiece(file, kind, column->name, (size_t)rows.count * RowBytes(column), &p));
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
  PetscCall(AddRowsPiece(file, GR_PIECE_NUMBER, column, (GrRows){1, 0, 1}, &piece));
  PetscCall(PetscMemcpy(piece->data, value, RowBytes(column)));
  PetscFunctionReturn(0);
}

PetscInt GrCheckpointRunRows(int n, const GrColumn column[])
{
  size_t widest = 1;
  for (int k = 0; k < n; k++)
    widest = PetscMax(widest, RowBytes(&column[k]));
  return (PetscInt)PetscMax(RUN / widest, 1);
}

/* The rows of this rank to the last n pieces. */
static PetscErrorCode FillPieces(GrCheckpoint file, int n, const GrColumn column[], PetscInt count, GrRowsFill fill,
                                 void *context)
{
  const GrPiece *piece = file->kept->piece + file->kept->n - n;
  const PetscInt run = GrCheckpointRunRows(n, column);
  void **data;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &data));
  for (PetscInt first = 0; first < count; first += run) {
    const PetscInt m = PetscMin(run, count - first);
    for (int k = 0; k < n; k++)
      data[k] = piece[k].data + (size_t)first * RowBytes(&column[k]);
    PetscCall(fill(context, first, m, data));
    for (int k = 0; k < n; k++) {
      char *to = piece[k].data + (size_t)first * RowBytes(&column[k]);
      if (data[k] != to)
        PetscCall(PetscMemcpy(to, data[k], (size_t)m * RowBytes(&column[k])));
    }
  }
  PetscCall(PetscFree(data));
  PetscFunctionReturn(0);
}

PetscErrorCode GrMemoryCheckpointAddTable(GrCheckpoint file, const char *table, int n, const GrColumn column[],
                                          GrRows rows, GrRowsFill fill, void *context)
{
  GrPiece *piece = NULL;

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++) {
    PetscCall(AddRowsPiece(file, GR_PIECE_COLUMN, &column[k], rows, &piece));
    PetscCall(PetscStrncpy(piece->table, table, sizeof(piece->table)));
  }
  PetscCall(FillPieces(file, n, column, (PetscInt)rows.count, fill, context));
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
