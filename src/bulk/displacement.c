/* displacement: checks whether the list of candidate pairs still contains all pairs in contact, now and after the next
   steps; see bulk.h. Each particle has a margin m [m]. A pair is a candidate if the distance of its reference positions
   is less than R1 + m1 + R2 + m2, with the radii R. No contact is therefore missed if the displacement of every
   particle from its reference position is at most its margin. The displacement of every wall must be at most half the
   skin plus the extra search distance of the wall (GrWallsSlack). Displacements are checked every few steps, the same
   number on all ranks. In s steps of length h after a check, no particle moves by more than
     2 (v s h + a (s h)^2/2)     v speed [m/s], a acceleration [m/s^2] of the particle
   The check computes the largest v/m and a/m of all particles. v is at least the largest speed of a candidate partner
   when the candidates were listed, and the factor 2 covers the speed gained in a collision with a heavier particle. If
   the step length is fixed, the displacement in the next step is known: v h + a h^2/2. If a shorter step replaces it,
   the displacement differs from the chord of this parabola by at most a h^2/8. Drag with the decay rate g limits the
   change of the velocity to a/g; the displacement in a step is then v h + a h^2 phi_1(g h) (bulk/drag/decay.h). If the
   velocity of the fluid or gravity is a function of time, v or a is larger by the change that is possible until the
   next check. The
   neighbour list is rebuilt if the next step would exceed a margin. If the displacement of a particle exceeds its
   margin nevertheless, the run stops with an error. The periodic sides of the box must be longer than the largest
   particle (GrBulkCheckBox). */
#include "bulk/bound/bound.h"
#include "bulk/bulk.h"
#include "bulk/epoch.h"
#include "wall/load.h"

#include "base/math/exponential.h"

#include <granum/error.h>
#include <math.h>

enum { CHECK_MAX = 64 };

/* Largest values over all particles, divided by the margin of the particle. */
typedef struct {
  double path, speed, acceleration; /* displacement [1], speed [1/s] and acceleration [1/s^2] over the margin */
  double next;                      /* displacement now or, if the step is fixed, after the next step [1] */
  double fastest;                   /* largest speed, not divided by the margin [m/s] */
} Motion;

static double PathSquared(const GrStore *s, const double *u, PetscInt i)
{
  const double *own = u + GR_STATE * i, *x = s->reference + 3 * i;
  const double dx = own[0] - x[0], dy = own[1] - x[1], dz = own[2] - x[2], moved = dx * dx + dy * dy + dz * dz;
  return isnan(moved) ? INFINITY : moved;
}

/* The same after a step of length h. mean: weight of the acceleration in the mean velocity [s], h/2 without drag. */
static double NextPathSquared(const GrStore *s, const double *u, PetscInt i, double h, double mean)
{
  const double *own = u + GR_STATE * i, *a = s->acceleration + GR_RATES * i, *x = s->reference + 3 * i;
  double moved = 0;

  for (int k = 0; k < 3; k++) {
    const double d = own[k] + h * (own[3 + k] + mean * a[k]) - x[k];
    moved += d * d;
  }
  return moved;
}

/* The rule of the next step. Without a rule the margin is computed as for velocity Verlet. */
static const GrStepRule *RuleOf(GrWorld w)
{
  const GrStepRule *rule = w->the_case->time.integrator->rule;
  return rule ? rule : &GrStepVerlet;
}

/* Decay rate of the velocity of a sphere by drag [1/s]; the centre of mass of a rigid body has it for its spheres. */
static double FindDragRate(GrWorld w, const double *u, PetscInt i)
{
  const GrBulk b = w->bulk;
  const GrDrag *drag = &b->step.fluid[1];
  const PetscInt k = GrBulkBodyOf(w, i);

  if (!b->step.drag)
    return 0;
  double c[3];
  if (k < 0) {
    GrBulkCellSubtractFlow(b, u + GR_STATE * i, c);
    return GrBulkDragRate(drag, b->store.radius[i], c, b->step.inverse_mass[i]);
  }
  GrBulkCellSubtractFlowFromBody(b, k, c);
  return GrBulkDragRate(drag, GrBodiesEqualRadius(w->the_case, &w->bulk->store.bodies, k), c,
                        b->bodies.inverse[4 * k + 3]);
}

/* Replaces speed and acceleration of a particle with a decay rate > 0 by a speed that it does not exceed, if the drag
   changes the velocity within a step of length h [s]; returns the weight of the acceleration in the velocity of the
   drift [s]. Both are squares [m^2/s^2, m^2/s^4]. */
static double LimitByDrag(const GrStepRule *rule, double rate, double h, double *fast, double *pulled)
{
  if (rate * h > 1) {
    const double most = sqrt(*fast) + sqrt(*pulled) / rate;
    *fast = most * most;
    *pulled = 0;
  }
  const GrDecay d = GrDecayAt(rate * h);
  return rule->weigh(h, rate, d.phi).start;
}

/* What functions of time may change until the next check: speeds by drag, accelerations by gravity, and forces on
   groups. */
typedef struct {
  double speed, acceleration, force; /* [m/s], [m/s^2], [N] */
} Change;

/* A fluid changes the speed of a particle at most by the change of its own velocity; if the coefficients change,
   at most by its velocity relative to the particle, whose speed counts twice anyway. */
static Change FindChange(GrWorld w, double h)
{
  const GrDrag *drag = &w->the_case->drag;
  const double span = CHECK_MAX * h;
  const bool varies =
      drag->linear_of_time || drag->quadratic_of_time || drag->viscosity_of_time || drag->density_of_time;
  Change change = {0, GrFunctionVectorChange(w->the_case->gravity_of_time, span), 0};

  for (int p = 0; p < w->the_case->n_group_forces; p++)
    change.force += GrFunctionVectorChange(w->the_case->group_forces[p].force_of_time, span);
  if (!w->bulk->step.drag)
    return change;
  change.speed = GrFunctionVectorChange(drag->fluid_of_time, span);
  for (int k = 0; k < 3 && varies; k++)
    change.speed += fabs(w->bulk->step.fluid[1].fluid[k]);
  return change;
}

/* Adds a change to a square. */
static double Widen(double square, double change)
{
  const double sum = sqrt(square) + change;
  return change > 0 ? sum * sum : square;
}

/* In a deforming box: displacement and speed relative to the flow, plus the share of the strain. */
static Motion LocalMotionInCell(GrWorld w, const double *u, double h)
{
  const GrBulk b = w->bulk;
  const GrStepRule *rule = RuleOf(w);
  const double free = GrStepFree(rule, h).start;
  const Change change = FindChange(w, h);
  Motion m = {0};

  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    const double *a = b->store.acceleration + GR_RATES * i, margin = b->store.margin[i], slack = 1.1; /* for products */
    double c[3], fast, most = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    GrBulkCellSubtractFlow(b, u + GR_STATE * i, c);
    fast = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    m.fastest = PetscMax(m.fastest, sqrt(fast));
    fast = Widen(fast, change.speed);
    const double rate = FindDragRate(w, u, i), start = rate * h > 0 ? LimitByDrag(rule, rate, h, &fast, &most) : free;
    const double speed = sqrt(fast) + GrBulkCellFindStrainSpeed(w, i), pulled = sqrt(most);
    const double path = GrBulkCellFindDisplacement(b, u, i);
    m.path = PetscMax(m.path, path / margin);
    m.speed = PetscMax(m.speed, speed / margin);
    m.acceleration = PetscMax(m.acceleration, pulled / margin);
    m.next = PetscMax(m.next, (path + slack * h * (speed + start * pulled)) / margin);
  }
  return m;
}

static Motion LocalMotion(GrWorld w, const double *u, double h)
{
  const GrStore *s = &w->bulk->store;
  const GrStepRule *rule = RuleOf(w);
  const double free = GrStepFree(rule, h).start;
  const Change change = FindChange(w, h);
  double path = 0, next = 0, speed = 0, acceleration = 0, fastest = 0;

  if (w->bulk->cell)
    return LocalMotionInCell(w, u, h);
  for (PetscInt i = 0; i < s->columns.n; i++) {
    const double *own = u + GR_STATE * i, *a = s->acceleration + GR_RATES * i;
    double fast = own[3] * own[3] + own[4] * own[4] + own[5] * own[5];
    double pulled = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
    const double scale = 1 / (s->margin[i] * s->margin[i]);
    fastest = PetscMax(fastest, fast);
    const double rate = FindDragRate(w, u, i), mean = rate * h > 0 ? LimitByDrag(rule, rate, h, &fast, &pulled) : free;
    path = PetscMax(path, scale * PathSquared(s, u, i));
    next = PetscMax(next, scale * NextPathSquared(s, u, i, h, mean));
    speed = PetscMax(speed, scale * Widen(fast, change.speed));
    const double gain = change.acceleration + change.force / s->mass[i];
    acceleration = PetscMax(acceleration, scale * Widen(pulled, gain));
  }
  return (Motion){sqrt(path), sqrt(speed), sqrt(acceleration), sqrt(PetscMax(path, next)), sqrt(fastest)};
}

/* Upper bound of the path after a span of time, for any steps. */
static double PathAfter(const Motion *m, double speed, double span)
{
  return m->path + 2 * (speed * span + 0.5 * m->acceleration * span * span);
}

/* Adds the load-controlled walls to the largest values. The speed of a servo may jump to its limit. */
static Motion AddServoWalls(GrWorld w, double h, Motion m)
{
  const GrWalls *walls = &w->bulk->walls;
  const double half_skin = 0.5 * w->bulk->numbers.skin;

  for (int k = 0; k < walls->n_travels; k++) {
    const GrWall *wall = &walls->wall[walls->giving_way[k]];
    const GrWallTravel *travel = &walls->committed[k];
    const GrWallApproach approach = travel->kind->approach(w->the_case, wall, travel, &w->bulk->box, CHECK_MAX * h);
    const double margin = approach.lever > 0 ? GrWallTravelShare(wall) * half_skin / approach.lever : INFINITY;
    const Motion own = {approach.path / margin, approach.speed / margin, approach.acceleration / margin, 0, 0};
    m = (Motion){PetscMax(m.path, own.path), PetscMax(m.speed, own.speed), PetscMax(m.acceleration, own.acceleration),
                 PetscMax(m.next, PathAfter(&own, own.speed, h)), m.fastest};
  }
  return m;
}

/* Largest displacement of a moving wall between two times, divided by its displacement budget. Centres of particles may
   be outside of the extent by their margins. */
static double FindLargestWallShare(GrWorld w, double from, double to)
{
  const GrBulk b = w->bulk;
  GrParallelBox box = b->epoch.extent;
  double share = 0;

  for (int a = 0; a < 3; a++) {
    box.lower[a] -= b->neighbours.largest_margin;
    box.upper[a] += b->neighbours.largest_margin;
  }
  for (int k = 0; k < b->walls.n_moving; k++) {
    const GrWall *wall = &b->walls.wall[b->walls.moving[k]];
    const double part = GrWallTravelShare(wall);
    const double farthest = 0.5 * b->numbers.skin + GrWallsSlack(&b->walls, b->walls.moving[k]);
    share = PetscMax(share, GrWallPath(wall, &box, from, to) / (part < 1 ? (1 - part) * farthest : farthest));
  }
  return share;
}

/* Whether moving walls keep to their displacement budgets from the last reneighbouring until `to`. The path of a wall
   only grows with `to`. The function therefore tries a time well ahead first: if the walls keep to their budgets until
   then, later calls in the epoch need no computation. */
static bool WallsKeepBudget(GrWorld w, double to)
{
  enum { AHEAD = CHECK_MAX, LESS = 8 };
  GrBulkWallBudget *known = &w->bulk->wall_motion.budget;
  const double from = w->bulk->numbers.reference_time;

  for (int times = AHEAD; to > known->until && times >= 1; times /= LESS) {
    const double then = times == 1 ? to : from + times * (to - from);
    if (then >= known->not_until)
      continue;
    if (FindLargestWallShare(w, from, then) <= 1)
      known->until = then;
    else
      known->not_until = then;
  }
  return to <= known->until;
}

/* Whether particles and walls keep to their margins for a span of time after t, if `m` are the values since `from`. */
static bool KeepsMargins(GrWorld w, const Motion *m, double from, double t, double span)
{
  const GrBulkNumbers *n = &w->bulk->numbers;
  const double path = PathAfter(m, PetscMax(m->speed, n->exposure), span);
  if (!(path <= 1))
    return false;
  return from == n->reference_time ? WallsKeepBudget(w, t + span) : (FindLargestWallShare(w, from, t + span) <= 1);
}

/* Whether no contact can be missed in `steps` more steps of length h. */
static bool StepsAreSafe(GrWorld w, const Motion *m, double t, double h, int steps)
{
  const GrBulkNumbers *n = &w->bulk->numbers;
  /* The spheres of a body that rotates leave the parabola by a small part of the margin. */
  const double rounding = GrBodiesExist(w->the_case) ? 1e-3 : 1e-9, next = m->next + 0.125 * m->acceleration * h * h;

  if (KeepsMargins(w, m, n->reference_time, t, steps * h))
    return true;
  return steps == 1 && w->the_case->time.integrator->fixed_step && next <= 1 - rounding && WallsKeepBudget(w, t + h);
}

/* Longest step, at most h, that cannot miss a contact after reneighbouring at t. */
static double FindLongestStep(GrWorld w, const Motion *m, double t, double h)
{
  const Motion still = {0, m->speed, m->acceleration, 0, 0};
  while (t + 0.5 * h > t && !KeepsMargins(w, &still, t, t, h))
    h *= 0.5;
  return h;
}

/* Keeps a fault for each wall and particle whose displacement exceeds its limit. */
static void KeepPathFaults(GrWorld w, double t, const double *u)
{
  const GrBulk b = w->bulk;

  for (int k = 0; k < b->walls.n_travels; k++) {
    const int wall = b->walls.giving_way[k];
    const GrWallTravel *own = &b->walls.committed[k];
    const GrWallApproach approach = own->kind->approach(w->the_case, &b->walls.wall[wall], own, &b->box, 0);
    GrFault fault = {.what = GR_BROKEN_PATH,
                     .time = t,
                     .wall = wall,
                     .overlap = approach.lever * approach.path,
                     .limit = GrWallTravelShare(&b->walls.wall[wall]) * (0.5 * b->numbers.skin),
                     .speed = fabs(own->speed)};
    if (!(fault.overlap <= fault.limit))
      GrBulkKeepFault(&b->step.fault, &fault);
  }
  for (PetscInt i = 0; i < b->store.columns.n; i++) {
    const double path = b->cell ? GrBulkCellFindDisplacement(b, u, i) : sqrt(PathSquared(&b->store, u, i));
    const double limit = b->store.margin[i], *v = u + GR_STATE * i + 3;
    GrFault fault = {.what = GR_BROKEN_PATH,
                     .time = t,
                     .first = b->store.id[i],
                     .wall = -1,
                     .overlap = path,
                     .limit = limit,
                     .speed = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])};
    if (!(path <= limit))
      GrBulkKeepFault(&b->step.fault, &fault);
  }
}

/* Keeps a fault for each load-controlled wall that has moved farther than the domain without touching a particle. */
static void KeepLoadFaults(GrBulk b, double t)
{
  for (int k = 0; k < b->walls.n_travels; k++) {
    const double distance = GrWallsAstray(&b->walls, b->walls.giving_way[k]);
    const GrFault fault = {.what = GR_BROKEN_LOAD, .time = t, .wall = b->walls.giving_way[k], .overlap = distance};
    if (distance != 0)
      GrBulkKeepFault(&b->step.fault, &fault);
  }
}

/* Whether some particle may leave or be removed at the state u. */
static bool MayLeave(GrWorld w, const double *u)
{
  const GrBulk b = w->bulk;
  const GrParallelBox *box = &b->box;
  bool inside = w->the_case->n_removals == 0;

  if (box->periodic[0] && box->periodic[1] && box->periodic[2])
    return !inside;
  for (PetscInt i = 0; i < b->store.columns.n && inside; i++)
    inside = GrParallelBoxHolds(box, u + GR_STATE * i);
  for (PetscInt k = 0; k < b->store.bodies.columns.n && inside; k++)
    inside = GrParallelBoxHolds(box, b->store.bodies.position + 3 * k);
  return !inside;
}

/* Largest coordinates of reference positions and of the box, and largest negated coordinates. */
static void FindExtentOfRank(const GrBulk b, double extent[6])
{
  for (int a = 0; a < 3; a++) {
    extent[a] = b->epoch.extent.upper[a];
    extent[3 + a] = -b->epoch.extent.lower[a];
    for (PetscInt i = 0; i < b->store.columns.n; i++) {
      extent[a] = PetscMax(extent[a], b->store.reference[3 * i + a]);
      extent[3 + a] = PetscMax(extent[3 + a], -b->store.reference[3 * i + a]);
    }
  }
}

static void SetExtent(const GrBulk b, const double extent[6])
{
  for (int a = 0; a < 3; a++) {
    b->epoch.extent.upper[a] = extent[a];
    b->epoch.extent.lower[a] = -extent[3 + a];
  }
  b->epoch.extent_known = true;
}

/* Bound of the speed of a particle relative to another body until the next check [m/s]. fastest: largest speed of a
   particle [m/s]. The factor 2 covers the speed gained in collisions. */
static double BoundRelativeSpeed(GrWorld w, double fastest)
{
  const GrBulk b = w->bulk;
  double travel = 0;

  for (int k = 0; k < b->walls.n_travels; k++) {
    const GrWallTravel *own = &b->walls.committed[k];
    const GrWall *wall = &b->walls.wall[b->walls.giving_way[k]];
    const GrWallApproach approach = own->kind->approach(w->the_case, wall, own, &b->box, 0);
    travel = PetscMax(travel, (own->kind->n_modes > 0 ? 2 : 1) * (approach.lever * approach.speed));
  }
  return 2 * (fastest + GrBulkCellFindStrainRate(w) * 2 * b->particles.largest_radius) + b->wall_motion.fastest +
         travel;
}

/* Reduces the motion over all ranks. The same reduction carries faults, exposure, whether particles leave if the epoch
   ends here, the largest speed, the contacts with the shortest stable step, the extent at the first check of an epoch,
   and the counts of the epoch before. Sets *ends if the step is too long for the contacts. */
static PetscErrorCode ReduceMotion(GrWorld w, const double *u, Motion *m, bool *ends)
{
  const GrBulk b = w->bulk;
  enum { EXTENT = 9, NUMBERS = EXTENT + 6 };
  GrBulkTightest tightest;
  GrFaultKey key;

  PetscCall(GrBulkLimitWatch(w, u, &tightest));
  double number[NUMBERS] = {m->path,
                            m->speed,
                            m->acceleration,
                            m->next,
                            m->fastest,
                            b->numbers.exposure,
                            w->ops->fault(w, &key),
                            MayLeave(w, u),
                            tightest.inverse};

  if (!b->epoch.extent_known)
    FindExtentOfRank(b, number + EXTENT);
  PetscCall(GrBulkReduceMaxima(w, b->epoch.extent_known ? EXTENT : NUMBERS, number));
  if (!b->epoch.extent_known)
    SetExtent(b, number + EXTENT);
  *m = (Motion){number[0], number[1], number[2], number[3], number[4]};
  b->numbers.exposure = number[5];
  if (!(m->path <= 1) || number[6] > 0)
    PetscCall(GrWorldGuard(w));
  b->epoch.checked = (GrBulkChecked){.step = b->numbers.steps,
                                     .fastest = number[4],
                                     .relative = BoundRelativeSpeed(w, number[4]),
                                     .may_leave = number[7] > 0};
  return GrBulkLimitKeep(w, &tightest, number[8], ends);
}

PetscErrorCode GrBulkCheckBox(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrParallelBox *box = &b->box;
  const double least = 2 * b->particles.largest_radius + b->neighbours.adhesion_reach;

  for (int a = 0; a < 3; a++) {
    const double side = box->upper[a] - box->lower[a];
    if (!box->periodic[a] || side > least * sqrt(1 + GrParallelBoxSlope(box, a)))
      continue;
    if (b->numbers.steps > 0)
      return GrFail(GR_EXIT_PHYSICS,
                    "at t = %.9g s the box is %g m long along %c, shorter than the largest particle and the reach of "
                    "its adhesion, %g m; end the run earlier, or start with a larger box",
                    w->clock.committed, side, "xyz"[a], least);
    return GrFail(GR_EXIT_INPUT,
                  "%s: domain: the periodic side along %c is %g m long, not longer than the largest particle and the "
                  "reach of its adhesion, %g m; make the box larger there, or the side not periodic",
                  w->the_case->file, "xyz"[a], side, least);
  }
  return 0;
}

PetscErrorCode GrBulkCheckDisplacements(GrWorld w, double t, const double *u, double h, bool *ends)
{
  const GrBulk b = w->bulk;
  Motion m = AddServoWalls(w, h, LocalMotion(w, u, h));
  int steps = 1;

  w->load.checks++;
  if (b->cell)
    PetscCall(GrBulkCheckBox(w));
  KeepLoadFaults(b, t);
  if (!(m.path <= 1))
    KeepPathFaults(w, t, u);
  PetscCall(ReduceMotion(w, u, &m, ends));
  const bool fixed = w->the_case->time.integrator->fixed_step; /* steps of other integrators may grow */
  b->numbers.longest_step = 0;
  if (!StepsAreSafe(w, &m, t, h, 1)) {
    b->numbers.longest_step = fixed ? 0 : FindLongestStep(w, &m, t, h);
    b->numbers.reneighbour_due = 1;
    *ends = true;
    return 0;
  }
  while (fixed && steps < CHECK_MAX && StepsAreSafe(w, &m, t, h, 2 * steps))
    steps *= 2;
  b->numbers.next_check = b->numbers.steps + steps;
  return 0;
}
