/* Walls of a bulk case in each frame: parameters/walls/NAME has the shape, observables/places/NAME its keys with the
   values that they would have if the wall stood still where it is: points and directions are moved as it is. Of a mesh
   also where its vertices are, which parameters/walls/NAME has as they are at the start. */
#include "record/recorder_impl.h"

#include "bulk/output.h"
#include "wall/wall.h"

enum { AXES = 3, FRAME = AXES + AXES * AXES, COLUMNS_MAX = GR_WALL_PARAMETERS_MAX + 3 };
enum { VALUES_MAX = AXES * GR_WALL_PARAMETERS_MAX + FRAME + 1 };

static const GrColumn frame_columns[] = {
    {"origin", GR_REAL, AXES, "m", "a vertex v is at origin + v[0] axes[0:3] + v[1] axes[3:6] + v[2] axes[6:9]"},
    {"axes", GR_REAL, AXES *AXES, "1", "three unit vectors one after the other"}};
static const GrColumn absent_column = {"absent", GR_INTEGER, 1, "1",
                                       "1: the wall is not there, and nothing touches it"};

static PetscBool IsDirection(const GrWallParameter *parameter)
{
  return (PetscBool)(parameter->kind == GR_WALL_DIRECTION || parameter->kind == GR_WALL_AXIS);
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

/* One for each key but that of a file, those of a mesh, and `absent` if there are stages; returns how many. */
static int ListColumns(const GrCase *c, const GrWall *wall, GrColumn column[COLUMNS_MAX])
{
  int n = 0;

  for (const GrWallParameter *p = wall->shape->parameters; p->name; p++)
    if (p->kind != GR_WALL_FILE)
      column[n++] = ColumnOf(p);
  for (int k = 0; wall->mesh && k < 2; k++)
    column[n++] = frame_columns[k];
  if (c->n_stages)
    column[n++] = absent_column;
  return n;
}

/* Returns how many numbers it took. */
static int MoveValue(const GrWall *wall, const GrWallPose *pose, int p, double to[AXES])
{
  const GrWallValue *value = &wall->value[p];

  switch (wall->shape->parameters[p].kind) {
  case GR_WALL_POINT:
    GrWallMovePoint(pose, value->number, to);
    return AXES;
  case GR_WALL_LENGTHS:
    for (int k = 0; k < AXES; k++)
      to[k] = value->number[k];
    return AXES;
  case GR_WALL_DIRECTION:
  case GR_WALL_AXIS:
    for (int k = 0; k < AXES; k++)
      to[k] = value->number[k];
    GrWallMoveVector(pose, to);
    return AXES;
  case GR_WALL_FILE:
    return 0;
  case GR_WALL_NUMBER:
    *to = value->number[0];
    return 1;
  default:
    *to = value->choice;
    return 1;
  }
}

/* Where a mesh has the origin and the axes of its vertices. */
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

static PetscErrorCode RecordPlaces(GrRecorder r, void *data, const GrSample *m)
{
  const GrTraces *traces = data;

  PetscFunctionBeginUser;
  for (int w = 0; r->world->rank == 0 && w < traces->n; w++) {
    const GrWall *wall = &r->world->the_case->walls[w];
    const GrWallPose pose = GrWallsAt(GrBulkWalls(r->world), w, m->time);
    double values[VALUES_MAX];
    int n = 0;
    for (int p = 0; wall->shape->parameters[p].name; p++)
      n += MoveValue(wall, &pose, p, values + n);
    n += MoveFrame(wall, &pose, values + n);
    values[n] = wall->absent;
    PetscCall(GrTraceAppend(traces->trace[w], m->step, m->time, values));
  }
  PetscFunctionReturn(0);
}

static const GrWriterOps PlaceOps = {.record = RecordPlaces, .flush = GrTracesFlush, .destroy = GrTracesDestroy};

/* Numbers need not be given. */
static PetscErrorCode ExplainColumn(GrColumn *column, size_t length, char *text)
{
  PetscFunctionBeginUser;
  if (column->number == GR_REAL && column->components == 1) {
    PetscCall(PetscSNPrintf(text, length, "%s; not a number: not given", column->description));
    column->description = text;
  }
  PetscFunctionReturn(0);
}

static PetscErrorCode CreatePlace(GrRecorder r, const GrWall *wall, GrSpan span, GrTrace *trace)
{
  GrColumn column[COLUMNS_MAX];
  char path[GR_NAME_MAX + 64], text[COLUMNS_MAX][256];
  const int n = ListColumns(r->world->the_case, wall, column);

  PetscFunctionBeginUser;
  for (int k = 0; k < n; k++)
    PetscCall(ExplainColumn(&column[k], sizeof(text[k]), text[k]));
  PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/walls/%s@shape", wall->name));
  if (!r->resumed)
    PetscCall(GrResultsText(r->results, path, NULL, wall->shape->name));
  PetscCall(PetscSNPrintf(path, sizeof(path), "/observables/places/%s", wall->name));
  PetscCall(GrTraceCreate(r->results, path, n, column, (PetscBool)(r->world->rank == 0), GR_TRACE_BUFFER, span, trace));
  PetscFunctionReturn(0);
}

static PetscErrorCode AddPlaces(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  const GrOutputInterval interval = {.when = c->output.trajectory, .last = PETSC_TRUE};
  GrSpan span;
  GrTraces *traces;

  PetscFunctionBeginUser;
  if (!GrOutputIsRecorded(&interval.when) || c->n_walls == 0)
    PetscFunctionReturn(0);
  PetscCall(PetscNew(&traces));
  PetscCall(GrTracesCreate(c->n_walls, traces));
  PetscCall(GrRecorderAdd(r, &PlaceOps, interval, traces, &span));
  for (int w = 0; w < c->n_walls; w++)
    PetscCall(CreatePlace(r, &c->walls[w], span, &traces->trace[w]));
  PetscFunctionReturn(0);
}

const GrWriterKind GrRecorderPlaces = {AddPlaces, NULL};
