/* Reading an HDF5 file of any origin, each rank for itself; for checkpoints, diff, info and `previous`. */
#ifndef GRANUM_IO_H5_READER_H
#define GRANUM_IO_H5_READER_H

#include "io/h5/hdf5_call.h"

typedef enum { GR_LINK_GROUP, GR_LINK_DATASET, GR_LINK_OTHER } GrLinkKind;

typedef struct {
  char *path; /* path without a leading slash; "" for the root group */
  GrLinkKind kind;
} GrLink;

/* All links of a file in the order of their paths. */
typedef struct {
  size_t n;
  GrLink *link;
} GrLinks;

typedef struct {
  const char *path;
  hid_t file;
  GrLinks links;
} GrHdf5Reader;

/* Numbers or strings in memory, in the type of the file. */
typedef struct {
  hid_t type;
  size_t size; /* size of an element [bytes] */
  size_t n;    /* number of elements */
  char *data;
} GrHdf5Values;

/* An open dataset or attribute, and the values that were read last. */
typedef struct {
  const GrHdf5Reader *reader;
  const char *path;    /* path of the dataset, or of the object that has the attribute */
  PetscBool attribute; /* whether it is an attribute */
  hid_t id, space;
  int rank;
  hsize_t length[H5S_MAX_RANK], n; /* elements of each dimension, and all */
  GrHdf5Values values;
  size_t capacity; /* allocated size of `values` [bytes] */
} GrHdf5Source;

/* Opens a regular HDF5 file for reading. On failure returns H5I_INVALID_HID and the reason, in which the file is called
   `kind`, for example "checkpoint". */
hid_t GrHdf5ReaderFile(const char *path, const char *kind, char reason[GR_HDF5_REASON]);

/* Opens a file and lists its links. Fails also if the file of the values of a virtual dataset is missing. Call
   GrHdf5ReaderClose even after a failure. */
PetscErrorCode GrHdf5ReaderOpen(const char *path, GrHdf5Reader *reader);

/* Closes the file and frees the list. */
PetscErrorCode GrHdf5ReaderClose(GrHdf5Reader *reader);

/* Opens a dataset, or the attribute of this name of an object. */
PetscErrorCode GrHdf5SourceOpen(const GrHdf5Reader *reader, const char *path, const char *attribute,
                                GrHdf5Source *source);

/* Reads a box of a dataset, or all of an attribute, which has no boxes, to source->values. The values are followed by 8
   zero bytes. */
PetscErrorCode GrHdf5SourceRead(GrHdf5Source *source, const hsize_t start[], const hsize_t count[]);

/* Reads a box with at least one element to `data`, and converts its values to the type `memory`. */
PetscErrorCode GrHdf5SourceReadAs(const GrHdf5Source *source, hid_t memory, const hsize_t start[],
                                  const hsize_t count[], void *data);

/* Closes a dataset or attribute and frees its values. */
PetscErrorCode GrHdf5SourceClose(GrHdf5Source *source);

/* Finds the link of this path; NULL if there is none. */
const GrLink *GrHdf5ReaderFind(const GrHdf5Reader *reader, const char *path);

/* Writes the path with its last `levels` parts replaced by `name` (NULL: removed), for example "a/b/step" for
   "a/b/c". */
void GrHdf5ReaderSibling(const char *path, int levels, const char *name, char *sibling, size_t size);

/* Writes the element at this position of a dataset with this number of dimensions as text; "" if there is none. */
PetscErrorCode GrHdf5ReaderNumber(const GrHdf5Reader *reader, const char *path, int rank, const hsize_t position[],
                                  char *text, size_t size);

/* Reads rank and lengths of a dataset. Rank -1: there is no dataset of this path. */
PetscErrorCode GrHdf5ReaderExtent(const GrHdf5Reader *reader, const char *path, int *rank,
                                  hsize_t length[H5S_MAX_RANK]);

/* A box of a dataset of this rank. Dimension 0 of the dataset has at least length[0] elements, dimension k exactly
   length[k]. */
typedef struct {
  int rank;
  hsize_t length[3], start[3], count[3];
} GrHdf5ReaderBox;

/* Reads real numbers of any precision as doubles. Fails if the dataset is missing or has another extent or type. */
PetscErrorCode GrHdf5ReaderReals(const GrHdf5Reader *reader, const char *path, const GrHdf5ReaderBox *box,
                                 double *data);

/* Reads the string of a dataset with one string, or of the attribute of this name of an object; "" if there is none. */
PetscErrorCode GrHdf5ReaderText(const GrHdf5Reader *reader, const char *path, const char *attribute, char *text,
                                size_t size);

/* Writes element i as text: numbers with all digits, strings quoted and cut short, "?" for other types. */
PetscErrorCode GrHdf5ValuesFormat(const GrHdf5Values *values, size_t i, char *text, size_t size);

/* Element i of values of a string type: its first character and its length. */
const char *GrHdf5ValuesString(const GrHdf5Values *values, size_t i, size_t *length);

/* Writes the extent of a dataset or attribute as text: "601 x 70 x 1"; "scalar". */
void GrHdf5ValuesExtent(hid_t space, char *text, size_t size);

#endif
