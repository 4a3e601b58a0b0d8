/* lammps_find: frames and sections of a file, and what stands above the lines of particles; see lammps_find.h. */
#include "particle/fill/lammps_find.h"

#include "particle/fill/lammps_marks.h"
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { HEAD_MAX = 1 << 16 };

typedef struct {
  GrLammpsForm form;
  GrLammpsMarks marks;
  int error;
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
  int rank, found = GR_LAMMPS_UNREAD;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  int file = rank == 0 ? open(path, O_RDONLY) : -1;
  if (file >= 0) {
    const ssize_t n = pread(file, text, sizeof text, 0);
    found = n >= 0 ? (int)FormOf(text, text + n) : GR_LAMMPS_UNREAD;
    close(file);
  }
  PetscCallMPI(MPI_Bcast(&found, 1, MPI_INT, 0, comm));
  *form = (GrLammpsForm)found;
  PetscFunctionReturn(0);
}

/* The first bytes of what begins at a mark, line after line. */
typedef struct {
  char text[HEAD_MAX + 1];
  PetscInt64 begin;      /* of the text in the file */
  char *at, *end, *next; /* the line at hand is at <= . < next - 1, and ends with '\0' */
  PetscInt64 line;
} Walk;

static void BeginWalk(Finding *f, Walk *w, const GrLammpsMark *mark)
{
  const PetscInt64 n = PetscMin(f->marks.size - mark->at, HEAD_MAX);
  f->error = GrLinesReadAt(f->marks.file, w->text, n, mark->at);
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
  const PetscInt64 at = frame < 0 ? f->marks.n - 1 : frame;

  head->last_frame = f->marks.n - 1;
  if (at < 0 || at >= f->marks.n) {
    f->problem = (GrCsvProblem){.line = 1, .column = 1};
    snprintf(f->problem.text, sizeof f->problem.text,
             "the dump has %" PetscInt64_FMT " frames, from 0, and %" PetscInt64_FMT
             " is none of them; write frame: last, or give a file that has it",
             f->marks.n, PetscMax(at, 0));
    return;
  }
  BeginWalk(f, w, &(GrLammpsMark){0, 1});
  head->units = UnitsOf(w->text);
  BeginWalk(f, w, &f->marks.mark[at]);
  (void)ReadFrame(f, w, at + 1 < f->marks.n ? f->marks.mark[at + 1].at : f->marks.size, head);
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
  const PetscInt64 end = k + 1 < f->marks.n ? f->marks.mark[k + 1].at : f->marks.size;
  char title[16] = "", next[2] = "", style[24] = "";

  BeginWalk(f, w, &f->marks.mark[k]);
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
  BeginWalk(f, w, &(GrLammpsMark){0, 1});
  ReadCounts(w, head);
  for (PetscInt64 k = 0; k < f->marks.n && !f->error; k++)
    if (f->marks.mark[k].at > 0 && !ReadSection(f, w, k, head))
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

PetscErrorCode GrLammpsFind(const GrLines *lines, GrLammpsForm form, PetscInt64 frame, GrLammpsHead *head)
{
  Finding f = {.form = form};

  PetscFunctionBeginUser;
  *head = (GrLammpsHead){.form = form, .units = -1};
  PetscCall(GrLammpsMarksFind(lines, form == GR_LAMMPS_DUMP ? "ITEM: TIMESTEP" : NULL, &f.marks));
  PetscErrorCode failed = lines->rank == 0 ? UseMarks(&f, frame, head) : 0;
  PetscCall(GrLammpsMarksFree(&f.marks));
  PetscCall(failed);
  PetscCall(GrLinesAgreeOnError(lines, f.error));
  PetscCall(GrLinesAgreeOnProblem(lines, &f.problem));
  PetscCallMPI(MPI_Bcast(head, sizeof(*head), MPI_BYTE, 0, lines->comm));
  PetscFunctionReturn(0);
}
