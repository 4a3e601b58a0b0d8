/* Frames are records of the particles at successive times, such as their positions and velocities. The results file
   stores them as time series in a group, such as particles/grains. There are three writers of frames: for the beads of
   a chain, for the spheres of an assembly, and for the rigid bodies of an assembly. */
#ifndef GRANUM_RECORD_FRAMES_H
#define GRANUM_RECORD_FRAMES_H

#include "record/recorder_impl.h"
#include <stdbool.h>

enum { GR_FRAME_FIELDS_MAX = 32, GR_BOX_SERIES = 3 };

#define GR_GRAINS_GROUP "/particles/grains"

/* Column with the numbers 0, 1, ... of the rows of a frame. XDMF readers use this dataset as the list of cells: each
   particle is a cell with one point. */
extern const GrColumn GrRecorderRowColumn;

/* A field of the particles, such as the velocity: a dataset of their group in results.h5. */
typedef struct {
  const GrColumn *column; /* description of the dataset */
  /* true: the dataset is a time series of shape [frames][total][components]; false: its values are constant, with shape
     [total] */
  bool moves;
} GrRecorderFrameField;

/* Common data of the writers of frames. The struct of each such writer begins with this struct. */
typedef struct {
  const char *group; /* group of the results file that has the frames, such as particles/grains */
  int n;             /* number of fields, such as position and velocity */
  GrRecorderFrameField field[GR_FRAME_FIELDS_MAX]; /* [n] datasets of the fields */
  GrSeries series[GR_FRAME_FIELDS_MAX]; /* [n] time series of each field; NULL: the field does not depend on time */
  GrSeries box[GR_BOX_SERIES];          /* time series of a box that deforms; NULL: the box does not deform */
  int first;         /* index in series[] of the first time series; the other series share its steps and times */
  PetscInt64 total;  /* number of rows (particles) of a frame on all ranks; if `varies`, an estimate */
  GrStorage storage; /* precision and compression of the fields in the file */
  /* whether the number of particles changes during the run. If so, a frame can have unused rows after its particles;
     `count` contains the number of particles */
  bool varies;
  const char *counted; /* description of the time series `count` in the results file */
  bool line;           /* whether vectors have only an x component (chains) */
  GrSeries count;      /* time series of the number of particles in each frame; NULL: the number does not change */
  PetscInt64 listed;   /* number of frames that the XDMF file lists */
  long end;            /* on rank 0: number of bytes of the XDMF file before the closing tags */
} GrRecorderFrames;

/* Adds a field, such as `velocity`, to the frames. moves: whether the field depends on time; the function then creates
   its time series. rows: range of rows of a frame that this rank writes. span: number of frames that are planned,
   and number of frames that the file already has. Collective. */
PetscErrorCode GrRecorderFramesAdd(GrRecorder recorder, GrRecorderFrames *frames, const GrColumn *column, bool moves,
                                   GrRows rows, GrSpan span);

/* Adds the time series frames->count if the number of particles changes during the run. In a resumed run it also reads
   the number of particles in each earlier frame. Call it after the last call of GrRecorderFramesAdd. Collective. */
PetscErrorCode GrRecorderFramesAddCount(GrRecorder recorder, GrRecorderFrames *frames, GrSpan span);

/* Creates the time series frames->box of a box that deforms. They share the steps and times of the fields. Does nothing
   if the box does not deform. Collective. */
PetscErrorCode GrRecorderBoxAdd(GrRecorder recorder, GrRecorderFrames *frames, GrSpan span);
/* Appends the current box to the series frames->box, which must exist. GrRecorderFramesAppend calls it. Collective. */
PetscErrorCode GrRecorderBoxRecord(GrRecorder recorder, const GrRecorderFrames *frames, const GrSample *sample);

/* Writes the particles, and a box that deforms, at the time of `sample` as a frame. rows: range of rows that this rank
   writes. data[k]: values of field k in these rows; not used if the field does not depend on time. Collective. */
PetscErrorCode GrRecorderFramesAppend(GrRecorder recorder, const GrRecorderFrames *frames, const GrSample *sample,
                                      GrRows rows, const void *const data[]);

/* Whether the frames have the field `field`. The input key output.trajectory.fields selects the fields position,
   velocity, spin and image. All other fields are always written. */
bool GrRecorderFramesWants(GrWorld world, const char *field);

/* Returns the precision and compression that the case selects for the fields of frames. */
GrStorage GrRecorderFramesStorage(GrWorld world);
/* Function `destroy` of the writer (GrWriterOps): frees the time series and `data`, a GrRecorderFrames. */
PetscErrorCode GrRecorderFramesDestroy(void *data);
/* Function `list` of the writer (GrWriterOps): writes the list of frames to DIRECTORY/results.xdmf, or bodies.xdmf for
   rigid bodies (https://www.xdmf.org). ParaView (with any of its XDMF readers) and VisIt open these files to read the
   particles from results.h5. For each frame the file describes a grid of points with fields. The name of a field ends
   with its unit: `velocity [m s-1]`. The beads of a chain (dimension 1) are the points of a grid along x. The file
   contains the times of the frames and references to datasets of results.h5, but no other data. If the fields do not
   include the position, no file is written. written: number of frames in the results file.

   Rank 0 writes; all ranks return the same error code. The first call writes a temporary file and renames it. A later
   call appends the new frames by one write operation that replaces the closing tags. The file therefore has either all
   or none of the new frames, even if the run is killed. Collective. */
PetscErrorCode GrRecorderFramesList(GrRecorder recorder, void *data, PetscInt64 written);

#endif
