/* Timers measure the wall-clock time of each phase of a run, such as contact forces or output. The table GrPhases
   describes the phases. PETSc's -log_view and the performance card use the same phases. The performance card is the
   table of times, memory and messages that granum prints after a run.

   Reading a clock several times per step costs as much as a step of a chain of 70 beads. In small systems only some
   steps are therefore timed: the first GR_TIMER_STRIDE steps, and then each GR_TIMER_STRIDE-th step. A step begins at
   an evaluation of all forces and ends at the next evaluation. The phases that are part of each step are sampled: they
   are timed only in timed steps. The other phases, such as output, are always timed.

     W    time from GrTimersStart to GrTimersStop [s]
     U    time of the phases that are always timed [s]
     s_p  time of the sampled phase p in the timed steps [s]
     S    time of the timed steps, without phases that are always timed and without reading the clock [s]

   In S and s_p, the time of a timed step is multiplied by the number of steps that it represents (1 for the first
   steps, then GR_TIMER_STRIDE). The time of phase p is (W - U) s_p / S. The rest of W is the time of the phase
   `integration`. The sum of the times of all phases is therefore W. */
#ifndef GRANUM_BASE_TIMERS_H
#define GRANUM_BASE_TIMERS_H

#include "base/watch.h"
#include <stdbool.h>

/* Phases of a run. GrPhases describes them. */
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
  /* number of steps from one timed step to the next in small systems. A prime number: if output is due every 100 steps,
     for example, output is as frequent in timed steps as in all steps */
  GR_TIMER_STRIDE = 61,
  GR_TIMER_SMALL = 4096 /* number of particles per rank below which only some steps are timed */
};

/* Description of a phase. */
typedef struct {
  const char *name;    /* name in the output */
  const char *meaning; /* description of the work in this phase */
  bool sampled;        /* whether the phase is timed only in timed steps; otherwise it is always timed */
} GrPhaseRow;
extern const GrPhaseRow GrPhases[GR_PHASE_COUNT];

/* Timers of a rank. In small systems only some steps are timed. A timed step then represents all steps until the next
   timed step, and its times are multiplied by their number. */
typedef struct {
  double seconds[GR_PHASE_COUNT]; /* time of each phase [s]; after GrTimersStop their sum is `whole` */
  double whole;                   /* time from GrTimersStart to GrTimersStop [s] */
  double steps;          /* S of the head comment: time of the timed steps, each multiplied by its weight [s] */
  double started;        /* clock reading in GrTimersStart [s] */
  double begun;          /* clock reading at the beginning of the current phase [s] */
  double step_begun;     /* clock reading at the beginning of the current timed step [s] */
  double (*clock)(void); /* function that returns the wall-clock time [s] */
  double reading;        /* time that one call of `clock` takes [s] */
  bool running;          /* whether GrTimersStart has been called, but not yet GrTimersStop */
  bool on;               /* whether the current step is timed */
  bool logs;             /* whether PETSc logs events now (-log_view) */
  PetscInt stride; /* number of steps from one timed step to the next, after the first steps; 1: every step is timed */
  PetscInt weight; /* factor of the times of the current timed step: the number of steps that it represents */
  PetscInt early;  /* how many of the first steps, which are all timed, have not begun yet */
  PetscInt countdown;                  /* number of steps before the next timed step */
  PetscLogEvent event[GR_PHASE_COUNT]; /* PETSc's log event of each phase */
} GrTimers;

/* Initialises timers. */
PetscErrorCode GrTimersCreate(GrTimers *timers);

/* Chooses which steps are timed. particles: mean number of particles per rank; from GR_TIMER_SMALL on, every step is
   timed. The number must be equal on all ranks, because all ranks must time the same steps. */
void GrTimersFit(GrTimers *timers, PetscInt particles);

/* Returns the time at which this process started, on the clock of GrTimersNow [s]. If a program such as mpirun launched
   the process, the function returns the time at which that program started. If the operating system does not provide
   these times, the function returns the time of its first call. */
double GrTimersLaunched(void);

/* Returns the current wall-clock time [s]. */
double GrTimersNow(void);

/* Sets all times to 0 and starts the measurement of the wall-clock time of the run. */
void GrTimersStart(GrTimers *timers);

/* Ends the measurement, and computes the time of each phase in the whole run from its time in the timed steps. A second
   call has no effect. */
void GrTimersStop(GrTimers *timers);

/* Begins the next step, and decides whether it is timed. Call it at the beginning of each evaluation of all forces. */
PetscErrorCode GrTimersNext(GrTimers *timers);

/* Reads the clock at the beginning of a phase, if the phase is timed in this step. Logs the beginning in PETSc. Only
   GrTimerBegin calls this function. */
PetscErrorCode GrTimerBeginRead(GrTimers *timers, GrPhase phase);
/* Adds the time of a phase at its end, if the phase is timed in this step. Logs the end in PETSc. Only GrTimerEnd calls
   this function. */
PetscErrorCode GrTimerEndRead(GrTimers *timers, GrPhase phase);

/* Begins a phase; GrTimerEnd ends it. The cost is negligible if the phase is not timed in the current step. */
static inline PetscErrorCode GrTimerBegin(GrTimers *timers, GrPhase phase)
{
  GrWatchMine.phase = phase;
  return timers->on || timers->logs || !GrPhases[phase].sampled ? GrTimerBeginRead(timers, phase) : 0;
}

/* Ends the phase that GrTimerBegin has begun; afterwards the rank is in the phase GR_PHASE_INTEGRATION. */
static inline PetscErrorCode GrTimerEnd(GrTimers *timers, GrPhase phase)
{
  GrWatchMine.phase = GR_PHASE_INTEGRATION;
  return timers->on || timers->logs || !GrPhases[phase].sampled ? GrTimerEndRead(timers, phase) : 0;
}

#endif
