/* Rigid bodies of an assembly: clumps of spheres (particle/bodies.h).

   Contacts, laws, histories and ghosts belong to the spheres. The bodies place their spheres before the contacts are
   evaluated, and sum the forces on them afterwards:
     before  v += h/2 a,  L += h/2 T,  x += h v,  free rotation over h (base/math/rotation.h);  spheres from x, q, v, L
     after   a = sum of F/M + g,  T = sum of (M_k + r_k x F_k);  v += h/2 a,  L += h/2 T
   The integrator also advances the rows of these spheres as if they were single; the bodies overwrite them.

   Mass of a contact: a dashpot that is to return a restitution uses the mass that the contact moves. On a body that is
     1/m = 1/M + (r x n) . I^-1 (r x n)
     M mass [kg];  I inertia about the centre of mass [kg m^2];  r from there to the centre of the sphere [m];  n normal
   A sphere that belongs to no body has r x n = 0. */
#ifndef GRANUM_BULK_BODY_BODY_H
#define GRANUM_BULK_BODY_BODY_H

#include "contact/batch.h"
#include "particle/bodies.h"
#include "world/world_impl.h"

/* Numbers that are sent to the ghosts of each sphere in each step: orientation and centre of its body. */
enum { GR_POSE_ORIENTATION, GR_POSE_CENTRE = 4, GR_POSE = 8 };

/* Data of the body of a sphere for a contact, in the frame of the body, as two rows of four numbers. A sphere without a
   body has its own mass, arm 0 and inverse moments 0. */
typedef struct {
  double arm[3];            /* centre of the sphere from the centre of mass [m] */
  double inverse_mass;      /* [1/kg] */
  double inverse_moment[3]; /* [1/(kg m^2)] */
  double unused;
} GrBodyLever;

typedef struct {
  PetscInt n;             /* bodies of this rank */
  PetscInt *begin;        /* [n + 1] first entry of each body in the arrays of spheres */
  PetscInt *sphere;       /* [begin[n]] rows of the store, in the order of the ids */
  unsigned char *crosses; /* [n] 1: some sphere is at another image than the body, which crosses a periodic side */
  const GrClumpMember **member; /* [n] spheres of the clump of each body */
  double *inverse;              /* [4 n] 1/I of the principal axes [1/(kg m^2)], 1/M [1/kg] */
  PetscInt *of;                 /* [owned rows of the store] body of each sphere; -1: none */
  PetscBool sends;              /* other ranks may have ghosts of the spheres */
  double *pose;                 /* [GR_POSE n_all] of the bodies of ghosts; of owned spheres only if the rank `sends` */
  GrBodyLever *lever;           /* [n_all] */
  PetscInt *next; /* [candidates] next candidate in a ring: of the same two bodies, with normals that may be parallel */
} GrBulkBodies;

/* owner[i] of each owned row i of the store that is a sphere of a body becomes the owner of the body; bodies[k]: owner
   of body k, found by its centre of mass. */
PetscErrorCode GrBulkBodyFindOwners(GrWorld world, int owner[], int bodies[]);

/* Lists the spheres of the bodies of this rank, after rows have moved to their owners and have been sorted. Precedes
   the search for pairs. */
PetscErrorCode GrBulkBodyListSpheres(GrWorld world);

/* Computes the levers of all spheres and sends the poses of the bodies to ghosts, after the ghosts are known.
   Collective. */
PetscErrorCode GrBulkBodyBeginEpoch(GrWorld world);

/* Places the spheres of the bodies of this rank, and sets their poses. */
void GrBulkBodyPlace(GrWorld world);

/* Frees the lists. */
PetscErrorCode GrBulkBodyFree(GrBulk bulk);

/* Moves bodies into the box along periodic axes. */
void GrBulkBodyWrap(GrWorld world);

/* Parts 1 and 5 of the schedule (bulk/force.c). Advance: moves bodies over a step and places their spheres. Finish:
   sums the forces on spheres and clears their sums; accelerations and second half kick; advances too if hooks->joins.
   half: half the time since the last completed step [s]. */
void GrBulkBodyAdvance(GrWorld world, const GrStepHooks *hooks);
void GrBulkBodyFinish(GrWorld world, double half, const GrStepHooks *hooks);

/* Sets the reduced masses of the contacts of a batch between particles, if any belongs to a body. */
void GrBulkBodySetMasses(const GrBulk bulk, GrBatch *batch);

/* The same for contacts with walls, as GrWallParticles.set_masses takes it: a GrWorld and a GrBatch. */
void GrBulkBodySetWallMasses(const void *world, void *batch);

/* Sets `next` of the rings of candidates: each ring has the candidates of the same two bodies whose contacts may act
   with nearly parallel normals in this epoch. */
PetscErrorCode GrBulkBodyLinkCandidates(GrWorld world);

/* Orientation of the body of row i (owned or ghost); without a body any numbers. */
const double *GrBulkBodyOrientation(const GrBulk bulk, PetscInt i);

/* Centre of mass of the body of row i (owned or ghost), or the centre of a sphere that has no body [m]. */
const double *GrBulkBodyCentre(const GrBulk bulk, PetscInt i);

/* Body of owned row i of the store; -1: none. Number of spheres of this rank that belong to bodies. */
PetscInt GrBulkBodyOf(GrWorld world, PetscInt i);
PetscInt GrBulkBodySpheres(GrWorld world);

/* Vector from the centre of mass of its body to sphere i (owned or ghost) [m]; 0 for a sphere without a body. */
void GrBulkBodyArm(const GrBulk bulk, PetscInt i, double arm[3]);

/* Number of body k of this rank within its group, from 0. */
PetscInt64 GrBulkBodyNumber(GrWorld world, PetscInt k);

/* Angular velocity [rad/s] and principal moments of inertia [kg m^2] of body k. */
void GrBulkBodySpin(GrWorld world, PetscInt k, double spin[3]);
void GrBulkBodyMoments(GrWorld world, PetscInt k, double moments[3]);

/* Adds the kinetic energy of body k, and with a sign the work of constant forces on it since the start [J]. */
void GrBulkBodyAddEnergies(GrWorld world, PetscInt k, double sign, GrSum *kinetic, GrSum *external);

/* Sets the acceleration of body k, which touches nothing. */
void GrBulkBodySetFree(GrWorld world, PetscInt k);

/* Subtracts the force [N] and torque [N m] of an ended contact on sphere i from the acceleration of its body. */
void GrBulkBodyRelease(GrWorld world, PetscInt i, const double force[3], const double torque[3]);

/* Removes the bodies whose spheres are removed: number[i] < 0 for row i of the store. */
void GrBulkBodyRemove(GrWorld world, const PetscInt number[]);

/* Largest extent of a sphere's centre from the centre of mass of its body, over all groups [m]. */
double GrBulkBodyLongestArm(GrWorld world);

#endif
