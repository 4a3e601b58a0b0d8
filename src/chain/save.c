/* Saves a chain to a checkpoint, and restores it.

   The table "beads" has a row per bead, in the order of the ids: displacement [m] and velocity [m/s]. With `rk` it also
   has the work of the dashpot on the right of the bead [J], with `verlet` the acceleration [m/s^2]. If a motion is
   prescribed, work and power of the motion follow. After a static equilibrium the reference positions follow. The
   displacement is saved, because the position would lose bits. The table "contacts" has a row per bead for the contact
   on its right; the last row is zero. A row has the histories of the laws, the power of the dashpots [W], their work
   [J] and the plastic work of separated contacts since the start [J]. After a static equilibrium it also has the rest
   overlap.

   A contact between two ranks has its history on both ranks. The rank that owns the bead with the lower id writes it;
   both ranks read it. */
#include "chain/chain.h"

#include <granum/error.h>
#include <stdio.h>

static const char beads[] = "beads", contacts[] = "contacts";
static const GrBounds any_finite = GR_FINITE; /* for all columns; the stability check finds impossible states */

static const GrColumn StateColumns[GR_CHAIN_PARTS] = {
    {"displacement", GR_REAL, 1, "m", "displacement from the reference position"},
    {"velocity", GR_REAL, 1, "m s-1", "velocity"},
    {"dissipated", GR_REAL, 1, "J", "work of the dashpot on the right of the bead since the start"},
    {"drive_work", GR_REAL, 1, "J", "work of the bead's drive on the contacts since the start"}};
#define COLUMN(name, unit, description) ((GrColumn){name, GR_REAL, 1, unit, description})

/* A column of the checkpoint and its array: [n] of the beads, or [n + 1] of the slots of the contacts. */
typedef struct {
  const char *table;
  GrColumn column;
  char name[32]; /* of a history */
  double *values;
} Saved;

enum { SAVED_MAX = 2 * GR_LAW_HISTORY_MAX + GR_CHAIN_PARTS + 8 };

static void AddColumn(Saved list[], int *n, const char *table, GrColumn column, double *values)
{
  list[*n] = (Saved){.table = table, .column = column, .values = values};
  (*n)++;
}

/* Adds the histories of the laws: of the normal law first, then of the adhesion. */
static void AddHistories(const GrChainContacts *c, Saved list[], int *n)
{
  for (int k = 0; k < c->n_history; k++) {
    Saved *added = &list[*n];
    AddColumn(list, n, contacts,
              (GrColumn){added->name, GR_REAL, 1, "1",
                         "history values of the laws, first of the normal law, then of the adhesion"},
              c->history[c->committed][k]);
    snprintf(added->name, sizeof(added->name), "history%d", k);
  }
}

/* Lists all columns of a chain, the same on all ranks; returns their number. `state`: of the integrator; NULL: its
   columns have no arrays. The work of drives has its own column, unless it is a part of the state. */
static int ListColumns(GrWorld w, double *state, Saved list[SAVED_MAX])
{
  const GrChain l = w->chain;
  const GrChainContacts *c = &l->contacts;
  int n = 0;

  for (int k = 0; k < GrChainParts(w->the_case); k++)
    AddColumn(list, &n, beads, StateColumns[k], state ? state + k * l->particles.n : NULL);
  if (w->the_case->time.integrator->rule)
    AddColumn(list, &n, beads, COLUMN("acceleration", "m s-2", "acceleration at the saved time"), l->acceleration);
  if (l->drives.work && !w->the_case->time.integrator->integrates_work) {
    AddColumn(list, &n, beads, StateColumns[GR_CHAIN_PARTS - 1], l->drives.work);
    AddColumn(list, &n, beads, COLUMN("drive_power", "W", "power of the bead's drive"), l->drives.power);
  }
  if (c->rest)
    AddColumn(list, &n, beads, COLUMN("reference", "m", "position at zero displacement"), l->particles.reference);
  AddHistories(c, list, &n);
  if (c->damps) {
    AddColumn(list, &n, contacts, COLUMN("power", "W", "power of the dashpots"), c->power[c->committed]);
    AddColumn(list, &n, contacts, COLUMN("viscous", "J", "energy dissipated by the dashpots since the start"),
              c->viscous);
  }
  if (c->plastic)
    AddColumn(list, &n, contacts,
              COLUMN("plastic", "J", "plastic work of contacts that have separated since the start"), c->plastic);
  if (c->rest)
    AddColumn(list, &n, contacts, COLUMN("rest_overlap", "m", "overlap at zero displacement"), c->rest);
  return n;
}

PetscErrorCode GrChainSave(GrWorld w, const double *u, GrCheckpoint file)
{
  Saved list[SAVED_MAX];
  const int n = ListColumns(w, (double *)u, list); /* which are read only */

  for (int k = 0; k < n; k++)
    PetscCall(GrCheckpointPutColumn(file, list[k].table, &list[k].column, w->chain->particles.rows,
                                    list[k].values + (list[k].table == contacts ? 1 : 0)));
  return 0;
}

/* Beads, and slots 0 to n of the contacts; slot 0 of the first rank is no contact. */
PetscErrorCode GrChainRestore(GrWorld w, GrCheckpoint file)
{
  GrChain l = w->chain;
  const GrRows rows = l->particles.rows;
  const PetscInt left = rows.count > 0 && rows.first > 0 ? 1 : 0;
  const GrRows slots = {rows.total, rows.first - left, rows.count + left};
  Saved list[SAVED_MAX];

  PetscCall(PetscMalloc1(GrChainParts(w->the_case) * l->particles.n + 1, &l->restored)); /* never NULL */
  const int n = ListColumns(w, l->restored, list);
  for (int k = 0; k < n; k++) {
    const bool slot = list[k].table == contacts;
    PetscCall(GrCheckpointGetColumn(file, list[k].table, &list[k].column, &any_finite, slot ? slots : rows,
                                    list[k].values + (slot ? 1 - left : 0)));
  }
  for (PetscInt k = 0; k < l->contacts.n_blocks; k++) /* zeros do no harm: separated contacts leave zeros, too */
    l->contacts.block[k].acting[l->contacts.committed] = true;
  if (l->contacts.rest)
    PetscCall(GrChainEquilibriumPairTypes(w));
  l->contacts.time = w->clock.committed;
  return 0;
}

int GrChainSavedNumbers(GrWorld w)
{
  Saved list[SAVED_MAX];
  return ListColumns(w, NULL, list);
}
