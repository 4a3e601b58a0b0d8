/* Frames are records of the particles at successive times, such as their positions and velocities. The results file has
   them as time series in the group particles/grains. A writer (recorder_impl.h) writes them, for chains and for
   assemblies. */
#ifndef GRANUM_RECORD_FRAMES_H
#define GRANUM_RECORD_FRAMES_H

#include "record/recorder_impl.h"
#include "record/xdmf.h"

enum { GR_FRAME_FIELDS_MAX = 32 };

/* Data that the writers of frames for chains and for assemblies have in common. Each of their structs begins with this
   struct. */
typedef struct {
  int n;
  GrRecorderXdmfField field[GR_FRAME_FIELDS_MAX];
  GrSeries series[GR_FRAME_FIELDS_MAX]; /* time series of each field; NULL: the field does not depend on time */
  int first;        /* index of the first field with a time series; the other time series share its steps and times */
  PetscInt64 total; /* number of rows of a frame over all ranks; if `varies`: estimate at the start */
  GrStorage storage;
  /* whether the number of particles changes during the run; only the first rows of a frame then have particles, and
     `count` has the number of these rows */
  PetscBool varies;
  PetscBool bodies; /* whether the particles are rigid bodies: particles/bodies in place of particles/grains */
  PetscBool line;   /* whether vectors have only an x component (chains) */
  GrSeries count;   /* time series of the number of particles in each frame; NULL: the number does not change */
  GrRecorderXdmfListed listed;
} GrRecorderFrames;

/* Adds a field to the frames. moves: whether the field depends on time; the function then creates its time series.
   rows: range of rows of a frame that this rank writes; span: numbers of frames that are planned and already written.
   Collective. */
PetscErrorCode GrRecorderFramesAdd(GrRecorder recorder, GrRecorderFrames *frames, const GrColumn *column,
                                   PetscBool moves, GrRows rows, GrSpan span);

/* Adds the time series frames->count. Call this function after the last call of GrRecorderFramesAdd. In a resumed run
   it also reads the numbers that the earlier segments of the run have written. Collective. */
PetscErrorCode GrRecorderFramesAddCount(GrRecorder recorder, GrRecorderFrames *frames, GrSpan span);

/* Returns whether frames have this field. The key output.trajectory.fields of the input selects the fields position,
   velocity, spin and image. All other fields are always written. */
PetscBool GrRecorderFramesWants(GrWorld world, const char *field);

/* Returns the precision and compression of the fields that the case selects. */
GrStorage GrRecorderFramesStorage(GrWorld world);
/* Returns the size of one row of this field in a frame [bytes], before compression. */
double GrRecorderFramesBytes(GrWorld world, const GrColumn *column);

/* Returns the name of the frames in the list of expected output sizes that granum prints. */
const char *GrRecorderFramesWhat(GrWorld world);

/* Function `destroy` of the writer (GrWriterOps): frees the time series and `data`, a GrRecorderFrames. */
PetscErrorCode GrRecorderFramesDestroy(void *data);
/* Function `list` of the writer (GrWriterOps): writes the XDMF file that lists the frames. written: number of frames in
   the results file. */
PetscErrorCode GrRecorderFramesList(GrRecorder recorder, void *data, PetscInt64 written);

#endif
