/* Saves a chain to a checkpoint, and restores it.

   The table "beads" has a row per bead, in the order of the ids: the fields of GrChainFields that the case has. With
   `rk` it has the work of the dashpot on the right of the bead, with `verlet` the acceleration; work and power of
   prescribed motions; after a static equilibrium the reference positions. The displacement is saved, because the
   position would lose bits. The table "contacts" has a row per bead for the contact on its right; the last row is zero.
   A row has the histories of the laws, the power of the dashpots [W], their work [J] and the plastic work of separated
   contacts since the start [J]. After a static equilibrium it also has the rest overlap.

   A contact between two ranks has its history on both ranks. The rank that owns the bead with the lower id writes it;
   both ranks read it. */
#include "chain/chain.h"

#include <granum/error.h>
#include <stdio.h>

/* ---- the fields of the beads, also in the results file ---- */

#define FIELD(name, number, unit, in, write, is, description)                                                          \
  {                                                                                                                    \
    {name, number, 1, unit, description}, in, write, GR_FINITE, is                                                     \
  }
#define GIVEN(name, number, unit, in, description)                                                                     \
  FIELD(name, number, unit, in, GR_WRITE_ONCE, GR_FIELD_DERIVED, description)
#define SAVED(name, unit, in, description) FIELD(name, GR_REAL, unit, in, GR_WRITE_NEVER, 0, description)
static const GrField fields[] = {
    GIVEN("id", GR_INTEGER, "1", GR_BEAD_ID, "particle id, given by the input, from 1"),
    GIVEN("species", GR_INTEGER, "1", GR_BEAD_SPECIES, "number of the material in the order of the input, from 1"),
    GIVEN("radius", GR_REAL, "m", GR_BEAD_RADIUS, "radius; 0: a plane"),
    GIVEN("mass", GR_REAL, "kg", GR_BEAD_MASS, "mass; 0: fixed plane"),
    FIELD("position", GR_REAL, "m", GR_BEAD_POSITION, GR_WRITE_FRAMES, GR_FIELD_DERIVED,
          "position of the centre along the chain; bead 1 starts at 0"),
    SAVED("displacement", "m", GR_BEAD_DISPLACEMENT, "displacement from the reference position"),
    FIELD("velocity", GR_REAL, "m s-1", GR_BEAD_VELOCITY, GR_WRITE_FRAMES, 0, "velocity along the chain"),
    SAVED("dissipated", "J", GR_BEAD_DISSIPATED, "work of the dashpot on the right of the bead since the start"),
    SAVED("drive_work", "J", GR_BEAD_DRIVE_WORK, "work of the bead's drive on the contacts since the start"),
    SAVED("acceleration", "m s-2", GR_BEAD_ACCELERATION, "acceleration at the saved time"),
    SAVED("drive_power", "W", GR_BEAD_DRIVE_POWER, "power of the bead's drive"),
    SAVED("reference", "m", GR_BEAD_REFERENCE, "position at zero displacement"),
};
const GrFields GrChainFields = {.table = "beads", .n = sizeof(fields) / sizeof(fields[0]), .field = fields};

static void SetColumn(GrParallelColumns *table, int k, const void *data)
{
  table->data[k] = (void *)data;
  table->size[k] = sizeof(double); /* PetscInt64 is as large */
}

GrParallelColumns GrChainTable(GrWorld w, const double *state)
{
  const GrChain l = w->chain;
  const GrBeads *p = &l->particles;
  GrParallelColumns table = {.n = p->n, .n_columns = GR_BEAD_COLUMNS};

  SetColumn(&table, GR_BEAD_ID, p->id);
  SetColumn(&table, GR_BEAD_SPECIES, p->species);
  SetColumn(&table, GR_BEAD_RADIUS, p->radius);
  SetColumn(&table, GR_BEAD_MASS, p->mass);
  for (int k = 0; k < GrChainParts(w->the_case); k++)
    SetColumn(&table, GR_BEAD_DISPLACEMENT + k, state ? state + k * p->n : NULL);
  if (w->the_case->time.integrator->rule)
    SetColumn(&table, GR_BEAD_ACCELERATION, l->acceleration);
  if (l->drives.work && !w->the_case->time.integrator->integrates_work) {
    SetColumn(&table, GR_BEAD_DRIVE_WORK, l->drives.work);
    SetColumn(&table, GR_BEAD_DRIVE_POWER, l->drives.power);
  }
  if (l->contacts.rest)
    SetColumn(&table, GR_BEAD_REFERENCE, p->reference);
  return table;
}

/* ---- the checkpoint ---- */

enum { SLOT_FIELDS_MAX = 2 * GR_LAW_HISTORY_MAX + 4 };

/* The table of the contacts: its fields follow from the laws. */
typedef struct {
  GrField field[SLOT_FIELDS_MAX];
  char name[SLOT_FIELDS_MAX][32]; /* of the histories */
  GrFields fields;
  GrParallelColumns table;
} Slots;

/* Adds a field whose values are an array of the slots. begin: first slot of the table. */
static void AddField(Slots *s, const char *name, const char *unit, const char *description, double *values,
                     PetscInt begin)
{
  const int k = s->table.n_columns++;
  s->field[k] = (GrField){.column = {name, GR_REAL, 1, unit, description}, .in = k, .bounds = GR_FINITE};
  s->table.data[k] = values ? values + begin : NULL;
  s->table.size[k] = sizeof(double);
  s->fields.n = k + 1;
}

/* Describes the contacts from slot `begin`; the fields are the same on all ranks. */
static void DescribeSlots(const GrChainContacts *c, PetscInt begin, Slots *s)
{
  *s = (Slots){.fields = {.table = "contacts"}};
  s->fields.field = s->field;
  for (int k = 0; k < c->n_history; k++) {
    snprintf(s->name[k], sizeof(s->name[k]), "history%d", k);
    AddField(s, s->name[k], "1", "history values of the laws, first of the normal law, then of the adhesion",
             c->history[c->committed][k], begin);
  }
  if (c->damps) {
    AddField(s, "power", "W", "power of the dashpots", c->power[c->committed], begin);
    AddField(s, "viscous", "J", "energy dissipated by the dashpots since the start", c->viscous, begin);
  }
  if (c->plastic)
    AddField(s, "plastic", "J", "plastic work of contacts that have separated since the start", c->plastic, begin);
  if (c->rest)
    AddField(s, "rest_overlap", "m", "overlap at zero displacement", c->rest, begin);
}

PetscErrorCode GrChainSave(GrWorld w, const double *u, GrCheckpoint file)
{
  const GrParallelColumns beads = GrChainTable(w, u);
  const GrRows rows = w->chain->particles.rows;
  Slots slots;

  DescribeSlots(&w->chain->contacts, 1, &slots);
  PetscCall(GrFieldsSave(&GrChainFields, &beads, rows, file));
  return GrFieldsSave(&slots.fields, &slots.table, rows, file);
}

/* Beads, and slots 0 to n of the contacts; slot 0 of the first rank is no contact. */
PetscErrorCode GrChainRestore(GrWorld w, GrCheckpoint file)
{
  GrChain l = w->chain;
  const GrRows rows = l->particles.rows;
  const PetscInt left = rows.count > 0 && rows.first > 0 ? 1 : 0;
  Slots slots;

  PetscCall(PetscMalloc1(GrChainParts(w->the_case) * l->particles.n + 1, &l->restored)); /* never NULL */
  GrParallelColumns beads = GrChainTable(w, l->restored);
  PetscCall(GrFieldsLoad(&GrChainFields, &beads, rows, file));
  DescribeSlots(&l->contacts, 1 - left, &slots);
  PetscCall(
      GrFieldsLoad(&slots.fields, &slots.table, (GrRows){rows.total, rows.first - left, rows.count + left}, file));
  for (PetscInt k = 0; k < l->contacts.n_blocks; k++) /* zeros do no harm: separated contacts leave zeros, too */
    l->contacts.block[k].acting[l->contacts.committed] = true;
  if (l->contacts.rest)
    PetscCall(GrChainEquilibriumPairTypes(w));
  l->contacts.time = w->clock.committed;
  return 0;
}

int GrChainSavedNumbers(GrWorld w)
{
  const GrParallelColumns beads = GrChainTable(w, NULL);
  Slots slots;

  DescribeSlots(&w->chain->contacts, 1, &slots);
  return GrFieldsSavedNumbers(&GrChainFields, &beads) + GrFieldsSavedNumbers(&slots.fields, &slots.table);
}
