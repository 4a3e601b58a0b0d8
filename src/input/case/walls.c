/* Checks walls, their motions and their loads. A sine has amplitude and frequency, and a motion has at most one
   rotation. Computes point and normal of a wall that is given by a side of the domain. Prepares tables of motion for
   use. The shape of a wall checks its own keys. */
#include "base/math/elementary.h"
#include "base/math/vector.h"
#include "clump/axes.h"
#include "contact/model.h"
#include "input/case/checks.h"
#include "input/key/key.h"
#include "wall/load.h"
#include "wall/mesh.h"
#include "wall/motion.h"
#include <math.h>
#include <string.h>

static const char axes[] = "xyz";

static GrWallDomain DomainOf(const GrCase *the_case)
{
  GrWallDomain of = {.dimension = the_case->dimension};
  for (int k = 0; k < 3; k++) {
    of.lower[k] = the_case->domain.lower[k];
    of.upper[k] = the_case->domain.upper[k];
    of.periodic[k] = the_case->domain.periodic[k];
  }
  return of;
}

/* Number of a side: 0 to 2 for lower_x to lower_z, 3 to 5 for upper_x to upper_z. */
static int SideOf(const GrNode *side)
{
  return (int)(strchr(axes, side->text[strlen("lower_")]) - axes) + (strncmp(side->text, "upper", 5) == 0 ? 3 : 0);
}

/* Sets the values of a wall that is at a side of the domain. */
static PetscErrorCode TakeSide(const GrCase *the_case, const GrNode *node, GrWall *wall)
{
  const GrNode *side = GrNodeGet(node, "side");
  if (!side)
    return 0;
  const GrWallDomain domain = DomainOf(the_case);
  const int axis = SideOf(side) % 3;
  if (axis >= the_case->dimension)
    return GrNodeComplain(side, "is out of the plane of dimension 2; write one of: lower_x, lower_y, upper_x, upper_y");
  if (domain.periodic[axis])
    return GrNodeComplain(side, "is periodic in the domain; write another side, or false in domain.periodic for %c",
                          axes[axis]);
  wall->shape->stand(&domain, SideOf(side), wall->value);
  return 0;
}

/* Default of an input key of a shape as text; NULL: none. */
static const char *DefaultOf(const GrWallShape *shape, const char *key)
{
  const GrWallParameter *row = shape->parameters;
  while (row->name && strcmp(row->name, key) != 0)
    row++;
  return row->fallback;
}

/* A complaint about a key that the input omits names the key and its default. */
static PetscErrorCode CheckShape(const GrCase *the_case, const GrNode *node, GrWall *wall)
{
  const GrWallDomain domain = DomainOf(the_case);
  GrWallComplaint complaint = {.key = "", .component = -1};
  char key[GR_NAME_MAX];
  const GrNode *at = node;
  if (!wall->shape->check || !wall->shape->check(wall, &domain, &complaint))
    return 0;
  snprintf(key, sizeof key, "%s", complaint.key);
  for (char *rest, *word = strtok_r(key, ".", &rest); word; word = strtok_r(NULL, ".", &rest)) {
    const GrNode *below = GrNodeGet(at, word);
    const char *fallback = DefaultOf(wall->shape, word);
    if (!below && fallback)
      return GrNodeComplainMissing(at, word, "its default %s %s", fallback, complaint.sentence);
    at = below ? below : at;
  }
  if (at == node)
    return GrNodeComplainKey(node, "%s", complaint.sentence);
  return GrNodeComplain(complaint.component < 0 ? at : GrNodeAt(at, complaint.component), "%s", complaint.sentence);
}

/* A mesh needs dimension 3 and no periodic side. Stores whether the input has a unit or a scale of the mesh. */
static PetscErrorCode CheckMesh(const GrCase *the_case, const GrNode *node, GrWall *wall)
{
  if (wall->shape->parameters != GrWallMeshParameters)
    return 0;
  if (the_case->dimension == 2)
    return GrNodeComplainKey(GrNodeGet(node, "shape"),
                             "a mesh is a surface in space; write dimension: 3, or another shape");
  for (int axis = 0; axis < 3; axis++)
    if (the_case->domain.periodic[axis])
      return GrNodeComplainKey(
          node,
          "a mesh does not repeat itself along the periodic side %c; write false in domain.periodic "
          "for %c",
          axes[axis], axes[axis]);
  wall->value[GR_WALL_MESH_UNIT].number[0] = GrNodeGet(node, "unit") || GrNodeGet(node, "scale");
  return 0;
}

/* ---- motions ---- */

/* A sine has both an amplitude and a frequency. */
static PetscErrorCode CheckSine(const GrNode *map, const double amplitude[3], double frequency)
{
  const bool moves = GrIsNonzero3(amplitude);
  if (!moves && frequency > 0.0)
    return GrNodeComplainMissing(map, "amplitude", "is missing or zero; give the amplitude of the %s", map->key);
  if (moves && frequency == 0.0)
    return GrNodeComplainMissing(map, "frequency", "is missing or zero; give the frequency of the %s", map->key);
  return 0;
}

/* Checks that are common to the keys of a wall and to an entry of its list. */
static PetscErrorCode CheckMotion(const GrNode *node, const GrWallMotion *m)
{
  const GrNode *oscillation = GrNodeGet(node, "oscillation");
  PetscCall(CheckSine(oscillation, m->amplitude, m->frequency));
  /* an angular acceleration that is not along the angular velocity would change the axis of rotation */
  const GrNode *rotation = GrNodeGet(node, "rotation");
  const double *w = m->angular_velocity, *a = m->angular_acceleration, along = GrDot3(w, a);
  if (GrDot3(w, w) * GrDot3(a, a) > along * along * (1 + 1e-12))
    return GrNodeComplainKey(
        GrNodeGet(rotation, "angular_acceleration"),
        "is not along angular_velocity; write one along it, or give the two in separate entries of "
        "motions");
  const GrFunction *const *spin = m->angular_velocity_of_time;
  const int varying = (spin[0] != NULL) + (spin[1] != NULL) + (spin[2] != NULL);
  if (varying > 1 || (varying && (GrIsNonzero3(w) || GrIsNonzero3(a))))
    return GrNodeComplainKey(GrNodeGet(rotation, "angular_velocity"),
                             "is a function of time in one of several components, so that its axis would change; write "
                             "0 for the others and no angular_acceleration, or a table with an axis in motions");
  return 0;
}

static PetscErrorCode CheckListed(const GrNode *node, GrWallMotion *m)
{
  const GrNode *swing = GrNodeGet(node, "swing");
  const bool spins = GrIsNonzero3(m->angular_velocity) || GrIsNonzero3(m->angular_acceleration) ||
                     GrFunctionVaries(m->angular_velocity_of_time);
  const bool swings = GrIsNonzero3(m->swing_amplitude), oscillates = GrIsNonzero3(m->amplitude);
  const bool moves =
      GrIsNonzero3(m->velocity) || GrIsNonzero3(m->acceleration) || oscillates || GrFunctionVaries(m->velocity_of_time);
  PetscCall(CheckMotion(node, m));
  PetscCall(CheckSine(swing, m->swing_amplitude, m->swing_frequency));
  const bool points = m->table.n > 0 || m->table.file, turned = points && isfinite(m->table.axis[0]);
  if (m->table.n > 0)
    PetscCall(GrWallTableFinish(&m->table));
  if (spins + swings + turned > 1)
    return GrNodeComplain(node, "turns in two ways; keep one of rotation, swing and a table with angles, and give the "
                                "other in a separate entry of motions");
  if (!moves && !spins && !swings && !points)
    return GrNodeComplain(node, "does nothing; give velocity, acceleration, oscillation, rotation, swing or table");
  return 0;
}

/* Whether a component of a vector is a function of time and has a component along a unit vector (axis: false), or
   across it (axis: true). */
static bool VariesBeside(const GrFunction *const of_time[3], const double direction[3], bool axis)
{
  bool some = false;
  for (int k = 0; k < 3; k++)
    some = some || (of_time[k] && fabs(direction[k]) > 1e-9 && !axis) ||
           (of_time[k] && axis && fabs(direction[k]) < 1 - 1e-9);
  return some;
}

/* An angular velocity that is a function of time keeps its axis. */
static PetscErrorCode CheckOneAxis(const GrNode *node, const double spin[3], const GrFunction *const of_time[3])
{
  const int varying = (of_time[0] != NULL) + (of_time[1] != NULL) + (of_time[2] != NULL);
  if (varying > 1 || (varying && GrIsNonzero3(spin)))
    return GrNodeComplainKey(node, "is a function of time in one of several components, so that its axis would change; "
                                   "write 0 for the others");
  return 0;
}

/* The surface of a wall moves along the wall. A flat wall has one normal. */
static PetscErrorCode CheckSurface(const GrNode *node, GrWall *wall)
{
  const GrNode *map = GrNodeGet(node, "surface"), *at = GrNodeGet(map, "velocity");
  GrWallSurface *s = &wall->drive.surface;
  const double *normal = wall->value[wall->shape->direction].number, *v = s->velocity, *w = s->angular_velocity;
  double across[3];
  if (!map || !map->first)
    return 0;
  for (int i = 0; i < 3; i++) {
    s->velocity[i] = isnan(s->velocity[i]) ? 0 : s->velocity[i];
    s->pivot[i] = isnan(s->pivot[i]) ? wall->value[0].number[i] : s->pivot[i];
    s->angular_velocity[i] = isnan(s->angular_velocity[i]) ? 0 : s->angular_velocity[i];
  }
  PetscCall(CheckOneAxis(GrNodeGet(map, "angular_velocity"), w, s->angular_velocity_of_time));
  if (!wall->shape->direction)
    return 0;
  if (fabs(GrDot3(v, normal)) > 1e-9 * GrNorm3(v) * GrNorm3(normal) || VariesBeside(s->velocity_of_time, normal, false))
    return GrNodeComplainKey(at, "moves the surface out of the wall; write a velocity across its normal, or move the "
                                 "wall itself by the key velocity of the wall");
  GrCross3(w, normal, across);
  if (GrNorm3(across) > 1e-9 * GrNorm3(w) * GrNorm3(normal) || VariesBeside(s->angular_velocity_of_time, normal, true))
    return GrNodeComplainKey(GrNodeGet(map, "angular_velocity"),
                             "rotates the surface out of the wall; write an angular velocity along its normal, or "
                             "rotate the wall itself by the key rotation");
  return 0;
}

/* Checks the motions of a wall. If a motion is given by a table, prepares the table for use (GrWallTableFinish). */
static PetscErrorCode CheckMotions(const GrNode *node, GrWall *wall)
{
  const GrNode *motions = GrNodeGet(node, "motions");
  PetscCall(CheckMotion(node, &wall->motion));
  for (int i = 0; i < 3; i++) {
    wall->home[i] = wall->value[0].number[i];
    wall->motion.pivot[i] = isnan(wall->motion.pivot[i]) ? wall->home[i] : wall->motion.pivot[i];
  }
  for (int k = 0; k < wall->n_motions; k++)
    PetscCall(CheckListed(GrNodeAt(motions, k), &wall->motions[k]));
  return 0;
}

/* ---- loads ---- */

/* Values of springs that the input omits are 0. */
static void CompleteSprings(GrWallSprings *springs)
{
  double *const value[] = {springs->stiffness, springs->damping, springs->rotational_stiffness,
                           springs->rotational_damping};
  for (int v = 0; v < 4; v++)
    for (int k = 0; k < 3; k++)
      value[v][k] = isnan(value[v][k]) ? 0 : value[v][k];
}

/* A wall with a servo or a mass moves along a direction. */
static PetscErrorCode CheckLoad(const GrCase *the_case, const GrNode *node, GrWall *wall)
{
  const GrNode *servo = GrNodeGet(node, "servo"), *mass = GrNodeGet(node, "mass"), *load = GrNodeGet(node, "load");
  const GrWallLoadKind *kind = GrWallLoadOf(wall);
  const GrNode *given = kind ? GrNodeGet(node, kind->name) : servo && servo->first ? servo : mass;
  if (!given)
    return 0;
  if ((!kind || kind->straight) && !GrNodeGet(node, "direction") && !wall->shape->direction)
    return GrNodeComplainKey(
        given,
        "a wall of shape %s needs the direction of its load; write direction: [x, y, z] as well, or "
        "leave out %s",
        wall->shape->name, given->key);
  if (!the_case->time.integrator->rule)
    return GrNodeComplainKey(given,
                             "time.integrator: %s does not move walls with a load; write integrator: verlet, or leave "
                             "out %s",
                             the_case->time.integrator->name, given->key);
  if (mass && !load)
    wall->drive.load = 0;
  if (mass)
    CompleteSprings(&wall->drive.springs);
  return 0;
}

/* Forces alone move a wall with a shaft, or a wall that moves freely. other: what else moves the wall. */
static PetscErrorCode CheckNoMotion(const GrNode *node, const GrWall *wall, const char *other)
{
  static const char *const motions[] = {"velocity", "acceleration", "oscillation", "rotation", "direction"};
  for (size_t k = 0; k < sizeof motions / sizeof *motions; k++) {
    const GrNode *moving = GrNodeGet(node, motions[k]);
    if (moving && (moving->first || k == 4) && GrWallMoves(wall))
      return GrNodeComplainKey(moving, "moves the wall, which %s", other);
  }
  return 0;
}

/* A wall with a shaft has no other motion. A plane without edges may only turn in itself. The torques of a motor are as
   many as its times or angular velocities. */
static PetscErrorCode CheckShaft(const GrNode *node, GrWall *wall)
{
  GrWallShaft *shaft = &wall->drive.shaft;
  double *const torque[] = {&shaft->torque, &shaft->brake, &shaft->damping};
  const GrNode *map = GrNodeGet(node, "shaft"), *motor = GrNodeGet(map, "motor");
  double across[3];
  if (!(shaft->inertia > 0))
    return 0;
  for (int k = 0; k < 3; k++)
    *torque[k] = isnan(*torque[k]) ? 0 : *torque[k];
  PetscCall(CheckNoMotion(node, wall, "turns about its shaft only; remove it, or the shaft"));
  GrCross3(shaft->axis, wall->value[wall->shape->direction].number, across);
  if (wall->shape->side && GrNorm3(across) > 1e-9 * GrNorm3(wall->value[wall->shape->direction].number))
    return GrNodeComplainKey(GrNodeGet(map, "axis"), "turns a plane without edges out of itself; write the normal as "
                                                     "axis, or another shape, such as rectangle");
  if (motor && shaft->n != shaft->n_time + shaft->n_rate)
    return GrNodeComplainKey(GrNodeGet(motor, "torque"),
                             "needs as many numbers as %s, %d, and has %d; add or remove numbers",
                             shaft->n_time ? "time" : "speed", shaft->n_time + shaft->n_rate, shaft->n);
  return 0;
}

/* Computes principal moments and axes of a free wall from its tensor of inertia. A tensor without products keeps the
   axes x, y, z. In dimension 2 only the moment about z counts. */
static void FindMoments(int dimension, GrWallBody *body)
{
  static const int at[3][3] = {{0, 0, 1}, {0, 0, 2}, {1, 2, 0}};
  double inertia[3][3], principal[3][3];

  body->axes[0] = 1;
  body->axes[1] = body->axes[2] = body->axes[3] = 0;
  for (int k = 0; k < 3; k++)
    body->moments[k] = dimension == 2 && k < 2 ? 0 : body->inertia[k];
  if (!GrIsNonzero3(body->products) || dimension == 2)
    return;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++)
      inertia[i][k] = i == k ? body->inertia[i] : body->products[at[i][k]];
  GrClumpFindAxes(inertia, false, body->moments, principal);
  GrClumpFindQuaternion(principal, body->axes);
}

/* Whether three principal moments are those of a rigid body: each is positive, and at most the sum of the others. A
   flat plate has the sum. */
static bool AreMomentsOfBody(int dimension, const double m[3])
{
  const double most = GrLarger(m[0], GrLarger(m[1], m[2])), sum = m[0] + m[1] + m[2];

  return dimension == 2 ? m[2] > 0 : m[0] > 0 && m[1] > 0 && m[2] > 0 && most <= 0.5 * sum * (1 + 1e-9);
}

/* A free wall has mass properties of a rigid body, no other motion, and a surface of finite size. It does not repeat
   itself at periodic sides. */
static PetscErrorCode CheckBody(const GrCase *the_case, const GrNode *node, GrWall *wall)
{
  static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const GrNode *map = GrNodeGet(node, "free");
  GrWallBody *body = &wall->drive.body;
  bool endless = false;

  if (!(body->mass > 0))
    return 0;
  for (int k = 0; k < 3; k++) {
    body->centre[k] = isnan(body->centre[k]) ? wall->value[0].number[k] : body->centre[k];
    body->products[k] = isnan(body->products[k]) ? 0 : body->products[k];
    body->force[k] = isnan(body->force[k]) ? 0 : body->force[k];
    body->torque[k] = isnan(body->torque[k]) ? 0 : body->torque[k];
  }
  CompleteSprings(&body->springs);
  PetscCall(CheckNoMotion(node, wall,
                          "moves freely; remove it, write velocity or angular_velocity in free, or remove "
                          "free"));
  body->gravity = isnan(body->gravity) ? 1 : body->gravity;
  FindMoments(the_case->dimension, body);
  if (!AreMomentsOfBody(the_case->dimension, body->moments))
    return GrNodeComplainKey(GrNodeGet(map, "inertia"),
                             "has the principal moments %.6g, %.6g and %.6g kg m^2, which no rigid body has; write "
                             "positive moments of which none is larger than the sum of the others",
                             body->moments[0], body->moments[1], body->moments[2]);
  for (int k = 0; k < the_case->dimension; k++)
    if (the_case->domain.periodic[k])
      return GrNodeComplainKey(map,
                               "moves the wall, which may cross the periodic side %c, where it does not repeat itself; "
                               "write false in domain.periodic for %c",
                               axes[k], axes[k]);
  for (int k = the_case->dimension == 2 ? 2 : 0; k < 3 && wall->shape->parameters != GrWallMeshParameters; k++)
    endless = endless || isinf(GrWallLever(wall, body->centre, unit[k]));
  if (endless)
    return GrNodeComplainKey(map,
                             "rotates a surface without end; write a shape of finite size, such as a rectangle with "
                             "length and width, a disc, a box or a mesh, or `mass` for a wall that only moves along "
                             "its normal");
  return 0;
}

/* A load-controlled wall has no other motion along its direction b. */
static PetscErrorCode CheckAcross(const GrNode *node, const GrWallMotion *motion, const double b[3])
{
  const double *const vector[] = {motion->velocity, motion->acceleration, motion->amplitude};
  static const char *const keys[] = {"velocity", "acceleration", "oscillation"};
  const GrNode *moving = NULL;
  for (int k = 0; k < 3; k++) {
    if (fabs(GrDot3(vector[k], b)) > 1e-12 * GrNorm3(vector[k]))
      moving = GrNodeGet(node, keys[k]);
    if (motion->velocity_of_time[k] && fabs(b[k]) > 1e-12)
      moving = GrNodeGet(node, "velocity");
    if (motion->table.column[k] || motion->table.column[3 + k])
      moving = fabs(b[k]) > 1e-12 ? GrNodeGet(node, "table") : moving;
  }
  if (!moving)
    return 0;
  return GrNodeComplainKey(moving,
                           "moves the wall along its direction, where its load moves it; write one across it, or "
                           "leave out the load");
}

/* The shape checks planes whose direction is their normal. */
static PetscErrorCode CheckAlone(const GrNode *node, const GrWall *wall)
{
  const bool looks = wall->shape->side && !GrNodeGet(node, "direction");
  const GrNode *motions = GrNodeGet(node, "motions");
  double b[3];
  if (!GrWallIsPushed(wall) || !GrWallDirection(wall, b))
    return 0;
  if (!looks)
    PetscCall(CheckAcross(node, &wall->motion, b));
  for (int k = 0; k < wall->n_motions; k++)
    PetscCall(CheckAcross(GrNodeAt(motions, k), &wall->motions[k], b));
  return 0;
}

static PetscErrorCode CheckServo(const GrCase *the_case, const GrNode *node, const GrWall *wall)
{
  const GrNode *servo = GrNodeGet(node, "servo");
  if (!servo || !servo->first)
    return 0;
  const GrNode *stress = GrNodeGet(servo, "stress");
  const GrWallDomain domain = DomainOf(the_case);
  if (stress && (!wall->shape->area || GrNodeGet(node, "direction")))
    return GrNodeComplainKey(stress, "a wall of shape %s has no area %s; write a force", wall->shape->name,
                             wall->shape->area ? "but across its normal, and direction is given"
                                               : "that it pushes with");
  if (stress && !(wall->shape->area(wall, &domain) > 0))
    return GrNodeComplainKey(stress, wall->shape->stand
                                         ? "the wall is along no side of the domain, so it has no area; "
                                           "write a force, or a normal along an axis"
                                         : "the wall is endless, so it has no area; write a force, or the "
                                           "lengths of its sides");
  return 0;
}

/* Output of triangles needs a mesh, and times. */
static PetscErrorCode CheckTriangles(const GrCase *the_case, const GrNode *root)
{
  const GrNode *output = GrNodeGet(GrNodeGet(root, "output"), "walls"), *triangles = GrNodeGet(output, "triangles");
  bool any = false;
  if (!the_case->output.walls_triangles)
    return 0;
  for (int w = 0; w < the_case->n_walls; w++)
    any = any || GrWallMeshNameOf(&the_case->walls[w]);
  if (!any)
    return GrNodeComplain(triangles, "no wall has triangles; remove it, or write a wall with `shape: mesh`");
  if (!GrOutputIsRecorded(&the_case->output.walls))
    return GrNodeComplain(triangles,
                          "is written with the walls, and these are not; write `every` or `times` beside it");
  return 0;
}

double GrCaseWearOf(const GrCase *the_case, int wall)
{
  const GrWear *wear = &the_case->materials[the_case->walls[wall].material].wear;

  return wear->rate > 0 ? wear->rate : wear->hardness > 0 ? wear->coefficient / wear->hardness : NAN;
}

bool GrCaseRecordsLoads(const GrCase *the_case)
{
  bool any = the_case->output.walls_loads;

  for (int w = 0; w < the_case->n_walls; w++)
    any = any || GrCaseWearOf(the_case, w) > 0;
  return any && the_case->n_walls > 0 && GrOutputIsRecorded(&the_case->output.walls);
}

/* Output of loads needs a wall, and times. */
static PetscErrorCode CheckLoads(const GrCase *the_case, const GrNode *root)
{
  const GrNode *output = GrNodeGet(GrNodeGet(root, "output"), "walls"), *loads = GrNodeGet(output, "loads");
  if (!the_case->output.walls_loads)
    return 0;
  if (the_case->n_walls == 0)
    return GrNodeComplain(loads, "there is no wall; remove it, or write a wall");
  if (!GrOutputIsRecorded(&the_case->output.walls))
    return GrNodeComplain(loads, "is written with the walls, and these are not; write `every` or `times` beside it");
  return 0;
}

/* Only walls wear, and their wear is recorded with them. */
static PetscErrorCode CheckWear(const GrCase *the_case, const GrNode *root)
{
  const GrNode *node = GrNodeGet(root, "materials")->first;
  for (int m = 0; node && m < the_case->n_materials; m++, node = node->next) {
    const GrNode *wear = GrNodeGet(node, "wear");
    bool any = false;
    if (!wear || !wear->first)
      continue;
    for (int w = 0; w < the_case->n_walls; w++)
      any = any || the_case->walls[w].material == m;
    if (!any)
      return GrNodeComplainKey(wear, "only walls wear, and no wall is of this material; remove it, or write this "
                                     "material for a wall");
    if (!GrOutputIsRecorded(&the_case->output.walls))
      return GrNodeComplainKey(wear, "is recorded with the walls, and these are not; write `every` or `times` in "
                                     "output.walls, or remove it");
  }
  return 0;
}

PetscErrorCode GrCaseCheckWalls(GrCase *the_case, const GrNode *root)
{
  const GrNode *walls = GrNodeGet(root, "walls"), *node = walls ? walls->first : NULL;
  for (GrWall *wall = the_case->walls; node; wall++, node = node->next) {
    PetscCall(CheckMesh(the_case, node, wall));
    PetscCall(TakeSide(the_case, node, wall));
    PetscCall(CheckMotions(node, wall));
    PetscCall(CheckSurface(node, wall));
    PetscCall(CheckShaft(node, wall));
    PetscCall(CheckBody(the_case, node, wall));
    PetscCall(CheckLoad(the_case, node, wall));
    PetscCall(CheckAlone(node, wall));
    PetscCall(CheckServo(the_case, node, wall));
    PetscCall(CheckShape(the_case, node, wall));
  }
  PetscCall(CheckTriangles(the_case, root));
  PetscCall(CheckLoads(the_case, root));
  PetscCall(CheckWear(the_case, root));
  const GrNode *first[6] = {NULL}; /* two walls at one side would double the stiffness of contacts */
  for (node = walls ? walls->first : NULL; node; node = node->next) {
    const GrNode *side = GrNodeGet(node, "side");
    if (!side || strcmp(GrNodeText(node, "absent"), "true") == 0)
      continue;
    int k = SideOf(side);
    if (first[k])
      return GrNodeComplain(
          side, "the wall '%s' is at this side already; keep one of the two, or give point and normal", first[k]->key);
    first[k] = node;
  }
  return 0;
}

/* ---- the kind of value of a table of motion ---- */

/* A table also has arrays that are computed from its columns. */
static PetscErrorCode FreeTable(const GrKey *key, char *base)
{
  PetscCall(GrWallTableForget(&((GrWallMotion *)(base + key->offset))->table));
  return GrKeyFreeSection(key, base);
}

const GrKeyKind GrKeyWallTable = {
    "map", GrKeyReadSection, NULL, GrKeyWriteSection, "@keys", GrKeyLeavesSection, .free = FreeTable};
