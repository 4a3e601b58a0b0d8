/* Tangential contact of two spheres after Mindlin: spring from the shear moduli, dashpot, slider; and three ways to let
   the spring follow a contact that grows or shrinks.

   T = -(k xi + c s),  k = 8 G sqrt(R d),  c = damping times the viscosity of the normal law
   |T| <= mu_s N: F = T;  else F = mu N T/|T|, and mu in place of mu_s until it sticks again
     xi tangential displacement [m];  s slip [m/s];  d overlap [m];  R = R1 R2/(R1 + R2) [m];  N normal
     force [N];  mu, mu_s dynamic and static friction [1];  1/G = (2 - nu1)/G1 + (2 - nu2)/G2,
     G_i = E_i/(2 (1 + nu_i)) [Pa]
   Where the contact radius, a' as committed, becomes a (g of slide.h), the spring
                           g             force kept     its energy k xi^2/2 times
     mindlin               1             -              a/a'
     mindlin_force         a'/a          always         a'/a
     mindlin_rescale       min(1, a/a')  -              a/a' where a grows, (a/a')^3 where it shrinks
     mindlin_rescale_force min(1, a'/a)  where a grows  a'/a where it grows, a/a' where it shrinks: never more
   Source: R. D. Mindlin, J. Appl. Mech. 16 (1949) 259; K. L. Johnson, Contact Mechanics (1985), section 7.2, without
   partial slip; the rest: slide.h. mindlin_rescale_force: C. Thornton, S. J. Cummins and P. W. Cleary, Powder Technol.
   233 (2013) 30, F = F' + k ds where the contact is loaded, F = F' k/k' + k ds where it is unloaded; all by the names
   of the LAMMPS pair style granular, / being _.
   Valid: as Hertz; the whole contact area sticks or slides at once.
   History: xi, and whether the contact slides; of all but mindlin the root of the overlap, which stands for a.
   Energy: k xi^2/2, with k at the present overlap. What a change of a takes from it, or gives, the ledger has as loss
   by friction.
   Limits: no partial slip (Mindlin and Deresiewicz). The spring gains energy of mindlin and mindlin_rescale while a
   grows, of mindlin_force while it shrinks. */
#include "law/slide.h"

enum { FRICTION, FRICTION_STATIC, DAMPING, SHEAR_MODULUS, FRICTION_PULL, N_PARAMETERS };
enum { SHARE = GR_SLIDE_SHARE, K, MU, MU_STATIC, MU_PULL, N_COEFFICIENTS };
enum { N_HISTORY = GR_SPRING_ROOT, N_HISTORY_GROWING = GR_SPRING_ROOT + 1 };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [FRICTION] = {"friction", "1", NULL, 0, INFINITY, false, true, NULL,
                  "mu: largest force over the normal force while sliding", 0.3},
    [FRICTION_STATIC] = {"friction_static", "1", NULL, 0, INFINITY, false, true, "",
                         "mu_s: force over the normal force at which sliding begins; left out: friction", 0},
    [DAMPING] = GR_SLIDE_DAMPING("1"),
    [SHEAR_MODULUS] = {"shear_modulus", "Pa", NULL, 0, INFINITY, true, true, "",
                       "G of the pair; left out: from the materials", 0},
    [FRICTION_PULL] = GR_SLIDE_FRICTION_PULL,
};

static const GrLawHistory history[N_HISTORY_GROWING] = {
    GR_SPRING_ROWS,
    {"slides", "1", "1 while the contact slides"},
    {"root", "m^0.5", "contact radius over the root of the effective radius"},
};

/* G of a pair. */
static double ShearModulus(const GrLawBody body[2])
{
  double compliance = 0;
  for (int i = 0; i < 2; i++) {
    double nu = body[i].poisson_ratio;
    compliance += 2.0 * (2.0 - nu) * (1.0 + nu) / body[i].youngs_modulus;
  }
  return 1.0 / compliance;
}

static double ShearModulusOf(const GrLawPair *pair, const GrLawValue *value)
{
  return value[SHEAR_MODULUS].given ? value[SHEAR_MODULUS].number : ShearModulus(pair->body);
}

static const char *PrepareMindlin(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  double g = ShearModulusOf(pair, value);
  double mu = value[FRICTION].number, mu_static = value[FRICTION_STATIC].given ? value[FRICTION_STATIC].number : mu;
  if (isnan(g))
    return "the shear modulus is not known; give youngs_modulus and poisson_ratio of both materials, or shear_modulus";
  if (mu_static < mu)
    return "friction_static is below friction; write at least the value of friction, or leave it out";
  coefficient[SHARE] = value[DAMPING].number;
  coefficient[K] = 8.0 * g * sqrt(pair->radius);
  coefficient[MU] = mu;
  coefficient[MU_STATIC] = mu_static;
  coefficient[MU_PULL] = value[FRICTION_PULL].number;
  return NULL;
}

static bool FactorsOfMindlin(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  double coefficient[N_COEFFICIENTS];
  if (PrepareMindlin(pair, value, coefficient))
    return false;
  GrLawFactorsAlone(N_COEFFICIENTS, coefficient, factor);
  factor[K] = (GrLawFactor){.form = GR_FACTOR_ROOT, .factor = 8.0 * ShearModulusOf(pair, value)};
  return true;
}

GR_INLINE GrSlideTerms TermsOfMindlin(const GrSlideBatch *batch, double root, int i)
{
  const double *const *coefficient = batch->coefficient;
  const double normal_force = batch->normal_force[i], pull = coefficient[MU_PULL][i];
  return (GrSlideTerms){coefficient[K][i] * root, coefficient[SHARE][i] * batch->viscosity[i],
                        GrSlideCap(coefficient[MU][i], pull, normal_force),
                        GrSlideCap(coefficient[MU_STATIC][i], pull, normal_force)};
}

static void SlideMindlin(const GrSlideBatch *batch)
{
  GrSlideRun(batch, TermsOfMindlin, true, NULL);
}

/* Without a root now the stiffness is 0 too. */
GR_INLINE double GrowthOfMindlinForce(double before, double now)
{
  return now > 0.0 ? before / now : 0.0;
}

static void SlideMindlinForce(const GrSlideBatch *batch)
{
  GrSlideRun(batch, TermsOfMindlin, true, GrowthOfMindlinForce);
}

GR_INLINE double GrowthOfMindlinRescale(double before, double now)
{
  return now < before ? now / before : 1.0;
}

static void SlideMindlinRescale(const GrSlideBatch *batch)
{
  GrSlideRun(batch, TermsOfMindlin, true, GrowthOfMindlinRescale);
}

GR_INLINE double GrowthOfMindlinRescaleForce(double before, double now)
{
  return before < now ? before / now : 1.0;
}

static void SlideMindlinRescaleForce(const GrSlideBatch *batch)
{
  GrSlideRun(batch, TermsOfMindlin, true, GrowthOfMindlinRescaleForce);
}

static double StiffnessOfMindlin(const double *coefficient, double overlap)
{
  return coefficient[K] * sqrt(overlap);
}

#define FUNCTIONS                                                                                                      \
  .kind = GR_LAW_TANGENTIAL, .parameters = parameters, .history = history, .n_coefficients = N_COEFFICIENTS,           \
  .prepare = PrepareMindlin, .factors = FactorsOfMindlin, .stiffness = StiffnessOfMindlin, .roots = true

#define EQUATION                                                                                                       \
  "T = -(k xi + c s), k = 8 G sqrt(R d), c = damping times the viscosity of the normal law\n"                          \
  "sticks, |T| <= mu_s N:  F = T\n"                                                                                    \
  "slides, otherwise:      F = mu N T/|T|, until |T| <= mu N\n"

#define MEANINGS "s: slip; N: normal force; 1/G = (2 - nu1)/G1 + (2 - nu2)/G2, G_i = E_i/(2 (1 + nu_i))"

#define RANGE                                                                                                          \
  "as Hertz: overlap much smaller than R. Contacts that stick or slide as a whole: the stiffness is that of a "        \
  "contact without slip at its rim. With damping: 1 it is the friction of LAMMPS' pair style granular with "           \
  "tangential "

#define MINDLIN "R. D. Mindlin, J. Appl. Mech. 16 (1949) 259; K. L. Johnson, Contact Mechanics (1985), section 7.2; "

#define SLIDER "spring and slider: S. Luding, Granular Matter 10 (2008) 235, eqs. 17-20"

#define PARTIAL "No partial slip before the whole contact slides. "

const GrLaw GrLaw_mindlin = {
    .name = "mindlin",
    .summary = "friction with Mindlin's spring, from the shear moduli",
    .source = MINDLIN SLIDER,
    .equation = EQUATION "xi: displacement since the contact closed\n" MEANINGS,
    .range = RANGE "mindlin NULL 1.",
    .defects =
        PARTIAL "The stiffness follows the overlap at the same displacement: a loaded spring gains energy where the "
                "overlap grows, which the ledger shows as a negative loss, and loses it where it shrinks; not so with "
                "mindlin_rescale_force. " GR_SLIDE_CARD ".",
    .n_history = N_HISTORY,
    .slide = SlideMindlin,
    FUNCTIONS,
};

const GrLaw GrLaw_mindlin_force = {
    .name = "mindlin_force",
    .summary = "mindlin that adds up a force: kept where the contact area changes",
    .source = MINDLIN SLIDER "; the force as a sum: mindlin/force of LAMMPS",
    .equation =
        EQUATION "xi: (xi' a'/a) + s dt, from a step to the next, a the contact radius; so k xi is a sum of k s "
                 "dt\n" MEANINGS,
    .range = RANGE "mindlin/force NULL 1.",
    .defects = PARTIAL "A loaded spring gains energy where the overlap shrinks, which the ledger shows as a negative "
                       "loss, and loses it where it grows; not so with mindlin_rescale_force. " GR_SLIDE_CARD ".",
    .n_history = N_HISTORY_GROWING,
    .slide = SlideMindlinForce,
    FUNCTIONS,
};

const GrLaw GrLaw_mindlin_rescale = {
    .name = "mindlin_rescale",
    .summary = "mindlin whose displacement shrinks with the contact area",
    .source = MINDLIN SLIDER "; the displacement that shrinks: mindlin_rescale of LAMMPS",
    .equation = EQUATION "xi: (xi' min(1, a/a')) + s dt, from a step to the next, a the contact radius\n" MEANINGS,
    .range = RANGE "mindlin_rescale NULL 1.",
    .defects =
        PARTIAL "The stiffness follows the overlap at the same displacement where it grows: a loaded spring gains "
                "energy there, which the ledger shows as a negative loss, and loses more where it shrinks; not so with "
                "mindlin_rescale_force. " GR_SLIDE_CARD ".",
    .n_history = N_HISTORY_GROWING,
    .slide = SlideMindlinRescale,
    FUNCTIONS,
};

const GrLaw GrLaw_mindlin_rescale_force = {
    .name = "mindlin_rescale_force",
    .summary = "mindlin that adds up a force, less where the contact area shrinks: no change of load gives it energy",
    .source = MINDLIN SLIDER "; the force: C. Thornton, S. J. Cummins and P. W. Cleary, Powder Technol. 233 (2013) 30",
    .equation = EQUATION "xi: (xi' min(1, a'/a)) + s dt, from a step to the next, a the contact radius; so k xi is a "
                         "sum of\n"
                         "k s dt, which shrinks as k does where the contact is unloaded\n" MEANINGS,
    .range = RANGE "mindlin_rescale/force NULL 1.",
    .defects = PARTIAL "A loaded spring loses energy where the overlap grows, because the same force stretches a "
                       "stiffer spring less, and where it shrinks; the ledger has both as loss by "
                       "friction. " GR_SLIDE_CARD ".",
    .n_history = N_HISTORY_GROWING,
    .slide = SlideMindlinRescaleForce,
    FUNCTIONS,
};
