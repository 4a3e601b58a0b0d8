/* Gets the tableau of a Runge-Kutta method from PETSc; see tableau.h. */
#include "time/tableau.h"

PetscErrorCode GrIntegratorTableau(const char *method, GrTableau *tableau)
{
  TS ts;
  PetscInt stages, order;
  const PetscReal *a, *b, *embedded;

  PetscCall(TSCreate(PETSC_COMM_SELF, &ts));
  PetscCall(TSSetType(ts, TSRK));
  PetscCall(TSRKSetType(ts, method));
  PetscCall(TSRKGetTableau(ts, &stages, &a, &b, NULL, &embedded, NULL, NULL, NULL));
  PetscCall(TSRKGetOrder(ts, &order));
  PetscCheck(stages <= GR_STAGES_MAX && embedded, PETSC_COMM_SELF, PETSC_ERR_SUP,
             "the Runge-Kutta method %s has %" PetscInt_FMT " stages or no error estimate", method, stages);
  *tableau = (GrTableau){.stages = (int)stages, .order = (int)order};
  for (int i = 0; i < stages; i++) {
    for (int j = 0; j < i; j++)
      tableau->a[i][j] = a[i * stages + j];
    tableau->b[i] = b[i];
    tableau->error[i] = b[i] - embedded[i];
  }
  return TSDestroy(&ts);
}
