/* The laws of the library; each is defined in the file of its name. */
#ifndef GRANUM_LAW_REGISTRY_H
#define GRANUM_LAW_REGISTRY_H

#include <granum/law.h>

extern const GrLaw GrLaw_hertz;
extern const GrLaw GrLaw_linear;
extern const GrLaw GrLaw_tsuji;
extern const GrLaw GrLaw_hunt_crossley;
extern const GrLaw GrLaw_lankarani_nikravesh;
extern const GrLaw GrLaw_flores;
extern const GrLaw GrLaw_gharib_hurmuzlu;
extern const GrLaw GrLaw_hu_guo;
extern const GrLaw GrLaw_safaeifar_farshidianfar;
extern const GrLaw GrLaw_zhang_sharf;
extern const GrLaw GrLaw_jankowski;
extern const GrLaw GrLaw_lichtensteiger;
extern const GrLaw GrLaw_kuwabara_kono;
extern const GrLaw GrLaw_newtonian_dashpot;
extern const GrLaw GrLaw_ma_liu;
extern const GrLaw GrLaw_kelvin_voigt_elastoplastic;
extern const GrLaw GrLaw_walton_braun;
extern const GrLaw GrLaw_luding;
extern const GrLaw GrLaw_compliant_dashpot;
extern const GrLaw GrLaw_jkr;
extern const GrLaw GrLaw_thornton_ning;
extern const GrLaw GrLaw_reversible;
extern const GrLaw GrLaw_jump_in;
extern const GrLaw GrLaw_dmt;
extern const GrLaw GrLaw_capillary_bridge;
extern const GrLaw GrLaw_mindlin;
extern const GrLaw GrLaw_partial_slip;
extern const GrLaw GrLaw_linear_spring;
extern const GrLaw GrLaw_hertz_history;
extern const GrLaw GrLaw_coulomb_smooth;
extern const GrLaw GrLaw_rolling_spring;
extern const GrLaw GrLaw_twisting_spring;
extern const GrLaw GrLaw_marshall;
extern const GrLaw GrLaw_beam;

/* A law without force, which is not in the table; see law/nothing.c. */
extern const GrLaw GrLaw_nothing;

#endif
