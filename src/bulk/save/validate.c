/* validate: whether the parts of a checkpoint of spheres agree with the case and with each other; see save.c for
   what is in it, and base/bounds.h for what each number may be by itself. What passes here can be taken over as it
   is: no index leads out of an array, and no particle is so far off that bringing it back into the box takes long. */
#include "bulk/bulk.h"
#include "bulk/save/save.h"

#include <granum/error.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { WHAT_MAX = 256 };
static const PetscInt64 particles_max = (PetscInt64)1 << 50;

PetscInt64 GrBulkLoadCountGroups(GrWorld w, const GrGroupProperties properties[])
{
  PetscInt64 total = 0;
  for (int g = 0; g < w->the_case->n_grains; g++)
    total += properties[g].count;
  return total;
}

/* Ids run through the groups, from 1. Every rank has all groups. */
PetscErrorCode GrBulkValidateGroups(GrWorld w, GrCheckpoint file, const GrGroupProperties properties[])
{
  PetscInt64 first = 1;
  char what[WHAT_MAX];

  PetscFunctionBeginUser;
  for (int g = 0; g < w->the_case->n_grains; g++) {
    if (properties[g].first_id != first) {
      snprintf(what, sizeof(what), "is %" PetscInt64_FMT ", but the groups before it end with %" PetscInt64_FMT,
               properties[g].first_id, first - 1);
      PetscFunctionReturn(GrCheckpointFault(file, GR_BULK_GROUPS, "first_id", g, what));
    }
    if (properties[g].count > 0 && properties[g].radius_max < properties[g].radius_min)
      PetscFunctionReturn(GrCheckpointFault(file, GR_BULK_GROUPS, "radius_max", g, "is less than radius_min"));
    first += properties[g].count;
    if (first > particles_max)
      PetscFunctionReturn(GrCheckpointFault(file, GR_BULK_GROUPS, "count", g, "makes more particles than can be"));
  }
  PetscFunctionReturn(0);
}

/* Before memory is taken for them. */
PetscErrorCode GrBulkValidateTotal(GrWorld w, GrCheckpoint file, PetscInt64 ids, PetscInt64 *there)
{
  PetscFunctionBeginUser;
  PetscCall(GrCheckpointTableRows(file, GR_BULK_PARTICLES, there));
  if (*there > ids || *there < 0)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: %s has %" PetscInt64_FMT " rows, but there have been %" PetscInt64_FMT
                               " particles; use another checkpoint",
                               GrCheckpointPath(file), GR_BULK_PARTICLES, PetscMax(*there, 0), ids));
  PetscFunctionReturn(0);
}

/* Of so many that have been given. */
PetscErrorCode GrBulkValidateIds(GrWorld w, GrCheckpoint file, GrRows rows, PetscInt64 ids, const PetscInt64 id[])
{
  PetscErrorCode error = 0;
  char what[WHAT_MAX];

  PetscFunctionBeginUser;
  for (PetscInt64 i = 0; i < rows.count && !error; i++)
    if (id[i] > ids) {
      snprintf(what, sizeof(what), "is %" PetscInt64_FMT ", but must be up to %" PetscInt64_FMT, id[i], ids);
      error = GrCheckpointFault(file, GR_BULK_PARTICLES, "id", rows.first + i, what);
    }
  PetscCall(GrFailAgree(w->comm, error));
  PetscFunctionReturn(0);
}

/* Says how a field is wrong; which one. */
__attribute__((format(printf, 3, 4))) static const char *Describe(const char *field, char what[WHAT_MAX],
                                                                  const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, WHAT_MAX, format, arguments);
  va_end(arguments);
  return field;
}

/* NULL, or which field is wrong of particle i, whose fields are within their bounds, and how. */
static const char *WrongField(GrWorld w, const GrGroupProperties properties[], const GrStore *s, PetscInt i,
                              char what[WHAT_MAX])
{
  const GrGroupProperties *group = &properties[PetscMin(s->group[i], w->the_case->n_grains - 1)];
  const GrBox *box = &w->bulk->reference_box;
  double far = PetscMax(w->the_case->time.skin, 0) + 2 * group->radius_max;

  const PetscBool came = (PetscBool)(s->id[i] > GrBulkLoadCountGroups(w, properties)); /* after the start */
  if (s->group[i] >= w->the_case->n_grains ||
      (!came && (s->id[i] < group->first_id || s->id[i] >= group->first_id + group->count)))
    return Describe("group", what, "is %" PetscInt64_FMT ", which is not the group of id %" PetscInt64_FMT, s->group[i],
                    s->id[i]);
  if (s->radius[i] < group->radius_min || s->radius[i] > group->radius_max)
    return Describe("radius", what, "is %.17g m, but its group has from %.17g to %.17g m", s->radius[i],
                    group->radius_min, group->radius_max);
  for (int a = 0; a < w->the_case->dimension; a++)
    far = PetscMax(far, box->upper[a] - box->lower[a]);
  for (int a = 0; a < 3; a++) {
    const double x = s->reference[3 * i + a], at = GrBoxCoordinate(box, a, s->reference + 3 * i);
    const double slack = w->bulk->cell ? 1e-9 * far : 0; /* of a box that may lean */
    if (box->periodic[a] && !(at >= box->lower[a] - slack && at < box->upper[a] + slack))
      return Describe("reference", what, "is %.17g m along %c, outside of the domain", x, "xyz"[a]);
    if (fabs(s->state[GR_STATE * i + a] - x) > far)
      return Describe("position", what, "is %.17g m along %c, far from its reference", s->state[GR_STATE * i + a],
                      "xyz"[a]);
  }
  for (int g = 0; g < w->the_case->n_grains; g++)
    far = PetscMax(far, 2 * properties[g].radius_max);
  if (s->margin[i] > far)
    return Describe("margin", what, "is %.17g m, more than the box and the largest particle", s->margin[i]);
  return NULL;
}

PetscErrorCode GrBulkValidateParticles(GrWorld w, GrCheckpoint file, const GrGroupProperties properties[],
                                       const GrStore *s)
{
  PetscInt64 n = s->columns.n, first = 0;
  PetscErrorCode error = 0;
  char what[WHAT_MAX];

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Exscan(&n, &first, 1, MPIU_INT64, MPI_SUM, w->comm));
  for (PetscInt i = 0; i < s->columns.n && !error; i++) {
    const char *field = WrongField(w, properties, s, i, what);
    if (field)
      error = GrCheckpointFault(file, GR_BULK_PARTICLES, field, first + i, what);
  }
  PetscCall(GrFailAgree(w->comm, error));
  PetscFunctionReturn(0);
}

static PetscBool IsParticle(GrWorld w, PetscInt64 id)
{
  return (PetscBool)(id >= 1 && id <= GrBulkPopulationIds(w));
}

/* NULL, or what is wrong with a key. */
static const char *WrongKey(GrWorld w, const PetscInt64 *key)
{
  const PetscInt64 second = key[GR_KEY_SECOND];

  if (!IsParticle(w, key[GR_KEY_FIRST]))
    return "begins with no id of a particle";
  if (second < 0 && second < -w->the_case->n_walls)
    return "has a wall that there is not";
  if (second >= 0 && (!IsParticle(w, second) || second == key[GR_KEY_FIRST]))
    return "has no second particle";
  return NULL;
}

PetscErrorCode GrBulkValidateKeys(GrWorld w, GrCheckpoint file, GrRows rows, const PetscInt64 key[])
{
  PetscErrorCode error = 0;

  PetscFunctionBeginUser;
  for (PetscInt64 i = 0; i < rows.count && !error; i++) {
    const char *wrong = WrongKey(w, key + GR_KEY * i);
    if (wrong)
      error = GrCheckpointFault(file, GR_BULK_CONTACTS, GrBulkSaveKeyColumn.name, rows.first + i, wrong);
  }
  PetscCall(GrFailAgree(w->comm, error));
  PetscFunctionReturn(0);
}

/* Which of the numbers disagrees with the others, and how. */
static const char *WrongNumber(GrWorld w, PetscInt64 present, const GrBulkNumbers *n, char what[WHAT_MAX])
{
  const GrBulk b = w->bulk;
  const double skin = w->the_case->time.skin;
  double far = 2 * (b->particles.smallest_radius + b->particles.largest_radius);

  for (int a = 0; a < w->the_case->dimension; a++)
    far = PetscMax(far, b->reference_box.upper[a] - b->reference_box.lower[a]);
  snprintf(what, WHAT_MAX, "is %.17g m, but the case has %.17g m", n->skin, skin > 0 ? skin : far);
  if (skin > 0 ? n->skin != skin : n->skin > far)
    return "bulk_skin";
  snprintf(what, WHAT_MAX, "is %.17g s, but the checkpoint is at %.17g s", n->time, w->committed_time);
  if (n->time != w->committed_time)
    return "bulk_time";
  snprintf(what, WHAT_MAX, "is %.17g s, after the checkpoint", n->reference_time);
  if (n->reference_time > n->time)
    return "bulk_reference_time";
  snprintf(what, WHAT_MAX, "is %.17g s, which does not advance the time", n->longest_step);
  if (n->longest_step > 0 && !(n->time + 1e-3 * n->longest_step > n->time))
    return "bulk_longest_step";
  snprintf(what, WHAT_MAX, "is %" PetscInt64_FMT ", but there are %" PetscInt64_FMT " steps", n->reneighboured,
           n->steps);
  if (n->reneighboured > n->steps)
    return "bulk_reneighboured";
  for (PetscInt64 k = 0; k <= w->bulk->stages.at && w->bulk->stages.n > 0; k++) {
    const GrStageSpan *span = &w->bulk->stages.span[k];
    const PetscBool ended = (PetscBool)(span->end != GR_STAGE_OPEN);
    snprintf(what, WHAT_MAX, "is %" PetscInt64_FMT ", and stage %" PetscInt64_FMT " does not go with it",
             w->bulk->stages.at, k);
    if (ended != (k < w->bulk->stages.at || w->bulk->stages.due) || span->begin_time > n->time ||
        span->begin_step > n->steps)
      return "stage";
  }
  PetscInt64 left = 0;
  for (int side = 0; side < GR_SIDES; side++)
    left += n->left.open[side] + n->left.past_walls[side];
  const PetscInt64 gone = b->population.at_start + n->inserted - present;
  snprintf(what, WHAT_MAX,
           "and bulk_past_walls have %" PetscInt64_FMT " particles, and bulk_removed %" PetscInt64_FMT
           ", but %" PetscInt64_FMT " are gone",
           left, n->removed, gone);
  return left + n->removed != gone ? "bulk_left" : NULL;
}

PetscErrorCode GrBulkValidateNumbers(GrWorld w, GrCheckpoint file, const GrStore *s, const GrBulkNumbers *numbers)
{
  PetscInt64 present = s->columns.n;
  char what[WHAT_MAX];

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &present, 1, MPIU_INT64, MPI_SUM, w->comm));
  const char *name = WrongNumber(w, present, numbers, what);
  if (name)
    PetscFunctionReturn(GrCheckpointFault(file, "numbers", name, 0, what));
  PetscFunctionReturn(0);
}
