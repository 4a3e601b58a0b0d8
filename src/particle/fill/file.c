/* file: groups of particles from a CSV file, or from one of LAMMPS or LIGGGHTS. */
#include "base/row.h"
#include "particle/fill/lammps_group.h"
#include "particle/fill/registry.h"
#include <granum/error.h>
#include <math.h>

/* Where the values of a CSV file go in the state of a particle. */
static const int entry_of[GR_CSV_VALUES] = {
    [GR_CSV_X] = 0,  [GR_CSV_Y] = 1,  [GR_CSV_Z] = 2,  [GR_CSV_VX] = 3,      [GR_CSV_VY] = 4,   [GR_CSV_VZ] = 5,
    [GR_CSV_WX] = 6, [GR_CSV_WY] = 7, [GR_CSV_WZ] = 8, [GR_CSV_RADIUS] = -1, [GR_CSV_MASS] = -1};

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
  PetscCall(GrFillCheckCount(m, csv->rows.total));
  if (!m->drawn && !csv->value[GR_CSV_RADIUS])
    PetscFunctionReturn(
        GrFillFail(m, ".radius", "is missing, and %s has no column radius; give one of the two", m->path));
  PetscCall(GrFillAppend(m, &csv->rows));
  m->line = csv->line;
  csv->line = NULL;
  PetscCall(TakeIds(m, csv));
  TakeValues(m, csv);
  PetscFunctionReturn(0);
}

/* Rows of a file by what its first bytes are. */
static PetscErrorCode ReadFile(const GrFilling *m, GrCsv *csv)
{
  const GrFileGiven *given = m->grains->given;
  const char *key = given->units >= 0         ? ".file.units"
                    : !isnan(given->scale[0]) ? ".file.scale"
                    : given->type             ? ".file.type"
                    : given->frame >= 0       ? ".file.frame"
                                              : NULL;
  GrLammpsForm form;

  PetscFunctionBeginUser;
  PetscCall(GrLammpsRecognise(m->comm, m->path, &form));
  if (form == GR_LAMMPS_NOT && key)
    PetscFunctionReturn(GrFillFail(m, key,
                                   "belongs to files of LAMMPS and LIGGGHTS, and %s is none (ITEM:, or N atoms, at the "
                                   "top); give one, or remove the key: other files are CSV in SI",
                                   m->path));
  if (form == GR_LAMMPS_NOT || form == GR_LAMMPS_UNREAD) /* why it cannot be read is the reader's to say */
    PetscCall(GrCsvRead(m->comm, m->path, csv));
  else
    PetscCall(GrLammpsReadGroup(m, form, csv));
  PetscFunctionReturn(0);
}

static PetscErrorCode MakeFromFile(GrFilling *m)
{
  GrCsv csv;

  PetscFunctionBeginUser;
  PetscCall(ReadFile(m, &csv));
  PetscErrorCode failed = TakeCsv(m, &csv);
  PetscCall(GrCsvDestroy(&csv));
  PetscFunctionReturn(failed);
}

static PetscErrorCode FindLine(MPI_Comm comm, const GrCase *the_case, const GrGrains *grains, PetscInt64 number,
                               PetscInt64 *line)
{
  GrFilling m = {.comm = comm, .the_case = the_case, .grains = grains};
  PetscInt64 mine = 0;
  GrCsv csv;

  PetscFunctionBeginUser;
  PetscCall(GrCaseFile(the_case, GrGeneratorFile(grains), sizeof m.path, m.path));
  PetscCall(ReadFile(&m, &csv));
  for (PetscInt64 k = 0; k < csv.rows.count; k++)
    if ((csv.id ? csv.id[k] : csv.rows.first + k + 1) == number)
      mine = csv.line[k];
  PetscCall(GrCsvDestroy(&csv));
  PetscCallMPI(MPI_Allreduce(&mine, line, 1, MPIU_INT64, MPI_MAX, comm));
  PetscFunctionReturn(0);
}

static const char *CheckFile(const GrCase *the_case, GrGrains *grains, GrGeneratorFault *fault)
{
  const GrFileGiven *given = grains->given;
  const bool scaled = !isnan(given->scale[0]);

  fault->key = scaled ? "scale" : "units";
  if (scaled && given->units >= 0)
    return "units and scale are both given; keep one of them";
  for (int k = 0; scaled && k < 3; k++)
    if (!(given->scale[k] > 0))
      return "is not positive; write [LENGTH, MASS, TIME], what 1 in the file stands for in m, kg and s";
  if (given->units == 3)
    return "lj are no units of their own; write scale: [LENGTH, MASS, TIME], what 1 in the file stands for in m, kg "
           "and s, instead";
  return NULL;
}

static const GrGeneratorKey file_keys[] = {
    {.name = "path", .kind = GR_GIVEN_FILE, .meaning = "the name of the file", FIELD(GrFileGiven, path)},
    {"units", GR_GIVEN_WORD, "units of a file of LAMMPS or LIGGGHTS, as it calls them", .fallback = "",
     .choices = GR_LAMMPS_UNITS, FIELD(GrFileGiven, units)},
    {"scale", GR_GIVEN_POINT, "instead of units: what 1 of length, mass and time stands for in m, kg and s", "1", "",
     ANY, FIELD(GrFileGiven, scale)},
    {"type", GR_GIVEN_INTEGER, "the only type of atoms that is taken from such a file", .fallback = "", COUNT,
     FIELD(GrFileGiven, type)},
    {"frame", GR_GIVEN_INTEGER, "the frame of a dump, from 0, or last", .choices = "last", .word = -1,
     .fallback = "last", NOT_NEGATIVE, FIELD(GrFileGiven, frame)},
    {0}};
const GrGenerator GrGenerator_file = {.name = "file",
                                      .summary = "a CSV file with columns x, y, z, or a LAMMPS data file or dump; a "
                                                 "path relative to the folder of the input",
                                      .keys = file_keys,
                                      .size = sizeof(GrFileGiven),
                                      .bare = true,
                                      .gives_sizes = true,
                                      .check = CheckFile,
                                      .make = MakeFromFile,
                                      .find_line = FindLine};
