/* What a variant of a study leaves in the results file: a table of impacts, curves, and the values of swept keys. */
#ifndef GRANUM_IMPACT_RECORD_H
#define GRANUM_IMPACT_RECORD_H

#include <granum/impact.h>
#include <granum/results.h>

typedef struct GrImpactRecord_ *GrImpactRecord;

/* The rows of a variant. */
typedef struct {
  const GrStudy *study;
  const GrVariant *variant;
  const PetscInt64 *first; /* [n_points + 1] row at which a point of the sweep begins; the last: their number */
  PetscInt64 samples;      /* per curve; 0: no curves */
  PetscInt64 room;         /* rows of one write, at most */
} GrImpactRecordRows;

/* Collective. Makes the group of the variant with its datasets; `results` NULL: keeps nothing. */
PetscErrorCode GrImpactRecordCreate(GrResults results, MPI_Comm comm, const GrImpactRecordRows *rows,
                                    GrImpactRecord *record);

/* Memory for the curve of row i of the next write. */
GrImpactCurve GrImpactRecordCurve(GrImpactRecord record, PetscInt64 i);

/* Collective. Rows first, first + 1, ... of this rank, with their curves. */
PetscErrorCode GrImpactRecordWrite(GrImpactRecord record, PetscInt64 first, PetscInt64 count, const GrImpact result[]);
PetscErrorCode GrImpactRecordDestroy(GrImpactRecord *record);

/* Sets every number of a row to not-a-number but its approach velocity. */
void GrImpactRecordVoid(GrImpact *result, double approach_velocity);

#endif
