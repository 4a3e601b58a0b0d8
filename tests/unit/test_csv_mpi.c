/* Particle files: the same rows for any number of ranks and any division of the bytes; errors of a file are reported
   equally on every rank.
   Labels: parallel particle. */
#include "unit.h"

#include "particle/fill/csv.h"
#include "particle/fill/csv_line.h"

#include <granum/error.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 1000 };

static char path[1024];

/* Rank 0 writes the file, the others wait. */
static void Write(const char *text, size_t length)
{
  MPI_Barrier(PETSC_COMM_WORLD);
  if (rank == 0) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fwrite(text, 1, length, file) == length);
    assert_int_equal(fclose(file), 0);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

/* Row i of the file that Sample writes. */
static double Value(int i, int v)
{
  return ldexp(1 + i / 3.0, -(i % 40)) * (v % 2 ? 1 : 1e-3) + (v == GR_CSV_RADIUS || v == GR_CSV_MASS ? 0 : -v);
}

static PetscInt64 Id(int i)
{
  return 1 + ((PetscInt64)i * 7919) % 1000003 * 9000000000;
}

/* Rows with ids and every column but mass and spin, among comments and empty lines, some lines with CR LF; `shift`
   bytes of comment move all that follows. */
static size_t Sample(char *text, int rows, int shift)
{
  char *at = text;
  at += sprintf(at, "\xef\xbb\xbf# positions in m\n\n  #%*s\r\n  vz,radius, id ,x,\ty,z,vy,vx \r\n", shift, "");
  for (int i = 0; i < rows; i++) {
    at += sprintf(at, "%.17g,%s%.17g,%lld", Value(i, GR_CSV_VZ), i % 3 ? "" : "  ", Value(i, GR_CSV_RADIUS),
                  (long long)Id(i));
    at += sprintf(at, ", %.17g,%.17g ,%.17g,", Value(i, GR_CSV_X), Value(i, GR_CSV_Y), Value(i, GR_CSV_Z));
    at += sprintf(at, "%.17g,%.17g%s", Value(i, GR_CSV_VY), Value(i, GR_CSV_VX), i % 5 ? "\n" : " \r\n");
    at += i % 7 ? 0 : sprintf(at, "%s", i % 14 ? "\n" : "  # 1,2,3\n");
  }
  return (size_t)(at - text);
}

static void AssertRows(MPI_Comm comm, int rows)
{
  GrCsv csv;
  PetscInt64 sum;
  assert_int_equal(GrFillCsvRead(comm, path, &csv), 0);
  MPI_Allreduce(&csv.rows.count, &sum, 1, MPIU_INT64, MPI_SUM, comm);
  assert_true(sum == rows && csv.rows.total == rows);
  assert_true(csv.id && !csv.value[GR_CSV_MASS] && !csv.value[GR_CSV_WX]);
  for (PetscInt64 k = 0; k < csv.rows.count; k++) {
    int i = (int)(csv.rows.first + k);
    assert_true(csv.id[k] == Id(i));
    for (int v = GR_CSV_X; v <= GR_CSV_VZ; v++)
      assert_true(v == GR_CSV_MASS || csv.value[v][k] == Value(i, v));
  }
  assert_int_equal(GrFillCsvDestroy(&csv), 0);
}

static void AssertOnAnyRanks(int rows)
{
  MPI_Comm pair;
  MPI_Comm_split(PETSC_COMM_WORLD, rank / 2, 0, &pair);
  AssertRows(PETSC_COMM_WORLD, rows);
  AssertRows(PETSC_COMM_SELF, rows);
  AssertRows(pair, rows);
  MPI_Comm_free(&pair);
}

static void TestRows(void **state)
{
  static char text[400 * N];
  size_t length = Sample(text, N, 0);
  Write(text, length);
  AssertOnAnyRanks(N);
  Write(text, length - 1); /* no LF at the end */
  AssertOnAnyRanks(N);
}

/* The cuts between ranks move through every place of a line. */
static void TestCuts(void **state)
{
  char text[4000];
  for (int rows = 1; rows < 6; rows++)
    for (int shift = 0; shift < 12; shift++) {
      size_t length = Sample(text, rows, 0);
      memset(text + length, '#', (size_t)shift * 20);
      Write(text, length + (size_t)shift * 20);
      AssertOnAnyRanks(rows);
    }
  for (int cut = 0; cut < 200; cut++) {
    size_t length = Sample(text, 4, cut % 7);
    memset(text + length, ' ', (size_t)cut);
    Write(text, length + (size_t)cut);
    AssertRows(PETSC_COMM_WORLD, 4);
  }
}

/* Without ids; mass and spin are given. */
static void TestOtherColumns(void **state)
{
  const char *text = "wz,x,y,z,mass\n1,2,3,4,5\n-1e-3,+2.,.5,0,1E2";
  GrCsv csv;
  Write(text, strlen(text));
  assert_int_equal(GrFillCsvRead(PETSC_COMM_SELF, path, &csv), 0);
  assert_true(csv.rows.total == 2 && !csv.id && !csv.value[GR_CSV_RADIUS]);
  assert_true(csv.value[GR_CSV_WZ][1] == -1e-3 && csv.value[GR_CSV_X][1] == 2 && csv.value[GR_CSV_Y][1] == 0.5);
  assert_true(csv.value[GR_CSV_Z][1] == 0 && csv.value[GR_CSV_MASS][1] == 100 && csv.value[GR_CSV_WZ][0] == 1);
  assert_int_equal(GrFillCsvDestroy(&csv), 0);
}

/* Reading fails on every rank with this message behind the path. */
static void AssertFails(GrExit code, const char *expected)
{
  GrCsv csv;
  assert_int_not_equal(GrFillCsvRead(PETSC_COMM_WORLD, path, &csv), 0);
  assert_int_equal(GrFailureCode(), code);
  const char *message = GrFailureMessage();
  assert_int_equal(strncmp(message, path, strlen(path)), 0);
  FACT(strncmp(message + strlen(path), expected, strlen(expected)) == 0, "'%s' does not begin with '%s'",
       message + strlen(path), expected);
  assert_true(code == GR_EXIT_FILE || strstr(message, "; "));
  GrFailureClear();
}

static void TestWrong(void **state)
{
  const struct {
    const char *text, *message;
  } wrong[] = {
      {"", ":1:1: there is no header"},
      {"# nothing\n", ":1:1: there is no header"},
      {"1,2,3\n4,5,6\n", ":1:1: no column is called '1'; the first line must name the columns"},
      {"x,y,radus\n", ":1:5: no column is called 'radus'; write radius"},
      {"x;y;z\n1;2;3\n", ":1:1: no column is called 'x;y;z'"},
      {"# a\nx,y,z, x\n", ":2:8: column x is named twice; name it once"},
      {"x,y\n1,2\n", ":1:1: there is no column z; add it, in m"},
      {"x,y,z\n# none\n", ":1:1: no particle follows the header; write one line for each"},
      {"x,y,z\n1,2,3\n1, 2 mm,3\n", ":3:4: y: '2 mm' is not a number; write a plain number in m, such as 2.5e-3"},
      {"x,y,z\n1,2,3\n1,,3\n", ":3:3: y: '' is empty; write a plain number in m"},
      {"x,y,z\n1,2,3\n\n1,2\n", ":4:4: z is missing: 2 of 3 values; write one value for each column"},
      {"x,y,z\n1,2,3\n#\n1,2,3,4\n", ":4:7: more than 3 values; write one value for each column"},
      {"x,y,z\n0x1,2,3\n", ":2:1: x: '0x1' is not a number"},
      {"x,y,z\nnan,2,3\n", ":2:1: x: 'nan' is not a number"},
      {"x,y,z\n1e999,2,3\n", ":2:1: x: '1e999' is not a number"},
      {"x,y,z\n1-2,2,3\n", ":2:1: x: '1-2' is not a number"},
      {"x,y,z,radius\n1,2,3,0\n", ":2:7: radius: '0' is not positive; write a plain positive number in m"},
      {"id,x,y,z\n0,2,3,0\n", ":2:1: id: '0' is not an id; write a whole number from 1, such as 17"},
      {"id,x,y,z\n1.0,2,3,0\n", ":2:1: id: '1.0' is not an id"},
      {"id,x,y,z\n1234567890123456789,2,3,0\n", ":2:1: id: '1234567890123456789' is not an id"},
      {"x,id,y,z\n1,7,1,1\n2,8,2,2\n3,9,3,3\n4, 7,4,4\n5,8,5,5\n",
       ":5:4: id: 7 is given on line 2 already; give every particle its own"},
      {"id,x,y,z\n1,1,1,1\n2,1,1,1\n3,1,1,1\n4,1,1,1\n4,1,1,1\n4,1,1,1\n", ":6:1: id: 4 is given on line 5 already"},
      {"x,y,z\n1,2,3\n1,2,b\n1,a,3\n1,2,3\n", ":3:5: z: 'b' is not a number"}, /* the first of two */
  };
  assert_int_equal(GrErrorHandlerInstall(), 0);
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    Write(wrong[k].text, strlen(wrong[k].text));
    AssertFails(GR_EXIT_INPUT, wrong[k].message);
  }
  PetscPopErrorHandler();
}

/* One wrong line anywhere in a long file; line numbers count comments and empty lines. */
static void TestWrongAnywhere(void **state)
{
  static char text[30 * N];
  char expected[64];
  assert_int_equal(GrErrorHandlerInstall(), 0);
  for (int bad = 0; bad < N; bad += 37) {
    char *at = text + sprintf(text, "x,y,z\n");
    for (int i = 0; i < N; i++)
      at += sprintf(at, i == bad || i == bad + 400 ? "1,2,?\n" : i % 3 ? "1,2,3.25\n" : "# nothing\n");
    Write(text, (size_t)(at - text));
    snprintf(expected, sizeof expected, ":%d:5: z: '?' is not a number", bad + 2);
    AssertFails(GR_EXIT_INPUT, expected);
  }
  PetscPopErrorHandler();
}

static void TestLongLine(void **state)
{
  char text[6000] = "x,y,z\n1,2,3\n";
  size_t start = strlen(text), most = 4096;
  assert_int_equal(GrErrorHandlerInstall(), 0);
  memset(text + start, '#', most + 1);
  text[start + most] = '\n';
  Write(text, start + most + 1);
  GrCsv csv;
  assert_int_equal(GrFillCsvRead(PETSC_COMM_WORLD, path, &csv), 0);
  assert_true(csv.rows.total == 1);
  assert_int_equal(GrFillCsvDestroy(&csv), 0);
  text[start + most] = '#';
  text[start + most + 1] = '\n';
  Write(text, start + most + 2);
  AssertFails(GR_EXIT_INPUT, ":3:1: the line is longer than 4096 bytes; write one particle a line");
  PetscPopErrorHandler();
}

static void TestNoFile(void **state)
{
  char file[sizeof path];
  strcpy(file, path);
  assert_int_equal(GrErrorHandlerInstall(), 0);
  strcat(path, "-not-there");
  AssertFails(GR_EXIT_FILE, ": could not be read: No such file or directory");
  strcpy(path, ".");
  AssertFails(GR_EXIT_FILE, ": could not be read: Is a directory");
  strcpy(path, file);
  PetscPopErrorHandler();
}

/* Reads a number from a field. */
static double Read(const char *text)
{
  const GrCsvColumn column = {"x", "m", false, false};
  const char *at = text;
  const GrCsvField field = GrFillCsvFieldNext(text, &at, text + strlen(text));
  GrCsvProblem problem;
  double value = NAN;

  assert_true(GrFillCsvFieldNumber(&field, &column, &value, &problem));
  return value;
}

/* Numbers have the bits of strtod: with few digits, with more than 53 bits, with large powers of ten. */
static void TestNumbers(void **state)
{
  const char *edges[] = {"0",
                         "-0",
                         "+1.5",
                         ".5",
                         "5.",
                         "9007199254740992",
                         "9007199254740993",
                         "1e22",
                         "1e-22",
                         "1e23",
                         "1E-23",
                         "4.9e-324",
                         "1.7976931348623157e308",
                         "123456789012345678",
                         "0.1",
                         "-2.5e-3",
                         "9007199254740993e-22",
                         "00000000000000000001e3",
                         "8.5e15"};
  char text[64];

  for (size_t k = 0; k < sizeof(edges) / sizeof(edges[0]); k++) {
    const double own = Read(edges[k]), expected = strtod(edges[k], NULL);
    assert_memory_equal(&own, &expected, sizeof(own));
  }
  for (int k = 0; k < 20000; k++) {
    const double x = ldexp(sin(1.7 * k) * (1 + k / 7.0), k % 90 - 45);
    snprintf(text, sizeof(text), "%.*g", 1 + k % 17, x);
    const double own = Read(text), expected = strtod(text, NULL);
    assert_memory_equal(&own, &expected, sizeof(own));
  }
}

static int MakePath(void **state)
{
  const char *base = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/granum-csv-XXXXXX", base ? base : "/tmp");
  if (rank == 0)
    close(mkstemp(path));
  return MPI_Bcast(path, sizeof path, MPI_CHAR, 0, PETSC_COMM_WORLD);
}

static int RemovePath(void **state)
{
  return rank == 0 ? unlink(path) : 0;
}

UNIT_PETSC(BEFORE(MakePath), CASE(TestRows), CASE(TestCuts), CASE(TestOtherColumns), CASE(TestWrong),
           CASE(TestWrongAnywhere), CASE(TestLongLine), CASE(TestNoFile), CASE(TestNumbers), AFTER(RemovePath));
