/* Hints for words of LAMMPS and of LIGGGHTS, which descends from it; see card.h. Source: documentation of LAMMPS,
   pair_style granular and gran/hooke; documentation of LIGGGHTS, rolling_friction. */
#include "law/card/card.h"

#include <stddef.h>
#include <string.h>

static const struct {
  const char *word, *hint;
} words[] = {
    {"hooke", "write normal: {law: linear, stiffness: k} with restitution, viscosity or viscosity_per_mass"},
    {"hooke/history", "write normal: {law: linear, stiffness: k_n, viscosity_per_mass: g} and tangential: {law: "
                      "linear_spring, stiffness: k_t, friction: mu, slider: total}"},
    {"hertz/material", "write normal: {law: tsuji, restitution: e, coefficient: polynomial} for damping tsuji, {law: "
                       "kuwabara_kono, damping: g} for viscoelastic; the materials have youngs_modulus, poisson_ratio"},
    {"hertz/history", "write normal: {law: kuwabara_kono, ...} and tangential: {law: hertz_history, ...}; `granum laws "
                      "hertz_history` gives their parameters"},
    {"dmt", "write normal: {law: kuwabara_kono, damping: g} and adhesion: {law: dmt, work_of_adhesion: 2 gamma} with "
            "the surface energy gamma of LAMMPS"},
    {"jkr", "write normal: {law: jkr, work_of_adhesion: 2 gamma, damping: g, pull_off: largest_pull} with the surface "
            "energy gamma of LAMMPS, without adhesion"},
    {"epa_nonlinear", "write normal: {law: eepa, plasticity_ratio: lambda_p, k_adh: k_c R^(m - 1), f0: f_0, exponent: "
                      "m} with tension: allow, for equal exponents m and n of LAMMPS"},
    {"linear_history", "write tangential: {law: linear_spring, stiffness: k, friction: mu, damping: x, slider: total}"},
    {"linear_nohistory", "write tangential: {law: coulomb_smooth, friction: mu, v_lo: 0, v_hi: v}, whose force grows "
                         "with the slip speed up to v"},
    {"mindlin/force", "write tangential: {law: mindlin, friction: mu, damping: x, area: force, slider: total}"},
    {"mindlin_rescale", "write tangential: {law: mindlin, friction: mu, damping: x, area: rescale, slider: total}"},
    {"mindlin_rescale/force",
     "write tangential: {law: mindlin, friction: mu, damping: x, area: thornton, slider: total}"},
    {"sds", "write rolling: {law: rolling_spring, ...} or twisting: {law: twisting_spring, ...}, each with stiffness, "
            "friction, viscosity and slider: total"},
    {"cdt", "write rolling: {law: rolling_constant, friction: mu}"},
    {"epsd", "write rolling: {law: rolling_epsd, friction: mu, damping_ratio: z}"},
    {"epsd2", "write rolling: {law: rolling_spring, stiffness: k_t, friction: mu} with the stiffness of sliding"},
    {"velocity", "write normal: {law: linear, stiffness: k, viscosity: c}"},
    {"mass_velocity", "write normal: {law: linear, stiffness: k, viscosity_per_mass: g}"},
    {"viscoelastic", "write normal: {law: kuwabara_kono, damping: g}, or {law: jkr, work_of_adhesion: w, damping: g}"},
    {"coeff_restitution",
     "write normal: {law: tsuji, restitution: e, coefficient: published}, with hooke {law: linear, ...}"},
    {"marshall", "write twisting: {law: marshall, friction: mu, damping: x, slider: total}"},
    {"limit_damping", "write tension: clip in the contact rule; it is the default in assemblies and chains"},
};

const char *GrLawLammps(const char *word)
{
  const char *name = strncmp(word, "gran/", 5) == 0 ? word + 5 : word;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strcmp(name, words[i].word) == 0)
      return words[i].hint;
  return NULL;
}
