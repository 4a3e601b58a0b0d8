/* fault: faults of an assembly: limits that were exceeded in a step, and their messages; see step.h, world/guard.h. */
#include "bulk/bulk.h"
#include "bulk/particles.h"
#include "contact/stable_step.h"
#include "wall/geometry.h"
#include "world/guard.h"

#include <math.h>
#include <string.h>

/* Contacts with walls sort before contacts with particles, whose ids are positive. */
static GrFaultKey KeyOf(const GrFault *f)
{
  const PetscInt64 partner = f->wall >= 0 ? f->wall - INT32_MAX : f->second;
  return (GrFaultKey){f->time, f->first, f->what == GR_BROKEN_PATH && f->wall < 0 ? INT64_MAX : partner, false};
}

void GrBulkKeepFault(GrFault *kept, const GrFault *fault)
{
  const GrFaultKey a = KeyOf(fault), b = KeyOf(kept);
  const bool lower = a.first != b.first ? a.first < b.first : a.second < b.second;

  if (!kept->what || a.time < b.time || (a.time == b.time && lower))
    *kept = *fault;
}

/* Index of a particle among the first n of the store; -1: it is not there. */
static PetscInt IndexOf(const GrStore *s, PetscInt n, PetscInt64 id)
{
  for (PetscInt i = 0; i < n; i++)
    if (s->id[i] == id)
      return i;
  return -1;
}

bool GrBulkFindFaultKey(GrWorld w, GrFaultKey *key)
{
  const GrFault *f = &w->bulk->step.fault;

  if (f->what) {
    *key = KeyOf(f);
    key->foreign = f->first > 0 && IndexOf(&w->bulk->store, w->bulk->store.columns.n, f->first) < 0;
  }
  return f->what != GR_BROKEN_NOTHING;
}

void GrBulkNameBody(GrWorld w, PetscInt64 particle, PetscInt64 wall, char name[GR_NAME_MAX + 8])
{
  if (wall >= 0)
    snprintf(name, GR_NAME_MAX + 8, "wall %s", w->the_case->walls[wall].name);
  else
    snprintf(name, GR_NAME_MAX + 8, "particle %" PetscInt64_FMT, particle);
}

static void DescribeContacts(GrWorld w, const GrFault *f, char *message)
{
  char advice[GR_ADVICE_MAX], who[GR_NAME_MAX + 8];

  GrBulkNameBody(w, f->first, f->wall, who);
  GrWorldStepAdvice(w, f->longest, sizeof(advice), advice);
  snprintf(
      message, GR_MESSAGE_MAX,
      "at t = %.9g s: steps of %.3g s are unstable for %s, whose %d contact%s stable up to %.3g s. The contacts need "
      "shorter steps: %s; or write softer materials%s",
      f->time, w->clock.fixed_step, who, f->contacts, f->contacts == 1 ? " is" : "s are", f->longest, advice,
      f->wall >= 0 ? ", or a heavier wall" : "");
}

typedef struct {
  GrBulk bulk;
  PetscInt64 id; /* particle */
  int n;         /* number of its contacts */
} Counting;

static void CountContacts(void *context, GrBatch *t)
{
  Counting *c = context;
  const PetscInt64 *id = c->bulk->store.id;

  for (int i = 0; i < t->contacts.n; i++)
    c->n += t->geometry.overlap[i] > 0 &&
            (id[t->contacts.first[i]] == c->id || (!t->contacts.with_wall && id[t->contacts.second[i]] == c->id));
}

/* Whether a particle is held from all sides: it has as many contacts as a dense packing, two for each dimension. */
static bool IsCaged(GrWorld w, PetscInt64 id, int *contacts)
{
  Counting counting = {w->bulk, id, 0};

  GrBulkWalkContacts(w, CountContacts, &counting);
  *contacts = counting.n;
  return counting.n >= 2 * w->the_case->dimension;
}

const GrWallSides *GrBulkSidesOf(const GrWall *wall)
{
  static const GrWallSides sides[] = {
      {"concave", "particles are inside a wall with concave: true, and outside other walls",
       "the other value of concave",
       "the centre of the particle lies on the wrong side of the wall: particles are inside a wall with concave: true, "
       "and outside other walls; write the other value of concave, or move the particle"},
      {"normal", "the normal of the wall points the wrong way", "the opposite normal",
       "the centre of the particle lies behind the wall, so the normal of the wall points the wrong way: write the "
       "opposite normal, or move the particle to the front of the wall"},
      {NULL, "the particle is on the wrong side of the wall", "another place of the wall",
       "the centre of the particle lies on the wrong side of the wall: move the particle or the wall"}};
  int k = 0;

  for (; sides[k].key; k++)
    for (int p = 0; wall->shape->parameters[p].name; p++)
      if (strcmp(wall->shape->parameters[p].name, sides[k].key) == 0)
        return &sides[k];
  return &sides[k];
}

/* Writes the cause of an overlap with a wall; returns whether the wall is the cause. */
static bool FindWallCause(GrWorld w, const GrFault *f, size_t length, char *text)
{
  const GrWall *wall = &w->the_case->walls[f->wall];
  const GrBulkStages *s = &w->bulk->stages;
  char when[GR_NAME_MAX + 24] = "";

  if (s->n > 0)
    snprintf(when, sizeof(when), " in stage %s", s->now.stages[s->at].name);
  if (f->overlap > f->radius)
    snprintf(text, length,
             "The centre of the particle lies behind the surface of the wall: %s, or the wall has moved across the "
             "particle%s; write %s, or a motion that keeps the particle in front of the wall",
             GrBulkSidesOf(wall)->wrong, when, GrBulkSidesOf(wall)->remedy);
  else if (GrWallIsLoaded(wall) && f->speed > 0)
    snprintf(text, length,
             "The load of wall %s presses it into the particles at %.3g m/s%s: write a smaller load or max_speed, or "
             "stiffer materials, or let the wall begin nearer to the particles",
             wall->name, f->speed, when);
  else if (f->speed > 0.5 * f->rate && f->speed > 0)
    snprintf(text, length,
             "The %s of wall %s moves it into the particles at %.3g m/s%s: write a slower motion, end the motion "
             "earlier, or "
             "write a load (servo) instead of the motion",
             wall->motion.table.n > 0 ? "table" : "motion", wall->name, f->speed, when);
  else
    return false;
  return true;
}

/* Finds the fastest wall that a motion or a load moves along a line or freely [m/s]; NULL: no wall moves. */
static const GrWall *FindMovingWall(GrWorld w, double *speed)
{
  const GrBulk b = w->bulk;
  const double t = w->clock.committed, h = w->clock.fixed_step > 0 ? w->clock.fixed_step : w->clock.next_step;
  const GrWall *found = NULL;

  *speed = 0;
  for (int k = 0; h > 0 && t > h && k < b->walls.n_moving; k++) {
    const GrWall *wall = &b->walls.wall[b->walls.moving[k]];
    const double own = GrWallPath(wall, &b->box, t - h, t) / h;
    if (own > *speed) {
      *speed = own;
      found = wall;
    }
  }
  for (int k = 0; k < b->walls.n_travels; k++) {
    const GrWall *wall = &b->walls.wall[b->walls.giving_way[k]];
    const double own = wall->drive.shaft.inertia > 0 ? 0 : fabs(b->walls.committed[k].speed);
    if (own > *speed) {
      *speed = own;
      found = wall;
    }
  }
  return found;
}

/* Writes the probable cause of an overlap of two particles that a moving wall presses together. */
static bool FindPressCause(GrWorld w, const GrFault *f, size_t length, char *text)
{
  const GrBulkStages *s = &w->bulk->stages;
  double speed;
  const GrWall *wall = FindMovingWall(w, &speed);

  if (!wall || speed < 0.1 * fabs(f->rate))
    return false;
  snprintf(text, length, "Wall %s moves at %.3g m/s%s%s and presses the particles together: write %s", wall->name,
           speed, s->n > 0 ? " in stage " : "", s->n > 0 ? s->now.stages[s->at].name : "",
           GrWallIsLoaded(wall) ? "stiffer materials or a smaller load, or let the wall begin nearer to the particles"
                                : "a slower motion, end the motion earlier, or write a load (servo) instead of the "
                                  "motion, or stiffer materials");
  return true;
}

/* Writes the probable cause of an overlap beyond its limit, and the remedy; "": the contact is too soft. */
static void FindCause(GrWorld w, const GrFault *f, size_t length, char *text)
{
  int contacts;

  text[0] = 0;
  if (f->wall >= 0 && FindWallCause(w, f, length, text))
    return;
  if (FindPressCause(w, f, length, text))
    return;
  if (IsCaged(w, f->first, &contacts))
    snprintf(text, length,
             "Particle %" PetscInt64_FMT " has %d contacts: the packing is too dense for its load. Insert fewer "
             "particles, end the compression by walls or by the box earlier, or write stiffer materials",
             f->first, contacts);
}

static void DescribeOverlap(GrWorld w, const GrFault *f, char *message)
{
  GrBrokenContact broken = {.time = f->time,
                            .alone = f->wall >= 0,
                            .overlap = f->overlap,
                            .limit = f->limit,
                            .radius = f->radius,
                            .longest = f->longest};

  snprintf(broken.first, sizeof(broken.first), "particle %" PetscInt64_FMT, f->first);
  if (f->wall >= 0)
    snprintf(broken.second, sizeof(broken.second), "wall %s", w->the_case->walls[f->wall].name);
  else
    snprintf(broken.second, sizeof(broken.second), "particle %" PetscInt64_FMT, f->second);
  GrModelLaws(&w->bulk->model.rule[f->rule], broken.laws, sizeof(broken.laws));
  FindCause(w, f, sizeof(broken.cause), broken.cause);
  GrWorldDescribeContact(w, &broken, message);
}

/* Message for two bodies with prescribed motion that are pressed into each other. */
static void DescribePressed(GrWorld w, const GrFault *f, char *message)
{
  char other[GR_NAME_MAX + 8];

  GrBulkNameBody(w, f->second, f->wall, other);
  snprintf(message, GR_MESSAGE_MAX,
           "at t = %.9g s: particle %" PetscInt64_FMT " overlaps %s by %.4g m, %.5g of the %sradius, more than "
           "time.overlap_limit: %g. The input prescribes the motion of both and presses them into each other: change a "
           "velocity or a position, or end the run earlier; or raise time.overlap_limit if this is intended",
           f->time, f->first, other, f->overlap, f->overlap / f->radius, f->wall >= 0 ? "" : "smaller ",
           w->the_case->time.overlap_limit);
}

/* Message for a particle or a load-controlled wall that moved beyond its margin before the neighbour list was rebuilt:
   either it passes an eighth of the skin in a step, or a contact accelerated it too much. */
static void DescribePath(GrWorld w, const GrFault *f, char *message)
{
  const double longest = 0.25 * f->limit / f->speed;
  const bool fast = w->clock.fixed_step == 0 || !(f->speed * w->clock.fixed_step <= 0.25 * f->limit);
  char advice[GR_ADVICE_MAX], who[GR_NAME_MAX + 8];

  GrBulkNameBody(w, f->first, f->wall, who);
  GrWorldStepAdvice(w, fast && isfinite(longest) ? longest : 0, sizeof(advice), advice);
  if (isfinite(f->overlap))
    snprintf(message, GR_MESSAGE_MAX,
             "at t = %.9g s: %s at %.4g m/s has moved by %.4g m since its neighbours were listed, further than its "
             "margin, %.4g m, within which no contact is missed; %s: %s%s",
             f->time, who, f->speed, f->overlap, f->limit,
             fast ? "it is too fast for the step" : "a contact shot it off, too stiff for the step", advice,
             w->the_case->time.skin > 0 ? "; or write a larger time.skin" : "");
  else
    snprintf(message, GR_MESSAGE_MAX,
             "at t = %.9g s: the position of %s is not a number: %s; or look for extreme values in the input", f->time,
             who, advice);
}

static void DescribeLoad(GrWorld w, const GrFault *f, char *message)
{
  const GrWalls *walls = &w->bulk->walls;
  const GrWallTravel *state = &walls->committed[walls->travel[f->wall]];

  if (!GrWallIsPushed(&walls->wall[f->wall])) {
    snprintf(message, GR_MESSAGE_MAX,
             "at t = %.9g s: wall %s moves freely, is %.4g m from the middle of the domain and touches no particle: "
             "nothing stops it; end the run earlier, write other loads, or place it where it touches the particles",
             f->time, walls->wall[f->wall].name, f->overlap);
    return;
  }
  snprintf(message, GR_MESSAGE_MAX,
           "at t = %.9g s: wall %s has come %.4g m %s its normal, further than the domain is long, and touches no "
           "particle: nothing holds its load of %.4g N; place it where it touches the particles, write another sign or "
           "size of the load, or a velocity instead of it",
           f->time, walls->wall[f->wall].name, fabs(f->overlap), f->overlap > 0 ? "along" : "against", state->load);
}

static void DescribePassage(GrWorld w, const GrFault *f, char *message)
{
  char advice[GR_ADVICE_MAX], other[2 * GR_NAME_MAX];

  if (f->wall < 0)
    snprintf(other, sizeof(other), "particle %" PetscInt64_FMT, f->second);
  else if (f->triangle < 0)
    snprintf(other, sizeof(other), "wall %s", w->the_case->walls[f->wall].name);
  else
    snprintf(other, sizeof(other), "wall %s at triangle %" PetscInt64_FMT, w->the_case->walls[f->wall].name,
             f->triangle + 1);
  GrWorldStepAdvice(w, f->overlap > 0 ? 0.1 * w->clock.fixed_step * f->radius / f->overlap : 0, sizeof(advice), advice);
  snprintf(message, GR_MESSAGE_MAX,
           "at t = %.9g s: particle %" PetscInt64_FMT
           " passed through %s in one step: relative to it the particle moved by %.4g m, %.3g times the %s, so the "
           "step is too long for this speed: %s",
           f->time, f->first, other, f->overlap, f->overlap / f->radius, f->wall < 0 ? "smaller radius" : "radius",
           advice);
}

static void DescribeFinite(GrWorld w, const GrFault *f, char *message)
{
  char advice[GR_ADVICE_MAX], who[GR_NAME_MAX + 8];

  GrBulkNameBody(w, f->first, f->wall, who);
  GrWorldStepAdvice(w, 0, sizeof(advice), advice);
  snprintf(message, GR_MESSAGE_MAX,
           "at t = %.9g s: the %s of %s is not a number. The steps are too long, or the input has extreme values: %s",
           f->time, f->quantity, who, advice);
}

/* Message for a bond of infinite strength whose particles are out of reach of each other. */
static void DescribeBond(GrWorld w, const GrFault *f, char *message)
{
  char advice[GR_ADVICE_MAX];

  GrWorldStepAdvice(w, 0, sizeof(advice), advice);
  snprintf(
      message, GR_MESSAGE_MAX,
      "at t = %.9g s: the bond of particles %" PetscInt64_FMT " and %" PetscInt64_FMT
      " never breaks (tensile_strength: infinite), but it is longer than 1.25 times its first length, beyond which "
      "it is not evaluated: write a larger youngs_modulus of the bond, or a number for tensile_strength; if the "
      "load cannot stretch it so far: %s",
      f->time, f->first, f->second, advice);
}

void GrBulkDescribeFault(GrWorld w, char *message)
{
  static void (*const describe[])(GrWorld, const GrFault *, char *) = {
      [GR_BROKEN_OVERLAP] = DescribeOverlap, [GR_BROKEN_PRESSED] = DescribePressed,
      [GR_BROKEN_PATH] = DescribePath,       [GR_BROKEN_NETWORK] = DescribeContacts,
      [GR_BROKEN_LOAD] = DescribeLoad,       [GR_BROKEN_PASSAGE] = DescribePassage,
      [GR_BROKEN_FINITE] = DescribeFinite,   [GR_BROKEN_BOND] = DescribeBond};
  const GrFault *f = &w->bulk->step.fault;

  describe[f->what](w, f, message);
}
