/* Records the positions of the walls of an assembly in each frame. parameters/walls/NAME has the shape of a wall.
   observables/places/NAME has the current values of its input keys: points and directions that have moved with the
   wall. For a mesh it also has the origin and axes of the frame in which parameters/walls/NAME gives the vertices. */
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include "wall/wall.h"

enum { AXES = 3, FRAME = AXES + AXES * AXES, COLUMNS_MAX = GR_WALL_PARAMETERS_MAX + 3 };

static const GrColumn frame_columns[] = {
    {"origin", GR_REAL, AXES, "m", "a vertex v is at origin + v[0] axes[0:3] + v[1] axes[3:6] + v[2] axes[6:9]"},
    {"axes", GR_REAL, AXES *AXES, "1", "three unit vectors, one after the other"}};
static const GrColumn absent_column = {"absent", GR_INTEGER, 1, "1", "1: the wall is absent and has no contacts"};

static bool IsDirection(const GrWallParameter *parameter)
{
  return parameter->kind == GR_WALL_DIRECTION || parameter->kind == GR_WALL_AXIS;
}

static GrColumn ColumnOf(const GrWallParameter *parameter)
{
  GrColumn column = {parameter->name, GR_REAL, 1, "1", parameter->meaning};

  if (parameter->kind == GR_WALL_POINT || parameter->kind == GR_WALL_LENGTHS || IsDirection(parameter))
    column.components = AXES;
  if (parameter->kind == GR_WALL_POINT || parameter->kind == GR_WALL_LENGTHS)
    column.unit = "m";
  if (parameter->kind == GR_WALL_NUMBER)
    column.unit = parameter->unit;
  if (parameter->kind == GR_WALL_WORD || parameter->kind == GR_WALL_FLAG)
    column.number = GR_INTEGER;
  return column;
}

/* A column for each key except that of a file, for the frame of a mesh, and, if there are stages, `absent`. Texts of
   descriptions are valid until the next call. */
static int ListColumns(GrWorld w, int k, GrColumn column[])
{
  static char text[COLUMNS_MAX][256];
  const GrWall *wall = &w->the_case->walls[k];
  int n = 0;

  for (const GrWallParameter *p = wall->shape->parameters; p->name; p++) {
    if (p->kind == GR_WALL_FILE)
      continue;
    column[n] = ColumnOf(p);
    if (p->kind == GR_WALL_NUMBER) { /* such a key may be omitted */
      snprintf(text[n], sizeof(text[n]), "%s; NaN: not given", p->meaning);
      column[n].description = text[n];
    }
    n++;
  }
  for (int f = 0; wall->mesh && f < 2; f++)
    column[n++] = frame_columns[f];
  if (w->the_case->n_stages)
    column[n++] = absent_column;
  return n;
}

/* Writes the value of a parameter at the current pose; returns the number of numbers. */
static int MoveValue(const GrWallParameter *p, const GrWallValue *value, const GrWallPose *pose, double to[AXES])
{
  const GrColumn column = ColumnOf(p);

  if (p->kind == GR_WALL_FILE)
    return 0;
  for (int k = 0; k < column.components; k++)
    to[k] = p->kind == GR_WALL_WORD ? value->choice : p->kind == GR_WALL_FLAG ? value->flag : value->number[k];
  if (p->kind == GR_WALL_POINT)
    GrWallMovePoint(pose, value->number, to);
  if (IsDirection(p))
    GrWallMoveVector(pose, to);
  return column.components;
}

/* Writes origin and axes of the vertices of a mesh; returns the number of numbers. */
static int MoveFrame(const GrWall *wall, const GrWallPose *pose, double to[FRAME])
{
  const double zero[AXES] = {0};

  if (!wall->mesh)
    return 0;
  GrWallMovePoint(pose, zero, to);
  for (int a = 0; a < AXES; a++) {
    double *axis = &to[AXES + AXES * a];
    for (int k = 0; k < AXES; k++)
      axis[k] = k == a;
    GrWallMoveVector(pose, axis);
  }
  return FRAME;
}

static PetscErrorCode FillPlaces(GrWorld world, const GrSample *m, int width, double values[])
{
  for (int w = 0; w < world->the_case->n_walls; w++, values += width) {
    const GrWall *wall = &world->the_case->walls[w];
    const GrWallPose pose = GrWallsAt(GrBulkWalls(world), w, m->time);
    int n = 0;
    for (int p = 0; wall->shape->parameters[p].name; p++)
      n += MoveValue(&wall->shape->parameters[p], &wall->value[p], &pose, values + n);
    n += MoveFrame(wall, &pose, values + n);
    if (world->the_case->n_stages)
      values[n] = wall->absent;
  }
  return 0;
}

static const GrTablesKind Tables = {.group = "/observables/places",
                                    .when = offsetof(GrCase, output.trajectory),
                                    .of_walls = true,
                                    .columns = ListColumns,
                                    .fill = FillPlaces};

static PetscErrorCode AddPlaces(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  char path[GR_NAME_MAX + 64];

  for (int w = 0; !r->resumed && GrOutputIsRecorded(&c->output.trajectory) && w < c->n_walls; w++) {
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/walls/%s@shape", c->walls[w].name));
    PetscCall(GrResultsText(r->results, path, NULL, c->walls[w].shape->name));
  }
  return GrRecorderAddTables(r, &Tables);
}

const GrWriterKind GrRecorderPlaces = {.add = AddPlaces};
