/* A program on libgranum with a contact law and a force of its own: 125 spheres fall towards a point and collide there.
     mpicc own_law.c -o own_law $(pkg-config --cflags --libs granum) && mpirun -n 2 ./own_law
   The headers granum/run.h, law.h, force.h, case.h and error.h are the manual. */
#include <granum/error.h>
#include <granum/run.h>
#include <math.h>

/* The law: F = q d^3, without history and loss. */
static const GrLawParameter parameters[] = {
    {"hardness", "N/m^3", NULL, 0, INFINITY, true, true, NULL, "q", 1e12},
    {0},
};

static const char *Prepare(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  coefficient[0] = value[0].number;
  return NULL;
}

static void Force(const GrLawBatch *b)
{
  for (int i = 0; i < b->n; i++) {
    b->force[i] = b->coefficient[0][i] * b->overlap[i] * b->overlap[i] * b->overlap[i];
    b->dashpot[i] = 0;
  }
}

static void Energy(const GrLawBatch *b, double *recoverable, double *spent)
{
  for (int i = 0; i < b->n; i++) {
    recoverable[i] = 0.25 * b->coefficient[0][i] * b->overlap[i] * b->overlap[i] * b->overlap[i] * b->overlap[i];
    spent[i] = 0;
  }
}

static double Stiffness(const double *c, double overlap)
{
  return 3 * c[0] * overlap * overlap;
}

static const GrLaw cubic = {
    .name = "cubic",
    .summary = "hardening spring",
    .source = "this program",
    .equation = "F = q d^3",
    .range = "any",
    .defects = "none",
    .parameters = parameters,
    .n_coefficients = 1,
    .prepare = Prepare,
    .force = Force,
    .energy = Energy,
    .stiffness = Stiffness,
};

/* The force: a spring from each particle to the origin. */
static void Attract(void *context, const GrForceChunk *c)
{
  for (PetscInt i = 0; i < 3 * c->n; i++)
    c->force[i] = -*(const double *)context * c->position[i];
}

static const char text[] = "dimension: 3\n"
                           "materials: {rubber: {density: 1200}}\n"
                           "contacts: [{between: '*', normal: {law: cubic, hardness: 1e12 N/m^3}}]\n"
                           "domain: {lower: [-5 cm, -5 cm, -5 cm], upper: [5 cm, 5 cm, 5 cm]}\n"
                           "particles:\n"
                           "  balls: {lattice: {sites: simple_cubic, spacing: 2 cm}, material: rubber, radius: 5 mm}\n"
                           "time: {end: 0.2 s, step: 5 us}\n";

static PetscErrorCode Simulate(void)
{
  double spring = 1, time;
  const GrForce attract = {"attract", Attract, &spring};
  PetscBool ended = PETSC_FALSE;
  PetscInt64 step;
  GrLedger energy;
  GrCase *the_case;
  GrWorld world;
  GrRun run;

  PetscFunctionBeginUser;
  PetscCall(GrCaseParse("own_law", text, 0, NULL, &the_case));
  the_case->force = &attract;
  PetscCall(GrWorldCreate(PETSC_COMM_WORLD, the_case, &world));
  PetscCall(GrRunCreate(world, NULL, NULL, &run));
  while (!ended) {
    PetscCall(GrRunSteps(run, 4000, &ended));
    PetscCall(GrRunWhen(run, &step, &time));
    PetscCall(GrRunLedger(run, &energy));
    PetscCall(PetscPrintf(PETSC_COMM_WORLD,
                          "%6.3f s: kinetic %.6e J, elastic %.6e J, attraction %.6e J, %.0e missing\n", time,
                          energy.kinetic, energy.elastic, energy.external_work, energy.residual));
  }
  PetscCall(GrRunDestroy(&run));
  PetscCall(GrWorldDestroy(&world));
  PetscCall(GrCaseDestroy(&the_case));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  if (PetscInitialize(&argc, &argv, NULL, NULL) || GrErrorHandlerInstall() || GrLawRegister(&cubic))
    return 1;
  const PetscErrorCode error = Simulate();
  if (error)
    (void)PetscPrintf(PETSC_COMM_WORLD, "%s\n", GrFailureMessage());
  return PetscFinalize() || error;
}
