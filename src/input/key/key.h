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

/* State of writing a resolved case: the case, and the position in its text. */
typedef struct {
  const GrCase *the_case;
  int indent;  /* number of blanks before the keys of the current section */
  bool bullet; /* the next key is the first key of an item of a list */
} GrKeyWriting;

/* Kinds of cases that a key belongs to. Chains, planes and spaces are problem particles in dimension 1, 2 and 3. */
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

/* The kind of a case: one of the bits GR_IN_CHAIN to GR_IN_MECHANISM. */
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

/* A kind of value: functions that read, write and describe a value. `base` is the struct of the section, which has the
   value at key->offset; `scope` is the kind of the case, in a schema the kinds of cases. */
typedef struct GrKeyKind GrKeyKind;
struct GrKeyKind {
  const char *type; /* name of the kind in the reference of keys, such as "number" */
  PetscErrorCode (*read)(const GrNode *node, const GrKey *key, unsigned scope, char *base);
  PetscErrorCode (*absent)(const GrKey *key, char *base); /* sets an optional value that is missing; NULL: keep zeros */
  /* Writes the value after "key:": on this line, or on the next lines, after a line feed. */
  void (*write)(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
  const char *schema; /* members of a JSON schema, without description; a word after @ stands for a part (schema.c) */
  bool (*leaves)(const GrKey *key, const char *base);   /* whether the resolved case omits the key; NULL: never */
  PetscErrorCode (*free)(const GrKey *key, char *base); /* frees the memory of the value; NULL: it has none */
  bool number;                                          /* the value is a number, limited by the range of its key */
  /* Lists and triples of values (values.c) */
  const GrKeyKind *item; /* kind of an item */
  size_t size;           /* size of an item in memory [bytes] */
  int least;             /* smallest number of items */
  unsigned vector;       /* conditions on a vector: bits GR_VECTOR_... */
};

/* Conditions on a vector. In dimension 2 it is in the plane, or along z, or either; its length is not 0; the reader
   divides it by its length. */
enum { GR_VECTOR_IN_PLANE = 1, GR_VECTOR_ALONG_Z = 2, GR_VECTOR_NONZERO = 4, GR_VECTOR_UNIT = 8 };

/* Memory of an item of a map of names or of a list: its size, and the offsets of its name and of its place in the input
   [bytes]; -1: not stored. */
typedef struct {
  size_t size;
  long name, place;
} GrKeyElement;

typedef struct GrKeyRegistry GrKeyRegistry;

/* A row of a table. */
struct GrKey {
  const char *name; /* NULL ends the table */
  const GrKeyKind *kind;
  const char *meaning;  /* a noun phrase: `is missing; give MEANING` */
  const char *unit;     /* SI unit of a number, "1" if it has none */
  const char *fallback; /* default as written in the input; NULL: required; "": optional */
  const char *choices;  /* words separated by '|'; GrKeyName: the top-level key that defines the names */
  double lower, upper;  /* range of a number; of a map of names or a list: number of items, if upper > 0 */
  bool lower_open, upper_open;
  double word;          /* number that is stored for the word `auto` or `off` */
  size_t offset, count; /* offsets in the struct of the section: of the value, and of the number of its items */
  const GrKey *section; /* table of the keys of a map */
  const GrKeyElement *element;
  const GrKeyRegistry *registry; /* for GrKeyEntry: the list in which the value names an entry */
  GrLawKind law;                 /* for the registry of laws: kind of the laws that the key accepts */
  double example;                /* number in the example of a law */
  unsigned scope; /* kinds of cases that have the key, GR_IN_...; 0: all. A name may have a row for each kind */
  bool aside;     /* the value is on one line and changes no result: the resolved case says so */
  /* Relations to other keys of the section, by their names, separated by '|' (relations.c) */
  const char *excludes; /* keys that exclude this key; its own name in the list is ignored */
  const char *needs;    /* "a|b,c": with this key, a or b must be given, and also c */
  const char *unless;   /* required, unless one of these keys is given */
  const char *with; /* "key=a|b": allowed only if that key has one of these words; then required if it has no default */
  const char *above; /* key whose number must be less than the number of this key */
  const char *like;  /* key of a list that must have as many numbers as this list */
  bool ascending;    /* each number of the list is greater than the one before it */
};

/* Kinds of values, and the C type of each. The number of items of an array is at GrKey.count. */
extern const GrKeyKind GrKeyQuantity, GrKeyInteger, GrKeyDigit;         /* double; PetscInt64; int */
extern const GrKeyKind GrKeyText, GrKeyWord, GrKeyChoice, GrKeyBoolean; /* char *; char [GR_NAME_MAX]; enum;
                                                                               PetscBool */
extern const GrKeyKind GrKeyName, GrKeyPath;                            /* int, a position; char * */
extern const GrKeyKind GrKeyPoint, GrKeyVector, GrKeyFlags;             /* double [3]; double [3]; PetscBool [3] */
extern const GrKeyKind GrKeyCounts;                                     /* PetscInt64 [3] */
extern const GrKeyKind GrKeyConstants;                                  /* no value: GrKeyEvaluate removes them */
extern const GrKeyKind GrKeyNormal, GrKeyDirection, GrKeyAxis;          /* double [3], not 0; the same, length 1 */
extern const GrKeyKind GrKeySpin, GrKeySpinAxis;                        /* double [3], in dimension 2 along z */
extern const GrKeyKind GrKeyQuantities, GrKeyIntegers, GrKeyNames;      /* arrays: double *; PetscInt64 *; int * */
extern const GrKeyKind GrKeyWords, GrKeyHints;                          /* unsigned, bit k: word k, 0: all; char * */
extern const GrKeyKind GrKeyEntry;                                      /* pointer to an entry of a registry */
extern const GrKeyKind GrKeyValue, GrKeyValueWord;                      /* GrLawValue: number or word; word */
extern const GrKeyKind GrKeySection;                                    /* members of the same struct */
extern const GrKeyKind GrKeyNamed, GrKeyList, GrKeyOneOrList;           /* array of elements */
extern const GrKeyKind GrKeyLaw, GrKeyPair;                             /* members of a GrContactRule */
extern const GrKeyKind GrKeyChanges;                                    /* member of a GrBounceChange */
extern const GrKeyKind GrKeyPathOrMap;                                  /* members; the first one is a path */
extern const GrKeyKind GrKeyGenerator;                                  /* members of a GrGrains */
extern const GrKeyKind GrKeyRadii, GrKeyWithin, GrKeyRadius;            /* GrRadii; GrWithin; of a GrGroup */
extern const GrKeyKind GrKeyMotion, GrKeyRange;                         /* GrMotion; GrRange */
extern const GrKeyKind GrKeyWallTable;                                  /* GrWallTable in a GrWallMotion */
extern const GrKeyKind GrKeyVariants, GrKeySweep;                       /* keys of a study, not of a case */
extern const GrKeyKind GrKeyStageWalls, GrKeyStageContacts, GrKeyStageDrag; /* members of a GrStage */
extern const GrKeyKind GrKeyShorthand; /* word that a check replaces by other keys; not stored */
extern const GrKeyKind GrKeyRefused;   /* never accepted */

/* ---- tables ---- */

/* All keys of a case, to be read into a GrCase, and tables of some of its sections (src/input/case/tables*.c). */
extern const GrKey GrCaseKeys[];
extern const GrKey GrCaseContactKeys[], GrCaseStageKeys[], GrCaseRemovalKeys[], GrCaseCounterKeys[], GrCaseClumpKeys[];
extern const GrKey GrCaseGrainsKeys[], GrCaseWallKeys[], GrCaseGroupForceKeys[], GrCaseDragKeys[], GrCaseDomainKeys[];
extern const GrKey GrCaseBounceChangeKeys[], GrCaseBounceEndKeys[], GrCaseFlightKeys[];
extern const GrKey GrCaseSurfaceKeys[], GrCaseMechanismTimeKeys[], GrCaseMechanismPointKeys[];
extern const GrKey GrCaseDetectorKeys[], GrCaseTaperKeys[], GrCaseBeadKeys[];
extern const GrKey GrCaseRegionKeys[]; /* shapes in which particles are inserted */
extern const GrKey GrKeyMotionKeys[], GrKeySweepKeys[];

/* Number of rows at the beginning of GrCaseWallKeys that a stage cannot change: shape and material. */
enum { GR_WALL_ROWS_KEPT = 2 };

/* Whether the key belongs to one of these kinds of cases. */
static inline bool GrKeyApplies(const GrKey *key, unsigned scope)
{
  return !key->scope || (key->scope & scope);
}

/* Reads a map into the struct `base` by its table. Checks for unknown keys, keys of other kinds of cases, missing
   required keys, ranges and relations; sets defaults. GrKeysReadPart does not check relations, because its map has only
   some keys of the section. */
PetscErrorCode GrKeysRead(const GrNode *node, const GrKey *keys, unsigned scope, char *base);
PetscErrorCode GrKeysReadPart(const GrNode *node, const GrKey *keys, unsigned scope, char *base);

/* Sets a key that the map does not give to its default, which is read from a node of origin GrKeyDefault. */
extern const char GrKeyDefault[];
PetscErrorCode GrKeyReadDefault(const GrNode *map, const GrKey *key, unsigned scope, char *base);

/* Writes the keys of a section as YAML, for the resolved case. */
void GrKeysWrite(GrText *out, const GrKey *keys, const char *base, GrKeyWriting writing);

/* Frees the memory of all values of a section. Pointers become NULL. */
PetscErrorCode GrKeysFree(const GrKey *keys, char *base);

/* Writes the JSON schema of a value for these kinds of cases. */
void GrKeySchema(GrText *out, const GrKey *key, unsigned scope);
/* Writes the JSON schema of a value that is one of the words `choices`, separated by '|'. */
void GrKeySchemaWords(GrText *out, const char *choices);
/* Template of the schema of a value that is a number or a map */
#define GR_SCHEMA_NUMBER_OR_MAP "\"anyOf\": [{@number}, {@keys}]"

/* Functions of GrKeyKind that several kinds of values use. */
PetscErrorCode GrKeyReadSection(const GrNode *node, const GrKey *key, unsigned scope, char *base);
void GrKeyWriteSection(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
/* Returns whether the resolved case omits all keys of a section. */
bool GrKeyLeavesSection(const GrKey *key, const char *base);
/* Returns the same for an optional number or vector, for a list or map with a count, and for a key never written. */
bool GrKeyLeavesNumber(const GrKey *key, const char *base);
bool GrKeyLeavesList(const GrKey *key, const char *base);
bool GrKeyLeavesAlways(const GrKey *key, const char *base);
void GrKeyWriteText(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
PetscErrorCode GrKeyFreePointer(const GrKey *key, char *base);
PetscErrorCode GrKeyFreeSection(const GrKey *key, char *base);

/* The text of a scalar node. Complains about a map, a list or an empty value. */
PetscErrorCode GrKeyScalarText(const GrNode *node, const GrKey *key, const char **text);

/* Reads a word of the key. *choice: its position. */
PetscErrorCode GrKeyFindWord(const GrNode *node, const GrKey *key, int *choice);

/* Reads a number with a unit, in the unit of the key, or one of the words of the key. *choice: -1, or the position
   of the word; NULL: the key has no words. */
PetscErrorCode GrKeyNumberOrWord(const GrNode *node, const GrKey *key, int *choice, double *number);

/* Reads the parameters of a law that change. value: in the order of the law; `given` marks the parameters of the
   map. A check calls this function when the law is known. */
PetscErrorCode GrKeyLawChangesRead(const GrNode *map, const GrLaw *law, GrLawValue value[]);

/* Returns a hint if a key of a contact rule or of its laws, or the word of `damping: WORD`, is a word of LAMMPS: the
   equivalent input of granum. NULL: it is not. */
const char *GrKeyLammps(const GrNode *node);

/* Complains if the key of the node is no name of letters, digits, '_', '-' and, if allowed, dots. */
PetscErrorCode GrKeyNameCheck(const GrNode *node, bool dots);

/* Functions for words separated by '|', and the text of a word. */
typedef struct {
  char text[GR_NAME_MAX];
} GrKeyWordText;
/* Returns the n-th word, from 0, cut to GR_NAME_MAX - 1 bytes. */
GrKeyWordText GrKeyWordAt(const char *choices, int n);
/* Returns the number of words. */
int GrKeyWordCount(const char *choices);
/* Returns the position of a word, from 0, or -1 if it is missing. */
int GrKeyWordFind(const char *choices, const char *word);
/* Fails with a message that `word` is not a choice of the key. */
PetscErrorCode GrKeyComplainWord(const GrNode *node, const GrKey *key, const char *word);

#endif
