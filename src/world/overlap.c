/* Search for overlaps at the start of a case, and their messages; largest overlaps of a run; see overlap.h. */
#include "world/overlap.h"

#include "base/join.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

enum { NAME = 2 * GR_NAME_MAX + 64 }; /* of a particle, with all that a user needs to find it */

static double RelativeDepth(const GrOverlap *o)
{
  return o->depth / o->radius;
}

static bool IsWorse(const GrOverlap *a, const GrOverlap *b)
{
  if (RelativeDepth(a) != RelativeDepth(b))
    return RelativeDepth(a) > RelativeDepth(b);
  if (a->first != b->first)
    return a->first < b->first;
  return a->second != b->second ? a->second < b->second : a->wall < b->wall;
}

static void KeepIfAmongWorst(GrOverlaps *o, GrOverlap one)
{
  int at = o->n;

  if (at == GR_OVERLAPS_PRINTED && !IsWorse(&one, &o->worst[--at]))
    return;
  o->n = PetscMin(o->n + 1, GR_OVERLAPS_PRINTED);
  for (; at > 0 && IsWorse(&one, &o->worst[at - 1]); at--)
    o->worst[at] = o->worst[at - 1];
  o->worst[at] = one;
}

void GrWorldOverlapsAdd(GrOverlaps *o, GrOverlap one)
{
  if (isnan(one.depth))
    one.depth = 2 * one.radius;
  o->count++;
  o->deep += RelativeDepth(&one) > o->limit;
  KeepIfAmongWorst(o, one);
}

static void JoinOverlaps(const void *lower, void *value)
{
  const GrOverlaps *a = lower;
  GrOverlaps *b = value;

  b->count += a->count;
  b->deep += a->deep;
  for (int k = 0; k < a->n; k++)
    KeepIfAmongWorst(b, a->worst[k]);
}

/* ---- largest overlaps of a run ---- */

/* Whether the contact of `a` has the larger ratio, or the same at an earlier time, or with lower ids. */
static bool IsDeeper(const GrDeepest *a, const GrDeepest *b)
{
  if (a->ratio != b->ratio)
    return a->ratio > b->ratio;
  if (a->time != b->time)
    return a->time < b->time;
  if (a->first != b->first)
    return a->first < b->first;
  return a->second != b->second ? a->second < b->second : a->wall < b->wall;
}

static void JoinDeepest(const void *lower, void *value)
{
  const GrDeepest *a = lower;
  GrDeepest *b = value;
  const double recent = PetscMax(a->recent, b->recent);

  if (IsDeeper(a, b))
    *b = *a;
  b->recent = recent;
}

PetscErrorCode GrWorldDeepestReduce(GrWorld w)
{
  return GrJoinAll(w->comm, sizeof(w->deepest), JoinDeepest, &w->deepest);
}

void GrWorldDeepestKeep(GrDeepest *kept, const GrDeepest *one)
{
  const double recent = PetscMax(kept->recent, one->recent);

  if (IsDeeper(one, kept))
    *kept = *one;
  kept->recent = recent;
}

void GrWorldDeepestText(GrWorld w, size_t length, char *text)
{
  const GrDeepest *d = &w->deepest;

  if (d->second)
    snprintf(text, length, "%s %" PetscInt64_FMT " and %" PetscInt64_FMT ", at t = %.9g s",
             w->bulk ? "particles" : "beads", d->first, d->second, d->time);
  else
    snprintf(text, length, "particle %" PetscInt64_FMT " and wall %s, at t = %.9g s", d->first,
             w->the_case->walls[d->wall].name, d->time);
}

/* ---- overlaps at the start ---- */

PetscErrorCode GrWorldOverlapsFind(GrWorld w, GrOverlaps *o)
{
  *o = (GrOverlaps){.limit = w->the_case->time.overlap_limit};
  w->ops->overlaps(w, o);
  return GrJoinAll(w->comm, sizeof(*o), JoinOverlaps, o);
}

/* `A and B by ...`. Collective. */
static PetscErrorCode DescribeOverlap(GrWorld w, const GrOverlap *o, size_t length, char *text)
{
  char name[2][NAME];

  PetscCall(w->ops->name(w, o->first, NAME, name[0]));
  if (o->second)
    PetscCall(w->ops->name(w, o->second, NAME, name[1]));
  else
    snprintf(name[1], NAME, "wall %s", w->the_case->walls[o->wall].name);
  snprintf(text, length, "%s and %s by %.4g m, %.3g of the radius", name[0], name[1], o->depth, RelativeDepth(o));
  return 0;
}

PetscErrorCode GrWorldOverlapsRefuse(GrWorld w, const GrOverlaps *o)
{
  char text[GR_OVERLAPS_PRINTED * (2 * NAME + 96)] = "";
  /* each tenth particle or more overlaps another one */
  const bool dense = o->worst[0].second && o->deep > 1 && 10 * o->deep >= GrWorldTotal(w);

  if (!o->deep)
    return 0;
  for (int k = 0; k < o->n && RelativeDepth(&o->worst[k]) > o->limit; k++) {
    const size_t used = strlen(text);
    if (k)
      snprintf(text + used, sizeof(text) - used, "; ");
    PetscCall(DescribeOverlap(w, &o->worst[k], sizeof(text) - strlen(text), text + strlen(text)));
  }
  return GrFail(GR_EXIT_INPUT,
                "%s: particles: %" PetscInt64_FMT
                " pair%s overlap%s at the start by more than time.overlap_limit, %g of "
                "the smaller radius: %s%s; %s%s; or, if the overlap is intended, raise time.overlap_limit",
                w->the_case->file, o->deep, o->deep == 1 ? "" : "s", o->deep == 1 ? "s" : "", o->limit, text,
                o->deep > o->n ? "; and others" : "", dense ? "the packing is too dense for these radii: " : "",
                w->ops->overlap_remedy(w, &o->worst[0]));
}

void GrWorldOverlapsPrint(GrWorld w, const GrOverlaps *o, const char *mark, FILE *out)
{
  const GrOverlap *worst = &o->worst[0];

  if (!o->count)
    fprintf(out, "%soverlaps at the start: none\n", mark);
  else if (worst->second)
    fprintf(out,
            "%soverlaps at the start: %" PetscInt64_FMT ", the deepest of %" PetscInt64_FMT " and %" PetscInt64_FMT
            ", by %.4g m, %.3g of the smaller radius\n",
            mark, o->count, worst->first, worst->second, worst->depth, RelativeDepth(worst));
  else
    fprintf(out,
            "%soverlaps at the start: %" PetscInt64_FMT ", the deepest of %" PetscInt64_FMT
            " and wall %s, by %.4g m, %.3g of the radius\n",
            mark, o->count, worst->first, w->the_case->walls[worst->wall].name, worst->depth, RelativeDepth(worst));
}
