/* The fields of the beads of a chain in checkpoints and in the results file; see beads.h. */
#include "chain/chain.h"

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
