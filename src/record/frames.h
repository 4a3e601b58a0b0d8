/* Frames: the series of particles/grains that one writer writes, for both worlds. */
#ifndef GRANUM_RECORD_FRAMES_H
#define GRANUM_RECORD_FRAMES_H

#include "record/recorder_impl.h"
#include "record/xdmf.h"

enum { GR_FRAME_FIELDS_MAX = 32 };

/* Data of a writer, or their beginning. */
typedef struct {
  int n;
  GrRecorderXdmfField field[GR_FRAME_FIELDS_MAX];
  GrSeries series[GR_FRAME_FIELDS_MAX]; /* NULL for fields that do not change */
  int first;                            /* the field whose series has the times */
  PetscInt64 total;
  GrStorage storage;
  PetscBool varies; /* a frame has the current particles, in its first rows */
  PetscBool line;   /* beads on a line: vectors have one component */
  GrSeries count;   /* number of rows in each frame; NULL: all rows */
  GrRecorderXdmfListed listed;
} GrRecorderFrames;

/* Adds a field. moves: it is a series with these rows; otherwise it is written once. Collective. */
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

/* Name of the frames in the forecast of the output. */
const char *GrRecorderFramesWhat(GrWorld world);

/* `destroy` and `list` of the writer. */
PetscErrorCode GrRecorderFramesDestroy(void *data); /* also frees the data */
PetscErrorCode GrRecorderFramesList(GrRecorder recorder, void *data, PetscInt64 written);

#endif
