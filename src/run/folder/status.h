/* DIRECTORY/status.json: the current state of a run, for scripts. The file is written at the start, at intervals, and
   at the end. Each time it is written under a temporary name and then renamed, so that a reader never finds an
   incomplete file. The table in status.c describes the keys of the file. */
#ifndef GRANUM_RUN_FOLDER_STATUS_H
#define GRANUM_RUN_FOLDER_STATUS_H

#include "input/yaml/document.h"
#include "io/h5/provenance.h"

enum { GR_STATUS_TEXT = 1024 };

/* The members of status.json, which describes the current state of a run. Unknown numbers are NaN, unknown texts are
   "". The table in status.c has their units and descriptions. */
typedef struct {
  char state[16], cause[GR_STATUS_TEXT], updated[GR_UTC_MAX], next_update[GR_UTC_MAX], started[GR_UTC_MAX];
  double segment, ranks, process;
  char host[256], job[128];
  double time;  /* current simulated time [s] */
  double end;   /* simulated time at which the run ends; with stages, the latest possible end [s] */
  double step;  /* number of the current step, from the start of the run */
  double steps; /* number of steps since the run was started or resumed */
  double percent, seconds, seconds_left;
  double steps_per_second, particle_steps_per_second;
  double particles, residual, imbalance, output_share;
  double next;          /* wall-clock time until the next update of the file [s]; 0: unknown, or no further update */
  char checkpoint[256]; /* name of the last checkpoint file */
  double checkpoint_step, checkpoint_time;
  double warnings;
  char warning[GR_STATUS_TEXT];
} GrStatus;

/* Sets all members of *status to unknown: NaN or "". */
void GrRunFolderStatusClear(GrStatus *status);

struct GrSegment_; /* run/folder/folder_impl.h */

/* Writes DIRECTORY/status.json. Returns 0, or the error number of the system; after an error the previous file is
   unchanged. segment: the current segment, for its warnings. */
int GrRunFolderStatusWrite(const char *directory, GrStatus *status, const struct GrSegment_ *segment);

/* Prints the numbers of status.json that run.json does not have: particles, speed, residual, imbalance and warnings.
   Each number has a line. Unknown numbers are not printed. root: the contents of status.json. */
void GrRunFolderStatusPrint(const GrNode *root, FILE *out);

/* Sets text[length] to the name of the batch system and the number of the batch job in which this process runs, for
   example "slurm 12_3"; "": unknown. */
void GrRunFolderStatusJob(size_t length, char text[]);

#endif
