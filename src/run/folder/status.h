/* Status: DIRECTORY/status.json, the state of a run for scripts. It is written at the start, at intervals, and at the
   end, each time to a temporary name that is renamed, so that it is complete at any moment. One table of its keys, with
   units and descriptions, is used for the file and for `granum info`. */
#ifndef GRANUM_RUN_FOLDER_STATUS_H
#define GRANUM_RUN_FOLDER_STATUS_H

#include "input/yaml/document.h"
#include "io/h5/provenance.h"

enum { GR_STATUS_TEXT = 1024 };

/* Members of status.json; unknown numbers are NaN, unknown texts "". */
typedef struct {
  char state[16], cause[GR_STATUS_TEXT], updated[GR_UTC_MAX], next_update[GR_UTC_MAX], started[GR_UTC_MAX];
  double segment, ranks, process;
  char host[256], job[128];
  double time, end; /* simulated time [s] */
  double step;      /* number of the step */
  double steps;     /* number of steps of this segment */
  double percent, seconds, seconds_left;
  double steps_per_second, particle_steps_per_second;
  double particles, residual, imbalance, output_share;
  double next;          /* [s] wall time until the next update; 0: unknown, or none */
  char checkpoint[256]; /* name of the file */
  double checkpoint_step, checkpoint_time;
  double warnings;
  char warning[GR_STATUS_TEXT];
} GrStatus;

/* Sets all members to unknown. */
void GrRunFolderStatusClear(GrStatus *status);

/* Writes DIRECTORY/status.json. Returns 0, or the error number; then the previous file remains. */
int GrRunFolderStatusWrite(const char *directory, GrStatus *status);

/* Prints the numbers of a status.json that are not in run.json: particles, speed, residual, imbalance, warnings. A line
   for each key that is known. */
void GrRunFolderStatusPrint(const GrNode *root, FILE *out);

/* Job of the batch system of this process, "slurm 12_3"; "": unknown. */
void GrRunFolderStatusJob(size_t length, char text[]);

#endif
