/* Lanes: 64 impacts that are integrated at the same time, each with its own step, as a structure of arrays. A lane is
   the place of one impact in these arrays. Each array below has an element per lane.

   State of a lane: q = d^(1/4) [m^(1/4)], overlap rate v [m/s], time t [s], work of the dashpots W [J], and s
   [m^(1/4)], the variable that the integration runs in, ds = v0 dt/(4 q^3): dq/ds = v/v0,  dv/ds = -(F/m) j,  dt/ds =
   j,  dW/ds = P j,   j = 4 q^3/v0, with the total force F [N], reduced mass m [kg], the power of the dashpots P [W] and
   the speed v0 [m/s] at overlap 0. Where gravity g [m/s^2] presses the bodies together, dv/ds = (g - F/m) j, and v0 is
   a bound of the later speeds. The powers of d that contact laws are made of, d^(1/4), d^(1/2), d^(3/2),
   are smooth in q, also at d = 0, so that a method of high order keeps its order from the first touch to separation.

   Exact ends of steps: with q (or v) as independent variable instead of s, dy/dq = (dy/ds)/(dq/ds), one step ends at a
   chosen overlap (or rate) to the last bits, and no stage lies beyond (M. Henon, Physica D 5 (1982) 412). */
#ifndef GRANUM_IMPACT_LANES_H
#define GRANUM_IMPACT_LANES_H

#include <granum/impact.h>
#include <petscts.h>

enum { GR_LANES = 64 };
enum { GR_Q, GR_V, GR_T, GR_W, GR_S, GR_LANE_STATE };

/* A tableau: a Runge-Kutta method with error estimate,
     y1 = y0 + h sum b_i k_i,  k_i = f(y0 + h sum_{j<i} a_ij k_j) */
enum { GR_STAGES_MAX = 16 };

typedef struct {
  int stages, order;
  double a[GR_STAGES_MAX][GR_STAGES_MAX];
  double b[GR_STAGES_MAX], error[GR_STAGES_MAX]; /* weights b_i of the step; weights of its error estimate */
} GrTableau;

/* A law on all lanes: coefficients, committed and trial histories, and results. law NULL: there is no such law. */
typedef struct {
  const GrLaw *law;
  double coefficient[GR_LAW_COEFFICIENTS_MAX][GR_LANES];
  double history[GR_LAW_HISTORY_MAX][GR_LANES], trial[GR_LAW_HISTORY_MAX][GR_LANES];
  double force[GR_LANES], dashpot[GR_LANES];
} GrImpactLaneLaw;

typedef struct {
  GrTableau tableau;
  GrImpactLaneLaw normal, adhesion;
  PetscBool clips;  /* whether tension of the normal law is clipped */
  double tolerance; /* largest allowed error of a step, relative to the scales of the state [1] */
  double mass[GR_LANES], speed[GR_LANES], inverse_mass[GR_LANES], slowness[GR_LANES]; /* m, v0, 1/m, 1/v0 */
  double onset[GR_LANES];   /* overlap rate at overlap 0 [m/s]; equal to v0 if there is no gravity */
  double gravity[GR_LANES]; /* g [m/s^2]; 0: none */

  double y[GR_LANE_STATE][GR_LANES]; /* state at the start of the step */
  /* derivatives dy/ds at the stages of the Runge-Kutta method; [0]: at the start of the step */
  double k[GR_STAGES_MAX][GR_LANE_STATE][GR_LANES];
  double h[GR_LANES]; /* length of the step in its independent variable: s or q [m^(1/4)], or v [m/s] (head) */
  /* independent variable of the step: q if by_q is 1, v if by_v is 1, s if both are 0 */
  double by_q[GR_LANES], by_v[GR_LANES];
  double q_scale[GR_LANES]; /* largest q so far, the scale of errors and steps [m^(1/4)] */

  double trial[GR_LANE_STATE][GR_LANES]; /* state at the end of the step */
  double error[GR_LANES];                /* estimated error of the step, relative to the scales of the state */
  /* factor by which the next step may be longer, so that its error meets the tolerance [1] */
  double growth[GR_LANES];
  double lowest[GR_LANES], highest[GR_LANES]; /* smallest and largest overlap at the stages of the step [m] */

  double overlap[GR_LANES]; /* overlap of the last evaluation [m] */
  double force[GR_LANES];   /* total force of the last evaluation [N] */
  double power[GR_LANES];   /* power of the dashpots in the last evaluation [W] */
  double slope[GR_LANES];   /* dF/ds at the start of the step */
  double start_force[GR_LANES], start_normal[GR_LANES];
  double end_slope[GR_LANES], end_normal[GR_LANES]; /* dF/ds and normal force at the end of the trial step */
  double corner[GR_LAW_CORNERS_MAX]
               [GR_LANES]; /* overlaps at which the law is not smooth, at the committed history [m] */
  double accept[GR_LANES]; /* 1: GrImpactLanesStart commits the trial history of the lane */
} GrImpactLanes;

/* Computes one trial step of all lanes: state at its end, error, smallest and largest overlap; then forces and dF/ds at
   its end. */
void GrImpactLanesStep(GrImpactLanes *lanes);

/* Computes forces, dF/ds and derivatives at the start of the next step. First commits the histories of the lanes whose
   `accept` is set. Computes the corners from the committed histories. */
void GrImpactLanesStart(GrImpactLanes *lanes);

/* Begins a contact on a lane. mass: reduced mass [kg]; onset: overlap rate at overlap 0 [m/s]; speed: v0 [m/s];
   gravity: g [m/s^2]. */
void GrImpactLaneSet(GrImpactLanes *lanes, int lane, double mass, double onset, double speed, double gravity);

/* Returns the overlap [m] of a lane at the start of its step. */
static inline double GrImpactLaneOverlap(const GrImpactLanes *lanes, int lane)
{
  const double q = lanes->y[GR_Q][lane];
  return (q * q) * (q * q);
}

/* Copies the coefficients of a law on one lane to coefficient[]. */
static inline void GrImpactLaneCoefficients(const GrImpactLaneLaw *law, int lane,
                                            double coefficient[GR_LAW_COEFFICIENTS_MAX])
{
  for (int k = 0; k < law->law->n_coefficients; k++)
    coefficient[k] = law->coefficient[k][lane];
}

/* Computes the recoverable energy and the plastic work [J] of the contact on a lane at an overlap [m], with adhesion.
   slow: uses the history that would result if the overlap changed slowly from its committed value to this overlap;
   otherwise the committed history. */
void GrImpactLaneEnergy(const GrImpactLanes *lanes, int lane, double overlap, bool slow, double *recoverable,
                        double *consumed);

/* Computes the energies of GrImpactLaneEnergy only of the law that acts at overlaps below 0: the adhesion, or a normal
   law with a reach. They are 0 without such a law. */
void GrImpactLaneAdhesionEnergy(const GrImpactLanes *lanes, int lane, double overlap, double *recoverable,
                                double *consumed);

/* Returns the static force [N], at an overlap [m], of the law that acts at overlaps below 0; 0 without such a law. */
double GrImpactLaneAdhesionForce(const GrImpactLanes *lanes, int lane, double overlap);

/* Returns the reach: the surface distance [m] up to which a law acts at overlaps below 0; 0 without such a law. */
double GrImpactLaneAdhesionReach(const GrImpactLanes *lanes, int lane);

/* Returns the static force [N] of the contact on a lane at an overlap [m], from the committed history. */
double GrImpactLaneStaticForce(const GrImpactLanes *lanes, int lane, double overlap);

#endif
