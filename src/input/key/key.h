/* Keys of the input, as tables. One row says everything about a key: how it is called, what kind of value it takes,
   range, default, meaning, and where the value goes. The same rows read the input, write the resolved case, and print
   the schema and the reference of keys. To add a key: add a row (input/case/tables.c, input/case/tables_bulk.c) and a
   field (granum/case.h).
 */
#ifndef GRANUM_INPUT_KEY_KEY_H
#define GRANUM_INPUT_KEY_KEY_H

#include "base/text.h"
#include "input/yaml/node.h"
#include <math.h>

typedef struct GrKey GrKey;

/* What the resolved case is being written from. */
typedef struct {
  const GrCase *the_case;
  int indent;  /* of the keys of the section at hand */
  bool bullet; /* the next key is the first of an item of a list */
} GrKeyWriting;

/* Kinds of cases: which a key belongs to. Chains, planes and spaces are particles in dimension 1, 2 and 3. */
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

/* The one kind a case is of. */
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

/* A kind of value. `base` is the struct the section is read into; `scope` are the kinds of cases at hand: one when a
   case is read, one or more in a schema. */
typedef struct {
  const char *type; /* for the reference of keys */
  PetscErrorCode (*read)(const GrNode *node, const GrKey *key, unsigned scope, char *base);
  PetscErrorCode (*absent)(const GrKey *key, char *base); /* not given, no default; NULL: leave zero */
  void (*write)(GrText *out, const GrKey *key, const char *base,
                const GrKeyWriting *writing);                    /* what follows "key:"; ends the line */
  void (*schema)(GrText *out, const GrKey *key, unsigned scope); /* a JSON schema without description */
  bool (*leaves)(const GrKey *key, const char *base);            /* there is nothing to write; NULL: never */
  PetscErrorCode (*free)(const GrKey *key, char *base);          /* frees the memory of the value; NULL: it has none */
} GrKeyKind;

/* What a named map or a list is made of; offsets in one element, -1: not kept. */
typedef struct {
  size_t size;
  long name, place;
} GrKeyElement;

struct GrKey {
  const char *name; /* ends a table when NULL */
  const GrKeyKind *kind;
  const char *meaning;  /* a noun phrase: `is missing; give MEANING` */
  const char *unit;     /* SI unit of a number, "1" if it has none */
  const char *fallback; /* default as written in the input; NULL: required; "": may be left out */
  const char *choices;  /* words separated by '|'. Reference: the top-level key whose names are meant */
  double lower, upper;  /* range of a number; of a list: of how many it has, if upper > 0 */
  bool lower_open, upper_open;
  double word;          /* number that a word instead of a number stands for (`auto`, `off`) */
  size_t offset, count; /* of the value, and of the int that counts it, in the struct of the section */
  const GrKey *section; /* keys inside */
  const GrKeyElement *element;
  GrLawKind law;  /* of GrKeyLaw */
  unsigned scope; /* the kinds of cases that read the key, GR_IN_..., or 0: all. A name may have a row for each */
  bool aside;     /* of a value on one line that changes no result: it is written so */
  /* Relations to other keys of the section, by their names, separated by '|' (relations.c) */
  const char *excludes; /* keys that cannot be given with this one */
  const char *needs;    /* keys of which one must be given with this one; "a|b,c": and c as well */
  const char *unless;   /* required, unless one of these keys is given */
  const char *like;     /* list that has as many numbers as this one */
  bool ascending;       /* each number of the list is above the one before it */
};

extern const GrKeyKind GrKeyQuantity, GrKeyInteger, GrKeyDigit,
    GrKeyIntegers;                                               /* double; PetscInt64; int; PetscInt64 *, counted */
extern const GrKeyKind GrKeyVector, GrKeyFlags, GrKeyQuantities; /* double [3]; PetscBool [3]; double *, counted */
extern const GrKeyKind GrKeyText, GrKeyWord, GrKeyChoice, GrKeyBoolean,
    GrKeyName;                     /* char *; char [GR_NAME_MAX]; enum; PetscBool; int */
extern const GrKeyKind GrKeyNames; /* int *, counted */
extern const GrKeyKind GrKeyWords; /* unsigned, a bit for each word; 0: all */
extern const GrKeyKind GrKeyHints; /* char *, "name=value;name=value" */
extern const GrKeyKind GrKeySection, GrKeyNamed, GrKeyList, GrKeyOneOrList; /* in the same memory; element *, counted */
extern const GrKeyKind GrKeyPair, GrKeyLaw;                                 /* of a GrContactRule */
extern const GrKeyKind GrKeyChanges;                                        /* of a GrBounceChange */
extern const GrKeyKind GrKeyPath;                                           /* char *, the name of a file */
extern const GrKeyKind GrKeyPathOrMap;            /* in the same memory; the first key of `section` is such a name */
extern const GrKeyKind GrKeyGenerator;            /* of GrGrains: what its generator is given; begins its keys */
extern const GrKeyKind GrKeyRadii;                /* GrRadii; `section` has the keys of a distribution */
extern const GrKeyKind GrKeyWithin;               /* GrWithin; `section` has a section for each shape */
extern const GrKey GrCaseRegionKeys[];            /* those of the shapes that particles are inserted in */
extern const GrKeyKind GrKeyRadius;               /* of GrGroup; `section` has the keys of a taper */
extern const GrKeyKind GrKeyMotion;               /* GrMotion; `section` has the keys of a table */
extern const GrKeyKind GrKeyRange;                /* GrRange; `section` has the keys of a range */
extern const GrKeyKind GrKeyIntegrator;           /* const GrIntegrator * */
extern const GrKeyKind GrKeyMechanism;            /* of a GrMechanismCase */
extern const GrKeyKind GrKeyWallShape;            /* const GrWallShape *; begins the keys of a GrWall */
extern const GrKeyKind GrKeyVariants, GrKeySweep; /* of a study, not of a case */
extern const GrKeyKind GrKeyStageWalls, GrKeyStageContacts, GrKeyStageDrag; /* of a GrStage */
extern const GrKeyKind GrKeyShorthand; /* a word that a check replaces by other keys; kept nowhere */
extern const GrKeyKind GrKeyRefused;   /* never accepted */

/* All keys of a case, to be read into a GrCase. */
extern const GrKey GrCaseKeys[];

/* The row of a key as it is shown: that of the integrator with the words of the registry. */
typedef struct {
  char names[512], summaries[1024];
} GrIntegratorWords;
GrKey GrIntegratorKey(const GrKey *key, GrIntegratorWords *words);

/* The keys of walls begin with the shape. Their rows: after it come those of a shape (NULL: none), then the others.
   With that, the section of a wall is read, written and described. */
enum { GR_WALL_ROWS_MAX = 40 };
typedef struct {
  GrKey row[GR_WALL_ROWS_MAX];
  char shapes[512];
} GrWallRows;
void GrKeyWallRowsMake(const GrKey *keys, const GrWallShape *shape, GrWallRows *rows);
static inline bool GrKeyWallRowsMissing(const GrKey *keys)
{
  return keys[0].kind == &GrKeyWallShape && !keys[0].choices;
}
PetscErrorCode GrKeyWallRead(const GrNode *node, const GrKey *keys, unsigned scope, char *base);
void GrKeyWallWrite(GrText *out, const GrKey *keys, const char *base, GrKeyWriting writing);
PetscErrorCode GrKeyWallFree(const GrKey *keys, char *base);
void GrKeyWallSchema(GrText *out, const GrKey *keys, unsigned scope);

/* The keys of a group begin with a row without meaning, in place of those of all generators: the table with these.
   Others are as they are. */
enum { GR_GRAINS_ROWS_MAX = 96 };
typedef struct {
  GrKey row[GR_GRAINS_ROWS_MAX + 1];
} GrKeyRows;
const GrKey *GrKeyRowsOf(const GrKey *keys, GrKeyRows *rows);

/* The row of a generator as its value is: a map, a list of maps, or that of its one key. Others are as they are. */
typedef struct {
  GrKey row, inside[GR_GENERATOR_KEYS_MAX + 1];
  GrKeyElement element;
} GrKeyGiven;
const GrKey *GrKeyGivenOf(const GrKey *key, GrKeyGiven *given);

/* The keys of a table of motion (src/input/key/motion.c), of a taper and of a bead of a pattern
   (src/input/case/beads.c). */
extern const GrKey GrKeyMotionKeys[], GrCaseTaperKeys[], GrCaseBeadKeys[];

/* The keys of a range under `sweep`. */
extern const GrKey GrKeySweepKeys[];

/* The keys of detectors (src/input/case/detectors.c). */
extern const GrKey GrCaseDetectorKeys[];

/* The keys of particles in dimension 2 and 3, of their radii, and of walls (src/input/case/tables_bulk.c). */
extern const GrKey GrCaseGrainsKeys[], GrCaseWallKeys[], GrWallTableKeys[], GrCaseGroupForceKeys[], GrCaseDragKeys[],
    GrCaseDomainKeys[];

/* The keys of a contact rule (src/input/case/tables.c), and of a stage. Of a wall a stage may give all but the shape,
   with its keys, and the material, whose rows come first. */
enum { GR_WALL_ROWS_KEPT = 2 };
extern const GrKey GrCaseContactKeys[], GrCaseStageKeys[], GrCaseRemovalKeys[], GrCaseCounterKeys[];

/* Keys of changes, end and trajectory of bouncing balls (src/input/case/tables_bounce.c). */
extern const GrKey GrCaseBounceChangeKeys[], GrCaseBounceEndKeys[], GrCaseFlightKeys[];

/* Keys of the surfaces, time and trajectory of a mechanism (src/input/case/tables_mechanism.c). */
extern const GrKey GrCaseSurfaceKeys[], GrCaseMechanismTimeKeys[], GrCaseMechanismPointKeys[];

/* Whether the key belongs to one of these kinds of cases. */
static inline bool GrKeyApplies(const GrKey *key, unsigned scope)
{
  return !key->scope || (key->scope & scope);
}

/* Reads a map by its table: unknown keys, keys of other kinds of cases, required keys, defaults, ranges, relations.
   GrKeysReadPart does not check relations, because the map has only some keys of the section. */
PetscErrorCode GrKeysRead(const GrNode *node, const GrKey *keys, unsigned scope, char *base);
PetscErrorCode GrKeysReadPart(const GrNode *node, const GrKey *keys, unsigned scope, char *base);

/* Sets a key that the map does not give to its default. */
PetscErrorCode GrKeyReadDefault(const GrNode *map, const GrKey *key, unsigned scope, char *base);

void GrKeysWrite(GrText *out, const GrKey *keys, const char *base, GrKeyWriting writing);

/* Frees the memory of all values of a section. Pointers become NULL. */
PetscErrorCode GrKeysFree(const GrKey *keys, char *base);
void GrKeysSchema(GrText *out, const GrKey *keys, unsigned scope);

/* What several kinds of values share. */
void GrKeyWriteNumber(GrText *out, double number);
void GrKeyWriteText(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing);
PetscErrorCode GrKeyFreePointer(const GrKey *key, char *base);
PetscErrorCode GrKeyFreeSection(const GrKey *key, char *base);
void GrKeySchemaNumberOrMap(GrText *out, const GrKey *key, unsigned scope);

/* The scalar text of a node, or a complaint that it is none or empty. */
PetscErrorCode GrKeyScalarText(const GrNode *node, const GrKey *key, const char **text);

/* A number with unit or one of the words of the key: *choice is -1 or the position of the word. */
PetscErrorCode GrNumberOrWord(const GrNode *node, const GrKey *key, int *choice, double *number);

/* Parameters of a law that change: `given` says which of `value` (in the order of the law) the map has. The map must
   be there when the law is known, so a check calls this, not the table. */
PetscErrorCode GrKeyLawChangesRead(const GrNode *map, const GrLaw *law, GrLawValue value[]);

/* The row of a law's parameter as a key. */
GrKey GrKeyOfParameter(const GrLawParameter *parameter);

/* Hint for a key of a contact rule or of its laws that is a word of LAMMPS, or for `damping: WORD` with that word: the
   text that says how to write it. NULL for all other keys. */
const char *GrKeyLammps(const GrNode *node);

/* Complains if the key of the node is no name of letters, digits, '_', '-' and, if allowed, dots. */
PetscErrorCode GrKeyNameCheck(const GrNode *node, bool dots);

/* Words separated by '|': how many, the n-th (cut to GR_NAME_MAX - 1 bytes), and where a word stands (-1: nowhere). */
typedef struct {
  char text[GR_NAME_MAX];
} GrKeyWordText;
GrKeyWordText GrKeyWordAt(const char *choices, int n);
int GrKeyWordCount(const char *choices);
int GrWordFind(const char *choices, const char *word);
PetscErrorCode GrKeyComplainWord(const GrNode *node, const GrKey *key, const char *word);

#endif
