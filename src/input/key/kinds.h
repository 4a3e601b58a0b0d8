/* The kinds of values of input keys, such as number, vector or path, and functions that several kinds use. */
#ifndef GRANUM_INPUT_KEY_KINDS_H
#define GRANUM_INPUT_KEY_KINDS_H

#include "input/key/key_row.h"
#include <stdbool.h>

/* Kinds of values of input keys. The comment above or beside a declaration describes its kinds in the same order: the
   value in the input, and the C type that stores it. */
/* a real number, stored as double; an integer, stored as PetscInt64; a small integer, stored as int */
extern const GrKeyKind GrKeyQuantity, GrKeyInteger, GrKeyDigit;
/* a text, stored as char *; a word, as char [GR_NAME_MAX]; a word of GrKey.choices, as enum; true or false, as
   bool */
extern const GrKeyKind GrKeyText, GrKeyWord, GrKeyChoice, GrKeyBoolean;
/* the name of an entry of the input, stored as the position of the entry (int); the path of a file, stored as char * */
extern const GrKeyKind GrKeyName, GrKeyPath;
/* a point and a vector, stored as double [3]; three words true or false, stored as bool [3] */
extern const GrKeyKind GrKeyPoint, GrKeyVector, GrKeyFlags;
/* values that may be functions of time, stored as const GrFunction * at GrKey.count; NULL: the value is constant. A
   number, stored as double; a vector, and a vector that in dimension 2 is along z, stored as double [3] */
extern const GrKeyKind GrKeyQuantityOfTime, GrKeyVectorOfTime, GrKeySpinOfTime, GrKeyPathOfTime;
extern const GrKeyKind GrKeyCounts; /* three integers, stored as PetscInt64 [3] */
/* a map of constants. It is not stored: GrKeyEvaluate replaces the names of constants in the input by their values */
extern const GrKeyKind GrKeyConstants;
/* vectors, stored as double [3]. A normal must not be 0. A direction and an axis are stored as unit vectors */
extern const GrKeyKind GrKeyNormal, GrKeyDirection, GrKeyAxis;
/* vectors, stored as double [3]. In dimension 2 they must be along z */
extern const GrKeyKind GrKeySpin, GrKeySpinAxis;
/* lists of real numbers, integers and names, each stored as a pointer to an array (double *, PetscInt64 *, int *). For
   each name the array has the position, from 0, of the entry with this name in the input. The struct of the section
   also has the number of items, at the byte offset GrKey.count */
extern const GrKeyKind GrKeyQuantities, GrKeyIntegers, GrKeyNames;
/* some words of GrKey.choices, stored as unsigned: bit k is set for word k, 0 means all words; hints for MPI-IO, stored
   as char * */
extern const GrKeyKind GrKeyWords, GrKeyHints;
extern const GrKeyKind GrKeyEntry; /* the name of a law, a wall shape, ...; stored as a pointer to its descriptor */
/* GrKeyValue: a number or a word. GrKeyValueWord: a word. Both are values of a law's parameter, stored as GrLawValue */
extern const GrKeyKind GrKeyValue, GrKeyValueWord;
/* a map with the keys GrKey.section. It is stored in the struct of the outer section, or in a member of this struct */
extern const GrKeyKind GrKeySection;
extern const GrKeyKind GrKeyBox; /* a map as GrKeySection, or the word `previous` */
/* GrKeyNamed: a map whose keys are names. GrKeyList: a list of maps. GrKeyOneOrList: one map or a list of maps. All
   three are stored as an array of structs. GrKey.element describes the layout of such a struct */
extern const GrKeyKind GrKeyNamed, GrKeyList, GrKeyOneOrList;
extern const GrKeyKind GrKeyLaw, GrKeyPair; /* a law, and two materials, in a GrContactRule */
extern const GrKeyKind GrKeyChanges;        /* new values of a law's parameters, stored in a GrBounceChange */
/* a map whose first key is the path of a file, or only this path */
extern const GrKeyKind GrKeyPathOrMap;
extern const GrKeyKind GrKeyGenerator; /* the keys of a generator of particles, stored in a GrGrains */
/* particle radii (GrRadii), a region (GrWithin), the radius of the beads of a group (members of a GrGroup) */
extern const GrKeyKind GrKeyRadii, GrKeyWithin, GrKeyRadius;
extern const GrKeyKind GrKeyMotion, GrKeyRange; /* a motion (GrMotion), a range of numbers (GrRange) */
/* a table of the motion of a wall, stored in the GrWallTable of a GrWallMotion */
extern const GrKeyKind GrKeyWallTable;
/* GrKeyIndicator: the comparison of an indicator with bounds. GrKeyLimit: the same, or a number, which is the upper
   bound. GrKeyCondition: a map with one condition. These are stored in a GrCondition. GrKeyConditions: a list of such
   maps, stored as an array of GrCondition */
extern const GrKeyKind GrKeyIndicator, GrKeyLimit, GrKeyCondition, GrKeyConditions;
/* keys that describe the cases of a study. They are not stored in a case */
extern const GrKeyKind GrKeyVariants, GrKeySweep;
extern const GrKeyKind GrKeyAmount; /* a number with any unit, stored as a GrAmount */
/* a key of the case that a stage changes: the key of the same name in the table GrKey.section. GrKey.choices: top-level
   key whose map has this key; NULL: it is a top-level key. GrKey.offset: offset in GrCase of the struct of the map. The
   merged input of the stage is read by the kinds of the case (src/input/case/stages.c) */
extern const GrKeyKind GrKeyStaged;
/* a word that sets the values of several other keys; only these values are stored */
extern const GrKeyKind GrKeyShorthand;
extern const GrKeyKind GrKeyRefused; /* a key that the input must not have; the error message is GrKey.meaning */

/* Functions of the kind GrKeyList, which other kinds of lists use. */
PetscErrorCode GrKeyReadList(const GrNode *node, const GrKey *key, unsigned scope, char *base);
void GrKeyWriteList(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
bool GrKeyLeavesList(const GrKey *key, const char *base);
PetscErrorCode GrKeyFreeList(const GrKey *key, char *base);

/* Writes the JSON schema of a value that is one of the words `choices`, separated by '|'. */
void GrKeySchemaWords(GrText *out, const char *choices);
/* Template of the JSON schema (GrKeyKind.schema) of a value that may be a number or a map. */
#define GR_SCHEMA_NUMBER_OR_MAP "\"anyOf\": [{@number}, {@keys}]"

/* Functions `read` and `write` (GrKeyKind) of a section: a map with the keys GrKey.section, stored in a struct. */
PetscErrorCode GrKeyReadSection(const GrNode *node, const GrKey *key, unsigned scope, char *base);
void GrKeyWriteSection(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
/* Function `leaves` (GrKeyKind) of a section: returns whether the resolved case, the input with all defaults, omits the
   section, because it omits all keys in it. */
bool GrKeyLeavesSection(const GrKey *key, const char *base);
/* Function `leaves` (GrKeyKind) of numbers and vectors: the resolved case omits an optional value that is NaN. */
bool GrKeyLeavesNumber(const GrKey *key, const char *base);
/* Function `leaves` (GrKeyKind) of keys that the resolved case always omits. */
bool GrKeyLeavesAlways(const GrKey *key, const char *base);
/* Function `write` (GrKeyKind) of a text that the struct stores as a char *. */
void GrKeyWriteText(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
/* Functions `free` (GrKeyKind) of a value that is a pointer to memory, and of a section. */
PetscErrorCode GrKeyFreePointer(const GrKey *key, char *base);
PetscErrorCode GrKeyFreeSection(const GrKey *key, char *base);

/* Sets *text to the text of a scalar node. Fails for a map, a list or an empty value. */
PetscErrorCode GrKeyScalarText(const GrNode *node, const GrKey *key, const char **text);

/* Reads a value that is one of the words key->choices. Sets *choice to the position of the word, from 0. */
PetscErrorCode GrKeyFindWord(const GrNode *node, const GrKey *key, int *choice);

/* Reads a number with a unit, or one of the words key->choices. Sets *number to the number, converted to key->unit, and
   *choice to -1. For a word, sets *choice to its position, from 0. choice may be NULL if the key accepts no words. */
PetscErrorCode GrKeyNumberOrWord(const GrNode *node, const GrKey *key, int *choice, double *number);

/* Fails if a list of any length has a number without a unit, other than 0, beside a number whose unit is no SI unit: in
   [0, 1, 2 mm] the 1 would count as 1 m. */
PetscErrorCode GrKeyCheckUnits(const GrNode *list);

/* Reads a map with new values of some parameters of a law. value[]: a value for each parameter of the law, in the order
   of the law's table of parameters. GrLawValue.given is set for the parameters in the map. Only checks of the case may
   call it, because the law is not known before the checks. */
PetscErrorCode GrKeyLawChangesRead(const GrNode *map, const GrLaw *law, GrLawValue value[]);

/* Returns a hint for a user who has written a word of LAMMPS in a contact rule: as a key of the rule, as a key of its
   laws, or as WORD in `damping: WORD`. The hint is the equivalent input of granum. NULL: the user has written no
   word of LAMMPS. */
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
/* Returns whether word number n of the list `choices` stands for a number (`word=number`), and sets *number to it. */
bool GrKeyWordNumber(const char *choices, int n, double *number);
/* Returns the number of words in the list `choices`. */
int GrKeyWordCount(const char *choices);
/* Returns the position of a word in the list `choices`, from 0; -1: the list does not have it. */
int GrKeyWordFind(const char *choices, const char *word);
enum { GR_KEY_LIST_MAX = 512 };
/* Writes the words of the list `choices` as a text, such as "a, b or c". last: separator before the last word. */
void GrKeyWordList(const char *choices, const char *last, char list[GR_KEY_LIST_MAX]);
/* Fails with a message: `word` is not accepted, and these are the accepted words (key->choices). */
PetscErrorCode GrKeyComplainWord(const GrNode *node, const GrKey *key, const char *word);

#endif
