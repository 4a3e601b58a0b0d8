/* Frames are records of the particles at successive times, such as their positions and velocities. The results file
   stores them as time series in a group, such as particles/grains. There are three writers of frames: for the beads of
   a chain, for the spheres of an assembly, and for the rigid bodies of an assembly. */
#ifndef GRANUM_RECORD_FRAMES_H
#define GRANUM_RECORD_FRAMES_H

#include "record/recorder_impl.h"
#include "record/xdmf.h"

enum { GR_FRAME_FIELDS_MAX = 32 };

#define GR_GRAINS_GROUP "/particles/grains"

/* Common data of the writers of frames. The struct of each such writer begins with this struct. */
typedef struct {
  const char *group; /* group of the results file that has the frames, such as particles/grains */
  int n;             /* number of fields, such as position and velocity */
  GrRecorderXdmfField field[GR_FRAME_FIELDS_MAX]; /* [n] datasets of the fields */
  GrSeries series[GR_FRAME_FIELDS_MAX]; /* [n] time series of each field; NULL: the field does not depend on time */
  int first;         /* index in series[] of the first time series; the other series share its steps and times */
  PetscInt64 total;  /* number of rows (particles) of a frame on all ranks; if `varies`, an estimate */
  GrStorage storage; /* precision and compression of the fields in the file */
  /* whether the number of particles changes during the run. If so, a frame can have unused rows after its particles;
     `count` contains the number of particles */
  PetscBool varies;
  const char *counted; /* description of the time series `count` in the results file */
  PetscBool line;      /* whether vectors have only an x component (chains) */
  GrSeries count;      /* time series of the number of particles in each frame; NULL: the number does not change */
  GrRecorderXdmfListed listed; /* state of the XDMF file that lists the frames */
} GrRecorderFrames;

/* Adds a field, such as `velocity`, to the frames. moves: whether the field depends on time; the function then creates
   its time series. rows: range of rows of a frame that this rank writes. span: number of frames that are planned,
   and number of frames that the file already has. Collective. */
PetscErrorCode GrRecorderFramesAdd(GrRecorder recorder, GrRecorderFrames *frames, const GrColumn *column,
                                   PetscBool moves, GrRows rows, GrSpan span);

/* Adds the time series frames->count if the number of particles changes during the run. In a resumed run it also reads
   the number of particles in each earlier frame. Call it after the last call of GrRecorderFramesAdd. Collective. */
PetscErrorCode GrRecorderFramesAddCount(GrRecorder recorder, GrRecorderFrames *frames, GrSpan span);

/* Writes the particles at the time of `sample` as a frame. rows: range of rows that this rank writes. data[k]: values
   of field k in these rows; not used if the field does not depend on time. Collective. */
PetscErrorCode GrRecorderFramesAppend(const GrRecorderFrames *frames, const GrSample *sample, GrRows rows,
                                      const void *const data[]);

/* Whether the frames have the field `field`. The input key output.trajectory.fields selects the fields position,
   velocity, spin and image. All other fields are always written. */
PetscBool GrRecorderFramesWants(GrWorld world, const char *field);

/* Returns the precision and compression that the case selects for the fields of frames. */
GrStorage GrRecorderFramesStorage(GrWorld world);
/* Returns the size of a field of one particle in a frame, before compression [bytes]. column: describes the field. */
double GrRecorderFramesBytes(GrWorld world, const GrColumn *column);

/* Returns the name of the frames in the list of expected output sizes that granum prints. */
const char *GrRecorderFramesWhat(GrWorld world);

/* Function `destroy` of the writer (GrWriterOps): frees the time series and `data`, a GrRecorderFrames. */
PetscErrorCode GrRecorderFramesDestroy(void *data);
/* Function `list` of the writer (GrWriterOps): writes the XDMF file that lists the frames. written: number of frames in
   the results file. */
PetscErrorCode GrRecorderFramesList(GrRecorder recorder, void *data, PetscInt64 written);

#endif
