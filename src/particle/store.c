/* The table of the fields of particles in two and three dimensions, and the columns of the particle store. */
#include "particle/store.h"

#include "base/registry.h"
#include <string.h>

#define FIELD(name, number, width, unit, in, write, bounds, is, description)                                           \
  {                                                                                                                    \
    {name, number, width, unit, description}, in, write, bounds, is                                                    \
  }
#define VECTOR(name, number, unit, in, write, bounds, is, description)                                                 \
  {                                                                                                                    \
    {name, number, 3, unit, description}, in, write, bounds, (is) | GR_FIELD_PLANE                                     \
  }

#define ABSENT "; NaN: unused row"
#define OWNED 0
#define GHOSTS GR_FIELD_GHOSTED
static const GrField fields[] = {
    FIELD("id", GR_INTEGER, 1, "1", GR_STORE_ID, GR_WRITE_ONCE, GR_ID, GHOSTS,
          "particle id, given by the input, from 1"),
    FIELD("group", GR_INTEGER, 1, "1", GR_STORE_GROUP, GR_WRITE_ONCE, GR_COUNT, GHOSTS,
          "number of the group in the input, from 0"),
    FIELD("type", GR_INTEGER, 1, "1", GR_STORE_TYPE, GR_WRITE_NEVER, GR_WHOLE, GHOSTS | GR_FIELD_DERIVED,
          "number of the particle type"),
    FIELD("member", GR_INTEGER, 1, "1", GR_STORE_MEMBER, GR_WRITE_NEVER, GR_COUNT, GHOSTS,
          "number of the sphere in its rigid body, from 1; 0: it belongs to no body"),
    FIELD("radius", GR_REAL, 1, "m", GR_STORE_RADIUS, GR_WRITE_ONCE, GR_POSITIVE, GHOSTS, "radius" ABSENT),
    FIELD("mass", GR_REAL, 1, "kg", GR_STORE_MASS, GR_WRITE_ONCE, GR_POSITIVE_OR_INFINITE, GHOSTS, "mass" ABSENT),
    VECTOR("position", GR_REAL, "m", GR_STORE_STATE, GR_WRITE_FRAMES, GR_FINITE, GHOSTS,
           "position of the centre, inside the box" ABSENT),
    VECTOR("velocity", GR_REAL, "m s-1", GR_STORE_STATE, GR_WRITE_FRAMES, GR_FINITE, GHOSTS,
           "velocity of the centre" ABSENT),
    FIELD("angular_velocity", GR_REAL, 3, "rad s-1", GR_STORE_STATE, GR_WRITE_FRAMES, GR_FINITE, GHOSTS,
          "angular velocity about the centre" ABSENT),
    VECTOR("acceleration", GR_REAL, "m s-2", GR_STORE_ACCELERATION, GR_WRITE_NEVER, GR_FINITE, OWNED,
           "acceleration of the centre"),
    FIELD("angular_acceleration", GR_REAL, 3, "rad s-2", GR_STORE_ACCELERATION, GR_WRITE_NEVER, GR_FINITE, OWNED,
          "angular acceleration"),
    VECTOR("reference", GR_REAL, "m", GR_STORE_REFERENCE, GR_WRITE_NEVER, GR_FINITE, GHOSTS,
           "position at the last reneighbouring"),
    FIELD("margin", GR_REAL, 1, "m", GR_STORE_MARGIN, GR_WRITE_NEVER, GR_POSITIVE, GHOSTS,
          "displacement since the last reneighbouring up to which no contact is missed"),
    FIELD("safe_overlap", GR_REAL, 1, "m", GR_STORE_SAFE, GR_WRITE_NEVER, GR_POSITIVE, GHOSTS | GR_FIELD_DERIVED,
          "overlap below the overlap limit of every contact of the particle"),
    VECTOR("image", GR_INTEGER, "1", GR_STORE_IMAGE, GR_WRITE_FRAMES, GR_WHOLE, GHOSTS,
           "number of box lengths to add to the position along each axis to get a continuous path since the start"),
    FIELD("work_viscous", GR_REAL, 1, "J", GR_STORE_WORK, GR_WRITE_NEVER, GR_FINITE, OWNED,
          "energy dissipated by normal dashpots since the start"),
    FIELD("work_slide", GR_REAL, 1, "J", GR_STORE_WORK, GR_WRITE_NEVER, GR_FINITE, OWNED,
          "energy dissipated by sliding, rolling and twisting since the start"),
    FIELD("power_viscous", GR_REAL, 1, "W", GR_STORE_WORK, GR_WRITE_NEVER, GR_FINITE, OWNED,
          "current power of normal dashpots"),
    FIELD("power_slide", GR_REAL, 1, "W", GR_STORE_WORK, GR_WRITE_NEVER, GR_FINITE, OWNED,
          "current power of sliding, rolling and twisting"),
    FIELD("spent_plastic", GR_REAL, 1, "J", GR_STORE_ACCOUNTS, GR_WRITE_NEVER, GR_FINITE, OWNED,
          "plastic work of contacts that have ended"),
    FIELD("work_external", GR_REAL, 1, "J", GR_STORE_ACCOUNTS, GR_WRITE_NEVER, GR_FINITE, OWNED,
          "work of moving walls, prescribed motions, program forces and a deforming box"),
    FIELD("work_drag", GR_REAL, 1, "J", GR_STORE_ACCOUNTS, GR_WRITE_NEVER, GR_FINITE, OWNED,
          "energy dissipated by fluid drag since the start"),
    FIELD("power_external", GR_REAL, 1, "W", GR_STORE_ACCOUNTS, GR_WRITE_NEVER, GR_FINITE, OWNED,
          "current power of moving walls, prescribed motions and program forces"),
    FIELD("residence_begin", GR_REAL, 1, "s", GR_STORE_BEGIN, GR_WRITE_NEVER, GR_NOT_NEGATIVE_OR_INFINITE, OWNED,
          "time from which the residence time counts; infinite: it does not count yet"),
    FIELD("region_begin", GR_REAL, GR_CLOCKS, "s", GR_STORE_CLOCKS, GR_WRITE_NEVER, GR_NOT_NEGATIVE_OR_INFINITE, OWNED,
          "times of entry into the regions of counters; infinite: outside"),
};
GrFields GrStoreFields = {.table = "particles", .n = sizeof(fields) / sizeof(fields[0]), .field = fields};

static const void *no_properties[1];
static GrRegistry properties = {.own = no_properties};

const GrProperty *GrPropertyAt(int index)
{
  return GrRegistryAt(&properties, index);
}

int GrPropertyRegister(const GrProperty *p)
{
  if (properties.n_added == GR_PROPERTIES_MAX || !p->name || !p->unit || !p->description)
    return 1;
  for (int f = 0; f < GrStoreFields.n; f++)
    if (!strcmp(fields[f].column.name, p->name))
      return 1;
  for (int f = 0; f < GrBodiesFields.n; f++)
    if (!strcmp(GrFieldAt(&GrBodiesFields, f)->column.name, p->name))
      return 1;
  if (!GrRegistryAdd(&properties, p))
    return 1;
  GrFieldsAdd(&GrStoreFields, p);
  GrFieldsAdd(&GrBodiesFields, p);
  return 0;
}

void GrStoreSetProperties(GrStore *s, PetscInt i, const double value[GR_PROPERTIES_MAX])
{
  for (int k = GR_STORE_COLUMNS; k < s->columns.n_columns; k++)
    ((double *)s->columns.data[k])[i] = value[k - GR_STORE_COLUMNS];
}

void GrStorePointProperties(const GrStore *s, PetscInt first, const double *property[GR_PROPERTIES_MAX])
{
  for (int k = GR_STORE_COLUMNS; k < s->columns.n_columns; k++)
    property[k - GR_STORE_COLUMNS] = (const double *)s->columns.data[k] + first;
}

void GrStorePoint(GrStore *s)
{
  void **const data = s->columns.data;
  s->id = data[GR_STORE_ID];
  s->group = data[GR_STORE_GROUP];
  s->type = data[GR_STORE_TYPE];
  s->member = data[GR_STORE_MEMBER];
  s->radius = data[GR_STORE_RADIUS];
  s->mass = data[GR_STORE_MASS];
  s->state = data[GR_STORE_STATE];
  s->acceleration = data[GR_STORE_ACCELERATION];
  s->reference = data[GR_STORE_REFERENCE];
  s->margin = data[GR_STORE_MARGIN];
  s->safe = data[GR_STORE_SAFE];
  s->image = data[GR_STORE_IMAGE];
  s->work = data[GR_STORE_WORK];
  s->accounts = data[GR_STORE_ACCOUNTS];
  s->begin = data[GR_STORE_BEGIN];
  s->clocks = data[GR_STORE_CLOCKS];
}

PetscErrorCode GrStoreCreate(GrStore *s, bool has_clocks)
{
  PetscCall(GrFieldsCreate(&GrStoreFields, &s->columns));
  if (!has_clocks)
    s->columns.size[GR_STORE_CLOCKS] = 0;
  PetscCall(GrBodiesCreate(&s->bodies));
  PetscCall(GrStoreReserve(s, 1)); /* never NULL: a world without memory for its state is a chain */
  return 0;
}

PetscErrorCode GrStoreDestroy(GrStore *s)
{
  PetscCall(GrParallelColumnsDestroy(&s->columns));
  return GrParallelColumnsDestroy(&s->bodies.columns);
}

PetscErrorCode GrStoreReserve(GrStore *s, PetscInt rows)
{
  PetscCall(GrParallelColumnsReserve(&s->columns, rows));
  GrStorePoint(s);
  return 0;
}
