/* Assemblies of spheres: a world of dimension 2 or 3 (granum/world.h).

   An epoch is the time from one rebuild of the neighbour list to the next. A rebuild has these steps:
     - Particles migrate to the ranks that own them and are sorted along a space-filling curve.
     - Each rank receives its ghosts, which are copies of particles of other ranks.
     - Each rank lists its candidate pairs, which are pairs that may touch before the next rebuild.
     - Each candidate pair gets the contact history that it had in the previous list.
   The result of a rebuild depends only on the reference positions of the particles, from which displacements are
   measured. Reneighbouring is a rebuild that first sets the reference positions to the current positions, and moves
   particles into the periodic box by whole box lengths. It is necessary when a displacement is so large that a contact
   might be missed. Other rebuilds (restart, load balancing) keep the reference positions and change no bit of results.

   The forces on a particle are added in a fixed order: first the contacts with walls, then the contacts with particles.
   Contacts with particles are sorted by the key and id of the partner (contact/neighbour/curve.h).

   The members of GrBulk_ are structs. The header of each struct declares the functions that work on it. */
#ifndef GRANUM_BULK_BULK_H
#define GRANUM_BULK_BULK_H

#include "bulk/body/body.h"
#include "bulk/bond/bond.h"
#include "bulk/cell/cell.h"
#include "bulk/neighbours.h"
#include "bulk/numbers.h"
#include "bulk/ownership.h"
#include "bulk/particles.h"
#include "bulk/population/population.h"
#include "bulk/stage.h"
#include "bulk/step.h"
#include "bulk/walls.h"
#include "contact/stable_step.h"

/* The accurate step of two materials in a stage, kept for later stages, which ask for it again. */
typedef struct {
  double speed; /* expected approach speed for which the step was found [m/s]; 0: none was found */
  GrAccurateStep found;
} GrBulkAccurate;

/* An assembly: the part of its data that this rank stores. */
struct GrBulk_ {
  GrParallelBox box;           /* simulation box at the time of the last evaluation of forces */
  GrParallelBox reference_box; /* simulation box when the reference positions of the particles were set */
  GrBulkCell *cell;            /* deformation of the simulation box; NULL: the box does not deform */
  GrStore store;               /* particles of this rank, followed by its ghosts */
  GrBulkBodies bodies;         /* rigid bodies that the particles form */
  GrBulkParticles particles;   /* sizes and types of the particles */
  GrModel model;               /* contact rules and their coefficients in the current stage (contact/model.h) */
  /* [max(1, stages.n)] for each stage, a contact model of the smallest and the largest particles of each group, and of
     the walls; the limits of the time step are computed from it */
  GrModel *bounds;
  GrBulkAccurate *accurate;     /* [max(1, stages.n)][number of materials squared] found last */
  GrBulkNeighbours neighbours;  /* neighbour list: candidate pairs and ghosts */
  GrBulkOwnership ownership;    /* partition of space among the ranks, and load balance */
  GrHistory history;            /* contact histories of the candidate pairs between particles */
  GrWalls walls;                /* walls of the current stage, and their candidate pairs with particles */
  GrBulkWallMotion wall_motion; /* motion of the walls, and their work on the particles */
  GrBulkStep step;              /* working memory of a step: sums of contact forces, and faults */
  GrBulkNumbers numbers;        /* skin, times, counters: numbers on which later steps depend */
  GrBulkEpochState epoch;       /* results of the last check of particle displacements */
  GrBulkStages stages;          /* stages of the run */
  GrBulkPopulation population;  /* insertion and removal of particles */
  GrEvents broken_bonds;        /* broken bonds that are not yet written to the results file */
};

/* Returns the data of the particles of this rank, as an argument for the functions of wall/wall.h. */
static inline GrWallParticles GrBulkWallParticles(GrWorld world)
{
  const GrBulk b = world->bulk;
  const GrStore *s = &b->store;
  return (GrWallParticles){.n = s->columns.n,
                           .state = s->state,
                           .reference = s->reference,
                           .margin = s->margin,
                           .radius = s->radius,
                           .mass = s->mass,
                           .type = s->type,
                           .group = s->group,
                           .set_masses = b->bodies.lever ? GrBulkBodySetWallMasses : NULL,
                           .bodies = world};
}

#endif
