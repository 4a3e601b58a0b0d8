/* After a kill at any moment there is a checkpoint that opens and is right.
   Labels: io. */
#include "unit.h"

#include "checkpoint_child.h"

#include <glob.h>
#include <signal.h>

enum { KILLS = 20 };

/* The steps of a resumed run: opens the newest checkpoint, checks it, and continues from it. */
static int64_t Resume(void)
{
  char path[PETSC_MAX_PATH_LEN];
  GrCheckpoint file;

  DEMAND(!GrCheckpointNewest(MPI_COMM_SELF, folder, path), "%s", GrFailureMessage());
  if (!path[0]) {
    DEMAND(told->committed < 0, "no checkpoint though step %d was committed", (int)told->committed);
    return -1;
  }
  DEMAND(!GrCheckpointOpen(MPI_COMM_SELF, path, &file), "%s", GrFailureMessage());
  int64_t step = GrCheckpointStep(file);
  const char *wrong = Compare(MPI_COMM_SELF, file, Even);
  DEMAND(!wrong, "wrong data: %s", wrong);
  DEMAND(step == told->committed || step == told->committed + 1, "step %d, though %d was the last committed", (int)step,
         (int)told->committed);
  DEMAND(!GrCheckpointClose(&file), "cannot close");
  return step;
}

static pid_t child[KILLS]; // 0: none, or it has ended
static int turn_of_child;  // in a child: its number

/* All children start at once, because starting MPI takes long, and wait for their turn. */
static void ResumeAndWrite(void)
{
  while (told->turn != turn_of_child)
    usleep(500);
  int64_t step = Resume();
  told->committed = step;
  for (told->ready = true;; told->resumed++) {
    step++;
    DEMAND(!WriteExample(MPI_COMM_SELF, folder, step, Even, Even), "%s", GrFailureMessage());
    told->committed = step;
  }
}

/* A run that is not killed removes its temporary files. */
static void ResumeOnce(void)
{
  int64_t step = Resume() + 1;
  DEMAND(!WriteExample(MPI_COMM_SELF, folder, step, Even, Even), "%s", GrFailureMessage());
}

/* Entries of the folder that match a pattern of the shell. */
static int Count(const char *pattern)
{
  char path[512];
  glob_t found;
  snprintf(path, sizeof(path), "%s/%s", folder, pattern);
  int n = glob(path, 0, NULL, &found) == 0 ? (int)found.gl_pathc : 0;
  globfree(&found);
  return n;
}

/* Starts a child that writes and kills it within 40 ms, a few times the duration of one checkpoint. */
static void Kill(int turn)
{
  pid_t victim = child[turn - 1];
  int status;
  told->ready = false;
  told->resumed = 0;
  told->turn = turn;
  // the first child must leave a checkpoint
  while ((!told->ready || (turn == 1 && told->resumed == 0)) && waitpid(victim, &status, WNOHANG) == 0)
    usleep(500);
  assert_true(told->ready);
  usleep((useconds_t)(rand() % 40000));
  assert_int_equal(kill(victim, SIGKILL), 0);
  assert_true(waitpid(victim, &status, 0) == victim);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL); // it had not failed before
  child[turn - 1] = 0;
}

static void test_kills(void **state)
{
  int most = 0, half_done = 0;

  srand(2);
  told->committed = -1;
  for (int i = 0; i < KILLS; i++) {
    turn_of_child = i + 1;
    child[i] = Start(ResumeAndWrite);
  }
  for (int i = 0; i < KILLS; i++) {
    Kill(i + 1);
    // a child that removed old files leaves two, and one more if it was killed after the next rename
    most = told->resumed > 0 ? 3 : most + 1;
    assert_in_range(Count("checkpoint-*.h5"), 1, most);
    assert_in_range(Count("*.part-????????????????"), 0, 1);
    half_done += Count("*.part-????????????????");
  }
  assert_true(half_done > 0); // or nothing was tested
  Run(ResumeOnce);
  assert_int_equal(Count("*"), 2);
}

static int KillTeardown(void **state)
{
  for (int i = 0; i < KILLS; i++)
    if (child[i] > 0) // left after a failure
      kill(child[i], SIGKILL);
  return Teardown(state);
}

UNIT(BEFORE(ShareReport), CASE_WITH(test_kills, Setup, KillTeardown));
