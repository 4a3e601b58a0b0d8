/* Friction force of a contact from a spring, a dashpot and a slider (Coulomb's limit). The laws of sliding and rolling
   that have a spring share the rule of this comment. springs.h has its code. separation.h corrects the force of
   contacts that are about to end.

   Symbols. An index 0 denotes the value at the end of the previous step.
     F   friction force on the first body [N]
     s   slip [m/s]: relative velocity of the two surfaces, an argument of the law
     q   mean slip during the step [m/s]
     xi  displacement of the spring [m]
     k   stiffness [N/m];  c  viscosity [N s/m]
     b   limit of the force of a sliding contact [N]: dynamic friction coefficient times normal force
     L   limit of the force of a sticking contact [N]: b if the contact slid in the previous step, otherwise static
         friction coefficient times normal force
     n   normal;  d  overlap [m];  v  overlap rate [m/s];  a  contact radius [m];  h  length of the step [s]

   Force. The spring force is E = -k xi. The force of spring and dashpot is T = E - c s.
     |E| <= L and |T| <= L:  the contact sticks, F = T
     otherwise:              the contact slides. If |E| > b, xi is shortened until |E| = b, which also changes T.
                             Then F = T if |T| <= b, otherwise F = b T/|T|
   With the input `slider: total`, the rule of LAMMPS, the limit applies to T only:
     |T| <= L:               the contact sticks, F = T
     otherwise:              the contact slides, F = b T/|T|, and xi is set to -(F + c s)/k
   If b is 0, for example under tension without friction_pull or cohesion, F = 0, and xi = 0 or, with `total`, -c s/k.

   Displacement of the spring, before it is shortened:
     xi = g turn(xi_0 + t q/2) + t q/2   (slip.h has the weights of s and q_0 in both terms)
     turn(x) = f |x|/|f|,  f = x - (x.n) n: rotates the spring into the contact plane and preserves its length
     t  time in the step during which the surfaces touch [s]: h, but min(h, d/v) in the first step of a contact
     g  growth factor of the spring [1]: 1 unless k is proportional to the contact radius, see `area`
   The mean slip q depends on the velocity from which s was computed (GrVelocityOf):
     predicted for the end of the step (velocity Verlet)  q = (2 s + q_0)/3; first step of a contact q = s; h = 0: q_0
     at the end of the step (Runge-Kutta methods)         q = (s + s_0)/2
     mean over the step (time.velocity: half)             q = s, and xi = g turn(xi_0) + h q, as in LAMMPS
   With `slider: total`, xi = g turn(xi_0) + h s.

   Area. If k is proportional to the contact radius, which changes from a' to a in a step, the input `area` chooses g:
                     g              force k xi unchanged  energy k xi^2/2 times                LAMMPS
     thornton        min(1, a'/a)   if a grows            a'/a if a grows, otherwise a/a'      mindlin_rescale/force
     force           a'/a           always                a'/a                                 mindlin/force
     rescale         min(1, a/a')   never                 a/a' if a grows, otherwise (a/a')^3  mindlin_rescale
     displacement    1              never                 a/a'                                 mindlin
   Only `thornton` never increases the energy of the spring, so cyclic changes of the area cannot create energy. During
   a step a^2 is nearly linear in time, but k is not. With `thornton` and `force`, xi therefore gets the additional term
   t q (1 - g)^2 (2 - g)/12 if g < 1. In the first step of a contact g is 0, and xi is 2/3 t q.

   Energy of the spring [J]: k xi^2/2.
   Power [W], which the bodies lose to friction and spring: P = -F.s - C. The correction C is 0 if the contact slides,
   and with Runge-Kutta methods. If it sticks, C = (h k q + 2 c (s - q)).(s - q); C = h k q^2/2 if s is the mean slip.
   Valid: steps in which n rotates by far less than a right angle.
   Error: second order in the step for xi and for the impulse of F, also if the contact closes within a step. An
   adhesion that reduces the normal force to 0 before the contact ends makes the error of the impulse larger. A rotation
   of n by theta [rad] in a step causes an error of at most theta^2/4 in the direction of xi.
   Limits: a spin of the pair about n does not rotate the spring. In undamped packings the residual of the energy ledger
   is bounded and of second order in the step; if time.velocity is `half`, of first order. With `slider: total` an
   undamped mode of angular frequency w [rad/s] and energy U [J] changes the residual by w (h w)^3/4 U per time.

   Why two limits: when a contact closes, k xi is 0, and the dashpots give most of the normal and of the tangential
   force. With `slider: total` the spring is then set to a displacement opposite to the slip, and its force later drives
   the slip. With two limits the spring stores no more than the work that stretched it, and F opposes the slip. Why q:
   velocity Verlet predicts the slip from the acceleration A at the start of the step, s = q + h/2 A. With q = q_0 + h
   A, q = (2 s + q_0)/3. xi is then the relative displacement of the bodies, and springs without dashpots conserve
   energy. A sum of predicted slips would create energy with any time step. Why the correction of P: the energy ledger
   integrates P by the trapezoidal rule. In velocity Verlet the bodies do the work W = -h/2 (F_0 + F).q in a step. The
   sum of -h F.s over the steps exceeds the sum of W by h/2 (F_0 - F).(q - q_0) per step, apart from terms that cancel.
   In sticking contacts, F_0 - F = h k q + c (q - q_0) and q - q_0 = 2 (s - q). Source: P. A. Cundall and O. D. L.
   Strack, Geotechnique 29 (1979) 47 (spring and slider); S. Luding, Granular Matter 10 (2008) 235, eqs. 17 to 20
   (rotation of the spring; dashpot); C. Thornton, S. J. Cummins and P. W. Cleary, Powder Technol. 233 (2013) 30 (area:
   F = F' + k ds under loading, F = F' k/k' + k ds under unloading). */
#ifndef GRANUM_LAW_SLIDE_SLIDE_H
#define GRANUM_LAW_SLIDE_SLIDE_H

#include "law/rows.h"
#include <granum/law.h>

/* Coefficients of the spring, the dashpot and the slider (Coulomb's limit) of one contact, by a friction law. */
typedef struct {
  double k, c;      /* stiffness [N/m], viscosity [N s/m] */
  double cap;       /* largest friction force while the contact slides [N] */
  double breakaway; /* largest friction force while the contact sticks [N] */
} GrSlideTerms;

/* Function of a friction law that computes stiffness, viscosity and limits of contact i of a batch. root: contact
   radius divided by the square root of the effective radius [m^(1/2)]. It is 0 in laws without the parameter `area`,
   whose stiffness does not depend on the contact radius. */
typedef GrSlideTerms (*GrSlideTermsOf)(const GrSlideBatch *batch, double root, int i);

/* Indices of the history values of a contact in friction laws with a spring. X, Y, Z: components of the spring
   displacement [m]. SLIP: first of three components of the mean slip in the last step [m/s]. MORE: the next value. In
   laws with static friction it is 1 if the contact slides, otherwise 0. In laws with the parameter `area` the last
   value is contact radius/sqrt(effective radius) [m^(1/2)], called `root`. */
enum { GR_SPRING_X, GR_SPRING_Y, GR_SPRING_Z, GR_SPRING_SLIP, GR_SPRING_MORE = GR_SPRING_SLIP + 3 };

/* Properties of a friction law with a spring, as constants for the loops of springs.h. The compiler generates separate
   loops without branches for each set of constants. */
typedef struct {
  GrSlideTermsOf terms; /* function that computes stiffness, viscosity and limits of a contact */
  /* whether the stiffness grows with the contact radius; the history then has the value `root` (GR_SPRING_MORE) */
  bool areal;
  bool remembers; /* whether the law has static friction; its history then stores whether the contact slides */
  bool total;     /* whether Coulomb's limit applies to the total force only (input `slider: total`) */
} GrSlideKind;

/* Returns the index of the history value `root`, contact radius/sqrt(effective radius) [m^(1/2)]. The law must have the
   parameter `area`. */
static inline int GrSpringRootRow(GrSlideKind kind)
{
  return GR_SPRING_MORE + kind.remembers;
}

/* Indices of two coefficients of friction laws with a spring. Their values are GR_SLIDER_... and GR_AREA_..., the words
   of the input parameters `slider` and `area`. The other coefficients of a law follow. A law without `area` may omit
   GR_SLIDE_AREA. */
enum { GR_SLIDE_SLIDER = GR_SLIDE_SHARE + 1, GR_SLIDE_AREA, GR_SLIDE_MORE = GR_SLIDE_AREA };
enum { GR_SLIDER_SPRING, GR_SLIDER_TOTAL };
enum { GR_AREA_THORNTON, GR_AREA_FORCE, GR_AREA_RESCALE, GR_AREA_DISPLACEMENT };

#define GR_SLIP_ROWS GR_VECTOR_ROWS("slip", "m/s", "mean slip of the last step")
#define GR_SPRING_ROWS GR_VECTOR_ROWS("spring", "m", "displacement of the spring, in the contact plane"), GR_SLIP_ROWS

/* Initializers of GrLawParameter for parameters that several friction laws have. */
#define GR_SLIDE_FRICTION                                                                                              \
  "friction", "1", NULL, FROM_ZERO, NULL,                                                                              \
      "sliding friction coefficient: friction force over normal force while the contact slides", 0.3
#define GR_SLIDE_FRICTION_PULL                                                                                         \
  "friction_pull", "1", NULL, FROM_ZERO, "0",                                                                          \
      "limit of the friction force over the tension of the contact; LAMMPS uses the value of friction", 0
#define GR_SLIDE_DAMPING(FALLBACK)                                                                                     \
  "damping", "1", NULL, FROM_ZERO, FALLBACK, "tangential damping coefficient over the normal one", 0
#define GR_SLIDE_SHEAR_MODULUS                                                                                         \
  "shear_modulus", "Pa", NULL, ABOVE_ZERO, "", "G of the pair; if omitted: from the materials", 0
#define GR_SLIDE_VISCOSITY                                                                                             \
  "viscosity", "N s/m", NULL, FROM_ZERO, "0", "damping coefficient in addition to that from damping", 0
/* Source: S. Luding, Granular Matter 10 (2008) 235 (Coulomb limit of cohesive contacts). */
#define GR_SLIDE_COHESION                                                                                              \
  "cohesion", "N/m", NULL, FROM_ZERO, "0",                                                                             \
      "k_c: the normal force in the limit grows by k_c times the overlap; with luding use its k_c", 0

#define GR_SLIDE_SLIDER_ROW                                                                                            \
  "slider", NULL, "spring|total", WORDS_ONLY, "spring",                                                                \
      "spring: Coulomb's law limits the spring force and the total force; total: only the total force, and the "       \
      "spring is reset to fit it (the rule of LAMMPS)",                                                                \
      0
#define GR_SLIDE_AREA_ROW                                                                                              \
  "area", NULL, "thornton|force|rescale|displacement", WORDS_ONLY, "thornton",                                         \
      "rule that rescales the spring displacement when the contact radius changes", 0
#define GR_SPRING_ROOT_ROW "root", "m^0.5", "contact radius divided by the root of the effective radius"

/* Texts that the law cards (`granum laws NAME`) of several friction laws contain. LIMIT: symbol of Coulomb's limit in
   the text, such as "L". In the text k xi is the spring force, c s the dashpot force, and T = -(k xi + c s) their sum.
   */
#define GR_SLIDE_EQUATION(LIMIT)                                                                                       \
  "sticks if |k xi| <= " LIMIT " and |T| <= " LIMIT ": F = T\n"                                                        \
  "otherwise slides: xi is shortened until |k xi| <= " LIMIT "; F = T min(1, " LIMIT "/|T|)\n"                         \
  "slider: total: sticks if |T| <= " LIMIT "; else F = " LIMIT " T/|T| and xi is set to -(F + c s)/k\n"
#define GR_SLIDE_AREA_EQUATION                                                                                         \
  "area: xi is multiplied by g when the contact radius changes from a' to a\n"                                         \
  "  thornton: g = min(1, a'/a); force: a'/a; rescale: min(1, a/a'); displacement: 1"
#define GR_SLIDE_AREA_CARD                                                                                             \
  "A change of the contact area can increase the energy of the spring: with area: displacement and rescale if the "    \
  "area grows, with area: force if it shrinks. The ledger shows the gain as a negative loss by friction. With area: "  \
  "thornton the spring only loses energy."
#define GR_SLIDE_CARD                                                                                                  \
  "With slider: total, the spring gets a displacement opposite to the slip if the dashpot force exceeds the limit, "   \
  "as at the onset of a damped contact; its force then drives the slip. The spring follows the contact plane, but "    \
  "not a spin of the pair about the normal"

/* Returns Coulomb's limit of the friction force [N]. It is friction * normal_force or, under tension (normal_force <
   0), friction_pull * |normal_force|. */
static inline double GrSlideCap(double friction, double friction_pull, double normal_force)
{
  double compression = friction * normal_force, tension = -friction_pull * normal_force;
  return tension > compression ? tension : compression;
}

/* Returns the effective shear modulus G of a pair [Pa]: the value of the parameter shear_modulus if the input has it;
   otherwise 1/G = (2 - nu1)/G1 + (2 - nu2)/G2, with Poisson's ratios nu and the shear moduli of the materials. NaN: a
   modulus of a material is not known. */
static inline double GrSlideShearModulus(const GrLawPair *pair, const GrLawValue *given)
{
  double compliance = 0;
  for (int i = 0; i < 2; i++) {
    const double nu = pair->body[i].poisson_ratio;
    compliance += 2.0 * (2.0 - nu) * (1.0 + nu) / pair->body[i].youngs_modulus;
  }
  return given->given ? given->number : 1.0 / compliance;
}

/* Implements GrLaw.factors for a friction law whose n coefficients do not depend on radius and mass; a law that has
   other coefficients replaces their factors. Returns false if `prepare` (GrLaw.prepare of the law) fails. */
static inline bool GrSlideFactors(const char *(*prepare)(const GrLawPair *, const GrLawValue *, double *), int n,
                                  const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  if (prepare(pair, value, coefficient))
    return false;
  GrLawFactorsAlone(n, coefficient, factor);
  return true;
}

#endif
