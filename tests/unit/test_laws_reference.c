/* The elastoplastic laws against an independent high-accuracy integration of the published systems (eighth-order
   Runge-Kutta, relative tolerance 1e-12, events at the kinks), which gives 11 digits.
   Labels: law. */
#include "unit.h"

#include "law/common/yield.h"
#include "law_impact.h"
#include "law_values.h"

/* The reference prints 11 significant digits, so it is rounded by up to 5e-11. */
#define PRINTED 5.1e-11
/* The integration of law_impact.h agrees with it to 1e-10; ten times that. */
#define INTEGRATED 1e-9

/* Two steel spheres, R 20 mm, E 207 GPa, nu 0.3, yield stress 1030 MPa, density 7800 kg/m^3; psi 3, eps 13 (W25 Table
   1). */
static void SteelSpheres(GrLawPair *pair)
{
  const GrLawBody steel[2] = {{7800, 207e9, 0.3, 1030e6}, {7800, 207e9, 0.3, 1030e6}};
  double mass = 4.0 / 3.0 * 3.14159265358979323846 * 0.02 * 0.02 * 0.02 * 7800;
  GrLawPairSpheres(steel, (const double[2]){0.02, 0.02}, (const double[2]){mass, mass}, pair);
}

/* Steel ball (R 20 mm, 200 GPa, 0.29, 7800 kg/m^3) in a held aluminium socket (R 20.5 mm, 65 GPa, 0.33), yield stress
   30 MPa; psi 3, eps 13 (W23 section 5). */
static void BallInSocket(GrLawPair *pair)
{
  const GrLawBody body[2] = {{7800, 200e9, 0.29, NAN}, {2700, 65e9, 0.33, 30e6}};
  double mass = 4.0 / 3.0 * 3.14159265358979323846 * 0.02 * 0.02 * 0.02 * 7800;
  GrLawPairSpheres(body, (const double[2]){0.02, -0.0205}, (const double[2]){mass, INFINITY}, pair);
}

static void TestPairs(void **state)
{
  GrLawPair pair;
  SteelSpheres(&pair);
  AssertNear(pair.modulus, 113736263740.0, PRINTED);
  AssertNear(pair.radius, 0.01, PRINTED);
  AssertNear(pair.mass, 0.13069025439, PRINTED);
  BallInSocket(&pair);
  AssertNear(pair.radius, 0.82, PRINTED);
  AssertNear(pair.mass, 0.26138050878, PRINTED);
  assert_true(pair.yield_stress == 30e6);
}

static void TestYieldConstants(void **state)
{
  const GrLawValue from_materials = {false, -1, NAN};
  GrLawPair pair;
  GrYield y;
  SteelSpheres(&pair);
  assert_null(GrYieldPrepare(&pair, &from_materials, 3, 13, &y));
  AssertNear(y.k, 15164835165.0, PRINTED);
  AssertNear(y.d_y, 5.2452723213e-06, PRINTED);
  AssertNear(y.d_p, 0.00044322551115, PRINTED);
  AssertNear(y.c1, 20079597.968, PRINTED);
  AssertNear(y.c2, 32017433.006, PRINTED);
  AssertNear(y.c3, 76.852450284, PRINTED);
  AssertNear(y.f_y, 182.17540973, PRINTED);
  AssertNear(y.f_p, 71938.331141, PRINTED);
  AssertNear(y.k1, 194150425.99, PRINTED);
  AssertNear((y.f_p - y.f_y) / (y.d_p - y.d_y), 163834231.25, PRINTED);
  BallInSocket(&pair);
  assert_null(GrYieldPrepare(&pair, &from_materials, 3, 13, &y));
  AssertNear(y.k, 66017959383.0, PRINTED);
  AssertNear(y.d_y, 1.5787559534e-06, PRINTED);
  AssertNear(y.d_p, 0.00013340487806, PRINTED);
  AssertNear(y.f_y, 130.9587732, PRINTED);
  AssertNear(y.f_p, 51713.65118, PRINTED);
  AssertNear(y.k1, 463699075.67, PRINTED);
}

/* Ma-Liu: the largest overlap follows from m v^2/2 = work of loading, everything else from it. */
static void MaLiuContact(const GrLawPair *pair, Contact *c)
{
  const GrLawValue value[GR_LAW_PARAMETERS_MAX] = {{true, -1, 3}, {true, -1, 13}, {true, 0, 0}};
  memset(c, 0, sizeof *c);
  c->law = GrLawFind("ma_liu");
  assert_null(c->law->prepare(pair, value, c->coefficient));
}

typedef struct {
  double v, d_max, f_max, d_r, u_c, u_r, restitution;
} MaLiu;

static double OverlapOfWork(Contact *c, double work)
{
  double low = 0, high = 1e-2;
  for (int i = 0; i < 200; i++) {
    double d = 0.5 * (low + high);
    ContactForce(c, d, 0);
    if (c->recoverable + c->spent < work)
      low = d;
    else
      high = d;
  }
  return low;
}

static void CheckMaLiu(const GrLawPair *pair, const MaLiu *ref)
{
  Contact c;
  MaLiuContact(pair, &c);
  double d_max = OverlapOfWork(&c, 0.5 * pair->mass * ref->v * ref->v), f_max = ContactForce(&c, d_max, 0);
  double u_r = c.recoverable, u_c = c.recoverable + c.spent;
  AssertNear(d_max, ref->d_max, PRINTED);
  AssertNear(f_max, ref->f_max, PRINTED);
  AssertNear(sqrt(u_r / u_c), ref->restitution, PRINTED);
  if (ref->u_c > 0) {
    AssertNear(u_c, ref->u_c, PRINTED);
    AssertNear(u_r, ref->u_r, PRINTED);
  }
  if (ref->d_r > 0) { /* where the force of unloading ends */
    double low = 0, high = d_max;
    memcpy(c.committed, c.trial, sizeof c.committed);
    for (int i = 0; i < 200; i++) {
      double d = 0.5 * (low + high);
      if (ContactForce(&c, d, 0) > 0)
        high = d;
      else
        low = d;
    }
    AssertNear(low, ref->d_r, PRINTED);
  }
}

static const MaLiu steel_impacts[] = {
    {0.05, 3.7333801356e-06, 109.3933728, 0, 0.00016336281799, 0.00016336281799, 1},
    {8, 0.00025465192937, 36845.926846, 0.00010239456562, 4.1820881405, 2.2440254746, 0.73251631265},
    {25, 0.00071285239091, 124286.5047, 0.00038842361564, 40.840704497, 16.128847402, 0.62842731547},
};

static void TestMaLiuEnergies(void **state)
{
  static const MaLiu socket_impacts[] = {
      {1.2, 3.8310407039e-05, 11235.08966, 1.081525894e-05, 0, 0, 0.81029554449},
      {4, 0.0001115181711, 41710.289018, 5.1689647774e-05, 0, 0, 0.69091424067},
      {6, 0.00016081982506, 64425.936763, 8.2297296294e-05, 0, 0, 0.65581999457},
  };
  GrLawPair pair;
  SteelSpheres(&pair);
  for (int i = 0; i < 3; i++)
    CheckMaLiu(&pair, &steel_impacts[i]);
  BallInSocket(&pair);
  for (int i = 0; i < 3; i++)
    CheckMaLiu(&pair, &socket_impacts[i]);
}

static void TestMaLiuImpacts(void **state)
{
  GrLawPair pair;
  SteelSpheres(&pair);
  for (int i = 0; i < 3; i++) {
    Contact c;
    MaLiuContact(&pair, &c);
    double v = steel_impacts[i].v, d_max = steel_impacts[i].d_max;
    Impact m = {.contact = &c, .mass = pair.mass, .level = 1e-3 * d_max, .step = d_max / v / 1e5, .v = v};
    RunImpact(&m);
    AssertNear(m.d_max, d_max, INTEGRATED);
    AssertNear(-m.v, v * steel_impacts[i].restitution, INTEGRATED);
  }
}

/* Kelvin-Voigt: e1, e2, speed, then largest overlap, largest force and separation speed at zero overlap. */
typedef struct {
  int variant; /* 0 continuous, 1 printed */
  double e1, e2, v, d_max, f_max, separation;
} KelvinVoigt;

static void TestKelvinVoigtImpacts(void **state)
{
  static const KelvinVoigt reference[] = {
      {0, 0.95, 0.90, 0.05, 3.5830696971e-06, 103.04525106, 0.045017700564},
      {1, 0.95, 0.90, 0.05, 3.5830696971e-06, 103.04525106, 0.045017700564},
      {0, 0.86, 0.70, 8, 0.0001954477348, 32158.850664, 5.5886117665},
      {1, 0.86, 0.70, 8, 0.00019215399644, 32299.979956, 5.6432626154},
      {0, 0.84, 0.65, 25, 0.00058395834131, 98612.525779, 16.237468401},
      {1, 0.84, 0.65, 25, 0.00058076280012, 98772.017007, 16.302494016},
  };
  const double d_y = 5.2452723213e-06;
  GrLawPair pair;
  SteelSpheres(&pair);
  for (size_t i = 0; i < sizeof reference / sizeof *reference; i++) {
    const KelvinVoigt *ref = &reference[i];
    const GrLawValue value[GR_LAW_PARAMETERS_MAX] = {
        {true, -1, ref->e1}, {true, -1, ref->e2}, {true, -1, 3}, {true, -1, 13}, {true, ref->variant, 0}};
    Contact c = {.law = GrLawFind("kelvin_voigt_elastoplastic")};
    assert_null(c.law->prepare(&pair, value, c.coefficient));
    Impact m = {.contact = &c, .mass = pair.mass, .step = ref->d_max / ref->v / 1e4, .v = ref->v};
    m.level = ref->d_max > d_y ? c.coefficient[1] : 0.2 * ref->d_max; /* coefficient 1 is d_y to the last bit */
    RunImpact(&m);
    AssertNear(m.d_max, ref->d_max, INTEGRATED);
    AssertNear(m.f_max, ref->f_max, INTEGRATED);
    AssertNear(-m.v, ref->separation, INTEGRATED);
  }
}

UNIT(CASE(TestPairs), CASE(TestYieldConstants), CASE(TestMaLiuEnergies), CASE(TestMaLiuImpacts),
     CASE(TestKelvinVoigtImpacts));
