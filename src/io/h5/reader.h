/* Reading an HDF5 file of any origin, each rank for itself; for checkpoints, diff, info and `previous`. */
#ifndef GRANUM_IO_H5_READER_H
#define GRANUM_IO_H5_READER_H

#include "io/h5/hdf5_call.h"

typedef enum { GR_LINK_GROUP, GR_LINK_DATASET, GR_LINK_OTHER } GrLinkKind;

typedef struct {
  char *path; /* without a leading slash; "" for the root group */
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
} GrReader;

/* Numbers or strings in memory, in the type of the file. */
typedef struct {
  hid_t type;
  size_t size; /* of an element */
  size_t n;
  char *data;
} GrValues;

/* An open dataset or attribute, and the values that were read last. */
typedef struct {
  const GrReader *reader;
  const char *path;    /* of the dataset, or of the object that has the attribute */
  PetscBool attribute; /* whether it is an attribute */
  hid_t id, space;
  int rank;
  hsize_t length[H5S_MAX_RANK], n; /* elements of each dimension, and all */
  GrValues values;
  size_t capacity; /* allocated size of `values` [bytes] */
} GrSource;

/* Opens a regular HDF5 file for reading. On failure returns H5I_INVALID_HID and the reason, in which the file is called
   `kind`, for example "checkpoint". */
hid_t GrReaderFile(const char *path, const char *kind, char reason[GR_HDF5_REASON]);

/* Opens a file and lists its links. Fails also if the file of the values of a virtual dataset is missing. Call
   GrReaderClose even after a failure. */
PetscErrorCode GrReaderOpen(const char *path, GrReader *reader);

/* Closes the file and frees the list. */
PetscErrorCode GrReaderClose(GrReader *reader);

/* Opens a dataset, or the attribute of this name of an object. */
PetscErrorCode GrSourceOpen(const GrReader *reader, const char *path, const char *attribute, GrSource *source);

/* Reads a box of a dataset, or all of an attribute, which has no boxes, to source->values. The values are followed by 8
   zero bytes. */
PetscErrorCode GrSourceRead(GrSource *source, const hsize_t start[], const hsize_t count[]);

/* Reads a box with at least one element to `data`, and converts its values to the type `memory`. */
PetscErrorCode GrSourceReadAs(const GrSource *source, hid_t memory, const hsize_t start[], const hsize_t count[],
                              void *data);

/* Closes a dataset or attribute and frees its values. */
PetscErrorCode GrSourceClose(GrSource *source);

/* Finds the link of this path; NULL if there is none. */
const GrLink *GrReaderFind(const GrReader *reader, const char *path);

/* Writes the path with its last `levels` parts replaced by `name` (NULL: removed), for example "a/b/step" for
   "a/b/c". */
void GrReaderSibling(const char *path, int levels, const char *name, char *sibling, size_t size);

/* Writes the element at this position of a 1-D dataset as text; "" if there is none. */
PetscErrorCode GrReaderElement(const GrReader *reader, const char *path, hsize_t position, char *text, size_t size);

/* Writes the element at this position of a dataset with this number of dimensions as text; "" if there is none. */
PetscErrorCode GrReaderNumber(const GrReader *reader, const char *path, int rank, const hsize_t position[], char *text,
                              size_t size);

/* Reads rank and lengths of a dataset. Rank -1: there is no dataset of this path. */
PetscErrorCode GrReaderExtent(const GrReader *reader, const char *path, int *rank, hsize_t length[H5S_MAX_RANK]);

/* A box of a dataset of this rank. Dimension 0 of the dataset has at least length[0] elements, dimension k exactly
   length[k]. */
typedef struct {
  int rank;
  hsize_t length[3], start[3], count[3];
} GrReaderBox;

/* Reads real numbers of any precision as doubles. Fails if the dataset is missing or has another extent or type. */
PetscErrorCode GrReaderReals(const GrReader *reader, const char *path, const GrReaderBox *box, double *data);

/* Reads the string of a dataset with one string; "" if there is none. */
PetscErrorCode GrReaderText(const GrReader *reader, const char *path, char *text, size_t size);

/* Reads a string attribute of an object; "" if there is none. */
PetscErrorCode GrReaderAttribute(const GrReader *reader, const char *object, const char *name, char *text, size_t size);

/* Writes element i as text: numbers with all digits, strings quoted and cut short, "?" for other types. */
PetscErrorCode GrValuesFormat(const GrValues *values, size_t i, char *text, size_t size);

/* Element i of values of a string type: its first character and its length. */
const char *GrValuesString(const GrValues *values, size_t i, size_t *length);

/* Writes the extent of a dataset or attribute as text: "601 x 70 x 1"; "scalar". */
void GrValuesExtent(hid_t space, char *text, size_t size);

#endif
