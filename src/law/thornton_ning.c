/* Elastoplastic adhesive contact of two spheres after Thornton and Ning. Up to yield it is elastic, as in the law jkr;
   then the pressure is limited. It unloads along the curve of jkr with a larger radius, which increases the pull-off
   force.

   F = 4 E a^3/(3 R) - sqrt(8 pi w E a^3)                                                        loading, a <= a_y
   F = F_y + pi p_y (a^2 - a_y^2) - 2 a_y sqrt(2 pi w E) (sqrt(a) - sqrt(a_y))                   loading, a > a_y
   F = 4 E a^3/(3 R_p) - sqrt(8 pi w E a^3),  d = d_p + a^2/R_p - sqrt(2 pi w a/E)               unloading from a_m
   d = a^2/R - sqrt(2 pi w a/E) on loading;  p_y = 2 E a_y/(pi R) - sqrt(2 w E/(pi a_y));  plus c v if e < 1
   R_p = 4 E a_m^3/(3 [F_m + sqrt(8 pi w E a_m^3)]),  d_p = a_m^2 (1/R - 1/R_p)
     d overlap [m];  v overlap rate [m/s];  a, a_y, a_m current contact radius, at yield, and largest so far [m];
     w work of adhesion [J/m^2];  R = R1 R2/(R1 + R2);  R_p effective radius of the flattened surfaces [m];
     1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2 [Pa];  p_y pressure at the centre of the contact at first yield [Pa];
     F_y, F_m forces at a_y, a_m [N];  d_p overlap at which the flattened surfaces touch [m];  e, c: see jkr.c
   Source: C. Thornton and Z. Ning, Powder Technol. 99 (1998) 154. Their slope on plastic loading, dF/dd = (3 pi R p_y
   sqrt(F_1) - 2 E a_y sqrt(F_c))/(3 sqrt(F_1) - sqrt(F_c)), F_1 = 4 E a^3/(3 R), F_c = 3/2 pi w R, is here integrated
   over a; that of jkr is the same with 3 pi R p_y and 2 E a_y replaced by 6 E a.
   In units of jkr.h, a = a_s s^2, F = P f, d = D q, g = p_y a_s^2/(w R): yield at s_y^3 - 4 g s_y - 2 = 0, plastic
   f = f_y + g (s^4 - s_y^4) - s_y^2 (s - s_y); r = R/R_p = 6 (f_m + s_m^3)/s_m^6, d_p = D s_m^4 (1 - r); unloading is
   the curve of jkr.h in u = r^(1/3) s with P/r for P and D/r^(1/3) for D. The contact ends at u = 1 (pull_off:
   fixed_grips) or at the largest pull, u^3 = 3 (pull_off: largest_pull).
   Valid: as jkr; small strains; p_y is constant: no hardening, no full plasticity around the contact.
   History: whether the surfaces are in contact, a_m after yield, and the energy released by touches after a separation.
   Energy: the recoverable energy is that of jkr with P/r and D/r^(1/3), up to the same end. The plastic work is the
   work of loading from the touch to a_m, minus the recoverable energy at a_m, plus the energy released by later
   touches. It includes the energy released by the first touch, as in jkr.
   Limits: surfaces that have separated above overlap 0 touch again where they are flattened, at d_p. The history
   becomes 0 when the contact opens. The force jumps as in jkr. */
#include "law/common/loss.h"
#include "law/jkr.h"

enum { WORK, PRESSURE, RESTITUTION, PULL_OFF, N_PARAMETERS };
enum { PULL, DEPTH, END, RADIUS, VISCOSITY, LEFT, YIELD = GR_JKR_COEFFICIENTS, PLASTIC, INVERSE, PER_RADIUS };
enum { N_COEFFICIENTS = PER_RADIUS + 1 };
enum { MADE, RADIUS_MAX, GAINED, N_HISTORY };
enum { REJOINS, PARTS, N_CORNERS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [WORK] = {GR_JKR_WORK},
    [PRESSURE] = {"yield_pressure", "Pa", NULL, ABOVE_ZERO, "",
                  "p_y: largest pressure in the middle of the contact; left out: 1.61 times the smaller yield_stress "
                  "of the materials",
                  0},
    [RESTITUTION] = {GR_JKR_RESTITUTION},
    [PULL_OFF] = {GR_JKR_PULL_OFF},
};

static const GrLawHistory history[N_HISTORY] = {
    {"made", "1", "1 from the touch until pull-off"},
    {"radius_max", "m", "a_m: largest contact radius, if beyond yield, since the contact opened"},
    {"gained", "J", "what touches of flattened surfaces have gained since the contact opened"},
};

/* The coefficients of one contact, in units of jkr.h. */
typedef struct {
  double pull, depth, radius; /* P [N], D [m], a_s [m] */
  double per_radius;          /* 1/a_s [1/m] */
  double yield, plastic;      /* s_y, g */
  double end, left;           /* of the curve, see jkr.h */
} Surfaces;

/* A contact that was loaded up to s_m. */
typedef struct {
  double top;                /* s_m, at least s_y */
  double third, pull, depth; /* r^(-1/3), P/r [N], D/r^(1/3) [m] */
  double flat;               /* d_p [m] */
} Memory;

static inline Surfaces SurfacesOf(const double *coefficient)
{
  return (Surfaces){coefficient[PULL],  coefficient[DEPTH],   coefficient[RADIUS], coefficient[PER_RADIUS],
                    coefficient[YIELD], coefficient[PLASTIC], coefficient[END],    coefficient[LEFT]};
}

GR_INLINE Surfaces SurfacesAt(const double *const *coefficient, int i)
{
  return (Surfaces){coefficient[PULL][i],  coefficient[DEPTH][i],   coefficient[RADIUS][i], coefficient[PER_RADIUS][i],
                    coefficient[YIELD][i], coefficient[PLASTIC][i], coefficient[END][i],    coefficient[LEFT][i]};
}

/* f on plastic loading. */
GR_INLINE double PlasticForce(Surfaces c, double s)
{
  const double y = c.yield, square = s * s, first = y * y;
  return GrJkrForce(y) + c.plastic * (square * square - first * first) - first * (s - y);
}

/* The work on plastic loading from s_y to s, over P D. */
GR_INLINE double PlasticWork(Surfaces c, double s)
{
  const double y = c.yield, g = c.plastic, first = y * y, constant = GrJkrForce(y) - g * (first * first) + first * y;
  double work[2], at[2] = {y, s};
  for (int i = 0; i < 2; i++) {
    const double t = at[i], square = t * t, fourth = square * square;
    work[i] = constant * (fourth - 4.0 * t) + g * fourth * (0.5 * fourth - 0.8 * t) -
              first * square * (0.8 * (square * t) - 2.0);
  }
  return work[1] - work[0];
}

GR_INLINE Memory MemoryOf(Surfaces c, double radius_max)
{
  const double root = sqrt(radius_max * c.per_radius), s = root > c.yield ? root : c.yield;
  const double square = s * s, cube = square * s, sixth = cube * cube, bent = 6.0 * (PlasticForce(c, s) + cube);
  const double inverse = 1.0 / (bent * sixth); /* one division for r = bent/sixth and 1/r */
  const double ratio = root > c.yield ? bent * bent * inverse : 1.0;
  const double less = root > c.yield ? sixth * sixth * inverse : 1.0, third = GrCbrt(less);
  return (Memory){s, third, c.pull * less, c.depth * third, c.depth * (square * square) * (1.0 - ratio)};
}

/* Overlap d at which loading from s_m continues [m]. */
GR_INLINE double JoinOf(Surfaces c, double top)
{
  return c.depth * (top * (top * top * top - 4.0));
}

/* u on the curve of unloading. */
GR_INLINE double UnloadingRoot(Memory m, double d)
{
  return GrJkrRoot(d - m.flat, 3.0 * m.depth);
}

/* Energy that a touch gains, and that the contact keeps up to its end [J]. */
GR_INLINE double TouchGain(Surfaces c, double pull, double depth)
{
  return 4.0 * pull * depth * (GR_JKR_GAIN + c.left);
}

/* Energy that the contact gives back from u to its end [J]. */
GR_INLINE double WorkToEnd(Surfaces c, Memory m, double u)
{
  return 4.0 * m.pull * m.depth * (GrJkrWork(u) - c.left);
}

/* Energy dissipated at first touch and by plastic loading [J]. */
GR_INLINE double LoadingLoss(Surfaces c, Memory m)
{
  const double elastic = 4.0 * c.pull * c.depth * (GR_JKR_GAIN + GrJkrWork(c.yield));
  const double work = elastic + c.pull * c.depth * PlasticWork(c, m.top);
  const double lost = work - WorkToEnd(c, m, m.top / m.third);
  return m.top > c.yield ? lost : TouchGain(c, c.pull, c.depth);
}

static const char *PrepareThorntonNing(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const bool given = value[PRESSURE].given;
  const double w = value[WORK].number, p_y = given ? value[PRESSURE].number : 1.61 * pair->yield_stress;
  const char *wrong = GrJkrPrepare(pair, w, value[RESTITUTION].number, value[PULL_OFF].choice, coefficient);
  if (wrong)
    return wrong;
  if (isnan(p_y))
    return "the pressure at yield is not known; give yield_stress of one of the materials, or yield_pressure";
  coefficient[PLASTIC] = p_y * coefficient[RADIUS] * coefficient[RADIUS] / (w * pair->radius);
  coefficient[YIELD] = GrCubicRoot(4.0 * coefficient[PLASTIC], 2.0);
  coefficient[INVERSE] = 1.0 / sqrt(pair->radius);
  coefficient[PER_RADIUS] = 1.0 / coefficient[RADIUS];
  if (!(coefficient[YIELD] > 1.01 * GR_JKR_TOUCH))
    return "adhesion alone makes the contact yield when it is made; write a smaller work_of_adhesion, or a larger "
           "yield_pressure";
  return NULL;
}

/* Intermediate results for contacts, which the three loops of ForceOfThorntonNing pass to each other. One loop would be
   slower: its roots and divisions wait for each other, and few contacts fit into the window of a processor. */
enum { CHUNK = 128 };
typedef struct {
  _Alignas(CHUNK * sizeof(double)) double top[CHUNK];
  double third[CHUNK], pull[CHUNK], depth[CHUNK], flat[CHUNK]; /* see Memory */
  double made[CHUNK], yields[CHUNK];                           /* 1: the surfaces are in contact; the contact yields */
  double place[CHUNK], cube[CHUNK];                            /* e and c of jkr.h */
} Contacts;

/* Finds the curves of unloading of contacts begin to begin + n of a batch. */
static void RecallCurves(const GrLawBatch *batch, int begin, int n, Contacts *restrict w)
{
  const double *restrict largest = batch->history[RADIUS_MAX];

  GR_INDEPENDENT
  for (int j = 0; j < n; j++) {
    const Memory m = MemoryOf(SurfacesAt(batch->coefficient, begin + j), largest[begin + j]);
    w->top[j] = m.top;
    w->third[j] = m.third;
    w->pull[j] = m.pull;
    w->depth[j] = m.depth;
    w->flat[j] = m.flat;
  }
}

/* Decides which contacts touch, end or yield. Begins to solve for s on the curve of loading if the contact yields,
   otherwise for u on the curve of unloading. */
static void FollowOverlaps(const GrLawBatch *batch, int begin, int n, Contacts *restrict w)
{
  const double *restrict largest = batch->history[RADIUS_MAX], *restrict overlap = batch->overlap;
  const double *restrict before = batch->history[MADE], *restrict gained = batch->history[GAINED];
  double *restrict made_now = batch->trial[MADE], *restrict gained_now = batch->trial[GAINED];

  GR_INDEPENDENT
  for (int j = 0; j < n; j++) {
    const int i = begin + j;
    const Surfaces c = SurfacesAt(batch->coefficient, i);
    const double d = overlap[i], had = gained[i], top = w->top[j], flat = w->flat[j], depth = w->depth[j];
    const double touch = flat > 0.0 ? flat : 0.0, nan = GrMarkNan(before[i]);
    const double stays = d - flat + c.end * depth > 0.0 ? before[i] : nan, made = d > touch ? 1.0 + nan : stays;
    const bool again = (made != 0.0) & (before[i] == 0.0) & (largest[i] > 0.0);
    const bool forgets = (made == 0.0) & (d < 0.0), yields = (made != 0.0) & (d > JoinOf(c, top));
    const double gain = GrSelect(again, TouchGain(c, w->pull[j], depth), 0.0);
    const double place = GrJkrPlace(GrSelect(yields, d, d - flat), 3.0 * GrSelect(yields, c.depth, depth));
    made_now[i] = made;
    gained_now[i] = GrSelect(forgets, GrMarkNan(had), had + gain);
    w->made[j] = made;
    w->yields[j] = yields ? 1.0 : 0.0;
    w->place[j] = place;
    w->cube[j] = GrJkrCube(place);
  }
}

/* Computes the forces. A contact that yields has the force of plastic loading, which is also that of the curve of
   unloading from there. */
GR_INLINE void FindForces(const GrLawBatch *batch, int begin, int n, bool wanted, const Contacts *restrict w)
{
  const double *const *k = batch->coefficient, *restrict rate = batch->rate, *restrict overlap = batch->overlap;
  const double *restrict before = batch->history[RADIUS_MAX], *restrict gained = batch->trial[GAINED];
  double *restrict radius_max = batch->trial[RADIUS_MAX], *restrict force = batch->force;
  double *restrict dashpot = batch->dashpot, *restrict viscosity = batch->viscosity, *restrict root = batch->root;

  GR_INDEPENDENT
  for (int j = 0; j < n; j++) {
    const int i = begin + j;
    const Surfaces c = SurfacesAt(k, i);
    const double largest = before[i], made = w->made[j];
    const bool yields = w->yields[j] == 1.0, forgets = (made == 0.0) & (overlap[i] < 0.0);
    const double u = GrJkrRootOf(w->place[j], w->cube[j]), s = u * GrSelect(yields, 1.0, w->third[j]);
    const double loading = c.pull * PlasticForce(c, s), unloading = w->pull[j] * GrJkrForce(u);
    const double reached = GrSelect(yields, c.radius * (s * s) + GrMarkNan(largest), largest);
    const double now = GrSelect(forgets, GrMarkNan(largest), reached), viscous = made * (k[VISCOSITY][i] * s);
    const double spring = made * GrSelect(yields, loading, unloading) + GrMarkNan(now + gained[i]);
    radius_max[i] = now;
    dashpot[i] = viscous * rate[i];
    force[i] = spring + viscous * rate[i];
    if (wanted) {
      viscosity[i] = viscous;
      root[i] = made * (c.radius * k[INVERSE][i] * (s * s));
    }
  }
}

static void ForceOfThorntonNing(const GrLawBatch *batch)
{
  Contacts w;
  for (int begin = 0; begin < batch->n; begin += CHUNK) {
    const int rest = batch->n - begin, n = rest < CHUNK ? rest : CHUNK;
    RecallCurves(batch, begin, n, &w);
    FollowOverlaps(batch, begin, n, &w);
    if (batch->viscosity)
      FindForces(batch, begin, n, true, &w);
    else
      FindForces(batch, begin, n, false, &w);
  }
}

GR_INLINE GrLawEnergies EnergiesOfThorntonNing(const GrLawBatch *batch, int i)
{
  const Surfaces c = SurfacesAt(batch->coefficient, i);
  const double made = batch->trial[MADE][i], largest = batch->trial[RADIUS_MAX][i];
  const Memory m = MemoryOf(c, largest);
  return (GrLawEnergies){made * WorkToEnd(c, m, UnloadingRoot(m, batch->overlap[i])),
                         (largest > 0.0 ? 1.0 : made) * LoadingLoss(c, m) + batch->trial[GAINED][i]};
}

GR_LAW_ENERGY(ThorntonNing)

/* s_m^2 a_s of a contact that is loaded to this overlap, if it yields there, or 0. */
static double RadiusAt(Surfaces c, double overlap)
{
  const double s = GrJkrRoot(overlap > 0.0 ? overlap : 0.0, 3.0 * c.depth);
  return s > c.yield ? c.radius * (s * s) : 0.0;
}

/* Steepest where unloading begins. */
static double StiffnessOfThorntonNing(const double *coefficient, double overlap)
{
  const Surfaces c = SurfacesOf(coefficient);
  const double d = overlap > 0.0 ? overlap : 0.0;
  const Memory m = MemoryOf(c, RadiusAt(c, d));
  return m.pull / m.depth * GrJkrSlope(UnloadingRoot(m, d));
}

static double DampingOfThorntonNing(const double *coefficient, double overlap)
{
  return coefficient[VISCOSITY] * GrJkrRoot(overlap, 3.0 * coefficient[DEPTH]);
}

static double ReachOfThorntonNing(const double *coefficient)
{
  return coefficient[END] * coefficient[DEPTH];
}

/* Recoverable and dissipated energy at the largest overlap, s = s_m. */
static double WorkOfLoading(Surfaces c, double s)
{
  const double elastic = s < c.yield ? s : c.yield, plastic = s < c.yield ? 0.0 : PlasticWork(c, s);
  return c.pull * c.depth * (4.0 * (GR_JKR_GAIN + GrJkrWork(elastic)) + plastic);
}

/* Exact without dashpot: the largest s, to which the kinetic energy is the work, by halving. */
static double RestitutionOfThorntonNing(const double *coefficient, double mass, double speed, bool no_pull)
{
  const Surfaces c = SurfacesOf(coefficient);
  const double energy = 0.5 * mass * speed * speed;
  double low = GR_JKR_TOUCH, high = 1e8;
  for (int i = 0; i < 200; i++) {
    const double middle = sqrt(low * high);
    if (WorkOfLoading(c, middle) < energy)
      low = middle;
    else
      high = middle;
  }
  const double left = 1.0 - LoadingLoss(c, MemoryOf(c, c.radius * low * low)) / energy;
  return coefficient[VISCOSITY] > 0.0 ? NAN : left > 0.0 ? sqrt(left) : 0.0;
}

/* Corners: loading continues at a_m, or yield begins; a closed contact separates, a separated contact touches where it
   is flat. */
static void CornersOfThorntonNing(const GrLawBatch *batch, double *const *corner)
{
  const double *restrict made = batch->history[MADE], *restrict largest = batch->history[RADIUS_MAX];
  double *restrict rejoins = corner[REJOINS], *restrict parts = corner[PARTS];
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const Surfaces c = SurfacesAt(batch->coefficient, i);
    const Memory m = MemoryOf(c, largest[i]);
    rejoins[i] = JoinOf(c, m.top);
    parts[i] = made[i] != 0.0 ? m.flat - c.end * m.depth : m.flat;
  }
}

const GrLaw GrLaw_thornton_ning = {
    .name = "thornton_ning",
    .summary = "jkr with yield: a limited pressure, flattened surfaces that pull harder",
    .source = "C. Thornton and Z. Ning, Powder Technol. 99 (1998) 154, integrated; dashpot: as tsuji",
    .equation = "loading, a <= a_y:  F = 4 E a^3/(3 R) - sqrt(8 pi w E a^3), d = a^2/R - sqrt(2 pi w a/E)\n"
                "loading, a > a_y:   F = F_y + pi p_y (a^2 - a_y^2) - 2 a_y sqrt(2 pi w E) (sqrt(a) - sqrt(a_y))\n"
                "unloading:          F = 4 E a^3/(3 R_p) - sqrt(8 pi w E a^3), d = d_p + a^2/R_p - sqrt(2 pi w a/E)\n"
                "R_p = 4 E a_m^3/(3 [F_m + sqrt(8 pi w E a_m^3)]), d_p = a_m^2 (1/R - 1/R_p), a_m: largest a\n"
                "p_y = 2 E a_y/(pi R) - sqrt(2 w E/(pi a_y)); plus c v as jkr\n"
                "from a touch until the contact ends, at d = d_p - d_f; before and after: F = 0\n"
                "largest pull: 3/2 pi w R_p, at d = d_p - 0.3606 d_c; d_c = (pi^2 w^2 R_p/E^2)^(1/3)\n"
                "pull_off      d_f         pull at the end  work of separation from d = d_p\n"
                "fixed_grips   3/4 d_c     5/6 pi w R_p     7.0922 (w^5 R_p^4/E^2)^(1/3)\n"
                "largest_pull  0.3606 d_c  3/2 pi w R_p     3.5026 (w^5 R_p^4/E^2)^(1/3)\n"
                "up to yield R_p = R and d_p = 0",
    .range = "as jkr; small strains and a constant p_y: 1.6 times the yield stress where yield begins, up to 3 times "
             "it when plastic flow is fully grown. Laws of friction use the contact radius. An impact needs end: "
             "apart; without dashpot its restitution is exact. pull_off: largest_pull ends contacts as the jkr of "
             "LAMMPS does; the work of separation is then 0.494 of that of fixed_grips.",
    .defects =
        "No hardening. The force jumps where the contact is made and where it ends, as that of jkr. If flattened "
        "surfaces separate at d > 0, they touch again at d_p. At d < 0 the flattening is forgotten, so that a second "
        "impact meets the virgin surface. An impact has no dashpot between d = 0 and the end of the contact.",
    GR_LAW_ROWS_AND_HISTORY,
    .needs = GR_NEEDS_ELASTICITY,
    .prepare = PrepareThorntonNing,
    .roots = true,
    .force = ForceOfThorntonNing,
    .energy = EnergyOfThorntonNing,
    .stiffness = StiffnessOfThorntonNing,
    .damping = DampingOfThorntonNing,
    .restitution = RestitutionOfThorntonNing,
    .corners = CornersOfThorntonNing,
    .n_corners = N_CORNERS,
    .jumps = true,
    .reach = ReachOfThorntonNing,
};
