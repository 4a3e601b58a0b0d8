/* Particles that are inserted, leave through the sides of the domain, or are removed during a run. The tally is the
   balance of the numbers and masses of these particles (GrTally). Numbers count each sphere of a clump. */
#ifndef GRANUM_BULK_POPULATION_POPULATION_H
#define GRANUM_BULK_POPULATION_POPULATION_H

#include "contact/model.h"
#include "parallel/columns.h"
#include "particle/fill/clump.h"
#include "world/events.h"
#include "world/world_impl.h"
#include <stdbool.h>

struct GrBulkInsertion;                  /* population/insert.h */
typedef struct GrBulkCount_ GrBulkCount; /* population/counter.h */

/* Numbers and sums that change when particles are inserted, leave or are removed. */
typedef struct {
  PetscInt64 at_start;               /* number of particles of all ranks at the start */
  PetscInt64 total;                  /* current number of particles of all ranks */
  struct GrBulkInsertion *insertion; /* groups with insertion; NULL: no particles are inserted */
  /* [output.n_counters] for each counter with a surface, the passages that this rank has counted up to the last change
     of the reference positions; 0 for a counter of a region */
  GrBulkCount *counts;
  int n_residence; /* number of counters, plus 1 */
  /* [n_residence] events of each counter that ends residence times, and of particles that leave or are removed
     (population/residence.h) */
  GrEvents *residence;
  /* contribution of this rank to the mass in each row of the tally, such as GR_TALLY_INSERTED [kg]. In a resumed run,
     rank 0 begins with the sums of the checkpoint, and the other ranks with 0 */
  GrSum mass[GR_TALLY_PRESENT];
  /* part of this rank in each energy of the ledger (GR_SUM_KINETIC, ...), without the energies of its present particles
     [J]: energies of inserted, removed and left particles, of changes of the stage, and of broken bonds */
  GrSum energies[GR_SUM_ENERGIES];
  /* number of particles of all ranks, summed over all steps up to step particle_steps_to */
  double particle_steps;
  PetscInt64 particle_steps_to; /* last step that particle_steps includes */
} GrBulkPopulation;

/* Creates and frees the population of a world (insert_case.c). */
PetscErrorCode GrBulkPopulationCreate(GrWorld world);
PetscErrorCode GrBulkPopulationDestroy(GrBulkPopulation *population);

/* Creates population.insertion from the case (insert_case.c). Call it when the particles at the start exist. */
PetscErrorCode GrBulkInsertCreate(GrWorld world);

/* Fails with GR_EXIT_INPUT if the whole region of a group with insertion is on the wrong side of a wall that never
   moves (insert_side.c). All ranks get the same result. */
PetscErrorCode GrBulkInsertCheckSides(GrWorld world);

/* Returns whether particles must be inserted at time t [s]. */
bool GrBulkInsertIsDue(GrWorld world, double t);

/* Returns the number of steps that can follow without a call of GrBulkInsertIsDue, because no insertion is due. */
PetscInt64 GrBulkInsertStepsToNext(GrWorld world);

/* Inserts the particles that are due. Each particle is created on one rank. Call this function while the neighbour
   list is rebuilt. Collective. */
PetscErrorCode GrBulkInsertDue(GrWorld world);

/* Returns the number of spheres per particle of a group: the number of spheres of its clump, or 1. */
int GrBulkInsertRows(GrWorld world, PetscInt64 group);

/* Adds n new particles to the store of this rank, between two steps. The rebuild of the neighbour list, which must
   follow, sends them to their owners. particle[].id: id of the first sphere of each particle. Over all ranks the new
   spheres must have the ids GrBulkPopulationIds + 1, +2, ... without gaps. The new particles must not touch any other
   particle. Collective. */
PetscErrorCode GrBulkInsertParticles(GrWorld world, PetscInt n, const GrFillGrain particle[]);

/* Returns whether a group has particles at the start, or particles that are inserted later. */
bool GrBulkInsertHasGroup(GrWorld world, int group);

/* Returns the largest initial speed that inserted particles can have [m/s]. */
double GrBulkInsertLargestSpeed(GrWorld world);

/* Returns the smallest mass that an inserted particle can have [kg]; infinite: no particles are inserted. */
double GrBulkInsertSmallestMass(GrWorld world);

/* Writes to type[] the particle types that inserted particles can have. Returns their number, or -1 if there are more
   than GR_PARTICLE_TYPE_MAX. */
int GrBulkInsertListTypes(GrWorld world, GrParticleType type[GR_PARTICLE_TYPE_MAX]);

/* Checks at the end t [s] of an accepted step whether the input key `removal` is due to remove particles from a region.
   If so, requests a rebuild of the neighbour list, which removes them, and sets *ends to true. */
void GrBulkRemoveCheck(GrWorld world, double t, bool *ends);

/* Returns the number of steps that can follow without a call of GrBulkRemoveCheck, because no removal is due. */
PetscInt64 GrBulkRemoveStepsToNext(GrWorld world);

/* Returns whether the input key `removal` removes particle i (owned or ghost) at the next rebuild of the list. */
bool GrBulkRemoveSelects(GrWorld world, PetscInt i);

/* Counts the particles that have left or must be removed, adds their energies to the energy balance, and ends their
   contacts. Call this function between two steps, while the old neighbour list still exists. Collective. */
PetscErrorCode GrBulkRemoveEndContacts(GrWorld world);

/* Deletes from the particle store all particles that have left the domain or must be removed. Also deletes their
   contact histories from `records` (a table with a row per contact, contact/records.h). */
PetscErrorCode GrBulkRemoveParticles(GrWorld world, GrParallelColumns *records);

/* Prints the sides through which particles can leave the domain; each line begins with `mark`. */
void GrBulkRemovePrintSides(GrWorld world, const char *mark, FILE *out);

/* Returns whether the case inserts or removes particles. The number of rows in the results then varies with time. */
bool GrBulkPopulationVaries(GrWorld world);

/* Returns the largest id that any particle, present or removed, has had since the start; ids begin at 1. */
PetscInt64 GrBulkPopulationIds(GrWorld world);

/* Adds the mass of a particle [kg] to a sum of the tally, unless its motion is prescribed. particle: its index in the
   store. */
void GrBulkPopulationAddMass(GrWorld world, PetscInt particle, GrSum *sum);

/* Updates particle_steps: adds (number of particles) x (number of steps since the previous call). Call this function
   before the number of particles changes. */
void GrBulkPopulationCountSteps(GrWorld world);

/* Returns the sum of the number of particles of all ranks over all steps so far. */
double GrBulkPopulationParticleSteps(GrWorld world);

/* Computes the tally (balance of numbers and masses of particles) after the last accepted step. Collective. */
PetscErrorCode GrBulkPopulationTally(GrWorld world, GrTally *tally);

#endif
