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
#include "particle/bodies.h"
#include <granum/property.h>
#include <granum/world.h>

typedef enum {
  GR_STORE_ID,
  GR_STORE_GROUP,
  GR_STORE_TYPE,
  GR_STORE_MEMBER,
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
  int in;          /* number of its column: a GrStoreColumn, or GR_STORE_COLUMNS + number of the property */
  GrWrite write;
  GrBounds bounds;  /* valid range of its numbers when they are read from a file */
  PetscBool plane;  /* a vector of the plane in dimension 2: its third number is not written to results.h5 */
  PetscBool ghosts; /* the field is also set for ghosts */
} GrStoreField;

/* Returns field number f, in the order of the columns; NULL after the last. */
const GrStoreField *GrStoreFieldAt(int f);

/* Column of a field in results.h5, in dimension 2 or 3. */
GrColumn GrStoreWritten(const GrStoreField *field, int dimension);

/* Entries of `work`, updated in every step: energy dissipated so far [J] and current power [W] of the normal dashpots,
   and of sliding, rolling and twisting. A contact is counted with its first particle (lower id), or half with each if
   the output has the energies of particles. */
enum { GR_WORK_VISCOUS, GR_WORK_SLIDE, GR_WORK_VISCOUS_POWER, GR_WORK_SLIDE_POWER, GR_WORK };

/* Entries of `accounts`, which some cases use: energy [J] and power [W]. */
enum {
  GR_ACCOUNT_PLASTIC,
  GR_ACCOUNT_EXTERNAL,
  GR_ACCOUNT_DRAG,
  GR_ACCOUNT_EXTERNAL_POWER,
  GR_ACCOUNT_DRAG_POWER,
  GR_ACCOUNTS
};

typedef struct {
  GrParallelColumns columns; /* columns.n: number of owned particles */
  /* Pointers to the columns; updated by GrStorePoint. */
  PetscInt64 *id;       /* id of the particle, from 1 */
  PetscInt64 *group;    /* number of the group in the input, from 0 */
  PetscInt64 *type;     /* particle type (contact/model.h); GR_PARTICLE_TYPE_OWN: radius and mass of no listed type */
  PetscInt64 *member;   /* number of the sphere in its rigid body, from 1; 0: it belongs to no body */
  double *radius;       /* [m] */
  double *mass;         /* [kg]; infinite for particles with prescribed velocity */
  double *state;        /* [GR_STATE] position, velocity, spin */
  double *acceleration; /* [GR_RATES] acceleration and angular acceleration, at the committed state */
  double *reference;    /* [3] position when the neighbour list was rebuilt, inside the box along periodic axes [m] */
  double *margin;       /* displacement from `reference` up to which no contact of the particle is missed [m] */
  double *safe;         /* overlap that is below the overlap limit of every contact of the particle [m] */
  PetscInt64 *image;    /* [3] box lengths subtracted from the position since the start */
  double *work;         /* [GR_WORK] see the enum above */
  double *accounts;     /* [GR_ACCOUNTS] see the enum above */
  GrBodies bodies;      /* rigid bodies that own some of the particles */
} GrStore;

/* Creates an empty store with a column for each registered property. */
PetscErrorCode GrStoreCreate(GrStore *store);
/* Frees the store. */
PetscErrorCode GrStoreDestroy(GrStore *store);

/* Allocates memory for this number of rows, owned and ghosts. Changes the pointers. */
PetscErrorCode GrStoreReserve(GrStore *store, PetscInt rows);

/* Updates the pointers after the columns have been reallocated. */
void GrStorePoint(GrStore *store);

/* Id of the rigid body that row i (owned or ghost) belongs to; 0: none. */
static inline PetscInt64 GrStoreBodyId(const GrStore *store, PetscInt i)
{
  return store->member[i] > 0 ? store->id[i] - (store->member[i] - 1) : 0;
}

/* Index of the first number of field f within an entry of its column. */
int GrStoreFieldBegin(int f);

/* Numbers per entry of a column. */
int GrStoreWidth(int column);

/* Lists the columns that are set for ghosts in which[GR_COLUMNS_MAX]. Returns their number. */
int GrStoreGhostColumns(int which[]);

/* Sets property[k] to the address of the value of property k of particle `first`, for all registered properties. */
void GrStorePointProperties(const GrStore *store, PetscInt first, const double *property[GR_PROPERTIES_MAX]);

/* Sets the properties of particle i to the values of its group. */
void GrStoreSetProperties(GrStore *store, PetscInt i, const double value[GR_PROPERTIES_MAX]);

#endif
