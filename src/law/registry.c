/* The table of laws.

   To add one: write src/law/NAME.c that defines `const GrLaw GrLaw_NAME`, declare it in registry.h, add its row below,
   and add its inputs to tests/unit/test_laws.c if the general tests there need other values than those of the card's
   example. */
#include "law/registry.h"
#include <string.h>

enum { EXTERNAL_MAX = 64, NAME_MAX_LENGTH = 64 };

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
    &GrLaw_reversible,
    &GrLaw_jump_in,
    &GrLaw_mindlin,
    &GrLaw_linear_spring,
    &GrLaw_hertz_history,
    &GrLaw_coulomb_smooth,
    &GrLaw_rolling_spring,
    &GrLaw_twisting_spring,
};
enum { N_LAWS = sizeof laws / sizeof *laws };

static const GrLaw *external[EXTERNAL_MAX];
static int n_external;

const GrLaw *GrLawAt(int index)
{
  if (index < 0 || index >= N_LAWS + n_external)
    return NULL;
  return index < N_LAWS ? laws[index] : external[index - N_LAWS];
}

const GrLaw *GrLawFind(const char *name)
{
  const GrLaw *law;
  for (int i = 0; (law = GrLawAt(i)); i++)
    if (!strcmp(law->name, name))
      return law;
  return NULL;
}

static bool Complete(const GrLaw *law)
{
  int n = 0;
  if (!law->name || !law->parameters || !law->prepare || !law->stiffness)
    return false;
  if (law->kind >= GR_LAW_TANGENTIAL ? !law->slide : !law->force || !law->energy)
    return false;
  if (law->kind == GR_LAW_ADHESION && !law->reach)
    return false;
  while (law->parameters[n].name)
    n++;
  return n <= GR_LAW_PARAMETERS_MAX && law->n_history <= GR_LAW_HISTORY_MAX &&
         law->n_coefficients <= GR_LAW_COEFFICIENTS_MAX && strlen(law->name) < NAME_MAX_LENGTH;
}

int GrLawRegister(const GrLaw *law)
{
  if (!Complete(law) || n_external == EXTERNAL_MAX || GrLawFind(law->name))
    return 1;
  external[n_external++] = law;
  return 0;
}

/* Edit distance (insert, delete, replace: 1 each) of two words, the second shorter than NAME_MAX_LENGTH. */
static int Distance(const char *a, const char *b)
{
  int row[NAME_MAX_LENGTH + 1], n = (int)strlen(b);
  for (int j = 0; j <= n; j++)
    row[j] = j;
  for (int i = 1; a[i - 1]; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= n; j++) {
      int best = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      if (row[j] + 1 < best)
        best = row[j] + 1;
      if (row[j - 1] + 1 < best)
        best = row[j - 1] + 1;
      row[j] = best;
    }
  }
  return row[n];
}

const char *GrLawNearest(const char *name)
{
  const GrLaw *law;
  const char *nearest = NULL;
  int smallest = 2 + (int)strlen(name) / 3; /* beyond that a suggestion is a guess */
  for (int i = 0; (law = GrLawAt(i)); i++) {
    int distance = Distance(name, law->name);
    if (distance < smallest) {
      smallest = distance;
      nearest = law->name;
    }
  }
  return nearest;
}
