/* stable_step: the longest step at which velocity Verlet is stable, and the overlap limits that follow from it.

   Velocity Verlet with velocities predicted to the full step (time/verlet.c), on the linear system M x'' = -K x - C x',
   is stable while the largest eigenvalue of M^-1 (h^2 K/4 + h C) is below 1. At this limit positions and accelerations
   change sign in every step, and the corrected velocity at the end of each step is zero. The criterion holds for
   `time.velocity: full`. With `half` the damping term is h C/2, so the criterion is conservative.
     h step [s];  m reduced mass of the pair [kg];  q = h^2 k/4 + h c of a contact, normal (n), tangential (t), rolling
     or twisting (r) [kg]
   Because (u1 - u2)^2 <= (1/m1 + 1/m2)(m1 u1^2 + m2 u2^2), the eigenvalue is at most the largest value, over all
   bodies, of the sum of q/m over the body's own contacts. For a solid sphere in space with z contacts this sum is
     translation  (w q_n + 2 z/3 q_t)/m,  w = max(z/3, 2), because two contacts may lie opposite each other
     rotation     5/3 z q_t/m, reached if all spheres rotate in the same sense;  5/3 z q_r/m
   In the plane w = max(z/2, 2), and the factors of q_t are z/2 and 5/2 z. On a line the sum is 2 q_n/m. These values
   assume isotropic contacts whose normals sum to zero: then translation and rotation are decoupled. A body with a
   single contact has q_n/m and 7/2 q_t/m.
   A sphere has at most 12 neighbours of the same size. In a disordered bed it has about 6 contacts.
   The bound holds with and without dashpots, because friction springs follow the displacement of the bodies
   (law/slide/springs.h). */
#include "contact/model.h"

#include <math.h>

enum { HALVINGS_MAX = 200 };

/* Solves h^2 k/4 + h c = m for the step h. */
static double SolveStep(double stiffness, double damping, double mass)
{
  return 2 * mass / (damping + sqrt(damping * damping + mass * stiffness));
}

/* Factors of q in the sums above [1]: of q_n and q_t in translation, of q_t and q_r in rotation. */
typedef struct {
  double normal, tangential, rotation;
} Weights;

/* Factors of a body with `contacts` contacts. */
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

/* Longest stable step [s] of a body with `contacts` contacts of this pair type at this overlap [m]: the smaller of the
   steps of translation and rotation. tangential_damping: whether to include the dashpots against sliding, rolling and
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
    if (slides) /* twisting marshall has the factor (a/R)^2 < 1 besides: without it the step is shorter, thus stable */
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

static double MinusStepAlone(const GrModel *m, PetscInt type, double overlap)
{
  return -GrModelStepAlone(m, type, overlap);
}

/* Overlap [m], at most `widest`, beyond which a contact alone is unstable with the step of the model. */
static double FindLimit(const GrModel *m, PetscInt type, double widest)
{
  return m->step > 0 ? GrModelInvert(m, type, MinusStepAlone, -m->step, 0, widest) : widest;
}

void GrModelSetLimit(GrModel *m, PetscInt type, double smaller_radius)
{
  m->span[type].overlap_limit = FindLimit(m, type, m->the_case->time.overlap_limit * smaller_radius);
  m->pair_type[type].widest = 0;
}

/* Halves an overlap until the step is stable there. */
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

/* For the lighter body of a pair, R is at most its radius, and m lies between half its mass and its mass. Stiffness and
   damping grow with R and m, so the largest R and m in the laws and the smallest m of the motion give a lower bound.
   Callers use the minimum of both bodies. */
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
