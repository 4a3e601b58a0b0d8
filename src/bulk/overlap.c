/* overlap: finds overlaps of particles and walls in the initial state, and advice for their messages; see particles.h,
   world/overlap.h. */
#include "world/overlap.h"
#include "bulk/bulk.h"

typedef struct {
  GrBulk bulk;
  GrOverlaps *overlaps;
} Overlapping;

/* The rank that owns the particle with the lower id counts a pair of two ranks. */
static void AddContacts(void *context, GrBatch *t)
{
  const GrBatchContacts *c = &t->contacts;
  const GrBatchGeometry *g = &t->geometry;
  const Overlapping *o = context;
  const GrStore *s = &o->bulk->store;

  for (int i = 0; i < c->n; i++) {
    const bool ordered = c->with_wall || s->id[c->first[i]] < s->id[c->second[i]];
    const PetscInt lower = ordered ? c->first[i] : c->second[i], upper = ordered ? c->second[i] : c->first[i];
    if (g->overlap[i] <= 0 || lower >= s->columns.n)
      continue;
    if (c->with_wall)
      GrWorldOverlapsAdd(o->overlaps, (GrOverlap){s->id[lower], 0, (int)upper, g->overlap[i], g->radius[0][i]});
    else
      GrWorldOverlapsAdd(o->overlaps, (GrOverlap){s->id[lower], s->id[upper], 0, g->overlap[i],
                                                  PetscMin(g->radius[0][i], g->radius[1][i])});
  }
}

void GrBulkFindOverlaps(GrWorld w, GrOverlaps *overlaps)
{
  Overlapping all = {w->bulk, overlaps};

  GrBulkWalkContacts(w, AddContacts, &all);
}

/* Number of the group that has the id. */
static int GroupOf(GrWorld w, PetscInt64 id)
{
  int g = 0;
  while (g + 1 < w->the_case->n_grains &&
         id >= w->bulk->particles.group_properties[g].first_id + w->bulk->particles.group_properties[g].count)
    g++;
  return g;
}

/* Writes `id (group)` and, for a group from a file, the line of the particle. Collective for groups from files. */
PetscErrorCode GrBulkNameParticle(GrWorld w, PetscInt64 id, size_t length, char *name)
{
  const GrCase *c = w->the_case;
  const int g = GroupOf(w, id);
  const GrGrains *grains = &c->grains[g];
  PetscInt64 line = 0;

  if (grains->generator->find_line && grains->within.shape == GR_WITHIN_ALL)
    PetscCall(grains->generator->find_line(w->comm, c, grains, id - w->bulk->particles.group_properties[g].first_id + 1,
                                           &line));
  if (line > 0)
    snprintf(name, length, "%" PetscInt64_FMT " (%s, line %" PetscInt64_FMT " of %s)", id, grains->name, line,
             GrGeneratorFile(grains));
  else
    snprintf(name, length, "%" PetscInt64_FMT " (%s)", id, grains->name);
  return 0;
}

const char *GrBulkAdviseOnOverlap(GrWorld w, const GrOverlap *o)
{
  if (!o->second && o->depth > o->radius)
    return GrBulkSidesOf(&w->the_case->walls[o->wall])->advice;
  if (!o->second)
    return "move the particle away from the wall, or cut its group to the walls with the key within";
  const char *remedy = w->the_case->grains[GroupOf(w, o->first)].generator->remedy;
  return remedy ? remedy : "move the particles apart";
}
