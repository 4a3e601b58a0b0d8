/* The table of laws.

   To add a law: write src/law/NAME.c that defines `const GrLaw GrLaw_NAME`, declare it in registry.h, add its row
   below, and add its inputs to tests/unit/test_laws.c if the general tests there need other values than the example of
   the card. */
#include "law/registry.h"

#include "base/math/nearest.h"
#include "base/registry.h"
#include <string.h>

static const GrLaw *const laws[] = {
    &GrLaw_hertz,
    &GrLaw_linear,
    &GrLaw_tsuji,
    &GrLaw_ma_liu,
    &GrLaw_kelvin_voigt_elastoplastic,
    &GrLaw_hunt_crossley,
    &GrLaw_lankarani_nikravesh,
    &GrLaw_flores,
    &GrLaw_gharib_hurmuzlu,
    &GrLaw_hu_guo,
    &GrLaw_safaeifar_farshidianfar,
    &GrLaw_zhang_sharf,
    &GrLaw_jankowski,
    &GrLaw_lichtensteiger,
    &GrLaw_kuwabara_kono,
    &GrLaw_newtonian_dashpot,
    &GrLaw_walton_braun,
    &GrLaw_luding,
    &GrLaw_compliant_dashpot,
    &GrLaw_jkr,
    &GrLaw_thornton_ning,
    &GrLaw_reversible,
    &GrLaw_jump_in,
    &GrLaw_dmt,
    &GrLaw_capillary_bridge,
    &GrLaw_mindlin,
    &GrLaw_partial_slip,
    &GrLaw_linear_spring,
    &GrLaw_hertz_history,
    &GrLaw_coulomb_smooth,
    &GrLaw_rolling_spring,
    &GrLaw_twisting_spring,
    &GrLaw_marshall,
    &GrLaw_beam,
};
static GrRegistry registry = {.own = (const void *const *)laws, .n_own = sizeof laws / sizeof *laws};

const GrLaw *GrLawAt(int index)
{
  return GrRegistryAt(&registry, index);
}

const GrLaw *GrLawFind(const char *name)
{
  return GrRegistryFind(&registry, name);
}

int GrLawHistoryFind(const GrLaw *law, const char *name)
{
  for (int k = 0; k < law->n_history; k++)
    if (strcmp(law->history[k].name, name) == 0)
      return k;
  return -1;
}

static bool IsComplete(const GrLaw *law)
{
  int n = 0;
  if (!law->parameters || !law->prepare || !law->stiffness)
    return false;
  if (law->kind == GR_LAW_BOND         ? !law->hold || law->n_history <= GR_BOND_LOST
      : law->kind >= GR_LAW_TANGENTIAL ? !law->slide
                                       : !law->force || !law->energy)
    return false;
  if ((law->kind == GR_LAW_ADHESION || law->kind == GR_LAW_BOND) && !law->reach)
    return false;
  while (law->parameters[n].name)
    n++;
  return n <= GR_LAW_PARAMETERS_MAX && law->n_history <= GR_LAW_HISTORY_MAX &&
         law->n_coefficients <= GR_LAW_COEFFICIENTS_MAX;
}

int GrLawRegister(const GrLaw *law)
{
  return IsComplete(law) && GrRegistryAdd(&registry, law) ? 0 : 1;
}

const char *GrLawNearest(const char *name)
{
  GrNearest nearest = GrNearestBegin(name);
  const GrLaw *law;
  for (int i = 0; (law = GrLawAt(i)); i++)
    GrNearestTry(&nearest, law->name);
  return nearest.best;
}
