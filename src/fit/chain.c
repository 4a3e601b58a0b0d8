/* chain: peaks and arrivals of pulses at beads of chains; see parts.h.

   The rows of all tables with the same striker and the same speed belong to one run of the chain. The runs of all sets
   of parameters are divided among the ranks. */
#include "fit/parts.h"

#include "fit/member.h"
#include "fit/pulse.h"
#include "input/case/input.h"

#include <granum/error.h>
#include <math.h>
#include <string.h>

/* A run of the chain: the group of the striker and its speed; -1, NaN: the velocities of the case. */
typedef struct {
  int striker;
  double speed;
} Run;

/* Ratio of the error of an event to the tolerance of a step [1]. */
static const double ADDED = 10;

double GrFitChainNoise(const GrCase *the_case)
{
  return ADDED * the_case->impact.tolerance;
}

PetscErrorCode GrFitChainRead(GrCase *the_case)
{
  return the_case->dimension == 1 ? GrCaseReadFiles(PETSC_COMM_SELF, the_case, NULL) : 0;
}

/* The run to which a row of a table belongs. */
static Run RunOf(const GrFitData *data, int row)
{
  const double *speed = GrCaseFitColumn(data, data->speed);
  return speed ? (Run){data->striker, speed[row]} : (Run){-1, NAN};
}

static bool SameRun(const Run *a, const Run *b)
{
  return a->striker == b->striker && (a->speed == b->speed || (isnan(a->speed) && isnan(b->speed)));
}

/* Lists the different runs of all tables. Returns their number. */
static PetscInt ListRuns(const GrFitModel *model, Run run[])
{
  PetscInt n = 0;
  for (int t = 0; t < model->fit->n_data; t++)
    for (int i = 0; model->fit->data[t].kind == GR_FIT_CHAIN && i < GrCaseFitRows(&model->fit->data[t]); i++) {
      const Run own = RunOf(&model->fit->data[t], i);
      PetscInt k = 0;
      while (k < n && !SameRun(&run[k], &own))
        k++;
      run[k] = own;
      n = k == n ? n + 1 : n;
    }
  return n;
}

/* The pulse that a row of a table measures. */
static GrFitPulse PulseOf(const GrCase *the_case, const GrFitData *data, int row)
{
  const double *bead = GrCaseFitColumn(data, data->bead);
  const PetscInt64 first = the_case->groups[data->group].first_id - 1;
  return (GrFitPulse){
      data->signal, (PetscInt)(first + (bead ? (PetscInt64)bead[row] - 1 : 0)), data->threshold.number, NAN, NAN, NAN};
}

#define MEMBER(name, unit, member) {#name, offsetof(GrFitPulse, member)},
static const GrFitMember members[] = {GR_FIT_PULSES(MEMBER){0}};

/* Whether a row of a table belongs to a run. */
static bool IsOf(const Run *run, const GrFitData *data, int row)
{
  const Run own = RunOf(data, row);
  return SameRun(&own, run);
}

/* Sets the pulses of the rows of a run. Returns their number. */
static PetscInt SetPulses(const GrFitModel *model, const GrCase *the_case, const Run *run, GrFitPulse pulse[])
{
  PetscInt n = 0;
  for (int t = 0; t < model->fit->n_data; t++) {
    const GrFitData *data = &model->fit->data[t];
    for (int i = 0; data->kind == GR_FIT_CHAIN && i < GrCaseFitRows(data); i++)
      if (IsOf(run, data, i))
        pulse[n++] = PulseOf(the_case, data, i);
  }
  return n;
}

/* Stores the computed values of the rows of a run. */
static PetscErrorCode StoreValues(const GrFitModel *model, const Run *run, const GrFitPulse pulse[], double value[])
{
  PetscInt n = 0;
  for (int t = 0; t < model->fit->n_data; t++) {
    const GrFitData *data = &model->fit->data[t];
    for (int i = 0; data->kind == GR_FIT_CHAIN && i < GrCaseFitRows(data); i++) {
      if (!IsOf(run, data, i))
        continue;
      PetscCall(GrFitMemberValues(members, data, &pulse[n], value + GrFitModelFirst(model, t, i)));
      n++;
    }
  }
  return 0;
}

/* Whether some data are arrivals. */
static bool NeedArrivals(const GrFitCase *fit)
{
  for (int t = 0; t < fit->n_data; t++)
    for (int k = 0; fit->data[t].kind == GR_FIT_CHAIN && k < fit->data[t].n_observed; k++)
      if (strcmp(fit->data[t].observed[k].quantity, "arrival") == 0)
        return true;
  return false;
}

/* Computes a run with one set of parameters. */
static PetscErrorCode SolveRun(const GrFitModel *model, const GrCase *the_case, const Run *run, GrFitPulse pulse[],
                               double value[])
{
  GrCase now = *the_case;
  GrGroup *groups;

  PetscCall(PetscMalloc1(now.n_groups, &groups));
  PetscCall(PetscArraycpy(groups, the_case->groups, now.n_groups));
  now.groups = groups;
  now.impact = model->the_case->impact; /* method and tolerance, keys of the fit, not of the case of a set */
  if (run->striker >= 0)
    groups[run->striker].velocity = copysign(run->speed, groups[run->striker].velocity);
  const PetscInt n = SetPulses(model, &now, run, pulse);
  PetscCall(GrFitPulsesFind(&now, NeedArrivals(model->fit), n, pulse));
  PetscCall(StoreValues(model, run, pulse, value));
  return PetscFree(groups);
}

PetscErrorCode GrFitChainsSolve(const GrFitModel *model, PetscInt sets, GrCase *const the_case[], double value[])
{
  GrFitPulse *pulse;
  Run *run;

  PetscCall(PetscMalloc2(model->n, &pulse, model->n, &run));
  const PetscInt runs = ListRuns(model, run);
  for (PetscInt i = model->rank; i < sets * runs; i += model->size)
    if (the_case[i / runs])
      PetscCall(SolveRun(model, the_case[i / runs], &run[i % runs], pulse, value + i / runs * model->n));
  return PetscFree2(pulse, run);
}
