/* Duration, time step and integrator of a case, and its stages (periods of the run with changed
   settings). All numbers are in SI units. */
#ifndef GRANUM_CASE_STAGE_H
#define GRANUM_CASE_STAGE_H

#include "case/condition.h"
#include "case/domain.h"
#include "case/function.h"
#include "case/material.h"
#include <granum/integrator.h>
#include <stdbool.h>

/* What happens if the condition of a stage does not hold within its longest duration: the stage ends with a warning, or
   the run fails. */
typedef enum { GR_UNMET_CONTINUE, GR_UNMET_FAIL } GrUnmet;

/* Criterion for the end of a stage: a duration, or a condition that is checked every `every` steps. */
typedef struct {
  double time;           /* duration of the stage [s]; NaN: the stage ends when its condition holds */
  GrCondition condition; /* used if `every` is not 0 */
  PetscInt64 every;      /* number of steps between two checks of the condition; 0: the stage ends after `time` */
  double after;          /* the condition is first checked at this time after the beginning of the stage [s]; NaN: 0 */
  double at_most;        /* for a stage with a condition: maximum duration [s], after which the stage ends */
  GrUnmet unmet;         /* if the condition does not hold then */
} GrStageUntil;

/* What a stage changes of one wall. */
typedef struct {
  int of; /* index of the wall in GrCase.walls */
  /* whether the stage changes the motion of the wall, because it gives the key velocity, acceleration, oscillation,
     rotation or motions */
  bool motion;
  bool velocity, oscillation, rotation; /* whether the stage gives the key of this name */
  bool load;                            /* whether the stage gives the key shaft or free */
} GrStageChange;

/* One entry of `stages`: a stage of the run. A value that the stage does not give is the same as in the previous
   stage. */
typedef struct {
  char name[GR_NAME_MAX];
  GrStageUntil until;
  /* paths in the case of the keys that the stage gives, separated by '|', such as "walls.lid.velocity|drag.linear" */
  char *given;
  int n_wall_changes;
  GrStageChange *wall_changes; /* [n_wall_changes] changes of the keys of walls, one element per changed wall */
  bool changes_cell;           /* whether the stage gives keys of `cell` */
  /* The members from `walls` to `domain` are the complete settings during the stage: the settings of the case with all
     changes by this stage and the stages before it. */
  /* [GrCase.n_walls] walls with their settings during the stage. Their positions at the beginning of the stage depend
     on the run and are not set here. If a pivot is NaN, it is the reference point of the wall at the beginning of the
     stage */
  GrWall *walls;
  GrContactRule *rules;                 /* [GrCase.n_rules] contact rules during the stage */
  double gravity_vector[3];             /* acceleration of gravity during the stage [m/s^2] */
  const GrFunction *gravity_of_time[3]; /* its components as functions of time; see GrCase */
  GrDrag drag;
  GrDomain domain; /* the domain of the case, with the deformation rates and stresses of the stage in `cell` */
  GrPlace place;   /* line and column in the input, for messages */
} GrStage;

/* Returns the maximum duration of a stage [s]. */
static inline double GrStageLatest(const GrStage *stage)
{
  return stage->until.time > 0 ? stage->until.time : stage->until.at_most;
}

/* Velocity from which the integrator `verlet` computes velocity-dependent forces. FULL: the velocity predicted for the
   end of the time step. HALF: the velocity at the middle of the time step. */
typedef enum { GR_VELOCITY_FULL, GR_VELOCITY_HALF } GrVelocityAtForce;

enum { GR_REBALANCE_MEASURED = -1 }; /* a value of GrTime.rebalance */

/* Duration, time step and integrator of a run. */
typedef struct {
  double end; /* end of the run [s]; if the case has stages, the latest possible end */
  /* time step [s]; for the integrator rk, the first time step. 0: granum computes the time step from the stiffness and
     the damping of the contacts (input: `auto`) */
  double step;
  double safety;   /* for step 0: largest allowed ratio of the time step to the longest stable time step [1] */
  double accuracy; /* for step 0: largest relative error that the time step may cause in an impact of two bodies [1] */
  double speed;    /* largest expected speed of impacts in an assembly [m/s]; 0: granum estimates it */
  const GrIntegrator *integrator;
  GrVelocityAtForce velocity;
  /* for the integrator rk: name of the Runge-Kutta method (TSRKType of PETSc), "5dp" by default */
  char method[GR_NAME_MAX];
  double tolerance; /* for the integrator rk: maximum relative error of a time step [1] */
  /* maximum overlap of a contact divided by the smaller radius of the two bodies [1]; a larger overlap stops the run */
  double overlap_limit;
  /* The members `skin` and `rebalance` are used in dimension 2 and 3 only. */
  /* skin of the neighbour list [m]: the list contains a pair of particles if the distance of their surfaces is less
     than the skin; 0: granum chooses the skin */
  double skin;
  /* load balance: number of steps after which granum partitions space again among the ranks; 0: granum does it when the
     gain exceeds the cost; GR_REBALANCE_MEASURED: the same, with the measured speed of each rank */
  PetscInt64 rebalance;
  PetscInt64 feedback_every; /* number of steps between two evaluations of expressions with observables */
} GrTime;

#endif
