/* One frame of the particles in a results file: a part of previous.c. */
#ifndef GRANUM_PARTICLE_FILL_PREVIOUS_FRAME_H
#define GRANUM_PARTICLE_FILL_PREVIOUS_FRAME_H

#include "particle/store.h"
#include <granum/results.h>

typedef struct {
  GrResults results;       /* the file */
  PetscInt64 frame, total; /* rows of the frame */
  double time;             /* of the frame [s] */
} GrFrame;

/* Collective, here and below. frame -1: the last that was written. To be closed whether this fails or not. */
PetscErrorCode GrPreviousFrameOpen(MPI_Comm comm, const char *path, PetscInt64 frame, GrFrame *opened);
PetscErrorCode GrPreviousFrameClose(GrFrame *opened);

/* Rows of a real field: [rows.count][components]; of the frame, or of the file if it is written once. */
PetscErrorCode GrPreviousFrameRead(const GrFrame *opened, const GrStoreField *field, GrRows rows, double *data);

#endif
