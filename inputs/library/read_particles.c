/* Reads a case, sets and gets values, runs it and reads the particles; the same program in C and C++.
     mpicc read_particles.c -o read_particles $(pkg-config --cflags --libs granum) && ./read_particles packing.yaml */
#include <granum.h>

static PetscErrorCode Simulate(const char *file)
{
  const char *const set[] = {"time.end=1 ms"};
  double end, *position;
  GrCase *the_case;
  GrWorld world;
  GrRun run;

  PetscCall(GrCaseRead(PETSC_COMM_WORLD, file, 1, set, &the_case));
  PetscCall(GrCaseGet(the_case, "time.end", &end, 0, NULL));
  PetscCall(GrWorldCreate(PETSC_COMM_WORLD, the_case, &world));
  PetscCall(GrRunCreate(world, NULL, NULL, &run));
  PetscCall(GrRunSolve(run));
  PetscCall(PetscMalloc1(3 * GrRunCount(run), &position));
  PetscCall(GrRunRead(run, GR_READ_POSITION, position));
  printf("%g s: %d particles, the first at z = %g m\n", end, (int)GrRunCount(run), position[2]);
  PetscCall(PetscFree(position));
  PetscCall(GrRunDestroy(&run));
  PetscCall(GrWorldDestroy(&world));
  return GrCaseDestroy(&the_case);
}

int main(int argc, char **argv)
{
  int error = PetscInitialize(&argc, &argv, NULL, NULL) || GrErrorHandlerInstall() || Simulate(argv[argc - 1]);
  fprintf(stderr, "%s", GrFailureMessage());
  return PetscFinalize() || error;
}
