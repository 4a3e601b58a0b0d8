/* Histories as records (contact/records.h): whatever happens to the numbers of particles, a contact finds its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "contact/records.h"

enum { VALUES = 2, PARTICLES = 60, BESIDE = 7 };

static GrColumns records;
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

/* Slots by particle and contact; every third particle has no contacts that act. */
static int SetUp(void **state)
{
  assert_int_equal(GrHistoryCreate(VALUES, &from), 0);
  assert_int_equal(GrHistoryCreate(VALUES, &to), 0);
  assert_int_equal(GrHistoryReset(&from, SLOTS), 0);
  assert_int_equal(GrHistoryReset(&to, SLOTS), 0);
  assert_int_equal(GrHistoryRecordsCreate(VALUES, &records), 0);
  for (PetscInt i = 0; i < PARTICLES; i++)
    id[i] = 1 + (PetscInt64)(i * 37 % PARTICLES) * 1000003;
  for (PetscInt i = 0; i < PARTICLES; i++)
    for (int c = 0; c < CONTACTS && i % 3; c++) {
      const PetscInt partner[GR_PARTNERS] = {i, Partner(i, c)};
      PetscInt64 key[GR_KEY];
      for (int k = 0; k < VALUES; k++)
        from.value[from.committed][k][CONTACTS * i + c] = Value(i, c, k);
      Key(i, c, key);
      assert_int_equal(GrHistoryRecordsAdd(&records, &from, CONTACTS * i + c, VALUES, key, partner), 0);
    }
  return 0;
}

static int TearDown(void **state)
{
  return GrHistoryDestroy(&from) || GrHistoryDestroy(&to) || GrColumnsDestroy(&records);
}

/* Every contact looks for its record with the particle that is number at[..] of `n`, and must find it, if it acts. */
static void AssertFound(PetscInt n, const PetscInt at[PARTICLES])
{
  GrHistoryRecordList list;
  PetscInt found = 0;

  assert_int_equal(GrHistoryRecordListCreate(&records, n, &list), 0);
  for (PetscInt slot = 0; slot < SLOTS; slot++) {
    const PetscInt i = slot / CONTACTS, second = Partner(i, slot % CONTACTS), block = slot / GR_BLOCK_SLOTS;
    const PetscInt keeper = at[i] >= 0 || second < 0 ? at[i] : at[second];
    const int before = to.n[to.committed][block];
    PetscInt64 key[GR_KEY];
    if (keeper < 0)
      continue;
    Key(i, slot % CONTACTS, key);
    if (slot % 2)
      list.next = records.n; /* every other one is not found by its order */
    GrHistoryRecordListApply(&list, keeper, key, &to, slot);
    assert_int_equal(to.n[to.committed][block] - before, i % 3 != 0);
    for (int k = 0; k < VALUES && i % 3; k++)
      assert_true(to.value[to.committed][k][GR_BLOCK_SLOTS * block + before] == Value(i, slot % CONTACTS, k));
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

/* Particles go: the records of their contacts stay with the partners. */
static void TestSomeGone(void **state)
{
  PetscInt at[PARTICLES], n = 0;
  for (PetscInt i = 0; i < PARTICLES; i++)
    at[i] = i % 4 == 1 || i % 11 == 0 ? -1 : n++;
  GrHistoryRecordsRenumber(&records, at);
  AssertFound(n, at);
}

/* Records from elsewhere know ids only; some of their particles are here, behind others that have no contacts. */
static void TestLookedUp(void **state)
{
  enum { OTHERS = 25 };
  PetscInt64 here[OTHERS + PARTICLES];
  PetscInt at[PARTICLES], n = OTHERS;

  for (PetscInt i = 0; i < OTHERS; i++)
    here[i] = 5000000000 + i;
  for (PetscInt i = 0; i < PARTICLES; i++) {
    at[i] = i % 5 == 1 ? -1 : n;
    if (at[i] >= 0)
      here[n++] = id[i];
  }
  for (PetscInt r = 0; r < records.n; r++)
    for (int k = 0; k < GR_PARTNERS; k++)
      ((PetscInt *)records.data[GR_RECORD_PARTNERS])[GR_PARTNERS * r + k] = 12345;
  assert_int_equal(GrHistoryRecordsFind(&records, 0, OTHERS, n, here), 0);
  AssertFound(n, at);
}

/* The records before the first that is looked up stay as they are. */
static void TestLookedUpInPart(void **state)
{
  PetscInt *partner;
  const PetscInt64 other = id[PARTICLES - 1] + 1;

  assert_int_equal(GrHistoryRecordsCopy(&records, 0), 0);
  partner = (PetscInt *)records.data[GR_RECORD_PARTNERS] + GR_PARTNERS * (records.n - 1);
  assert_int_equal(GrHistoryRecordsFind(&records, records.n - 1, 0, 1, &other), 0);
  assert_int_equal(partner[0], -1);
  assert_int_equal(partner[1], -1);
  partner = (PetscInt *)records.data[GR_RECORD_PARTNERS] + GR_PARTNERS * (records.n - 2);
  assert_true(partner[0] >= 0);
}

/* Values that the laws of the contact do not have are zero. */
static void TestUnused(void **state)
{
  const PetscInt partner[GR_PARTNERS] = {0, 1};
  const PetscInt64 key[GR_KEY] = {1, 2, 3};
  const double *values;

  from.value[from.committed][0][5] = from.value[from.committed][1][5] = 9;
  assert_int_equal(GrHistoryRecordsAdd(&records, &from, 5, 1, key, partner), 0);
  values = (const double *)records.data[GR_RECORD_VALUES] + VALUES * (records.n - 1);
  assert_true(values[0] == 9);
  assert_true(values[1] == 0);
}

int main(int argc, char **argv)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(TestInPlace, SetUp, TearDown),
      cmocka_unit_test_setup_teardown(TestRenumbered, SetUp, TearDown),
      cmocka_unit_test_setup_teardown(TestSomeGone, SetUp, TearDown),
      cmocka_unit_test_setup_teardown(TestLookedUp, SetUp, TearDown),
      cmocka_unit_test_setup_teardown(TestLookedUpInPart, SetUp, TearDown),
      cmocka_unit_test_setup_teardown(TestUnused, SetUp, TearDown),
  };
  int failed;
  if (PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  return PetscFinalize() || failed;
}
