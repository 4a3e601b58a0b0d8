/* Assemblies of spheres: a world of dimension 2 or 3 (granum/world.h).

   An epoch is the life of one neighbour list. It begins with a rebuild: particles migrate to their owners and are
   sorted along a space-filling curve, ghosts are found, candidate pairs are listed, and contact histories are attached
   to their candidates. A rebuild depends only on the reference positions of the particles. Reneighbouring sets the
   reference positions to the current positions and wraps particles into the periodic box. It is due when a particle has
   moved so far that a contact might be missed. A rebuild without reneighbouring, as after a restart or for load
   balancing, keeps the reference positions and therefore changes no bit of any result.

   The contacts of a particle are added in the order walls, then pairs in ascending canonical place of the partner
   (contact/neighbour/curve.h).

   Each part has its own header, with the functions that work on it. */
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

struct GrBulk_ {
  GrParallelBox box;           /* box at the time of the last evaluation */
  GrParallelBox reference_box; /* box at the last reneighbouring; it contains the reference positions */
  GrBulkCell *cell;            /* deforming box; NULL: the box does not deform */
  GrStore store;               /* particles of this rank, then its ghosts */
  GrBulkBodies bodies;         /* rigid bodies of the particles */
  GrBulkParticles particles;
  GrModel model; /* contact model of the current stage */
  GrModel
      /* [max(1, stages.n)] contact models of each stage for the step bound, with the smallest and largest particles */
      *bounds;
  GrBulkNeighbours neighbours;
  GrBulkOwnership ownership;
  GrHistory history; /* contact histories between particles; each candidate pair has a place in it, its slot */
  GrWalls walls;
  GrBulkWallMotion wall_motion;
  GrBulkStep step;
  GrBulkNumbers numbers;
  GrBulkEpochState epoch;
  GrBulkStages stages;
  GrBulkPopulation population;
  GrBrokenBonds broken_bonds; /* bonds that broke since the list was last written to the results */
};

/* Returns the data of the particles of this rank in the form that the functions of wall/wall.h take. */
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
