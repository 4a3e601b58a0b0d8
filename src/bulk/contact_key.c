/* contact_key: what a contact is known by, wherever its particles are (contact/records.h); see bulk.h. */
#include "bulk/bulk.h"

void GrBulkPairKey(GrWorld w, PetscInt pair, PetscInt64 key[GR_KEY])
{
  const GrBulk b = w->bulk;
  const GrPair c = GrBulkCandidate(b, pair);
  PetscInt64 side[3];

  for (int a = 0; a < 3; a++)
    side[a] = b->store.image[3 * c.first + a] - b->store.image[3 * c.second + a];
  for (int a = 0; c.shift != GR_UNSHIFTED && a < 3; a++)
    side[a] += GrShiftAxis(c.shift - GR_UNSHIFTED, a);
  key[GR_KEY_FIRST] = b->store.id[c.first];
  key[GR_KEY_SECOND] = b->store.id[c.second];
  key[GR_KEY_IMAGE] = GrImagePack(side);
}

/* The candidate of a slot of the walls' history, and its wall. */
PetscInt GrBulkWallCandidate(GrWorld w, PetscInt slot, int *wall)
{
  const GrWalls *walls = &w->bulk->walls;

  *wall = 0;
  while (slot >= walls->slot[*wall + 1])
    (*wall)++;
  return walls->begin[*wall] + (slot - walls->slot[*wall]);
}

void GrBulkWallKey(GrWorld w, PetscInt slot, PetscInt64 key[GR_KEY])
{
  const GrBulk b = w->bulk;
  int wall;

  key[GR_KEY_FIRST] = b->store.id[b->walls.particle[GrBulkWallCandidate(w, slot, &wall)]];
  key[GR_KEY_SECOND] = -1 - wall;
  key[GR_KEY_IMAGE] = 0;
}
