/* granum/generator.h: the interface of a generator, which places the particles of a group in dimension 2 and 3.

   In the input, a generator is a key of a group of `particles`, with further keys below it. granum stores the values
   of these keys in a struct that the generator defines. The struct is first filled with zeros. If the input omits a
   number without default, its value is NaN. A generator with the function `place` computes the position of a
   particle from the number of the particle in the group, so that any rank can create any particle. A generator with the
   function `make` creates all particles of the group in one collective call; the generator `file` is an example.

   To add a generator: write src/particle/fill/NAME.c that defines a `const GrGenerator GrGenerator_NAME`, and add NAME
   to src/particle/fill/registry.h (or call GrGeneratorRegister from your own program, before it reads a case). granum
   derives the input keys, the JSON schema, the reference and the checks of the input from the tables of the
   generator. */
#ifndef GRANUM_GENERATOR_H
#define GRANUM_GENERATOR_H

#include <granum/case.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_GENERATOR_KEYS_MAX = 16 };

/* Kind of the value of an input key. The comments name the type of the member that stores the value. */
typedef enum {
  GR_GIVEN_NUMBER,  /* double */
  GR_GIVEN_OF_TIME, /* double, or a function of time (GrGeneratorKey.of_time); only generators of granum can use it */
  GR_GIVEN_INTEGER, /* PetscInt64 */
  GR_GIVEN_POINT,   /* double [3] */
  GR_GIVEN_VECTOR,  /* double [3]; in dimension 2 the vector is in the plane */
  GR_GIVEN_AXIAL,   /* double [3]: an axial vector such as a spin; in dimension 2 it is along z */
  GR_GIVEN_WORD,    /* int or enum: index of the word in GrGeneratorKey.choices */
  GR_GIVEN_FILE,    /* char *: name of a file; only the first row of GrGenerator.keys may have this kind */
  GR_GIVEN_REGION,  /* value of type GrWithin: a box, a cylinder, a sphere or a disc */
  GR_GIVEN_STAGE    /* int: number of a stage of the run, from 0; -1: not given */
} GrGivenKind;

/* An input key of a generator: a row of GrGenerator.keys. A row whose name is NULL ends the table. */
typedef struct {
  const char *name;
  GrGivenKind kind;
  const char *meaning;  /* noun phrase that describes the value, for the message "is missing; give MEANING" */
  const char *unit;     /* SI unit; "1" if dimensionless */
  const char *fallback; /* default value as text; NULL: the key is required; "": it is optional without default */
  /* allowed words, separated by '|'; for GR_GIVEN_INTEGER: a word that the input may give instead of a number */
  const char *choices;
  double word;         /* for GR_GIVEN_INTEGER: number that is stored if the input gives the word in `choices` */
  double lower, upper; /* smallest and largest allowed number */
  bool lower_open;     /* true: the number must be larger than `lower`; false: it may be equal to `lower` */
  bool upper_open;     /* true: the number must be smaller than `upper`; false: it may be equal to `upper` */
  size_t offset;       /* position of the value in the generator's struct of values (offsetof) [bytes] */
  size_t of_time;      /* for GR_GIVEN_OF_TIME: position of the pointer to the function in the same struct [bytes] */
  /* keys that the input must not give together with this key, separated by '|' */
  const char *excludes;
  /* alternative keys, separated by '|': the input must give this key or an alternative key */
  const char *unless;
  double example; /* value in the example that the reference of keys prints; 0: granum chooses a value */
} GrGeneratorKey;

/* Shape of a region; GR_WITHIN_ALL: all of space. The effect of a region depends on its use:
     group             generated particles that are not completely inside are removed; dimension 2: z is not used
     insertion         the centres of the inserted particles are inside or, for a disc, on the disc
     removal, counter  particles are removed or counted if their centres are inside; a disc is not allowed */
typedef enum { GR_WITHIN_ALL, GR_WITHIN_BOX, GR_WITHIN_CYLINDER, GR_WITHIN_SPHERE, GR_WITHIN_DISC } GrWithinShape;

/* A region. Only the member that `shape` names is used. */
typedef struct {
  GrWithinShape shape;
  struct {
    double lower[3], upper[3]; /* lower and upper corner of the box [m] */
  } box;
  struct {
    double from[3], to[3]; /* centres of the two end faces [m] */
    double radius;         /* radius of the cylinder [m] */
  } cylinder;
  struct {
    double centre[3], radius; /* centre and radius of the sphere [m] */
  } sphere;
  struct {
    double centre[3]; /* centre of the disc [m] */
    double normal[3]; /* vector normal to the disc, of any length */
    double radius;    /* radius of the disc [m] */
  } disc;
} GrWithin;

/* Kind of an error in the input: a wrong value of a key, a key that must not be there, or a missing key. */
typedef enum { GR_WRONG_VALUE, GR_WRONG_KEY, GR_WRONG_MISSING } GrWrong;

/* An error that a generator finds in the input: the key, and the text of the message. */
typedef struct {
  /* name of the wrong key, as in GrGenerator.keys; NULL: the error concerns the generator as a whole */
  const char *key;
  int entry;     /* index of the wrong entry, from 0, if the input gives a list of entries (GrGenerator.list) */
  int component; /* number of the wrong vector component, from 1; 0: the value is wrong as a whole */
  GrWrong what;
  /* memory for the message "PROBLEM; REMEDY". granum prints it after the key: "is too large; write ..." */
  char text[320];
} GrGeneratorFault;

struct GrGrains;       /* a group of particles; GrGeneratorGroupOf describes it */
struct GrDistribution; /* distribution of the radii of a group; NULL: the group has none */
struct GrFilling;      /* the particles of a group while a generator of granum creates them */

/* A group of particles, and the domain in which a generator places them. */
typedef struct {
  void *given;     /* [n_given] values of the generator's keys; each element is a struct of GrGenerator.size bytes */
  int n_given;     /* number of entries if the input gives a list of entries for the generator, else 1 */
  PetscInt64 seed; /* seed of all random numbers of the group */
  double smallest, largest;  /* smallest and largest radius of the particles [m]; NaN: unknown */
  int dimension;             /* dimension of the domain, 2 or 3; 2: the particles are in the plane z = lower[2] */
  double lower[3], upper[3]; /* lower and upper corner of the domain [m] */
  bool periodic[3];          /* whether the domain is periodic along each axis */
} GrGeneratorGroup;

/* Returns the group, from the arguments of the functions of GrGenerator. radii: NULL in the function `check`. */
GrGeneratorGroup GrGeneratorGroupOf(const GrCase *the_case, const struct GrGrains *grains,
                                    const struct GrDistribution *radii);

/* A range of consecutive particles of a group, whose positions GrGenerator.place computes. */
typedef struct {
  const GrCase *the_case;
  const struct GrGrains *grains;
  const struct GrDistribution *radii;
  PetscInt64 first, id; /* number in the group (from 0) and id of the first particle of the range */
  PetscInt n;           /* number of particles in the range */
  /* [n] output: position [m], velocity [m/s] and spin [rad/s] of each particle. `place` must set the position. Before
     the call, velocity and spin have the values of the group. */
  double (*state)[9];
  /* [n] radii [m] and masses [kg]: output of a generator with `gives_sizes`; for other generators the values are NaN */
  double *radius;
  double *mass;
} GrPlaces;

/* A generator: its input keys, and the functions that create the particles of a group. */
typedef struct GrGenerator {
  const char *name; /* name of the generator: its key in a group of `particles` */
  const char *summary;
  const GrGeneratorKey *keys;
  size_t size;       /* size of the generator's own struct that stores the values of `keys` [bytes] */
  bool list;         /* whether the input may give a list of entries; each entry has all keys of the generator */
  bool bare;         /* whether `NAME: VALUE` is short for `NAME: {KEY: VALUE}`, where KEY is the first of `keys` */
  bool gives_sizes;  /* whether the generator sets radii and masses, if the input of the group omits them */
  bool gives_motion; /* whether the generator sets velocities and spins; the input of the group must then omit them */
  /* whether the generator fills the part of the domain from its key `lower` to its key `upper`. Particles are then not
     placed inside closed meshes: `make` avoids them, and granum removes particles that `place` puts there */
  bool fills;
  /* advice that the error message gives if particles overlap particles of other groups; NULL: "move them apart" */
  const char *remedy;

  /* Checks the values of the keys. May set missing values (GrGeneratorGroup.given). Returns NULL, or an error message
     "PROBLEM; REMEDY" in the memory fault->text. NULL in place of the function: no checks. */
  const char *(*check)(const GrCase *the_case, struct GrGrains *grains, GrGeneratorFault *fault);

  /* Sets *count to the number of particles of the group. Returns NULL, or an error message "PROBLEM; REMEDY". `place`
     requires this function. Without it (NULL), the number is unknown until `make` has created the particles. */
  const char *(*count)(const GrCase *the_case, const struct GrGrains *grains, const struct GrDistribution *radii,
                       PetscInt64 *count, GrGeneratorFault *fault);

  /* A generator has either `place` or `make`; the head of this header describes them. A generator of a program has
     `place`: only generators of granum can use `make` and `find_line`. */
  void (*place)(const GrPlaces *places);
  PetscErrorCode (*make)(struct GrFilling *making);

  /* Finds the line of the generator's file that describes a particle, for error messages. number: number of the
     particle in the group, from 1. *line: number of the line, from 1. NULL: the generator does not read a file.
     Collective. */
  PetscErrorCode (*find_line)(MPI_Comm comm, const GrCase *the_case, const struct GrGrains *grains, PetscInt64 number,
                              PetscInt64 *line);
} GrGenerator;

/* Returns generator number `index` of the registry, from 0; NULL: there are no more generators. */
const GrGenerator *GrGeneratorAt(int index);

/* Returns the generator of this name; NULL: there is none. */
const GrGenerator *GrGeneratorFind(const char *name);

/* Adds a generator of particles, which your own program defines, to the registry. *generator must remain valid until
   the program ends. Returns 0 on success; 1 if the name is taken, the registry is full, or the generator lacks keys or
   functions. */
int GrGeneratorRegister(const GrGenerator *generator);

#ifdef __cplusplus
}
#endif

#endif
