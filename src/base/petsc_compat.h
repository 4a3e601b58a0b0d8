/* petsc_compat: everything that differs between versions of PETSc, and the private parts of TS that our own type needs.

   The ops table of a TS type is private to PETSc, so a type written outside it depends on the version. Known changes
   after 3.18: TSSetResize appears in 3.20; TSRollBack restores the solution itself from 3.21; setfromoptions takes its
   argument by value from 3.23. */
#ifndef GRANUM_BASE_PETSC_COMPAT_H
#define GRANUM_BASE_PETSC_COMPAT_H

#include <petsc/private/tsimpl.h>

#if PETSC_VERSION_LT(3, 18, 0)
#error "granum needs PETSc 3.18 or newer"
#endif

#if PETSC_VERSION_LT(3, 23, 0)
#define GR_OPTIONS_ARGUMENT PetscOptionItems *PetscOptionsObject
#else
#define GR_OPTIONS_ARGUMENT PetscOptionItems PetscOptionsObject
#endif

/* Can a step of this TS be taken back? Only then is it worth keeping the state before it. */
static inline PetscBool GrTSMayRollBack(TS ts)
{
  return (PetscBool)(ts->event || ts->functiondomainerror || (ts->adapt && ts->adapt->checkstage));
}

/* Does PETSc, or what a program or an option has hung into this TS, look at every single step? Besides TSPostStep. */
static inline PetscErrorCode GrTSSeesSteps(TS ts, PetscBool *sees)
{
  PetscBool fixed, logs;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)ts->adapt, TSADAPTNONE, &fixed));
  PetscCall(PetscLogIsActive(&logs));
  *sees = (PetscBool)(!fixed || logs || GrTSMayRollBack(ts) || ts->numbermonitors || ts->adapt->monitor ||
                      ts->trajectory || ts->prestep || ts->prestage || ts->poststage || ts->postevaluate ||
                      ts->exact_final_time != TS_EXACTFINALTIME_STEPOVER);
  PetscFunctionReturn(0);
}

/* Error control by the infinity norm: sums over particles would depend on the number of ranks. */
static inline void GrTSAdaptUseInfinityNorm(TSAdapt adapt)
{
  adapt->wnormtype = NORM_INFINITY;
}

#endif
