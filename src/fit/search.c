/* Searches the parameters with the smallest sum of squares; see search.h. */
#include "fit/search.h"

#include <math.h>
#include <petsctao.h>

enum { POLISH = 60, HALVINGS = 12 };
static const double ROUNDING = 1e-14; /* relative decrease of the squares below which a point is their minimum [1] */

/* ---- points ---- */

PetscErrorCode GrFitPointCreate(const GrFitModel *model, GrFitPoint *p)
{
  const PetscInt m = model->m, n = model->n;
  *p = (GrFitPoint){.square = INFINITY, .fixed = -1};
  PetscCall(PetscCalloc3(m, &p->u, n, &p->residual, n * m, &p->jacobian));
  return PetscCalloc3(m, &p->dead, m, &p->bound, m, &p->active);
}

PetscErrorCode GrFitPointDestroy(GrFitPoint *p)
{
  PetscCall(GrFitSvdDestroy(&p->svd));
  PetscCall(PetscFree3(p->u, p->residual, p->jacobian));
  return PetscFree3(p->dead, p->bound, p->active);
}

PetscErrorCode GrFitPointCopy(const GrFitModel *model, const GrFitPoint *from, GrFitPoint *to)
{
  to->fixed = from->fixed;
  to->square = from->square;
  to->failed = from->failed;
  to->kinks = from->kinks;
  PetscCall(PetscArraycpy(to->u, from->u, model->m));
  PetscCall(PetscArraycpy(to->residual, from->residual, model->n));
  return PetscArraycpy(to->jacobian, from->jacobian, model->n * model->m);
}

double GrFitVariance(const GrFitModel *model, const GrFitPoint *best)
{
  if (!isnan(model->datum[0].deviation))
    return 1;
  return model->n > model->m ? best->square / (double)(model->n - model->m) : NAN;
}

static double SquareOf(PetscInt n, const double residual[])
{
  double sum = 0;
  for (PetscInt i = 0; i < n; i++)
    sum += residual[i] * residual[i];
  return sum;
}

/* Norm of the errors of a column of the jacobian, from the errors of the computed values. */
static double NoiseNorm(const GrFitModel *model)
{
  double sum = 0;
  for (PetscInt i = 0; i < model->n; i++) {
    const double weight = isnan(model->datum[i].deviation) ? 1 : 1 / model->datum[i].deviation;
    const double error = model->noise * fabs(model->datum[i].value) * weight / model->step;
    sum += error * error;
  }
  return sqrt(sum);
}

/* Finds the parameters that the data can determine, and decomposes their part of the jacobian. */
static PetscErrorCode Decompose(const GrFitModel *model, GrFitPoint *p)
{
  const PetscInt m = model->m, n = model->n;
  const double noise = 10 * NoiseNorm(model);
  double *part;

  p->n_active = 0;
  for (PetscInt k = 0; k < m; k++) {
    const GrFitCoordinate *c = &model->coordinate[k];
    const double near = 1e-9 * (c->upper - c->lower);
    double slope = 0, norm = 0;
    for (PetscInt i = 0; i < n; i++) {
      slope += p->jacobian[i * m + k] * p->residual[i];
      norm += p->jacobian[i * m + k] * p->jacobian[i * m + k];
    }
    p->dead[k] = !(sqrt(norm) > noise);
    p->bound[k] =
        !p->dead[k] && ((p->u[k] <= c->lower + near && slope > 0) || (p->u[k] >= c->upper - near && slope < 0));
    if (!p->dead[k] && !p->bound[k] && k != p->fixed)
      p->active[p->n_active++] = k;
  }
  PetscCall(GrFitSvdDestroy(&p->svd));
  PetscCall(PetscMalloc1(n * p->n_active, &part));
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt k = 0; k < p->n_active; k++)
      part[i * p->n_active + k] = p->jacobian[i * m + p->active[k]];
  if (p->n_active > 0)
    PetscCall(GrFitSvdCreate(n, p->n_active, part, &p->svd));
  p->floor = p->n_active > 0 ? fmax(noise, 1e-9 * p->svd.singular[0]) : noise;
  return PetscFree(part);
}

static PetscErrorCode Linearize(GrFitModel *model, GrFitPoint *p)
{
  p->kinks = 0;
  PetscCall(GrFitModelLinearize(model, p->u, p->residual, p->jacobian, &p->failed, &p->kinks));
  p->square = SquareOf(model->n, p->residual);
  return Decompose(model, p);
}

/* ---- steps by the decomposition ---- */

/* Computes the step to the minimum of the linearized squares with the term damping |step|^2, and the standard deviation
   of each active parameter. residual[n]: residuals at the point of the decomposition. Returns the decrease of the
   linearized squares by the step without damping. */
static double MakeStep(const GrFitPoint *p, const double residual[], double damping, PetscInt n, double step[],
                       double deviation[])
{
  double decrease = 0;

  for (PetscInt k = 0; k < p->n_active; k++)
    step[k] = deviation[k] = 0;
  for (PetscInt j = 0; j < p->n_active; j++) {
    const double s = p->svd.singular[j];
    double along = 0;
    if (s < p->floor)
      continue;
    for (PetscInt i = 0; i < n; i++)
      along += p->svd.left[j * n + i] * residual[i];
    decrease += along * along;
    for (PetscInt k = 0; k < p->n_active; k++) {
      const double v = p->svd.right[j * p->n_active + k];
      step[k] -= v * along * s / (s * s + damping * p->svd.singular[0] * p->svd.singular[0]);
      deviation[k] += v * v / (s * s);
    }
  }
  for (PetscInt k = 0; k < p->n_active; k++)
    deviation[k] = sqrt(deviation[k]);
  return decrease;
}

/* Moves u by share times a step, and keeps it in the ranges. */
static void Move(const GrFitModel *model, const GrFitPoint *p, double share, const double step[], double u[])
{
  for (PetscInt k = 0; k < model->m; k++)
    u[k] = p->u[k];
  for (PetscInt k = 0; k < p->n_active; k++) {
    const GrFitCoordinate *c = &model->coordinate[p->active[k]];
    u[p->active[k]] = fmin(fmax(u[p->active[k]] + share * step[k], c->lower), c->upper);
  }
}

/* Whether a step, which begins at the point and ends at u, is so small that the point is the minimum. */
static bool IsSmall(const GrFitModel *model, const GrFitPoint *p, const double u[], const double deviation[])
{
  const bool known = !isnan(model->datum[0].deviation);
  const double scale = known ? 1 : sqrt(p->square / fmax(1, (double)(model->n - model->m)));
  for (PetscInt k = 0; k < p->n_active; k++)
    if (!(fabs(u[p->active[k]] - p->u[p->active[k]]) < fmax(1e-7, 1e-3 * scale * deviation[k])))
      return false;
  return true;
}

/* Improves a point until the squares no longer fall, or by rounding errors only. */
static PetscErrorCode Polish(GrFitModel *model, GrFitPoint *p, bool *converged)
{
  const PetscInt m = model->m, n = model->n;
  double *step, *deviation, *u, *residual, damping = 0;

  *converged = false;
  PetscCall(PetscMalloc4(m, &step, m, &deviation, m, &u, n, &residual));
  for (int i = 0; i < POLISH; i++) {
    PetscInt failed;
    bool lower = false;
    const double decrease = MakeStep(p, p->residual, 0, n, step, deviation);
    Move(model, p, 1, step, u);
    *converged = p->failed == 0 && IsSmall(model, p, u, deviation);
    if (*converged && decrease <= ROUNDING * p->square)
      break;
    for (int j = 0; j < HALVINGS && !lower; j++) {
      MakeStep(p, p->residual, damping, n, step, deviation);
      Move(model, p, 1, step, u);
      PetscCall(GrFitModelResidual(model, u, residual, &failed));
      lower = SquareOf(n, residual) < p->square;
      damping = lower ? (damping > 1e-12 ? 0.1 * damping : 0) : fmax(10 * damping, 1e-6);
    }
    const double before = p->square;
    if (!lower) {
      *converged = *converged || (p->failed == 0 && p->kinks > 0); /* a minimum at a kink has a slope */
      break;
    }
    PetscCall(PetscArraycpy(p->u, u, m));
    PetscCall(Linearize(model, p));
    if (*converged && !(p->square < before * (1 - 1e-9)))
      break;
  }
  return PetscFree4(step, deviation, u, residual);
}

PetscErrorCode GrFitSearchFixed(GrFitModel *model, PetscInt k, double to, GrFitPoint *p, bool *converged)
{
  const PetscInt m = model->m, n = model->n;
  double *step, *deviation, *u, *residual;

  PetscCall(PetscMalloc4(m, &step, m, &deviation, m, &u, n, &residual));
  p->fixed = k;
  PetscCall(Decompose(model, p));
  for (PetscInt i = 0; i < n; i++)
    residual[i] = p->residual[i] + p->jacobian[i * m + k] * (to - p->u[k]);
  MakeStep(p, residual, 0, n, step, deviation);
  Move(model, p, 1, step, u);
  u[k] = to;
  PetscCall(PetscArraycpy(p->u, u, m));
  PetscCall(PetscFree4(step, deviation, u, residual));
  PetscCall(Linearize(model, p));
  return Polish(model, p, converged);
}

/* ---- TAO ---- */

/* The context of the functions that TAO calls. */
typedef struct {
  GrFitModel *model;
  double *residual, *jacobian; /* [n], [n][m] */
} Context;

static PetscErrorCode TaoResidual(Tao tao, Vec x, Vec f, void *context)
{
  Context *c = context;
  const double *u;
  double *to;
  PetscInt failed;

  PetscCall(VecGetArrayRead(x, &u));
  PetscCall(VecGetArrayWrite(f, &to));
  PetscCall(GrFitModelResidual(c->model, u, to, &failed));
  PetscCall(VecRestoreArrayWrite(f, &to));
  return VecRestoreArrayRead(x, &u);
}

static PetscErrorCode TaoJacobian(Tao tao, Vec x, Mat j, Mat same, void *context)
{
  Context *c = context;
  const PetscInt m = c->model->m, n = c->model->n;
  const double *u;
  PetscInt failed, kinks;
  double *to;

  PetscCall(VecGetArrayRead(x, &u));
  PetscCall(GrFitModelLinearize(c->model, u, c->residual, c->jacobian, &failed, &kinks));
  PetscCall(VecRestoreArrayRead(x, &u));
  PetscCall(MatDenseGetArray(j, &to)); /* column by column */
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt k = 0; k < m; k++)
      to[k * n + i] = c->jacobian[i * m + k];
  PetscCall(MatDenseRestoreArray(j, &to));
  PetscCall(MatAssemblyBegin(j, MAT_FINAL_ASSEMBLY));
  return MatAssemblyEnd(j, MAT_FINAL_ASSEMBLY);
}

static PetscErrorCode SetBounds(const GrFitModel *model, Vec lower, Vec upper)
{
  for (PetscInt k = 0; k < model->m; k++) {
    PetscCall(VecSetValue(lower, k, model->coordinate[k].lower, INSERT_VALUES));
    PetscCall(VecSetValue(upper, k, model->coordinate[k].upper, INSERT_VALUES));
  }
  PetscCall(VecAssemblyBegin(lower));
  PetscCall(VecAssemblyEnd(lower));
  PetscCall(VecAssemblyBegin(upper));
  return VecAssemblyEnd(upper);
}

/* Searches with TAO from u; leaves its result in u. Options of the command line have no effect on it. */
static PetscErrorCode SearchByTao(GrFitModel *model, double u[])
{
  const PetscInt m = model->m, n = model->n;
  const bool derivatives = model->fit->search == GR_FIT_GAUSS_NEWTON;
  Context context = {.model = model};
  Vec x, f, lower, upper;
  Mat jacobian;
  Tao tao;

  PetscCall(PetscMalloc2(n, &context.residual, n * m, &context.jacobian));
  PetscCall(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, m, u, &x));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, n, &f));
  PetscCall(VecCreateSeq(PETSC_COMM_SELF, m, &lower));
  PetscCall(VecDuplicate(lower, &upper));
  PetscCall(SetBounds(model, lower, upper));
  PetscCall(MatCreateSeqDense(PETSC_COMM_SELF, n, m, NULL, &jacobian));
  PetscCall(TaoCreate(PETSC_COMM_SELF, &tao));
  PetscCall(TaoSetType(tao, derivatives ? TAOBRGN : TAOPOUNDERS));
  PetscCall(TaoSetSolution(tao, x));
  PetscCall(TaoSetVariableBounds(tao, lower, upper));
  PetscCall(TaoSetResidualRoutine(tao, f, TaoResidual, &context));
  if (derivatives)
    PetscCall(TaoSetJacobianResidualRoutine(tao, jacobian, jacobian, TaoJacobian, &context));
  PetscCall(TaoSetMaximumIterations(tao, (PetscInt)model->fit->iterations));
  PetscCall(TaoSetMaximumFunctionEvaluations(tao, 100 * (PetscInt)model->fit->iterations));
  PetscCall(TaoSetTolerances(tao, 1e-6, 1e-3, 1e-6));
  PetscCall(TaoSolve(tao));
  PetscCall(TaoDestroy(&tao));
  PetscCall(MatDestroy(&jacobian));
  PetscCall(VecDestroy(&upper));
  PetscCall(VecDestroy(&lower));
  PetscCall(VecDestroy(&f));
  PetscCall(VecDestroy(&x));
  return PetscFree2(context.residual, context.jacobian);
}

PetscErrorCode GrFitSearchRun(GrFitModel *model, GrFitPoint *p, bool *converged)
{
  const PetscInt m = model->m;
  double *u, *residual;
  PetscInt failed;

  PetscCall(PetscMalloc2(m, &u, model->n, &residual));
  PetscCall(PetscArraycpy(u, p->u, m));
  PetscCall(GrFitModelResidual(model, p->u, residual, &failed));
  const double before = SquareOf(model->n, residual);
  PetscCall(SearchByTao(model, u));
  for (PetscInt k = 0; k < m; k++) {
    const GrFitCoordinate *c = &model->coordinate[k];
    u[k] = isfinite(u[k]) ? fmin(fmax(u[k], c->lower), c->upper) : p->u[k];
  }
  PetscCall(GrFitModelResidual(model, u, residual, &failed));
  if (SquareOf(model->n, residual) <= before)
    PetscCall(PetscArraycpy(p->u, u, m));
  PetscCall(Linearize(model, p));
  PetscCall(Polish(model, p, converged));
  return PetscFree2(u, residual);
}
