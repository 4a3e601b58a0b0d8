/* The motion of a wall: servo, tables, motions, motion of the surface in itself.

   A wall is a rigid surface with a prescribed motion. A motion has an offset o and a rotation by an angle about an axis
   through a pivot. It moves a point x to pivot + rotation (x - pivot) + o, with
     o(t) = velocity t + acceleration t^2/2 + amplitude sin(2 pi frequency t + phase) + table(t)
     angle(t) = w t + w' t^2/2, or amplitude sin(2 pi frequency t + phase), or table(t)
   where w is the angular velocity and w' the angular acceleration. If velocity or w is a function of time, velocity t
   or w t is its integral (case/function.h); the time of functions is that of the run. A wall has a main motion, which
   keys of the wall itself define, and may have a list of further motions. granum applies the last motion of the list
   first and the main motion last. Each motion also moves the pivots and axes of the motions that are applied before
   it. If a stage of the case changes the motion, the new motion starts at t = 0 from the position of the wall at that
   time: o(0) and angle(0) are subtracted. A wall under load control also moves along a direction, by a distance that
   its load determines (src/wall/travel.c). */
#ifndef GRANUM_CASE_WALL_MOTION_H
#define GRANUM_CASE_WALL_MOTION_H

#include "case/function.h"
#include <granum/wall.h>

/* Servo of a wall: it moves the wall so that the particles exert a target force or a target stress on the wall. The
   input gives only one of the two targets; the other is NaN. */
typedef struct {
  double force;  /* target force along the direction in which the servo moves the wall [N] */
  double stress; /* target force divided by the area of the wall (GrWallShape.area) [Pa]; in dimension 2 [N/m] */
  const GrFunction *force_of_time, *stress_of_time; /* the targets as functions of time; NULL: constant */
  double max_speed;                                 /* largest speed of the wall [m/s]; <= 0: no servo */
} GrWallServo;

/* Indices of the columns of a GrWallTable. Offsets and velocities have three columns, for x, y, z. */
enum { GR_WALL_BY_OFFSET = 0, GR_WALL_BY_VELOCITY = 3, GR_WALL_BY_ANGLE = 6, GR_WALL_BY_RATE, GR_WALL_COLUMNS };
/* Table of a motion at given times. Its columns are offsets or velocities along x, y, z, and angles or angular
   velocities (rates) about an axis. Offsets and angles are interpolated linearly, or by monotone cubics with zero slope
   at the first and at the last time. They are constant outside the times of the table. Velocities and rates are
   interpolated linearly and are constant outside the table; their integral from time 0 is the displacement. */
typedef struct {
  int n;        /* number of times in the table; 0: the wall has no table, or its file has not been read yet */
  double *time; /* [n] times of the table [s], ascending */
  /* [n] values of each column: offset x, y, z [m]; velocity x, y, z [m/s]; angle [rad]; rate [rad/s]. NULL: the table
     does not have the column */
  double *column[GR_WALL_COLUMNS];
  int count[GR_WALL_COLUMNS]; /* number of values in each column: n, or 0 if the table does not have the column */
  /* [n] time integral of each velocity column [m] and of the rate column [rad], from time[0] to each time */
  double *way[GR_WALL_COLUMNS];
  int smooth;      /* 1: offsets and angles are interpolated by monotone cubics; 0: linearly */
  double pivot[3]; /* point on the axis of the rotation [m]; NaN: the reference point of the wall (GrWall.home) */
  double axis[3];  /* axis of the rotation, unit vector; NaN: the table has no angles and no rates */
  /* path of the file with the table; NULL: the input itself contains the table, or the file has been read */
  char *file;
} GrWallTable;

/* A motion of a wall. The main motion begins at GrWall.since, which is t = 0. A motion of the list acts from `start`,
   which is t = 0, to `end`; before and after, its displacement is constant. A motion has at most one kind of rotation:
   angular velocity and angular acceleration along one axis, an oscillation of the angle (swing), or a table. */
typedef struct {
  /* first and last time at which a motion of the list acts, counted from GrWall.since [s]; end NaN: it never ends */
  double start, end;
  double velocity[3], acceleration[3];   /* velocity at t = 0 [m/s], and constant acceleration [m/s^2] */
  const GrFunction *velocity_of_time[3]; /* velocity as a function of the time of the run; NULL: constant */
  /* oscillation of the position: amplitude along x, y, z [m], frequency [1/s], phase at t = 0 [rad] */
  double amplitude[3], frequency, phase;
  double pivot[3]; /* point on the axis of the rotation [m]; NaN: the reference point of the wall (GrWall.home) */
  /* rotation: angular velocity at t = 0 [rad/s], and constant angular acceleration [rad/s^2] */
  double angular_velocity[3], angular_acceleration[3];
  /* angular velocity as a function of the time of the run, in one component; the others are 0. NULL: constant */
  const GrFunction *angular_velocity_of_time[3];
  /* oscillation of the angle: axis times amplitude [rad], frequency [1/s], phase at t = 0 [rad] */
  double swing_amplitude[3], swing_frequency, swing_phase;
  double swing_pivot[3]; /* point on the axis of this oscillation [m]; NaN: as for `pivot` */
  GrWallTable table;
  /* integrals of velocity and angular velocity from 0 to GrWall.since, if they are expressions with observables [m],
     [rad] */
  double offset_at_begin[3], angle_at_begin;
} GrWallMotion;

/* Motion of the surface of a wall in itself, as of a conveyor belt or a roller. It drags particles and does work on
   them, but does not move the shape (src/wall/surface.c). The vectors and the point are given for the wall as it is at
   the start of the run, and move with the wall. */
typedef struct {
  double velocity[3];                    /* velocity of the surface [m/s] */
  const GrFunction *velocity_of_time[3]; /* this velocity as a function of time; NULL: constant */
  double angular_velocity[3];            /* angular velocity of the surface [rad/s] */
  /* this angular velocity as a function of time, in one component; the others are 0. NULL: constant */
  const GrFunction *angular_velocity_of_time[3];
  double pivot[3]; /* point on the axis of this rotation [m] */
} GrWallSurface;

/* Shaft of a wall: an axis, fixed in space, about which torques turn the wall. A motor gives a constant torque and one
   that depends on time or on angular velocity; a brake and a damping oppose the rotation; the particles act on the wall
   (src/wall/shaft.c). */
typedef struct {
  double inertia;                    /* moment of inertia about the axis [kg m^2]; <= 0 or NaN: the wall has no shaft */
  double axis[3];                    /* direction of the axis, unit vector */
  double pivot[3];                   /* point on the axis [m]; NaN: the reference point of the wall (GrWall.home) */
  double torque;                     /* torque of the motor about the axis [N m] */
  const GrFunction *torque_of_time;  /* this torque as a function of time; NULL: constant */
  double brake;                      /* largest torque of the brake, which acts as dry friction [N m] */
  const GrFunction *brake_of_time;   /* this torque as a function of time; NULL: constant */
  double damping;                    /* torque of the damping divided by the angular velocity [N m s] */
  const GrFunction *damping_of_time; /* this quotient as a function of time; NULL: constant */
  double rate;                       /* angular velocity at the start [rad/s]; in a stage NaN: it continues */
  /* further torque of the motor at given times or angular velocities, linear between them and constant outside */
  int n;              /* number of torques; 0: there is no table */
  int n_time, n_rate; /* number of times and of angular velocities: n, or 0 */
  double *time;       /* [n_time] times, from the start of the run or of the stage that gives the shaft [s] */
  double *speed;      /* [n_rate] angular velocities [rad/s] */
  double *torques;    /* [n] torques [N m] */
} GrWallShaft;

/* Springs and dashpots that hold a wall. They have no force where the wall is at the start of the run. The components
   are along the axes of the domain, which do not move with the wall. A wall with a mass has the first components only,
   along its direction. */
typedef struct {
  double stiffness[3], damping[3]; /* of the displacement [N/m, N s/m] */
  /* of the rotation about the centre of mass [N m/rad, N m s/rad] */
  double rotational_stiffness[3], rotational_damping[3];
} GrWallSprings;

/* Mass properties and loads of a wall that moves freely in all directions, as a rigid body (src/wall/body.c). Vectors
   and points are given in the axes of the domain, for the wall as it is at the start of the run. */
typedef struct {
  double mass;      /* mass [kg]; <= 0 or NaN: the wall does not move freely in all directions */
  double centre[3]; /* centre of mass [m]; NaN: the reference point of the wall */
  /* components xx, yy, zz and xy, xz, yz of the tensor of inertia about the centre of mass [kg m^2] */
  double inertia[3], products[3];
  double moments[3]; /* principal moments of inertia, which follow from the tensor [kg m^2] */
  double axes[4]; /* unit quaternion (w, x, y, z) of the rotation from the axes of the domain to the principal axes */
  /* velocity of the centre [m/s] and angular velocity [rad/s] at the start; in a stage NaN: they continue */
  double velocity[3], angular_velocity[3];
  double gravity;                     /* factor on gravity [1] */
  double force[3], torque[3];         /* further force on the centre [N], torque [N m]; their axes are fixed in space */
  const GrFunction *force_of_time[3]; /* this force as a function of time; NULL: constant */
  const GrFunction *torque_of_time[3]; /* this torque as a function of time; NULL: constant */
  GrWallSprings springs;
} GrWallBody;

/* Machines at a wall: the motion of its surface, its shaft, its mass properties, and load and springs of a wall with a
   mass. */
typedef struct {
  GrWallSurface surface;
  GrWallShaft shaft;
  GrWallBody body;
  double load;                    /* external force on a wall with a mass [N], positive along its direction */
  const GrFunction *load_of_time; /* this force as a function of time; NULL: constant */
  GrWallSprings springs;          /* of a wall with a mass; those of a rigid body are in `body` */
} GrWallDrive;

#endif
