/* The particles of a rank in two and three dimensions: one row each, in columns (parallel/columns.h).

   The rows of GrStoreFieldAt describe the fields of a particle. They drive the memory, ghosts, migration, checkpoints,
   the results file and its comparison. The first rows are granum's own, each with a column in GrStore; consecutive rows
   may share a column, whose entry then holds their numbers one after the other, as the 9 numbers of `state`. A row for
   each registered property follows (granum/property.h), with a column for itself.

   Columns have capacity for ghosts behind the n owned particles. Fields whose row says `ghosts` are set for ghosts when
   the neighbour list is rebuilt; `state` is set for them at every evaluation too. */
#ifndef GRANUM_PARTICLE_STORE_H
#define GRANUM_PARTICLE_STORE_H

#include "base/bounds.h"
#include "parallel/columns.h"
#include <granum/property.h>
#include <granum/world.h>

typedef enum {
  GR_STORE_ID,
  GR_STORE_GROUP,
  GR_STORE_TYPE,
  GR_STORE_RADIUS,
  GR_STORE_MASS,
  GR_STORE_STATE,
  GR_STORE_ACCELERATION,
  GR_STORE_REFERENCE,
  GR_STORE_MARGIN,
  GR_STORE_SAFE,
  GR_STORE_IMAGE,
  GR_STORE_WORK,
  GR_STORE_ACCOUNTS,
  GR_STORE_COLUMNS /* number of granum's own columns; the column of property k is GR_STORE_COLUMNS + k */
} GrStoreColumn;

/* When a field is written to results.h5. All fields migrate and go into checkpoints. */
typedef enum { GR_WRITE_NEVER, GR_WRITE_ONCE, GR_WRITE_FRAMES } GrWrite;

typedef struct {
  GrColumn column; /* name, kind and count of numbers, unit, description */
  int in;          /* number of its column: a GrStoreColumn, or that of a property */
  GrWrite write;
  GrBounds bounds; /* of its numbers in a file that is read */
  PetscBool plane; /* a vector of the plane in dimension 2: its third number is not written to results.h5 */
  PetscBool ghosts;
} GrStoreField;

/* Row f, in the order of the columns; NULL after the last. */
const GrStoreField *GrStoreFieldAt(int f);

/* A field as it is written to results.h5 in dimension 2 or 3. */
GrColumn GrStoreWritten(const GrStoreField *field, int dimension);

/* Entries of `work`, which every step adds to: energy taken so far [J] and present power [W], by the normal dashpots
   and by sliding, rolling and twisting. A contact is counted with its first particle (lower id). */
enum { GR_WORK_VISCOUS, GR_WORK_SLIDE, GR_WORK_VISCOUS_POWER, GR_WORK_SLIDE_POWER, GR_WORK };

/* Entries of `accounts`, which only some cases use: energy [J] and power [W]. */
enum {
  GR_ACCOUNT_PLASTIC,
  GR_ACCOUNT_EXTERNAL,
  GR_ACCOUNT_DRAG,
  GR_ACCOUNT_EXTERNAL_POWER,
  GR_ACCOUNT_DRAG_POWER,
  GR_ACCOUNTS
};

typedef struct {
  GrColumns columns; /* columns.n: the owned particles */
  /* Into the columns; set anew by GrStorePoint. */
  PetscInt64 *id;       /* from 1 */
  PetscInt64 *group;    /* number of the group in the input, from 0 */
  PetscInt64 *type;     /* see contact/model.h; GR_PARTICLE_TYPE_OWN: of its own radius and mass */
  double *radius;       /* [m] */
  double *mass;         /* [kg]; infinite for particles that keep their velocity */
  double *state;        /* [GR_STATE] position, velocity, spin */
  double *acceleration; /* [GR_RATES] of velocity and spin, at the committed state */
  double *reference;    /* [3] position at the last reneighbouring, inside the box along periodic axes */
  double *margin;       /* path from there within which no contact is missed [m] */
  double *safe;         /* overlap within the guard's limit, whatever it touches [m] */
  PetscInt64 *image;    /* [3] box sides that were taken off the position since the start */
  double *work;         /* [GR_WORK] */
  double *accounts;     /* [GR_ACCOUNTS] */
} GrStore;

PetscErrorCode GrStoreCreate(GrStore *store);
PetscErrorCode GrStoreDestroy(GrStore *store);

/* Room for so many rows, owned and ghosts. Pointers into the store change. */
PetscErrorCode GrStoreReserve(GrStore *store, PetscInt rows);

/* After the columns were changed by themselves. */
void GrStorePoint(GrStore *store);

/* Brings the rows into an order: row k becomes what was row order[k]. */
PetscErrorCode GrStoreSort(GrStore *store, const PetscInt order[]);

/* Index of the first number of field f within an entry of its column. */
int GrStoreFieldBegin(int f);

/* Numbers per entry of a column. */
int GrStoreWidth(int column);

/* The columns that are set for ghosts: fills which[GR_COLUMNS_MAX] and returns how many there are. */
int GrStoreGhostColumns(int which[]);

/* Points property[k] at the value of property k of particle `first`. */
void GrStorePointProperties(const GrStore *store, PetscInt first, const double *property[GR_PROPERTIES_MAX]);

/* Sets the properties of particle i to the values of its group. */
void GrStoreSetProperties(GrStore *store, PetscInt i, const double value[GR_PROPERTIES_MAX]);

#endif
