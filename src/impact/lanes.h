/* Lanes: 64 impacts that are integrated at the same time, each with its own step, as a structure of arrays. Each array
   has one element per impact. A lane is the index of an impact in these arrays.

   The state of a lane consists of q = d^(1/4) [m^(1/4)] with the overlap d, the overlap rate v [m/s], the time t [s],
   the work of the dashpots W [J], and s [m^(1/4)]. s replaces time as the variable of integration, ds = v0 dt/(4 q^3):
     dq/ds = v/v0,  dv/ds = -(F/m) j,  dt/ds = j,  dW/ds = P j,  j = 4 q^3/v0
   F  total force [N];  m  reduced mass [kg];  P  power of the dashpots [W];  v0  speed at overlap 0 [m/s]. If gravity g
   [m/s^2] presses the bodies together, dv/ds = (g - F/m) j, and v0 is an upper bound of the later speeds. Contact laws
   have the powers d^(1/4), d^(1/2) and d^(3/2) of d. These are smooth functions of q, also at d = 0. A Runge-Kutta
   method therefore keeps its high order from the first touch to separation.

   A step can also end exactly at a given overlap or at a given overlap rate. It then has q or v as independent variable
   in place of s: dy/dq = (dy/ds)/(dq/ds). The end is exact to the last bits, and no stage of the step is beyond it
   (M. Henon, Physica D 5 (1982) 412). */
#ifndef GRANUM_IMPACT_LANES_H
#define GRANUM_IMPACT_LANES_H

#include "impact/impact.h"
#include "law/loop.h"
#include "time/tableau.h"
#include <stdbool.h>

enum { GR_LANES = 64 };                               /* number of impacts that are integrated at the same time */
enum { GR_Q, GR_V, GR_T, GR_W, GR_S, GR_LANE_STATE }; /* indices of q, v, t, W and s in a state (head of this file) */

/* A normal law or an adhesion, with its coefficients, histories and results for the impact on each lane. */
typedef struct {
  const GrLaw *law; /* NULL: the contacts have no adhesion */
  double coefficient[GR_LAW_COEFFICIENTS_MAX][GR_LANES];
  /* committed history: values at the start of the step; trial history: values after the last evaluation of the force */
  double history[GR_LAW_HISTORY_MAX][GR_LANES], trial[GR_LAW_HISTORY_MAX][GR_LANES];
  double force[GR_LANES], dashpot[GR_LANES]; /* force in the last evaluation, and its viscous part [N] */
} GrImpactLaneLaw;

/* GR_LANES impacts that are integrated at the same time. In all arrays the last index is the lane: the impact. The head
   of this file defines the state (q, v, t, W, s). */
typedef struct {
  GrTableau tableau;                /* Runge-Kutta method */
  GrImpactLaneLaw normal, adhesion; /* the two laws of the contacts */
  bool clips;                       /* whether a negative force of the normal law is replaced by 0 */
  double tolerance;                 /* largest allowed error of a step, relative to the scales of the state [1] */
  /* reduced mass m [kg], speed v0 at overlap 0 [m/s], 1/m [1/kg], 1/v0 [s/m] */
  double mass[GR_LANES], speed[GR_LANES], inverse_mass[GR_LANES], slowness[GR_LANES];
  double onset[GR_LANES];   /* overlap rate at the first touch [m/s]; equal to v0 without gravity */
  double gravity[GR_LANES]; /* acceleration g that presses the bodies together [m/s^2]; 0: no gravity */

  double y[GR_LANE_STATE][GR_LANES]; /* state at the start of the step */
  /* derivatives of the state by the independent variable of the step (s, q or v) at the Runge-Kutta stages; index 0: at
     the start of the step */
  double k[GR_STAGES_MAX][GR_LANE_STATE][GR_LANES];
  /* step length, an increment of the independent variable of the step: s or q [m^(1/4)], or v [m/s] */
  double h[GR_LANES];
  /* independent variable of the step: q if by_q = 1, v if by_v = 1, s if both are 0 */
  double by_q[GR_LANES], by_v[GR_LANES];
  double q_scale[GR_LANES]; /* largest q = (overlap)^(1/4) so far [m^(1/4)], the scale of errors and step lengths */

  double trial[GR_LANE_STATE][GR_LANES]; /* state at the end of the trial step */
  /* estimated error of the trial step, relative to the scales of the state [1] */
  double error[GR_LANES];
  /* recommended length of the next step divided by the length of this step, from error and tolerance [1] */
  double growth[GR_LANES];
  double lowest[GR_LANES];  /* smallest overlap at the stages of the trial step [m] */
  double highest[GR_LANES]; /* largest overlap at the stages of the trial step [m] */

  double overlap[GR_LANES]; /* overlap of the last evaluation [m] */
  double force[GR_LANES];   /* total force of the last evaluation [N] */
  double power[GR_LANES];   /* power of the dashpots in the last evaluation [W] */
  double slope[GR_LANES];   /* dF/ds at the start of the step; F: total force, s: integration variable [N m^(-1/4)] */
  /* at the start of the step: total force, and force of the normal law [N] */
  double start_force[GR_LANES], start_normal[GR_LANES];
  double end_slope[GR_LANES];  /* dF/ds at the end of the trial step [N m^(-1/4)] */
  double end_normal[GR_LANES]; /* force of the normal law at the end of the trial step [N] */
  /* overlaps at which the normal law with its committed history is not smooth [m] */
  double corner[GR_LAW_CORNERS_MAX][GR_LANES];
  /* 1: the trial step of the lane is accepted; GrImpactLanesStart then copies the trial history to the committed one;
     0: it is rejected, or the lane is idle */
  double accept[GR_LANES];
} GrImpactLanes;

/* Makes one trial step on all lanes. Computes `trial`, `error`, `growth`, `lowest` and `highest`, and then the forces
   and dF/ds at the end of the step. */
void GrImpactLanesStep(GrImpactLanes *lanes);

/* Computes forces, dF/ds (F total force, s integration variable) and derivatives of the state at the start of the next
   step, and the overlaps at which the normal law is not smooth (corners). On lanes with accept = 1, copies the trial
   histories to the committed histories. */
void GrImpactLanesStart(GrImpactLanes *lanes);

/* Sets the constants of a new impact on a lane. mass: reduced mass [kg]; onset: overlap rate at the first touch [m/s];
   speed: v0, speed at overlap 0, or with gravity an upper bound of the later speeds [m/s]; gravity: g [m/s^2]. */
void GrImpactLaneSet(GrImpactLanes *lanes, int lane, double mass, double onset, double speed, double gravity);

/* Returns the overlap [m] of a lane at the start of its step. */
static inline double GrImpactLaneOverlap(const GrImpactLanes *lanes, int lane)
{
  const double q = lanes->y[GR_Q][lane];
  return (q * q) * (q * q);
}

/* Copies the coefficients that a law has on one lane to coefficient[]. */
static inline void GrImpactLaneCoefficients(const GrImpactLaneLaw *law, int lane,
                                            double coefficient[GR_LAW_COEFFICIENTS_MAX])
{
  for (int k = 0; k < law->law->n_coefficients; k++)
    coefficient[k] = law->coefficient[k][lane];
}

/* Returns the energies of the contact on a lane at an overlap [m]: sum of normal law and adhesion. slow: whether to use
   the history that the normal law has after a quasi-static change to this overlap; otherwise the history at the start
   of the step. */
GrLawEnergies GrImpactLaneEnergy(const GrImpactLanes *lanes, int lane, double overlap, bool slow);

/* Returns the force of the dashpots of the contact on a lane [N] at the start of the step. If a negative force of the
   normal law is replaced by 0, it is 0 minus the elastic force (contact/normal.h). */
double GrImpactLaneDamping(const GrImpactLanes *lanes, int lane);

/* Returns the recoverable energy [J], at an overlap [m], of the law that also acts while the surfaces do not touch
   (overlap < 0): the adhesion, or a normal law that acts at a distance (GrLaw.reach). 0: the contact has no such law.
   */
double GrImpactLaneAdhesionEnergy(const GrImpactLanes *lanes, int lane, double overlap);

/* Returns the static force [N] at an overlap [m] of the law that also acts while the surfaces do not touch: the
   adhesion, or a normal law that acts at a distance (GrLaw.reach). 0: the contact has no such law. */
double GrImpactLaneAdhesionForce(const GrImpactLanes *lanes, int lane, double overlap);

/* Returns the largest surface distance [m] at which the contact on a lane has a force; 0: only touching surfaces have a
   force. */
double GrImpactLaneAdhesionReach(const GrImpactLanes *lanes, int lane);

/* Returns the static force of the contact on a lane [N] at an overlap [m]: normal law plus adhesion, with the history
   at the start of the step. */
double GrImpactLaneStaticForce(const GrImpactLanes *lanes, int lane, double overlap);

#endif
