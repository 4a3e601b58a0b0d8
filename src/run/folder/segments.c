/* segments: see segments.h. */
#include "run/folder/segments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char Running[] = "running", Completed[] = "completed", Stopped[] = "stopped", Failed[] = "failed",
                  Killed[] = "killed";

static PetscErrorCode AddSegment(GrSegments *s, GrSegment **segment)
{
  PetscFunctionBeginUser;
  PetscCall(PetscRealloc((size_t)(s->n + 1) * sizeof(GrSegment), &s->segment));
  *segment = &s->segment[s->n++];
  **segment = (GrSegment){.from = NAN, .to = NAN};
  PetscFunctionReturn(0);
}

PetscErrorCode GrSegmentsBegin(GrSegments *segments, int ranks, double from)
{
  GrSegment *s;

  PetscFunctionBeginUser;
  PetscCall(AddSegment(segments, &s));
  GrProvenanceNow(s->started);
  (void)gethostname(s->host, sizeof(s->host) - 1);
  snprintf(s->state, sizeof(s->state), "%s", Running);
  s->process = (int)getpid();
  s->ranks = ranks;
  s->from = from;
  PetscFunctionReturn(0);
}

void GrSegmentsEnd(GrSegments *segments, GrExit code, const char *cause, double to)
{
  GrSegment *s = &segments->segment[segments->n - 1];
  const char *state = code == GR_EXIT_DONE ? Completed : code == GR_EXIT_STOPPED ? Stopped : Failed;

  GrProvenanceNow(s->ended);
  snprintf(s->state, sizeof(s->state), "%s", state);
  snprintf(s->cause, sizeof(s->cause), "%s", cause ? cause : "");
  s->to = to;
}

static void TakeText(const GrNode *map, const char *key, size_t size, char text[])
{
  snprintf(text, size, "%s", GrNodeText(map, key));
}

static double NumberOf(const GrNode *map, const char *key)
{
  const char *text = GrNodeText(map, key);
  return *text ? strtod(text, NULL) : NAN;
}

PetscErrorCode GrSegmentsRead(GrSegments *segments, const GrNode *list, double to)
{
  PetscFunctionBeginUser;
  for (const GrNode *node = list && list->type == GR_NODE_LIST ? list->first : NULL; node; node = node->next) {
    const double process = NumberOf(node, "process"), ranks = NumberOf(node, "ranks");
    GrSegment *s;
    PetscCall(AddSegment(segments, &s));
    TakeText(node, "started", sizeof(s->started), s->started);
    TakeText(node, "ended", sizeof(s->ended), s->ended);
    TakeText(node, "host", sizeof(s->host), s->host);
    TakeText(node, "state", sizeof(s->state), s->state);
    TakeText(node, "cause", sizeof(s->cause), s->cause);
    s->process = process >= 0 && process < 1e9 ? (int)process : 0;
    s->ranks = ranks >= 0 && ranks < 1e9 ? (int)ranks : 0;
    s->from = NumberOf(node, "from");
    s->to = NumberOf(node, "to");
    if (strcmp(s->state, Running) != 0)
      continue;
    snprintf(s->state, sizeof(s->state), "%s", Killed);
    s->to = to;
  }
  PetscFunctionReturn(0);
}

/* An empty text is not known: null. */
static void WriteKnown(GrJson *json, const char *name, const char *text)
{
  GrJsonText(json, name, *text ? text : NULL);
}

static void WriteSegment(GrJson *json, const GrSegment *s)
{
  GrJsonBegin(json, NULL, '{');
  GrJsonText(json, "state", s->state);
  WriteKnown(json, "started", s->started);
  WriteKnown(json, "ended", s->ended);
  WriteKnown(json, "host", s->host);
  GrJsonNumbers(json, 4,
                (GrJsonPair[]){{"process", s->process}, {"ranks", s->ranks}, {"from", s->from}, {"to", s->to}});
  WriteKnown(json, "cause", s->cause);
  GrJsonEnd(json, '}');
}

void GrSegmentsWrite(GrJson *json, const GrSegments *segments)
{
  GrJsonText(json, "state", segments->segment[segments->n - 1].state);
  GrJsonBegin(json, "segments", '[');
  for (int i = 0; i < segments->n; i++)
    WriteSegment(json, &segments->segment[i]);
  GrJsonEnd(json, ']');
}
