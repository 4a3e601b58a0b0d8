/* granum/wall.h: the interface of a wall's shape.

   A wall is a rigid surface that moves as the input prescribes. A motion has an offset and a turn about a pivot,
     o(t) = velocity t + acceleration t^2/2 + amplitude sin(2 pi frequency t + phase) + table(t)
     angle(t) = w t + w' t^2/2, or amplitude sin(2 pi frequency t + phase), or table(t), about an axis
     x -> pivot + turn (x - pivot) + o
   and a wall has several, each of which carries those behind it along: first that of its own keys, then those of its
   list, in their order. Where a stage of the case gives a wall another motion, the motion starts anew from where the
   wall is then, and t counts from then on. One that gives way to a load moves along a direction as well, as the
   particles let it (src/wall/travel.c). The shape says by pure functions where the surface is; the laws, motions, work,
   results and checkpoints are the same for all.

   For a sphere with its centre at x the surface has a gap g [m] (negative: the centre is behind it) and a unit vector N
   from the nearest point c of the surface to the centre, or against it where the gap is negative:
     c = x - g N,   overlap R - g,   velocity of the surface there  v + w x (c - pivot).
   A surface of several parts (faces, edges) may touch a sphere with each. Parts have numbers that stay the same while
   the wall moves: they tell the histories of contacts apart.

   To add a shape: write src/wall/NAME.c that defines a `const GrWallShape GrWall_NAME`, and add one row to
   src/wall/registry.c (or call GrWallShapeRegister from your own program). Keys of the input, schema, checks and
   results follow from its tables. This header needs nothing but the C library. */
#ifndef GRANUM_WALL_H
#define GRANUM_WALL_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  GR_NAME_MAX = 64, /* bytes of a name in the input, with its end */
  GR_WALL_PARAMETERS_MAX = 16,
  GR_WALL_CHUNK = 128 /* spheres that a shape is asked about at a time */
};

/* A row of the input table beside those that all walls have: material, velocity, oscillation, rotation. */
typedef enum {
  GR_WALL_NUMBER,
  GR_WALL_POINT,     /* [m] */
  GR_WALL_DIRECTION, /* of any length in the input, a unit vector then; in dimension 2 in the plane */
  GR_WALL_AXIS,      /* the same; in dimension 2 it may be across the plane as well */
  GR_WALL_LENGTHS,   /* [m] three, none negative */
  GR_WALL_WORD,
  GR_WALL_FLAG, /* true or false */
  GR_WALL_FILE  /* a file with triangles (STL, OBJ), read into GrWall.mesh: one a shape */
} GrWallParameterKind;
typedef struct {
  const char *name; /* the key in the input; NULL ends the table */
  GrWallParameterKind kind;
  const char *meaning;  /* a noun phrase: `is missing; give MEANING` */
  const char *unit;     /* of a number, "1" if it has none */
  double lower, upper;  /* its range */
  bool lower_open;      /* lower itself is excluded */
  const char *choices;  /* of a word, separated by '|' */
  const char *fallback; /* default as it would be written in the input; NULL: required */
} GrWallParameter;
typedef struct {
  double number[3]; /* one for a number, three for a point, a direction or lengths */
  int choice;       /* position of the word; 1: true */
  char *file;       /* as in the input, relative to it; NULL for other kinds */
} GrWallValue;

/* A surface of triangles, in m, where it is at the start of the run. Vertices with equal coordinates are one, and no
   two corners of a triangle are the same vertex. Ranks of a node may share the memory: it is not written. */
typedef struct GrMesh {
  int64_t n_vertices, n_triangles;
  double (*vertex)[3];
  int32_t (*triangle)[3]; /* numbers of vertices, counter-clockwise as seen from its side; in the order of the file */
  void *tree;             /* what src/wall/ finds triangles by */
} GrMesh;

struct GrWallShape;

/* A wall that holds a force, or a stress: the one that is not given is not a number. */
typedef struct {
  double force;     /* [N] along the direction of the wall */
  double stress;    /* [Pa] on its area; in dimension 2 [N/m] */
  double max_speed; /* [m/s]; not above 0: the wall holds nothing */
} GrWallServo;

/* Points of a motion: offsets or velocities, angles or rates about an axis, at times. Offsets and angles are straight
   in between, or smooth: cubics that make no new extremes, at rest at both ends; before the first time and after the
   last they stay. Velocities and rates are straight in between and stay likewise; the way is their integral since
   time 0. */
enum { GR_WALL_BY_OFFSET = 0, GR_WALL_BY_VELOCITY = 3, GR_WALL_BY_ANGLE = 6, GR_WALL_BY_RATE, GR_WALL_COLUMNS };
typedef struct {
  int n;                           /* points; 0: there is none, unless it is still in the file */
  double *time;                    /* [n] ascending [s] */
  double *column[GR_WALL_COLUMNS]; /* [n] or NULL: x, y, z [m]; along x, y, z [m/s]; [rad]; [rad/s] */
  int count[GR_WALL_COLUMNS];      /* n or 0 */
  double *way[GR_WALL_COLUMNS];    /* [n] of velocities and rates: from the first time to each; see GrWallTableFinish */
  int smooth;                      /* 1: offsets and angles are */
  double pivot[3], axis[3];        /* as below; not a number, or a unit vector if there are angles or rates */
  char *file;                      /* NULL: none, or it has been read */
} GrWallTable;

/* One of the motions of a wall. That of its own keys has its time from the time of the wall. One of its list counts
   from `start`, before which it is as at 0, to `end`, after which it stays. It has one turn: by an angular velocity and
   its change, along one line; a swing; or a table. */
typedef struct {
  double start, end;                                       /* [s]; end not a number: none */
  double velocity[3], acceleration[3];                     /* [m/s], [m/s^2] */
  double amplitude[3], frequency, phase;                   /* [m], [1/s], [rad] */
  double pivot[3];                                         /* [m]; not a number: where the wall's point is at first */
  double angular_velocity[3], angular_acceleration[3];     /* [rad/s], [rad/s^2] */
  double swing_amplitude[3], swing_frequency, swing_phase; /* [rad], [1/s], [rad] */
  double swing_pivot[3];                                   /* [m], as pivot, of which each turn has its own */
  GrWallTable table;
} GrWallMotion;

/* Where a wall is at a time: a rigid motion of what it was at the start, x -> pivot + rotation (x - base), which is x +
   offset as long as it has not turned; and how it moves. */
typedef struct {
  double offset[3];             /* of the base [m] */
  double base[3];               /* a place of the wall at the start [m] */
  double pivot[3], velocity[3]; /* where the base is by now [m], and how it moves [m/s] */
  double spin[3];               /* [rad/s] */
  bool turns;                   /* it has turned, or does; then: */
  double rotation[3][3];        /* by the turn so far; a row for each component */
} GrWallPose;

/* One entry of `walls`. */
typedef struct GrWall {
  char name[GR_NAME_MAX];
  const struct GrWallShape *shape;
  GrWallValue value[GR_WALL_PARAMETERS_MAX]; /* in the order of the shape's rows, as they are at the start */
  int material;
  GrWallMotion motion; /* of its own keys */
  int n_motions;
  GrWallMotion *motions; /* [n_motions] that it carries along */
  GrWallServo servo;
  double mass, load;   /* of a wall that moves freely along its direction [kg], not above 0: it does not; [N] */
  double direction[3]; /* along which it gives way to a load, a unit vector; not a number: that of its shape */
  int absent;          /* 1: it is not there, and nothing touches it */
  GrMesh *mesh;        /* of a shape with a file, at the start; NULL: it has none, or it has not been read */
  double since;        /* time at which it stood as follows, from which its motions count [s] */
  double travels;      /* and from which it gives way [s] */
  GrWallPose stand;    /* moved from the start by so much, without its motions */
  double home[3];      /* its point then, for motions without a pivot [m] */
  double shift[3];     /* by how much the pivots of `motions` have moved [m] */
} GrWall;

/* Does it give way to a load? */
static inline bool GrWallGivesWay(const GrWall *wall)
{
  return !wall->absent && (wall->servo.max_speed > 0 || wall->mass > 0);
}

/* A point, or a vector, of the wall at the start is moved to where it is by now, or back again: a shape may look at
   particles as they are seen from where the wall was at the start. */
void GrWallMovePoint(const GrWallPose *pose, const double start[3], double now[3]);
void GrWallMoveVector(const GrWallPose *pose, double vector[3]);
void GrWallMovePointBack(const GrWallPose *pose, const double now[3], double start[3]);
void GrWallMoveVectorBack(const GrWallPose *pose, double vector[3]);

/* Spheres that may touch a wall. Where one part leaves its sphere to another part, the contact with the other part
   continues the history of the contact with the first. */
typedef struct {
  int n;
  double x[3][GR_WALL_CHUNK];      /* centres [m] */
  int64_t sphere[GR_WALL_CHUNK];   /* of a shape with parts: those of a sphere follow each other and have one number, */
  int64_t part[GR_WALL_CHUNK];     /* and may touch this part, ascending */
  double gap[GR_WALL_CHUNK];       /* g [m], written; infinite: the part leaves this sphere to another of its parts */
  double normal[3][GR_WALL_CHUNK]; /* N, written */
} GrWallChunk;

/* The domain, for checks; or the room between the walls at its sides. */
typedef struct {
  int dimension;             /* 2: particles are in the plane of z = lower[2] */
  double lower[3], upper[3]; /* [m] */
  bool periodic[3];
} GrWallDomain;

/* What is wrong with a wall: with the value of this key ("" for all of it, "rotation.angular_velocity"), of a vector
   with this component (-1: all of it); what is wrong; what to write instead. */
typedef struct {
  const char *key;
  int component;
  char sentence[256];
} GrWallComplaint;

/* A span of time [s], for bounds of how far a wall comes in it that has no motions but those of its own keys, without
   accelerations. */
typedef struct {
  double span;
  double swing;    /* how far a sine may come: amplitude times this is how far the oscillation may */
  double turn;     /* twice the sine of half the angle, at most; 0 if it does not turn */
  double axis[3];  /* then */
  double pivot[3]; /* at the beginning of the span [m] */
  double reach;    /* largest distance of a place of the domain from the axis through the pivot [m] */
} GrWallSpan;

/* What turns and shifts leave the surface as it is, at the start: for bounds of how far it comes nearer. */
typedef struct {
  double centre[3];
  double axis[3];
  bool revolves; /* every turn about the axis through the centre leaves it */
  bool slides;   /* so does every shift along the axis */
  double extent; /* largest distance of a place of the surface from the centre [m]; may be infinite */
} GrWallForm;

typedef struct GrWallShape {
  const char *name; /* word of `shape` in the input */
  const char *summary;

  /* The first row is a point: that of the wall, about which its torque is taken, and which results follow. */
  const GrWallParameter *parameters;

  /* Gap and normal of each sphere of the chunk. The gap is a distance: it changes by at most d if the sphere moves by
     d. */
  void (*touch)(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk);

  /* The parts, at most GR_WALL_CHUNK, that are nearer to x than `reach`, ascending, when candidates are listed; returns
     how many. NULL: the surface is one part, with number 0. */
  int (*parts)(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach, int64_t part[]);

  /* The radius that contact laws take the surface to have [m]; negative: it is hollow there. NULL: infinite. */
  double (*radius)(const GrWall *wall);

  /* Whether all parts except part 0 are flat: contact laws take them as planes. NULL: all parts have this radius. */
  bool (*has_flat_parts)(const GrWall *wall);

  /* True if something is wrong. May put values in order. NULL: nothing is. */
  bool (*check)(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint);

  /* Gives the values of a wall that stands at a side of the domain (lower_x, lower_y, lower_z, upper_x, ...). NULL:
     `side` is not among its keys. */
  void (*stand)(const GrWallDomain *domain, int side, GrWallValue value[]);

  /* The side that it closes at the start, wherever its point is; a particle beyond it leaves only if it is behind the
     wall as well. -1, or NULL: none. */
  int (*side)(const GrWall *wall);

  /* What leaves the surface as it is: the less of a motion matters, the more seldom neighbours are listed anew. NULL:
     nothing does, and it may be as large as the domain. */
  void (*form)(const GrWall *wall, GrWallForm *form);

  /* By how much the surface may have come nearer to any place of the domain in a span of time, at any time of it: an
     upper bound, up to rounding [m]. NULL, and wherever the span says too little: what follows from the form. */
  double (*path)(const GrWall *wall, const GrWallSpan *span);

  /* Row of `parameters` with the direction along which a load may move the wall; 0: a load cannot move it. `check`
     ensures that other motions do not change this direction. */
  int direction;

  /* The area on which a stress acts in a room [m^2], in dimension 2 a length [m]; not above 0: it has none. NULL if it
     cannot give way. */
  double (*area)(const GrWall *wall, const GrWallDomain *room);
} GrWallShape;

/* All shapes, in the order of the registry; NULL after the last. The first is that of walls that name none. */
const GrWallShape *GrWallShapeAt(int index);

/* The shape of this name, or NULL. */
const GrWallShape *GrWallShapeFind(const char *name);

/* Adds one from outside the library, which must stay: 0 on success, 1 if the name is taken, the registry is full, or
   the shape lacks a point, rows or functions. */
int GrWallShapeRegister(const GrWallShape *shape);

#ifdef __cplusplus
}
#endif

#endif
