/* Rigid bodies of an assembly: clumps of spheres (particle/bodies.h).

   Contacts, laws, histories and ghosts belong to the spheres. The bodies place their spheres before the contacts are
   evaluated, and sum the forces on them afterwards:
     before  v += h/2 a,  L += h/2 T,  x += h v,  free rotation over h (base/math/rotation.h);  spheres from x, q, v, L
     after   a = sum of F/M + g,  T = sum of (M_k + r_k x F_k);  v += h/2 a,  L += h/2 T
   The integrator also advances these spheres as if each were a single particle; the bodies then overwrite their states.

   Mass of a contact: the viscosity of a dashpot with a given restitution depends on the effective mass m of the
   contact. For a body
     1/m = 1/M + (r x n) . I^-1 (r x n)
     M mass [kg]; I inertia about the centre of mass [kg m^2]; r centre of the sphere minus centre of mass [m]; n normal
   A sphere that belongs to no body has r x n = 0. */
#ifndef GRANUM_BULK_BODY_BODY_H
#define GRANUM_BULK_BODY_BODY_H

#include "contact/batch.h"
#include "particle/bodies.h"
#include "world/world_impl.h"

/* Pose of the body of a sphere, which is sent to the ghosts of the sphere in each step: orientation (unit quaternion),
   then centre of mass [m]. */
enum { GR_POSE_ORIENTATION, GR_POSE_CENTRE = 4, GR_POSE = 8 };

/* Data of the body of a sphere for the effective mass of a contact, in the frame of the body. They are two vectors of
   four numbers. A sphere without a body has its own mass, arm 0 and inverse moments 0. */
typedef struct {
  double arm[3];            /* centre of the sphere minus centre of mass of the body [m] */
  double inverse_mass;      /* 1 / mass of the body [1/kg] */
  double inverse_moment[3]; /* 1 / principal moments of inertia of the body [1/(kg m^2)] */
  double unused;
} GrBodyLever;

typedef struct {
  PetscInt n;       /* number of bodies of this rank */
  PetscInt *begin;  /* [n + 1] first entry of each body in the array `sphere` */
  PetscInt *sphere; /* [begin[n]] index in the particle store of each sphere of a body, in the order of the ids */
  /* [n] 1: the body crosses a periodic side, so that some spheres are next to another image of the body; else 0 */
  unsigned char *crosses;
  const GrClumpMember **member; /* [n] spheres of the clump of each body, in the frame of the body */
  double *inverse;              /* [4 n] inverse principal moments of inertia [1/(kg m^2)], then inverse mass [1/kg] */
  PetscInt *of;                 /* [owned particles] body of each sphere; -1: the sphere has no body */
  PetscBool sends;              /* whether other ranks may have ghosts of the spheres of this rank */
  double *pose;       /* [n_all][GR_POSE] poses of the bodies of ghosts; of owned spheres only if `sends` is set */
  GrBodyLever *lever; /* [n_all] data of the body of each owned sphere and each ghost */
  /* [candidates] next candidate of the same two bodies whose normal may be nearly parallel; these links form rings */
  PetscInt *next;
} GrBulkBodies;

/* Finds the rank that owns each body by the body's centre of mass. Sets bodies[k], the owner of body k, and owner[i] of
   each owned particle i that is a sphere of a body. */
PetscErrorCode GrBulkBodyFindOwners(GrWorld world, int owner[], int bodies[]);

/* Lists the spheres of the bodies of this rank. To be called when particles have migrated to their owners and have been
   sorted, before the search for pairs. */
PetscErrorCode GrBulkBodyListSpheres(GrWorld world);

/* Computes `lever` of all spheres and sends the poses of the bodies to ghosts. To be called when the ghosts have been
   found. Collective. */
PetscErrorCode GrBulkBodyBeginEpoch(GrWorld world);

/* Computes the states of the spheres of all bodies of this rank from the states of the bodies, and sets
   `pose`. */
void GrBulkBodyPlace(GrWorld world);

/* Frees the arrays of GrBulkBodies. */
PetscErrorCode GrBulkBodyFree(GrBulk bulk);

/* Moves bodies whose centre of mass is outside the box to their images in the box, along periodic axes. */
void GrBulkBodyWrap(GrWorld world);

/* Functions that an evaluation of forces calls (parts 1 and 5 of the schedule in bulk/force.c). Advance: moves the
   bodies over a step and places their spheres. Finish: sums the forces on the spheres of each body
   and sets these sums to 0, computes accelerations and makes the second half kick; if hooks->joins is set, it also
   advances the next step. half: half the time since the last completed step [s]. */
void GrBulkBodyAdvance(GrWorld world, const GrStepHooks *hooks);
void GrBulkBodyFinish(GrWorld world, double half, const GrStepHooks *hooks);

/* Sets the reduced masses of the contacts of a batch between particles, if some particle belongs to a body. */
void GrBulkBodySetMasses(const GrBulk bulk, GrBatch *batch);

/* Sets the reduced masses of the contacts of a batch with walls. world: a GrWorld; batch: a GrBatch *. The types are
   those of GrWallParticles.set_masses. */
void GrBulkBodySetWallMasses(const void *world, void *batch);

/* Sets GrBulkBodies.next, which links candidates to rings. A ring has the candidates of the same two bodies whose
   contacts may act with nearly parallel normals in this epoch. */
PetscErrorCode GrBulkBodyLinkCandidates(GrWorld world);

/* Returns the orientation of the body of sphere i (owned or ghost), a unit quaternion. Undefined if the sphere has no
   body. */
const double *GrBulkBodyOrientation(const GrBulk bulk, PetscInt i);

/* Returns the centre of mass of the body of sphere i (owned or ghost), or the centre of a sphere that has no body
   [m]. */
const double *GrBulkBodyCentre(const GrBulk bulk, PetscInt i);

/* GrBulkBodyOf returns the number of the body of owned particle i; -1: none. GrBulkBodySpheres returns the number of
   spheres of this rank that belong to bodies. */
PetscInt GrBulkBodyOf(GrWorld world, PetscInt i);
PetscInt GrBulkBodySpheres(GrWorld world);

/* Sets arm to the vector from the body's centre of mass to the centre of sphere i (owned or ghost) [m]; 0 for a sphere
   without a body. */
void GrBulkBodyArm(const GrBulk bulk, PetscInt i, double arm[3]);

/* Returns the number within its group, from 0, of body k of this rank. */
PetscInt64 GrBulkBodyNumber(GrWorld world, PetscInt k);

/* Compute the angular velocity along the axes of the domain [rad/s], and the principal moments of inertia [kg m^2], of
   body k. */
void GrBulkBodySpin(GrWorld world, PetscInt k, double spin[3]);
void GrBulkBodyMoments(GrWorld world, PetscInt k, double moments[3]);

/* Adds the kinetic energy of body k to `kinetic`, and sign times the work of constant forces on the body since the
   start to `external` [J]. */
void GrBulkBodyAddEnergies(GrWorld world, PetscInt k, double sign, GrSum *kinetic, GrSum *external);

/* Sets the acceleration and torque of body k, a body without contacts. Returns the power of the drag on it [W]. */
double GrBulkBodySetFree(GrWorld world, PetscInt k);

/* Computes force[6], the drag on body k of this rank, as on a sphere of equal volume at its centre of mass. Returns the
   power that the drag dissipates [W]. */
double GrBulkBodyFindDrag(GrWorld world, PetscInt k, double force[6]);

/* Subtracts from the acceleration of the body of sphere i the part that is due to a contact that has been removed.
   force [N], torque [N m]: action of this contact on the sphere. */
void GrBulkBodyRelease(GrWorld world, PetscInt i, const double force[3], const double torque[3]);

/* Removes the bodies whose spheres are removed. number[i] < 0: particle i is removed. */
void GrBulkBodyRemove(GrWorld world, const PetscInt number[]);

/* Returns the largest distance of a sphere's centre from the centre of mass of its body, over all groups [m]. */
double GrBulkBodyLongestArm(GrWorld world);

#endif
