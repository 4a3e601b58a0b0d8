/* The generator `previous`: creates a group from the particles of an earlier run. */
#include "base/math/rotation.h"
#include "base/math/row.h"
#include "particle/fill/group.h"
#include "particle/fill/previous.h"
#include "particle/fill/registry.h"
#include <granum/error.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const GrGeneratorKey previous_keys[] = {
    {"file", GR_GIVEN_FILE, "results.h5 or a checkpoint of an earlier run; a path relative to the folder of the input",
     FIELD(GrPreviousGiven, file)},
    {"frame", GR_GIVEN_INTEGER, "the frame of results.h5, from 0, or last", .choices = "last", .word = -1,
     .fallback = "last", NOT_NEGATIVE, FIELD(GrPreviousGiven, frame)},
    {0}};

/* Copies field k of all particles to the store. If the group has its own radii, masses follow from them. Earlier files
   have infinite masses of fixed particles, which are not copied either. */
static void CopyField(GrFilling *m, const GrPrevious *p, int k)
{
  const GrField *field = GrFieldAt(&GrStoreFields, p->field[k]);
  const int n = field->column.components, width = GrFieldsWidth(&GrStoreFields, field->in);
  const double *from = p->columns.data[k];
  double *to = (double *)m->store->columns.data[field->in] + GrFieldBegin(&GrStoreFields, p->field[k]);

  for (PetscInt i = m->begin; i < m->end; i++, from += n)
    if (field->in != GR_STORE_MASS || !(m->drawn || PetscIsInfReal(*from)))
      memcpy(to + (size_t)width * (size_t)i, from, (size_t)n * sizeof(double));
}

/* Takes row k of the bodies as grain i: its size from the moments, and the rotation from the axes of the input. */
static void TakeBody(GrFilling *m, const GrPrevious *p, PetscInt k, PetscInt i, GrComplaint *complaint)
{
  const double *const *data = (const double *const *)p->columns.data;
  const double *moments = data[GR_PREVIOUS_MOMENTS] + 3 * k, mass = data[GR_PREVIOUS_MASS][k];
  const double *q = data[GR_PREVIOUS_ORIENTATION] + 4 * k, *axes = m->clump->body.axes;
  const double back[4] = {axes[0], -axes[1], -axes[2], -axes[3]}, rounding = 1e-6;
  double *u = m->store->state + GR_STATE * (size_t)i, scale[3];

  for (int f = GR_PREVIOUS_POSITION; f <= GR_PREVIOUS_SPIN; f++)
    memcpy(u + 3 * f, data[f] + 3 * k, 3 * sizeof(double));
  for (int a = 0; a < 3; a++)
    scale[a] = sqrt(moments[a] / (mass * m->clump->body.moments[a]));
  if (!(fabs(scale[1] - scale[0]) <= rounding * scale[0] && fabs(scale[2] - scale[0]) <= rounding * scale[0]))
    GrFillComplain(complaint, m, i,
                   "body %" PetscInt64_FMT
                   " of the file has other ratios of principal moments than the clump '%s'; give "
                   "the clump of that run",
                   p->rows.first + k + 1, m->clump->name);
  if (!m->drawn) {
    m->store->radius[i] = scale[0] * m->clump->body.equal_radius;
    m->store->mass[i] = mass;
  }
  GrRotationProduct(q, back, m->store->acceleration + GR_RATES * (size_t)i); /* see clump.c */
}

static PetscErrorCode TakePrevious(GrFilling *m, const GrPrevious *p)
{
  GrComplaint complaint = {0};

  PetscCall(GrFillCheckCount(m, p->rows.total));
  PetscCall(GrFillAppend(m, &p->rows));
  for (PetscInt i = m->begin; i < m->end; i++)
    m->store->id[i] = m->first_id + p->rows.first + (i - m->begin);
  for (int k = 0; k < p->n_fields && !p->bodies; k++)
    CopyField(m, p, k);
  for (PetscInt i = m->begin; i < m->end && p->bodies; i++)
    TakeBody(m, p, i - m->begin, i, &complaint);
  return GrFillComplaintAgree(&complaint, m);
}

/* In a case that continues a deformed box, the domain must have its size and offset; whole lengths of the offset do not
   matter. */
static PetscErrorCode CheckPreviousBox(const GrFilling *m, const GrPreviousBox *box)
{
  const GrDomain *d = &m->the_case->domain;
  const double slack = 1e-9;
  double apart[GR_PLANES];
  bool same = true;

  for (int k = 0; k < GR_PLANES && box->deforms; k++)
    apart[k] = GrCellOffset(&d->cell, k) - box->edges[GrPlaneAcross(k)][GrPlaneAlong(k)];
  if (box->deforms) /* whole lengths along y shift the image along z by the offset in the plane xy */
    apart[GR_PLANE_XZ] -= nearbyint(apart[GR_PLANE_YZ] / box->edges[1][1]) * GrCellOffset(&d->cell, GR_PLANE_XY);
  for (int k = 0; k < GR_PLANES && box->deforms; k++) {
    const double length = box->edges[GrPlaneAlong(k)][GrPlaneAlong(k)];
    same = same && (apart[k] == 0 || fabs(remainder(apart[k], length)) <= slack * length);
  }
  for (int a = 0; box->deforms && a < m->the_case->dimension; a++) {
    const double length = d->upper[a] - d->lower[a];
    same = same && d->periodic[a] && fabs(length - box->edges[a][a]) <= slack * length;
  }
  return same || !box->deforms
             ? 0
             : GrFail(GR_EXIT_INPUT,
                      "%s: its box has deformed, and is not that of domain; write domain: previous, or with new rates "
                      "domain: {box: previous, cell: {rate: ..}}",
                      m->path);
}

static PetscErrorCode MakePrevious(GrFilling *m)
{
  const GrPreviousGiven *given = m->grains->given;
  GrPrevious previous = {.bodies = m->clump != NULL};

  PetscCall(GrFillPreviousRead(m->comm, m->path, given->frame, &previous));
  PetscErrorCode failed = CheckPreviousBox(m, &previous.box);
  if (!failed)
    failed = TakePrevious(m, &previous);
  if (!failed)
    failed = GrFillPreviousWarnOfWalls(m->comm, m->path, previous.time, m->the_case);
  PetscCall(GrFillPreviousDestroy(&previous));
  return failed;
}

const GrGenerator GrGenerator_previous = {.name = "previous",
                                          .summary = "the particles of an earlier run",
                                          .keys = previous_keys,
                                          .size = sizeof(GrPreviousGiven),
                                          .gives_sizes = true,
                                          .gives_motion = true,
                                          .make = MakePrevious};
