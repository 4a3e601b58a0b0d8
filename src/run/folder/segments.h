/* The sessions that a run took: the list `segments` of run.json. For one rank. */
#ifndef GRANUM_RUN_FOLDER_SEGMENTS_H
#define GRANUM_RUN_FOLDER_SEGMENTS_H

#include "input/yaml/document.h"
#include "io/h5/provenance.h"
#include <granum/error.h>

enum { GR_CAUSE_MAX = 1024 };

/* From the start of a process to its end. */
typedef struct {
  char started[GR_UTC_MAX], ended[GR_UTC_MAX]; /* UTC; "": not known */
  char host[256], state[16], cause[GR_CAUSE_MAX];
  int process, ranks;
  double from, to; /* simulated time [s]; NaN: there is none, or it is not known */
} GrSegment;

typedef struct {
  int n;
  GrSegment *segment;
} GrSegments;

/* Adds one that begins now on this host. */
PetscErrorCode GrSegmentsBegin(GrSegments *segments, int ranks, double from);

/* How the last one ended: the state that an exit code stands for. */
void GrSegmentsEnd(GrSegments *segments, GrExit code, const char *cause, double to);

/* Those of an earlier run.json. One that was not ended was killed. `to`: where the run goes on from. */
PetscErrorCode GrSegmentsRead(GrSegments *segments, const GrNode *list, double to);

/* The members `state` and `segments` of an object. */
void GrSegmentsWrite(GrJson *json, const GrSegments *segments);

#endif
