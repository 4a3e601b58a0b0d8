/* Table of the rigid bodies (clumps) of a rank: one row per body, one column per property (parallel/columns.h).

   The spheres of a body are rows of the store (particle/store.h) with consecutive ids. The id of a body is the id of
   its first sphere. The rank whose subdomain contains the centre of mass owns the body and all its spheres. Spheres of
   a group with the input `fixed: true` have prescribed velocities and belong to no body.

   The list GrBodiesFields describes the fields of a body: the columns in memory, the data that migrate to other ranks,
   and the data in checkpoints and in the results file (table/fields.h). The properties that programs register
   (granum/particle.h) are the last fields: a body has the values of its spheres. */
#ifndef GRANUM_PARTICLE_BODIES_H
#define GRANUM_PARTICLE_BODIES_H

#include "case/case.h"
#include "table/fields.h"
#include <stdbool.h>

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
  GR_BODY_COLUMNS /* number of these columns; registered property k has the column GR_BODY_COLUMNS + k */
} GrBodyColumn;

/* The fields of a body: one per column. */
extern GrFields GrBodiesFields;

/* Table of the rigid bodies that this rank owns, one row per body. The pointers after `columns` are its columns;
   GrBodiesPoint updates them. */
typedef struct {
  GrParallelColumns columns; /* columns.n: number of bodies of this rank */
  PetscInt64 *id;            /* id of the body, which is the id of its first sphere */
  PetscInt64 *group;         /* number of the body's group in the input, from 0 */
  double *mass;              /* mass of the body [kg] */
  double *scale;             /* size of the body divided by the size of its clump in the input [1] */
  double *position;          /* [3] centre of mass [m] */
  double *velocity;          /* [3] velocity of the centre of mass [m/s] */
  /* [4] unit quaternion q (w, x, y, z). Its rotation matrix R(q) converts a vector from the frame of the body (its
     principal axes) to the axes of the domain */
  double *orientation;
  double *momentum;     /* [3] angular momentum about the centre of mass [kg m^2/s] */
  double *acceleration; /* [3] acceleration of the centre of mass at the end of the last accepted step [m/s^2] */
  double *torque;       /* [3] torque about the centre of mass at the end of the last accepted step [N m] */
  /* [3] number of lengths of the periodic box along x, y, z that were subtracted from the position since the start */
  PetscInt64 *image;
  /* [3] reference position: centre of mass when the neighbour list was last rebuilt because particles had moved [m] */
  double *reference;
} GrBodies;

/* Creates an empty table of rigid bodies. */
PetscErrorCode GrBodiesCreate(GrBodies *bodies);

/* Allocates memory for at least `rows` bodies on this rank. The pointers to the columns may change. */
PetscErrorCode GrBodiesReserve(GrBodies *bodies, PetscInt rows);

/* Updates the pointers to the columns after bodies->columns has been reallocated. */
void GrBodiesPoint(GrBodies *bodies);

/* Returns the clump of a group whose particles are rigid bodies; NULL for other groups. A clump of a single sphere is
   a rigid body only if the input gives its mass properties, for example of a hollow ball; otherwise the particle is a
   sphere. */
static inline const GrClump *GrBodiesClumpOf(const GrCase *the_case, PetscInt64 group)
{
  const int k = the_case->grains[group].clump;
  const GrClump *clump = k >= 0 && k < the_case->n_clumps ? &the_case->clumps[k] : NULL;
  return clump && (clump->n_spheres > 1 || clump->mass_from == GR_CLUMP_SOLID) ? clump : NULL;
}

/* Returns the radius of the sphere that has the volume of body k of this rank [m]. */
static inline double GrBodiesEqualRadius(const GrCase *the_case, const GrBodies *bodies, PetscInt k)
{
  return bodies->scale[k] * GrBodiesClumpOf(the_case, bodies->group[k])->body.equal_radius;
}

/* Whether the case has rigid bodies that can move. */
static inline bool GrBodiesExist(const GrCase *the_case)
{
  for (int g = 0; g < the_case->n_grains; g++)
    if (!the_case->grains[g].fixed && GrBodiesClumpOf(the_case, g))
      return true;
  return false;
}

/* Returns the radius of the enclosing sphere of a body about its centre of mass, divided by the radius of the sphere of
   equal volume [1]. All bodies of a group have the same ratio. Returns 1 for a group of spheres. */
static inline double GrBodiesReach(const GrCase *the_case, PetscInt64 group)
{
  const GrClump *clump = GrBodiesClumpOf(the_case, group);
  return clump ? clump->body.reach / clump->body.equal_radius : 1;
}

#endif
