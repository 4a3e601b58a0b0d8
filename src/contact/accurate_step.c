/* accurate_step: the longest step at which free impacts are accurate, found by trial integrations.

   Two bodies of a pair type collide without any other force, at several angles of incidence and several phases. The
   phase is the fraction of the first step that has passed when the surfaces meet. The error of a result jumps at the
   phase at which the contact lasts one step longer, and is nearly linear elsewhere. The phases therefore miss at most
   2/PHASES of the largest error. The impacts at the expected speed are integrated with the laws of the contact rule and
   with velocity Verlet, as in world/step.c:
     v' = v + h/2 a,  d = d + h v',  a from d and v' + h/2 a (time.velocity: half: v'),  v = v' + h/2 a
     m dv/dt = -F,  m ds/dt = 7/2 T
   h step [s];  d overlap [m];  v overlap rate [m/s];  a its acceleration [m/s^2];  s slip [m/s];  m reduced mass [kg];
   F normal force, T tangential force [N];  7/2: slip of a solid sphere by translation and by rotation

   The step of the reference is 1/400 of the stable step, or a fourth of the step tried. Steps are tried from the
   longest downwards. The step found and the next shorter step meet the accuracy. Errors are relative to the reference:
     rebound speed      largest error of all phases, divided by max(reference rebound speed, 0.1 approach speed)
     change of slip     width of the interval that contains the reference and the results of all phases, divided by the
                        reference. Neither the error nor the influence of the phase then exceeds the accuracy
     duration           in one dimension only; largest error of all phases
     energy             with adhesion only; largest error of the squared rebound speed, divided by the squared approach
                        speed. The ledger counts the losses at the jumps of an adhesion exactly, so this error is the
                        residual of the energy balance. Its limit is the accuracy, but at most the residual from
                        which a run warns, 0.01 (GR_BALANCE_WARNS)

   The errors decrease with the speed, except with adhesion: the error of the energy at a jump is nearly independent of
   the speed, so that its share grows. Impacts with adhesion are tried at several speeds, each 1/sqrt(2) of the speed
   before, while at least half of the restitution at the expected speed remains. Nearer to the speed at which the bodies
   stick, no step is accurate, because the restitution changes with the root of the speed. At lower speeds only
   restitution and energy are checked.

   In a chain the peak force of a wave must be accurate as well. Its error is the largest of several errors:
   - A trial wave (trial_wave.c) is integrated in a chain of up to 17 beads, whose first bead has the expected speed.
     The errors of its contact forces count, also at the free end, where they are largest. With Hertz's law the peak of
     a solitary wave has about twice the error of a free impact (measured).
   - The error of the largest overlap D counts 3/2 times, since F ~ D^(3/2) in Hertz's law.
   - A plastic law stores the largest overlap at the end of a step. The difference to D counts in the same way. In a
     free impact both errors cancel in the restitution; in a wave they do not.
   - A wave passes many contacts, and the mean error de of the restitution e over the phases accumulates. Each bead adds
     up to a third of it to the error of the wave (measured), so that after n beads the error is at most
       min(n/3, 33, ln 4/(-ln e)) de/e
     The last term limits the error to a wave that has decayed to a quarter; 33 limits the count to 100 beads.

   Order of the errors (measured): 2 for the restitution and 3/2 to 2 for the change of slip, since the first and the
   last forces of a contact are corrected (contact/batch_force.c, law/slide/slide.h). In chains they are not, and the
   order is 1 with a linear dashpot, 5/4 with tsuji, whose dashpot is proportional to d^(1/4).

   Limits: the normal has a constant direction. Rolling resistance, twisting resistance and bonds do not act. The change
   of slip is checked at incidence of 5, 10, 20, 35 and 58 degrees from the normal. Its relative error is largest where
   friction acts in both directions, at small angles; impacts that slide throughout have the error of the restitution.

   Contacts of a chain that close at rest (stable_step.c): the impacts begin with histories of a contact that closed at
   rest. If the bodies do not separate within 100 stable steps, the stable step is accurate (measured: 0.03 %). */
#include "contact/stable_step.h"

#include "base/math/elementary.h"
#include "contact/batch.h"
#include "contact/trial_wave.h"
#include <math.h>
#include <string.h>

enum { PHASES = 25, ANGLES = 5, LANES = PHASES * ANGLES };
/* Ratio of the stable step to the first step of the reference [1]. */
static const double reference_steps = 400;
/* Ratio of the stable step to the shortest step tried [1]; `coarse`: for a given step, which the result does not
   change, for Runge-Kutta methods, whose tolerance limits the later steps, for bodies that stick, and for adhesion in
   chains, whose error is of first order in the step. */
static const double fine = 6400, coarse = 100;
static const double slow = 0.70710678118654757;  /* ratio of a speed to the speed tried before [1]: 2^(-1/2) */
static const double slowest = 1000;              /* largest ratio of the expected speed to a speed tried [1] */
static const double ratio = 0.84089641525371454; /* ratio of a step to the step tried before [1]: 2^(-1/4) */
static const double patience = 100;              /* number of stable steps after which bodies count as stuck */
/* tan(angle of incidence): initial slip / approach speed [1] */
static const double tangent[ANGLES] = {0.09, 0.18, 0.36, 0.7, 1.6};

/* Results whose errors are limited; at lower speeds only the first REBOUND_RESULTS. */
enum { RESTITUTION, ENERGY, REBOUND_RESULTS, SLIP = REBOUND_RESULTS, DURATION, RESULTS };

_Static_assert((int)LANES <= (int)GR_BATCH, "all impacts are one batch");

/* All impacts of a pair type at one step. A lane is one impact, with one phase and one angle. */
typedef struct {
  GrModel model; /* copy with its own rules, which keep only the laws that act in the impacts */
  PetscInt type;
  int angles, lanes; /* number of angles tried, number of lanes */
  GrHistory history;
  double step, speed;                  /* time step [s], approach speed [m/s] */
  bool from_rest;                      /* whether the contacts have closed at rest before the impact */
  double ahead;                        /* time by which the velocities are predicted [s]: h/2, or 0 */
  double d[LANES], v[LANES], s[LANES]; /* overlap [m], overlap rate [m/s], slip [m/s] */
  double a[LANES], b[LANES];           /* time derivatives of v and s [m/s^2] */
  double end[LANES];                   /* time at which the surfaces separate [s]; 0: in contact */
  double peak[LANES], seen[LANES];     /* largest overlap; largest overlap at the end of a step [m] */
  int contacts;                        /* of the trial wave; 0: none is tried */
  double crest[GR_WAVE_PEAKS];         /* largest contact forces of the trial wave [N] */
  GrBatch batch;
} Impacts;

/* Initial slip of a lane over its approach speed [1]. */
static double TangentOf(const Impacts *i, int lane)
{
  return i->angles == 1 ? 0 : tangent[lane % i->angles];
}

/* Phase of a lane: fraction of the first step that has passed when the surfaces meet [1]. */
static double PhaseOf(const Impacts *i, int lane)
{
  return (lane / i->angles + 0.5) / PHASES;
}

/* Fills the batch with the lanes whose bodies are within the reach of the laws. */
static void FillBatch(Impacts *i)
{
  GrBatch *t = &i->batch;
  const double reach = i->model.pairs.type[i->type].reach;

  t->contacts.n = 0;
  t->contacts.history = &i->history;
  for (int k = 0; k < i->lanes; k++) {
    if (!(i->d[k] > -reach))
      continue;
    const int n = t->contacts.n++;
    t->contacts.slot[n] = (unsigned char)k;
    t->contacts.type[n] = (int)i->type;
    t->geometry.overlap[n] = i->d[k];
    t->geometry.rate[n] = i->v[k] + i->ahead * i->a[k];
    t->geometry.normal[0][n] = 1;
    t->geometry.slip[1][n] = i->s[k] + i->ahead * i->b[k];
    for (int body = 0; body < 2; body++)
      t->geometry.radius[body][n] = t->geometry.lever[body][n] = i->model.pairs.type[i->type].radius;
  }
  t->contacts.rows = t->contacts.n;
}

/* Sets the initial state of all lanes for a step [s]. The initial distance of the bodies of a lane gives its phase. */
static PetscErrorCode Begin(Impacts *i, double step)
{
  const GrModelPairType *pair = &i->model.pairs.type[i->type];

  i->step = step;
  i->ahead = i->model.the_case->time.velocity == GR_VELOCITY_HALF ? 0 : 0.5 * step;
  i->model.velocity = i->ahead == 0 || i->model.the_case->dimension == 1 ? GR_VELOCITY_MEAN : GR_VELOCITY_PREDICTED;
  PetscCall(GrHistoryReset(&i->history, i->lanes));
  if (i->from_rest) { /* one evaluation at rest gives the histories */
    for (int k = 0; k < i->lanes; k++) {
      i->d[k] = PETSC_SMALL * pair->radius;
      i->v[k] = i->a[k] = 0;
    }
    FillBatch(i);
    GrBatchEvaluate(&i->model, step, true, &i->batch);
    GrHistoryCommit(&i->history);
  }
  for (int k = 0; k < i->lanes; k++) {
    i->v[k] = i->speed;
    i->s[k] = i->v[k] * TangentOf(i, k);
    i->d[k] = -pair->reach - PhaseOf(i, k) * step * i->v[k];
    i->a[k] = i->b[k] = i->end[k] = i->peak[k] = i->seen[k] = 0;
  }
  return 0;
}

/* Advances all lanes by one step to the time t [s]. Returns the number of lanes in contact. */
static int Advance(Impacts *i, double t)
{
  const double h = i->step, mass = i->model.pairs.type[i->type].mass, reach = i->model.pairs.type[i->type].reach;

  for (int k = 0; k < i->lanes; k++) {
    i->v[k] += 0.5 * h * i->a[k];
    i->s[k] += 0.5 * h * i->b[k];
    i->d[k] += h * i->v[k];
  }
  FillBatch(i);
  GrBatchEvaluate(&i->model, h, true, &i->batch);
  GrHistoryCommit(&i->history);
  memset(i->a, 0, sizeof(i->a));
  memset(i->b, 0, sizeof(i->b));
  for (int n = 0; n < i->batch.contacts.n; n++) {
    const int k = i->batch.contacts.slot[n];
    i->a[k] = -i->batch.results.normal_force[n] / mass;
    i->b[k] = 3.5 * i->batch.results.friction[1][n] / mass;
  }
  for (int k = 0; k < i->lanes; k++) {
    i->v[k] += 0.5 * h * i->a[k];
    i->s[k] += 0.5 * h * i->b[k];
    i->seen[k] = PetscMax(i->seen[k], i->d[k]);
    if (i->peak[k] == 0 && i->v[k] < 0 && i->a[k] < 0) /* the overlap rate changed sign in this step */
      i->peak[k] = i->d[k] - i->v[k] * i->v[k] / (2 * i->a[k]);
    if (!(i->d[k] > -reach) && i->end[k] == 0 && i->v[k] < 0)
      i->end[k] = t - (i->d[k] + reach) / i->v[k];
  }
  return i->batch.contacts.n;
}

/* Integrates all lanes with this step [s] until no lane is in contact, at most until longest_time [s]. */
static PetscErrorCode Collide(Impacts *i, double step, double longest_time)
{
  PetscCall(Begin(i, step));
  for (double t = step; t < longest_time; t += step)
    if (Advance(i, t) == 0 && t > 2 * step)
      break;
  if (i->contacts)
    PetscCall(GrModelTryWave(&i->model, i->type, i->contacts, i->speed, step, i->ahead, longest_time, i->crest));
  return 0;
}

/* Duration of the contact of a lane [s]; not positive if the bodies have not separated. */
static double DurationOf(const Impacts *i, int lane)
{
  return i->end[lane] - PhaseOf(i, lane) * i->step;
}

/* Smallest and largest relative error of a result over the phases [1]. Initial values are 0. */
typedef struct {
  double low, high;
} Errors;

/* Extends the interval of errors to this error. */
static void AddError(Errors *errors, double error)
{
  errors->low = PetscMin(errors->low, error);
  errors->high = PetscMax(errors->high, error);
}

/* Whether the bodies attract each other. */
static bool Adheres(const Impacts *i)
{
  return GrModelInteraction(&i->model, i->type)->law[GR_ROLE_ADHESION] != NULL;
}

/* Adds the errors of a lane. The rebound speed is max(0, -v) at the end of the integration. It is 0 if the bodies do
   not separate. */
static void AddErrorsOfLane(const Impacts *i, const Impacts *reference, int lane, Errors errors[RESULTS])
{
  const double speed = i->speed, returned = PetscMax(0, -reference->v[lane]), now = PetscMax(0, -i->v[lane]);
  const double change = reference->s[lane] - speed * TangentOf(i, lane);

  AddError(&errors[RESTITUTION], fabs(now - returned) / PetscMax(returned, 0.1 * speed));
  if (Adheres(i))
    AddError(&errors[ENERGY], fabs(now * now - returned * returned) / (speed * speed));
  if (change != 0)
    AddError(&errors[SLIP], (i->s[lane] - reference->s[lane]) / change);
  if (i->model.the_case->dimension == 1 && returned > 0)
    AddError(&errors[DURATION], fabs(DurationOf(i, lane) / DurationOf(reference, lane) - 1));
}

/* Error [1] of the peak force of a wave in a chain relative to a reference; see the head of the file. */
static double WaveError(const Impacts *i, const Impacts *reference)
{
  double beads = PetscMin((double)i->model.the_case->n_particles, 100), loss = 0, change = 0, largest = 0;

  for (int k = 0; k < i->lanes; k++) {
    const double returned = PetscMax(0.1, -reference->v[k] / i->speed), now = PetscMax(0.1, -i->v[k] / i->speed);
    loss -= GrLogarithm(returned) / i->lanes;
    change += (now / returned - 1) / i->lanes;
    largest = PetscMax(largest, 1.5 * fabs(i->peak[k] / reference->peak[k] - 1));
    if (i->model.n_normal_history > 0)
      largest = PetscMax(largest, 1.5 * (1 - i->seen[k] / i->peak[k]));
  }
  for (int k = 0; k < GR_WAVE_PEAKS && k < i->contacts; k++)
    largest = PetscMax(largest, reference->crest[k] > 0 ? fabs(i->crest[k] / reference->crest[k] - 1) : 0);
  const double accumulated = loss > 0 ? PetscMin(beads / 3, GrLogarithm(4) / loss) : beads / 3;
  return PetscMax(largest, accumulated * fabs(change));
}

/* Returns the error of the impacts relative to a reference [1]: the largest width, over the first n results and all
   angles, of the interval that contains the reference and the result of each phase. *accurate: output, whether no error
   exceeds its limit. */
static double LargestError(const Impacts *i, const Impacts *reference, int n, double accuracy, bool *accurate)
{
  const double limit[RESULTS] = {
      accuracy, [ENERGY] = PetscMin(accuracy, GR_BALANCE_WARNS), [SLIP] = accuracy, [DURATION] = accuracy};
  double largest = i->model.the_case->dimension == 1 ? WaveError(i, reference) : 0;

  *accurate = !(largest > accuracy);
  for (int angle = 0; angle < i->angles; angle++) {
    Errors errors[RESULTS] = {{0, 0}};
    for (int lane = angle; lane < i->lanes; lane += i->angles)
      AddErrorsOfLane(i, reference, lane, errors);
    for (int k = 0; k < n; k++) {
      const double width = errors[k].high - errors[k].low;
      *accurate = *accurate && !(width > limit[k]);
      largest = PetscMax(largest, width);
    }
  }
  return largest;
}

/* Finds the longest step [s] that meets the accuracy together with the next shorter step, otherwise the shortest step
   tried. Starts with the step *step. Shortens the step of the reference if it exceeds a quarter of the step tried.
   results: number of results whose errors count. error: output, error of the step found [1]. stable, shortest: stable
   step and shortest step tried [s]. */
static PetscErrorCode Search(Impacts *tried, Impacts *reference, int results, double accuracy, double stable,
                             double shortest, double *step, double *error)
{
  bool before = false, now;

  for (double h = *step; h > shortest; h *= ratio) {
    if (reference->step > h / 3.99)
      PetscCall(Collide(reference, PetscMin(reference->step, h) / 4, patience * stable));
    PetscCall(Collide(tried, h, patience * stable));
    const double largest = LargestError(tried, reference, results, accuracy, &now);
    if (before && now)
      break;
    *step = h;
    *error = largest;
    before = now;
  }
  return 0;
}

/* Removes the laws that do not act in the impacts. slides: impacts at all angles, otherwise along the normal only. */
static void KeepLaws(Impacts *i, bool slides)
{
  GrInteraction *rule = &i->model.rule[i->model.pairs.type[i->type].rule];

  for (int role = GR_ROLE_SLIDE; role < GR_LAWS_MAX; role++)
    if (!slides || role != GR_ROLE_SLIDE + GR_TANGENTIAL)
      rule->law[role] = NULL;
  i->model.turns = false;
  i->angles = slides ? ANGLES : 1;
  i->lanes = PHASES * i->angles;
}

/* Tries impacts at lower speeds, and shortens the step found until their restitution is accurate too. Ends at the first
   speed at which the restitution is less than half of that at the expected speed. */
static PetscErrorCode SearchLowerSpeeds(Impacts impacts[2], double accuracy, double stable, double shortest,
                                        GrAccurateStep *found)
{
  Impacts *tried = &impacts[0], *reference = &impacts[1];
  const double speed = reference->speed, least = 0.5 * -reference->v[0] / speed;

  KeepLaws(tried, false);
  KeepLaws(reference, false);
  for (double slower = speed * slow; least > 0 && slower > speed / slowest; slower *= slow) {
    double error = 0;
    tried->speed = reference->speed = slower;
    PetscCall(Collide(tried, found->step, patience * stable));
    if (!(-tried->v[0] > least * slower))
      break;
    PetscCall(Collide(reference, PetscMin(stable / reference_steps, found->step / 4), patience * stable));
    PetscCall(Search(tried, reference, REBOUND_RESULTS, accuracy, stable, shortest, &found->step, &error));
    found->error = PetscMax(found->error, error);
    found->slowest = slower;
  }
  return 0;
}

/* Number of contacts of the trial wave: 0 if the particles are not a chain, or have no wave in a chain at rest that has
   one closed form of contact: with adhesion, or if the viscosity depends on the rate at which a contact closes. */
static int CountWaveContacts(const GrModel *m, PetscInt type, double speed, double overlap)
{
  double onset;

  if (m->the_case->dimension > 1 || m->the_case->n_particles < 3 ||
      GrModelInteraction(m, type)->law[GR_ROLE_ADHESION] ||
      !isinf(GrModelStepFromRest(m, type, speed, 0, overlap, &onset)))
    return 0;
  return (int)PetscMin(m->the_case->n_particles - 1, GR_WAVE_CONTACTS);
}

/* Whether shorter steps than stable/coarse are tried. duration: of the contact, 0: the bodies stick [s]. */
static bool CanRefine(const Impacts *i, double duration)
{
  const GrCase *c = i->model.the_case;

  return c->time.integrator->fixed_step && duration > 0 && !(c->dimension == 1 && Adheres(i));
}

/* Sets the members of *impacts that do not depend on the step. */
static PetscErrorCode SetImpacts(const GrModel *m, PetscInt type, double speed, bool from_rest, Impacts *impacts)
{
  memset(impacts, 0, sizeof(*impacts));
  impacts->model = *m;
  PetscCall(PetscMalloc1(m->n_rules, &impacts->model.rule));
  memcpy(impacts->model.rule, m->rule, m->n_rules * sizeof(*m->rule));
  impacts->type = type;
  impacts->speed = speed;
  impacts->from_rest = from_rest;
  impacts->history.n_values = m->n_history;
  KeepLaws(impacts, m->the_case->dimension > 1);
  return 0;
}

static PetscErrorCode ClearImpacts(Impacts *impacts)
{
  PetscCall(GrHistoryDestroy(&impacts->history));
  return PetscFree(impacts->model.rule);
}

PetscErrorCode GrModelAccurateStep(const GrModel *m, PetscInt type, double speed, double accuracy, bool from_rest,
                                   GrAccurateStep *found)
{
  const double overlap = GrModelImpactOverlap(m, type, speed, m->pairs.type[type].radius);
  double onset = INFINITY, stable = from_rest ? GrModelStepFromRest(m, type, speed, 0, overlap, &onset)
                                              : GrModelStepAlone(m, type, overlap);
  Impacts impacts[2], *tried = &impacts[0], *reference = &impacts[1]; /* on the stack, which has their alignment */

  for (int k = 0; k < 2; k++)
    PetscCall(SetImpacts(m, type, speed, from_rest, &impacts[k]));
  tried->contacts = reference->contacts = CountWaveContacts(m, type, speed, overlap);
  PetscCall(Collide(reference, stable / reference_steps, patience * stable));
  *found = (GrAccurateStep){.step = stable, .slowest = 0, .duration = PetscMax(0, DurationOf(reference, 0))};
  const bool refines = CanRefine(tried, found->duration);
  const double shortest = stable / (refines && m->the_case->time.step == 0 ? fine : coarse);
  if (!from_rest || found->duration > 0)
    PetscCall(Search(tried, reference, RESULTS, accuracy, stable, shortest, &found->step, &found->error));
  if (Adheres(tried))
    found->slowest = speed;
  if (Adheres(tried) && refines)
    PetscCall(SearchLowerSpeeds(impacts, accuracy, stable, shortest, found));
  found->step = PetscMin(found->step, onset);
  for (int k = 0; k < 2; k++)
    PetscCall(ClearImpacts(&impacts[k]));
  return 0;
}

void GrModelDescribeSpeeds(const GrAccurateStep *found, double speed, size_t length, char *text)
{
  if (found->slowest > 0 && found->slowest < speed)
    snprintf(text, length, "at %.4g to %.4g m/s", found->slowest, speed);
  else
    snprintf(text, length, "%s %.4g m/s", found->slowest > 0 ? "at" : "up to", speed);
}
