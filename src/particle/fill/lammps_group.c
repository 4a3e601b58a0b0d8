/* lammps_group: what a case says of a LAMMPS file, against what the file says; see lammps_group.h. */
#include "particle/fill/lammps_group.h"

#include <granum/error.h>
#include <math.h>

/* What 1 in a LAMMPS file stands for: as the case says, or the file. */
static PetscErrorCode FindScale(const GrFilling *m, const GrFileGiven *given, const GrLammpsHead *head,
                                GrLammpsScale *scale)
{
  static const GrLammpsScale of_units[] = {{1, 1, 1}, {1e-2, 1e-3, 1}, {1e-6, 1e-18, 1e-6}};
  const char *form = head->form == GR_LAMMPS_DUMP ? "dump" : "data file";

  PetscFunctionBeginUser;
  const bool scaled = !isnan(given->scale[0]);
  const int units = given->units >= 0 ? given->units : head->units;
  if (given->units >= 0 && head->units >= 0 && given->units != head->units)
    PetscFunctionReturn(
        GrFillFail(m, ".file.units", "is not what %s says (ITEM: UNITS); leave it out, or correct it", m->path));
  if (!scaled && units < 0)
    PetscFunctionReturn(
        GrFillFail(m, ".file",
                   "%s is a LAMMPS %s, which does not say its units; write file: {path: %s, units: si}, "
                   "or cgs, micro, or scale: [LENGTH, MASS, TIME] in m, kg, s",
                   m->path, form, given->path));
  if (!scaled && units >= (int)(sizeof of_units / sizeof *of_units))
    PetscFunctionReturn(
        GrFillFail(m, ".file", "%s says units lj; add scale: [LENGTH, MASS, TIME] in m, kg, s to file", m->path));
  *scale = scaled ? (GrLammpsScale){given->scale[0], given->scale[1], given->scale[2]} : of_units[units];
  PetscFunctionReturn(0);
}

/* The box of the file is that of the case, where that is periodic; of numbers with six digits. */
static PetscErrorCode CheckLammpsBox(const GrFilling *m, const GrLammpsHead *head, const GrLammpsScale *scale)
{
  const GrDomain *d = &m->the_case->domain;
  const double slack = 1e-5;

  PetscFunctionBeginUser;
  if (head->tilted)
    PetscFunctionReturn(GrFail(GR_EXIT_INPUT,
                               "%s:%" PetscInt64_FMT ":1: the box is tilted; write the file after change_box all ortho",
                               m->path, head->box_line));
  for (int a = 0; head->box.given && a < m->the_case->dimension; a++) {
    const double lower = head->box.lower[a] * scale->length, upper = head->box.upper[a] * scale->length;
    const double length = d->upper[a] - d->lower[a];
    if (d->periodic[a] && !(fabs(upper - lower - length) <= slack * length))
      PetscFunctionReturn(GrFail(GR_EXIT_INPUT,
                                 "%s:%" PetscInt64_FMT ":1: the box is %.10g m long along %c, and domain, which is "
                                 "periodic along it, %.10g m; write the bounds %.10g and %.10g there, or other units",
                                 m->path, head->box_line + a, upper - lower, 'x' + a, length, lower, upper));
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrLammpsReadGroup(const GrFilling *m, GrLammpsForm form, GrCsv *csv)
{
  const GrFileGiven *given = m->grains->given;
  GrLines lines = {.comm = m->comm, .path = m->path, .wanted = "a LAMMPS file"};
  GrLammpsAsked asked = {.type = given->type};
  GrLammpsHead head;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(m->comm, &lines.rank));
  PetscCallMPI(MPI_Comm_size(m->comm, &lines.size));
  PetscCall(GrLammpsFind(&lines, form, given->frame, &head));
  PetscCall(FindScale(m, given, &head, &asked.scale));
  PetscCall(CheckLammpsBox(m, &head, &asked.scale));
  if (given->type && !GrLammpsColumnsHave(&head.particles.columns, GR_LAMMPS_TYPE))
    PetscFunctionReturn(GrFillFail(m, ".file.type", "%s has no column type; remove it", m->path));
  PetscCall(GrLammpsRead(m->comm, m->path, &head, &asked, csv));
  if (csv->rows.total == 0) {
    PetscCall(GrCsvDestroy(csv));
    PetscFunctionReturn(GrFillFail(m, ".file.type", "no particle of %s is of it; write one that is there", m->path));
  }
  PetscFunctionReturn(0);
}
