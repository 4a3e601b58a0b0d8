/* Elastic adhesive contact of two spheres after Johnson, Kendall and Roberts: made by a touch, kept under tension until
   pull-off.

   F = 4 E a^3/(3 R) - sqrt(8 pi w E a^3),  d = a^2/R - sqrt(2 pi w a/E)      from d > 0 until d = -d_f
   F = 0                                                                      before, and after
   d_f = 3/4 (pi^2 w^2 R/E^2)^(1/3);  plus c v, c = C sqrt(a), if e < 1;  or plus c v, c = gamma m a
     d overlap [m];  v its rate [m/s];  a contact radius [m];  w work of adhesion [J/m^2];  R = R1 R2/(R1 + R2) [m];
     1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2 [Pa];  d_f distance of pull-off [m];  e restitution without adhesion [1];
     C = sqrt(5) z sqrt(K m)/R^(1/4), z = |ln e|/sqrt(pi^2 + ln^2 e), K = 4/3 E sqrt(R), m reduced mass [kg]
     gamma damping [1/(m s)]
   Source: K. L. Johnson, K. Kendall and A. D. Roberts, Proc. R. Soc. Lond. A 324 (1971) 301; with the overlap: D.
   Maugis, Contact, Adhesion and Rupture of Elastic Solids (2000), section 4.2; touch and pull-off: C. Thornton and Z.
   Ning, Powder Technol. 99 (1998) 154; dashpot: tsuji.c, with sqrt(a/sqrt(R)) in place of d^(1/4).
   Valid: large, soft spheres: mu = (R w^2/(E^2 z^3))^(1/3) > 5, z distance of atoms (D. Tabor, J. Colloid Interface
   Sci. 58 (1977) 2), a far below R; dmt where mu < 0.1. a from d: jkr.h.
   History: whether the contact is made.  Energy: recoverable from pull-off on, 4 P D (s^10/60 - s^7/6 + s^4/4 - 1/10),
   P, D and s of jkr.h. A touch gains W = 4 P D (3/5 4^(1/3) + 1/10) = 7.0922 (w^5 R^4/E^2)^(1/3) from nothing; the
   pull-off wants it back, so that it counts as spent.
   Without dashpot a free impact returns sqrt(1 - (v_s/v)^2), v_s = sqrt(2 W/m), and sticks below v_s:
   2 W/(w^5 R^4/E^2)^(1/3) = 2 pi^(5/3) (3/5 4^(1/3) + 1/10) = 14.1844, printed as 14.18.
   Limits: the force jumps by 8/9 of 3/2 pi w R at the touch, by 5/9 of it at pull-off, where its slope is infinite. */
#include "law/jkr.h"
#include "law/loss.h"

enum { WORK, RESTITUTION, DAMPING, N_PARAMETERS };
enum { PULL, DEPTH, REACH, VISCOSITY, ROOT, VISCOSITY_OF_RADIUS, N_COEFFICIENTS }; /* viscosities at s = 1 [N s/m] */
enum { MADE, N_HISTORY };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [WORK] = GR_JKR_WORK,
    [RESTITUTION] = GR_JKR_RESTITUTION,
    [DAMPING] = {"damping", "m^-1 s^-1", NULL, 0, INFINITY, false, true, "0",
                 "gamma, in place of restitution: the viscosity over reduced mass and contact radius; LAMMPS: damping "
                 "viscoelastic",
                 0},
};

static const GrLawHistory history[N_HISTORY] = {
    {"made", "1", "1 from the touch until pull-off"},
};

/* The prefactor of the energy, 4 P D [J]. */
static inline double EnergyScale(double pull, double depth)
{
  return 4.0 * pull * depth;
}

const char *GrJkrPrepare(const GrLawPair *pair, double work_of_adhesion, double restitution, GrJkr *jkr)
{
  const double r = pair->radius, root = sqrt(r), k = 4.0 / 3.0 * pair->modulus * root;
  const double a = GrCbrt(GR_PI * work_of_adhesion * r * r / (8.0 * pair->modulus));
  jkr->pull = GR_PI * work_of_adhesion * r;
  jkr->depth = a * a / r;
  jkr->radius = a;
  jkr->viscosity = GrDashpot(0.5 * sqrt(5.0) * GrLossLinear(restitution), k, pair->mass) * sqrt(a / root);
  if (!(a < 0.3 * r))
    return "the contact at pull-off would be wider than 0.3 R, which is no contact of spheres any more; write a "
           "smaller work_of_adhesion, or a larger youngs_modulus";
  if (!(jkr->depth > 1e-290))
    return "the work_of_adhesion is zero in double precision; write a larger one, or the law hertz";
  return NULL;
}

/* The viscosity at s, which is in proportion to s with restitution and to s^2 with damping. */
GR_INLINE double ViscosityOfJkr(double c, double of_radius, double s)
{
  return s * (c + of_radius * s);
}

static const char *PrepareJkr(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const double gamma = value[DAMPING].number;
  GrJkr jkr;
  const char *wrong = GrJkrPrepare(pair, value[WORK].number, value[RESTITUTION].number, &jkr);
  coefficient[PULL] = jkr.pull;
  coefficient[DEPTH] = jkr.depth;
  coefficient[REACH] = 3.0 * jkr.depth;
  coefficient[VISCOSITY] = jkr.viscosity;
  coefficient[ROOT] = jkr.radius / sqrt(pair->radius);
  coefficient[VISCOSITY_OF_RADIUS] = gamma > 0.0 ? gamma * pair->mass * jkr.radius : 0.0; /* the mass may be infinite */
  if (!wrong && gamma > 0.0 && value[RESTITUTION].number < 1.0)
    return "restitution and damping are both given; write one of the two";
  return wrong;
}

/* 1 while the contact lasts. */
static inline double FollowTouch(double made, double reach, double d)
{
  double lasts = d + reach > 0.0 ? made : 0.0;
  return d > 0.0 ? 1.0 + 0.0 * made : lasts; /* a history that is not a number shows */
}

GR_INLINE void ForcesOfJkr(const GrLawBatch *batch, bool wanted)
{
  const double *restrict overlap = batch->overlap, *restrict rate = batch->rate, *restrict was = batch->history[MADE];
  const double *restrict pull = batch->coefficient[PULL], *restrict reach = batch->coefficient[REACH];
  const double *restrict c = batch->coefficient[VISCOSITY], *restrict a_s = batch->coefficient[ROOT];
  const double *restrict c_a = batch->coefficient[VISCOSITY_OF_RADIUS];
  double *restrict trial = batch->trial[MADE], *restrict force = batch->force, *restrict dashpot = batch->dashpot;
  double *restrict viscosity = batch->viscosity, *restrict root = batch->root;
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double d = overlap[i], s = GrJkrRoot(d, reach[i]), made = FollowTouch(was[i], reach[i], d);
    const double viscous = made * ViscosityOfJkr(c[i], c_a[i], s);
    trial[i] = made;
    dashpot[i] = viscous * rate[i];
    force[i] = made * (pull[i] * GrJkrForce(s)) + dashpot[i];
    if (wanted) {
      viscosity[i] = viscous;
      root[i] = made * (a_s[i] * (s * s));
    }
  }
}

static void ForceOfJkr(const GrLawBatch *batch)
{
  if (batch->viscosity)
    ForcesOfJkr(batch, true);
  else
    ForcesOfJkr(batch, false);
}

static void EnergyOfJkr(const GrLawBatch *batch, double *recoverable, double *spent)
{
  const double *restrict overlap = batch->overlap, *restrict made = batch->trial[MADE];
  const double *restrict pull = batch->coefficient[PULL], *restrict depth = batch->coefficient[DEPTH];
  const double *restrict reach = batch->coefficient[REACH];
  double *restrict stored = recoverable, *restrict gone = spent;
  GR_INDEPENDENT
  for (int i = 0; i < batch->n; i++) {
    const double scale = made[i] * EnergyScale(pull[i], depth[i]);
    stored[i] = scale * GrJkrWork(GrJkrRoot(overlap[i], reach[i]));
    gone[i] = scale * GR_JKR_GAIN;
  }
}

/* The slope grows with the overlap from d = 0 on. */
static double StiffnessOfJkr(const double *coefficient, double overlap)
{
  const double d = overlap > 0.0 ? overlap : 0.0;
  return coefficient[PULL] / coefficient[DEPTH] * GrJkrSlope(GrJkrRoot(d, coefficient[REACH]));
}

static double DampingOfJkr(const double *coefficient, double overlap)
{
  return ViscosityOfJkr(coefficient[VISCOSITY], coefficient[VISCOSITY_OF_RADIUS],
                        GrJkrRoot(overlap, coefficient[REACH]));
}

static double ReachOfJkr(const double *coefficient)
{
  return coefficient[REACH];
}

/* Exact without dashpot. */
static double RestitutionOfJkr(const double *coefficient, double mass, double speed, bool no_pull)
{
  const double gain = EnergyScale(coefficient[PULL], coefficient[DEPTH]) * GR_JKR_GAIN;
  const double square = 1.0 - 2.0 * gain / (mass * speed * speed);
  return coefficient[VISCOSITY] + coefficient[VISCOSITY_OF_RADIUS] > 0.0 ? NAN : square > 0.0 ? sqrt(square) : 0.0;
}

const GrLaw GrLaw_jkr = {
    .name = "jkr",
    .summary = "Hertz with adhesion after Johnson, Kendall and Roberts: holds until pull-off",
    .source = "K. L. Johnson, K. Kendall and A. D. Roberts, Proc. R. Soc. Lond. A 324 (1971) 301; touch and pull-off: "
              "C. Thornton and Z. Ning, Powder Technol. 99 (1998) 154; dashpot: as tsuji",
    .equation = "from a touch (d > 0) until d = -d_f, contact radius a:\n"
                "F = 4 E a^3/(3 R) - sqrt(8 pi w E a^3) + c v, d = a^2/R - sqrt(2 pi w a/E)\n"
                "before and after: F = 0; d_f = 3/4 (pi^2 w^2 R/E^2)^(1/3), 1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2\n"
                "largest pull: 3/2 pi w R; at d = 0: 8/9 of it, where the contact ends: 5/9\n"
                "c = sqrt(5) z sqrt(K m a/sqrt(R)), z = |ln e|/sqrt(pi^2 + ln^2 e), K = 4/3 E sqrt(R)\n"
                "or, with damping: c = gamma m a\n"
                "spent by a touch: 7.0922 (w^5 R^4/E^2)^(1/3) = W; a free impact with e = 1 returns\n"
                "sqrt(1 - 2 W/(m v^2)), and sticks below v = sqrt(14.1844/m) (w^5 R^4/E^2)^(1/6)",
    .range = "large, soft spheres: (R w^2/(E^2 z^3))^(1/3) above 5, z the distance of atoms; below 0.1 the law dmt "
             "holds, with hertz. a far below R. Friction sees the contact radius a, until pull-off: mindlin has the "
             "stiffness 8 G a. It holds by its pull, so tension: clip is refused; an impact wants end: apart.",
    .defects =
        "The force jumps where the contact is made and where it ends, so an integrator of fixed step h errs there "
        "by up to 4/3 pi w R v h in energy; its slope is infinite at pull-off, over a range that no step resolves "
        "and the bound on the step leaves out. An impact takes the way from d = 0 to pull-off without dashpot.",
    .parameters = parameters,
    .needs = GR_NEEDS_ELASTICITY,
    .n_history = N_HISTORY,
    .history = history,
    .n_coefficients = N_COEFFICIENTS,
    .prepare = PrepareJkr,
    .roots = true,
    .force = ForceOfJkr,
    .energy = EnergyOfJkr,
    .stiffness = StiffnessOfJkr,
    .damping = DampingOfJkr,
    .restitution = RestitutionOfJkr,
    .reach = ReachOfJkr,
};
