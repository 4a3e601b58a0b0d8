/* granum/bond.h: bonds, which are breakable elastic links between two particles. A bond law (granum/law.h) evaluates a
   batch of bonds in one call. This header also lists the parameters that all bond laws have. */
#ifndef GRANUM_BOND_H
#define GRANUM_BOND_H

#include <math.h>
#include <stdbool.h>

/* Indices of the first two history values of each bond law. History values are numbers that a pair keeps between steps.
     GR_BOND_LENGTH  > 0: distance of the centres at which the bond is free of force [m]; 0: the pair has no bond;
                     < 0: the bond has broken, and the value is minus the cause (GrBondEnd)
     GR_BOND_LOST    elastic energy of the bond when it broke [J] */
enum { GR_BOND_LENGTH, GR_BOND_LOST };

/* Causes of the break of a bond. A bond breaks if the stress of tension and bending, or of shear and twisting, exceeds
   its strength. The cause is the larger part of this stress. GR_BOND_ENDS: number of causes + 1. */
typedef enum { GR_BOND_TENSION = 1, GR_BOND_BENDING, GR_BOND_SHEAR, GR_BOND_TWIST, GR_BOND_ENDS } GrBondEnd;

/* A batch: the pairs of bodies that a bond law evaluates in one call. The law computes the force and the moment on the
   first body. The second body gets the opposite force and moment. The caller adds the torques that the force exerts
   about the two centres. If a pair has no bond, the law sets force and moment to 0 and does not change GR_BOND_LENGTH.
   In the comments, v1, v2 are the velocities [m/s], w1, w2 the spins [rad/s] of the two bodies, and n is the normal.
   trial[k] may be the same array as history[k]. */
typedef struct {
  int n;           /* number of pairs in the batch, at most GR_SLIDE_BATCH */
  double interval; /* time since the last accepted step, whose history is committed [s] */
  /* true: velocities and spins are means over `interval`; false: they are predicted (GR_VELOCITY_PREDICTED) */
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
  const double *const *history;     /* [n_history][n] committed history, of the last accepted step */
  double *const *trial;             /* output: [n_history][n] trial history, of the current step */
  double *force[3];                 /* output: force on the first body at the midpoint of the centres [N] */
  double *moment[3];                /* output: moment on the first body [N m] */
  double *stored;                   /* output: recoverable elastic energy of the bond [J] */
  double *viscous;                  /* output: power that the dashpots of the bond dissipate [W] */
} GrBondBatch;

/* Indices of the first parameters of each bond law, which define the pairs that get a bond and the time of bonding.
   GR_BOND_FORMATION has the descriptors of these parameters. The first coefficient of each bond law is the largest
   surface distance at which a pair gets a bond [m]. */
enum { GR_BOND_FORM, GR_BOND_GAP, GR_BOND_FROM, GR_BOND_UNTIL, GR_BOND_PARAMETERS };
/* Values of the parameter `form`: bonds form at the start, at the first touch, or between the pairs of a list. */
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
