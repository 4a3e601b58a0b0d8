/* Elastic adhesive contact of two spheres after Johnson, Kendall and Roberts. The contact begins when the spheres
   touch, and lasts under tension until pull-off.

   F = 4 E a^3/(3 R) - sqrt(8 pi w E a^3),  d = a^2/R - sqrt(2 pi w a/E)      from d > 0 until d = -d_f
   F = 0                                                                      before and after the contact
   d_f = 3/4 d_c, pull_off: fixed_grips;  d_f = 3^(1/3)/4 d_c = 0.36056 d_c, pull_off: largest_pull;
   d_c = (pi^2 w^2 R/E^2)^(1/3);  plus c v, c = C sqrt(a), if e < 1;  or plus c v, c = gamma m a
     d overlap [m];  v overlap rate [m/s];  a contact radius [m];  w work of adhesion [J/m^2];  R = R1 R2/(R1 + R2) [m];
     1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2 [Pa];  d_c characteristic overlap [m];  d_f distance of pull-off [m];
     e restitution without adhesion [1];  C = sqrt(5) z sqrt(K m)/R^(1/4), z = |ln e|/sqrt(pi^2 + ln^2 e),
     K = 4/3 E sqrt(R), m reduced mass [kg];  gamma damping [1/(m s)]
   Between the largest pull and the end of the curve at -3/4 d_c, the contact is stable only if the distance of the
   bodies is prescribed. A contact therefore ends as in fixed_grips under displacement control, and as in largest_pull
   under force control.
   Source: K. L. Johnson, K. Kendall and A. D. Roberts, Proc. R. Soc. Lond. A 324 (1971) 301; with the overlap: D.
   Maugis, Contact, Adhesion and Rupture of Elastic Solids (2000), section 4.2; touch and pull-off: C. Thornton and Z.
   Ning, Powder Technol. 99 (1998) 154; dashpot: tsuji.c, with sqrt(a/sqrt(R)) in place of d^(1/4).
   Valid: large, soft spheres: mu = (R w^2/(E^2 z^3))^(1/3) > 5, z distance of atoms (D. Tabor, J. Colloid Interface
   Sci. 58 (1977) 2), a far below R; dmt where mu < 0.1. a from d: jkr.h.
   History: whether the spheres are in contact.
   Energy: the recoverable energy is the work that the contact does up to its end, 4 P D (s^10/60 - s^7/6 + s^4/4 + b),
   with P, D and s of jkr.h; b = -1/10 for fixed_grips, 3/10 3^(1/3) for largest_pull. At overlap 0 it is -W. A touch
   releases the energy W and the separation needs W, so the energy balance counts W as plastic work:
     fixed_grips   W = 4 P D (3/5 4^(1/3) + 1/10) = 7.0922 (w^5 R^4/E^2)^(1/3)
     largest_pull  W = 4 P D (3/5 4^(1/3) - 3/10 3^(1/3)) = 3.5026 (w^5 R^4/E^2)^(1/3)
   Without dashpot the restitution of a free impact at the speed v is sqrt(1 - (v_s/v)^2), v_s = sqrt(2 W/m); the bodies
   stick at speeds below v_s. For fixed_grips 2 W/(w^5 R^4/E^2)^(1/3) = 2 pi^(5/3) (3/5 4^(1/3) + 1/10) = 14.1844, which
   the source prints as 14.18.
   Limits: the force jumps by 8/9 of 3/2 pi w R at the touch. At the end it jumps by 5/9 of 3/2 pi w R, where its slope
   is infinite (fixed_grips), or by 3/2 pi w R (largest_pull). */
#include "law/jkr.h"
#include "law/adhesion.h"
#include "law/common/loss.h"

enum { WORK, RESTITUTION, DAMPING, PULL_OFF, N_PARAMETERS };
/* as in jkr.h, but REACH: distance where the contact ends, ROOT: a_s/sqrt(R); then CURVE: 3 D; viscosities at s = 1 */
enum { PULL, DEPTH, REACH = GR_LINE_REACH, ROOT, VISCOSITY, LEFT, CURVE, VISCOSITY_OF_RADIUS, N_COEFFICIENTS };
enum { MADE, N_HISTORY };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [WORK] = {GR_JKR_WORK},
    [RESTITUTION] = {GR_JKR_RESTITUTION},
    [DAMPING] = {"damping", "m^-1 s^-1", NULL, FROM_ZERO, "0",
                 "gamma, instead of restitution: the viscosity over reduced mass and contact radius; LAMMPS: damping "
                 "viscoelastic",
                 0},
    [PULL_OFF] = {GR_JKR_PULL_OFF},
};

static const GrLawHistory history[N_HISTORY] = {
    {"made", "1", "1 from the touch until pull-off"},
};

/* The prefactor of the energy, 4 P D [J]. */
static inline double EnergyScale(double pull, double depth)
{
  return 4.0 * pull * depth;
}

const char *GrJkrPrepare(const GrLawPair *pair, double work_of_adhesion, double restitution, int pull_off,
                         double *coefficient)
{
  const bool early = pull_off == GR_JKR_LARGEST_PULL;
  const double r = pair->radius, root = sqrt(r), k = 4.0 / 3.0 * pair->modulus * root;
  const double a = GrCbrt(GR_PI * work_of_adhesion * r * r / (8.0 * pair->modulus));
  coefficient[GR_JKR_PULL] = GR_PI * work_of_adhesion * r;
  coefficient[GR_JKR_DEPTH] = a * a / r;
  coefficient[GR_JKR_RADIUS] = a;
  coefficient[GR_JKR_END] = early ? GR_JKR_REACH_LARGEST_PULL : 3.0;
  coefficient[GR_JKR_LEFT] = early ? GR_JKR_WORK_LARGEST_PULL : 0.0;
  coefficient[GR_JKR_VISCOSITY] =
      GrDashpot(0.5 * sqrt(5.0) * GrLossLinear(restitution), k, pair->mass) * sqrt(a / root);
  if (!(a < 0.3 * r))
    return "the contact at pull-off would be wider than 0.3 R, which is no contact of spheres any more; write a "
           "smaller work_of_adhesion, or a larger youngs_modulus";
  if (!(coefficient[GR_JKR_DEPTH] > 1e-290))
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
  const char *wrong =
      GrJkrPrepare(pair, value[WORK].number, value[RESTITUTION].number, value[PULL_OFF].choice, coefficient);
  const double radius = coefficient[GR_JKR_RADIUS];
  coefficient[CURVE] = 3.0 * coefficient[DEPTH];
  coefficient[REACH] = coefficient[GR_JKR_END] * coefficient[DEPTH];
  coefficient[ROOT] = radius / sqrt(pair->radius);
  coefficient[VISCOSITY_OF_RADIUS] = gamma > 0.0 ? gamma * pair->mass * radius : 0.0; /* the mass may be infinite */
  if (!wrong && gamma > 0.0 && value[RESTITUTION].number < 1.0)
    return "restitution and damping are both given; write one of the two";
  return wrong;
}

GR_INLINE GrLawParts PartsOfJkr(const GrLawBatch *batch, int i)
{
  const double *const *k = batch->coefficient;
  const double d = batch->overlap[i], s = GrJkrRoot(d, k[CURVE][i]);
  const double made = GrLineFollowTouch(k[REACH][i], batch->history[MADE][i], d);
  const double c = made * ViscosityOfJkr(k[VISCOSITY][i], k[VISCOSITY_OF_RADIUS][i], s);
  batch->trial[MADE][i] = made;
  return (GrLawParts){made * (k[PULL][i] * GrJkrForce(s)), c * batch->rate[i], c, made * (k[ROOT][i] * (s * s))};
}

GR_LAW_FORCE(Jkr)

GR_INLINE GrLawEnergies EnergiesOfJkr(const GrLawBatch *batch, int i)
{
  const double *const *k = batch->coefficient;
  const double scale = batch->trial[MADE][i] * EnergyScale(k[PULL][i], k[DEPTH][i]), left = k[LEFT][i];
  return (GrLawEnergies){scale * (GrJkrWork(GrJkrRoot(batch->overlap[i], k[CURVE][i])) - left),
                         scale * (GR_JKR_GAIN + left)};
}

GR_LAW_ENERGY(Jkr)

/* The slope grows with the overlap from d = 0 on. */
static double StiffnessOfJkr(const double *coefficient, double overlap)
{
  const double d = overlap > 0.0 ? overlap : 0.0;
  return coefficient[PULL] / coefficient[DEPTH] * GrJkrSlope(GrJkrRoot(d, coefficient[CURVE]));
}

static double DampingOfJkr(const double *coefficient, double overlap)
{
  return ViscosityOfJkr(coefficient[VISCOSITY], coefficient[VISCOSITY_OF_RADIUS],
                        GrJkrRoot(overlap, coefficient[CURVE]));
}

/* Exact without dashpot. */
static double RestitutionOfJkr(const double *coefficient, double mass, double speed, bool no_pull)
{
  const double gain = EnergyScale(coefficient[PULL], coefficient[DEPTH]) * (GR_JKR_GAIN + coefficient[LEFT]);
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
                "before and after: F = 0; 1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2\n"
                "characteristic overlap: d_c = (pi^2 w^2 R/E^2)^(1/3)\n"
                "pull at d = 0: 4/3 pi w R; largest pull: 3/2 pi w R, at d = -3^(1/3)/4 d_c = -0.3606 d_c\n"
                "work of separation from d = 0: W; a touch gains W, so it counts as consumed\n"
                "pull_off      d_f         pull at the end  W\n"
                "fixed_grips   3/4 d_c     5/6 pi w R       7.0922 (w^5 R^4/E^2)^(1/3)\n"
                "largest_pull  0.3606 d_c  3/2 pi w R       3.5026 (w^5 R^4/E^2)^(1/3)\n"
                "a free impact with e = 1 returns sqrt(1 - 2 W/(m v^2)); it sticks below v = sqrt(2 W/m)\n"
                "c = sqrt(5) z sqrt(K m a/sqrt(R)), z = |ln e|/sqrt(pi^2 + ln^2 e), K = 4/3 E sqrt(R)\n"
                "or, with damping: c = gamma m a",
    .range = "large, soft spheres: (R w^2/(E^2 z^3))^(1/3) above 5, z the distance of atoms; below 0.1 use the law dmt "
             "with hertz. a far below R. Until pull-off, laws of friction use the contact radius a: mindlin has the "
             "stiffness 8 G a. tension: clip is refused, because it removes the adhesion; an impact needs end: apart. "
             "The jkr of LAMMPS' pair style granular ends at the largest pull: write pull_off: largest_pull to "
             "compare. The work of separation is then 0.494 of that of fixed_grips.",
    .defects = "The force jumps where the contact is made and where it ends, so an integrator of fixed step h errs "
               "there by up to 4/3 pi w R v h in energy, 3/2 pi w R v h with largest_pull. With fixed_grips the slope "
               "of the force is infinite where the contact ends, over a range that no step resolves and the bound on "
               "the step leaves out. An impact has no dashpot between d = 0 and the end of the contact.",
    GR_LAW_ROWS_AND_HISTORY,
    .needs = GR_NEEDS_ELASTICITY,
    .prepare = PrepareJkr,
    .roots = true,
    .force = ForceOfJkr,
    .energy = EnergyOfJkr,
    .stiffness = StiffnessOfJkr,
    .damping = DampingOfJkr,
    .restitution = RestitutionOfJkr,
    .jumps = true,
    .reach = GrLineReach,
};
