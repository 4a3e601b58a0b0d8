/* The particle store: table of the spheres of a rank in two and three dimensions, with one row per sphere and one
   column per property (parallel/columns.h).

   GrStoreFieldAt describes the fields of a particle. Memory, ghosts, migration, checkpoints, the results file and its
   comparison follow from these descriptions. Consecutive fields may share a column, whose entry then holds their
   numbers one after the other: position, velocity and spin share the column `state`. The registered properties
   (granum/property.h) follow after granum's fields, each with a column.

   The rows of ghosts follow after the rows of the n owned particles. Fields with GrStoreField.ghosts are set for ghosts
   when the neighbour list is rebuilt; `state` is also set for ghosts in every evaluation. */
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
  GR_STORE_COLUMNS /* number of columns without registered properties; property k has the column GR_STORE_COLUMNS + k */
} GrStoreColumn;

/* When a field is written to results.h5. All fields migrate with the particle to other ranks, and checkpoints have all
   of them. */
typedef enum { GR_WRITE_NEVER, GR_WRITE_ONCE, GR_WRITE_FRAMES } GrWrite;

typedef struct {
  GrColumn column; /* name, kind and number of components, unit, description */
  /* number of the column that holds the field: a GrStoreColumn, or GR_STORE_COLUMNS + number of the property */
  int in;
  GrWrite write;
  GrBounds bounds; /* valid range of its numbers when they are read from a file */
  /* whether the field is a vector in the plane in dimension 2: its third component is then not in results.h5 */
  PetscBool plane;
  PetscBool ghosts; /* whether the field is also set for ghosts */
} GrStoreField;

/* Returns the description of field number f, in the order of the columns; NULL after the last field. */
const GrStoreField *GrStoreFieldAt(int f);

/* Returns the description of the dataset of a field in results.h5, in dimension 2 or 3. */
GrColumn GrStoreWritten(const GrStoreField *field, int dimension);

/* Entries of GrStore.work, updated in every step: energy dissipated so far [J] and current power [W] of the normal
   dashpots, and of sliding, rolling and twisting. The values of a contact are added to its first particle (lower
   id), or half of them to each particle if frames have the energies of particles. */
enum { GR_WORK_VISCOUS, GR_WORK_SLIDE, GR_WORK_VISCOUS_POWER, GR_WORK_SLIDE_POWER, GR_WORK };

/* Entries of GrStore.accounts: energies [J] and powers [W] of plastic work, external work and drag, if the case has
   them. */
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
  PetscInt64 *type;     /* particle type in the contact model; GR_PARTICLE_TYPE_OWN: not in the model's list of types */
  PetscInt64 *member;   /* number of the sphere within its rigid body, from 1; 0: the sphere belongs to no body */
  double *radius;       /* [m] */
  double *mass;         /* [kg]; infinite for particles with prescribed velocity */
  double *state;        /* [GR_STATE] position [m], velocity [m/s], spin [rad/s] */
  double *acceleration; /* [GR_RATES] acceleration [m/s^2] and angular acceleration [rad/s^2] at the committed state */
  /* [3] reference position: position at the last reneighbouring, inside the box along periodic axes [m] */
  double *reference;
  double *margin;    /* displacement from `reference` up to which none of the particle's contacts is missed [m] */
  double *safe;      /* largest stable overlap: below the overlap limit of every contact of the particle [m] */
  PetscInt64 *image; /* [3] numbers of box lengths subtracted from the position along x, y, z since the start */
  double *work;      /* [GR_WORK] energies and powers of the contacts, see GR_WORK_VISCOUS */
  double *accounts;  /* [GR_ACCOUNTS] other energies and powers, see GR_ACCOUNT_PLASTIC */
  GrBodies bodies;   /* rigid bodies to which some of the spheres belong */
} GrStore;

/* Creates an empty store with a column for each registered property. */
PetscErrorCode GrStoreCreate(GrStore *store);
/* Frees the store. */
PetscErrorCode GrStoreDestroy(GrStore *store);

/* Allocates memory for this number of rows (owned particles and ghosts). The pointers to the columns may change. */
PetscErrorCode GrStoreReserve(GrStore *store, PetscInt rows);

/* Updates the pointers to the columns after store->columns has been reallocated. */
void GrStorePoint(GrStore *store);

/* Returns the id of the rigid body to which sphere i (owned or ghost) belongs; 0: none. */
static inline PetscInt64 GrStoreBodyId(const GrStore *store, PetscInt i)
{
  return store->member[i] > 0 ? store->id[i] - (store->member[i] - 1) : 0;
}

/* Returns the position of field f within an entry of its column: the index of its first number. */
int GrStoreFieldBegin(int f);

/* Returns how many numbers an entry of a column has. */
int GrStoreWidth(int column);

/* Writes the numbers of the columns that are set for ghosts to which[GR_COLUMNS_MAX]. Returns how many there are. */
int GrStoreGhostColumns(int which[]);

/* Sets property[k], for each registered property k, to the address of its value for particle number `first` of this
   rank. */
void GrStorePointProperties(const GrStore *store, PetscInt first, const double *property[GR_PROPERTIES_MAX]);

/* Sets the registered properties of particle i to value[], the values of its group. */
void GrStoreSetProperties(GrStore *store, PetscInt i, const double value[GR_PROPERTIES_MAX]);

#endif
