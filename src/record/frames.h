/* Frames: the series of particles/grains that one writer writes, for both worlds. */
#ifndef GRANUM_RECORD_FRAMES_H
#define GRANUM_RECORD_FRAMES_H

#include "record/recorder_impl.h"
#include "record/xdmf.h"

enum { GR_FRAME_FIELDS_MAX = 32 };

/* Begins the data of a writer. */
typedef struct {
  int n;
  GrRecorderXdmfField field[GR_FRAME_FIELDS_MAX];
  GrSeries series[GR_FRAME_FIELDS_MAX]; /* NULL for fields that do not change */
  int first;                            /* the field whose series has the times */
  PetscInt64 total;
  GrStorage storage;
  PetscBool varies; /* particles come and go: the rows of a frame are those that are there, in its first rows */
  PetscBool line;   /* vectors have one component */
  GrSeries count;   /* of them in each frame; NULL without */
  GrRecorderXdmfListed listed;
} GrRecorderFrames;

/* One more field, in the order of a table: `moves` makes its series, of these rows. */
PetscErrorCode GrRecorderFramesAdd(GrRecorder recorder, GrRecorderFrames *frames, const GrColumn *column,
                                   PetscBool moves, GrRows rows, GrSpan span);

/* Where particles come and go, behind the last field: the count of each frame. Takes up what a file has already. */
PetscErrorCode GrRecorderFramesAddCount(GrRecorder recorder, GrRecorderFrames *frames, GrSpan span);

/* Is this field wanted in the frames? Others than positions, velocities, spins and images always are. */
PetscBool GrRecorderFramesWants(GrWorld world, const char *field);

/* How the case wants them stored. */
GrStorage GrRecorderFramesStorage(GrWorld world);
double GrRecorderFramesBytes(GrWorld world, const GrColumn *column); /* of a row in a frame, before compression */
const char *GrRecorderFramesWhat(GrWorld world);                     /* what a forecast calls them */

/* For the table of a writer. */
PetscErrorCode GrRecorderFramesDestroy(void *data); /* also frees the data */
PetscErrorCode GrRecorderFramesList(GrRecorder recorder, void *data, PetscInt64 written);

#endif
