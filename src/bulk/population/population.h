/* Particles that are inserted, leave, or are removed during a run, and the tally: numbers and masses of all particles
   (GrTally). */
#ifndef GRANUM_BULK_POPULATION_POPULATION_H
#define GRANUM_BULK_POPULATION_POPULATION_H

#include "contact/model.h"
#include "parallel/columns.h"
#include "particle/fill/clump.h"
#include "world/world_impl.h"

struct GrBulkInsertion;                  /* population/insert.h */
typedef struct GrBulkCount_ GrBulkCount; /* population/counter.h */

typedef struct {
  PetscInt64 at_start, total;        /* number of particles of all ranks at the start, and at present */
  struct GrBulkInsertion *insertion; /* groups whose particles are inserted; NULL: no particles are inserted */
  /* [output.n_counters] this rank's share of the counts up to the last reneighbouring */
  GrBulkCount *counts;
  /* [kg] this rank's share of the mass in each row of the tally; in a resumed run rank 0 has the whole mass of the
     start */
  GrSum mass[GR_TALLY_PRESENT];
  /* [J] this rank's share of the energies that inserted, removed and left particles, changes of stage and broken bonds
     add to the ledger */
  GrSum energies[GR_SUM_ENERGIES];
  /* sum of the numbers of particles of this rank over all steps up to step particle_steps_to */
  double particle_steps;
  PetscInt64 particle_steps_to;
} GrBulkPopulation;

/* Creates population.insertion from the case (insert_case.c). To be called when the particles of the start exist. */
PetscErrorCode GrBulkInsertCreate(GrWorld world);

/* Frees population.insertion. */
PetscErrorCode GrBulkInsertDestroy(GrBulk bulk);

/* Whether an insertion is due at time t [s]. */
PetscBool GrBulkInsertIsDue(GrWorld world, double t);

/* Returns the number of next steps after which GrBulkInsertIsDue need not be called. */
PetscInt64 GrBulkInsertStepsToNext(GrWorld world);

/* Inserts the particles that are due, each on some rank. To be called during reneighbouring. Collective. */
PetscErrorCode GrBulkInsertDue(GrWorld world);

/* Returns the number of spheres of a particle of a group: the number of spheres of its clump, or 1. */
int GrBulkInsertRows(GrWorld world, PetscInt64 group);

/* Adds n particles to this rank at the committed state, after reneighbouring and before the rebuild, which sends them
   to their owners. Over all ranks the ids of their spheres are GrBulkPopulationIds + 1, ...; particle[].id is the id of
   the first sphere. The caller ensures that the new particles touch no other particle. Collective. */
PetscErrorCode GrBulkInsertParticles(GrWorld world, PetscInt n, const GrFillGrain particle[]);

/* Whether a group has particles at the start, or has particles that are inserted. */
PetscBool GrBulkInsertHasGroup(GrWorld world, int group);

/* Returns the largest initial speed of particles to be inserted [m/s]. */
double GrBulkInsertLargestSpeed(GrWorld world);

/* Returns the smallest mass of a particle to be inserted [kg]; infinite: no particles are inserted. */
double GrBulkInsertSmallestMass(GrWorld world);

/* Lists the particle types of particles to be inserted in type[capacity]. Returns the number of types; capacity + 1:
   there are more than `capacity`. */
int GrBulkInsertListTypes(GrWorld world, int capacity, GrParticleType type[]);

/* Checks after a commit at time t [s] whether particles in a region of `removal` are to be removed. If so, requests
   reneighbouring and sets *ends to PETSC_TRUE. */
void GrBulkRemoveCheck(GrWorld world, double t, PetscBool *ends);

/* Returns the number of next steps after which GrBulkRemoveCheck need not be called. */
PetscInt64 GrBulkRemoveStepsToNext(GrWorld world);

/* Whether an entry of `removal` removes particle i (owned or ghost) at the end of the current epoch. */
PetscBool GrBulkRemoveSelects(GrWorld world, PetscInt i);

/* Counts the particles that leave or are removed at the committed state, adds their energies to the energy balance
   (ledger), and ends their contacts. To be called before the rebuild frees the neighbour list. Collective. */
PetscErrorCode GrBulkRemoveEndContacts(GrWorld world);

/* Deletes from the particle store the particles that have left the domain or that the input removes, and deletes their
   contact histories from `records`. */
PetscErrorCode GrBulkRemoveParticles(GrWorld world, GrParallelColumns *records);

/* Prints the sides of the domain through which particles may leave; each line begins with `mark`. */
void GrBulkRemovePrintSides(GrWorld world, const char *mark, FILE *out);

/* Whether the case inserts or removes particles, so that the number of rows in the results varies with time. */
PetscBool GrBulkPopulationVaries(GrWorld world);

/* Returns the largest id that a particle has had so far; ids count from 1. */
PetscInt64 GrBulkPopulationIds(GrWorld world);

/* Begins the tally: its first row has number and mass of the particles at the start. */
void GrBulkPopulationBegin(GrWorld world);

/* Adds the mass of a particle [kg] to a row of the tally: row is GR_TALLY_START, ... */
void GrBulkPopulationAddMass(GrWorld world, int row, double mass);

/* Adds to particle_steps the number of steps since the last call times the number of particles. To be called before the
   number of particles changes. */
void GrBulkPopulationCountSteps(GrWorld world);

/* Returns the sum of the numbers of particles of this rank over all steps so far. */
double GrBulkPopulationParticleSteps(GrWorld world);

/* Computes the tally at the committed state: numbers and masses of all particles. Collective. */
PetscErrorCode GrBulkPopulationTally(GrWorld world, GrTally *tally);

#endif
