/* List of all contact laws. To add a law, write src/law/NAME.c, which defines `const GrLaw GrLaw_NAME`, and add NAME to
   the list GR_LAWS. The general tests in tests/unit/test_laws.c use the example values of the law card. If they need
   other values for the new law, add these values there. */
#ifndef GRANUM_LAW_REGISTRY_H
#define GRANUM_LAW_REGISTRY_H

#include <granum/law.h>

/* The laws in the order in which `granum laws` prints them. */
#define GR_LAWS(ROW)                                                                                                   \
  ROW(hertz), ROW(linear), ROW(tsuji), ROW(ma_liu), ROW(kelvin_voigt_elastoplastic), ROW(hunt_crossley),               \
      ROW(lankarani_nikravesh), ROW(flores), ROW(gharib_hurmuzlu), ROW(hu_guo), ROW(safaeifar_farshidianfar),          \
      ROW(gonthier), ROW(lee_wang), ROW(herbert_mcwhannell), ROW(zhiying_qishao), ROW(zhang_sharf),                    \
      ROW(marhefka_orin), ROW(jankowski), ROW(lichtensteiger), ROW(kuwabara_kono), ROW(newtonian_dashpot),             \
      ROW(hertz_dashpot), ROW(power_law), ROW(walton_braun), ROW(luding), ROW(eepa), ROW(compliant_dashpot), ROW(jkr), \
      ROW(maugis_dugdale), ROW(thornton_ning), ROW(reversible), ROW(jump_in), ROW(dmt), ROW(capillary_bridge),         \
      ROW(mindlin), ROW(partial_slip), ROW(linear_spring), ROW(hertz_history), ROW(coulomb_smooth),                    \
      ROW(rolling_spring), ROW(rolling_constant), ROW(rolling_viscous), ROW(rolling_epsd), ROW(twisting_spring),       \
      ROW(twisting_constant), ROW(twisting_viscous), ROW(marshall), ROW(beam)
#define GR_LAWS_NAME(name) GrLaw_##name
extern const GrLaw GR_LAWS(GR_LAWS_NAME);

/* Returns why GrLawRegister refused a law last, and its name; NULL: it has refused none. */
const char *GrLawRefused(const char **name);

/* A law without force. It cannot be selected in an input file (law/nothing.c). */
extern const GrLaw GrLaw_nothing;

#endif
