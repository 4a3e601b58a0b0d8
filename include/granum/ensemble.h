/* granum/ensemble.h: the motion of a member of an ensemble: an impact of two bodies, a ball that bounces on a surface,
   or a mechanism. GrRunStudy (granum/command.h) computes all members of a study and writes them to a file.

   impact     m d'' = -F(d, d', history), d(0) = 0, d'(0) = v0: two bodies with the reduced mass m [kg], the overlap d
              [m], the contact force F [N] and the approach speed v0 [m/s]
   ball       in flight h'' = -g, in contact m d'' = m g - F(d, d', history) with d = -h: a ball of mass m, with its
              lowest point at the height h [m] above a fixed body, under gravity g [m/s^2]
   mechanism  granum/mechanism.h

   A contact begins with an empty history: the approach speed in the formula of a law is the speed at the beginning of
   this contact. Integers are stored as doubles. */
#ifndef GRANUM_ENSEMBLE_H
#define GRANUM_ENSEMBLE_H

#include <granum/case.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A growing array of rows of the same size. */
typedef struct {
  size_t size;         /* size of a row [bytes] */
  PetscInt64 n;        /* number of rows that the array contains */
  PetscInt64 capacity; /* number of rows that fit into the allocated memory */
  void *row;           /* the rows, one after the other */
} GrLog;

/* Result of an impact. */
typedef struct {
  /* relative speed before the impact, > 0 [m/s]; with `end: apart` where the adhesion begins to act */
  double approach_velocity;
  double separation_velocity; /* relative speed at the end of the impact, >= 0 [m/s]; 0: the bodies stick together */
  double restitution;         /* separation_velocity / approach_velocity [1] */
  /* restitution by the theory of the normal law [1]; NaN: the law has no formula for it, or none with this adhesion */
  double restitution_theory;
  double overlap_max;          /* largest overlap [m] */
  double force_max, force_min; /* largest and smallest force [N]; force_min < 0: attraction */
  /* time from the first touch to the end of the impact [s]; if the bodies stick: until this is certain */
  double duration;
  double energy_lost;     /* kinetic energy before the impact minus kinetic energy after it [J] */
  double energy_viscous;  /* energy that the dashpots dissipate [J] */
  double energy_plastic;  /* plastic work of the contact [J] */
  double energy_residual; /* error of the energy balance, divided by the kinetic energy at the first touch [1] */
  /* overlap at which the force without dashpots becomes 0 on unloading [m], 0: no permanent deformation; overlap at
     which bodies that stick first come to rest on the way back [m], NaN: the bodies separate */
  double residual_overlap, sticking_overlap;
} GrImpact;

/* Computes n impacts of the bodies of a case with `problem: impact`. speed[n]: approach speeds, > 0 [m/s]. If impact i
   fails, why[i] is the reason, and result[i] is not set. Otherwise why[i] is NULL. Not collective. */
PetscErrorCode GrImpactSolveCase(const GrCase *the_case, PetscInt n, const double speed[], GrImpact result[],
                                 const char *why[]);

/* Reason why the computation of the motion of a ball ended. */
typedef enum {
  GR_BOUNCE_RESTS,  /* the ball is at rest on the surface */
  GR_BOUNCE_SWINGS, /* the ball still oscillates on the surface after the largest number of oscillations or steps */
  GR_BOUNCE_FLIES   /* the ball has left the surface after the largest allowed number of bounces */
} GrBounceOutcome;

/* One contact of a ball with the surface: a row of the table `bounces`. */
typedef struct {
  double ball;   /* number of the ball, from 1 */
  double number; /* number of the contact, from 1; each ball has its own count */
  double time;   /* time at which the contact begins [s] */
  /* duration of the contact [s]; if the ball does not leave the surface again: to the end of the computation */
  double duration;
  double speed_in, speed_out; /* speeds at the beginning and end [m/s]; speed_out 0: the ball does not leave again */
  double restitution;         /* speed_out / speed_in [1] */
  /* restitution by the theory of the contact law, without gravity [1]; NaN: the law has no formula for it */
  double restitution_theory;
  double overlap_max;                            /* largest overlap during the contact [m] */
  double force_max, force_min;                   /* largest and smallest contact force [N]; force_min < 0: attraction */
  double dissipated_viscous, dissipated_plastic; /* energy that the dashpots dissipate; plastic work [J] */
} GrBounce;

/* One point of the trajectory of a ball: a row of the table `trajectory`. */
typedef struct {
  double ball, time;                  /* number of the ball, from 1; time of the point [s] */
  double height, velocity;            /* height above the surface, < 0 in contact [m]; velocity, > 0 upwards [m/s] */
  double force, damping_force;        /* force of the surface on the ball, > 0: repulsive; its part from dashpots [N] */
  double kinetic, potential, elastic; /* kinetic; potential, 0 at height 0; stored in the contact [J] */
  double dissipated_viscous, dissipated_plastic; /* energy dissipated by dashpots; plastic work since the start [J] */
} GrBouncePoint;

/* Energies of a ball at one time: a row of the table `energy`. Times: start of the motion, end of each contact. */
typedef struct {
  double ball;                                   /* number of the ball, from 1 */
  double time;                                   /* time at which the ball has these energies [s] */
  double kinetic, potential, elastic;            /* kinetic; potential, 0 at height 0; stored in the contact [J] */
  double dissipated_viscous, dissipated_plastic; /* energy dissipated by dashpots; plastic work since the start [J] */
  double residual; /* error of the energy balance [J]: sum of the energies above, minus its value at the start */
} GrBounceEnergy;

/* Summary of the motion of a ball. */
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
  /* indices (from 0) of the first rows of this ball in the tables `bounces`, `trajectory`, `energy` of the results */
  double first_bounce, first_point, first_energy;
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

/* Computes the motion of the n balls task[n] and writes it to result[n]. The law, the method and the output settings of
   all cases must be equal. The result of a ball does not depend on the other balls. The caller frees each result with
   GrBounceResultDestroy. Not collective. */
PetscErrorCode GrBounceSolve(PetscInt n, const GrBounceTask task[], GrBounceResult result[]);
/* Frees the three logs of a result that GrBounceSolve has computed. */
PetscErrorCode GrBounceResultDestroy(GrBounceResult *result);

/* One impact: a contact from its closing to its opening. A row of the log `impacts` begins with this struct. Then come
   the velocities of all coordinates and the observables at the closing, and the same quantities at the opening. If the
   contact is still closed at the end of the motion, all values that depend on the opening are NaN. */
typedef struct {
  double run;                  /* number of the case in the study, from 1 */
  double number;               /* number of the impact in the case, from 1, in the order of closing */
  double contact;              /* index of the contact in GrMechanism.contact */
  double time;                 /* time of the closing [s] */
  double duration;             /* time from closing to opening [s] */
  double speed_in, speed_out;  /* absolute overlap rates at the closing and at the opening [m/s] */
  double restitution;          /* speed_out / speed_in [1] */
  double overlap_max;          /* largest overlap during the impact [m] */
  double force_max, force_min; /* largest and smallest normal force [N]; force_min < 0: attraction */
  /* energy that the dashpots dissipate, plastic work, energy that friction dissipates in this impact [J] */
  double dissipated_viscous, dissipated_plastic, dissipated_sliding;
} GrMechanismImpact;

/* Energies of a mechanism at one time: a row of the log `energy`. The log has a row for the start, the end of each
   impact, each point of the trajectory, and the end of the motion. */
typedef struct {
  double run;                         /* number of the case in the study, from 1 */
  double time;                        /* time at which the mechanism has these energies [s] */
  double kinetic, potential, elastic; /* kinetic energy; energy of springs and gravity; energy stored in contacts [J] */
  double dissipated_mechanism; /* energy that dampers and guides of the mechanism have dissipated since the start [J] */
  /* energy that dashpots of contacts have dissipated, plastic work, energy that friction has dissipated [J] */
  double dissipated_viscous, dissipated_plastic, dissipated_sliding;
  double supplied; /* energy that drives and prescribed forces have supplied since the start [J] */
  double residual; /* error of the energy balance [J]: sum of the energies, minus `supplied`, minus its first value */
} GrMechanismEnergy;

/* Summary of the motion of a mechanism in one case. */
typedef struct {
  double impact_count;    /* number of impacts, summed over all contacts */
  double last_onset;      /* time at which the last impact begins [s]; NaN: there was no impact */
  double end_time;        /* time at which the computation ended [s] */
  double energy_start;    /* kinetic, potential and elastic energy at the start [J] */
  double energy_supplied; /* energy that drives and forces have supplied: maximum of |GrMechanismEnergy.supplied| [J] */
  /* largest error of the energy balance, |GrMechanismEnergy.residual| / (|energy_start| + energy_supplied) [1] */
  double energy_residual;
  double steps; /* number of time steps of the computation */
  /* indices (from 0) of the first rows of this case in the tables `impacts`, `trajectory`, `energy` of the results */
  double first_impact, first_point, first_energy;
} GrMechanismRun;

/* Summary and logs (arrays of rows) of the motion of a case. GrMechanismSolve sets first_impact, first_point and
   first_energy of `run` to 0. The code that writes the results file sets their final values. A row of the log
   `trajectory` has, in this order: number of the case; time; position, velocity and acceleration of each coordinate;
   overlap, normal force and friction of each contact; observables of the mechanism. */
typedef struct {
  GrMechanismRun run;
  GrLog impacts, trajectory, energy;
  /* reason why the computation failed; the logs then end at the failure. "": the computation did not fail */
  char why[128];
} GrMechanismResult;

/* Computes the motion of a case with `problem: mechanism`, on the calling rank only. id: number of the case, which the
   logs have as GrMechanismImpact.run and GrMechanismEnergy.run. Free the result with GrMechanismResultDestroy. */
PetscErrorCode GrMechanismSolve(const GrCase *the_case, double id, GrMechanismResult *result);
/* Frees the three logs of a result of GrMechanismSolve. */
PetscErrorCode GrMechanismResultDestroy(GrMechanismResult *result);

#ifdef __cplusplus
}
#endif

#endif
