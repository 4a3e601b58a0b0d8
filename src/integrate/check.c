/* check: what `granum check` tells of cases of particles; see GrRunCheck of granum/run.h. */
#include "integrate/run_impl.h"

#include <math.h>
#include <string.h>

void GrWorldEquilibriumPrint(GrWorld world, const char *mark, FILE *out)
{
  const GrEquilibrium *e = GrWorldEquilibrium(world);
  if (e)
    fprintf(out,
            "%sequilibrium of %" PetscInt64_FMT
            " beads under %g N: net forces of at most %.3g N are left, %" PetscInt_FMT
            " steps of Newton's method, %.3f s\n",
            mark, e->beads, e->load, e->residual, e->iterations, e->seconds);
}

static PetscBool Speaks(MPI_Comm comm)
{
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return (PetscBool)(rank == 0);
}

static void PrintSteps(const GrRun run, FILE *out)
{
  const GrTime *time = &run->world->the_case->time;

  if (time->integrator == GR_INTEGRATOR_VERLET)
    fprintf(out, "# steps: %.15g\n", ceil(time->end / run->step - 1e-6));
  else
    fprintf(out, "# steps: as many as time.tolerance asks for, at least one for each time of an output\n");
}

/* Everything is found before anything is printed, `before` first. */
static PetscErrorCode CheckCase(MPI_Comm comm, const GrCase *c, const char *before, FILE *out)
{
  GrWorld world;
  GrRun run;
  double stable;
  char reason[GR_REASON_MAX / 2];

  PetscFunctionBeginUser;
  PetscCall(GrWorldCreate(comm, c, &world));
  PetscCall(GrRunBegin(world, NULL, 0, NULL, &run));
  GrWorldStepBound(world, &stable, reason, sizeof(reason));
  if (world->rank == 0) {
    fprintf(out, "%s# %" PetscInt64_FMT " particles\n# step bound: %s\n", before, GrWorldTotal(world), reason);
    fprintf(out, "# step: %.*s\n", (int)strcspn(run->reason, ";"), run->reason);
    PrintSteps(run, out);
    GrOverlapsPrint(world, &run->overlaps, "# ", out);
    GrWorldEquilibriumPrint(world, "# ", out);
    GrWorldSidesPrint(world, "# ", out);
    if (c->time.step > stable && c->time.integrator == GR_INTEGRATOR_VERLET)
      fprintf(out, "# warning: time.step %g s is longer than that\n", c->time.step);
  }
  PetscCall(GrRunDestroy(&run));
  PetscCall(GrWorldDestroy(&world));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRunCheck(MPI_Comm comm, const GrStudy *study, FILE *out)
{
  const int n = study->n_variants * study->n_points;
  char name[2 * GR_NAME_MAX], before[2 * GR_NAME_MAX + 8];

  PetscFunctionBeginUser;
  if (!study->several) {
    PetscCall(CheckCase(comm, study->variant[0].point[0], study->resolved, out));
    PetscFunctionReturn(0);
  }
  if (Speaks(comm))
    fprintf(out, "%s# %d cases: %d variant%s, %d point%s of the sweep\n", study->resolved, n, study->n_variants,
            study->n_variants == 1 ? "" : "s", study->n_points, study->n_points == 1 ? "" : "s");
  for (int i = 0; i < n; i++) {
    GrStudyCaseName(study, i / study->n_points, i % study->n_points, sizeof(name), name);
    snprintf(before, sizeof(before), "# %s:\n", name);
    PetscCall(CheckCase(comm, study->variant[i / study->n_points].point[i % study->n_points], before, out));
  }
  PetscFunctionReturn(0);
}
