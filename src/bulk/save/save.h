/* Checkpoints of an assembly. The head of save.c lists their contents. */
#ifndef GRANUM_BULK_SAVE_SAVE_H
#define GRANUM_BULK_SAVE_SAVE_H

#include "bulk/numbers.h"
#include "io/checkpoint/checkpoint.h"
#include "particle/fill/fill.h"
#include "particle/store.h"
#include "world/world_impl.h"

/* A particle type in a checkpoint. */
typedef struct {
  PetscInt64 material; /* number of the material in the case */
  double radius, mass; /* [m], [kg] */
} GrBulkSavedType;

/* Descriptions of the saved members of GrBulkSavedType, GrGroupProperties, GrWallTravel, GrBulkCell and
   GrBulkNumbers. */
extern const GrCheckpointStruct GrBulkSaveTypes, GrBulkSaveGroups, GrBulkSaveTravels, GrBulkSaveCell, GrBulkSaveNumbers;
extern const GrColumn GrBulkSaveKeyColumn, GrBulkSaveRemovedColumn, GrBulkSaveMassColumn;
extern const GrBounds GrBulkSaveSumBounds;

/* Names of the tables in the checkpoint. */
#define GR_BULK_PARTICLES "particles"
#define GR_BULK_BODIES "bodies"
#define GR_BULK_GROUPS "groups"
#define GR_BULK_TYPES "types"
#define GR_BULK_CONTACTS "contacts"
#define GR_BULK_WALLS "walls"
#define GR_BULK_STAGES "stages"
#define GR_BULK_STANDS "stands"
#define GR_BULK_INSERTION "insertion"

/* Number of 64-bit words in which a checkpoint stores an exact sum (base/math/sum.h): its limbs, then flags for values
   that are not finite. */
enum { GR_BULK_WORDS = GR_SUM_LIMBS + 1 };

/* Returns the description of the column of contact histories. The number of components of the columns of this and of
   the next three functions depends on the case. */
GrColumn GrBulkSaveHistoryColumn(GrWorld world);
/* Returns the description of the column of particle counts of counters. */
GrColumn GrBulkSaveCountColumn(GrWorld world);
/* Returns the description of the column of sums of counters: mass, momentum, kinetic energy. */
GrColumn GrBulkSaveCountSumColumn(GrWorld world);
/* Returns the description of the column of work and powers of the walls. */
GrColumn GrBulkSaveWallWorkColumn(GrWorld world);

/* Whether a checkpoint has a field of the particle store. field: its number in the store. */
PetscBool GrBulkSaveHasField(int field);

/* Writes the checkpoint of the committed state u [GR_STATE n]. Collective. */
PetscErrorCode GrBulkSave(GrWorld world, const double *u, GrCheckpoint file);

/* Writes the contact histories to the checkpoint (contacts_save.c). Collective. */
PetscErrorCode GrBulkSaveContacts(GrWorld world, GrCheckpoint file);
/* Writes the state of the stages to the checkpoint (stages_save.c). Collective. */
PetscErrorCode GrBulkSaveStages(GrWorld world, GrCheckpoint file);
/* Writes the state of the insertion of particles to the checkpoint (insert_save.c). Collective. */
PetscErrorCode GrBulkSaveInsertion(GrWorld world, GrCheckpoint file);

/* Restores the rest of the world from a checkpoint, after cell, particles, types and stages have been loaded.
   Collective. */
PetscErrorCode GrBulkLoad(GrWorld world, GrCheckpoint file);

/* Restores bulk->cell, the sides of a deforming box, from the checkpoint. */
PetscErrorCode GrBulkLoadCell(GrWorld world, GrCheckpoint file);

/* Loads the particles of the checkpoint in place of the particles that the case would create. Each rank appends an
   equal share of them to an empty store. Also loads the properties of the groups, properties[n_grains]. Collective. */
PetscErrorCode GrBulkLoadParticles(GrWorld world, GrCheckpoint file, GrStore *store, GrGroupProperties properties[]);

/* Reads the list of particle types from the checkpoint. */
PetscErrorCode GrBulkLoadTypes(GrWorld world, GrCheckpoint file);

/* Loads the contact histories as rows of `records`. Each contact is loaded on every rank that has one of its particles.
   Collective. */
PetscErrorCode GrBulkLoadContacts(GrWorld world, GrCheckpoint file, const GrStore *particles,
                                  GrParallelColumns *records);

/* Reads the state of the stages from the checkpoint. */
PetscErrorCode GrBulkLoadStages(GrWorld world, GrCheckpoint file);
/* Reads the poses of the walls at the beginning of the current stage. To be called when the case of the current stage
   is known. */
PetscErrorCode GrBulkLoadStands(GrWorld world, GrCheckpoint file);

/* Reads the state of the insertion of particles from the checkpoint. */
PetscErrorCode GrBulkLoadInsertion(GrWorld world, GrCheckpoint file);

#endif
