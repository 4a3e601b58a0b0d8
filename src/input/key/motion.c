/* Kind of value of an input key: a prescribed motion. It is a constant velocity, a sine, or a table of velocities in
   the input or in a file. */
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
  return motion->n == 0 && !motion->file && motion->amplitude == 0;
}

static void WriteMotion(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrMotion *motion = (const GrMotion *)(base + key->offset);
  if (motion->n != 1)
    GrKeyWriteSection(out, key, base, writing);
  else
    GrTextNumber(out, motion->velocity[0]);
}

const GrKeyKind GrKeyMotion = {
    "number or map", ReadMotion, NULL, WriteMotion, GR_SCHEMA_NUMBER_OR_MAP, LeavesMotion, .free = GrKeyFreeSection};

static bool LeavesOscillation(const GrKey *key, const char *base)
{
  return ((const GrMotion *)(base + key->offset))->amplitude == 0;
}

static const GrKeyKind oscillation_kind = {
    "map", GrKeyReadSection, NULL, GrKeyWriteSection, "@keys", LeavesOscillation, .free = GrKeyFreeSection};

static const GrKey oscillation_keys[] = {
    {"amplitude", &GrKeyQuantity,
     "the amplitude: the beads are displaced by amplitude (sin(2 pi frequency t + phase) - sin(phase))", "m", "0",
     NOT_NEGATIVE, FIELD(GrMotion, amplitude)},
    {"frequency", &GrKeyQuantity, "the frequency", "1/s", "0", NOT_NEGATIVE, FIELD(GrMotion, frequency)},
    {"phase", &GrKeyQuantity, "the phase at time 0; with 90 deg the beads start from rest", "rad", "0", ANY,
     FIELD(GrMotion, phase)},
    {0}};

const GrKey GrKeyMotionKeys[] = {
    {"time", &GrKeyQuantities, "the times of the table, ascending", "s", "", NOT_NEGATIVE, .unless = "file|oscillation",
     .needs = "velocity", .ascending = true, COUNTED(GrMotion, time, n_times)},
    {"velocity", &GrKeyQuantities,
     "the velocities at these times; linear in between, constant before the first and after the last time", "m/s", "",
     ANY, .needs = "time", .like = "time", COUNTED(GrMotion, velocity, n)},
    {"file", &GrKeyPath,
     "a CSV file with the table in SI, instead of the lists: the header `time, velocity` and a line for each point; a "
     "path relative to the folder of the input",
     .fallback = "", .excludes = "time|velocity", FIELD(GrMotion, file)},
    {"oscillation", &oscillation_kind, "a sine of the displacement, instead of the table", .fallback = "{}",
     .excludes = "time|velocity|file", .section = oscillation_keys},
    {0}};
