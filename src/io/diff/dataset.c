/* Comparing two datasets in slabs, or two attributes, and saying where they first differ; see diff.h. */
#include "io/diff/diff.h"

#include <string.h>

enum { SLAB_BYTES = 8 << 20 };

/* A dataset, or an attribute of an object, of both files. */
typedef struct {
  const char *path, *attribute;
  char what[2 * GR_LINE_MAX]; /* that it is */
  GrSource source[2];
} Pair;

/* Position in each dimension of the element at this place in row-major order. */
static void FindPosition(const GrSource *source, hsize_t place, hsize_t position[])
{
  for (int i = source->rank - 1; i >= 0; i--) {
    position[i] = place % source->length[i];
    place /= source->length[i];
  }
}

/* The largest box of at most `limit` elements that begins at `place` and is contiguous in row-major order. Places
   handed in are the ends of boxes given before, so all positions behind the dimension that is cut are zero or share
   it. */
static hsize_t TakeBox(const GrSource *source, hsize_t place, hsize_t limit, hsize_t start[], hsize_t count[])
{
  hsize_t n = 1;
  FindPosition(source, place, start);
  int cut = source->rank - 1;
  while (cut > 0 && start[cut] == 0 && n * source->length[cut] <= limit) {
    count[cut] = source->length[cut];
    n *= source->length[cut--];
  }
  for (int i = 0; i < cut; i++)
    count[i] = 1;
  if (cut >= 0) {
    count[cut] = PetscMin(source->length[cut] - start[cut], PetscMax(1, limit / n));
    n *= count[cut];
  }
  return n;
}

/* Appends to a text that has room for GR_LINE_MAX. */
#define APPEND(text, ...)                                                                                              \
  do {                                                                                                                 \
    size_t used_ = strlen(text);                                                                                       \
    snprintf((text) + used_, GR_LINE_MAX - used_, __VA_ARGS__);                                                        \
  } while (0)

/* "frame 3 (step 300, time 3e-06), " for a dataset with step and time beside it; the number of dimensions that
   tells. */
static PetscErrorCode NameFrame(const GrReader *reader, const Pair *pair, hsize_t frame, char *text, int *used)
{
  char step[GR_LINE_MAX], time[GR_LINE_MAX], value[2][GR_LINE_MAX / 8];

  PetscFunctionBeginUser;
  *used = 0;
  GrReaderSibling(pair->path, 1, "step", step, sizeof(step));
  GrReaderSibling(pair->path, 1, "time", time, sizeof(time));
  if (pair->source[0].rank == 0 || !GrReaderFind(reader, step) || !GrReaderFind(reader, time))
    PetscFunctionReturn(0);
  PetscCall(GrReaderElement(reader, step, frame, value[0], sizeof(value[0])));
  PetscCall(GrReaderElement(reader, time, frame, value[1], sizeof(value[1])));
  APPEND(text, "frame %llu (step %s, time %s), ", (unsigned long long)frame, value[0], value[1]);
  *used = 1;
  PetscFunctionReturn(0);
}

/* "row 41 (id 42), ": the id stands in the particle group, one level above `value` and beside what does not change. */
static PetscErrorCode NameRow(const GrReader *reader, const Pair *pair, hsize_t row, char *text)
{
  const char *slash = strrchr(pair->path, '/');
  char id[GR_LINE_MAX], value[GR_LINE_MAX / 8];
  int levels = slash && !strcmp(slash, "/value") ? 2 : 1;

  PetscFunctionBeginUser;
  GrReaderSibling(pair->path, levels, "id", id, sizeof(id));
  APPEND(text, "row %llu", (unsigned long long)row);
  PetscCall(GrReaderElement(reader, id, row, value, sizeof(value)));
  if (value[0])
    APPEND(text, " (id %s)", value);
  APPEND(text, ", ");
  PetscFunctionReturn(0);
}

/* "frame ..., row ..., component 0" as far as a dataset has them; "value 3" of an attribute. */
static PetscErrorCode NamePlace(GrDiff *diff, const Pair *pair, hsize_t place, char *text)
{
  hsize_t position[H5S_MAX_RANK];
  int i;

  PetscFunctionBeginUser;
  text[0] = '\0';
  if (pair->attribute) {
    if (pair->source[0].n > 1)
      APPEND(text, "value %llu: ", (unsigned long long)place);
    PetscFunctionReturn(0);
  }
  FindPosition(&pair->source[0], place, position);
  PetscCall(NameFrame(&diff->reader[0], pair, position[0], text, &i));
  if (i < pair->source[0].rank)
    PetscCall(NameRow(&diff->reader[0], pair, position[i++], text));
  for (; i < pair->source[0].rank; i++)
    APPEND(text, "component %llu, ", (unsigned long long)position[i]);
  size_t length = strlen(text);
  if (length >= 2)
    strcpy(text + length - 2, ": ");
  PetscFunctionReturn(0);
}

static PetscErrorCode CompareBox(GrDiff *diff, Pair *pair, hsize_t place, const hsize_t start[], const hsize_t count[])
{
  char where[GR_LINE_MAX], values[4 * GR_LINE_MAX];

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++)
    PetscCall(GrSourceRead(&pair->source[k], start, count));
  const GrValues both[2] = {pair->source[0].values, pair->source[1].values};
  const size_t first = GrDiffFirst(both);
  if (first < both[0].n) {
    PetscCall(NamePlace(diff, pair, place + first, where));
    PetscCall(GrDiffPair(diff, both, first, values, sizeof(values)));
    GrDiffSay(diff, "%s: %s%s", pair->what, where, values);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode CompareValues(GrDiff *diff, Pair *pair)
{
  const GrSource *a = &pair->source[0];
  const hsize_t most = SLAB_BYTES / PetscMax(a->values.size, pair->source[1].values.size),
                limit = pair->attribute ? a->n : PetscMax(1, most);
  hsize_t start[H5S_MAX_RANK], count[H5S_MAX_RANK], n;

  PetscFunctionBeginUser;
  for (hsize_t place = 0; diff->same && place < a->n; place += n) {
    n = TakeBox(a, place, limit, start, count);
    PetscCall(CompareBox(diff, pair, place, start, count));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrDiffValues(GrDiff *diff, const char *path, const char *attribute)
{
  Pair pair = {.path = path, .attribute = attribute};

  PetscFunctionBeginUser;
  snprintf(pair.what, sizeof(pair.what), "%s%s%s", path[0] || !attribute ? path : "/", attribute ? ": attribute " : "",
           attribute ? attribute : "");
  for (int k = 0; k < 2; k++)
    PetscCall(GrSourceOpen(&diff->reader[k], path, attribute, &pair.source[k]));
  PetscCall(GrDiffShapes(diff, pair.what, pair.source));
  if (diff->same)
    PetscCall(CompareValues(diff, &pair));
  for (int k = 0; k < 2; k++)
    PetscCall(GrSourceClose(&pair.source[k]));
  PetscFunctionReturn(0);
}
