/* Residence times of particles: the times between their insertion, or their passage of a counter with
   `residence: begins`, and the time at which they leave, are removed, or pass a counter with `residence: ends`; and the
   times in the regions of counters with `residence: inside` (residence.c). Reneighbouring is a rebuild with new
   reference positions (bulk/bulk.h). */
#ifndef GRANUM_BULK_POPULATION_RESIDENCE_H
#define GRANUM_BULK_POPULATION_RESIDENCE_H

#include "world/events.h"
#include "world/world_impl.h"

/* Exits of a particle: a side of the domain (0 to GR_SIDES - 1), a removal, a counter or its region. */
enum { GR_EXIT_REMOVED = GR_SIDES, GR_EXIT_COUNTER };

/* Sets the begin of the residence time of particle i of the store, which is added at the committed time: this time, or
   infinite if a counter begins residence times. The clocks of regions begin at the next reneighbouring. */
void GrBulkResidenceBegin(GrWorld world, PetscInt i);

/* Returns the number of counters of a case with clocks of their regions. */
int GrBulkResidenceCountClocks(const GrCase *the_case);

/* Returns the clock of particle i of the store (of a rigid body, its first sphere) in the region of counter k: its time
   of entry [s]; infinite: it is outside. */
double *GrBulkResidenceClock(GrWorld world, int k, PetscInt i);

/* Ends the clock of particle i in the region of counter k at a time [s], and notes the time in the region. exit: a
   side, a removal, or GR_EXIT_COUNTER for the region itself. */
PetscErrorCode GrBulkResidenceLeaveRegion(GrWorld world, int k, PetscInt i, double time, int exit);

/* Returns the list of the events of a counter, or with index output.n_counters of particles that leave or are removed,
   that are not yet in the results file. */
GrEvents *GrBulkResidenceEvents(GrWorld world, int index);

/* Path of a coordinate with a constant acceleration: its values at the last reneighbouring and at the committed time
   [m], and its current rate of change [m/s]. */
typedef struct {
  double from, to, rate;
} GrBulkPath;

/* Returns the coordinate at the time t, at most 0, relative to the committed time [s]. span: time since the last
   reneighbouring [s]. */
double GrBulkResidencePathAt(const GrBulkPath *path, double span, double t);

/* Returns the time [s] since the last reneighbouring at which a state of a particle changed, by bisection. unchanged:
   whether the state at the time t is that at the last reneighbouring; span, t: as for GrBulkResidencePathAt. */
typedef bool (*GrBulkPathTest)(const void *context, double span, double t);
double GrBulkResidenceFindChange(GrWorld world, GrBulkPathTest unchanged, const void *context);

/* Returns the time [s] since the last reneighbouring at which a coordinate became 0 that was `from` then and is `to` at
   the committed time [m], with the current rate of change [m/s]; `from` and `to` have different signs. The acceleration
   is taken to be constant. */
double GrBulkResidenceFindPassage(GrWorld world, double from, double to, double rate);

/* Notes that particle i of the store (of a rigid body, its first sphere) passes counter k along its normal at a time
   [s]: begins or ends its residence time, as the counter has it. Call it at a reneighbouring. */
PetscErrorCode GrBulkResidencePass(GrWorld world, int k, PetscInt i, double time);

/* Notes that particle i of the store leaves through a side of the domain, or is removed (GR_EXIT_REMOVED). */
PetscErrorCode GrBulkResidenceLeave(GrWorld world, PetscInt i, int exit);

#endif
