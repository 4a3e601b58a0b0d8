/* model: creates a contact model: its contact rules, pair types, families (coefficients as functions of radius and
   mass) and their coefficients. Also static force and work of a pair type; see model.h. stable_step.c has the stable
   time step and the overlap limits. */
#include "contact/stable_step.h"

#include "base/math/vec4.h"

#include "law/one.h"
#include "law/registry.h"
#include <granum/error.h>
#include <math.h>

enum { HALVINGS_MAX = 200 };

/* Sets the law of a role and appends its coefficients and history values to the rule. law: NULL for none. */
static void SetLawOfRole(GrInteraction *r, int role, const GrLaw *law, const GrLawValue *value)
{
  r->law[role] = law;
  r->value[role] = value;
  r->coefficient[role] = r->n_coefficients;
  r->history[role] = r->n_history;
  if (!law)
    return;
  r->n_coefficients += law->n_coefficients;
  r->n_history += law->n_history;
  r->damps = r->damps || law->damping || law->slide;
}

/* Returns the index of the history value `overlap_max` of the normal law of a rule, or -1. */
static int FindOverlapMax(const GrInteraction *r)
{
  const int k = GrLawHistoryFind(r->rule->law, "overlap_max");
  return k < 0 ? -1 : r->history[r->reaches ? GR_ROLE_ADHESION : GR_ROLE_NORMAL] + k;
}

/* Sets up the interaction of a contact rule. */
static void RuleCreate(const GrContactRule *rule, GrInteraction *r)
{
  *r = (GrInteraction){.rule = rule, .reaches = rule->law->reach != NULL};
  SetLawOfRole(r, GR_ROLE_NORMAL, r->reaches ? &GrLaw_nothing : rule->law, rule->value);
  SetLawOfRole(r, GR_ROLE_ADHESION, r->reaches ? rule->law : rule->adhesion,
               r->reaches ? rule->value : rule->adhesion_value);
  r->overlap_max = FindOverlapMax(r);
  for (int s = 0; s < GR_SLIDES; s++)
    SetLawOfRole(r, GR_ROLE_SLIDE + s, rule->slide[s], rule->slide_value[s]);
  r->clips = rule->tension == GR_TENSION_CLIP;
  SetLawOfRole(r, GR_ROLE_BOND, rule->bond, rule->bond_value);
  r->turns = rule->slide[GR_ROLLING] || rule->slide[GR_TWISTING] || rule->bond;
  for (int s = 0; s < GR_SLIDES; s++)
    r->roots = r->roots || (rule->slide[s] && rule->slide[s]->roots && rule->law->roots);
  r->slip_share = rule->lever == GR_LEVER_CONTACT ? 0.5 : 0;
  r->torque_share = rule->lever == GR_LEVER_RADIUS ? 0 : 0.5;
}

int GrModelRule(const GrModel *m, int a, int b)
{
  return (int)(GrCaseRule(m->the_case, a, b) - m->the_case->rules);
}

/* Allocates memory for at least this number of pair types and keeps the existing types. */
static PetscErrorCode ReservePairTypes(GrModel *m, PetscInt types)
{
  if (types <= m->pairs.capacity)
    return 0;
  m->pairs.capacity = PetscMax(types, m->pairs.capacity + m->pairs.capacity / 2);
  PetscCall(PetscRealloc((size_t)m->pairs.capacity * sizeof(*m->pairs.type), &m->pairs.type));
  PetscCall(PetscRealloc((size_t)m->pairs.capacity * sizeof(*m->pairs.span), &m->pairs.span));
  return PetscRealloc((size_t)m->pairs.capacity * (size_t)m->pairs.width * sizeof(double), &m->pairs.coefficient);
}

/* Coefficients of the law with this role in a pair type. */
static double *CoefficientsOfType(const GrModel *m, PetscInt type, int role)
{
  return GrModelCoefficients(m, type) + GrModelInteraction(m, type)->coefficient[role];
}

/* Computes coefficients and reach of the law with this role from its parameters. Returns NULL, or the complaint of a
   law that rejects the bodies. */
static const char *PrepareLaw(GrModel *m, PetscInt type, int role, const GrLawPair *pair, const GrLawValue *value)
{
  GrInteraction *r = &m->rule[m->pairs.type[type].rule];
  const GrLaw *law = r->law[role];
  double *coefficient = CoefficientsOfType(m, type, role), *reach = &m->pairs.type[type].reach;
  const char *complaint = law->prepare(pair, value, coefficient);

  if (complaint)
    return complaint;
  *reach = law->reach ? PetscMax(*reach, law->reach(coefficient)) : *reach;
  r->shares = r->shares || (law->slide && coefficient[GR_SLIDE_SHARE] != 0);
  return NULL;
}

/* Reports the complaint of a law that rejects two bodies. */
static PetscErrorCode FailLaw(const GrCase *c, const GrInteraction *r, int role, const GrParticleType body[2],
                              const char *complaint)
{
  return GrFail(GR_EXIT_INPUT, "%s:%d:%d: contacts: law %s between %s and %s: %s", c->file, r->rule->place.line,
                r->rule->place.column, r->law[role]->name, c->materials[body[0].material].name,
                c->materials[body[1].material].name, complaint);
}

/* Pair type of two bodies that never have a contact. */
static const GrModelPairType no_contact = {.mass = INFINITY};

/* Whether two bodies can have a contact. The case has a rule for all materials that can touch. A material with a single
   particle may have no rule with itself. Two bodies at rest have no contact. */
static bool MayTouch(const GrCase *c, const GrParticleType body[2])
{
  return GrCaseRule(c, body[0].material, body[1].material) &&
         !(body[0].motion == GR_BODY_AT_REST && body[1].motion == GR_BODY_AT_REST);
}

GrBodyMotion GrModelMotionOf(const GrCase *c, PetscInt64 group, const double motion[6])
{
  bool moves = false;

  if (!c->grains[group].fixed)
    return GR_BODY_FREE;
  for (int k = 0; k < 6; k++)
    moves = moves || motion[k] != 0;
  return moves ? GR_BODY_DRIVEN : GR_BODY_AT_REST;
}

/* Masses of two bodies in their contact [kg]. A body with prescribed motion has an infinite mass if the other body is
   free. Between two bodies with prescribed motion, its own mass counts. */
static void FindMasses(const GrParticleType body[2], double mass[2])
{
  for (int i = 0; i < 2; i++)
    mass[i] = body[i].motion && !body[1 - i].motion ? INFINITY : body[i].mass;
}

/* Returns the smaller radius of two bodies [m]. The radius of a hollow wall counts with its magnitude. */
static double SmallerRadius(const GrParticleType body[2])
{
  return PetscMin(body[0].radius, fabs(body[1].radius));
}

/* Finds how the coefficients of a rule depend on the reduced mass, for contacts of rigid bodies. Laws without factors
   keep the coefficients of the mass of the pair type. */
static void FindMassPowers(GrInteraction *r, const GrLawPair *pair)
{
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  GrLawFactor factor[GR_LAW_COEFFICIENTS_MAX];

  for (int role = 0; role < GR_ROLE_BOND; role++) {
    const GrLaw *law = r->law[role];
    double *power = r->mass_power + r->coefficient[role];
    if (!law || !law->factors || law->prepare(pair, r->value[role], coefficient) ||
        !law->factors(pair, r->value[role], factor))
      continue;
    for (int k = 0; k < law->n_coefficients; k++) {
      const GrLawFactor *f = &factor[k];
      power[k] = f->form == GR_FACTOR_MASS || f->form == GR_FACTOR_MASS_ALONE ? 1
                 : f->form == GR_FACTOR_DASHPOT                               ? 0.5 + 0.5 * power[f->of]
                 : f->form == GR_FACTOR_MULTIPLE                              ? power[f->of]
                                                                              : 0;
      r->scales = r->scales || power[k] > 0;
    }
  }
}

/* Sets a pair type except its overlap limit. The memory must be allocated. Error GR_EXIT_INPUT if a law rejects the
   bodies, or if the particle does not fit into a hollow wall. */
static PetscErrorCode CreatePairType(GrModel *m, PetscInt type, const GrParticleType body[2])
{
  const GrCase *c = m->the_case;
  const GrLawBody of[2] = {c->materials[body[0].material].body, c->materials[body[1].material].body};
  const double radius[2] = {body[0].radius, body[1].radius};
  double mass[2];
  GrLawPair pair;

  m->pairs.type[type] = no_contact;
  m->pairs.span[type] = (GrNearness){0};
  PetscCall(PetscArrayzero(GrModelCoefficients(m, type), m->pairs.width));
  if (!MayTouch(c, body))
    return 0;
  const int rule = GrModelRule(m, body[0].material, body[1].material);
  GrInteraction *r = &m->rule[rule];
  if (radius[1] < 0 && !(radius[0] < -radius[1]))
    return GrFail(GR_EXIT_INPUT,
                  "%s: walls: a particle with a radius of %g m does not fit into a hollow wall with one of %g m; make "
                  "the wall larger",
                  c->file, radius[0], -radius[1]);
  FindMasses(body, mass);
  GrCaseRulePair(r->rule, of, radius, mass, &pair);
  m->pairs.type[type] = (GrModelPairType){
      .rule = rule, .radius = pair.radius, .mass = pair.mass, .prescribed = body[0].motion && body[1].motion};
  if (c->n_clumps > 0 || (body[1].is_wall && !body[1].motion))
    FindMassPowers(r, &pair);
  for (int role = 0; role < GR_LAWS_MAX; role++) {
    const char *complaint = r->law[role] ? PrepareLaw(m, type, role, &pair, r->value[role]) : NULL;
    if (complaint)
      return FailLaw(c, r, role, body, complaint);
  }
  m->pairs.span[type].touch = (radius[0] + radius[1]) + m->pairs.type[type].reach;
  m->pairs.span[type].touch *= m->pairs.span[type].touch;
  return 0;
}

/* Stores each coefficient of a pair type as an array of equal numbers. Does nothing for types beyond GR_MODEL_SHARED
   and for bodies that never have a contact. */
static PetscErrorCode RepeatCoefficients(GrModel *m, PetscInt type)
{
  if (type >= GR_MODEL_SHARED || isinf(m->pairs.type[type].mass))
    return 0;
  PetscCall(PetscMalloc1((size_t)m->n_coefficients * GR_MODEL_WIDTH, &m->pairs.shared[type]));
  for (int k = 0; k < m->n_coefficients; k++)
    for (int i = 0; i < GR_MODEL_WIDTH; i++)
      m->pairs.shared[type][k * GR_MODEL_WIDTH + i] = GrModelCoefficients(m, type)[k];
  return 0;
}

PetscErrorCode GrModelCreate(const GrCase *c, int n_particle_types, const GrParticleType particle_type[], GrModel *m)
{
  *m = (GrModel){.the_case = c, .n_rules = c->n_rules, .n_particle_types = n_particle_types};
  PetscCall(PetscMalloc1(c->n_rules, &m->rule));
  for (int i = 0; i < c->n_rules; i++) {
    RuleCreate(&c->rules[i], &m->rule[i]);
    m->n_coefficients = PetscMax(m->n_coefficients, m->rule[i].n_coefficients);
    m->n_history = PetscMax(m->n_history, m->rule[i].n_history);
    m->n_normal_history = PetscMax(m->n_normal_history, m->rule[i].history[GR_ROLE_SLIDE]);
    m->turns = m->turns || m->rule[i].turns;
    m->bonds = m->bonds || m->rule[i].law[GR_ROLE_BOND];
    m->adheres = m->adheres || m->bonds || m->rule[i].law[GR_ROLE_ADHESION];
  }
  m->pairs.width = (m->n_coefficients + GR_ROW - 1) & -GR_ROW;
  PetscCall(PetscMalloc1(n_particle_types, &m->particle_type));
  PetscCall(PetscArraycpy(m->particle_type, particle_type, n_particle_types));
  while (m->n_rows < n_particle_types && !particle_type[m->n_rows].is_wall) /* a wall is always the second body */
    m->n_rows++;
  m->pairs.n_fixed = m->pairs.n_kept = m->pairs.n = (PetscInt)m->n_rows * n_particle_types;
  PetscCall(ReservePairTypes(m, m->pairs.n));
  for (int a = 0; a < m->n_rows; a++)
    for (int b = 0; b < n_particle_types; b++) {
      const GrParticleType body[2] = {particle_type[a], particle_type[b]};
      PetscInt type = (PetscInt)a * n_particle_types + b;
      PetscCall(CreatePairType(m, type, body));
      if (!isinf(m->pairs.type[type].mass))
        GrModelSetLimit(m, type, SmallerRadius(body));
      PetscCall(RepeatCoefficients(m, type));
      m->reach = PetscMax(m->reach, m->pairs.type[type].reach);
    }
  return 0;
}

PetscErrorCode GrModelDestroy(GrModel *m)
{
  PetscCall(PetscFree(m->rule));
  PetscCall(PetscFree(m->particle_type));
  PetscCall(PetscFree(m->pairs.type));
  PetscCall(PetscFree(m->pairs.span));
  PetscCall(PetscFree(m->pairs.coefficient));
  for (int k = 0; k < GR_MODEL_SHARED; k++)
    PetscCall(PetscFree(m->pairs.shared[k]));
  for (PetscInt k = 0; k < m->n_families; k++) {
    PetscCall(PetscFree(m->family[k].factor));
    PetscCall(PetscFree(m->family[k].repeated));
  }
  return PetscFree(m->family);
}

/* Sets the factors of all laws of a rule except bonds. Returns false if some law has no factors for the materials
   of the pair. */
static bool FindFactors(const GrInteraction *r, const GrLawPair *pair, GrLawFactor *factor)
{
  for (int role = 0; role < GR_ROLE_BOND; role++) {
    const GrLaw *law = r->law[role];
    GrLawFactor *own = factor + r->coefficient[role];
    double coefficient[GR_LAW_COEFFICIENTS_MAX];
    if (!law)
      continue;
    if (!law->factors || law->prepare(pair, r->value[role], coefficient) || !law->factors(pair, r->value[role], own))
      return false;
    for (int k = 0; k < law->n_coefficients; k++)
      own[k].of += r->coefficient[role];
  }
  return true;
}

/* Creates the family of materials a and b, if all laws of their rule have factors. */
static PetscErrorCode CreateFamily(GrModel *m, int a, int b)
{
  const GrCase *c = m->the_case;
  const PetscInt k = (PetscInt)a * c->n_materials + b;
  const GrLawBody of[2] = {c->materials[a].body, c->materials[b].body};
  const double some[2] = {1, 1};
  GrLawFactor factor[GR_MODEL_COEFFICIENTS];
  GrLawPair pair;

  m->pairs.type[m->pairs.n_fixed + k] = no_contact;
  m->pairs.span[m->pairs.n_fixed + k] = (GrNearness){0};
  PetscCall(PetscArrayzero(GrModelCoefficients(m, m->pairs.n_fixed + k), m->pairs.width));
  if (!GrCaseRule(c, a, b))
    return 0;
  const int rule = GrModelRule(m, a, b);
  GrInteraction *r = &m->rule[rule];
  GrCaseRulePair(r->rule, of, some, some, &pair);
  if (!FindFactors(r, &pair, factor))
    return 0;
  m->pairs.type[m->pairs.n_fixed + k].rule = rule;
  for (int s = GR_ROLE_SLIDE; s < GR_ROLE_BOND; s++)
    r->shares = r->shares || (r->law[s] && factor[r->coefficient[s] + GR_SLIDE_SHARE].factor != 0);
  PetscCall(PetscMalloc1(r->n_coefficients, &m->family[k].factor));
  PetscCall(PetscArraycpy(m->family[k].factor, factor, r->n_coefficients));
  PetscCall(PetscMalloc1((size_t)r->n_coefficients * GR_MODEL_WIDTH, &m->family[k].repeated));
  for (int i = 0; i < r->n_coefficients * GR_MODEL_WIDTH; i++)
    m->family[k].repeated[i] = factor[i / GR_MODEL_WIDTH].factor;
  return 0;
}

PetscErrorCode GrModelAddFamilies(GrModel *m)
{
  const int n = m->the_case->n_materials;

  if (m->adheres || m->n_normal_history > 0)
    return 0;
  m->n_families = (PetscInt)n * n;
  m->pairs.n_kept = m->pairs.n = m->pairs.n_fixed + m->n_families + 1;
  PetscCall(ReservePairTypes(m, m->pairs.n_kept));
  PetscCall(PetscCalloc1(m->n_families, &m->family));
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      PetscCall(CreateFamily(m, a, b));
  return 0;
}

bool GrModelMayRefuse(const GrModel *m)
{
  const int n = m->the_case->n_materials;
  bool all = m->n_families > 0;

  for (int a = 0; all && a < n; a++)
    for (int b = 0; b < n; b++)
      all = all && (m->family[a * n + b].factor || !GrCaseRule(m->the_case, a, b));
  return !all;
}

bool GrModelFindFamily(const GrModel *m, const GrParticleType body[2], PetscInt *type)
{
  const PetscInt k = (PetscInt)body[0].material * m->the_case->n_materials + body[1].material;

  *type = m->pairs.n_fixed + k;
  return m->n_families > 0 && m->family[k].factor && !body[0].motion && !body[1].motion;
}

void GrModelSetTime(GrModel *m, double time)
{
  for (int i = 0; m->bonds && i < m->n_rules; i++) {
    const GrLawValue *value = m->rule[i].rule->bond_value, *from = &value[GR_BOND_FROM], *until = &value[GR_BOND_UNTIL];
    m->rule[i].bonds_form = m->rule[i].law[GR_ROLE_BOND] && value[GR_BOND_FORM].choice == GR_BOND_AT_TOUCH &&
                            !(from->given && time < from->number) && !(until->given && time >= until->number);
  }
}

void GrModelForget(GrModel *m)
{
  m->pairs.n = m->pairs.n_kept;
}

/* Computes static force [N] and work [J] of normal law and adhesion at this overlap [m] on first loading. */
static void ProbeAll(const GrModel *m, PetscInt type, double overlap, double *force, double *work)
{
  const GrInteraction *r = GrModelInteraction(m, type);
  double f, e;

  *force = *work = 0;
  for (int role = GR_ROLE_NORMAL; role <= GR_ROLE_ADHESION; role++) {
    double least = role == GR_ROLE_ADHESION ? -m->pairs.type[type].reach : 0;
    if (!r->law[role] || !(overlap > least))
      continue;
    GrLawOneRest(r->law[role], CoefficientsOfType(m, type, role), overlap, &f, &e);
    *force += f;
    *work += e;
  }
}

double GrModelForce(const GrModel *m, PetscInt type, double overlap)
{
  double force, work;
  ProbeAll(m, type, overlap, &force, &work);
  return force;
}

double GrModelWork(const GrModel *m, PetscInt type, double overlap)
{
  double force, work;
  ProbeAll(m, type, overlap, &force, &work);
  return work;
}

double GrModelStiffness(const GrModel *m, PetscInt type, double overlap)
{
  const GrInteraction *r = GrModelInteraction(m, type);
  double stiffness = 0;

  for (int role = 0; role < GR_ROLE_SLIDE; role++)
    if (r->law[role])
      stiffness += r->law[role]->stiffness(CoefficientsOfType(m, type, role), overlap);
  return stiffness;
}

double GrModelInvert(const GrModel *m, PetscInt type, double (*f)(const GrModel *, PetscInt, double), double target,
                     double lower, double upper)
{
  if (!(f(m, type, upper) > target))
    return upper;
  for (int i = 0; i < HALVINGS_MAX; i++) {
    double middle = lower + (upper - lower) / 2;
    if (middle <= lower || middle >= upper) /* no double lies between the bounds */
      break;
    if (f(m, type, middle) < target)
      lower = middle;
    else
      upper = middle;
  }
  return upper;
}

PetscErrorCode GrModelAdd(GrModel *m, const GrParticleType body[2], PetscInt *type)
{
  *type = m->pairs.n++;
  PetscCall(ReservePairTypes(m, m->pairs.n));
  PetscCall(CreatePairType(m, *type, body));
  if (!isinf(m->pairs.type[*type].mass))
    GrModelBoundLimit(m, *type, SmallerRadius(body));
  return 0;
}

PetscInt GrModelTryPair(GrModel *m, const GrParticleType body[2])
{
  const PetscInt type = m->pairs.n_fixed + m->n_families;

  (void)CreatePairType(m, type, body); /* no error: laws with factors accept all sizes */
  return type;
}

void GrModelSetStep(GrModel *m, double step)
{
  m->step = step;
  for (int a = 0; a < m->n_rows; a++)
    for (int b = 0; b < m->n_particle_types; b++) {
      PetscInt type = (PetscInt)a * m->n_particle_types + b;
      if (!isinf(m->pairs.type[type].mass))
        GrModelSetLimit(m, type, SmallerRadius((const GrParticleType[2]){m->particle_type[a], m->particle_type[b]}));
    }
}

void GrModelLaws(const GrInteraction *r, char *text, size_t length)
{
  static const char *const separator[GR_LAWS_MAX] = {"", " with adhesion ", ", ", ", ", ", ", ", "};
  size_t used = 0;

  for (int role = 0; role < GR_LAWS_MAX && used < length; role++)
    if (r->law[role] && r->law[role] != &GrLaw_nothing)
      used += (size_t)snprintf(text + used, length - used, "%s%s", used ? separator[role] : "", r->law[role]->name);
}

PetscErrorCode GrModelAddPair(GrModel *m, int rule, const GrContactRule *values, const GrLawPair *pair, PetscInt *type)
{
  GrInteraction own;

  RuleCreate(values, &own);
  *type = m->pairs.n++;
  PetscCall(ReservePairTypes(m, m->pairs.n));
  m->pairs.type[*type] = (GrModelPairType){.rule = rule, .radius = pair->radius, .mass = pair->mass};
  m->pairs.span[*type] = (GrNearness){0};
  PetscCall(PetscArrayzero(GrModelCoefficients(m, *type), m->pairs.width));
  for (int role = 0; role < GR_LAWS_MAX; role++) {
    const char *complaint = own.law[role] ? PrepareLaw(m, *type, role, pair, own.value[role]) : NULL;
    PetscCheck(!complaint, PETSC_COMM_SELF, PETSC_ERR_PLIB, "law %s: %s", own.law[role]->name, complaint);
  }
  return 0;
}
