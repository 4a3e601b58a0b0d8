/* Results of impacts in the file: columns from the rows of case/impact_results.h, and the curves of each impact. */
#ifndef GRANUM_IMPACT_COLUMNS_H
#define GRANUM_IMPACT_COLUMNS_H

#include "case/impact_results.h"
#include "impact/impact.h"
#include "run/ensemble.h"

#define GR_IMPACT_COLUMN(kind, member, unit, description) GR_MEMBER_REAL(GrImpact, member, unit, description),
#define GR_OBLIQUE_COLUMN(kind, member, unit, description) GR_MEMBER_REAL(GrOblique, member, unit, description),

/* Elements of an array of GrMember, for a struct that begins with a GrImpact. */
#define GR_IMPACT_COLUMNS GR_IMPACT_RESULTS(GR_IMPACT_COLUMN)

enum { GR_IMPACT_ROUND = 8192 }; /* largest number of impacts that a rank computes in a round */

/* Returns the largest number of impacts that a rank computes in a round: less with curves. */
PetscInt64 GrImpactCapacity(const GrCase *the_case);

/* Returns the samples of quantity `column` of member i of this rank in the current round. points: number of samples of
   a quantity of a member. */
double *GrImpactSamples(const GrRunEnsemble *ensemble, PetscInt64 points, int column, PetscInt64 i);

/* Writes the results of the members in *part, and with `curves: true` the n quantities curve[n] of their samples, whose
   tables are in the group curves beside the results. Collective. */
PetscErrorCode GrImpactRecord(GrRunEnsemble *ensemble, const GrRunEnsemblePart *part, int n, const GrColumn curve[]);

#endif
