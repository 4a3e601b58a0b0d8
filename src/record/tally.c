/* Numbers and masses of the particles at the start, inserted, removed, left and present: observables/particles, at the
   output times of the observables (bulk/population/population.h). */
#include "bulk/population/population.h"
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
    NUMBER("start", "particles at the start"),
    NUMBER("inserted", "particles that came since the start"),
    NUMBER("removed", "particles that were taken out by removal"),
    NUMBER("left", "particles that left through a side of the domain"),
    NUMBER("present", "particles that are there"),
    MASS("start_mass", "mass of those at the start; here and below of particles that can move"),
    MASS("inserted_mass", "mass of those that came"),
    MASS("removed_mass", "mass of those that were taken out"),
    MASS("left_mass", "mass of those that left"),
    MASS("present_mass", "mass of those that are there"),
    NUMBER("missing", "start + inserted - removed - left - present"),
    MASS("missing_mass", "the same of the masses, added up exactly"),
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

static const GrTablesKind Tables = {.group = "/observables/particles",
                                    .when = offsetof(GrCase, output.observables),
                                    .applies = GrBulkPopulationVaries,
                                    .n = COLUMNS,
                                    .column = columns,
                                    .fill = FillTally};
const GrWriterKind GrRecorderTally = {.tables = &Tables};
