/* Keys of the input, as tables. One row describes a key: name, kind of value, meaning, unit, range, default,
   relations to other keys, and the place of the value in a struct. The same rows read and check the input, write the
   resolved case, and print the schema and the reference of keys. Rows of laws, mechanisms, wall shapes and
   generators become rows of this type (registry.h). To add a key: add a row (src/input/case/tables*.c) and a field
   (granum/case.h). */
#ifndef GRANUM_INPUT_KEY_KEY_H
#define GRANUM_INPUT_KEY_KEY_H

#include "base/text.h"
#include "input/yaml/node.h"
#include <math.h>

typedef struct GrKey GrKey;

/* Position of the writer of a resolved case (input.yaml, with all defaults): the case, and the form of its next line.
   */
typedef struct {
  const GrCase *the_case;
  int indent;  /* indentation of the keys of the current section [blanks] */
  bool bullet; /* whether the next key is the first key of an item of a list, which begins with "- " */
} GrKeyWriting;

/* Kinds of cases, as bits: a key belongs to some of them. CHAIN, PLANE and SPACE are cases with `problem: particles` in
   dimension 1, 2 and 3. */
#define GR_PROBLEM_NAMES "particles|impact|bounce|mechanism"
enum {
  GR_IN_CHAIN = 1,
  GR_IN_PLANE = 2,
  GR_IN_SPACE = 4,
  GR_IN_IMPACT = 8,
  GR_IN_BOUNCE = 16,
  GR_IN_MECHANISM = 32,
  GR_IN_BULK = GR_IN_PLANE | GR_IN_SPACE,
  GR_IN_PARTICLES = GR_IN_CHAIN | GR_IN_BULK,
  GR_IN_COLLISION = GR_IN_IMPACT | GR_IN_BOUNCE,
  GR_IN_STUDY = GR_IN_COLLISION | GR_IN_MECHANISM, /* several cases in one input */
  GR_IN_ALL = GR_IN_PARTICLES | GR_IN_STUDY
};

/* Returns the kind of a case: one of the bits GR_IN_CHAIN to GR_IN_MECHANISM. */
static inline unsigned GrKeyScopeOf(const GrCase *the_case)
{
  if (the_case->problem == GR_PROBLEM_IMPACT)
    return GR_IN_IMPACT;
  if (the_case->problem == GR_PROBLEM_BOUNCE)
    return GR_IN_BOUNCE;
  if (the_case->problem == GR_PROBLEM_MECHANISM)
    return GR_IN_MECHANISM;
  return the_case->dimension == 2 ? GR_IN_PLANE : the_case->dimension == 3 ? GR_IN_SPACE : GR_IN_CHAIN;
}

/* A kind of value: functions that read, write and describe a value. base: the struct of the section, which has the
   value at the offset key->offset; scope: the kind of the case, or, for a schema, several kinds (GR_IN_...). */
typedef struct GrKeyKind GrKeyKind;
struct GrKeyKind {
  const char *type; /* name of the kind in the reference of keys, such as "number" */
  PetscErrorCode (*read)(const GrNode *node, const GrKey *key, unsigned scope, char *base);
  /* sets the value if an optional key is missing; NULL: the value remains zero */
  PetscErrorCode (*absent)(const GrKey *key, char *base);
  /* Writes the value after "key:", either on the same line, or after a line feed on the next lines. */
  void (*write)(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
  /* template of the JSON schema of the value; a word after @ is replaced by a part of the schema (schema.c) */
  const char *schema;
  /* returns whether the resolved case omits the key; NULL: it never does */
  bool (*leaves)(const GrKey *key, const char *base);
  /* frees the memory of the value; NULL: the value has no memory to free */
  PetscErrorCode (*free)(const GrKey *key, char *base);
  /* whether the value is a number, which the range of the key limits */
  bool number;
  /* Only for lists and triples of values (values.c): */
  const GrKeyKind *item; /* kind of an item */
  size_t size;           /* size of an item in memory [bytes] */
  int least;             /* smallest number of items */
  unsigned vector;       /* conditions on a vector: bits GR_VECTOR_... */
};

/* Conditions on a vector. IN_PLANE, ALONG_Z: in dimension 2 it must be in the plane, or along z (both bits: either);
   NONZERO: its length must not be 0; UNIT: it is divided by its length when it is read. */
enum { GR_VECTOR_IN_PLANE = 1, GR_VECTOR_ALONG_Z = 2, GR_VECTOR_NONZERO = 4, GR_VECTOR_UNIT = 8 };

/* Layout in memory of an item of a list or of a map of names: size of the item, offset of its name, and offset of its
   place in the input (GrPlace) [bytes]. Offset -1: the item does not store it. */
typedef struct {
  size_t size;
  long name, place;
} GrKeyElement;

typedef struct GrKeyRegistry GrKeyRegistry;

/* A key: a row of a table of keys. */
struct GrKey {
  const char *name; /* NULL ends the table */
  const GrKeyKind *kind;
  const char *meaning;  /* a noun phrase: `is missing; give MEANING` */
  const char *unit;     /* SI unit of a number, "1" if it has none */
  const char *fallback; /* default as written in the input; NULL: the key is required; "": optional without default */
  const char *choices;  /* words separated by '|'; for GrKeyName: the top-level key whose entries have the names */
  double lower, upper;  /* range of a number; for a list or map of names, if upper > 0: range of the number of items */
  bool lower_open, upper_open;
  double word;          /* number that is stored if the input has the word `auto` or `off` */
  size_t offset, count; /* offsets in the struct of the section of the value, and of the number of its items [bytes] */
  const GrKey *section; /* table of the keys of a map */
  const GrKeyElement *element;
  /* for GrKeyEntry: the registry (list of laws, shapes, ...) of which the value names an entry */
  const GrKeyRegistry *registry;
  GrLawKind law;  /* for the registry of laws: kind of the laws that the key accepts */
  double example; /* value in the worked example of a law */
  /* kinds of cases that have the key, bits GR_IN_...; 0: all. Each kind may have its own row for a name */
  unsigned scope;
  /* whether the value changes no result, which the resolved case notes; the value must be on one line */
  bool aside;
  /* Relations to other keys of the section: names of keys, separated by '|' (relations.c) */
  const char *excludes; /* keys that exclude this key; the name of the key itself is ignored in the list */
  const char *needs;    /* "a|b,c": if this key is given, a or b must be given, and also c */
  const char *unless;   /* the key is required unless one of these keys is given */
  /* "key=a|b": this key is allowed only if `key` has one of these words, and is then required if it has no default */
  const char *with;
  const char *above; /* a key whose number must be less than the number of this key */
  const char *like;  /* key of another list that must have as many numbers as this list */
  bool ascending;    /* whether each number of the list must be greater than the previous number */
};

/* The kinds of values. The comments have the C type of each kind. The number of items of an array is at the offset
   GrKey.count. */
extern const GrKeyKind GrKeyQuantity, GrKeyInteger, GrKeyDigit;         /* C types: double; PetscInt64; int */
extern const GrKeyKind GrKeyText, GrKeyWord, GrKeyChoice, GrKeyBoolean; /* char *; char [GR_NAME_MAX]; enum;
                                                                               PetscBool */
/* C types: int, position of the named entry; char * */
extern const GrKeyKind GrKeyName, GrKeyPath;
/* C types: double [3]; double [3]; PetscBool [3] */
extern const GrKeyKind GrKeyPoint, GrKeyVector, GrKeyFlags;
extern const GrKeyKind GrKeyCounts; /* C type: PetscInt64 [3] */
/* constants of the input, which a case does not store: GrKeyEvaluate replaces them by their values */
extern const GrKeyKind GrKeyConstants;
/* C type: double [3]. Normal: not 0; direction, axis: unit vectors */
extern const GrKeyKind GrKeyNormal, GrKeyDirection, GrKeyAxis;
extern const GrKeyKind GrKeySpin, GrKeySpinAxis; /* C type: double [3], in dimension 2 along z */
/* C types of arrays: double *; PetscInt64 *; int * */
extern const GrKeyKind GrKeyQuantities, GrKeyIntegers, GrKeyNames;
/* GrKeyWords: a set of words, C type unsigned: bit k is word k, 0: all words. GrKeyHints: hints for MPI-IO, char * */
extern const GrKeyKind GrKeyWords, GrKeyHints;
extern const GrKeyKind GrKeyEntry; /* C type: pointer to an entry of a registry */
/* C type: GrLawValue, a number or a word; only a word */
extern const GrKeyKind GrKeyValue, GrKeyValueWord;
/* a map, stored in members of the same struct */
extern const GrKeyKind GrKeySection;
extern const GrKeyKind GrKeyNamed, GrKeyList, GrKeyOneOrList; /* C type: array of structs (GrKeyElement) */
extern const GrKeyKind GrKeyLaw, GrKeyPair;                   /* stored in members of a GrContactRule */
extern const GrKeyKind GrKeyChanges;                          /* stored in a member of a GrBounceChange */
/* a map, or only the value of its first key, a path */
extern const GrKeyKind GrKeyPathOrMap;
extern const GrKeyKind GrKeyGenerator; /* stored in members of a GrGrains */
/* C types: GrRadii; GrWithin; members of a GrGroup */
extern const GrKeyKind GrKeyRadii, GrKeyWithin, GrKeyRadius;
extern const GrKeyKind GrKeyMotion, GrKeyRange; /* C types: GrMotion; GrRange */
/* stored in the GrWallTable of a GrWallMotion */
extern const GrKeyKind GrKeyWallTable;
/* keys of a study, which a case does not store */
extern const GrKeyKind GrKeyVariants, GrKeySweep;
extern const GrKeyKind GrKeyStageWalls, GrKeyStageContacts, GrKeyStageDrag; /* stored in members of a GrStage */
extern const GrKeyKind GrKeyShorthand; /* a word that a check replaces by values of other keys; not stored */
extern const GrKeyKind GrKeyRefused;   /* never accepted */

/* ---- tables ---- */

/* Tables of keys (src/input/case/tables*.c): all keys of a case, which are read into a GrCase, and the keys of some of
   its sections. */
extern const GrKey GrCaseKeys[];
extern const GrKey GrCaseContactKeys[], GrCaseStageKeys[], GrCaseRemovalKeys[], GrCaseCounterKeys[], GrCaseClumpKeys[],
    GrCaseClumpMeshKeys[];
extern const GrKey GrCaseGrainsKeys[], GrCaseWallKeys[], GrCaseGroupForceKeys[], GrCaseDragKeys[], GrCaseDomainKeys[];
extern const GrKey GrCaseBounceChangeKeys[], GrCaseBounceEndKeys[], GrCaseFlightKeys[];
extern const GrKey GrCaseSurfaceKeys[], GrCaseMechanismTimeKeys[], GrCaseMechanismPointKeys[];
extern const GrKey GrCaseDetectorKeys[], GrCaseTaperKeys[], GrCaseBeadKeys[];
extern const GrKey GrCaseRegionKeys[]; /* keys of the shapes of a region in which particles are inserted */
extern const GrKey GrKeyMotionKeys[], GrKeySweepKeys[];

/* Number of the first rows of GrCaseWallKeys whose keys a stage cannot change: shape and material. */
enum { GR_WALL_ROWS_KEPT = 2 };

/* Whether a key belongs to one of the kinds of cases `scope` (bits GR_IN_...). */
static inline bool GrKeyApplies(const GrKey *key, unsigned scope)
{
  return !key->scope || (key->scope & scope);
}

/* Reads a map of the input into the struct `base` by the table `keys`. Checks for unknown keys, keys of other kinds of
   cases, missing required keys, ranges and relations; sets defaults. GrKeysReadPart does the same without relations,
   for a map that has only some keys of the section. */
PetscErrorCode GrKeysRead(const GrNode *node, const GrKey *keys, unsigned scope, char *base);
PetscErrorCode GrKeysReadPart(const GrNode *node, const GrKey *keys, unsigned scope, char *base);

/* GrKeyReadDefault sets the value of a key that the map does not have to its default. The default is read from a
   temporary node, whose GrNode.origin is GrKeyDefault. */
extern const char GrKeyDefault[];
PetscErrorCode GrKeyReadDefault(const GrNode *map, const GrKey *key, unsigned scope, char *base);

/* Writes the keys of a section of the resolved case as YAML. */
void GrKeysWrite(GrText *out, const GrKey *keys, const char *base, GrKeyWriting writing);

/* Frees the memory of all values of a section, and sets the pointers to NULL. */
PetscErrorCode GrKeysFree(const GrKey *keys, char *base);

/* Writes the JSON schema of a value for these kinds of cases. */
void GrKeySchema(GrText *out, const GrKey *key, unsigned scope);
/* Writes the JSON schema of a value that is one of the words `choices`, separated by '|'. */
void GrKeySchemaWords(GrText *out, const char *choices);
/* GrKeyKind.schema of a value that is a number or a map */
#define GR_SCHEMA_NUMBER_OR_MAP "\"anyOf\": [{@number}, {@keys}]"

/* Functions for the members of GrKeyKind that several kinds of values use, here for a section: a map with keys. */
PetscErrorCode GrKeyReadSection(const GrNode *node, const GrKey *key, unsigned scope, char *base);
void GrKeyWriteSection(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
/* Returns whether the resolved case omits all keys of a section. */
bool GrKeyLeavesSection(const GrKey *key, const char *base);
/* The function GrKeyKind.leaves of several kinds: whether the resolved case omits an optional number or vector (NaN), a
   list or map (count 0), or a key that is never written (always true). */
bool GrKeyLeavesNumber(const GrKey *key, const char *base);
bool GrKeyLeavesList(const GrKey *key, const char *base);
bool GrKeyLeavesAlways(const GrKey *key, const char *base);
void GrKeyWriteText(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
PetscErrorCode GrKeyFreePointer(const GrKey *key, char *base);
PetscErrorCode GrKeyFreeSection(const GrKey *key, char *base);

/* Sets *text to the text of a scalar node. Fails for a map, a list or an empty value. */
PetscErrorCode GrKeyScalarText(const GrNode *node, const GrKey *key, const char **text);

/* Reads a value that is one of the words key->choices. Sets *choice to the position of the word, from 0. */
PetscErrorCode GrKeyFindWord(const GrNode *node, const GrKey *key, int *choice);

/* Reads a number with a unit, converted to key->unit, or one of the words key->choices. *choice: position of the word,
   or -1 for a number. choice NULL: the key has no words. */
PetscErrorCode GrKeyNumberOrWord(const GrNode *node, const GrKey *key, int *choice, double *number);

/* Reads a map of parameters of a law that change. value[]: all parameters in the order of the law; GrLawValue.given is
   set for the parameters that the map has. To be called by a check, when the law is known. */
PetscErrorCode GrKeyLawChangesRead(const GrNode *map, const GrLaw *law, GrLawValue value[]);

/* Returns a hint for users of LAMMPS: if a key of a contact rule or of its laws, or the word of `damping: WORD`, is a
   word of LAMMPS, the equivalent input of granum. NULL: no word of LAMMPS. */
const char *GrKeyLammps(const GrNode *node);

/* Fails unless the key of the node is a name of letters, digits, '_', '-' and, if `dots` is set, dots. */
PetscErrorCode GrKeyNameCheck(const GrNode *node, bool dots);

/* The text of one word of a list of words that are separated by '|'. */
typedef struct {
  char text[GR_NAME_MAX];
} GrKeyWordText;
/* Returns word number n of the list `choices`, n from 0, cut to GR_NAME_MAX - 1 bytes. */
GrKeyWordText GrKeyWordAt(const char *choices, int n);
/* Returns the number of words in the list `choices`. */
int GrKeyWordCount(const char *choices);
/* Returns the position of a word in the list `choices`, from 0; -1: the list does not have it. */
int GrKeyWordFind(const char *choices, const char *word);
/* Fails with the message that `word` is not one of the words key->choices. */
PetscErrorCode GrKeyComplainWord(const GrNode *node, const GrKey *key, const char *word);

#endif
