/* Adhesion at a short distance: two models of the attraction that is added to a normal law.

   reversible   F = -f_a              d > 0
                F = -k_a (d + s)      -s < d <= 0
                F = 0                 d <= -s,   s = f_a/k_a
   jump_in      the same from the first touch (d > 0) until the surfaces are farther apart than s; before, F = 0
     d overlap [m], < 0 at a distance;  f_a adhesive force [N];  k_a its decline with the distance [N/m];  s reach [m]
   Source: L15 (A. Singh, V. Magnanimo and S. Luding, arXiv:1503.03720 (2015)) section 2.3, eq. 14 (reversible) and
   eq. 15 (jump_in, whose unloading is section 3.2 and fig. 4).
   Valid: s much smaller than the radii; particles attract only their nearest neighbours.
   History: none; jump_in: whether the surfaces have touched.
   Energy: recoverable -f_a (d + s/2) in contact and -k_a (d + s)^2/2 at a distance, 0 at d = -s. jump_in gains
   f_a^2/(2 k_a) at a touch and loses it when the surfaces separate. This energy is added to the consumed energy at the
   touch, so that the sum of kinetic, recoverable and consumed energy is conserved.
   Limits: not smooth at d = 0 and d = -s; jump_in jumps at the touch. A pair of reduced mass m that separates at the
   speed v_f < f_a/sqrt(m k_a) at d = 0 sticks (L15 eq. 18b). */
#include "law/adhesion.h"
#include "law/loop.h"

enum { FORCE, STIFFNESS, N_PARAMETERS };
enum { F_A = GR_LINE_FORCE, K_A = GR_LINE_SLOPE, REACH = GR_LINE_REACH, N_COEFFICIENTS = GR_LINE_COEFFICIENTS };
enum { TOUCHED, N_HISTORY };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [FORCE] = {"force", "N", NULL, ABOVE_ZERO, NULL, "f_a: attraction in contact", 1},
    [STIFFNESS] = {"stiffness", "N/m", NULL, ABOVE_ZERO, NULL,
                   "k_a: decrease of the attraction per distance; the attraction ends at the distance f_a/k_a", 1e6},
};

static const GrLawHistory history[N_HISTORY] = {
    {"touched", "1", "1 from the first touch until the distance exceeds f_a/k_a"},
};

void GrLinePrepare(double force, double slope, double *coefficient)
{
  coefficient[F_A] = force;
  coefficient[K_A] = slope;
  coefficient[REACH] = force / slope;
}

static const char *PrepareAdhesion(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  GrLinePrepare(value[FORCE].number, value[STIFFNESS].number, coefficient);
  if (!(coefficient[REACH] > 0) || isinf(coefficient[REACH]))
    return "force/stiffness, the distance at which the attraction ends, is zero or infinite in double precision; write "
           "a stiffness nearer to the force";
  return NULL;
}

/* The coefficients of one contact. */
typedef struct {
  double f_a, k_a, reach;
} Line;

static inline double PullOfLine(Line l, double d)
{
  double inside = d + l.reach, near = inside <= 0.0 ? 0.0 : -l.k_a * inside;
  return d > 0.0 ? -l.f_a : near;
}

static inline double StoredInLine(Line l, double d)
{
  double inside = d + l.reach, near = inside <= 0.0 ? 0.0 : -0.5 * l.k_a * (inside * inside);
  return d > 0.0 ? -l.f_a * (d + 0.5 * l.reach) : near;
}

GR_INLINE Line LineAt(const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient;
  return (Line){c[F_A][i], c[K_A][i], c[REACH][i]};
}

GR_INLINE GrLawParts PartsOfLine(const GrLawBatch *batch, int i)
{
  return (GrLawParts){PullOfLine(LineAt(batch, i), batch->overlap[i]), GrMarkNan(batch->rate[i]), 0, 0};
}

void GrLineForce(const GrLawBatch *batch)
{
  GrLawForce(batch, PartsOfLine);
}

GR_INLINE GrLawEnergies EnergiesOfLine(const GrLawBatch *batch, int i)
{
  return (GrLawEnergies){StoredInLine(LineAt(batch, i), batch->overlap[i]), 0};
}

void GrLineEnergy(const GrLawBatch *batch, double *recoverable, double *consumed)
{
  GrLawEnergy(batch, recoverable, consumed, EnergiesOfLine);
}

GR_INLINE GrLawParts PartsOfJumpIn(const GrLawBatch *batch, int i)
{
  const Line l = LineAt(batch, i);
  const double touched = GrLineFollowTouch(l.reach, batch->history[TOUCHED][i], batch->overlap[i]);
  batch->trial[TOUCHED][i] = touched;
  return (GrLawParts){touched * PullOfLine(l, batch->overlap[i]), GrMarkNan(batch->rate[i]), 0, 0};
}

GR_LAW_FORCE(JumpIn)

GR_INLINE GrLawEnergies EnergiesOfJumpIn(const GrLawBatch *batch, int i)
{
  const Line l = LineAt(batch, i);
  const double touched = batch->trial[TOUCHED][i];
  return (GrLawEnergies){touched * StoredInLine(l, batch->overlap[i]), touched * (0.5 * l.f_a * l.reach)};
}

GR_LAW_ENERGY(JumpIn)

/* Bound on |dF/dd| of the line, whose slope is negative. */
double GrLineStiffness(const double *coefficient, double overlap)
{
  return coefficient[K_A];
}

double GrLineReach(const double *coefficient)
{
  return coefficient[REACH];
}

#define SOURCE "A. Singh, V. Magnanimo and S. Luding, arXiv:1503.03720 (2015) (L15), "
#define RANGE                                                                                                          \
  "f_a/k_a far below the radii; nearest neighbours only. Force and stiffness are chosen, not material properties. "    \
  "A pair of reduced mass m sticks if it comes apart at d = 0 more slowly than f_a/sqrt(m k_a)."

const GrLaw GrLaw_reversible = {
    .name = "reversible",
    .kind = GR_LAW_ADHESION,
    .summary = "adhesion: attraction in contact and up to the distance f_a/k_a, on approach and on separation",
    .source = SOURCE "section 2.3.1, eq. 14",
    .equation = "in contact (d > 0):           F = -f_a, added to the normal law\n"
                "at a distance (-s < d <= 0):  F = -k_a (d + s) = -k_a d - f_a, s = f_a/k_a\n"
                "beyond (d <= -s):             F = 0\n"
                "stored energy:                -f_a (d + s/2) in contact, -k_a (d + s)^2/2 at a distance",
    .range = RANGE,
    .defects = "The force is not smooth at d = 0 and d = -s. tension: clip acts on the normal law only.",
    GR_LAW_ROWS,
    .prepare = PrepareAdhesion,
    .force = GrLineForce,
    .energy = GrLineEnergy,
    .stiffness = GrLineStiffness,
    .reach = GrLineReach,
};

const GrLaw GrLaw_jump_in = {
    .name = "jump_in",
    .kind = GR_LAW_ADHESION,
    .summary = "adhesion: attraction from the first touch until separation; each touch consumes f_a^2/(2 k_a)",
    .source = SOURCE "section 2.3.2, eq. 15; way back: section 3.2, fig. 4",
    .equation = "before contact (d <= 0):          F = 0\n"
                "in contact (d > 0):               F = -f_a, added to the normal law\n"
                "after contact (-s < d <= 0):      F = -k_a (d + s) = -k_a d - f_a, s = f_a/k_a\n"
                "separated (d <= -s):              F = 0; as before contact\n"
                "stored energy: after contact as in reversible; consumed by the contact: f_a^2/(2 k_a)",
    .range = RANGE,
    .defects = "The force jumps by f_a at the touch. In chains an integrator of fixed step h errs there by up to f_a v "
               "h in energy; in assemblies the jump is corrected. L15 has the force -f_a at d = 0 already; here it "
               "begins with the first overlap. tension: clip "
               "acts on the normal law only.",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareAdhesion,
    .force = ForceOfJumpIn,
    .energy = EnergyOfJumpIn,
    .stiffness = GrLineStiffness,
    .jumps = true,
    .reach = GrLineReach,
};
