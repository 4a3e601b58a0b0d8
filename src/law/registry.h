/* The laws of the library; each is defined in the file of its name. */
#ifndef GRANUM_LAW_REGISTRY_H
#define GRANUM_LAW_REGISTRY_H

#include <granum/law.h>

extern const GrLaw GrLaw_hertz, GrLaw_linear, GrLaw_tsuji, GrLaw_ma_liu, GrLaw_kelvin_voigt_elastoplastic,
    GrLaw_hunt_crossley, GrLaw_lankarani_nikravesh, GrLaw_flores, GrLaw_gharib_hurmuzlu, GrLaw_hu_guo,
    GrLaw_safaeifar_farshidianfar, GrLaw_zhang_sharf, GrLaw_jankowski, GrLaw_lichtensteiger, GrLaw_kuwabara_kono,
    GrLaw_newtonian_dashpot, GrLaw_walton_braun, GrLaw_luding, GrLaw_compliant_dashpot, GrLaw_jkr, GrLaw_thornton_ning,
    GrLaw_reversible, GrLaw_jump_in, GrLaw_dmt, GrLaw_capillary_bridge, GrLaw_mindlin, GrLaw_partial_slip,
    GrLaw_linear_spring, GrLaw_hertz_history, GrLaw_coulomb_smooth, GrLaw_rolling_spring, GrLaw_twisting_spring,
    GrLaw_marshall, GrLaw_beam;

/* A law without force, which the input cannot name (law/nothing.c). */
extern const GrLaw GrLaw_nothing;

#endif
