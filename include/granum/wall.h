/* granum/wall.h: the interface of a wall shape.

   A wall is a rigid surface with a prescribed motion. A motion has an offset o and a rotation by an angle about an axis
   through a pivot. It moves a point x to pivot + rotation (x - pivot) + o, with
     o(t) = velocity t + acceleration t^2/2 + amplitude sin(2 pi frequency t + phase) + table(t)
     angle(t) = w t + w' t^2/2, or amplitude sin(2 pi frequency t + phase), or table(t)
   where w is the angular velocity and w' the angular acceleration. A wall has a main motion, which keys of the wall
   itself define, and may have a list of further motions. The motions are nested: granum applies the last motion of the
   list first and the main motion last. Each motion also moves the pivots and axes of the motions that are applied
   before it. If a stage of the case changes the motion, the new motion starts from the position of the wall at that
   time, where its t is 0. A load-controlled wall also moves along a direction (src/wall/travel.c). The functions of a
   shape compute the surface and have no side effects. Contact laws, motions, work, results and checkpoints are the same
   for all shapes.

   For a sphere with centre x and radius R, a shape computes the gap g [m] between x and the surface, negative if x is
   behind the surface, and a unit normal N. N points from the nearest point c of the surface to x; if the gap is
   negative, from x to c. Then
     c = x - g N,   overlap = R - g,   velocity of the wall at c = v + w x (c - pivot).
   A surface may consist of several parts (faces, edges). A sphere may have a contact with each part. The numbers of the
   parts do not change when the wall moves, because they identify the contact histories.

   To add a shape: write src/wall/NAME.c that defines a `const GrWallShape GrWall_NAME`, and add NAME to
   src/wall/registry.h (or call GrWallShapeRegister from your own program). granum derives input keys, schema, checks
   and results from the tables of the shape. This header needs only the C library. */
#ifndef GRANUM_WALL_H
#define GRANUM_WALL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  GR_NAME_MAX = 64, /* size of the longest name in the input, including the final 0 [bytes] */
  GR_WALL_PARAMETERS_MAX = 16,
  GR_WALL_CHUNK = 128 /* largest number of entries of a GrWallChunk */
};

/* Kind of the value of an input key of a wall shape. */
typedef enum {
  GR_WALL_NUMBER,
  GR_WALL_POINT, /* [m] */
  /* A vector. Its length in the input does not matter; it is stored as a unit vector. In dimension 2 it must lie in
     the plane of the particles. */
  GR_WALL_DIRECTION,
  GR_WALL_AXIS,    /* as GR_WALL_DIRECTION; in dimension 2 it may also be perpendicular to the plane */
  GR_WALL_LENGTHS, /* three lengths >= 0 [m] */
  GR_WALL_WORD,
  GR_WALL_FLAG, /* true or false */
  /* path of a file with triangles (STL, OBJ), which is read into GrWall.mesh; a shape has at most one key of this
     kind */
  GR_WALL_FILE
} GrWallParameterKind;

/* An input key of a wall shape: a row of GrWallShape.parameters. All walls also have the keys material, velocity,
   oscillation and rotation. */
typedef struct {
  const char *name; /* name of the key in the input; NULL ends the table */
  GrWallParameterKind kind;
  /* description of the value; a noun phrase MEANING, for the message `is missing; give MEANING` */
  const char *meaning;
  const char *unit;     /* SI unit of a number; "1" if dimensionless */
  double lower, upper;  /* allowed range of a number */
  bool lower_open;      /* whether the number must be larger than `lower`, not equal to it */
  const char *choices;  /* allowed words, separated by '|' */
  const char *fallback; /* default value as text, in the form of the input; NULL: the input must give the key */
} GrWallParameter;

/* Value of an input key of a wall shape. The kind of the key determines which members are used. */
typedef struct {
  /* the value of a number in number[0], or the three components of a point, direction, axis or lengths */
  double number[3];
  int choice; /* index of the word in GrWallParameter.choices; for GR_WALL_FLAG 1 if true, 0 if false */
  /* path of the file, relative to the folder of the input; NULL if the key is not of kind GR_WALL_FILE */
  char *file;
} GrWallValue;

/* A surface of triangles, at its position at the start of the run [m]. All vertices have different coordinates, and
   the corners of a triangle are three different vertices. The ranks of a node may share this memory, so do not write
   to it. */
typedef struct GrMesh {
  int64_t n_vertices, n_triangles;
  double (*vertex)[3];
  /* the three vertices of each triangle, counter-clockwise seen from outside; triangles have the order of the file */
  int32_t (*triangle)[3];
  void *tree; /* tree for the search of triangles near a point (src/mesh/) */
} GrMesh;

struct GrWallShape;

/* Servo of a wall: it moves the wall so that the particles exert a target force or a target stress on the wall. The
   input gives only one of the two targets; the other is NaN. */
typedef struct {
  double force;     /* target force along the direction in which the servo moves the wall [N] */
  double stress;    /* target stress on the area of the wall (GrWallShape.area) [Pa]; in dimension 2 [N/m] */
  double max_speed; /* largest speed of the wall [m/s]; <= 0: no servo */
} GrWallServo;

/* Table of a motion at given times. Its columns are offsets or velocities along x, y, z, and angles or angular
   velocities (rates) about an axis. The enum gives the indices of the columns. Between the times, granum
   interpolates offsets and angles linearly, or by monotone cubics with zero slope at the first and at the last time.
   Before the first time and after the last time they are constant. Velocities and rates are interpolated linearly
   and constant outside the table; their integral from time 0 is the displacement. */
enum { GR_WALL_BY_OFFSET = 0, GR_WALL_BY_VELOCITY = 3, GR_WALL_BY_ANGLE = 6, GR_WALL_BY_RATE, GR_WALL_COLUMNS };
typedef struct {
  int n;        /* number of times in the table; 0: the wall has no table, or its file has not been read yet */
  double *time; /* [n] ascending [s] */
  /* each column [n], NULL if the table does not have it: offset x, y, z [m]; velocity x, y, z [m/s]; angle [rad];
     rate [rad/s] */
  double *column[GR_WALL_COLUMNS];
  int count[GR_WALL_COLUMNS]; /* number of values of each column: n, or 0 if the table does not have it */
  /* for velocity and rate columns: integral [n] of the column from the first time to each time (GrWallTableFinish) */
  double *way[GR_WALL_COLUMNS];
  int smooth;      /* 1: offsets and angles are interpolated by monotone cubics; 0: linearly */
  double pivot[3]; /* pivot of the rotation [m]; NaN has the same meaning as in GrWallMotion.pivot */
  double axis[3];  /* axis of the rotation, unit vector; NaN if the table has no angles and no rates */
  /* path of the file with the table; NULL if the input contains the table itself, or if the file has been read */
  char *file;
} GrWallTable;

/* A motion of a wall. The time t of the main motion is 0 at GrWall.since. A motion of the list acts from `start` to
   `end`; before and after, its displacement is constant. A motion has at most one kind of rotation: angular velocity
   and angular acceleration along one axis, an oscillation of the angle (swing), or a table. */
typedef struct {
  /* first and last time at which the motion acts, counted from GrWall.since [s]; end NaN: it never ends */
  double start, end;
  double velocity[3], acceleration[3];   /* velocity [m/s], acceleration [m/s^2] */
  double amplitude[3], frequency, phase; /* oscillation of the offset [m], [1/s], [rad] */
  /* pivot of the rotation [m]; NaN: the pivot is GrWall.home */
  double pivot[3];
  double angular_velocity[3], angular_acceleration[3];     /* [rad/s], [rad/s^2] */
  double swing_amplitude[3], swing_frequency, swing_phase; /* oscillation of the angle [rad], [1/s], [rad] */
  double swing_pivot[3];                                   /* pivot of this oscillation [m]; NaN as for `pivot` */
  GrWallTable table;
} GrWallMotion;

/* Position and velocity of a wall at some time. A point of the wall that was at x at the start of the run is now at
   pivot + rotation (x - base). If the wall has not been rotated, this is x + offset. */
typedef struct {
  double offset[3];   /* displacement of the base point since the start of the run [m] */
  double base[3];     /* position of a point of the wall, the base point, at the start of the run [m] */
  double pivot[3];    /* current position of the base point [m] */
  double velocity[3]; /* current velocity of the base point [m/s] */
  double spin[3];     /* angular velocity [rad/s] */
  /* whether the wall rotates or has been rotated; `rotation` is set only if this is true */
  bool turns;
  double rotation[3][3]; /* rotation matrix from the start of the run to the current time, row by row */
} GrWallPose;

/* A wall: an entry of `walls` in the input. */
typedef struct GrWall {
  char name[GR_NAME_MAX];
  const struct GrWallShape *shape;
  /* values of the input keys of the shape, in the order of GrWallShape.parameters; they describe the wall at the start
     of the run */
  GrWallValue value[GR_WALL_PARAMETERS_MAX];
  int material;        /* index of the material in GrCase.materials */
  GrWallMotion motion; /* main motion (see the head of this file) */
  int n_motions;
  GrWallMotion *motions; /* [n_motions] list of further motions (see the head of this file) */
  GrWallServo servo;
  double mass; /* mass of a wall that moves freely under forces [kg]; <= 0: the wall does not move freely */
  double load; /* prescribed force on a wall that moves freely [N] */
  /* unit vector along which a load-controlled wall moves; NaN: use the direction that the shape defines */
  double direction[3];
  /* 1: the input or the current stage of the case declares the wall absent: it has no contacts; 0: the wall is
     present */
  int absent;
  GrMesh *mesh;     /* mesh of the wall; NULL: the shape has no file, or the file has not been read */
  double since;     /* time at which the current main motion began [s] */
  double travels;   /* time at which the load-controlled displacement was last set to 0 [s] */
  GrWallPose stand; /* pose of the wall at the time `since`; the current motions start from this pose */
  /* position of the reference point at the time `since` [m]; it is the pivot of motions whose pivot is NaN */
  double home[3];
  /* load-controlled displacement during earlier stages of the case, added to the pivots of `motions` [m] */
  double shift[3];
} GrWall;

/* Whether the wall is load-controlled: it has a servo, or it has a mass and moves freely under forces. */
static inline bool GrWallIsLoaded(const GrWall *wall)
{
  return !wall->absent && (wall->servo.max_speed > 0 || wall->mass > 0);
}

/* Computes where a point of the wall is in this pose. start: position of the point at the start of the run [m]. now:
   its position in this pose [m]. */
void GrWallMovePoint(const GrWallPose *pose, const double start[3], double now[3]);
/* Rotates a vector that is fixed to the wall. On entry it has its direction at the start of the run, on return its
   direction in this pose. */
void GrWallMoveVector(const GrWallPose *pose, double vector[3]);
/* Inverse of GrWallMovePoint. Computes where a point that is at `now` in this pose was at the start of the run [m].
   A shape can use this function to compute gaps at the position of the wall at the start of the run. */
void GrWallMovePointBack(const GrWallPose *pose, const double now[3], double start[3]);
/* Inverse of GrWallMoveVector. */
void GrWallMoveVectorBack(const GrWallPose *pose, double vector[3]);

/* Spheres near a wall. Each entry of the arrays is a pair of a sphere and a part of the wall (face, edge) that the
   sphere may touch. If a sphere touches two neighbouring parts, a shape may give the contact to only one of them.
   This contact then continues the contact history of the other part. */
typedef struct {
  int n;
  double x[3][GR_WALL_CHUNK];    /* centres [m] */
  int64_t sphere[GR_WALL_CHUNK]; /* number of the sphere; all entries of a sphere are consecutive */
  /* number of the part of the wall; the part numbers of a sphere ascend */
  int64_t part[GR_WALL_CHUNK];
  /* output: gap g [m]; infinite if the shape gives the contact of this sphere to another part */
  double gap[GR_WALL_CHUNK];
  double normal[3][GR_WALL_CHUNK]; /* output: unit normal N */
} GrWallChunk;

/* A box: the domain, when the input of walls is checked, or the space between the walls at the sides of the domain. */
typedef struct {
  int dimension;             /* 2 or 3; in dimension 2 all particles are in the plane z = lower[2] */
  double lower[3], upper[3]; /* [m] */
  bool periodic[3];
} GrWallDomain;

/* An error that a shape finds in the input of a wall. */
typedef struct {
  const char *key;    /* path of the wrong key below the wall, e.g. "rotation.angular_velocity"; "": the whole wall */
  int component;      /* index of the wrong component if the value is a vector; -1: the whole value is wrong */
  char sentence[256]; /* message in the form `problem; remedy` */
} GrWallComplaint;

/* Bounds of the motion of a wall within a time interval. A shape uses them to compute a bound of the displacement of
   its surface. Only walls without a list of motions and without accelerations have them. */
typedef struct {
  double span; /* length of the interval [s] */
  /* largest change of sin(2 pi frequency t + phase) in the interval [1]; times the amplitude it is the largest
     displacement by the oscillation */
  double swing;
  /* largest value of 2 sin(angle/2) in the interval, where angle is the rotation of the wall [1]; 0: the wall does
     not rotate */
  double turn;
  double axis[3];  /* axis of the rotation, unit vector */
  double pivot[3]; /* point of the rotation axis at the beginning of the interval [m] */
  double reach;    /* largest distance between the rotation axis and a point of the domain [m] */
} GrWallSpan;

/* Symmetries of a surface: rotations and shifts that map the surface to itself. They refer to the position of the
   wall at the start of the run. granum uses them to compute bounds on how fast the surface approaches a particle. */
typedef struct {
  double centre[3]; /* a point on the axis [m] */
  double axis[3];   /* axis of the symmetries, unit vector */
  bool revolves;    /* whether all rotations about the axis through the centre are symmetries */
  bool slides;      /* whether all shifts along the axis are symmetries */
  double extent;    /* largest distance of a point of the surface from the centre [m]; may be infinite */
} GrWallForm;

/* A wall shape: its input keys and functions. */
typedef struct GrWallShape {
  const char *name; /* name of the shape: value of the key `shape` in the input */
  const char *summary;

  /* Input keys of the shape. The first row must be a point, the reference point of the wall. The results give the
     position of this point and the torque about it. */
  const GrWallParameter *parameters;

  /* Sets gap and normal of each entry of the chunk. If a sphere moves by a distance d, its gap must change by at
     most d. */
  void (*touch)(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk);

  /* Finds the parts whose distance from the point x [m] is less than `reach` [m]. Writes their numbers to part[] in
     ascending order, at most GR_WALL_CHUNK, and returns how many numbers it has written. granum calls it when it
     rebuilds the neighbour list. NULL: the surface has only one part, number 0. */
  int (*parts)(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach, int64_t part[]);

  /* Returns the radius of curvature of the surface that contact laws use [m]. It is negative for a hollow (concave)
     surface. NULL: the radius is infinite. */
  double (*radius)(const GrWall *wall);

  /* Whether all parts except part 0 are flat, so that contact laws use an infinite radius for them. NULL: contact
     laws use the result of `radius` for all parts. */
  bool (*has_flat_parts)(const GrWall *wall);

  /* Checks the values of the input keys. It may set values that the input omits. Returns true and sets *complaint if
     it finds an error. NULL: there is nothing to check. */
  bool (*check)(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint);

  /* Sets the values of the input keys so that the wall lies on a side of the domain. side: 0 lower_x, 1 lower_y, 2
     lower_z, 3 upper_x, ... NULL: the shape does not have the key `side`. */
  void (*stand)(const GrWallDomain *domain, int side, GrWallValue value[]);

  /* Returns the side of the domain (0 lower_x, ...) that the wall closes at the start of the run, or -1. A particle
     leaves the domain through this side only if it is also behind the wall. NULL: a wall of this shape never closes
     a side. */
  int (*side)(const GrWall *wall);

  /* Sets the symmetries of the surface. They make the bounds on the approach of the surface tighter, so that granum
     rebuilds the neighbour list less often. NULL: the surface has no symmetry and an infinite extent. */
  void (*form)(const GrWall *wall, GrWallForm *form);

  /* Returns the largest distance [m] by which the surface can approach any point of the domain in the interval of
     `span`: an upper bound, apart from rounding errors. NULL: granum computes the bound from the result of `form`.
     It also does so for motions that GrWallSpan cannot describe. */
  double (*path)(const GrWall *wall, const GrWallSpan *span);

  /* Index of the row of `parameters` that defines the direction of load-controlled motion. 0: a wall of this shape
     cannot be load-controlled. `check` must ensure that no other motion changes this direction. */
  int direction;

  /* Returns the area of the wall inside the box `space` [m^2], in dimension 2 a length [m]. The target stress of a
     servo acts on this area. <= 0: the wall has no area inside the box. NULL: a wall of this shape cannot be
     load-controlled. */
  double (*area)(const GrWall *wall, const GrWallDomain *space);
} GrWallShape;

/* Returns shape number `index` of the registry, or NULL if there are fewer shapes. Shape 0 is the default shape. */
const GrWallShape *GrWallShapeAt(int index);

/* Returns the shape with this name, or NULL if no shape has it. */
const GrWallShape *GrWallShapeFind(const char *name);

/* Adds a shape that your program defines to the registry. The structure *shape must exist until the process ends.
   Returns 0 on success. Returns 1 if the name exists already, the registry is full, the first row of `parameters` is
   not a point, or rows or functions are missing. */
int GrWallShapeRegister(const GrWallShape *shape);

#ifdef __cplusplus
}
#endif

#endif
