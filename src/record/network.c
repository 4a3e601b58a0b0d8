/* network: see network.h. Contacts go to the rank that has the row of their first particle, are put in order there, and
   follow one another rank by rank in the file. */
#include "record/network.h"

#include "record/network_list.h"
#include <stdlib.h>

enum { FIRST, SECOND, WALL, NORMAL, OVERLAP, OVERLAP_MAX, FORCE, BRANCH, POINT, COLUMNS };
static const GrColumn columns[COLUMNS] = {
    [FIRST] = {"first", GR_INTEGER, 1, "1", "id of the first particle"},
    [SECOND] = {"second", GR_INTEGER, 1, "1", "id of the second particle; 0: a wall"},
    [WALL] = {"wall", GR_INTEGER, 1, "1", "number of the wall in the input, from 0; -1: none"},
    [NORMAL] = {"normal", GR_REAL, 3, "1", "unit vector from the first to the second or into the wall"},
    [OVERLAP] = {"overlap", GR_REAL, 1, "m", "overlap of the undeformed bodies"},
    [OVERLAP_MAX] = {"overlap_max", GR_REAL, 1, "m",
                     "largest overlap that the normal law remembers, if it remembers one; otherwise the overlap"},
    [FORCE] = {"force", GR_REAL, 3, "N", "force on the first"},
    [BRANCH] = {"branch", GR_REAL, 3, "m",
                "from the centre of the first to that of the second, or to the point of contact on a wall"},
    [POINT] =
        {"point", GR_REAL, 3, "m",
         "point of contact: half the overlap inside the surface of the first, or on the wall; seen from the first "
         "particle, so it may be outside of a periodic box"},
};
static const GrColumn step_column = {"step", GR_INTEGER, 1, "1", "number of the time step"};
static const GrColumn time_column = {"time", GR_REAL, 1, "s", "simulated time"};

/* Brings the contacts to the ranks that have the rows of their first particles. */
static PetscErrorCode SendToFirstParticles(MPI_Comm comm, const GrRowSplit *split, GrColumns *list)
{
  int *to;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(list->n, &to));
  for (PetscInt i = 0; i < list->n; i++)
    to[i] = GrRowSplitRank(split, GrContactKey(list, i)[GR_CONTACT_FIRST]);
  PetscCall(GrColumnsExchange(comm, list, to));
  PetscCall(PetscFree(to));
  PetscFunctionReturn(0);
}

/* A contact in the order of the file; two images of the same particle are told apart by the branch. */
typedef struct {
  const PetscInt64 *key;
  const double *numbers;
} Entry;

static int CompareEntries(const void *a, const void *b)
{
  const Entry *x = a, *y = b;
  for (int k = 0; k < GR_CONTACT_KEYS; k++)
    if (x->key[k] != y->key[k])
      return x->key[k] < y->key[k] ? -1 : 1;
  for (int k = GR_CONTACT_BRANCH; k < GR_CONTACT_BRANCH + 3; k++)
    if (x->numbers[k] != y->numbers[k])
      return x->numbers[k] < y->numbers[k] ? -1 : 1;
  return 0;
}

static PetscErrorCode SortContacts(const GrColumns *list, Entry **entries)
{
  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(list->n, entries));
  for (PetscInt i = 0; i < list->n; i++)
    (*entries)[i] = (Entry){GrContactKey(list, i), GrContactNumbers(list, i)};
  qsort(*entries, (size_t)list->n, sizeof(Entry), CompareEntries);
  PetscFunctionReturn(0);
}

static void PointOf(const Entry *e, const GrNetworkSample *m, PetscInt64 row, double point[3])
{
  const double lever = m->radius[row] - 0.5 * e->numbers[GR_CONTACT_OVERLAP];
  for (int k = 0; k < 3; k++)
    point[k] = m->position[3 * row + k] + (e->key[GR_CONTACT_SECOND] ? lever * e->numbers[GR_CONTACT_NORMAL + k]
                                                                     : e->numbers[GR_CONTACT_BRANCH + k]);
}

/* One array per column. */
typedef struct {
  PetscInt64 *whole[WALL + 1];
  double *real[COLUMNS];
} Table;

/* The row of the first particle of each entry; both are in the order of ids. */
static void FindRows(PetscInt n, const Entry *entry, const GrNetworkSample *m, PetscInt64 row[])
{
  PetscInt64 at = 0;

  for (PetscInt i = 0; i < n; i++) {
    while (at < m->split->rows.count && m->id[at] < entry[i].key[GR_CONTACT_FIRST])
      at++;
    row[i] = at;
  }
}

static PetscErrorCode FillTable(PetscInt n, const Entry *entry, const GrNetworkSample *m, Table *t)
{
  static const int from[COLUMNS] = {[NORMAL] = GR_CONTACT_NORMAL,
                                    [OVERLAP] = GR_CONTACT_OVERLAP,
                                    [OVERLAP_MAX] = GR_CONTACT_OVERLAP_MAX,
                                    [FORCE] = GR_CONTACT_FORCE,
                                    [BRANCH] = GR_CONTACT_BRANCH};
  PetscInt64 *row;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &row));
  FindRows(n, entry, m, row);
  for (int c = 0; c < COLUMNS; c++) {
    const int width = columns[c].components;
    if (c <= WALL)
      PetscCall(PetscMalloc1(n, &t->whole[c]));
    else
      PetscCall(PetscMalloc1((size_t)n * (size_t)width, &t->real[c]));
    for (PetscInt i = 0; i < n; i++) {
      if (c <= WALL)
        t->whole[c][i] = entry[i].key[GR_CONTACT_FIRST + c];
      else if (c == POINT)
        PointOf(&entry[i], m, row[i], &t->real[c][3 * i]);
      else
        for (int k = 0; k < width; k++)
          t->real[c][(size_t)width * i + k] = entry[i].numbers[from[c] + k];
    }
  }
  PetscCall(PetscFree(row));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteTable(GrResults results, PetscInt64 total, PetscInt64 first, PetscInt64 n, Table *t)
{
  const void *data[COLUMNS];
  GrTable table;

  PetscFunctionBeginUser;
  for (int c = 0; c < COLUMNS; c++)
    data[c] = c <= WALL ? (const void *)t->whole[c] : t->real[c];
  PetscCall(GrTableCreate(results, "/contacts", COLUMNS, columns, total, &table));
  PetscCall(GrTableWrite(table, first, n, data));
  PetscCall(GrTableDestroy(&table));
  for (int c = 0; c < COLUMNS; c++)
    if (c <= WALL)
      PetscCall(PetscFree(t->whole[c]));
    else
      PetscCall(PetscFree(t->real[c]));
  PetscFunctionReturn(0);
}

static PetscErrorCode WriteFile(MPI_Comm comm, const char *path, const GrNetworkSample *m, PetscInt64 n, Table *t)
{
  PetscInt64 first = 0, total;
  GrResults results;
  int rank;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Exscan(&n, &first, 1, MPIU_INT64, MPI_SUM, comm)); /* leaves the first rank's as it is */
  PetscCallMPI(MPI_Allreduce(&n, &total, 1, MPIU_INT64, MPI_SUM, comm));
  const GrRows one = {1, 0, rank == 0};
  PetscCall(GrResultsCreate(comm, path, m->author, NULL, &results));
  PetscCall(GrResultsRows(results, "/contacts", &step_column, one, &m->step));
  PetscCall(GrResultsRows(results, "/contacts", &time_column, one, &m->time));
  PetscCall(WriteTable(results, total, first, n, t));
  PetscCall(GrResultsFinish(&results));
  PetscFunctionReturn(0);
}

PetscErrorCode GrNetworkWrite(MPI_Comm comm, const char *directory, const GrNetworkSample *m, GrColumns *list)
{
  char path[PETSC_MAX_PATH_LEN];
  Table table = {{0}, {0}};
  Entry *entries;
  int rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/contacts-%" PetscInt64_FMT ".h5", directory, m->step));
  PetscCall(SendToFirstParticles(comm, m->split, list));
  PetscCall(SortContacts(list, &entries));
  PetscCall(FillTable(list->n, entries, m, &table));
  PetscCall(PetscFree(entries));
  PetscCall(WriteFile(comm, path, m, list->n, &table));
  PetscFunctionReturn(0);
}

int GrNetworkNumbers(void)
{
  int n = 0;
  for (int c = 0; c < COLUMNS; c++)
    n += columns[c].components;
  return n;
}
