/* Reads the meshes of walls when the case is read. A resumed run takes the vertices and triangles from the checkpoint,
   not from the mesh files.

   A mesh is refused in three cases: no triangle has an area; the mesh is not closed although `closed` is true; it is
   more than 100 times larger or smaller than the domain and the input gives no unit. Other defects cause a warning or a
   line of `granum check`. Contacts depend neither on the orientation of triangles nor on open edges. */
#include "input/case/meshes.h"

#include "base/math/vector.h"
#include "mesh/file.h"
#include "mesh/parts.h"
#include "wall/mesh.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

static const double far_off = 100; /* mesh size / domain size that indicates a wrong unit */

static bool IsPlaced(const GrWall *wall)
{
  return wall->shape->parameters == GrWallMeshParameters;
}

static void PlacePoint(const void *wall, const double file[3], double start[3])
{
  if (IsPlaced(wall))
    GrWallMeshPlace(wall, file, start);
  else
    memcpy(start, file, 3 * sizeof *start);
}

/* ---- defects ---- */

static double DiagonalOf(const double lower[3], const double upper[3])
{
  const double d[3] = {upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]};
  return GrNorm3(d);
}

/* "is 1000 times as large as the domain: ..."; empty if the sizes are similar. */
typedef struct {
  char text[256];
} Sentence;
static Sentence DescribeRatio(const GrCase *the_case, const GrMeshQuality *q)
{
  const double size = DiagonalOf(q->lower, q->upper),
               ratio = size / DiagonalOf(the_case->domain.lower, the_case->domain.upper);
  Sentence said = {""};
  if (ratio > far_off)
    snprintf(said.text, sizeof said.text,
             "is %.3g times as large as the domain, %.3g m from corner to corner: are its coordinates in mm", ratio,
             size);
  if (ratio < 1 / far_off)
    snprintf(said.text, sizeof said.text,
             "is %.3g times smaller than the domain, %.3g m from corner to corner: are its coordinates in m, or cm",
             1 / ratio, size);
  return said;
}

static PetscErrorCode CheckMesh(const GrCase *the_case, const GrWall *wall, const char *path)
{
  const GrMeshQuality *q = GrMeshFileQuality(wall->mesh);
  const Sentence size = DescribeRatio(the_case, q);
  if (!IsPlaced(wall))
    return 0;
  if (*size.text && wall->value[GR_WALL_MESH_UNIT].number[0] == 0)
    return GrFail(GR_EXIT_INPUT,
                  "%s: %s? write walls.%s.unit: mm, or another unit that the file uses, such as cm or in; m if this "
                  "size is right",
                  path, size.text, wall->name);
  if (!wall->value[GR_WALL_MESH_CLOSED].flag || q->closed)
    return 0;
  if (q->open)
    return GrFail(
        GR_EXIT_INPUT,
        "%s: is not closed: %lld edges have one triangle, the first near [%.6g, %.6g, %.6g] m; mend the mesh, "
        "or write walls.%s.closed: false",
        path, (long long)q->open, q->open_at[0], q->open_at[1], q->open_at[2], wall->name);
  const double *at = q->turned_over ? q->turned_over_at : q->branched_at;
  return GrFail(
      GR_EXIT_INPUT,
      "%s: the mesh is not closed, or its triangles have different orientations: %lld edges belong to two triangles of "
      "opposite orientation, the first near [%.6g, %.6g, %.6g] m; mend the mesh, or write walls.%s.closed: false",
      path, (long long)(q->turned_over ? q->turned_over : q->branched), at[0], at[1], at[2], wall->name);
}

/* ---- reading ---- */

static bool IsSamePlace(const GrWall *a, const GrWall *b)
{
  for (int k = 0; a->shape->parameters[k].name; k++) {
    const GrWallValue *one = &a->value[k], *two = &b->value[k];
    if (one->choice != two->choice || one->flag != two->flag ||
        memcmp(one->number, two->number, sizeof one->number) != 0)
      return false;
    if (one->file && strcmp(one->file, two->file) != 0)
      return false;
  }
  return true;
}

/* The mesh of an equal wall in a domain of equal size; NULL: there is none. */
static GrMesh *FindSame(const GrCase *the_case, const GrWall *wall, const GrCase *other)
{
  for (int w = 0; other && w < other->n_walls; w++) {
    const GrWall *its = &other->walls[w];
    if (its->mesh && its->shape == wall->shape && IsSamePlace(wall, its) &&
        memcmp(&other->domain, &the_case->domain, sizeof other->domain) == 0)
      return its->mesh;
  }
  return NULL;
}

static PetscErrorCode ReadMesh(MPI_Comm comm, const GrCase *the_case, GrWall *wall)
{
  const GrMeshPlacing placing = {PlacePoint, wall};
  char path[PETSC_MAX_PATH_LEN];
  PetscCall(GrCaseFile(the_case, GrWallMeshNameOf(wall), sizeof path, path));
  PetscCall(GrMeshFileRead(comm, path, &placing, &wall->mesh));
  return CheckMesh(the_case, wall, path);
}

PetscErrorCode GrCaseMeshesRead(MPI_Comm comm, GrCase *the_case, const GrCase *other)
{
  for (int w = 0; w < the_case->n_walls; w++) {
    GrWall *wall = &the_case->walls[w];
    if (!GrWallMeshNameOf(wall))
      continue;
    wall->mesh = GrMeshFileShare(FindSame(the_case, wall, other));
    if (!wall->mesh)
      PetscCall(ReadMesh(comm, the_case, wall));
  }
  GrCaseMeshesShare(the_case);
  return 0;
}

void GrCaseMeshesShare(GrCase *the_case)
{
  for (int k = 0; k < the_case->n_stages; k++)
    for (int w = 0; the_case->stages[k].walls && w < the_case->n_walls; w++)
      the_case->stages[k].walls[w].mesh = the_case->walls[w].mesh;
}

/* ---- warnings, and lines of granum check ---- */

static bool IsOutside(const GrCase *the_case, const GrMeshQuality *q)
{
  for (int k = 0; k < 3; k++)
    if (q->upper[k] < the_case->domain.lower[k] || q->lower[k] > the_case->domain.upper[k])
      return true;
  return false;
}

static bool HasMesh(const GrCase *the_case, const GrMesh *mesh)
{
  for (int w = 0; the_case && w < the_case->n_walls; w++)
    if (the_case->walls[w].mesh == mesh)
      return true;
  return false;
}

void GrCaseMeshesWarn(const GrCase *the_case, const GrCase *before, FILE *out)
{
  for (int w = 0; w < the_case->n_walls; w++) {
    const GrWall *wall = &the_case->walls[w];
    if (wall->mesh && GrMeshFileQuality(wall->mesh) && !HasMesh(before, wall->mesh)) {
      const char *file = GrWallMeshNameOf(wall);
      const GrMeshQuality *q = GrMeshFileQuality(wall->mesh);
      const Sentence size = DescribeRatio(the_case, q);
      if (q->degenerate || q->duplicate)
        GrWarn(out,
               "%s: of %lld triangles %lld have no area and %lld repeat an earlier triangle; granum leaves them out",
               file, (long long)q->in_file, (long long)q->degenerate, (long long)q->duplicate);
      if (*size.text)
        GrWarn(out, "%s: %s? If so, write that in walls.%s.unit", file, size.text, wall->name);
      else if (IsOutside(the_case, q))
        GrWarn(out, "%s: is beyond the domain, from [%.6g, %.6g, %.6g] to [%.6g, %.6g, %.6g] m", file, q->lower[0],
               q->lower[1], q->lower[2], q->upper[0], q->upper[1], q->upper[2]);
    }
  }
}

static void PrintEdges(const char *what, PetscInt64 n, const double at[3], const char *mark, FILE *out)
{
  if (n)
    fprintf(out, "%s  %lld edge%s, the first near [%.6g, %.6g, %.6g] m\n", mark, (long long)n, what, at[0], at[1],
            at[2]);
}

enum { PARTS_PRINTED = 10 };

/* Prints the parts of a mesh with several parts. */
static void PrintParts(int n, const GrMeshPart part[], const char *mark, FILE *out)
{
  const int turned = GrMeshPartsFindTurned(n, part);

  for (int p = 0; n > 1 && p < PetscMin(n, PARTS_PRINTED); p++) {
    fprintf(out, "%s  part %d: %lld triangles, ", mark, p + 1, (long long)part[p].n_triangles);
    if (part[p].closed)
      fprintf(out, "closed, volume %.6g m^3, triangles face %s", fabs(part[p].volume),
              part[p].volume < 0 ? "inwards" : "outwards");
    else
      fprintf(out, "not closed");
    fprintf(out, "%s, from [%.6g, %.6g, %.6g] to [%.6g, %.6g, %.6g] m", part[p].depth ? ", inside another part" : "",
            part[p].lower[0], part[p].lower[1], part[p].lower[2], part[p].upper[0], part[p].upper[1], part[p].upper[2]);
    if (part[p].nearest >= 0)
      fprintf(out, ", gap to part %d: %.4g m", part[p].nearest + 1, part[p].gap);
    fputc('\n', out);
  }
  if (n > PARTS_PRINTED)
    fprintf(out, "%s  and %d more parts\n", mark, n - PARTS_PRINTED);
  if (turned >= 0)
    fprintf(
        out,
        "%s  part %d is inside out: its triangles face inwards where those of the largest part face outwards, or the "
        "reverse; reverse the corners of its triangles (in mesh editors: flip the normals)\n",
        mark, turned + 1);
}

static PetscErrorCode PrintMesh(const GrWall *wall, const char *mark, FILE *out)
{
  const GrMeshQuality *q = GrMeshFileQuality(wall->mesh);
  GrMeshPart *part;
  int n;
  PetscCall(GrMeshPartsFind(wall->mesh, &n, &part));
  fprintf(out, "%swall %s: %s: %lld triangles, %lld vertices, area %.6g m^2, ", mark, wall->name,
          GrWallMeshNameOf(wall), (long long)wall->mesh->n_triangles, (long long)wall->mesh->n_vertices, q->area);
  if (n > 1)
    fprintf(out, "%d parts, %s\n", n, q->closed ? "closed" : "not closed");
  else if (q->closed)
    fprintf(out, "closed, volume %.6g m^3, triangles face %s\n", fabs(q->volume),
            q->volume < 0 ? "inwards" : "outwards");
  else
    fprintf(out, "not closed\n");
  fprintf(out, "%s  from [%.6g, %.6g, %.6g] to [%.6g, %.6g, %.6g] m, edges of %.3g to %.3g m\n", mark, q->lower[0],
          q->lower[1], q->lower[2], q->upper[0], q->upper[1], q->upper[2], q->shortest, q->longest);
  if (q->degenerate || q->duplicate)
    fprintf(out, "%s  left out: %lld triangles without area, %lld duplicates\n", mark, (long long)q->degenerate,
            (long long)q->duplicate);
  PrintParts(n, part, mark, out);
  PrintEdges("s with one triangle", q->open, q->open_at, mark, out);
  PrintEdges("s with more than two triangles", q->branched, q->branched_at, mark, out);
  PrintEdges("s whose two triangles have opposite orientations", q->turned_over, q->turned_over_at, mark, out);
  return PetscFree(part);
}

PetscErrorCode GrCaseMeshesPrint(const GrCase *the_case, const char *mark, FILE *out)
{
  for (const GrWall *wall = the_case->walls; wall < the_case->walls + the_case->n_walls; wall++)
    if (wall->mesh && GrMeshFileQuality(wall->mesh))
      PetscCall(PrintMesh(wall, mark, out));
  return 0;
}
