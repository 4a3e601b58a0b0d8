/* granum/bounce.h: balls that bounce on a surface until they rest.

   A ball of mass m [kg] falls in gravity g [m/s^2] from a height onto a body that is held. Its height h [m] is that of
   its lowest point above the surface, its velocity w = dh/dt [m/s] counts upwards:
     in flight    h > 0,  h = h0 + w0 t - g t^2/2, exactly
     in contact   d = -h > 0,  m d'' = m g - F(d, d', history), integrated as granum/impact.h does; each contact begins
                  without history, so its v0 is the speed it begins with
   A contact ends when the overlap d [m] returns to 0, located to rounding, and the ball flies on with the speed it has.
   If the energy of the motion is less than leaving takes, the ball stays: it is followed until the energy above that of
   its rest is the stated part of that at the start. With `gravity_in_contact` off a ball that loses energy never stays,
   but bounces shrink; it rests when their energy is that part. */
#ifndef GRANUM_BOUNCE_H
#define GRANUM_BOUNCE_H

#include <granum/impact.h>
#include <granum/log.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a ball ended. */
typedef enum {
  GR_BOUNCE_RESTS,  /* at rest on the surface */
  GR_BOUNCE_SWINGS, /* stays on the surface, but its motion has not died out within the limits */
  GR_BOUNCE_FLIES   /* has made the greatest number of bounces */
} GrBounceOutcome;

/* A contact. Rows of the log `bounces`. All numbers are doubles, integers included; NaN: there is none. */
typedef struct {
  double ball, number;       /* which ball, and which of its contacts; both from 1 */
  double time;               /* of the onset [s] */
  double duration;           /* [s]; of the last, until the ball rests */
  double speed_in;           /* > 0 [m/s] */
  double speed_out;          /* >= 0; 0: stays */
  double restitution;        /* out over in [1] */
  double restitution_theory; /* of the law without gravity [1] */
  double overlap_max;        /* [m] */
  double force_max, force_min, dissipated_viscous, dissipated_plastic; /* [N], [J] */
} GrBounce;

/* A point of the trajectory: row of the log `trajectory`. */
typedef struct {
  double ball, time, height, velocity, force; /* -, [s], [m], [m/s] upwards, [N] */
} GrBouncePoint;

/* The energy ledger at the start, after each contact and at the end: rows of the log `energy`. All [J], but time. */
typedef struct {
  double ball, time, kinetic, potential, elastic, dissipated_viscous, dissipated_plastic;
  double residual; /* the sum of those above less its value at the start */
} GrBounceEnergy;

/* What came of a ball. */
typedef struct {
  double outcome;                                 /* GrBounceOutcome */
  double bounce_count;                            /* contacts that it left */
  double last_onset;                              /* the last contact began [s] */
  double rest_time;                               /* NaN: does not rest [s] */
  double rest_overlap;                            /* overlap at the end, 0 in flight [m] */
  double static_overlap;                          /* at which the contact carries the ball [m]; NaN: flies at the end */
  double energy_start;                            /* [J] */
  double energy_residual;                         /* largest |residual| over energy_start [1] */
  double first_bounce, first_point, first_energy; /* its first row in the logs, from 0 */
} GrBounceBall;

/* What a ball leaves: first_... of the ball are 0. */
typedef struct {
  GrBounceBall ball;
  GrLog bounces, trajectory, energy; /* of GrBounce, GrBouncePoint, GrBounceEnergy */
  const char *why;                   /* NULL, or in words why it has no end; the logs go as far as it came */
} GrBounceResult;

/* A ball to be computed. */
typedef struct {
  double id; /* 1, 2, ...: its `ball` in the logs */
  const GrCase *the_case;
} GrBounceTask;

/* Computes balls, 64 at a time, on the calling rank only; GrImpactAlike must hold for their cases. The result
   of a task does not depend on the others. Free each with GrBounceResultDestroy. */
PetscErrorCode GrBounceSolve(PetscInt n, const GrBounceTask task[], GrBounceResult result[]);
PetscErrorCode GrBounceResultDestroy(GrBounceResult *result);

#ifdef __cplusplus
}
#endif

#endif
