/* lines: parts of a text file, and what is wrong with it told alike on all ranks; see lines.h. */
#include "particle/fill/lines.h"

#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <granum/error.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int GrLinesReadAt(int file, char *text, PetscInt64 n, PetscInt64 from)
{
  for (PetscInt64 done = 0; done < n;) {
    ssize_t got = pread(file, text + done, (size_t)(n - done), (off_t)(from + done));
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return got < 0 ? errno : EIO;
    done += got;
  }
  return 0;
}

PetscErrorCode GrLinesAgreeOnError(const GrLines *l, int error)
{
  int worst;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&error, &worst, 1, MPI_INT, MPI_MAX, l->comm));
  if (worst)
    PetscFunctionReturn(
        GrFail(GR_EXIT_FILE, "%s: could not be read: %s; give the path of %s", l->path, strerror(worst), l->wanted));
  PetscFunctionReturn(0);
}

PetscErrorCode GrLinesAgreeOnProblem(const GrLines *l, const GrCsvProblem *problem)
{
  PetscInt64 line = problem->line ? problem->line : INT64_MAX, first;
  GrCsvProblem told = *problem;
  int owner, known;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&line, &first, 1, MPIU_INT64, MPI_MIN, l->comm));
  if (first == INT64_MAX)
    PetscFunctionReturn(0);
  known = line == first ? l->rank : -1;
  PetscCallMPI(MPI_Allreduce(&known, &owner, 1, MPI_INT, MPI_MAX, l->comm));
  PetscCallMPI(MPI_Bcast(&told, sizeof told, MPI_BYTE, owner, l->comm));
  PetscFunctionReturn(
      GrFail(GR_EXIT_INPUT, "%s:%" PetscInt64_FMT ":%d: %s", l->path, told.line, told.column, told.text));
}

static PetscInt64 CountLines(const char *text, PetscInt64 from, PetscInt64 to)
{
  PetscInt64 n = 0;
  for (PetscInt64 i = from; i < to; i++)
    n += text[i] == '\n';
  return n;
}

/* This rank's part of the bytes, the one before them (does a line begin with the part?) and the rest of a line that
   begins in them. */
PetscErrorCode GrLinesRead(GrLines *l, const GrLinesRun *run)
{
  PetscInt64 bytes = run->end - run->begin, share = bytes / l->size, more = bytes % l->size, before = 0;

  PetscFunctionBeginUser;
  PetscCall(GrMemoryDemand(l->comm, GR_EXIT_FILE, l->path, (GrDemand){"bytes of text", bytes, 1, 0}));
  PetscInt64 from = run->begin + share * l->rank + PetscMin((PetscInt64)l->rank, more);
  PetscInt64 to = from + share + (l->rank < more), start = PetscMax(from - 1, 0);
  l->held = PetscMin(to + GR_LINES_BYTES_MAX, run->end) - start;
  l->at = from - start;
  l->end = to - start;
  PetscCall(PetscMalloc1((size_t)l->held + 1, &l->text));
  int file = open(l->path, O_RDONLY);
  int error = file < 0 ? errno : GrLinesReadAt(file, l->text, l->held, start);
  if (file >= 0)
    close(file);
  PetscCall(GrLinesAgreeOnError(l, error));
  PetscInt64 lines = CountLines(l->text, l->at, l->end);
  PetscCallMPI(MPI_Exscan(&lines, &before, 1, MPIU_INT64, MPI_SUM, l->comm));
  l->line = run->line + (l->rank ? before : 0) - 1;
  /* a line that begins before the part belongs to the rank before */
  while (l->at < l->end && l->text[l->at - 1] != '\n')
    l->line += l->text[l->at++] == '\n';
  PetscFunctionReturn(0);
}

PetscErrorCode GrLinesFree(GrLines *l)
{
  return PetscFree(l->text);
}

PetscInt64 GrLinesMost(const GrLines *l)
{
  return CountLines(l->text, l->at, l->end) + 1;
}

bool GrLinesNext(GrLines *l, const char **begin, const char **end, GrCsvProblem *problem)
{
  while (l->at < l->end) {
    *begin = l->text + l->at;
    *end = memchr(*begin, '\n', (size_t)(l->held - l->at));
    *end = *end ? *end : l->text + l->held;
    l->at = *end - l->text + 1;
    l->line++;
    if (*end - *begin > GR_LINES_BYTES_MAX) {
      problem->line = l->line;
      problem->column = 1;
      snprintf(problem->text, sizeof problem->text, "the line is longer than %d bytes; write one particle a line",
               GR_LINES_BYTES_MAX);
      return false;
    }
    if (!GrCsvLineEmpty(*begin, *end))
      return true;
  }
  return false;
}
