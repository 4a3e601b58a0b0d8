/* granum/law.h: the interface of a contact-force law.

   A law is a pure function of one contact.
     input    overlap d [m], > 0 in contact; overlap rate v = dd/dt [m/s], > 0 when the bodies approach;
              committed history
     output   force F [N], > 0 repulsive; trial history
   The history of a contact is a set of numbers that the contact keeps between steps, such as its largest overlap. The
   committed history belongs to the last accepted step. The trial history belongs to the step that is being computed; it
   becomes the committed history when the step is accepted.
   A law has no internal state and never writes the committed history. It may therefore be called any number of times,
   in any order. A law evaluates a batch of contacts per call; each quantity of the contacts is one array.

   To add a law, write one file that defines a `const GrLaw`, and add its name to src/law/registry.h. A program that
   uses granum as a library calls GrLawRegister instead. This header needs only the C library. */
#ifndef GRANUM_LAW_H
#define GRANUM_LAW_H

#include <granum/law_data.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GR_LAW_PARAMETERS_MAX = 16, GR_LAW_HISTORY_MAX = 16, GR_LAW_COEFFICIENTS_MAX = 24, GR_LAW_CORNERS_MAX = 4 };

/* Descriptor of a parameter of a law: its name in the input, unit and allowed values. The value of a parameter is a
   number or a word. At the end of `choices`, WORD=NUMBER is a word for a number, which the law gets instead, such as
   "elastic=1" or "infinite=inf"; the number need not be below `upper`. */
typedef struct {
  const char *name; /* name of the parameter: its key in the input */
  /* SI unit of the number, such as "N/m^1.5"; "1": the number is dimensionless; NULL: the value must be a word */
  const char *unit;
  const char *choices; /* allowed words, e.g. "continuous|printed"; NULL: the value must be a number */
  double lower, upper; /* smallest and largest allowed number */
  bool lower_open;     /* true: the number must be larger than `lower`; false: it may be equal to `lower` */
  bool upper_open;     /* true: the number must be smaller than `upper`; false: it may be equal to `upper` */
  /* default, written as in the input; NULL: the input must give the parameter; "": it is optional without default */
  const char *fallback;
  const char *meaning; /* description of the parameter, one sentence */
  /* for a parameter without default: value in the example that `granum laws NAME` prints; 0: the example omits it */
  double example;
} GrLawParameter;

/* The value of a parameter of a law: a number or a word. */
typedef struct {
  bool given;    /* whether the parameter has a value, from the input or by default */
  int choice;    /* index of the word in GrLawParameter.choices, from 0; -1: the value is a number */
  double number; /* the number, in the SI unit of the parameter */
} GrLawValue;

/* Descriptor of one number in the history of a contact. The number is 0 while the two bodies are not in contact. */
typedef struct {
  const char *name;    /* name of the history value */
  const char *unit;    /* SI unit of the history value */
  const char *meaning; /* description of the history value */
} GrLawHistory;

/* Kind of a law. In the input, an entry of `contacts` selects the laws of two materials, by one key for each kind. The
   comments name these keys. */
typedef enum {
  GR_LAW_NORMAL,     /* key `normal`: normal force of two bodies in contact; has the function GrLaw.force */
  GR_LAW_ADHESION,   /* key `adhesion`: attraction that is added to the normal force; has the function GrLaw.force */
  GR_LAW_TANGENTIAL, /* key `tangential`: friction against sliding; has the function GrLaw.slide */
  GR_LAW_ROLLING,    /* key `rolling`: resistance to rolling; has the function GrLaw.slide */
  GR_LAW_TWISTING,   /* key `twisting`: resistance to relative spin about the normal; has the function GrLaw.slide */
  GR_LAW_BOND        /* key `bond`: bond between two particles, which need not touch; has the function GrLaw.hold */
} GrLawKind;

/* A law: its description, which `granum laws NAME` prints as the law card, and its functions. A function that the law
   does not have is NULL. */
typedef struct GrLaw {
  const char *name; /* value of the key `law` in the input that selects this law */
  GrLawKind kind;
  const char *summary;  /* description in one line, for the list that `granum laws` prints */
  const char *source;   /* paper and equation */
  const char *equation; /* equations of the law in plain text; "\n" separates lines */
  const char *range;    /* range of validity */
  const char *defects;  /* known defects of the published law, and how granum handles them */
  unsigned needs;       /* material data that the law needs: sum of bits of GrLawNeeds */

  const GrLawParameter *parameters; /* descriptors of the parameters; the last element has the name NULL */
  int n_history;                    /* number of history values that a contact keeps between steps */
  const GrLawHistory *history;      /* [n_history] descriptors of the history values */
  int n_coefficients;               /* number of coefficients: constants of the formula, such as a stiffness */

  /* Computes coefficient[n_coefficients] of a pair type (contacts with the same materials, radii and masses). granum
     calls it once for each pair type. value[k]: value of parameters[k]. Returns NULL, or a message "fault;
     correction". */
  const char *(*prepare)(const GrLawPair *pair, const GrLawValue *value, double *coefficient);

  /* Computes factor[n_coefficients] of two materials. A factor is the part of a coefficient that does not depend on the
     effective radius R and the reduced mass m (GrLawForm). GrLawScale computes the coefficients of a pair of particles
     from the factors. If all radii differ, GrLawScale is faster than `prepare`; both must give the same bits. granum
     calls `factors` after `prepare`, with the same `pair`; the function must not use the radius and mass of `pair`. If
     a coefficient that depends on R or m increases, stiffness and damping must not decrease. Returns false if a
     coefficient has none of the forms of GrLawForm; granum then calls `prepare` for each pair. NULL: the coefficients
     never have these forms. */
  bool (*factors)(const GrLawPair *pair, const GrLawValue *value, GrLawFactor *factor);

  /* Whether the law uses the contact radius, which is expensive to compute. A normal law with this flag writes
     GrLawBatch.root. A friction law with this flag reads GrSlideBatch.root if it is not NULL. */
  bool roots;

  /* Computes `force`, `dashpot`, `viscosity`, `root` and `trial` of a batch. Only for normal laws and adhesion. */
  void (*force)(const GrLawBatch *batch);

  /* Computes two energies of each contact of a batch from `overlap` and the current history `trial`.
       recoverable  energy that unloading would return [J]. For a law with a `reach` it is 0 at overlap -reach and may
                    be negative
       consumed     plastic work since the contact closed [J]; 0 for laws without plasticity. For a law with a `reach`
                    it includes the energy of the jumps into and out of contact
     The energies do not include the viscous loss, which the caller computes from the force of the dashpot. */
  void (*energy)(const GrLawBatch *batch, double *recoverable, double *consumed);

  /* Returns the largest static stiffness [N/m] at overlaps from 0 to `overlap`; the stable time step depends on it. The
     stiffness of a normal law is dF/dd, of an adhesion |dF/dd|, and of a friction law (`slide`) the force of the spring
     per displacement. */
  double (*stiffness)(const double *coefficient, double overlap);

  /* Returns the largest damping dF/dv [N s/m] at overlaps from 0 to `overlap`. For a friction law (`slide`) it
     excludes the part that is proportional to the damping of the normal law (GR_SLIDE_SHARE). NULL: the law has no
     damping. */
  double (*damping)(const double *coefficient, double overlap);

  /* Exponent 1 + q [1] of a normal law whose damping dF/dv grows as d^q with the overlap d, q < 1. The impulse of the
     dashpot since the beginning of a contact then grows as d^(1 + q). granum uses the exponent to correct the force of
     the dashpot in the first step of a contact (src/contact/batch_force.c). 0: no correction. */
  double onset;

  /* Whether the force of an adhesion or normal law jumps at overlap 0 and -reach. granum then corrects the steps of the
     jumps; `onset` must be 0. The first history value, if any, must differ from 0 while the law acts. */
  bool jumps;

  /* Computes the corners of each contact of a batch. A corner is an overlap [m] at which the force, dF/dd or dF/dv
     jumps. It depends on the committed history. corner[k][i] is corner k < n_corners of contact i; a value <= 0 means
     that the contact does not have this corner. The function reads only `overlap`, `rate`, `coefficient` and `history`
     of the batch. An integrator ends a step at each corner, because its order of accuracy holds only if the force is
     smooth within a step. A jump at rate v = 0 is not a corner. NULL: the law is smooth for d > 0. */
  void (*corners)(const GrLawBatch *batch, double *const *corner);
  int n_corners; /* number of overlaps that `corners` computes for each contact, at most GR_LAW_CORNERS_MAX */
  /* where the force becomes 0 on unloading. 0: at overlap 0; 1 + k: at the overlap corner[k] of `corners` */
  int end;

  /* Returns the restitution [1] of an impact without other forces. mass: reduced mass [kg]; speed: of approach [m/s].
     The impact ends at overlap 0, or, if `no_pull` is true, at the first zero of the force during unloading. Exact
     unless the law card states an accuracy; NaN: no closed form for these arguments. NULL: no closed form. */
  double (*restitution)(const double *coefficient, double mass, double speed, bool no_pull);
  /* The same with a constant attraction `pull` [N] in contact; both speeds at overlap 0. 0: the bodies stick. */
  double (*restitution_with_pull)(const double *coefficient, double mass, double speed, double pull);

  /* Returns the reach of the law: the largest distance of the surfaces at which the law acts [m], >= 0. The force is
     evaluated at overlaps down to -reach, and the history is kept while the distance of the surfaces is smaller than
     the reach. A normal law with a reach must keep its first history value different from 0 while the contact lasts;
     friction acts during this time. The reach of a bond law assumes that the particles touched when the bond formed.
     NULL: the law acts only at overlaps >= 0. */
  double (*reach)(const double *coefficient);

  /* Computes the outputs of a batch: force, history, energy and power. Only tangential, rolling and twisting laws have
     this function. Their functions `force` and `energy` are NULL. */
  void (*slide)(const GrSlideBatch *batch);

  /* Computes the outputs of a batch: force, moment, history, stored energy and dissipated power. Only bond laws have
     this function. Their functions `force` and `energy` are NULL. */
  void (*hold)(const GrBondBatch *batch);
} GrLaw;

/* Returns law number `index`, from 0, of the registry, which is the list of all laws. NULL: the registry has fewer
   laws. */
const GrLaw *GrLawAt(int index);

/* Returns the law with this name; NULL: no law has this name. */
const GrLaw *GrLawFind(const char *name);

/* Returns the index in law->history of the history value with this name; -1: the law has no such history value. */
int GrLawHistoryFind(const GrLaw *law, const char *name);

/* Returns the name of a law that is most similar to a misspelt name (smallest edit distance); NULL: no name is similar.
   Error messages suggest this name. */
const char *GrLawNearest(const char *name);

/* Adds a law of the calling program to the registry. *law must remain valid until the program ends. Returns 0 on
   success. Returns 1 if another law has this name, the registry is full, a function is missing, or a limit
   GR_LAW_..._MAX is exceeded. */
int GrLawRegister(const GrLaw *law);

/* Prints name and summary of each law, one line per law. */
void GrLawsList(FILE *out);

/* Prints the law card of a law, in lines of at most 100 characters: equation, parameters, history, source, range of
   validity, defects and an example with numbers. Returns 0. If no law has this name, returns 1 and prints nothing. */
int GrLawCard(const char *name, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
