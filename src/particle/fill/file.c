/* The generator `file`: creates a group of particles from a CSV file. */
#include "particle/fill/csv.h"
#include "particle/fill/group.h"
#include "particle/fill/registry.h"
#include <granum/error.h>
#include <math.h>

/* Index of a value of a CSV file in the state of a particle. */
static const int entry_of[GR_CSV_VALUES] = {
    [GR_CSV_X] = 0,  [GR_CSV_Y] = 1,  [GR_CSV_Z] = 2,  [GR_CSV_VX] = 3, [GR_CSV_VY] = 4,
    [GR_CSV_VZ] = 5, [GR_CSV_WX] = 6, [GR_CSV_WY] = 7, [GR_CSV_WZ] = 8};

/* Where value v of particle i is in the store. */
static double *PlaceOf(const GrStore *s, int v, size_t i)
{
  if (v >= GR_CSV_PROPERTY)
    return (double *)s->columns.data[GR_STORE_COLUMNS + v - GR_CSV_PROPERTY] + i;
  if (v >= GR_CSV_QW) /* the acceleration is not known yet, and carries the orientation (clump.c) */
    return &s->acceleration[GR_RATES * i + (size_t)(v - GR_CSV_QW)];
  return v == GR_CSV_RADIUS ? &s->radius[i]
         : v == GR_CSV_MASS ? &s->mass[i]
                            : &s->state[GR_STATE * i + (size_t)entry_of[v]];
}

static void TakeValues(GrFilling *m, const GrCsv *csv)
{
  for (int v = 0; v < GR_CSV_VALUES; v++)
    for (PetscInt k = 0; csv->value[v] && k < m->end - m->begin; k++)
      *PlaceOf(m->store, v, (size_t)(m->begin + k)) = csv->value[v][k];
}

/* Checks the unit quaternions of clumps. Collective. */
static PetscErrorCode CheckOrientations(GrFilling *m, const GrCsv *csv)
{
  const double *const *q = (const double *const *)&csv->value[GR_CSV_QW];
  const int given = (q[0] != NULL) + (q[1] != NULL) + (q[2] != NULL) + (q[3] != NULL);
  const double rounding = 1e-6;
  GrComplaint complaint = {0};

  if (given == 0)
    return 0;
  if (given < 4)
    return GrFail(GR_EXIT_INPUT,
                  "%s: has only some of the columns q_w, q_x, q_y, q_z; give all four, or "
                  "none",
                  m->path);
  if (!m->clump)
    return GrFillFail(
        m, "",
        "consists of spheres, but %s has the orientations of clumps (columns q_w, q_x, q_y, q_z); write clump, the "
        "name of a clump of several spheres or of one sphere with mass_from: solid, or remove these columns",
        m->path);
  for (PetscInt k = 0; k < m->end - m->begin; k++) {
    const double square = q[0][k] * q[0][k] + q[1][k] * q[1][k] + q[2][k] * q[2][k] + q[3][k] * q[3][k];
    if (!(fabs(square - 1) <= 2 * rounding))
      GrFillComplain(&complaint, m, m->begin + k,
                     "q_w, q_x, q_y, q_z have the length %.9g, which is not 1; divide them by it", sqrt(square));
    else if (m->the_case->dimension == 2 && (q[1][k] != 0 || q[2][k] != 0))
      GrFillComplain(&complaint, m, m->begin + k,
                     "q_x or q_y is not 0, which rotates the clump out of the plane of "
                     "dimension 2; write 0, or dimension: 3");
  }
  return GrFillComplaintAgree(&complaint, m);
}

/* No id is given twice (csv.h), so they are a permutation if none is beyond their number. */
static PetscErrorCode TakeIds(GrFilling *m, const GrCsv *csv)
{
  GrComplaint complaint = {0};

  for (PetscInt i = m->begin; i < m->end; i++) {
    PetscInt64 k = i - m->begin, id = csv->id ? csv->id[k] : csv->rows.first + k + 1;
    m->store->id[i] = m->first_id - 1 + id;
    if (id > m->count)
      GrFillComplain(&complaint, m, i,
                     "id: %" PetscInt64_FMT " is beyond the %" PetscInt64_FMT
                     " particles of the file; number them from 1 without gaps, or leave the column out",
                     id, m->count);
  }
  return GrFillComplaintAgree(&complaint, m);
}

static PetscErrorCode TakeCsv(GrFilling *m, GrCsv *csv)
{
  PetscCall(GrFillCheckCount(m, csv->rows.total));
  if (!m->drawn && !csv->value[GR_CSV_RADIUS] && !m->clump)
    return GrFillFail(m, ".radius", "is missing, and %s has no column radius; give one of the two", m->path);
  PetscCall(GrFillAppend(m, &csv->rows));
  for (PetscInt i = m->begin; i < m->end && m->clump; i++)
    m->store->radius[i] = m->clump->body.equal_radius; /* unless the file or the group gives another size */
  m->line = csv->line;
  csv->line = NULL;
  PetscCall(TakeIds(m, csv));
  PetscCall(CheckOrientations(m, csv));
  TakeValues(m, csv);
  return 0;
}

static PetscErrorCode MakeFromFile(GrFilling *m)
{
  GrCsv csv;

  PetscCall(GrFillCsvRead(m->comm, m->path, &csv));
  PetscErrorCode failed = TakeCsv(m, &csv);
  PetscCall(GrFillCsvDestroy(&csv));
  return failed;
}

static PetscErrorCode FindLine(MPI_Comm comm, const GrCase *the_case, const GrGrains *grains, PetscInt64 number,
                               PetscInt64 *line)
{
  char path[PETSC_MAX_PATH_LEN];
  PetscInt64 mine = 0;
  GrCsv csv;

  PetscCall(GrCaseFile(the_case, GrGeneratorFile(grains), sizeof path, path));
  PetscCall(GrFillCsvRead(comm, path, &csv));
  for (PetscInt64 k = 0; k < csv.rows.count; k++)
    if ((csv.id ? csv.id[k] : csv.rows.first + k + 1) == number)
      mine = csv.line[k];
  PetscCall(GrFillCsvDestroy(&csv));
  PetscCallMPI(MPI_Allreduce(&mine, line, 1, MPIU_INT64, MPI_MAX, comm));
  return 0;
}

static const GrGeneratorKey file_keys[] = {{.name = "path", .kind = GR_GIVEN_FILE, .meaning = "the name of the file"},
                                           {0}};
const GrGenerator GrGenerator_file = {.name = "file",
                                      .summary = "a CSV file with columns x, y, z; a path relative to the folder of "
                                                 "the input. `granum-post import` makes such files of files of LAMMPS",
                                      .keys = file_keys,
                                      .size = sizeof(char *),
                                      .bare = true,
                                      .gives_sizes = true,
                                      .make = MakeFromFile,
                                      .find_line = FindLine};
