/* DIRECTORY/status.json: the state of a run, for scripts. The file is written at the start, at intervals, and at the
   end, each time under a temporary name that is then renamed, so that the file is complete at any moment. One table of
   its keys, with units and descriptions, is used for the file and for `granum info`. */
#ifndef GRANUM_RUN_FOLDER_STATUS_H
#define GRANUM_RUN_FOLDER_STATUS_H

#include "input/yaml/document.h"
#include "io/h5/provenance.h"

enum { GR_STATUS_TEXT = 1024 };

/* The members of status.json. Unknown numbers are NaN, unknown texts are "". The table in status.c has their units and
   descriptions. */
typedef struct {
  char state[16], cause[GR_STATUS_TEXT], updated[GR_UTC_MAX], next_update[GR_UTC_MAX], started[GR_UTC_MAX];
  double segment, ranks, process;
  char host[256], job[128];
  double time, end; /* current simulated time, and simulated time of the end [s] */
  double step;      /* number of the current step */
  double steps;     /* number of steps that this process has made */
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

/* Writes DIRECTORY/status.json. Returns 0, or the system's error number; the previous file then remains. */
int GrRunFolderStatusWrite(const char *directory, GrStatus *status);

/* Prints the numbers of a status.json that run.json does not have: particles, speed, residual, imbalance, warnings, one
   line for each known number. root: the tree of the file. */
void GrRunFolderStatusPrint(const GrNode *root, FILE *out);

/* Writes the batch job to which this process belongs to text[length], e.g. "slurm 12_3"; "": unknown. */
void GrRunFolderStatusJob(size_t length, char text[]);

#endif
