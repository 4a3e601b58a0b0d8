/* report: what a study cost, printed at its end and kept in run.json with where the results come
 * from. */
#include "impact/report.h"
#include "output/provenance.h"

#include <string.h>
#include <sys/resource.h>

static PetscErrorCode WriteJson(const GrStudy *study, const char *directory, const GrImpactCost *cost, int argc,
                                char **argv)
{
  char path[PETSC_MAX_PATH_LEN];
  FILE *out;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/run.json", directory));
  out = fopen(path, "w");
  if (!out) { /* the results are safe; say so and go on */
    fprintf(stderr, "granum: %s cannot be written\n", path);
    PetscFunctionReturn(0);
  }
  fputs("{\n", out);
  GrProvenanceWrite(out, study->variant[0].point[0], argc, argv);
  fprintf(out,
          "  \"performance\": {\n    \"ranks\": %d,\n    \"%s\": %" PetscInt64_FMT
          ",\n    \"seconds\": %.9g,\n    \"%s_per_second\": %.9g,\n    \"memory_bytes\": {\"max\": %.0f}\n  }\n}\n",
          cost->ranks, cost->what, cost->count, cost->seconds, cost->what, (double)cost->count / cost->seconds,
          cost->memory);
  fclose(out);
  PetscFunctionReturn(0);
}

PetscErrorCode GrImpactReport(MPI_Comm comm, const GrStudy *study, const char *directory, GrImpactCost *cost, int argc,
                              char **argv)
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
  if (directory)
    PetscCall(WriteJson(study, directory, cost, argc, argv));
  PetscFunctionReturn(0);
}
