/* equilibrium: the run, its stretches and its weights; the steps one after the other. See equilibrium.h. */
#include "chain/equilibrium.h"

#include <math.h>
#include <petsctime.h>

/* Rows of the groups that take part; the input is checked: they stand side by side. */
static void FindRun(GrBalance *b)
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
static void FindStretches(GrBalance *b)
{
  const GrCase *c = b->world->the_case;
  const PetscInt64 least = c->ends[0] == GR_END_FIXED ? 1 : 0,
                   most = c->n_particles - (c->ends[1] == GR_END_FIXED ? 2 : 1);

  b->n_stretches = 0;
  for (int g = 0; g < c->n_groups; g++) {
    const GrGroup *group = &c->groups[g];
    const PetscInt64 first = PetscMax(PetscMax(group->first_id - 1, b->first), least),
                     last = PetscMin(PetscMin(group->first_id + group->count - 2, b->last), most);
    GrStretch *before = b->n_stretches ? &b->stretch[b->n_stretches - 1] : NULL;
    if (GrGroupHeld(group) || first > last)
      continue;
    if (before && before->last == first - 1)
      before->last = last;
    else
      b->stretch[b->n_stretches++] = (GrStretch){.first = first, .last = last};
  }
  for (int k = 0; k < b->n_stretches; k++) {
    b->stretch[k].held[0] = (PetscBool)(b->stretch[k].first > b->first);
    b->stretch[k].held[1] = (PetscBool)(b->stretch[k].last < b->last);
  }
}

/* Gravity and force on each bead that can move; their absolute values added up, exactly. */
static PetscErrorCode Weigh(GrBalance *b)
{
  const GrParticles *p = &b->line->particles;
  GrSum total;

  PetscFunctionBeginUser;
  GrSumClear(&total);
  for (PetscInt i = 0; i < p->n; i++) {
    const PetscInt64 row = b->rows.first + i;
    const PetscBool moves = (PetscBool)(row >= b->first && row <= b->last && p->inverse_mass[i] > 0);
    b->weight[i] = moves ? p->mass[i] * b->world->the_case->gravity + (b->line->push ? b->line->push[i] : 0) : 0;
    GrSumAdd(&total, fabs(b->weight[i]));
  }
  PetscCall(GrSumReduce(&total, 1, b->world->comm));
  b->total = GrSumValue(&total);
  PetscFunctionReturn(0);
}

static PetscErrorCode Find(GrBalance *b, GrEquilibrium *found)
{
  PetscFunctionBeginUser;
  FindRun(b);
  FindStretches(b);
  PetscCall(PetscArraycpy(b->before, b->line->contacts.rest, b->line->particles.n + 1));
  PetscCall(Weigh(b));
  PetscCall(GrBalanceLoads(b));
  PetscCall(GrBalanceNewton(b, &found->iterations, &found->residual));
  found->load = b->total;
  for (int k = 0; k < b->n_stretches; k++)
    found->beads += b->stretch[k].last - b->stretch[k].first + 1;
  PetscFunctionReturn(0);
}

PetscErrorCode GrBalanceFind(GrWorld w)
{
  const PetscInt n = w->line->particles.n;
  GrBalance b = {.world = w, .line = w->line, .rows = w->line->particles.rows};
  PetscLogDouble begun, ended;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&begun));
  w->equilibrium = (GrEquilibrium){0};
  PetscCall(PetscCalloc5(n + 1, &b.weight, n + 1, &b.sum, n + 1, &b.load, n + 1, &b.before, w->the_case->n_groups,
                         &b.stretch));
  PetscCall(Find(&b, &w->equilibrium));
  PetscCall(PetscFree5(b.weight, b.sum, b.load, b.before, b.stretch));
  PetscCall(PetscTime(&ended));
  w->equilibrium.seconds = ended - begun;
  w->balanced = PETSC_TRUE;
  PetscFunctionReturn(0);
}
