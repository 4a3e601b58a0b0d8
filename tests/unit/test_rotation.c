/* Free rotation of rigid bodies (base/math/rotation.h) against the closed form of Euler's equations, its invariants,
   and a constant torque about a principal axis.
   Labels: base. */
#include "unit.h"

#include "base/math/rotation.h"

/* Body with the moments 1, 2, 3 and the spin (0.1, 1, 0.1): it tumbles about its middle axis. Its momentum in the body
   returns after 4 K(m)/sqrt(..), with the complete elliptic integral K of the closed form. */
static const double period = 22.9962629441, inverse[3] = {1, 1.0 / 2, 1.0 / 3}, momentum[3] = {0.1, 2, 0.3};

static void Load(const double x[3], GrVec4 row[3])
{
  for (int a = 0; a < 3; a++)
    row[a] = (GrVec4){x[a], 2 * x[a], x[a], 0.5 * x[a]}; /* the other bodies must not change the first one */
}

static void Rotate(double h, const double L[3], double q[4])
{
  const GrVec4 i[3] = {{1, 1, 0.7, 1}, {0.5, 0.5, 0.7, 2}, {1.0 / 3, 1.0 / 3, 0.7, 3}};
  GrVec4 momenta[3], rows[4];

  for (int k = 0; k < 4; k++)
    rows[k] = (GrVec4){q[k], q[k], q[k], q[k]};
  Load(L, momenta);
  GrRotateFree4(h, i, momenta, rows);
  for (int k = 0; k < 4; k++)
    q[k] = rows[k][0];
}

static void MomentumInBody(const double q[4], const double L[3], double y[3])
{
  double axes[3][3];

  GrRotationAxes(q, axes);
  GrRotateToBody(axes, L, y);
}

/* Time between two upward passages of the first component of the momentum, refined by a line. */
static double Period(int steps)
{
  const double h = period / steps;
  double q[4] = {1, 0, 0, 0}, y[3], before = momentum[0], first = -1;

  for (int k = 1; k < 4 * steps; k++) {
    Rotate(h, momentum, q);
    MomentumInBody(q, momentum, y);
    const double passed = h * (k - y[0] / (y[0] - before));
    if (before < 0 && y[0] >= 0 && first >= 0)
      return passed - first;
    if (before < 0 && y[0] >= 0)
      first = passed;
    before = y[0];
  }
  return 0;
}

static void test_period(void **state)
{
  (void)state;
  assert_true(fabs(Period(1000) / period - 1) < 1e-8);
  const double coarse = fabs(Period(50) / period - 1), fine = fabs(Period(100) / period - 1);
  assert_true(coarse < 1e-4 && fine < coarse / 12); /* fourth order */
}

static void test_invariants(void **state)
{
  const double h = period / 1000, energy = 0.5 * (0.01 + 4 * 0.5 + 0.09 / 3), square = 0.01 + 4 + 0.09;
  double q[4] = {1, 0, 0, 0}, y[3], worst = 0;

  (void)state;
  for (int k = 0; k < 1000000; k++) {
    double own = 0, length = 0;
    Rotate(h, momentum, q);
    MomentumInBody(q, momentum, y);
    for (int a = 0; a < 3; a++) {
      own += 0.5 * inverse[a] * y[a] * y[a];
      length += y[a] * y[a];
    }
    worst = fmax(worst, fmax(fabs(own / energy - 1), fabs(length / square - 1)));
  }
  assert_true(worst < 1e-12);
}

/* The angle about the momentum has second order: the orientation after one period at two steps against a fine step. */
static double Turned(int steps, double q[4])
{
  q[0] = 1;
  q[1] = q[2] = q[3] = 0;
  for (int k = 0; k < steps; k++)
    Rotate(period / steps, momentum, q);
  return q[0];
}

static void test_orientation(void **state)
{
  double exact[4], q[4], error[2] = {0, 0};

  (void)state;
  Turned(40000, exact);
  for (int n = 0; n < 2; n++) {
    Turned(200 << n, q);
    for (int k = 0; k < 4; k++)
      error[n] = fmax(error[n], fabs(q[k] - exact[k]));
  }
  assert_true(error[0] < 2e-2 && error[1] < error[0] / 3.5 && error[1] > error[0] / 5);
}

UNIT(CASE(test_period), CASE(test_invariants), CASE(test_orientation));
