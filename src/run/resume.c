/* Continues a run from a checkpoint: GrRunResume of granum/run.h.

   The resolved case is read from the checkpoint, so the input file is not needed. The user may change keys that affect
   only the rest of the run. If they change the steps, the results record the time from which they apply. The PETSc
   options of the earlier run apply again, followed by the new options. */
#include "base/directory.h"
#include "base/options.h"
#include "base/shell.h"
#include "input/case/meshes.h"
#include "io/h5/provenance.h"
#include "run/folder/folder.h"
#include "run/folder/folder_impl.h"
#include "run/report.h"

#include <granum/error.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Keys that may be changed at a resume. Steps: changes of these keys alter the results after the checkpoint. */
static const struct {
  const char *key;
  bool steps;
} Free[] = {{"time.end", false},         {"time.overlap_limit", false}, {"time.step", true},
            {"time.safety", true},       {"time.accuracy", true},       {"time.tolerance", true},
            {"output.wall_time", false}, {"output.checkpoint", false},  {"output.flush", false},
            {"run.residual", false},     {"run.watchdog", false}};
enum { FREE = sizeof(Free) / sizeof(Free[0]) };

/* The row of the key that equals the path or contains it; -1: the path may not be changed. */
static int FindFree(const char *set)
{
  const size_t length = strcspn(set, "=");

  for (int k = 0; k < FREE; k++) {
    const size_t n = strlen(Free[k].key);
    if (strncmp(set, Free[k].key, n) == 0 && (n == length || (n < length && set[n] == '.')))
      return k;
  }
  return -1;
}

/* Whether the path has the form stages.NAME.until.time or stages.NAME.until.at_most. */
static bool IsStageEnd(const char *set)
{
  char path[GR_NAME_MAX + 32];
  const char *stages = "stages.", *until;

  snprintf(path, sizeof(path), "%.*s", (int)strcspn(set, "="), set);
  until = strstr(path, ".until.");
  return strncmp(path, stages, strlen(stages)) == 0 && until &&
         (strcmp(until, ".until.time") == 0 || strcmp(until, ".until.at_most") == 0);
}

static int LengthShown(const char *set)
{
  return (int)PetscMin(strcspn(set, "="), 200);
}

PetscErrorCode GrRunCheckSets(int n_set, const char *const set[])
{
  for (int i = 0; i < n_set; i++)
    if (FindFree(set[i]) < 0 && !IsStageEnd(set[i]))
      return GrFail(GR_EXIT_INPUT,
                    "--set %.*s: would change the past of the run; set time.end, or of a run with stages "
                    "stages.NAME.until.time of the last stage, time.step, time.safety, time.accuracy, time.tolerance, "
                    "time.overlap_limit, output.wall_time, output.checkpoint, output.flush, run.residual or "
                    "run.watchdog, or start "
                    "a new run",
                    LengthShown(set[i]), set[i]);
  return 0;
}

/* The folder of a file, "." if it has none in its path. */
static PetscErrorCode HomeOf(const char *path, char home[PETSC_MAX_PATH_LEN])
{
  const char *slash = strrchr(path, '/');

  return PetscSNPrintf(home, PETSC_MAX_PATH_LEN, "%.*s", slash ? (int)PetscMax(slash - path, 1) : 1,
                       slash ? path : ".");
}

/* The end of a run with stages is that of its last stage. */
static PetscErrorCode CheckStageEnds(const char *path, const GrCase *c, int n_set, const char *const set[])
{
  char own[GR_NAME_MAX + 32], home[PETSC_MAX_PATH_LEN], command[GR_SHELL_MAX];

  if (c->n_stages == 0)
    return 0;
  const GrStage *last = &c->stages[c->n_stages - 1];
  PetscCall(HomeOf(path, home));
  snprintf(own, sizeof(own), "stages.%s.until.%s", last->name, last->until.time > 0 ? "time" : "at_most");
  for (int i = 0; i < n_set; i++) {
    const size_t length = strcspn(set[i], "=");
    if ((IsStageEnd(set[i]) && (length != strlen(own) || strncmp(set[i], own, length) != 0)) ||
        strncmp(set[i], "time.end=", length + 1) == 0)
      return GrFail(
          GR_EXIT_INPUT,
          "--set %.*s: this run ends with its stage %s, which takes %g s%s; to make it longer, type: %s --set "
          "%s=%g",
          LengthShown(set[i]), set[i], last->name, GrStageLatest(last), last->until.time > 0 ? "" : " at most",
          GrShellCommand("resume", home, command), own, 2 * GrStageLatest(last));
  }
  return 0;
}

/* Copies the changes of keys from the checkpoint, and adds the changes of this resume that alter later results. */
static PetscErrorCode NoteChanges(GrCheckpoint file, GrRunSaved *saved, int n_set, const char *const set[],
                                  char changes[GR_CHANGES_MAX])
{
  char *before;
  size_t n;

  PetscCall(GrCheckpointGetText(file, "changes", &before));
  snprintf(changes, GR_CHANGES_MAX, "%s", before);
  PetscCall(PetscFree(before));
  for (int i = 0; i < n_set; i++) {
    const int k = FindFree(set[i]); /* -1: the end of a stage */
    if (k >= 0 && Free[k].steps) {
      n = strlen(changes);
      snprintf(changes + n, GR_CHANGES_MAX - n, "from t = %.9g s, step %" PetscInt64_FMT ": %s\n", saved->time,
               GrCheckpointStep(file), set[i]);
      saved->step = 0;
    }
  }
  return 0;
}

/* The file itself, or the newest checkpoint in the directory. */
static PetscErrorCode LocateCheckpoint(MPI_Comm comm, const char *given, char path[PETSC_MAX_PATH_LEN])
{
  struct stat status;
  int rank, is_directory = 0;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    is_directory = stat(given, &status) == 0 && S_ISDIR(status.st_mode);
  PetscCallMPI(MPI_Bcast(&is_directory, 1, MPI_INT, 0, comm));
  PetscCall(PetscStrncpy(path, given, PETSC_MAX_PATH_LEN));
  if (!is_directory)
    return 0;
  PetscCall(GrCheckpointNewest(comm, given, path));
  if (!path[0])
    return GrFail(GR_EXIT_FILE,
                  "%s: there is no checkpoint in this directory; name a checkpoint, or start the run anew with "
                  "granum run",
                  given);
  return 0;
}

/* The case of the checkpoint. If this version does not accept it, another version wrote it. */
static PetscErrorCode ReadOwnCase(const char *path, const char *resolved, GrCase **the_case)
{
  char message[GR_MESSAGE_MAX];
  PetscErrorCode error = GrCaseParse(path, resolved, 0, NULL, the_case);

  if (error && GrFailureCode() == GR_EXIT_INPUT) {
    snprintf(message, sizeof(message), "%s", GrFailureMessage());
    GrFailureClear();
    error = GrFail(GR_EXIT_FILE,
                   "%s; this is texts/case of the checkpoint: finish the run with the version of granum that began it",
                   message);
  }
  return error;
}

/* The case with its input text as it was read at first. */
static PetscErrorCode ReadCase(GrCheckpoint file, const char *path, const GrRunSaved *saved, int n_set,
                               const char *const set[], GrCase **the_case)
{
  const double t = saved->time;
  char *resolved;
  GrCase *c;

  PetscCall(GrRunCheckSets(n_set, set));
  PetscCall(GrCheckpointGetText(file, "case", &resolved));
  PetscCall(ReadOwnCase(path, resolved, the_case));
  PetscCall(CheckStageEnds(path, *the_case, n_set, set));
  if (n_set > 0) {
    PetscCall(GrCaseDestroy(the_case));
    PetscCall(GrCaseParse(path, resolved, n_set, set, the_case));
  }
  PetscCall(PetscFree(resolved));
  c = *the_case;
  PetscCall(PetscFree(c->text));
  PetscCall(GrCheckpointGetText(file, "input", &c->text));
  if (n_set > 0 && c->n_stages == 0 && c->time.end < t * (1 - 1e-12))
    return GrFail(GR_EXIT_INPUT,
                  "--set time.end: %g s is before the checkpoint, which is at %.9g s; write a later time", c->time.end,
                  t);
  return 0;
}

/* A run with a force of a program can only be resumed with this force. */
static PetscErrorCode TakeForce(GrCheckpoint file, const char *path, const GrForce *force, GrCase *c)
{
  const bool has = GrCheckpointHas(file, "texts", "force");
  PetscErrorCode error = 0;
  char *name = NULL;

  if (has)
    PetscCall(GrCheckpointGetText(file, "force", &name));
  if (has ? !force || strcmp(name, force->name) != 0 : force != NULL)
    error = GrFail(GR_EXIT_INPUT,
                   "%s: the run had %s%s, and cannot continue with %s%s; continue it in the program that began it",
                   path, has ? "the force " : "no force of a program", has ? name : "", force ? "the force " : "none",
                   force ? force->name : "");
  c->force = force;
  PetscCall(PetscFree(name));
  return error;
}

/* Whether run.json of a directory has the state "completed". Collective. */
static PetscErrorCode ReadCompleted(MPI_Comm comm, const char *given, bool *completed)
{
  GrDocument document = {0};
  int rank;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  *completed = false;
  if (rank == 0) {
    *completed = strcmp(GrNodeText(GrRunFolderDocument(given, "run.json", &document), "state"), "completed") == 0;
    PetscCall(GrDocumentDestroy(&document));
  }
  PetscCallMPI(MPI_Bcast(completed, 1, MPI_C_BOOL, 0, comm));
  return 0;
}

/* End of the case in a checkpoint with changed keys [s]. With stages it is the latest end. */
static PetscErrorCode ReadEnd(GrCheckpoint file, const char *path, const GrRunSaved *saved, int n_set,
                              const char *const set[], double *end)
{
  GrCase *c = NULL;

  PetscCall(ReadCase(file, path, saved, n_set, set, &c));
  *end = c->time.end;
  return GrCaseDestroy(&c);
}

PetscErrorCode GrRunIsOver(MPI_Comm comm, const char *given, const GrRunOptions *options, bool *over)
{
  char path[PETSC_MAX_PATH_LEN];
  double end = 0, later = 0;
  GrCheckpoint file;
  GrRunSaved saved;

  PetscCall(ReadCompleted(comm, given, over));
  *over = *over && !options->directory;
  if (!*over)
    return 0;
  PetscCall(LocateCheckpoint(comm, given, path));
  PetscCall(GrCheckpointOpen(comm, path, &file));
  PetscErrorCode error = GrRunSavedRead(file, &saved);
  if (!error)
    error = GrFailAgree(comm, ReadEnd(file, path, &saved, 0, NULL, &end));
  if (!error)
    error = GrFailAgree(comm, ReadEnd(file, path, &saved, options->n_set, options->set, &later));
  const PetscErrorCode closed = GrCheckpointClose(&file);
  PetscCall(error ? error : GrFailAgree(comm, closed));
  *over = later == end; /* a resume refuses an earlier end */
  return 0;
}

/* The options of the run apply, followed by the options of this resume. */
static PetscErrorCode MergeOptions(GrCheckpoint file, const char *given, char **merged)
{
  char *before;

  PetscCall(GrCheckpointGetText(file, "options", &before));
  PetscCall(GrOptionsMerge(before, given, merged));
  return PetscFree(before);
}

/* Copies a file of the run if it is there. */
static PetscErrorCode CopyFile(MPI_Comm comm, const char *home, const char *directory, const char *name)
{
  const GrPath from = GrDirectoryPath(home, name);
  int there = access(from.text, F_OK) == 0;

  PetscCallMPI(MPI_Bcast(&there, 1, MPI_INT, 0, comm));
  if (there)
    PetscCall(GrDirectoryCopy(comm, from.text, GrDirectoryPath(directory, name).text));
  return 0;
}

/* Copies the files that a resume needs from one directory to another. The checkpoint comes last: with it the copy
   counts. */
static PetscErrorCode CopyRun(GrRun run, const char *home, char path[PETSC_MAX_PATH_LEN])
{
  const MPI_Comm comm = run->world->comm;
  const char *name = strrchr(path, '/');
  const GrPath to = GrDirectoryPath(run->directory, name ? name + 1 : path);

  PetscCall(CopyFile(comm, home, run->directory, "results-data.h5"));
  PetscCall(CopyFile(comm, home, run->directory, "results.h5"));
  PetscCall(GrDirectoryCopy(comm, path, to.text));
  PetscCall(PetscStrncpy(path, to.text, PETSC_MAX_PATH_LEN));
  return GrRunFolderCopyEnd(run->folder);
}

PetscErrorCode GrRunSettle(GrRunFolder folder, const char *home, const char *given)
{
  bool same = true;

  if (given)
    PetscCall(GrDirectorySame(folder->comm, given, home, &same));
  PetscCall(GrRunFolderPlace(folder, same ? home : given, same ? GR_FOLDER_CONTINUE : GR_FOLDER_COPY));
  if (same) {
    PetscCall(GrRunFolderHold(folder));
  } else {
    PetscCall(GrRunFolderCheck(folder));
    PetscCall(GrRunFolderCopyBegin(folder, home));
  }
  return 0;
}

/* Restores everything from the open checkpoint. All of it is checked before anything is written. */
static PetscErrorCode RestoreRun(GrCheckpoint file, GrRunFolder folder, char path[PETSC_MAX_PATH_LEN],
                                 const GrRunOptions *options, GrCase **the_case, GrWorld *world, GrRun *run)
{
  const PetscInt64 step = GrCheckpointStep(file);
  char home[PETSC_MAX_PATH_LEN], changes[GR_CHANGES_MAX], *merged;
  GrRecorder look;
  GrRunSaved saved;

  PetscCall(GrRunSavedRead(file, &saved));
  PetscCall(GrFailAgree(folder->comm, ReadCase(file, path, &saved, options->n_set, options->set, the_case)));
  PetscCall(GrCaseMeshesLoad(folder->comm, file, *the_case));
  PetscCall(TakeForce(file, path, options->force, *the_case));
  PetscCall(NoteChanges(file, &saved, options->n_set, options->set, changes));
  PetscCall(MergeOptions(file, options->petsc ? options->petsc : "", &merged));
  PetscCall(GrWorldRestore(folder->comm, *the_case, file, saved.time, world));
  PetscCall(GrRunStagesExtend(*world, &saved));
  PetscCall(GrRunBegin(*world, &saved, step, merged, run));
  (*run)->shows_progress = options->shows_progress;
  (*run)->verbose = options->verbose;
  PetscCall(PetscFree(merged));
  PetscCall(PetscStrallocpy(changes, &(*run)->changes));
  PetscCall(HomeOf(path, home));
  PetscCall(GrRecorderResume(*world, home, NULL, file, &look));
  PetscCall(GrRecorderStop(&look));
  PetscCall(GrRunDirectory(*run, folder));
  if (strcmp(home, (*run)->directory) != 0)
    PetscCall(CopyRun(*run, home, path));
  PetscCall(GrRecorderResume(*world, (*run)->directory, changes, file, &(*run)->recorder));
  PetscCall(GrRunInput(*run));
  GrRunSaveBegin(*run, saved.time, step, path);
  return 0;
}

PetscErrorCode GrRunResume(MPI_Comm comm, const char *checkpoint, GrRunFolder folder, const GrRunOptions *options,
                           GrCase **the_case, GrWorld *world, GrRun *run)
{
  const GrRunOptions none = {0}, *given = options ? options : &none;
  char path[PETSC_MAX_PATH_LEN], home[PETSC_MAX_PATH_LEN];
  GrCheckpoint file;

  PetscCall(LocateCheckpoint(comm, checkpoint, path));
  PetscCall(HomeOf(path, home));
  PetscCall(GrRunSettle(folder, home, given->directory));
  PetscCall(LocateCheckpoint(comm, checkpoint, path)); /* there may be a newer one since */
  PetscCall(GrCheckpointOpen(comm, path, &file));
  PetscErrorCode error = RestoreRun(file, folder, path, given, the_case, world, run);
  const PetscErrorCode closed = GrCheckpointClose(&file);
  return GrFailAgree(comm, error ? error : closed);
}
