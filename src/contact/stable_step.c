/* stable_step: the longest step at which velocity Verlet is stable, and the overlap limits that follow from it.

   Velocity Verlet with velocities predicted to the full step (time/verlet.c), on the linear system M x'' = -K x - C x',
   is stable while the largest eigenvalue of M^-1 (h^2 K/4 + h C) is below 1. At this limit positions and accelerations
   change sign in every step, and the corrected velocity at the end of each step is zero. The criterion holds for
   `time.velocity: full`. With `half` the damping term is h C/2, so the criterion is conservative.
     h step [s];  x displacements [m];  M, K, C  mass, stiffness and damping matrix;  m reduced mass of the pair [kg]
     k stiffness [N/m] and c viscosity [N s/m] of a contact;  q = h^2 k/4 + h c  [kg]
     indices of q: n normal, t tangential, r rolling or twisting

   Bound. The displacements u1, u2 of two bodies obey (u1 - u2)^2 <= (1/m1 + 1/m2)(m1 u1^2 + m2 u2^2). Therefore the
   eigenvalue is at most the largest value, over all bodies, of the sum of q/m over the contacts of the body. For a
   solid sphere with z contacts this sum is

                       translation                        rotation
     three dimensions  (max(z/3, 2) q_n + 2 z/3 q_t)/m    5/3 z q_t/m or 5/3 z q_r/m
     two dimensions    (max(z/2, 2) q_n + z/2 q_t)/m      5/2 z q_t/m or 5/2 z q_r/m
     one dimension     2 q_n/m                            -
     single contact    q_n/m                              7/2 q_t/m

   The factor of q_n is at least 2, because two contacts may be on opposite sides. The value of rotation is reached if
   all spheres rotate in the same sense. The sums assume isotropic contacts whose normals sum to zero; translation and
   rotation are then decoupled. The bound holds with and without dashpots, because friction springs follow the
   displacement of the bodies (law/slide/springs.h).

   A sphere has at most 12 neighbours of the same size, and about 6 contacts in a disordered bed.

   Contacts that close at rest. The viscosity of some laws falls with the speed v0 at which a contact closes (hysteresis,
   lichtensteiger). Touching bodies of a chain close at rest, with the smallest v0. The dashpot then consumes most of the
   impulse before the spring acts, so the largest overlap d obeys
     integral of c from 0 to d <= m v,  and  c(d) is much larger than in a free impact at the speed v
   The evaluation sees such a contact first one step after its closing. The body has then gained the speed
     v' = h/m (F(v h) + F(2 v h)/2),  F the force on its other side
   The step resolves the onset if c at v0 = v' equals c at rest.  v speed of the impact [m/s] */
#include "contact/model.h"
#include "law/one.h"

#include <math.h>

enum { HALVINGS_MAX = 200, INTERVALS = 16 };

/* Solves h^2 k/4 + h c = m for the step h [s]. Arguments: k [N/m], c [N s/m], m [kg]. */
static double SolveStep(double stiffness, double damping, double mass)
{
  return 2 * mass / (damping + sqrt(damping * damping + mass * stiffness));
}

/* Factors of the sums above [1]: of q_n and of q_t in translation; of q_t and q_r in rotation. */
typedef struct {
  double normal, tangential, rotation;
} Weights;

/* Returns the factors of a body with `contacts` contacts. */
static Weights FindWeights(int dimension, int contacts)
{
  const double z = contacts;

  if (dimension == 1)
    return (Weights){PetscMin(z, 2), 0, 0};
  if (contacts == 1)
    return (Weights){1, 0, 3.5};
  return dimension == 2 ? (Weights){PetscMax(z / 2, 2), z / 2, 2.5 * z}
                        : (Weights){PetscMax(z / 3, 2), 2 * z / 3, 5 * z / 3};
}

/* Returns the longest stable step [s] of a body with `contacts` contacts of this pair type at this overlap [m]: the
   smaller of the steps of translation and rotation. tangential_damping: include the dashpots of sliding, rolling and
   twisting. */
static double FindStep(const GrModel *m, PetscInt type, double overlap, int contacts, PetscBool tangential_damping)
{
  const GrInteraction *r = GrModelInteraction(m, type);
  const Weights w = FindWeights(m->the_case->dimension, contacts);
  const double mass = m->pair_type[type].mass;
  double stiffness[GR_LAWS_MAX], damping[GR_LAWS_MAX], k = 0, c = 0, viscosity = 0, step = INFINITY;

  for (int role = 0; role < GR_LAWS_MAX; role++) {
    const GrLaw *law = r->law[role];
    const PetscBool slides = (PetscBool)(role >= GR_ROLE_SLIDE && role < GR_ROLE_BOND);
    if (!law)
      continue;
    const double *own = GrModelCoefficients(m, type) + r->coefficient[role];
    stiffness[role] = law->stiffness(own, overlap);
    damping[role] = law->damping ? law->damping(own, overlap) : 0;
    if (role < GR_ROLE_SLIDE)
      viscosity += damping[role];
    if (slides) /* marshall twisting has another factor (a/R)^2 < 1; without it the step is shorter, so it is stable */
      damping[role] = tangential_damping ? damping[role] + own[GR_SLIDE_SHARE] * viscosity : 0;
    if (slides)
      step = PetscMin(step, SolveStep(w.rotation * stiffness[role], w.rotation * damping[role], mass));
    const double weight = !slides ? w.normal : role == GR_ROLE_SLIDE + GR_TANGENTIAL ? w.tangential : 0;
    k += weight * stiffness[role];
    c += weight * damping[role];
  }
  return PetscMin(step, SolveStep(k, c, mass));
}

double GrModelStep(const GrModel *m, PetscInt type, double overlap, int contacts)
{
  return FindStep(m, type, overlap, contacts, PETSC_TRUE);
}

double GrModelStepAlone(const GrModel *m, PetscInt type, double overlap)
{
  return FindStep(m, type, overlap, m->the_case->dimension == 1 ? 2 : 1, PETSC_FALSE);
}

/* Returns the viscosity [N s/m] of the normal law in a contact that closed at this rate [m/s]. force: of the law [N]; may
   be NULL. */
static double EvaluateOnset(const GrModel *m, PetscInt type, double overlap, double rate, double *force)
{
  const GrLaw *law = GrModelInteraction(m, type)->law[GR_ROLE_NORMAL];
  double viscosity = 0, root;
  GrLawOne one;

  GrLawOneMake(law, GrModelCoefficients(m, type), NULL, 1, overlap, rate, &one);
  one.batch.viscosity = &viscosity;
  one.batch.root = &root;
  law->force(&one.batch);
  if (force)
    *force = one.force;
  return viscosity;
}

/* Impulse of the dashpot [N s] in a contact that closes at rest and is pressed to this overlap [m]: the sum of the
   midpoint rule. */
static double ImpulseFromRest(const GrModel *m, PetscInt type, double overlap)
{
  double impulse = 0;

  for (int k = 0; k < INTERVALS; k++)
    impulse += EvaluateOnset(m, type, (k + 0.5) / INTERVALS * overlap, 0, NULL) * overlap / INTERVALS;
  return impulse;
}

double GrModelStepFromRest(const GrModel *m, PetscInt type, double speed, double lowest, double deepest, double *onset)
{
  const double mass = m->pair_type[type].mass,
               overlap = PetscMax(lowest, GrModelInvert(m, type, ImpulseFromRest, mass * speed, 0, deepest)),
               viscosity = EvaluateOnset(m, type, overlap, 0, NULL);

  *onset = INFINITY;
  if (!(viscosity > EvaluateOnset(m, type, overlap, speed, NULL)))
    return INFINITY;
  for (double h = GrModelStepAlone(m, type, overlap), first, second; isinf(*onset) && h > 0; h *= 0.84) {
    EvaluateOnset(m, type, speed * h, speed, &first);
    EvaluateOnset(m, type, 2 * speed * h, speed, &second);
    if (EvaluateOnset(m, type, overlap, h / mass * (first + second / 2), NULL) == viscosity)
      *onset = h;
  }
  return SolveStep(2 * GrModelStiffness(m, type, overlap), 2 * viscosity, mass);
}

/* Negative stable step of a single contact [s]. It increases with the overlap, as GrModelInvert requires. */
static double MinusStepAlone(const GrModel *m, PetscInt type, double overlap)
{
  return -GrModelStepAlone(m, type, overlap);
}

/* Returns the overlap [m], at most `widest` [m], beyond which a single contact is unstable with the step of the model.
   Returns `widest` if the step is unknown. */
static double FindLimit(const GrModel *m, PetscInt type, double widest)
{
  return m->step > 0 ? GrModelInvert(m, type, MinusStepAlone, -m->step, 0, widest) : widest;
}

void GrModelSetLimit(GrModel *m, PetscInt type, double smaller_radius)
{
  m->span[type].overlap_limit = FindLimit(m, type, m->the_case->time.overlap_limit * smaller_radius);
  m->pair_type[type].widest = 0;
}

/* Halves an overlap [m] until the step of the model is stable for a single contact. */
static double HalveToStable(const GrModel *m, PetscInt type, double overlap)
{
  for (int i = 0; m->step > 0 && i < HALVINGS_MAX && GrModelStepAlone(m, type, overlap) < m->step; i++)
    overlap /= 2;
  return overlap;
}

void GrModelBoundLimit(GrModel *m, PetscInt type, double smaller_radius)
{
  const double widest = m->the_case->time.overlap_limit * smaller_radius;
  double *limit = &m->span[type].overlap_limit;

  *limit = HalveToStable(m, type, widest);
  m->pair_type[type].widest = *limit < widest ? widest : 0;
}

double GrModelFindLimit(GrModel *m, PetscInt type)
{
  double *widest = &m->pair_type[type].widest;

  if (*widest > 0)
    m->span[type].overlap_limit = FindLimit(m, type, *widest);
  *widest = 0;
  return m->span[type].overlap_limit;
}

/* For the lighter body of a pair, the effective radius R is at most its radius, and the reduced mass m is between half
   its mass and its mass. Stiffness and damping increase with R and m. The largest R and m in the laws, with the
   smallest m in the equation of motion, therefore give a lower bound of the overlap limit. */
double GrModelSafeOverlap(GrModel *m, const GrParticleType *body)
{
  const PetscInt type = m->n_fixed + m->n_families;
  double safe = m->the_case->time.overlap_limit * body->radius;

  for (int other = 0; m->n_families > 0 && m->step > 0 && other < m->the_case->n_materials; other++) {
    const PetscInt k = (PetscInt)body->material * m->the_case->n_materials + other;
    if (!m->family[k].factor)
      continue;
    m->pair_type[type] = (GrModelPairType){.rule = m->pair_type[m->n_fixed + k].rule, .mass = body->mass / 2};
    GrLawScale(GrModelInteraction(m, type)->n_coefficients, m->family[k].factor, body->radius, body->mass,
               GrModelCoefficients(m, type));
    safe = HalveToStable(m, type, safe);
  }
  return safe;
}
