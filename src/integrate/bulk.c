#include "integrate/bulk.h"
PetscErrorCode GrBulkCreate(GrWorld world)
{
  return 1;
}
