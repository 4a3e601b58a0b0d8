/* The inside of a run (granum/run.h). */
#ifndef GRANUM_RUN_IMPL_H
#define GRANUM_RUN_IMPL_H

#include "integrate/world_impl.h"
#include "output/progress.h"
#include "output/recorder.h"
#include <granum/run.h>

enum { GR_REASON_MAX = 512 };

struct GrRun_ {
  GrWorld world;
  TS ts;
  Vec state;
  char *directory; /* NULL: no output */
  GrRecorder recorder;
  GrProgress progress;
  PetscBool epoch_ends;       /* the world wants its next epoch */
  double step;                /* fixed step, or the first one of rk [s] */
  double stable;              /* step bound of the case [s] */
  char reason[GR_REASON_MAX]; /* the step and why it is that */
  double wanted;              /* rk: the step wanted before it was cut to meet an output time; 0: not cut */
  PetscInt64 steps;
  double seconds; /* wall time in TSSolve */
  GrLedger start, end;
};

#endif
