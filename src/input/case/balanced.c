/* Checks the groups of a chain that start in static equilibrium (key `equilibrium`).

   These groups must be adjacent, because one contiguous part of the chain is brought to rest. The beads outside of this
   part are displaced with its ends and keep their distances. A fixed group cannot be displaced, so it must be
   one of these groups. */
#include "input/case/checks.h"

static bool TakesPart(const GrCase *the_case, int group)
{
  for (int i = 0; i < the_case->n_balanced; i++)
    if (the_case->balanced[i] == group)
      return true;
  return false;
}

PetscErrorCode GrCaseCheckBalanced(GrCase *the_case, const GrNode *root)
{
  const GrNode *node = GrNodeGet(root, "equilibrium");
  int first = -1, last = -1;
  if (!the_case->n_balanced)
    return 0;
  the_case->balanced_place = node->key_place;
  for (int g = 0; g < the_case->n_groups; g++)
    if (TakesPart(the_case, g)) {
      first = first < 0 ? g : first;
      last = g;
    }
  for (int g = 0; g < the_case->n_groups; g++) {
    const char *name = the_case->groups[g].name;
    if (TakesPart(the_case, g))
      continue;
    if (g > first && g < last)
      return GrNodeComplain(node, "'%s' is between two of these groups but not in the list; add it to the list", name);
    if (the_case->groups[g].fixed || (g == 0 && the_case->ends[0] == GR_END_FIXED) ||
        (g == the_case->n_groups - 1 && the_case->ends[1] == GR_END_FIXED))
      return GrNodeComplain(node, "'%s' is held in place, and what is held takes part; add it to the list", name);
  }
  return 0;
}
