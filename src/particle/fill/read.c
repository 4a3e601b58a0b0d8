/* read: groups of particles from a CSV file, and from what an earlier run left. */
#include "particle/fill/group.h"

#include "base/memory.h"
#include "base/row.h"
#include "particle/fill/csv.h"
#include "particle/fill/previous.h"
#include "particle/fill/registry.h"
#include <granum/error.h>
#include <string.h>

/* Where the values of a CSV file go in the state of a particle. */
static const int entry_of[GR_CSV_VALUES] = {
    [GR_CSV_X] = 0,  [GR_CSV_Y] = 1,  [GR_CSV_Z] = 2,  [GR_CSV_VX] = 3,      [GR_CSV_VY] = 4,   [GR_CSV_VZ] = 5,
    [GR_CSV_WX] = 6, [GR_CSV_WY] = 7, [GR_CSV_WZ] = 8, [GR_CSV_RADIUS] = -1, [GR_CSV_MASS] = -1};

/* A case that says how many there are must be right. */
static PetscErrorCode CheckCount(const GrFilling *m, PetscInt64 count)
{
  PetscFunctionBeginUser;
  if (count == 0)
    PetscFunctionReturn(GrFail(GR_EXIT_INPUT, "%s: no particle is there; give a file that has some", m->path));
  if (m->grains->count && m->grains->count != count)
    PetscFunctionReturn(GrFail(GR_EXIT_INPUT,
                               "%s: has %" PetscInt64_FMT " particles where %" PetscInt64_FMT
                               " are expected; give the right file, or leave the count out",
                               m->path, count, m->grains->count));
  PetscCall(GrMemoryDemand(m->comm, GR_EXIT_FILE, m->path, (GrDemand){"particles", count, GR_MEMORY_SPHERE, GR_STATE}));
  PetscFunctionReturn(0);
}

static void TakeValues(GrFilling *m, const GrCsv *csv)
{
  for (int v = 0; v < GR_CSV_VALUES; v++)
    for (PetscInt k = 0; csv->value[v] && k < m->end - m->begin; k++) {
      size_t i = (size_t)(m->begin + k);
      double *to = v == GR_CSV_RADIUS ? &m->store->radius[i]
                   : v == GR_CSV_MASS ? &m->store->mass[i]
                                      : &m->store->state[GR_STATE * i + (size_t)entry_of[v]];
      *to = csv->value[v][k];
    }
}

/* No id is given twice (csv.h), so they are a permutation if none is beyond their number. */
static PetscErrorCode TakeIds(GrFilling *m, const GrCsv *csv)
{
  GrComplaint complaint = {0};

  PetscFunctionBeginUser;
  for (PetscInt i = m->begin; i < m->end; i++) {
    PetscInt64 k = i - m->begin, id = csv->id ? csv->id[k] : csv->rows.first + k + 1;
    m->store->id[i] = m->first_id - 1 + id;
    if (id > m->count)
      GrFillComplain(&complaint, m, i,
                     "id: %" PetscInt64_FMT " is beyond the %" PetscInt64_FMT
                     " particles of the file; number them from 1 without gaps, or leave the column out",
                     id, m->count);
  }
  PetscCall(GrFillComplaintAgree(&complaint, m));
  PetscFunctionReturn(0);
}

static PetscErrorCode TakeCsv(GrFilling *m, GrCsv *csv)
{
  PetscFunctionBeginUser;
  PetscCall(CheckCount(m, csv->rows.total));
  if (!m->drawn && !csv->value[GR_CSV_RADIUS])
    PetscFunctionReturn(
        GrFillFail(m, ".radius", "is missing, and %s has no column radius; give one of the two", m->path));
  PetscCall(GrFillAppend(m, csv->rows.count));
  m->line = csv->line;
  csv->line = NULL;
  PetscCall(TakeIds(m, csv));
  TakeValues(m, csv);
  PetscFunctionReturn(0);
}

static PetscErrorCode MakeFromCsv(GrFilling *m)
{
  GrCsv csv;

  PetscFunctionBeginUser;
  PetscCall(GrCsvRead(m->comm, m->path, &csv));
  PetscErrorCode failed = TakeCsv(m, &csv);
  PetscCall(GrCsvDestroy(&csv));
  PetscFunctionReturn(failed);
}

static PetscErrorCode FindLine(MPI_Comm comm, const GrCase *the_case, const GrGrains *grains, PetscInt64 number,
                               PetscInt64 *line)
{
  char path[PETSC_MAX_PATH_LEN];
  PetscInt64 mine = 0;
  GrCsv csv;

  PetscFunctionBeginUser;
  PetscCall(GrCaseFile(the_case, GrGeneratorFile(grains), sizeof path, path));
  PetscCall(GrCsvRead(comm, path, &csv));
  for (PetscInt64 k = 0; k < csv.rows.count; k++)
    if ((csv.id ? csv.id[k] : csv.rows.first + k + 1) == number)
      mine = csv.line[k];
  PetscCall(GrCsvDestroy(&csv));
  PetscCallMPI(MPI_Allreduce(&mine, line, 1, MPIU_INT64, MPI_MAX, comm));
  PetscFunctionReturn(0);
}

static const GrGeneratorKey file_keys[] = {{.name = "file", .kind = GR_GIVEN_FILE, .meaning = "the name of the file"},
                                           {0}};
const GrGenerator GrGenerator_file = {.name = "file",
                                      .summary =
                                          "a CSV file with columns x, y, z; a path relative to the folder of the input",
                                      .keys = file_keys,
                                      .size = sizeof(char *),
                                      .bare = true,
                                      .gives_sizes = true,
                                      .make = MakeFromCsv,
                                      .find_line = FindLine};

static const GrGeneratorKey previous_keys[] = {
    {"file", GR_GIVEN_FILE, "results.h5 or a checkpoint of an earlier run; a path relative to the folder of the input",
     FIELD(GrPreviousGiven, file)},
    {"frame", GR_GIVEN_INTEGER, "the frame of results.h5, from 0, or last", .choices = "last", .word = -1,
     .fallback = "last", NOT_NEGATIVE, FIELD(GrPreviousGiven, frame)},
    {0}};

static PetscErrorCode TakePrevious(GrFilling *m, const GrPrevious *p)
{
  PetscFunctionBeginUser;
  PetscCall(CheckCount(m, p->rows.total));
  PetscCall(GrFillAppend(m, p->rows.count));
  for (PetscInt i = m->begin; i < m->end; i++) {
    size_t k = (size_t)(i - m->begin);
    double *u = &m->store->state[GR_STATE * (size_t)i];
    m->store->id[i] = m->first_id + p->rows.first + (PetscInt64)k;
    memcpy(u, &p->position[3 * k], 3 * sizeof(double));
    memcpy(u + 3, &p->velocity[3 * k], 3 * sizeof(double));
    memcpy(u + 6, &p->spin[3 * k], 3 * sizeof(double));
    m->store->radius[i] = p->radius[k];
    if (!m->drawn || PetscIsInfReal(p->mass[k])) /* other radii, other masses; what was held stays so */
      m->store->mass[i] = p->mass[k];
  }
  PetscFunctionReturn(0);
}

/* A box that has deformed goes on as it was; the offset counts but for whole lengths. */
static PetscErrorCode CheckPreviousBox(const GrFilling *m, const GrPreviousBox *box)
{
  const GrDomain *d = &m->the_case->domain;
  const double slack = 1e-9, offset = isnan(d->cell.offset) ? 0 : d->cell.offset;
  double lower[3] = {0}, upper[3] = {0};
  PetscBool same =
      (PetscBool)(fabs(remainder(offset - box->edges[1][0], box->edges[0][0])) <= slack * box->edges[0][0]);

  PetscFunctionBeginUser;
  if (!box->deforms)
    PetscFunctionReturn(0);
  for (int a = 0; a < m->the_case->dimension; a++) {
    const double length = d->upper[a] - d->lower[a];
    same = (PetscBool)(same && d->periodic[a] && fabs(length - box->edges[a][a]) <= slack * length);
    lower[a] = box->lower[a] + (a == 0 ? 0.5 * box->edges[1][0] : 0);
    upper[a] = lower[a] + box->edges[a][a];
  }
  if (!same)
    PetscFunctionReturn(
        GrFail(GR_EXIT_INPUT,
               "%s: its box has deformed, and is not that of domain; write there lower: [%.17g, %.17g, "
               "%.17g], upper: [%.17g, %.17g, %.17g], periodic along all axes, and cell: {offset: %.17g}",
               m->path, lower[0], lower[1], lower[2], upper[0], upper[1], upper[2], box->edges[1][0]));
  PetscFunctionReturn(0);
}

static PetscErrorCode MakePrevious(GrFilling *m)
{
  const GrPreviousGiven *given = m->grains->given;
  GrPrevious previous;

  PetscFunctionBeginUser;
  PetscCall(GrPreviousRead(m->comm, m->path, given->frame, &previous));
  PetscErrorCode failed = CheckPreviousBox(m, &previous.box);
  if (!failed)
    failed = TakePrevious(m, &previous);
  if (!failed)
    failed = GrPreviousWarnOfWalls(m->comm, m->path, previous.time, m->the_case);
  PetscCall(GrPreviousDestroy(&previous));
  PetscFunctionReturn(failed);
}

const GrGenerator GrGenerator_previous = {.name = "previous",
                                          .summary = "the particles of an earlier run",
                                          .keys = previous_keys,
                                          .size = sizeof(GrPreviousGiven),
                                          .gives_sizes = true,
                                          .gives_motion = true,
                                          .make = MakePrevious};
