/* Kind of value: a prescribed velocity, which is constant or given by a table in the input or in a file. */
#include "input/key/rows.h"

static PetscErrorCode ReadMotion(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrMotion *motion = (GrMotion *)(base + key->offset);
  if (node->type == GR_NODE_MAP)
    return GrKeysRead(node, key->section, scope, (char *)motion);
  PetscCall(PetscCalloc1(1, &motion->time));
  PetscCall(PetscCalloc1(1, &motion->velocity));
  motion->n = motion->n_times = 1;
  return GrKeyNumberOrWord(node, key, NULL, motion->velocity);
}

static bool LeavesMotion(const GrKey *key, const char *base)
{
  const GrMotion *motion = (const GrMotion *)(base + key->offset);
  return motion->n == 0 && !motion->file;
}

static void WriteMotion(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrMotion *motion = (const GrMotion *)(base + key->offset);
  if (motion->n != 1) {
    GrKeySection.write(out, key, base, writing);
    return;
  }
  GrTextNumber(out, motion->velocity[0]);
}

const GrKeyKind GrKeyMotion = {
    "number or map", ReadMotion, NULL, WriteMotion, GR_SCHEMA_NUMBER_OR_MAP, LeavesMotion, .free = GrKeyFreeSection};

const GrKey GrKeyMotionKeys[] = {
    {"time", &GrKeyQuantities, "the times of the table, ascending", "s", "", NOT_NEGATIVE, .unless = "file",
     .needs = "velocity", .ascending = true, COUNTED(GrMotion, time, n_times)},
    {"velocity", &GrKeyQuantities,
     "the velocities at these times; linear in between, constant before the first and after the last time", "m/s", "",
     ANY, .needs = "time", .like = "time", COUNTED(GrMotion, velocity, n)},
    {"file", &GrKeyPath,
     "a CSV file with the table in SI, in place of the lists: the header `time, velocity` and a line for each point; a "
     "path relative to the folder of the input",
     .fallback = "", .excludes = "time|velocity", FIELD(GrMotion, file)},
    {0}};
