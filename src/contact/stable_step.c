/* stable_step: the longest step at which velocity Verlet is stable, and the overlap limits that follow from it.

   Velocity Verlet with velocities predicted to the full step (world/step.c), on the linear system M x'' = -K x - C x',
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

   A wall of mass M that moves along one direction, with N contacts: the sum is 2 N max(q_n, q_t)/M, by
   (u1 - u2)^2 <= 2 u1^2 + 2 u2^2; a particle has one of these contacts.

   Load of a bed. The forces f of the z contacts of a sphere carry the mean stress p, z f = 3 p V/(R phi), so that their
   mean is f = 4 pi R^2 p/(z phi). Under gravity a single contact of a bed carries at most F, twice the weight of a
   column of spheres (bulk/bound/step_bound.c): F = 4/3 pi R^2 p/phi, which is 4 times the mean force of 12 contacts.
   The sums of a bed are taken at F/2, the mean force at twice the stress, but 2 q_n at F. Stiffness and viscosity of
   the laws are concave functions of the force, so unequal forces of the same mean have a smaller sum.
     R radius [m];  V volume [m^3];  phi solid fraction [1]

   Before a run the z contacts of a sphere are equal, apart from 2 q_n (GrModelStableStep). During a run the contacts of
   each sphere are summed (bulk/bound/contacts.c): q is their mean, but 2 q_n is that of the stiffest contact. The run
   shortens an automatic step that is too long for these sums. The stability check at recorded frames ends a run whose
   step is too long. It ignores the dashpots of sliding, rolling and twisting, whose forces Coulomb's law limits.

   Contacts that close at rest. The viscosity of some laws falls with the speed v0 at which a contact closes
   (hysteresis, lichtensteiger). Touching bodies of a chain close at rest, with the smallest v0. The dashpot then
   consumes most of the impulse before the spring acts, so the largest overlap d obeys
     integral of c from 0 to d <= m v,  and  c(d) is much larger than in a free impact at the speed v
   The evaluation sees such a contact first one step after its closing. The body has then gained the speed
     v' = h/m (F(v h) + F(2 v h)/2),  F the force on its other side
   The step resolves the onset if c at v0 = v' equals c at rest.  v speed of the impact [m/s] */
#include "contact/stable_step.h"
#include "law/one.h"

#include <math.h>
#include <string.h>

enum { HALVINGS_MAX = 200, INTERVALS = 16 };

/* Solves h^2 k/4 + h c = m for the step h [s]. Arguments: k [N/m], c [N s/m], m [kg]. */
static double SolveStep(double stiffness, double damping, double mass)
{
  return 2 * mass / (damping + sqrt(damping * damping + mass * stiffness));
}

/* Factors of the sums above [1]: of the mean and of the largest q_n, and of the mean q_t, in translation; of the mean
   q_t and q_r in rotation. */
typedef struct {
  double isotropic, opposite, tangential, rotation;
} Weights;

/* Returns the factors of a body with `contacts` contacts. */
static Weights FindWeights(int dimension, int contacts)
{
  const double z = contacts;

  if (dimension == 1)
    return (Weights){0, PetscMin(z, 2), 0, 0};
  if (contacts == 1)
    return (Weights){0, 1, 0, 3.5};
  return dimension == 2 ? (Weights){z / 2, 2, z / 2, 2.5 * z} : (Weights){z / 3, 2, 2 * z / 3, 5 * z / 3};
}

GrContactSprings GrModelFindSprings(const GrModel *m, PetscInt type, double overlap, bool tangential_damping)
{
  const GrInteraction *r = GrModelInteraction(m, type);
  GrContactSprings one = {0};
  double viscosity = 0;

  for (int role = 0; role < GR_LAWS_MAX; role++) {
    const GrLaw *law = r->law[role];
    const bool slides = role >= GR_ROLE_SLIDE && role < GR_ROLE_BOND;
    if (!law || (!(overlap > 0) && (slides || role == GR_ROLE_NORMAL)))
      continue;
    const double *own = GrModelCoefficients(m, type) + r->coefficient[role];
    one.stiffness[role] = law->stiffness(own, overlap);
    if (slides && !tangential_damping)
      continue;
    one.damping[role] = law->damping ? law->damping(own, overlap) : 0;
    if (role < GR_ROLE_SLIDE)
      viscosity += one.damping[role];
    if (slides) /* marshall twisting has another factor (a/R)^2 < 1; without it the step is shorter, so it is stable */
      one.damping[role] += own[GR_SLIDE_SHARE] * viscosity;
  }
  return one;
}

void GrModelAddSprings(const GrContactSprings *one, double weight, GrModelSprings *sum)
{
  for (int role = 0; role < GR_LAWS_MAX; role++) {
    const double stiffness = weight * one->stiffness[role], damping = weight * one->damping[role];
    sum->stiffness[role] += stiffness;
    sum->damping[role] += damping;
    sum->stiffest[role] = stiffness > sum->stiffest[role] ? stiffness : sum->stiffest[role];
    sum->most_damped[role] = damping > sum->most_damped[role] ? damping : sum->most_damped[role];
  }
  sum->n++;
}

void GrModelAddLoads(const GrContactSprings *one, double weight, double step, GrStepLoads *sum)
{
  double normal = 0;

  for (int role = 0; role < GR_LAWS_MAX; role++) {
    const double load = weight * step * (0.25 * step * one->stiffness[role] + one->damping[role]);
    if (role < GR_ROLE_SLIDE || role == GR_ROLE_BOND)
      normal += load;
    else
      sum->slide[role - GR_ROLE_SLIDE] += load;
  }
  sum->normal += normal;
  sum->stiffest = normal > sum->stiffest ? normal : sum->stiffest;
  sum->n++;
}

double GrModelEigenvalue(const GrModel *m, const GrStepLoads *sum)
{
  if (!(sum->n > 0))
    return 0;
  const Weights w = FindWeights(m->the_case->dimension, (int)sum->n);
  double most = PetscMax(w.isotropic / sum->n * sum->normal, w.opposite * sum->stiffest) +
                w.tangential / sum->n * sum->slide[GR_TANGENTIAL];

  for (int role = 0; role < GR_SLIDES; role++)
    most = PetscMax(most, w.rotation / sum->n * sum->slide[role]);
  return most;
}

double GrModelStepOf(const GrModel *m, const GrModelSprings *sum, int contacts, double mass)
{
  const Weights w = FindWeights(m->the_case->dimension, contacts);
  double k = 0, c = 0, step = INFINITY;

  for (int role = 0; role < GR_LAWS_MAX; role++) {
    const double stiffness = sum->stiffness[role] / sum->n, damping = sum->damping[role] / sum->n;
    if (role < GR_ROLE_SLIDE || role == GR_ROLE_BOND) {
      k += PetscMax(w.isotropic * stiffness, w.opposite * sum->stiffest[role]);
      c += PetscMax(w.isotropic * damping, w.opposite * sum->most_damped[role]);
    } else if (stiffness > 0 || damping > 0)
      step = PetscMin(step, SolveStep(w.rotation * stiffness, w.rotation * damping, mass));
    if (role == GR_ROLE_SLIDE + GR_TANGENTIAL) {
      k += w.tangential * stiffness;
      c += w.tangential * damping;
    }
  }
  return PetscMin(step, SolveStep(k, c, mass));
}

/* Returns the longest stable time step [s] of a body with this number of contacts, which all have the same pair type.
   mean: overlap of most contacts; deepest: largest overlap [m]. */
static double StepOfContacts(const GrModel *m, PetscInt type, double mean, double deepest, int contacts)
{
  const GrContactSprings most = GrModelFindSprings(m, type, mean, true);
  const GrContactSprings hardest = GrModelFindSprings(m, type, deepest, true);
  GrModelSprings all = {0}, one = {0};

  GrModelAddSprings(&most, 1, &all);
  GrModelAddSprings(&hardest, 1, &one);
  memcpy(all.stiffest, one.stiffest, sizeof(one.stiffest));
  memcpy(all.most_damped, one.most_damped, sizeof(one.most_damped));
  return GrModelStepOf(m, &all, contacts, m->pairs.type[type].mass);
}

double GrModelStepAlone(const GrModel *m, PetscInt type, double overlap)
{
  const GrContactSprings contact = GrModelFindSprings(m, type, overlap, false);
  GrModelSprings one = {0};

  GrModelAddSprings(&contact, 1, &one);
  return GrModelStepOf(m, &one, m->the_case->dimension == 1 ? 2 : 1, m->pairs.type[type].mass);
}

GrStableStep GrModelStableStep(const GrModel *m, PetscInt type, double impact, double mean, double bed)
{
  const double step_impact = impact > 0 ? StepOfContacts(m, type, impact, impact, GR_CONTACTS_IMPACT) : INFINITY;
  const double step_bed = bed > 0 ? StepOfContacts(m, type, mean, bed, GR_CONTACTS_BED) : INFINITY;
  const bool in_impact = step_impact < step_bed || (step_impact == step_bed && impact > bed);

  return (GrStableStep){.type = type,
                        .step = PetscMin(step_impact, step_bed),
                        .overlap = in_impact ? impact : bed,
                        .contacts = in_impact ? GR_CONTACTS_IMPACT : GR_CONTACTS_BED};
}

double GrModelImpactOverlap(const GrModel *m, PetscInt type, double speed, double most)
{
  return GrModelInvert(m, type, GrModelWork, 0.5 * m->pairs.type[type].mass * speed * speed, 0, most);
}

double GrModelStepOfWall(const GrModel *m, PetscInt type, double overlap, double contacts, double mass)
{
  const GrContactSprings one = GrModelFindSprings(m, type, overlap, true);
  GrModelSprings all = {0};
  double k = 0, c = 0;

  GrModelAddSprings(&one, 2 * contacts, &all);
  for (int role = 0; role < GR_ROLE_SLIDE; role++) {
    k += all.stiffness[role];
    c += all.damping[role];
  }
  return SolveStep(PetscMax(k, all.stiffness[GR_ROLE_SLIDE + GR_TANGENTIAL]),
                   PetscMax(c, all.damping[GR_ROLE_SLIDE + GR_TANGENTIAL]), mass);
}

/* Returns the viscosity [N s/m] of the normal law in a contact that closed at this rate [m/s]. force: of the law [N];
   may be NULL. */
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
  const double mass = m->pairs.type[type].mass;
  double overlap, viscosity;

  *onset = INFINITY;
  if (!(EvaluateOnset(m, type, deepest, 0, NULL) > EvaluateOnset(m, type, deepest, speed, NULL)))
    return INFINITY;
  overlap = PetscMax(lowest, GrModelInvert(m, type, ImpulseFromRest, mass * speed, 0, deepest));
  viscosity = EvaluateOnset(m, type, overlap, 0, NULL);
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

void GrModelSetLimit(GrModel *m, PetscInt type, double smaller_radius)
{
  double *limit = &m->pairs.span[type].overlap_limit;

  *limit = m->the_case->time.overlap_limit * smaller_radius;
  if (m->step > 0 && !m->pairs.type[type].prescribed)
    *limit = GrModelInvert(m, type, MinusStepAlone, -m->step, 0, *limit);
}

/* Halves an overlap [m] until the step of the model is stable for a single contact. */
static double HalveToStable(const GrModel *m, PetscInt type, double overlap)
{
  const bool limited = m->step > 0 && !m->pairs.type[type].prescribed;

  for (int i = 0; limited && i < HALVINGS_MAX && GrModelStepAlone(m, type, overlap) < m->step; i++)
    overlap /= 2;
  return overlap;
}

void GrModelBoundLimit(GrModel *m, PetscInt type, double smaller_radius)
{
  m->pairs.span[type].overlap_limit = HalveToStable(m, type, m->the_case->time.overlap_limit * smaller_radius);
}

/* For the lighter body of a pair, the effective radius R is at most its radius, and the reduced mass m is between half
   its mass and its mass. Stiffness and damping increase with R and m. The largest R and m in the laws, with the
   smallest m in the equation of motion, therefore give a lower bound of the overlap limit. */
double GrModelSafeOverlap(GrModel *m, const GrParticleType *body)
{
  const PetscInt type = m->pairs.n_fixed + m->n_families;
  double safe = m->the_case->time.overlap_limit * body->radius;

  for (int other = 0; m->n_families > 0 && m->step > 0 && other < m->the_case->n_materials; other++) {
    const PetscInt k = (PetscInt)body->material * m->the_case->n_materials + other;
    if (!m->family[k].factor)
      continue;
    m->pairs.type[type] = (GrModelPairType){.rule = m->pairs.type[m->pairs.n_fixed + k].rule, .mass = body->mass / 2};
    GrLawScale(GrModelInteraction(m, type)->n_coefficients, m->family[k].factor, body->radius, body->mass,
               GrModelCoefficients(m, type));
    safe = HalveToStable(m, type, safe);
  }
  return safe;
}
