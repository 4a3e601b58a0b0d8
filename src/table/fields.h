/* Fields: the description of a kind of table, such as the table of spheres (parallel/columns.h).

   A field is a property of the objects in the rows, for example mass or velocity. A list of fields (GrFields) has a row
   for each field. From this list granum allocates the columns, sends rows to other ranks, copies values to ghosts,
   writes and reads checkpoints (fields_save.c), and writes the results file (record/particles.c, record/chain.c);
   `granum diff` compares all fields that are in a file. To add a field, add a row to the list; if the field is saved,
   GR_CHECKPOINT_FORMAT grows. The generator `previous` reads only the fields that it names (particle/fill/previous.c).

   Several fields may share a column. In each row, such a column has the numbers of its fields one after the other. */
#ifndef GRANUM_TABLE_FIELDS_H
#define GRANUM_TABLE_FIELDS_H

#include "base/bounds.h"
#include "io/checkpoint/checkpoint.h"
#include "parallel/columns.h"
#include <granum/particle.h>

/* When a field is written to results.h5 (src/record/particles.c): never, once, or in each frame. A frame is the output
   of all particles at a time. */
typedef enum { GR_WRITE_NEVER, GR_WRITE_ONCE, GR_WRITE_FRAMES } GrWrite;

/* Further properties of a field: bits of GrField.is. */
enum {
  GR_FIELD_GHOSTED = 1, /* ghosts (copies of particles of other ranks) also have the field */
  GR_FIELD_DERIVED = 2, /* the field follows from other data: checkpoints do not store it */
  GR_FIELD_PLANE = 4    /* a vector of which results.h5 has only x and y if the case has dimension 2 */
};

/* Description of a field. */
typedef struct {
  GrColumn column; /* name, kind and number of components, unit, description */
  int in;          /* column of the table that contains the field */
  GrWrite write;   /* when the field is written to results.h5 */
  GrBounds bounds; /* valid range of the values of the field in a file */
  unsigned is;     /* GR_FIELD_GHOSTED, ... */
} GrField;

/* The fields of a kind of table. */
typedef struct {
  const char *table; /* name of the table in checkpoints */
  int n;
  const GrField *field; /* [n] in the order of the columns */
  int n_added;
  GrField added[GR_PROPERTIES_MAX]; /* registered properties (granum/particle.h); each has its own column, the last */
} GrFields;

/* Returns field number f, from 0; NULL after the last field. */
const GrField *GrFieldAt(const GrFields *fields, int f);

/* Returns the description of the dataset in results.h5 to which a field is written. dimension: 2 or 3. */
GrColumn GrFieldWritten(const GrField *field, int dimension);

/* Returns the index of the first number of field f in a row of its column, for example 3 for velocity in `state`. */
int GrFieldBegin(const GrFields *fields, int f);

/* Returns the number of values per row in a column. */
int GrFieldsWidth(const GrFields *fields, int column);

/* Adds a field for a registered property, in a new column. Tables that exist already do not get the column. */
void GrFieldsAdd(GrFields *fields, const GrProperty *property);

/* Creates an empty table with the columns of the fields. */
PetscErrorCode GrFieldsCreate(const GrFields *fields, GrParallelColumns *table);

/* Writes to which[GR_COLUMNS_MAX] the indices of the columns in which ghosts have values. Returns the number of these
   columns. */
int GrFieldsGhostColumns(const GrFields *fields, int which[]);

/* The following functions use the fields that are not GR_FIELD_DERIVED, and whose columns exist: a column with values
   of size 0 does not. */
/* Returns the number of values per row in a checkpoint. */
int GrFieldsSavedNumbers(const GrFields *fields, const GrParallelColumns *table);
/* Writes the rows of a table to a checkpoint. rows: range of the rows of this rank in the file. Collective. */
PetscErrorCode GrFieldsSave(const GrFields *fields, const GrParallelColumns *table, GrRows rows, GrCheckpoint file);
/* Reads a range of rows from a checkpoint to the first rows of a table, which has memory for them. Collective. */
PetscErrorCode GrFieldsLoad(const GrFields *fields, GrParallelColumns *table, GrRows rows, GrCheckpoint file);

#endif
