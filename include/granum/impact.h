/* granum/impact.h: binary impacts, as many as wanted: restitution curves and force-overlap loops.

   One impact: two bodies meet with a relative speed; the contact alone decides what follows,
     m d'' = -F(d, d', history),   d(0) = 0, d'(0) = v0,
   with the reduced mass m [kg] and the overlap d [m], until the impact ends as GrImpactEnd says (granum/case.h). With
   the end GR_END_APART the path below overlap 0, to the end of the contact, follows from the energy of the adhesion. It
   has no dashpot there. */
#ifndef GRANUM_IMPACT_H
#define GRANUM_IMPACT_H

#include <granum/case.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What came of an impact. */
typedef struct {
  double approach_velocity;   /* [m/s] > 0; with end: apart, before the adhesion acts */
  double separation_velocity; /* [m/s] >= 0; 0: the bodies stick */
  double restitution;         /* separation over approach velocity [1] */
  double restitution_theory;  /* what the law's theory says, NaN if it has none or adhesion acts [1] */
  double overlap_max;         /* [m] */
  double force_max;           /* [N] */
  double force_min;           /* < 0: pull [N] */
  double duration;            /* from overlap 0 to the end [s]; of bodies that stick, until they are known to */
  double energy_lost;         /* kinetic energy before less after [J] */
  double energy_viscous;      /* work of the dashpots [J] */
  double energy_plastic;      /* spent by the history of the contact [J] */
  double energy_residual;     /* what the ledger misses, over the kinetic energy at overlap 0 [1] */
  double residual_overlap;    /* largest overlap at which the static force is 0 after the turn [m]; 0: elastic */
} GrImpact;

/* Samples of force and motion, [points] each, evenly spaced in the variable that the integration runs in, which is
   denser near the ends of the contact. The last fifth covers the path below overlap 0, if there is one. */
typedef struct {
  double *time, *overlap, *rate, *force; /* [s], [m], [m/s], [N] */
} GrImpactCurve;

/* What the impacts of a batch share. */
typedef struct {
  const GrLaw *law, *adhesion; /* adhesion may be NULL */
  GrTension tension;
  GrImpactEnd end;
  const char *method; /* PETSc's TSRKType: tableau and error estimate */
  double tolerance;   /* relative error of a step */
  PetscInt64 points;  /* samples of a curve; 0: no curves */
  double curve_until; /* follow bodies that stick until this time [s]; NaN: do not */
} GrImpactSetting;

/* One impact to be computed. The coefficients are those of `prepare`. */
typedef struct {
  const double *coefficient, *adhesion_coefficient;
  double mass;  /* reduced [kg] */
  double speed; /* approach velocity [m/s] > 0 */
} GrImpactTask;

/* What a case of problem: impact or bounce says. */
GrImpactSetting GrImpactSettingOf(const GrCase *the_case);

/* Returns whether the settings of both cases are equal, so that their impacts or balls can be computed together. */
PetscBool GrImpactAlike(const GrCase *one, const GrCase *two);

/* Computes impacts, 64 at a time, on the calling rank only. The result of a task does not depend on the others. curve:
   [n] or NULL. why[i]: NULL, or in words why task i has no end; its result and curve are then not set. */
PetscErrorCode GrImpactSolve(const GrImpactSetting *setting, PetscInt n, const GrImpactTask task[], GrImpact result[],
                             const GrImpactCurve curve[], const char *why[]);

/* `granum laws NAME --plot-data`: force-overlap loops and restitution over speed of the spheres of the law's worked
   example, as lines `kind,curve,x,y` after a header. kind loop: x overlap [m], y force [N]; kind restitution: x
   approach speed [m/s], y restitution, computed and by the law's theory. */
PetscErrorCode GrLawPlotData(const GrLaw *law, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
