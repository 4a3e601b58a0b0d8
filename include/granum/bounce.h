/* granum/bounce.h: balls that bounce on a surface until they rest.

   A ball of mass m [kg] falls in gravity g [m/s^2] from a height onto a body that is held. Its height h [m] is that of
   its lowest point above the surface, its velocity w = dh/dt [m/s] counts upwards:
     in flight    h > 0,  h = h0 + w0 t - g t^2/2, exactly
     in contact   d = -h > 0,  m d'' = m g - F(d, d', history), integrated as granum/impact.h does; each contact begins
     with an empty contact history, so v0 in the formula of a law is the speed at this beginning
   A contact ends when the overlap d [m] returns to 0. This time is located to rounding, and the ball flies on with its
   speed at this time. A ball that has too little energy to leave the surface oscillates on it. Its motion is integrated
   until its energy exceeds the energy at rest by no more than a fraction of the energy at the start
   (GrBounceCase.energy). Without gravity during contacts (`gravity_in_contact` off) a ball rests when the energy of its
   bounces falls to this fraction. */
#ifndef GRANUM_BOUNCE_H
#define GRANUM_BOUNCE_H

#include <granum/impact.h>
#include <granum/log.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Why the computation of a ball ended. */
typedef enum {
  GR_BOUNCE_RESTS, /* the ball is at rest on the surface */
  /* the ball cannot leave the surface; it still oscillated after the largest allowed number of oscillations or steps */
  GR_BOUNCE_SWINGS,
  GR_BOUNCE_FLIES /* the ball flies after the largest allowed number of bounces */
} GrBounceOutcome;

/* One contact of a ball: a row of the log `bounces`. All numbers are doubles, integers included; NaN: no value. */
typedef struct {
  /* number of the ball, from 1; number of the contact among the contacts of this ball, from 1 */
  double ball, number;
  double time;               /* time at which the contact began [s] */
  double duration;           /* duration of the contact [s]; for the last contact the time until the ball rests */
  double speed_in;           /* speed at the beginning of the contact, > 0 [m/s] */
  double speed_out;          /* speed at the end of the contact [m/s]; 0: the ball does not leave the surface */
  double restitution;        /* speed_out / speed_in [1] */
  double restitution_theory; /* theoretical restitution of the contact law without gravity [1] */
  double overlap_max;        /* largest overlap [m] */
  /* largest and smallest force [N]; energies dissipated by dashpots and by plastic work [J] */
  double force_max, force_min, dissipated_viscous, dissipated_plastic;
} GrBounce;

/* One point of the trajectory of a ball: a row of the log `trajectory`. */
typedef struct {
  /* number of the ball; time [s]; height [m]; velocity, > 0 upwards [m/s]; contact force [N] */
  double ball, time, height, velocity, force;
} GrBouncePoint;

/* Energies of a ball at one time (the start, the end of each contact, or the end): a row of the log `energy`. Energies
   in J, time in s. */
typedef struct {
  double ball, time, kinetic, potential, elastic, dissipated_viscous, dissipated_plastic;
  double residual; /* sum of the five energies above minus this sum at the start [J] */
} GrBounceEnergy;

/* Result of a ball. */
typedef struct {
  double outcome;      /* GrBounceOutcome */
  double bounce_count; /* number of contacts after which the ball left the surface */
  double last_onset;   /* time at which the last contact began [s] */
  double rest_time;    /* time at which the ball comes to rest [s]; NaN: the ball does not come to rest */
  double rest_overlap; /* overlap at the end of the computation [m]; 0: the ball flies */
  /* overlap at which the contact force equals the weight of the ball [m]; NaN: the ball flies at the end */
  double static_overlap;
  double energy_start;    /* [J] */
  double energy_residual; /* largest |GrBounceEnergy.residual| divided by energy_start [1] */
  /* index (from 0) of the ball's first row in each table of the results: bounces, trajectory, energy */
  double first_bounce, first_point, first_energy;
} GrBounceBall;

/* Result and logs of a ball. GrBounceSolve sets ball.first_bounce, first_point and first_energy to 0; the code that
   writes the tables sets these members. */
typedef struct {
  GrBounceBall ball;
  GrLog bounces, trajectory, energy; /* logs whose rows are GrBounce, GrBouncePoint and GrBounceEnergy */
  /* reason why the computation failed before the end of the motion; the logs stop there. NULL: no failure */
  const char *why;
} GrBounceResult;

/* Task: a ball whose motion is to be computed. */
typedef struct {
  double id; /* number of the ball, 1, 2, ...: the value of the column `ball` in the logs */
  const GrCase *the_case;
} GrBounceTask;

/* Computes the motion of n balls, task[n], into result[n], on the calling rank only. It computes 64 balls at a time.
   All cases must have equal settings (GrImpactAlike). The result of a task does not depend on the other tasks. Free
   each result with GrBounceResultDestroy. */
PetscErrorCode GrBounceSolve(PetscInt n, const GrBounceTask task[], GrBounceResult result[]);

/* Frees the logs of a result. */
PetscErrorCode GrBounceResultDestroy(GrBounceResult *result);

#ifdef __cplusplus
}
#endif

#endif
