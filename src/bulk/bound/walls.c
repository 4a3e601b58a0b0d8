/* walls: the eigenvalue of stability of walls that forces accelerate, over all their contacts; see bulk/bound/bound.h.

   The degrees of freedom of a wall are those of GrWallLoadKind.modes, in which its inertia is 1. A unit force along n
   at a contact accelerates them by a(n). The matrix of stability (contact/stable_step.c) is
     A = sum over contacts of (1 + 1/s) (q_n a(n) a(n)^T + q_t (a(t1) a(t1)^T + a(t2) a(t2)^T)) + that of its springs
     q = h^2 k/4 + h c;  n normal, t1, t2 unit vectors across it;  s split of the contact
   and the step is stable if its largest eigenvalue is below 1.

   Split. The squared displacement of a contact (u1 - u2)^2 is at most (1 + s) u1^2 + (1 + 1/s) u2^2 for any s > 0. The
   particle counts (1 + s) q/m, the wall the rest. s = sqrt(N m w), at most 1, with the largest number N of contacts
   and the inverse w of the mass that the contact moves. A particle on a heavy wall counts as on a fixed wall, and the
   eigenvalue of N equal particles on a light plate, q (1/m + N/M), is exceeded by a factor of at most 2.

   The torques of rolling and twisting on the wall are left out: their arm is a radius, that of the other forces the
   distance from the centre of the wall.

   The entries of A are exact sums over all ranks, so the eigenvalue has the same bits on any number of ranks. */
#include "base/math/vector.h"
#include "bulk/bound/bound.h"
#include "bulk/bulk.h"
#include "wall/load.h"

#include <math.h>
#include <string.h>

/* Sums of a wall: the upper triangle of its matrix, and the number of its contacts. */
enum { ENTRIES = GR_WALL_MODES * (GR_WALL_MODES + 1) / 2, SUMS };

/* Kind of a wall of the list GrWalls.giving_way; NULL: a servo, which has no degrees of freedom. */
static const GrWallLoadKind *KindOf(const GrWalls *walls, int k)
{
  const GrWallLoadKind *kind = walls->trial[k].kind;
  return kind->n_modes > 0 ? kind : NULL;
}

PetscErrorCode GrBulkLimitWallsBegin(GrWorld w, double f, double g, GrBulkLimitWalls *loads)
{
  const GrWalls *walls = &w->bulk->walls;
  GrBulkWallMotion *motion = &w->bulk->wall_motion;
  const int n = SUMS * walls->n_travels;

  *loads = (GrBulkLimitWalls){.f = f, .g = g, .wall = -1};
  for (int k = 0; k < walls->n_travels; k++)
    loads->n += KindOf(walls, k) != NULL;
  if (loads->n == 0)
    return 0;
  if (n > motion->n_sums) {
    PetscCall(PetscRealloc((size_t)n * sizeof(*motion->sum), &motion->sum));
    motion->n_sums = n;
  }
  loads->sum = motion->sum;
  return PetscArrayzero(loads->sum, n);
}

/* A contact with a wall that has degrees of freedom. */
typedef struct {
  double mode[3][GR_WALL_MODES]; /* by a unit force along the normal, and along two directions across it */
  double inverse;                /* inverse of the mass that the contact moves, in the worst direction [1/kg] */
} Moved;

/* Computes the accelerations by a unit force at contact i of a batch. k: number of its wall in GrWalls.giving_way. */
static Moved FindMoved(GrWorld w, int k, const GrBatch *t, int i)
{
  const GrWalls *walls = &w->bulk->walls;
  const GrWallLoadKind *kind = walls->trial[k].kind;
  const double *x = w->bulk->store.state + GR_STATE * t->contacts.first[i];
  double axis[3][3], point[3];
  Moved moved = {.inverse = 0};

  for (int a = 0; a < 3; a++) {
    axis[0][a] = t->geometry.normal[a][i];
    point[a] = x[a] + (t->geometry.radius[0][i] - t->geometry.overlap[i]) * axis[0][a];
  }
  GrAcross3(axis[0], axis[1]);
  GrCross3(axis[0], axis[1], axis[2]);
  for (int d = 0; d < 3; d++) {
    kind->modes(&walls->wall[walls->giving_way[k]], &walls->trial[k], point, axis[d], moved.mode[d]);
    for (int a = 0; a < kind->n_modes; a++)
      moved.inverse += moved.mode[d][a] * moved.mode[d][a];
  }
  return moved;
}

/* Adds q a a^T to the sums of a wall. */
static void AddProduct(int n, double q, const double mode[], GrSum sum[])
{
  int at = 0;

  for (int a = 0; a < n; a++)
    for (int b = a; b < n; b++)
      GrSumAdd(&sum[at++], q * (mode[a] * mode[b]));
}

double GrBulkLimitCountOnWall(GrWorld w, double radius)
{
  const GrBulk b = w->bulk;
  double most = 1;

  for (int a = 0; a < w->the_case->dimension; a++) {
    double n = 1;
    for (int c = 0; c < w->the_case->dimension; c++)
      n *= c == a ? 1 : PetscMax(1, (b->box.upper[c] - b->box.lower[c]) / (2 * radius));
    most = PetscMax(most, n);
  }
  return b->population.insertion ? most : PetscMin(most, PetscMax(1, (double)b->population.total));
}

double GrBulkLimitWallsAdd(GrWorld w, const GrContactSprings *one, const GrBatch *t, int i, double mass,
                           GrBulkLimitWalls *loads)
{
  const int k = w->bulk->walls.travel[t->contacts.second[i]];
  const GrWallLoadKind *kind = k < 0 ? NULL : KindOf(&w->bulk->walls, k);
  double normal = 0;

  if (!kind)
    return 1 / mass;
  const Moved moved = FindMoved(w, k, t, i);
  const double many = GrBulkLimitCountOnWall(w, t->geometry.radius[0][i]);
  const double split = PetscMin(1, sqrt(many * mass * moved.inverse));
  const int slide = GR_ROLE_SLIDE + GR_TANGENTIAL;
  if (!(split > 0))
    return 1 / mass;
  GrSum *sum = loads->sum ? loads->sum + (size_t)SUMS * k : NULL;
  for (int role = 0; role < GR_LAWS_MAX && sum; role++)
    if (role < GR_ROLE_SLIDE || role == GR_ROLE_BOND)
      normal += loads->f * one->stiffness[role] + loads->g * one->damping[role];
  const double across = loads->f * one->stiffness[slide] + loads->g * one->damping[slide];
  for (int d = 0; d < 3 && sum; d++)
    AddProduct(kind->n_modes, (1 + 1 / split) * (d == 0 ? normal : across), moved.mode[d], sum);
  if (sum)
    GrSumAdd(&sum[ENTRIES], normal > 0);
  return (1 + split) / mass;
}

/* Replaces a symmetric matrix by its square. */
static void Square(int n, double matrix[])
{
  double product[GR_WALL_MODES * GR_WALL_MODES] = {0};

  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      for (int c = 0; c < n; c++)
        product[a * n + b] += matrix[a * n + c] * matrix[c * n + b];
  memcpy(matrix, product, (size_t)(n * n) * sizeof *matrix);
}

/* Upper bound of the largest eigenvalue of a symmetric matrix without negative eigenvalues, at most 3 % too large: the
   Frobenius norm of its power 32, to the power 1/32. Overwrites the matrix. */
static double LargestEigenvalue(int n, double matrix[])
{
  enum { SQUARES = 5 };
  double bound = 1;

  for (int s = 0; s <= SQUARES; s++) {
    double norm = 0;
    for (int a = 0; a < n * n; a++)
      norm += matrix[a] * matrix[a];
    norm = sqrt(norm);
    if (!(norm > 0))
      return norm;
    for (int a = 0; a < n * n; a++)
      matrix[a] /= norm;
    Square(n, matrix);
    for (int r = 0; r < s; r++)
      norm = sqrt(norm);
    bound *= norm;
  }
  return bound;
}

/* Largest eigenvalue of f K + g C over the inertia, of contacts (sum; NULL: none) and springs. */
static double EigenvalueOf(const GrWall *wall, const GrWallTravel *state, double f, double g, const GrSum sum[])
{
  const GrWallLoadKind *kind = state->kind;
  double matrix[GR_WALL_MODES * GR_WALL_MODES] = {0};
  int at = 0;

  for (int a = 0; a < kind->n_modes && sum; a++)
    for (int b = a; b < kind->n_modes; b++)
      matrix[a * kind->n_modes + b] = matrix[b * kind->n_modes + a] = GrSumValue(&sum[at++]);
  if (kind->restrain)
    kind->restrain(wall, state, f, g, matrix);
  return LargestEigenvalue(kind->n_modes, matrix);
}

PetscErrorCode GrBulkLimitWallsFinish(GrWorld w, GrBulkLimitWalls *loads)
{
  const GrWalls *walls = &w->bulk->walls;

  if (loads->n == 0)
    return 0;
  PetscCall(GrSumReduce(loads->sum, SUMS * walls->n_travels, w->comm));
  for (int k = 0; k < walls->n_travels; k++) {
    const GrSum *sum = loads->sum + (size_t)SUMS * k;
    if (!KindOf(walls, k))
      continue;
    const double own = EigenvalueOf(&walls->wall[walls->giving_way[k]], &walls->trial[k], loads->f, loads->g, sum);
    if (!(own > loads->most))
      continue;
    loads->most = own;
    loads->wall = walls->giving_way[k];
    loads->contacts = (PetscInt64)GrSumValue(&sum[ENTRIES]);
  }
  loads->sum = NULL;
  return 0;
}

double GrBulkLimitWallFrequency(const GrWall *wall, const GrWallTravel *state)
{
  if (!state->kind->restrain)
    return 0;
  return PetscMax(sqrt(EigenvalueOf(wall, state, 1, 0, NULL)), EigenvalueOf(wall, state, 0, 1, NULL));
}
