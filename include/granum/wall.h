/* granum/wall.h: the interface of a wall shape.

   A wall is a rigid surface with a prescribed motion. A motion has an offset and a rotation about a pivot,
     o(t) = velocity t + acceleration t^2/2 + amplitude sin(2 pi frequency t + phase) + table(t)
     angle(t) = w t + w' t^2/2, or amplitude sin(2 pi frequency t + phase), or table(t), about an axis
     x -> pivot + rotation (x - pivot) + o
   A wall may have several motions: the motion of its main keys, and a list. They are nested: each motion is applied to
   the result of all later motions of the list, and so also moves their pivots and axes. If a stage of the case changes
   the motion, the new motion starts from the present position, and t counts from that time. A load-controlled wall also
   moves along a direction (src/wall/travel.c). The functions of the shape compute the surface and have no side effects.
   Contact laws, motions, work, results and checkpoints are the same for all shapes.

   For a sphere with centre x the surface has a gap g [m], negative if the centre is behind it, and a unit vector N from
   the nearest point c of the surface to the centre; for a negative gap N points from the centre to c:
     c = x - g N,   overlap R - g,   velocity of the surface there  v + w x (c - pivot).
   A surface of several parts (faces, edges) may touch a sphere with each part. The numbers of the parts do not change
   when the wall moves: they identify the histories of contacts.

   To add a shape: write src/wall/NAME.c that defines a `const GrWallShape GrWall_NAME`, and add NAME to
   src/wall/registry.h (or call GrWallShapeRegister from your own program). Input keys, schema, checks and results
   follow from its tables. This header needs only the C library. */
#ifndef GRANUM_WALL_H
#define GRANUM_WALL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  GR_NAME_MAX = 64, /* largest size of a name in the input, with the final 0 [bytes] */
  GR_WALL_PARAMETERS_MAX = 16,
  GR_WALL_CHUNK = 128 /* largest number of spheres of a GrWallChunk */
};

/* An input key of a wall shape: a row of GrWallShape.parameters. All walls also have the keys material, velocity,
   oscillation and rotation. */
typedef enum {
  GR_WALL_NUMBER,
  GR_WALL_POINT,     /* [m] */
  GR_WALL_DIRECTION, /* vector of any length in the input, stored as a unit vector; in dimension 2 in the plane */
  GR_WALL_AXIS,      /* as GR_WALL_DIRECTION; in dimension 2 also perpendicular to the plane */
  GR_WALL_LENGTHS,   /* [m] three numbers >= 0 */
  GR_WALL_WORD,
  GR_WALL_FLAG, /* true or false */
  GR_WALL_FILE  /* a file with triangles (STL, OBJ), read into GrWall.mesh; a shape has at most one key of this kind */
} GrWallParameterKind;
typedef struct {
  const char *name; /* the key in the input; NULL ends the table */
  GrWallParameterKind kind;
  const char *meaning;  /* a noun phrase: `is missing; give MEANING` */
  const char *unit;     /* SI unit of a number; "1" if dimensionless */
  double lower, upper;  /* range of a number */
  bool lower_open;      /* lower itself is excluded */
  const char *choices;  /* words, separated by '|' */
  const char *fallback; /* default as it would be written in the input; NULL: required */
} GrWallParameter;
typedef struct {
  double number[3]; /* the number; for a point, a direction or lengths three numbers */
  int choice;       /* position of the word in GrWallParameter.choices; for a flag 1: true */
  char *file;       /* path of a file, relative to the folder of the input; NULL: the value is of another kind */
} GrWallValue;

/* A surface of triangles at its position at the start [m]. Vertices have different coordinates, and the corners of a
   triangle are different vertices. The ranks of a node may share the memory, so it must not be written. */
typedef struct GrMesh {
  int64_t n_vertices, n_triangles;
  double (*vertex)[3];
  int32_t (*triangle)[3]; /* numbers of vertices, counter-clockwise seen from outside; in the order of the file */
  void *tree;             /* search tree of src/mesh/ */
} GrMesh;

struct GrWallShape;

/* Servo of a wall: it moves the wall so that a force or a stress is kept. Of force and stress, the value that is not
   prescribed is NaN. */
typedef struct {
  double force;     /* target force along the direction of the wall [N] */
  double stress;    /* target stress on the area of the wall (GrWallShape.area) [Pa]; in dimension 2 [N/m] */
  double max_speed; /* largest speed of the wall [m/s]; <= 0: no servo */
} GrWallServo;

/* Table of a motion: offsets or velocities, angles or rates about an axis, at given times. Offsets and angles are
   linear between the times, or smooth: monotone cubics, at rest at both ends. They are constant before the first time
   and after the last. Velocities and rates are linear, with constant ends; the displacement is their integral from time
   0. */
enum { GR_WALL_BY_OFFSET = 0, GR_WALL_BY_VELOCITY = 3, GR_WALL_BY_ANGLE = 6, GR_WALL_BY_RATE, GR_WALL_COLUMNS };
typedef struct {
  int n;        /* number of points; 0: no table, or a file that has not been read */
  double *time; /* [n] ascending [s] */
  /* [n] or NULL: offset x, y, z [m]; velocity x, y, z [m/s]; angle [rad]; rate [rad/s] */
  double *column[GR_WALL_COLUMNS];
  int count[GR_WALL_COLUMNS]; /* length of each column: n or 0 */
  /* [n] integral of velocities or rates from the first time to each time (GrWallTableFinish) */
  double *way[GR_WALL_COLUMNS];
  int smooth; /* 1: offsets and angles are interpolated by monotone cubics; 0: linearly */
  double pivot[3],
      /* pivot and axis of the rotation; axis: unit vector, NaN without angles and rates; pivot as in GrWallMotion */
      axis[3];
  char *file; /* NULL: no file, or the file has been read */
} GrWallTable;

/* A motion of a wall. For the motion of the wall's main keys, time counts from GrWall.since. A motion of the list runs
   from `start` to `end`, and is constant before and after. It has one kind of rotation: by an angular velocity and an
   angular acceleration along one axis, by an oscillation, or by a table. */
typedef struct {
  double start, end;                                       /* [s]; end NaN: no end */
  double velocity[3], acceleration[3];                     /* [m/s], [m/s^2] */
  double amplitude[3], frequency, phase;                   /* [m], [1/s], [rad] */
  double pivot[3];                                         /* [m]; NaN: first position of the reference point */
  double angular_velocity[3], angular_acceleration[3];     /* [rad/s], [rad/s^2] */
  double swing_amplitude[3], swing_frequency, swing_phase; /* [rad], [1/s], [rad] */
  double swing_pivot[3];                                   /* [m], as pivot */
  GrWallTable table;
} GrWallMotion;

/* Position and velocity of a wall at a time: a point at x at the start is now at pivot + rotation (x - base), which is
   x + offset without rotation. */
typedef struct {
  double offset[3];             /* displacement of the base [m] */
  double base[3];               /* a point of the wall at the start [m] */
  double pivot[3], velocity[3]; /* present position of the base [m]; present velocity of the base [m/s] */
  double spin[3];               /* angular velocity [rad/s] */
  bool turns;                   /* whether the wall has been rotated or rotates; only then `rotation` is set */
  double rotation[3][3];        /* rotation matrix since the start, row by row */
} GrWallPose;

/* An entry of `walls`. */
typedef struct GrWall {
  char name[GR_NAME_MAX];
  const struct GrWallShape *shape;
  GrWallValue
      /* values of the keys of the shape at the start, in the order of GrWallShape.parameters */
      value[GR_WALL_PARAMETERS_MAX];
  int material;
  GrWallMotion motion; /* motion of the main keys of the wall */
  int n_motions;
  GrWallMotion *motions; /* [n_motions] list of further motions */
  GrWallServo servo;
  /* mass of a wall that moves freely [kg], <= 0: the wall does not; prescribed force on this wall [N] */
  double mass, load;
  double direction[3]; /* unit vector along which a load moves the wall; NaN: the direction that the shape defines */
  int absent;          /* 1: the wall is absent: it has no contacts */
  GrMesh *mesh;        /* mesh of the wall; NULL: the shape has no file, or the file has not been read */
  double since;        /* time at which the present motions began [s] */
  double travels;      /* time at which the servo displacement began [s] */
  GrWallPose stand;    /* pose of the wall at time `since` */
  double home[3];      /* reference point of the wall at `since` [m]; pivot of motions whose pivot is NaN */
  double shift[3];     /* displacement that is added to the pivots of `motions` [m] */
} GrWall;

/* Whether the wall is load-controlled: it has a servo, or a mass and moves freely. */
static inline bool GrWallIsLoaded(const GrWall *wall)
{
  return !wall->absent && (wall->servo.max_speed > 0 || wall->mass > 0);
}

/* Computes the position `now` [m] in this pose of a point of the wall that is at `start` [m] at the start. */
void GrWallMovePoint(const GrWallPose *pose, const double start[3], double now[3]);
/* Rotates a vector that is fixed to the wall from its direction at the start to its direction in this pose. */
void GrWallMoveVector(const GrWallPose *pose, double vector[3]);
/* A point of the wall is at `now` [m] in this pose. Computes `start` [m], the position of this point at the start of
   the run. With this function a shape can compute gaps in the pose of the start. */
void GrWallMovePointBack(const GrWallPose *pose, const double now[3], double start[3]);
/* Rotates a vector in this pose back to its direction at the start. */
void GrWallMoveVectorBack(const GrWallPose *pose, double vector[3]);

/* Spheres near a wall. Each entry is a sphere and one part of the wall (face, edge) that it may touch. A part can yield
   a sphere to a second part: the contact with the second part then continues the history of the contact with the first
   part. */
typedef struct {
  int n;
  double x[3][GR_WALL_CHUNK];    /* centres [m] */
  int64_t sphere[GR_WALL_CHUNK]; /* number of the sphere; the entries of a sphere, one per part, are consecutive */
  /* number of the part of the wall that the sphere may touch; ascending for each sphere */
  int64_t part[GR_WALL_CHUNK];
  /* gap g [m], output; infinite: this part has no contact, because another part yields the contact */
  double gap[GR_WALL_CHUNK];
  double normal[3][GR_WALL_CHUNK]; /* unit normal N, output */
} GrWallChunk;

/* A box: the domain, for checks of walls, or the space between the walls at the sides of the domain. */
typedef struct {
  int dimension;             /* 2 or 3; 2: particles are in the plane z = lower[2] */
  double lower[3], upper[3]; /* [m] */
  bool periodic[3];
} GrWallDomain;

/* An error that a shape finds in the input of a wall. key: path of the wrong key below the wall, e.g.
   "rotation.angular_velocity"; "": the whole wall. component: of a vector, -1: all. sentence: the problem; the
   remedy. */
typedef struct {
  const char *key;
  int component;
  char sentence[256];
} GrWallComplaint;

/* Largest motion of a wall within a time span [s], for bounds of its displacement. Only for a wall that has no list of
   motions and no accelerations. */
typedef struct {
  double span;
  /* largest change of sin(2 pi frequency t + phase) [1]; amplitude times it is the largest displacement */
  double swing;
  double turn;     /* largest 2 sin(angle/2) of the rotation within the span [1]; 0: no rotation */
  double axis[3];  /* axis of the rotation, unit vector */
  double pivot[3]; /* point of this axis at the beginning of the span [m] */
  double reach;    /* largest distance of a point of the domain from the axis through the pivot [m] */
} GrWallSpan;

/* Symmetries of a surface: the rotations and shifts that map it to itself, in its pose at the start. From them bounds
   of the approach of the surface to a particle are computed. */
typedef struct {
  double centre[3];
  double axis[3];
  bool revolves; /* whether all rotations about the axis through the centre are symmetries */
  bool slides;   /* whether all shifts along the axis are symmetries */
  double extent; /* largest distance of a point of the surface from the centre [m]; may be infinite */
} GrWallForm;

typedef struct GrWallShape {
  const char *name; /* name of the shape: value of the key `shape` in the input */
  const char *summary;

  /* Keys of the shape. The first row must be a point, the reference point of the wall: torques are about this point,
     and it is the position of the wall in the results. */
  const GrWallParameter *parameters;

  /* Sets gap and normal of each entry of the chunk. The gap must be a distance: it changes by at most d if the sphere
     moves by d. */
  void (*touch)(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk);

  /* Writes to part[] the numbers of the parts that are nearer to x [m] than `reach` [m], at most GR_WALL_CHUNK, in
     ascending order, and returns how many there are. Called when the neighbour list is rebuilt. NULL: the surface is
     one part, with number 0. */
  int (*parts)(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach, int64_t part[]);

  /* Returns the radius of the surface for contact laws [m]; negative: the surface is hollow (concave). NULL:
     infinite. */
  double (*radius)(const GrWall *wall);

  /* Whether all parts except part 0 are flat, so that contact laws use an infinite radius for them. NULL: all parts
     have the radius of `radius`. */
  bool (*has_flat_parts)(const GrWall *wall);

  /* Checks the values of the keys, and may complete them. Returns true if it has found an error and set *complaint.
     NULL: no check. */
  bool (*check)(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint);

  /* Sets value[], the values of the keys, so that the wall lies at a side of the domain (0 lower_x, 1 lower_y, 2
     lower_z, 3 upper_x, ...). NULL: the shape has no key `side`. */
  void (*stand)(const GrWallDomain *domain, int side, GrWallValue value[]);

  /* Returns the side of the domain (0 lower_x, ...) that the wall closes at the start, or -1. A particle leaves through
     this side only if it is also behind the wall. NULL: the wall closes no side. */
  int (*side)(const GrWall *wall);

  /* Sets the symmetries of the surface. With them the bounds of its approach are tighter, so that the neighbour list is
     rebuilt less often. NULL: the surface has no symmetry and an infinite extent. */
  void (*form)(const GrWall *wall, GrWallForm *form);

  /* Returns an upper bound, up to rounding, of the approach of the surface to any point of the domain within a time
     span [m]. NULL: the bound follows from `form`; so does the bound for motions that GrWallSpan cannot describe. */
  double (*path)(const GrWall *wall, const GrWallSpan *span);

  /* Index of the row of `parameters` that is the direction along which a load may move the wall; 0: a load cannot move
     it. `check` ensures that other motions do not change this direction. */
  int direction;

  /* Returns the area of the wall within the box `space`, on which a prescribed stress acts [m^2]; in dimension 2 a
     length [m]. <= 0: there is no such area. NULL: a load cannot move the wall. */
  double (*area)(const GrWall *wall, const GrWallDomain *space);
} GrWallShape;

/* Returns shape number `index` in the order of the registry; NULL after the last. Shape 0 is the default. */
const GrWallShape *GrWallShapeAt(int index);

/* Returns the shape of this name; NULL: there is none. */
const GrWallShape *GrWallShapeFind(const char *name);

/* Adds a shape of a program, which must outlive the registry. Returns 0, or 1 if the name is taken, the registry is
   full, the first row of `parameters` is not a point, or rows or functions are missing. */
int GrWallShapeRegister(const GrWallShape *shape);

#ifdef __cplusplus
}
#endif

#endif
