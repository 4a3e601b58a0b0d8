/* Functions that the creation of any group of particles needs, and errors in particles; see group.h. */
#include "particle/fill/group.h"

#include "base/join.h"
#include "base/memory.h"
#include "contact/model.h"
#include <granum/error.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

PetscErrorCode GrFillFail(const GrFilling *m, const char *key, const char *format, ...)
{
  char text[1024];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return GrFail(GR_EXIT_INPUT, "%s:%d:%d: particles.%s%s: %s", m->the_case->file, m->grains->place.line,
                m->grains->place.column, m->grains->name, key, text);
}

void GrFillComplain(GrComplaint *complaint, const GrFilling *m, PetscInt i, const char *format, ...)
{
  PetscInt64 id = m->store->id[i];
  char *text = complaint->text, *end = text + sizeof complaint->text;
  if (complaint->id && complaint->id <= id)
    return;
  complaint->id = id;
  if (m->line)
    text += snprintf(text, (size_t)(end - text), "%" PetscInt64_FMT ": ", m->line[i - m->begin]);
  else if (m->path[0])
    text += snprintf(text, (size_t)(end - text), " ");
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, (size_t)(end - text), format, arguments);
  va_end(arguments);
}

static void KeepLowestId(const void *lower, void *value)
{
  const GrComplaint *a = lower;
  GrComplaint *b = value;

  if (a->id && (!b->id || a->id < b->id))
    *b = *a;
}

PetscErrorCode GrFillComplaintAgree(const GrComplaint *complaint, const GrFilling *m)
{
  GrComplaint first = *complaint;

  PetscCall(GrJoinAll(m->comm, sizeof(first), KeepLowestId, &first));
  if (!first.id)
    return 0;
  if (!m->path[0])
    return GrFillFail(m, "", "%s", first.text);
  return GrFail(GR_EXIT_INPUT, "%s:%s", m->path, first.text);
}

PetscErrorCode GrFillAppend(GrFilling *m, const GrRows *all)
{
  const PetscInt64 n = all->count;
  GrStore *s = m->store;
  PetscInt rows;

  PetscCall(PetscIntCast(m->begin + n, &rows));
  PetscCall(GrStoreReserve(s, rows));
  m->count = all->total;
  m->end = s->columns.n = rows;
  for (int k = 0; k < s->columns.n_columns && n > 0; k++) /* without rows there may be no memory */
    memset((char *)s->columns.data[k] + (size_t)m->begin * s->columns.size[k], 0, (size_t)n * s->columns.size[k]);
  for (PetscInt i = m->begin; i < m->end; i++) {
    s->group[i] = m->group;
    s->type[i] = GR_PARTICLE_TYPE_OWN;
    s->radius[i] = s->mass[i] = NAN;
    GrStoreSetProperties(s, i, m->grains->property);
    memcpy(&s->state[GR_STATE * (size_t)i + 3], m->grains->velocity, sizeof m->grains->velocity);
    memcpy(&s->state[GR_STATE * (size_t)i + 6], m->grains->spin, sizeof m->grains->spin);
  }
  return 0;
}

PetscErrorCode GrFillCheckCount(const GrFilling *m, PetscInt64 count)
{
  if (count == 0)
    return GrFail(GR_EXIT_INPUT, "%s: the file has no particles; give a file with particles", m->path);
  if (m->grains->count && m->grains->count != count)
    return GrFail(GR_EXIT_INPUT,
                  "%s: has %" PetscInt64_FMT " particles where %" PetscInt64_FMT
                  " are expected; give the right file, or remove count",
                  m->path, count, m->grains->count);
  return GrMemoryDemand(m->comm, GR_EXIT_FILE, m->path, (GrDemand){"particles", count, GR_MEMORY_SPHERE, GR_STATE});
}
