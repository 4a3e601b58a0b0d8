/* mesh_slots: assigns the contacts of particles with mesh walls to slots of the contact history; see mesh_slots.h and
   mesh.h. */
#include "wall/mesh_slots.h"

#include <math.h>

enum { STATE = 9 };

PetscErrorCode GrWallsAddMeshSphere(GrWalls *walls, PetscInt particle, PetscInt slot, int n_slots, PetscInt first)
{
  GrWallMeshSpheres *all = &walls->mesh;

  if (all->n == all->capacity) {
    all->capacity += all->capacity / 2 + 64;
    PetscCall(PetscRealloc((size_t)all->capacity * sizeof(*all->sphere), &all->sphere));
  }
  all->sphere[all->n++] = (GrWallMeshSphere){particle, slot, first, n_slots, all->near.n - first};
  return 0;
}

/* Collects the contacts of a sphere at the end of the last completed step. */
static int GatherOld(const GrWalls *walls, const GrWallMeshSphere *sphere, GrWallMeshOld old[GR_WALL_MESH_CONTACTS])
{
  const GrHistory *h = &walls->history;
  const PetscInt block = sphere->slot / GR_BLOCK_SLOTS, base = GR_BLOCK_SLOTS * block;
  const int begin = (int)(sphere->slot - base), end = begin + sphere->n_slots;
  const unsigned char *slot = h->slot[h->committed] + base;
  int n = 0, first = 0;

  for (int past = h->n[h->committed][block]; first < past;) { /* the slots ascend */
    const int middle = first + (past - first) / 2;
    if (slot[middle] < begin)
      first = middle + 1;
    else
      past = middle;
  }
  for (int e = first; e < h->n[h->committed][block] && slot[e] < end; e++)
    old[n++] = (GrWallMeshOld){slot[e], (int32_t)walls->part[base + slot[e]]};
  return n;
}

/* Sets the old contacts that the new contacts continue. */
static void SetOrigins(GrWalls *walls, const GrWall *wall, const GrWallPose *pose, const double x[3],
                       const GrWallMeshSphere *sphere, int n, const GrWallMeshContact contact[])
{
  const PetscInt base = sphere->slot - sphere->slot % GR_BLOCK_SLOTS;
  GrWallMeshOld old[GR_WALL_MESH_CONTACTS];
  const int n_old = GatherOld(walls, sphere, old);
  int same = n_old == n;

  for (int k = 0; same && k < n; k++)
    same = old[k].triangle == contact[k].triangle && base + old[k].slot == sphere->slot + k;
  for (int k = 0; same && k < n; k++)
    walls->history.origin[sphere->slot + k] = (unsigned char)old[k].slot;
  if (!same)
    GrWallMeshFollow(wall->mesh, pose, x, n_old, old, n, contact, walls->history.origin + sphere->slot);
}

void GrWallsTouchMeshSphere(GrWalls *walls, const GrModel *model, const GrWall *wall, const GrWallPose *pose,
                            const GrWallParticles *p, const GrWallMeshSphere *sphere, GrWallChunk *chunk)
{
  const PetscInt i = sphere->particle;
  const double x[3] = {p->state[STATE * i], p->state[STATE * i + 1], p->state[STATE * i + 2]};
  const double reach = p->radius[i] + model->pairs.type[walls->pair_type[sphere->slot]].reach;
  const int at = (int)(sphere->slot % GR_BLOCK_SLOTS);
  GrWallMeshContact contact[GR_WALL_MESH_CONTACTS + 1];
  const int n = GrWallMeshTouch(wall->mesh, pose, x, reach, sphere->n, walls->mesh.near.triangle + sphere->first,
                                sphere->n_slots, contact);

  for (int k = 0; k < sphere->n_slots; k++)
    chunk->gap[at + k] = INFINITY;
  for (int k = 0; k < n; k++) {
    chunk->gap[at + k] = contact[k].gap;
    for (int a = 0; a < 3; a++)
      chunk->normal[a][at + k] = contact[k].normal[a];
    walls->trial_part[sphere->slot + k] = contact[k].triangle;
  }
  if (n > 0)
    SetOrigins(walls, wall, pose, x, sphere, n, contact);
}

PetscInt GrWallsTouchMesh(GrWalls *walls, const GrModel *model, const GrWall *wall, const GrWallPose *pose,
                          const GrWallParticles *particles, PetscInt at, PetscInt slot, GrWallChunk *chunk)
{
  const GrWallMeshSpheres *all = &walls->mesh;

  chunk->n = 0;
  for (; at < all->n && all->sphere[at].slot < slot + GR_BLOCK_SLOTS; at++) {
    GrWallsTouchMeshSphere(walls, model, wall, pose, particles, &all->sphere[at], chunk);
    chunk->n = (int)(all->sphere[at].slot - slot) + all->sphere[at].n_slots;
  }
  return at;
}

void GrWallsTakeParts(GrWalls *walls, const GrHistoryRecordList *list)
{
  const GrWallMeshSphere *sphere = walls->mesh.sphere;

  for (PetscInt k = 0; k < walls->mesh.n; k++, sphere++)
    GrHistoryRecordListParts(list, sphere->particle, -1 - walls->of_slot[sphere->slot], sphere->n_slots,
                             walls->part + sphere->slot);
}

void GrWallsCommitParts(GrWalls *walls)
{
  const GrWallMeshSphere *sphere = walls->mesh.sphere;

  for (PetscInt k = 0; k < walls->mesh.n; k++, sphere++)
    for (PetscInt slot = sphere->slot; slot < sphere->slot + sphere->n_slots; slot++)
      walls->part[slot] = walls->trial_part[slot];
}
