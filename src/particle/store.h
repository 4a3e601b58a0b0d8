/* The particle store: a table of the spheres of a rank, one row per sphere (parallel/columns.h), for cases in two and
   three dimensions.

   The list GrStoreFields describes the fields of a sphere (table/fields.h). Position, velocity and spin share the
   column `state`. The properties that programs register (granum/particle.h) are the last fields.

   The first n rows are the owned particles. The rows after them are ghosts: copies of particles of other ranks. A
   rebuild of the neighbour list copies all fields that are GR_FIELD_GHOSTED to the ghosts. Each evaluation of forces
   copies only the column `state`. */
#ifndef GRANUM_PARTICLE_STORE_H
#define GRANUM_PARTICLE_STORE_H

#include "particle/bodies.h"
#include "table/fields.h"
#include <granum/particle.h>
#include <granum/world.h>
#include <stdbool.h>

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
  GR_STORE_BEGIN,
  GR_STORE_CLOCKS,
  GR_STORE_COLUMNS /* number of these columns; registered property k has the column GR_STORE_COLUMNS + k */
} GrStoreColumn;

/* The fields of a sphere. */
extern GrFields GrStoreFields;

/* Indices of the numbers in GrStore.work: energies and powers of the contacts of a particle. They are updated in every
   step.
     VISCOUS        energy that the normal dashpots have dissipated since the start [J]
     SLIDE          energy that sliding, rolling and twisting have dissipated since the start [J]
     VISCOUS_POWER  power that the normal dashpots dissipate now [W]
     SLIDE_POWER    power that sliding, rolling and twisting dissipate now [W]
   The values of a contact are added to its particle with the lower id. If the frames of results.h5 contain these
   energies, each of the two particles gets half of the values. */
enum { GR_WORK_VISCOUS, GR_WORK_SLIDE, GR_WORK_VISCOUS_POWER, GR_WORK_SLIDE_POWER, GR_WORK };

/* Indices of the numbers in GrStore.accounts: energies and powers of a particle that GrStore.work does not contain. */
enum {
  GR_ACCOUNT_PLASTIC,        /* plastic work of all contacts of the particle that have ended since the start [J] */
  GR_ACCOUNT_EXTERNAL,       /* work of moving walls, prescribed motions and external forces since the start [J] */
  GR_ACCOUNT_DRAG,           /* energy that fluid drag has dissipated since the start [J] */
  GR_ACCOUNT_EXTERNAL_POWER, /* current power of moving walls, prescribed motions and external forces [W] */
  GR_ACCOUNTS                /* how many numbers GrStore.accounts has for each particle */
};

/* The particle store: a table of the spheres of a rank. Row i is a sphere; the rows after the owned spheres are ghosts
   (copies of spheres of other ranks). The pointers after `columns` are its columns; GrStorePoint updates them. */
typedef struct {
  GrParallelColumns columns; /* columns.n: number of owned particles */
  PetscInt64 *id;            /* id of the particle, from 1 */
  PetscInt64 *group;         /* number of the group in the input, from 0 */
  /* number of the particle type: a combination of material, radius, mass and motion that many particles share.
     GR_PARTICLE_TYPE_OWN: the particle does not share its values */
  PetscInt64 *type;
  PetscInt64 *member; /* number of the sphere within its rigid body, from 1; 0: the sphere belongs to no body */
  double *radius;     /* radius [m] */
  double *mass;       /* mass [kg] */
  double *state;      /* [GR_STATE] position [m], velocity [m/s], spin [rad/s] */
  /* [GR_RATES] acceleration [m/s^2] and angular acceleration [rad/s^2] after the last completed step */
  double *acceleration;
  /* [3] reference position: position, in the periodic box, when the neighbour list was last rebuilt because particles
     had moved [m] */
  double *reference;
  double *margin; /* displacement from `reference` up to which the neighbour list misses no contact [m] */
  double *safe;   /* overlap up to which the time step is stable for every contact of the particle [m] */
  /* [3] number of lengths of the periodic box along x, y, z that were subtracted from the position since the start */
  PetscInt64 *image;
  double *work;     /* [GR_WORK] energies [J] and powers [W] of contacts of the particle: GR_WORK_VISCOUS, ... */
  double *accounts; /* [GR_ACCOUNTS] energies [J] and powers [W] that are not in `work`: GR_ACCOUNT_PLASTIC, ... */
  /* time from which the residence time counts (bulk/population/residence.h) [s]; infinite: it does not count yet */
  double *begin;
  /* [GR_CLOCKS] times of entry into the regions of counters with `residence: inside` [s]; infinite: outside. Without
     such counters the column has no values */
  double *clocks;
  GrBodies bodies; /* rigid bodies to which some of the spheres belong */
} GrStore;

/* Creates an empty particle store with a column for each registered property. has_clocks: `clocks` has values. */
PetscErrorCode GrStoreCreate(GrStore *store, bool has_clocks);
/* Frees the particle store. */
PetscErrorCode GrStoreDestroy(GrStore *store);

/* Allocates memory for `rows` rows (owned particles and ghosts). The pointers to the columns may change. */
PetscErrorCode GrStoreReserve(GrStore *store, PetscInt rows);

/* Updates the pointers to the columns after store->columns has been reallocated. */
void GrStorePoint(GrStore *store);

/* Returns the id of the rigid body to which sphere i (owned or ghost) belongs; 0: none. */
static inline PetscInt64 GrStoreBodyId(const GrStore *store, PetscInt i)
{
  return store->member[i] > 0 ? store->id[i] - (store->member[i] - 1) : 0;
}

/* Returns whether the input prescribes velocity and spin of sphere i (owned or ghost). They are then constant. */
static inline bool GrStoreIsPrescribed(const GrCase *the_case, const GrStore *store, PetscInt i)
{
  return the_case->grains[store->group[i]].fixed;
}

/* For each registered property k, sets property[k] to the address of its value for the particle in row `first` of the
   store. The values for the next rows follow. */
void GrStorePointProperties(const GrStore *store, PetscInt first, const double *property[GR_PROPERTIES_MAX]);

/* Sets the registered properties of particle i. value[k]: value of registered property k. */
void GrStoreSetProperties(GrStore *store, PetscInt i, const double value[GR_PROPERTIES_MAX]);

#endif
