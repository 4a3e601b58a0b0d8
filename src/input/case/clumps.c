/* Clumps (rigid bodies of spheres) of a case: checks, mass properties, warnings, and lines of `granum check`. */
#include "input/case/clumps.h"

#include "clump/clump.h"
#include <granum/error.h>
#include <math.h>
#include <string.h>

/* Checks that a body can have these mass properties. */
static PetscErrorCode CheckSolid(const GrCase *the_case, const GrNode *node, const GrClump *clump)
{
  const GrNode *given = GrNodeGet(node, "solid"), *mass_from = GrNodeGet(node, "mass_from");
  const double *p = clump->solid.products, *m;
  GrClumpMember unused;
  GrClumpBody body;
  if (clump->mass_from == GR_CLUMP_MESH)
    return GrNodeComplain(mass_from, "needs a mesh; write mesh: {file: .., spheres: ..}, or mass_from: union");
  if (clump->mass_from == GR_CLUMP_SOLID && isnan(clump->solid.volume))
    return GrNodeComplain(mass_from, "needs mass properties; write solid: {volume: .., centre: [..], inertia: [..]}");
  if (isnan(clump->solid.volume))
    return 0;
  if (the_case->dimension == 2 && (clump->solid.centre[2] != 0 || (!isnan(p[0]) && (p[1] != 0 || p[2] != 0))))
    return GrNodeComplainKey(given, "is out of the plane of dimension 2; write 0 for z of centre and in products");
  GrClumpPrepareSolid(1, clump->spheres, the_case->dimension == 2, &clump->solid, &unused, &body);
  m = body.moments;
  const double most = PetscMax(m[0], PetscMax(m[1], m[2]));
  if (!(PetscMin(m[0], m[2]) > 0 && 2 * most <= (1 + 1e-9) * (m[0] + m[1] + m[2])))
    return GrNodeComplainKey(GrNodeGet(given, "inertia"),
                             "has the principal moments %.6g, %.6g and %.6g m^2, and in a body each is positive and no "
                             "larger than the sum of the other two; look at the signs, the order and the unit",
                             m[0], m[1], m[2]);
  return 0;
}

static PetscErrorCode CheckSpheres(const GrCase *the_case, const GrNode *node, const GrClump *clump)
{
  const GrNode *list = GrNodeGet(node, "spheres"), *sphere = list ? list->first : NULL;
  if (clump->file)
    return GrNodeComplain(GrNodeGet(node, "file"), "is read only with an input file; write the spheres instead");
  if (clump->mesh.file)
    return GrNodeComplainKey(GrNodeGet(node, "mesh"), "is read only with an input file; write the spheres instead");
  if (!clump->n_spheres)
    return GrNodeComplainKey(list, "is empty; write one sphere or more, [{centre: [x, y, z], radius: ..}, ..]");
  if (clump->n_spheres > GR_CLUMP_SPHERES_MAX)
    return GrNodeComplainKey(list, "has %d spheres, and %d can be; write fewer", clump->n_spheres,
                             GR_CLUMP_SPHERES_MAX);
  for (int i = 0; the_case->dimension == 2 && i < clump->n_spheres; i++, sphere = sphere->next)
    if (clump->spheres[i].centre[2] != 0)
      return GrNodeComplain(GrNodeAt(GrNodeGet(sphere, "centre"), 2),
                            "is out of the plane of dimension 2; write 0, or dimension: 3");
  return CheckSolid(the_case, node, clump);
}

static PetscErrorCode PrepareClump(const GrCase *the_case, const GrClump *clump, GrClumpMassFrom mass_from,
                                   GrClumpMember member[], GrClumpBody *body)
{
  if (mass_from != GR_CLUMP_SOLID)
    return GrClumpPrepare(clump->n_spheres, clump->spheres, mass_from, member, body);
  GrClumpPrepareSolid(clump->n_spheres, clump->spheres, the_case->dimension == 2, &clump->solid, member, body);
  return 0;
}

/* Mass properties, and the size and orientation of a group whose input gives none. */
static PetscErrorCode PrepareGroup(GrCase *the_case, GrGrains *grains)
{
  GrClump *clump = &the_case->clumps[grains->clump];
  if (!clump->member) {
    PetscCall(PetscMalloc1(clump->n_spheres, &clump->member));
    PetscCall(PrepareClump(the_case, clump, clump->mass_from, clump->member, &clump->body));
  }
  if (grains->orientation < 0)
    grains->orientation = GR_ORIENTATION_RANDOM;
  if (grains->radii.kind == GR_RADII_CONSTANT && isnan(grains->radii.mean) &&
      !(grains->generator && grains->generator->gives_sizes))
    grains->radii.mean = clump->body.equal_radius;
  return 0;
}

/* Parts of a case that do not support clumps yet. */
static PetscErrorCode CheckGroup(const GrCase *the_case, const GrNode *root, const GrGrains *grains, const GrNode *node)
{
  if (grains->fixed && (grains->spin[0] != 0 || grains->spin[1] != 0 || grains->spin[2] != 0))
    return GrNodeComplainKey(GrNodeGet(node, "spin"),
                             "does not rotate a clump with fixed: true; remove one of the two");
  if (!the_case->time.integrator->fixed_step)
    return GrNodeComplain(GrNodeGet(GrNodeGet(root, "time"), "integrator"),
                          "clumps cannot be integrated by %s yet; write verlet, or remove clump from particles.%s",
                          the_case->time.integrator->name, grains->name);
  return 0;
}

PetscErrorCode GrCaseCheckClumps(GrCase *the_case, const GrNode *root)
{
  const GrNode *clumps = GrNodeGet(root, "clumps"), *particles = GrNodeGet(root, "particles");
  for (int i = 0; i < the_case->n_clumps; i++)
    PetscCall(CheckSpheres(the_case, GrNodeAt(clumps, i), &the_case->clumps[i]));
  for (int i = 0; i < the_case->n_grains; i++) {
    GrGrains *grains = &the_case->grains[i];
    if (grains->clump < 0)
      continue;
    PetscCall(CheckGroup(the_case, root, grains, GrNodeAt(particles, i)));
    PetscCall(PrepareGroup(the_case, grains));
  }
  return 0;
}

/* ---- warnings, and lines of granum check ---- */

/* Warns about the first sphere for which `is` is true. */
static void WarnOfSphere(const GrCase *the_case, const GrClump *clump, bool (*is)(int, const GrClumpSphere *, int),
                         const char *sentence, FILE *out)
{
  int n = 0, first = 0;
  for (int i = clump->n_spheres - 1; i >= 0; i--)
    if (is(clump->n_spheres, clump->spheres, i)) {
      first = i;
      n++;
    }
  if (n)
    GrWarn(out, "%s:%d:%d: clumps.%s.spheres.%d: %s (number of these spheres: %d of %d)", the_case->file,
           clump->place.line, clump->place.column, clump->name, first, sentence, n, clump->n_spheres);
}

void GrCaseClumpsWarn(const GrCase *the_case, FILE *out)
{
  for (int i = 0; i < the_case->n_clumps; i++) {
    const GrClump *clump = &the_case->clumps[i];
    if (!clump->member)
      continue;
    if (clump->mass_from == GR_CLUMP_UNION) /* in a sum it adds mass */
      WarnOfSphere(the_case, clump, GrClumpIsInside, "is inside another sphere, so that it touches nothing; remove it",
                   out);
    if (isnan(clump->solid.distance)) /* not in a mesh */
      WarnOfSphere(the_case, clump, GrClumpIsSeparate, "touches no other sphere of the body; look at its centre", out);
  }
}

PetscErrorCode GrCaseClumpsPrint(const GrCase *the_case, const char *mark, FILE *out)
{
  for (const GrClump *clump = the_case->clumps; clump < the_case->clumps + the_case->n_clumps; clump++)
    if (clump->member) { /* compares a union with the solid, or else with the sum, and others with the union */
      static const char *const names[] = {"union", "sum", "solid"};
      const GrClumpBody *b = &clump->body;
      const bool solid = !isnan(clump->solid.volume), compared = clump->n_spheres > 1 && (solid || !clump->mass_from);
      const GrClumpMassFrom with = clump->mass_from ? GR_CLUMP_UNION : solid ? GR_CLUMP_SOLID : GR_CLUMP_SUM;
      GrClumpMember *unused;
      GrClumpBody other;
      PetscCall(PetscMalloc1(clump->n_spheres, &unused));
      PetscCall(PrepareClump(the_case, clump, with, unused, &other));
      PetscCall(PetscFree(unused));
      fprintf(out, "%sclump %s: %d sphere%s, radius of the sphere of equal volume %.8g m\n", mark, clump->name,
              clump->n_spheres, clump->n_spheres == 1 ? "" : "s", b->equal_radius);
      fprintf(out, "%s  centre of mass [%.8g, %.8g, %.8g] m, volume %.8g m^3", mark, b->origin[0], b->origin[1],
              b->origin[2], b->volume);
      if (compared)
        fprintf(out, ", of the %s%s %.5g m^3 (%+.3g %%)", names[with], with == GR_CLUMP_SOLID ? "" : " of the spheres",
                other.volume, 100 * (other.volume / b->volume - 1));
      fprintf(out, "\n%s  moments of inertia over mass [%.8g, %.8g, %.8g] m^2", mark, b->moments[0], b->moments[1],
              b->moments[2]);
      if (compared)
        fprintf(out, ", of the %s [%.5g, %.5g, %.5g]", names[with], other.moments[0], other.moments[1],
                other.moments[2]);
      if (solid && !isnan(clump->solid.distance))
        fprintf(out, "\n%s  distance of the surface of the solid from the spheres at most %.4g m", mark,
                clump->solid.distance);
      fprintf(out, "\n");
    }
  return 0;
}
