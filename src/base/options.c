/* Checks, merges and applies PETSc options; see options.h. */
#include "base/options.h"

#include <granum/error.h>
#include <string.h>

/* Options that the case replaces, and the key to set instead. */
static const struct {
  const char *option, *instead;
} replaced[] = {{"-ts_max_steps", "set time.end to end a run early"},
                {"-ts_max_time", "set time.end"},
                {"-ts_final_time", "set time.end"},
                {"-ts_exact_final_time", "a run ends at time.end, so leave it out"},
                {"-ts_init_time", "a run begins at time 0, so leave it out"},
                {"-ts_time_span", "set output.trajectory.every"},
                {"-ts_eval_times", "set output.trajectory.every"},
                {"-ts_type", "set time.integrator"},
                {"-ts_rk_type", "set time.method"},
                {"-ts_rtol", "set time.tolerance"},
                {"-ts_atol", "set time.tolerance"}};

PetscErrorCode GrOptionsCheck(void)
{
  for (size_t i = 0; i < sizeof(replaced) / sizeof(replaced[0]); i++) {
    PetscBool given;
    PetscCall(PetscOptionsHasName(NULL, NULL, replaced[i].option, &given));
    if (given)
      return GrFail(GR_EXIT_INPUT, "the option %s would overrule the case; %s", replaced[i].option,
                    replaced[i].instead);
  }
  return 0;
}

PetscErrorCode GrOptionsSetTS(TS ts)
{
  GrFailBlameOptions(true);
  PetscErrorCode error = TSSetFromOptions(ts);
  GrFailBlameOptions(false);
  return GrFailAgree(PetscObjectComm((PetscObject)ts), error);
}

/* Prefixes of the options that change the numbers of a run. */
static const char *const kept[] = {"-ts_dt", "-ts_verlet_", "-ts_adapt_", "-ts_max_reject"};

static bool IsKept(const char *option)
{
  bool found = false;

  for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
    found = found || strncmp(option, kept[i], strlen(kept[i])) == 0;
  return found && !strstr(option, "monitor") && !strstr(option, "view");
}

/* Appends the options of `before` that a resumed run keeps, each with its value. */
static void AppendKept(char *before, char *merged)
{
  bool keeps = false;
  char *state;

  for (char *word = strtok_r(before, " \t\n", &state); word; word = strtok_r(NULL, " \t\n", &state)) {
    keeps = word[0] == '-' && !strchr("0123456789.", word[1]) ? IsKept(word) : keeps;
    if (keeps && merged[0])
      strcat(merged, " ");
    if (keeps)
      strcat(merged, word);
  }
}

PetscErrorCode GrOptionsWarnUnused(MPI_Comm comm)
{
  PetscInt n;
  char **names, **values;
  int rank;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt i = 0; i < n && rank == 0; i++)
    if (!strstr(names[i], "_view")) /* PETSc reads these when it finalizes */
      GrWarn(stderr, "the option -%s was not used; is it spelt right?", names[i]);
  PetscCall(PetscOptionsLeftRestore(NULL, &n, &names, &values));
  return PetscOptionsSetValue(NULL, "-options_left", "0");
}

PetscErrorCode GrOptionsMerge(const char *before, const char *given, char **merged)
{
  char *words;

  PetscCall(PetscStrallocpy(before, &words));
  PetscCall(PetscCalloc1(strlen(before) + strlen(given) + 2, merged));
  AppendKept(words, *merged);
  PetscCall(PetscFree(words));
  if (given[0] && **merged)
    strcat(*merged, " ");
  strcat(*merged, given);
  GrFailBlameOptions(true);
  PetscErrorCode error = PetscOptionsInsertString(NULL, *merged);
  GrFailBlameOptions(false);
  return error;
}
