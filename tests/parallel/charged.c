/* A program that adds a property per particle by one row: a charge; a custom force reads it in a uniform electric
   field. For tests/parallel/test_property.py. usage: charged run INPUT.yaml DIRECTORY | charged resume DIRECTORY END
   If CHARGED_SLEEPS is the number of a rank, this rank sleeps in the force (tests/restart/test_watchdog.py). */
#include <granum.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const GrProperty charge = {
    .name = "charge", .unit = "C", .description = "electric charge", .fallback = "0", .lower = -1e-3, .upper = 1e-3};

static const double field[3] = {2e3, 0, 1e4}; /* [V/m] */

static void PullCharges(void *context, const GrForceChunk *c)
{
  const char *sleeps = getenv("CHARGED_SLEEPS");
  int rank;

  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  if (sleeps && rank == atoi(sleeps))
    sleep(60);
  for (PetscInt i = 0; i < c->n; i++)
    for (int k = 0; k < 3; k++)
      c->force[3 * i + k] = c->property[0][i] * field[k];
}
static const GrForce electric = {.name = "electric", .act = PullCharges};

static PetscErrorCode Run(const char *input, const char *directory)
{
  GrRunFolder folder;
  GrCase *c;

  PetscFunctionBeginUser;
  PetscCall(GrCaseRead(PETSC_COMM_WORLD, input, 0, NULL, &c));
  GrCaseSetForce(c, &electric);
  PetscCall(GrRunFolderCreate(PETSC_COMM_WORLD, directory, GR_FOLDER_OVERWRITE, NULL, &folder));
  const PetscErrorCode error = GrRunCase(PETSC_COMM_WORLD, c, folder, NULL);
  PetscCall(GrRunFolderClose(&folder, error));
  PetscCall(GrCaseDestroy(&c));
  PetscFunctionReturn(error);
}

static PetscErrorCode Resume(const char *directory, const char *end)
{
  const char *const set[] = {end};
  const GrRunOptions options = {.force = &electric, .n_set = 1, .set = set};
  GrRunFolder folder;

  PetscFunctionBeginUser;
  PetscCall(GrRunFolderCreate(PETSC_COMM_WORLD, NULL, GR_FOLDER_CONTINUE, NULL, &folder));
  const PetscErrorCode error = GrRunStudyResume(PETSC_COMM_WORLD, directory, folder, &options);
  PetscCall(GrRunFolderClose(&folder, error));
  PetscFunctionReturn(error);
}

int main(int argc, char **argv)
{
  GrProperty taken = charge;
  int rank;

  if (argc != 4 || PetscInitialize(NULL, NULL, NULL, NULL) || GrErrorHandlerInstall())
    return 1;
  taken.name = "radius";
  if (GrPropertyRegister(&charge) || !GrPropertyRegister(&charge) || !GrPropertyRegister(&taken))
    return 1;
  const PetscErrorCode error = !strcmp(argv[1], "run") ? Run(argv[2], argv[3]) : Resume(argv[2], argv[3]);
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  if (error && rank == 0)
    fprintf(stderr, "charged: %s\n", GrFailureMessage());
  return PetscFinalize() || error;
}
