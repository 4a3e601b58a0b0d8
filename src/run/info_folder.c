/* The folder of a run, of a study or of checkpoints, as `granum info` sums it up: see info.h. What run.json,
   status.json and study.json say may be old, cut or another's: what cannot be read is said to be so, and the rest told.

   A run that is killed cannot write that it is. The lock on its folder tells: it ends with the process. */
#include "run/info.h"

#include "io/checkpoint/checkpoint.h"
#include "run/folder/folder_impl.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATES_MAX = 8 };

/* ---- how it is ---- */

/* "3 h 25 min", "4.2 s" */
static void SayDuration(const char *seconds, size_t length, char *text)
{
  const double s = strtod(seconds, NULL);

  if (s < 60)
    snprintf(text, length, "%.2g s", s);
  else if (s < 3600)
    snprintf(text, length, "%.0f min", s / 60);
  else
    snprintf(text, length, "%.0f h %.0f min", floor(s / 3600), floor(fmod(s, 3600) / 60));
}

/* Of one that says that it is at work: "running", or what has become of it. */
static const char *FindTruth(const char *directory, const GrNode *status)
{
  char holder[GR_HOLDER_MAX] = "", host[256] = "";

  if (GrFolderLocked(directory, holder))
    return "running";
  (void)gethostname(host, sizeof(host) - 1);
  if (strcmp(host, GrNodeText(status, "host")) != 0)
    return "running when it was last heard of; from here no process is seen to hold the folder";
  return "killed: no process holds the folder";
}

/* "running, 43 % at t = 0.2 of 0.5 s, step 2000, 3 h 25 min left" */
static void PrintHow(const char *directory, const GrNode *status, FILE *out)
{
  const char *state = GrNodeText(status, "state"), *cause = GrNodeText(status, "cause");
  const char *left = GrNodeText(status, "seconds_left");
  const char *now = strcmp(state, "running") == 0 ? FindTruth(directory, status) : state;
  char duration[64];

  fprintf(out, "%s", now);
  if (*GrNodeText(status, "percent"))
    fprintf(out, ", %.3g %%", strtod(GrNodeText(status, "percent"), NULL));
  if (*GrNodeText(status, "time"))
    fprintf(out, " at t = %.9g of %.9g s", strtod(GrNodeText(status, "time"), NULL),
            strtod(GrNodeText(status, "end"), NULL));
  if (*GrNodeText(status, "step"))
    fprintf(out, ", step %s", GrNodeText(status, "step"));
  if (strcmp(now, "running") == 0 && *left) {
    SayDuration(left, sizeof(duration), duration);
    fprintf(out, ", %s left at %s", duration, GrNodeText(status, "updated"));
  }
  fprintf(out, "%s%s\n", *cause ? ": " : "", cause);
}

/* ---- run.json, status.json, study.json ---- */

/* "segment 2: stopped by the file stop, t = 0.2 to 0.3 s, 4 ranks, host h, 2026-..Z to 2026-..Z" */
static void PrintSegment(int number, const GrNode *s, FILE *out)
{
  const char *cause = GrNodeText(s, "cause"), *job = GrNodeText(s, "job"), *ended = GrNodeText(s, "ended");

  fprintf(out, "  segment %d: %s", number, GrNodeText(s, "state"));
  if (*GrNodeText(s, "from"))
    fprintf(out, ", t = %s to %s s", GrNodeText(s, "from"), *GrNodeText(s, "to") ? GrNodeText(s, "to") : "?");
  fprintf(out, ", %s rank%s, host %s%s%s", GrNodeText(s, "ranks"), strcmp(GrNodeText(s, "ranks"), "1") ? "s" : "",
          GrNodeText(s, "host"), *job ? ", job " : "", job);
  fprintf(out, ", %s to %s%s%s\n", GrNodeText(s, "started"), *ended ? ended : "?", *cause ? ": " : "", cause);
}

static void PrintRun(const char *directory, const GrNode *root, FILE *out)
{
  static const char *const keys[] = {"program", "title", "input", "host", "state", "finished"};
  const GrNode *segments = GrNodeGet(root, "segments");
  int number = 0;

  (void)directory;
  for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
    if (*GrNodeText(root, keys[i]))
      fprintf(out, "  %s: %s\n", keys[i], GrNodeText(root, keys[i]));
  if (!segments || segments->type != GR_NODE_LIST)
    return;
  fprintf(out, "  segments: %d\n", segments->n);
  for (const GrNode *node = segments->first; node; node = node->next)
    PrintSegment(++number, node, out);
}

static void PrintStatus(const char *directory, const GrNode *root, FILE *out)
{
  (void)directory;
  GrStatusPrint(root, out);
}

/* A case that is at work, or was when it was killed, is not told by the list. */
static void PrintCaseAtWork(const char *directory, const GrNode *node, FILE *out)
{
  char folder[PETSC_MAX_PATH_LEN];
  GrDocument document = {0};

  snprintf(folder, sizeof(folder), "%s/%s", directory, GrNodeText(node, "name"));
  const GrNode *status = GrFolderDocument(folder, "status.json", &document);
  if (!strcmp(GrNodeText(status, "state"), "running")) {
    fprintf(out, "  %s: ", GrNodeText(node, "name"));
    PrintHow(folder, status, out);
  }
  (void)GrDocumentDestroy(&document);
}

/* "4 cases: 3 done, 1 waits" */
static void PrintStudy(const char *directory, const GrNode *root, FILE *out)
{
  const GrNode *cases = GrNodeGet(root, "cases");
  const char *state[STATES_MAX] = {NULL};
  int count[STATES_MAX] = {0};

  for (const GrNode *node = cases ? cases->first : NULL; node; node = node->next) {
    const char *is = GrNodeText(node, "state");
    int k = 0;
    while (k < STATES_MAX && state[k] && strcmp(state[k], is) != 0)
      k++;
    if (!*is || k == STATES_MAX)
      continue;
    state[k] = is;
    count[k]++;
  }
  fprintf(out, "  %d cases:", cases ? cases->n : 0);
  for (int k = 0; k < STATES_MAX && state[k]; k++)
    fprintf(out, "%s %d %s", k ? "," : "", count[k], state[k]);
  fprintf(out, "\n");
  for (const GrNode *node = cases ? cases->first : NULL; node; node = node->next)
    PrintCaseAtWork(directory, node, out);
}

/* The files of JSON, which is YAML, so that the reader of inputs reads it. */
static const struct {
  const char *name;
  void (*print)(const char *directory, const GrNode *root, FILE *out);
} Files[] = {{"run.json", PrintRun}, {"study.json", PrintStudy}, {"status.json", PrintStatus}};
enum { FILES = sizeof(Files) / sizeof(Files[0]) };

/* The first line: how the run is, if it says so. */
static void PrintHead(const char *directory, FILE *out)
{
  GrDocument document = {0};
  const GrNode *status = GrFolderDocument(directory, "status.json", &document);

  if (*GrNodeText(status, "state")) {
    fprintf(out, "%s: ", directory);
    PrintHow(directory, status, out);
  }
  (void)GrDocumentDestroy(&document);
}

/* How many of them there are. */
static int PrintFiles(const char *directory, FILE *out)
{
  char path[PETSC_MAX_PATH_LEN];
  int found = 0;

  for (int i = 0; i < FILES; i++) {
    GrDocument document = {0};
    snprintf(path, sizeof(path), "%s/%s", directory, Files[i].name);
    if (access(path, F_OK) != 0)
      continue;
    found++;
    const GrNode *root = GrFolderDocument(directory, Files[i].name, &document);
    const PetscBool good = (PetscBool)(root && root->type == GR_NODE_MAP);
    fprintf(out, "%s%s\n", path, good ? "" : ": cannot be read");
    if (good)
      Files[i].print(directory, root, out);
    (void)GrDocumentDestroy(&document);
  }
  return found;
}

/* ---- checkpoints ---- */

static PetscErrorCode PrintCheckpoints(const char *directory, int *n, FILE *out)
{
  GrCheckpointEntry *list;
  int error, all;

  PetscFunctionBeginUser;
  *n = 0;
  PetscCall(GrCheckpointList(directory, &all, &list, &error));
  for (int i = 0; i < all; i++)
    if (list[i].head.sequence > 0) {
      fprintf(out, "%s: checkpoint of step %" PRId64 ", %" PRId64 " bytes%s\n", list[i].path, list[i].head.step,
              list[i].bytes, i + 1 < all ? "" : ", the newest");
      ++*n;
    }
  if (*n > 0)
    fprintf(out, "`granum resume %s` goes on from the newest checkpoint; `granum info` of it checks its bytes\n",
            directory);
  PetscCall(PetscFree(list));
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsInfoFolder(const char *directory, FILE *out)
{
  char path[PETSC_MAX_PATH_LEN];
  PetscErrorCode bad = 0;
  int checkpoints;

  PetscFunctionBeginUser;
  if (access(directory, R_OK | X_OK) != 0)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: cannot be read: %s; name the folder of a run, or a file", directory,
                               strerror(errno)));
  PrintHead(directory, out);
  int found = PrintFiles(directory, out);
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/results.h5", directory));
  if (access(path, F_OK) == 0) {
    found++;
    bad = GrResultsInfoSummary(path, out); /* what else is there is told all the same */
  }
  PetscCall(PrintCheckpoints(directory, &checkpoints, out));
  PetscCall(bad);
  if (found + checkpoints == 0)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: holds no results, no study and no checkpoint of granum; name the folder of a run, "
                               "or a file",
                               directory));
  PetscFunctionReturn(0);
}
