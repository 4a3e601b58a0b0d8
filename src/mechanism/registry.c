/* The table of mechanisms.

   To add one: write src/mechanism/NAME.c that defines `const GrMechanism GrMechanism_NAME`, declare it in registry.h,
   and add its row below. */
#include "mechanism/registry.h"
#include <string.h>

static const GrMechanism *const mechanisms[] = {
    &GrMechanism_impact_damper,
    &GrMechanism_slider_crank_block,
    &GrMechanism_slider_crank_clearance,
};
enum { N_MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

const GrMechanism *GrMechanismAt(int index)
{
  return index >= 0 && index < N_MECHANISMS ? mechanisms[index] : NULL;
}

const GrMechanism *GrMechanismFind(const char *name)
{
  for (int i = 0; i < N_MECHANISMS; i++)
    if (!strcmp(mechanisms[i]->name, name))
      return mechanisms[i];
  return NULL;
}
