/* Adhesion of hard spheres after Derjaguin, Muller and Toporov: the attraction acts outside the contact and does
   not change the Hertzian force.

   F = -2 pi w R              d > 0
   F = -2 pi w R (1 + d/h)    -h < d <= 0
   F = 0                      d <= -h
   Without h, the limit h -> 0: F = -2 pi w R for d > 0, F = 0 else
     d overlap [m], < 0 at a distance;  w work of adhesion [J/m^2];  R = R1 R2/(R1 + R2) [m];  h range [m]
   Source: B. V. Derjaguin, V. M. Muller and Yu. P. Toporov, J. Colloid Interface Sci. 53 (1975) 314; at a distance:
   Derjaguin's approximation, F = -2 pi R W(-d), B. V. Derjaguin, Kolloid-Z. 69 (1934) 155, with the energy
   W = w (1 + d/h) of two flat surfaces that attract each other by the constant stress w/h, D. S. Dugdale, J. Mech.
   Phys. Solids 8 (1960) 100.
   Valid: small, stiff spheres: mu = (R w^2/(E^2 h^3))^(1/3) < 0.1 (D. Tabor, J. Colloid Interface Sci. 58 (1977) 2),
   1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2; jkr where mu > 5.
   History: none.  Energy: recoverable -2 pi w R (d + h/2) in contact and -pi w R (d + h)^2/h at a distance.
   Limits: not smooth at d = 0 and d = -h. The law dissipates no energy, so bodies stick only by the damping or the
   plasticity of the normal law. */
#include "law/adhesion.h"

#include "base/math/elementary.h"
#include "law/rows.h"

enum { WORK, RANGE, N_PARAMETERS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [WORK] = {"work_of_adhesion", "J/m^2", NULL, ABOVE_ZERO, NULL,
              "w: energy to separate a unit area of the two surfaces, g1 + g2 - g12; for equal bodies twice the "
              "surface energy",
              0.05},
    [RANGE] = {"range", "m", NULL, ABOVE_ZERO, "",
               "h: distance at which the attraction ends; w over the largest attractive stress, some 0.1 to 1 nm, or "
               "longer so that a step resolves it; if omitted: the attraction acts in contact only, as in LAMMPS",
               1e-9},
};

static const char *PrepareDmt(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const double pull = 2.0 * GR_PI * value[WORK].number * pair->radius;
  if (!value[RANGE].given) {
    coefficient[GR_LINE_FORCE] = pull;
    coefficient[GR_LINE_SLOPE] = coefficient[GR_LINE_REACH] = 0.0;
    return NULL;
  }
  GrLinePrepare(pull, pull / value[RANGE].number, coefficient);
  if (!(coefficient[GR_LINE_REACH] > 0) || isinf(coefficient[GR_LINE_REACH]))
    return "the pull over the range is zero or infinite in double precision; write a larger work_of_adhesion or range";
  return NULL;
}

const GrLaw GrLaw_dmt = {
    .name = "dmt",
    .kind = GR_LAW_ADHESION,
    .summary = "adhesion of small stiff spheres: pull-off at 2 pi w R",
    .source =
        "B. V. Derjaguin, V. M. Muller and Yu. P. Toporov, J. Colloid Interface Sci. 53 (1975) 314; at a distance: B. "
        "V. Derjaguin, Kolloid-Z. 69 (1934) 155 with the stress of D. S. Dugdale, J. Mech. Phys. Solids 8 (1960) 100",
    .equation = "in contact (d > 0):           F = -2 pi w R, added to the normal law\n"
                "at a distance (-h < d <= 0):  F = -2 pi w R (1 + d/h)\n"
                "beyond (d <= -h):             F = 0\n"
                "stored energy:                -2 pi w R (d + h/2) in contact, -pi w R (d + h)^2/h at a distance\n"
                "without range:                F = -2 pi w R in contact, else 0; stored energy -2 pi w R d\n"
                "R = R1 R2/(R1 + R2); w = g1 + g2 - g12 of the surface energies g",
    .range = "small, stiff spheres: (R w^2/(E^2 h^3))^(1/3) below 0.1, 1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2; above 5 "
             "the law jkr holds. The normal law should be Hertz's, with or without damping. Pull-off at d = 0 with 2 "
             "pi w R; a sphere of this law and Hertz's spring rests at d = (2 pi w R/K)^(2/3). Without range, with "
             "hertz or kuwabara_kono, it is the normal model dmt of LAMMPS' pair style granular, whose gamma is w/2.",
    .defects = "The force is not smooth at d = 0 and d = -h; without range it jumps by 2 pi w R at d = 0. In "
               "chains an integrator of fixed step h errs there by up to 2 pi w R v h in energy; in assemblies the "
               "jump is corrected. The law dissipates no energy: "
               "bodies stick only if another law dissipates energy. tension: clip acts on the normal law only.",
    .parameters = parameters,
    .n_coefficients = GR_LINE_COEFFICIENTS,
    .prepare = PrepareDmt,
    .force = GrLineForce,
    .energy = GrLineEnergy,
    .stiffness = GrLineStiffness,
    .jumps = true,
    .reach = GrLineReach,
};
