/* Outputs of a case and their times. All numbers are in SI units. */
#ifndef GRANUM_CASE_OUTPUT_H
#define GRANUM_CASE_OUTPUT_H

#include "case/grains.h"
#include <math.h>
#include <stdbool.h>

/* Times at which an output is recorded: the start and then each period, or the times in a list. */
typedef struct {
  double every;  /* period [s]; <= 0: the list `times` gives the times */
  int n_times;   /* number of times in the list; 0, and no period: the output is not recorded */
  double *times; /* [n_times] times at which the output is recorded [s], ascending */
} GrOutputTimes;

/* Returns whether an output is recorded at all: it has a period or a list of times. */
static inline bool GrOutputIsRecorded(const GrOutputTimes *when)
{
  return when->every > 0 || when->n_times > 0;
}

/* Place of a sensor. BEAD: force on the bead, and its motion. CONTACT: contact between the bead and the next bead. */
typedef enum { GR_SENSE_BEAD, GR_SENSE_CONTACT } GrSensed;

/* One entry of output.sensors: sensors that record force and motion of single beads of a group, or of contacts. */
typedef struct {
  int group; /* index of the group in GrCase.groups */
  int n_at;
  /* [n_at] beads that have a sensor, numbered from 1 in the group; results in observables/sensors/GROUP-NUMBER, of
     contacts in observables/contact_sensors/GROUP-NUMBER */
  PetscInt64 *at;
  GrSensed quantity;
  GrOutputTimes when;
} GrSensors;

/* Quantity whose pulse a detector records. FORCE: mean of the two contact forces on the bead. CONTACT: force between
   the bead and the next bead. VELOCITY: velocity of the bead along +x. */
typedef enum { GR_DETECT_FORCE, GR_DETECT_CONTACT, GR_DETECT_VELOCITY } GrDetected;

/* One entry of output.detectors. A detector records the arrival, the peak and the width of a pulse at a bead. The
   results are in observables/detectors/GROUP-QUANTITY, with a row for each bead. */
typedef struct {
  int group; /* index of the group in GrCase.groups */
  int n_at;
  /* [n_at] beads that have a detector, numbered from 1 in the group, ascending; NULL: `every` defines the beads */
  PetscInt64 *at;
  /* interval of bead numbers: beads every, 2 every, ... of the group have a detector; 0: `at` lists the beads */
  PetscInt64 every;
  GrDetected quantity;
  /* for GR_DETECT_FORCE and GR_DETECT_CONTACT: the detector records the first pulse whose peak is at least this force
     [N]; NaN: it records the highest pulse */
  double threshold_force;
  /* for GR_DETECT_VELOCITY: the detector records the first pulse whose peak is at least this velocity [m/s]; NaN: it
     records the highest pulse */
  double threshold_velocity;
} GrDetectors;

/* Use of a counter for residence times (bulk/population/residence.h): begins or ends those of the particles that
   pass it along its normal; or, INSIDE, measures the times that particles spend in its region. */
typedef enum { GR_RESIDENCE_NONE, GR_RESIDENCE_BEGINS, GR_RESIDENCE_ENDS, GR_RESIDENCE_INSIDE } GrResidence;
enum { GR_CLOCKS = 16 }; /* largest number of counters with GR_RESIDENCE_INSIDE */

/* One entry of output.counters. A counter counts the particles that pass a plane or a disc, or the particles whose
   centres are in a region. The results are in observables/counters/NAME. */
typedef struct {
  char name[GR_NAME_MAX];
  struct {
    double point[3];  /* a point of the plane [m]; NaN: the counter has no plane */
    double normal[3]; /* direction in which a passage counts as positive [1] */
  } plane;
  struct {
    double centre[3]; /* centre of the disc [m]; NaN: the counter has no disc */
    double normal[3]; /* direction in which a passage counts as positive [1] */
    double radius;    /* radius of the disc [m] */
  } disc;
  GrWithin within;   /* region in which particles are counted; used if the counter has neither plane nor disc */
  GrSelection which; /* the particles that are counted */
  GrOutputTimes when;
  /* index in GrCase.stages of the only stage in which the counter counts; -1: it counts in all stages */
  int during;
  GrResidence residence;
  GrPlace place; /* line and column in the input, for messages */
} GrCounter;

/* Size of a real number of the trajectory in the results file: 8 or 4 bytes. */
typedef enum { GR_PRECISION_DOUBLE, GR_PRECISION_SINGLE } GrPrecision;
/* Method by which granum compresses the trajectory when the run completes: none, or deflate (zlib). */
typedef enum { GR_COMPRESSION_NONE, GR_COMPRESSION_DEFLATE } GrCompression;
/* Kind of the MPI-IO transfers to the results file: each rank on its own, or all ranks together. */
typedef enum { GR_TRANSFER_INDEPENDENT, GR_TRANSFER_COLLECTIVE } GrTransfer;

/* Quantities of the particles that a frame of the trajectory may contain: the words of the input key
   output.trajectory.fields. For a chain the key accepts only the first two words. */
#define GR_TRAJECTORY_FIELDS "position|velocity|angular_velocity|image"

/* Kernels that spread particles and contacts over the cells of output.fields: the words of the key output.fields.kernel
   (src/record/grid/kernel.h). */
#define GR_KERNEL_NAMES "none|gaussian|lucy|heaviside"
typedef enum { GR_KERNEL_NONE, GR_KERNEL_GAUSSIAN, GR_KERNEL_LUCY, GR_KERNEL_HEAVISIDE } GrKernelName;

/* The section output.fields: averages over the cells of a grid that fills the box. */
typedef struct {
  GrOutputTimes when;
  PetscInt64 cells[3]; /* number of cells along each axis; 0: it follows from `spacing`; if that is NaN, 1 cell */
  double spacing;      /* approximate edge length of a cell [m]; NaN: the input does not give it */
  GrKernelName kernel;
  double width; /* width of the kernel [m]; NaN: there is no kernel */
} GrFieldsOutput;

/* Returns the number of cells along an axis on which the box has this length [m]. */
static inline PetscInt64 GrFieldsCountCells(const GrFieldsOutput *fields, int axis, double length)
{
  const PetscInt64 cells =
      fields->spacing > 0 ? (PetscInt64)fmin(rint(length / fields->spacing), 1000) : fields->cells[axis];
  return PetscMax(cells, 1);
}

/* Outputs of a run and their times. */
typedef struct {
  GrOutputTimes trajectory; /* times of the frames; a frame is the state of all particles at one time */
  /* whether each frame also contains the energies of each particle; dimension 2 and 3 only */
  bool trajectory_energies;
  /* bit k: each frame contains the quantity that word k of GR_TRAJECTORY_FIELDS names; 0: all quantities */
  unsigned trajectory_fields;
  int n_trajectory_groups;
  /* [n_trajectory_groups] groups whose particles are in the frames: indices in GrCase.grains; empty: all groups;
     dimension 2 and 3 only */
  int *trajectory_groups;
  GrPrecision trajectory_precision;
  GrCompression trajectory_compression;
  GrTransfer transfer;
  /* number of ranks that write the data of all ranks to results.h5; 0: granum chooses it from the number of nodes */
  PetscInt64 writers;
  PetscInt64 alignment; /* large datasets in results.h5 begin at a multiple of this number of bytes */
  char *mpi_io_hints;   /* hints for MPI-IO, in the form "name=value;name=value" */
  GrOutputTimes energy; /* times at which the energies (GrLedger) are recorded, in addition to start and end */
  int n_sensors, n_detectors, n_counters;
  GrCounter *counters; /* [n_counters] counters of particles; dimension 2 and 3 only */
  GrSensors *sensors;
  GrDetectors *detectors;
  /* simulated times at which checkpoints are written. Signals and wall-clock limits cause further checkpoints */
  GrOutputTimes checkpoint;
  /* whether a checkpoint of the last good state is written if the run fails with GR_EXIT_PHYSICS */
  bool checkpoint_failure;
  /* wall-clock time between checkpoints [s]; 0: checkpoints do not depend on wall-clock time */
  double checkpoint_wall_time;
  bool checkpoint_end; /* whether a checkpoint is written at the end of the run */
  /* wall-clock time between flushes of the recorded data to disk [s]; 0: granum flushes only with checkpoints and at
     the end */
  double flush;
  double wall_time; /* wall-clock time after which the run writes a checkpoint and stops [s]; 0: no limit */
  /* The members from `walls` to `residence` are used in dimension 2 and 3 only. */
  GrOutputTimes walls;       /* times at which force, torque and position of every wall are recorded */
  bool walls_triangles;      /* whether the force on each triangle of a wall with a mesh is also recorded */
  bool walls_loads;          /* whether load and wear of walls and of their triangles are also recorded */
  GrOutputTimes observables; /* times at which sums over particles and contacts (granum/particle.h) are recorded */
  GrOutputTimes contacts;    /* times at which a list of all contacts is written, each time to a new file */
  GrFieldsOutput fields;     /* averages over the cells of a grid */
  bool residence;            /* whether the residence times of particles that leave or are removed are recorded */
} GrOutput;

/* Returns the bead that has detector d (from 0) of `detectors`: the number of the bead in its group, from 1. */
PetscInt64 GrCaseDetectorsBead(const GrDetectors *detectors, PetscInt64 d);

#endif
