/* Tables of the keys of the input. A row of a table describes a key: name, kind of value, meaning, unit, range,
   default, relations to other keys, and the member of a struct that stores the value. From these rows granum reads and
   checks the input, writes the resolved case (the input with all defaults), and prints the schema and the reference of
   keys. The parameters of laws, mechanisms, wall shapes and generators are converted to such rows (registry.h). To add
   a key: add a row to a table in src/input/case/tables*.c, and a member to a struct in granum/case.h. */
#ifndef GRANUM_INPUT_KEY_KEY_H
#define GRANUM_INPUT_KEY_KEY_H

#include "base/text.h"
#include "input/yaml/node.h"
#include <math.h>

typedef struct GrKey GrKey;

/* State of the writer of a resolved case: the case that it writes, and the format of its next line. */
typedef struct {
  const GrCase *the_case;
  int indent;  /* indentation of the keys of the current section [blanks] */
  bool bullet; /* whether "- " is written before the next key, because it is the first key of an item of a list */
} GrKeyWriting;

/* Kinds of cases, as bits. Cases with `problem: particles` are CHAIN in dimension 1, PLANE in dimension 2, and SPACE in
   dimension 3. Each key may be used in some kinds of cases only (GrKey.scope). */
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
  GR_IN_STUDY = GR_IN_COLLISION | GR_IN_MECHANISM, /* kinds of which an input may describe several cases */
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

/* A kind of value, for example number or vector: functions that read, write and describe a value. base: address of the
   struct that stores the section of the key; the value is at the address base + key->offset. scope: kind of the case, a
   bit GR_IN_...; in functions that write a schema, the bits of several kinds. */
typedef struct GrKeyKind GrKeyKind;
struct GrKeyKind {
  const char *type; /* name of the kind in the reference of keys, for example "number" */
  /* reads the value from the node of the input and stores it */
  PetscErrorCode (*read)(const GrNode *node, const GrKey *key, unsigned scope, char *base);
  /* stores the value of an optional key that the input does not have; NULL: the value remains 0 */
  PetscErrorCode (*absent)(const GrKey *key, char *base);
  /* writes the value after "key:", on the same line or on the next lines */
  void (*write)(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
  /* JSON schema of the value, as a template: schema.c replaces each word that begins with @, for example @number */
  const char *schema;
  /* returns whether the key is omitted in the resolved case; NULL: the key is never omitted */
  bool (*leaves)(const GrKey *key, const char *base);
  /* frees the memory of the value; NULL: the value has no memory to free */
  PetscErrorCode (*free)(const GrKey *key, char *base);
  /* whether the value is a number, which must be in the range GrKey.lower to GrKey.upper */
  bool number;
  /* The following members are only used for lists and vectors (values.c). */
  const GrKeyKind *item; /* kind of an item of the list or vector */
  size_t size;           /* size of an item in memory [bytes] */
  int least;             /* smallest number of items */
  unsigned vector;       /* conditions on a vector: bits GR_VECTOR_... */
};

/* Conditions on a vector, as bits:
     IN_PLANE  in dimension 2 the vector must be in the plane
     ALONG_Z   in dimension 2 the vector must be along z; with both bits, it must be in the plane or along z
     NONZERO   the length of the vector must not be 0
     UNIT      the vector is divided by its length when it is read */
enum { GR_VECTOR_IN_PLANE = 1, GR_VECTOR_ALONG_Z = 2, GR_VECTOR_NONZERO = 4, GR_VECTOR_UNIT = 8 };

/* The struct that stores an item of a list, or an entry of a map whose keys are names. */
typedef struct {
  size_t size; /* size of the struct [bytes] */
  long name;   /* offset of the name of the item in the struct [bytes]; -1: the name is not stored */
  long place;  /* offset of the line and the column in the input (GrPlace) [bytes]; -1: they are not stored */
} GrKeyElement;

typedef struct GrKeyRegistry GrKeyRegistry;

/* A key: a row of a table of keys. */
struct GrKey {
  const char *name; /* NULL ends the table */
  const GrKeyKind *kind;
  const char *meaning;  /* description of the value, a noun phrase; for the message `is missing; give MEANING` */
  const char *unit;     /* SI unit of a number; "1": the number has no unit */
  const char *fallback; /* default, as in the input; NULL: the key is required; "": it is optional without default */
  /* accepted words, separated by '|'; for GrKeyName: the top-level key that defines the accepted names */
  const char *choices;
  /* smallest and largest accepted number; for lists and maps of names with upper > 0: smallest and largest number of
     items */
  double lower, upper;
  /* whether `lower` and `upper` themselves are not accepted */
  bool lower_open, upper_open;
  double word;                 /* number that is stored if the input has a word of `choices` in place of a number */
  size_t offset;               /* offset of the value in the struct that stores the section [bytes] */
  size_t count;                /* offset of the number of items of a list or map in the same struct [bytes] */
  const GrKey *section;        /* for a value that is a map: table of its keys */
  const GrKeyElement *element; /* for a list or a map of names: the struct of an item */
  /* for GrKeyEntry: list (of laws, wall shapes, ...) that has the entry that the value names */
  const GrKeyRegistry *registry;
  GrLawKind law;  /* if the registry is the list of laws: kind of the laws that the key accepts */
  double example; /* for a parameter of a law: value of the parameter in an example for the user */
  /* kinds of cases in which the key may be used, bits GR_IN_...; 0: all kinds. A table may have several rows with the
     same name, for different kinds of cases. */
  unsigned scope;
  /* whether the value has no influence on results; the resolved case marks such keys. The value must fit on a line. */
  bool aside;
  /* Relations to other keys of the section (relations.c). Names of keys are separated by '|'. */
  const char *excludes; /* keys that must not be given together with this key; the key itself may be in the list */
  const char *needs;    /* "a|b,c": if this key is given, c and at least one of a and b must be given, too */
  const char *unless;   /* this key is required if none of these keys is given */
  /* "key=a|b": this key is allowed only if the value of `key` is a or b; it is then required if it has no default */
  const char *with;
  const char *above; /* key whose number must be less than the number of this key */
  const char *like;  /* key of another list, which must have as many numbers as the list of this key */
  bool ascending;    /* whether each number of the list must be greater than the previous number */
};

/* The kinds of values. The comment of a line has the C types in which its kinds store a value, in the same order. */
/* double, PetscInt64, int */
extern const GrKeyKind GrKeyQuantity, GrKeyInteger, GrKeyDigit;
/* char *, char [GR_NAME_MAX], an enum, PetscBool */
extern const GrKeyKind GrKeyText, GrKeyWord, GrKeyChoice, GrKeyBoolean;
/* int: position of the entry with this name; char *: path of a file */
extern const GrKeyKind GrKeyName, GrKeyPath;
/* double [3], double [3], PetscBool [3] */
extern const GrKeyKind GrKeyPoint, GrKeyVector, GrKeyFlags;
extern const GrKeyKind GrKeyCounts; /* PetscInt64 [3] */
/* a map of constants. It is not stored: GrKeyEvaluate replaces the names of constants in the input by their values */
extern const GrKeyKind GrKeyConstants;
/* double [3] each. A normal must not be 0. A direction and an axis are stored as unit vectors */
extern const GrKeyKind GrKeyNormal, GrKeyDirection, GrKeyAxis;
/* double [3] each. In dimension 2 the vector must be along z */
extern const GrKeyKind GrKeySpin, GrKeySpinAxis;
/* arrays: double *, PetscInt64 *, int *. The number of items is stored at the offset GrKey.count */
extern const GrKeyKind GrKeyQuantities, GrKeyIntegers, GrKeyNames;
/* unsigned: a set of words, bit k is word k, 0: all words; char *: hints for MPI-IO */
extern const GrKeyKind GrKeyWords, GrKeyHints;
extern const GrKeyKind GrKeyEntry; /* pointer to an entry of a registry */
/* GrLawValue: a number or a word; GrLawValue: a word */
extern const GrKeyKind GrKeyValue, GrKeyValueWord;
/* a map with the keys GrKey.section. Their values are stored in the same struct, or in a struct that is its member */
extern const GrKeyKind GrKeySection;
extern const GrKeyKind GrKeyBox; /* the same, or the word previous, which GrCaseDomainReadPrevious replaces by a map */
extern const GrKeyKind GrKeyNamed, GrKeyList, GrKeyOneOrList; /* arrays of structs, which GrKey.element describes */
extern const GrKeyKind GrKeyLaw, GrKeyPair;                   /* stored in members of a GrContactRule */
extern const GrKeyKind GrKeyChanges;                          /* stored in a member of a GrBounceChange */
/* a map, or in place of the map only the value of its first key, which is a path */
extern const GrKeyKind GrKeyPathOrMap;
extern const GrKeyKind GrKeyGenerator; /* stored in members of a GrGrains */
/* GrRadii, GrWithin; GrKeyRadius is stored in members of a GrGroup */
extern const GrKeyKind GrKeyRadii, GrKeyWithin, GrKeyRadius;
extern const GrKeyKind GrKeyMotion, GrKeyRange; /* GrMotion, GrRange */
/* stored in the GrWallTable of a GrWallMotion */
extern const GrKeyKind GrKeyWallTable;
/* keys that describe the cases of a study. They are not stored in a case */
extern const GrKeyKind GrKeyVariants, GrKeySweep;
extern const GrKeyKind GrKeyStageWalls, GrKeyStageContacts, GrKeyStagePart; /* stored in members of a GrStage */
/* a word that stands for values of several other keys. It is not stored: a check sets these values */
extern const GrKeyKind GrKeyShorthand;
extern const GrKeyKind GrKeyRefused; /* the input must not have this key; the error message is GrKey.meaning */

/* ---- tables ---- */

/* Tables of keys (src/input/case/tables*.c). GrCaseKeys has all keys of a case, which are read into a GrCase. The other
   tables have the keys of sections of the case. */
extern const GrKey GrCaseKeys[];
extern const GrKey GrCaseContactKeys[], GrCaseStageKeys[], GrCaseRemovalKeys[], GrCaseCounterKeys[], GrCaseClumpKeys[],
    GrCaseClumpMeshKeys[];
extern const GrKey GrCaseGrainsKeys[], GrCaseWallKeys[], GrCaseGroupForceKeys[], GrCaseDragKeys[], GrCaseDomainKeys[];
extern const GrKey GrCaseBounceChangeKeys[], GrCaseBounceEndKeys[], GrCaseFlightKeys[];
extern const GrKey GrCaseSurfaceKeys[], GrCaseMechanismTimeKeys[], GrCaseMechanismPointKeys[];
extern const GrKey GrCaseDetectorKeys[], GrCaseTaperKeys[], GrCaseBeadKeys[];
extern const GrKey GrCaseRegionKeys[]; /* keys of the shapes of a region in which particles are inserted */
extern const GrKey GrKeyMotionKeys[], GrKeySweepKeys[];

/* A stage cannot change the keys in this number of first rows of GrCaseWallKeys: shape and material. */
enum { GR_WALL_ROWS_KEPT = 2 };

/* Whether a key may be used in a kind of cases in `scope` (bits GR_IN_...). */
static inline bool GrKeyApplies(const GrKey *key, unsigned scope)
{
  return !key->scope || (key->scope & scope);
}

/* Reads a map of the input and stores its values in the struct `base`. keys: table of the keys of the map. Sets the
   values of missing keys to their defaults. Fails if a key is unknown, belongs to other kinds of cases, or is required
   but missing, and if a value violates a range or a relation. */
PetscErrorCode GrKeysRead(const GrNode *node, const GrKey *keys, unsigned scope, char *base);
/* Does the same without the relations, for a map that has only some keys of the section. */
PetscErrorCode GrKeysReadPart(const GrNode *node, const GrKey *keys, unsigned scope, char *base);

/* GrNode.origin of the temporary nodes from which GrKeyReadDefault reads the defaults. */
extern const char GrKeyDefault[];
/* Sets the value of a key to its default. map: the map of the input that does not have the key. */
PetscErrorCode GrKeyReadDefault(const GrNode *map, const GrKey *key, unsigned scope, char *base);

/* Writes the keys of a section of the resolved case as YAML. */
void GrKeysWrite(GrText *out, const GrKey *keys, const char *base, GrKeyWriting writing);

/* Frees the memory of all values of a section, and sets the pointers to NULL. */
PetscErrorCode GrKeysFree(const GrKey *keys, char *base);

/* Writes the JSON schema of the value of a key. scope: kinds of cases in which it is valid (bits GR_IN_...). */
void GrKeySchema(GrText *out, const GrKey *key, unsigned scope);
/* Writes the JSON schema of a value that is one of the words `choices`, separated by '|'. */
void GrKeySchemaWords(GrText *out, const char *choices);
/* GrKeyKind.schema of a value that may be a number or a map. */
#define GR_SCHEMA_NUMBER_OR_MAP "\"anyOf\": [{@number}, {@keys}]"

/* Functions for members of GrKeyKind, used by several kinds of values. A section is a map with the keys
   GrKey.section. */
PetscErrorCode GrKeyReadSection(const GrNode *node, const GrKey *key, unsigned scope, char *base);
void GrKeyWriteSection(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
/* GrKeyKind.leaves of a section: returns whether all keys of the section are omitted in the resolved case. */
bool GrKeyLeavesSection(const GrKey *key, const char *base);
/* GrKeyKind.leaves of numbers and vectors: an optional value is omitted if it is NaN. */
bool GrKeyLeavesNumber(const GrKey *key, const char *base);
/* GrKeyKind.leaves of lists and maps of names: an optional value is omitted if it has no items. */
bool GrKeyLeavesList(const GrKey *key, const char *base);
/* GrKeyKind.leaves of keys that are always omitted. */
bool GrKeyLeavesAlways(const GrKey *key, const char *base);
void GrKeyWriteText(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
PetscErrorCode GrKeyFreePointer(const GrKey *key, char *base);
PetscErrorCode GrKeyFreeSection(const GrKey *key, char *base);

/* Sets *text to the text of a scalar node. Fails for a map, a list or an empty value. */
PetscErrorCode GrKeyScalarText(const GrNode *node, const GrKey *key, const char **text);

/* Reads a value that is one of the words key->choices. Sets *choice to the position of the word, from 0. */
PetscErrorCode GrKeyFindWord(const GrNode *node, const GrKey *key, int *choice);

/* Reads a number with a unit, or one of the words key->choices. Sets *number to the number, converted to key->unit, and
   *choice to -1. For a word, sets *choice to its position, from 0. choice may be NULL if the key accepts no words. */
PetscErrorCode GrKeyNumberOrWord(const GrNode *node, const GrKey *key, int *choice, double *number);

/* Reads a map with new values of some parameters of a law. value[]: a value for each parameter of the law, in the order
   of its table; GrLawValue.given is set for the parameters in the map. Must be called by a check of the case: before
   the checks the law is not known. */
PetscErrorCode GrKeyLawChangesRead(const GrNode *map, const GrLaw *law, GrLawValue value[]);

/* Returns a hint for a user who has written a word of LAMMPS in a contact rule: as a key of the rule, as a key of its
   laws, or as WORD in `damping: WORD`. The hint is the equivalent input of granum. NULL: it is no word of LAMMPS. */
const char *GrKeyLammps(const GrNode *node);

/* Fails unless the key of the node is a name that consists of letters, digits, '_' and '-'. If `dots` is set, the name
   may also have dots. */
PetscErrorCode GrKeyNameCheck(const GrNode *node, bool dots);

/* A single word from a list of words that are separated by '|'. */
typedef struct {
  char text[GR_NAME_MAX];
} GrKeyWordText;
/* Returns word number n of the list `choices`, n from 0. A word of more than GR_NAME_MAX - 1 bytes is truncated. */
GrKeyWordText GrKeyWordAt(const char *choices, int n);
/* Returns the number of words in the list `choices`. */
int GrKeyWordCount(const char *choices);
/* Returns the position of a word in the list `choices`, from 0; -1: the list does not have it. */
int GrKeyWordFind(const char *choices, const char *word);
/* Fails with a message: `word` is not accepted, and these are the accepted words (key->choices). */
PetscErrorCode GrKeyComplainWord(const GrNode *node, const GrKey *key, const char *word);

#endif
