/* study: the ensemble of mechanisms, whose members are their runs. */
#include "mechanism/record.h"

static PetscErrorCode ComputeRuns(GrEnsemble *e)
{
  GrMechanismResult *result = e->result;

  PetscFunctionBeginUser;
  for (PetscInt64 i = 0; i < e->count; i++) {
    const GrEnsembleMember run = GrEnsembleAt(e, i);
    PetscCall(GrMechanismSolve(run.the_case, (double)run.number, &result[i]));
    e->counted += result[i].impacts.n;
    if (*result[i].why)
      GrEnsembleFail(e, i, "at %s", result[i].why);
    GrEnsembleProgress(e, i + 1);
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode ShowRun(MPI_Comm comm, PetscInt64 number, const void *result)
{
  const GrMechanismRun *r = &((const GrMechanismResult *)result)->run;
  return PetscSynchronizedPrintf(comm, "%6" PetscInt64_FMT " %8.0f %14.5g %12.6g %12.2g %10.0f\n", number,
                                 r->impact_count, r->last_onset, r->end_time, r->energy_residual, r->steps);
}

static PetscErrorCode DestroyRun(void *result)
{
  return GrMechanismResultDestroy(result);
}

const GrEnsembleKind GrMechanisms = {
    .group = "mechanism",
    .members = "runs of a mechanism",
    .counted = "impacts",
    .failed = "mechanisms were not followed to the end",
    .member = "run",
    .remedy = "change its parameters, or the tolerance",
    .heading = "   run  impacts   last onset s        end s     residual      steps",
    .size = sizeof(GrMechanismResult),
    .compute = ComputeRuns,
    .record = GrMechanismRecord,
    .show = ShowRun,
    .destroy = DestroyRun,
};
