/* Hints for users of LAMMPS: equivalents of LAMMPS options that are written as keys of a contact rule, or as parameters
   of a law. */
#include "input/key/key.h"
#include "law/card/card.h"
#include <string.h>

const char *GrKeyLammps(const GrNode *node)
{
  const bool damps = node->type == GR_NODE_SCALAR && !GrNodeEmpty(node) && strcmp(node->key, "damping") == 0;
  return GrLawLammps(damps ? node->text : node->key);
}
