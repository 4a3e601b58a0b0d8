/* Checkpoints of an assembly. The head of save.c lists their contents. */
#ifndef GRANUM_BULK_SAVE_SAVE_H
#define GRANUM_BULK_SAVE_SAVE_H

#include "bulk/numbers.h"
#include "io/checkpoint/checkpoint.h"
#include "particle/fill/fill.h"
#include "particle/store.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* Description of the column with the contact keys (ids and image that identify a contact). */
extern const GrColumn GrBulkSaveKeyColumn;

/* Returns the description of the column with the contact histories. Its number of components depends on the case. */
GrColumn GrBulkSaveHistoryColumn(GrWorld world);

/* Writes a checkpoint of the last completed step. u[GR_STATE n]: state of the n particles of this rank. Collective. */
PetscErrorCode GrBulkSave(GrWorld world, const double *u, GrCheckpoint file);

/* Writes the contact histories to the checkpoint (contacts.c). Collective. */
PetscErrorCode GrBulkSaveContacts(GrWorld world, GrCheckpoint file);
/* Writes the state of the stages to the checkpoint (stages_save.c). Collective. */
PetscErrorCode GrBulkSaveStages(GrWorld world, GrCheckpoint file);

/* Restores the remaining state of the world from a checkpoint, and rebuilds the neighbour list. Call it when the
   deforming box, the particles, their types and the stages have been loaded. Collective. */
PetscErrorCode GrBulkLoad(GrWorld world, GrCheckpoint file);

/* Restores bulk->cell, the state of a deforming box, and loads the particles and the properties of the groups. A
   resumed run calls this function instead of creating the particles of the case. bulk->store must be empty. The
   particles are distributed equally over the ranks. Collective. */
PetscErrorCode GrBulkLoadParticles(GrWorld world, GrCheckpoint file);

/* Reads the list of particle types from the checkpoint. */
PetscErrorCode GrBulkLoadTypes(GrWorld world, GrCheckpoint file);

/* Loads the contact histories from a checkpoint into `records`, a table with a row per contact (contact/records.h).
   Each rank gets the contacts of all particles in its store. A contact of two particles on different ranks is loaded on
   both ranks. Collective. */
PetscErrorCode GrBulkLoadContacts(GrWorld world, GrCheckpoint file, GrParallelColumns *records);

/* Reads from the checkpoint which stage is the current one, and begin and end of each stage. */
PetscErrorCode GrBulkLoadStages(GrWorld world, GrCheckpoint file);
/* Reads the values in force of walls and gravity that differ from the case of the current stage: position, orientation
   and motion of each wall, if the case has stages, and the changes by the calling program. The case of the current
   stage must be set. */
PetscErrorCode GrBulkLoadValues(GrWorld world, GrCheckpoint file);

#endif
