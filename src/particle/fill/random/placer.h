/* The placer: finds random positions for new spheres, at which they overlap nothing. It places the groups at random
   positions (random.h) and the particles that are inserted during a run (bulk/population/insert_place.c).

   Each new sphere has a radius, a sequence of random positions in its region, and a random key (priority) of each
   position. A position is free if the sphere keeps the gap there to the spheres that exist already, to the new spheres
   that have been placed, and to the obstacles (obstacle.h).
   The algorithm works in rounds. In a round every sphere that is not placed yet proposes the next free position of its
   sequence. If the proposal overlaps a proposal with a smaller key, the sphere repeats the proposal, with the same key,
   in the next round. Otherwise the sphere is placed. The key is the number of the round of the first proposal of a
   position plus a random number from 0 to 1. Proposals of later rounds therefore have larger keys. The result is the
   same as if all proposals were tested one after another in the order of their keys. The spheres are divided into
   classes by radius, and the classes with large radii are placed first.

   The ranks share the work in one of two ways. The result does not depend on the number of ranks:
   - Many new spheres, in a box: the box is divided into regions (random_halo.h), and the spheres are divided among the
     regions. Each rank places the spheres of its regions. The decision on a proposal depends only on the spheres within
     a distance `reach`: the largest diameter plus the gap. Each rank has copies of all existing spheres, placed spheres
     and proposals within this distance of its regions. A round has two sparse exchanges with the owners of neighbouring
     regions. After 8, 16, 32, ... rounds of a class one reduction checks whether all its spheres are placed; rounds
     after that have no effect.
   - A few thousand new spheres among many existing ones: all ranks place all new spheres. Each existing sphere is known
     to one rank. Each rank tests the next positions of all spheres, at most 64 of each, against its own existing
     spheres, and some of them against the obstacles. A round has one reduction of a bit for each position. */
#ifndef GRANUM_PARTICLE_FILL_RANDOM_PLACER_H
#define GRANUM_PARTICLE_FILL_RANDOM_PLACER_H

#include "particle/fill/random/random_halo.h"

enum { GR_PLACER_SIZES_MAX = 64 };

/* Spheres that exist already, in tables by their radii. The radii in a table differ by less than a factor of 2, so that
   large spheres do not increase the cell size for small spheres. */
typedef struct {
  int n;                                  /* number of tables */
  int power[GR_PLACER_SIZES_MAX];         /* table k: spheres with radii from 2^(power[k] - 1) to 2^power[k] [m] */
  GrPackTable table[GR_PLACER_SIZES_MAX]; /* [n] the tables */
} GrPlacerExisting;

/* New spheres for which positions are searched. */
typedef struct {
  PetscInt64 first;     /* number of the first sphere; its id in random numbers is this number plus c->first_id */
  PetscInt n;           /* number of spheres: those of this rank, or without regions all */
  const double *radius; /* [n] radii [m] */
  double *x;            /* [3 n] positions of the centres [m] */
} GrPlacerSpheres;

/* A new sphere of the current class without a place. */
typedef struct {
  PetscInt i;     /* index in GrPlacerSpheres */
  PetscInt64 try; /* number of its proposal, or of its next position */
  double key;     /* key of the proposal; -1: none */
} GrPlacerWaiting;

/* Progress of a class: positions tried since the last check, spheres without a place, rounds with such spheres. */
typedef struct {
  PetscInt64 tries, left, rounds;
} GrPlacerProgress;

/* A search for positions. */
typedef struct {
  const GrPackCase *c; /* the task; not owned */
  /* copy of the task; in dimension 2, where all centres are in one plane, its box extends on both sides of this plane
     and is as thick as the largest new sphere */
  GrPackCase thick;
  double reach;              /* largest distance of the centres at which two new spheres can touch [m] */
  MPI_Comm comm;             /* ranks that search together */
  int rank, size;            /* this rank, and number of ranks */
  GrPackHalo *halo;          /* regions of the box; NULL: all ranks place all new spheres. Not owned */
  double tries_max;          /* the search ends after this number of tries of all ranks together */
  GrPlacerExisting existing; /* spheres that exist already: near the regions, or without regions those of this rank */
  GrPackTable placed;        /* new spheres that have a place */
  GrPackTable proposed;      /* proposals of the current round */
  GrPlacerSpheres spheres;   /* the new spheres of the current call of GrPlacerPlace */
  bool *is_placed;           /* [spheres.n] whether a sphere has a place */
  PetscInt n_waiting;        /* number of spheres of the class without a place */
  GrPlacerWaiting *waiting;  /* [n_waiting] these spheres */
  uint64_t *blocked;         /* [n_waiting] bit k: whether the position with the number `try` + k is not free */
  GrPlacerProgress mine;     /* progress of this rank in the current class */
  PetscInt64 rounds;         /* number of rounds, equal on all ranks */
  PetscInt64 tries;          /* number of positions that had been tried at the last check, on all ranks */
  PetscInt64 left;           /* number of spheres of all ranks without a place when the tries exceeded tries_max */
} GrPlacer;

/* Begins a search without existing spheres and without regions. */
PetscErrorCode GrPlacerCreate(MPI_Comm comm, const GrPackCase *c, GrPlacer *placer);
/* Frees the tables. */
PetscErrorCode GrPlacerDestroy(GrPlacer *placer);

/* Adds an existing sphere with the centre x [m], which is in the box along periodic axes. */
PetscErrorCode GrPlacerAdd(GrPlacer *placer, const double x[3], double radius);

/* Returns whether a new sphere keeps the gap to all existing spheres and to the obstacles. */
bool GrPlacerIsVacant(const GrPlacer *placer, const GrPackSphere *sphere);

/* Searches positions for new spheres, spheres->x. *n: number of spheres before the first one without a place. If a
   sphere has found no place after c->tries positions, the search ends for the spheres after it. Spheres that are placed
   stay in the table `placed`; GrPlacerClear removes them. Collective. */
PetscErrorCode GrPlacerPlace(GrPlacer *placer, const GrPlacerSpheres *spheres, PetscInt *n);

/* Removes the new spheres that have a place from the search. */
void GrPlacerClear(GrPlacer *placer);

#endif
