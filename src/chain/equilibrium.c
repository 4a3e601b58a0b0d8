/* equilibrium: the run, its segmentes and its weights; the steps one after the other. See equilibrium.h. */
#include "chain/equilibrium.h"

#include <math.h>
#include <petsctime.h>

/* Rows of the groups that take part; the input is checked: they stand side by side. */
static void FindRun(GrEquilibriumProblem *b)
{
  const GrCase *c = b->world->the_case;

  b->first = c->n_particles;
  b->last = -1;
  for (int k = 0; k < c->n_balanced; k++) {
    const GrGroup *group = &c->groups[c->balanced[k]];
    b->first = PetscMin(b->first, group->first_id - 1);
    b->last = PetscMax(b->last, group->first_id + group->count - 2);
  }
}

/* From the case alone, so that every rank knows all of them. There are at most as many as groups. */
static void FindStretches(GrEquilibriumProblem *b)
{
  const GrCase *c = b->world->the_case;
  const PetscInt64 least = c->ends[0] == GR_END_FIXED ? 1 : 0,
                   most = c->n_particles - (c->ends[1] == GR_END_FIXED ? 2 : 1);

  b->n_segments = 0;
  for (int g = 0; g < c->n_groups; g++) {
    const GrGroup *group = &c->groups[g];
    const PetscInt64 first = PetscMax(PetscMax(group->first_id - 1, b->first), least),
                     last = PetscMin(PetscMin(group->first_id + group->count - 2, b->last), most);
    GrEquilibriumSegment *before = b->n_segments ? &b->segment[b->n_segments - 1] : NULL;
    if (GrGroupHeld(group) || first > last)
      continue;
    if (before && before->last == first - 1)
      before->last = last;
    else
      b->segment[b->n_segments++] = (GrEquilibriumSegment){.first = first, .last = last};
  }
  for (int k = 0; k < b->n_segments; k++) {
    b->segment[k].held[0] = (PetscBool)(b->segment[k].first > b->first);
    b->segment[k].held[1] = (PetscBool)(b->segment[k].last < b->last);
  }
}

/* Gravity and force on each bead that can move; their absolute values added up, exactly. */
static PetscErrorCode WeighBeads(GrEquilibriumProblem *b)
{
  const GrBeads *p = &b->chain->particles;
  GrSum total;

  PetscFunctionBeginUser;
  GrSumClear(&total);
  for (PetscInt i = 0; i < p->n; i++) {
    const PetscInt64 row = b->rows.first + i;
    const PetscBool moves = (PetscBool)(row >= b->first && row <= b->last && p->inverse_mass[i] > 0);
    b->weight[i] = moves ? p->mass[i] * b->world->the_case->gravity + (b->chain->push ? b->chain->push[i] : 0) : 0;
    GrSumAdd(&total, fabs(b->weight[i]));
  }
  PetscCall(GrSumReduce(&total, 1, b->world->comm));
  b->total = GrSumValue(&total);
  PetscFunctionReturn(0);
}

static PetscErrorCode FindEquilibrium(GrEquilibriumProblem *b, GrEquilibrium *found)
{
  PetscFunctionBeginUser;
  FindRun(b);
  FindStretches(b);
  PetscCall(PetscArraycpy(b->before, b->chain->contacts.rest, b->chain->particles.n + 1));
  PetscCall(WeighBeads(b));
  PetscCall(GrEquilibriumLoads(b));
  PetscCall(GrEquilibriumNewton(b, &found->iterations, &found->residual));
  found->load = b->total;
  for (int k = 0; k < b->n_segments; k++)
    found->beads += b->segment[k].last - b->segment[k].first + 1;
  PetscFunctionReturn(0);
}

PetscErrorCode GrEquilibriumFind(GrWorld w)
{
  const PetscInt n = w->chain->particles.n;
  GrEquilibriumProblem b = {.world = w, .chain = w->chain, .rows = w->chain->particles.rows};
  PetscLogDouble begun, ended;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&begun));
  w->equilibrium = (GrEquilibrium){0};
  PetscCall(PetscCalloc5(n + 1, &b.weight, n + 1, &b.sum, n + 1, &b.load, n + 1, &b.before, w->the_case->n_groups,
                         &b.segment));
  PetscCall(FindEquilibrium(&b, &w->equilibrium));
  PetscCall(PetscFree5(b.weight, b.sum, b.load, b.before, b.segment));
  PetscCall(PetscTime(&ended));
  w->equilibrium.seconds = ended - begun;
  w->balanced = PETSC_TRUE;
  PetscFunctionReturn(0);
}
