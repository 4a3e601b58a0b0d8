/* A program on libgranum that steps a case and reads its state between steps: 27 balls fall on a floor.
     mpicc step_by_step.c -o step_by_step $(pkg-config --cflags --libs granum) && mpirun -n 2 ./step_by_step
   The headers granum/run.h and granum/world.h are the manual; own_law.c has a custom law and force. */
#include <granum.h>

static const char text[] = "dimension: 3\n"
                           "gravity: [0, 0, -9.81 m/s^2]\n"
                           "materials: {rubber: {density: 1200, youngs_modulus: 5 MPa, poisson_ratio: 0.4}}\n"
                           "contacts: [{between: '*', normal: {law: tsuji, restitution: 0.5}}]\n"
                           "domain: {lower: [0, 0, 0], upper: [36 mm, 36 mm, 36 mm], periodic: [true, true, false]}\n"
                           "walls: {floor: {side: lower_z, material: rubber}}\n"
                           "particles:\n"
                           "  balls: {lattice: {sites: simple_cubic, spacing: 12 mm}, material: rubber, radius: 5 mm}\n"
                           "time: {end: 0.25 s}\n";

/* Adds the force of the contacts with the floor to *load [N]. */
static void AddLoad(void *load, int n, const GrContact contact[])
{
  for (int i = 0; i < n; i++)
    *(double *)load += contact[i].wall == 0 ? contact[i].force[2] : 0;
}

/* Every rank has some of the particles, and some of the contacts. */
static PetscErrorCode ReadRun(GrRun run)
{
  const PetscInt n = GrRunCount(run);
  double *position, *force, load = 0;
  GrLedger energy;
  PetscInt64 *id;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc3(n, &id, 3 * n, &position, 3 * n, &force));
  GrRunIds(run, id);
  PetscCall(GrRunRead(run, GR_READ_POSITION, position));
  PetscCall(GrRunRead(run, GR_READ_FORCE, force));
  PetscCall(GrRunContacts(run, AddLoad, &load));
  PetscCall(GrRunLedger(run, &energy));
  for (PetscInt i = 0; i < n; i++)
    if (id[i] == 1)
      printf("ball 1: %.3f mm high, net force %.2e N\n", 1e3 * position[3 * i + 2], force[3 * i + 2]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &load, 1, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "floor: %.4f N, kinetic energy %.1e J\n", load, energy.kinetic));
  PetscCall(PetscFree3(id, position, force));
  PetscFunctionReturn(0);
}

static PetscErrorCode Simulate(void)
{
  bool ended = false;
  GrCase *the_case;
  GrWorld world;
  GrRun run;

  PetscFunctionBeginUser;
  PetscCall(GrCaseParse("step_by_step", text, 0, NULL, &the_case));
  PetscCall(GrWorldCreate(PETSC_COMM_WORLD, the_case, &world));
  PetscCall(GrRunCreate(world, NULL, NULL, &run));
  while (!ended) {
    PetscCall(GrRunSteps(run, 500, &ended));
    PetscCall(ReadRun(run));
  }
  PetscCall(GrRunDestroy(&run));
  PetscCall(GrWorldDestroy(&world));
  PetscCall(GrCaseDestroy(&the_case));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  int error = PetscInitialize(&argc, &argv, NULL, NULL) || GrErrorHandlerInstall() || Simulate();
  if (error)
    fprintf(stderr, "%s\n", GrFailureMessage());
  return PetscFinalize() || error;
}
