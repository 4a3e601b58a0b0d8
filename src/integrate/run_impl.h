/* The inside of a run (granum/run.h). */
#ifndef GRANUM_RUN_IMPL_H
#define GRANUM_RUN_IMPL_H

#include "integrate/save.h"
#include "integrate/stop.h"
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
  char *options;   /* PETSc's, as one text */
  GrRecorder recorder;
  GrProgress progress;
  GrStop stop;
  GrSaver saver;
  PetscBool epoch_ends;       /* the world wants its next epoch */
  PetscBool ends;             /* the case has ended, or the run must stop */
  double step;                /* fixed step, or the first one of rk [s] */
  double stable;              /* step bound of the case [s] */
  char reason[GR_REASON_MAX]; /* the step and why it is that */
  double wanted;              /* rk: the step wanted before it was cut to meet an output time; 0: not cut */
  PetscBool resumed;          /* from a checkpoint */
  PetscInt64 first_step;      /* number of the step that it goes on from */
  PetscInt64 steps;           /* done since then */
  double seconds;             /* wall time in TSSolve */
  GrLedger start, end;
};

/* A run of the world without output: TS, state and step. `from`: NULL, or what it goes on from; the world has been
   restored then. `step`: the number of that step. */
PetscErrorCode GrRunBegin(GrWorld world, const GrSaved *from, PetscInt64 step, const char *options, GrRun *run);

/* The directory of its output, made if missing, with input.yaml. */
PetscErrorCode GrRunDirectory(GrRun run, const char *directory);

/* Fails on a `set` (as for GrRunResume) that would change what a run did before. */
PetscErrorCode GrRunCheckSets(int n_set, const char *const set[]);

#endif
