/* granum/generator.h: the interface of a generator: how the particles of a group come about in dimension 2 and 3.

   A generator is a key of a group of `particles`, with keys of its own below it. Those have a struct, made of zeros,
   that their values go to; NaN is what is not given and has no default. It says how many particles there are, and gives
   number `first`, `first` + 1, ... of them a place, as a function of these numbers: then any rank may make any of them.

   To add a generator: write src/particle/fill/NAME.c that defines a `const GrGenerator GrGenerator_NAME`, and add one
   row to src/particle/fill/registry.c (or call GrGeneratorRegister from your own program, before it reads a case). Keys
   of the input, schema, reference and checks follow from its tables. */
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
  GR_GIVEN_WORD,    /* int or enum: position among the choices */
  GR_GIVEN_FILE,    /* char *; the first row alone */
  GR_GIVEN_REGION,  /* GrWithin: one of box, cylinder, sphere, disc */
  GR_GIVEN_STAGE    /* int: the number of a stage of the run; -1: none is given */
} GrGivenKind;

/* A key; a row whose name is NULL ends the table. */
typedef struct {
  const char *name;
  GrGivenKind kind;
  const char *meaning;  /* a noun phrase: `is missing; give MEANING` */
  const char *unit;     /* in SI, "1" if it has none */
  const char *fallback; /* default as written in the input; NULL: required; "": may be left out */
  const char *choices;  /* words, separated by '|'; of an integer, the one that stands for the number `word` */
  double word;
  double lower, upper; /* range */
  bool lower_open, upper_open;
  size_t offset;        /* of the value in the struct */
  const char *excludes; /* keys that cannot be given with this one, separated by '|' */
  const char *unless;   /* required, unless one of these keys is given */
} GrGeneratorKey;

/* Where in the input something is wrong. */
typedef enum { GR_WRONG_VALUE, GR_WRONG_KEY, GR_WRONG_MISSING } GrWrong;
typedef struct {
  const char *key; /* NULL: the generator's own */
  int entry;       /* of a list */
  int component;   /* of a vector, from 1; 0: all of it */
  GrWrong what;
  char text[320]; /* room for a sentence */
} GrGeneratorFault;

struct GrCase;         /* granum/case.h */
struct GrGrains;       /* the same: the group; `given` is the struct */
struct GrDistribution; /* of the group's radii, prepared: particle/fill/distribution.h; NULL: it has none */
struct GrFilling;      /* particle/fill/group.h */

/* Particles of a group that follow each other. */
typedef struct {
  const struct GrCase *the_case;
  const struct GrGrains *grains;
  const struct GrDistribution *radii;
  PetscInt64 first, id; /* number in the group, from 0, and id of the first one */
  PetscInt n;
  double (*state)[9]; /* [n] position [m], to be written; velocity and spin, those of the group so far */
  double *radius;     /* [n] [m], and */
  double *mass;       /* [n] [kg]: NaN so far, and so they stay unless gives_sizes */
} GrPlaces;

typedef struct GrGenerator {
  const char *name; /* key in a group */
  const char *summary;
  const GrGeneratorKey *keys;
  size_t size;        /* of the struct */
  bool list;          /* the input has a list of structs, or one */
  bool bare;          /* the first key may go without its name, where it is alone: `file: grains.csv` */
  bool gives_sizes;   /* radius and mass, where the group has none */
  bool gives_motion;  /* the group's velocity and spin must be 0 */
  const char *remedy; /* of overlaps with other groups: what to do; NULL: move them apart */

  /* NULL, or one sentence: what is wrong; what to write instead. It may fill in what was not given, and the number of
     particles that was asked for. NULL: nothing is. */
  const char *(*check)(const struct GrCase *the_case, struct GrGrains *grains, GrGeneratorFault *fault);

  /* The same for the number of particles. NULL: it is not known before they are made. */
  const char *(*count)(const struct GrCase *the_case, const struct GrGrains *grains, const struct GrDistribution *radii,
                       PetscInt64 *count, GrGeneratorFault *fault);

  /* One of two: places of particles; or all of them, by all ranks together. */
  void (*place)(const GrPlaces *places);
  PetscErrorCode (*make)(struct GrFilling *making);

  /* Collective. The line, from 1, where number `number`, from 1, stands in the group's file. NULL: it has no lines. */
  PetscErrorCode (*find_line)(MPI_Comm comm, const struct GrCase *the_case, const struct GrGrains *grains,
                              PetscInt64 number, PetscInt64 *line);
} GrGenerator;

/* All generators, in the order of the registry; NULL after the last. */
const GrGenerator *GrGeneratorAt(int index);

/* The generator of this name, or NULL. */
const GrGenerator *GrGeneratorFind(const char *name);

/* Adds one from outside the library, which must stay: 0 on success, 1 if the name is taken, the registry is full, or
   the generator lacks keys or functions. */
int GrGeneratorRegister(const GrGenerator *generator);

/* The file that a group reads, as given, see GrCaseFile; NULL: none. */
const char *GrGeneratorFile(const struct GrGrains *grains);

#ifdef __cplusplus
}
#endif

#endif
