/* granum/generator.h: the interface of a generator, which places the particles of a group in dimension 2 and 3.

   A generator is a key of a group of `particles`, with keys below it. Their values are stored in a struct that is 0 at
   first; a missing value without default is NaN. The generator gives the number of particles, and the positions of the
   particles `first`, `first` + 1, ... as a function of these numbers, so that any rank can make any particle.

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
  GR_GIVEN_VECTOR,  /* the same, in dimension 2 in the plane */
  GR_GIVEN_AXIAL,   /* the same, in dimension 2 along z */
  GR_GIVEN_WORD,    /* int or enum: index among the choices */
  GR_GIVEN_FILE,    /* char *: name of a file; only in the first row */
  GR_GIVEN_REGION,  /* GrWithin: one of box, cylinder, sphere, disc */
  GR_GIVEN_STAGE    /* int: number of a stage of the run; -1: not given */
} GrGivenKind;

/* A key; a row whose name is NULL ends the table. */
typedef struct {
  const char *name;
  GrGivenKind kind;
  const char *meaning;  /* a noun phrase: `is missing; give MEANING` */
  const char *unit;     /* SI unit; "1" if dimensionless */
  const char *fallback; /* default as written in the input; NULL: required; "": optional */
  const char *choices;  /* words, separated by '|'; for an integer, the word that means the number `word` */
  double word;
  double lower, upper; /* range */
  bool lower_open, upper_open;
  size_t offset;        /* offset of the value in the struct */
  const char *excludes; /* keys that exclude this key, separated by '|' */
  const char *unless;   /* required, unless one of these keys is given */
} GrGeneratorKey;

/* Place and text of a complaint about the input. */
typedef enum { GR_WRONG_VALUE, GR_WRONG_KEY, GR_WRONG_MISSING } GrWrong;
typedef struct {
  const char *key; /* NULL: the key of the generator */
  int entry;       /* index of the entry in a list */
  int component;   /* component of a vector, from 1; 0: all components */
  GrWrong what;
  char text[320]; /* space for the sentence */
} GrGeneratorFault;

struct GrCase;         /* granum/case.h */
struct GrGrains;       /* the group, in the same header; `given` is the struct */
struct GrDistribution; /* distribution of the group's radii, particle/fill/distribution.h; NULL: none */
struct GrFilling;      /* particle/fill/group.h */

/* Consecutive particles of a group. */
typedef struct {
  const struct GrCase *the_case;
  const struct GrGrains *grains;
  const struct GrDistribution *radii;
  PetscInt64 first, id; /* number in the group, from 0, and id of the first particle */
  PetscInt n;
  double (*state)[9]; /* [n] position [m], output; velocity and spin, which have the values of the group */
  double *radius;     /* [n] [m]; NaN unless gives_sizes */
  double *mass;       /* [n] [kg]; NaN unless gives_sizes */
} GrPlaces;

typedef struct GrGenerator {
  const char *name; /* key in a group */
  const char *summary;
  const GrGeneratorKey *keys;
  size_t size;        /* size of the struct [bytes] */
  bool list;          /* the input may have a list of structs */
  bool bare;          /* the first key may be written without its name: `file: grains.csv` */
  bool gives_sizes;   /* sets radius and mass if the group has none */
  bool gives_motion;  /* sets velocity and spin; the group must have 0 for both */
  const char *remedy; /* advice on overlaps with other groups; NULL: "move them apart" */

  /* Checks the values. May set missing values and the requested number of particles. Returns NULL, or a sentence: the
     problem; the remedy. A NULL function: no check. */
  const char *(*check)(const struct GrCase *the_case, struct GrGrains *grains, GrGeneratorFault *fault);

  /* Computes the number of particles. Returns NULL, or a sentence as `check` does. A NULL function: the number is not
     known in advance. */
  const char *(*count)(const struct GrCase *the_case, const struct GrGrains *grains, const struct GrDistribution *radii,
                       PetscInt64 *count, GrGeneratorFault *fault);

  /* A generator has one of these two functions. place: writes the positions of some particles. make: creates all
     particles of the group; collective. */
  void (*place)(const GrPlaces *places);
  PetscErrorCode (*make)(struct GrFilling *making);

  /* Finds the line of the group's file that describes particle `number`; both count from 1. A NULL function: the
     generator reads no lines. Collective. */
  PetscErrorCode (*find_line)(MPI_Comm comm, const struct GrCase *the_case, const struct GrGrains *grains,
                              PetscInt64 number, PetscInt64 *line);
} GrGenerator;

/* Generator number `index` in the order of the registry; NULL after the last. */
const GrGenerator *GrGeneratorAt(int index);

/* The generator of this name, or NULL. */
const GrGenerator *GrGeneratorFind(const char *name);

/* Adds a generator of a program, which must outlive the registry. Returns 0, or 1 if the name is taken, the registry is
   full, or the generator lacks keys or functions. */
int GrGeneratorRegister(const GrGenerator *generator);

/* Path of the file of a group as in the input, see GrCaseFile; NULL: none. */
const char *GrGeneratorFile(const struct GrGrains *grains);

#ifdef __cplusplus
}
#endif

#endif
