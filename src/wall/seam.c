/* seam: finds the particles near seams when the candidates are listed, and moves their candidates into seam blocks; see
   seam.h. */
#include "wall/seam.h"

#include <math.h>

/* The slots of each particle as a linked list, from the last slot to the first. */
typedef struct {
  PetscInt *last;     /* [particles] last slot of each particle; -1: none */
  PetscInt *previous; /* [slots] slot before each slot of the same particle; -1: none */
} SlotLists;

/* Links the slots of each particle. Returns whether some particle has candidates on two walls. */
static bool LinkSlots(const GrWalls *walls, PetscInt n_particles, SlotLists *lists)
{
  bool several = false;

  for (PetscInt i = 0; i < n_particles; i++)
    lists->last[i] = -1;
  for (PetscInt slot = 0; slot < walls->n; slot++) {
    const PetscInt i = walls->particle[slot];
    if (i < 0)
      continue;
    const PetscInt before = lists->last[i];
    several = several || (before >= 0 && walls->of_slot[before] != walls->of_slot[slot]);
    lists->previous[slot] = before;
    lists->last[i] = slot;
  }
  return several;
}

/* Writes the slots of a particle in ascending order. Returns their number; 0: a block cannot hold them. */
static int FindSlots(const SlotLists *lists, PetscInt i, PetscInt slot[GR_BLOCK_SLOTS])
{
  int n = 0, at;

  for (PetscInt k = lists->last[i]; k >= 0; k = lists->previous[k])
    n++;
  if (n > GR_BLOCK_SLOTS)
    return 0;
  at = n;
  for (PetscInt k = lists->last[i]; k >= 0; k = lists->previous[k])
    slot[--at] = k;
  return n;
}

/* A wall near a particle: nearest point of the wall at the reference positions. */
typedef struct {
  int wall, type;
  double point[3];
} Side;

/* Whether the nearest point of one wall may come to lie on the other one before the next rebuild. `far` is more than
   the distance by which nearest points move, except on meshes, where they jump. */
static bool MayMeet(const GrWalls *walls, const GrModel *model, const Side *one, const Side *two, double far)
{
  double unused[3];

  if (!GrWallsMayContinue(walls, model, one->wall, one->type, two->wall, two->type))
    return false;
  if (walls->wall[one->wall].mesh || walls->wall[two->wall].mesh)
    return true;
  return fabs(GrWallGap(&walls->wall[two->wall], &walls->pose[two->wall], one->point, unused)) < far ||
         fabs(GrWallGap(&walls->wall[one->wall], &walls->pose[one->wall], two->point, unused)) < far;
}

static bool IsNearSeam(const GrWalls *walls, const GrModel *model, const GrWallParticles *p, PetscInt i, double reach,
                       int n, const PetscInt slot[])
{
  const double *x = p->reference + 3 * i, far = 0.25 * p->radius[i] + 2 * (p->margin[i] + reach);
  Side side[GR_BLOCK_SLOTS];
  int n_sides = 0;

  for (int k = 0; k < n; k++) {
    const int w = walls->of_slot[slot[k]];
    double normal[3];
    if (k > 0 && w == walls->of_slot[slot[k - 1]])
      continue;
    Side *own = &side[n_sides++];
    *own = (Side){.wall = w, .type = walls->pair_type[slot[k]]};
    const double gap = GrWallGap(&walls->wall[w], &walls->pose[w], x, normal);
    for (int a = 0; a < 3; a++)
      own->point[a] = x[a] - gap * normal[a];
    for (int other = 0; other < n_sides - 1; other++)
      if (MayMeet(walls, model, &side[other], own, far))
        return true;
  }
  return false;
}

/* The candidates before they are moved. */
typedef struct {
  PetscInt n;
  PetscInt *particle;
  int *of_slot, *pair_type;
  int64_t *part;
  GrWallMeshSphere *sphere;
  PetscInt *sphere_of; /* [n] index in `sphere` of the mesh sphere that begins at a slot; -1: none */
} Listed;

static PetscErrorCode CopyListed(const GrWalls *walls, Listed *old)
{
  old->n = walls->n;
  PetscCall(PetscMalloc5(walls->n, &old->particle, walls->n, &old->of_slot, walls->n, &old->pair_type, walls->n,
                         &old->part, walls->n, &old->sphere_of));
  PetscCall(PetscMalloc1(walls->mesh.n, &old->sphere));
  PetscCall(PetscArraycpy(old->particle, walls->particle, walls->n));
  PetscCall(PetscArraycpy(old->of_slot, walls->of_slot, walls->n));
  PetscCall(PetscArraycpy(old->pair_type, walls->pair_type, walls->n));
  PetscCall(PetscArraycpy(old->part, walls->part, walls->n));
  PetscCall(PetscArraycpy(old->sphere, walls->mesh.sphere, walls->mesh.n));
  for (PetscInt slot = 0; slot < walls->n; slot++)
    old->sphere_of[slot] = -1;
  for (PetscInt k = 0; k < walls->mesh.n; k++)
    old->sphere_of[old->sphere[k].slot] = k;
  return 0;
}

static PetscErrorCode FreeListed(Listed *old)
{
  PetscCall(PetscFree5(old->particle, old->of_slot, old->pair_type, old->part, old->sphere_of));
  return PetscFree(old->sphere);
}

/* Appends the candidates of n old slots, all in one block. *used: number of slots up to the last candidate. */
static PetscErrorCode Append(GrWalls *walls, const Listed *old, int n, const PetscInt slot[], PetscInt *used)
{
  if (*used + n > walls->n)
    *used = walls->n;
  if (*used == walls->n)
    PetscCall(GrWallsAddBlock(walls));
  for (int k = 0; k < n; k++, (*used)++) {
    const PetscInt from = slot[k], sphere = old->sphere_of[from];
    walls->particle[*used] = old->particle[from];
    walls->of_slot[*used] = old->of_slot[from];
    walls->pair_type[*used] = old->pair_type[from];
    walls->part[*used] = walls->trial_part[*used] = old->part[from];
    if (sphere < 0)
      continue;
    walls->mesh.sphere[walls->mesh.n] = old->sphere[sphere];
    walls->mesh.sphere[walls->mesh.n++].slot = *used;
  }
  return 0;
}

/* Lists the candidates again: first the candidates of particles far from seams, wall by wall, then the candidates of
   particles near seams. */
static PetscErrorCode MoveCandidates(GrWalls *walls, const SlotLists *lists, PetscInt n_particles,
                                     const unsigned char near[])
{
  PetscInt slot[GR_BLOCK_SLOTS], used = 0;
  int wall = -1;
  Listed old;

  PetscCall(CopyListed(walls, &old));
  walls->n = walls->mesh.n = 0;
  for (PetscInt k = 0, end; k < old.n; k = end) {
    end = k + 1;
    if (old.particle[k] < 0 || near[old.particle[k]])
      continue;
    for (; end % GR_BLOCK_SLOTS && old.particle[end] == old.particle[k]; end++)
      slot[end - k] = end;
    slot[0] = k;
    used = old.of_slot[k] == wall ? used : walls->n;
    wall = old.of_slot[k];
    PetscCall(Append(walls, &old, (int)(end - k), slot, &used));
  }
  used = walls->seams = walls->n;
  for (PetscInt i = 0; i < n_particles; i++)
    if (near[i])
      PetscCall(Append(walls, &old, FindSlots(lists, i, slot), slot, &used));
  return FreeListed(&old);
}

/* Lists the walls with candidates in seam blocks. */
static void ListSeamWalls(GrWalls *walls)
{
  walls->n_seam_walls = 0;
  for (int w = 0; w < walls->n_walls; w++)
    for (PetscInt slot = walls->seams; slot < walls->n; slot++)
      if (walls->particle[slot] >= 0 && walls->of_slot[slot] == w) {
        walls->seam_wall[walls->n_seam_walls++] = w;
        break;
      }
}

PetscErrorCode GrWallsFindSeams(GrWalls *walls, const GrModel *model, const GrWallParticles *particles, double reach)
{
  PetscInt slot[GR_BLOCK_SLOTS], n_near = 0;
  unsigned char *near;
  SlotLists lists;

  walls->seams = walls->n;
  walls->n_seam_walls = 0;
  if (walls->n_walls < 2 || walls->n == 0)
    return 0;
  PetscCall(PetscMalloc2(particles->n, &lists.last, walls->n, &lists.previous));
  PetscCall(PetscCalloc1(particles->n, &near));
  const bool several = LinkSlots(walls, particles->n, &lists);
  for (PetscInt i = 0; several && i < particles->n; i++) {
    const int n = lists.last[i] < 0 ? 0 : FindSlots(&lists, i, slot);
    near[i] = IsNearSeam(walls, model, particles, i, reach, n, slot);
    n_near += near[i];
  }
  if (n_near > 0) {
    PetscCall(MoveCandidates(walls, &lists, particles->n, near));
    ListSeamWalls(walls);
  }
  PetscCall(PetscFree(near));
  return PetscFree2(lists.last, lists.previous);
}
