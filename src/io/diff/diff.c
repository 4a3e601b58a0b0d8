/* `granum diff`: lists the objects that differ between two HDF5 files, in the order of paths.

   A path in only one of the files is a difference; a group in only one file is listed without its contents. Otherwise
   kind, attributes and values of the two objects are compared: numbers bit by bit (a NaN equals itself, 0 differs from
   -0), strings by content. Of the values of a dataset or an attribute the first difference is printed. Frames are read
   one by one or, if they are small, 8 MiB at a time. Particles and contacts of checkpoints are read as a whole, because
   their rows must be sorted first (keyed.h). Lines of the case that do not influence results (GR_TEXT_ASIDE) are not
   compared. Limits: numbers and strings only, no soft links. */
#include "io/diff/keyed.h"

#include "base/text.h"
#include <granum/command.h>
#include <granum/error.h>
#include <granum/results.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { GR_LINE_MAX = 512 };

typedef struct {
  GrHdf5Reader reader[2];
  GrDiffOrder order[2]; /* of the rows of the current table, if they have keys */
  FILE *out;
  int n; /* number of differences, of which each has a line */
} Diff;

static bool IsComparable(hid_t type)
{
  const H5T_class_t class = H5Tget_class(type);
  return class == H5T_INTEGER || class == H5T_FLOAT || class == H5T_STRING;
}

static void FormatType(hid_t type, char *text, size_t size)
{
  const H5T_class_t class = H5Tget_class(type);
  const char *kind = class == H5T_INTEGER ? "integer" : class == H5T_FLOAT ? "real" : "other type";
  const char *order = H5Tget_order(type) == H5T_ORDER_BE ? " big-endian" : "";
  const char *sign = class == H5T_INTEGER && H5Tget_sign(type) == H5T_SGN_NONE ? " unsigned" : "";
  if (class == H5T_STRING)
    snprintf(text, size, "string");
  else
    snprintf(text, size, "%zu-bit%s%s %s", 8 * H5Tget_size(type), order, sign, kind);
}

/* Prints the difference and counts it. */
__attribute__((format(printf, 2, 3))) static void PrintDifference(Diff *diff, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vfprintf(diff->out, format, arguments);
  va_end(arguments);
  fputc('\n', diff->out);
  diff->n++;
}

/* Checks whether types and extents of two datasets or attributes allow a comparison of values. If not, prints the
   difference of `what`. */
static PetscErrorCode CompareShapes(Diff *diff, const char *what, const GrHdf5Source source[2])
{
  const char *a = diff->reader[0].path, *b = diff->reader[1].path;
  const hid_t type[2] = {source[0].values.type, source[1].values.type};
  const bool strings = H5Tget_class(type[0]) == H5T_STRING && H5Tget_class(type[1]) == H5T_STRING;
  char text[2][GR_LINE_MAX];
  htri_t equal_types;

  GrCallLocal(equal_types = H5Tequal(type[0], type[1]));
  if (!equal_types && !strings) {
    FormatType(type[0], text[0], GR_LINE_MAX);
    FormatType(type[1], text[1], GR_LINE_MAX);
    PrintDifference(diff, "%s: type: %s in %s, %s in %s", what, text[0], a, text[1], b);
    return 0;
  }
  GrHdf5ValuesExtent(source[0].space, text[0], GR_LINE_MAX);
  GrHdf5ValuesExtent(source[1].space, text[1], GR_LINE_MAX);
  if (strcmp(text[0], text[1]))
    PrintDifference(diff, "%s: shape: %s in %s, %s in %s", what, text[0], a, text[1], b);
  else if (!IsComparable(type[0]))
    return GrFail(GR_EXIT_FILE, "%s: %s: has a type that granum does not write and cannot compare", a, what);
  return 0;
}

/* A line of a text, without its end. */
typedef struct {
  const char *begin, *end, *next, *last; /* next: NULL after the last line */
  size_t number;                         /* from 1 */
} Line;

static bool IsAsideLine(const Line *line)
{
  const size_t mark = sizeof(GR_TEXT_ASIDE) - 1;
  return (size_t)(line->end - line->begin) > mark && !memcmp(line->end - mark, GR_TEXT_ASIDE, mark);
}

/* The next line without the mark GR_TEXT_ASIDE; false after the last line. */
static bool NextLine(Line *line)
{
  do {
    line->begin = line->end = line->last;
    if (!line->next)
      return false;
    const char *lf = memchr(line->next, '\n', (size_t)(line->last - line->next));
    line->begin = line->next;
    line->end = lf ? lf : line->last;
    line->next = lf ? lf + 1 : NULL;
    line->number++;
  } while (IsAsideLine(line));
  return true;
}

/* Whether the strings i of both files differ, and the first lines that differ. */
static bool FindLines(const GrHdf5Values values[2], size_t i, Line line[2])
{
  bool more[2] = {true, true};

  for (int k = 0; k < 2; k++) {
    size_t length;
    const char *text = GrHdf5ValuesString(&values[k], i, &length);
    line[k] = (Line){.next = text, .last = text + length};
  }
  while (more[0] || more[1]) {
    for (int k = 0; k < 2; k++)
      more[k] = NextLine(&line[k]);
    const size_t n = (size_t)(line[0].end - line[0].begin);
    if (more[0] != more[1] || n != (size_t)(line[1].end - line[1].begin) || memcmp(line[0].begin, line[1].begin, n))
      return true;
  }
  return false;
}

/* Index of the first of n elements that differs, or n. */
static size_t FirstDifference(const GrHdf5Values values[2])
{
  size_t n = values[0].n, size = values[0].size, i = 0;
  if (H5Tget_class(values[0].type) == H5T_STRING) {
    Line unused[2];
    while (i < n && !FindLines(values, i, unused))
      i++;
    return i;
  }
  if (!memcmp(values[0].data, values[1].data, n * size))
    return n;
  while (!memcmp(values[0].data + i * size, values[1].data + i * size, size))
    i++;
  return i;
}

/* Distance of two doubles in the ascending order of all doubles; 0 and -0 are the same. */
static uint64_t UlpDistance(double a, double b)
{
  double x[2] = {a, b};
  int64_t place[2];
  for (int k = 0; k < 2; k++) {
    memcpy(&place[k], &x[k], sizeof(place[k]));
    if (place[k] < 0)
      place[k] = INT64_MIN - place[k];
  }
  return place[0] < place[1] ? (uint64_t)place[1] - (uint64_t)place[0] : (uint64_t)place[0] - (uint64_t)place[1];
}

/* " 2 ulp apart" for doubles, nothing for other types. */
static void FormatDistance(const GrHdf5Values values[2], size_t i, char *text, size_t size)
{
  double x[2];
  text[0] = '\0';
  if (H5Tequal(values[0].type, H5T_NATIVE_DOUBLE) <= 0)
    return;
  for (int k = 0; k < 2; k++)
    memcpy(&x[k], values[k].data + i * sizeof(double), sizeof(double));
  if (isnan(x[0]) || isnan(x[1]))
    snprintf(text, size, "%s", isnan(x[0]) && isnan(x[1]) ? ", NaNs of different bits" : "");
  else
    snprintf(text, size, ", %llu ulp apart%s", (unsigned long long)UlpDistance(x[0], x[1]),
             x[0] == x[1] ? " (signs of zero)" : "");
}

/* Prints two strings from the first line that differs. */
static void FormatLines(const Diff *diff, const GrHdf5Values values[2], size_t i, char *text, size_t size)
{
  char quote[2][GR_LINE_MAX / 4];
  size_t at = 0, length[2];
  Line line[2];

  (void)FindLines(values, i, line);
  for (int k = 0; k < 2; k++) {
    length[k] = (size_t)(line[k].end - line[k].begin);
    snprintf(quote[k], sizeof(quote[k]), "\"%.*s\"", (int)PetscMin(length[k], sizeof(quote[k]) - 8), line[k].begin);
  }
  while (at < length[0] && at < length[1] && line[0].begin[at] == line[1].begin[at])
    at++;
  snprintf(text, size, "line %zu, character %zu: %s in %s, %s in %s", line[0].number, at + 1, quote[0],
           diff->reader[0].path, quote[1], diff->reader[1].path);
}

/* Both values of element i as text: "1 in a.h5, 2 in b.h5, 3 ulp apart". */
static PetscErrorCode FormatPair(const Diff *diff, const GrHdf5Values values[2], size_t i, char *text, size_t size)
{
  char value[2][GR_LINE_MAX / 4], distance[64];

  if (H5Tget_class(values[0].type) == H5T_STRING) {
    FormatLines(diff, values, i, text, size);
    return 0;
  }
  for (int k = 0; k < 2; k++)
    PetscCall(GrHdf5ValuesFormat(&values[k], i, value[k], sizeof(value[k])));
  FormatDistance(values, i, distance, sizeof(distance));
  snprintf(text, size, "%s in %s, %s in %s%s", value[0], diff->reader[0].path, value[1], diff->reader[1].path,
           distance);
  return 0;
}

enum { SLAB_BYTES = 8 << 20 };

/* A dataset, or an attribute of an object, of both files. */
typedef struct {
  const char *path, *attribute;
  char what[2 * GR_LINE_MAX]; /* path and attribute for messages */
  GrHdf5Source source[2];
} Pair;

/* Position in each dimension of the element at this place in row-major order. */
static void FindPosition(const GrHdf5Source *source, hsize_t place, hsize_t position[])
{
  for (int i = source->rank - 1; i >= 0; i--) {
    position[i] = place % source->length[i];
    place /= source->length[i];
  }
}

/* Appends to a text of size GR_LINE_MAX. */
#define APPEND(text, ...)                                                                                              \
  do {                                                                                                                 \
    size_t used_ = strlen(text);                                                                                       \
    snprintf((text) + used_, GR_LINE_MAX - used_, __VA_ARGS__);                                                        \
  } while (0)

/* Appends "frame 3 (step 300, time 3e-06), " for a dataset with step and time beside it. `used`: number of
   dimensions that the text describes. */
static PetscErrorCode NameFrame(const GrHdf5Reader *reader, const Pair *pair, hsize_t frame, char *text, int *used)
{
  char step[GR_LINE_MAX], time[GR_LINE_MAX], value[2][GR_LINE_MAX / 8];

  *used = 0;
  GrHdf5ReaderSibling(pair->path, 1, "step", step, sizeof(step));
  GrHdf5ReaderSibling(pair->path, 1, "time", time, sizeof(time));
  if (pair->source[0].rank == 0 || !GrHdf5ReaderFind(reader, step) || !GrHdf5ReaderFind(reader, time))
    return 0;
  PetscCall(GrHdf5ReaderNumber(reader, step, 1, &frame, value[0], sizeof(value[0])));
  PetscCall(GrHdf5ReaderNumber(reader, time, 1, &frame, value[1], sizeof(value[1])));
  APPEND(text, "frame %llu (step %s, time %s), ", (unsigned long long)frame, value[0], value[1]);
  *used = 1;
  return 0;
}

/* Appends "row 41 (id 42), ". The dataset of ids is in the particle group, one level above `value`. With insertion
   or removal the id is read from the frame. */
static PetscErrorCode NameRow(const GrHdf5Reader *reader, const Pair *pair, hsize_t frame, hsize_t row, char *text)
{
  const char *slash = strrchr(pair->path, '/');
  char id[GR_LINE_MAX], value[GR_LINE_MAX / 8];
  const hsize_t of_frame[] = {frame, row};
  int levels = slash && !strcmp(slash, "/value") ? 2 : 1;

  GrHdf5ReaderSibling(pair->path, levels, "id", id, sizeof(id));
  APPEND(text, "row %llu", (unsigned long long)row);
  PetscCall(GrHdf5ReaderNumber(reader, id, 1, &row, value, sizeof(value)));
  if (!value[0] && levels == 2) {
    GrHdf5ReaderSibling(pair->path, levels, "id/value", id, sizeof(id));
    PetscCall(GrHdf5ReaderNumber(reader, id, 2, of_frame, value, sizeof(value)));
  }
  if (value[0])
    APPEND(text, " (id %s)", value);
  APPEND(text, ", ");
  return 0;
}

/* Writes "frame ..., row ..., component 0", as far as a dataset has these dimensions, or "value 3" of an attribute. */
static PetscErrorCode NamePlace(Diff *diff, const Pair *pair, hsize_t place, char *text)
{
  hsize_t position[H5S_MAX_RANK];
  int i;

  text[0] = '\0';
  if (pair->attribute) {
    if (pair->source[0].n > 1)
      APPEND(text, "value %llu: ", (unsigned long long)place);
    return 0;
  }
  FindPosition(&pair->source[0], place, position);
  PetscCall(NameFrame(&diff->reader[0], pair, position[0], text, &i));
  if (i < pair->source[0].rank)
    PetscCall(NameRow(&diff->reader[0], pair, position[0], position[i++], text));
  for (; i < pair->source[0].rank; i++)
    APPEND(text, "component %llu, ", (unsigned long long)position[i]);
  size_t length = strlen(text);
  if (length >= 2)
    strcpy(text + length - 2, ": ");
  return 0;
}

/* Compares the values that have been read from both files, which begin at `place`. `row`: numbers of these rows in the
   first file; NULL: consecutive rows. */
static PetscErrorCode CompareRead(Diff *diff, const Pair *pair, hsize_t place, const PetscInt64 row[])
{
  char where[GR_LINE_MAX], values[4 * GR_LINE_MAX];

  const GrHdf5Values both[2] = {pair->source[0].values, pair->source[1].values};
  const size_t first = FirstDifference(both);
  if (first < both[0].n) {
    const hsize_t width = row ? pair->source[0].n / pair->source[0].length[0] : 1;
    place += row ? (hsize_t)row[first / width] * width + first % width : first;
    PetscCall(NamePlace(diff, pair, place, where));
    PetscCall(FormatPair(diff, both, first, values, sizeof(values)));
    PrintDifference(diff, "%s: %s%s", pair->what, where, values);
  }
  return 0;
}

static PetscErrorCode CompareValues(Diff *diff, Pair *pair)
{
  const GrHdf5Source *a = &pair->source[0];
  const hsize_t entries = a->rank > 0 && !pair->attribute ? a->length[0] : 1, width = a->n / PetscMax(entries, 1),
                bytes = width * PetscMax(a->values.size, pair->source[1].values.size),
                run = PetscMax(SLAB_BYTES / PetscMax(bytes, 1), 1);
  hsize_t start[H5S_MAX_RANK] = {0}, count[H5S_MAX_RANK];

  if (GrDiffIsKeyed(a) && GrDiffIsKeyed(&pair->source[1])) {
    for (int k = 0; k < 2; k++)
      PetscCall(GrDiffReadKeyed(&pair->source[k], &diff->order[k]));
    return CompareRead(diff, pair, 0, diff->order[0].row);
  }
  PetscCall(PetscArraycpy(count, a->length, H5S_MAX_RANK));
  for (const int before = diff->n; diff->n == before && a->n > 0 && start[0] < entries; start[0] += run) {
    count[0] = PetscMin(run, entries - start[0]);
    for (int k = 0; k < 2; k++)
      PetscCall(GrHdf5SourceRead(&pair->source[k], start, count));
    PetscCall(CompareRead(diff, pair, start[0] * width, NULL));
  }
  return 0;
}

/* Compares a dataset, or the attribute of this name of an object. */
static PetscErrorCode ComparePair(Diff *diff, const char *path, const char *attribute)
{
  const int before = diff->n;
  Pair pair = {.path = path, .attribute = attribute};

  snprintf(pair.what, sizeof(pair.what), "%s%s%s", path[0] || !attribute ? path : "/", attribute ? ": attribute " : "",
           attribute ? attribute : "");
  for (int k = 0; k < 2; k++)
    PetscCall(GrHdf5SourceOpen(&diff->reader[k], path, attribute, &pair.source[k]));
  PetscCall(CompareShapes(diff, pair.what, pair.source));
  if (diff->n == before)
    PetscCall(CompareValues(diff, &pair));
  for (int k = 0; k < 2; k++)
    PetscCall(GrHdf5SourceClose(&pair.source[k]));
  return 0;
}

/* Checks that each attribute of one file exists in the other, and compares the values once, from the first file. */
static PetscErrorCode CompareAttributes(Diff *diff, const char *path)
{
  const char *object = path[0] ? path : "/";
  char name[GR_LINE_MAX];

  for (int k = 0; k < 2; k++)
    for (hsize_t i = 0;; i++) {
      GrErrorContext context = {PETSC_COMM_SELF, diff->reader[k].path, "read the attributes of", object};
      H5O_info_t info;
      name[0] = '\0';
      GrCallHdf5(&context, H5Oget_info_by_name(diff->reader[k].file, object, &info, H5P_DEFAULT));
      if (i < info.num_attrs)
        GrCallHdf5(&context, H5Aget_name_by_idx(diff->reader[k].file, object, H5_INDEX_NAME, H5_ITER_INC, i, name,
                                                GR_LINE_MAX, H5P_DEFAULT));
      if (!name[0])
        break;
      if (H5Aexists_by_name(diff->reader[1 - k].file, object, name, H5P_DEFAULT) <= 0)
        PrintDifference(diff, "%s: attribute %s: only in %s", object, name, diff->reader[k].path);
      /* not compared: references to the datasets of axes, which follow from the paths; the checksum of a dataset, which
         depends on the order of its rows; the number of a checkpoint in its directory */
      else if (k == 0 && !(!strcmp(name, "DIMENSION_LIST") || !strcmp(name, "REFERENCE_LIST") ||
                           !strcmp(name, "checksum") || !strcmp(name, "sequence")))
        PetscCall(ComparePair(diff, path, name));
    }
  return 0;
}

/* Objects that are not results: the author, and the version of granum. */
static bool IsAsideObject(const char *path)
{
  static const char *const aside[] = {"h5md/author", "h5md/creator", "parameters/version", "texts/program"};
  bool found = false;

  for (size_t k = 0; k < sizeof(aside) / sizeof(aside[0]); k++)
    found = found || strcmp(path, aside[k]) == 0;
  return found;
}

static PetscErrorCode CompareLinks(Diff *diff, const GrLink *a, const GrLink *b)
{
  static const char *const kind[] = {"a group", "a dataset", "a link or named type"};

  if (a->kind != b->kind) {
    PrintDifference(diff, "%s: %s in %s, %s in %s", a->path, kind[a->kind], diff->reader[0].path, kind[b->kind],
                    diff->reader[1].path);
    return 0;
  }
  if (a->kind == GR_LINK_OTHER)
    return GrFail(GR_EXIT_FILE,
                  "%s: %s: is a link or a named type, which granum does not write and cannot "
                  "compare",
                  diff->reader[0].path, a->path);
  if (IsAsideObject(a->path))
    return 0;
  if (a->kind == GR_LINK_DATASET)
    PetscCall(ComparePair(diff, a->path, NULL));
  return CompareAttributes(diff, a->path);
}

/* Whether an object is in the group with this path. group NULL: false. */
static bool IsBelow(const char *path, const char *group)
{
  const size_t n = group ? strlen(group) : 0;
  return group && strncmp(path, group, n) == 0 && path[n] == '/';
}

static PetscErrorCode MergeLinks(Diff *diff)
{
  const GrLinks *links[2] = {&diff->reader[0].links, &diff->reader[1].links};
  const char *lone[2] = {NULL, NULL}; /* latest object that is only in this file */

  for (size_t i[2] = {0, 0}; i[0] < links[0]->n || i[1] < links[1]->n;) {
    const GrLink *a = i[0] < links[0]->n ? &links[0]->link[i[0]] : NULL,
                 *b = i[1] < links[1]->n ? &links[1]->link[i[1]] : NULL;
    const int order = !a ? 1 : !b ? -1 : strcmp(a->path, b->path), k = order > 0;
    const char *path = k ? b->path : a->path;
    i[k]++;
    if (order == 0) {
      i[1]++;
      if (a->kind != b->kind)
        lone[0] = lone[1] = path; /* one of them may be a group with contents */
      PetscCall(CompareLinks(diff, a, b));
    } else if (!IsBelow(path, lone[k])) {
      lone[k] = path;
      PrintDifference(diff, "%s: only in %s", path, diff->reader[k].path);
    }
  }
  return 0;
}

PetscErrorCode GrResultsDiff(const char *path_a, const char *path_b, bool *same, FILE *out)
{
  Diff diff = {.out = out};

  PetscCall(GrHdf5ReaderOpen(path_a, &diff.reader[0]));
  PetscCall(GrHdf5ReaderOpen(path_b, &diff.reader[1]));
  PetscCall(MergeLinks(&diff));
  if (diff.n > 1)
    fprintf(out, "%d differences\n", diff.n);
  for (int k = 0; k < 2; k++) {
    PetscCall(GrDiffOrderDestroy(&diff.order[k]));
    PetscCall(GrHdf5ReaderClose(&diff.reader[k]));
  }
  *same = diff.n == 0;
  return 0;
}
