/* lammps_find: frames and sections of a file, and what stands above the lines of particles; see lammps_find.h. */
#include "particle/fill/lammps_find.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEAD_MAX = 1 << 16, BLOCK = 1 << 20, MARK_BYTES = 16 };
static const char frame_title[] = "ITEM: TIMESTEP";

/* A line that begins a frame or a section. */
typedef struct {
  PetscInt64 at, line;
} Mark;

typedef struct {
  const GrLines *lines;
  GrLammpsForm form;
  PetscInt64 size; /* bytes of the file */
  Mark *mark;      /* this rank's; on rank 0 in the end all */
  PetscInt64 n, room;
  int file, error;
  GrCsvProblem problem;
} Finding;

static bool SaysAtoms(const char *begin, const char *end)
{
  long long n;
  char word[8] = "", text[64];

  snprintf(text, sizeof text, "%.*s", (int)PetscMin(end - begin, (ptrdiff_t)sizeof text - 1), begin);
  return sscanf(text, "%lld %7s", &n, word) == 2 && strcmp(word, "atoms") == 0;
}

static GrLammpsForm FormOf(const char *text, const char *end)
{
  if (end - text > 5 && memcmp(text, "ITEM:", 5) == 0)
    return GR_LAMMPS_DUMP;
  for (const char *at = text, *lf; at < end && (lf = memchr(at, '\n', (size_t)(end - at))); at = lf + 1)
    if (lf + 1 < end && SaysAtoms(lf + 1, end))
      return GR_LAMMPS_DATA;
  return GR_LAMMPS_NOT;
}

PetscErrorCode GrLammpsRecognise(MPI_Comm comm, const char *path, GrLammpsForm *form)
{
  char text[HEAD_MAX];
  int rank, found = GR_LAMMPS_NOT;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  int file = rank == 0 ? open(path, O_RDONLY) : -1;
  if (file >= 0) {
    const ssize_t n = pread(file, text, sizeof text, 0);
    found = n > 0 ? FormOf(text, text + n) : GR_LAMMPS_NOT;
    close(file);
  }
  PetscCallMPI(MPI_Bcast(&found, 1, MPI_INT, 0, comm));
  *form = (GrLammpsForm)found;
  PetscFunctionReturn(0);
}

static bool Begins(GrLammpsForm form, const char *line, PetscInt64 held)
{
  const PetscInt64 length = (PetscInt64)sizeof frame_title - 1;
  return form == GR_LAMMPS_DUMP ? held >= length && memcmp(line, frame_title, (size_t)length) == 0
                                : held > 0 && isupper((unsigned char)*line);
}

static PetscErrorCode AddMark(Finding *f, PetscInt64 at, PetscInt64 line)
{
  PetscFunctionBeginUser;
  if (f->n == f->room) {
    f->room = 2 * f->room + 16;
    PetscCall(PetscRealloc((size_t)f->room * sizeof(*f->mark), &f->mark));
  }
  f->mark[f->n++] = (Mark){at, line};
  PetscFunctionReturn(0);
}

/* Marks of the lines that begin at from <= . < to; lines are counted from 0. */
static PetscErrorCode FindMarks(Finding *f, PetscInt64 from, PetscInt64 to, char *text, PetscInt64 *lines)
{
  PetscFunctionBeginUser;
  for (; from < to && !f->error; from += BLOCK) {
    const PetscInt64 before = from > 0, end = PetscMin(from + BLOCK, to);
    const PetscInt64 held = PetscMin(end + MARK_BYTES, f->size) - from + before;
    f->error = GrLinesReadAt(f->file, text, held, from - before);
    if (!before && Begins(f->form, text, held))
      PetscCall(AddMark(f, 0, 0));
    for (const char *at = text, *last = text + (end - from) + before - 1, *lf;
         !f->error && at < last && (lf = memchr(at, '\n', (size_t)(last - at))); at = lf + 1) {
      ++*lines;
      if (Begins(f->form, lf + 1, held - (lf + 1 - text)))
        PetscCall(AddMark(f, from - before + (lf + 1 - text), *lines));
    }
  }
  PetscFunctionReturn(0);
}

/* All marks on rank 0, with their lines from 1. */
static PetscErrorCode GatherMarks(Finding *f, PetscInt64 lines)
{
  const GrLines *l = f->lines;
  PetscInt64 before = 0;
  Mark *all = NULL;
  int words, *counts = NULL, *places = NULL;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Exscan(&lines, &before, 1, MPIU_INT64, MPI_SUM, l->comm));
  for (PetscInt64 i = 0; i < f->n; i++)
    f->mark[i].line += 1 + (l->rank ? before : 0);
  PetscCall(PetscMPIIntCast((PetscInt)(2 * f->n), &words));
  if (l->rank == 0)
    PetscCall(PetscMalloc2(l->size, &counts, l->size, &places));
  PetscCallMPI(MPI_Gather(&words, 1, MPI_INT, counts, 1, MPI_INT, 0, l->comm));
  f->n = 0;
  for (int p = 0; l->rank == 0 && p < l->size; p++) {
    places[p] = (int)(2 * f->n);
    f->n += counts[p] / 2;
  }
  if (l->rank == 0)
    PetscCall(PetscMalloc1((size_t)f->n, &all));
  PetscCallMPI(MPI_Gatherv(f->mark, words, MPIU_INT64, all, counts, places, MPIU_INT64, 0, l->comm));
  PetscCall(PetscFree2(counts, places));
  PetscCall(PetscFree(f->mark));
  f->mark = all;
  PetscFunctionReturn(0);
}

/* The first bytes of what begins at a mark, line after line. */
typedef struct {
  char text[HEAD_MAX + 1];
  PetscInt64 begin;      /* of the text in the file */
  char *at, *end, *next; /* the line at hand is at <= . < next - 1, and ends with '\0' */
  PetscInt64 line;
} Walk;

static void BeginWalk(Finding *f, Walk *w, const Mark *mark)
{
  const PetscInt64 n = PetscMin(f->size - mark->at, HEAD_MAX);
  f->error = GrLinesReadAt(f->file, w->text, n, mark->at);
  w->end = w->text + (f->error ? 0 : n);
  *w->end = '\0';
  w->begin = mark->at;
  w->at = w->next = w->text;
  w->line = mark->line - 1;
}

static bool NextLine(Walk *w)
{
  if (w->next >= w->end)
    return false;
  w->at = w->next;
  char *lf = memchr(w->at, '\n', (size_t)(w->end - w->at));
  w->next = lf ? lf + 1 : w->end;
  if (lf)
    *lf = '\0';
  w->at[strcspn(w->at, "\r")] = '\0';
  w->line++;
  return true;
}

/* What is wrong, at a line. */
static bool Wrong(Finding *f, PetscInt64 line, const char *what)
{
  f->problem = (GrCsvProblem){.line = line, .column = 1};
  snprintf(f->problem.text, sizeof f->problem.text, "%s", what);
  return false;
}

static bool CheckColumns(Finding *f, const GrLammpsTable *table, PetscInt64 line)
{
  for (int v = GR_CSV_X; v <= GR_CSV_Z; v++)
    if (!GrLammpsColumnsHave(&table->columns, v)) {
      const char axis = (char)('x' + v - GR_CSV_X);
      f->problem = (GrCsvProblem){.line = line, .column = 1};
      snprintf(f->problem.text, sizeof f->problem.text,
               "there is no column %c, %cu or %cs; dump id type x y z vx vy vz omegax omegay omegaz radius mass", axis,
               axis, axis);
      return false;
    }
  return true;
}

/* Three lines of two bounds, or three where the box is tilted: then they are those of what is around it. */
static bool ReadBounds(Finding *f, Walk *w, GrLammpsHead *head)
{
  head->tilted = strstr(w->at, " xy ") || strstr(w->at, "abc origin");
  head->box.given = true;
  head->box_line = w->line + 1;
  for (int a = 0; a < 3; a++)
    if (!NextLine(w) || sscanf(w->at, "%lf %lf", &head->box.lower[a], &head->box.upper[a]) != 2)
      return Wrong(f, w->line, "the box is no three lines of a lower and an upper bound; give a file that is whole");
  return true;
}

/* The head of a frame. */
static bool ReadFrame(Finding *f, Walk *w, PetscInt64 end, GrLammpsHead *head)
{
  long long count = -1;

  while (NextLine(w) && strncmp(w->at, "ITEM: ATOMS", 11) != 0) {
    if (strncmp(w->at, "ITEM: NUMBER OF ATOMS", 21) == 0 && (!NextLine(w) || sscanf(w->at, "%lld", &count) != 1))
      return Wrong(f, w->line, "is no number of particles; give a file that is whole");
    if (strncmp(w->at, "ITEM: BOX BOUNDS", 16) == 0 && !ReadBounds(f, w, head))
      return false;
  }
  if (f->error || strncmp(w->at, "ITEM: ATOMS", 11) != 0 || count < 0)
    return Wrong(f, w->line, "the file ends within the head of a frame; take an earlier one by the key frame");
  head->count = count;
  head->particles = (GrLammpsTable){"ITEM: ATOMS", {w->begin + (w->next - w->text), end, w->line + 1}, {0}};
  if (!GrLammpsColumnsParse(w->at + 11, w->at + strlen(w->at), &head->particles.columns))
    return Wrong(f, w->line, "there are more than 128 columns; dump fewer");
  return CheckColumns(f, &head->particles, w->line);
}

/* `ITEM: UNITS` may stand above the first frame. */
static int UnitsOf(const char *text)
{
  char word[16] = "";
  static const char *const names[] = {"si", "cgs", "micro", "lj"};

  for (int k = 0; sscanf(text, "ITEM: UNITS %15s", word) == 1 && k < 4; k++)
    if (strcmp(word, names[k]) == 0)
      return k;
  return -1;
}

static void FindDump(Finding *f, Walk *w, PetscInt64 frame, GrLammpsHead *head)
{
  const PetscInt64 at = frame < 0 ? f->n - 1 : frame;

  head->last_frame = f->n - 1;
  if (at < 0 || at >= f->n) {
    f->problem = (GrCsvProblem){.line = 1, .column = 1};
    snprintf(f->problem.text, sizeof f->problem.text,
             "the dump has %" PetscInt64_FMT " frames, from 0, and %" PetscInt64_FMT
             " is none of them; write frame: last, or give a file that has it",
             f->n, PetscMax(at, 0));
    return;
  }
  BeginWalk(f, w, &(Mark){0, 1});
  head->units = UnitsOf(w->text);
  BeginWalk(f, w, &f->mark[at]);
  (void)ReadFrame(f, w, at + 1 < f->n ? f->mark[at + 1].at : f->size, head);
}

/* What stands above the sections of a data file. */
static void ReadCounts(Walk *w, GrLammpsHead *head)
{
  double lower, upper, tilt[3];
  long long count;
  char one[8], two[8];

  for (NextLine(w); NextLine(w) && !isupper((unsigned char)*w->at);) {
    if (SaysAtoms(w->at, w->at + strlen(w->at)) && sscanf(w->at, "%lld", &count) == 1)
      head->count = count;
    if (sscanf(w->at, "%lf %lf %7s %7s", &lower, &upper, one, two) == 4 && strcmp(one + 1, "lo") == 0 &&
        one[0] >= 'x' && one[0] <= 'z') {
      head->box.given = true;
      head->box_line = w->line - (one[0] - 'x');
      head->box.lower[one[0] - 'x'] = lower;
      head->box.upper[one[0] - 'x'] = upper;
    }
    if (sscanf(w->at, "%lf %lf %lf xy xz %7s", &tilt[0], &tilt[1], &tilt[2], one) == 4)
      head->tilted = tilt[0] != 0 || tilt[1] != 0 || tilt[2] != 0;
  }
}

/* The section that begins at a mark, if it is one of the two that count. */
static bool ReadSection(Finding *f, Walk *w, PetscInt64 k, GrLammpsHead *head)
{
  static const char atoms[] = "id type diameter density x y z", velocities[] = "id vx vy vz wx wy wz";
  const PetscInt64 end = k + 1 < f->n ? f->mark[k + 1].at : f->size;
  char title[16] = "", next[2] = "", style[24] = "";

  BeginWalk(f, w, &f->mark[k]);
  if (!NextLine(w) || sscanf(w->at, "%15s %1s %23s", title, next, style) < 1 || (*next && *next != '#'))
    return true;
  const bool moves = strcmp(title, "Velocities") == 0;
  GrLammpsTable *table = moves ? &head->velocities : &head->particles;
  if (!moves && strcmp(title, "Atoms") != 0)
    return true;
  if (*style && strcmp(style, "sphere") != 0)
    return Wrong(f, w->line, "the atoms are not of atom_style sphere; write the file with that, or give a dump");
  memcpy(table->title, title, sizeof title);
  table->run = (GrLinesRun){w->begin + (w->next - w->text), end, w->line + 1};
  const char *columns = moves ? velocities : atoms;
  return GrLammpsColumnsParse(columns, columns + strlen(columns), &table->columns);
}

static void FindSections(Finding *f, Walk *w, GrLammpsHead *head)
{
  BeginWalk(f, w, &(Mark){0, 1});
  ReadCounts(w, head);
  for (PetscInt64 k = 0; k < f->n && !f->error; k++)
    if (f->mark[k].at > 0 && !ReadSection(f, w, k, head))
      return;
  if (!f->error && !*head->particles.title)
    (void)Wrong(f, w->line, "there is no section Atoms; give a file that is whole");
}

/* What rank 0 makes of the marks. */
static PetscErrorCode UseMarks(Finding *f, PetscInt64 frame, GrLammpsHead *head)
{
  Walk *w;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(1, &w));
  if (f->form == GR_LAMMPS_DUMP)
    FindDump(f, w, frame, head);
  else
    FindSections(f, w, head);
  PetscCall(PetscFree(w));
  PetscFunctionReturn(0);
}

static PetscErrorCode LookThrough(Finding *f)
{
  const GrLines *l = f->lines;
  PetscInt64 lines = 0;
  struct stat status;
  char *text;

  PetscFunctionBeginUser;
  f->file = open(l->path, O_RDONLY);
  f->error = f->file < 0 || fstat(f->file, &status) ? errno : 0;
  PetscCall(GrLinesAgreeOnError(l, f->error));
  f->size = (PetscInt64)status.st_size;
  PetscCall(PetscMalloc1(BLOCK + 2 * MARK_BYTES, &text));
  const PetscInt64 share = f->size / l->size + 1;
  PetscCall(FindMarks(f, PetscMin(share * l->rank, f->size), PetscMin(share * (l->rank + 1), f->size), text, &lines));
  PetscCall(PetscFree(text));
  PetscCall(GrLinesAgreeOnError(l, f->error));
  PetscCall(GatherMarks(f, lines));
  PetscFunctionReturn(0);
}

PetscErrorCode GrLammpsFind(const GrLines *lines, GrLammpsForm form, PetscInt64 frame, GrLammpsHead *head)
{
  Finding f = {.lines = lines, .form = form, .file = -1};

  PetscFunctionBeginUser;
  *head = (GrLammpsHead){.form = form, .units = -1};
  PetscErrorCode failed = LookThrough(&f);
  if (!failed && lines->rank == 0)
    failed = UseMarks(&f, frame, head);
  if (f.file >= 0)
    close(f.file);
  PetscCall(PetscFree(f.mark));
  PetscCall(failed);
  PetscCall(GrLinesAgreeOnError(lines, f.error));
  PetscCall(GrLinesAgreeOnProblem(lines, &f.problem));
  PetscCallMPI(MPI_Bcast(head, sizeof(*head), MPI_BYTE, 0, lines->comm));
  PetscFunctionReturn(0);
}
