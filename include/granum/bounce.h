/* granum/bounce.h: balls that bounce on a surface until they rest.

   A ball of mass m [kg] falls under gravity g [m/s^2] onto the surface of a fixed body. The height h [m] is the
   distance from the surface to the lowest point of the ball. The velocity w = dh/dt [m/s] is positive upwards.
     in flight    h = h0 + w0 t - g t^2/2, with the height h0, velocity w0 and time t = 0 at the start of the flight
     in contact   m d'' = m g - F(d, d', history), with the overlap d = -h [m] and the contact force F [N]
   The contact is integrated as in granum/impact.h. Each contact begins with an empty contact history. The approach
   speed v0 in the formula of a law is therefore the speed at the beginning of the current contact.
   A contact ends when the overlap d returns to 0. This time is computed to rounding error. The next flight begins with
   the speed of the ball at this time.
   A ball with too little energy to leave the surface oscillates on it until it rests. The ball rests when
     (energy - energy at static equilibrium) / energy at the start <= GrBounceCase.energy
   If gravity does not act during contacts (`gravity_in_contact` off), it rests when
     kinetic energy after a contact / energy at the start <= GrBounceCase.energy */
#ifndef GRANUM_BOUNCE_H
#define GRANUM_BOUNCE_H

#include <granum/impact.h>
#include <granum/log.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reason why the computation of the motion of a ball ended. */
typedef enum {
  GR_BOUNCE_RESTS, /* the ball is at rest on the surface */
  /* the ball cannot leave the surface again, but still oscillates on it after the largest allowed number of
     oscillations or steps */
  GR_BOUNCE_SWINGS,
  GR_BOUNCE_FLIES /* the ball has left the surface after the largest allowed number of bounces */
} GrBounceOutcome;

/* One contact of a ball with the surface: a row of the table `bounces`. Integers are stored as doubles. */
typedef struct {
  double ball;   /* number of the ball, from 1 */
  double number; /* number of the contact, from 1; each ball has its own count */
  double time;   /* time at which the contact begins [s] */
  /* duration of the contact [s]; if the ball does not leave the surface again: from the beginning of the contact to the
     end of the computation */
  double duration;
  double speed_in;    /* speed of the ball when the contact begins, > 0 [m/s] */
  double speed_out;   /* speed of the ball when the contact ends [m/s]; 0: the ball does not leave the surface again */
  double restitution; /* speed_out / speed_in [1] */
  /* restitution by the theory of the contact law, without gravity [1]; NaN: the law has no formula for it */
  double restitution_theory;
  double overlap_max;        /* largest overlap during the contact [m] */
  double force_max;          /* largest contact force during the contact [N] */
  double force_min;          /* smallest contact force during the contact [N]; < 0: attraction */
  double dissipated_viscous; /* energy that the dashpots dissipate in the contact [J] */
  double dissipated_plastic; /* plastic work of the contact [J] */
} GrBounce;

/* One point of the trajectory of a ball: a row of the table `trajectory`. */
typedef struct {
  double ball;     /* number of the ball, from 1 */
  double time;     /* time of the point [s] */
  double height;   /* height h of the ball above the surface [m]; < 0 in contact */
  double velocity; /* velocity of the ball [m/s], > 0 upwards */
  double force;    /* force of the surface on the ball [N], > 0: repulsive */
} GrBouncePoint;

/* Energies of a ball at one time: a row of the table `energy`. Times: start of the motion, end of each contact. */
typedef struct {
  double ball;               /* number of the ball, from 1 */
  double time;               /* time at which the ball has these energies [s] */
  double kinetic;            /* kinetic energy [J] */
  double potential;          /* potential energy in the field of gravity [J]; 0 at height 0 */
  double elastic;            /* recoverable energy of the contact [J] */
  double dissipated_viscous; /* energy that dashpots have dissipated since the start [J] */
  double dissipated_plastic; /* plastic work since the start [J] */
  /* error of the energy balance [J]: kinetic + potential + elastic + dissipated_viscous + dissipated_plastic, minus the
     value of this sum at the start */
  double residual;
} GrBounceEnergy;

/* Summary of the motion of a ball. Integers are stored as doubles. */
typedef struct {
  double outcome;      /* reason why the computation ended, a value of GrBounceOutcome */
  double bounce_count; /* number of contacts after which the ball left the surface */
  double last_onset;   /* time at which the last contact begins [s] */
  double rest_time;    /* time at which the ball comes to rest [s]; NaN: the ball does not come to rest */
  double rest_overlap; /* overlap at the end of the computation [m]; 0: the ball is not in contact */
  /* overlap at which the static contact force equals the weight of the ball [m]; NaN: the outcome is GR_BOUNCE_FLIES */
  double static_overlap;
  double energy_start;    /* kinetic and potential energy at the start [J] */
  double energy_residual; /* largest error of the energy balance, |GrBounceEnergy.residual| / energy_start [1] */
  double first_bounce;    /* index (from 0) of the first row of this ball in the table `bounces` of the results file */
  double first_point;     /* index (from 0) of the first row of this ball in the table `trajectory` */
  double first_energy;    /* index (from 0) of the first row of this ball in the table `energy` */
} GrBounceBall;

/* Result for one ball: a summary, and logs (arrays of rows) of its motion. GrBounceSolve sets first_bounce, first_point
   and first_energy of `ball` to 0. The code that writes the results file sets their final values. */
typedef struct {
  GrBounceBall ball;
  GrLog bounces;    /* rows of type GrBounce, one for each contact */
  GrLog trajectory; /* rows of type GrBouncePoint, one for each stored point of the trajectory */
  GrLog energy;     /* rows of type GrBounceEnergy: at the start of the motion and at the end of each contact */
  /* reason why the computation failed; the logs have the rows up to the failure. NULL: the computation did not fail */
  const char *why;
} GrBounceResult;

/* Input of GrBounceSolve for one ball. */
typedef struct {
  double id; /* number of the ball, from 1; each row of the logs contains it as `ball` */
  const GrCase *the_case;
} GrBounceTask;

/* Computes the motion of the n balls task[n] and writes it to result[n]. The law and the settings of all cases must be
   equal (GrImpactAlike). The result of a ball does not depend on the other balls. The caller frees each result with
   GrBounceResultDestroy. Not collective. */
PetscErrorCode GrBounceSolve(PetscInt n, const GrBounceTask task[], GrBounceResult result[]);

/* Frees the three logs of a result that GrBounceSolve has computed. */
PetscErrorCode GrBounceResultDestroy(GrBounceResult *result);

#ifdef __cplusplus
}
#endif

#endif
