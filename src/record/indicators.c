/* The table of indicators, which conditions of stages compare (case/condition.h): the rows below, and all
   observables. */
#include "record/indicator.h"

#include <granum/particle.h>

#define AXES .components = "x|y|z", .plane_components = "x|y"
#define VECTOR .components = "x|y|z"

/* Positions in the rows of the tables of walls (walls.c) and of the balance of particles (tally.c). */
enum { FORCE = 0, TORQUE = 3, POSITION = 6, VELOCITY = 9, SPIN = 12, WORK = 21 };
enum { INSERTED = 1, REMOVED, LEFT, INSERTED_MASS = 6, REMOVED_MASS, LEFT_MASS, PRESENT_MASS };

static const GrIndicator indicators[] = {
    {"kinetic_over_elastic", "kinetic energy / elastic energy of the system", "1", .limit = true, .not_negative = true,
     .shown = "kinetic/elastic energy", .kind = &GrIndicatorEnergies},
    {"strain",
     "logarithmic strain of the box between its walls since the beginning of the stage, negative in compression", "1",
     AXES, .kind = &GrIndicatorBox, .first = 0},
    {"shear_strain", "shear strain of a deforming box: offset / length across the shear, since the start", "1",
     .components = "xy|xz|yz", .plane_components = "xy", .needs = "domain.cell", .kind = &GrIndicatorBox, .first = 3},
    {"box_length", "length of the box between its walls", "m", AXES, .not_negative = true, .kind = &GrIndicatorBox,
     .first = 6},
    {"wall_force", "force of the particles on a wall", "N", VECTOR, .kind = &GrIndicatorWalls, .first = FORCE},
    {"wall_torque", "torque of the particles on a wall about its point", "N m", VECTOR, .kind = &GrIndicatorWalls,
     .first = TORQUE},
    {"wall_position", "position of the point of a wall", "m", VECTOR, .kind = &GrIndicatorWalls, .first = POSITION},
    {"wall_velocity", "velocity of the point of a wall", "m/s", VECTOR, .set_by = "velocity", .kind = &GrIndicatorWalls,
     .first = VELOCITY},
    {"wall_angular_velocity", "angular velocity of a wall", "rad/s", VECTOR, .set_by = "rotation",
     .kind = &GrIndicatorWalls, .first = SPIN},
    {"wall_work", "work of a wall on the particles since the start", "J", .kind = &GrIndicatorWalls, .first = WORK},
    {"wall_load", "force of a wall on the particles along its `direction`", "N", .kind = &GrIndicatorLoads, .first = 0},
    {"wall_stress", "force of a wall on the particles along its `direction`, divided by the area of the wall", "Pa",
     .plane_unit = "N/m", .kind = &GrIndicatorLoads, .first = 1},
    {"inserted", "number of particles inserted since the start", "1", .not_negative = true, .kind = &GrIndicatorTally,
     .first = INSERTED},
    {"inserted_mass", "mass of the particles inserted since the start", "kg", .not_negative = true,
     .kind = &GrIndicatorTally, .first = INSERTED_MASS},
    {"removed", "number of particles taken out by `removal` since the start", "1", .not_negative = true,
     .kind = &GrIndicatorTally, .first = REMOVED},
    {"removed_mass", "mass of the particles taken out by `removal` since the start", "kg", .not_negative = true,
     .kind = &GrIndicatorTally, .first = REMOVED_MASS},
    {"left", "number of particles that have left through a side of the domain since the start", "1",
     .not_negative = true, .kind = &GrIndicatorTally, .first = LEFT},
    {"left_mass", "mass of the particles that have left through a side of the domain since the start", "kg",
     .not_negative = true, .kind = &GrIndicatorTally, .first = LEFT_MASS},
    {"present_mass", "mass of the particles in the domain that can move", "kg", .not_negative = true,
     .kind = &GrIndicatorTally, .first = PRESENT_MASS},
    {"counter_number", "number of a counter: passages along less those against the normal, or particles in the region",
     "1", .kind = &GrIndicatorCounters, .first = 0},
    {"counter_mass", "mass of a counter: passages along less those against the normal, or particles in the region",
     "kg", .kind = &GrIndicatorCounters, .first = 1},
};
enum { INDICATORS = sizeof indicators / sizeof *indicators };

/* Words for the components of an observable with n values. */
static const char *const components[GR_OBSERVABLE_VALUES_MAX + 1] = {
    [2] = "1|2",
    [3] = "x|y|z",
    [4] = "1|2|3|4",
    [5] = "1|2|3|4|5",
    [6] = "lower_x|lower_y|lower_z|upper_x|upper_y|upper_z",
    [7] = "1|2|3|4|5|6|7",
    [8] = "1|2|3|4|5|6|7|8",
    [9] = "xx|xy|xz|yx|yy|yz|zx|zy|zz"};

bool GrIndicatorAt(int index, GrIndicator *m)
{
  if (index < INDICATORS) {
    *m = indicators[index];
    return true;
  }
  const GrObservable *o = GrObservableAt(index - INDICATORS);
  if (o)
    *m = (GrIndicator){.name = o->name,
                       .meaning = o->description,
                       .unit = o->unit,
                       .plane_unit = o->plane_unit,
                       .components = components[o->n_values],
                       .not_negative = o->whole,
                       .kind = &GrIndicatorObservables,
                       .what = o};
  return o;
}
