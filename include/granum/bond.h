/* granum/bond.h: batches of bonds, which a bond law (granum/law.h) evaluates, and the parameters that all bond laws
   have. */
#ifndef GRANUM_BOND_H
#define GRANUM_BOND_H

#include <math.h>
#include <stdbool.h>

/* Indices of the first two history values of each bond law.
     GR_BOND_LENGTH  > 0: the pair has a bond, which is free of force if the distance of the centres is this length [m];
                     0: the pair has no bond; < 0: the bond has broken, and minus this number is the cause (GrBondEnd)
     GR_BOND_LOST    elastic energy of the bond when it broke [J] */
enum { GR_BOND_LENGTH, GR_BOND_LOST };

/* Causes of the break of a bond: a strength of the bond that was exceeded. */
typedef enum { GR_BOND_TENSION = 1, GR_BOND_BENDING, GR_BOND_SHEAR, GR_BOND_TWIST, GR_BOND_ENDS } GrBondEnd;

/* A batch: the pairs that a bond law evaluates in one call. If a pair has no bond, the law sets force and moment to 0
   and keeps the value GR_BOND_LENGTH. The second body gets the opposite force and moment. The caller adds the torque
   that the force exerts on both bodies. v1, v2, w1, w2 are velocities [m/s] and spins [rad/s] of the two bodies, n is
   the normal. trial[k] may be the same array as history[k]. */
typedef struct {
  int n;           /* number of pairs in the batch, at most GR_SLIDE_BATCH */
  double interval; /* time since the last commit of the history [s] */
  /* whether velocities and spins are means over the interval; otherwise they are GR_VELOCITY_PREDICTED */
  bool mean;
  const double *distance;  /* distance D of the centres [m] */
  const double *normal[3]; /* unit vector n from the first body to the second */
  const double *rate;      /* -dD/dt [m/s] */
  /* component perpendicular to n of the relative velocity at the midpoint of the centres,
     v1 - v2 + D (w1 + w2)/2 x n [m/s] */
  const double *slip[3];
  const double *about;              /* mean spin about the normal, (w1 + w2)/2 . n [rad/s] */
  const double *relative_spin[3];   /* w1 - w2 [rad/s] */
  const double *const *coefficient; /* [n_coefficients][n] coefficients, computed by GrLaw.prepare */
  const double *const *history;     /* [n_history][n] committed history */
  double *const *trial;             /* output: [n_history][n] trial history */
  double *force[3];                 /* output: force on the first body at the midpoint of the centres [N] */
  double *moment[3];                /* output: moment on the first body [N m] */
  double *stored;                   /* output: recoverable elastic energy of the bond [J] */
  double *viscous;                  /* output: power that the dashpots of the bond dissipate [W] */
} GrBondBatch;

/* Indices of the first parameters of each bond law. They define which pairs get a bond, and when. GR_BOND_FORMATION has
   their descriptors. The first coefficient of a bond law is the largest distance of the surfaces of a pair that gets a
   bond [m]. */
enum { GR_BOND_FORM, GR_BOND_GAP, GR_BOND_FROM, GR_BOND_UNTIL, GR_BOND_PARAMETERS };
/* Values of the parameter `form` in the order of its words. */
enum { GR_BOND_AT_START, GR_BOND_AT_TOUCH, GR_BOND_IN_LIST };
#define GR_BOND_FORMATION                                                                                              \
  [GR_BOND_FORM] =                                                                                                     \
      {"form",                                                                                                         \
       NULL,                                                                                                           \
       "start|touch|list",                                                                                             \
       0,                                                                                                              \
       0,                                                                                                              \
       false,                                                                                                          \
       false,                                                                                                          \
       "start",                                                                                                        \
       "the pairs that get a bond: start, pairs that are near enough at the start; touch, pairs that touch "           \
       "between from and until; list, pairs of bond_list",                                                             \
       0},                                                                                                             \
  [GR_BOND_GAP] =                                                                                                      \
      {"gap",                                                                                                          \
       "m",                                                                                                            \
       NULL,                                                                                                           \
       0,                                                                                                              \
       INFINITY,                                                                                                       \
       false,                                                                                                          \
       true,                                                                                                           \
       "",                                                                                                             \
       "largest surface distance of a pair that gets a bond; if omitted: 0.001 of the smaller radius, with "           \
       "form: touch 0",                                                                                                \
       0},                                                                                                             \
  [GR_BOND_FROM] = {"from", "s",      NULL,                                                                            \
                    0,      INFINITY, false,                                                                           \
                    true,   "",       "with form: touch, bonds form from this time; if omitted: 0",                    \
                    0},                                                                                                \
  [GR_BOND_UNTIL] = {"until", "s",      NULL,                                                                          \
                     0,       INFINITY, true,                                                                          \
                     true,    "",       "with form: touch, bonds form before this time; if omitted: to the end",       \
                     0}

#endif
