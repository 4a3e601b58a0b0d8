/* Mechanisms, each of the registry alike: tables are whole, directions of contacts are gradients of the overlap, the
   power of all forces is the rate of the energy; and the steps that carry them.
   Labels: input law mechanism record. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism/event.h"
#include <granum/ensemble.h>
#include <granum/error.h>

enum { STATES = 50, TEXT = 4096 };

static double Draw(uint64_t *at)
{
  *at = *at * 6364136223846793005u + 1442695040888963407u;
  return (double)(*at >> 11) * 0x1p-53 - 0.5;
}

/* Input with the examples of the parameters, and of each surface a ball of 8 mm in a socket of 9 mm. */
static void Write(const GrMechanism *m, const char *law, char *text)
{
  int used =
      snprintf(text, TEXT,
               "problem: mechanism\nmaterials: {steel: {density: 7800, youngs_modulus: 200e9, poisson_ratio: 0.3, "
               "yield_stress: 1e9}}\ncontacts: [{between: '*', normal: %s, tension: allow}]\ntime: {end: 1}\n"
               "mechanism:\n  type: %s\n",
               law, m->name);
  for (const GrLawParameter *p = m->parameters; p->name; p++)
    if (!p->fallback)
      used += snprintf(text + used, TEXT - (size_t)used, "  %s: %.17g\n", p->name, p->example);
  used += snprintf(text + used, TEXT - (size_t)used, "surfaces:\n");
  for (int i = 0; i < m->n_surfaces; i++)
    used += snprintf(text + used, TEXT - (size_t)used, "  %s: {material: steel, radius: %s}\n", m->surface[i].name,
                     i ? "9 mm, concave: true" : "8 mm");
  assert_true(used < TEXT);
}

static GrCase *Make(const GrMechanism *m, const char *law, int n_set, const char *const set[])
{
  char text[TEXT];
  GrCase *c = NULL;
  Write(m, law, text);
  FACT(!GrCaseParse("a.yaml", text, n_set, set, &c), "%s: %s", m->name, GrFailureMessage());
  return c;
}

/* Some state near that of the start. */
static void Shake(const GrMechanismDynamics *d, uint64_t *at, double *state)
{
  GrMechanismDynamicsStart(d, state);
  for (int i = 0; i < 2 * d->n; i++)
    state[i] += Draw(at) * (fabs(state[i]) > 0 ? 0.5 * fabs(state[i]) : 1e-2);
}

static void HaveWholeTables(void **state)
{
  for (int i = 0; GrMechanismAt(i); i++) {
    const GrMechanism *m = GrMechanismAt(i);
    int n = 0;
    while (m->parameters[n].name)
      n++;
    assert_ptr_equal(GrMechanismFind(m->name), m);
    assert_true(n <= GR_MECHANISM_PARAMETERS_MAX && m->n_coefficients <= GR_MECHANISM_COEFFICIENTS_MAX);
    assert_in_range(m->n_coordinates, 1, GR_MECHANISM_COORDINATES_MAX);
    assert_in_range(m->n_contacts, 1, GR_MECHANISM_CONTACTS_MAX);
    assert_in_range(m->n_surfaces, 2, GR_MECHANISM_SURFACES_MAX);
    assert_true(m->n_observables <= GR_MECHANISM_OBSERVABLES_MAX);
    assert_true(strlen(m->summary) > 10 && strlen(m->source) > 20);
    for (int k = 0; k < m->n_contacts; k++)
      assert_true(m->contact[k].surface[0] < m->n_surfaces && m->contact[k].surface[1] < m->n_surfaces);
  }
  assert_null(GrMechanismAt(-1));
  assert_null(GrMechanismFind("lever"));
}

/* n is the gradient of the overlap: differences of second order over 1e-6 of the state leave 1e-9. */
static void PushAlongTheOverlap(void **state)
{
  for (int i = 0; GrMechanismAt(i); i++) {
    const GrMechanism *m = GrMechanismAt(i);
    GrCase *c = Make(m, "{law: hertz}", 0, NULL);
    GrMechanismDynamics d;
    uint64_t seed = 1;
    GrMechanismDynamicsCreate(c, &d);
    for (int s = 0; s < STATES; s++) {
      double at[GR_STATE_MAX], overlap, side[2], normal[GR_MECHANISM_COORDINATES_MAX],
          unused[2][GR_MECHANISM_COORDINATES_MAX];
      Shake(&d, &seed, at);
      for (int k = 0; k < m->n_contacts; k++) {
        m->touch(d.coefficient, k, at, &overlap, normal, unused[0]);
        for (int j = 0; j < d.n; j++) {
          const double before = at[j], h = 1e-6;
          for (int end = 0; end < 2; end++) {
            at[j] = before + (end ? h : -h);
            m->touch(d.coefficient, k, at, &side[end], unused[0], unused[1]);
          }
          at[j] = before;
          assert_true(fabs((side[1] - side[0]) / (2 * h) - normal[j]) < 1e-6 * (1 + fabs(normal[j])));
        }
      }
    }
    GrCaseDestroy(&c);
  }
}

/* Kinetic plus potential energy, plus dissipation, minus energy put in, without contacts. */
static double Books(const GrMechanismDynamics *d, const double *state)
{
  const GrMechanism *m = d->mechanism;
  const double *work = state + 2 * d->n;
  return GrMechanismDynamicsKinetic(d, state) + (m->potential ? m->potential(d->coefficient, state) : 0) +
         work[GR_MECHANISM_WORK_OWN] - work[GR_MECHANISM_WORK_SUPPLIED];
}

/* The rate of the books along the motion is 0: mass matrix, forces, powers and reactions belong together. */
static void BalanceTheirBooks(void **state)
{
  for (int i = 0; GrMechanismAt(i); i++) {
    GrCase *c = Make(GrMechanismAt(i), "{law: hertz}", 0, NULL);
    GrMechanismDynamics d;
    uint64_t seed = 2;
    GrMechanismDynamicsCreate(c, &d);
    for (int s = 0; s < STATES; s++) {
      double at[GR_STATE_MAX], there[GR_STATE_MAX], side[2], power = 0;
      GrInstant now;
      Shake(&d, &seed, at);
      d.held = s % 2 ? 1 : 0; /* any first coordinate may be held */
      GrMechanismDynamicsEvaluate(&d, 0, at, &now);
      const double h = 1e-7;
      for (int end = 0; end < 2; end++) {
        const double t = end ? h : -h;
        for (int j = 0; j < d.n; j++) {
          there[j] = at[j] + t * at[d.n + j];
          there[d.n + j] = at[d.n + j] + t * now.acceleration[j];
        }
        for (int j = 0; j < d.works; j++)
          there[2 * d.n + j] = t * now.power[j];
        side[end] = Books(&d, there);
      }
      for (int j = 0; j < d.n; j++)
        power += fabs(now.acceleration[j] * at[d.n + j]);
      power += fabs(now.power[GR_MECHANISM_WORK_OWN]) + fabs(now.power[GR_MECHANISM_WORK_SUPPLIED]);
      assert_true(fabs(side[1] - side[0]) / (2 * h) < 1e-6 * power + 1e-15 * fabs(side[0]) / h);
    }
    GrCaseDestroy(&c);
  }
}

/* A closed contact pushes with F along -n, and its power is the rate at which the mechanism loses energy. */
static void FeelTheirContacts(void **state)
{
  const GrMechanism *m = GrMechanismFind("impact_damper");
  GrCase *c = Make(m, "{law: hertz}", 0, NULL);
  GrMechanismDynamics d;
  GrInstant open, closed;
  GrMechanismDynamicsCreate(c, &d);
  const double at[GR_STATE_MAX] = {0, -0.010001, 0, -1}; /* overlap of 1 um on the left */
  GrMechanismDynamicsEvaluate(&d, 0, at, &open);
  d.touch[0].closed = true;
  GrMechanismDynamicsEvaluate(&d, 0, at, &closed);
  const double force = closed.force[0].normal_force;
  assert_true(open.force[0].normal_force == 0 && force > 0 && fabs(closed.at[0].overlap - 1e-6) < 1e-15);
  assert_true(closed.at[0].rate == 1);
  assert_true(fabs((closed.acceleration[0] - open.acceleration[0]) * 0.5 / -force - 1) < 1e-12);
  assert_true(fabs((closed.acceleration[1] - open.acceleration[1]) * 0.004 / force - 1) < 1e-12);
  GrCaseDestroy(&c);
}

/* A rejected or tried step does not change the committed state; a located event is at the right time. */
static void LocateEvents(void **state)
{
  static const char *const set[] = {"mechanism.stiffness=1e-9", "mechanism.impact_velocity=-2", "mechanism.gap=8 mm"};
  const GrMechanism *m = GrMechanismFind("impact_damper");
  GrCase *c = Make(m, "{law: hertz}", 3, set);
  GrMechanismDynamics d;
  GrMechanismStepping stepping;
  GrMechanismEvent event;
  GrMechanismTouchAt at;
  GrMechanismDynamicsCreate(c, &d);
  GrMechanismSteppingCreate(c, &d, &stepping);
  stepping.next = 1;
  GrMechanismSteppingStep(&stepping, 3e-3);
  assert_true(stepping.length == 3e-3);
  GrMechanismEventFirst(&stepping, &event);
  assert_int_equal(event.kind, GR_EVENT_CLOSES);
  assert_int_equal(event.contact, 0);
  assert_true(fabs(event.length / 2e-3 - 1) < 1e-14); /* 4 mm at 2 m/s */
  GrMechanismDynamicsTouch(&d, 0, stepping.end, &at);
  assert_true(fabs(at.overlap) < 1e-17);
  GrMechanismSteppingAccept(&stepping, event.length);
  d.touch[0].closed = true;
  GrMechanismSteppingStep(&stepping, 1); /* far too long for the contact: shortened until it is accurate */
  assert_true(stepping.length < 1e-6 && !stepping.why);
  assert_true(fabs(stepping.end[1] - stepping.start[1] + 2 * stepping.length) < 1e-11);
  GrMechanismSteppingDestroy(&stepping);
  GrCaseDestroy(&c);
}

/* A step ends at an overlap where the law has a corner: Ma and Liu's first yield, at which the force leaves Hertz's. */
static void StopAtCorners(void **state)
{
  static const char *const set[] = {"mechanism.stiffness=1e-9", "mechanism.impact_velocity=-200", "mechanism.gap=8 mm"};
  GrCase *c = Make(GrMechanismFind("impact_damper"), "{law: ma_liu, hardness_ratio: 3, conformity: 13}", 3, set);
  GrMechanismDynamics d;
  GrMechanismStepping stepping;
  GrMechanismEvent event = {GR_EVENT_NONE, 0, 0, 0};
  GrInstant now;
  GrMechanismTouchAt at;
  double corner[GR_LAW_CORNERS_MAX];
  GrMechanismDynamicsCreate(c, &d);
  GrMechanismSteppingCreate(c, &d, &stepping);
  stepping.start[1] = -0.004; /* where it touches */
  d.touch[0].closed = true;
  GrMechanismDynamicsTouch(&d, 0, stepping.start, &at);
  assert_true(GrMechanismTouchCorners(&d.touch[0], &at, corner) > 0 && corner[0] > 0);
  for (int i = 0; i < 1000 && event.kind != GR_EVENT_CORNER; i++) {
    GrMechanismSteppingStep(&stepping, 1);
    GrMechanismEventFirst(&stepping, &event);
    GrMechanismSteppingAccept(&stepping, event.length);
    GrMechanismDynamicsEvaluate(&d, 0, stepping.start, &now);
    memcpy(d.touch[0].committed, now.force[0].trial, sizeof(d.touch[0].committed));
  }
  assert_int_equal(event.kind, GR_EVENT_CORNER);
  GrMechanismDynamicsTouch(&d, 0, stepping.start, &at);
  assert_true(event.level == corner[0] && fabs(at.overlap - corner[0]) < 1e-17);
  GrMechanismSteppingDestroy(&stepping);
  GrCaseDestroy(&c);
}

UNIT_PETSC(CASE(HaveWholeTables), CASE(PushAlongTheOverlap), CASE(BalanceTheirBooks), CASE(FeelTheirContacts),
           CASE(LocateEvents), CASE(StopAtCorners));
