/* A contact law with a history, as a plugin of granum and as a program of its own.
     mpicc -O3 -ffp-contract=off -shared -fPIC dented.c -o dented.so $(pkg-config --cflags granum)
     granum run dented.yaml --plugin ./dented.so
   or
     mpicc -O3 -ffp-contract=off dented.c -o dented $(pkg-config --cflags --libs granum) -lm
     ./dented run dented.yaml

   The law: a linear spring. The share p of the largest overlap remains as a dent when the spring is unloaded.
     F = k d                        d >= d_max
     F = max(0, k (d - p d_max)/(1 - p))   d < d_max
       d overlap [m];  d_max its largest value since the contact closed [m];  k stiffness of the first loading [N/m]
   A free impact returns the speed times sqrt(1 - p). The headers granum/law.h and granum/command.h are the manual. */
#include <granum.h>
#include <math.h>

enum { STIFFNESS, DENT };
static const GrLawParameter parameters[] = {{.name = "k",
                                             .unit = "N/m",
                                             .upper = INFINITY,
                                             .lower_open = true,
                                             .meaning = "stiffness of the first loading",
                                             .example = 1e6},
                                            {.name = "dent",
                                             .unit = "1",
                                             .upper = 1,
                                             .upper_open = true,
                                             .meaning = "share of the largest overlap that remains",
                                             .example = 0.36},
                                            {0}};
static const GrLawHistory history[] = {{"overlap_max", "m", "largest overlap since the contact closed"}};

/* Coefficients: stiffness on loading, stiffness on unloading. */
static const char *Prepare(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  coefficient[0] = value[STIFFNESS].number;
  coefficient[1] = value[STIFFNESS].number / (1 - value[DENT].number);
  return NULL;
}

/* Force on the line of unloading through d_max. On loading the overlap is d_max. */
static double UnloadingLine(const GrLawBatch *b, int i, double largest)
{
  return fmax(0, b->coefficient[0][i] * largest + b->coefficient[1][i] * (b->overlap[i] - largest));
}

/* The committed history belongs to the last step; the law writes the trial history of this step. */
static void Force(const GrLawBatch *b)
{
  for (int i = 0; i < b->n; i++) {
    const double largest = fmax(b->history[0][i], b->overlap[i]);
    b->trial[0][i] = largest;
    b->force[i] = UnloadingLine(b, i, largest);
    b->dashpot[i] = 0;
  }
}

static void Energy(const GrLawBatch *b, double *recoverable, double *plastic_work)
{
  for (int i = 0; i < b->n; i++) {
    const double k1 = b->coefficient[0][i], k2 = b->coefficient[1][i], largest = b->trial[0][i];
    const double force = UnloadingLine(b, i, largest);
    recoverable[i] = 0.5 * force * force / k2;
    plastic_work[i] = 0.5 * k1 * (1 - k1 / k2) * largest * largest;
  }
}

static double Stiffness(const double *coefficient, double overlap)
{
  return coefficient[1];
}

/* Overlaps at which the force has a corner: reloading meets loading; the surfaces separate. */
static void Corners(const GrLawBatch *b, double *const *corner)
{
  for (int i = 0; i < b->n; i++) {
    corner[0][i] = b->history[0][i];
    corner[1][i] = (1 - b->coefficient[0][i] / b->coefficient[1][i]) * b->history[0][i];
  }
}

static double Restitution(const double *coefficient, double mass, double speed, bool no_pull)
{
  return sqrt(coefficient[0] / coefficient[1]);
}

static const GrLaw dented = {.name = "dented",
                             .kind = GR_LAW_NORMAL,
                             .summary = "linear spring; a share of the largest overlap remains as a dent",
                             .equation = "loading:   F = k d\nunloading: F = max(0, k (d - p d_max)/(1 - p))",
                             .parameters = parameters,
                             .n_history = 1,
                             .history = history,
                             .n_coefficients = 2,
                             .prepare = Prepare,
                             .force = Force,
                             .energy = Energy,
                             .stiffness = Stiffness,
                             .corners = Corners,
                             .n_corners = 2,
                             .end = 2,
                             .restitution = Restitution};

static int Register(void)
{
  return GrLawRegister(&dented);
}

GR_PLUGIN(Register);

/* The program is granum with this law. A plugin does not use this function. */
int main(int argc, char **argv)
{
  return Register() ? GR_EXIT_OTHER : GrMain(argc, argv);
}
