/* `granum info`: prints the content of a results file, of a checkpoint, or of the folder of a run (info_folder.c). */
#include "run/info.h"

#include "io/checkpoint/checkpoint.h"
#include "io/h5/reader.h"
#include <granum/command.h>
#include <granum/results.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TEXT_MAX = 512, SHORT_MAX = 64, STAGES_MAX = 1 << 14 /* bytes of their names */ };

static bool HasLink(const GrHdf5Reader *reader, const char *group, const char *name)
{
  char path[TEXT_MAX];
  GrHdf5ReaderSibling(group, 0, name, path, sizeof(path));
  return GrHdf5ReaderFind(reader, path) ? true : false;
}

/* Extent of a dataset as text, and its length along a dimension (0 if it has none). Strings count as "text". */
static PetscErrorCode ShapeAlong(const GrHdf5Reader *reader, const char *path, int dimension, char text[SHORT_MAX],
                                 hsize_t *length)
{
  GrHdf5Source source;

  PetscCall(GrHdf5SourceOpen(reader, path, NULL, &source));
  *length = dimension < source.rank ? source.length[dimension] : 0;
  GrHdf5ValuesExtent(source.space, text, SHORT_MAX);
  if (H5Tget_class(source.values.type) == H5T_STRING && !strcmp(text, "scalar"))
    snprintf(text, SHORT_MAX, "text");
  return GrHdf5SourceClose(&source);
}

/* Prints "65 particles, " for a group of particles, or "up to 65 particles, " if their number varies. */
static PetscErrorCode PrintParticles(const GrHdf5Reader *reader, const char *owner, FILE *out)
{
  char id[TEXT_MAX], shape[SHORT_MAX];
  hsize_t n;

  if (strncmp(owner, "particles/", strlen("particles/")) != 0) /* rows of broken bonds have ids as well */
    return 0;
  GrHdf5ReaderSibling(owner, 0, "id", id, sizeof(id));
  const GrLink *ids = GrHdf5ReaderFind(reader, id);
  const bool varies = ids && ids->kind == GR_LINK_GROUP && HasLink(reader, id, "value");
  if (!varies && !(ids && ids->kind == GR_LINK_DATASET))
    return 0;
  if (varies)
    GrHdf5ReaderSibling(owner, 0, "id/value", id, sizeof(id));
  PetscCall(ShapeAlong(reader, id, varies, shape, &n));
  fprintf(out, "%s%llu particle%s, ", varies ? "up to " : "", (unsigned long long)n, n == 1 ? "" : "s");
  return 0;
}

static PetscErrorCode PrintHeader(const GrHdf5Reader *reader, FILE *out)
{
  char name[TEXT_MAX], version[SHORT_MAX], author[TEXT_MAX], title[TEXT_MAX];

  fprintf(out, "%s:", reader->path);
  if (!HasLink(reader, "", "h5md")) {
    fprintf(out, " HDF5 file without an h5md group, not written by granum\n");
    return 0;
  }
  if (HasLink(reader, "h5md", "creator")) {
    PetscCall(GrHdf5ReaderText(reader, "h5md/creator", "name", name, sizeof(name)));
    PetscCall(GrHdf5ReaderText(reader, "h5md/creator", "version", version, sizeof(version)));
    fprintf(out, " H5MD file written by %s %s", name, version);
  }
  PetscCall(GrHdf5ReaderText(reader, "h5md/author", "name", author, sizeof(author)));
  PetscCall(GrHdf5ReaderText(reader, "parameters/title", NULL, title, sizeof(title)));
  fprintf(out, "%s%s%s%s\n", author[0] ? " for " : "", author, title[0] ? "\ntitle: " : "", title);
  return 0;
}

/* Prints a line for each group of particles and of traces: number of particles and frames, and the span of time. */
static PetscErrorCode PrintGroups(const GrHdf5Reader *reader, FILE *out)
{
  char last[TEXT_MAX] = "", owner[TEXT_MAX];

  for (size_t i = 0; i < reader->links.n; i++) {
    const char *group = reader->links.link[i].path;
    if (!HasLink(reader, group, "step") || !HasLink(reader, group, "time"))
      continue;
    GrHdf5ReaderSibling(group, HasLink(reader, group, "value") ? 1 : 0, NULL, owner, sizeof(owner));
    if (!strcmp(owner, last))
      continue;
    fprintf(out, "%s: ", owner);
    PetscCall(PrintParticles(reader, owner, out));
    /* "601 frames, time 0 to 0.0006 s" */
    char path[TEXT_MAX], shape[SHORT_MAX], begin[SHORT_MAX], end[SHORT_MAX], unit[SHORT_MAX];
    hsize_t n;
    GrHdf5ReaderSibling(group, 0, "time", path, sizeof(path));
    PetscCall(ShapeAlong(reader, path, 0, shape, &n));
    fprintf(out, "%llu frame%s", (unsigned long long)n, n == 1 ? "" : "s");
    if (n > 0) {
      PetscCall(GrHdf5ReaderNumber(reader, path, 1, (hsize_t[]){0}, begin, sizeof(begin)));
      PetscCall(GrHdf5ReaderNumber(reader, path, 1, (hsize_t[]){n - 1}, end, sizeof(end)));
      PetscCall(GrHdf5ReaderText(reader, path, "unit", unit, sizeof(unit)));
      fprintf(out, ", time %.9g to %.9g %s", strtod(begin, NULL), strtod(end, NULL), unit);
    }
    fputc('\n', out);
    snprintf(last, sizeof(last), "%s", owner);
  }
  return 0;
}

/* The name under which a dataset is listed: an element goes by its group; its step and time are not listed. */
static bool ListedName(const GrHdf5Reader *reader, const GrLink *link, char *name, size_t size)
{
  char group[TEXT_MAX];
  const char *slash = strrchr(link->path, '/'), *last = slash ? slash + 1 : link->path;
  GrHdf5ReaderSibling(link->path, 1, NULL, group, sizeof(group));
  bool element = HasLink(reader, group, "value");
  if (link->kind != GR_LINK_DATASET || (element && (!strcmp(last, "step") || !strcmp(last, "time"))))
    return false;
  snprintf(name, size, "%s", element && !strcmp(last, "value") ? group : link->path);
  return true;
}

static PetscErrorCode PrintDatasets(const GrHdf5Reader *reader, FILE *out)
{
  char name[TEXT_MAX], shape[SHORT_MAX], unit[SHORT_MAX], description[TEXT_MAX];
  int width = (int)strlen("dataset");
  hsize_t first;

  for (size_t i = 0; i < reader->links.n; i++)
    if (ListedName(reader, &reader->links.link[i], name, sizeof(name)))
      width = PetscMax(width, (int)strlen(name));
  fprintf(out, "\n%-*s  %-18s  %-10s  %s\n", width, "dataset", "shape", "unit", "description");
  for (size_t i = 0; i < reader->links.n; i++) {
    const char *path = reader->links.link[i].path;
    if (!ListedName(reader, &reader->links.link[i], name, sizeof(name)))
      continue;
    PetscCall(ShapeAlong(reader, path, 0, shape, &first));
    PetscCall(GrHdf5ReaderText(reader, path, "unit", unit, sizeof(unit)));
    PetscCall(GrHdf5ReaderText(reader, path, "description", description, sizeof(description)));
    fprintf(out, "%-*s  %-18s  %-10s  %s\n", width, name, shape, unit, description);
  }
  return 0;
}

/* Prints a line for each stage that has ended. */
static PetscErrorCode PrintStages(const GrHdf5Reader *reader, FILE *out)
{
  static const char *const columns[] = {"begin_time", "time", "step", "reason"};
  static const char *const reasons[] = {"", "its time was over", "condition met", "CONDITION NOT MET within at_most"};
  char names[STAGES_MAX] = "", path[TEXT_MAX], value[4][SHORT_MAX], *rest;
  hsize_t k = 0;

  if (!HasLink(reader, "parameters", "stages") || !HasLink(reader, "observables", "stages"))
    return 0;
  PetscCall(GrHdf5ReaderText(reader, "parameters/stages", NULL, names, sizeof(names)));
  for (char *name = strtok_r(names, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest), k++) {
    for (int c = 0; c < 4; c++) {
      snprintf(path, sizeof(path), "observables/stages/%s", columns[c]);
      PetscCall(GrHdf5ReaderNumber(reader, path, 1, &k, value[c], SHORT_MAX));
    }
    const int reason = atoi(value[3]);
    if (reason >= 1 && reason <= 3)
      fprintf(out, "stage %s: time %.9g to %.9g s, step %s: %s\n", name, strtod(value[0], NULL), strtod(value[1], NULL),
              value[2], reasons[reason]);
  }
  return 0;
}

PetscErrorCode GrRunInfoSummary(const char *path, FILE *out)
{
  GrHdf5Reader reader;

  fflush(out); /* a failure prints its message on standard error */
  PetscCall(GrHdf5ReaderOpen(path, &reader));
  fprintf(out, "%s:\n", path);
  PetscCall(PrintGroups(&reader, out));
  PetscCall(PrintStages(&reader, out));
  return GrHdf5ReaderClose(&reader);
}

PetscErrorCode GrRunInfo(const char *path, FILE *out)
{
  struct stat status;
  GrHdf5Reader reader;

  if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
    return GrRunInfoFolder(path, out);
  if (GrCheckpointIs(path))
    return GrCheckpointInfo(path, out);
  PetscCall(GrHdf5ReaderOpen(path, &reader));
  PetscCall(PrintHeader(&reader, out));
  PetscCall(PrintGroups(&reader, out));
  PetscCall(PrintStages(&reader, out));
  PetscCall(PrintDatasets(&reader, out));
  return GrHdf5ReaderClose(&reader);
}
