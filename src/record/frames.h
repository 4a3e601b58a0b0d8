/* Frames: the time series of the particles in the group particles/grains of the results. For chains as for assemblies,
   one writer (recorder_impl.h) writes them. */
#ifndef GRANUM_RECORD_FRAMES_H
#define GRANUM_RECORD_FRAMES_H

#include "record/recorder_impl.h"
#include "record/xdmf.h"

enum { GR_FRAME_FIELDS_MAX = 32 };

/* Data of the writer of frames. The writers of chains and assemblies have further data after this struct. */
typedef struct {
  int n;
  GrRecorderXdmfField field[GR_FRAME_FIELDS_MAX];
  GrSeries series[GR_FRAME_FIELDS_MAX]; /* time series of each field; NULL: the field does not change */
  int first;                            /* index of the field whose time series has the steps and times of all fields */
  PetscInt64 total;                     /* number of rows of a frame over all ranks */
  GrStorage storage;
  /* whether the number of particles varies: a frame then has the present particles in its first rows */
  PetscBool varies;
  PetscBool line; /* whether vectors have one component (dimension 1) */
  GrSeries count; /* time series of the number of particles in each frame; NULL: this number does not vary */
  GrRecorderXdmfListed listed;
} GrRecorderFrames;

/* Adds a field. moves: PETSC_TRUE, the field is a time series with these rows; PETSC_FALSE, it is written only once.
   span: numbers of frames planned and done. Collective. */
PetscErrorCode GrRecorderFramesAdd(GrRecorder recorder, GrRecorderFrames *frames, const GrColumn *column,
                                   PetscBool moves, GrRows rows, GrSpan span);

/* Adds the time series of the number of rows in each frame, after the last field. In a resumed run reads its existing
   numbers. Collective. */
PetscErrorCode GrRecorderFramesAddCount(GrRecorder recorder, GrRecorderFrames *frames, GrSpan span);

/* Whether the case selects this field for the output (output.trajectory.fields). Fields other than position, velocity,
   spin and image are always written. */
PetscBool GrRecorderFramesWants(GrWorld world, const char *field);

/* Returns precision and compression of the fields, as the case requires them. */
GrStorage GrRecorderFramesStorage(GrWorld world);
/* Returns the number of bytes of a row of this field in a frame, before compression. */
double GrRecorderFramesBytes(GrWorld world, const GrColumn *column);

/* Returns the name of the frames in the forecast of the output sizes. */
const char *GrRecorderFramesWhat(GrWorld world);

/* The functions `destroy` and `list` of the writer (GrWriterOps). */
PetscErrorCode GrRecorderFramesDestroy(void *data); /* also frees the data */
PetscErrorCode GrRecorderFramesList(GrRecorder recorder, void *data, PetscInt64 written);

#endif
