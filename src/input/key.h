/* Keys of the input, as tables. One row says everything about a key: how it is called, what kind of value it takes,
   range, default, meaning, and where the value goes. The same rows read the input, write the resolved case, and print
   the schema and the reference of keys. To add a key: add a row (src/input/tables.c) and a field (granum/case.h). */
#ifndef GR_KEY_H
#define GR_KEY_H

#include "node.h"
#include "text.h"
#include <math.h>

typedef struct GrKey GrKey;

/* What the resolved case is being written from. */
typedef struct {
  const GrCase *the_case;
  int indent;  /* of the keys of the section at hand */
  bool bullet; /* the next key is the first of an item of a list */
} GrWriting;

/* The problems, in the order of GrProblem. */
#define GR_PROBLEM_NAMES "particles|impact"
enum { GR_IN_PARTICLES = 1 << GR_PROBLEM_PARTICLES, GR_IN_IMPACT = 1 << GR_PROBLEM_IMPACT, GR_IN_ALL = 3 };

/* A kind of value. `base` is the struct the section is read into. */
typedef struct {
  const char *type; /* for the reference of keys */
  PetscErrorCode (*read)(const GrNode *node, const GrKey *key, char *base);
  PetscErrorCode (*absent)(const GrKey *key, char *base); /* not given, no default; NULL: leave zero */
  void (*write)(GrText *out, const GrKey *key, const char *base,
                const GrWriting *writing);            /* what follows "key:"; ends the line */
  void (*schema)(GrText *out, const GrKey *key);      /* a JSON schema without description */
  bool (*leaves)(const GrKey *key, const char *base); /* there is nothing to write; NULL: never */
} GrKeyKind;

/* What a named map or a list is made of; offsets in one element, -1: not kept. */
typedef struct {
  size_t size;
  long name, place;
} GrElement;

struct GrKey {
  const char *name; /* ends a table when NULL */
  const GrKeyKind *kind;
  const char *meaning;  /* a noun phrase: `is missing; give MEANING` */
  const char *unit;     /* SI unit of a number, "1" if it has none */
  const char *fallback; /* default as written in the input; NULL: required; "": may be left out */
  const char *choices;  /* words separated by '|'. Reference: the top-level key whose names are meant */
  double lower, upper;  /* range of a number */
  bool lower_open, upper_open;
  double word;          /* number that a word instead of a number stands for (`auto`, `off`) */
  size_t offset, count; /* of the value, and of the int that counts it, in the struct of the section */
  const GrKey *section; /* keys inside */
  const GrElement *element;
  unsigned problems; /* top level: the problems that read the key, GR_IN_..., or 0: all */
};

extern const GrKeyKind GrKeyQuantity, GrKeyInteger, GrKeyDigit,
    GrKeyIntegers; /* double; PetscInt64; int; PetscInt64 *, counted */
extern const GrKeyKind GrKeyText, GrKeyWord, GrKeyChoice, GrKeyBoolean,
    GrKeyName; /* char *; char [GR_NAME_MAX]; enum; PetscBool; int */
extern const GrKeyKind GrKeySection, GrKeyNamed, GrKeyList, GrKeyOneOrList; /* in the same memory; element *, counted */
extern const GrKeyKind GrKeyPair, GrKeyNormal, GrKeyAdhesion;               /* of a GrContactRule */
extern const GrKeyKind GrKeyRange;                /* GrRange; `section` has the keys of a range */
extern const GrKeyKind GrKeyVariants, GrKeySweep; /* of a study, not of a case */
extern const GrKeyKind GrKeyRefused;              /* never accepted */

/* All keys of a case, to be read into a GrCase. */
extern const GrKey GrCaseKeys[];

/* The keys of a range under `sweep`. */
extern const GrKey GrSweepKeys[];

/* Whether one of `problems` reads the key. */
static inline bool GrKeyApplies(const GrKey *key, unsigned problems)
{
  return !key->problems || (key->problems & problems);
}

/* Reads a map by its table: unknown keys, keys of other problems, required keys, defaults, ranges. */
PetscErrorCode GrSectionRead(const GrNode *node, const GrKey *keys, unsigned problems, char *base);
void GrSectionWrite(GrText *out, const GrKey *keys, const char *base, GrWriting writing);
void GrSectionSchema(GrText *out, const GrKey *keys);

/* The scalar text of a node, or a complaint that it is none or empty. */
PetscErrorCode GrScalarText(const GrNode *node, const GrKey *key, const char **text);

/* A number with unit or one of the words of the key: *choice is -1 or the position of the word. */
PetscErrorCode GrNumberOrWord(const GrNode *node, const GrKey *key, int *choice, double *number);

/* The row of a law's parameter as a key. */
GrKey GrKeyOfParameter(const GrLawParameter *parameter);

/* Complains if the key of the node is no name of letters, digits, '_', '-' and, if allowed, dots. */
PetscErrorCode GrNameCheck(const GrNode *node, bool dots);

/* Words separated by '|': how many, the n-th (cut to GR_NAME_MAX - 1 bytes), and where a word stands (-1: nowhere). */
typedef struct {
  char text[GR_NAME_MAX];
} GrWordText;
GrWordText GrWordAt(const char *choices, int n);
int GrWordCount(const char *choices);
int GrWordFind(const char *choices, const char *word);
PetscErrorCode GrComplainWord(const GrNode *node, const GrKey *key, const char *word);

#endif
