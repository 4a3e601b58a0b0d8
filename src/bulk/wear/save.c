/* save: writes load and wear of the walls to a checkpoint and reads them; see wear.h.

   Table "loads", a row per triangle, or per wall without a mesh, in the order of the walls: the sums over all ranks.
   Table "load_rates", a row per contact with a wall, in any order: the rates at the end of the last step. "key"
   identifies a row. */
#include "bulk/bulk.h"
#include "bulk/wear/wear.h"

#include "parallel/decomposition.h"
#include <granum/error.h>

enum { DIGITS = GR_LOADS * GR_SHORT_SUM_DIGITS };

static const char table[] = "loads", rates_table[] = "load_rates";
/* Digits of sums in fixed point. */
static const GrBounds Digit = {-2147483648.0, 4294967295.0, false};
static const GrColumn Sums = {"sums", GR_INTEGER, DIGITS, "1",
                              "digits of sums in fixed point (unit 2^-140 SI): normal impulse, tangential impulse, "
                              "normal work, sliding work, normal force times sliding path"};
static const GrColumn Contacts = {"contacts", GR_INTEGER, 1, "1", "number of contacts that have begun"};
static const GrColumn Key = {"key", GR_INTEGER, GR_KEY, "1",
                             "id of the particle; -1 - number of the wall; number of the triangle or face"};
static const GrColumn Rates = {"rates", GR_REAL, GR_LOADS, "1", "rates of the sums in SI units"};

static PetscErrorCode SaveSums(GrWorld w, PetscInt64 n, GrCheckpoint file)
{
  const GrRows rows = GrRowDecompose(n, w->rank, w->size);
  GrBulkWearRow *total;
  int64_t *digit, *contacts;

  PetscCall(
      PetscMalloc3((size_t)rows.count, &total, (size_t)rows.count * DIGITS, &digit, (size_t)rows.count, &contacts));
  PetscCall(GrBulkWearGather(w, 0, rows, total));
  for (PetscInt64 k = 0; k < rows.count; k++) {
    for (int s = 0; s < GR_LOADS; s++)
      GrShortSumSplit(&total[k].sum[s], digit + DIGITS * k + GR_SHORT_SUM_DIGITS * s);
    contacts[k] = total[k].contacts;
  }
  PetscCall(GrCheckpointPutColumn(file, table, &Sums, rows, digit));
  PetscCall(GrCheckpointPutColumn(file, table, &Contacts, rows, contacts));
  return PetscFree3(total, digit, contacts);
}

PetscErrorCode GrBulkWearSave(GrWorld w, GrCheckpoint file)
{
  const GrBulkWear *wear = &w->bulk->wall_motion.wear;
  const GrBulkWearRate *now = wear->rate[wear->committed];
  const PetscInt n = wear->n[wear->committed];
  PetscInt64 *key;
  double *rate;
  GrRows rows;

  if (!wear->first)
    return 0;
  PetscCall(SaveSums(w, wear->first[w->the_case->n_walls], file));
  PetscCall(GrRowDecomposeCounts(w->comm, n, &rows));
  PetscCall(PetscMalloc2((size_t)GR_KEY * n, &key, (size_t)GR_LOADS * n, &rate));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(PetscArraycpy(key + GR_KEY * i, now[i].key, GR_KEY));
    PetscCall(PetscArraycpy(rate + GR_LOADS * i, now[i].rate, GR_LOADS));
  }
  PetscCall(GrCheckpointPutColumn(file, rates_table, &Key, rows, key));
  PetscCall(GrCheckpointPutColumn(file, rates_table, &Rates, rows, rate));
  return PetscFree2(key, rate);
}

static PetscErrorCode RestoreSums(GrWorld w, PetscInt64 n, GrCheckpoint file)
{
  const GrRows rows = GrRowDecompose(n, w->rank, w->size);
  const GrBounds count = GR_COUNT;
  GrBulkWearRow *row = w->bulk->wall_motion.wear.row + rows.first;
  int64_t *digit, *contacts;

  PetscCall(PetscMalloc2((size_t)rows.count * DIGITS, &digit, (size_t)rows.count, &contacts));
  PetscCall(GrCheckpointGetColumn(file, table, &Sums, &Digit, rows, digit));
  PetscCall(GrCheckpointGetColumn(file, table, &Contacts, &count, rows, contacts));
  for (PetscInt64 k = 0; k < rows.count; k++) {
    for (int s = 0; s < GR_LOADS; s++)
      GrShortSumJoin(digit + DIGITS * k + GR_SHORT_SUM_DIGITS * s, &row[k].sum[s]);
    row[k].contacts = contacts[k];
  }
  return PetscFree2(digit, contacts);
}

/* Finds the row of the wall or triangle of a contact. */
static PetscErrorCode FindRow(GrWorld w, const PetscInt64 key[GR_KEY], PetscInt64 *row)
{
  const PetscInt64 *first = w->bulk->wall_motion.wear.first, wall = -1 - key[1];
  const bool known = wall >= 0 && wall < w->the_case->n_walls;
  const PetscInt64 part = known && w->the_case->walls[wall].mesh ? key[2] : 0;

  if (!known || part < 0 || part >= first[wall + 1] - first[wall])
    return GrFail(GR_EXIT_FILE, "%s/%s of the checkpoint names a wall or triangle that the case does not have",
                  rates_table, Key.name);
  *row = first[wall] + part;
  return 0;
}

PetscErrorCode GrBulkWearRestore(GrWorld w, GrCheckpoint file)
{
  GrBulkWear *wear = &w->bulk->wall_motion.wear;
  const int last = wear->committed;
  const GrBounds whole = GR_WHOLE, anything = GR_ANYTHING;
  PetscInt64 there, *key;
  double *rate;

  if (!wear->first)
    return 0;
  PetscCall(RestoreSums(w, wear->first[w->the_case->n_walls], file));
  PetscCall(GrCheckpointTableRows(file, rates_table, &there));
  const GrRows rows = GrRowDecompose(PetscMax(there, 0), w->rank, w->size);
  wear->n[last] = wear->capacity[last] = (PetscInt)rows.count;
  PetscCall(PetscRealloc((size_t)rows.count * sizeof(*wear->rate[last]), &wear->rate[last]));
  PetscCall(PetscMalloc2((size_t)GR_KEY * (size_t)rows.count, &key, (size_t)GR_LOADS * (size_t)rows.count, &rate));
  PetscCall(GrCheckpointGetColumn(file, rates_table, &Key, &whole, rows, key));
  PetscCall(GrCheckpointGetColumn(file, rates_table, &Rates, &anything, rows, rate));
  PetscErrorCode error = 0;
  for (PetscInt i = 0; i < wear->n[last] && !error; i++) {
    const PetscInt64 *k = key + GR_KEY * i;
    GrBulkWearRate *contact = &wear->rate[last][i];
    *contact = (GrBulkWearRate){.key = {k[0], k[1], k[2]}};
    PetscCall(PetscArraycpy(contact->rate, rate + GR_LOADS * i, GR_LOADS));
    error = FindRow(w, k, &contact->row);
  }
  PetscCall(GrFailAgree(w->comm, error));
  return PetscFree2(key, rate);
}
