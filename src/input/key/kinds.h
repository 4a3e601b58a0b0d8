/* The kinds of values of input keys, such as number, vector or path, and functions that several kinds use. */
#ifndef GRANUM_INPUT_KEY_KINDS_H
#define GRANUM_INPUT_KEY_KINDS_H

#include "input/key/key_row.h"

/* The kinds of values. The comment on each line gives the C types in which the kinds on the line store a value, in
   their order. */
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
/* a number or a word; a word. The value is stored in a GrLawValue. */
extern const GrKeyKind GrKeyValue, GrKeyValueWord;
/* a map with the keys GrKey.section. Their values are stored in the same struct, or in a struct that is its member */
extern const GrKeyKind GrKeySection;
extern const GrKeyKind GrKeyBox;                              /* a map as GrKeySection, or the word `previous` */
extern const GrKeyKind GrKeyNamed, GrKeyList, GrKeyOneOrList; /* keys with an array of structs (GrKey.element) */
extern const GrKeyKind GrKeyLaw, GrKeyPair;                   /* stored in members of a GrContactRule */
extern const GrKeyKind GrKeyChanges;                          /* stored in a member of a GrBounceChange */
/* a map, or in place of the map only the value of its first key, which is a path */
extern const GrKeyKind GrKeyPathOrMap;
extern const GrKeyKind GrKeyGenerator; /* stored in members of a GrGrains */
/* GrKeyRadii stores a GrRadii, GrKeyWithin a GrWithin, and GrKeyRadius stores values in members of a GrGroup */
extern const GrKeyKind GrKeyRadii, GrKeyWithin, GrKeyRadius;
extern const GrKeyKind GrKeyMotion, GrKeyRange; /* GrMotion, GrRange */
/* stored in the GrWallTable of a GrWallMotion */
extern const GrKeyKind GrKeyWallTable;
/* keys that describe the cases of a study. They are not stored in a case */
extern const GrKeyKind GrKeyVariants, GrKeySweep;
extern const GrKeyKind GrKeyStageWalls, GrKeyStageContacts, GrKeyStagePart; /* stored in members of a GrStage */
/* a word that sets the values of several other keys. The word is not stored: a check sets these values */
extern const GrKeyKind GrKeyShorthand;
extern const GrKeyKind GrKeyRefused; /* the input must not have this key; the error message is GrKey.meaning */

/* Writes the JSON schema of the value of a key. scope: kinds of cases in which it is valid (bits GR_IN_...). */
void GrKeySchema(GrText *out, const GrKey *key, unsigned scope);
/* Writes the JSON schema of a value that is one of the words `choices`, separated by '|'. */
void GrKeySchemaWords(GrText *out, const char *choices);
/* GrKeyKind.schema of a value that may be a number or a map. */
#define GR_SCHEMA_NUMBER_OR_MAP "\"anyOf\": [{@number}, {@keys}]"

/* GrKeyKind.read and .write of a section: a map with the keys GrKey.section, stored in a struct. */
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
