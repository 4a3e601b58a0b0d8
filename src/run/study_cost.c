/* study_cost: what a study cost, printed at its end and kept in run.json with where the results come
 * from. */
#include "run/study_cost.h"
#include "run/folder/folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* The member of run.json that tells it. */
static PetscErrorCode RecordCost(GrRunFolder folder, const GrImpactCost *cost)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);

  PetscFunctionBeginUser;
  if (!out)
    PetscFunctionReturn(0);
  fprintf(out,
          "  \"performance\": {\n    \"ranks\": %d,\n    \"%s\": %" PetscInt64_FMT
          ",\n    \"seconds\": %.9g,\n    \"%s_per_second\": %.9g,\n    \"memory_bytes\": {\"max\": %.0f}\n  }",
          cost->ranks, cost->what, cost->count, cost->seconds, cost->what, (double)cost->count / cost->seconds,
          cost->memory);
  if (fclose(out) == 0)
    PetscCall(GrRunFolderCard(folder, text));
  free(text);
  PetscFunctionReturn(0);
}

PetscErrorCode GrImpactReport(MPI_Comm comm, GrRunFolder folder, GrImpactCost *cost)
{
  struct rusage usage = {0};
  int rank;

  PetscFunctionBeginUser;
  (void)getrusage(RUSAGE_SELF, &usage);
  cost->memory = 1024.0 * (double)usage.ru_maxrss;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &cost->ranks));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &cost->memory, 1, MPI_DOUBLE, MPI_MAX, comm));
  if (rank != 0)
    PetscFunctionReturn(0);
  const int letters = (int)strlen(cost->what) - (cost->count == 1); /* 1 impact, 2 impacts */
  printf("%" PetscInt64_FMT " %.*s on %d rank%s in %.3f s: %.4g %s/s; at most %.1f MB a rank\n", cost->count, letters,
         cost->what, cost->ranks, cost->ranks == 1 ? "" : "s", cost->seconds, (double)cost->count / cost->seconds,
         cost->what, 1e-6 * cost->memory);
  if (folder)
    PetscCall(RecordCost(folder, cost));
  PetscFunctionReturn(0);
}
