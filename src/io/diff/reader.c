/* Reading an HDF5 file of any origin: its links, single elements and attributes; see reader.h. */
#include "io/diff/reader.h"

#include <errno.h>
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static GrErrorContext Reading(const GrReader *reader, const char *object)
{
  return (GrErrorContext){PETSC_COMM_SELF, reader->path, "read", object};
}

static GrLinkKind Kind(hid_t group, const char *name)
{
  hid_t object = H5Oopen(group, name, H5P_DEFAULT);
  if (object < 0)
    return GR_LINK_OTHER; /* a link that leads nowhere */
  H5I_type_t type = H5Iget_type(object);
  H5Oclose(object);
  return type == H5I_GROUP ? GR_LINK_GROUP : type == H5I_DATASET ? GR_LINK_DATASET : GR_LINK_OTHER;
}

/* H5Lvisit's callback: one more link in the list. */
static herr_t AddLink(hid_t group, const char *name, const H5L_info_t *info, void *context)
{
  GrLinks *links = context;
  if ((links->n & (links->n - 1)) == 0) { /* full at every power of two */
    GrLink *more = realloc(links->link, 2 * links->n * sizeof(*more));
    if (!more)
      return -1;
    links->link = more;
  }
  char *path = strdup(name);
  if (!path)
    return -1;
  links->link[links->n++] = (GrLink){path, info->type == H5L_TYPE_HARD ? Kind(group, name) : GR_LINK_OTHER};
  return 0;
}

static int ByPath(const void *a, const void *b)
{
  return strcmp(((const GrLink *)a)->path, ((const GrLink *)b)->path);
}

PetscErrorCode GrReaderOpen(const char *path, GrReader *reader)
{
  struct stat status;

  PetscFunctionBeginUser;
  PetscCall(GrHdf5Quiet());
  if (stat(path, &status) || access(path, R_OK))
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: could not read the file: %s", path, strerror(errno)));
  if (!S_ISREG(status.st_mode) || H5Fis_hdf5(path) <= 0)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: is not an HDF5 file", path));
  *reader = (GrReader){.path = path};
  GrErrorContext context = {PETSC_COMM_SELF, path, "open", "the file"};
  GrCallHdf5(&context, reader->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT));
  reader->links.link = malloc(sizeof(GrLink));
  PetscCheck(reader->links.link, PETSC_COMM_SELF, PETSC_ERR_MEM, "no memory for the list of links");
  reader->links.link[0] = (GrLink){strdup(""), GR_LINK_GROUP};
  reader->links.n = 1;
  GrErrorContext walk = Reading(reader, "the list of objects");
  GrCallHdf5(&walk, H5Lvisit(reader->file, H5_INDEX_NAME, H5_ITER_NATIVE, AddLink, &reader->links));
  qsort(reader->links.link, reader->links.n, sizeof(GrLink), ByPath);
  PetscFunctionReturn(0);
}

PetscErrorCode GrReaderClose(GrReader *reader)
{
  PetscFunctionBeginUser;
  for (size_t i = 0; i < reader->links.n; i++)
    free(reader->links.link[i].path);
  free(reader->links.link);
  GrErrorContext context = Reading(reader, "the file to its end");
  GrCallHdf5(&context, H5Fclose(reader->file));
  PetscFunctionReturn(0);
}

const GrLink *GrReaderFind(const GrReader *reader, const char *path)
{
  GrLink key = {(char *)path, GR_LINK_OTHER};
  return bsearch(&key, reader->links.link, reader->links.n, sizeof(GrLink), ByPath);
}

void GrReaderSibling(const char *path, int levels, const char *name, char *sibling, size_t size)
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

PetscErrorCode GrReaderElement(const GrReader *reader, const char *path, hsize_t position, char *text, size_t size)
{
  GrErrorContext context = Reading(reader, path);
  const GrLink *link = GrReaderFind(reader, path);
  hid_t dataset, space, memory;
  hsize_t length = 0, one = 1;
  GrValues value = {.n = 1};

  PetscFunctionBeginUser;
  text[0] = '\0';
  if (!link || link->kind != GR_LINK_DATASET)
    PetscFunctionReturn(0);
  GrCallHdf5(&context, dataset = H5Dopen2(reader->file, path, H5P_DEFAULT));
  GrCallLocal(space = H5Dget_space(dataset));
  GrCallLocal(value.type = H5Dget_type(dataset));
  if (H5Sget_simple_extent_ndims(space) == 1)
    H5Sget_simple_extent_dims(space, &length, NULL);
  if (position < length) {
    value.size = H5Tget_size(value.type);
    PetscCall(PetscMalloc1(value.size, &value.data));
    GrCallLocal(memory = H5Screate_simple(1, &one, NULL));
    GrCallLocal(H5Sselect_hyperslab(space, H5S_SELECT_SET, &position, NULL, &one, NULL));
    GrCallHdf5(&context, H5Dread(dataset, value.type, memory, space, H5P_DEFAULT, value.data));
    PetscCall(GrValuesFormat(&value, 0, text, size));
    PetscCall(GrValuesReclaim(&value, memory));
    GrCallLocal(H5Sclose(memory));
    PetscCall(PetscFree(value.data));
  }
  GrCallLocal(H5Tclose(value.type));
  GrCallLocal(H5Sclose(space));
  GrCallLocal(H5Dclose(dataset));
  PetscFunctionReturn(0);
}

/* Copies the first of some strings, without quotes. */
static void CopyString(const GrValues *values, char *text, size_t size)
{
  size_t length;
  const char *string = GrValuesString(values, 0, &length);
  snprintf(text, size, "%.*s", (int)PetscMin(length, size), string);
}

/* A single string in an attribute or a dataset, by whichever is valid; anything else leaves the text empty. */
static PetscErrorCode ReadString(const GrErrorContext *context, hid_t dataset, hid_t attribute, char *text, size_t size)
{
  GrValues value = {.n = 1};
  hid_t space;

  PetscFunctionBeginUser;
  text[0] = '\0';
  GrCallLocal(space = dataset >= 0 ? H5Dget_space(dataset) : H5Aget_space(attribute));
  GrCallLocal(value.type = dataset >= 0 ? H5Dget_type(dataset) : H5Aget_type(attribute));
  if (H5Tget_class(value.type) == H5T_STRING && H5Sget_simple_extent_npoints(space) == 1) {
    value.size = H5Tget_size(value.type);
    PetscCall(PetscMalloc1(value.size, &value.data));
    if (dataset >= 0)
      GrCallHdf5(context, H5Dread(dataset, value.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data));
    else
      GrCallHdf5(context, H5Aread(attribute, value.type, value.data));
    CopyString(&value, text, size);
    PetscCall(GrValuesReclaim(&value, space));
    PetscCall(PetscFree(value.data));
  }
  GrCallLocal(H5Tclose(value.type));
  GrCallLocal(H5Sclose(space));
  PetscFunctionReturn(0);
}

PetscErrorCode GrReaderText(const GrReader *reader, const char *path, char *text, size_t size)
{
  GrErrorContext context = Reading(reader, path);
  const GrLink *link = GrReaderFind(reader, path);
  hid_t dataset;

  PetscFunctionBeginUser;
  text[0] = '\0';
  if (!link || link->kind != GR_LINK_DATASET)
    PetscFunctionReturn(0);
  GrCallHdf5(&context, dataset = H5Dopen2(reader->file, path, H5P_DEFAULT));
  PetscCall(ReadString(&context, dataset, H5I_INVALID_HID, text, size));
  GrCallLocal(H5Dclose(dataset));
  PetscFunctionReturn(0);
}

PetscErrorCode GrReaderAttribute(const GrReader *reader, const char *object, const char *name, char *text, size_t size)
{
  GrErrorContext context = Reading(reader, object);
  hid_t id, attribute;

  PetscFunctionBeginUser;
  text[0] = '\0';
  GrCallHdf5(&context, id = H5Oopen(reader->file, object[0] ? object : "/", H5P_DEFAULT));
  if (H5Aexists(id, name) > 0) {
    GrCallHdf5(&context, attribute = H5Aopen(id, name, H5P_DEFAULT));
    PetscCall(ReadString(&context, H5I_INVALID_HID, attribute, text, size));
    GrCallLocal(H5Aclose(attribute));
  }
  GrCallLocal(H5Oclose(id));
  PetscFunctionReturn(0);
}
