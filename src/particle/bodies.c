/* The table of the rigid bodies of a rank; see bodies.h. */
#include "particle/bodies.h"

#define FIELD(name, number, width, unit, in, write, bounds, description)                                               \
  {                                                                                                                    \
    {name, number, width, unit, description}, in, write, bounds, 0                                                     \
  }
static const GrField fields[] = {
    FIELD("id", GR_INTEGER, 1, "1", GR_BODY_ID, GR_WRITE_ONCE, GR_ID,
          "id of the first sphere of the body; its spheres have consecutive ids"),
    FIELD("group", GR_INTEGER, 1, "1", GR_BODY_GROUP, GR_WRITE_ONCE, GR_COUNT,
          "number of the group in the input, from 0"),
    FIELD("mass", GR_REAL, 1, "kg", GR_BODY_MASS, GR_WRITE_ONCE, GR_POSITIVE, "mass of the body"),
    FIELD("scale", GR_REAL, 1, "1", GR_BODY_SCALE, GR_WRITE_NEVER, GR_POSITIVE,
          "size of the body over the size of its clump in the input"),
    FIELD("position", GR_REAL, 3, "m", GR_BODY_POSITION, GR_WRITE_FRAMES, GR_FINITE,
          "position of the centre of mass, inside the box"),
    FIELD("velocity", GR_REAL, 3, "m s-1", GR_BODY_VELOCITY, GR_WRITE_FRAMES, GR_FINITE,
          "velocity of the centre of mass"),
    FIELD("orientation", GR_REAL, 4, "1", GR_BODY_ORIENTATION, GR_WRITE_FRAMES, GR_FINITE,
          "unit quaternion (w, x, y, z) that rotates the principal axes of the clump to the axes of space"),
    FIELD("angular_momentum", GR_REAL, 3, "kg m2 s-1", GR_BODY_MOMENTUM, GR_WRITE_NEVER, GR_FINITE,
          "angular momentum about the centre of mass"),
    FIELD("acceleration", GR_REAL, 3, "m s-2", GR_BODY_ACCELERATION, GR_WRITE_NEVER, GR_FINITE,
          "acceleration of the centre of mass"),
    FIELD("torque", GR_REAL, 3, "N m", GR_BODY_TORQUE, GR_WRITE_NEVER, GR_FINITE, "torque about the centre of mass"),
    FIELD("image", GR_INTEGER, 3, "1", GR_BODY_IMAGE, GR_WRITE_FRAMES, GR_WHOLE,
          "number of box lengths to add to the position along each axis to get a continuous path since the start"),
    FIELD("reference", GR_REAL, 3, "m", GR_BODY_REFERENCE, GR_WRITE_NEVER, GR_FINITE,
          "position at the last reneighbouring"),
};
GrFields GrBodiesFields = {.table = "bodies", .n = sizeof(fields) / sizeof(fields[0]), .field = fields};

void GrBodiesPoint(GrBodies *b)
{
  void **const data = b->columns.data;
  b->id = data[GR_BODY_ID];
  b->group = data[GR_BODY_GROUP];
  b->mass = data[GR_BODY_MASS];
  b->scale = data[GR_BODY_SCALE];
  b->position = data[GR_BODY_POSITION];
  b->velocity = data[GR_BODY_VELOCITY];
  b->orientation = data[GR_BODY_ORIENTATION];
  b->momentum = data[GR_BODY_MOMENTUM];
  b->acceleration = data[GR_BODY_ACCELERATION];
  b->torque = data[GR_BODY_TORQUE];
  b->image = data[GR_BODY_IMAGE];
  b->reference = data[GR_BODY_REFERENCE];
}

PetscErrorCode GrBodiesCreate(GrBodies *b)
{
  return GrFieldsCreate(&GrBodiesFields, &b->columns);
}

PetscErrorCode GrBodiesReserve(GrBodies *b, PetscInt rows)
{
  PetscCall(GrParallelColumnsReserve(&b->columns, rows));
  GrBodiesPoint(b);
  return 0;
}
