/* Spring, dashpot and slider: common code of the laws of sliding and rolling with a spring.

   The spring displacement xi [m] is the integral of the slip s [m/s] since the contact closed. Coulomb's law limits the
   force of the spring alone, and the force of spring and dashpot together:
     xi = g turn(xi_0 + t q/2) + t q/2,  E = -k xi,  T = E - c s
     if |E| <= L and |T| <= L, the contact sticks: F = T
     otherwise it slides: if |E| > b, xi is shortened until |E| = b; then F = b T/|T| if |T| > b, otherwise F = T
   An index 0 denotes the value at the end of the last step. q is the mean slip in a step of length h. t is the time in
   the step during which the surfaces touch: t = h, but in the first step of a contact t = min(h, d/v) with the overlap
   d and the overlap rate v. Velocity Verlet predicts the slip at the end of the step from the acceleration a at its
   start, s = q + h/2 a. Since q = q_0 + h a,
     q = (2 s + q_0)/3;  q = s in the first step
   xi is then the relative displacement of the bodies, and springs without dashpots conserve energy up to the step bound
   (contact/stable_step.c). A sum of predicted slips would create energy with any time step. With time.velocity: half, s
   is the mean slip, and as in LAMMPS t = h and xi = g turn(xi_0) + t q. With Runge-Kutta methods s is the slip at the
   end of the step, so q = (s + s_0)/2.
   With `slider: total`, the rule of LAMMPS, xi = g turn(xi_0) + h s is the sum of the slips s, and the limit applies to
   T alone. If |T| > L, xi is set so that the force of spring and dashpot together equals the limit:
     F = b T/|T|,  xi = -(F + c s)/k
   turn(x) = f |x|/|f|,  f = x - (x.n) n: the spring follows the contact plane and keeps its length.
     g growth factor of the spring if the contact radius changes [1], see below;  n normal;  k stiffness [N/m];
     c viscosity [N s/m];  F force on the first body [N];  b dynamic friction times normal force [N];  L limit of the
     stick test [N]: b if the contact slid at the last step, otherwise static friction times normal force
   If k is proportional to the contact radius (a' at the last step, a now), the parameter `area` chooses g. Columns:
   g; the cases in which the spring force k xi does not change; the factor of the spring energy; the name in LAMMPS.
                     g              force kept     energy k xi^2/2 times                LAMMPS
     thornton        min(1, a'/a)   where a grows  a'/a where it grows, a/a' otherwise  mindlin_rescale/force
     force           a'/a           always         a'/a                                 mindlin/force
     rescale         min(1, a/a')   -              a/a' where it grows, (a/a')^3        mindlin_rescale
     displacement    1              -              a/a'                                 mindlin
   Only `thornton` never increases the energy of the spring, so cyclic changes of the contact area cannot create energy.
   Source: P. A. Cundall and O. D. L. Strack, Geotechnique 29 (1979) 47 (spring and slider); S. Luding, Granular Matter
   10 (2008) 235, eqs. 17 to 20 (rotation of the spring; dashpot); C. Thornton, S. J. Cummins and P. W. Cleary, Powder
   Technol. 233 (2013) 30 (area: F = F' + k ds under loading, F = F' k/k' + k ds under unloading).
   Why two limits: at the onset of a contact k xi is zero, and the dashpots give most of the normal and of the
   tangential force. The tangential dashpot force exceeds the limit if `damping` times slip exceeds friction times
   approach speed. With `slider: total` the spring then gets a displacement opposite to the slip. The spring force
   drives the slip once the dashpot force falls or k grows. With two limits the spring stores no more than the work that
   stretched it, F opposes the slip of the slider, and |F| <= b while the contact slides; in steady sliding |F| = b.
   Onset: when the contact radius grows, the contact area is nearly linear in time within a step, but k is not. With
   `thornton` and `force` xi therefore gets the additional term t q (1 - g)^2 (2 - g)/12 if g < 1. In the first
   step g is 0, and xi is 2/3 t q.
   Separation: a contact ends within a step, but velocity Verlet applies its last force for a whole step. The forces of
   the last steps are therefore corrected. With the predicted time y h until N = 0, and p = |F|/b,
     F becomes F (1 + (1 - p y) (min(K, 1/p) - 1)) if p y < 1,  x = max(0, y (1 - p/2))
     K = 3/2 x for x < 1, 2 - x/2 for 1 <= x < 2, otherwise 1;  y = (d - d_0) (1 - r) (1 - r/5)/(-v h)
     N normal force [N];  r = -c_n v/(N - c_n v), dashpot force over static force [1];  c_n viscosity of the normal law
     [N s/m];  d_0 overlap at which the static force of a plastic law becomes 0 [m], 0 for other laws. The factor
     1 - r/5 is present only if k grows with the contact radius: the contact of the law tsuji ends at overlap r^(4/5) d
   The sum of K - 1 over x, x + 1, ... is x - 1/2, so that a constant force that ends at time x h has the right impulse.
   While N falls linearly, the contact slides during the last p y steps. The impulse is that of a constant force that
   ends at time y (1 - p/2) h. With plastic laws a contact that slides, p = 1, is not corrected, because the sum of a
   linearly falling force has no bias. `slider: total`, time.velocity: half and Runge-Kutta methods have no correction.
   If F drives the bodies, F.s > 0, the springs supply the work of the correction w = h/2 (F' - F).s [J], with the
   corrected force F'. The energy of the springs falls by max(w, 0) + 3/2 w_1, and F' is limited so that this energy
   suffices. w_1 is the work w in the last step, estimated from the current power of the springs; it counts if y < 1.
   Energy: k xi^2/2.
   Power: P = -F.s - (h k q + 2 c (s - q)).(s - q) if the contact sticks, otherwise P = -F.s. The energy ledger
   integrates P by the trapezoidal rule. In velocity Verlet the bodies do the work W = -h/2 (F_0 + F).q in a step. The
   sum of -F.s with the predicted slip s exceeds the sum of W by h/2 (F_0 - F).(q - q_0) in each step, up to terms that
   cancel from step to step. In sticking contacts F_0 - F = h k q + c (q - q_0), and q - q_0 = 2 (s - q). The correction
   is 0 in the first step, and in all steps if s is the slip at the end of the step. If s = q, the sum of -F.s exceeds
   the sum of W by h/2 (F_0 - F).q, and the correction is h k q^2/2 without terms that cancel.
   Valid: steps in which n rotates by far less than a right angle.
   Error: the error of xi is of second order in the step, also if the contact closes within a step. The error of the
   impulse of F is of second order too, unless an adhesion reduces N to 0 before the contact ends: y is then too large.
   The direction error of turn() is at most theta^2/4 per step, where n rotates by theta [rad] in the step. The energy
   that friction dissipates in a step is not negative, up to terms of the trapezoidal rule that are of third order and
   cancel from step to step.
   Limits: a spin of the pair about n does not rotate the spring. If b is 0, for example under tension without
   friction_pull or cohesion, F = 0 and xi = 0. The residual of the energy ledger of undamped packings is bounded and of
   second order in the step; with time.velocity: half it is of first order. With `slider: total` predicted slips are not
   corrected: an undamped mode of angular frequency w [rad/s] and energy U changes the residual by w (h w)^3/4 U per
   time. */
#ifndef GRANUM_LAW_SLIDE_SLIDE_H
#define GRANUM_LAW_SLIDE_SLIDE_H

#include "law/rows.h"
#include <granum/law.h>

/* Values that each law computes for one contact: stiffness and viscosity, and the limits of the friction force. */
typedef struct {
  double k, c;      /* stiffness [N/m], viscosity [N s/m] */
  double cap;       /* limit b of the force while the contact slides [N] */
  double breakaway; /* limit L of the force while the contact sticks [N] */
} GrSlideTerms;

/* Function of a law that computes stiffness, viscosity and limits of contact i of a batch. root: contact radius divided
   by sqrt(R), with the effective radius R [m^(1/2)], in laws with the parameter `area`; otherwise 0. */
typedef GrSlideTerms (*GrSlideTermsOf)(const GrSlideBatch *batch, double root, int i);

/* Indices of the history values of these laws. X, Y, Z: spring displacement xi [m]; SLIP: first of three components of
   the mean slip q in the last step [m/s]; MORE: first further value. Further values are, in laws with static friction,
   whether the contact slides, and last, in laws with the parameter `area`, `root`: contact radius/sqrt(R) [m^(1/2)]. */
enum { GR_SPRING_X, GR_SPRING_Y, GR_SPRING_Z, GR_SPRING_SLIP, GR_SPRING_MORE = GR_SPRING_SLIP + 3 };

/* Properties of a friction law that select branches in the loops of springs.h. They are constants, so that the compiler
   generates separate loops without branches for each law. */
typedef struct {
  GrSlideTermsOf terms;
  bool areal;     /* whether the law has the parameter `area`; the history then stores `root` */
  bool remembers; /* whether the law has static friction; the history then stores whether the contact slides */
  bool total;     /* whether the input has `slider: total` */
} GrSlideKind;

static inline int GrSpringRootRow(GrSlideKind kind)
{
  return GR_SPRING_MORE + kind.remembers;
}

/* Indices of two coefficients of these laws: the values GR_SLIDER_... and GR_AREA_... of the input parameters `slider`
   and `area`. Further coefficients of a law begin at index GR_SLIDE_MORE + 1 or, without `area`, GR_SLIDE_SLIDER + 1.
   */
enum { GR_SLIDE_SLIDER = GR_SLIDE_SHARE + 1, GR_SLIDE_AREA, GR_SLIDE_MORE = GR_SLIDE_AREA };
enum { GR_SLIDER_SPRING, GR_SLIDER_TOTAL };
enum { GR_AREA_THORNTON, GR_AREA_FORCE, GR_AREA_RESCALE, GR_AREA_DISPLACEMENT };

#define GR_SLIP_ROWS GR_VECTOR_ROWS("slip", "m/s", "mean slip of the last step")
#define GR_SPRING_ROWS GR_VECTOR_ROWS("spring", "m", "displacement of the spring, in the contact plane"), GR_SLIP_ROWS

/* Rows of the tables of parameters, for parameters that several friction laws have. */
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

/* Texts for the cards that `granum laws NAME` prints about several laws. LIMIT: symbol of Coulomb's limit in the text,
   such as "L". In the text k xi is the spring force, c s the dashpot force, and T = -(k xi + c s) the trial force. */
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

/* Returns Coulomb's limit [N]: friction times normal_force or, if normal_force < 0, friction_pull times
   |normal_force|. */
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

#endif
