/* lammps_marks: lines that begin parts of a file, found by all ranks; see lammps_marks.h. */
#include "particle/fill/lammps_marks.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BLOCK = 1 << 20, MARK_BYTES = 16 };

typedef struct {
  const GrLines *lines;
  const char *title;
  GrLammpsMarks *marks; /* this rank's; on rank 0 in the end all */
  PetscInt64 room;
  int error;
} Looking;

static bool Begins(const char *title, const char *line, PetscInt64 held)
{
  if (!title)
    return held > 0 && isupper((unsigned char)*line);
  const size_t length = strlen(title);
  return held >= (PetscInt64)length && memcmp(line, title, length) == 0;
}

static PetscErrorCode AddMark(Looking *f, PetscInt64 at, PetscInt64 line)
{
  PetscFunctionBeginUser;
  if (f->marks->n == f->room) {
    f->room = 2 * f->room + 16;
    PetscCall(PetscRealloc((size_t)f->room * sizeof(*f->marks->mark), &f->marks->mark));
  }
  f->marks->mark[f->marks->n++] = (GrLammpsMark){at, line};
  PetscFunctionReturn(0);
}

/* Marks of the lines that begin at from <= . < to; lines are counted from 0. */
static PetscErrorCode FindMarks(Looking *f, PetscInt64 from, PetscInt64 to, char *text, PetscInt64 *lines)
{
  PetscFunctionBeginUser;
  for (; from < to && !f->error; from += BLOCK) {
    const PetscInt64 before = from > 0, end = PetscMin(from + BLOCK, to);
    const PetscInt64 held = PetscMin(end + MARK_BYTES, f->marks->size) - from + before;
    f->error = GrLinesReadAt(f->marks->file, text, held, from - before);
    if (!before && Begins(f->title, text, held))
      PetscCall(AddMark(f, 0, 0));
    for (const char *at = text, *last = text + (end - from) + before - 1, *lf;
         !f->error && at < last && (lf = memchr(at, '\n', (size_t)(last - at))); at = lf + 1) {
      ++*lines;
      if (Begins(f->title, lf + 1, held - (lf + 1 - text)))
        PetscCall(AddMark(f, from - before + (lf + 1 - text), *lines));
    }
  }
  PetscFunctionReturn(0);
}

/* All marks on rank 0, with their lines from 1. */
static PetscErrorCode GatherMarks(Looking *f, PetscInt64 lines)
{
  const GrLines *l = f->lines;
  PetscInt64 before = 0;
  GrLammpsMark *all = NULL;
  int words, *counts = NULL, *places = NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Exscan(&lines, &before, 1, MPIU_INT64, MPI_SUM, l->comm));
  for (PetscInt64 i = 0; i < f->marks->n; i++)
    f->marks->mark[i].line += 1 + (l->rank ? before : 0);
  PetscCall(PetscMPIIntCast((PetscInt)(2 * f->marks->n), &words));
  if (l->rank == 0)
    PetscCall(PetscMalloc2(l->size, &counts, l->size, &places));
  PetscCallMPI(MPI_Gather(&words, 1, MPI_INT, counts, 1, MPI_INT, 0, l->comm));
  f->marks->n = 0;
  for (int p = 0; l->rank == 0 && p < l->size; p++) {
    places[p] = (int)(2 * f->marks->n);
    f->marks->n += counts[p] / 2;
  }
  if (l->rank == 0)
    PetscCall(PetscMalloc1((size_t)f->marks->n, &all));
  PetscCallMPI(MPI_Gatherv(f->marks->mark, words, MPIU_INT64, all, counts, places, MPIU_INT64, 0, l->comm));
  PetscCall(PetscFree2(counts, places));
  PetscCall(PetscFree(f->marks->mark));
  f->marks->mark = all;
  PetscFunctionReturn(0);
}

static PetscErrorCode LookThrough(Looking *f)
{
  const GrLines *l = f->lines;
  PetscInt64 lines = 0;
  struct stat status;
  char *text;

  PetscFunctionBeginUser;
  f->marks->file = open(l->path, O_RDONLY);
  f->error = f->marks->file < 0 || fstat(f->marks->file, &status) ? errno : 0;
  PetscCall(GrLinesAgreeOnError(l, f->error));
  f->marks->size = (PetscInt64)status.st_size;
  PetscCall(PetscMalloc1(BLOCK + 2 * MARK_BYTES, &text));
  const PetscInt64 share = f->marks->size / l->size + 1;
  PetscCall(FindMarks(f, PetscMin(share * l->rank, f->marks->size), PetscMin(share * (l->rank + 1), f->marks->size),
                      text, &lines));
  PetscCall(PetscFree(text));
  PetscCall(GrLinesAgreeOnError(l, f->error));
  PetscCall(GatherMarks(f, lines));
  PetscFunctionReturn(0);
}

PetscErrorCode GrLammpsMarksFind(const GrLines *lines, const char *title, GrLammpsMarks *marks)
{
  Looking f = {.lines = lines, .title = title, .marks = marks};

  PetscFunctionBeginUser;
  *marks = (GrLammpsMarks){.file = -1};
  PetscErrorCode failed = LookThrough(&f);
  if (failed)
    PetscCall(GrLammpsMarksFree(marks));
  PetscFunctionReturn(failed);
}

PetscErrorCode GrLammpsMarksFree(GrLammpsMarks *marks)
{
  if (marks->file >= 0)
    close(marks->file);
  marks->file = -1;
  return PetscFree(marks->mark);
}
