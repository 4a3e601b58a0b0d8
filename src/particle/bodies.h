/* Rigid bodies (clumps) of a rank: one row each, in columns (parallel/columns.h).

   The spheres of a body are rows of the store (particle/store.h) with consecutive ids. The id of a body is the id of
   its first sphere. A body is owned, with all its spheres, by the rank that owns its centre of mass. Spheres of a group
   with fixed: true have prescribed velocities and belong to no body.

   The rows of GrBodiesFieldRows describe the fields. They drive memory, migration, checkpoints and the results file. */
#ifndef GRANUM_PARTICLE_BODIES_H
#define GRANUM_PARTICLE_BODIES_H

#include "base/bounds.h"
#include "parallel/columns.h"
#include <granum/case.h>

typedef enum {
  GR_BODY_ID,
  GR_BODY_GROUP,
  GR_BODY_MASS,
  GR_BODY_SCALE,
  GR_BODY_POSITION,
  GR_BODY_VELOCITY,
  GR_BODY_ORIENTATION,
  GR_BODY_MOMENTUM,
  GR_BODY_ACCELERATION,
  GR_BODY_TORQUE,
  GR_BODY_IMAGE,
  GR_BODY_REFERENCE,
  GR_BODY_FIELDS
} GrBodyField;

/* A field of a body. All fields migrate and go into checkpoints. */
typedef struct {
  GrColumn column;
  GrBounds bounds; /* of its numbers in a checkpoint */
} GrBodyFieldRow;
extern const GrBodyFieldRow GrBodiesFieldRows[GR_BODY_FIELDS];

typedef struct {
  GrParallelColumns columns; /* columns.n: bodies of this rank */
  /* Pointers to the columns; updated by GrBodiesPoint. */
  PetscInt64 *id;       /* of the first sphere */
  PetscInt64 *group;    /* number of the group in the input, from 0 */
  double *mass;         /* [kg] */
  double *scale;        /* size over the size of the clump in the input [1] */
  double *position;     /* [3] of the centre of mass [m] */
  double *velocity;     /* [3] [m/s] */
  double *orientation;  /* [4] unit quaternion (w, x, y, z) from the principal axes to the axes of the domain */
  double *momentum;     /* [3] angular momentum about the centre of mass [kg m^2/s] */
  double *acceleration; /* [3] at the committed state [m/s^2] */
  double *torque;       /* [3] about the centre of mass, at the committed state [N m] */
  PetscInt64 *image;    /* [3] box lengths subtracted from the position since the start */
  double *reference;    /* [3] position when the neighbour list was rebuilt [m] */
} GrBodies;

/* Creates and destroys an empty table. */
PetscErrorCode GrBodiesCreate(GrBodies *bodies);
PetscErrorCode GrBodiesDestroy(GrBodies *bodies);

/* Allocates memory for this number of rows. Changes the pointers. */
PetscErrorCode GrBodiesReserve(GrBodies *bodies, PetscInt rows);

/* Updates the pointers after the columns have been reallocated. */
void GrBodiesPoint(GrBodies *bodies);

/* Clump of a group whose particles are rigid bodies of two or more spheres; NULL for other groups. A clump of one
   sphere is a sphere. */
static inline const GrClump *GrBodiesClumpOf(const GrCase *the_case, PetscInt64 group)
{
  const GrGrains *grains = &the_case->grains[group];
  return grains->clump >= 0 && grains->clump < the_case->n_clumps && the_case->clumps[grains->clump].n_spheres > 1
             ? &the_case->clumps[grains->clump]
             : NULL;
}

/* Whether the case has rigid bodies of several spheres that can move. */
static inline PetscBool GrBodiesExist(const GrCase *the_case)
{
  for (int g = 0; g < the_case->n_grains; g++)
    if (!the_case->grains[g].fixed && GrBodiesClumpOf(the_case, g))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Radius of the sphere that contains a body over the radius of the particle, which is that of the sphere of equal
   volume [1]. 1: the particles of the group are spheres. */
static inline double GrBodiesReach(const GrCase *the_case, PetscInt64 group)
{
  const GrClump *clump = GrBodiesClumpOf(the_case, group);
  return clump ? clump->body.reach / clump->body.equal_radius : 1;
}

#endif
