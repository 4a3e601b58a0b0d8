/* Computed values of the tables of curves, of chains and of paths, for src/fit/model.c. Each impact, run of a chain and
   path is computed by one rank, so that the values have the same bits on any number of ranks. */
#ifndef GRANUM_FIT_PARTS_H
#define GRANUM_FIT_PARTS_H

#include "fit/model.h"

/* Sets value[sets][model->n] at the data of curves that this rank computes. the_case[s]: case with set s of the
   parameters; NULL: it is not valid. An impact that fails has the values NaN. */
PetscErrorCode GrFitCurvesSolve(const GrFitModel *model, PetscInt sets, GrCase *const the_case[], double value[]);

/* The same at the data of chains. */
PetscErrorCode GrFitChainsSolve(const GrFitModel *model, PetscInt sets, GrCase *const the_case[], double value[]);

/* The same at the data of prescribed paths. */
PetscErrorCode GrFitPathsSolve(const GrFitModel *model, PetscInt sets, GrCase *const the_case[], double value[]);

/* Reads the files with tables of motion of the case of a set, if it is a chain. */
PetscErrorCode GrFitChainRead(GrCase *the_case);

/* Returns the relative error of the computed values of chains [1]. */
double GrFitChainNoise(const GrCase *the_case);

#endif
