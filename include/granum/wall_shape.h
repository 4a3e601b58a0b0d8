/* granum/wall_shape.h: the interface of a wall shape.

   For a sphere with centre x and radius R, a shape computes the gap g [m] between x and the surface, negative if x is
   behind the surface, and a unit normal N. N points from the nearest point c of the surface to x; if the gap is
   negative, from x to c. Then
     c = x - g N,   overlap = R - g,   velocity of the wall at c = v + cross(w, c - p)
   with the velocity v, the angular velocity w and the point p from GrWallPose (velocity, spin, pivot).
   A surface may consist of several parts (faces, edges). A sphere may have a contact with each part. The numbers of the
   parts do not change when the wall moves, because they identify the contact histories.

   To add a shape: write src/wall/NAME.c that defines a `const GrWallShape GrWall_NAME`, and add NAME to
   src/wall/registry.h (or call GrWallShapeRegister from your own program). granum derives input keys, schema, checks
   and results from the tables of the shape. This header needs only the C library. */
#ifndef GRANUM_PUBLIC_WALL_SHAPE_H
#define GRANUM_PUBLIC_WALL_SHAPE_H

#include <granum/wall.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* GR_WALL_CHUNK: largest number of entries of a GrWallChunk. */
enum { GR_WALL_PARAMETERS_MAX = 16, GR_WALL_CHUNK = 128 };

/* Kind of the value of an input key of a wall shape. */
typedef enum {
  GR_WALL_NUMBER,
  GR_WALL_POINT, /* three coordinates [m] */
  /* A vector. Its length in the input does not matter; it is stored as a unit vector. In dimension 2 it must lie in
     the plane of the particles. */
  GR_WALL_DIRECTION,
  GR_WALL_AXIS,    /* a unit vector; in dimension 2 in the plane of the particles or perpendicular to this plane */
  GR_WALL_LENGTHS, /* three lengths >= 0 [m] */
  GR_WALL_WORD,
  GR_WALL_FLAG, /* true or false */
  /* path of a file with triangles (STL, OBJ), which granum reads (GrWallTriangle). A shape has at most one such key */
  GR_WALL_FILE
} GrWallParameterKind;

/* An input key of a wall shape: a row of GrWallShape.parameters. All walls also have the keys material, velocity,
   oscillation and rotation. */
typedef struct {
  const char *name; /* name of the key in the input; NULL ends the table */
  GrWallParameterKind kind;
  const char *meaning;  /* noun phrase that describes the value, for the message "is missing; give MEANING" */
  const char *unit;     /* SI unit of a number; "1" if dimensionless */
  double lower, upper;  /* smallest and largest allowed number */
  bool lower_open;      /* true: the number must be larger than `lower`; false: it may be equal to `lower` */
  const char *choices;  /* allowed words, separated by '|' */
  const char *fallback; /* default value as text, in the form of the input; NULL: the input must give the key */
} GrWallParameter;

/* Spheres near a wall. Each entry of the arrays is a pair of a sphere and a part of the wall (face, edge) that the
   sphere may touch. If a sphere is at two neighbouring parts, a shape may compute a single contact, with one of the
   parts. When the sphere moves from one part to the other, the contact keeps its history. */
typedef struct {
  int n;                         /* number of entries */
  double x[3][GR_WALL_CHUNK];    /* centres of the spheres [m] */
  int64_t sphere[GR_WALL_CHUNK]; /* number of the sphere; all entries of a sphere are consecutive */
  /* number of the part of the wall; ascending for the entries of one sphere */
  int64_t part[GR_WALL_CHUNK];
  /* output: gap g between the centre and the surface [m]; infinite: another part has the contact with this sphere */
  double gap[GR_WALL_CHUNK];
  double normal[3][GR_WALL_CHUNK]; /* output: unit normal N of the surface, from the nearest point to the centre */
} GrWallChunk;

/* A box: the domain while the input is checked, and during the run the space between the walls at the sides. */
typedef struct {
  int dimension;             /* 2 or 3; in dimension 2 all particles are in the plane z = lower[2] */
  double lower[3], upper[3]; /* lower and upper corner [m] */
  bool periodic[3];          /* whether the box is periodic along each axis */
} GrWallDomain;

/* An error that a shape finds in the input of a wall. */
typedef struct {
  const char *key;    /* path of the wrong key below the wall, e.g. "rotation.angular_velocity"; "": the whole wall */
  int component;      /* index of the wrong component of a vector, from 0; -1: the whole value is wrong */
  char sentence[256]; /* message in the form `problem; remedy` */
} GrWallComplaint;

/* Bounds of the motion of a wall within a time interval, from which a shape computes a bound of the displacement of its
   surface. granum computes them only for walls without a list of motions and without accelerations. */
typedef struct {
  double span;         /* length of the interval [s] */
  double velocity[3];  /* constant part of the velocity of the wall [m/s] */
  double amplitude[3]; /* amplitude of the oscillation of the position [m] */
  /* largest displacement by the oscillation in the interval, divided by the amplitude of the oscillation [1] */
  double swing;
  /* largest displacement of a point by the rotation in the interval, divided by the distance of the point from the
     axis: 2 sin(angle/2) [1]; 0: the wall does not rotate */
  double turn;
  double axis[3];  /* axis of the rotation, unit vector */
  double pivot[3]; /* point on the axis at the beginning of the interval [m] */
  double reach;    /* largest distance between the rotation axis and a point of the domain [m] */
} GrWallSpan;

/* Symmetries of a surface: rotations and shifts that map the surface to itself, with the wall at its position at the
   start of the run. From them granum computes bounds on how fast the surface approaches a particle. */
typedef struct {
  double centre[3]; /* a point on the axis of the symmetries [m] */
  double axis[3];   /* axis of the symmetries, unit vector */
  bool revolves;    /* whether every rotation about the axis through `centre` maps the surface to itself */
  bool slides;      /* whether every shift along the axis maps the surface to itself */
  double extent;    /* largest distance of a point of the surface from `centre` [m]; may be infinite */
} GrWallForm;

/* A wall shape: its input keys and functions. */
typedef struct GrWallShape {
  const char *name; /* name of the shape: value of the key `shape` in the input */
  const char *summary;

  /* Input keys of the shape. The first row must be a point, the reference point of the wall. The results give the
     position of this point and the torque about it. */
  const GrWallParameter *parameters;

  /* Sets gap and normal of each entry of the chunk (sphere and part of the wall). If a sphere moves by a distance d,
     the gap of this sphere must change by at most d. For a centre that is NaN the gap must be NaN. */
  void (*touch)(const GrWall *wall, const GrWallPose *pose, GrWallChunk *chunk);

  /* Finds the parts of the surface (faces, edges) nearer than `reach` [m] to the point x [m]. Writes at most
     GR_WALL_CHUNK numbers of parts to part[], in ascending order, and returns their count. granum calls this function
     at each rebuild of the neighbour list. NULL: the surface has only one part, number 0. */
  int (*parts)(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach, int64_t part[]);

  /* Returns the radius of curvature of the surface that contact laws use [m], one for the whole wall. It is negative
     for a hollow (concave) surface, and may be infinite. NULL: the radius is infinite. */
  double (*radius)(const GrWall *wall);

  /* Whether the surface is a plane. The gap then changes by the displacement of the sphere along the normal only, from
     which granum computes tighter bounds. */
  bool flat;

  /* Whether all parts except part 0 are flat, so that contact laws use an infinite radius for them. NULL: contact
     laws use the result of `radius` for all parts. */
  bool (*has_flat_parts)(const GrWall *wall);

  /* Checks the values of the input keys. It may set values that the input omits. Returns true and sets *complaint if
     it finds an error. NULL: there is nothing to check. */
  bool (*check)(GrWall *wall, const GrWallDomain *domain, GrWallComplaint *complaint);

  /* Sets the values of the input keys so that the wall closes a side of the domain. side: 0 lower_x, 1 lower_y, 2
     lower_z, 3 upper_x, ... NULL: the shape does not have the key `side`. */
  void (*stand)(const GrWallDomain *domain, int side, GrWallValue value[]);

  /* Returns the side of the domain (0 lower_x, ...) that the wall closes at the start of the run; -1: none. A particle
     leaves the domain through this side only if it is also behind the wall. NULL: a wall of this shape never closes
     a side. */
  int (*side)(const GrWall *wall);

  /* Sets the symmetries of the surface. From them granum computes tighter bounds on the approach of the surface, and
     rebuilds the neighbour list less often. NULL: the surface has no symmetry and an infinite extent. */
  void (*form)(const GrWall *wall, GrWallForm *form);

  /* Returns the largest distance [m] by which the surface can approach any point of the domain in the interval of
     `span`: an upper bound, apart from rounding errors. NULL: granum computes the bound from the result of `form`.
     granum does so for all shapes if GrWallSpan cannot describe the motion. */
  double (*path)(const GrWall *wall, const GrWallSpan *span);

  /* Returns the largest distance [m] of a point of the surface from an axis, with the wall at its position at the start
     of the run: an upper bound, apart from rounding errors; may be infinite. From it granum computes the speed of a
     surface that turns. pivot: point on the axis [m]; axis: its direction, a unit vector. NULL: granum computes the
     bound from centre and extent of `form`. */
  double (*lever)(const GrWall *wall, const double pivot[3], const double axis[3]);

  /* A load moves the wall along the wall key `direction`. If the input omits this key: along the parameter with this
     index in `parameters`. 0: the input must give the key. `check` must reject motions that rotate the parameter. */
  int direction;

  /* Returns the area of the wall inside the box `space` [m^2], in dimension 2 a length [m]. The target stress of a
     servo acts on this area. <= 0: the wall has no area inside the box. NULL: a servo of a wall of this shape can have
     a target force, but no target stress. */
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
