/* Comparing two datasets in slabs, and saying where they first differ; see diff.h. */
#include "io/diff/diff.h"

#include <string.h>

enum { SLAB_BYTES = 8 << 20 };

/* A dataset of both files. */
typedef struct {
  const char *path;
  hid_t id[2], space[2];
  int rank;
  hsize_t size[H5S_MAX_RANK], n;
  GrValues values[2];
} Pair;

static PetscErrorCode OpenPair(GrDiff *diff, const char *path, Pair *pair)
{
  PetscFunctionBeginUser;
  *pair = (Pair){.path = path};
  for (int k = 0; k < 2; k++) {
    GrErrorContext context = {PETSC_COMM_SELF, diff->reader[k].path, "read", path};
    GrCallHdf5(&context, pair->id[k] = H5Dopen2(diff->reader[k].file, path, H5P_DEFAULT));
    GrCallLocal(pair->space[k] = H5Dget_space(pair->id[k]));
    GrCallLocal(pair->values[k].type = H5Dget_type(pair->id[k]));
    pair->values[k].size = H5Tget_size(pair->values[k].type);
  }
  pair->rank = H5Sget_simple_extent_dims(pair->space[0], pair->size, NULL);
  pair->n = (hsize_t)H5Sget_simple_extent_npoints(pair->space[0]);
  PetscFunctionReturn(0);
}

static PetscErrorCode ClosePair(Pair *pair)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    GrCallLocal(H5Tclose(pair->values[k].type));
    GrCallLocal(H5Sclose(pair->space[k]));
    GrCallLocal(H5Dclose(pair->id[k]));
  }
  PetscFunctionReturn(0);
}

/* Position in each dimension of the element at this place in row-major order. */
static void Position(const Pair *pair, hsize_t place, hsize_t position[])
{
  for (int i = pair->rank - 1; i >= 0; i--) {
    position[i] = place % pair->size[i];
    place /= pair->size[i];
  }
}

/* The largest box of at most `limit` elements that begins at `place` and is contiguous in row-major order. Places
   handed in are the ends of boxes given before, so all positions behind the dimension that is cut are zero or share it.
 */
static hsize_t Box(const Pair *pair, hsize_t place, hsize_t limit, hsize_t start[], hsize_t count[])
{
  hsize_t n = 1;
  Position(pair, place, start);
  int cut = pair->rank - 1;
  while (cut > 0 && start[cut] == 0 && n * pair->size[cut] <= limit) {
    count[cut] = pair->size[cut];
    n *= pair->size[cut--];
  }
  for (int i = 0; i < cut; i++)
    count[i] = 1;
  if (cut >= 0) {
    count[cut] = PetscMin(pair->size[cut] - start[cut], PetscMax(1, limit / n));
    n *= count[cut];
  }
  return n;
}

static PetscErrorCode ReadBox(GrDiff *diff, Pair *pair, int k, const hsize_t start[], const hsize_t count[])
{
  GrErrorContext context = {PETSC_COMM_SELF, diff->reader[k].path, "read", pair->path};
  hsize_t n = pair->values[k].n;
  hid_t memory;

  PetscFunctionBeginUser;
  GrCallLocal(memory = H5Screate_simple(1, &n, NULL));
  if (pair->rank > 0)
    GrCallLocal(H5Sselect_hyperslab(pair->space[k], H5S_SELECT_SET, start, NULL, count, NULL));
  GrCallHdf5(&context,
             H5Dread(pair->id[k], pair->values[k].type, memory, pair->space[k], H5P_DEFAULT, pair->values[k].data));
  GrCallLocal(H5Sclose(memory));
  PetscFunctionReturn(0);
}

/* Appends to a text that has room for GR_LINE_MAX. */
#define Add(text, ...)                                                                                                 \
  do {                                                                                                                 \
    size_t used_ = strlen(text);                                                                                       \
    snprintf((text) + used_, GR_LINE_MAX - used_, __VA_ARGS__);                                                        \
  } while (0)

/* "frame 3 (step 300, time 3e-06), " for a dataset with step and time beside it; the number of dimensions that tells.
 */
static PetscErrorCode NameFrame(const GrReader *reader, const Pair *pair, hsize_t frame, char *text, int *used)
{
  char step[GR_LINE_MAX], time[GR_LINE_MAX], value[2][GR_LINE_MAX / 8];

  PetscFunctionBeginUser;
  *used = 0;
  GrReaderSibling(pair->path, 1, "step", step, sizeof(step));
  GrReaderSibling(pair->path, 1, "time", time, sizeof(time));
  if (pair->rank == 0 || !GrReaderFind(reader, step) || !GrReaderFind(reader, time))
    PetscFunctionReturn(0);
  PetscCall(GrReaderElement(reader, step, frame, value[0], sizeof(value[0])));
  PetscCall(GrReaderElement(reader, time, frame, value[1], sizeof(value[1])));
  Add(text, "frame %llu (step %s, time %s), ", (unsigned long long)frame, value[0], value[1]);
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
  Add(text, "row %llu", (unsigned long long)row);
  PetscCall(GrReaderElement(reader, id, row, value, sizeof(value)));
  if (value[0])
    Add(text, " (id %s)", value);
  Add(text, ", ");
  PetscFunctionReturn(0);
}

/* "frame ..., row ..., component 0" as far as the dataset has them. */
static PetscErrorCode NamePlace(GrDiff *diff, const Pair *pair, hsize_t place, char *text)
{
  hsize_t position[H5S_MAX_RANK];
  int i;

  PetscFunctionBeginUser;
  Position(pair, place, position);
  text[0] = '\0';
  PetscCall(NameFrame(&diff->reader[0], pair, position[0], text, &i));
  if (i < pair->rank)
    PetscCall(NameRow(&diff->reader[0], pair, position[i++], text));
  for (; i < pair->rank; i++)
    Add(text, "component %llu, ", (unsigned long long)position[i]);
  size_t length = strlen(text);
  if (length >= 2)
    strcpy(text + length - 2, ": ");
  PetscFunctionReturn(0);
}

static PetscErrorCode CompareBox(GrDiff *diff, Pair *pair, hsize_t place, const hsize_t start[], const hsize_t count[])
{
  char where[GR_LINE_MAX], what[4 * GR_LINE_MAX];

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++)
    PetscCall(ReadBox(diff, pair, k, start, count));
  size_t first = GrDiffFirst(pair->values);
  if (first < pair->values[0].n) {
    PetscCall(NamePlace(diff, pair, place + first, where));
    PetscCall(GrDiffPair(diff, pair->values, first, what, sizeof(what)));
    GrDiffSay(diff, "%s: %s%s", pair->path, where, what);
  }
  hsize_t n = pair->values[0].n;
  for (int k = 0; k < 2; k++) {
    hid_t memory;
    GrCallLocal(memory = H5Screate_simple(1, &n, NULL));
    PetscCall(GrValuesReclaim(&pair->values[k], memory));
    GrCallLocal(H5Sclose(memory));
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode CompareValues(GrDiff *diff, Pair *pair)
{
  hsize_t start[H5S_MAX_RANK], count[H5S_MAX_RANK], n;
  hsize_t limit = PetscMax(1, SLAB_BYTES / PetscMax(pair->values[0].size, pair->values[1].size));

  PetscFunctionBeginUser;
  limit = PetscMin(limit, PetscMax(1, pair->n));
  for (int k = 0; k < 2; k++)
    PetscCall(PetscMalloc1(limit * pair->values[k].size, &pair->values[k].data));
  for (hsize_t place = 0; diff->same && place < pair->n; place += n) {
    n = Box(pair, place, limit, start, count);
    pair->values[0].n = pair->values[1].n = n;
    PetscCall(CompareBox(diff, pair, place, start, count));
  }
  for (int k = 0; k < 2; k++)
    PetscCall(PetscFree(pair->values[k].data));
  PetscFunctionReturn(0);
}

PetscErrorCode GrDiffDataset(GrDiff *diff, const char *path)
{
  Pair pair;

  PetscFunctionBeginUser;
  PetscCall(OpenPair(diff, path, &pair));
  const hid_t type[2] = {pair.values[0].type, pair.values[1].type};
  PetscCall(GrDiffShapes(diff, path, type, pair.space));
  if (diff->same)
    PetscCall(CompareValues(diff, &pair));
  PetscCall(ClosePair(&pair));
  PetscFunctionReturn(0);
}
