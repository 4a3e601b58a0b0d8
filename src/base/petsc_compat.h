/* petsc_compat: differences between versions of PETSc, and the private parts of TS that the type `verlet` needs.

   The function table of a TS type is private to PETSc, so a TS type that is defined outside of PETSc depends on the
   version of PETSc. Known changes after 3.18: TSSetResize appears in 3.20; TSRollBack restores the solution itself from
   3.21; setfromoptions takes its argument by value from 3.23. */
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

/* Whether this TS may reject a completed step (roll back). The state before each step must then be stored. */
static inline PetscBool GrTSMayRollBack(TS ts)
{
  return (PetscBool)(ts->event || ts->functiondomainerror || (ts->adapt && ts->adapt->checkstage));
}

/* Sets *sees: whether PETSc, the calling program or an option uses each single step of this TS, for example by a
   monitor. A function set by TSSetPostStep does not count, because granum itself sets one. */
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

/* Sets the norm of the error control of a TS to the infinity norm. The 2-norm is a sum over particles, whose rounding
   depends on the number of ranks. */
static inline void GrTSAdaptUseInfinityNorm(TSAdapt adapt)
{
  adapt->wnormtype = NORM_INFINITY;
}

#endif
