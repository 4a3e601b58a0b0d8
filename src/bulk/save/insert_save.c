/* insert_save: writes and reads the state of the insertion of particles; see save.h.

   Table "insertion", a row per group into which particles are inserted, in the order of the input. */
#include "bulk/bulk.h"
#include "bulk/population/insert.h"
#include "bulk/save/save.h"

static const GrCheckpointMember Members[] = {
    {{"event", GR_INTEGER, 1, "1", "number of the next event"}, offsetof(GrInserting, event), GR_COUNT},
    {{"draws", GR_INTEGER, 1, "1", "number of random positions drawn so far"}, offsetof(GrInserting, draws), GR_COUNT},
    {{"full", GR_INTEGER, 1, "1", "1: the level is reached"}, offsetof(GrInserting, full), GR_YES_OR_NO},
    {{"mass", GR_REAL, 1, "kg", "mass inserted so far"}, offsetof(GrInserting, mass), GR_NOT_NEGATIVE},
    {{"had", GR_INTEGER, GR_APPORTION_CLASSES, "1", "number of inserted particles of each size class"},
     offsetof(GrInserting, sizes.had),
     GR_COUNT}};
static const GrCheckpointStruct Insertion = GR_CHECKPOINT_STRUCT(GR_BULK_INSERTION, GrInserting, Members);

PetscErrorCode GrBulkSaveInsertion(GrWorld w, GrCheckpoint file)
{
  const struct GrBulkInsertion *all = w->bulk->population.insertion;

  return all ? GrCheckpointPutStructs(file, &Insertion, all->n_groups, all->of) : 0;
}

PetscErrorCode GrBulkLoadInsertion(GrWorld w, GrCheckpoint file)
{
  struct GrBulkInsertion *all = w->bulk->population.insertion;

  return all ? GrCheckpointGetStructs(file, &Insertion, all->n_groups, all->of) : 0;
}
