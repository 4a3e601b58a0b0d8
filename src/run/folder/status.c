/* Writes and prints status.json; one table describes its keys; see status.h. */
#include "run/folder/folder_impl.h"

#include "base/directory.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define TEXT(member, description) GR_JSON_TEXT(GrStatus, member, description)
#define NUMBER(member, unit, description) GR_JSON_NUMBER(GrStatus, member, unit, description)
/* In the order of the file. */
static const GrJsonRow Rows[] = {
    TEXT(state, "running, completed, stopped, failed"),
    TEXT(cause, "why it was stopped or has failed"),
    TEXT(updated, "when this was written (UTC)"),
    TEXT(next_update,
         "when the next update is due (UTC); an update may be late by a step, a checkpoint or a large file"),
    TEXT(started, "when the segment began (UTC)"),
    NUMBER(segment, "1", "number of this session of the run"),
    NUMBER(ranks, "1", "processes that work on it"),
    NUMBER(process, "1", "number of the first of them on its host"),
    TEXT(host, "where the first rank is"),
    TEXT(job, "batch system and number of the job"),
    NUMBER(time, "s", "simulated time reached"),
    NUMBER(end, "s", "simulated time at the end; with stages, at latest"),
    NUMBER(step, "1", "number of the step reached"),
    NUMBER(steps, "1", "steps of this segment"),
    NUMBER(percent, "%", "how much of the time, or of the members, is done"),
    NUMBER(seconds, "s", "real time since the first step of the segment"),
    NUMBER(seconds_left, "s", "real time to the end at the present speed"),
    NUMBER(steps_per_second, "1/s", "speed since the update before; at the end that of the segment"),
    NUMBER(particle_steps_per_second, "1/s", "that times the mean number of particles of all steps"),
    NUMBER(particles, "1", "particles that are present"),
    NUMBER(residual, "1", "of the energy ledger, relative to the energy exchanged"),
    NUMBER(imbalance, "1", "counted work of the busiest rank over the mean; assemblies on several ranks"),
    NUMBER(output_share, "1", "part of the time that output and checkpoints took"),
    TEXT(checkpoint, "file of the last checkpoint"),
    NUMBER(checkpoint_step, "1", "its step"),
    NUMBER(checkpoint_time, "s", "its simulated time"),
    NUMBER(warnings, "1", "warnings so far, of all segments"),
    TEXT(warning, "the last of them"),
};
enum { ROWS = sizeof(Rows) / sizeof(Rows[0]) };

/* Batch systems, by the variables that they set. */
static const struct {
  const char *name, *number, *of_array, *task;
} Systems[] = {{"slurm", "SLURM_JOB_ID", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID"},
               {"pbs", "PBS_JOBID", NULL, NULL},
               {"lsf", "LSB_JOBID", NULL, NULL}};

void GrRunFolderStatusJob(size_t length, char text[])
{
  text[0] = '\0';
  for (size_t i = 0; i < sizeof(Systems) / sizeof(Systems[0]) && !text[0]; i++) {
    const char *number = getenv(Systems[i].number), *array = Systems[i].of_array ? getenv(Systems[i].of_array) : NULL;
    const char *task = Systems[i].task ? getenv(Systems[i].task) : NULL;
    if (array && task)
      snprintf(text, length, "%s %s_%s", Systems[i].name, array, task);
    else if (number)
      snprintf(text, length, "%s %s", Systems[i].name, number);
  }
}

void GrRunFolderStatusClear(GrStatus *status)
{
  memset(status, 0, sizeof(*status));
  for (int k = 0; k < ROWS; k++)
    if (Rows[k].unit)
      *(double *)((char *)status + Rows[k].offset) = NAN;
}

int GrRunFolderStatusWrite(const char *directory, GrStatus *status, const GrSegment *segment)
{
  GrJson json = {.depth = 0};

  GrResultsProvenanceTime(0, status->updated);
  status->next_update[0] = '\0';
  if (status->next > 0)
    GrResultsProvenanceTime(ceil(status->next), status->next_update);
  GrJsonBegin(&json, NULL, '{');
  GrJsonRows(&json, ROWS, Rows, status);
  GrRunFolderWarningsWrite(&json, "warnings_of_segment", segment);
  GrJsonBegin(&json, "keys", '{');
  for (int k = 0; k < ROWS; k++) {
    GrJsonBegin(&json, Rows[k].name, '{');
    if (Rows[k].unit)
      GrJsonText(&json, "unit", Rows[k].unit);
    GrJsonText(&json, "description", Rows[k].description);
    GrJsonEnd(&json, '}');
  }
  GrJsonBegin(&json, "warnings_of_segment", '{');
  GrJsonText(&json, "description", "texts of the warnings of this segment");
  GrJsonEnd(&json, '}');
  GrJsonEnd(&json, '}');
  GrJsonEnd(&json, '}');
  return GrJsonSave(&json, GrDirectoryPath(directory, "status.json").text, false);
}

void GrRunFolderStatusPrint(const GrNode *root, FILE *out)
{
  static const char *const shown[] = {"particles",    "seconds",  "steps_per_second", "particle_steps_per_second",
                                      "output_share", "residual", "imbalance",        "warnings",
                                      "warning"};

  for (size_t i = 0; i < sizeof(shown) / sizeof(shown[0]); i++)
    for (int k = 0; k < ROWS; k++) {
      const char *text = GrNodeText(root, Rows[k].name), *unit = Rows[k].unit;
      if (strcmp(Rows[k].name, shown[i]) != 0 || !*text || strcmp(text, "null") == 0)
        continue;
      if (unit)
        fprintf(out, "%s: %.6g%s%s\n", shown[i], strtod(text, NULL), strcmp(unit, "1") ? " " : "",
                strcmp(unit, "1") ? unit : "");
      else
        fprintf(out, "%s: %s\n", shown[i], text);
    }
}
