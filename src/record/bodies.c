/* The rigid bodies (clumps) of an assembly as a kind of particles of results.h5 (record/particles.h): the group
   particles/bodies. Its fields are those of GrBodiesFields; position and image are those inside the box. The spheres of
   the body with the id i are consecutive rows of particles/grains, with the ids i, i + 1, ...; their number is that of
   the clump. */
#include "record/particles.h"

#include "base/math/vector.h"
#include "bulk/body/body.h"
#include "bulk/cell/cell.h"
#include "bulk/output.h"
#include "bulk/population/insert.h"

enum { AXES = 3 };
enum { SPIN, MOMENTS, CLUMP, QUANTITIES };
#define QUANTITY(name, number, width, unit, when, description)                                                         \
  {                                                                                                                    \
    .column = {name, number, width, unit, description}, .write = (when)                                                \
  }
static const GrField quantities[QUANTITIES] = {
    [SPIN] = QUANTITY("angular_velocity", GR_REAL, 3, "rad s-1", GR_WRITE_FRAMES, "angular velocity of the body"),
    [MOMENTS] = QUANTITY("moments", GR_REAL, 3, "kg m2", GR_WRITE_ONCE, "principal moments of inertia of the body"),
    [CLUMP] = QUANTITY("clump", GR_INTEGER, 1, "1", GR_WRITE_ONCE, "number of the clump in parameters/clumps, from 0")};

static bool Exist(GrWorld w)
{
  return GrBodiesExist(w->the_case);
}

static const GrParallelColumns *Table(GrWorld w)
{
  return &GrBulkStore(w)->bodies.columns;
}

/* Number of bodies of a group. */
static double Expected(GrWorld w, int group)
{
  const GrClump *clump = GrBodiesClumpOf(w->the_case, group);

  if (!clump || w->the_case->grains[group].fixed)
    return 0;
  return (double)((PetscInt64)GrBulkInsertExpectedCount(w, group) / clump->n_spheres);
}

/* Bodies of the groups before this group. */
static PetscInt64 BodiesBefore(GrWorld w, int group)
{
  PetscInt64 n = 0;
  for (int g = 0; g < group; g++)
    n += (PetscInt64)Expected(w, g);
  return n;
}

static PetscInt64 Total(GrWorld w)
{
  return BodiesBefore(w, w->the_case->n_grains);
}

static PetscInt64 RowOf(GrWorld w, PetscInt i)
{
  return 1 + BodiesBefore(w, (int)GrBulkStore(w)->bodies.group[i]) + GrBulkBodyNumber(w, i);
}

/* Wraps the bodies into the box, and computes their quantities. The state is that of the table; u is not used. */
static PetscErrorCode Compute(GrWorld w, const double *u, GrRecordedValues values[], double **memory)
{
  enum { STATE = 0, IMAGE = GR_STATE, TURN = IMAGE + AXES, INERTIA = TURN + AXES, KIND = INERTIA + AXES, WIDTH };
  static const int places[QUANTITIES] = {[SPIN] = TURN, [MOMENTS] = INERTIA, [CLUMP] = KIND};
  const GrBodies *b = &GrBulkStore(w)->bodies;

  PetscCall(PetscMalloc1((size_t)b->columns.n * WIDTH + 1, memory));
  for (PetscInt i = 0; i < b->columns.n; i++) {
    double *row = *memory + WIDTH * (size_t)i, state[GR_STATE] = {0};
    GrCopy3(b->position + 3 * i, state);
    GrCopy3(b->velocity + 3 * i, state + 3);
    GrBulkCellWrapRow(w->bulk, state, b->image + 3 * i, row + STATE, (PetscInt64 *)(row + IMAGE));
    GrBulkBodySpin(w, i, row + TURN);
    GrBulkBodyMoments(w, i, row + INERTIA);
    *(PetscInt64 *)(row + KIND) = w->the_case->grains[b->group[i]].clump;
  }
  values[GR_BODY_POSITION] = (GrRecordedValues){*memory + STATE, WIDTH};
  values[GR_BODY_VELOCITY] = (GrRecordedValues){*memory + STATE + 3, WIDTH};
  values[GR_BODY_IMAGE] = (GrRecordedValues){*memory + IMAGE, WIDTH};
  for (int k = 0; k < QUANTITIES; k++)
    values[GrBodiesFields.n + GrBodiesFields.n_added + k] = (GrRecordedValues){*memory + places[k], WIDTH};
  return 0;
}

/* Writes parameters/clumps/NUMBER of each clump number in `clump`: name, centre of mass and principal axes in the axes
   of the input. The place of a point p of the input is X + s R(q) R(axes)^-1 (p - centre), with X and q of the body. */
static PetscErrorCode WriteClumps(GrRecorder r)
{
  static const GrColumn column[] = {
      {"centre", GR_REAL, 3, "m", "centre of mass in the axes of the input"},
      {"axes", GR_REAL, 4, "1",
       "unit quaternion (w, x, y, z) that rotates the principal axes to the axes of the input"},
      {"moments", GR_REAL, 3, "m2", "principal moments of inertia over the mass"}};
  const GrCase *c = r->world->the_case;
  char path[64];

  for (int k = 0; k < c->n_clumps; k++) {
    const GrClumpBody *body = &c->clumps[k].body;
    const double *const data[] = {body->origin, body->axes, body->moments};
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/clumps/%d@name", k));
    PetscCall(GrResultsText(r->results, path, NULL, c->clumps[k].name));
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/clumps/%d", k));
    for (int f = 0; f < 3; f++)
      PetscCall(GrResultsRows(r->results, path, &column[f], (GrRows){1, 0, r->world->rank == 0}, data[f]));
  }
  return 0;
}

static const GrRecordedKind Bodies = {.group = "/particles/bodies",
                                      .counted = "number of bodies: these are the first rows of the frame",
                                      .fields = &GrBodiesFields,
                                      .n_quantities = QUANTITIES,
                                      .quantity = quantities,
                                      .exist = Exist,
                                      .table = Table,
                                      .total = Total,
                                      .row = RowOf,
                                      .expected = Expected,
                                      .write_groups = WriteClumps,
                                      .compute = Compute};

static PetscErrorCode AddBodies(GrRecorder r)
{
  return GrRecorderParticlesAdd(r, &Bodies);
}

const GrWriterKind GrRecorderBodies = {.what = "bodies", .add = AddBodies};
