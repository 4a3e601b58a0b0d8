/* GrStudyWarn (granum/case.h): warnings about materials, rules, clumps and coordinates that no case of an input uses,
   and about rules that take the pull of their law away.

   Materials, rules and clumps of two cases are the same if they have the same line and column in the input. Values of
   the option --set have no line; they are the same if they have the same name or position. */
#include "case/study.h"

#include "input/case/clumps.h"
#include "input/case/input.h"
#include "input/case/meshes.h"
#include "particle/fill/insert.h"
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>

enum { WARNINGS_MAX = 10, PLACE_MAX = 1024 };

typedef struct {
  GrPlace place;
  char name[GR_NAME_MAX + 16]; /* materials.steel, contacts.1 */
  enum { MATERIAL, RULE, CLUMP } kind;
  bool used;
  const char *clipped; /* name of the law whose pull the rule takes away; NULL: none */
} Entry;

typedef struct {
  Entry *entry;
  int n;
} Entries;

static void MarkUsed(Entry *materials, int material)
{
  if (material >= 0)
    materials[material].used = true;
}

/* Marks the materials that the bodies of the case have. */
static void UseMaterials(const GrCase *c, Entry *materials)
{
  for (int i = 0; i < c->n_groups; i++) {
    MarkUsed(materials, c->groups[i].material);
    for (int k = 0; k < c->groups[i].n_pattern; k++)
      MarkUsed(materials, c->groups[i].pattern[k].material);
  }
  for (int i = 0; i < c->n_grains; i++)
    MarkUsed(materials, c->grains[i].material);
  for (int i = 0; i < c->n_walls; i++)
    MarkUsed(materials, c->walls[i].material);
  for (int i = 0; i < c->impact.n_bodies; i++)
    MarkUsed(materials, c->impact.body[i].material);
  for (int i = 0; i < c->motion.n_surfaces; i++)
    MarkUsed(materials, c->motion.surface[i].material);
}

static int CountEntries(const GrCase *c)
{
  return c->n_materials + c->n_rules + c->n_clumps;
}

static void AddCase(const GrCase *c, Entries *all)
{
  Entry *materials = all->entry + all->n, *rules = materials + c->n_materials;
  for (int i = 0; i < c->n_materials; i++) {
    materials[i].place = c->materials[i].place;
    snprintf(materials[i].name, sizeof materials[i].name, "materials.%s", c->materials[i].name);
  }
  UseMaterials(c, materials);
  for (int i = 0; i < c->n_rules; i++) {
    rules[i] = (Entry){.place = c->rules[i].place, .kind = RULE, .used = c->rules[i].used};
    rules[i].clipped = c->rules[i].clipped ? c->rules[i].law->name : NULL;
    snprintf(rules[i].name, sizeof rules[i].name, "contacts.%d", i);
  }
  for (int i = 0; i < c->n_clumps; i++) {
    Entry *clump = &rules[c->n_rules + i];
    *clump = (Entry){.place = c->clumps[i].place, .kind = CLUMP, .used = c->clumps[i].member != NULL};
    snprintf(clump->name, sizeof clump->name, "clumps.%s", c->clumps[i].name);
  }
  all->n += CountEntries(c);
}

/* Sorts by place; entries without a place by name. */
static int CompareEntries(const void *a, const void *b)
{
  const Entry *x = a, *y = b;
  if (x->place.line != y->place.line)
    return x->place.line < y->place.line ? -1 : 1;
  if (x->place.column != y->place.column)
    return x->place.column < y->place.column ? -1 : 1;
  return x->place.line ? 0 : strcmp(x->name, y->name);
}

/* "FILE" or "FILE:LINE:COLUMN". Returns `text`. */
static const char *PlaceOf(const char *file, const Entry *entry, size_t length, char *text)
{
  if (entry->place.line)
    snprintf(text, length, "%s:%d:%d", file, entry->place.line, entry->place.column);
  else
    snprintf(text, length, "%s", file);
  return text;
}

static void WarnOfEntry(const char *file, const Entry *entry, bool several, FILE *out)
{
  char place[PLACE_MAX];
  PlaceOf(file, entry, sizeof place, place);
  if (entry->kind == RULE)
    GrWarn(out, "%s: %s: no two bodies%s can touch under this rule; remove the rule, or correct its materials", place,
           entry->name, several ? " of any case" : "");
  else
    GrWarn(out, "%s: %s: nothing%s %s; remove it, or look at the names", place, entry->name,
           several ? " in any case" : "", entry->kind == CLUMP ? "has this shape" : "is made of this material");
}

static void WarnOfClipped(const char *file, const Entry *entry, FILE *out)
{
  char place[PLACE_MAX];
  GrWarn(out,
         "%s: %s: the law %s pulls when a contact unloads, but the rule has no tension: allow, so this pull is "
         "removed; write tension: allow, or tension: clip if that is meant",
         PlaceOf(file, entry, sizeof place, place), entry->name, entry->clipped);
}

static void WarnOfUnused(const char *file, Entries *all, bool several, FILE *out)
{
  int warnings = 0;
  if (all->n > 1) /* an empty list may be NULL */
    qsort(all->entry, (size_t)all->n, sizeof *all->entry, CompareEntries);
  for (int i = 0, next; i < all->n; i = next) {
    const Entry *clipped = NULL;
    bool used = false;
    for (next = i; next < all->n && CompareEntries(&all->entry[i], &all->entry[next]) == 0; next++) {
      used = used || all->entry[next].used;
      clipped = all->entry[next].clipped ? &all->entry[next] : clipped;
    }
    if (clipped)
      WarnOfClipped(file, clipped, out);
    if (!used && warnings++ < WARNINGS_MAX)
      WarnOfEntry(file, &all->entry[i], several, out);
  }
  if (warnings > WARNINGS_MAX)
    GrWarn(out, "%s: and %d more that nothing uses", file, warnings - WARNINGS_MAX);
}

/* In dimension 2 the particles are in the plane of the lower corner. */
static bool IsOffPlane(const GrCase *c)
{
  const double z = c->domain.upper[2];
  return c->problem == GR_PROBLEM_PARTICLES && c->dimension == 2 && z != 0.0 && z != c->domain.lower[2];
}

/* Warns once of each law that the input calls by an old name; renamed: the last warning, for the cases of a study. */
static void WarnOfRenamed(const GrStudy *study, const GrCase *c, const char **renamed, FILE *out)
{
  for (int r = 0; r < c->n_rules; r++) {
    const GrContactRule *rule = &c->rules[r];
    if (*rule->renamed && (!*renamed || strcmp(*renamed, rule->renamed)))
      GrWarn(out, "%s:%d:%d: %s; write that", study->file, rule->place.line, rule->place.column, rule->renamed);
    *renamed = *rule->renamed ? rule->renamed : *renamed;
  }
}

/* Groups with insertion draw their places from their seed alone, in the order of insertion. */
static void WarnOfEqualSeeds(const char *file, const GrCase *c, FILE *out)
{
  for (int b = 0; b < c->n_grains; b++)
    for (int a = 0; a < b; a++)
      if (GrFillInsertOf(&c->grains[a]) && GrFillInsertOf(&c->grains[b]) && c->grains[a].seed == c->grains[b].seed) {
        GrWarn(out,
               "%s: particles.%s.seed and particles.%s.seed are both %lld: the groups try the same places of their "
               "regions in the same order, so their particles are not independent; write another number, for example "
               "particles.%s.seed: %lld",
               file, c->grains[a].name, c->grains[b].name, (long long)c->grains[b].seed, c->grains[b].name,
               (long long)c->grains[b].seed + 1);
        return;
      }
}

/* Warns of an oblique impact with friction whose dashpot pulls at the end: friction is then 0, and the ratio of the
   impulses exceeds the friction coefficient. A law with an onset has a damping that exceeds its elastic force there. */
static void WarnOfPull(const GrStudy *study, const GrCase *c, FILE *out)
{
  const GrBody *body = c->impact.body;
  const GrContactRule *rule = GrCaseRule(c, body[0].material, body[1].material);
  bool oblique = c->impact.angles.count || c->impact.tangential.count;
  for (int i = 0; i < 2; i++)
    for (int a = 0; a < 3; a++)
      oblique = oblique || body[i].spin[a] != 0;
  if (oblique && rule->allows && rule->slide[GR_TANGENTIAL] && rule->law->onset > 0)
    GrWarn(out,
           "%s:%d:%d: tension: allow, the default of impacts: the contact pulls at its end, where friction is 0, so "
           "that the impulse ratio exceeds the friction coefficient; write tension: clip for friction, or tension: "
           "allow",
           study->file, rule->place.line, rule->place.column);
}

/* Warns of rotations about the normal that no law resists. */
static void WarnOfTwist(const GrStudy *study, const GrCase *c, FILE *out)
{
  const GrBody *body = c->impact.body;
  const GrContactRule *rule = GrCaseRule(c, body[0].material, body[1].material);
  bool twists = false;
  for (int i = 0; i < 2; i++)
    twists = twists || body[i].path.rotation_of_time[0] || body[i].path.spin_of_time[0] || body[i].path.spin[0] != 0;
  if (twists && !rule->slide[GR_TWISTING])
    GrWarn(out,
           "%s:%d:%d: a body rotates about x, the normal, and nothing resists it; add a law of twisting, or write 0",
           study->file, rule->place.line, rule->place.column);
}

PetscErrorCode GrStudyWarn(const GrStudy *study, FILE *out)
{
  const int n = study->n_variants * study->n_points;
  const GrCase *off_plane = NULL, *before = NULL;
  const char *renamed = NULL;
  Entries all = {0};
  for (int i = 0; i < n; i++) {
    const GrCase *c = study->variant[i / study->n_points].point[i % study->n_points];
    all.n += CountEntries(c);
    off_plane = IsOffPlane(c) ? c : off_plane;
  }
  PetscCall(PetscCalloc1(all.n, &all.entry));
  all.n = 0;
  for (int i = 0; i < n; i++) {
    const GrCase *c = study->variant[i / study->n_points].point[i % study->n_points];
    AddCase(c, &all);
    GrCaseMeshesWarn(c, before, out);
    if (!before) {
      GrCaseClumpsWarn(c, out);
      WarnOfEqualSeeds(study->file, c, out);
      if (c->problem == GR_PROBLEM_IMPACT)
        WarnOfPull(study, c, out);
      if (c->problem == GR_PROBLEM_PATH)
        WarnOfTwist(study, c, out);
    }
    WarnOfRenamed(study, c, &renamed, out);
    before = c;
  }
  WarnOfUnused(study->file, &all, study->several, out);
  PetscCall(PetscFree(all.entry));
  if (off_plane)
    GrWarn(out, "%s: domain.upper: z = %.15g m is not used in dimension 2; write the z of domain.lower", study->file,
           off_plane->domain.upper[2]);
  return 0;
}
