/* Creates the pair types of a chain and their rest overlaps; see pair_type.h. The contact model has the coefficients of
   their laws. */
#include "chain/pair_type.h"

#include <granum/error.h>
#include <math.h>

/* Computes the overlap at which the static force equals the precompression; without precompression, minus the gap. */
static PetscErrorCode RestOverlap(const GrCase *c, GrPairType *type, const GrSpacing *spacing)
{
  double force;

  type->rest_overlap = -spacing->gap;
  if (spacing->precompression == 0)
    return 0;
  type->rest_overlap =
      GrModelInvert(type->model, type->number, GrModelForce, spacing->precompression, 0, type->radius_min);
  force = GrModelForce(type->model, type->number, type->rest_overlap);
  /* Bisection leaves an error of one ulp of the overlap. With a larger error of the force, the static force jumps over
     this value or never reaches it. */
  if (fabs(force - spacing->precompression) > 1e-9 * spacing->precompression)
    return GrFail(
        GR_EXIT_INPUT,
        "%s:%d:%d: particles.%s: no overlap of law %s gives a static force of %g N (the force jumps from %g N to %g N "
        "at %g "
        "m); %s",
        c->file, type->group[1]->place.line, type->group[1]->place.column, type->group[1]->name,
        type->laws->law[GR_ROLE_NORMAL]->name, spacing->precompression,
        GrModelForce(type->model, type->number, type->rest_overlap * (1 - 1e-12)), force, type->rest_overlap,
        "use another precompression, or a law whose static force is continuous (for example variant: continuous)");
  return 0;
}

/* Returns the number of pair types of the groups; the pair types of the ends follow them. */
static int CountGroupPairTypes(const GrCase *c)
{
  const GrGroup *last = &c->groups[c->n_groups - 1];
  return last->first_pair_type + 1 + last->n_beads;
}

int GrChainPairTypesCount(const GrCase *c)
{
  return CountGroupPairTypes(c) + 2;
}

int GrChainPairTypeOf(const GrCase *c, PetscInt64 id)
{
  const GrGroup *group = GrChainGroup(c, id);

  if (id == 2 && c->ends[0] == GR_END_FIXED)
    return CountGroupPairTypes(c);
  if (id == c->n_particles && c->ends[1] == GR_END_FIXED)
    return CountGroupPairTypes(c) + 1;
  return group->first_pair_type + (id > group->first_id ? 1 + (int)((id - group->first_id) % group->n_beads) : 0);
}

const GrGroup *GrChainGroup(const GrCase *c, PetscInt64 id)
{
  int low = 0, high = c->n_groups - 1;
  while (low < high) { /* the last group whose first id is <= id */
    int middle = (low + high + 1) / 2;
    if (c->groups[middle].first_id <= id)
      low = middle;
    else
      high = middle - 1;
  }
  return &c->groups[low];
}

/* Creates the pair type of the contact between bead id - 1 and bead id. */
static PetscErrorCode CreatePairType(const GrCase *c, PetscInt64 id, bool held_left, bool held_right, GrModel *model,
                                     GrPairType *type)
{
  const GrGroup *group[2] = {GrChainGroup(c, id - 1), GrChainGroup(c, id)};
  const GrBead *bead[2] = {GrCaseGroupBead(group[0], id - 1), GrCaseGroupBead(group[1], id)};
  const bool held[2] = {GrCaseGroupHeld(group[0]) || held_left, GrCaseGroupHeld(group[1]) || held_right};
  GrParticleType body[2];

  *type = (GrPairType){.model = model, .group = {group[0], group[1]}, .held = held[0] && held[1]};
  for (int i = 0; i < 2; i++) /* between two held beads any finite mass will do; a held plane has none */
    body[i] = (GrParticleType){.material = bead[i]->material,
                               .radius = GrCaseBeadRadius(bead[i]),
                               .mass = held[i] && isnan(bead[i]->mass) ? 1 : bead[i]->mass,
                               .motion = held[i] ? GR_BODY_DRIVEN : GR_BODY_FREE};
  PetscCall(GrModelAdd(model, body, &type->number));
  type->laws = GrModelInteraction(model, type->number);
  type->radius_min = PetscMin(body[0].radius, body[1].radius);
  return RestOverlap(c, type, group[0] == group[1] ? &group[1]->between : &group[1]->before);
}

PetscErrorCode GrChainPairTypesCreate(const GrCase *c, GrModel *model, GrPairType **pair_types)
{
  const PetscInt64 n = c->n_particles;
  const bool left = c->ends[0] == GR_END_FIXED, right = c->ends[1] == GR_END_FIXED;

  PetscCall(GrModelCreate(c, 0, NULL, model));
  PetscCall(PetscCalloc1(GrChainPairTypesCount(c), pair_types));
  for (int g = 0; g < c->n_groups; g++) {
    const GrGroup *group = &c->groups[g];
    GrPairType *own = &(*pair_types)[group->first_pair_type];
    if (g > 0)
      PetscCall(CreatePairType(c, group->first_id, false, false, model, own));
    for (PetscInt64 k = 1; k <= group->n_beads && k < group->count; k++)
      PetscCall(CreatePairType(c, group->first_id + k, false, false, model, &own[1 + k % group->n_beads]));
  }
  if (left && n > 1)
    PetscCall(CreatePairType(c, 2, true, right && n == 2, model, &(*pair_types)[CountGroupPairTypes(c)]));
  if (right && n > 1)
    PetscCall(CreatePairType(c, n, left && n == 2, true, model, &(*pair_types)[CountGroupPairTypes(c) + 1]));
  return 0;
}
