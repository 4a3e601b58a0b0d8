/* Hertz's spring with hysteresis damping: eleven laws that differ in one coefficient.

   F = K d^(3/2) (1 + h v/v0)
     d overlap [m];  v overlap rate [m/s];  K Hertz stiffness [N/m^1.5];  v0 approach speed when the contact closed
     [m/s];  e restitution [1];  coefficient h(e) [1] of each law:
     hunt_crossley              3/2 (1 - e)        lankarani_nikravesh        3/4 (1 - e^2)
     flores                     8/5 (1 - e)/e      gharib_hurmuzlu            1/e
     hu_guo                     3/2 (1 - e)/e      safaeifar_farshidianfar    5/4 (1 - e)/e
     gonthier                   (1 - e^2)/e        lee_wang                   3/4 (1 - e)
     herbert_mcwhannell         6 (1 - e)/[(2 e - 1)^2 + 3]
     zhiying_qishao             3/4 (1 - e^2) exp[2 (1 - e)]
     zhang_sharf                the positive root of h (1 + e) = ln[(1 + h)/(1 - e h)]
   Source: S20 (H. Safaeifar and A. Farshidianfar, Multibody Syst. Dyn. 50 (2020) 233, doi 10.1007/s11044-020-09732-2)
   eqs. 7, 39, 59, 61 and 62, Table 1; for the four laws of the lines above, J. Alves, N. Peixinho, M. T. da Silva, P.
   Flores and H. M. Lankarani, Mech. Mach. Theory 85 (2015) 172, Table 1; the papers of each law are on its card.
   Valid: as Hertz's law; one impact at a time.
   History: v0, see common/approach.h.  Energy: 2/5 K d^(5/2).
   Limits: the restitution of an impact is the solution e of the equation of zhang_sharf for the h of the law, which is
   the given e only for zhang_sharf. The force is never negative in a free impact: h v/v0 > -1 throughout. A contact
   that closes at rest gets v0 = speed_floor. */
#include "base/math/exponential.h"
#include "law/common/approach.h"
#include "law/common/exact_hysteresis.h"
#include "law/hertz.h"

enum { RESTITUTION, FLOOR, STIFFNESS, GIVEN, N_PARAMETERS };
enum { K, H, V_LOWEST, V_HIGHEST, IMPLIED, N_COEFFICIENTS };
enum { N_HISTORY = 1 };

#define RESTITUTION_ROW(NO_ZERO)                                                                                       \
  "restitution", "1", GR_ELASTIC, 0, 1, NO_ZERO, false, NULL,                                                          \
      "e in the formula of h; `defects` has the restitution of a free impact", 0.9

static const GrLawParameter from_zero[N_PARAMETERS + 1] = {
    [RESTITUTION] = {RESTITUTION_ROW(false)},
    [FLOOR] = {GR_APPROACH_FLOOR},
    [STIFFNESS] = {GR_HERTZ_STIFFNESS},
    [GIVEN] = {GR_APPROACH_GIVEN},
};

static const GrLawParameter above_zero[N_PARAMETERS + 1] = {
    [RESTITUTION] = {RESTITUTION_ROW(true)},
    [FLOOR] = {GR_APPROACH_FLOOR},
    [STIFFNESS] = {GR_HERTZ_STIFFNESS},
    [GIVEN] = {GR_APPROACH_GIVEN},
};

static const GrLawHistory history[N_HISTORY] = {{GR_APPROACH_HISTORY}};

static const char *PrepareHysteresis(const GrLawPair *pair, const GrLawValue *value, double h, double *coefficient)
{
  const char *wrong = GrHertzPrepare(pair, &value[STIFFNESS], &coefficient[K]);
  if (wrong)
    return wrong;
  coefficient[H] = h;
  GrApproachPrepare(&value[FLOOR], &value[GIVEN], coefficient[K], pair->mass, &coefficient[V_LOWEST]);
  return NULL;
}

GR_INLINE GrLawParts PartsOfHysteresis(const GrLawBatch *batch, int i)
{
  const double d = batch->overlap[i], h = batch->coefficient[H][i], v0 = GrApproachFollow(batch, i, V_LOWEST);
  const double spring = batch->coefficient[K][i] * d * GrRoot(d);
  return (GrLawParts){spring, spring * h * (batch->rate[i] / v0), spring * h / v0, 0};
}

GR_LAW_FORCE(Hysteresis)

/* K d^(3/2) h/v0, v0 as common/approach.h explains; it grows with d, like d^(1/4) above the floor. */
static double DampingOfHysteresis(const double *coefficient, double overlap)
{
  double v0 = GrApproachImplied(&coefficient[V_LOWEST], overlap);
  return coefficient[K] * overlap * sqrt(overlap) * coefficient[H] / v0;
}

/* Exact: the relation of common/exact_hysteresis.h for the factor of v/speed. */
static double RestitutionOfHysteresis(const double *coefficient, double mass, double speed, bool no_pull)
{
  return GrExactRestitution(coefficient[H] * speed /
                            GrApproachAt(speed, coefficient[V_LOWEST], coefficient[V_HIGHEST]));
}

#define S20 "H. Safaeifar and A. Farshidianfar, Multibody Syst. Dyn. 50 (2020) 233, doi 10.1007/s11044-020-09732-2, "
#define TABLE S20 "Table 1 and eq. 39"
#define ALVES "J. Alves et al., Mech. Mach. Theory 85 (2015) 172, Table 1"

/* One law: its name, h as a function of e, the rows of its parameters, and its part of the card. */
#define LAW(NAME, FACTOR, PARAMETERS, SUMMARY, SOURCE, EQUATION, RETURNS)                                              \
  static const char *Prepare_##NAME(const GrLawPair *pair, const GrLawValue *value, double *coefficient)               \
  {                                                                                                                    \
    const double e = value[RESTITUTION].number;                                                                        \
    return PrepareHysteresis(pair, value, FACTOR, coefficient);                                                        \
  }                                                                                                                    \
  const GrLaw GrLaw_##NAME = {                                                                                         \
      .name = #NAME,                                                                                                   \
      .summary = SUMMARY,                                                                                              \
      .source = SOURCE,                                                                                                \
      .equation = "F = K d^(3/2) (1 + h v/v0)\n" EQUATION "\nK = 4/3 E sqrt(R); v0: overlap rate when the contact "    \
                  "closed\na free impact returns r, h (1 + r) = ln[(1 + h)/(1 - r h)]",                                \
      .range = GR_HERTZ_RANGE " Impacts one at a time, each with its own v0.",                                         \
      .defects = RETURNS " " GR_APPROACH_CARD ", and is damped accordingly: set speed_floor to the speeds that "       \
                         "matter. " GR_APPROACH_BOUND                                                                  \
                         ". It holds for free impacts, and in chains for contacts that touch at the start. If other "  \
                         "contacts press a contact to a larger overlap than its v0 would, it needs a time.step below " \
                         "m v0/(2 h K d^(3/2)).",                                                                      \
      .parameters = PARAMETERS,                                                                                        \
      .n_history = N_HISTORY,                                                                                          \
      .history = history,                                                                                              \
      .n_coefficients = N_COEFFICIENTS,                                                                                \
      .prepare = Prepare_##NAME,                                                                                       \
      .force = ForceOfHysteresis,                                                                                      \
      .energy = GrHertzEnergy,                                                                                         \
      .stiffness = GrHertzStiffness,                                                                                   \
      .damping = DampingOfHysteresis,                                                                                  \
      .restitution = RestitutionOfHysteresis,                                                                          \
  };

LAW(hunt_crossley, 1.5 * (1.0 - e), from_zero, "Hertz with hysteresis damping h = 3/2 (1 - e); for e near 1",
    "K. H. Hunt and F. R. E. Crossley, J. Appl. Mech. 42 (1975) 440; " TABLE, "h = 3/2 (1 - e)",
    "Returns more than e: 0.9 becomes 0.909, 0.7 becomes 0.768, 0.5 becomes 0.663.")

LAW(lankarani_nikravesh, 0.75 * (1.0 - e * e), from_zero,
    "Hertz with hysteresis damping h = 3/4 (1 - e^2); for e near 1",
    "H. M. Lankarani and P. E. Nikravesh, J. Mech. Des. 112 (1990) 369; " TABLE, "h = 3/4 (1 - e^2)",
    "Returns more than e: 0.9 becomes 0.913, 0.7 becomes 0.796, 0.5 becomes 0.725.")

LAW(flores, 1.6 * (1.0 - e) / e, above_zero, "Hertz with hysteresis damping h = 8/5 (1 - e)/e",
    "P. Flores, M. Machado, M. T. Silva and J. M. Martins, Multibody Syst. Dyn. 25 (2011) 357; " TABLE,
    "h = 8/5 (1 - e)/e", "Returns less than e: 0.9 becomes 0.894, 0.7 becomes 0.683, 0.5 becomes 0.470.")

LAW(gharib_hurmuzlu, 1.0 / e, above_zero, "Hertz with hysteresis damping h = 1/e; for small e only",
    "M. Gharib and Y. Hurmuzlu, J. Appl. Mech. 79 (2012) 064506; " TABLE, "h = 1/e",
    "Meant for small e, returns less for larger ones: 0.1 stays 0.1, 0.5 becomes 0.411, 0.9 becomes 0.567; damps even "
    "at e = 1, which becomes 0.594.")

LAW(hu_guo, 1.5 * (1.0 - e) / e, above_zero, "Hertz with hysteresis damping h = 3/2 (1 - e)/e",
    "S. Hu and X. Guo, Multibody Syst. Dyn. 35 (2015) 131; " TABLE, "h = 3/2 (1 - e)/e",
    "Returns about e, at worst 0.035 less: 0.9 stays 0.900, 0.5 becomes 0.488, 0.2 becomes 0.166.")

LAW(safaeifar_farshidianfar, 1.25 * (1.0 - e) / e, above_zero, "Hertz with hysteresis damping h = 5/4 (1 - e)/e",
    S20 "eqs. 59, 61 and 62", "h = 5/4 (1 - e)/e",
    "Returns more than e for large e, less for small: 0.9 becomes 0.915, 0.7 becomes 0.735, 0.5 becomes 0.536, 0.1 "
    "becomes 0.089.")

LAW(gonthier, (1.0 - e * e) / e, above_zero, "Hertz with hysteresis damping h = (1 - e^2)/e",
    "Y. Gonthier, J. McPhee, C. Lange and J.-C. Piedboeuf, Multibody Syst. Dyn. 11 (2004) 209; " ALVES,
    "h = (1 - e^2)/e, which approximates the h of zhang_sharf",
    "Returns less than e, at worst 0.033 less: 0.9 becomes 0.876, 0.7 becomes 0.670, 0.5 becomes 0.488, 0.1 becomes "
    "0.101. The source also gives the relation that zhang_sharf solves exactly.")

LAW(lee_wang, 0.75 * (1.0 - e), from_zero, "Hertz with hysteresis damping h = 3/4 (1 - e); for e near 1",
    "T. W. Lee and A. C. Wang, J. Mech. Transm. Autom. Des. 105 (1983) 534; " ALVES, "h = 3/4 (1 - e)",
    "Returns more than e, about half of the loss for e near 1: 0.9 becomes 0.952, 0.7 becomes 0.869, 0.5 becomes "
    "0.799.")

LAW(herbert_mcwhannell, 6.0 * (1.0 - e) / ((2.0 * e - 1.0) * (2.0 * e - 1.0) + 3.0), from_zero,
    "Hertz with hysteresis damping h = 6 (1 - e)/[(2 e - 1)^2 + 3]; for e near 1",
    "R. G. Herbert and D. C. McWhannell, J. Eng. Ind. 99 (1977) 513; " ALVES, "h = 6 (1 - e)/[(2 e - 1)^2 + 3]",
    "Returns more than e: 0.9 becomes 0.901, 0.7 becomes 0.723, 0.5 becomes 0.594.")

LAW(zhiying_qishao, 0.75 * (1.0 - e * e) * GrExp(2.0 * (1.0 - e)), from_zero,
    "Hertz with hysteresis damping h = 3/4 (1 - e^2) exp[2 (1 - e)]",
    "Z. Qin and Q. Lu, J. Dyn. Control 4 (2006) 294 (cited as Zhiying and Qishao); " ALVES,
    "h = 3/4 (1 - e^2) exp[2 (1 - e)]",
    "Returns less than e for large e, more for small: 0.9 becomes 0.896, 0.7 becomes 0.680, 0.5 becomes 0.483, 0.1 "
    "becomes 0.217.")

LAW(zhang_sharf, GrExactHysteresis(e), above_zero, "Hertz with hysteresis damping that returns its restitution exactly",
    "Y. Zhang and I. Sharf, ASME DETC2004-57220 (2004); " S20 "eq. 39",
    "h (1 + e) = ln[(1 + h)/(1 - e h)], solved for h > 0", "Returns e exactly in a free impact.")
