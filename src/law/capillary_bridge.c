/* Capillary bridge: a liquid between two spheres that pulls from the first touch until it breaks.

   F = -f                               d > 0
   F = -f [1 - H/sqrt(H^2 + h^2)]       0 <= H < H_c,  H = -d, if the bridge exists: after a touch
   F = 0                                H >= H_c, and before a touch
   f = 2 pi R' g cos t,  h^2 = 2 V/(pi R'),  H_c = (1 + t/2) V^(1/3),  R' = 2 R1 R2/(R1 + R2)
     d overlap [m];  H distance of the surfaces [m];  g surface tension [N/m];  t contact angle [rad];  V volume of the
     bridge [m^3];  R' radius of two equal spheres that replace the pair (for a plane, twice the radius of the
     sphere) [m]
   Source: Y. I. Rabinovich, M. S. Esayanur and B. M. Moudgil, Langmuir 21 (2005) 10992, without their immersion depth
   and their term of the wetted surface, as corrected by P. Lambert et al., J. Adhesion Sci. Technol. 22 (2008) 643;
   rupture: G. Lian, C. Thornton and M. J. Adams, J. Colloid Interface Sci. 161 (1993) 138; unequal spheres: Derjaguin's
   approximation.
   Valid: V much smaller than R'^3, so that the bridge is a thin cylinder between parabolas; no gravity in the liquid;
   slow motion (no viscous force). Two bridges never merge.
   History: whether the bridge exists.  Energy: recoverable -f [b(H) - b(H_c)], b = sqrt(H^2 + h^2) - H, and -f [d + h -
   b(H_c)] in contact; it is 0 at the distance H_c at which the bridge breaks. A touch creates the bridge and releases
   the energy W = f [h - b(H_c)], which is added to the consumed energy. The rupture needs the work W, so a bridge
   dissipates W.
   Limits: the liquid volume is not conserved: every touch creates a bridge of volume V, and rupture returns none. */
#include "base/math/sine.h"
#include "law/adhesion.h"
#include "law/loop.h"

enum { TENSION, ANGLE, VOLUME, VOLUME_RATIO, N_PARAMETERS };
enum { PULL, NECK_SQUARE, REACH = GR_LINE_REACH, AT_RUPTURE, N_COEFFICIENTS };
enum { BRIDGED, N_HISTORY };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [TENSION] = {"surface_tension", "N/m", NULL, ABOVE_ZERO, NULL, "g of the liquid; water: 0.072", 0.072},
    [ANGLE] = {"contact_angle", "rad", NULL, 0, 1.5, false, false, "0",
               "t of the liquid on the spheres, for example 20 deg", 0},
    [VOLUME] = {"volume", "m^3", NULL, ABOVE_ZERO, "", "V of every bridge, instead of volume_ratio", 0},
    [VOLUME_RATIO] = {"volume_ratio", "1", NULL, 0, 1, true, false, "",
                      "V over the volume of a sphere of radius R'; if volume is omitted as well: 0.001", 0},
};

static const GrLawHistory history[N_HISTORY] = {
    {"bridged", "1", "1 from the touch that made the bridge until it breaks"},
};

static const char *PrepareCapillaryBridge(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  const double radius = 2.0 * pair->radius, angle = value[ANGLE].number;
  const double ratio = value[VOLUME_RATIO].given ? value[VOLUME_RATIO].number : 1e-3;
  const double sphere = 4.0 / 3.0 * GR_PI * (radius * radius * radius);
  const double volume = value[VOLUME].given ? value[VOLUME].number : ratio * sphere;
  double sine, cosine;
  if (value[VOLUME].given && value[VOLUME_RATIO].given)
    return "volume and volume_ratio both say how much liquid a bridge has; keep one of the two";
  if (!(volume <= sphere))
    return "the bridge is larger than the spheres it joins; write a volume far below theirs";
  GrSineCosine(angle, &sine, &cosine);
  coefficient[PULL] = 2.0 * GR_PI * radius * value[TENSION].number * cosine;
  coefficient[NECK_SQUARE] = 2.0 * volume / (GR_PI * radius);
  coefficient[REACH] = (1.0 + 0.5 * angle) * GrCbrt(volume);
  coefficient[AT_RUPTURE] =
      sqrt(coefficient[REACH] * coefficient[REACH] + coefficient[NECK_SQUARE]) - coefficient[REACH];
  if (!(coefficient[NECK_SQUARE] > 0) || !(coefficient[REACH] > 0))
    return "the volume is zero in double precision; write a larger one";
  return NULL;
}

GR_INLINE GrLawParts PartsOfCapillaryBridge(const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient;
  const double d = batch->overlap[i], gap = d > 0.0 ? 0.0 : -d;
  const double bridged = GrLineFollowTouch(c[REACH][i], batch->history[BRIDGED][i], d);
  batch->trial[BRIDGED][i] = bridged;
  return (GrLawParts){bridged * (c[PULL][i] * (gap / sqrt(gap * gap + c[NECK_SQUARE][i]) - 1.0)),
                      GrMarkNan(batch->rate[i]), 0, 0};
}

GR_LAW_FORCE(CapillaryBridge)

GR_INLINE GrLawEnergies EnergiesOfCapillaryBridge(const GrLawBatch *batch, int i)
{
  const double *const *c = batch->coefficient;
  const double d = batch->overlap[i], neck = c[NECK_SQUARE][i], reach = c[REACH][i], end = c[AT_RUPTURE][i];
  const double apart = d > 0.0 ? 0.0 : -d, gap = apart < reach ? apart : reach;
  const double along = sqrt(gap * gap + neck) - gap + (d > 0.0 ? d : 0.0) - end;
  const double bridged = batch->trial[BRIDGED][i], pull = c[PULL][i];
  return (GrLawEnergies){0.0 - bridged * (pull * along), bridged * (pull * (sqrt(neck) - end))};
}

GR_LAW_ENERGY(CapillaryBridge)

/* The slope where the spheres just touch, f/h. */
static double StiffnessOfCapillaryBridge(const double *coefficient, double overlap)
{
  return coefficient[PULL] / sqrt(coefficient[NECK_SQUARE]);
}

const GrLaw GrLaw_capillary_bridge = {
    .name = "capillary_bridge",
    .kind = GR_LAW_ADHESION,
    .summary = "adhesion by a liquid bridge that forms at a touch and breaks at a distance",
    .source = "Y. I. Rabinovich, M. S. Esayanur and B. M. Moudgil, Langmuir 21 (2005) 10992, as corrected by P. "
              "Lambert et al., J. Adhesion Sci. Technol. 22 (2008) 643; rupture: G. Lian, C. Thornton and M. J. Adams, "
              "J. Colloid Interface Sci. 161 (1993) 138",
    .equation = "before a touch (d <= 0):        F = 0\n"
                "in contact (d > 0):             F = -f, f = 2 pi R' g cos t, added to the normal law\n"
                "then, at a distance H = -d:     F = -f [1 - H/sqrt(H^2 + h^2)], h^2 = 2 V/(pi R')\n"
                "broken (H >= H_c):              F = 0, H_c = (1 + t/2) V^(1/3), and the touch is forgotten\n"
                "stored energy: -f [b(H) - b(H_c)], b = sqrt(H^2 + h^2) - H; consumed by the touch: f [h - b(H_c)]\n"
                "R' = 2 R1 R2/(R1 + R2), the radius of equal spheres; on a plane twice that of the sphere",
    .range = "V far below R'^3 (volume_ratio up to some 0.01), distances below H_c; slow motion, no gravity in the "
             "liquid. Give volume if all bridges have the same volume, or volume_ratio if it grows with the spheres.",
    .defects = "The force jumps by f at the touch and to 0 where the bridge breaks. In chains an integrator of fixed "
               "step h errs there by up to f v h in energy; in assemblies the jumps are corrected. The amount of "
               "liquid is not conserved: each touch creates a "
               "bridge of volume V. The second term of eq. 19, which pulls by the rim of the bridge, is omitted, "
               "because it counts the same force twice. tension: clip acts on the normal law only.",
    GR_LAW_ROWS_AND_HISTORY,
    .prepare = PrepareCapillaryBridge,
    .force = ForceOfCapillaryBridge,
    .energy = EnergyOfCapillaryBridge,
    .stiffness = StiffnessOfCapillaryBridge,
    .jumps = true,
    .reach = GrLineReach,
};
