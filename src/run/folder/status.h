/* Status: DIRECTORY/status.json, the state of a run for scripts: when it begins, now and then, and when it ends. It is
   written beside its name and then renamed, so that it is whole at any moment. One table of its keys, with units and
   descriptions, drives the file and what `granum info` prints of it. */
#ifndef GRANUM_RUN_FOLDER_STATUS_H
#define GRANUM_RUN_FOLDER_STATUS_H

#include "input/yaml/document.h"
#include "io/h5/provenance.h"

enum { GR_STATUS_TEXT = 1024 };

/* A number that is not known is none (NaN), a text "". */
typedef struct {
  char state[16], cause[GR_STATUS_TEXT], updated[GR_UTC_MAX], started[GR_UTC_MAX];
  double segment, ranks, process;
  char host[256], job[128];
  double time, end; /* simulated [s] */
  double step;      /* its number */
  double percent, seconds, seconds_left;
  double steps_per_second, particle_steps_per_second;
  double particles, residual, imbalance, output_share;
  char checkpoint[256]; /* the name of the file */
  double checkpoint_step, checkpoint_time;
  double warnings;
  char warning[GR_STATUS_TEXT];
} GrStatus;

/* Nothing is known. */
void GrStatusClear(GrStatus *status);

/* Writes DIRECTORY/status.json now. 0 or the error number: then the one before stays. */
int GrStatusWrite(const char *directory, GrStatus *status);

/* Prints the numbers of a status.json that are not in run.json: particles, speed, residual, imbalance, warnings. A line
   for each key that is known. */
void GrStatusPrint(const GrNode *root, FILE *out);

/* The job of the batch system that this process belongs to, "slurm 12_3"; "": none is known. */
void GrStatusJob(size_t length, char text[]);

#endif
