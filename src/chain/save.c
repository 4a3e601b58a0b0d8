/* save: beads on a line in a checkpoint, and from it.

   Table "beads", a row per bead in id order: displacement and velocity [m], [m/s], with rk the energy that the dashpot
   on the right of the bead has taken [J], with verlet the acceleration [m/s^2]. The displacement is kept, not the
   position, which would lose bits.
   If any motion is prescribed, work and power of the drives come with them.
   A chain that was brought to equilibrium has its reference positions with it, and the rest overlaps in "contacts".
   Table "contacts", a row per bead as well, for the contact on its right (the last row has none, and is zero):
   histories as the laws left them, power of the dashpots [W], and what dashpots and parted contacts have taken since
   the start [J].

   A contact across ranks is kept by both; the rank of its lower id writes it, both read it. */
#include "chain/equilibrium.h"

#include <granum/error.h>
#include <stdio.h>

static const char beads[] = "beads", contacts[] = "contacts";
static const GrBounds any_finite =
    GR_FINITE; /* all columns: what follows from a state that cannot be, the guard sees */

static const GrColumn StateColumns[GR_CHAIN_PARTS] = {
    {"displacement", GR_REAL, 1, "m", "displacement from the reference position"},
    {"velocity", GR_REAL, 1, "m s-1", "velocity"},
    {"dissipated", GR_REAL, 1, "J", "energy taken by the dashpot on the right of the bead since the start"},
    {"drive_work", GR_REAL, 1, "J", "work of the bead's drive on the contacts since the start"}};
static const GrColumn drive_power = {"drive_power", GR_REAL, 1, "W", "power of the bead's drive"};
static const GrColumn reference = {"reference", GR_REAL, 1, "m", "position at zero displacement"};
static const GrColumn acceleration = {"acceleration", GR_REAL, 1, "m s-2", "acceleration at the state"};

/* An array of the contacts, [n + 1], as a column. */
typedef struct {
  GrColumn column;
  char name[32];
  double *values;
} ContactColumn;

enum { CONTACT_COLUMNS = 2 * GR_LAW_HISTORY_MAX + 4 };

static void AddContactColumn(ContactColumn list[], int *n, const char *name, const char *unit, const char *description,
                             double *values)
{
  ContactColumn *c = &list[*n];

  if (!values)
    return;
  snprintf(c->name, sizeof(c->name), "%s", name);
  c->column = (GrColumn){c->name, GR_REAL, 1, unit, description};
  c->values = values;
  (*n)++;
}

/* What the contacts of the world have; every rank lists the same. */
static int ListContactColumns(const GrChainContacts *c, ContactColumn list[CONTACT_COLUMNS])
{
  char name[32];
  int n = 0;

  for (int k = 0; k < c->n_history; k++) {
    snprintf(name, sizeof(name), "history%d", k);
    AddContactColumn(list, &n, name, "1",
                     "history of the laws, first that of the normal law, then that of the adhesion",
                     c->history[c->committed][k]);
  }
  AddContactColumn(list, &n, "power", "W", "power of the dashpots", c->power[c->committed]);
  AddContactColumn(list, &n, "viscous", "J", "energy taken by the dashpots since the start", c->viscous);
  AddContactColumn(list, &n, "plastic", "J", "plastic work of contacts that have separated since the start",
                   c->plastic);
  AddContactColumn(list, &n, "rest_overlap", "m", "overlap at zero displacement", c->rest);
  return n;
}

/* Is the work of drives in the ledger, and no part of the state? The same on all ranks. */
static PetscBool KeepsWork(GrWorld w)
{
  return (PetscBool)(w->chain->drives.work && !w->the_case->time.integrator->integrates_work);
}

PetscErrorCode GrChainSave(GrWorld w, const double *u, GrCheckpoint file)
{
  const GrChain l = w->chain;
  const PetscInt n = l->particles.n;
  const GrRows rows = l->particles.rows;
  ContactColumn list[CONTACT_COLUMNS];
  const int n_list = ListContactColumns(&l->contacts, list);

  PetscFunctionBeginUser;
  for (int k = 0; k < GrChainParts(w->the_case); k++)
    PetscCall(GrCheckpointPutColumn(file, beads, &StateColumns[k], rows, u + k * n));
  if (w->the_case->time.integrator->carries_acceleration)
    PetscCall(GrCheckpointPutColumn(file, beads, &acceleration, rows, l->acceleration));
  if (KeepsWork(w)) {
    PetscCall(GrCheckpointPutColumn(file, beads, &StateColumns[GR_CHAIN_PARTS - 1], rows, l->drives.work));
    PetscCall(GrCheckpointPutColumn(file, beads, &drive_power, rows, l->drives.power));
  }
  if (l->contacts.rest)
    PetscCall(GrCheckpointPutColumn(file, beads, &reference, rows, l->particles.reference));
  for (int k = 0; k < n_list; k++)
    PetscCall(GrCheckpointPutColumn(file, contacts, &list[k].column, rows, list[k].values + 1));
  PetscFunctionReturn(0);
}

/* Slots 0 to n; slot 0 of the first rank is no contact. */
static PetscErrorCode RestoreContacts(GrChainContacts *c, GrRows rows, GrCheckpoint file)
{
  const PetscInt left = rows.count > 0 && rows.first > 0 ? 1 : 0;
  const GrRows slots = {rows.total, rows.first - left, rows.count + left};
  ContactColumn list[CONTACT_COLUMNS];
  const int n_list = ListContactColumns(c, list);

  PetscFunctionBeginUser;
  for (int k = 0; k < n_list; k++)
    PetscCall(GrCheckpointGetColumn(file, contacts, &list[k].column, &any_finite, slots, list[k].values + 1 - left));
  for (PetscInt k = 0; k < c->n_blocks; k++) /* zeros do no harm: they are taken for what a contact left behind */
    c->block[k].acting[c->committed] = PETSC_TRUE;
  PetscFunctionReturn(0);
}

PetscErrorCode GrChainRestore(GrWorld w, GrCheckpoint file)
{
  GrChain l = w->chain;
  const PetscInt n = l->particles.n;
  const GrRows rows = l->particles.rows;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(GrChainParts(w->the_case) * n + 1, &l->restored)); /* not NULL without beads either */
  for (int k = 0; k < GrChainParts(w->the_case); k++)
    PetscCall(GrCheckpointGetColumn(file, beads, &StateColumns[k], &any_finite, rows, l->restored + k * n));
  if (w->the_case->time.integrator->carries_acceleration)
    PetscCall(GrCheckpointGetColumn(file, beads, &acceleration, &any_finite, rows, l->acceleration));
  if (KeepsWork(w)) {
    PetscCall(GrCheckpointGetColumn(file, beads, &StateColumns[GR_CHAIN_PARTS - 1], &any_finite, rows, l->drives.work));
    PetscCall(GrCheckpointGetColumn(file, beads, &drive_power, &any_finite, rows, l->drives.power));
  }
  PetscCall(RestoreContacts(&l->contacts, rows, file));
  if (l->contacts.rest) {
    PetscCall(GrCheckpointGetColumn(file, beads, &reference, &any_finite, rows, l->particles.reference));
    PetscCall(GrEquilibriumPairTypes(w));
  }
  l->contacts.time = w->committed_time;
  PetscFunctionReturn(0);
}

int GrChainSavedNumbers(GrWorld w)
{
  ContactColumn list[CONTACT_COLUMNS];
  int n = GrChainParts(w->the_case) + ListContactColumns(&w->chain->contacts, list) + (w->chain->contacts.rest ? 1 : 0);

  if (w->the_case->time.integrator->carries_acceleration)
    n++;
  return KeepsWork(w) ? n + 2 : n;
}
