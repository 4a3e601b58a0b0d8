/* Tables of the keys of the input. A row of a table describes a key: name, kind of value, meaning, unit, range,
   default, relations to other keys, and the member of a struct that stores the value. From these rows granum reads and
   checks the input, writes the resolved case (the input with all defaults), and prints the schema and the reference of
   keys. The parameters of laws, mechanisms, wall shapes and generators are converted to such rows (registry.h). To add
   a key: add a row to a table in src/input/case/tables*.c, and a member to a struct in granum/case.h. */
#ifndef GRANUM_INPUT_KEY_KEY_H
#define GRANUM_INPUT_KEY_KEY_H

#include "input/key/kinds.h"
#include <stdbool.h>

/* Tables of keys (src/input/case/tables*.c). GrCaseKeys has all keys of a case, which are read into a GrCase. The other
   tables have the keys of sections of the case. */
extern const GrKey GrCaseKeys[];
extern const GrKey GrCaseContactKeys[], GrCaseStageKeys[], GrCaseRemovalKeys[], GrCaseCounterKeys[], GrCaseClumpKeys[],
    GrCaseClumpMeshKeys[];
extern const GrKey GrCaseGrainsKeys[], GrCaseWallKeys[], GrCaseGroupForceKeys[], GrCaseDragKeys[], GrCaseDomainKeys[];
extern const GrKey GrCaseBounceChangeKeys[], GrCaseBounceEndKeys[], GrCaseFlightKeys[];
extern const GrKey GrCaseTurnKeys[], GrCasePathTimeKeys[];
extern const GrKey GrCaseSurfaceKeys[], GrCaseMechanismTimeKeys[], GrCaseMechanismPointKeys[];
extern const GrKey GrCaseFitKeys[];
extern const GrKey GrCaseConditionKeys[]; /* keys of a condition that ends a stage */
extern const GrKey GrCaseDetectorKeys[], GrCaseTaperKeys[], GrCaseBeadKeys[];
extern const GrKey GrCaseRegionKeys[]; /* keys of the shapes of a region in which particles are inserted */
extern const GrKey GrKeyMotionKeys[], GrKeySweepKeys[];

/* Returns whether a key may be used in at least one of the kinds of cases in `scope` (bits GR_IN_...). */
static inline bool GrKeyApplies(const GrKey *key, unsigned scope)
{
  return !key->scope || (key->scope & scope);
}

/* Returns the row of this name in a table, for the kinds of cases in `scope`. If there is no such row, returns a row of
   this name for other kinds of cases, or NULL. */
const GrKey *GrKeyFind(const GrKey *keys, const char *name, unsigned scope);

/* Reads a map of the input and stores its values in the struct `base`. keys: table of the keys of the map. scope: kind
   of the case (a bit GR_IN_...). Sets the values of missing keys to their defaults. Fails if a key is unknown, belongs
   to other kinds of cases, or is required but missing. Also fails if a value violates a range or a relation. */
PetscErrorCode GrKeysRead(const GrNode *node, const GrKey *keys, unsigned scope, char *base);
/* Reads a map as GrKeysRead does, but does not check the relations between keys. For maps with only some keys of a
   section. */
PetscErrorCode GrKeysReadPart(const GrNode *node, const GrKey *keys, unsigned scope, char *base);

/* Text of GrNode.origin, the source of a value, if the value is the default of a key and not part of the input. */
extern const char GrKeyDefault[];
/* Stores the default of a missing key in the struct `base`. Fails if the key is required. map: the map of the input in
   which the key is missing. */
PetscErrorCode GrKeyReadDefault(const GrNode *map, const GrKey *key, unsigned scope, char *base);

/* Writes the keys of a section of the resolved case (the input with all defaults) as YAML. base: struct with the values
   of the section. */
void GrKeysWrite(GrText *out, const GrKey *keys, const char *base, GrKeyWriting writing);

/* Frees the memory of all values of a section, and sets the pointers to NULL. */
PetscErrorCode GrKeysFree(const GrKey *keys, char *base);

/* Relations between the keys of a section of the input, for example "key a excludes key b". The members excludes,
   needs, unless, with, above and like of GrKey define them. */
/* Checks the relations between the keys of a section that has been read. base: struct with the values of the
   section. map: the section in the input, for messages. */
PetscErrorCode GrKeyRelationsCheck(const GrNode *map, const GrKey *keys, unsigned scope, const char *base);

/* Writes the relations between the keys of a section to its JSON schema, as the member "allOf". Writes nothing if
   the keys have no relations. */
void GrKeyRelationsSchema(GrText *out, const GrKey *keys, unsigned scope);

/* Prints the relations of a key to other keys, for the reference of keys. */
void GrKeyRelationsPrint(GrText *out, const GrKey *key);

/* Fails if a list of any length has a number without a unit, other than 0, beside a number whose unit is no SI unit: in
   [0, 1, 2 mm] the 1 would count as 1 m. */
PetscErrorCode GrKeyCheckUnits(const GrNode *list);

#endif
