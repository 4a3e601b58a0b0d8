/* Kind of value: a prescribed velocity, constant or by a table, which stands in the input or in a file. */
#include "input/key/motion.h"
#include "input/key/rows.h"

/* In the order of the section: `file`, or the other two. */
static PetscErrorCode CheckSource(const GrNode *node, const GrMotion *motion)
{
  const GrNode *file = GrNodeGet(node, "file"), *time = GrNodeGet(node, "time"),
               *velocity = GrNodeGet(node, "velocity");
  if (file && (time || velocity))
    return GrComplainKey(file, "the table is given twice; keep the file, or time and velocity");
  if (file)
    return 0;
  if (!time || !velocity)
    return GrComplainMissing(node, time ? "velocity" : "time",
                             "is missing; give time: [..] and velocity: [..] of the same length, or file: NAME");
  if (motion->n != motion->n_times)
    return GrComplain(velocity, "has %d numbers, and time has %d; write one velocity for each time", motion->n,
                      motion->n_times);
  for (int i = 1; i < motion->n; i++)
    if (!(motion->time[i] > motion->time[i - 1]))
      return GrComplain(GrNodeAt(time, i), "is not later than the time before it; write times in ascending order");
  return 0;
}

static PetscErrorCode ReadMotion(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrMotion *motion = (GrMotion *)(base + key->offset);
  int choice;
  if (node->type == GR_NODE_MAP) {
    PetscCall(GrSectionRead(node, key->section, scope, (char *)motion));
    return CheckSource(node, motion);
  }
  PetscCall(PetscCalloc1(1, &motion->time));
  PetscCall(PetscCalloc1(1, &motion->velocity));
  motion->n = motion->n_times = 1;
  return GrNumberOrWord(node, key, &choice, motion->velocity);
}

static bool LeavesMotion(const GrKey *key, const char *base)
{
  const GrMotion *motion = (const GrMotion *)(base + key->offset);
  return motion->n == 0 && !motion->file;
}

static void WriteMotion(GrText *out, const GrKey *key, const char *base, const GrWriting *writing)
{
  const GrMotion *motion = (const GrMotion *)(base + key->offset);
  if (motion->n != 1) {
    GrKeySection.write(out, key, base, writing);
    return;
  }
  GrKeyWriteNumber(out, motion->velocity[0]);
}

const GrKeyKind GrKeyMotion = {"number or map", ReadMotion, NULL, WriteMotion, GrKeySchemaNumberOrMap, LeavesMotion};

const GrKey GrMotionKeys[] = {
    {"time", &GrKeyQuantities, "the times of the table, ascending", "s", "", NOT_NEGATIVE,
     COUNTED(GrMotion, time, n_times)},
    {"velocity", &GrKeyQuantities,
     "the velocities at these times; straight in between, constant before the first and after the last", "m/s", "", ANY,
     COUNTED(GrMotion, velocity, n)},
    {"file", &GrKeyPath,
     "instead: a text file of comma-separated values, first the line `time, velocity`, then a line for each point, in "
     "SI; "
     "a path relative to the folder of the input",
     .fallback = "", FIELD(GrMotion, file)},
    {0}};

PetscErrorCode GrMotionDestroy(GrMotion *motion)
{
  PetscCall(PetscFree(motion->time));
  PetscCall(PetscFree(motion->velocity));
  return PetscFree(motion->file);
}
