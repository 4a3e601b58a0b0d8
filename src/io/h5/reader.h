/* Reading of an HDF5 file of any origin, by each rank for itself. Used for checkpoints, `granum diff`, `granum info`
   and the generator `previous`. */
#ifndef GRANUM_IO_H5_READER_H
#define GRANUM_IO_H5_READER_H

#include "io/h5/hdf5_call.h"

typedef enum { GR_LINK_GROUP, GR_LINK_DATASET, GR_LINK_OTHER } GrLinkKind;

typedef struct {
  char *path; /* path without a leading slash; "" for the root group */
  GrLinkKind kind;
} GrLink;

/* All links (groups, datasets) of a file in the order of their paths. */
typedef struct {
  size_t n;
  GrLink *link;
} GrLinks;

typedef struct {
  const char *path;
  hid_t file;
  GrLinks links;
} GrHdf5Reader;

/* Numbers or strings that were read, in the HDF5 type of the file. */
typedef struct {
  hid_t type;
  size_t size; /* size of an element [bytes] */
  size_t n;    /* number of elements */
  char *data;
} GrHdf5Values;

/* A source: an open dataset or attribute, and the values that were read from it last. */
typedef struct {
  const GrHdf5Reader *reader;
  const char *path;    /* path of the dataset, or of the object that has the attribute */
  PetscBool attribute; /* true: the source is an attribute; false: a dataset */
  hid_t id, space;
  int rank;
  hsize_t length[H5S_MAX_RANK], n; /* number of elements in each dimension; number of all elements */
  GrHdf5Values values;
  size_t capacity; /* allocated size of `values` [bytes] */
} GrHdf5Source;

/* Opens a regular HDF5 file for reading. On failure returns H5I_INVALID_HID and sets `reason`. kind: word for the file
   in the reason, for example "checkpoint". */
hid_t GrHdf5ReaderFile(const char *path, const char *kind, char reason[GR_HDF5_REASON]);

/* Opens a file and lists its links. Also fails if a dataset is virtual and the file with its values is missing. Call
   GrHdf5ReaderClose even after a failure. */
PetscErrorCode GrHdf5ReaderOpen(const char *path, GrHdf5Reader *reader);

/* Closes the file and frees the list. */
PetscErrorCode GrHdf5ReaderClose(GrHdf5Reader *reader);

/* Opens the dataset `path` (attribute NULL), or the attribute of this name of the object `path`. */
PetscErrorCode GrHdf5SourceOpen(const GrHdf5Reader *reader, const char *path, const char *attribute,
                                GrHdf5Source *source);

/* Reads values to source->values: of a dataset the box that begins at start[] and has count[] elements in each
   dimension; of an attribute all values. Eight zero bytes follow after the values. */
PetscErrorCode GrHdf5SourceRead(GrHdf5Source *source, const hsize_t start[], const hsize_t count[]);

/* Reads a box with at least one element of a dataset to `data`, and converts its values to the HDF5 type `memory`. */
PetscErrorCode GrHdf5SourceReadAs(const GrHdf5Source *source, hid_t memory, const hsize_t start[],
                                  const hsize_t count[], void *data);

/* Closes a dataset or attribute and frees its values. */
PetscErrorCode GrHdf5SourceClose(GrHdf5Source *source);

/* Returns the link of this path; NULL: there is none. */
const GrLink *GrHdf5ReaderFind(const GrHdf5Reader *reader, const char *path);

/* Writes to `sibling` the path with its last `levels` parts replaced by `name` (NULL: removed). For example, with
   levels 1 and name "step", "a/b/c" becomes "a/b/step". */
void GrHdf5ReaderSibling(const char *path, int levels, const char *name, char *sibling, size_t size);

/* Writes the element at position[rank] of the dataset `path` to `text`; "": there is no such dataset of this rank, or
   no such element. */
PetscErrorCode GrHdf5ReaderNumber(const GrHdf5Reader *reader, const char *path, int rank, const hsize_t position[],
                                  char *text, size_t size);

/* Reads rank and lengths of the dataset `path`. *rank -1: there is no such dataset. */
PetscErrorCode GrHdf5ReaderExtent(const GrHdf5Reader *reader, const char *path, int *rank,
                                  hsize_t length[H5S_MAX_RANK]);

/* A box of a dataset with `rank` dimensions: first index and number of elements in each dimension. Dimension 0 of the
   dataset must have at least length[0] elements, each other dimension k exactly length[k]. */
typedef struct {
  int rank;
  hsize_t length[3], start[3], count[3];
} GrHdf5ReaderBox;

/* Reads a box of a dataset of real numbers of any precision as doubles. Fails if the dataset is missing or has another
   shape or type. */
PetscErrorCode GrHdf5ReaderReals(const GrHdf5Reader *reader, const char *path, const GrHdf5ReaderBox *box,
                                 double *data);

/* Reads the string of the dataset `path` with one string (attribute NULL), or of the attribute of this name of the
   object `path`; "": there is none. */
PetscErrorCode GrHdf5ReaderText(const GrHdf5Reader *reader, const char *path, const char *attribute, char *text,
                                size_t size);

/* Writes element i of the values to `text`: numbers with all digits, strings quoted and cut short, "?" for other
   types. */
PetscErrorCode GrHdf5ValuesFormat(const GrHdf5Values *values, size_t i, char *text, size_t size);

/* Returns the first character of element i of values of a string type, and sets *length to its length. */
const char *GrHdf5ValuesString(const GrHdf5Values *values, size_t i, size_t *length);

/* Writes the shape of a dataset or attribute as text: "601 x 70 x 1", or "scalar". space: its HDF5 data space. */
void GrHdf5ValuesExtent(hid_t space, char *text, size_t size);

#endif
