/* Writes the files run.json, input.yaml and source.yaml of a folder; see folder.h.

   Each file is written under a temporary name and then renamed, so that it is complete at any moment. run.json has the
   checksums of the two inputs. A file that has another checksum belongs to the user, or the user has edited it; it is
   never overwritten. */
#define _GNU_SOURCE // strptime
#include "base/directory.h"
#include "base/shared.h"
#include "base/timers.h"
#include "input/case/input.h"
#include "input/yaml/document.h"
#include "io/h5/provenance.h"
#include "run/folder/folder.h"
#include "run/folder/folder_impl.h"
#include "run/folder/requests.h"
#include <errno.h>
#include <granum/error.h>
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char Running[] = "running", Completed[] = "completed", Stopped[] = "stopped", Failed[] = "failed",
                  Killed[] = "killed";

static PetscErrorCode AddSegment(GrRunFolder f, GrSegment **segment)
{
  PetscCall(PetscRealloc((size_t)(f->n_segments + 1) * sizeof(GrSegment), &f->segment));
  *segment = &f->segment[f->n_segments++];
  **segment = (GrSegment){.from = NAN, .to = NAN, .steps = NAN, .checkpoints = NAN, .bytes = NAN};
  return 0;
}

/* End of the last segment of this process, for instance of the previous case of a study [s, GrTimersNow]; 0: none. */
static double counted_until;

static void SetSeconds(GrSegment *s, double seconds)
{
  s->seconds = seconds;
  s->core_hours = s->ranks * seconds / 3600;
}

/* Adds a segment that begins now on this host. */
static PetscErrorCode BeginSegment(GrRunFolder f, int ranks, int nodes, double from)
{
  GrSegment *s;

  PetscCall(AddSegment(f, &s));
  f->launched = counted_until > 0 ? counted_until : GrTimersLaunched();
  GrRunFolderWarningsBegin(f);
  s->nodes = nodes;
  GrResultsProvenanceTime(0, s->started);
  (void)gethostname(s->host, sizeof(s->host) - 1);
  GrRunFolderStatusJob(sizeof(s->job), s->job);
  snprintf(s->state, sizeof(s->state), "%s", Running);
  s->process = (int)getpid();
  s->ranks = ranks;
  s->from = from;
  SetSeconds(s, 0);
  return 0;
}

/* Ends a segment with the state of an exit code. */
static void EndSegment(GrSegment *s, GrExit code, const char *cause, double to)
{
  const char *state = code == GR_EXIT_DONE ? Completed : code == GR_EXIT_STOPPED ? Stopped : Failed;

  GrResultsProvenanceTime(0, s->ended);
  snprintf(s->state, sizeof(s->state), "%s", state);
  snprintf(s->cause, sizeof(s->cause), "%s", cause ? cause : "");
  s->to = to;
}

static double NumberOf(const GrNode *map, const char *key)
{
  const char *text = GrNodeText(map, key);
  return *text ? strtod(text, NULL) : NAN;
}

#define TEXT(member) GR_JSON_TEXT(GrSegment, member, NULL)
#define NUMBER(member, unit) GR_JSON_NUMBER(GrSegment, member, unit, NULL)
static const GrJsonRow Rows[] = {TEXT(state),
                                 TEXT(started),
                                 TEXT(ended),
                                 TEXT(host),
                                 TEXT(job),
                                 NUMBER(process, "1"),
                                 NUMBER(ranks, "1"),
                                 NUMBER(from, "s"),
                                 NUMBER(to, "s"),
                                 NUMBER(nodes, "1"),
                                 NUMBER(steps, "1"),
                                 NUMBER(seconds, "s"),
                                 NUMBER(core_hours, "h"),
                                 NUMBER(checkpoints, "1"),
                                 NUMBER(bytes, "byte"),
                                 TEXT(cause)};
enum { ROWS = sizeof(Rows) / sizeof(Rows[0]) };

static void ReadSegment(const GrNode *node, GrSegment *s)
{
  for (int k = 0; k < ROWS; k++) {
    char *at = (char *)s + Rows[k].offset;
    if (Rows[k].unit)
      *(double *)at = NumberOf(node, Rows[k].name);
    else
      snprintf(at, Rows[k].size, "%s", GrNodeText(node, Rows[k].name));
  }
}

/* Reads a date and time of GrResultsProvenanceTime [s]; NaN: it cannot be read. */
static double ReadTime(const char *text)
{
  struct tm t = {0};
  return strptime(text, "%Y-%m-%dT%H:%M:%SZ", &t) ? (double)timegm(&t) : NAN;
}

/* The cost and the warnings of a killed segment until its last update of status.json. */
static PetscErrorCode TakeStatus(const GrNode *status, GrSegment *s)
{
  const double seconds = ReadTime(GrNodeText(status, "updated")) - ReadTime(s->started);

  if (strcmp(GrNodeText(status, "started"), s->started) != 0 || isnan(seconds))
    return 0;
  s->steps = NumberOf(status, "steps");
  SetSeconds(s, PetscMax(s->seconds, seconds));
  PetscCall(GrRunFolderWarningsFree(s));
  return GrRunFolderWarningsRead(GrNodeGet(status, "warnings_of_segment"), s);
}

/* Reads the segments of an earlier run.json. A segment without an end was killed. `to`: time from which the run
   continues. */
static PetscErrorCode ReadSegments(GrRunFolder f, const GrNode *list, const GrNode *status, double to)
{
  for (const GrNode *node = list && list->type == GR_NODE_LIST ? list->first : NULL; node; node = node->next) {
    GrSegment *s;
    PetscCall(AddSegment(f, &s));
    ReadSegment(node, s);
    PetscCall(GrRunFolderWarningsRead(GrNodeGet(node, "warnings"), s));
    if (strcmp(s->state, Running) != 0)
      continue;
    snprintf(s->state, sizeof(s->state), "%s", Killed);
    s->to = to;
    PetscCall(TakeStatus(status, s));
  }
  return 0;
}

/* The cost of all segments: sums, and the maxima of nodes and ranks. Unknown numbers are not counted. */
static void WriteCost(GrJson *json, const GrRunFolder f)
{
  enum { SUMS = 2 /* the numbers before are maxima */, COSTS = 7 };
  static const char *const name[COSTS] = {"nodes", "ranks", "steps", "seconds", "core_hours", "checkpoints", "bytes"};
  GrJsonPair cost[COSTS];

  for (int k = 0; k < COSTS; k++)
    cost[k] = (GrJsonPair){name[k], NAN};

  for (int i = 0; i < f->n_segments; i++) {
    const GrSegment *s = &f->segment[i];
    const double value[COSTS] = {s->nodes, s->ranks, s->steps, s->seconds, s->core_hours, s->checkpoints, s->bytes};
    for (int k = 0; k < COSTS; k++)
      if (!isnan(value[k]))
        cost[k].value = isnan(cost[k].value) ? value[k]
                        : k < SUMS           ? PetscMax(cost[k].value, value[k])
                                             : cost[k].value + value[k];
  }
  GrJsonObject(json, "cost", COSTS, cost);
}

/* The members `state`, `segments` and `cost` of an object. */
static void WriteSegments(GrJson *json, const GrRunFolder f)
{
  GrJsonText(json, "state", f->segment[f->n_segments - 1].state);
  GrJsonBegin(json, "segments", '[');
  for (int i = 0; i < f->n_segments; i++) {
    GrJsonBegin(json, NULL, '{');
    GrJsonRows(json, ROWS, Rows, &f->segment[i]);
    GrRunFolderWarningsWrite(json, "warnings", &f->segment[i]);
    GrJsonEnd(json, '}');
  }
  GrJsonEnd(json, ']');
  WriteCost(json, f);
}

const char *const GrRunFolderTexts[GR_FOLDER_TEXTS] = {"input.yaml", "source.yaml"};

/* Text of a file of the folder, to be freed with free; NULL if it cannot be read. */
static char *ReadText(const char *path, const char *name)
{
  FILE *in = fopen(GrDirectoryPath(path, name).text, "r");
  struct stat status;
  char *text = NULL;

  if (in && fstat(fileno(in), &status) == 0 && S_ISREG(status.st_mode))
    text = calloc(1, (size_t)status.st_size + 1);
  if (text && fread(text, 1, (size_t)status.st_size, in) < (size_t)status.st_size)
    text[0] = '\0';
  if (in)
    fclose(in);
  return text;
}

/* CRC-64/XZ, as in folders of earlier versions; other tools (xz) compute the same number. */
static void PrintChecksum(const char *text, char checksum[GR_CHECKSUM_TEXT])
{
  uint64_t crc = UINT64_MAX;

  for (const char *c = text; *c; c++) {
    crc ^= (unsigned char)*c;
    for (int bit = 0; bit < 8; bit++)
      crc = crc >> 1 ^ (crc & 1 ? UINT64_C(0xc96c5795d7870f42) : 0);
  }
  snprintf(checksum, GR_CHECKSUM_TEXT, "%016" PRIx64, ~crc);
}

const GrNode *GrRunFolderDocument(const char *path, const char *name, GrDocument *document)
{
  char *text = ReadText(path, name);
  const bool bad = !text || GrDocumentRead(document, name, text);

  if (text && bad)
    GrFailureClear(); /* a file that cannot be read is ignored */
  free(text);
  return bad ? NULL : document->root;
}

void GrRunFolderForeign(const char *path, bool foreign[GR_FOLDER_TEXTS])
{
  GrDocument document = {0};
  const GrNode *files = GrNodeGet(GrRunFolderDocument(path, "run.json", &document), "files");

  for (int k = 0; k < GR_FOLDER_TEXTS; k++) {
    char *text = ReadText(path, GrRunFolderTexts[k]), checksum[GR_CHECKSUM_TEXT];
    PrintChecksum(text ? text : "", checksum);
    foreign[k] = text && strcmp(GrNodeText(files, GrRunFolderTexts[k]), checksum) != 0;
    free(text);
  }
  (void)GrDocumentDestroy(&document);
}

/* Writes run.json. Returns 0 or the error number. */
static int WriteRecord(GrRunFolder f)
{
  GrJson json = {.depth = 0};

  (void)GrRunFolderCountWarnings(f); /* takes the latest */
  GrJsonBegin(&json, NULL, '{');
  WriteSegments(&json, f);
  GrResultsProvenanceWrite(&json, f->input, f->title, f->command);
  if (f->ended)
    GrJsonText(&json, "finished", f->segment[f->n_segments - 1].ended);
  GrTextPrint(&json.text, "%s", f->described ? f->described : "");
  GrJsonBegin(&json, "files", '{'); /* checksums of the inputs as granum writes them */
  for (int k = 0; k < GR_FOLDER_TEXTS; k++)
    GrJsonText(&json, GrRunFolderTexts[k], f->checksum[k]);
  GrJsonEnd(&json, '}');
  GrTextPrint(&json.text, "%s", f->card ? f->card : "");
  GrJsonEnd(&json, '}');
  return GrJsonSave(&json, GrDirectoryPath(f->path, "run.json").text, true);
}

/* Writes status.json with the members about the session. */
static void WriteStatus(GrRunFolder f)
{
  const GrSegment *s = &f->segment[f->n_segments - 1];
  GrStatus *status = &f->status;
  const int warnings = GrRunFolderCountWarnings(f);

  snprintf(status->state, sizeof(status->state), "%s", s->state);
  snprintf(status->cause, sizeof(status->cause), "%s", s->cause);
  snprintf(status->started, sizeof(status->started), "%s", s->started);
  snprintf(status->host, sizeof(status->host), "%s", s->host);
  snprintf(status->job, sizeof(status->job), "%s", s->job);
  status->segment = f->n_segments;
  status->ranks = s->ranks;
  status->process = s->process;
  status->warnings = warnings;
  snprintf(status->warning, sizeof(status->warning), "%s", warnings ? GrRunFolderWarning(f, warnings - 1) : "");
  const int error = GrRunFolderStatusWrite(f->path, &f->status, s);
  if (error && !f->unwritten)
    GrWarn(stderr, "%s/status.json cannot be written: %s; the run continues without it", f->path, strerror(error));
  f->unwritten = f->unwritten || error;
}

void GrRunFolderStatus(GrRunFolder f, const GrStatus *status)
{
  if (!f->begun || f->rank != 0)
    return;
  f->status = *status;
  WriteStatus(f);
}

/* Writes status.json at the start. */
static void BeginStatus(GrRunFolder f, const GrCase *c, double from)
{
  GrRunFolderStatusClear(&f->status);
  f->status.time = from;
  if (isfinite(from))
    f->status.end = c->time.end;
  WriteStatus(f);
}

/* Takes the description of the case from the record of an earlier segment: a checkpoint does not have it. */
static PetscErrorCode TakeDescription(GrRunFolder f, const GrNode *described)
{
  const locale_t before = GrDocumentLocaleBegin();
  GrJson json = {.depth = 1, .filled = true};

  GrCaseWriteNode(&json, described);
  GrDocumentLocaleEnd(before);
  return GrTextTake(&json.text, &f->described);
}

/* Begins run.json; for the first rank. */
static PetscErrorCode BeginRecord(GrRunFolder f, int nodes, double from, int *error)
{
  const char *earlier = f->before ? f->before : f->path;
  GrDocument document = {0}, status = {0};
  int ranks;

  PetscCallMPI(MPI_Comm_size(f->comm, &ranks));
  GrRunFolderForeign(f->path, f->foreign);
  if (f->use == GR_FOLDER_CONTINUE || f->use == GR_FOLDER_COPY) {
    const GrNode *record = GrRunFolderDocument(earlier, "run.json", &document);
    PetscCall(
        ReadSegments(f, GrNodeGet(record, "segments"), GrRunFolderDocument(earlier, "status.json", &status), from));
    if (!f->described && GrNodeGet(record, "case"))
      PetscCall(TakeDescription(f, GrNodeGet(record, "case")));
  }
  PetscCall(GrDocumentDestroy(&document));
  PetscCall(GrDocumentDestroy(&status));
  PetscCall(BeginSegment(f, ranks, nodes, from));
  for (int k = 0; k < GR_FOLDER_TEXTS; k++)
    if (f->foreign[k])
      GrWarn(stderr, "%s/%s was changed after granum wrote it; granum does not overwrite it", f->path,
             GrRunFolderTexts[k]);
  *error = WriteRecord(f);
  return 0;
}

PetscErrorCode GrRunFolderBegin(GrRunFolder f, const GrCase *c, const char *resolved, double from)
{
  const char *const text[GR_FOLDER_TEXTS] = {resolved, c->text};
  int error = 0, nodes;

  PetscCall(GrSharedNodes(f->comm, &nodes));
  PetscCall(PetscStrallocpy(c->file, &f->input));
  PetscCall(PetscStrallocpy(c->title, &f->title));
  PetscCall(PetscStrallocpy(c->described, &f->described));
  for (int k = 0; k < GR_FOLDER_TEXTS; k++)
    PrintChecksum(text[k], f->checksum[k]);
  if (f->rank == 0)
    PetscCall(BeginRecord(f, nodes, from, &error));
  if (f->rank == 0 && !error)
    BeginStatus(f, c, from);
  f->begun = true;
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, f->comm));
  if (error)
    return GrFail(GR_EXIT_FILE, "%s/run.json: cannot be written: %s; give another folder with -o", f->path,
                  strerror(error));
  PetscCallMPI(MPI_Bcast(f->foreign, sizeof(f->foreign), MPI_BYTE, 0, f->comm));
  for (int k = 0; k < GR_FOLDER_TEXTS; k++)
    if (!f->foreign[k])
      PetscCall(GrDirectoryWrite(f->comm, f->path, GrRunFolderTexts[k], text[k]));
  return 0;
}

PetscErrorCode GrRunFolderCard(GrRunFolder f, GrJson *card)
{
  PetscCall(PetscFree(f->card));
  return GrTextTake(&card->text, &f->card);
}

void GrRunFolderCost(GrRunFolder f, double steps, double checkpoints, double bytes)
{
  if (!f->begun || f->rank != 0)
    return;
  GrSegment *s = &f->segment[f->n_segments - 1];
  s->steps = steps;
  s->checkpoints = checkpoints;
  s->bytes = bytes;
}

PetscErrorCode GrRunFolderEnd(GrRunFolder f, GrExit code, const char *cause, double to)
{
  if (!f->begun || f->ended)
    return 0;
  f->ended = true;
  if (f->rank == 0)
    EndSegment(&f->segment[f->n_segments - 1], code, cause, to);
  return 0;
}

/* Writes the files at the end. A failure is a warning only, since the results are complete. */
static void ConcludeFiles(GrRunFolder f)
{
  GrSegment *s = &f->segment[f->n_segments - 1];

  counted_until = GrTimersNow();
  SetSeconds(s, counted_until - f->launched);
  if (WriteRecord(f))
    GrWarn(stderr, "%s/run.json cannot be written", f->path);
  GrRunFolderWarningsEnd();
  if (isfinite(s->to))
    f->status.time = s->to;
  f->status.next = 0;
  f->status.seconds_left = s->ended[0] && !strcmp(s->state, Completed) ? 0 : NAN;
  WriteStatus(f);
  GrRunFolderRequestsDrop(f->path, !strcmp(s->state, Stopped));
}

/* Does nothing if no run began, or if it ends by a defect of the program. */
PetscErrorCode GrRunFolderConclude(GrRunFolder f, PetscErrorCode error)
{
  if (!f->begun || (error && GrFailureCode() == GR_EXIT_DONE))
    return 0;
  PetscCall(GrRunFolderEnd(f, error ? GrFailureCode() : GR_EXIT_DONE, error ? GrFailureMessage() : NULL, NAN));
  if (f->rank == 0)
    ConcludeFiles(f);
  return 0;
}
