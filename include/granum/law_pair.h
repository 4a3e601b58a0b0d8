/* granum/law_pair.h: material data of two bodies and the coefficients of a law for this pair. */
#ifndef GRANUM_LAW_PAIR_H
#define GRANUM_LAW_PAIR_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bits of GrLaw.needs: material data that a law needs. The input must give these data for both materials. */
typedef enum { GR_NEEDS_ELASTICITY = 1, GR_NEEDS_YIELD_STRESS = 2, GR_NEEDS_DENSITY = 4 } GrLawNeeds;

/* Material data of one body of a pair. A number is NaN if the input does not give it. */
typedef struct {
  double density;        /* mass density [kg/m^3] */
  double youngs_modulus; /* Young's modulus [Pa] */
  double poisson_ratio;  /* Poisson's ratio [1] */
  double yield_stress;   /* yield stress [Pa] */
} GrLawBody;

/* Data of two bodies, from which a law computes its coefficients. Contacts with the same materials, radii and masses
   have the same data: they belong to one pair type. */
typedef struct {
  double radius;   /* effective radius R = R1 R2/(R1 + R2) [m] */
  double radii[2]; /* radii R1 and R2 of the two bodies [m]; infinite for a plane, < 0 for a hollow sphere */
  double mass;     /* reduced mass m = m1 m2/(m1 + m2) [kg] */
  /* effective modulus E [Pa], 1/E = (1 - nu_1^2)/E_1 + (1 - nu_2^2)/E_2; NaN: the input gives no elasticity */
  double modulus;
  double yield_stress; /* smaller yield stress of the two bodies [Pa]; NaN: the input gives no yield stress */
  /* true: a contact ends when its force first becomes 0 during unloading; false: it ends at overlap 0 */
  bool no_pull;
  GrLawBody body[2];
} GrLawPair;

/* Formula of a coefficient of a law, from the effective radius R [m] and the reduced mass m [kg] of two bodies. The
   factor f depends only on the two materials and the parameters of the law. */
typedef enum {
  GR_FACTOR_ALONE,      /* f */
  GR_FACTOR_ROOT,       /* f sqrt(R) */
  GR_FACTOR_MASS,       /* (m f) sqrt(R) */
  GR_FACTOR_MASS_ALONE, /* m f */
  GR_FACTOR_MULTIPLE,   /* f k, with another coefficient k, whose index is GrLawFactor.of */
  GR_FACTOR_DASHPOT     /* f sqrt(k m), with another coefficient k, whose index is GrLawFactor.of */
} GrLawForm;

/* A coefficient of a law, as a function of effective radius R and reduced mass m. */
typedef struct {
  GrLawForm form;
  int of;        /* index of the coefficient k in the formula of `form`; k precedes this coefficient */
  double factor; /* factor f in the formula of `form`, >= 0, independent of R and m */
} GrLawFactor;

/* Computes the data of a pair of spheres: effective radius, reduced mass, effective modulus and yield stress. A mass
   may be infinite. The radius is infinite for a plane, and negative for a hollow sphere that contains the other body.
   Sets pair->no_pull to false. */
void GrLawPairSpheres(const GrLawBody body[2], const double radius[2], const double mass[2], GrLawPair *pair);

/* Computes coefficient[n_coefficients] of a pair from factor[n_coefficients] (GrLaw.factors). radius: effective radius
   [m]; mass: reduced mass [kg]. */
void GrLawScale(int n_coefficients, const GrLawFactor factor[], double radius, double mass, double *coefficient);
/* Sets factor[n_coefficients] for a law whose coefficients do not depend on radius and mass: each factor is equal to
   the coefficient and has the form GR_FACTOR_ALONE. */
void GrLawFactorsAlone(int n_coefficients, const double *coefficient, GrLawFactor *factor);

#ifdef __cplusplus
}
#endif

#endif
