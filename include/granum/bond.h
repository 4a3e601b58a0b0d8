/* granum/bond.h: bonds, which are breakable elastic links between two particles. A bond law (granum/law.h) evaluates a
   batch of bonds in one call. This header also lists the parameters that all bond laws have. The input gives the values
   of the parameters; GrLaw.prepare computes from them the coefficients of the bond law for a pair of bodies. */
#ifndef GRANUM_BOND_H
#define GRANUM_BOND_H

#include <granum/law_batch.h>
#include <math.h>
#include <stdbool.h>

/* Indices of the first two history values of every bond law. A pair keeps its history values between time steps.
     GR_BOND_LENGTH  > 0: distance of the centres at which the bond is free of force [m]; 0: the pair has no bond;
                     < 0: the bond has broken, and the value is minus the cause (GrBondEnd)
     GR_BOND_LOST    elastic energy of the bond when it broke [J] */
enum { GR_BOND_LENGTH, GR_BOND_LOST };

/* Causes of the break of a bond. A bond breaks if the sum of the stresses by tension and bending exceeds the tensile
   strength, or the sum of the stresses by shear and twisting exceeds the shear strength. The cause is the larger stress
   in the sum that exceeds its strength; if both do, tension or bending. GR_BOND_ENDS: number of causes + 1. */
typedef enum { GR_BOND_TENSION = 1, GR_BOND_BENDING, GR_BOND_SHEAR, GR_BOND_TWIST, GR_BOND_ENDS } GrBondEnd;

/* A batch: the pairs of bodies that a bond law evaluates in one call. The law computes the force and the moment on the
   first body. The second body gets the opposite force and moment. The caller adds the torques that the force exerts
   about the two centres. If a pair has no bond, the law sets force and moment to 0 and does not change GR_BOND_LENGTH.
   v1 and v2 are the velocities [m/s] and w1 and w2 the spins [rad/s] of the two bodies. Each array has one value per
   pair. trial[k] may be the same array as history[k]. */
typedef struct {
  int n;           /* number of pairs in the batch, at most GR_SLIDE_BATCH (granum/law_batch.h) */
  double interval; /* time from the end of the last accepted step to the current state [s] */
  /* kind of the velocities and spins from which the members `rate` to `relative_spin` have been computed */
  GrVelocityOf velocity;
  const double *distance;  /* distance D of the centres [m] */
  const double *normal[3]; /* unit vector n from the first body to the second */
  const double *rate;      /* speed at which the centres approach, -dD/dt [m/s] */
  /* relative velocity at the midpoint of the centres, v1 - v2 + D (w1 + w2)/2 x n, without its component along n
     [m/s] */
  const double *slip[3];
  const double *about;              /* mean spin of the two bodies about the normal, (w1 + w2)/2 . n [rad/s] */
  const double *relative_spin[3];   /* spin of the first body relative to the second, w1 - w2 [rad/s] */
  const double *const *coefficient; /* [GrLaw.n_coefficients][n] coefficients of each pair, from GrLaw.prepare */
  const double *const *history;     /* [GrLaw.n_history][n] history values at the end of the last accepted step */
  double *const *trial;             /* output: [GrLaw.n_history][n] history values of the current state */
  double *force[3];                 /* output: force on the first body at the midpoint of the centres [N] */
  double *moment[3];                /* output: moment on the first body [N m] */
  double *stored;                   /* output: recoverable elastic energy of the bond [J] */
  double *viscous;                  /* output: power that the dashpots of the bond dissipate [W] */
} GrBondBatch;

/* Indices of the first parameters of every bond law. They define which pairs get a bond, and when. The table
   GR_BOND_FORMATION describes these parameters. The first coefficient of every bond law is the largest surface distance
   at which a pair gets a bond [m]. */
enum { GR_BOND_FORM, GR_BOND_GAP, GR_BOND_FROM, GR_BOND_UNTIL, GR_BOND_PARAMETERS };
/* Values of the parameter `form`. AT_START: at the start of the run, all pairs up to the distance `gap` get a bond.
   AT_TOUCH: a pair gets a bond when it touches. IN_LIST: the pairs of the input's `bond_list` get a bond. */
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
