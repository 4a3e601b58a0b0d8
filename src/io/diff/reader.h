/* Reading an HDF5 file of any origin, serially; for diff and info. */
#ifndef GRANUM_IO_DIFF_READER_H
#define GRANUM_IO_DIFF_READER_H

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

/* Numbers or strings in memory, as they are in the file. */
typedef struct {
  hid_t type;
  size_t size; /* of an element */
  size_t n;
  char *data;
} GrValues;

PetscErrorCode GrReaderOpen(const char *path, GrReader *reader);
PetscErrorCode GrReaderClose(GrReader *reader);

/* The link of this path, or NULL. */
const GrLink *GrReaderFind(const GrReader *reader, const char *path);

/* "a/b/c" with its last `levels` parts replaced by `name` (NULL: dropped), e.g. the sibling "a/b/step". */
void GrReaderSibling(const char *path, int levels, const char *name, char *sibling, size_t size);

/* The element at this position of a 1-D dataset as text; "" if there is none. */
PetscErrorCode GrReaderElement(const GrReader *reader, const char *path, hsize_t position, char *text, size_t size);

/* The string of a dataset that holds one; "" if there is none. */
PetscErrorCode GrReaderText(const GrReader *reader, const char *path, char *text, size_t size);

/* A string attribute of an object; "" if it has none. */
PetscErrorCode GrReaderAttribute(const GrReader *reader, const char *object, const char *name, char *text, size_t size);

/* Element i as text: numbers to all digits, strings quoted and cut short, anything else in hexadecimal. */
PetscErrorCode GrValuesFormat(const GrValues *values, size_t i, char *text, size_t size);

/* Element i of values of a string type: where it begins and how long it is. */
const char *GrValuesString(const GrValues *values, size_t i, size_t *length);

/* Frees what reading allocated for variable-length strings, `space` describing the n elements. */
PetscErrorCode GrValuesReclaim(const GrValues *values, hid_t space);

/* Extent of a dataset or attribute as text: "601 x 70 x 1"; "scalar". */
void GrValuesExtent(hid_t space, char *text, size_t size);

#endif
