/* Rigid bodies of an assembly: clumps of spheres (particle/bodies.h).

   Contacts and ghosts (copies of particles of other ranks) belong to the spheres, not to the bodies. A step moves the
   bodies and places their spheres before the contacts are evaluated. Afterwards it adds the forces on the spheres of
   each body. The updates of v and L are called half kicks, and the update of x is called drift:
     before  v += h/2 a,  L += h/2 T,  x += h v,  free rotation during h (base/math/rotation.h);  then place the spheres
     after   a = sum of F_k/M + g,  T = sum of (M_k + r_k x F_k);  v += h/2 a,  L += h/2 T
     v velocity, x centre of mass, L angular momentum, T torque, M mass of the body;  h step;  g gravity;
     F_k force and M_k torque on sphere k, r_k its centre minus x
   Where a rank also has single spheres, all spheres advance like these; the positions from the bodies then replace the
   result.

   Mass of a contact: the viscosity of a dashpot with a given restitution depends on the effective masses of the two
   bodies at the contact. The effective mass m of a body is
     1/m = 1/M + (r x n) . I^-1 (r x n)
     M mass [kg]; I inertia about the centre of mass [kg m^2]; r centre of the sphere minus centre of mass [m]; n normal
   A sphere without a body has r x n = 0. */
#ifndef GRANUM_BULK_BODY_BODY_H
#define GRANUM_BULK_BODY_BODY_H

#include "bulk/drag/decay.h"
#include "contact/batch.h"
#include "particle/bodies.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* Pose of the body to which a sphere belongs: orientation (unit quaternion, 4 numbers), centre of mass (3 numbers) [m],
   and radius of the sphere of equal volume [m]. In each step the pose is sent to the ghosts of the sphere on other
   ranks. */
enum { GR_POSE_ORIENTATION, GR_POSE_CENTRE = 4, GR_POSE_SIZE = 7, GR_POSE = 8 };

/* Data of a sphere, from which the effective mass of its body at a contact follows (head of this file). Vectors are in
   the principal axes of the body. For a sphere without a body, arm and inverse_moment are 0, and inverse_mass is 1/mass
   of the sphere. */
typedef struct {
  double arm[3];            /* centre of the sphere minus centre of mass of the body [m] */
  double inverse_mass;      /* 1/mass of the body [1/kg] */
  double inverse_moment[3]; /* 1/principal moments of inertia of the body [1/(kg m^2)] */
  /* index of the body on this rank, from 0; -1: the sphere belongs to no body. For a ghost only the sign is valid */
  PetscInt64 body;
} GrBodyLever;

/* Rigid bodies of this rank: arrays that relate bodies, their spheres and the contacts of these spheres. The particle
   store has the states of the bodies. The arrays are valid until the next rebuild of the neighbour list. */
typedef struct {
  PetscInt n, spheres;   /* number of bodies, and number of their spheres, that this rank owns */
  PetscInt *begin, *end; /* [n] body k has the spheres begin[k] to end[k] - 1 of the particle store, sorted by id */
  /* [n] 1: the body crosses a periodic side, so that some sphere is at the opposite side of the box; else 0 */
  unsigned char *crosses;
  /* [n] for each body, its spheres in the frame of the body: origin at the centre of mass, principal axes */
  const GrClumpMember **member;
  /* [4 n] for each body three inverse principal moments of inertia [1/(kg m^2)] and the inverse mass [1/kg] */
  double *inverse;
  GrDragOfBody *drag; /* [n] drag on each body in the current step; NULL: there is no drag */
  /* [owned particles] number of the body to which each particle belongs; -1: it belongs to no body */
  PetscInt *of;
  bool sends; /* whether the ghosts of spheres on other ranks get the poses of their bodies */
  /* [n_all][GR_POSE] for each owned sphere and each ghost, orientation, centre of mass and size of its body; empty if
     `sends` is false */
  double *pose;
  GrBodyLever *lever; /* [n_all] for each owned sphere and each ghost, data for the effective mass of its contacts */
  /* [candidate pairs] next[k]: the pair after pair k in a circular list of candidate pairs of the same two bodies,
     which may share an effective mass (GrBulkBodyLinkCandidates) */
  PetscInt *next;
} GrBulkBodies;

/* Finds the rank that owns each body, before bodies migrate: its part of space contains the reference position of the
   body. Sets bodies[k] to the owner of body k, and owner[i] to the same rank for each sphere i of the body. */
PetscErrorCode GrBulkBodyFindOwners(GrWorld world, int owner[], int bodies[]);

/* Gives all spheres of a body the same key, so that they remain consecutive when particles are sorted by (key, id).
   key[i]: position of particle i along the space-filling curve (contact/neighbour/curve.h). Also sorts the bodies by
   their keys. */
PetscErrorCode GrBulkBodySort(GrWorld world, uint64_t key[]);

/* Sets the arrays of GrBulkBodies in a rebuild of the neighbour list: the spheres of each body, `lever` of all spheres,
   and the poses of the ghosts. Call it when particles and bodies are sorted and the ghosts exist. Collective. */
PetscErrorCode GrBulkBodyBeginEpoch(GrWorld world);

/* For all bodies of this rank, computes position, velocity and spin of each sphere from the state of its body. Also
   sets GrBulkBodies.pose. */
void GrBulkBodyPlace(GrWorld world);

/* Frees the arrays of GrBulkBodies. */
PetscErrorCode GrBulkBodyFree(GrBulk bulk);

/* Moves each body whose centre of mass has left the box through a periodic side back into the box. The new position
   becomes the reference position of the body, from which its displacement is measured. In a deforming box the body gets
   the velocity and the acceleration of its periodic image. */
void GrBulkBodyWrap(GrWorld world);

/* Advances all bodies by a step (world/step.h); their rotation is free. Then sets the states of their spheres. */
void GrBulkBodyAdvance(GrWorld world, const GrStep *step);
/* Adds the forces on the spheres of each body. If the accelerations are stored in the memory of the world, computes
   those of the bodies and finishes their step; if step->joins is set, also advances them by the next step. half: half
   the time since the last completed step [s]. */
void GrBulkBodyFinish(GrWorld world, double half, const GrStep *step);

/* Sets the reduced masses of the contacts in a batch of particle pairs (contact/batch.h), from the effective masses of
   the bodies. Does nothing if no particle belongs to a body. */
void GrBulkBodySetMasses(const GrBulk bulk, const GrBatchContacts *contacts, GrBatchGeometry *geometry);

/* Sets the reduced masses of the contacts in a batch of contacts with a wall, from the effective masses of the bodies.
   Does nothing if no particle belongs to a body. world: a GrWorld; batch: a GrBatch *. */
void GrBulkBodySetWallMasses(const void *world, void *batch);

/* Sets GrBulkBodies.next. Several contacts of the same two bodies with nearly parallel normals share the effective mass
   of the bodies (mass.c). The candidate pairs that may become these contacts are linked in a circular list: next[k] is
   the pair after pair k, and the last pair is followed by the first. */
PetscErrorCode GrBulkBodyLinkCandidates(GrWorld world);

/* Returns the centre of mass [m] of the body to which sphere i (owned or ghost) belongs, or the centre of the sphere
   if it belongs to no body. */
const double *GrBulkBodyCentre(const GrBulk bulk, PetscInt i);

/* Returns the radius of the sphere that has the volume of the body to which sphere i (owned or ghost) belongs, or the
   radius of the sphere if it belongs to no body [m]. All spheres of a body get the same bits on all ranks. */
double GrBulkBodySize(GrWorld world, PetscInt i);

/* Returns the number of the body to which owned particle i belongs; -1: the particle belongs to no body. */
PetscInt GrBulkBodyOf(GrWorld world, PetscInt i);
/* Returns the number of spheres of this rank that belong to bodies. */
PetscInt GrBulkBodySpheres(GrWorld world);

/* Computes arm, the vector from the centre of mass of the body to the centre of its sphere i (owned or ghost), in the
   axes of the domain [m]; 0 for a sphere without a body. */
void GrBulkBodyArm(const GrBulk bulk, PetscInt i, double arm[3]);

/* Returns the number of body k of this rank within its particle group, from 0. */
PetscInt64 GrBulkBodyNumber(GrWorld world, PetscInt k);

/* Computes the angular velocity of body k in the axes of the domain [rad/s]. */
void GrBulkBodySpin(GrWorld world, PetscInt k, double spin[3]);
/* Computes the principal moments of inertia of body k [kg m^2]. */
void GrBulkBodyMoments(GrWorld world, PetscInt k, double moments[3]);

/* Adds the kinetic energy of body k to `kinetic` [J]. Adds sign F . x to `external` [J]. sign: 1 or -1; F: gravity and
   group forces on the body; x: its unwrapped centre of mass. F is constant, so the work of F is the change of F . x. */
void GrBulkBodyAddEnergies(GrWorld world, PetscInt k, double sign, GrSum *kinetic, GrSum *external);

/* Sets the acceleration and the torque of body k to their values without contacts (constant forces and drag). */
void GrBulkBodySetFree(GrWorld world, PetscInt k);

/* Computes the drag on body k of this rank at its current velocity plus `change` [m/s]: force[0..2] [N], torque
   force[3..5] [N m]. The body is replaced by a sphere of equal volume at its centre of mass. Returns the power that the
   drag dissipates [W]. */
double GrBulkBodyFindDrag(GrWorld world, PetscInt k, const double change[3], double force[6]);

/* Corrects the acceleration and the torque of a body when the contact partner of its sphere i is removed: subtracts the
   effect of this contact. force [N], torque [N m]: force and torque of the contact on the sphere. */
void GrBulkBodyRelease(GrWorld world, PetscInt i, const double force[3], const double torque[3]);

/* Removes the bodies whose spheres are removed from the particle store. number[i]: new number of particle i; negative:
   the particle is removed. */
void GrBulkBodyRemove(GrWorld world, const PetscInt number[]);

/* Returns the largest distance between the centre of a sphere and the centre of mass of its body, over all groups
   [m]. */
double GrBulkBodyLongestArm(GrWorld world);

#endif
