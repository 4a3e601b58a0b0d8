/* `granum info` for a folder of a run, of a study or of checkpoints; see info.h. The files run.json, status.json and
   study.json may be old, truncated or not granum's. A file that cannot be read is reported, and the description
   continues with the other files.

   A killed run cannot record that it was killed, but its lock on the folder ends with the process. A run in the state
   "running" without a lock was therefore killed. */
#include "run/info.h"

#include "base/directory.h"
#include "base/shell.h"
#include "io/checkpoint/checkpoint.h"
#include "run/folder/folder_impl.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { STATES_MAX = 8 };

/* ---- state ---- */

/* "3 h 25 min", "4.2 s" */
static void FormatDuration(const char *seconds, size_t length, char *text)
{
  const double s = strtod(seconds, NULL);

  if (s < 60)
    snprintf(text, length, "%.2g s", s);
  else if (s < 3600)
    snprintf(text, length, "%.0f min", s / 60);
  else
    snprintf(text, length, "%.0f h %.0f min", floor(s / 3600), floor(fmod(s, 3600) / 60));
}

/* State in status.json; "killed" if it says "running" and no process has the lock. */
static const char *FindState(const char *directory, const GrNode *status)
{
  char holder[GR_HOLDER_MAX] = "", host[256] = "";
  const char *state = GrNodeText(status, "state");

  if (strcmp(state, "running") != 0 || GrRunFolderLocked(directory, holder) == EAGAIN)
    return state;
  (void)gethostname(host, sizeof(host) - 1);
  return strcmp(host, GrNodeText(status, "host")) == 0 ? "killed" : "running on another host, or killed";
}

/* "running, 43 % at t = 0.2 of 0.5 s, step 2000, 3 h 25 min left at 2026-..Z"; "completed at t = 0.4 s, step 5000".
   With stages, a run may be completed earlier than its longest duration. */
static void PrintState(const char *state, const GrNode *status, FILE *out)
{
  const char *cause = GrNodeText(status, "cause"), *left = GrNodeText(status, "seconds_left");
  char duration[64];

  const bool completed = strcmp(state, "completed") == 0;
  fprintf(out, "%s", state);
  if (!completed && *GrNodeText(status, "percent"))
    fprintf(out, ", %.3g %%", strtod(GrNodeText(status, "percent"), NULL));
  if (*GrNodeText(status, "time"))
    fprintf(out, " at t = %.9g", strtod(GrNodeText(status, "time"), NULL));
  if (!completed && *GrNodeText(status, "time"))
    fprintf(out, " of %.9g", strtod(GrNodeText(status, "end"), NULL));
  fprintf(out, "%s", *GrNodeText(status, "time") ? " s" : "");
  if (*GrNodeText(status, "step"))
    fprintf(out, ", step %s", GrNodeText(status, "step"));
  if (strcmp(state, "running") == 0 && *left) {
    FormatDuration(left, sizeof(duration), duration);
    fprintf(out, ", %s left at %s", duration, GrNodeText(status, "updated"));
  }
  fprintf(out, "%s%s\n", *cause ? ": " : "", cause);
}

/* ---- run.json, study.json ---- */

/* "segment 2: stopped, t = 0.2 to 0.3 s, 4 ranks, host h, 2026-..Z to 2026-..Z: SIGTERM". The cause of the last segment
   is in the first line of the description. */
static void PrintSegment(int number, const GrNode *s, FILE *out)
{
  const char *cause = s->next ? GrNodeText(s, "cause") : "", *job = GrNodeText(s, "job"),
             *ended = GrNodeText(s, "ended");

  fprintf(out, "  segment %d: %s", number, GrNodeText(s, "state"));
  if (*GrNodeText(s, "from"))
    fprintf(out, ", t = %.9g to ", strtod(GrNodeText(s, "from"), NULL));
  if (*GrNodeText(s, "to"))
    fprintf(out, "%.9g s", strtod(GrNodeText(s, "to"), NULL));
  else if (*GrNodeText(s, "from"))
    fprintf(out, "? s");
  fprintf(out, ", %s rank%s, host %s%s%s", GrNodeText(s, "ranks"), strcmp(GrNodeText(s, "ranks"), "1") ? "s" : "",
          GrNodeText(s, "host"), *job ? ", job " : "", job);
  fprintf(out, ", %s to %s%s%s\n", GrNodeText(s, "started"), *ended ? ended : "?", *cause ? ": " : "", cause);
  const GrNode *warnings = GrNodeGet(s, "warnings");
  for (const GrNode *w = warnings && warnings->type == GR_NODE_LIST ? warnings->first : NULL; w; w = w->next)
    fprintf(out, "    warning: %s\n", w->text);
}

/* "cost: 0.52 core-hours (470 s on at most 4 ranks, 1 node), 12000 steps, 7 checkpoints, 3.1e+07 bytes written" */
static void PrintCost(const GrNode *cost, FILE *out)
{
  static const struct {
    const char *key, *unit;
  } counts[] = {{"steps", "steps"}, {"checkpoints", "checkpoints"}, {"bytes", "bytes written"}};
  const char *ranks = GrNodeText(cost, "ranks"), *nodes = GrNodeText(cost, "nodes");

  if (!cost)
    return;
  fprintf(out, "cost: %.4g core-hours (%.6g s on at most %s rank%s, %s node%s)",
          strtod(GrNodeText(cost, "core_hours"), NULL), strtod(GrNodeText(cost, "seconds"), NULL), ranks,
          strcmp(ranks, "1") ? "s" : "", nodes, strcmp(nodes, "1") ? "s" : "");
  for (size_t k = 0; k < sizeof(counts) / sizeof(counts[0]); k++)
    if (*GrNodeText(cost, counts[k].key))
      fprintf(out, ", %.10g %s", strtod(GrNodeText(cost, counts[k].key), NULL), counts[k].unit);
  fputc('\n', out);
}

/* "step: fixed step 1e-06 s (auto: limited by accuracy)", then the limits of the step, one per line. */
static void PrintStep(const char *reason, FILE *out)
{
  const char *before = "step: ";

  for (size_t n; *reason; reason += n + strspn(reason + n, "; ")) {
    n = strcspn(reason, ";");
    fprintf(out, "%s%.*s\n", before, (int)n, reason);
    before = "  ";
  }
}

static void PrintRun(const GrNode *root, FILE *out)
{
  static const char *const keys[] = {"title", "input", "program"};
  const GrNode *segments = GrNodeGet(root, "segments");
  int number = 0;

  for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
    if (*GrNodeText(root, keys[i]))
      fprintf(out, "%s: %s\n", keys[i], GrNodeText(root, keys[i]));
  PrintStep(GrNodeText(GrNodeGet(root, "step"), "reason"), out);
  if (!segments || segments->type != GR_NODE_LIST)
    return;
  fprintf(out, "segments: %d\n", segments->n);
  for (const GrNode *node = segments->first; node; node = node->next)
    PrintSegment(++number, node, out);
  PrintCost(GrNodeGet(root, "cost"), out);
}

/* The state of a case that is running or was killed is in its own status.json only. */
static void PrintRunningCase(const char *directory, const GrNode *node, FILE *out)
{
  const GrPath folder = GrDirectoryPath(directory, GrNodeText(node, "name"));
  GrDocument document = {0};

  const GrNode *status = GrRunFolderDocument(folder.text, "status.json", &document);
  if (!strcmp(GrNodeText(status, "state"), "running")) {
    fprintf(out, "  %s: ", GrNodeText(node, "name"));
    PrintState(FindState(folder.text, status), status, out);
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
  fprintf(out, "%d cases:", cases ? cases->n : 0);
  for (int k = 0; k < STATES_MAX && state[k]; k++)
    fprintf(out, "%s %d %s", k ? "," : "", count[k], state[k]);
  fprintf(out, "\n");
  for (const GrNode *node = cases ? cases->first : NULL; node; node = node->next)
    PrintRunningCase(directory, node, out);
}

/* ---- all of it ---- */

static bool IsThere(const char *directory, const char *name)
{
  return access(GrDirectoryPath(directory, name).text, F_OK) == 0;
}

/* Root of a JSON file; NULL if there is none. Reports a file that cannot be read. JSON is YAML, so the reader of inputs
   reads it. */
static const GrNode *OpenFile(const char *directory, const char *name, GrDocument *document, int *found, FILE *out)
{
  if (!IsThere(directory, name))
    return NULL;
  ++*found;
  const GrNode *root = GrRunFolderDocument(directory, name, document);
  if (root && root->type == GR_NODE_MAP)
    return root;
  fprintf(out, "%s/%s: cannot be read\n", directory, name);
  return NULL;
}

/* Prints a line for each checkpoint and returns their number. */
static PetscErrorCode PrintCheckpoints(const char *directory, int *n, FILE *out)
{
  GrCheckpointEntry *list;
  int error, all;

  *n = 0;
  PetscCall(GrCheckpointList(directory, &all, &list, &error));
  for (int i = 0; i < all; i++)
    if (list[i].head.sequence > 0) {
      fprintf(out, "%s: checkpoint of step %" PRId64 ", %" PRId64 " bytes%s\n", list[i].path, list[i].head.step,
              list[i].bytes, i + 1 < all ? "" : ", the newest");
      ++*n;
    }
  return PetscFree(list);
}

/* Describes the JSON files; returns their number, and whether `granum resume` is the next command. */
static int PrintFiles(const char *directory, bool *resume, FILE *out)
{
  GrDocument documents[3] = {{0}, {0}, {0}};
  int found = 0;
  const GrNode *status = OpenFile(directory, "status.json", &documents[0], &found, out);
  const char *state = status ? FindState(directory, status) : "";

  *resume = strcmp(state, "stopped") == 0 || strcmp(state, "killed") == 0 || !*state;
  if (*state) {
    fprintf(out, "%s: ", directory);
    PrintState(state, status, out);
  }
  const GrNode *run = OpenFile(directory, "run.json", &documents[1], &found, out),
               *study = OpenFile(directory, "study.json", &documents[2], &found, out);
  if (run)
    PrintRun(run, out);
  if (status)
    GrRunFolderStatusPrint(status, out);
  if (study)
    PrintStudy(directory, study, out);
  for (int i = 0; i < 3; i++)
    (void)GrDocumentDestroy(&documents[i]);
  return found;
}

PetscErrorCode GrRunInfoFolder(const char *directory, FILE *out)
{
  char command[GR_SHELL_MAX];
  PetscErrorCode bad = 0;
  bool resume;
  int checkpoints;

  if (access(directory, R_OK | X_OK) != 0)
    return GrFail(GR_EXIT_FILE, "%s: cannot be read: %s; name the folder of a run, or a file", directory,
                  strerror(errno));
  int found = PrintFiles(directory, &resume, out);
  if (IsThere(directory, "results.h5")) {
    found++;
    bad = GrRunInfoSummary(GrDirectoryPath(directory, "results.h5").text,
                           out); /* the checkpoints are described even if it fails */
  }
  PetscCall(PrintCheckpoints(directory, &checkpoints, out));
  if (resume && (checkpoints > 0 || IsThere(directory, "study.json")))
    fprintf(out, "next: %s\n", GrShellCommand("resume", directory, command));
  PetscCall(bad);
  if (found + checkpoints == 0)
    return GrFail(GR_EXIT_FILE,
                  "%s: contains no results, no study and no checkpoint of granum; name the folder of a run, "
                  "or a file",
                  directory);
  return 0;
}

/* Prints the line of a watched run: cut to the width of the terminal, if there is one. */
static void PrintWatched(const char *state, const GrNode *status, FILE *out)
{
  const bool terminal = isatty(fileno(out)) != 0;
  struct winsize window = {.ws_col = 0};
  const char *rate = GrNodeText(status, "particle_steps_per_second"), *residual = GrNodeText(status, "residual");
  char *line = NULL;
  size_t length = 0;
  FILE *text = open_memstream(&line, &length);

  if (!text)
    return;
  PrintState(state, status, text);
  fflush(text);
  fseeko(text, (off_t)length - 1, SEEK_SET); /* over the newline */
  if (*rate)
    fprintf(text, ", %.3g particle-steps/s", strtod(rate, NULL));
  if (*residual)
    fprintf(text, ", residual %.1e", strtod(residual, NULL));
  fclose(text);
  if (terminal && ioctl(fileno(out), TIOCGWINSZ, &window) == 0 && window.ws_col > 1)
    length = PetscMin(length, (size_t)window.ws_col - 1);
  fprintf(out, "%s%.*s%s", terminal ? "\r\033[K" : "", (int)length, line, terminal ? "" : "\n");
  fflush(out);
  free(line);
}

/* Returns the error with which the watch of a run that is not completed ends. */
static PetscErrorCode FailWatched(const char *directory, const char *state, const GrNode *status)
{
  const bool failed = !strcmp(state, "failed");
  const char *cause = GrNodeText(status, "cause");
  char command[GR_SHELL_MAX];

  return GrFail(failed ? GR_EXIT_PHYSICS : GR_EXIT_STOPPED, "%s: the run is %s%s%s; for details, type: %s", directory,
                state, *cause ? ": " : "", cause, GrShellCommand("info", directory, command));
}

PetscErrorCode GrRunWatch(const char *directory, FILE *out)
{
  const struct timespec pause = {.tv_nsec = 500000000};
  char updated[GR_UTC_MAX] = "", state[64] = "running";
  PetscErrorCode error = 0;

  while (!error && strncmp(state, "running", strlen("running")) == 0) {
    GrDocument document = {0};
    const GrNode *status = GrRunFolderDocument(directory, "status.json", &document);
    if (!status || !*GrNodeText(status, "state"))
      error = GrFail(GR_EXIT_FILE, "%s: has no status.json of a run; name the folder of a run", directory);
    else
      snprintf(state, sizeof(state), "%s", FindState(directory, status));
    const bool runs = strncmp(state, "running", strlen("running")) == 0;
    if (!error && (!runs || strcmp(updated, GrNodeText(status, "updated")) != 0))
      PrintWatched(state, status, out);
    snprintf(updated, sizeof(updated), "%s", GrNodeText(status, "updated"));
    if (!error && !runs && isatty(fileno(out)))
      fputc('\n', out);
    if (!error && !runs && strcmp(state, "completed") != 0)
      error = FailWatched(directory, state, status);
    (void)GrDocumentDestroy(&document);
    if (runs && !error)
      nanosleep(&pause, NULL);
  }
  return error;
}
