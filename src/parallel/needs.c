/* needs: see needs.h. A box around each particle and its images is asked for the regions it meets. */
#include "parallel/needs.h"

#include <math.h>
#include <stdlib.h>

enum { IMAGES = 27 };

static PetscErrorCode AddNeed(GrNeeds *needs, int rank, PetscInt particle)
{
  PetscFunctionBeginUser;
  if (needs->n == needs->capacity) {
    needs->capacity = 2 * needs->capacity + 64;
    PetscCall(PetscRealloc((size_t)needs->capacity * sizeof(GrNeed), &needs->need));
  }
  needs->need[needs->n++] = (GrNeed){rank, particle};
  PetscFunctionReturn(0);
}

static int CompareNeeds(const void *a, const void *b)
{
  const GrNeed *x = a, *y = b;
  if (x->rank != y->rank)
    return x->rank - y->rank;
  return (x->particle > y->particle) - (x->particle < y->particle);
}

/* The images of the cube around a particle that can meet the box: shifts per axis. */
static int ImagesThatMeet(const GrBox *box, const double x[3], double reach, double shift[IMAGES][3])
{
  double axis[3][3];
  int n[3], count = 0;

  for (int k = 0; k < 3; k++) {
    const double length = box->upper[k] - box->lower[k];
    n[k] = 0;
    axis[k][n[k]++] = 0;
    if (box->periodic[k] && x[k] - reach < box->lower[k])
      axis[k][n[k]++] = length;
    if (box->periodic[k] && x[k] + reach > box->upper[k])
      axis[k][n[k]++] = -length;
  }
  for (int a = 0; a < n[0]; a++)
    for (int b = 0; b < n[1]; b++)
      for (int c = 0; c < n[2]; c++, count++) {
        shift[count][0] = axis[0][a];
        shift[count][1] = axis[1][b];
        shift[count][2] = axis[2][c];
      }
  return count;
}

typedef struct {
  GrPartition partition;
  const GrBox *box;
  double lower[3], upper[3]; /* region of this rank */
  int rank;
  int *met;       /* [size] */
  PetscInt *last; /* [size] particle that was last noted for a rank, plus one */
} Survey;

/* Far from all borders of the region nothing needs to be asked. */
static PetscBool IsFarInside(const Survey *s, const double x[3], double reach)
{
  for (int k = 0; k < 3; k++) {
    double below = x[k] - reach, above = x[k] + reach;
    if (!(below > s->lower[k] && above < s->upper[k]))
      return PETSC_FALSE;
    if (s->box->periodic[k] && !(below > s->box->lower[k] && above < s->box->upper[k]))
      return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

static PetscErrorCode SurveyParticle(Survey *s, PetscInt particle, const double x[3], double reach, GrNeeds *needs)
{
  double shift[IMAGES][3];
  int images;

  PetscFunctionBeginUser;
  if (IsFarInside(s, x, reach))
    PetscFunctionReturn(0);
  images = ImagesThatMeet(s->box, x, reach, shift);
  for (int m = 0; m < images; m++) {
    double lower[3], upper[3];
    int n;
    for (int k = 0; k < 3; k++) {
      lower[k] = x[k] + shift[m][k] - reach;
      upper[k] = x[k] + shift[m][k] + reach;
    }
    PetscCall(GrPartitionMeets(s->partition, lower, upper, &n, s->met));
    for (int i = 0; i < n; i++)
      if (s->met[i] != s->rank && s->last[s->met[i]] != particle + 1) {
        s->last[s->met[i]] = particle + 1;
        PetscCall(AddNeed(needs, s->met[i], particle));
      }
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrGhostsPrune(MPI_Comm comm, GrPartition partition, const GrBox *box, PetscInt n,
                             const double *const x[3], const double reach[], GrNeeds *needs)
{
  Survey s = {.partition = partition, .box = box};
  int size;

  PetscFunctionBeginUser;
  *needs = (GrNeeds){0};
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCallMPI(MPI_Comm_rank(comm, &s.rank));
  if (size == 1)
    PetscFunctionReturn(0);
  PetscCall(GrPartitionRegion(partition, s.lower, s.upper));
  PetscCall(PetscMalloc1(size, &s.met));
  PetscCall(PetscCalloc1(size, &s.last));
  for (PetscInt i = 0; i < n; i++)
    PetscCall(SurveyParticle(&s, i, (const double[3]){x[0][i], x[1][i], x[2][i]}, reach[i], needs));
  PetscCall(PetscFree(s.last));
  PetscCall(PetscFree(s.met));
  qsort(needs->need, (size_t)needs->n, sizeof(GrNeed), CompareNeeds);
  PetscFunctionReturn(0);
}
