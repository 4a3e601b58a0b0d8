/* deform: a periodic box that deforms, and the motion of the particles in it; see cell.h. The upper triangular matrix h
   of the box has its lengths L_x, L_y, L_z [m] and its offsets s_xy, s_xz, s_yz [m]. s_ab is the displacement along a
   of the images beyond the sides along b (Lees and Edwards, J. Phys. C 5, 1921, 1972). An image that is n sides away
   is displaced by h n and has the additional velocity dh/dt n. The flow of the box at the point x is
     u = G (x - centre),  G = dh/dt h^-1:  G_aa = (dL_a/dt)/L_a,  G_xy = (ds_xy/dt - G_xx s_xy)/L_y, ...
   G is the velocity gradient [1/s], upper triangular like h. c = v - u is the velocity of a particle relative to the
   flow. The deformation is homogeneous:
     at the start           v = c + u, where c is the velocity in the input
     m dv/dt = F + m A (x - centre),  A = d^2h/dt^2 h^-1 = dG/dt + G^2;  m mass, F force on the particle
   Particles without contacts therefore follow the flow, and no wave starts at the sides when the rates change. If a
   stage changes G suddenly, c does not change: v changes by (change of G) (x - centre). For simple shear at a constant
   rate A = 0. The equation is Newton's equation for c with the additional force -m G c, as in Parrinello and Rahman (J.
   Appl. Phys. 52, 7182, 1981). It is the same for a particle and for its images. Drag acts on c (bulk/drag/decay.h).

   Lengths and offsets are integrated with the same weights as the particles (world/step.h). A particle that
   moves with the flow therefore continues to do so, up to rounding. The accelerations follow from A h. If the rates are
   prescribed, A = G^2 + dG/dt. A component of G with a prescribed stress p_ab [Pa], with the mean stress t_ab [Pa]
   and the volume V [m^3], changes as
     M_aa d^2L_a/dt^2 = (t_aa - p_aa) V/L_a - C_aa (dL_a/dt - w_aa),          |G_aa| <= max_rate
     M_ab L_b dG_ab/dt = (t_ab + p_ab) V/L_b - C_ab (G_ab L_b - w_ab),  a < b, |G_ab| <= max_rate
     dw_ab/dt = (G_ab L_b - w_ab)/(k sqrt(M_ab/K_ab)),   not while |G_ab| is at its limit;  k = 8, for shear 4
     C_ab = 2 sqrt(M_ab K_ab),   K_ab = sum over contacts of F/d (r_b n_a)^2 / L_b^2
   M_aa is the mass M of all particles. M_ab = M/12 is that of a column in simple shear, whose kinetic energy is M/12
   (G_ab L_b)^2/2. K_ab is the stiffness of the contacts if all particles follow the flow (F normal force, d overlap, r
   vector between the centres, n = r/|r|), sqrt(M/K_aa) is about the time of a sound wave through the box, and C_ab is
   the critical damping. w_ab is a running mean of G_ab L_b. A box that is sheared or compressed along other axes
   changes L_a steadily; a damping of dL_a/dt itself would then hold the stress p_aa + C_aa (dL_a/dt) L_a/V. The motion
   is stable for any averaging time. With k = 8 the box reaches a new p after about 20 sqrt(M/K), and overshoots by up
   to 17 % of a sudden change of p. In a steady rise of G a box has the inertia (1 + 2 k) M_ab, for which reason k is
   less for shear, where friction may balance p at rates far from the present rate. M and C belong to no body and do not
   appear in the energy.

   Poles of the control, for a sample with the stiffness q K and z = s sqrt(M/K):
     k z^3 + (1 + 2 k) z^2 + q (k z + 1) = 0
   All poles are stable for any k > 0 and q > 0. In a flow with the slope B = dt/dG [Pa s] the slowest pole is
     s = -B/((1 + 2k) rho_ab L^2),   rho_ab = M_ab/V
   No further term removes the lag (1 + 2k) M_ab L dG/dt. The acceleration dw/dt, averaged over the time m sqrt(M/K) and
   fed forward with this inertia, gives
     k m z^4 + (k + m + 2 k m) z^3 + q (k m z^2 + (k + m) z + 1) = 0,
   which is stable only if q > (k + m + 2 k m)^2/(2 k^2 m^2 (k + m)): 0.39 for k = m = 4, 0.059 for m = 40. Any linear
   control without this lag, also an integral of the stress error, has a third pole at 0 for q = 0. From there the poles
   move as z^3 = -q/N, N > 0, two of them into the right half-plane; and q tends to 0 at the yield stress.

   The stress is V t_ab = sum of m c_a c_b - sum over contacts of f_a r_b (positive in compression, f on the first, r to
   the second). A rigid body of spheres (body/body.h) is one particle: c is that of its centre of mass, r connects the
   centres of mass, and its spheres follow rigidly. The power of the box, -V t : G, is part of the external power of the
   particles; the power of a contact is assigned to its first particle. The kinetic energy is computed from c. The
   results therefore do not depend on which image of a particle is in the box.

   Flow without end: the offsets grow. Whenever reference positions are set, the edge vectors are replaced by those of
   the equal lattice with the smallest tilts (GrBulkCellSetReference). Image numbers and contact keys count the edge
   vectors of h, which is not replaced (GrBulkCellCountImages); histories therefore find their contacts.

   The sums from which G is computed are exact. Reference positions deform with the box. The displacement that is
   compared with the margin of a particle is therefore its displacement relative to the flow, plus a part for the strain
   of the box since the reference positions were set.

   Limit: M has no physical meaning: it only limits the speed of the sides to the speed of sound. */
#include "bulk/bulk.h"

#include "base/math/vector.h"
#include <math.h>

/* Prescribed component k of G at time t. */
static double RateAt(const GrCell *c, int k, double t)
{
  const double constant = isnan(c->rate[k]) ? 0 : c->rate[k];
  return GrFunctionOr(c->rate_of_time[k], constant, t);
}

/* Its time derivative: the mean over the step h around t, so that the error of a kink does not accumulate; for h = 0,
   and where the function has no value after t, the derivative itself. */
static double SlopeAt(const GrCell *c, int k, double t, double h)
{
  const GrFunction *f = c->rate_of_time[k];
  if (!f)
    return 0;
  const double change = GrFunctionAt(f, t + 0.5 * h) - GrFunctionAt(f, t - 0.5 * h);
  return h > 0 && isfinite(change) ? change / h : GrFunctionSlope(f, nextafter(t, INFINITY));
}

/* Largest magnitude of a prescribed component during the run. */
static double LargestRate(const GrCell *c, int k)
{
  return GrFunctionLargestOr(c->rate_of_time[k], isnan(c->rate[k]) ? 0 : c->rate[k]);
}

static bool IsGiven(const GrCell *c)
{
  bool given = false;

  for (int k = 0; k < GR_CELL_RATES; k++)
    given = given || !isnan(c->rate[k]) || GrCellServes(c, k);
  for (int k = 0; k < GR_PLANES; k++)
    given = given || !isnan(c->offset[k]);
  return given;
}

/* Component of G^2 in a plane [1/s^2]. */
static double SquareOf(const double g[GR_GRADIENT], int plane)
{
  const double *shear = g + GR_CELL_XY, sum = g[GrPlaneAlong(plane)] + g[GrPlaneAcross(plane)];
  return plane == GR_PLANE_XZ ? shear[plane] * sum + shear[GR_PLANE_XY] * shear[GR_PLANE_YZ] : shear[plane] * sum;
}

/* Sets the accelerations of the offsets at time t from those of the lengths. gain: rates
   of change of the shear components of G,
   each times the length of the box across its plane [m/s^2]. */
static void SetOffsetAccelerations(const GrCell *c, double t, const double gain[GR_PLANES], GrCellMotion *m)
{
  double g[GR_GRADIENT], a[GR_GRADIENT];

  GrCellGradient(m, g);
  for (int k = GR_CELL_XY; k < GR_GRADIENT; k++)
    g[k] = GrCellServes(c, k) ? g[k] : RateAt(c, k, t);
  for (int k = 0; k < 3; k++)
    a[k] = m->acceleration[k] / m->at[k];
  for (int k = 0; k < GR_PLANES; k++)
    a[GR_CELL_XY + k] = SquareOf(g, k) + gain[k] / m->at[GrPlaneAcross(k)];
  GrCellMultiply(a, m->at, m->acceleration + GR_SIDE_OFFSET);
}

/* Sets the speeds that the rates prescribe at time t. A component of G under stress control does not change. */
static void SetSpeeds(const GrCell *c, double t, GrCellMotion *m)
{
  double g[GR_GRADIENT], rate[GR_GRADIENT], gain[GR_PLANES] = {0};

  GrCellGradient(m, g);
  GrCellDivide(m->acceleration, m->at, rate);
  for (int p = 0; p < GR_PLANES; p++)
    if (GrCellServes(c, GR_CELL_XY + p))
      gain[p] = (rate[GR_CELL_XY + p] - SquareOf(g, p)) * m->at[GrPlaneAcross(p)];
    else
      gain[p] = SlopeAt(c, GR_CELL_XY + p, t, 0) * m->at[GrPlaneAcross(p)];
  for (int k = 0; k < GR_GRADIENT; k++)
    g[k] = GrCellServes(c, k) ? g[k] : RateAt(c, k, t);
  for (int a = 0; a < 3; a++) {
    if (GrCellServes(c, a))
      continue;
    m->speed[a] = g[a] * m->at[a];
    m->acceleration[a] = (g[a] * g[a] + SlopeAt(c, a, t, 0)) * m->at[a];
    m->mean_speed[a] = 0;
  }
  for (int k = 0; k < GR_PLANES; k++)
    if (!GrCellServes(c, GR_CELL_XY + k))
      m->mean_speed[GR_SIDE_OFFSET + k] = g[GR_CELL_XY + k] * m->at[GrPlaneAcross(k)];
  GrCellMultiply(g, m->at, m->speed + GR_SIDE_OFFSET);
  SetOffsetAccelerations(c, t, gain, m);
}

/* Initial sides of the case. */
static void BeginSides(const GrDomain *d, int dimension, double t, GrCellMotion *m)
{
  for (int a = 0; a < 3; a++)
    m->at[a] = a < dimension ? d->upper[a] - d->lower[a] : 1; /* the length out of the plane has no effect */
  for (int k = 0; k < GR_PLANES; k++)
    m->at[GR_SIDE_OFFSET + k] = GrCellOffset(&d->cell, k);
  SetSpeeds(&d->cell, t, m);
}

/* Sets the box from the trial sides. */
static void SetBox(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrBulkCell *cell = b->cell;
  const double *at = cell->trial.at;

  for (int a = 0; a < w->the_case->dimension; a++) {
    b->box.lower[a] = cell->centre[a] - 0.5 * at[a];
    b->box.upper[a] = cell->centre[a] + 0.5 * at[a];
  }
  for (int k = 0; k < GR_PLANES; k++)
    b->box.tilt[k] = GrCellTilt(cell, at, k);
}

void GrBulkCellSetBoxes(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrBulkCell *cell = b->cell;

  cell->trial = cell->committed;
  PetscArraycpy(cell->trial.at, cell->reference, GR_CELL_SIDES);
  SetBox(w);
  b->reference_box = b->box;
  cell->trial = cell->committed;
  SetBox(w);
}

PetscErrorCode GrBulkCellCreate(GrWorld w)
{
  const GrDomain *d = &w->the_case->domain;
  const GrBulk b = w->bulk;

  for (int a = 0; a < 3; a++) {
    b->box.lower[a] = d->lower[a];
    b->box.upper[a] = d->upper[a];
    b->box.periodic[a] = d->periodic[a];
  }
  if (w->the_case->dimension == 2) /* the upper limit may be omitted and then lie below the plane */
    b->box.upper[2] = PetscMax(b->box.upper[2], b->box.lower[2]);
  b->reference_box = b->box;
  if (!IsGiven(&d->cell))
    return 0;
  PetscCall(PetscNew(&b->cell));
  for (int a = 0; a < 3; a++)
    b->cell->centre[a] = 0.5 * (d->lower[a] + d->upper[a]);
  BeginSides(d, w->the_case->dimension, w->clock.committed, &b->cell->committed);
  GrBulkCellSetReference(w);
  return 0;
}

void GrBulkCellSetReference(GrWorld w)
{
  GrBulkCell *cell = w->bulk->cell;

  if (!cell)
    return;
  for (int k = 0; k < GR_CELL_SIDES; k++)
    cell->reference[k] = cell->committed.at[k];
  PetscArrayzero(cell->images, GR_PLANES);
  for (int i = 0; i < GR_PLANES; i++) { /* xz last: its tilt depends on the images of yz */
    const int k = (const int[GR_PLANES]){GR_PLANE_XY, GR_PLANE_YZ, GR_PLANE_XZ}[i];
    cell->images[k] = (PetscInt64)nearbyint(GrCellTilt(cell, cell->reference, k) / cell->reference[GrPlaneAlong(k)]);
  }
  GrBulkCellSetBoxes(w);
}

PetscErrorCode GrBulkCellSumMass(GrWorld w)
{
  const GrBulk b = w->bulk;
  GrSum mass;

  if (!b->cell)
    return 0;
  GrSumClear(&mass);
  for (PetscInt i = 0; i < b->store.columns.n; i++)
    GrSumAdd(&mass, b->store.mass[i]);
  PetscCall(GrSumReduce(&mass, 1, w->comm));
  b->cell->mass = GrSumValue(&mass);
  return 0;
}

/* Adds the flow of this velocity gradient to the velocities of particles and bodies. */
static void AddFlow(const GrBulk b, const double gradient[GR_GRADIENT])
{
  double flow[3];

  for (PetscInt k = 0; k < b->store.bodies.columns.n; k++) {
    GrCellFlow(gradient, b->cell->centre, b->store.bodies.position + 3 * k, flow);
    for (int a = 0; a < 3; a++)
      b->store.bodies.velocity[3 * k + a] += flow[a];
  }
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    double *u = b->store.state + GR_STATE * i;
    GrCellFlow(gradient, b->cell->centre, u, flow);
    for (int a = 0; a < 3; a++)
      u[3 + a] += flow[a];
  }
}

void GrBulkCellAddFlow(GrWorld w)
{
  const GrBulk b = w->bulk;
  double gradient[GR_GRADIENT];

  GrCellGradient(&b->cell->committed, gradient);
  AddFlow(b, gradient);
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    GrBulkCellWrapParticle(w, i);
    PetscArraycpy(b->store.reference + 3 * i, b->store.state + GR_STATE * i, 3);
  }
}

void GrBulkCellChangeRates(GrWorld w)
{
  GrBulkCell *cell = w->bulk->cell;
  double before[GR_GRADIENT], change[GR_GRADIENT];

  GrCellGradient(&cell->committed, before);
  SetSpeeds(&w->the_case->domain.cell, w->clock.committed, &cell->committed);
  cell->trial = cell->committed;
  GrCellGradient(&cell->committed, change);
  for (int k = 0; k < GR_GRADIENT; k++)
    change[k] -= before[k];
  AddFlow(w->bulk, change);
  GrBulkBodyPlace(w);
}

void GrBulkCellSubtractFlow(const GrBulk b, const double *u, double c[3])
{
  double gradient[GR_GRADIENT], flow[3] = {0};

  if (b->cell) {
    GrCellGradient(&b->cell->trial, gradient);
    GrCellFlow(gradient, b->cell->centre, u, flow);
  }
  for (int a = 0; a < 3; a++)
    c[a] = u[3 + a] - flow[a];
}

void GrBulkCellSubtractFlowFromBody(const GrBulk b, PetscInt k, double c[3])
{
  double u[GR_STATE];

  GrCopy3(b->store.bodies.position + 3 * k, u);
  GrCopy3(b->store.bodies.velocity + 3 * k, u + 3);
  GrBulkCellSubtractFlow(b, u, c);
}

/* Speed with which side k drifts in a step. */
static double MiddleSpeed(const GrCellMotion *now, int k, const GrStepWeights *step)
{
  return now->speed[k] + step->start * now->acceleration[k];
}

void GrBulkCellAdvance(GrWorld w, const GrStepWeights *step)
{
  GrBulkCell *cell = w->bulk->cell;
  const GrCellMotion *now = &cell->committed;
  GrCellMotion *next = &cell->trial;

  *next = *now;
  for (int k = 0; k < GR_CELL_SIDES; k++) {
    const double middle = MiddleSpeed(now, k, step);
    next->at[k] = now->at[k] + step->drift * middle;
    next->speed[k] = middle + step->predict * now->acceleration[k];
  }
  SetBox(w);
}

void GrBulkCellFindImageVelocities(const GrBulk b, double velocity[GR_SHIFTS][4])
{
  for (int s = 0; s < GR_SHIFTS; s++) {
    double sides[3];
    GrShiftSides(s - GR_UNSHIFTED, sides);
    for (int a = 0; a < 3; a++)
      velocity[s][a] = GrCellImageRate(b->cell, b->cell->trial.speed, a, sides);
    velocity[s][3] = 0;
  }
}

void GrBulkCellAddContacts(const GrBulk b, const GrBatch *t)
{
  const GrBatchGeometry *g = &t->geometry;
  const GrBatchResults *results = &t->results;

  for (int i = 0; i < t->contacts.n; i++) {
    double *restrict sum = b->cell->sum + GR_CELL_SUM * t->contacts.first[i], f[3], r[3], arm[2][3] = {{0}};
    const double distance = (g->radius[0][i] + g->radius[1][i]) - g->overlap[i];
    const double k = g->overlap[i] > 0 && results->normal_force[i] > 0 ? results->normal_force[i] / g->overlap[i] : 0;
    for (int e = 0; e < 2 && b->bodies.lever; e++)
      GrBulkBodyArm(b, (e ? t->contacts.second : t->contacts.first)[i], arm[e]);
    for (int a = 0; a < 3; a++) {
      const double n = g->normal[a][i];
      f[a] = results->friction[a][i] - results->normal_force[i] * n;
      r[a] = distance * n + (arm[0][a] - arm[1][a]);
      const double along = r[a] * n;
      sum[GR_CELL_VIRIAL + a] -= f[a] * r[a];
      sum[GR_CELL_STIFFNESS + a] += k * along * along;
    }
    for (int p = 0; p < GR_PLANES; p++) {
      const double across = g->normal[GrPlaneAlong(p)][i] * r[GrPlaneAcross(p)];
      sum[GR_CELL_VIRIAL + GR_CELL_XY + p] -= f[GrPlaneAlong(p)] * r[GrPlaneAcross(p)];
      sum[GR_CELL_STIFFNESS + GR_CELL_XY + p] += k * across * across;
    }
  }
}

/* Adds the motion of particles to the virial, and the work of the box on each particle. */
static void AddParticles(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrStore *s = &b->store;
  double gradient[GR_GRADIENT];

  GrCellGradient(&b->cell->trial, gradient);
  for (PetscInt i = 0; i < s->columns.n; i++) {
    const PetscInt body = s->member[i] == 1 ? b->bodies.of[i] : -1; /* the first sphere has the motion of its body */
    const double *x = body < 0 ? s->state + GR_STATE * i : s->bodies.position + 3 * body;
    const double *v = body < 0 ? x + 3 : s->bodies.velocity + 3 * body;
    const double mass = body >= 0 ? s->bodies.mass[body] : s->member[i] > 0 ? 0 : s->mass[i];
    double *restrict virial = b->cell->sum + GR_CELL_SUM * i + GR_CELL_VIRIAL, flow[3];
    GrCellFlow(gradient, b->cell->centre, x, flow);
    const double c[3] = {v[0] - flow[0], v[1] - flow[1], v[2] - flow[2]};
    for (int a = 0; a < 3; a++)
      virial[a] += mass * (c[a] * c[a]);
    for (int p = 0; p < GR_PLANES; p++)
      virial[GR_CELL_XY + p] += mass * (c[GrPlaneAlong(p)] * c[GrPlaneAcross(p)]);
    for (int k = 0; k < GR_GRADIENT; k++)
      b->step.external_power[i] -= gradient[k] * virial[k];
  }
}

/* Sums over all particles for component k of G: V t_ab [J], K_ab L_b^2 [J]. */
typedef struct {
  double stress[GR_GRADIENT], stiffness[GR_GRADIENT];
} Sums;

/* Sets the sums of the components under stress control. Collective if there is one. */
static PetscErrorCode SumOverParticles(GrWorld w, Sums *sums)
{
  const GrBulk b = w->bulk;
  GrSum sum[2 * GR_GRADIENT];
  int n = 0, of[GR_GRADIENT];

  for (int k = 0; k < GR_GRADIENT; k++)
    if (GrCellServes(&w->the_case->domain.cell, k))
      of[n++] = k;
  if (n == 0)
    return 0;
  for (int e = 0; e < 2 * n; e++)
    GrSumClear(&sum[e]);
  for (PetscInt i = 0; i < b->store.columns.n; i++)
    for (int e = 0; e < n; e++) {
      GrSumAdd(&sum[e], b->cell->sum[GR_CELL_SUM * i + GR_CELL_VIRIAL + of[e]]);
      GrSumAdd(&sum[n + e], b->cell->sum[GR_CELL_SUM * i + GR_CELL_STIFFNESS + of[e]]);
    }
  PetscCall(GrSumReduce(sum, 2 * n, w->comm));
  for (int e = 0; e < n; e++) {
    sums->stress[of[e]] = GrSumValue(&sum[e]);
    sums->stiffness[of[e]] = GrSumValue(&sum[n + e]);
  }
  return 0;
}

/* Axis b of component k of G, G_ab. */
static int AcrossOf(int k)
{
  return k < 3 ? k : GrPlaneAcross(k - 3);
}

/* Returns the rate of change of G_ab times L_b for a component k that holds a stress, for k < 3 the acceleration of the
   length [m/s^2], and sets its mean speed. now, middle: G_ab L_b at the end and in the middle of the step of h. */
static double HoldStress(GrWorld w, int k, const Sums *sums, double now, double middle, double h)
{
  const double mean_time = k < 3 ? 8 : 4; /* of w_ab, over sqrt(M_ab/K_ab) */
  GrBulkCell *cell = w->bulk->cell;
  GrCellMotion *next = &cell->trial;
  const GrCellServo *servo = &w->the_case->domain.cell.servo[k];
  const double length = next->at[AcrossOf(k)], most = servo->max_rate * length;
  const double mass = k < 3 ? cell->mass : cell->mass / 12, damping = 2 * sqrt(mass * sums->stiffness[k]) / length;
  double face = 1;

  for (int a = 0; a < w->the_case->dimension; a++)
    face *= a == AcrossOf(k) ? 1 : next->at[a];
  const double stress = GrFunctionOr(servo->stress_of_time, servo->stress, w->clock.evaluation);
  const double change = now - next->mean_speed[k], load = stress * face;
  const double pull = sums->stress[k] / length + (k < 3 ? -load : load) - damping * change;
  const double gain = PetscMin(PetscMax(pull / mass, (-most - middle) / h), (most - middle) / h);
  if (gain == pull / mass)
    next->mean_speed[k] += h * change * damping / (2 * mean_time * mass);
  return gain;
}

/* Sets the accelerations of lengths and offsets at the end of a step of h. */
static void SetAccelerations(GrWorld w, const GrStepWeights *step, const Sums *sums)
{
  const GrCell *c = &w->the_case->domain.cell;
  const double t = w->clock.evaluation;
  GrBulkCell *cell = w->bulk->cell;
  GrCellMotion *next = &cell->trial;
  double middle[GR_CELL_SIDES], g_middle[GR_GRADIENT], g[GR_GRADIENT], gain[GR_PLANES] = {0};

  for (int k = 0; k < GR_CELL_SIDES; k++)
    middle[k] = MiddleSpeed(&cell->committed, k, step);
  GrCellDivide(middle, next->at, g_middle);
  GrCellGradient(next, g);
  for (int a = 0; a < 3; a++) {
    const double rate = RateAt(c, a, t);
    next->acceleration[a] = GrCellServes(c, a) ? HoldStress(w, a, sums, next->speed[a], middle[a], step->drift)
                                               : (rate * rate + SlopeAt(c, a, t, step->drift)) * next->at[a];
  }
  for (int p = 0; p < GR_PLANES; p++) {
    const int k = GR_CELL_XY + p;
    const double across = next->at[GrPlaneAcross(p)];
    if (GrCellServes(c, k))
      gain[p] = HoldStress(w, k, sums, g[k] * across, g_middle[k] * across, step->drift);
    else
      gain[p] = SlopeAt(c, k, t, step->drift) * across;
    if (c->rate_of_time[k])
      next->mean_speed[GR_SIDE_OFFSET + p] = RateAt(c, k, t) * across;
  }
  SetOffsetAccelerations(c, t, gain, next);
}

PetscErrorCode GrBulkCellFinish(GrWorld w, const GrStepWeights *step)
{
  GrBulkCell *cell = w->bulk->cell;
  GrCellMotion *next = &cell->trial;
  const GrCellMotion *now = &cell->committed;
  Sums sums;

  AddParticles(w);
  if (step->drift == 0) /* the acceleration is already that of this state */
    return 0;
  PetscCall(SumOverParticles(w, &sums));
  SetAccelerations(w, step, &sums);
  /* v + start a + end a', because `predict` and `back` cancel; written so that equal weights are rounded once */
  for (int k = 0; k < GR_CELL_SIDES; k++)
    next->speed[k] = now->speed[k] + step->end * (now->acceleration[k] + next->acceleration[k]) +
                     (step->start - step->end) * now->acceleration[k];
  return 0;
}

void GrBulkCellAccelerate(const GrBulk b, PetscInt n, const double *x, double *a)
{
  const GrBulkCell *cell = b->cell;
  double rate[GR_GRADIENT], flow[3];

  GrCellDivide(cell->trial.acceleration, cell->trial.at, rate);
  for (PetscInt i = 0; i < n; i++, x += GR_STATE, a += GR_RATES) {
    GrCellFlow(rate, cell->centre, x, flow);
    for (int k = 0; k < 3; k++)
      a[k] += flow[k];
  }
}

/* Distance from a sphere up to which it is a candidate partner: two spheres are candidates up to the sum. */
static double WidthOf(const GrBulk b, PetscInt i)
{
  return b->store.radius[i] + b->store.margin[i] + 0.5 * b->neighbours.adhesion_reach;
}

double GrBulkCellFindDisplacement(const GrBulk b, const double *u, PetscInt i)
{
  const GrBulkCell *cell = b->cell;
  const double *at = cell->committed.at, *before = cell->reference, *own = u + GR_STATE * i;
  double grown[GR_GRADIENT], strained[3], square = 0, strain = 0;

  GrCellDivide(at, before, grown);
  GrCellFlow(grown, cell->centre, b->store.reference + 3 * i, strained);
  for (int a = 0; a < 3; a++) {
    const double d = own[a] - cell->centre[a] - strained[a];
    square += d * d;
    strain += (grown[a] - 1) * (grown[a] - 1);
  }
  for (int k = 3; k < GR_GRADIENT; k++)
    strain += grown[k] * grown[k];
  return isnan(square) ? INFINITY : sqrt(square) + sqrt(strain) * WidthOf(b, i);
}

double GrBulkCellFindStrainRate(GrWorld w)
{
  const GrCell *c = &w->the_case->domain.cell;
  double gradient[GR_GRADIENT], rate = 0;

  if (!w->bulk->cell)
    return 0;
  GrCellGradient(&w->bulk->cell->committed, gradient);
  for (int k = 0; k < GR_GRADIENT; k++) {
    const bool grows = w->the_case->n_stages > 0 || c->rate_of_time[k]; /* in a stage that has not begun, or later */
    const double later = grows ? LargestRate(c, k) : 0;
    rate += GrCellServes(c, k) ? c->servo[k].max_rate : PetscMax(fabs(gradient[k]), later);
  }
  return rate;
}

double GrBulkCellFindStrainSpeed(GrWorld w, PetscInt i)
{
  return GrBulkCellFindStrainRate(w) * (WidthOf(w->bulk, i) + w->bulk->store.margin[i]);
}
