/* Effective quantities of two spheres in contact.

   R = R1 R2/(R1 + R2);  m = m1 m2/(m1 + m2);  1/E = (1 - nu1^2)/E1 + (1 - nu2^2)/E2;  yield stress: the smaller one
   Source: K. L. Johnson, Contact Mechanics (1985), eqs. 4.14 and 4.20.
   R, m, E: effective radius [m], reduced mass [kg] and effective modulus [Pa];  nu Poisson's ratio [1]
   A plane has an infinite radius, a hollow body a negative radius, and a fixed body an infinite mass beside a free
   body. Two bodies of infinite mass have an infinite reduced mass, and the damping of their contact is not used. */
#include <granum/law.h>
#include <math.h>

/* a b/(a + b), also when one of them is infinite. */
static double ReducedOf(double a, double b)
{
  if (isinf(a))
    return b;
  return isinf(b) ? a : a * b / (a + b);
}

void GrLawPairSpheres(const GrLawBody body[2], const double radius[2], const double mass[2], GrLawPair *pair)
{
  double compliance = 0;
  for (int i = 0; i < 2; i++) {
    double nu = body[i].poisson_ratio;
    compliance += (1.0 - nu * nu) / body[i].youngs_modulus;
    pair->body[i] = body[i];
    pair->radii[i] = radius[i];
  }
  pair->radius = ReducedOf(radius[0], radius[1]);
  pair->mass = ReducedOf(mass[0], mass[1]);
  pair->modulus = 1.0 / compliance;
  pair->yield_stress = fmin(body[0].yield_stress, body[1].yield_stress); /* fmin leaves a NaN out */
  pair->no_pull = false;
}

static double ScaleFactor(const GrLawFactor *f, double radius, double mass, const double *coefficient)
{
  switch (f->form) {
  case GR_FACTOR_ROOT:
    return f->factor * sqrt(radius);
  case GR_FACTOR_MASS_ALONE:
    return mass * f->factor;
  case GR_FACTOR_MASS:
    return mass * f->factor * sqrt(radius);
  case GR_FACTOR_MULTIPLE:
    return f->factor * coefficient[f->of];
  case GR_FACTOR_DASHPOT:
    return f->factor * sqrt(coefficient[f->of] * mass);
  default:
    return f->factor;
  }
}

void GrLawScale(int n_coefficients, const GrLawFactor factor[], double radius, double mass, double *coefficient)
{
  for (int k = 0; k < n_coefficients; k++)
    coefficient[k] = ScaleFactor(&factor[k], radius, mass, coefficient);
}

void GrLawFactorsAlone(int n_coefficients, const double *coefficient, GrLawFactor *factor)
{
  for (int k = 0; k < n_coefficients; k++)
    factor[k] = (GrLawFactor){.form = GR_FACTOR_ALONE, .factor = coefficient[k]};
}
