/* study_file: see study_file.h. */
#include "run/study_file.h"

#include "io/h5/provenance.h"
#include "run/folder/folder.h"
#include <math.h>

PetscErrorCode GrStudyOpen(GrRunFolder folder, const GrStudy *study, const char *options, GrResults *results)
{
  const MPI_Comm comm = GrRunFolderComm(folder);
  const char *directory = GrRunFolderPath(folder);
  char path[PETSC_MAX_PATH_LEN];

  PetscFunctionBegin;
  PetscCall(GrRunFolderHold(folder));
  PetscCall(GrRunFolderBegin(folder, study->variant[0].point[0], study->resolved, NAN));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/results.h5", directory));
  PetscCall(GrResultsCreate(comm, path, "granum", results));
  PetscCall(GrProvenanceParameters(*results, study->variant[0].point[0], study->resolved, options));
  PetscFunctionReturn(0);
}

PetscErrorCode GrStudyFirstFailure(MPI_Comm comm, PetscInt64 *at, char *why, int size)
{
  const PetscInt64 mine = *at;
  int rank, teller;

  PetscFunctionBegin;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Allreduce(&mine, at, 1, MPIU_INT64, MPI_MIN, comm));
  if (*at == INT64_MAX)
    PetscFunctionReturn(0);
  rank = mine == *at ? rank : -1;
  PetscCallMPI(MPI_Allreduce(&rank, &teller, 1, MPI_INT, MPI_MAX, comm));
  PetscCallMPI(MPI_Bcast(why, size, MPI_CHAR, teller, comm));
  PetscFunctionReturn(0);
}
