/* Tableau of an explicit Runge-Kutta method of PETSc, for problems that make their steps without TS: impacts on lanes,
   and chains of fits. */
#ifndef GRANUM_TIME_TABLEAU_H
#define GRANUM_TIME_TABLEAU_H

#include <petscts.h>

enum { GR_STAGES_MAX = 16 }; /* largest number of stages of a Runge-Kutta method */

/* Tableau of an explicit Runge-Kutta method with an error estimate. A step of length h leads from the state y0 to y1:
     y1 = y0 + h sum b_i k_i,  k_i = f(y0 + h sum_{j<i} a_ij k_j),  f(y): derivative of y by the variable of the step */
typedef struct {
  int stages, order;                      /* number of stages i, and order of the method */
  double a[GR_STAGES_MAX][GR_STAGES_MAX]; /* coefficients a_ij */
  double b[GR_STAGES_MAX];                /* weights b_i of the result y1 */
  double error[GR_STAGES_MAX];            /* weights e_i of the error estimate h sum e_i k_i */
} GrTableau;

/* Sets *tableau to that of a Runge-Kutta method by its name in PETSc (TSRKType), such as "8vr". The method must have an
   error estimate. */
PetscErrorCode GrIntegratorTableau(const char *method, GrTableau *tableau);

#endif
