/* Detectors of pulses: their keys, and the checks that the table of keys cannot express. */
#include "input/case/checks.h"
#include "input/key/rows.h"

const GrKey GrCaseDetectorKeys[] = {
    {"group", &GrKeyName, "the name of a group of particles", .choices = "particles", FIELD(GrDetectors, group)},
    {"at", &GrKeyIntegers, "the numbers of the beads within the group, from 1, in ascending order", .fallback = "",
     COUNT, .unless = "every", .ascending = true, COUNTED(GrDetectors, at, n_at)},
    {"every", &GrKeyInteger,
     "the distance n between detectors in beads: detectors at the beads n, 2n, ... of the group, instead of at",
     .fallback = "", COUNT, .excludes = "at", FIELD(GrDetectors, every)},
    {"quantity", &GrKeyChoice,
     "the quantity of the pulse, minus its initial value: force, the mean of the two contact forces on the bead; "
     "contact, the force between the bead and the next bead; velocity along +x",
     .choices = "force|contact|velocity", .fallback = "force", FIELD(GrDetectors, quantity)},
    {"threshold_force", &GrKeyQuantity,
     "the smallest height of a pulse of force: the first higher pulse counts; if omitted, the highest pulse of the run",
     "N", "", POSITIVE, .with = "quantity=force|contact", FIELD(GrDetectors, threshold_force)},
    {"threshold_velocity", &GrKeyQuantity,
     "the smallest height of a pulse of velocity: the first higher pulse counts; if omitted, the highest pulse of the "
     "run",
     "m/s", "", POSITIVE, .with = "quantity=velocity", FIELD(GrDetectors, threshold_velocity)},
    {0}};

PetscInt64 GrCaseDetectorsCount(const GrCase *the_case, const GrDetectors *detectors)
{
  return detectors->every ? the_case->groups[detectors->group].count / detectors->every : detectors->n_at;
}

PetscInt64 GrCaseDetectorsBead(const GrDetectors *detectors, PetscInt64 d)
{
  return detectors->every ? (d + 1) * detectors->every : detectors->at[d];
}

static PetscErrorCode CheckBeads(const GrDetectors *detectors, const GrGroup *group, const GrNode *node)
{
  const GrNode *list = GrNodeGet(node, "at"), *every = GrNodeGet(node, "every");
  if (detectors->every > group->count)
    return GrNodeComplain(every, "the group '%s' has %" PetscInt64_FMT " beads; write a number up to this", group->name,
                          group->count);
  for (const GrNode *at = list ? list->first : NULL; at; at = at->next)
    if (detectors->at[at->position] > group->count)
      return GrNodeComplain(at, "the group '%s' has %" PetscInt64_FMT " beads; write a number up to this", group->name,
                            group->count);
  return 0;
}

PetscErrorCode GrCaseCheckDetectors(const GrCase *the_case, const GrNode *root)
{
  const GrNode *list = GrNodeGet(GrNodeGet(root, "output"), "detectors");
  const GrDetectors *all = the_case->output.detectors;
  for (int i = 0; i < the_case->output.n_detectors; i++) {
    const GrNode *node = list->type == GR_NODE_MAP ? list : GrNodeAt(list, i);
    PetscCall(CheckBeads(&all[i], &the_case->groups[all[i].group], node));
    for (int k = 0; k < i; k++)
      if (all[k].group == all[i].group && all[k].quantity == all[i].quantity)
        return GrNodeComplain(node, "the group '%s' has detectors of this quantity already; write one list for all",
                              the_case->groups[all[i].group].name);
  }
  return 0;
}
