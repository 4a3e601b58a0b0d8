/* Hertz's spring with a dashpot of constant viscosity.

   F = K d^(3/2) + c v,  c given, or c = gamma m
     d overlap [m];  v overlap rate [m/s];  K Hertz stiffness [N/m^1.5];  m reduced mass [kg];  c viscosity [N s/m];
     gamma viscosity per mass [1/s]
   Source: the simplest case of J25 (W. Jia et al., A novel nonlinear viscous contact model with a Newtonian
   fluid-filled dashpot, AIMS Press (2025)) eq. 1; the normal model hertz of LAMMPS' pair style granular with damping
   velocity (c) or mass_velocity (gamma), whose k_n is 4/3 E.
   Valid: as Hertz's law.
   History: none.  Energy: 2/5 K d^(5/2).
   Limits: the force jumps to c v when the contact closes, and pulls before it opens. The restitution increases with the
   speed. */
#include "law/hertz.h"

enum { STIFFNESS, VISCOSITY, VISCOSITY_PER_MASS, N_PARAMETERS };
enum { K, C, N_COEFFICIENTS };

static const GrLawParameter parameters[N_PARAMETERS + 1] = {
    [STIFFNESS] = {GR_HERTZ_STIFFNESS},
    [VISCOSITY] = {"viscosity", "N s/m", NULL, FROM_ZERO, "", "c of the dashpot; LAMMPS: damping velocity", 100},
    [VISCOSITY_PER_MASS] =
        {"viscosity_per_mass", "s^-1", NULL, FROM_ZERO, "",
         "gamma of the dashpot gamma m, m the reduced mass, instead of viscosity; LAMMPS: damping mass_velocity", 0},
};

static bool FactorsOfHertzDashpot(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor)
{
  const bool given = value[VISCOSITY].given;
  factor[K] = GrHertzFactor(pair, &value[STIFFNESS]);
  factor[C] = (GrLawFactor){.form = given ? GR_FACTOR_ALONE : GR_FACTOR_MASS_ALONE,
                            .factor = value[given ? VISCOSITY : VISCOSITY_PER_MASS].number};
  return true;
}

static const char *PrepareHertzDashpot(const GrLawPair *pair, const GrLawValue *value, double *coefficient)
{
  GrLawFactor factor[N_COEFFICIENTS];
  if (value[VISCOSITY].given == value[VISCOSITY_PER_MASS].given)
    return "the damping must be given once; write viscosity or viscosity_per_mass, or use the law hertz";
  FactorsOfHertzDashpot(pair, value, factor);
  GrLawScale(N_COEFFICIENTS, factor, pair->radius, pair->mass, coefficient);
  if (factor[C].factor == 0.0) /* the mass may be infinite */
    coefficient[C] = 0.0;
  return GrHertzPrepare(pair, &value[STIFFNESS], &coefficient[K]);
}

GR_INLINE GrLawParts PartsOfHertzDashpot(const GrLawBatch *batch, int i)
{
  return GrHertzParts(batch, i, GrRoot(batch->overlap[i]), batch->coefficient[C][i]);
}

GR_LAW_FORCE(HertzDashpot)

GR_LAW_CONSTANT(DampingOfHertzDashpot, C)

const GrLaw GrLaw_hertz_dashpot = {
    .name = "hertz_dashpot",
    .summary = "Hertz with a constant dashpot",
    .source = "W. Jia et al., A novel nonlinear viscous contact model with a Newtonian fluid-filled dashpot, AIMS "
              "Press (2025), eq. 1 with the exponents 3/2, 0 and 1",
    .equation = "F = K d^(3/2) + c v, c = viscosity, or viscosity_per_mass m; m = m1 m2/(m1 + m2)\n"
                "K = 4/3 E sqrt(R), 1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2, R = R1 R2/(R1 + R2)",
    .range = GR_HERTZ_RANGE " With tension: allow it is the normal model hertz of LAMMPS' pair style granular, k_n = "
                            "4/3 E: viscosity with damping velocity, viscosity_per_mass with damping mass_velocity.",
    .defects = "The force jumps by c v when the contact closes and pulls at the end of restitution. The restitution "
               "increases with the speed, from 0 for slow impacts, in contrast to solids; kuwabara_kono has the "
               "dashpot of viscoelastic spheres.",
    GR_LAW_ROWS,
    .prepare = PrepareHertzDashpot,
    .factors = FactorsOfHertzDashpot,
    .roots = true,
    .force = ForceOfHertzDashpot,
    .energy = GrHertzEnergy,
    .stiffness = GrHertzStiffness,
    .damping = DampingOfHertzDashpot,
    .onset = 1,
};
