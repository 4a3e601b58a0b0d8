/* balance: the energy balance as an alarm; see balance.h.

   Floor of the exchanged energy. Rounding moves each coordinate x by up to eps x in a step, which changes the energy of
   a contact with overlap d by up to 2 eps x/d of itself, with a random sign. After n steps this is about
   eps (x/d) sqrt(n) of the energy. x/d is about 10^4 in an assembly, and 1 in a chain, whose displacements count from
   the start; n = 10^6. The floor is ten times this fraction of the sum of all absolute energies, so that rounding alone
   remains below the limit of the alarm. With variable steps the tolerance of a step is added in the same way. Without
   any energy, for instance in a box that deforms before particles touch, eps times the typical energy of the case
   remains.

   Compared checks. In the first steps of a load the trapezoidal rule errs by up to half a step, which is much of an
   energy that has just begun to be exchanged. With fixed steps a check is therefore compared only if the last compared
   check is GR_BALANCE_SPAN steps back, and a residual counts only if two compared checks in succession have it. At the
   end of the run one compared check is enough. */
#include "world/balance.h"
#include "world/guard.h"

#include <float.h>
#include <granum/error.h>
#include <math.h>
#include <string.h>

static const double coordinate = 1e4; /* coordinate / overlap of a contact in an assembly [1] */
static const double root_steps = 1e3; /* root of the number of steps [1] */
static const double explained = 10;   /* floor / error that rounding or the tolerance explains [1] */

void GrWorldBalanceAdd(GrWorld w, const GrLedger *e, double magnitude, GrBalance *b)
{
  const GrTime *time = &w->the_case->time;
  const double rounding = DBL_EPSILON * root_steps * (w->bulk ? coordinate : 1),
               tolerance = time->integrator->fixed_step ? 0 : time->tolerance, typical = GrWorldScales(w)[2],
               dissipated = fabs(e->dissipated_viscous) + fabs(e->dissipated_frictional) + fabs(e->dissipated_plastic) +
                            fabs(e->dissipated_bonds) + fabs(e->dissipated_drag);

  if (!b->begun) {
    b->good = *e;
    b->good_time = w->clock.committed;
  }
  b->worked += fabs(e->external_work - b->external);
  b->external = e->external_work;
  b->elastic_most = b->begun ? PetscMax(b->elastic_most, e->elastic) : e->elastic;
  b->fall = PetscMax(b->fall, b->elastic_most - e->elastic);
  b->begun = 1;
  b->exchanged = PetscMax(b->exchanged, dissipated + b->worked + b->fall);
  b->exchanged = PetscMax(b->exchanged, e->kinetic);
  b->exchanged = PetscMax(b->exchanged, explained * ((rounding + tolerance) * magnitude + DBL_EPSILON * typical));
  b->relative = fabs(GrWorldRelativeResidual(&(GrLedger){.residual = e->residual, .exchanged = b->exchanged}));
}

/* Compares the balance with the limit after step number `step`. Returns the residual / exchanged energy that counts
   [1]. */
static double CompareWithLimit(GrWorld w, GrBalance *b, PetscInt64 step, bool last)
{
  const PetscInt64 span = w->the_case->time.integrator->fixed_step ? GR_BALANCE_SPAN : 1;
  const bool apart = step - b->compared_step >= span;
  const double limit = w->the_case->residual, counts = last && apart ? b->relative : PetscMin(b->relative, b->compared);

  if (!apart && !last)
    return 0;
  if (counts > b->worst) {
    b->worst = counts;
    b->worst_time = w->clock.committed;
  }
  if (!(limit > 0 && b->relative > limit)) {
    b->good = w->account.ledger;
    b->good_time = w->clock.committed;
  }
  b->compared = b->relative;
  b->compared_step = step;
  return counts;
}

/* ---- the message ---- */

/* Energies of the ledger that a message names, in the order of the indices of GrWorldOps.energies. */
static const struct {
  size_t offset; /* in GrLedger */
  const char *what;
} Terms[] = {[GR_SUM_KINETIC] = {offsetof(GrLedger, kinetic), "kinetic energy"},
             [GR_SUM_ELASTIC] = {offsetof(GrLedger, elastic), "elastic energy of the contacts"},
             [GR_SUM_VISCOUS] = {offsetof(GrLedger, dissipated_viscous), "work of the normal dashpots"},
             [GR_SUM_FRICTIONAL] = {offsetof(GrLedger, dissipated_frictional), "work of sliding, rolling and twisting"},
             [GR_SUM_PLASTIC] = {offsetof(GrLedger, dissipated_plastic), "plastic work"},
             [GR_SUM_BROKEN] = {offsetof(GrLedger, dissipated_bonds), "energy of broken bonds"},
             [GR_SUM_DRAG] = {offsetof(GrLedger, dissipated_drag), "work of the drag"},
             [GR_SUM_CARRIED] = {offsetof(GrLedger, carried_out), "energy of particles that left or were removed"},
             [GR_SUM_CHANGES] = {offsetof(GrLedger, taken_by_changes), "energy removed by changes of a stage"},
             [GR_SUM_EXTERNAL] = {offsetof(GrLedger, external_work), "work of external forces and moving walls"},
             [GR_SUM_BROUGHT] = {offsetof(GrLedger, brought_in), "energy of inserted particles"}};

static double TermOf(const GrLedger *ledger, int k)
{
  return *(const double *)((const char *)ledger + Terms[k].offset);
}

/* The energy that has changed most since the last check whose balance closed; the first that is not finite, if any. */
static int FindMechanism(const GrLedger *now, const GrLedger *good)
{
  int found = 0;

  for (int k = 0; k < GR_SUM_ENERGIES; k++)
    if (!isfinite(TermOf(now, k)))
      return k;
  for (int k = 1; k < GR_SUM_ENERGIES; k++)
    if (fabs(TermOf(now, k) - TermOf(good, k)) > fabs(TermOf(now, found) - TermOf(good, found)))
      found = k;
  return found;
}

/* Probable cause, if an energy of the ledger has changed most. */
static const char *CauseOf(int term)
{
  return term == GR_SUM_EXTERNAL ? "a motion of a wall or a force that the steps cannot follow"
                                 : "steps that are too long for a contact";
}

/* Finds the particle with the largest share of an energy; id 0: unknown. Collective. */
static PetscErrorCode FindParticle(GrWorld w, const double *u, int term, PetscInt64 *id)
{
  double most = 0, own;
  PetscInt64 mine = 0;

  *id = 0;
  PetscCall(w->ops->largest_share(w, u, term, &most, &mine));
  own = most;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_DOUBLE, MPI_MAX, w->comm));
  mine = most > 0 && own == most ? mine : INT64_MAX;
  PetscCallMPI(MPI_Allreduce(&mine, id, 1, MPIU_INT64, MPI_MIN, w->comm));
  *id = *id == INT64_MAX ? 0 : *id;
  return 0;
}

/* Whether a friction law of the rule has the word `total` for its parameter `slider`. */
static bool LimitsTotal(const GrContactRule *rule)
{
  for (int k = 0; k < GR_SLIDES; k++)
    for (int p = 0; rule->slide[k] && rule->slide[k]->parameters[p].name; p++)
      if (strcmp(rule->slide[k]->parameters[p].name, "slider") == 0 && rule->slide_value[k][p].choice == 1)
        return true;
  return false;
}

/* The key of the input, with its value, that keeps the balance from closing with any step; NULL: none. */
static const char *OpenBy(const GrCase *c)
{
  const char *open = c->time.velocity == GR_VELOCITY_HALF ? "time.velocity: half" : NULL;

  for (int k = 0; k < c->n_rules && !open; k++)
    open = c->rules[k].lever == GR_LEVER_MIXED ? "lever: mixed" : LimitsTotal(&c->rules[k]) ? "slider: total" : NULL;
  return open;
}

/* Writes the key that helps. */
static void Advise(GrWorld w, size_t length, char *text)
{
  const GrTime *time = &w->the_case->time;
  const char *open = OpenBy(w->the_case);
  size_t used = 0;

  if (open)
    used = (size_t)snprintf(text, length,
                            "the balance does not close by construction with %s: leave this key out, or raise "
                            "run.residual; or ",
                            open);
  if (time->integrator->fixed_step && time->step == 0 && w->clock.bound.accurate < time->safety * w->clock.bound.stable)
    snprintf(text + used, length - used, "write a smaller time.accuracy than %g", time->accuracy);
  else
    GrWorldStepAdvice(w, 0, length - used, text + used);
}

static PetscErrorCode FailBalance(GrWorld w, const double *u, const GrBalance *b)
{
  const GrLedger *e = &w->account.ledger;
  const int term = FindMechanism(e, &b->good);
  char advice[3 * GR_ADVICE_MAX], who[64] = "";
  PetscInt64 id;

  PetscCall(FindParticle(w, u, term, &id));
  if (id > 0)
    snprintf(who, sizeof(who), "; %s %" PetscInt64_FMT " has the largest share", w->bulk ? "particle" : "bead", id);
  Advise(w, sizeof(advice), advice);
  if (!isfinite(e->residual) || !isfinite(b->exchanged))
    return GrFail(GR_EXIT_PHYSICS,
                  "at t = %.9g s: the energy balance is not a number: the %s is not finite; it was finite at "
                  "t = %.9g s%s. Probable cause: %s: %s; or look for extreme values in the input",
                  w->clock.committed, Terms[term].what, b->good_time, who, CauseOf(term), advice);
  return GrFail(GR_EXIT_PHYSICS,
                "at t = %.9g s: the energy balance does not close: the residual is %.3g J, %.3g of the energy "
                "exchanged, %.3g J, more than run.residual: %g. It has grown since t = %.9g s; the %s has changed most "
                "since then, by %.3g J%s. Probable cause: %s: %s",
                w->clock.committed, e->residual, b->relative, b->exchanged, w->the_case->residual, b->good_time,
                Terms[term].what, TermOf(e, term) - TermOf(&b->good, term), who, CauseOf(term), advice);
}

/* Keeps the warning of a residual that does not end the run. */
static void Warn(GrWorld w, GrBalance *b)
{
  char advice[3 * GR_ADVICE_MAX];

  b->warned = 1;
  if (w->rank != 0)
    return;
  Advise(w, sizeof(advice), advice);
  GrWarn(NULL,
         "at t = %.9g s the residual of the energy balance reached %.3g of the energy exchanged: results may be off by "
         "as much; %s",
         w->clock.committed, b->worst, advice);
}

/* ---- checks ---- */

PetscErrorCode GrWorldBalanceCheck(GrWorld w, const double *u, PetscInt64 step, bool last)
{
  const double limit = w->the_case->residual;
  GrLedger ledger;

  PetscCall(GrWorldLedger(w, u, &ledger));
  GrBalance next = w->account.balance_now;
  if (!isfinite(ledger.residual) || !isfinite(next.exchanged))
    return FailBalance(w, u, &next);
  const double counts = CompareWithLimit(w, &next, step, last);
  if (limit > 0 && counts > limit)
    return FailBalance(w, u, &next);
  if (next.worst >= GR_BALANCE_WARNS && !next.warned)
    Warn(w, &next);
  w->account.balance_now = next;
  if (!last)
    w->account.balance = next;
  return 0;
}
