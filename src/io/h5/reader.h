/* Reads an HDF5 file, which granum or another program may have written. Each rank reads on its own. Used for
   checkpoints, `granum diff`, `granum info` and the generator `previous`. */
#ifndef GRANUM_IO_H5_READER_H
#define GRANUM_IO_H5_READER_H

#include "io/h5/hdf5_call.h"
#include <stdbool.h>

typedef enum { GR_LINK_GROUP, GR_LINK_DATASET, GR_LINK_OTHER } GrLinkKind;

/* A link of an HDF5 file: the path of a group, a dataset or another object. */
typedef struct {
  char *path;      /* path of the object, without a leading slash; "" for the root group */
  GrLinkKind kind; /* whether the object is a group or a dataset */
} GrLink;

/* All groups, datasets and other links of a file, sorted by path. */
typedef struct {
  size_t n;     /* number of links */
  GrLink *link; /* [n] the links, sorted by path */
} GrLinks;

/* An HDF5 file that this rank has opened for reading. */
typedef struct {
  const char *path; /* path of the file; owned by the caller */
  hid_t file;       /* HDF5 identifier of the file */
  GrLinks links;    /* all links of the file */
} GrHdf5Reader;

/* Numbers or strings read from a file, in the HDF5 type that they have in the file. */
typedef struct {
  hid_t type;  /* HDF5 type of an element */
  size_t size; /* size of one element [bytes] */
  size_t n;    /* number of elements */
  char *data;  /* [n * size] bytes of the elements, one element after the other */
} GrHdf5Values;

/* An open dataset or an open attribute of a file (a source), and the values that were last read from it. */
typedef struct {
  const GrHdf5Reader *reader;   /* the file */
  const char *path;             /* path of the dataset, or of the object that has the attribute */
  bool attribute;               /* true: the source is an attribute; false: a dataset */
  hid_t id, space;              /* HDF5 identifiers of the dataset or attribute, and of its data space */
  int rank;                     /* number of dimensions */
  hsize_t length[H5S_MAX_RANK]; /* [rank] number of elements in each dimension */
  hsize_t n;                    /* number of all elements of the dataset or attribute */
  GrHdf5Values values;          /* values that were last read */
  size_t capacity;              /* allocated size of `values` [bytes] */
} GrHdf5Source;

/* Opens a regular HDF5 file for reading and returns its identifier. On failure it returns H5I_INVALID_HID and writes
   the reason to `reason`. kind: name that `reason` uses for such a file, for example "checkpoint". */
hid_t GrHdf5ReaderFile(const char *path, const char *kind, char reason[GR_HDF5_REASON]);

/* Opens a file and lists its links. Also fails if a virtual dataset of this file has its values in another file,
   and that file is missing. The caller must call GrHdf5ReaderClose also after a failure. */
PetscErrorCode GrHdf5ReaderOpen(const char *path, GrHdf5Reader *reader);

/* Closes the file and frees the list of its links. */
PetscErrorCode GrHdf5ReaderClose(GrHdf5Reader *reader);

/* Opens a dataset or an attribute for reading: the dataset `path` if attribute is NULL, otherwise the attribute
   `attribute` of the object `path`. */
PetscErrorCode GrHdf5SourceOpen(const GrHdf5Reader *reader, const char *path, const char *attribute,
                                GrHdf5Source *source);

/* Reads values of a dataset or attribute to source->values. From a dataset it reads the box that begins at the index
   start[] and has count[] elements in each dimension. From an attribute it reads all values. It appends eight zero
   bytes to the values. */
PetscErrorCode GrHdf5SourceRead(GrHdf5Source *source, const hsize_t start[], const hsize_t count[]);

/* Reads a box of a dataset to data[], and converts the values to the HDF5 type `memory`. The box begins at the index
   start[] and has count[] elements in each dimension, in total at least one. */
PetscErrorCode GrHdf5SourceReadAs(const GrHdf5Source *source, hid_t memory, const hsize_t start[],
                                  const hsize_t count[], void *data);

/* Closes a dataset or attribute (GrHdf5SourceOpen) and frees its values. */
PetscErrorCode GrHdf5SourceClose(GrHdf5Source *source);

/* Returns the link with this path, or NULL if the file does not have it. */
const GrLink *GrHdf5ReaderFind(const GrHdf5Reader *reader, const char *path);

/* Replaces the end of a path: removes its last `levels` parts, and appends `name` unless it is NULL. Writes the
   result to sibling[size]. For example, with levels 1 and name "step" the path "a/b/c" becomes "a/b/step". */
void GrHdf5ReaderSibling(const char *path, int levels, const char *name, char *sibling, size_t size);

/* Writes one element of the dataset `path` as text to text[size]. position[rank]: index of the element. Writes "" if
   the dataset does not exist, if it does not have `rank` dimensions, or if it has no element with this index. */
PetscErrorCode GrHdf5ReaderNumber(const GrHdf5Reader *reader, const char *path, int rank, const hsize_t position[],
                                  char *text, size_t size);

/* Sets *rank to the number of dimensions of the dataset `path`, and length[] to its length in each dimension. If the
   dataset does not exist, sets *rank to -1. */
PetscErrorCode GrHdf5ReaderExtent(const GrHdf5Reader *reader, const char *path, int *rank,
                                  hsize_t length[H5S_MAX_RANK]);

/* A box of elements to be read from a dataset, and the shape that the dataset must have. The dataset must have `rank`
   dimensions, at least length[0] elements in dimension 0, and exactly length[k] elements in each other dimension k.
   The box begins at the index start[k] and has count[k] elements in each dimension k. */
typedef struct {
  int rank;
  hsize_t length[3], start[3], count[3];
} GrHdf5ReaderBox;

/* Reads a box of a dataset as doubles. The dataset may contain real numbers of any precision. Fails if the dataset
   is missing, if its shape is not that of `box`, or if its values are not real numbers. */
PetscErrorCode GrHdf5ReaderReals(const GrHdf5Reader *reader, const char *path, const GrHdf5ReaderBox *box,
                                 double *data);

/* Reads one string to text[size]: from the dataset `path` if attribute is NULL, otherwise from the attribute
   `attribute` of the object `path`. Writes "" if the file does not have this string. */
PetscErrorCode GrHdf5ReaderText(const GrHdf5Reader *reader, const char *path, const char *attribute, char *text,
                                size_t size);

/* Writes element i of the values as text to text[size]. A number has all its digits. A string is in quotes, shortened
   if necessary. Values of other types are written as "?". */
PetscErrorCode GrHdf5ValuesFormat(const GrHdf5Values *values, size_t i, char *text, size_t size);

/* Returns a pointer to the first character of string i of the values, and sets *length to its length. The values must
   be strings; they need not end with a zero byte. */
const char *GrHdf5ValuesString(const GrHdf5Values *values, size_t i, size_t *length);

/* Writes the shape of a dataset or attribute to text[size]: for example "601 x 70 x 1", or "scalar". space: HDF5
   data space of the dataset or attribute. */
void GrHdf5ValuesExtent(hid_t space, char *text, size_t size);

#endif
