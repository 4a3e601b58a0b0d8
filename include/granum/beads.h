/* granum/beads.h: particles of a case in dimension 1: groups of beads on a line. All numbers are in SI units. If the
   comment of a member says so, NaN marks a number that the input does not give. */
#ifndef GRANUM_BEADS_H
#define GRANUM_BEADS_H

#include <granum/material.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Spacing of two neighbouring beads at the start. The input gives either the gap or the precompression force. */
typedef struct {
  double gap; /* distance between the surfaces [m]; negative: overlap; 0 by default */
  /* static compressive contact force [N]. If it is not 0, it replaces `gap`: the beads start with the overlap at which
     the static contact force has this value */
  double precompression;
} GrSpacing;

/* Prescribed motion of beads along +x, by a table or by an oscillation. Table: the velocity varies linearly between the
   points of the table. It is constant before the first point and after the last point. Oscillation: the displacement at
   time t is amplitude (sin(2 pi frequency t + phase) - sin(phase)). */
typedef struct {
  /* number of points of the table. 1: the velocity is constant. 0: there is no table, or its file has not been read
     yet */
  int n;
  double *time;     /* [n] time of each point of the table [s], ascending, >= 0 */
  double *velocity; /* [n] velocity at each point of the table [m/s] */
  int n_times;      /* number of elements of `time`; equal to n */
  /* name of the file of the table; NULL: the input has no such file, or GrCaseRead has read the file */
  char *file;
  /* amplitude of the oscillation [m]; 0: there is no oscillation, the table defines the motion */
  double amplitude;
  double frequency; /* frequency of the oscillation [Hz] */
  double phase;     /* phase of the oscillation at time 0 [rad] */
} GrMotion;

/* Material, size and mass of a bead of a group. */
typedef struct {
  int material;  /* index in GrCase.materials */
  double radius; /* [m]; NaN for a plane, for which GrCaseBeadRadius returns infinity */
  double mass;   /* [kg]; NaN for a plane that is fixed or has a prescribed motion */
} GrBead;

/* Tapered radii: the radius increases or decreases from bead to bead of a group. If `from` is 0, the group is not
   tapered. */
typedef struct {
  double from; /* radius of the first bead [m] */
  double to;   /* radius of the last bead [m]; NaN: the input gives `ratio` */
  /* radius of a bead divided by the radius of the previous bead [1]; NaN: the radius varies linearly from `from` to
     `to` */
  double ratio;
} GrTaper;

/* One entry of `particles` in dimension 1: a group of beads. The groups follow one another along +x. A bead with the
   shape of a plane is a flat body at an end of the chain, such as a striker or a base. */
typedef struct {
  char name[GR_NAME_MAX];
  PetscInt64 count; /* number of beads */
  /* id of the first bead of the group. The first bead of the chain has id 1, and ids increase by 1 along the chain */
  PetscInt64 first_id;
  GrShape shape;
  int n_beads;  /* number of elements of `bead`, which may be less than `count` */
  GrBead *bead; /* [n_beads] beads in order along +x; the group repeats this sequence until it has `count` beads */
  /* The members from `material` to `taper` describe the beads as the input does: equal beads, a repeated pattern of
     beads, or tapered beads. */
  int material;  /* index in GrCase.materials; -1: each bead of the pattern has its own material */
  double radius; /* [m]; NaN for a plane, a pattern or a taper */
  /* mass of each bead [kg]; NaN: it follows from the density, or each bead of the pattern has its own mass */
  double mass;
  int n_pattern;   /* number of beads in the pattern; 0: no pattern */
  GrBead *pattern; /* [n_pattern] beads of the pattern */
  GrTaper taper;
  double velocity;     /* initial velocity along +x [m/s], 0 by default */
  PetscBool fixed;     /* whether the beads are held in place */
  GrMotion motion;     /* prescribed velocity of the beads */
  int first_pair_type; /* number of the first pair type of the group's contacts (src/chain/pair_type.h) */
  /* spacing between the last bead of the previous group and the first bead of this group; not used for the first
     group */
  GrSpacing before;
  GrSpacing between; /* spacing between neighbouring beads of the group */
  GrPlace place;
} GrGroup;

/* Initial velocity of one bead. It replaces the velocity of the bead's group. */
typedef struct {
  PetscInt64 id;
  double velocity; /* [m/s] */
} GrBeadVelocity;

/* Whether the first or last bead of a chain is free or held in place. */
typedef enum { GR_END_FREE, GR_END_FIXED } GrChainEnd;

/* Returns the bead with this id. The bead must be in the group. */
const GrBead *GrCaseGroupBead(const GrGroup *group, PetscInt64 id);
/* Returns the radius of a bead [m], infinite for a plane. */
double GrCaseBeadRadius(const GrBead *bead);

/* Returns whether the motion of a group is prescribed. */
PetscBool GrCaseGroupDriven(const GrGroup *group);
/* Returns whether a group is fixed or has a prescribed motion. Forces do not accelerate the beads of this group. */
PetscBool GrCaseGroupHeld(const GrGroup *group);

#ifdef __cplusplus
}
#endif

#endif
