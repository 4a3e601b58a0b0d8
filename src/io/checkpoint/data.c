/* What is in a checkpoint: texts in the group `texts`, numbers in `numbers` (tables of one row, really), a group for
   each table with a dataset for each column. Tables and numbers are put in by put.c. */
#include "io/checkpoint/checksum.h"
#include "io/checkpoint/file.h"
#include "io/h5/plain.h"

#include <granum/error.h>
#include <inttypes.h>
#include <string.h>

static const char texts[] = "texts", numbers[] = GR_CHECKPOINT_NUMBERS;

PetscErrorCode GrCheckpointCheckName(const char *name)
{
  size_t length = strlen(name);

  PetscFunctionBeginUser;
  PetscCheck(length > 0 && length < GR_CHECKPOINT_NAME && !strchr(name, '/') && strcmp(name, ".") != 0, PETSC_COMM_SELF,
             PETSC_ERR_ARG_WRONG, "\"%s\" cannot be a name in a checkpoint", name);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointCheckTable(const char *table)
{
  PetscFunctionBeginUser;
  PetscCall(GrCheckpointCheckName(table));
  PetscCheck(strcmp(table, texts) != 0 && strcmp(table, numbers) != 0, PETSC_COMM_SELF, PETSC_ERR_ARG_WRONG,
             "the name \"%s\" is taken", table);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointNoteGiven(GrCheckpoint file, const char *path, int64_t at, uint64_t part, uint64_t bytes)
{
  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(file->n_given + 1) * sizeof(GrCheckpointGiven), &file->given));
  GrCheckpointGiven *given = &file->given[file->n_given++];
  *given = (GrCheckpointGiven){.at = at, .bytes = (int64_t)bytes, .part = part};
  PetscCall(PetscStrallocpy(path, &given->path));
  PetscFunctionReturn(0);
}

/* Opens table/name. Texts, and nothing else, are in `texts`, and have extent.rank 0; rows of numbers, one or many to a
   row, are in all other tables. */
static PetscErrorCode OpenDataset(GrCheckpoint file, const char *table, const char *name, GrDataset *dataset)
{
  PetscFunctionBeginUser;
  *dataset = (GrDataset){.results = &file->inside};
  PetscCall(GrResultsJoin(table, name, &dataset->path));
  PetscCall(GrPlainOpen(dataset));
  if (dataset->extent.rank > 2 || (dataset->extent.rank == 0) != (strcmp(table, texts) == 0))
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: %s is not %s, which granum does not write; use another checkpoint",
                               file->path, dataset->path,
                               strcmp(table, texts) == 0 ? "a text" : "a column of numbers"));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointHas(GrCheckpoint file, const char *table, const char *name, PetscBool *has)
{
  char *path;

  PetscFunctionBeginUser;
  PetscCall(GrResultsJoin(table, name, &path));
  PetscCall(GrPlainExists(&file->inside, path, has));
  PetscCall(PetscFree(path));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointLink(GrCheckpoint file, const char *group, hsize_t i, char name[GR_CHECKPOINT_NAME],
                                hsize_t *n)
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "list", group);
  H5G_info_t info;

  PetscFunctionBeginUser;
  name[0] = '\0';
  GrCallHdf5(&context, H5Gget_info_by_name(file->inside.file, group, &info, H5P_DEFAULT));
  *n = info.nlinks;
  if (i < *n)
    GrCallHdf5(&context, H5Lget_name_by_idx(file->inside.file, group, H5_INDEX_NAME, H5_ITER_INC, i, name,
                                            GR_CHECKPOINT_NAME, H5P_DEFAULT));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointTableRows(GrCheckpoint file, const char *table, PetscInt64 *total)
{
  GrErrorContext context = GrResultsErrorContext(&file->inside, "look for", table);
  char name[GR_CHECKPOINT_NAME];
  GrDataset dataset;
  htri_t exists;
  hsize_t n = 0;

  PetscFunctionBeginUser;
  *total = -1;
  PetscCall(GrCheckpointCheckName(table));
  GrCallHdf5(&context, exists = H5Lexists(file->inside.file, table, H5P_DEFAULT));
  if (exists)
    PetscCall(GrCheckpointLink(file, table, 0, name, &n));
  if (n == 0)
    PetscFunctionReturn(0);
  PetscCall(OpenDataset(file, table, name, &dataset));
  *total = (PetscInt64)dataset.extent.size[0];
  PetscCall(GrDatasetClose(&dataset));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointPutText(GrCheckpoint file, const char *name, const char *text)
{
  char *path;

  PetscFunctionBeginUser;
  if (file->kept) {
    PetscCall(GrMemoryCheckpointAddText(file, name, text));
    PetscFunctionReturn(0);
  }
  PetscCall(GrCheckpointCheckName(name));
  PetscCall(GrResultsJoin(texts, name, &path));
  if (file->rank == 0 && !file->error)
    file->error = GrResultsText(&file->inside, path, NULL, text);
  PetscCall(
      GrCheckpointNoteGiven(file, path, -1, file->rank == 0 ? GrChecksumPart(text, strlen(text), 0) : 0, strlen(text)));
  PetscCall(PetscFree(path));
  PetscFunctionReturn(0);
}

static PetscErrorCode NeedDataset(GrCheckpoint file, const char *table, const char *name, GrDataset *dataset)
{
  PetscBool has = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(GrCheckpointHas(file, table, name, &has));
  if (!has)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: the checkpoint has no %s/%s; it was written by granum %s, this is %s",
                               file->path, table, name, file->header.program, GRANUM_VERSION));
  PetscCall(OpenDataset(file, table, name, dataset));
  PetscFunctionReturn(0);
}

static PetscErrorCode ReadText(const GrDataset *dataset, char **text)
{
  GrErrorContext context = GrResultsErrorContext(dataset->results, "read", dataset->path);
  hid_t type;

  PetscFunctionBeginUser;
  GrCallHdf5(&context, type = H5Dget_type(dataset->id));
  PetscCall(PetscCalloc1(H5Tget_size(type) + 1, text)); /* GrPlainOpen has seen that it is one string of this size */
  GrCallHdf5Agree(&context, H5Dread(dataset->id, type, H5S_ALL, H5S_ALL, dataset->results->transfer, *text));
  GrCallLocal(H5Tclose(type));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointGetText(GrCheckpoint file, const char *name, char **text)
{
  GrDataset dataset;

  PetscFunctionBeginUser;
  PetscCall(NeedDataset(file, texts, name, &dataset));
  PetscCall(ReadText(&dataset, text));
  PetscCall(GrDatasetClose(&dataset));
  PetscFunctionReturn(0);
}

/* Does the dataset have the numbers of this column, in so many rows? */
static PetscErrorCode CheckShape(GrCheckpoint file, const GrDataset *dataset, const GrColumn *column, GrRows rows)
{
  const hid_t memory = column->number == GR_REAL ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
  const hsize_t components = dataset->extent.rank > 1 ? dataset->extent.size[1] : 1;

  PetscFunctionBeginUser;
  if (dataset->memory != memory || components != (hsize_t)column->components)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s does not have %d %s a row; it was written by granum %s, this is %s", file->path,
                               dataset->path, column->components, column->number == GR_REAL ? "real" : "integer",
                               file->header.program, GRANUM_VERSION));
  if (dataset->extent.size[0] != (hsize_t)rows.total)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s has %llu rows instead of %" PetscInt64_FMT "; use another checkpoint",
                               file->path, dataset->path, (unsigned long long)dataset->extent.size[0], rows.total));
  PetscCheck(rows.first >= 0 && rows.count >= 0 && rows.count <= rows.total - rows.first, PETSC_COMM_SELF,
             PETSC_ERR_ARG_OUTOFRANGE, "rows of %s that it does not have", dataset->path);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointFault(GrCheckpoint file, const char *table, const char *name, PetscInt64 row,
                                 const char *what)
{
  return GrFail(GR_EXIT_FILE, "%s: row %" PetscInt64_FMT " of %s/%s %s; use another checkpoint", file->path, row, table,
                name, what);
}

/* The first number out of bounds, over all ranks, is a failure. */
static PetscErrorCode CheckBounds(GrCheckpoint file, const char *table, const GrColumn *column, const GrBounds *bounds,
                                  GrRows rows, const PetscInt64 *present, const void *data)
{
  const PetscInt64 row = GrBoundsFirst(bounds, column, rows.count, present, data);
  const size_t bytes = sizeof(double) * (size_t)column->components;
  PetscErrorCode error = 0;
  char what[256];

  PetscFunctionBeginUser;
  if (row < rows.count) {
    GrBoundsDescribe(bounds, column, (const char *)data + bytes * (size_t)row, what, sizeof(what));
    error = GrCheckpointFault(file, table, column->name, rows.first + row, what);
  }
  PetscCall(GrFailAgree(file->inside.comm, error));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointGetPresent(GrCheckpoint file, const char *table, const GrColumn *column,
                                      const GrBounds *bounds, GrRows rows, const PetscInt64 *present, void *data)
{
  GrDataset dataset;

  PetscFunctionBeginUser;
  PetscCall(NeedDataset(file, table, column->name, &dataset));
  PetscErrorCode code = CheckShape(file, &dataset, column, rows);
  if (!code)
    code = GrCheckpointSlotsRead(&dataset, rows, data);
  PetscCall(GrDatasetClose(&dataset));
  PetscCall(code);
  PetscCall(CheckBounds(file, table, column, bounds, rows, present, data));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointGetColumn(GrCheckpoint file, const char *table, const GrColumn *column,
                                     const GrBounds *bounds, GrRows rows, void *data)
{
  PetscFunctionBeginUser;
  PetscCall(GrCheckpointGetPresent(file, table, column, bounds, rows, NULL, data));
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointGetNumber(GrCheckpoint file, const GrColumn *column, const GrBounds *bounds, void *value)
{
  PetscFunctionBeginUser;
  PetscCall(GrCheckpointGetColumn(file, numbers, column, bounds, (GrRows){1, 0, 1}, value));
  PetscFunctionReturn(0);
}
