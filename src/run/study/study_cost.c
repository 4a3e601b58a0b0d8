/* study_cost: see study_cost.h. */
#include "run/study/study_cost.h"

#include "run/folder/folder.h"
#include <string.h>
#include <sys/resource.h>

/* Writes the member `performance` of run.json. memory: of the largest rank [byte]. */
static PetscErrorCode RecordCost(GrRunFolder folder, int ranks, const char *what, PetscInt64 count, double seconds,
                                 double memory)
{
  GrJson json = {.depth = 1, .filled = PETSC_TRUE};
  char rate[64];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(rate, sizeof(rate), "%s_per_second", what));
  const GrJsonPair pairs[] = {
      {"ranks", ranks}, {what, (double)count}, {"seconds", seconds}, {rate, (double)count / seconds}};
  GrJsonBegin(&json, "performance", '{');
  GrJsonNumbers(&json, 4, pairs);
  GrJsonObject(&json, "memory_bytes", 1, (GrJsonPair[]){{"max", memory}});
  GrJsonEnd(&json, '}');
  PetscCall(GrRunFolderCard(folder, &json));
  PetscFunctionReturn(0);
}

PetscErrorCode GrRunStudyCostReport(MPI_Comm comm, GrRunFolder folder, const char *what, PetscInt64 count,
                                    double seconds)
{
  struct rusage usage = {0};
  int rank, size;

  PetscFunctionBeginUser;
  (void)getrusage(RUSAGE_SELF, &usage);
  double memory = 1024.0 * (double)usage.ru_maxrss;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &memory, 1, MPI_DOUBLE, MPI_MAX, comm));
  if (rank != 0)
    PetscFunctionReturn(0);
  printf("%" PetscInt64_FMT " %.*s on %d rank%s in %.3f s: %.4g %s/s; at most %.1f MB a rank\n", count,
         (int)strlen(what) - (count == 1), what, size, size == 1 ? "" : "s", seconds, /* "1 impact" */
         (double)count / seconds, what, 1e-6 * memory);
  if (folder)
    PetscCall(RecordCost(folder, size, what, count, seconds, memory));
  PetscFunctionReturn(0);
}
