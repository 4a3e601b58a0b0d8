/* Walls: surfaces that move as the input prescribes, or give way to a load (granum/wall.h).

   A wall is a provider of geometry: it fills batches (contact/batch.h) with (overlap, normal, velocity of the wall at
   the point of contact, slot of the history), and the same evaluation follows as between particles. A particle is
   always the first body, the wall the second, with the normal -N that points from the particle into the wall. */
#ifndef GRANUM_WALL_WALL_H
#define GRANUM_WALL_WALL_H

#include "base/sum.h"
#include "contact/batch.h"
#include "contact/records.h"
#include "parallel/box.h"
#include "wall/mesh.h"
#include "wall/motion.h"

/* Where a wall is at a time. */
GrWallPose GrWallAt(const GrWall *wall, double t);

/* What is moved so far is carried along by one motion more. */
void GrWallCarry(const GrWallMove *move, GrWallPose *pose);

/* Does it turn, or move at all, at some time? */
bool GrWallTurns(const GrWall *wall);
bool GrWallMoves(const GrWall *wall);

/* The direction along which it may give way to a load; false: it has none. */
bool GrWallDirection(const GrWall *wall, double direction[3]);

/* The point of a wall, and its velocity. */
void GrWallPoint(const GrWall *wall, const GrWallPose *pose, double point[3], double velocity[3]);

/* How far it has turned since the start: a unit quaternion, its real part first and not negative. */
void GrWallOrientation(const GrWallPose *pose, double quaternion[4]);

/* Distance of a place from the surface, of several parts from the nearest [m], negative behind it; its normal there. */
double GrWallGap(const GrWall *wall, const GrWallPose *pose, const double x[3], double normal[3]);

/* Whether that distance is less than `reach` [m]. */
bool GrWallIsNear(const GrWall *wall, const GrWallPose *pose, const double x[3], double reach);

/* By how much the surface may have come nearer to any place in the box, at any time between the two [m]: an upper
   bound, up to the rounding of positions. Infinite if a number is not finite. */
double GrWallPath(const GrWall *wall, const GrBox *box, double from, double to);

/* Which part of what a wall may come nearer its load may take: half if it moves otherwise as well, in any direction,
   and all if it keeps across its direction, as those do that close a side. */
double GrWallTravelShare(const GrWall *wall);

/* Bound of the speed of its places in the box at any time until `end` [m/s]. */
double GrWallFastest(const GrWall *wall, const GrBox *box, double end);

/* The side of the domain (granum/world.h) that a wall closes at the start; -1: none. */
int GrWallSide(const GrWall *wall);

/* How far a wall that does not turn goes back from its side at most, until `end` [m], >= 0. */
double GrWallRetreat(const GrWall *wall, double end);

/* How far a wall that gives way to a load has come along its direction, from where its prescribed motion has it, and
   what it has met there; see travel.c. */
typedef struct {
  double distance, speed, acceleration; /* [m], [m/s], [m/s^2] */
  double load;                          /* that it is to hold, or that drives its mass [N] */
  double inertia;                       /* [kg]: its mass, or the one that a servo goes by; 0: not known yet */
  double power, work;                   /* of the wall along its direction on the particles [W], since the start [J] */
  double reference;                     /* the distance when neighbours were listed last [m] */
} GrWallTravel;

/* A sphere that may touch a mesh: its slots, and the triangles that are near. */
typedef struct {
  PetscInt particle, slot, first; /* the first of its slots, and of its triangles in the list */
  int n_slots;
  PetscInt n; /* triangles */
} GrWallMeshSphere;

/* Of all meshes, in the order of the slots. */
typedef struct {
  PetscInt n, capacity;
  GrWallMeshSphere *sphere;
  GrMeshList near, groups; /* the second: while candidates are listed, of triangles near a chunk of particles */
} GrWallMeshSpheres;

/* types.c. The wall as a body for the contact laws. Flat parts (granum/wall.h) are a second body. Returns the number of
   bodies. */
enum { GR_WALL_TYPES = 2 };
int GrWallTypes(const GrWall *wall, GrParticleType type[GR_WALL_TYPES]);

/* Writes the particle types of all walls to type[first] and following, where GR_WALL_TYPES elements per wall must be
   allocated. Walls with the same bodies share their types. of[w] becomes the number of the type of wall w; its flat
   parts have the next type. Returns the number of all types, including the first ones. */
int GrWallsTypes(int n_walls, const GrWall wall[], int first, GrParticleType type[], int of[]);

/* The particles of a rank, as walls see them. */
typedef struct {
  PetscInt n;
  const double *state;            /* [9 n] x, v, w */
  const double *reference;        /* [3 n] positions at the last list of candidates */
  const double *radius;           /* [n] */
  const double *mass;             /* [n] */
  const PetscInt64 *type, *group; /* [n] */
  const double *margin;           /* [n] displacement allowed until the next list of candidates [m]; NULL: 0 */
} GrWallParticles;

/* bounds.c. A tree of bounding spheres. Level 0 has a sphere for each chunk of GR_WALL_CHUNK particles, which usually are
   neighbours. Each higher level has a sphere for GR_WALL_BOUNDS_FAN spheres of the level below. The last level has a
   single sphere. It holds the reference positions of all particles, their radii and margins. */
enum { GR_WALL_BOUNDS_FAN = 8, GR_WALL_BOUNDS_LEVELS = 22 };
typedef struct {
  double centre[3], radius; /* [m] */
} GrWallSphere;
typedef struct {
  int levels;                                /* 0: there are no particles */
  PetscInt begin[GR_WALL_BOUNDS_LEVELS + 1]; /* [levels + 1] first sphere of a level */
  PetscInt capacity;
  GrWallSphere *sphere;
} GrWallBounds;

/* Computes the tree from the reference positions. Not collective. */
PetscErrorCode GrWallBoundsFind(const GrWallParticles *particles, GrWallBounds *bounds);

/* Candidates between the particles of a rank and the parts of all walls, by their slots in the history. Walls follow each
   other in their order. Each wall that has candidates has its own blocks, with its particles in the order of the store.
   All candidates of a particle and a wall are in one block. Slots behind the last candidate of a block are not used. */
typedef struct {
  int n_walls;
  const GrWall *wall;   /* [n_walls], of the case */
  int *type;            /* [n_walls] in the model; that of its flat parts is the next one */
  PetscInt n, capacity; /* slots */
  int *of_block;        /* [n / GR_BLOCK_SLOTS] the wall of a block */
  PetscInt *particle;   /* [n]; -1: not used */
  int64_t *part;        /* [n] of the wall; of a mesh: the triangle of the contact that was committed */
  int64_t *trial_part;  /* [n] of a mesh: of the last evaluation */
  int *pair_type;       /* [n] of the model */
  GrWallMeshSpheres mesh;
  GrWallBounds bounds; /* when candidates were listed last */
  GrWallSphere seen;   /* sphere around all particles then, enlarged by all distances that make a candidate [m] */
  double seen_time;    /* time of the last list [s] */
  double came;         /* bound of how much nearer `seen` has come to places outside of it since the start [m] */
  double *far_came;    /* [n_walls] a wall has no candidates while `came` is less than this [m] */
  double *far_time;    /* [n_walls] and the time is not later than this [s] */
  GrHistory history;   /* of all slots */
  const GrCase *the_case;
  double slack;                    /* of meshes that move [m], see GrWallsSlack */
  int n_moving, *moving;           /* numbers of the walls that have a prescribed motion */
  int n_sides, *at_side;           /* numbers of the walls that close a side of the domain */
  int n_travels;                   /* walls that give way to a load */
  int *giving_way;                 /* [n_travels] their numbers */
  int *travel;                     /* [n_walls] number of its travel; -1: the wall moves as prescribed */
  GrWallTravel *trial, *committed; /* [n_travels]; walls are where the trial ones have them, which a commit commits */
  GrSum *sum;                      /* what an evaluation sums up for each of them */
} GrWalls;

/* The model has the types of particles first, then the types of GrWallsTypes. The case must outlive the walls. */
PetscErrorCode GrWallsCreate(const GrCase *the_case, const GrModel *model, GrWalls *walls);
PetscErrorCode GrWallsDestroy(GrWalls *walls);

/* Finds the walls that move, that close a side and that are absent. To be called again when the walls of the case have
   changed, or when `wall` points to the walls of another stage. */
void GrWallsClassify(GrWalls *walls);

/* Rebuilds the list of candidates: particles whose reference position is nearer to a part of a wall at time t than radius
   + margin + `reach` + the reach of the adhesion, which is at most `adhesion`. Empties the history. A particle of type
   GR_PARTICLE_TYPE_OWN gets its own pair type in the model. Particles of infinite mass have no contacts with walls. */
PetscErrorCode GrWallsList(GrWalls *walls, GrModel *model, const GrWallParticles *particles, double t, double reach,
                           double adhesion);

/* How much further away than others particles are candidates of a wall [m]: of a mesh that moves, so that neighbours
   need not be listed anew for its sake; the few that are near a mesh make little of it. */
double GrWallsSlack(const GrWalls *walls, int wall);

/* Hands all contacts that act at time t to `visit`, batch after batch, in the order of the slots; first = number of the
   particle, second = number of the wall. A batch is what acts of one block of the history, maybe nothing, and so of one
   wall. */
void GrWallsWalk(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, double t, GrBatch *batch,
                 GrBatchVisit visit, void *context);

/* Meshes, mesh_slots.c. A particle gets these slots and the triangles in the list from `first` on. The contacts of the
   particles whose slots are in a block, from the mesh sphere `at` on, as a chunk with an infinite gap where a slot has
   none; returns the mesh sphere after these. The triangles of the last evaluation are committed. */
PetscErrorCode GrWallsAddMeshSphere(GrWalls *walls, PetscInt particle, PetscInt slot, int n_slots, PetscInt first);
PetscInt GrWallsTouchMesh(GrWalls *walls, const GrModel *model, const GrWall *wall, const GrMeshFrame *frame,
                          const GrWallParticles *particles, PetscInt at, PetscInt slot, GrWallChunk *chunk);
void GrWallsCommitParts(GrWalls *walls);

/* The contacts that particles have with meshes are those of these records, in the order of their triangles. */
void GrWallsTakeParts(GrWalls *walls, const GrHistoryRecordList *list);

/* mesh_pass.c: tells `visit` of each particle whose centre came through a triangle in a time h up to t. */
typedef struct {
  PetscInt particle;
  int wall;
  int64_t triangle;
  double way; /* of the particle as seen from the wall [m] */
} GrWallPassage;
typedef void (*GrPassageVisit)(void *context, const GrWallPassage *passage);
void GrWallsFindPassages(const GrWalls *walls, const GrWallParticles *particles, double t, double h,
                         GrPassageVisit visit, void *context);

/* Where a wall is at a time t: that of the last evaluation, or of the commit after it; where it was when candidates
   were listed last, at the time t of that. */
GrWallPose GrWallsAt(const GrWalls *walls, int wall, double t);
GrWallPose GrWallsReferenceAt(const GrWalls *walls, int wall, double t);

/* Walls that give way to a load, travel.c: memory for their travels, as a part of GrWallsCreate and GrWallsDestroy. */
PetscErrorCode GrWallsCreateTravels(GrWalls *walls);
PetscErrorCode GrWallsDestroyTravels(GrWalls *walls);

/* How far a wall has come that touches nothing and, by its load, never will [m]: further than the domain is long along
   its direction, or as far back, unless it is one with a mass, which may fall back; otherwise 0. */
double GrWallsAstray(const GrWalls *walls, int w);

/* `next`, which has the motion and load of wall w from time t on, stands where the wall is then. `change`: which of
   oscillation and rotation begin then; NULL: none. */
void GrWallsStartAnew(const GrWalls *walls, int wall, double t, const GrStageChange *change, GrWall *next);

/* Walls have changed their loads: those that gave way and still do go on as they were, but for the way of walls that
   started anew at time t, which is 0. */
PetscErrorCode GrWallsChangeTravels(GrWalls *walls, double t);

/* Without such walls nothing happens in the following. An evaluation calls, in this order: advance over a step of h [s]
   from what is committed, 0: none, `mean`: forces see the speed of the half step; resist for each batch, after its
   laws; finish, which is collective. */
void GrWallsAdvance(GrWalls *walls, double h, PetscBool mean);
void GrWallsResist(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, const GrBatch *batch);
PetscErrorCode GrWallsFinish(GrWalls *walls, const GrBox *box, double t, double h, MPI_Comm comm);

/* The load of such a wall where it is at a time t: that it is to hold, or that drives its mass [N]. */
double GrWallsLoad(const GrWalls *walls, const GrBox *box, int wall, double t);

/* What was tried is committed. Candidates are about to be listed where walls are committed to be. */
PetscErrorCode GrWallsCommit(GrWalls *walls);
void GrWallsSetReference(GrWalls *walls);

/* Adds the kinetic energy of walls with a mass, and the work of their loads in place of that which reaches the
   particles; on one rank. */
void GrWallsAddEnergies(const GrWalls *walls, GrSum *kinetic, GrSum *external);

/* The box, but its sides are where the innermost walls that close them now are. */
GrWallDomain GrWallsRoom(const GrWalls *walls, const GrBox *box, double t);

/* Adds force and torque (about the wall's point) of the contacts in a batch on their wall to exact sums. */
void GrWallsAddForce(const GrWalls *walls, const GrBatch *batch, const double *state, double t, GrSum sum[6]);

#endif
