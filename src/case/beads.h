/* The beads of a chain (dimension 1), as the input defines them. The beads are on a line along +x and
   belong to groups. All numbers are in SI units. If a number can be NaN, its comment says what NaN means. */
#ifndef GRANUM_CASE_BEADS_H
#define GRANUM_CASE_BEADS_H

#include "case/material.h"
#include <stdbool.h>

/* Initial spacing of two neighbouring beads. The input gives either the gap or the precompression force. */
typedef struct {
  double gap; /* distance between the surfaces of the two beads [m]; < 0: overlap; default 0 */
  /* compressive contact force at the start, without the force of dashpots [N]; it determines the overlap at the start.
     0: the beads start at the distance `gap` */
  double precompression;
} GrSpacing;

/* Prescribed motion of a group of beads along x, by a table or by an oscillation. A table gives the velocity, which is
   linear between its points, and constant before the first and after the last point. An oscillation gives the
   displacement at time t: amplitude (sin(2 pi frequency t + phase) - sin(phase)). */
typedef struct {
  /* number of points of the table; 1: constant velocity; 0: no table, or the file of the table has not been read yet */
  int n;
  double *time;     /* [n] time of each point of the table [s], ascending, >= 0 */
  double *velocity; /* [n] velocity at each point of the table [m/s] */
  int n_times;      /* number of elements of `time` that the input gives; must be equal to n */
  /* name of the file with the table; NULL: the input names no file, or GrCaseRead has read the file */
  char *file;
  /* amplitude of the oscillation [m]; 0: no oscillation, the table defines the motion */
  double amplitude;
  double frequency; /* frequency of the oscillation [Hz] */
  double phase;     /* phase of the oscillation at time 0 [rad] */
} GrMotion;

/* Material, size and mass of a bead. A bead is a sphere, or a plane: a flat body at an end of the chain. */
typedef struct {
  int material;  /* index in GrCase.materials */
  double radius; /* radius of the bead [m]; NaN: the bead is a plane */
  double mass;   /* mass of the bead [kg]; NaN: the bead is a plane that is fixed or has a prescribed motion */
} GrBead;

/* Radii of the beads of a tapered group: the radius increases or decreases from bead to bead along +x. */
typedef struct {
  double from; /* radius of the first bead [m]; 0: the group is not tapered */
  double to;   /* radius of the last bead [m]; NaN: it follows from `from` and `ratio` */
  /* radius of a bead divided by the radius of the previous bead [1]; NaN: the radius is linear in the bead number */
  double ratio;
} GrTaper;

/* One entry of `particles` in dimension 1: a group of beads. The groups follow one another along +x. A bead with the
   shape of a plane is a flat body at an end of the chain, such as a striker or a base. */
typedef struct {
  char name[GR_NAME_MAX];
  PetscInt64 count; /* number of beads in the group */
  /* id of the first bead of the group. The first bead of the chain has id 1, and ids increase by 1 along the chain */
  PetscInt64 first_id;
  GrShape shape;
  int n_beads;  /* number of beads in the sequence `bead`; may be less than `count` */
  GrBead *bead; /* [n_beads] beads in order along +x; the sequence repeats until the group has `count` beads */
  /* The members from `material` to `taper` are the keys of the input, from which granum computes `bead`. The beads of a
     group are equal, a repeated pattern, or tapered. */
  int material;  /* index in GrCase.materials; -1: each bead of `pattern` has its own material */
  double radius; /* radius of all beads [m]; NaN: the beads are planes, or their radii are in `pattern` or `taper` */
  /* mass of each bead [kg]; NaN: it follows from the density, or each bead of `pattern` has its own mass */
  double mass;
  int n_pattern;   /* number of beads in `pattern`; 0: the beads are equal or tapered */
  GrBead *pattern; /* [n_pattern] beads that the input lists, in order along +x; the list repeats along the group */
  GrTaper taper;
  double velocity; /* initial velocity of the beads along +x [m/s], 0 by default */
  bool fixed;      /* whether the beads are held in place */
  GrMotion motion; /* prescribed motion of the beads along x */
  /* index of the pair type of the contact between the previous group and this group (src/chain/pair_type.h). A pair
     type is a set of contacts with equal law coefficients. Contacts between beads of this group have the pair types
     first_pair_type + 1 to first_pair_type + n_beads */
  int first_pair_type;
  /* spacing between the last bead of the previous group and the first bead of this group; unused for the first group */
  GrSpacing before;
  GrSpacing between; /* spacing between neighbouring beads of the group */
  GrPlace place;     /* line and column in the input, for messages */
} GrGroup;

/* Initial velocity of one bead. It replaces the initial velocity of the group to which the bead belongs. */
typedef struct {
  PetscInt64 id;   /* id of the bead, from 1 along the chain */
  double velocity; /* initial velocity along +x [m/s] */
} GrBeadVelocity;

/* Boundary condition at an end of a chain: the outermost bead is free or held in place. */
typedef enum { GR_END_FREE, GR_END_FIXED } GrChainEnd;

/* Returns the bead with this id, which must belong to `group`. The group owns the result. */
const GrBead *GrCaseGroupBead(const GrGroup *group, PetscInt64 id);
/* Returns the radius of a bead [m], infinite for a plane. */
double GrCaseBeadRadius(const GrBead *bead);

/* Returns whether a group has a prescribed motion (GrGroup.motion). */
bool GrCaseGroupDriven(const GrGroup *group);
/* Returns whether a group is fixed or has a prescribed motion, so that forces do not move its beads. */
bool GrCaseGroupHeld(const GrGroup *group);

#endif
