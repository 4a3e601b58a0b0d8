/* Timers: the wall-clock time of the phases of a run. The table GrPhases has a row per phase, which is also used for
   the events of PETSc's -log_view and for the performance card.

   Reading a clock several times per step would cost as much as a step of a chain of 70 beads. Small systems therefore
   time the first GR_TIMER_STRIDE evaluations and then every GR_TIMER_STRIDE-th evaluation. A timed step is the time
   from one evaluation to the next. With

     W    time from GrTimersStart to GrTimersStop [s],
     U    time of the phases that are always timed [s],
     s_p  time of the sampled phase p [s],
     S    total time of the timed steps, without U and without reading the clock [s],

   where a timed step counts as often in S and s_p as the number of steps it represents: phase p has the time
   (W - U) s_p / S, and the phase `integration` has the rest. The sum of all phases is always
   W. */
#ifndef GRANUM_BASE_TIMERS_H
#define GRANUM_BASE_TIMERS_H

#include "base/watch.h"

typedef enum {
  GR_PHASE_HALO,
  GR_PHASE_FORCES,
  GR_PHASE_GHOST,
  GR_PHASE_COMMIT,
  GR_PHASE_REBUILD,
  GR_PHASE_OUTPUT,
  GR_PHASE_INTEGRATION,
  GR_PHASE_COUNT
} GrPhase;

enum {
  /* number of evaluations per timed evaluation; prime, so that it has no common period with output */
  GR_TIMER_STRIDE = 61,
  GR_TIMER_SMALL = 4096 /* particles per rank; in smaller systems only some evaluations are timed */
};

typedef struct {
  const char *name, *meaning;
  PetscBool sampled; /* whether the phase is part of each evaluation and is timed in some evaluations only */
} GrPhaseRow;
extern const GrPhaseRow GrPhases[GR_PHASE_COUNT];

typedef struct {
  double seconds[GR_PHASE_COUNT]; /* time of each phase [s]; after GrTimersStop their sum is `whole` */
  double whole;                   /* W [s] */
  double steps;                   /* S [s] */
  /* clock readings at the beginning of the total, of the current phase, and of the timed step [s] */
  double started, begun, step_begun;
  double (*clock)(void);   /* function that returns the wall-clock time [s] */
  double reading;          /* time that reading the clock takes [s] */
  PetscBool running;       /* whether the total time is running, between GrTimersStart and GrTimersStop */
  PetscBool on;            /* whether this step is timed */
  PetscBool logs;          /* whether PETSc logs events */
  PetscInt stride, weight; /* number of steps that a timed step represents: after the first steps, and at present */
  PetscInt early;          /* how many of the first steps are still to be timed; each of them represents only itself */
  PetscInt countdown;      /* number of evaluations until the next timed evaluation */
  PetscLogEvent event[GR_PHASE_COUNT];
} GrTimers;

/* Initialises timers. particles: mean number of particles per rank, equal on all ranks, so that all ranks time the same
   evaluations. */
PetscErrorCode GrTimersCreate(GrTimers *timers, PetscInt particles);

/* Returns the time at which this process, or the program that launched it as a rank (for example mpirun), started, on
   the clock of GrTimersNow [s]. If the system does not provide this time: the time of the first call. */
double GrTimersLaunched(void);

/* Returns the current wall-clock time [s]. */
double GrTimersNow(void);

/* Starts the total time W. */
void GrTimersStart(GrTimers *timers);

/* Stops the total time W, and computes the time of each phase from the timed steps. A second call has no effect. */
void GrTimersStop(GrTimers *timers);

/* To be called at the beginning of each evaluation of forces: decides whether the evaluation is timed. */
PetscErrorCode GrTimersNext(GrTimers *timers);

/* Begins a phase that is timed or logged. To be called by GrTimerBegin only. */
PetscErrorCode GrTimerBeginRead(GrTimers *timers, GrPhase phase);
/* Ends a phase that is timed or logged. To be called by GrTimerEnd only. */
PetscErrorCode GrTimerEndRead(GrTimers *timers, GrPhase phase);

/* Begin and end a phase. If the step is not timed, the cost is negligible. */
static inline PetscErrorCode GrTimerBegin(GrTimers *timers, GrPhase phase)
{
  GrWatchMine.phase = phase;
  return timers->on || timers->logs || !GrPhases[phase].sampled ? GrTimerBeginRead(timers, phase) : 0;
}

static inline PetscErrorCode GrTimerEnd(GrTimers *timers, GrPhase phase)
{
  GrWatchMine.phase = GR_PHASE_INTEGRATION;
  return timers->on || timers->logs || !GrPhases[phase].sampled ? GrTimerEndRead(timers, phase) : 0;
}

#endif
