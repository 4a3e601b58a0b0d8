/* Spheres in space in a checkpoint, and from it: for the table of bulk.c, and its world that comes from a
   checkpoint. */
#ifndef GRANUM_BULK_SAVE_H
#define GRANUM_BULK_SAVE_H

#include "bulk/bulk.h"

PetscErrorCode GrBulkSave(GrWorld world, const double *u, GrCheckpoint file);
PetscErrorCode GrBulkLoad(GrWorld world, GrCheckpoint file);

/* Instead of making the particles of the case, and before all else is loaded: any share of those of the checkpoint,
   appended to an empty store, and what is known of their groups. */
PetscErrorCode GrBulkLoadCell(GrWorld world, GrCheckpoint file); /* of a box that deforms */
PetscErrorCode GrBulkLoadParticles(GrWorld world, GrCheckpoint file, GrStore *store, GrGroupProperties properties[]);

PetscErrorCode GrBulkLoadTypes(GrWorld world, GrCheckpoint file); /* of particles */

/* A type of particles, of which the material is a number of the case. */
typedef struct {
  PetscInt64 material;
  double radius, mass; /* [m], [kg] */
} GrBulkType;

/* What both ways share. Members of a type, GrGroupProperties, GrWallTravel, GrBulkCell and GrBulkNumbers, all of
   8-byte words. */
typedef struct {
  GrColumn column;
  size_t offset;
  GrBounds bounds;
} GrBulkMember;
extern const GrBulkMember GrBulkTypeMembers[], GrBulkGroupMembers[], GrBulkTravelMembers[], GrBulkCellMembers[],
    GrBulkSaved[];
extern const int GrBulkTypeMembersCount, GrBulkGroupMembersCount, GrBulkTravelMembersCount, GrBulkCellMembersCount,
    GrBulkSavedCount;
extern const GrColumn GrBulkKeyColumn, GrBulkRemovedColumn, GrBulkMassColumn;
extern const GrBounds GrBulkRemovedBounds;
GrColumn GrBulkHistoryColumn(GrWorld world);
GrColumn GrBulkCountColumn(GrWorld world); /* of counters */
GrColumn GrBulkCountSumColumn(GrWorld world);
GrColumn GrBulkWallWorkColumn(GrWorld world); /* work and powers of walls */

/* validate.c: collective. Failures if these do not agree with the case or with each other; each is within the bounds
   of its own. */
PetscErrorCode GrBulkValidateGroups(GrWorld world, GrCheckpoint file, const GrGroupProperties properties[]);
PetscErrorCode GrBulkValidateTotal(GrWorld world, GrCheckpoint file, PetscInt64 ids, PetscInt64 *there);
PetscErrorCode GrBulkValidateIds(GrWorld world, GrCheckpoint file, GrRows rows, PetscInt64 ids, const PetscInt64 id[]);
PetscErrorCode GrBulkValidateParticles(GrWorld world, GrCheckpoint file, const GrGroupProperties properties[],
                                       const GrStore *store);
PetscErrorCode GrBulkValidateKeys(GrWorld world, GrCheckpoint file, GrRows rows, const PetscInt64 key[]);

/* Is no contact there twice? Of n keys that are where their first particles have been read. */
PetscErrorCode GrBulkValidateOnce(GrWorld world, GrCheckpoint file, PetscInt n, PetscInt64 *key);
PetscErrorCode GrBulkValidateNumbers(GrWorld world, GrCheckpoint file, const GrStore *store,
                                     const GrBulkNumbers *numbers);

/* contacts_save.c: contacts that act. Collective. */
PetscErrorCode GrBulkSaveContacts(GrWorld world, GrCheckpoint file);

/* contacts_load.c: as records, each on every rank that has one of its particles. Collective. */
PetscErrorCode GrBulkLoadContacts(GrWorld world, GrCheckpoint file, const GrStore *particles, GrColumns *records);

/* stages_save.c: stages in a checkpoint, and from it; where walls stand, once the case of the stage is known. */
PetscErrorCode GrBulkSaveStages(GrWorld world, GrCheckpoint file);
PetscErrorCode GrBulkLoadStages(GrWorld world, GrCheckpoint file);
PetscErrorCode GrBulkLoadStands(GrWorld world, GrCheckpoint file);

/* insert_save.c: particles that come in; `inserted`: those that have, by the numbers of the checkpoint. */
PetscErrorCode GrBulkSaveInsertion(GrWorld world, GrCheckpoint file);
PetscErrorCode GrBulkLoadInsertion(GrWorld world, GrCheckpoint file, PetscInt64 inserted);

PetscInt64 GrBulkGroupsTotal(GrWorld world, const GrGroupProperties properties[]);
#define GR_BULK_PARTICLES "particles"
#define GR_BULK_GROUPS "groups"
#define GR_BULK_TYPES "types"
#define GR_BULK_CONTACTS "contacts"
#define GR_BULK_WALLS "walls"
#define GR_BULK_STAGES "stages"
#define GR_BULK_STANDS "stands"
#define GR_BULK_INSERTION "insertion"
enum { GR_BULK_WORDS = GR_SUM_LIMBS + 1 /* of a sum: its limbs, and what is not finite in it */ };

/* Is a field of the store in the checkpoint? */
PetscBool GrBulkIsSaved(int field);

#endif
