/* Central impacts of two bodies, for curves of restitution over speed and of force over overlap.

   Two bodies approach each other with the speed v0 [m/s]. Only the contact force F [N] acts:
     m d'' = -F(d, d', history),   d(0) = 0, d'(0) = v0,
   with the reduced mass m [kg] and the overlap d [m]. The equation is integrated until the impact ends. GrImpactEnd
   (case/problem.h) lists the criteria for the end. With GR_END_APART the adhesion also acts between separated bodies
   (d < 0). The motion at d < 0 is computed from the energy of the adhesion. No dashpot acts at d < 0. */
#ifndef GRANUM_IMPACT_IMPACT_H
#define GRANUM_IMPACT_IMPACT_H

#include "case/case.h"
#include <granum/ensemble.h>
#include <stdbool.h>

/* Quantities of the samples of an impact: time since the first touch [s]; overlap [m]; overlap rate [m/s], > 0 when the
   bodies approach; contact force, and the force of its dashpots [N]; kinetic energy, recoverable energy of the contact
   (0 or, with attraction at a distance, negative at the first touch), work of the dashpots and plastic work since the
   first touch [J]. The sum of the four energies is constant. */
enum {
  GR_CURVE_TIME,
  GR_CURVE_OVERLAP,
  GR_CURVE_RATE,
  GR_CURVE_FORCE,
  GR_CURVE_DAMPING,
  GR_CURVE_KINETIC,
  GR_CURVE_ELASTIC,
  GR_CURVE_VISCOUS,
  GR_CURVE_PLASTIC,
  GR_CURVE_COLUMNS
};

enum { GR_CURVE_EVENTS = 16 }; /* largest number of events at which an impact has samples */

/* Samples of one impact: an array of GrImpactSetting.points numbers for each quantity. Samples are at the first touch,
   at the first GR_CURVE_EVENTS events of the event loop (turning points, changes of branch, zeros and extrema of the
   force), between them, and at the end. The time between samples is shorter near the beginning and the end of the
   contact. At least a third of the samples at overlaps above 0 is before the turning point, and a third after it. If
   adhesion acts at overlaps below 0, the last fifth of the samples has overlaps below 0. */
typedef struct {
  double *column[GR_CURVE_COLUMNS];
} GrImpactCurve;

/* Settings that all impacts of one call of GrImpactSolve have in common: laws, integration method, samples. */
typedef struct {
  const GrLaw *law;      /* normal law */
  const GrLaw *adhesion; /* law of adhesion; NULL: no adhesion */
  GrTension tension;
  GrImpactEnd end;
  const char *method; /* TSRKType of PETSc: name of the Runge-Kutta method */
  double tolerance;   /* allowed relative error of a time step [1] */
  PetscInt64 points;  /* number of samples of each impact (GrImpactCurve); 0: no samples */
  /* time from the first touch to the end of the integration, used if the bodies stick together [s]. NaN: the
     integration ends when the bodies can no longer separate */
  double curve_until;
} GrImpactSetting;

/* Input of GrImpactSolve for one impact. */
typedef struct {
  const double *coefficient;          /* coefficients of the normal law, computed by GrLaw.prepare */
  const double *adhesion_coefficient; /* coefficients of the law of adhesion; unused if there is no adhesion */
  double mass;                        /* reduced mass of the two bodies [kg] */
  double speed;                       /* approach speed, > 0 [m/s] */
} GrImpactTask;

/* A case of a study of impacts: its pair of bodies, and the coefficients of its normal law and adhesion. */
typedef struct {
  GrLawPair pair;
  double coefficient[GR_LAW_COEFFICIENTS_MAX], adhesion_coefficient[GR_LAW_COEFFICIENTS_MAX];
} GrImpactPoint;

/* Computes the coefficients of a case with `problem: impact`. */
PetscErrorCode GrImpactPrepare(const GrCase *the_case, GrImpactPoint *point);

/* Returns the law, the method and the output settings of a case with `problem: impact` or `problem: bounce`. */
GrImpactSetting GrImpactSettingOf(const GrCase *the_case);

/* Returns whether two cases have the same laws, method and output settings (GrImpactSetting). One call of GrImpactSolve
   or GrBounceSolve can then compute both cases. */
bool GrImpactSameSetting(const GrCase *one, const GrCase *two);

/* Computes the n impacts task[n] and writes them to result[n]. The result of an impact does not depend on the other
   impacts. curve: [n] arrays for the samples; NULL: no samples. If impact i fails, why[i] is the reason, and result[i]
   and curve[i] are not set. Otherwise why[i] is NULL. Not collective. */
PetscErrorCode GrImpactSolve(const GrImpactSetting *setting, PetscInt n, const GrImpactTask task[], GrImpact result[],
                             const GrImpactCurve curve[], const char *why[]);

/* A point of an impact whose state is wanted: at a time, or at an overlap before or after the turning point. */
typedef struct {
  double time;    /* time since the first touch, >= 0 [s]; NaN: the point is at an overlap */
  double overlap; /* overlap, > 0 [m]; unused with a time */
  bool unloads;   /* whether the point at this overlap is after the turning point */
  struct {
    double force, overlap, rate; /* contact force [N], overlap [m], and its rate [m/s] */
  } at;                          /* result */
} GrImpactProbe;

/* The points of an impact, in the order in which it passes them: by ascending times; or by ascending overlaps before
   the turning point, then by descending overlaps. */
typedef struct {
  PetscInt n;
  GrImpactProbe *probe; /* [n] */
} GrImpactProbes;

/* Computes the states at the points probes[i] of n impacts task[n]. A point at an overlap that the impact does not
   reach gets the state at the turning point, so that the force is a continuous function of the parameters of the law.
   After the end of the contact the force is 0, and the rate does not change. If impact i fails, why[i] is the reason,
   and its results are NaN; otherwise why[i] is NULL. Not collective. */
PetscErrorCode GrImpactSolveProbes(const GrImpactSetting *setting, PetscInt n, const GrImpactTask task[],
                                   const GrImpactProbes probes[], const char *why[]);

/* Prints the data of `granum laws NAME --plot-data`, for the two spheres of the example that `granum laws NAME` prints.
   The output is a CSV table with a header and the columns kind, curve, x, y. In rows of kind `loop`, x is the overlap
   [m] and y the force [N]; `curve` contains the approach speed. In rows of kind `restitution`, x is the approach speed
   [m/s] and y the restitution [1]; `curve` contains `computed` or `theory`. If the law pulls without a dashpot, the
   loops are near the sticking speed, and there are more rows: kind `static` with the overlap [m], < 0 for gaps, and the
   force [N] of a slow `approach`, a slow `separation` and the points `jump-in` and `pull-off`; and the point `sticking`
   of kind `restitution`: the bodies stick at lower approach speeds. An adhesion is printed together with the law hertz.
   Fails by GrFail with GR_EXIT_INPUT if `law` is neither a normal law nor an adhesion. */
PetscErrorCode GrImpactPlotLaw(const GrLaw *law, FILE *out);

/* Prints the data of `granum laws NAME --plot-data --over PARAMETER`: damping and restitution of the spheres of the
   example over a parameter of the law with values from 0 to 1. Rows of kind `over`; x: value of the parameter; `curve`
   has a quantity and an approach speed. `returned` and `theory`: restitution [1]. At half of the largest overlap d [m]
   of the impact, on approach with the approach speed v0 [m/s]: `h`, damping force / elastic force [1]; `c`, damping
   force / v0 [N s/m]; `g`, c/sqrt(k m) with the secant stiffness k = elastic force / d [1]. Fails by GrFail with
   GR_EXIT_INPUT if the law is not a normal law, or has no such parameter. */
PetscErrorCode GrImpactPlotOver(const GrLaw *law, const char *parameter, FILE *out);

#endif
