/* granum/impact.h: impacts of two bodies: restitution curves and force-overlap loops.

   Two bodies collide with a relative speed. Only the contact force acts:
     m d'' = -F(d, d', history),   d(0) = 0, d'(0) = v0,
   with the reduced mass m [kg] and the overlap d [m], until the impact ends; GrImpactEnd (granum/case.h) lists the
   possible criteria. With the end GR_END_APART the bodies also attract each other at overlaps below 0. This part of the
   motion is computed from the energy of the adhesion; no dashpot acts there. */
#ifndef GRANUM_IMPACT_H
#define GRANUM_IMPACT_H

#include <granum/case.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Result of an impact. */
typedef struct {
  /* > 0 [m/s]; with GR_END_APART, velocity at the distance at which the adhesion begins to act */
  double approach_velocity;
  double separation_velocity; /* velocity at the end of the impact, >= 0 [m/s]; 0: the bodies stick */
  double restitution;         /* separation_velocity / approach_velocity [1] */
  double restitution_theory;  /* theoretical restitution of the law [1]; NaN: there is no theory, or adhesion acts */
  double overlap_max;         /* largest overlap [m] */
  double force_max;           /* largest force [N] */
  double force_min;           /* smallest force, < 0: attraction [N] */
  /* time from overlap 0 to the end [s]; bodies that stick: to the time at which sticking is certain */
  double duration;
  double energy_lost;      /* kinetic energy before minus kinetic energy after [J] */
  double energy_viscous;   /* work of the dashpots [J] */
  double energy_plastic;   /* plastic work of the contact [J] */
  double energy_residual;  /* residual of the energy balance / kinetic energy at overlap 0 [1] */
  double residual_overlap; /* largest overlap at which the static force is 0 during unloading [m]; 0: elastic */
} GrImpact;

/* Samples of force and motion of one impact, arrays of [points] (GrImpactSetting). The samples are evenly spaced in the
   integration variable; in time they are denser near the beginning and the end of the contact. If adhesion acts at
   overlaps below 0, the last fifth of the samples is at such overlaps. */
typedef struct {
  double *time, *overlap, *rate, *force; /* [s], [m], [m/s], [N] */
} GrImpactCurve;

/* Setting: common data of impacts that are computed together. */
typedef struct {
  const GrLaw *law, *adhesion; /* adhesion may be NULL */
  GrTension tension;
  GrImpactEnd end;
  const char *method; /* Runge-Kutta method: PETSc's TSRKType, of which tableau and error estimate are used */
  double tolerance;   /* allowed relative error of a step [1] */
  PetscInt64 points;  /* number of samples of a curve; 0: no curves */
  double curve_until; /* time at which the integration ends if the bodies stick [s]; NaN: when sticking is certain */
} GrImpactSetting;

/* Task: an impact to be computed. GrLaw.prepare of the two laws has computed the coefficients. */
typedef struct {
  const double *coefficient, *adhesion_coefficient;
  double mass;  /* reduced mass [kg] */
  double speed; /* approach velocity [m/s] > 0 */
} GrImpactTask;

/* Returns the setting of a case with `problem: impact` or `bounce`. */
GrImpactSetting GrImpactSettingOf(const GrCase *the_case);

/* Returns whether the settings of both cases are equal, so that their impacts or balls can be computed together. */
PetscBool GrImpactAlike(const GrCase *one, const GrCase *two);

/* Computes n impacts, task[n], into result[n], on the calling rank only, 64 at a time. The result of a task does not
   depend on the other tasks. curve: [n] samples, or NULL. why[n]: NULL, or the reason why the computation of the impact
   failed; its result and curve are then not set. */
PetscErrorCode GrImpactSolve(const GrImpactSetting *setting, PetscInt n, const GrImpactTask task[], GrImpact result[],
                             const GrImpactCurve curve[], const char *why[]);

/* Prints the data of `granum laws NAME --plot-data`, for the spheres of the law's worked example: lines
   `kind,curve,x,y` after a header. kind loop: x overlap [m], y force [N]; kind restitution: x approach speed [m/s],
   y restitution, computed and from the theory of the law. Fails by GrFail with GR_EXIT_INPUT if the law is no normal
   law. */
PetscErrorCode GrImpactPlotLaw(const GrLaw *law, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
