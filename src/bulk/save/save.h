/* Checkpoints of an assembly. The head of save.c lists their contents. */
#ifndef GRANUM_BULK_SAVE_SAVE_H
#define GRANUM_BULK_SAVE_SAVE_H

#include "bulk/numbers.h"
#include "io/checkpoint/checkpoint.h"
#include "particle/fill/fill.h"
#include "particle/store.h"
#include "world/world_impl.h"

/* A particle type, as a checkpoint stores it. */
typedef struct {
  PetscInt64 material; /* number of the material in the case, from 0 */
  double radius, mass; /* [m], [kg] */
} GrBulkSavedType;

/* Descriptions of struct members that a checkpoint stores. The structs are, in this order: GrBulkSavedType,
   GrGroupProperties, GrWallTravel, GrInserting, GrBulkCell, GrBulkNumbers. */
extern const GrCheckpointStruct GrBulkSaveTypes, GrBulkSaveGroups, GrBulkSaveTravels, GrBulkSaveInsertion,
    GrBulkSaveCell, GrBulkSaveNumbers;
/* Descriptions of three checkpoint columns: contact keys (ids and image that identify a contact); energies of removed
   particles; total masses of the particles at the start, inserted, removed, and left. */
extern const GrColumn GrBulkSaveKeyColumn, GrBulkSaveRemovedColumn, GrBulkSaveMassColumn;
/* Valid range of the 64-bit words of an exact sum (base/math/sum.h), checked when a checkpoint is read. */
extern const GrBounds GrBulkSaveSumBounds;

/* Names of the tables in the checkpoint. GR_BULK_STANDS: position and orientation of each wall at the beginning of the
   current stage. */
#define GR_BULK_PARTICLES "particles"
#define GR_BULK_BODIES "bodies"
#define GR_BULK_GROUPS "groups"
#define GR_BULK_TYPES "types"
#define GR_BULK_CONTACTS "contacts"
#define GR_BULK_WALLS "walls"
#define GR_BULK_STAGES "stages"
#define GR_BULK_STANDS "stands"
#define GR_BULK_INSERTION "insertion"

/* Number of 64-bit words of an exact sum (base/math/sum.h) in a checkpoint: the array GrSum.limb, then GrSum.special,
   which is not 0 if infinite or NaN numbers have been added. */
enum { GR_BULK_WORDS = GR_SUM_LIMBS + 1 };

/* Returns the description of the column with the contact histories. Its number of components depends on the case. */
GrColumn GrBulkSaveHistoryColumn(GrWorld world);
/* Returns the description of the column with the numbers of particles that have passed each counter. */
GrColumn GrBulkSaveCountColumn(GrWorld world);
/* Returns the description of the column with the mass, the momentum and the kinetic energy of all particles that have
   passed each counter. */
GrColumn GrBulkSaveCountSumColumn(GrWorld world);
/* Returns the description of the column with the work and the power of each wall. */
GrColumn GrBulkSaveWallWorkColumn(GrWorld world);

/* Returns whether checkpoints store a field (property) of the particles. field: its number, see GrStoreFieldAt. */
PetscBool GrBulkSaveHasField(int field);

/* Writes a checkpoint of the last completed step. u[GR_STATE n]: state of the n particles of this rank. Collective. */
PetscErrorCode GrBulkSave(GrWorld world, const double *u, GrCheckpoint file);

/* Writes the contact histories to the checkpoint (contacts.c). Collective. */
PetscErrorCode GrBulkSaveContacts(GrWorld world, GrCheckpoint file);
/* Writes the state of the stages to the checkpoint (stages_save.c). Collective. */
PetscErrorCode GrBulkSaveStages(GrWorld world, GrCheckpoint file);

/* Restores the remaining state of the world from a checkpoint. Call it after the deforming box, the particles, their
   types and the stages have been loaded. Collective. */
PetscErrorCode GrBulkLoad(GrWorld world, GrCheckpoint file);

/* Restores bulk->cell, the state of a deforming box, from the checkpoint. */
PetscErrorCode GrBulkLoadCell(GrWorld world, GrCheckpoint file);

/* Loads the particles of the checkpoint. A resumed run calls this function instead of creating the particles of the
   case. `store` must be empty. The particles are distributed equally over the ranks. Also loads properties[n_grains],
   the properties of the groups. Collective. */
PetscErrorCode GrBulkLoadParticles(GrWorld world, GrCheckpoint file, GrStore *store, GrGroupProperties properties[]);

/* Reads the list of particle types from the checkpoint. */
PetscErrorCode GrBulkLoadTypes(GrWorld world, GrCheckpoint file);

/* Loads the contact histories from a checkpoint into `records`, a table with a row per contact (contact/records.h).
   Each rank gets the contacts of all particles in its store `particles`. A contact of two particles on different ranks
   is loaded on both ranks. Collective. */
PetscErrorCode GrBulkLoadContacts(GrWorld world, GrCheckpoint file, const GrStore *particles,
                                  GrParallelColumns *records);

/* Reads from the checkpoint which stage is the current one, and begin and end of each stage. */
PetscErrorCode GrBulkLoadStages(GrWorld world, GrCheckpoint file);
/* Reads the position and the orientation that each wall had at the beginning of the current stage. The walls of the
   current stage must be known. */
PetscErrorCode GrBulkLoadStands(GrWorld world, GrCheckpoint file);

#endif
