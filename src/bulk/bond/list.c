/* list: bonds of the pairs listed in a file; see bond.h.

     # comment lines and empty lines are skipped
     id_1, id_2
     1, 2

   Every rank reads the text and sorts the pairs by their ids. Each rank then looks up its candidates in the list. A
   reduction combines the results of all ranks for each pair. */
#include "bulk/bulk.h"

#include "input/yaml/read.h"
#include "parallel/id_table.h"
#include "particle/fill/csv_line.h"
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>

/* State of a pair: its particles exist; it is a candidate of another rule; it has its bond. */
enum { FIRST_THERE = 1, SECOND_THERE = 2, OTHER_RULE = 4, BONDED = 8 };

typedef struct {
  PetscInt64 id[2];    /* ids of the two particles, the lower id first */
  int line, place;     /* line and column of the pair in the file, for messages */
  unsigned char found; /* bits FIRST_THERE, SECOND_THERE, OTHER_RULE, BONDED: facts about the pair on any rank */
} ListedPair;

typedef struct {
  GrBulk bulk;
  int rule;
  char path[PETSC_MAX_PATH_LEN];
  int line; /* being read */
  bool header;
  PetscInt n, capacity;
  ListedPair *pair;
} BondList;

static PetscErrorCode ComplainAt(const BondList *l, int line, int column, const char *text)
{
  return GrFail(GR_EXIT_INPUT, "%s:%d:%d: %s", l->path, line, column, text);
}

static PetscErrorCode ReadHeader(BondList *l, const char *begin, const char *end)
{
  static const char *const name[2] = {"id_1", "id_2"};
  const char *at = begin;

  for (int c = 0; c < 2; c++) {
    const GrCsvField field = at ? GrFillCsvFieldNext(begin, &at, end) : (GrCsvField){.place = 1};
    if (strcmp(field.text, name[c]) != 0 || (c == 1 && at))
      return ComplainAt(l, l->line, field.place, "is not a header; write `id_1, id_2` on the first line");
  }
  l->header = true;
  return 0;
}

static PetscErrorCode ReadId(const BondList *l, const GrCsvField *field, PetscInt64 *id)
{
  char *rest;
  *id = strtoll(field->text, &rest, 10);
  if (rest == field->text || *rest || *id < 1)
    return ComplainAt(l, l->line, field->place, "is not the id of a particle; write two ids, whole numbers from 1 on");
  return 0;
}

static PetscErrorCode ReadLine(BondList *l, const char *begin, const char *end)
{
  const char *at = begin;
  ListedPair pair = {.line = l->line};

  if (GrFillCsvLineEmpty(begin, end))
    return 0;
  if (!l->header)
    return ReadHeader(l, begin, end);
  for (int c = 0; c < 2; c++) {
    if (!at)
      return ComplainAt(l, l->line, (int)(end - begin) + 1, "one id alone; write two ids on each line");
    const GrCsvField field = GrFillCsvFieldNext(begin, &at, end);
    pair.place = c ? pair.place : field.place;
    if (ReadId(l, &field, &pair.id[c]))
      return GR_EXIT_INPUT;
  }
  if (at)
    return ComplainAt(l, l->line, (int)(at - begin) + 1, "more than two ids; write two on each line");
  if (pair.id[0] == pair.id[1])
    return ComplainAt(l, l->line, pair.place, "a particle cannot have a bond with itself; write two different ids");
  if (pair.id[0] > pair.id[1])
    pair = (ListedPair){.id = {pair.id[1], pair.id[0]}, .line = pair.line, .place = pair.place};
  if (l->n == l->capacity) {
    l->capacity = PetscMax(64, 2 * l->capacity);
    PetscCall(PetscRealloc((size_t)l->capacity * sizeof(*l->pair), &l->pair));
  }
  l->pair[l->n++] = pair;
  return 0;
}

static PetscErrorCode ReadText(BondList *l, const char *text)
{
  PetscErrorCode error = 0;
  const char *at = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;

  for (l->line = 1; *at && !error; l->line++) {
    const char *end = at + strcspn(at, "\n");
    error = ReadLine(l, at, end);
    at = *end ? end + 1 : end;
  }
  if (!error && l->n == 0)
    return ComplainAt(l, l->line, 1, "the list has no pairs; write `id_1, id_2` and then a line for each");
  return error;
}

static int ComparePairs(const void *a, const void *b)
{
  const ListedPair *x = a, *y = b;
  const int k = x->id[0] == y->id[0];
  return (x->id[k] > y->id[k]) - (x->id[k] < y->id[k]);
}

static int CompareEntries(const void *a, const void *b)
{
  const ListedPair *x = a, *y = b;
  const int pairs = ComparePairs(a, b);
  return pairs ? pairs : (x->line > y->line) - (x->line < y->line);
}

/* Sorts the pairs by their ids. Fails if a pair occurs twice. */
static PetscErrorCode SortPairs(BondList *l)
{
  const ListedPair *twice = NULL;
  char text[GR_MESSAGE_MAX];

  if (l->n > 1) /* an empty list may be NULL */
    qsort(l->pair, (size_t)l->n, sizeof(*l->pair), CompareEntries);
  for (PetscInt k = 1; k < l->n; k++)
    if (ComparePairs(&l->pair[k - 1], &l->pair[k]) == 0 && (!twice || l->pair[k].line < twice->line))
      twice = &l->pair[k];
  if (!twice)
    return 0;
  snprintf(text, sizeof(text), "line %d has this pair already; keep one of the two", twice[-1].line);
  return ComplainAt(l, twice->line, twice->place, text);
}

static PetscErrorCode FindParticles(BondList *l)
{
  const GrStore *s = &l->bulk->store;
  GrParallelIdTable table;

  PetscCall(GrParallelIdTableCreate(s->columns.n, &table));
  for (PetscInt i = 0; i < s->columns.n; i++)
    table.id[GrParallelIdTableAt(&table, s->id[i])] = s->id[i];
  for (ListedPair *pair = l->pair; pair < l->pair + l->n; pair++) {
    pair->found |= table.id[GrParallelIdTableAt(&table, pair->id[0])] ? FIRST_THERE : 0;
    pair->found |= table.id[GrParallelIdTableAt(&table, pair->id[1])] ? SECOND_THERE : 0;
  }
  return GrParallelIdTableDestroy(&table);
}

static void CreateListed(void *context, GrBatch *t)
{
  const BondList *l = context;
  const GrBulk b = l->bulk;

  for (int i = 0; i < t->contacts.n; i++) {
    const ListedPair key = {.id = {b->store.id[t->contacts.first[i]], b->store.id[t->contacts.second[i]]}};
    ListedPair *pair = l->n > 0 ? bsearch(&key, l->pair, (size_t)l->n, sizeof(key), ComparePairs) : NULL;
    if (pair && b->model.pairs.type[t->contacts.type[i]].rule != l->rule) {
      pair->found |= OTHER_RULE;
    } else if (pair && GrBulkBondIsInReach(b, t, i)) {
      pair->found |= BONDED;
      GrBulkBondCreate(b, t, i);
    }
  }
}

/* Writes the error of a pair and the remedy; empty if the pair has its bond. */
static void DescribeError(const ListedPair *pair, char *text, size_t length)
{
  const PetscInt64 missing = pair->found & FIRST_THERE ? pair->id[1] : pair->id[0];

  text[0] = '\0';
  if ((pair->found & (FIRST_THERE | SECOND_THERE)) != (FIRST_THERE | SECOND_THERE))
    snprintf(text, length, "there is no particle %" PetscInt64_FMT "; write ids of particles of the input", missing);
  else if (pair->found & OTHER_RULE)
    snprintf(text, length,
             "the particles %" PetscInt64_FMT " and %" PetscInt64_FMT " follow another contact rule; list them in the "
             "file of that one",
             pair->id[0], pair->id[1]);
  else if (!(pair->found & BONDED))
    snprintf(text, length,
             "the particles %" PetscInt64_FMT " and %" PetscInt64_FMT " are farther apart than the gap of the bond, or "
             "both held; take the pair out, or write a larger gap",
             pair->id[0], pair->id[1]);
}

/* Combines the results of all ranks. Fails with the first line of the file whose pair has no bond. Collective. */
static PetscErrorCode CheckPairs(MPI_Comm comm, BondList *l)
{
  unsigned char *found;
  const ListedPair *wrong = NULL;
  char text[GR_MESSAGE_MAX], of_wrong[GR_MESSAGE_MAX];

  PetscCall(PetscMalloc1(l->n, &found));
  for (PetscInt k = 0; k < l->n; k++)
    found[k] = l->pair[k].found;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, found, (int)l->n, MPI_UNSIGNED_CHAR, MPI_BOR, comm));
  for (PetscInt k = 0; k < l->n; k++) {
    l->pair[k].found = found[k];
    DescribeError(&l->pair[k], text, sizeof(text));
    if (text[0] && (!wrong || l->pair[k].line < wrong->line)) {
      wrong = &l->pair[k];
      memcpy(of_wrong, text, sizeof(text));
    }
  }
  PetscCall(PetscFree(found));
  if (wrong)
    return ComplainAt(l, wrong->line, wrong->place, of_wrong);
  return 0;
}

static PetscErrorCode CreateBondsOfList(GrWorld w, BondList *l, const char *text)
{
  if (ReadText(l, text) || SortPairs(l))
    return GR_EXIT_INPUT;
  PetscCall(FindParticles(l));
  GrBulkWalkPairs(w, CreateListed, l);
  return CheckPairs(w->comm, l);
}

PetscErrorCode GrBulkBondCreateListed(GrWorld w, int rule)
{
  static const GrDocumentWords words = {"give the path of a list of pairs of ids", "write fewer pairs"};
  BondList list = {.bulk = w->bulk, .rule = rule};
  PetscErrorCode error;
  char *text;

  PetscCall(GrCaseFile(w->the_case, w->the_case->rules[rule].bond_list, sizeof(list.path), list.path));
  PetscCall(GrDocumentReadFile(w->comm, list.path, &words, &text));
  error = CreateBondsOfList(w, &list, text);
  PetscCall(PetscFree(text));
  PetscCall(PetscFree(list.pair));
  return error;
}
