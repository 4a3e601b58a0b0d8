/* Timers: where the time of a run goes. One row per phase drives the clock, PETSc's -log_view events and the
   performance card.

   Reading a clock several times a step would cost as much as a step of a 70-bead chain, so small systems time the first
   GR_TIMER_STRIDE evaluations and then every GR_TIMER_STRIDE-th one. A timed step reaches from one evaluation to the
   next; with

     W    the whole, from GrTimersStart to GrTimersStop,
     U    its phases that are timed whenever they occur,
     s_p  sampled phase p, and S the timed steps without U, each step weighted by how many it stands for and less what
          reading the clock takes,

   phase p has the time (W - U) s_p / S, and integration what is left. So the phases add up to the whole in any run. */
#ifndef GRANUM_BASE_TIMERS_H
#define GRANUM_BASE_TIMERS_H

#include <petscsys.h>

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
  GR_TIMER_STRIDE = 61 /* prime, so that it does not fall in step with output */,
  GR_TIMER_SMALL = 4096 /* fewer particles than this per rank: sample */
};

typedef struct {
  const char *name, *meaning;
  PetscBool sampled; /* part of every evaluation, so timed on some of them only */
} GrPhaseRow;
extern const GrPhaseRow GrPhases[GR_PHASE_COUNT];

typedef struct {
  double seconds[GR_PHASE_COUNT]; /* weighted sums of the sampled phases; after GrTimersStop all add up to `whole` */
  double whole;                   /* W [s] */
  double steps;                   /* S [s] */
  double started, begun, step_begun;
  double (*clock)(void);   /* wall time [s] */
  double reading;          /* what reading it takes [s] */
  PetscBool running;       /* between start and stop */
  PetscBool on;            /* this step is timed */
  PetscBool logs;          /* PETSc logs it */
  PetscInt stride, weight; /* steps that a timed one stands for: in the long run, and this one */
  PetscInt early;          /* timed ones that stand for themselves alone, still to come */
  PetscInt countdown;      /* evaluations until the next timed one */
  PetscLogEvent event[GR_PHASE_COUNT];
} GrTimers;

/* particles: of a rank in the mean; the same on every rank, so that all time the same evaluations. */
PetscErrorCode GrTimersCreate(GrTimers *timers, PetscInt particles);

/* When this process began, or the program that launched it as a rank, such as mpirun, by the clock of timers [s]; where
   the system does not say, the first time this is asked. */
double GrTimersLaunched(void);

/* The same clock now. */
double GrTimersNow(void);

/* The whole begins. */
void GrTimersStart(GrTimers *timers);

/* The whole ends, and what was sampled becomes seconds. Nothing happens if it has ended already. */
void GrTimersStop(GrTimers *timers);

/* A force evaluation begins; decides whether it is timed. */
PetscErrorCode GrTimersNext(GrTimers *timers);
PetscErrorCode GrTimerBeginRead(GrTimers *timers, GrPhase phase);
PetscErrorCode GrTimerEndRead(GrTimers *timers, GrPhase phase);

/* A phase of a step that nobody times costs next to nothing. */
static inline PetscErrorCode GrTimerBegin(GrTimers *timers, GrPhase phase)
{
  return timers->on || timers->logs || !GrPhases[phase].sampled ? GrTimerBeginRead(timers, phase) : 0;
}

static inline PetscErrorCode GrTimerEnd(GrTimers *timers, GrPhase phase)
{
  return timers->on || timers->logs || !GrPhases[phase].sampled ? GrTimerEndRead(timers, phase) : 0;
}

#endif
