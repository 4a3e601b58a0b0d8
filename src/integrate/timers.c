/* timers: see timers.h. */
#include "integrate/timers.h"

#include <petsctime.h>
#include <time.h>

const GrPhaseRow GrPhases[GR_PHASE_COUNT] = {
    [GR_PHASE_HALO] = {"halo", "filling, starting and awaiting the exchange of ghosts", PETSC_TRUE, PETSC_FALSE},
    [GR_PHASE_SWEEP] = {"sweep", "drift, contacts, sums and kick of owned particles", PETSC_TRUE, PETSC_TRUE},
    [GR_PHASE_GHOST] = {"ghost contacts", "contacts with ghosts, and the particles at the ends", PETSC_TRUE,
                        PETSC_TRUE},
    [GR_PHASE_COMMIT] = {"commit", "accepting history and dissipation", PETSC_TRUE, PETSC_TRUE},
    [GR_PHASE_REBUILD] = {"rebuild", "migration, halo plan, candidates and their histories", PETSC_FALSE, PETSC_FALSE},
    [GR_PHASE_OUTPUT] = {"output", "sampling and writing", PETSC_FALSE, PETSC_FALSE},
};

PetscErrorCode GrTimersCreate(GrTimers *t, PetscInt particles)
{
  PetscClassId id;

  PetscFunctionBeginUser;
  PetscCall(PetscMemzero(t, sizeof(*t)));
  t->stride = particles < GR_TIMER_SMALL ? GR_TIMER_STRIDE : 1;
  PetscCall(PetscClassIdRegister("granum", &id));
  for (int p = 0; p < GR_PHASE_COUNT; p++)
    PetscCall(PetscLogEventRegister(GrPhases[p].name, id, &t->event[p]));
  PetscFunctionReturn(0);
}

void GrTimersNext(GrTimers *t)
{
  t->on = (PetscBool)(t->countdown == 0);
  t->countdown = t->on ? t->stride - 1 : t->countdown - 1;
}

static double Now(void)
{
  PetscLogDouble now = 0;
  (void)PetscTime(&now);
  return now;
}

static double ProcessorTime(void)
{
  struct timespec now = {0};
  (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

PetscErrorCode GrTimerBegin(GrTimers *t, GrPhase phase)
{
  PetscFunctionBeginUser;
  PetscCall(PetscLogEventBegin(t->event[phase], 0, 0, 0, 0));
  if (t->on && GrPhases[phase].work)
    t->work_begun = ProcessorTime();
  if (t->on || !GrPhases[phase].sampled)
    t->begun = Now();
  PetscFunctionReturn(0);
}

PetscErrorCode GrTimerEnd(GrTimers *t, GrPhase phase)
{
  PetscFunctionBeginUser;
  if (t->on || !GrPhases[phase].sampled)
    t->seconds[phase] += (Now() - t->begun) * (GrPhases[phase].sampled ? (double)t->stride : 1);
  if (t->on && GrPhases[phase].work)
    t->work += (ProcessorTime() - t->work_begun) * (double)t->stride;
  PetscCall(PetscLogEventEnd(t->event[phase], 0, 0, 0, 0));
  PetscFunctionReturn(0);
}
