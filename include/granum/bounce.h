/* granum/bounce.h: balls that bounce on a surface until they rest.

   A ball of mass m [kg] falls in gravity g [m/s^2] from a height onto a body that is held. Its height h [m] is that of
   its lowest point above the surface, its velocity w = dh/dt [m/s] counts upwards:
     in flight    h > 0,  h = h0 + w0 t - g t^2/2, exactly
     in contact   d = -h > 0,  m d'' = m g - F(d, d', history), integrated as granum/impact.h does; each contact begins
                  without history, so its v0 is the speed it begins with
   A contact ends when the overlap d [m] returns to 0, located to rounding, and the ball flies with the speed that it
   has. A ball that has too little energy to leave the surface oscillates on it. Its motion is integrated until its
   energy exceeds the energy at rest by no more than a fraction of the energy at the start (GrBounceCase.energy).
   Without gravity during contacts (`gravity_in_contact` off) a ball rests when the energy of its bounces falls to this
   fraction. */
#ifndef GRANUM_BOUNCE_H
#define GRANUM_BOUNCE_H

#include <granum/impact.h>
#include <granum/log.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How a ball ended. */
typedef enum {
  GR_BOUNCE_RESTS,  /* the ball is at rest on the surface */
  GR_BOUNCE_SWINGS, /* it cannot leave the surface, but still moves at the limit of oscillations or steps */
  GR_BOUNCE_FLIES   /* it has made the largest allowed number of bounces */
} GrBounceOutcome;

/* A contact: row of the log `bounces`. All numbers are doubles, integers included; NaN: no value. */
typedef struct {
  double ball, number;       /* number of the ball, and of the contact of this ball; from 1 */
  double time;               /* time at which the contact began [s] */
  double duration;           /* duration of the contact [s]; last contact: until the ball rests */
  double speed_in;           /* speed at the beginning of the contact, > 0 [m/s] */
  double speed_out;          /* speed at its end [m/s]; 0: the ball does not leave the surface */
  double restitution;        /* speed_out / speed_in [1] */
  double restitution_theory; /* restitution of the law without gravity [1] */
  double overlap_max;        /* largest overlap [m] */
  double force_max, force_min, dissipated_viscous, dissipated_plastic; /* extreme forces [N]; dissipated energies [J] */
} GrBounce;

/* A point of the trajectory: row of the log `trajectory`. */
typedef struct {
  double ball, time, height, velocity, force; /* number of the ball, [s], [m], [m/s] upwards, [N] */
} GrBouncePoint;

/* Energies at the start, after each contact and at the end: row of the log `energy`. All in J, time in s. */
typedef struct {
  double ball, time, kinetic, potential, elastic, dissipated_viscous, dissipated_plastic;
  double residual; /* sum of all energies minus its value at the start */
} GrBounceEnergy;

/* Result of a ball. */
typedef struct {
  double outcome;         /* GrBounceOutcome */
  double bounce_count;    /* contacts that ended by separation */
  double last_onset;      /* time at which the last contact began [s] */
  double rest_time;       /* time at which the ball comes to rest [s]; NaN: it does not */
  double rest_overlap;    /* overlap at the end, 0 in flight [m] */
  double static_overlap;  /* overlap at which the contact carries the ball [m]; NaN: the ball flies at the end */
  double energy_start;    /* [J] */
  double energy_residual; /* largest |residual| over energy_start [1] */
  double first_bounce, first_point, first_energy; /* first rows of the ball in the tables of the results, from 0 */
} GrBounceBall;

/* Result and logs of a ball. GrBounceSolve sets the members first_... to 0; the writer of the tables sets their values.
   */
typedef struct {
  GrBounceBall ball;
  GrLog bounces, trajectory, energy; /* rows: GrBounce, GrBouncePoint, GrBounceEnergy */
  const char *why; /* reason why the motion could not be computed to its end, where the logs stop; NULL: none */
} GrBounceResult;

/* Task: a ball to be computed. */
typedef struct {
  double id; /* 1, 2, ...: the value of `ball` in the logs */
  const GrCase *the_case;
} GrBounceTask;

/* Computes n balls on the calling rank only, 64 at a time. All cases must have equal settings (GrImpactAlike). The
   result of a task does not depend on the other tasks. Free each result with GrBounceResultDestroy. */
PetscErrorCode GrBounceSolve(PetscInt n, const GrBounceTask task[], GrBounceResult result[]);

/* Frees the logs of a result. */
PetscErrorCode GrBounceResultDestroy(GrBounceResult *result);

#ifdef __cplusplus
}
#endif

#endif
