/* Reads the observed quantities of a computed point from its members; see member.h. */
#include "fit/member.h"

#include <string.h>

PetscErrorCode GrFitMemberValues(const GrFitMember members[], const GrFitData *data, const void *point, double to[])
{
  for (int k = 0; k < data->n_observed; k++, to += GrCaseFitRows(data)) {
    const GrFitMember *m = members;
    while (m->name && strcmp(m->name, data->observed[k].quantity) != 0)
      m++;
    PetscCheck(m->name, PETSC_COMM_SELF, PETSC_ERR_PLIB, "no quantity %s", data->observed[k].quantity);
    *to = *(const double *)((const char *)point + m->offset);
  }
  return 0;
}
