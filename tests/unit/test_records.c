/* Histories as records (contact/records.h): whatever happens to the numbers of particles, a contact finds its own.
   Labels: contact. */
#include "unit.h"

#include "contact/records.h"

enum { VALUES = 2, PARTICLES = 60, BESIDE = 7 };

static GrParallelColumns records;
static GrHistory from, to;
static PetscInt64 id[PARTICLES];

/* Contacts of particle i: with i + 1 directly and through an image, with i + BESIDE, with wall 0. */
enum { NEXT, NEXT_IMAGE, ACROSS, WALL, CONTACTS };
enum { SLOTS = CONTACTS * PARTICLES };

static PetscInt Partner(PetscInt i, int contact)
{
  return contact == WALL ? -1 : (i + (contact == ACROSS ? BESIDE : 1)) % PARTICLES;
}

static void Key(PetscInt i, int contact, PetscInt64 key[GR_KEY])
{
  const PetscInt64 none[3] = {0, 0, 0}, beyond[3] = {0, -1, 0};
  key[GR_KEY_FIRST] = id[i];
  key[GR_KEY_SECOND] = contact == WALL ? -1 : id[Partner(i, contact)];
  key[GR_KEY_IMAGE] = contact == WALL ? 0 : GrImagePack(contact == NEXT_IMAGE ? beyond : none);
}

static double Value(PetscInt i, int contact, int k)
{
  return 100 * (double)i + 10 * contact + k + 1;
}

/* Appends the record of one contact. */
static void AddOne(PetscInt entry, int used, const PetscInt64 key[GR_KEY], const PetscInt partner[GR_PARTNERS])
{
  GrHistoryRun run = {.block = entry / GR_BLOCK_SLOTS, .n = 1};

  run.entry[0] = (unsigned char)(entry % GR_BLOCK_SLOTS);
  run.used[0] = used;
  memcpy(run.key[0], key, sizeof(run.key[0]));
  memcpy(run.partner[0], partner, sizeof(run.partner[0]));
  assert_int_equal(GrHistoryRecordsAdd(&records, &from, &run), 0);
}

/* Appends the records of all contacts of a particle, whose slots are in one block, from the last to the first. */
static void AddContacts(PetscInt i)
{
  GrHistoryRun run = {.block = CONTACTS * i / GR_BLOCK_SLOTS};

  for (int c = CONTACTS - 1; c >= 0; c--, run.n++) {
    for (int k = 0; k < VALUES; k++)
      *GrHistoryValue(&from, from.committed, CONTACTS * i + c, k) = Value(i, c, k);
    run.entry[run.n] = (unsigned char)((CONTACTS * i + c) % GR_BLOCK_SLOTS);
    run.used[run.n] = VALUES;
    run.partner[run.n][0] = i;
    run.partner[run.n][1] = Partner(i, c);
    Key(i, c, run.key[run.n]);
  }
  assert_int_equal(GrHistoryRecordsAdd(&records, &from, &run), 0);
}

/* Slots by particle and contact; every third particle has no contacts that act. */
static int SetUp(void **state)
{
  from.n_values = to.n_values = VALUES;
  assert_int_equal(GrHistoryReset(&from, SLOTS), 0);
  assert_int_equal(GrHistoryReset(&to, SLOTS), 0);
  assert_int_equal(GrHistoryRecordsCreate(VALUES, &records), 0);
  for (PetscInt i = 0; i < PARTICLES; i++)
    id[i] = 1 + (PetscInt64)(i * 37 % PARTICLES) * 1000003;
  for (PetscInt i = 0; i < PARTICLES; i++)
    if (i % 3)
      AddContacts(i);
  return 0;
}

static int TearDown(void **state)
{
  return GrHistoryDestroy(&from) || GrHistoryDestroy(&to) || GrParallelColumnsDestroy(&records);
}

/* Reads the record of a contact into a slot, if both its particles are among `n`, where particle i is number at[i]. */
static void TakeUp(const GrHistoryRecordList *list, const PetscInt at[PARTICLES], PetscInt slot)
{
  const PetscInt i = slot / CONTACTS, second = Partner(i, slot % CONTACTS), one = at[i];
  const PetscInt two = second < 0 ? -1 : at[second], keeper = second < 0 ? one : GrHistoryRecordKeeper(list, one, two);
  PetscInt64 key[GR_KEY];

  Key(i, slot % CONTACTS, key);
  assert_int_equal(GrHistoryRecordListHas(list, keeper, keeper == one ? two : one), i % 3 != 0);
  GrHistoryRecordListApply(list, keeper, key, &to, slot);
}

/* Every contact whose particles are here looks for its record, and must find it, if it acts. */
static void AssertFound(PetscInt n, const PetscInt at[PARTICLES])
{
  GrHistoryRecordList list;
  PetscInt found = 0;

  assert_int_equal(GrHistoryRecordListCreate(&records, n, &list), 0);
  for (PetscInt slot = 0; slot < SLOTS; slot++) {
    const PetscInt i = slot / CONTACTS, second = Partner(i, slot % CONTACTS), block = slot / GR_BLOCK_SLOTS;
    const int before = to.n[to.committed][block];
    if (at[i] < 0 || (second >= 0 && at[second] < 0))
      continue;
    TakeUp(&list, at, slot);
    assert_int_equal(to.n[to.committed][block] - before, i % 3 != 0);
    for (int k = 0; k < VALUES && i % 3; k++)
      assert_true(GrHistoryValues(&to, to.committed, block, k)[before] == Value(i, slot % CONTACTS, k));
    if (i % 3)
      assert_int_equal(to.slot[to.committed][GR_BLOCK_SLOTS * block + before], slot % GR_BLOCK_SLOTS);
    found += i % 3 != 0;
  }
  assert_true(found > 0);
  assert_int_equal(GrHistoryRecordListDestroy(&list), 0);
}

static void TestInPlace(void **state)
{
  PetscInt at[PARTICLES];
  for (PetscInt i = 0; i < PARTICLES; i++)
    at[i] = i;
  AssertFound(PARTICLES, at);
}

static void TestRenumbered(void **state)
{
  PetscInt at[PARTICLES];
  for (PetscInt i = 0; i < PARTICLES; i++)
    at[i] = (i * 7 + 5) % PARTICLES;
  GrHistoryRecordsRenumber(&records, at);
  AssertFound(PARTICLES, at);
}

/* Particles go: the others keep their records. Some come back as ghosts, behind others that have no contacts. */
static void TestSomeGone(void **state)
{
  enum { OTHERS = 25 };
  PetscInt64 here[OTHERS + PARTICLES];
  PetscInt at[PARTICLES], n = 0;

  for (PetscInt i = 0; i < PARTICLES; i++) {
    at[i] = i % 4 == 1 || i % 11 == 0 ? -1 : n;
    if (at[i] >= 0)
      here[n++] = id[i];
  }
  GrHistoryRecordsRenumber(&records, at);
  AssertFound(n, at);
  for (PetscInt i = 0; i < OTHERS; i++)
    here[n++] = 5000000000 + i;
  for (PetscInt i = 0; i < PARTICLES; i += 11) {
    at[i] = n;
    here[n++] = id[i];
  }
  assert_int_equal(GrHistoryReset(&to, SLOTS), 0);
  assert_int_equal(GrHistoryRecordsFind(&records, n, here), 0);
  AssertFound(n, at);
}

/* Records from another rank have ids only; the others are not changed. */
static void TestLookedUp(void **state)
{
  PetscInt64 here[PARTICLES];
  PetscInt at[PARTICLES], n = 0;

  for (PetscInt i = 0; i < PARTICLES; i++) {
    at[i] = i % 5 == 1 ? -1 : n;
    if (at[i] >= 0)
      here[n++] = id[i];
  }
  GrHistoryRecordsRenumber(&records, at);
  GrHistoryRecordsForget(&records, records.n / 2);
  for (PetscInt r = records.n / 2; r < records.n; r++)
    assert_int_equal(((PetscInt *)records.data[GR_RECORD_PARTNERS])[GR_PARTNERS * r], -1);
  assert_int_equal(GrHistoryRecordsFind(&records, n, here), 0);
  AssertFound(n, at);
}

static void AddRecord(PetscInt first, PetscInt second, PetscInt64 second_key)
{
  const PetscInt partner[GR_PARTNERS] = {first, second};
  const PetscInt64 key[GR_KEY] = {first < 0 ? 900 : 1 + first, second_key, 0};
  AddOne(0, VALUES, key, partner);
}

/* A record with a particle that is not on this rank is in no list. Each other record is in the list of its keeper. */
static void TestUnknownOmitted(void **state)
{
  enum { MOST = 9, WALL_2 = -3 };

  for (PetscInt n = 2; n <= MOST; n++) {
    GrHistoryRecordList list;
    records.n = 0;
    for (PetscInt i = 1; i < n; i++) {
      AddRecord(i - 1, i, 1 + i);
      AddRecord(-1, i, 1 + i);
      AddRecord(i, -1, 901);
    }
    AddRecord(-1, -1, WALL_2);
    AddRecord(n - 1, -1, WALL_2);
    assert_int_equal(GrHistoryRecordListCreate(&records, n, &list), 0);
    assert_int_equal(list.begin[0], 2 * (n - 1) + 1);
    assert_int_equal(list.begin[n], records.n);
    for (PetscInt i = 1; i < n; i++) {
      const PetscInt keeper = GrHistoryRecordKeeper(&list, i - 1, i);
      assert_true(GrHistoryRecordListHas(&list, keeper, 2 * i - 1 - keeper));
    }
    assert_true(GrHistoryRecordListHas(&list, n - 1, WALL_2));
    assert_int_equal(GrHistoryRecordListDestroy(&list), 0);
  }
}

/* A record is stored with the partner that has fewer records: a particle with many contacts
   searches few. */
static void TestMany(void **state)
{
  enum { MANY = PARTICLES - 1 };
  GrHistoryRecordList list;

  records.n = 0;
  for (PetscInt i = 1; i <= MANY; i++) {
    const PetscInt partner[GR_PARTNERS] = {0, i};
    const PetscInt64 key[GR_KEY] = {1, 1 + i, 0};
    AddOne(0, VALUES, key, partner);
  }
  assert_int_equal(GrHistoryRecordListCreate(&records, PARTICLES, &list), 0);
  assert_int_equal(list.begin[1] - list.begin[0], 0);
  for (PetscInt i = 1; i <= MANY; i++)
    assert_true(GrHistoryRecordListHas(&list, GrHistoryRecordKeeper(&list, 0, i), 0));
  assert_int_equal(GrHistoryRecordListDestroy(&list), 0);
}

/* Values that the laws of the contact do not have are zero. */
static void TestUnused(void **state)
{
  const PetscInt partner[GR_PARTNERS] = {0, 1};
  const PetscInt64 key[GR_KEY] = {1, 2, 3};
  const double *values;

  *GrHistoryValue(&from, from.committed, 5, 0) = *GrHistoryValue(&from, from.committed, 5, 1) = 9;
  AddOne(5, 1, key, partner);
  values = (const double *)records.data[GR_RECORD_VALUES] + VALUES * (records.n - 1);
  assert_true(values[0] == 9);
  assert_true(values[1] == 0);
}

UNIT_PETSC(CASE_WITH(TestInPlace, SetUp, TearDown), CASE_WITH(TestRenumbered, SetUp, TearDown),
           CASE_WITH(TestSomeGone, SetUp, TearDown), CASE_WITH(TestLookedUp, SetUp, TearDown),
           CASE_WITH(TestUnknownOmitted, SetUp, TearDown), CASE_WITH(TestMany, SetUp, TearDown),
           CASE_WITH(TestUnused, SetUp, TearDown));
