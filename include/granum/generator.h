/* granum/generator.h: the interface of a generator, which places the particles of a group in dimension 2 and 3.

   A generator is a key of a group of `particles`, with keys below it. The values of these keys are stored in a struct
   of the generator, which is filled with zeros first; a missing value without default is NaN. The generator computes
   the number of particles of the group. The position of a particle is a function of its number in the group, so that
   any rank can create any particle.

   To add a generator: write src/particle/fill/NAME.c that defines a `const GrGenerator GrGenerator_NAME`, and add NAME
   to src/particle/fill/registry.h (or call GrGeneratorRegister from your own program, before it reads a case). Input
   keys, schema, reference and checks follow from its tables. */
#ifndef GRANUM_GENERATOR_H
#define GRANUM_GENERATOR_H

#include <petscsys.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_GENERATOR_KEYS_MAX = 16 };

typedef enum {
  GR_GIVEN_NUMBER,  /* double */
  GR_GIVEN_INTEGER, /* PetscInt64 */
  GR_GIVEN_POINT,   /* double [3] */
  GR_GIVEN_VECTOR,  /* double [3]; in dimension 2 a vector in the plane */
  GR_GIVEN_AXIAL,   /* double [3], an axial vector such as a spin; in dimension 2 along z */
  GR_GIVEN_WORD,    /* int or enum: index of the word in GrGeneratorKey.choices */
  GR_GIVEN_FILE,    /* char *: name of a file; only in the first row */
  GR_GIVEN_REGION,  /* GrWithin: one of box, cylinder, sphere, disc */
  GR_GIVEN_STAGE    /* int: number of a stage of the run; -1: not given */
} GrGivenKind;

/* An input key of a generator: a row of GrGenerator.keys. A row whose name is NULL ends the table. */
typedef struct {
  const char *name;
  GrGivenKind kind;
  const char *meaning;  /* a noun phrase: `is missing; give MEANING` */
  const char *unit;     /* SI unit; "1" if dimensionless */
  const char *fallback; /* default as written in the input; NULL: the key is required; "": optional without default */
  /* words, separated by '|'; for an integer: a word that the input may have instead of the number `word` */
  const char *choices;
  double word;
  double lower, upper; /* range of a number */
  bool lower_open, upper_open;
  size_t offset;        /* offset of the value in the struct with the values of the keys [bytes] */
  const char *excludes; /* keys that exclude this key, separated by '|' */
  const char *unless;   /* the key is required unless the input has one of these keys, separated by '|' */
} GrGeneratorKey;

/* An error that a generator finds in the input: its place and the text of the message. */
typedef enum { GR_WRONG_VALUE, GR_WRONG_KEY, GR_WRONG_MISSING } GrWrong;
typedef struct {
  const char *key; /* the key below the generator that is wrong; NULL: the generator's own key */
  int entry;       /* index of the wrong entry if the input has a list, from 0 */
  int component;   /* component of a vector that is wrong, from 1; 0: all components */
  GrWrong what;
  char text[320]; /* a sentence: the problem; the remedy */
} GrGeneratorFault;

struct GrCase;         /* granum/case.h */
struct GrGrains;       /* the group, also in granum/case.h; GrGrains.given has the values of the keys */
struct GrDistribution; /* distribution of the group's radii, src/particle/fill/distribution.h; a NULL pointer: none */
struct GrFilling;      /* particle/fill/group.h */

/* Consecutive particles of a group, whose positions GrGenerator.place computes. */
typedef struct {
  const struct GrCase *the_case;
  const struct GrGrains *grains;
  const struct GrDistribution *radii;
  PetscInt64 first, id; /* number in the group (from 0) and id of the first of these particles */
  PetscInt n;
  /* [n] position [m], to be set; velocity [m/s] and spin [rad/s], initially the values of the group */
  double (*state)[9];
  double *radius; /* [n] [m]; to be set if GrGenerator.gives_sizes, else NaN */
  double *mass;   /* [n] [kg]; to be set if GrGenerator.gives_sizes, else NaN */
} GrPlaces;

typedef struct GrGenerator {
  const char *name; /* key in a group */
  const char *summary;
  const GrGeneratorKey *keys;
  size_t size;        /* size of the struct with the values of the keys [bytes] */
  bool list;          /* whether the input may have a list of entries, each with all keys */
  bool bare;          /* whether `file: grains.csv` is short for `file: {KEY: grains.csv}` with the first key */
  bool gives_sizes;   /* whether the generator sets radius and mass of each particle if the group does not give them */
  bool gives_motion;  /* whether the generator sets velocity and spin; those of the group must be 0 */
  const char *remedy; /* remedy in the message about overlaps with other groups; NULL: "move them apart" */

  /* Checks the values of the keys. May set missing values and the requested number of particles. Returns NULL, or a
     sentence: the problem; the remedy. A NULL function: no check. */
  const char *(*check)(const struct GrCase *the_case, struct GrGrains *grains, GrGeneratorFault *fault);

  /* Computes the number of particles of the group. Returns NULL, or a sentence as `check` does. A NULL function: the
     number is not known in advance. */
  const char *(*count)(const struct GrCase *the_case, const struct GrGrains *grains, const struct GrDistribution *radii,
                       PetscInt64 *count, GrGeneratorFault *fault);

  /* A generator has one of these two functions. place: writes the positions of consecutive particles. make: creates all
     particles of the group; collective. */
  void (*place)(const GrPlaces *places);
  PetscErrorCode (*make)(struct GrFilling *making);

  /* Finds the line of the group's file that describes particle `number` of the group; line and number count from 1. A
     NULL function: the generator reads no lines. Collective. */
  PetscErrorCode (*find_line)(MPI_Comm comm, const struct GrCase *the_case, const struct GrGrains *grains,
                              PetscInt64 number, PetscInt64 *line);
} GrGenerator;

/* Returns generator number `index` in the order of the registry; NULL after the last. */
const GrGenerator *GrGeneratorAt(int index);

/* Returns the generator of this name; NULL: there is none. */
const GrGenerator *GrGeneratorFind(const char *name);

/* Adds a generator of a program, which must outlive the registry. Returns 0, or 1 if the name is taken, the registry is
   full, or the generator lacks keys or functions. */
int GrGeneratorRegister(const GrGenerator *generator);

/* Returns the path of the file that the generator of a group reads, as in the input (GrCaseFile); NULL: none. */
const char *GrGeneratorFile(const struct GrGrains *grains);

#ifdef __cplusplus
}
#endif

#endif
