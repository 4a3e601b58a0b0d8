/* The row of a table of keys (GrKey) and the kind of its value (GrKeyKind); see input/key/key.h. */
#ifndef GRANUM_INPUT_KEY_KEY_ROW_H
#define GRANUM_INPUT_KEY_KEY_ROW_H

#include "base/text.h"
#include "input/yaml/node.h"
#include <math.h>
#include <stdbool.h>

typedef struct GrKey GrKey;

/* State of the writer of a resolved case, which is the input with all defaults. */
typedef struct {
  const GrCase *the_case; /* case whose keys are written */
  int indent;             /* indentation of the keys of the current section [blanks] */
  bool bullet; /* whether "- " is written before the next key, because it is the first key of an item of a list */
  bool empty;  /* whether keys with empty values are written, too: `servo: {}` */
} GrKeyWriting;

/* Kinds of cases, as bits. Cases with `problem: particles` are CHAIN in dimension 1, PLANE in dimension 2, and SPACE in
   dimension 3. Each other problem NAME of GR_SMALL_PROBLEMS has the bit GR_IN_NAME; but a fit in dimension 1 is both
   CHAIN and CHAIN_FIT, and a fit with the key time only, both PATH and PATH_FIT. Each key may be used in some kinds of
   cases only (GrKey.scope). */
#define GR_PROBLEM_BIT(NAME, name) GR_IN_##NAME = 4 << GR_PROBLEM_##NAME,
enum {
  GR_IN_CHAIN = 1,
  GR_IN_PLANE = 2,
  GR_IN_SPACE = 4,
  GR_SMALL_PROBLEMS(GR_PROBLEM_BIT) GR_IN_CHAIN_FIT = 4 << GR_PROBLEM_COUNT,
  GR_IN_PATH_FIT = 8 << GR_PROBLEM_COUNT,
  GR_IN_FITS = GR_IN_FIT | GR_IN_CHAIN_FIT | GR_IN_PATH_FIT,
  GR_IN_BULK = GR_IN_PLANE | GR_IN_SPACE,
  GR_IN_PARTICLES = GR_IN_CHAIN | GR_IN_BULK,
  GR_IN_IMPACTS = GR_IN_IMPACT | GR_IN_FIT, /* kinds whose cases are impacts of two bodies */
  GR_IN_COLLISION = GR_IN_IMPACTS | GR_IN_BOUNCE,
  GR_IN_CONTACT = GR_IN_IMPACTS | GR_IN_PATH, /* one contact in space, with all laws of sliding */
  GR_IN_PAIR = GR_IN_COLLISION | GR_IN_PATH,  /* two bodies */
  /* small problems that Runge-Kutta methods integrate */
  GR_IN_STUDY = GR_IN_COLLISION | GR_IN_MECHANISM | GR_IN_CHAIN_FIT,
  GR_IN_ALL = GR_IN_PARTICLES | GR_IN_STUDY | GR_IN_PATH
};

/* Returns the bits of the cases with this problem; of fits, those of impacts. */
static inline unsigned GrKeyScopeOfProblem(GrProblem problem)
{
  return problem == GR_PROBLEM_PARTICLES ? (unsigned)GR_IN_PARTICLES : 4u << problem;
}

/* Returns the kind of a case, as one bit; of a fit of a chain or of a path, two bits. */
static inline unsigned GrKeyScopeOf(const GrCase *the_case)
{
  const bool fits = the_case->problem == GR_PROBLEM_FIT;

  if (fits && the_case->dimension == 1)
    return GR_IN_CHAIN | GR_IN_CHAIN_FIT;
  if (fits && the_case->fit.follows)
    return GR_IN_PATH | GR_IN_PATH_FIT;
  if (the_case->problem != GR_PROBLEM_PARTICLES)
    return GrKeyScopeOfProblem(the_case->problem);
  return the_case->dimension == 2 ? GR_IN_PLANE : the_case->dimension == 3 ? GR_IN_SPACE : GR_IN_CHAIN;
}

/* A kind of value, for example number or vector: functions that read, write and describe a value. Their arguments:
     base   address of a C struct that stores the values of the section to which the key belongs. The functions read or
            write the value at the address base + key->offset
     scope  kind of the case that is read, a bit such as GR_IN_CHAIN. Some keys are valid in some kinds of cases only */
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
  /* returns whether the resolved case (the input with all defaults) omits the key; NULL: it never omits the key */
  bool (*leaves)(const GrKey *key, const char *base);
  /* frees the memory of the value; NULL: the value has no memory to free */
  PetscErrorCode (*free)(const GrKey *key, char *base);
  /* value in the example of the reference: # stands for a number in the range, @ for the first key of the section.
     NULL: a number, a map with the first key, or the first word of GrKey.choices */
  const char *example;
  const char *below; /* for keys whose values have entries with keys: path of an entry, such as ".NAME"; NULL: none */
  /* whether the value is a number; it must then be in the range from GrKey.lower to GrKey.upper */
  bool number;
  bool names; /* whether GrKey.choices is the section of the input that has the accepted names, not a list of words */
  /* The following members are only used for lists and vectors (values.c). */
  const GrKeyKind *item; /* kind of the value of an item of the list or vector */
  size_t size;           /* size of an item in memory [bytes] */
  int least;             /* smallest number of items that the input may give */
  unsigned vector;       /* conditions on a vector: bits GR_VECTOR_... */
};

/* Conditions on a vector, as bits:
     IN_PLANE  in dimension 2 the vector must be in the plane
     ALONG_Z   in dimension 2 the vector must be along z; with both bits, it must be in the plane or along z
     NONZERO   the length of the vector must not be 0
     UNIT      the vector is divided by its length when it is read */
enum { GR_VECTOR_IN_PLANE = 1, GR_VECTOR_ALONG_Z = 2, GR_VECTOR_NONZERO = 4, GR_VECTOR_UNIT = 8 };

/* Layout of the struct that stores an item of a list, or an entry of a map whose keys are names. */
typedef struct {
  size_t size; /* size of the struct [bytes] */
  long name;   /* offset, in the struct, of the name of the item [bytes]; -1: the name is not stored */
  long place;  /* offset, in the struct, of the line and column of the item in the input [bytes]; -1: not stored */
} GrKeyElement;

typedef struct GrKeyRegistry GrKeyRegistry;

/* Whether and how the map of a stage changes a key (src/input/case/stages.c).
     KEEPS   the value is the same in all stages; a stage may only repeat it
     SETS    the value in the stage replaces the earlier value
     MERGES  the value is a map or a list of maps; the keys of these maps have their own members `stage` */
typedef enum { GR_STAGE_KEEPS, GR_STAGE_SETS, GR_STAGE_MERGES } GrKeyStage;

/* A key of the input: a row of a table of keys. */
struct GrKey {
  const char *name;      /* name of the key in the input; NULL: end of the table */
  const GrKeyKind *kind; /* kind of the value, such as number or vector */
  const char *meaning;   /* description of the value, a noun phrase, for the reference of keys and for messages */
  const char *unit;      /* SI unit of a number; "1": the number has no unit */
  const char *fallback;  /* default, as input text; NULL: the key is required; "": optional, without default */
  /* accepted words, separated by '|'; `word=number` is a word for a number. For the kind GrKeyName: a top-level key of
     the input, such as "materials"; the value must be the name of one of its entries */
  const char *choices;
  /* smallest and largest accepted number, also in a list of numbers. For a list of maps (GrKeyList): smallest and
     largest number of maps that the JSON schema accepts; upper = 0: any number of maps */
  double lower, upper;
  /* whether the number must be greater than `lower`, not equal to it; whether it must be less than `upper` */
  bool lower_open, upper_open;
  double word;   /* number that is stored if the input gives a word of `choices` instead of a number */
  size_t offset; /* offset of the value in the struct that stores the section [bytes] */
  /* if the value is a list or a map: offset of its number of items in the same struct [bytes]; if it may be a function
     of time: offset of the pointer to the function */
  size_t count;
  unsigned uses;        /* if the value may be a function of time: what is used of it, bits GR_USES_... */
  const GrKey *section; /* if the value is a map: table of the keys of this map */
  /* if the value is a list of maps, or a map whose keys are names: layout of the struct of an item */
  const GrKeyElement *element;
  /* if the value is the name of a law, a wall shape, ... (kind GrKeyEntry): list of the possible entries */
  const GrKeyRegistry *registry;
  GrLawKind law;  /* if `registry` is the list of laws: kind of the laws that the key accepts */
  double example; /* value of the key in the reference of keys [unit]; 0: a value in the range is chosen */
  /* kinds of cases in which the key may be used: one or several bits GR_IN_...; 0: all kinds. A table may have several
     rows with the same name, for different kinds of cases. */
  unsigned scope;
  GrKeyStage stage; /* whether and how a stage changes the key */
  /* names of keys, separated by '|', that a stage removes if it gives this key but not them. If both values are maps
     that are merged, the stage only removes the keys that it gives in the map of this key */
  const char *displaces;
  /* set if the value cannot change the results; the comment GR_TEXT_ASIDE then marks it in the resolved case */
  bool aside;
  /* Relations to other keys of the section (relations.c). Names of keys are separated by '|'. */
  const char *excludes; /* names of keys that must not be given together with this key */
  const char *needs;    /* "a|b,c": if this key is given, c and at least one of a and b must be given, too */
  const char *unless;   /* names of keys; this key is required if none of them is given */
  /* "key=a|b": this key is allowed only if the value of `key` is a or b; it is then required if it has no default */
  const char *with;
  const char *above; /* name of a key whose number must be less than the number of this key */
  const char *like;  /* name of a key whose list must have as many numbers as the list of this key */
  bool ascending;    /* whether each number of the list must be greater than the previous number */
};

#endif
