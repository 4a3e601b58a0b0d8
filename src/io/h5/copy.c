/* Copies the data file of a results file; see dataset.h.

   The first rank creates the copy with everything except the values of datasets that grow during the run. It opens the
   file a second time to read the structure. Then all ranks copy the values of these datasets, each rank a part. */
#include "io/h5/dataset.h"

#include <hdf5_hl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_BYTES = 256 };

/* A dataset by its address in the source file; other hard links may lead to it. */
typedef struct {
  haddr_t address;
  const GrDataset *kept; /* a dataset that the results keep open; */
  char *path;            /* or the path of a dataset that has been copied */
} Known;

typedef struct {
  GrResults results;
  GrCopyKind kind;
  hid_t from, to;
  int n_kept, n_copied;
  Known *kept, *copied; /* sorted by address; `copied` after the last dataset */
} Copy;

static int CompareAddresses(const void *one, const void *two)
{
  const haddr_t a = ((const Known *)one)->address, b = ((const Known *)two)->address;
  return (a > b) - (a < b);
}

static const Known *FindKnown(const Known *known, int n, haddr_t address)
{
  return n > 0 ? bsearch(&(Known){.address = address}, known, (size_t)n, sizeof(Known), CompareAddresses) : NULL;
}

static PetscErrorCode ListKept(Copy *c)
{
  H5O_info_t info;

  c->n_kept = c->results->n_kept;
  PetscCall(PetscMalloc1(c->n_kept, &c->kept));
  for (int k = 0; k < c->n_kept; k++) {
    const GrDataset *dataset = c->results->kept[k];
    GrErrorContext context = GrResultsErrorContext(c->results, "find", dataset->path);
    GrCallHdf5(&context, H5Oget_info_by_name(c->from, dataset->path, &info, H5P_DEFAULT));
    c->kept[k] = (Known){info.addr, dataset, NULL};
  }
  if (c->n_kept > 0)
    qsort(c->kept, (size_t)c->n_kept, sizeof(Known), CompareAddresses);
  return 0;
}

/* ---- attributes ---- */

static PetscErrorCode CopyAttribute(Copy *c, hid_t from, const char *name, hid_t to)
{
  GrErrorContext context = GrResultsErrorContext(c->results, "copy the attribute", name);
  hid_t attribute, type, space, copy;
  void *value;

  GrCallHdf5(&context, attribute = H5Aopen(from, name, H5P_DEFAULT));
  GrCallHdf5(&context, type = H5Aget_type(attribute));
  GrCallHdf5(&context, space = H5Aget_space(attribute));
  PetscCall(PetscCalloc1(H5Tget_size(type) * (size_t)H5Sget_simple_extent_npoints(space), (char **)&value));
  GrCallHdf5(&context, H5Aread(attribute, type, value));
  GrCallHdf5(&context, copy = H5Acreate2(to, name, type, space, H5P_DEFAULT, H5P_DEFAULT));
  GrCallHdf5(&context, H5Awrite(copy, type, value));
  GrCallLocal(H5Dvlen_reclaim(type, space, H5P_DEFAULT, value));
  PetscCall(PetscFree(value));
  GrCallHdf5(&context, H5Aclose(copy));
  return GrHdf5Close(space, type, attribute);
}

/* Copies all attributes except the references between datasets and scales. */
static PetscErrorCode CopyAttributes(Copy *c, hid_t from, hid_t to)
{
  GrErrorContext context = GrResultsErrorContext(c->results, "copy", "attributes");
  char name[NAME_MAX_BYTES];
  H5O_info_t info;

  GrCallHdf5(&context, H5Oget_info(from, &info));
  for (hsize_t i = 0; i < info.num_attrs; i++) {
    GrCallHdf5(&context, H5Aget_name_by_idx(from, ".", H5_INDEX_NAME, H5_ITER_INC, i, name, sizeof(name), H5P_DEFAULT));
    if (strcmp(name, "DIMENSION_LIST") != 0 && strcmp(name, "REFERENCE_LIST") != 0)
      PetscCall(CopyAttribute(c, from, name, to));
  }
  return 0;
}

/* ---- scales ---- */

typedef struct {
  const Copy *copy;
  hid_t to; /* the copy of the dataset */
} ScaleCopy;

static herr_t AttachScale(hid_t from, unsigned axis, hid_t scale, void *context)
{
  const ScaleCopy *s = context;
  const Known *found;
  H5O_info_t info;

  (void)from;
  if (H5Oget_info(scale, &info) < 0)
    return -1;
  found = FindKnown(s->copy->copied, s->copy->n_copied, info.addr);
  if (!found) /* a scale that was not copied, for example of another program */
    return 0;
  const hid_t to = H5Dopen2(s->copy->to, found->path, H5P_DEFAULT);
  return to >= 0 && H5DSattach_scale(s->to, to, axis) >= 0 && H5Dclose(to) >= 0 ? 0 : -1;
}

/* Attaches the copies of the scales to the copies of the datasets. */
static PetscErrorCode CopyScales(Copy *c)
{
  if (c->n_copied > 0)
    qsort(c->copied, (size_t)c->n_copied, sizeof(Known), CompareAddresses);
  for (int k = 0; k < c->n_copied; k++) {
    GrErrorContext context = GrResultsErrorContext(c->results, "copy the axes of", c->copied[k].path);
    ScaleCopy s = {.copy = c};
    hid_t from, space;
    GrCallHdf5(&context, from = H5Dopen2(c->from, c->copied[k].path, H5P_DEFAULT));
    GrCallHdf5(&context, s.to = H5Dopen2(c->to, c->copied[k].path, H5P_DEFAULT));
    GrCallHdf5(&context, space = H5Dget_space(from));
    for (int axis = 0; axis < H5Sget_simple_extent_ndims(space); axis++)
      GrCallHdf5(&context, H5DSiterate_scales(from, (unsigned)axis, NULL, AttachScale, &s));
    GrCallLocal(H5Sclose(space));
    GrCallHdf5(&context, H5Dclose(s.to));
    GrCallHdf5(&context, H5Dclose(from));
  }
  return 0;
}

/* ---- values ---- */

/* Copies the entries [first, end) of a dataset: the rows that both files have. */
static PetscErrorCode CopyEntries(const GrDataset *from, const GrDataset *to, hsize_t first, hsize_t end)
{
  const hsize_t width = from->extent.rank > 1 ? PetscMin(from->extent.size[1], to->extent.size[1]) : 1;

  return GrDatasetFillRows(to, from, first, end, 0, width);
}

/* Each rank that has the file open copies some entries of a dataset that grows. */
static PetscErrorCode CopyShare(GrResults r, const GrDataset *from, GrCopyKind kind, hid_t file)
{
  GrErrorContext context = GrResultsErrorContext(r, "copy", from->path);
  GrDataset to = *from;
  hsize_t first, end;

  GrResultsShare(r, from->length, &first, &end);
  GrDatasetSizeIn(from, kind, to.extent.size);
  GrCallHdf5(&context, to.id = H5Dopen2(file, from->path, H5P_DEFAULT));
  PetscCall(CopyEntries(from, &to, first, end));
  if (from->extent.varies)
    PetscCall(GrDatasetFillRows(&to, NULL, first, end, from->extent.size[1], to.extent.size[1]));
  GrCallHdf5(&context, H5Dclose(to.id));
  return 0;
}

static bool IsPacked(const GrDataset *d, GrCopyKind kind)
{
  return kind == GR_COPY_EXACT && d->extent.storage.pack && d->length > 0;
}

/* ---- the structure ---- */

/* Creation property list of a virtual dataset, whose values are in the data file. If that file is missing, readers
   get NaN, or -1 for integers. */
static PetscErrorCode VirtualList(const Copy *c, const GrDataset *d, hid_t source, hid_t space, hid_t *list)
{
  const hsize_t start[GR_RANK_MAX] = {0};
  const char *slash = strrchr(c->results->data, '/');
  char blank[sizeof(double)], path[PATH_MAX];
  hid_t part;

  GrCallLocal(*list = H5Pcreate(H5P_DATASET_CREATE));
  GrCallLocal(H5Pset_obj_track_times(*list, false));
  GrDatasetFill(d, 1, blank);
  GrCallLocal(H5Pset_fill_value(*list, d->memory, blank));
  if (H5Sget_simple_extent_npoints(space) == 0)
    return 0;
  GrCallLocal(part = H5Scopy(source));
  GrCallLocal(H5Sselect_hyperslab(part, H5S_SELECT_SET, start, NULL, d->extent.size, NULL));
  snprintf(path, sizeof(path), "/%s", d->path);
  GrCallLocal(H5Pset_virtual(*list, space, slash ? slash + 1 : c->results->data, path, part));
  return GrHdf5Close(part);
}

/* Copies a dataset of numbers. The copy has the size of d. */
static PetscErrorCode CopyNumbers(Copy *c, hid_t from, const GrDataset *d, hid_t source)
{
  GrErrorContext context = GrResultsErrorContext(c->results, "copy", d->path);
  hid_t type, space, list;
  GrDataset to = *d;

  GrCallHdf5(&context, type = H5Dget_type(from));
  GrCallLocal(space = H5Screate_simple(d->extent.rank, d->extent.size, NULL));
  if (c->kind == GR_COPY_VIRTUAL) {
    PetscCall(VirtualList(c, d, source, space, &list));
  } else if (IsPacked(d, c->kind)) {
    PetscCall(GrDatasetPackList(d, d->extent.size, &list));
  } else {
    PetscCall(GrDatasetList(d, &list));
  }
  GrCallHdf5(&context, to.id = H5Dcreate2(c->to, d->path, type, space, H5P_DEFAULT, list, H5P_DEFAULT));
  PetscCall(CopyAttributes(c, from, to.id));
  if (!d->extent.grows && c->kind != GR_COPY_VIRTUAL)
    PetscCall(CopyEntries(d, &to, 0, d->extent.size[0]));
  GrCallHdf5(&context, H5Dclose(to.id));
  return GrHdf5Close(list, space, type);
}

/* Copies a dataset without a change. H5Ocopy of HDF5 1.10.8 crashes after a failed write. */
static PetscErrorCode CopyAsItIs(Copy *c, hid_t from, const char *path, hid_t type, hid_t space)
{
  GrErrorContext context = GrResultsErrorContext(c->results, "copy", path);
  hid_t list, to;
  void *value;

  PetscCall(PetscCalloc1(H5Tget_size(type) * (size_t)H5Sget_simple_extent_npoints(space), (char **)&value));
  GrCallLocal(list = H5Dget_create_plist(from));
  GrCallHdf5(&context, H5Dread(from, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value));
  GrCallHdf5(&context, to = H5Dcreate2(c->to, path, type, space, H5P_DEFAULT, list, H5P_DEFAULT));
  GrCallHdf5(&context, H5Dwrite(to, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value));
  PetscCall(CopyAttributes(c, from, to));
  GrCallLocal(H5Dvlen_reclaim(type, space, H5P_DEFAULT, value));
  PetscCall(PetscFree(value));
  GrCallHdf5(&context, H5Dclose(to));
  return GrHdf5Close(list);
}

static PetscErrorCode CopyDataset(Copy *c, const char *path, haddr_t address)
{
  GrErrorContext context = GrResultsErrorContext(c->results, "copy", path);
  const Known *kept = FindKnown(c->kept, c->n_kept, address);
  GrDataset d = kept ? *kept->kept : (GrDataset){.results = c->results};
  hid_t type, space;

  d.path = (char *)path;
  GrCallHdf5(&context, d.id = H5Dopen2(c->from, path, H5P_DEFAULT));
  GrCallHdf5(&context, space = H5Dget_space(d.id));
  GrCallHdf5(&context, type = H5Dget_type(d.id));
  const int rank = H5Sget_simple_extent_ndims(space);
  const H5T_class_t class = H5Tget_class(type);
  if (!kept && (rank < 1 || rank > GR_RANK_MAX || (class != H5T_INTEGER && class != H5T_FLOAT))) {
    PetscCall(CopyAsItIs(c, d.id, path, type, space)); /* a text, or a dataset of another program */
  } else {
    if (!kept) {
      d.extent.rank = H5Sget_simple_extent_dims(space, d.extent.size, NULL);
      d.memory = class == H5T_INTEGER ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE;
    }
    GrDatasetSizeIn(&d, c->kind, d.extent.size);
    PetscCall(CopyNumbers(c, d.id, &d, space));
    if ((c->n_copied & (c->n_copied - 1)) == 0) /* full at every power of two */
      PetscCall(PetscRealloc(2 * (size_t)PetscMax(c->n_copied, 1) * sizeof(Known), &c->copied));
    c->copied[c->n_copied] = (Known){.address = address};
    PetscCall(PetscStrallocpy(path, &c->copied[c->n_copied++].path));
  }
  PetscCall(GrHdf5Close(type, space));
  GrCallHdf5(&context, H5Dclose(d.id));
  return 0;
}

static PetscErrorCode CopyGroup(Copy *c, const char *path)
{
  GrErrorContext context = GrResultsErrorContext(c->results, "copy", path);
  hid_t from, to;

  GrCallHdf5(&context, from = H5Gopen2(c->from, path, H5P_DEFAULT));
  PetscCall(GrHdf5Group(&context, c->to, path, &to));
  PetscCall(CopyAttributes(c, from, to));
  return GrHdf5Close(to, from);
}

/* Copies a link, and its object unless an earlier link led to the same object. */
static PetscErrorCode CopyLink(Copy *c, const char *path)
{
  GrErrorContext context = GrResultsErrorContext(c->results, "copy", path);
  H5O_info_t info;

  GrCallHdf5(&context, H5Oget_info_by_name(c->from, path, &info, H5P_DEFAULT));
  if (info.type == H5O_TYPE_GROUP)
    return CopyGroup(c, path);
  for (int k = c->n_copied - 1; info.rc > 1 && k >= 0; k--)
    if (c->copied[k].address == info.addr) {
      GrCallHdf5(&context, H5Lcreate_hard(c->to, c->copied[k].path, c->to, path, H5P_DEFAULT, H5P_DEFAULT));
      return 0;
    }
  return CopyDataset(c, path, info.addr);
}

static herr_t SeeLink(hid_t file, const char *path, const H5L_info_t *info, void *context)
{
  return CopyLink(context, path) ? -1 : 0;
}

/* Collective. Writes the values of compressed datasets. The first rank has the copy open. */
static PetscErrorCode PackAll(GrResults r, GrCopyKind kind, hid_t file)
{
  hsize_t size[GR_RANK_MAX];

  for (int k = 0; k < r->n_kept; k++) {
    const GrDataset *d = r->kept[k];
    GrErrorContext context = GrResultsErrorContext(r, "compress", d->path);
    hid_t to = H5I_INVALID_HID;
    if (!IsPacked(d, kind))
      continue;
    PetscCall(GrResultsGather(r, false)); /* all ranks compress */
    GrDatasetSizeIn(d, kind, size);
    if (file >= 0)
      GrCallHdf5(&context, to = H5Dopen2(file, d->path, H5P_DEFAULT));
    PetscCall(GrDatasetPackValues(d, size, to));
    if (file >= 0)
      GrCallHdf5(&context, H5Dclose(to));
  }
  return 0;
}

/* First rank. Creates the copy. */
static PetscErrorCode CopyStructure(GrResults r, GrCopyKind kind, const char *name, hid_t *file)
{
  GrErrorContext context = GrResultsErrorContext(r, "copy", "the file");
  Copy c = {.results = r, .kind = kind};
  hid_t access;

  GrCallLocal(access = H5Pcreate(H5P_FILE_ACCESS));
  GrCallLocal(H5Pset_file_locking(access, false, true));
  GrCallHdf5(&context, c.from = H5Fopen(r->finished ? r->path : r->data, H5F_ACC_RDONLY, access));
  GrCallLocal(H5Pclose(access));
  PetscCall(ListKept(&c));
  PetscCall(GrResultsPrepareFile(r, name));
  PetscCall(GrResultsCreateAlone(r, name, &c.to));
  GrCallHdf5(&context, H5Lvisit(c.from, H5_INDEX_NAME, H5_ITER_INC, SeeLink, &c));
  PetscCall(CopyScales(&c));
  for (int k = 0; k < c.n_copied; k++)
    PetscCall(PetscFree(c.copied[k].path));
  PetscCall(PetscFree(c.copied));
  PetscCall(PetscFree(c.kept));
  GrCallHdf5(&context, H5Fclose(c.from));
  *file = c.to;
  return 0;
}

/* Collective. Copies the values of datasets that grow and are not compressed. */
static PetscErrorCode CopyGrown(GrResults r, GrCopyKind kind, const char *name)
{
  GrErrorContext context = GrResultsErrorContext(r, "write", "a copy of the file");
  hid_t to;

  PetscCall(GrResultsOpenFile(r, name, true, false, &to));
  if (to < 0)
    return 0;
  for (int k = 0; k < r->n_kept; k++)
    if (r->kept[k]->extent.grows && !IsPacked(r->kept[k], kind))
      PetscCall(CopyShare(r, r->kept[k], kind, to));
  GrCallHdf5(&context, H5Fflush(to, H5F_SCOPE_GLOBAL));
  GrCallHdf5(&context, H5Fclose(to));
  return 0;
}

PetscErrorCode GrResultsCopy(GrResults r, GrCopyKind kind, const char *name)
{
  GrErrorContext context = GrResultsErrorContext(r, "write", "a copy of the file");
  const hid_t transfer = r->transfer;
  hid_t file = H5I_INVALID_HID;

  r->transfer = H5P_DEFAULT;
  if (r->rank == 0)
    PetscCall(CopyStructure(r, kind, name, &file));
  if (kind != GR_COPY_VIRTUAL)
    PetscCall(PackAll(r, kind, file));
  if (r->rank == 0)
    GrCallHdf5(&context, H5Fclose(file));
  if (kind != GR_COPY_VIRTUAL) {
    PetscCallMPI(MPI_Barrier(r->comm));
    PetscCall(CopyGrown(r, kind, name));
  }
  r->transfer = transfer;
  return 0;
}
