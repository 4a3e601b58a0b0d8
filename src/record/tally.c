/* Records the numbers and masses of particles in observables/particles, at the output times of the observables: of
   particles that are present, and of particles that were inserted, were removed or have left the box
   (bulk/population/population.h). */
#include "bulk/population/population.h"
#include "record/indicator.h"
#include "record/recorder_impl.h"

enum { MISSING = 2 * GR_TALLIES, MISSING_MASS, COLUMNS };
#define NUMBER(name, description)                                                                                      \
  {                                                                                                                    \
    name, GR_INTEGER, 1, "1", description                                                                              \
  }
#define MASS(name, description)                                                                                        \
  {                                                                                                                    \
    name, GR_REAL, 1, "kg", description                                                                                \
  }
/* In the order of GR_TALLY_START. */
static const GrColumn columns[COLUMNS] = {
    NUMBER("start", "number of particles at the start"),
    NUMBER("inserted", "number of particles inserted since the start"),
    NUMBER("removed", "number of particles taken out by `removal`"),
    NUMBER("left", "number of particles that left through a side of the domain"),
    NUMBER("present", "number of particles in the domain"),
    MASS("start_mass", "mass of the particles at the start; all masses are of particles that can move"),
    MASS("inserted_mass", "mass of the particles inserted since the start"),
    MASS("removed_mass", "mass of the particles taken out by `removal`"),
    MASS("left_mass", "mass of the particles that left"),
    MASS("present_mass", "mass of the particles in the domain"),
    NUMBER("missing", "number of missing particles: start + inserted - removed - left - present"),
    MASS("missing_mass", "missing mass: start + inserted - removed - left - present, an exact sum"),
};

static PetscErrorCode FillTally(GrWorld w, const GrSample *m, int width, double values[])
{
  GrTally tally;

  PetscCall(GrBulkPopulationTally(w, &tally));
  for (int k = 0; k < GR_TALLIES; k++) {
    values[k] = (double)tally.number[k];
    values[GR_TALLIES + k] = tally.mass[k];
  }
  values[MISSING] = (double)tally.missing;
  values[MISSING_MASS] = tally.missing_mass;
  return 0;
}

static PetscErrorCode FindColumn(GrWorld w, const GrCondition *c, double t, const double *u, double *value)
{
  double row[COLUMNS];

  PetscCall(FillTally(w, NULL, COLUMNS, row));
  *value = row[c->indicator.first];
  return 0;
}

const GrIndicatorKind GrIndicatorTally = {.find = FindColumn};

static const GrTablesKind Tables = {.group = "/observables/particles",
                                    .when = offsetof(GrCase, output.observables),
                                    .applies = GrBulkPopulationVaries,
                                    .n = COLUMNS,
                                    .column = columns,
                                    .fill = FillTally};
const GrWriterKind GrRecorderTally = {.tables = &Tables};
