/* contact_key: identification of a contact, independent of the ranks of its particles (contact/records.h); see
   neighbours.h. */
#include "bulk/bulk.h"

void GrBulkFindPairKey(GrWorld w, PetscInt pair, PetscInt64 key[GR_KEY])
{
  const GrBulk b = w->bulk;
  const GrPair c = GrBulkCandidate(&b->neighbours, pair);
  PetscInt64 side[3];
  double sides[3];

  for (int a = 0; a < 3; a++)
    side[a] = b->store.image[3 * c.first + a] - b->store.image[3 * c.second + a];
  GrShiftSides(c.shift - GR_UNSHIFTED, sides);
  for (int a = 0; c.shift != GR_UNSHIFTED && a < 3; a++)
    side[a] += GrBulkCellCountImages(b, a, sides);
  key[GR_KEY_FIRST] = b->store.id[c.first];
  key[GR_KEY_SECOND] = b->store.id[c.second];
  key[GR_KEY_IMAGE] = GrImagePack(side);
}

void GrBulkFindWallKey(GrWorld w, PetscInt slot, PetscInt64 key[GR_KEY])
{
  const GrBulk b = w->bulk;

  key[GR_KEY_FIRST] = b->store.id[b->walls.particle[slot]];
  key[GR_KEY_SECOND] = -1 - b->walls.of_block[slot / GR_BLOCK_SLOTS];
  key[GR_KEY_IMAGE] = b->walls.part[slot];
}
