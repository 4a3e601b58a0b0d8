/* Reads an HDF5 file of any origin: its links, single elements and attributes; see reader.h. */
#include "io/h5/reader.h"

#include <errno.h>
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TAIL = 8 }; /* [bytes] zeros after values */

static GrErrorContext ReadingContext(const GrHdf5Reader *reader, const char *object)
{
  return (GrErrorContext){PETSC_COMM_SELF, reader->path, "read", object};
}

static GrLinkKind KindOfLink(hid_t group, const char *name)
{
  hid_t object = H5Oopen(group, name, H5P_DEFAULT);
  if (object < 0)
    return GR_LINK_OTHER; /* a dangling link */
  H5I_type_t type = H5Iget_type(object);
  H5Oclose(object);
  return type == H5I_GROUP ? GR_LINK_GROUP : type == H5I_DATASET ? GR_LINK_DATASET : GR_LINK_OTHER;
}

/* Callback of H5Lvisit: appends a link. The list is full at every power of two. */
static herr_t AddLink(hid_t group, const char *name, const H5L_info_t *info, void *context)
{
  GrLinks *links = context;
  GrLink link = {.kind = info->type == H5L_TYPE_HARD ? KindOfLink(group, name) : GR_LINK_OTHER};

  if (PetscStrallocpy(name, &link.path) ||
      ((links->n & (links->n - 1)) == 0 && PetscRealloc(2 * links->n * sizeof(link), &links->link)))
    return -1;
  links->link[links->n++] = link;
  return 0;
}

static int ByPath(const void *a, const void *b)
{
  return strcmp(((const GrLink *)a)->path, ((const GrLink *)b)->path);
}

/* Fails if the file of the values of a virtual dataset is missing: HDF5 would return fill values without an error. */
static PetscErrorCode CheckSourceFile(const GrHdf5Reader *reader, const char *dataset)
{
  const char *slash = strrchr(reader->path, '/');
  const int folder = slash ? (int)(slash - reader->path) + 1 : 0;
  char name[PETSC_MAX_PATH_LEN] = "", beside[PETSC_MAX_PATH_LEN];
  GrErrorContext context = ReadingContext(reader, dataset);
  hid_t id, list;

  GrCallHdf5(&context, id = H5Dopen2(reader->file, dataset, H5P_DEFAULT));
  GrCallHdf5(&context, list = H5Dget_create_plist(id));
  if (H5Pget_layout(list) == H5D_VIRTUAL)
    (void)H5Pget_virtual_filename(list, 0, name, sizeof(name));
  GrCallLocal(H5Pclose(list));
  GrCallLocal(H5Dclose(id));
  snprintf(beside, sizeof(beside), "%.*s%s", folder, reader->path, name);
  if (name[0] && access(beside, R_OK))
    return GrFail(GR_EXIT_FILE, "%s: the file %s with its values is missing; copy that file into the same folder",
                  reader->path, beside);
  return 0;
}

hid_t GrHdf5ReaderFile(const char *path, const char *kind, char reason[GR_HDF5_REASON])
{
  hid_t list, file = H5I_INVALID_HID;
  struct stat status;

  reason[0] = '\0';
  if (stat(path, &status) || access(path, R_OK))
    snprintf(reason, GR_HDF5_REASON, "the file cannot be read: %s", strerror(errno));
  else if (!S_ISREG(status.st_mode)) /* opening a named pipe would block */
    snprintf(reason, GR_HDF5_REASON, "this is not a regular file%s",
             S_ISDIR(status.st_mode) ? ", it is a folder; write the file, such as results.h5 in it" : "");
  else if (H5Fis_hdf5(path) == 0)
    snprintf(reason, GR_HDF5_REASON, "this is not a granum %s, since it is not an HDF5 file", kind);
  if (reason[0])
    return file;
  list = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fclose_degree(list, H5F_CLOSE_STRONG);
  H5Pset_file_locking(list, false, true); /* some file systems of clusters have no locks */
  if ((file = H5Fopen(path, H5F_ACC_RDONLY, list)) < 0) {
    const int begin = snprintf(reason, GR_HDF5_REASON, "the %s is damaged or truncated: ", kind);
    char why[GR_HDF5_REASON];
    GrHdf5Reason(why);
    snprintf(reason + begin, GR_HDF5_REASON - (size_t)begin, "%s", why);
  }
  H5Pclose(list);
  return file;
}

PetscErrorCode GrHdf5ReaderOpen(const char *path, GrHdf5Reader *reader)
{
  char reason[GR_HDF5_REASON];

  PetscCall(GrHdf5Quiet());
  *reader = (GrHdf5Reader){.path = path};
  reader->file = GrHdf5ReaderFile(path, "results file", reason);
  if (reason[0])
    return GrFail(GR_EXIT_FILE, "%s: %s", path, reason);
  PetscCall(PetscMalloc1(1, &reader->links.link));
  reader->links.link[0] = (GrLink){NULL, GR_LINK_GROUP};
  PetscCall(PetscStrallocpy("", &reader->links.link[0].path));
  reader->links.n = 1;
  GrErrorContext walk = ReadingContext(reader, "the list of objects");
  GrCallHdf5(&walk, H5Lvisit(reader->file, H5_INDEX_NAME, H5_ITER_NATIVE, AddLink, &reader->links));
  qsort(reader->links.link, reader->links.n, sizeof(GrLink), ByPath);
  for (size_t i = 0; i < reader->links.n; i++)
    if (reader->links.link[i].kind == GR_LINK_DATASET)
      PetscCall(CheckSourceFile(reader, reader->links.link[i].path));
  return 0;
}

PetscErrorCode GrHdf5ReaderClose(GrHdf5Reader *reader)
{
  for (size_t i = 0; i < reader->links.n; i++)
    PetscCall(PetscFree(reader->links.link[i].path));
  PetscCall(PetscFree(reader->links.link));
  GrErrorContext context = {PETSC_COMM_SELF, reader->path, "close", "the file"};
  const hid_t file = reader->file;
  *reader = (GrHdf5Reader){0};
  if (file > 0)
    GrCallHdf5(&context, H5Fclose(file));
  return 0;
}

const GrLink *GrHdf5ReaderFind(const GrHdf5Reader *reader, const char *path)
{
  GrLink key = {(char *)path, GR_LINK_OTHER};
  return bsearch(&key, reader->links.link, reader->links.n, sizeof(GrLink), ByPath);
}

void GrHdf5ReaderSibling(const char *path, int levels, const char *name, char *sibling, size_t size)
{
  snprintf(sibling, size, "%s", path);
  for (int i = 0; i < levels; i++) {
    char *slash = strrchr(sibling, '/');
    *(slash ? slash : sibling) = '\0';
  }
  size_t used = strlen(sibling);
  if (name)
    snprintf(sibling + used, size - used, "%s%s", used ? "/" : "", name);
}

PetscErrorCode GrHdf5SourceOpen(const GrHdf5Reader *reader, const char *path, const char *attribute, GrHdf5Source *s)
{
  GrErrorContext context = ReadingContext(reader, path[0] ? path : "/");

  *s = (GrHdf5Source){.reader = reader, .path = path, .attribute = attribute != NULL};
  if (attribute) {
    GrCallHdf5(&context, s->id = H5Aopen_by_name(reader->file, context.object, attribute, H5P_DEFAULT, H5P_DEFAULT));
    GrCallLocal(s->space = H5Aget_space(s->id));
    GrCallLocal(s->values.type = H5Aget_type(s->id));
  } else {
    GrCallHdf5(&context, s->id = H5Dopen2(reader->file, path, H5P_DEFAULT));
    GrCallLocal(s->space = H5Dget_space(s->id));
    GrCallLocal(s->values.type = H5Dget_type(s->id));
  }
  s->values.size = H5Tget_size(s->values.type);
  s->rank = H5Sget_simple_extent_dims(s->space, s->length, NULL);
  s->n = (hsize_t)H5Sget_simple_extent_npoints(s->space);
  return 0;
}

/* Frees the strings of variable length that HDF5 allocated. */
static PetscErrorCode ReclaimStrings(GrHdf5Values *values)
{
  const hsize_t n = values->n;
  hid_t memory;

  if (n == 0 || H5Tis_variable_str(values->type) <= 0)
    return 0;
  GrCallLocal(memory = H5Screate_simple(1, &n, NULL));
  GrCallLocal(H5Dvlen_reclaim(values->type, memory, H5P_DEFAULT, values->data));
  GrCallLocal(H5Sclose(memory));
  values->n = 0;
  return 0;
}

PetscErrorCode GrHdf5SourceReadAs(const GrHdf5Source *s, hid_t type, const hsize_t start[], const hsize_t count[],
                                  void *data)
{
  GrErrorContext context = ReadingContext(s->reader, s->path);
  hid_t memory;

  GrCallLocal(memory = s->rank > 0 ? H5Screate_simple(s->rank, count, NULL) : H5Screate(H5S_SCALAR));
  if (s->rank > 0)
    GrCallLocal(H5Sselect_hyperslab(s->space, H5S_SELECT_SET, start, NULL, count, NULL));
  GrCallHdf5(&context, H5Dread(s->id, type, memory, s->space, H5P_DEFAULT, data));
  return GrHdf5Close(memory);
}

PetscErrorCode GrHdf5SourceRead(GrHdf5Source *s, const hsize_t start[], const hsize_t count[])
{
  GrErrorContext context = ReadingContext(s->reader, s->path[0] ? s->path : "/");
  hsize_t n = s->attribute ? s->n : 1;

  PetscCall(ReclaimStrings(&s->values));
  for (int i = 0; i < s->rank && !s->attribute; i++)
    n *= count[i];
  if (n * s->values.size + TAIL > s->capacity) {
    s->capacity = n * s->values.size + TAIL;
    PetscCall(PetscRealloc(s->capacity, &s->values.data));
  }
  if (s->attribute)
    GrCallHdf5(&context, H5Aread(s->id, s->values.type, s->values.data));
  else if (n > 0)
    PetscCall(GrHdf5SourceReadAs(s, s->values.type, start, count, s->values.data));
  s->values.n = n;
  memset(s->values.data + n * s->values.size, 0, TAIL);
  return 0;
}

PetscErrorCode GrHdf5SourceClose(GrHdf5Source *s)
{
  PetscCall(ReclaimStrings(&s->values));
  PetscCall(PetscFree(s->values.data));
  PetscCall(GrHdf5Close(s->values.type, s->space));
  GrCallLocal(s->attribute ? H5Aclose(s->id) : H5Dclose(s->id));
  return 0;
}

PetscErrorCode GrHdf5ReaderNumber(const GrHdf5Reader *reader, const char *path, int rank, const hsize_t position[],
                                  char *text, size_t size)
{
  const GrLink *link = GrHdf5ReaderFind(reader, path);
  hsize_t one[H5S_MAX_RANK];
  GrHdf5Source source;

  text[0] = '\0';
  if (!link || link->kind != GR_LINK_DATASET)
    return 0;
  PetscCall(GrHdf5SourceOpen(reader, path, NULL, &source));
  bool there = source.rank == rank;
  for (int i = 0; there && i < rank; i++) {
    there = position[i] < source.length[i];
    one[i] = 1;
  }
  if (there) {
    PetscCall(GrHdf5SourceRead(&source, position, one));
    PetscCall(GrHdf5ValuesFormat(&source.values, 0, text, size));
  }
  return GrHdf5SourceClose(&source);
}

PetscErrorCode GrHdf5ReaderExtent(const GrHdf5Reader *reader, const char *path, int *rank, hsize_t length[H5S_MAX_RANK])
{
  const GrLink *link = GrHdf5ReaderFind(reader, path);
  GrHdf5Source source;

  *rank = -1;
  if (!link || link->kind != GR_LINK_DATASET)
    return 0;
  PetscCall(GrHdf5SourceOpen(reader, path, NULL, &source));
  *rank = source.rank;
  PetscCall(PetscArraycpy(length, source.length, H5S_MAX_RANK));
  return GrHdf5SourceClose(&source);
}

/* Whether a dataset contains real numbers and has the extent of the box. */
static bool HasBox(const GrHdf5Source *s, const GrHdf5ReaderBox *box)
{
  bool has = s->rank == box->rank && H5Tget_class(s->values.type) == H5T_FLOAT;
  for (int k = 0; k < box->rank && has; k++)
    has = k == 0 ? s->length[k] >= box->length[k] : s->length[k] == box->length[k];
  return has;
}

PetscErrorCode GrHdf5ReaderReals(const GrHdf5Reader *reader, const char *path, const GrHdf5ReaderBox *box, double *data)
{
  const GrLink *link = GrHdf5ReaderFind(reader, path);
  GrHdf5Source s;

  if (!link || link->kind != GR_LINK_DATASET)
    return GrFail(GR_EXIT_FILE, "%s: has no %s; give results that granum wrote", reader->path, path);
  PetscCall(GrHdf5SourceOpen(reader, path, NULL, &s));
  if (!HasBox(&s, box))
    return GrFail(GR_EXIT_FILE, "%s: %s does not have the shape that granum writes; give a results file of granum",
                  reader->path, path);
  PetscCall(GrHdf5SourceReadAs(&s, H5T_NATIVE_DOUBLE, box->start, box->count, data));
  return GrHdf5SourceClose(&s);
}

PetscErrorCode GrHdf5ReaderText(const GrHdf5Reader *reader, const char *path, const char *attribute, char *text,
                                size_t size)
{
  const hsize_t start[H5S_MAX_RANK] = {0};
  const GrLink *link = GrHdf5ReaderFind(reader, path);
  GrHdf5Source source;
  size_t length;

  text[0] = '\0';
  if (attribute ? H5Aexists_by_name(reader->file, path[0] ? path : "/", attribute, H5P_DEFAULT) <= 0
                : !link || link->kind != GR_LINK_DATASET)
    return 0;
  PetscCall(GrHdf5SourceOpen(reader, path, attribute, &source));
  if (H5Tget_class(source.values.type) == H5T_STRING && source.n == 1) {
    PetscCall(GrHdf5SourceRead(&source, start, source.length));
    const char *string = GrHdf5ValuesString(&source.values, 0, &length);
    snprintf(text, size, "%.*s", (int)PetscMin(length, size), string);
  }
  return GrHdf5SourceClose(&source);
}
