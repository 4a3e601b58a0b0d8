/* Frames: the time series of particles/grains, which one writer writes, for chains and assemblies. */
#ifndef GRANUM_RECORD_FRAMES_H
#define GRANUM_RECORD_FRAMES_H

#include "record/recorder_impl.h"
#include "record/xdmf.h"

enum { GR_FRAME_FIELDS_MAX = 32 };

/* Data of the writer of frames. A writer may have further data after this struct. */
typedef struct {
  int n;
  GrRecorderXdmfField field[GR_FRAME_FIELDS_MAX];
  GrSeries series[GR_FRAME_FIELDS_MAX]; /* NULL for fields that do not change */
  int first;                            /* index of the field whose series stores the times */
  PetscInt64 total;
  GrStorage storage;
  PetscBool varies; /* a frame has the current particles, in its first rows */
  PetscBool line;   /* dimension 1: vectors have one component */
  GrSeries count;   /* number of rows in each frame; NULL: all rows */
  GrRecorderXdmfListed listed;
} GrRecorderFrames;

/* Adds a field. moves: the field is a time series with these rows; otherwise it is written once. Collective. */
PetscErrorCode GrRecorderFramesAdd(GrRecorder recorder, GrRecorderFrames *frames, const GrColumn *column,
                                   PetscBool moves, GrRows rows, GrSpan span);

/* Adds the number of rows of each frame, after the last field; reads the numbers of a resumed file. Collective. */
PetscErrorCode GrRecorderFramesAddCount(GrRecorder recorder, GrRecorderFrames *frames, GrSpan span);

/* Whether the case selects this field. Fields other than position, velocity, spin and image are always written. */
PetscBool GrRecorderFramesWants(GrWorld world, const char *field);

/* Precision and compression of the fields. */
GrStorage GrRecorderFramesStorage(GrWorld world);
/* Bytes of a row of this field in a frame, before compression. */
double GrRecorderFramesBytes(GrWorld world, const GrColumn *column);

/* Name of the trajectory in the forecast of the output. */
const char *GrRecorderFramesWhat(GrWorld world);

/* The functions `destroy` and `list` of the writer. */
PetscErrorCode GrRecorderFramesDestroy(void *data); /* also frees the data */
PetscErrorCode GrRecorderFramesList(GrRecorder recorder, void *data, PetscInt64 written);

#endif
