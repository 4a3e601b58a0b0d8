/* Quantities that a program can read and change between the steps of a run; see granum/run.h. */
#include "run/step.h"

#include "base/math/vector.h"
#include "bulk/body/body.h"
#include "bulk/cell/cell.h"
#include "bulk/output.h"
#include "bulk/stage.h"
#include "chain/chain.h"
#include "time/rhs.h"
#include "world/step.h"
#include <granum/error.h>

PetscErrorCode GrRunWhen(GrRun run, PetscInt64 *step, double *time)
{
  PetscCall(GrRunStep(run, step));
  return TSGetTime(run->ts, time);
}

PetscInt GrRunCount(GrRun run)
{
  return GrWorldLayout(run->world).n;
}

void GrRunIds(GrRun run, PetscInt64 id[])
{
  const GrWorld w = run->world;
  const PetscInt64 *from = w->chain ? w->chain->particles.id : GrBulkStore(w)->id;

  for (PetscInt i = 0; i < GrRunCount(run); i++)
    id[i] = from[i];
}

/* Evaluates again at the state u, without a commit. */
static PetscErrorCode EvaluateAgain(GrRun run, const double *u, double *rates)
{
  const GrStep none = {.rule = &GrStepStages, .rates = rates};
  double t;

  PetscCall(TSGetTime(run->ts, &t));
  PetscCall(GrWorldEvaluate(run->world, t, u, &none));
  GrWorldNoSolution(run->world);
  return 0;
}

static void ReadChain(GrWorld w, const double *u, const double *rates, GrQuantity what, double value[])
{
  const GrBeads *p = &w->chain->particles;

  for (PetscInt i = 0; i < p->n; i++) {
    const double along[] = {[GR_READ_POSITION] = p->reference[i] + u[i],
                            [GR_READ_VELOCITY] = u[p->n + i],
                            [GR_READ_FORCE] = p->inverse_mass[i] > 0 ? p->mass[i] * rates[i] : 0,
                            [GR_READ_TORQUE] = 0,
                            [GR_READ_RADIUS] = p->radius[i],
                            [GR_READ_MASS] = p->mass[i]};
    if (what >= GR_READ_RADIUS)
      value[i] = along[what];
    for (int k = 0; k < 3 && what < GR_READ_RADIUS; k++)
      value[3 * i + k] = k ? 0 : along[what];
  }
}

static void ReadBulk(GrWorld w, const double *u, const double *rates, GrQuantity what, double value[])
{
  const GrStore *s = GrBulkStore(w);

  for (PetscInt i = 0; i < s->columns.n; i++) {
    const double inertia = 0.4 * s->mass[i] * s->radius[i] * s->radius[i];
    double own[GR_STATE], moved[3];
    PetscArraycpy(own, u + GR_STATE * i, GR_STATE);
    GrBulkCellWrap(w->bulk, own, moved);
    for (int k = 0; k < 3 && what < GR_READ_RADIUS; k++)
      if (what <= GR_READ_SPIN)
        value[3 * i + k] = own[3 * (int)what + k];
      else if (GrStoreIsPrescribed(w->the_case, s, i))
        value[3 * i + k] = 0;
      else
        value[3 * i + k] =
            what == GR_READ_FORCE ? s->mass[i] * rates[GR_RATES * i + k] : inertia * rates[GR_RATES * i + 3 + k];
    if (what >= GR_READ_RADIUS)
      value[i] = what == GR_READ_RADIUS ? s->radius[i] : s->mass[i];
  }
}

PetscErrorCode GrRunRead(GrRun run, GrQuantity what, double value[])
{
  double *rates;
  const double *u;

  PetscCall(GrRunStart(run));
  PetscCall(PetscCalloc1(GR_RATES * GrRunCount(run), &rates));
  PetscCall(VecGetArrayRead(run->state, &u));
  if (what == GR_READ_FORCE || what == GR_READ_TORQUE) {
    const bool carries = run->world->the_case->time.integrator->rule != NULL;
    PetscInt64 step;
    PetscCall(GrRunStep(run, &step));
    if (carries && step > 0)
      PetscCall(
          PetscArraycpy(rates, GrWorldAcceleration(run->world), (run->world->chain ? 1 : GR_RATES) * GrRunCount(run)));
    else
      PetscCall(EvaluateAgain(run, u, rates));
  }
  (run->world->chain ? ReadChain : ReadBulk)(run->world, u, rates, what, value);
  PetscCall(VecRestoreArrayRead(run->state, &u));
  return PetscFree(rates);
}

PetscErrorCode GrRunContacts(GrRun run, GrContactVisit visit, void *context)
{
  double *rates;
  const double *u;

  PetscCall(GrRunStart(run));
  PetscCall(VecGetArrayRead(run->state, &u));
  if (run->world->load.evaluations == 0) { /* no evaluation since the resume */
    PetscCall(PetscMalloc1(GR_RATES * GrRunCount(run), &rates));
    PetscCall(EvaluateAgain(run, u, rates));
    PetscCall(PetscFree(rates));
  }
  PetscCall(run->world->ops->contacts(run->world, u, visit, context));
  return VecRestoreArrayRead(run->state, &u);
}

PetscErrorCode GrRunBodies(GrRun run, PetscInt *n, GrRunBody body[])
{
  const GrWorld w = run->world;
  double u[GR_STATE], sides[3];

  *n = w->bulk ? GrBulkStore(w)->bodies.columns.n : 0;
  for (PetscInt i = 0; body && i < *n; i++) {
    const GrBodies *from = &GrBulkStore(w)->bodies;
    body[i] = (GrRunBody){.id = from->id[i], .mass = from->mass[i]};
    GrCopy3(from->position + 3 * i, u);
    GrCopy3(from->velocity + 3 * i, u + 3);
    GrBulkCellWrap(w->bulk, u, sides);
    GrCopy3(u, body[i].position);
    GrCopy3(u + 3, body[i].velocity);
    GrBulkBodySpin(w, i, body[i].spin);
    PetscCall(PetscArraycpy(body[i].orientation, from->orientation + 4 * i, 4));
  }
  return 0;
}

PetscErrorCode GrRunWalls(GrRun run, int *n, GrRunWall wall[])
{
  const GrWorld w = run->world;
  const double *u;
  GrSum *sum;

  *n = w->bulk ? w->the_case->n_walls : 0;
  if (!wall || *n == 0)
    return 0;
  PetscCall(GrRunStart(run));
  for (int k = 0; k < *n; k++) {
    const GrBulkWallPlace place = GrBulkWallAt(w, k, w->clock.committed);
    wall[k].name = w->the_case->walls[k].name;
    GrCopy3(place.position, wall[k].position);
    GrCopy3(place.velocity, wall[k].velocity);
    GrCopy3(place.spin, wall[k].spin);
    PetscCall(PetscArraycpy(wall[k].orientation, place.orientation, 4));
  }
  PetscCall(VecGetArrayRead(run->state, &u));
  PetscCall(PetscMalloc1(GR_BULK_WRENCH * *n, &sum));
  for (int k = 0; k < GR_BULK_WRENCH * *n; k++)
    GrSumClear(&sum[k]);
  PetscCall(GrBulkWallForces(w, u, sum));
  PetscCall(GrSumReduce(sum, GR_BULK_WRENCH * *n, w->comm));
  for (int k = 0; k < GR_BULK_WRENCH * *n; k++)
    (k % GR_BULK_WRENCH < 3 ? wall[k / GR_BULK_WRENCH].force : wall[k / GR_BULK_WRENCH].torque)[k % 3] =
        GrSumValue(&sum[k]);
  PetscCall(PetscFree(sum));
  return VecRestoreArrayRead(run->state, &u);
}

PetscErrorCode GrRunChange(GrRun run, const GrWorldChanges *changes)
{
  const GrWorld w = run->world;
  const GrCase *c = w->the_case;
  bool alters;

  if (!w->bulk || !c->time.integrator->rule)
    return GrFail(GR_EXIT_INPUT,
                  "%s: a program can change only assemblies with a fixed step; write dimension: 2 or 3 "
                  "and integrator: verlet",
                  c->file);
  if (run->phase == GR_RUN_DONE)
    return GrFail(GR_EXIT_INPUT, "%s: the run has ended and cannot be changed; write a later time.end", c->file);
  PetscCall(GrRunStart(run));
  PetscCall(GrBulkChangesCheck(w, changes));
  PetscCall(GrBulkChangesAlter(w, changes, &alters));
  if (!alters)
    return 0;
  PetscCall(GrIntegratorTSEnd(w, run->ts, &run->state));
  PetscErrorCode error = GrBulkChange(w, changes);
  PetscCall(GrIntegratorTSBegin(w, run->ts, true, &run->state));
  if (w->clock.plan.next == GR_NEXT_EPOCH)
    w->clock.plan.next = GR_NEXT_STEP;
  return error ? error : GrRunStepReplan(run);
}
