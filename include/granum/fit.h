/* granum/fit.h: least squares of impacts, curves of impacts, compressions, paths and chains: free parameters of a case
   with `problem: fit`, fitted to measured values.

   chi^2 = sum_i r_i^2,  r_i = (f_i(p) - y_i)/s_i
     f_i  computed value of datum i with the parameters p: a result of an impact, the force of a slow compression, a
          state during an impact, a column of a prescribed path, or peak and time of a pulse in a chain
     y_i  measured value;  s_i  its standard deviation; without deviations s_i = 1, in the SI unit of the datum

   Coordinate of a parameter p: u = ln p if its range is above 0, otherwise u = p/(upper end - lower end). The
   derivatives J = dr/du are central differences of fourth order of computed motions, whose events are located. With the
   singular values w and the right singular vectors V of J the covariance of u is V diag(1/w^2) V^T, times chi^2/(n - m)
   without deviations (n data, m parameters). It belongs to the linearized model at the best point.

   Profile of a parameter: the smallest chi^2 with this parameter fixed, as a function of its value. In its interval the
   profile is at most 4 s^2 above the smallest chi^2, with s^2 = 1, or s^2 = chi^2/(n - m) without deviations. In a
   linear model the interval is the value plus and minus two standard deviations. */
#ifndef GRANUM_FIT_H
#define GRANUM_FIT_H

#include <granum/case.h>

#ifdef __cplusplus
extern "C" {
#endif

/* State of a parameter at the best point. */
typedef enum {
  GR_FIT_FREE,  /* a value and a standard deviation */
  GR_FIT_BOUND, /* the value is at an end of its range, and counts as fixed in the covariance */
  GR_FIT_DEAD   /* the parameter has no effect on the computed values */
} GrFitState;

/* Profiles of chi^2. The arrays are on rank 0 only. */
typedef struct {
  PetscInt points; /* number of points of each parameter; 0: no profiles */
  /* [m] ends of the interval, in SI units; infinite: chi^2 rises less up to the end of the range; NaN: chi^2 has no
     scale */
  double *lower, *upper;
  double *unconverged; /* [m] number of these ends whose search did not converge */
  /* [m][points][m + 2] of each point: values of all parameters, chi^2, and 1 if the search converged, else 0 */
  double *row;
} GrFitProfile;

/* Result of a fit. All arrays are on rank 0 only, on other ranks they are NULL. Matrices have their rows one after the
   other. */
typedef struct {
  PetscInt parameters, data, starts; /* numbers m, n of free parameters and of data; number of searches */
  double *value;                     /* [m] best values, in SI units */
  double *deviation;                 /* [m] their standard deviations; infinite: the data do not determine the value */
  double *scale;                     /* [m] dp/du: p if the coordinate is ln p, otherwise width of the range */
  double *state;                     /* [m] values of GrFitState */
  double *covariance, *correlation;  /* [m][m] covariance of the values; correlation [1], NaN: not determined */
  /* [n] measured value, standard deviation (NaN: unknown), computed value, residual r, standard deviation of the
     computed value that follows from the covariance. A datum that cannot be computed has the computed value NaN, the
     standard deviation NaN and the residual 1e4 */
  double *measured, *sigma, *computed, *residual, *band;
  /* [n][5] of each datum: table, row, quantity, from 0; speed of an impact, overlap, time, or number of a bead; angle
     of an impact, or speed of a curve or chain, NaN: none */
  double *place;
  double *jacobian; /* [n][m] dr/du at the best point */
  double *singular; /* [m] singular values of the jacobian, in descending order */
  double *vector;   /* [m][m] right singular vectors: row k belongs to singular value k */
  double *search;   /* [starts][m + 2] of each search: values at its end, chi^2, and 1 if it converged, else 0 */
  double chi_squared, aicc; /* chi^2; Akaike's information criterion for small numbers of data */
  double kinks;             /* number of data at which a derivative from below differs from that from above */
  double evaluations;       /* number of sets of parameters for which the data were computed */
  double converged;         /* 1: at least one search converged; 0: the values are the best that were found */
  char *findings;           /* limits of the data, a line for each; "": none */
  char *kinds;              /* a word for each of these lines, such as "flat" (src/fit/findings.c) */
  GrFitProfile profile;
} GrFit;

/* Fits the free parameters of a case with `problem: fit`. The files of the case must have been read (GrCaseRead). The
   result has the same bits on any number of ranks. Free it with GrFitDestroy. Collective. */
PetscErrorCode GrFitSolve(MPI_Comm comm, const GrCase *the_case, GrFit *fit);

/* Returns the SI unit of a quantity that can be fitted; NULL: there is no quantity of this name. kind: kind of the rows
   of its table, a word of the key fit.data.of, such as "impacts". */
const char *GrFitUnit(const char *kind, const char *quantity);

/* Frees the arrays of a result. */
PetscErrorCode GrFitDestroy(GrFit *fit);

#ifdef __cplusplus
}
#endif

#endif
