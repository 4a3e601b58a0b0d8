/* A program on libgranum with a custom contact law and force: 125 spheres fall towards a point and collide there.
     mpicc own_law.c -o own_law $(pkg-config --cflags --libs granum) && mpirun -n 2 ./own_law
   The headers granum/law.h and granum/particle.h are the manual; step_by_step.c reads more of a run. */
#include <granum.h>
#include <math.h>

/* The law: F = q d^3, without history and loss. */
static const GrLawParameter parameters[] = {
    {.name = "hardness", .unit = "N/m^3", .upper = INFINITY, .lower_open = true, .meaning = "q", .example = 1e12}, {0}};

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

static void Energy(const GrLawBatch *b, double *recoverable, double *plastic_work)
{
  for (int i = 0; i < b->n; i++) {
    recoverable[i] = 0.25 * b->coefficient[0][i] * b->overlap[i] * b->overlap[i] * b->overlap[i] * b->overlap[i];
    plastic_work[i] = 0;
  }
}

static double Stiffness(const double *coefficient, double overlap)
{
  return 3 * coefficient[0] * overlap * overlap;
}

static const GrLaw cubic = {.name = "cubic",
                            .kind = GR_LAW_NORMAL,
                            .equation = "F = q d^3",
                            .parameters = parameters,
                            .n_coefficients = 1,
                            .prepare = Prepare,
                            .force = Force,
                            .energy = Energy,
                            .stiffness = Stiffness};

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
                           "time: {end: 0.08 s, step: 5 us}\n";

static PetscErrorCode Simulate(void)
{
  double stiffness = 1; /* [N/m] */
  const GrForce attract = {.name = "attract", .act = Attract, .context = &stiffness};
  const GrRunOptions options = {.verbose = true}; /* prints the energies as well */
  GrCase *the_case;

  PetscFunctionBeginUser;
  PetscCall(GrCaseParse("own_law", text, 0, NULL, &the_case));
  GrCaseSetForce(the_case, &attract);
  PetscCall(GrRunCase(PETSC_COMM_WORLD, the_case, NULL, &options));
  PetscCall(GrCaseDestroy(&the_case));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv)
{
  int error =
      PetscInitialize(&argc, &argv, NULL, NULL) || GrErrorHandlerInstall() || GrLawRegister(&cubic) || Simulate();
  if (error)
    fprintf(stderr, "%s\n", GrFailureMessage());
  return PetscFinalize() || error;
}
