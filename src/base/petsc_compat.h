/* petsc_compat: differences between versions of PETSc, and the private parts of TS that the type `verlet` needs.

   The function table of a TS type is private to PETSc, so a type outside of PETSc depends on the version. Known
   changes after 3.18: TSSetResize appears in 3.20; TSRollBack restores the solution itself from 3.21;
   setfromoptions takes its argument by value from 3.23. */
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

/* Whether this TS may reject a step after it has been made (roll back), so that the state before the step must be
   stored. */
static inline PetscBool GrTSMayRollBack(TS ts)
{
  return (PetscBool)(ts->event || ts->functiondomainerror || (ts->adapt && ts->adapt->checkstage));
}

/* Whether PETSc, a program or an option examines each single step of this TS, by other means than TSPostStep. */
static inline PetscErrorCode GrTSSeesSteps(TS ts, PetscBool *sees)
{
  PetscBool fixed, logs;

  PetscCall(PetscObjectTypeCompare((PetscObject)ts->adapt, TSADAPTNONE, &fixed));
  PetscCall(PetscLogIsActive(&logs));
  *sees = (PetscBool)(!fixed || logs || GrTSMayRollBack(ts) || ts->numbermonitors || ts->adapt->monitor ||
                      ts->trajectory || ts->prestep || ts->prestage || ts->poststage || ts->postevaluate ||
                      ts->exact_final_time != TS_EXACTFINALTIME_STEPOVER);
  return 0;
}

/* Sets the error control of a TS to the infinity norm. The 2-norm sums over particles, so it would depend on the number
   of ranks. */
static inline void GrTSAdaptUseInfinityNorm(TSAdapt adapt)
{
  adapt->wnormtype = NORM_INFINITY;
}

#endif
