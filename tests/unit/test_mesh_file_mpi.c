/* Meshes from files: text and binary STL and OBJ give the same triangles; omitted triangles have no influence;
   quality computed by hand; equal on all ranks; errors of a file are reported equally on every rank; damaged files
   never crash.
   Labels: case input mesh parallel wall. */
#include "unit.h"

#include "case/wall.h"
#include "input/yaml/read.h"
#include "mesh/file.h"

#include <granum/error.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[1024], path[1100];

/* Rank 0 writes the file, the others wait. */
static void WriteFile(const char *name, const void *bytes, size_t length)
{
  MPI_Barrier(PETSC_COMM_WORLD);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  if (rank == 0) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fwrite(bytes, 1, length, file) == length);
    assert_int_equal(fclose(file), 0);
  }
  MPI_Barrier(PETSC_COMM_WORLD);
}

static void WriteText(const char *name, const char *text)
{
  WriteFile(name, text, strlen(text));
}

static void PlaceThousandth(const void *unused, const double file[3], double start[3])
{
  for (int k = 0; k < 3; k++)
    start[k] = file[k] / 1000;
}

static PetscErrorCode ReadMesh(GrMesh **mesh)
{
  const GrMeshPlacing placing = {PlaceThousandth, NULL};
  locale_t before = GrDocumentLocaleBegin();
  PetscErrorCode code = GrMeshFileRead(PETSC_COMM_WORLD, path, &placing, mesh);
  GrDocumentLocaleEnd(before);
  return code;
}

static GrMesh *MustRead(void)
{
  GrMesh *mesh;
  FACT(!ReadMesh(&mesh), "%s", GrFailureMessage());
  return mesh;
}

/* A tetrahedron [mm] whose triangles face outwards. */
static const double corners[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
static const int faces[4][3] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

static size_t PrintFacet(char *out, const char *before, const int face[3])
{
  char *at = out + sprintf(out, "%sfacet normal 0 0 nan\nouter loop\n", before);
  for (int c = 0; c < 3; c++)
    at += sprintf(at, "  vertex %g %g %e\n", corners[face[c]][0], corners[face[c]][1], corners[face[c]][2]);
  return (size_t)(at - out) + (size_t)sprintf(at, "endloop\n endfacet\n");
}

static size_t PrintStl(char *out, int n)
{
  char *at = out + sprintf(out, "solid a name of words\n");
  for (int t = 0; t < n; t++)
    at += PrintFacet(at, " ", faces[t]);
  return (size_t)(at - out) + (size_t)sprintf(at, "endsolid a name of words\n");
}

/* The same, binary; it begins with the word `solid` as files of some programs do. */
static size_t PutBinary(unsigned char *out, int n)
{
  memset(out, 0, 84 + 50 * (size_t)n);
  memcpy(out, "solid of bytes", 14);
  out[80] = (unsigned char)n;
  for (int t = 0; t < n; t++)
    for (int c = 0; c < 3; c++)
      for (int k = 0; k < 3; k++) {
        const float number = (float)corners[faces[t % 4][c]][k];
        uint32_t bits;
        memcpy(&bits, &number, 4);
        for (int b = 0; b < 4; b++)
          out[84 + 50 * t + 12 + 12 * c + 4 * k + b] = (unsigned char)(bits >> 8 * b);
      }
  return 84 + 50 * (size_t)n;
}

static void AssertTetrahedron(void)
{
  GrMesh *mesh = MustRead();
  assert_int_equal(mesh->n_vertices, 4);
  assert_int_equal(mesh->n_triangles, 4);
  for (int t = 0; t < 4; t++)
    for (int c = 0; c < 3; c++)
      for (int k = 0; k < 3; k++)
        assert_true(mesh->vertex[mesh->triangle[t][c]][k] == corners[faces[t][c]][k] / 1000);
  const GrWall wall = {.mesh = mesh};
  double corner[3][3];
  assert_true(GrWallTriangle(&wall, 3, corner) && !GrWallTriangle(&wall, 4, corner));
  assert_true(corner[2][0] == corners[faces[3][2]][0] / 1000);
  const GrMeshQuality *q = GrMeshFileQuality(mesh);
  assert_true(q->closed);
  assert_int_equal(q->open + q->branched + q->turned_over + q->degenerate + q->duplicate, 0);
  assert_true(fabs(q->volume - 1e-9) < 1e-22); /* 1 x 2 x 3 / 6 mm^3 */
  assert_true(fabs(q->area - (1 + 1.5 + 3 + 3.5) * 1e-6) < 1e-19);
  assert_true(q->shortest == 0.001 && fabs(q->longest - sqrt(13) / 1000) < 1e-17);
  assert_true(q->lower[2] == 0 && q->upper[2] == 0.003);
  GrMesh *again = GrMeshFileShare(mesh);
  assert_int_equal(GrMeshFileRelease(&mesh), 0);
  assert_null(mesh);
  assert_int_equal(again->n_triangles, 4);
  assert_int_equal(GrMeshFileRelease(&again), 0);
}

static void TestForms(void **state)
{
  char text[4096];
  unsigned char bytes[84 + 50 * 4];
  WriteFile("a.stl", text, PrintStl(text, 4));
  AssertTetrahedron();
  for (char *at = text; *at; at++) /* capitals, other ends of lines */
    *at = *at == '\n' ? '\r' : (char)(*at >= 'a' && *at <= 'z' ? *at - 32 : *at);
  for (char *at = strchr(text, '\r'); at; at = strchr(at, '\r'))
    *at = at[-1] == 'S' || strncmp(at + 1, "ENDSOLID", 8) == 0 || at[1] == ' ' ? '\n' : ' ';
  WriteText("a.STL", text);
  AssertTetrahedron();
  WriteFile("b.stl", bytes, PutBinary(bytes, 4));
  AssertTetrahedron();
  WriteText("c.obj",
            "# words\nmtllib none.mtl\no thing\nv 0 0 0 1\nv 1 -0 0 0.5 0.5 0.5\r\nv 0 2 0\nv 0 0 \\\n3\nvn 0 0 1\n"
            "vt 0 0\ns off\nf 1/1 3/1 2/1\nf -4//1 -3//1 -1//1\nf 2/1/1 3/1/1 4/1/1\nl 1 2\nf 3 \\\n 1 4\n");
  AssertTetrahedron();
}

/* Polygons become fans. */
static void TestPolygons(void **state)
{
  WriteText("d.obj", "v 0 0 0\nv 1 0 0\nv 2 1 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4 5\n");
  GrMesh *mesh = MustRead();
  const int32_t fan[3][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}};
  assert_int_equal(mesh->n_triangles, 3);
  assert_memory_equal(mesh->triangle, fan, sizeof fan);
  const GrMeshQuality *q = GrMeshFileQuality(mesh);
  assert_int_equal(q->open, 5);
  assert_false(q->closed);
  assert_int_equal(GrMeshFileRelease(&mesh), 0);
}

/* The same triangles, regardless of triangles without area or duplicates among them. */
static void TestLeftOut(void **state)
{
  char text[8192], *at = text;
  const int flat[3] = {0, 0, 2}, same[3] = {2, 1, 0};
  at += sprintf(at, "solid\n");
  at += PrintFacet(at, "", flat);
  at += PrintFacet(at, "", faces[0]);
  at += PrintFacet(at, "", same);
  at += sprintf(at, "facet normal 0 0 0 outer loop vertex 7 7 7 vertex 8 8 8 vertex 9.5 9.5 9.5 endloop endfacet\n");
  for (int t = 1; t < 4; t++)
    at += PrintFacet(at, "", faces[t]);
  sprintf(at, "endsolid\nsolid nothing\nendsolid\n");
  WriteText("e.stl", text);
  GrMesh *mesh = MustRead(), *clean;
  WriteFile("f.stl", text, PrintStl(text, 4));
  clean = MustRead();
  assert_int_equal(GrMeshFileQuality(mesh)->in_file, 7);
  assert_int_equal(GrMeshFileQuality(mesh)->degenerate, 2);
  assert_int_equal(GrMeshFileQuality(mesh)->duplicate, 1);
  assert_int_equal(mesh->n_vertices, clean->n_vertices);
  assert_int_equal(mesh->n_triangles, clean->n_triangles);
  assert_memory_equal(mesh->vertex, clean->vertex, 4 * sizeof *mesh->vertex);
  assert_memory_equal(mesh->triangle, clean->triangle, 4 * sizeof *mesh->triangle);
  assert_int_equal(GrMeshFileRelease(&mesh), 0);
  assert_int_equal(GrMeshFileRelease(&clean), 0);
}

/* Two squares that meet in an edge, one turned over; a fin on it. */
static void TestEdges(void **state)
{
  const char *squares = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 2 1 0\nv 1 0.5 1\nf 1 2 3 4\n";
  char text[512];
  snprintf(text, sizeof text, "%sf 2 3 6 5\n", squares);
  WriteText("g.obj", text);
  GrMesh *mesh = MustRead();
  const GrMeshQuality *q = GrMeshFileQuality(mesh);
  assert_int_equal(q->turned_over, 1);
  assert_int_equal(q->open, 6);
  assert_int_equal(q->branched, 0);
  assert_true(q->turned_over_at[0] == 0.001 && q->turned_over_at[1] == 0.0005);
  assert_int_equal(GrMeshFileRelease(&mesh), 0);
  snprintf(text, sizeof text, "%sf 2 5 6 3\nf 2 3 7\n", squares);
  WriteText("g.obj", text);
  mesh = MustRead();
  q = GrMeshFileQuality(mesh);
  assert_int_equal(q->turned_over, 0);
  assert_int_equal(q->open, 8);
  assert_int_equal(q->branched, 1);
  assert_int_equal(GrMeshFileRelease(&mesh), 0);
}

/* Large enough to be shared by the ranks of a node. */
static void TestLarge(void **state)
{
  enum { SIDE = 200 };
  char *text = malloc(64 * (SIDE + 1) * (SIDE + 1) * 2), *at = text;
  for (int i = 0; i <= SIDE; i++)
    for (int j = 0; j <= SIDE; j++)
      at += sprintf(at, "v %d %d %d\n", i, j, i * j % 7);
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++) {
      const int a = i * (SIDE + 1) + j + 1, b = a + SIDE + 1;
      at += sprintf(at, "f %d %d %d\nf %d %d %d\n", a, b, b + 1, a, b + 1, a + 1);
    }
  WriteText("h.obj", text);
  GrMesh *mesh = MustRead();
  assert_int_equal(mesh->n_triangles, 2 * SIDE * SIDE);
  assert_int_equal(mesh->n_vertices, (SIDE + 1) * (SIDE + 1));
  const double *last = mesh->vertex[mesh->triangle[2 * SIDE * SIDE - 1][1]];
  assert_true(last[0] == SIDE / 1000.0 && last[1] == SIDE / 1000.0 && last[2] == (SIDE * SIDE % 7) / 1000.0);
  assert_int_equal(GrMeshFileRelease(&mesh), 0);
  free(text);
}

static void AssertFails(const char *fragment)
{
  GrMesh *mesh;
  assert_true(ReadMesh(&mesh) != 0);
  assert_null(mesh);
  assert_int_equal(GrFailureCode(), GR_EXIT_INPUT);
  FACT(strstr(GrFailureMessage(), fragment) && strncmp(GrFailureMessage(), path, strlen(path)) == 0,
       "'%s' does not tell '%s'", GrFailureMessage(), fragment);
  GrFailureClear();
}

static void TestWrong(void **state)
{
#define BEGIN "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n"
  static const struct {
    const char *name, *text, *fragment;
  } wrong[] = {
      {"a.stl", "", ": is empty; give"},
      {"a.stl", "solid\nendsolid\n", ": has no triangles; export"},
      {"a.stl", "hello", ": is not an STL file: it has 5 bytes"},
      {"a.stl", BEGIN "vertex 1 0 0\n", ":5:13: the file ends where 'vertex' should follow; it is cut short"},
      {"a.stl", BEGIN "vertex 1 0", ":5:11: the file ends within a triangle"},
      {"a.stl", BEGIN "vertex 1 0 nan", ":5:12: 'nan' is not a coordinate"},
      {"a.stl", BEGIN "vertex 1 1e39 0", ":5:10: '1e39' is not a coordinate"},
      {"a.stl", BEGIN "vertex 1,5 0 0", ":5:8: '1,5' is not a number"},
      {"a.stl", BEGIN "endloop", ":5:1: 'endloop' is in the place of 'vertex'"},
      {"a.stl", BEGIN "vertex 1 0 0 vertex 0 1 0 endloop endfacet", "the file ends without 'endsolid'"},
      {"a.stl", BEGIN "vertex 1 0 0 vertex 0 1 0 endloop endfacet\nendsolid s\nbye\n",
       ":7:1: 'bye' follows the end of the solid"},
      {"a.stl", BEGIN "vertex 1 0 0 vertex 2 0 0 endloop endfacet\nendsolid s\n", ": all 1 triangles are degenerate"},
      {"a.obj", "", ": has no triangles"},
      {"a.obj", "v 0 0\n", ":1:6: a vertex has 2 of its 3 coordinates"},
      {"a.obj", "v 0 0 x\n", ":1:7: 'x' is not a number"},
      {"a.obj", "v 0 0 0\nf 1 1 2\n", ":2:7: there is no vertex 2: there are 1 so far"},
      {"a.obj", "v 0 0 0\nf 1 0 1\n", ":2:5: there is no vertex 0"},
      {"a.obj", "v 0 0 0\nf -2 1 1\n", ":2:3: there is no vertex -2"},
      {"a.obj", "v 0 0 0\nf 1/a 99999999999999999999 1\n", ":2:7: there is no vertex 99999999999999999999"},
      {"a.obj", "v 0 0 0\nf 1.5 1 1\n", ":2:3: '1.5' is not the number of a vertex"},
      {"a.obj", "v 0 0 0\nf 1 1\n", ":2:6: a face has 2 vertices"},
      {"a.obj", "v 0 0 0\nv 1 0 0\nv 0.1 0.1 0\nv 0 1 0\nf 2 3 4 1\n", ":5:1: the face of 4 vertices is not convex"},
      {"a.ply", "ply\n", ": the name ends neither in .stl nor in .obj"}};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    WriteText(wrong[k].name, wrong[k].text);
    AssertFails(wrong[k].fragment);
  }
  unsigned char bytes[84 + 50 * 4 + 1];
  size_t n = PutBinary(bytes, 4);
  WriteFile("a.stl", bytes, n - 1);
  AssertFails(": byte 80: is a binary STL of 4 triangles by its count, so of 284 bytes, and has 283: it is cut short");
  WriteFile("a.stl", bytes, n + 1);
  AssertFails("and has 285: it continues after them");
  memcpy(bytes + 84 + 50 * 2 + 16, "\x00\x00\xc0\x7f", 4); /* not a number */
  WriteFile("a.stl", bytes, n);
  AssertFails(": byte 200, triangle 3: a coordinate is nan");
  snprintf(path, sizeof path, "%s/none.stl", folder);
  AssertFails(": cannot be read: No such file or directory; give");
  snprintf(path, sizeof path, "%s/folder.obj", folder);
  AssertFails(": cannot be read: Is a directory; give");
  snprintf(path, sizeof path, "%s/folder.stl", folder);
  AssertFails(": cannot be read: Is a directory; give");
}

/* With changed, removed or doubled bytes the result is a mesh, or one failure of the input. */
static void TestDamaged(void **state)
{
  char text[4096];
  unsigned char bytes[1024], damaged[4096];
  const unsigned char others[] = "0-9.e/\n\"";
  uint32_t random = 1;
  GrMesh *mesh;
  const char *obj = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1/1 3/1 2/1\nf -4//1 -3//1 -1//1\nf 2 3 4 1\n";
  const struct {
    const char *name;
    const void *bytes;
    size_t n;
  } from[] = {{"z.stl", text, PrintStl(text, 4)}, {"z.stl", bytes, PutBinary(bytes, 4)}, {"z.obj", obj, strlen(obj)}};
  for (int trial = 0; trial < 600; trial++) {
    size_t n = from[trial % 3].n;
    memcpy(damaged, from[trial % 3].bytes, n);
    for (int change = 0; change < 3; change++) {
      random = random * 1664525u + 1013904223u;
      const size_t at = (random >> 8) % n;
      if (random >> 30 == 0)
        n = at + 1;
      else
        damaged[at] = (unsigned char)(random >> 30 == 1 ? random >> 12 : others[(random >> 12) % 8]);
    }
    WriteFile(from[trial % 3].name, damaged, n);
    if (ReadMesh(&mesh)) {
      assert_int_equal(GrFailureCode(), GR_EXIT_INPUT);
      assert_null(strchr(GrFailureMessage(), '\n'));
      GrFailureClear();
    } else {
      assert_true(mesh->n_triangles > 0 && mesh->n_vertices >= 3);
      assert_int_equal(GrMeshFileRelease(&mesh), 0);
    }
  }
}

static int MakeFolder(void **state)
{
  const char *base = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/granum-mesh-XXXXXX", base ? base : "/tmp");
  if (rank == 0 && mkdtemp(folder)) {
    char command[2200];
    snprintf(command, sizeof command, "mkdir %s/folder.stl %s/folder.obj", folder, folder);
    if (system(command))
      return 1;
  }
  return MPI_Bcast(folder, sizeof folder, MPI_CHAR, 0, PETSC_COMM_WORLD);
}

static int RemoveFolder(void **state)
{
  char command[2200];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return rank == 0 ? system(command) : 0;
}

UNIT_PETSC(BEFORE(MakeFolder), CASE(TestForms), CASE(TestPolygons), CASE(TestLeftOut), CASE(TestEdges), CASE(TestLarge),
           CASE(TestWrong), CASE(TestDamaged), AFTER(RemoveFolder));
