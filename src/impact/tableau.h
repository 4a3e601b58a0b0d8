/* A Runge-Kutta method with error estimate: y1 = y0 + h sum b_i k_i, k_i = f(y0 + h sum_{j<i} a_ij k_j). */
#ifndef GRANUM_IMPACT_TABLEAU_H
#define GRANUM_IMPACT_TABLEAU_H

#include <petscts.h>

enum { GR_STAGES_MAX = 16 };

typedef struct {
  int stages, order;
  double a[GR_STAGES_MAX][GR_STAGES_MAX];
  double b[GR_STAGES_MAX], error[GR_STAGES_MAX]; /* weights of the step, and of the step less the embedded one */
} GrTableau;

/* PETSc's tableau of this name (TSRKType). */
PetscErrorCode GrTableauGet(const char *method, GrTableau *tableau);

#endif
