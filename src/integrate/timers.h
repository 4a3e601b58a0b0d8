/* Timers: where the time of a run goes. One row per phase drives the clock, PETSc's -log_view events and the
   performance card.

   Reading a clock several times a step would cost as much as a step of a 70-bead chain, so small systems are timed on
   every GR_TIMER_STRIDE-th evaluation only and the result is scaled up. */
#ifndef GRANUM_TIMERS_H
#define GRANUM_TIMERS_H

#include <petscsys.h>

typedef enum {
  GR_PHASE_HALO,
  GR_PHASE_SWEEP,
  GR_PHASE_GHOST,
  GR_PHASE_COMMIT,
  GR_PHASE_REBUILD,
  GR_PHASE_OUTPUT,
  GR_PHASE_COUNT
} GrPhase;

enum {
  GR_TIMER_STRIDE = 61 /* prime, so that it does not fall in step with output */,
  GR_TIMER_SMALL = 4096 /* fewer particles than this per rank: sample */
};

typedef struct {
  const char *name, *meaning;
  PetscBool sampled; /* part of every evaluation, so timed on some of them only */
  PetscBool work;    /* of the particles of a rank, nothing awaited */
} GrPhaseRow;
extern const GrPhaseRow GrPhases[GR_PHASE_COUNT];

typedef struct {
  double seconds[GR_PHASE_COUNT]; /* scaled up */
  double begun;
  double work,
      work_begun; /* processor time of the phases that are work, scaled up: what others take of it is left out */
  PetscBool on;   /* this evaluation is timed */
  PetscInt stride;
  PetscInt countdown; /* evaluations until the next timed one */
  PetscLogEvent event[GR_PHASE_COUNT];
} GrTimers;

/* particles: of a rank in the mean; the same on every rank, so that all time the same evaluations. */
PetscErrorCode GrTimersCreate(GrTimers *timers, PetscInt particles);

/* Decides whether the evaluation that begins is timed. */
void GrTimersNext(GrTimers *timers);
PetscErrorCode GrTimerBegin(GrTimers *timers, GrPhase phase);
PetscErrorCode GrTimerEnd(GrTimers *timers, GrPhase phase);

#endif
