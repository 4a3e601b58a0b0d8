/* chain: peaks and arrivals of pulses at beads of chains; see parts.h.

   The rows of all tables with the same striker and the same speed belong to one run of the chain. The runs of all sets
   of parameters are divided among the ranks. */
#include "fit/parts.h"
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

/* Errors of steps add up in the events of a run. */
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

static double ValueOf(const GrFitPulse *pulse, const char *quantity)
{
  return strcmp(quantity, "peak_time") == 0 ? pulse->peak_time
         : strcmp(quantity, "arrival") == 0 ? pulse->arrival
                                            : pulse->peak;
}

/* Calls for each row of a run: sets its pulse, or with `value` its computed values. Returns the number of rows. */
static PetscInt VisitRows(const GrFitModel *model, const GrCase *the_case, const Run *run, GrFitPulse pulse[],
                          double value[])
{
  PetscInt n = 0;
  for (int t = 0; t < model->fit->n_data; t++) {
    const GrFitData *data = &model->fit->data[t];
    for (int i = 0; data->kind == GR_FIT_CHAIN && i < GrCaseFitRows(data); i++) {
      const Run own = RunOf(data, i);
      if (!SameRun(&own, run))
        continue;
      if (!value)
        pulse[n] = PulseOf(the_case, data, i);
      for (int k = 0; value && k < data->n_observed; k++)
        value[GrFitModelFirst(model, t, i) + (PetscInt)k * GrCaseFitRows(data)] =
            ValueOf(&pulse[n], data->observed[k].quantity);
      n++;
    }
  }
  return n;
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
  now.impact = model->the_case->impact; /* method and tolerance, keys of the fit, which the case of a set has not */
  if (run->striker >= 0)
    groups[run->striker].velocity = copysign(run->speed, groups[run->striker].velocity);
  const PetscInt n = VisitRows(model, &now, run, pulse, NULL);
  PetscCall(GrFitPulsesFind(&now, NeedArrivals(model->fit), n, pulse));
  VisitRows(model, &now, run, pulse, value);
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
