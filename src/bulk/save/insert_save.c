/* insert_save: writes and reads the state of the insertion of particles; see save.h.

   Table "insertion", a row per group into which particles are inserted, in the order of the input. */
#include "bulk/bulk.h"
#include "bulk/population/insert.h"
#include "bulk/save/save.h"

#include <string.h>

static const GrBulkMember Members[] = {
    {{"event", GR_INTEGER, 1, "1", "number of the next event"}, offsetof(GrInserting, event), GR_COUNT},
    {{"draws", GR_INTEGER, 1, "1", "places drawn so far"}, offsetof(GrInserting, draws), GR_COUNT},
    {{"full", GR_INTEGER, 1, "1", "1: the level is reached"}, offsetof(GrInserting, full), GR_YES_OR_NO},
    {{"mass", GR_REAL, 1, "kg", "that has come in"}, offsetof(GrInserting, mass), GR_NOT_NEGATIVE},
    {{"had", GR_INTEGER, GR_APPORTION_CLASSES, "1", "particles of each class of sizes that have come in"},
     offsetof(GrInserting, sizes.had),
     GR_COUNT}};
enum { MEMBERS = sizeof(Members) / sizeof(Members[0]) };

/* Copies the words of a member of all groups, from the groups or to them. */
static void CopyWords(struct GrBulkInsertion *all, const GrBulkMember *member, PetscInt64 word[], PetscBool out)
{
  const size_t size = (size_t)member->column.components * sizeof(*word);

  for (int g = 0; g < all->n_groups; g++) {
    char *at = (char *)&all->of[g] + member->offset;
    PetscInt64 *own = word + (size_t)g * (size_t)member->column.components;
    memcpy(out ? (char *)own : at, out ? at : (char *)own, size);
  }
}

PetscErrorCode GrBulkSaveInsertion(GrWorld w, GrCheckpoint file)
{
  struct GrBulkInsertion *all = w->bulk->population.insertion;
  PetscInt64 *word;

  PetscFunctionBeginUser;
  if (!all)
    PetscFunctionReturn(0);
  const PetscInt64 n = all->n_groups;
  const GrRows rows = {n, w->rank == 0 ? 0 : n, w->rank == 0 ? n : 0};
  PetscCall(PetscMalloc1(n * GR_APPORTION_CLASSES, &word));
  for (int k = 0; k < MEMBERS; k++) {
    CopyWords(all, &Members[k], word, PETSC_TRUE);
    PetscCall(GrCheckpointPutColumn(file, GR_BULK_INSERTION, &Members[k].column, rows, word));
  }
  PetscCall(PetscFree(word));
  PetscFunctionReturn(0);
}

PetscErrorCode GrBulkLoadInsertion(GrWorld w, GrCheckpoint file)
{
  struct GrBulkInsertion *all = w->bulk->population.insertion;
  PetscInt64 *word;

  PetscFunctionBeginUser;
  if (!all)
    PetscFunctionReturn(0);
  const PetscInt64 n = all->n_groups;
  PetscCall(PetscMalloc1(n * GR_APPORTION_CLASSES, &word));
  for (int k = 0; k < MEMBERS; k++) {
    PetscCall(GrCheckpointGetColumn(file, GR_BULK_INSERTION, &Members[k].column, &Members[k].bounds, (GrRows){n, 0, n},
                                    word));
    CopyWords(all, &Members[k], word, PETSC_FALSE);
  }
  PetscCall(PetscFree(word));
  PetscFunctionReturn(0);
}
