/* Partition of space; see partition.h. Zoltan stores the tree of cutting planes, and searches it for points and boxes.
   Zoltan is not called on one rank. */
#include "parallel/partition.h"

#include "base/math/vector.h"
#include <zoltan.h>

struct GrPartition_ {
  MPI_Comm comm;
  int rank, size;
  struct Zoltan_Struct *zoltan;
  double lower[3], upper[3]; /* region of this rank; all of space before the first cut */
  int *met;                  /* [size] result of Zoltan's search */
  PetscInt n;                /* points being cut */
  const double *x[3], *weight;
};

#define ZoltanCall(call)                                                                                               \
  do {                                                                                                                 \
    int zoltan_code = (call);                                                                                          \
    PetscCheck(zoltan_code == ZOLTAN_OK || zoltan_code == ZOLTAN_WARN, PETSC_COMM_SELF, PETSC_ERR_LIB,                 \
               "Zoltan returned %d", zoltan_code);                                                                     \
  } while (0)

static int CountPoints(void *data, int *error)
{
  *error = ZOLTAN_OK;
  return (int)((GrParallelPartition)data)->n;
}

/* Identifiers of the points: rank and index. RCB does not return them. */
static void ListPoints(void *data, int n_global, int n_local, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local,
                       int weight_dimension, float *weight, int *error)
{
  const GrParallelPartition p = (GrParallelPartition)data;
  *error = ZOLTAN_OK;
  for (PetscInt i = 0; i < p->n; i++) {
    global[2 * i] = (ZOLTAN_ID_TYPE)p->rank;
    global[2 * i + 1] = local[i] = (ZOLTAN_ID_TYPE)i;
    weight[i] = p->weight ? (float)p->weight[i] : 1.0F;
  }
}

static int CountAxes(void *data, int *error)
{
  *error = ZOLTAN_OK;
  return 3;
}

static void ListCoordinates(void *data, int n_global, int n_local, int n, ZOLTAN_ID_PTR global, ZOLTAN_ID_PTR local,
                            int axes, double *x, int *error)
{
  const GrParallelPartition p = (GrParallelPartition)data;
  *error = ZOLTAN_OK;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      x[3 * i + k] = p->x[k][local[i]];
}

static PetscErrorCode SetUp(GrParallelPartition p)
{
  static const char *const parameters[][2] = {
      {"DEBUG_LEVEL", "0"},     {"CHECK_GEOM", "0"},      {"LB_METHOD", "RCB"},
      {"KEEP_CUTS", "1"},       {"RETURN_LISTS", "NONE"}, {"NUM_GID_ENTRIES", "2"},
      {"NUM_LID_ENTRIES", "1"}, {"OBJ_WEIGHT_DIM", "1"},  {"IMBALANCE_TOL", "1.01"}};

  for (size_t i = 0; i < sizeof(parameters) / sizeof(parameters[0]); i++)
    ZoltanCall(Zoltan_Set_Param(p->zoltan, parameters[i][0], parameters[i][1]));
  ZoltanCall(Zoltan_Set_Num_Obj_Fn(p->zoltan, CountPoints, p));
  ZoltanCall(Zoltan_Set_Obj_List_Fn(p->zoltan, ListPoints, p));
  ZoltanCall(Zoltan_Set_Num_Geom_Fn(p->zoltan, CountAxes, p));
  ZoltanCall(Zoltan_Set_Geom_Multi_Fn(p->zoltan, ListCoordinates, p));
  return 0;
}

PetscErrorCode GrParallelPartitionCreate(MPI_Comm comm, GrParallelPartition *partition)
{
  GrParallelPartition p;
  float version;

  ZoltanCall(Zoltan_Initialize(0, NULL, &version)); /* may be called any number of times */
  PetscCall(PetscNew(&p));
  p->comm = comm;
  PetscCallMPI(MPI_Comm_rank(comm, &p->rank));
  PetscCallMPI(MPI_Comm_size(comm, &p->size));
  PetscCall(PetscMalloc1(p->size, &p->met));
  for (int k = 0; k < 3; k++) {
    p->lower[k] = -INFINITY;
    p->upper[k] = INFINITY;
  }
  p->zoltan = Zoltan_Create(comm);
  PetscCheck(p->zoltan, comm, PETSC_ERR_LIB, "Zoltan_Create failed");
  PetscCall(SetUp(p));
  *partition = p;
  return 0;
}

PetscErrorCode GrParallelPartitionDestroy(GrParallelPartition *partition)
{
  if (!*partition)
    return 0;
  Zoltan_Destroy(&(*partition)->zoltan);
  PetscCall(PetscFree((*partition)->met));
  return PetscFree(*partition);
}

PetscErrorCode GrParallelPartitionDivide(GrParallelPartition p, PetscInt n, const double *const x[3],
                                         const double *weight, double share)
{
  int changes, n_global, n_local, n_in, n_out, *ranks_in, *ranks_out, *to_in, *to_out, axes;
  ZOLTAN_ID_PTR global_in, local_in, global_out, local_out;

  if (p->size == 1)
    return 0;
  float size = (float)share;
  int part = p->rank, first = 0;

  p->n = n;
  p->weight = weight;
  for (int k = 0; k < 3; k++)
    p->x[k] = x[k];
  ZoltanCall(Zoltan_LB_Set_Part_Sizes(p->zoltan, 1, 1, &part, &first, &size));
  ZoltanCall(Zoltan_LB_Partition(p->zoltan, &changes, &n_global, &n_local, &n_in, &global_in, &local_in, &ranks_in,
                                 &to_in, &n_out, &global_out, &local_out, &ranks_out, &to_out));
  ZoltanCall(Zoltan_LB_Free_Part(&global_in, &local_in, &ranks_in, &to_in));
  ZoltanCall(Zoltan_LB_Free_Part(&global_out, &local_out, &ranks_out, &to_out));
  ZoltanCall(Zoltan_RCB_Box(p->zoltan, p->rank, &axes, &p->lower[0], &p->lower[1], &p->lower[2], &p->upper[0],
                            &p->upper[1], &p->upper[2]));
  return 0;
}

/* Whether a point is inside the region of this rank and not on its border, which only Zoltan can assign. */
static bool IsInsideOwnRegion(GrParallelPartition p, const double x[3])
{
  bool inside = true;
  for (int k = 0; k < 3; k++)
    inside = inside && x[k] > p->lower[k] && x[k] < p->upper[k];
  return inside;
}

PetscErrorCode GrParallelPartitionOwner(GrParallelPartition p, const double x[3], int *rank)
{
  double point[3] = {x[0], x[1], x[2]};
  int part;

  *rank = p->rank;
  if (p->size > 1 && !IsInsideOwnRegion(p, x)) /* few points are outside */
    ZoltanCall(Zoltan_LB_Point_PP_Assign(p->zoltan, point, rank, &part));
  return 0;
}

void GrParallelPartitionRegion(GrParallelPartition p, double lower[3], double upper[3])
{
  GrCopy3(p->lower, lower);
  GrCopy3(p->upper, upper);
}

PetscErrorCode GrParallelPartitionMeets(GrParallelPartition p, const double lower[3], const double upper[3], int *n,
                                        const int **rank)
{
  p->met[0] = 0;
  *n = 1;
  if (p->size > 1)
    ZoltanCall(Zoltan_LB_Box_Assign(p->zoltan, lower[0], lower[1], lower[2], upper[0], upper[1], upper[2], p->met, n));
  *rank = p->met;
  return 0;
}
