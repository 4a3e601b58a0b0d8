/* granum/two_bodies.h: two bodies in space: oblique impacts (`problem: impact` with a direction or spin), and bodies on
   prescribed paths (`problem: path`). GrRunStudy (granum/command.h) computes all cases of a study and writes them to
   a file.

   Axes: x is the normal at the start, from body 1 to body 2; y and z are tangential, y along the tangential velocity of
   an impact. Velocities and displacements are of body 1 relative to body 2. */
#ifndef GRANUM_TWO_BODIES_H
#define GRANUM_TWO_BODIES_H

#include <granum/ensemble.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Result of an oblique impact. NaN: the quantity is not defined, for instance because the bodies stick. */
typedef struct {
  GrImpact impact;                     /* normal motion and energies */
  double angle;                        /* angle of the velocity from the normal, before the impact [rad] */
  double tangential_velocity;          /* velocity of the centres along y, before the impact [m/s] */
  double slip_before_y, slip_before_z; /* slip of the contact points, before the impact [m/s] */
  double friction;                     /* coefficient of the law of sliding [1] */
  double rebound_angle;                /* angle of the velocity from the reversed normal, after the impact [rad] */
  double velocity_y, velocity_z;       /* tangential velocity of the centres, after the impact [m/s] */
  double tangential_restitution;       /* velocity_y / tangential_velocity [1] */
  double slip_y, slip_z;               /* slip of the contact points, after the impact [m/s] */
  double slip_restitution;             /* slip after the impact along the slip before it / slip before it [1] */
  double impulse_ratio;                /* magnitude of the tangential impulse / normal impulse [1] */
  double spin_1_x, spin_1_y, spin_1_z, spin_2_x, spin_2_y, spin_2_z; /* spins of both bodies afterwards [rad/s] */
  double energy_sliding, energy_rolling, energy_twisting;            /* losses by friction and resistances [J] */
  double energy_elastic;                                             /* energy left in the contact [J] */
  double steps;                                                      /* number of time steps; 0: a central impact */
  double error; /* estimated error of the velocities, divided by the approach velocity [1] */
} GrOblique;

/* Returns the number of impacts of a case with `problem: impact`: one for each velocity and direction. */
PetscInt64 GrObliqueCount(const GrCase *the_case);

/* Computes the velocities along normal and surface [m/s] of the impacts first to first + n - 1 of a case. */
void GrObliqueVelocities(const GrCase *the_case, PetscInt64 first, PetscInt n, double normal[], double tangential[]);

/* Computes n impacts of the bodies of a case with `problem: impact`. normal[n], tangential[n]: velocities along normal
   and surface [m/s], > 0 and >= 0. If impact i fails, why[i] is the reason, and result[i] is not valid. Otherwise
   why[i] is NULL. The result of an impact does not depend on the other impacts. Not collective. */
PetscErrorCode GrObliqueSolveCase(const GrCase *the_case, PetscInt n, const double normal[], const double tangential[],
                                  GrOblique result[], const char *why[]);

/* State of two bodies on prescribed paths at one time: a row of the table `trajectory`. Forces and torques act on body
   1. They have axes that rotate with the pair (`turn`). After these numbers the row has the history of the contact
   (GrPathHistory), whose vectors have the axes at the start; 0: there is no contact. */
typedef struct {
  double run;                                /* number of the case in the study, from 1 */
  double time, turn;                         /* time [s]; rotation of the pair about its axis [rad] */
  double overlap, rate;                      /* overlap [m] and its rate [m/s] */
  double slide_y, slide_z;                   /* way of sliding: integral of the slip of the surfaces [m] */
  double roll_y, roll_z, twist;              /* rotation of body 1 relative to body 2 about y, z and x [rad] */
  double force;                              /* normal force, > 0 repulsive [N] */
  double friction_x, friction_y, friction_z; /* friction force on body 1 [N] */
  double torque_x, torque_y, torque_z;       /* torque of rolling and twisting resistance on body 1 [N m] */
  double supplied;                           /* work of the prescribed motion since the start [J] */
  double elastic;                            /* recoverable energy of the contact without springs of friction [J] */
  double spring_sliding, spring_rolling, spring_twisting; /* energy of the springs of friction and resistances [J] */
  double dissipated_viscous, dissipated_plastic;          /* work of the normal dashpots; plastic work [J] */
  double dissipated_sliding, dissipated_rolling, dissipated_twisting; /* losses by friction and resistances [J] */
  double residual; /* sum of all energies except `supplied`, minus its value at the start, minus `supplied` [J] */
} GrPathPoint;

/* Summary of a case. */
typedef struct {
  double overlap_max;          /* largest overlap of the points [m] */
  double force_max, force_min; /* largest and smallest normal force of the points [N] */
  double friction_max;         /* largest friction force of the points [N] */
  double energy_start;         /* elastic energy and plastic work of the contact at the start [J] */
  double energy_supplied;      /* work of the prescribed motion [J] */
  double energy_dissipated;    /* energy dissipated by all mechanisms [J] */
  double energy_exchanged;     /* energy_start and the magnitudes of the works of all steps and mechanisms [J] */
  double energy_residual;      /* largest |GrPathPoint.residual| / energy_exchanged [1] */
  double steps;                /* number of time steps */
  double first_point;          /* index (from 0) of the first row of this case in the table `trajectory` */
} GrPathRun;

/* Summary and points of a case. GrPathSolve sets first_point to 0. */
typedef struct {
  GrPathRun run;
  GrLog trajectory; /* rows: GrPathPoint and the history */
  const char *why;  /* reason why the computation failed; NULL: it did not fail */
} GrPathResult;

/* Computes a case with `problem: path`. id: number of the case, for GrPathPoint.run. Free the result with
   GrPathResultDestroy. Not collective. */
PetscErrorCode GrPathSolve(const GrCase *the_case, double id, GrPathResult *result);
PetscErrorCode GrPathResultDestroy(GrPathResult *result);

/* Finds number k, from 0, of the history of the contact of a case with `problem: path`. Writes its name to name[size],
   such as tangential_spring_y, and sets *unit to its unit. Returns its description; NULL: the history has fewer
   numbers. Unit and description have static storage. */
const char *GrPathHistory(const GrCase *the_case, int k, size_t size, char name[], const char **unit);

#ifdef __cplusplus
}
#endif

#endif
