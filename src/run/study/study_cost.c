/* study_cost: see study_cost.h. */
#include "run/study/study_cost.h"

#include "run/folder/folder.h"
#include <string.h>
#include <sys/resource.h>

typedef struct {
  const char *what;
  int ranks;
  PetscInt64 count;
  double seconds, memory; /* [s]; of the largest rank [bytes] */
} Cost;

/* The member of run.json that tells it. */
static PetscErrorCode RecordCost(GrRunFolder folder, const Cost *cost)
{
  GrJson json = {.depth = 1, .filled = PETSC_TRUE};
  char rate[64];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(rate, sizeof(rate), "%s_per_second", cost->what));
  GrJsonBegin(&json, "performance", '{');
  GrJsonNumbers(&json, 4,
                (GrJsonPair[]){{"ranks", cost->ranks},
                               {cost->what, (double)cost->count},
                               {"seconds", cost->seconds},
                               {rate, (double)cost->count / cost->seconds}});
  GrJsonObject(&json, "memory_bytes", 1, (GrJsonPair[]){{"max", cost->memory}});
  GrJsonEnd(&json, '}');
  PetscCall(GrRunFolderCard(folder, &json));
  PetscFunctionReturn(0);
}

PetscErrorCode GrStudyCostReport(MPI_Comm comm, GrRunFolder folder, const char *what, PetscInt64 count, double seconds)
{
  struct rusage usage = {0};
  int rank;

  PetscFunctionBeginUser;
  (void)getrusage(RUSAGE_SELF, &usage);
  Cost cost = {.what = what, .count = count, .seconds = seconds, .memory = 1024.0 * (double)usage.ru_maxrss};
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &cost.ranks));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &cost.memory, 1, MPI_DOUBLE, MPI_MAX, comm));
  if (rank != 0)
    PetscFunctionReturn(0);
  printf("%" PetscInt64_FMT " %.*s on %d rank%s in %.3f s: %.4g %s/s; at most %.1f MB a rank\n", count,
         (int)strlen(what) - (count == 1), what, cost.ranks, cost.ranks == 1 ? "" : "s", seconds, /* 1 impact */
         (double)count / seconds, what, 1e-6 * cost.memory);
  if (folder)
    PetscCall(RecordCost(folder, &cost));
  PetscFunctionReturn(0);
}
