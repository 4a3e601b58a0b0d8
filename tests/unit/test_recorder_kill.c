/* A run that is killed at any moment leaves results that open, whose frames are right, and that can be gone on with: in
   the end the file equals that of a run that was never killed.

   The motion is made up: positions and velocities of a chain follow from the step, and nothing is integrated. */
#include "checkpoint_child.h"

#include "record/recorder.h"
#include <hdf5.h>
#include <math.h>
#include <signal.h>

enum { KILLS = 10, BEADS = 7, STEPS = 6000, SAVE_EVERY = 500 };

static const char text[] =
    "dimension: 1\n"
    "materials: {steel: {density: 7800, youngs_modulus: 193e9, poisson_ratio: 0.3}}\n"
    "contacts: [{between: '*', normal: {law: hertz}}]\n"
    "particles: {beads: {chain: {count: 7}, material: steel, radius: 2 mm, velocity: 1 m/s}}\n"
    "time: {end: 6 ms, step: 1 us}\n" /* STEPS steps */
    "output: {trajectory: {every: 7 us}, energy: {every: 3 us}, sensors: {group: beads, at: [2, 5], every: 1 us}}\n";

static const double step_length = 1e-6; /* [s] */

/* The state at a step: [x | v]. */
static void Move(PetscInt64 step, double u[2 * BEADS])
{
  for (int i = 0; i < BEADS; i++) {
    u[i] = 1e-9 * (double)(step * (i + 1));
    u[BEADS + i] = 1 + 1e-3 * (double)((step * (i + 3)) % 1000);
  }
}

static GrWorld MakeWorld(GrCase **the_case)
{
  GrWorld world;
  GrLedger ledger;
  double u[2 * BEADS];
  DEMAND(!GrCaseParse("a.yaml", text, 0, NULL, the_case), "%s", GrFailureMessage());
  DEMAND(!GrWorldCreate(PETSC_COMM_WORLD, *the_case, &world), "%s", GrFailureMessage());
  Move(0, u);
  DEMAND(!GrWorldLedger(world, u, &ledger), "no ledger"); /* fixes the energy at the start */
  return world;
}

static void Save(GrRecorder recorder, PetscInt64 step)
{
  GrCheckpoint checkpoint;
  DEMAND(!GrRecorderSync(recorder), "%s", GrFailureMessage());
  DEMAND(!GrCheckpointCreate(PETSC_COMM_WORLD, folder, step, text, &checkpoint), "%s", GrFailureMessage());
  DEMAND(!GrRecorderSave(recorder, checkpoint), "%s", GrFailureMessage());
  DEMAND(!GrCheckpointCommit(&checkpoint), "%s", GrFailureMessage());
  told->committed = step;
}

/* From a step to the end. */
static void Write(GrRecorder recorder, PetscInt64 step, PetscBool saves)
{
  double u[2 * BEADS];
  for (; step <= STEPS; step++) {
    const GrSample moment = {step, (double)step * step_length, u};
    Move(step, u);
    if (step == 0 || GrRecorderIsDue(recorder, moment.time))
      DEMAND(!GrRecorderRecord(recorder, &moment), "%s", GrFailureMessage());
    if (saves && step % SAVE_EVERY == 0)
      Save(recorder, step);
    told->resumed++;
  }
  const GrSample last = {STEPS, STEPS * step_length, u};
  Move(STEPS, u);
  DEMAND(!GrRecorderFinish(&recorder, &last), "%s", GrFailureMessage());
}

/* What plain HDF5 finds in the file: all frames up to the checkpoint, and nothing that is wrong after it. */
static void CheckFile(const char *path, PetscInt64 saved)
{
  static double time[STEPS], value[STEPS * BEADS];
  static int64_t step[STEPS];
  double u[2 * BEADS];
  hsize_t frames;
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), data[3];
  DEMAND(file >= 0, "%s does not open", path);
  data[0] = H5Dopen2(file, "particles/grains/velocity/time", H5P_DEFAULT);
  data[1] = H5Dopen2(file, "particles/grains/velocity/step", H5P_DEFAULT);
  data[2] = H5Dopen2(file, "particles/grains/velocity/value", H5P_DEFAULT);
  hid_t space = H5Dget_space(data[0]);
  H5Sget_simple_extent_dims(space, &frames, NULL);
  DEMAND(frames <= STEPS && H5Dread(data[0], H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, time) >= 0, "time");
  DEMAND(H5Dread(data[1], H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, step) >= 0, "step");
  DEMAND(H5Dread(data[2], H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0, "value");
  for (hsize_t k = 0; k < frames; k++) {
    DEMAND(!isnan(time[k]) || 7 * (PetscInt64)k > saved, "frame %d is missing", (int)k);
    if (isnan(time[k]))
      continue;
    DEMAND(step[k] == (PetscInt64)(7 * k) || step[k] == STEPS, "frame %d has step %d", (int)k, (int)step[k]);
    Move(step[k], u);
    DEMAND(!memcmp(u + BEADS, value + k * BEADS, BEADS * sizeof(double)), "frame %d is wrong", (int)k);
  }
  for (int k = 0; k < 3; k++)
    H5Dclose(data[k]);
  H5Sclose(space);
  H5Fclose(file);
}

static pid_t child[KILLS];
static int turn_of_child;

/* Checks what the child before it left, and goes on. */
static void ResumeAndWrite(void)
{
  char path[PETSC_MAX_PATH_LEN], results[600];
  PetscInt64 step = 0;
  GrCase *the_case;
  GrRecorder recorder;
  GrCheckpoint checkpoint;
  GrWorld world = MakeWorld(&the_case);
  while (told->turn != turn_of_child)
    usleep(500);
  DEMAND(!GrCheckpointNewest(PETSC_COMM_WORLD, folder, path), "%s", GrFailureMessage());
  snprintf(results, sizeof(results), "%s/results.h5", folder);
  if (path[0]) {
    DEMAND(!GrCheckpointOpen(PETSC_COMM_WORLD, path, &checkpoint), "%s", GrFailureMessage());
    step = GrCheckpointStep(checkpoint) + 1;
    CheckFile(results, step - 1);
    DEMAND(!GrRecorderResume(world, folder, "", checkpoint, &recorder), "%s", GrFailureMessage());
    DEMAND(!GrCheckpointClose(&checkpoint), "%s", GrFailureMessage());
  } else {
    if (access(results, F_OK) == 0)
      CheckFile(results, -1);
    DEMAND(!GrRecorderCreate(world, folder, "", &recorder), "%s", GrFailureMessage());
  }
  told->ready = PETSC_TRUE;
  Write(recorder, step, PETSC_TRUE);
  DEMAND(!GrWorldDestroy(&world) && !GrCaseDestroy(&the_case), "cannot clear up");
}

/* The same without a break, beside it. */
static void WriteOnce(void)
{
  char other[600], path[2][700];
  PetscBool same;
  GrCase *the_case;
  GrRecorder recorder;
  GrWorld world = MakeWorld(&the_case);
  snprintf(other, sizeof(other), "%s/whole", folder);
  DEMAND(mkdir(other, 0777) == 0, "cannot make %s", other);
  DEMAND(!GrRecorderCreate(world, other, "", &recorder), "%s", GrFailureMessage());
  Write(recorder, 0, PETSC_FALSE);
  snprintf(path[0], sizeof(path[0]), "%s/results.h5", other);
  snprintf(path[1], sizeof(path[1]), "%s/results.h5", folder);
  CheckFile(path[1], STEPS);
  DEMAND(!GrResultsDiff(path[0], path[1], &same, stderr), "%s", GrFailureMessage());
  DEMAND(same, "the resumed run has other results");
}

/* Lets a child write until it has done some steps, and kills it a moment later; PETSC_FALSE: it came to the end. */
static PetscBool Kill(int turn)
{
  const pid_t victim = child[turn - 1];
  int status;
  told->ready = PETSC_FALSE;
  told->turn = turn;
  while (!told->ready && waitpid(victim, &status, WNOHANG) == 0)
    usleep(500);
  assert_true(told->ready);
  usleep((useconds_t)(rand() % 60000));
  kill(victim, SIGKILL);
  assert_true(waitpid(victim, &status, 0) == victim);
  child[turn - 1] = 0;
  if (WIFEXITED(status)) {
    assert_int_equal(WEXITSTATUS(status), 0);
    return PETSC_FALSE;
  }
  assert_int_equal(WTERMSIG(status), SIGKILL);
  return PETSC_TRUE;
}

static void test_kills(void **state)
{
  int kills = 0;

  (void)WriteExample, (void)Compare, (void)Even; /* of the header */
  srand(3);
  told->committed = -1;
  for (int i = 0; i < KILLS; i++) {
    turn_of_child = i + 1;
    child[i] = Start(ResumeAndWrite);
  }
  for (int i = 0; i < KILLS; i++)
    kills += Kill(i + 1);
  assert_true(kills >= 3); // or little was tested
  turn_of_child = told->turn = KILLS + 1;
  Run(ResumeAndWrite);
  Run(WriteOnce);
}

static int KillTeardown(void **state)
{
  for (int i = 0; i < KILLS; i++)
    if (child[i] > 0) // left after a failure
      kill(child[i], SIGKILL);
  return Teardown(state);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_kills, Setup, KillTeardown),
  };
  return RunTests("kills", tests, sizeof(tests) / sizeof(tests[0]));
}
