/* granum/law_batch.h: batches of contacts, which the functions of a law (granum/law.h) evaluate. */
#ifndef GRANUM_LAW_BATCH_H
#define GRANUM_LAW_BATCH_H

#include <stdbool.h>

/* A batch: the contacts that a normal law or an adhesion evaluates in one call. A contact acts if its overlap is >= 0.
   If the law also acts between separated surfaces (GrLaw.reach), a contact acts if its overlap is > -reach. The caller
   ignores the results of contacts that do not act, but these contacts must not cause a floating-point exception. The
   arrays do not overlap in memory. */
typedef struct {
  int n;                            /* number of contacts in the batch */
  const double *overlap;            /* overlap d [m] */
  const double *rate;               /* overlap rate v [m/s], > 0 when the bodies approach */
  const double *const *coefficient; /* [GrLaw.n_coefficients][n] coefficients of each contact, from GrLaw.prepare */
  /* [GrLaw.n_history][n] history values at the end of the last accepted step; 0: the bodies were not in contact */
  const double *const *history;
  /* [GrLaw.n_history][n] history values of the current state: output of GrLaw.force, input of GrLaw.energy */
  double *const *trial;
  double *force;   /* output of GrLaw.force: total force F [N] */
  double *dashpot; /* output of GrLaw.force: viscous part of F [N]; F - dashpot is the static part */
  /* output of GrLaw.force: damping dF/dv [N s/m], from which friction laws compute their dashpots; NULL: not needed */
  double *viscosity;
  /* output of GrLaw.force if GrLaw.roots is true: contact radius / sqrt(R) [m^(1/2)], with the effective radius R;
     NULL: not needed */
  double *root;
} GrLawBatch;

/* Largest number of contacts in a GrSlideBatch or GrBondBatch. */
enum { GR_SLIDE_BATCH = 128 };

/* Velocities from which slip and overlap rate of a GrSlideBatch are computed. MEAN: the mean velocity over
   GrSlideBatch.interval. PREDICTED: the velocity that velocity Verlet predicts for the end of the interval,
   v_(n+1/2) + h/2 a_n, with the step length h and the acceleration a_n at the beginning. AT_END: the velocity at the
   end of the interval. */
typedef enum { GR_VELOCITY_MEAN, GR_VELOCITY_PREDICTED, GR_VELOCITY_AT_END } GrVelocityOf;

/* A batch: the contacts that a tangential, rolling or twisting law evaluates in one call. The law reads a velocity
   `slip` and computes a vector `force`. Their meaning depends on the kind of law. n is the contact normal, w1 and w2
   are the spins of the two bodies [rad/s], and R is the effective radius of the pair.
     tangential  slip: velocity of the first surface relative to the second, in the contact plane
                 force: friction on the first body at the contact
     rolling     slip: R (w1 - w2) x n
                 force: vector in the contact plane; the torque on the first body is R n x force
     twisting    slip: R ((w1 - w2) . n) n
                 force: vector along n; the torque on the first body is R force
   The second body gets the opposite force or torque. The power on both bodies together is the scalar product of force
   and slip. Twisting laws have vectors only to have the same interface as the other two kinds.
   The law also computes results for pairs that are not in contact, but the caller ignores them. The arrays do not
   overlap in memory, except that trial[k] may be the same array as history[k]. */
typedef struct {
  int n;                      /* number of contacts in the batch, at most GR_SLIDE_BATCH */
  double interval;            /* time from the end of the last accepted step to the current state [s] */
  GrVelocityOf velocity;      /* kind of the velocities from which `slip` and `rate` have been computed */
  const double *rate;         /* overlap rate v [m/s], > 0 when the bodies approach */
  const double *overlap;      /* overlap d [m] */
  const double *normal_force; /* total normal force [N]; < 0: tension */
  const double *viscosity;    /* damping dF/dv of the normal law [N s/m]; 0: the normal law has no dashpot */
  /* contact radius / sqrt(effective radius) from the normal law [m^(1/2)]; NULL: the normal law does not compute it */
  const double *root;
  const double *end;                /* overlap at which the normal force becomes 0 on unloading [m]; NULL: overlap 0 */
  const double *normal[3];          /* unit vector from the first body, which has the lower id, to the second body */
  const double *slip[3];            /* velocity that the law resists; its meaning depends on the kind of law [m/s] */
  const double *const *coefficient; /* [GrLaw.n_coefficients][n] coefficients of each contact, from GrLaw.prepare */
  /* [GrLaw.n_history][n] history values at the end of the last accepted step; 0: the bodies were not in contact */
  const double *const *history;
  double *const *trial; /* output: [GrLaw.n_history][n] history values of the current state */
  double *force[3];     /* output: friction or resistance; its meaning depends on the kind of law [N] */
  double *stored; /* output: elastic energy of the friction spring, from `trial` and `overlap` [J]; NULL: not needed */
  /* output: power that the bodies lose to friction and to the spring [W]: -force . slip. In a sticking contact, a law
     with a spring subtracts the error of the trapezoidal rule by which the caller integrates the power
     (src/law/slide/slide.h) */
  double *power;
} GrSlideBatch;

/* Index of a coefficient that all tangential, rolling and twisting laws have: the largest ratio [1] of the damping of
   the friction law to the damping dF/dv of the normal law. The friction law may have constant damping in addition. */
enum { GR_SLIDE_SHARE = 0 };

#endif
