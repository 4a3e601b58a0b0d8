/* Particles that are inserted, leave, or are removed during a run, and the tally of all particles. */
#ifndef GRANUM_BULK_POPULATION_POPULATION_H
#define GRANUM_BULK_POPULATION_POPULATION_H

#include "contact/model.h"
#include "parallel/columns.h"
#include "particle/fill/clump.h"
#include "world/world_impl.h"

struct GrBulkInsertion;                  /* population/insert.h */
typedef struct GrBulkCount_ GrBulkCount; /* population/counter.h */

typedef struct {
  PetscInt64 at_start, total;        /* number of particles of all ranks: at the start; present */
  struct GrBulkInsertion *insertion; /* NULL: no particles are inserted */
  GrBulkCount *counts;               /* [output.n_counters] this rank's share, up to the last reneighbouring */
  GrSum mass[GR_TALLY_PRESENT];    /* [kg] of each row of the tally, this rank's share; in a resumed run rank 0 has the
                                        mass at the start of all ranks */
  GrSum energies[GR_SUM_ENERGIES]; /* [J] this rank's share of the ledger from inserted, removed and left particles,
                                        changes of stage and broken bonds */
  double particle_steps;           /* steps times particles of this process, up to step particle_steps_to */
  PetscInt64 particle_steps_to;
} GrBulkPopulation;

/* Creates the groups that the case inserts (insert_case.c). Follows the creation of the particles of the start. */
PetscErrorCode GrBulkInsertCreate(GrWorld world);

/* Frees these groups. */
PetscErrorCode GrBulkInsertDestroy(GrBulk bulk);

/* Whether an insertion is due at time t [s]. */
PetscBool GrBulkInsertIsDue(GrWorld world, double t);

/* Number of further steps after which GrBulkInsertIsDue needs no call. */
PetscInt64 GrBulkInsertStepsToNext(GrWorld world);

/* Inserts the particles that are due, each on some rank, when reference positions are set. Collective. */
PetscErrorCode GrBulkInsertDue(GrWorld world);

/* Number of rows of a particle of a group: the spheres of its clump, or 1. */
int GrBulkInsertRows(GrWorld world, PetscInt64 group);

/* Adds n particles of this rank at the committed state, between reneighbouring and rebuild. The rebuild sends them to
   their owners. Over all ranks the ids of their spheres are GrBulkPopulationIds + 1, ..., and particle[].id
   is the id of the first sphere. The caller ensures that they touch no other particle. Collective. */
PetscErrorCode GrBulkInsertParticles(GrWorld world, PetscInt n, const GrFillGrain particle[]);

/* Whether a group has particles at the start or is inserted. */
PetscBool GrBulkInsertHasGroup(GrWorld world, int group);

/* Largest initial speed of particles to be inserted [m/s]. */
double GrBulkInsertLargestSpeed(GrWorld world);

/* Smallest mass of particles to be inserted [kg]; infinite: there are none. */
double GrBulkInsertSmallestMass(GrWorld world);

/* Lists the types of particles to be inserted: type[capacity]. Returns their number; capacity + 1: there are more. */
int GrBulkInsertListTypes(GrWorld world, int capacity, GrParticleType type[]);

/* Checks after a commit at time t [s] whether removals in regions are due. Requests reneighbouring and sets *ends if
   so. */
void GrBulkRemoveCheck(GrWorld world, double t, PetscBool *ends);

/* Number of further steps after which GrBulkRemoveCheck needs no call. */
PetscInt64 GrBulkRemoveStepsToNext(GrWorld world);

/* Whether particle i (owned or ghost) is removed in a region at the end of the current epoch. */
PetscBool GrBulkRemoveSelects(GrWorld world, PetscInt i);

/* Counts the particles that leave or are removed at the committed state, adds their energies to the ledger, and ends
   their contacts. Needs the neighbour list of the epoch that ends. Collective. */
PetscErrorCode GrBulkRemoveEndContacts(GrWorld world);

/* Deletes the particles that leave or are removed from the store, and their contact histories from `records`. */
PetscErrorCode GrBulkRemoveParticles(GrWorld world, GrParallelColumns *records);

/* Prints the sides of the domain through which particles may leave, each line after `mark`. */
void GrBulkRemovePrintSides(GrWorld world, const char *mark, FILE *out);

/* Whether particles are inserted or removed by the case, so that results have a row for each particle present. */
PetscBool GrBulkPopulationVaries(GrWorld world);

/* Largest id given so far; ids count from 1. */
PetscInt64 GrBulkPopulationIds(GrWorld world);

/* Begins the tally with the particles of the start. */
void GrBulkPopulationBegin(GrWorld world);

/* Adds a particle's mass [kg] to a row of the tally (GrTally). */
void GrBulkPopulationAddMass(GrWorld world, int row, double mass);

/* Adds the steps since the last call, times the number of particles, to particle_steps. Call it before the number of
   particles changes. */
void GrBulkPopulationCountSteps(GrWorld world);

/* Steps times particles of this process so far. */
double GrBulkPopulationParticleSteps(GrWorld world);

/* Computes the tally at the committed state: numbers and masses of all particles. Collective. */
PetscErrorCode GrBulkPopulationTally(GrWorld world, GrTally *tally);

#endif
