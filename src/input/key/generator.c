/* Kind of value of an input key: the keys of the generator that creates a group of particles. */
#include "case/function.h"
#include "input/key/registry.h"

#include <string.h>

static GrKey KeyOfRow(const GrGeneratorKey *row)
{
  static const GrKeyKind *const kinds[] = {
      [GR_GIVEN_NUMBER] = &GrKeyQuantity, [GR_GIVEN_OF_TIME] = &GrKeyQuantityOfTime,
      [GR_GIVEN_INTEGER] = &GrKeyInteger, [GR_GIVEN_POINT] = &GrKeyPoint,
      [GR_GIVEN_VECTOR] = &GrKeyVector,   [GR_GIVEN_AXIAL] = &GrKeySpin,
      [GR_GIVEN_WORD] = &GrKeyChoice,     [GR_GIVEN_FILE] = &GrKeyPath,
      [GR_GIVEN_REGION] = &GrKeyWithin,   [GR_GIVEN_STAGE] = &GrKeyName};
  return (GrKey){.name = row->name,
                 .kind = kinds[row->kind],
                 .meaning = row->meaning,
                 .unit = row->unit,
                 .fallback = row->fallback,
                 .choices = row->kind == GR_GIVEN_STAGE ? "stages" : row->choices,
                 .section = row->kind == GR_GIVEN_REGION ? GrCaseRegionKeys : NULL,
                 .lower = row->lower,
                 .upper = row->upper,
                 .lower_open = row->lower_open,
                 .upper_open = row->upper_open,
                 .word = row->word,
                 .offset = row->offset,
                 .count = row->kind == GR_GIVEN_OF_TIME ? row->of_time : 0,
                 .uses = row->kind == GR_GIVEN_OF_TIME ? GR_USES_INTEGRAL | GR_USES_FEEDBACK : 0,
                 .example = row->example,
                 .excludes = row->excludes,
                 .unless = row->unless};
}

const GrKey *GrKeyGivenOf(const GrKey *key, GrKeyGiven *given)
{
  if (key->kind == &GrKeyStaged) {
    GrKeyStagedRow(key, given);
    return &given->row;
  }
  if (key->kind == &GrKeyIndicator || key->kind == &GrKeyLimit) {
    *given = (GrKeyGiven){.row = *key};
    GrKeyIndicatorRow(key->name, given);
    return &given->row;
  }
  if (key->kind != &GrKeyGenerator)
    return key;
  const GrGenerator *generator = GrGeneratorFind(key->name);
  *given = (GrKeyGiven){.row = *key, .element = {generator->size, -1, -1}};
  for (int k = 0; generator->keys[k].name; k++)
    given->inside[k] = KeyOfRow(&generator->keys[k]);
  given->row.kind = generator->list ? &GrKeyOneOrList : generator->bare ? &GrKeyPathOrMap : &GrKeySection;
  given->row.section = given->inside;
  if (generator->list) {
    given->row.element = &given->element;
    given->row.offset = offsetof(GrGrains, given);
    given->row.count = offsetof(GrGrains, n_given);
  }
  return &given->row;
}

static bool LeavesGenerator(const GrKey *key, const char *base)
{
  return ((const GrGrains *)base)->generator != GrGeneratorFind(key->name);
}

static PetscErrorCode FreeGenerator(const GrKey *key, char *base)
{
  GrGrains *grains = (GrGrains *)base;
  GrKeyGiven given;
  const GrKey *row = GrKeyGivenOf(key, &given);

  if (LeavesGenerator(key, base) || !grains->given)
    return 0;
  PetscCall(row->kind->free(row, grains->generator->list ? base : grains->given));
  return PetscFree(grains->given);
}

/* A wrong input may have two generators. The second one replaces the first one until the relations are checked. */
static PetscErrorCode ReadGenerator(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrGrains *grains = (GrGrains *)base;
  GrKeyGiven given;
  const GrKey *row = GrKeyGivenOf(key, &given);

  if (grains->generator) {
    const GrKey before = {.name = grains->generator->name, .kind = &GrKeyGenerator};
    PetscCall(FreeGenerator(&before, base));
  }
  grains->generator = GrGeneratorFind(key->name);
  if (grains->generator->list)
    return row->kind->read(node, row, scope, base);
  grains->n_given = 1;
  PetscCall(PetscCalloc(grains->generator->size, &grains->given));
  return row->kind->read(node, row, scope, grains->given);
}

static void WriteGenerator(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  const GrGrains *grains = (const GrGrains *)base;
  GrKeyGiven given;
  const GrKey *row = GrKeyGivenOf(key, &given);
  row->kind->write(out, row, grains->generator->list ? base : grains->given, writing);
}

const GrKeyKind GrKeyGenerator = {"map, list, or name of a file",
                                  ReadGenerator,
                                  NULL,
                                  WriteGenerator,
                                  "",
                                  /* of the row that GrKeyGivenOf returns */ LeavesGenerator,
                                  .free = FreeGenerator};
