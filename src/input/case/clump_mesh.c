/* Clumps from meshes. In the tree of the input, the key `clumps.NAME.mesh` is replaced by spheres that fill the closed
   mesh, and by the mass properties of the solid inside it. The resolved case and checkpoints then do not need the
   file. */
#include "input/case/clumps.h"
#include "input/key/key.h"
#include "mesh/file.h"
#include "mesh/parts.h"
#include "mesh/spheres.h"
#include <granum/error.h>
#include <string.h>

/* GrMeshPlacing.place; context: the length of 1 in the file. */
static void PlacePoint(const void *context, const double file[3], double start[3])
{
  for (int k = 0; k < 3; k++)
    start[k] = *(const double *)context * file[k];
}

/* The volume of a part that is inside out would be subtracted. */
static PetscErrorCode CheckParts(const char *clump, const char *path, const GrMesh *mesh)
{
  GrMeshPart *part, bad;
  int n;
  PetscCall(GrMeshPartsFind(mesh, &n, &part));
  const int turned = GrMeshPartsFindTurned(n, part);
  bad = part[turned < 0 ? 0 : turned];
  PetscCall(PetscFree(part));
  if (turned < 0)
    return 0;
  return GrFail(GR_EXIT_INPUT,
                "%s: clumps.%s.mesh: one of the %d parts of the mesh, from [%.6g, %.6g, %.6g] to [%.6g, %.6g, %.6g] m, "
                "is inside out: its triangles face inwards where those of the largest part face outwards, or the "
                "reverse; reverse "
                "the corners of its triangles (in mesh editors: flip the normals)",
                path, clump, n, bad.lower[0], bad.lower[1], bad.lower[2], bad.upper[0], bad.upper[1], bad.upper[2]);
}

static PetscErrorCode CheckMesh(const char *clump, const char *path, const GrMesh *mesh)
{
  const GrMeshQuality *q = GrMeshFileQuality(mesh);
  const double *at = q->open ? q->open_at : q->branched ? q->branched_at : q->turned_over_at;
  if (q->open || q->branched || q->turned_over)
    return GrFail(GR_EXIT_INPUT,
                  "%s: clumps.%s.mesh: the mesh is not closed, or its triangles have different orientations: %s near "
                  "[%.6g, %.6g, %.6g] m; "
                  "mend the mesh",
                  path, clump,
                  q->open       ? "an edge belongs to only one triangle"
                  : q->branched ? "an edge belongs to more than two triangles"
                                : "two neighbouring triangles have opposite orientations",
                  at[0], at[1], at[2]);
  return CheckParts(clump, path, mesh);
}

static void WriteVector(GrText *out, const char *before, const double v[3])
{
  for (int k = 0; k < 3; k++) {
    GrTextPrint(out, "%s", k ? ", " : before);
    GrTextNumber(out, v[k]);
  }
}

/* Writes a map with the keys `spheres` and `solid`. */
static void WriteKeys(GrText *out, int n, const GrClumpSphere sphere[], const GrClumpSolid *solid)
{
  for (int i = 0; i < n; i++) {
    WriteVector(out, i ? "}, {centre: [" : "{spheres: [{centre: [", sphere[i].centre);
    GrTextPrint(out, "], radius: ");
    GrTextNumber(out, sphere[i].radius);
  }
  GrTextPrint(out, "}], solid: {volume: ");
  GrTextNumber(out, solid->volume);
  WriteVector(out, ", centre: [", solid->centre);
  WriteVector(out, "], inertia: [", solid->inertia);
  WriteVector(out, "], products: [", solid->products);
  GrTextPrint(out, "], distance: ");
  GrTextNumber(out, solid->distance);
  GrTextPrint(out, "}}");
}

static PetscErrorCode FillMesh(const char *clump, const char *path, const GrClumpFilling *f, const GrMesh *mesh,
                               GrText *out)
{
  const int most = f->spheres ? (int)f->spheres : GR_CLUMP_SPHERES_MAX;
  const double tolerance = isnan(f->tolerance) ? 0 : f->tolerance;
  GrClumpSphere *sphere;
  GrClumpSolid solid;
  int n;
  PetscCall(CheckMesh(clump, path, mesh));
  GrMeshFindSolid(mesh, &solid);
  PetscCall(PetscMalloc1(most, &sphere));
  PetscCall(GrMeshFillSpheres(mesh, most, tolerance, sphere, &n, &solid.distance));
  if (n)
    WriteKeys(out, n, sphere, &solid);
  PetscCall(PetscFree(sphere));
  if (!n)
    return GrFail(GR_EXIT_INPUT,
                  "%s: clumps.%s.mesh: %d spheres do not reach the tolerance of %.6g m; write a larger tolerance%s",
                  path, clump, most, tolerance, most < GR_CLUMP_SPHERES_MAX ? ", or more spheres" : "");
  return 0;
}

/* Replaces the node `mesh` of a clump. */
static PetscErrorCode ReplaceMesh(GrDocument *document, const char *path, const GrClumpFilling *f, const GrMesh *mesh,
                                  GrNode *clump)
{
  GrNode *keys, *solid, *mass_from = GrNodeGet(clump, "mass_from");
  const char *origin;
  char *text;
  GrText out = {0};
  PetscErrorCode code = FillMesh(clump->key, path, f, mesh, &out);
  PetscCall(GrTextTake(&out, &text));
  if (!code)
    code = GrNodeArenaCopy(&document->arena, path, &origin);
  if (!code)
    code = GrDocumentParse(document, origin, false, text, &keys);
  PetscCall(PetscFree(text));
  PetscCall(code);
  GrNode *spheres = GrNodeGet(keys, "spheres");
  solid = GrNodeGet(keys, "solid");
  GrNodeRemove(keys, solid);
  GrNodeReplace(GrNodeGet(clump, "mesh"), spheres);
  spheres->key = "spheres";
  GrNodeAppend(clump, solid);
  if (mass_from && strcmp(GrNodeText(clump, "mass_from"), "mesh") == 0)
    mass_from->text = "solid";
  return 0;
}

PetscErrorCode GrCaseClumpReadMesh(MPI_Comm comm, const char *name, GrDocument *document, GrNode *clump)
{
  const GrCase named = {.file = (char *)name};
  const GrNode *node = GrNodeGet(clump, "mesh");
  GrClumpFilling filling = {0};
  char path[PETSC_MAX_PATH_LEN];
  GrMesh *mesh = NULL;
  if (strcmp(GrNodeText(document->root, "dimension"), "2") == 0)
    return GrNodeComplainKey(node, "fills a volume; write spheres instead, or dimension: 3");
  PetscErrorCode code = GrKeysRead(node, GrCaseClumpMeshKeys, GR_IN_SPACE, (char *)&filling);
  if (!code)
    code = GrCaseFile(&named, filling.file, sizeof path, path);
  const double scale = isnan(filling.scale) ? 1 : filling.scale;
  if (!code)
    code = GrMeshFileRead(comm, path, &(GrMeshPlacing){PlacePoint, &scale}, &mesh);
  if (!code)
    code = ReplaceMesh(document, path, &filling, mesh, clump);
  PetscCall(GrMeshFileRelease(&mesh));
  PetscCall(GrKeysFree(GrCaseClumpMeshKeys, (char *)&filling));
  return code;
}
