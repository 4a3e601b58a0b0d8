/* Writes the XDMF file; see GrRecorderFramesList in frames.h. Two versions of the XDMF library read a part of a dataset
   (hyperslab) in different ways. granum therefore writes each part in both ways at once:

   <DataItem ItemType="Hyperslab" ...>FILE:PATH|start:stride:count:size <DataItem>start stride count</DataItem>
       <DataItem>FILE:PATH</DataItem></DataItem>

   Version 2 of the library (ParaView's XDMF Reader, VisIt) ignores the case of the letters of the type, and reads the
   two inner items. Version 3 (ParaView's default readers) knows only the spelling `HyperSlab`, and with it ignores the
   part for points and attributes. With `Hyperslab` it reads the item like any other, and takes the part after the path.

   Version 3 needs a list of numbers to make cells of points, hence GrRecorderRowColumn. It accepts single coordinates
   only in grids along axes, hence the grid of beads on a line. Vectors of a plane have two numbers in version 3, and a
   third number 0 in version 2; the third number of points is 0 in both. A quaternion is a matrix, because a vector has
   at most three numbers in version 2. */
#include "record/frames.h"

#include "base/directory.h"
#include "base/files.h"
#include <granum/error.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const GrColumn GrRecorderRowColumn = {"row", GR_INTEGER, 1, "1",
                                      "row of the particle in a frame, from 0; for readers of results.xdmf"};

static const char Begin[] = "<?xml version=\"1.0\"?>\n<!-- The numbers are in results.h5. -->\n"
                            "<Xdmf Version=\"2.2\">\n  <Domain>\n"
                            "    <Grid Name=\"%s\" GridType=\"Collection\" CollectionType=\"Temporal\">\n",
                  End[] = "    </Grid>\n  </Domain>\n</Xdmf>\n";

/* The frames that the file lists. */
typedef struct {
  const GrRecorderFrames *frames;
  const char *group; /* name of their group in /particles of results.h5: grains or bodies */
  PetscInt64 total;  /* number of rows of a frame in results.h5 */
  PetscInt64 n;      /* number of frames in results.h5 */
  double *time;      /* [n] time of each frame [s] */
  PetscInt64 *count; /* [n] number of particles in each frame, in its first rows; NULL: each row has a particle */
} List;

static long long CountIn(const List *x, PetscInt64 frame)
{
  return x->count ? x->count[frame] : x->total;
}

/* Field with this name; NULL: none. */
static const GrRecorderFrameField *FieldOf(const List *x, const char *name)
{
  for (int f = 0; f < x->frames->n; f++)
    if (strcmp(x->frames->field[f].column->name, name) == 0)
      return &x->frames->field[f];
  return NULL;
}

static int Dimension(const List *x)
{
  return FieldOf(x, "position")->column->components;
}

#define HDF "results.h5:/particles/%s"

/* Writes the reference to a field in a frame as the content of an element. It names no frames after this one, so that
   it remains valid when frames are added. */
static void WriteItem(FILE *out, const List *x, const GrRecorderFrameField *field, PetscInt64 frame)
{
  const GrColumn *c = field->column;
  const long long n = CountIn(x, frame), k = frame, rows = x->total;
  const bool deep = c->components > 1 || Dimension(x) == 1; /* [frame][row][component], not [frame][row] */
  char size[64], kind[64], last[32] = "";

  snprintf(size, sizeof(size), c->components > 1 ? "%lld %d" : "1 1 %lld", n, c->components);
  snprintf(kind, sizeof(kind), "NumberType=\"%s\" Precision=\"%d\" Format=\"HDF\"",
           c->number == GR_REAL ? "Float" : "Int",
           c->number == GR_REAL && x->frames->storage.single && field->moves ? 4 : 8);
  if (!field->moves) {
    fprintf(out, "<DataItem Dimensions=\"%s\" %s>" HDF "/%s</DataItem>", size, kind, x->group, c->name);
    return;
  }
  fprintf(out, "<DataItem ItemType=\"Hyperslab\" Dimensions=\"%s\" %s>" HDF "/%s/value", size, kind, x->group, c->name);
  if (deep)
    snprintf(last, sizeof(last), " %d", c->components);
  fprintf(out, "|%lld 0%s:1 1%s:1 %lld%s:%lld %lld%s", k, deep ? " 0" : "", deep ? " 1" : "", n, last, k + 1, rows,
          last);
  fprintf(out, "<DataItem Dimensions=\"3 %d\" Format=\"XML\">%lld 0%s 1 1%s 1 %lld%s</DataItem>", deep ? 3 : 2, k,
          deep ? " 0" : "", deep ? " 1" : "", n, last);
  fprintf(out, "<DataItem Dimensions=\"%lld %lld%s\" %s>" HDF "/%s/value</DataItem></DataItem>", k + 1, rows, last,
          kind, x->group, c->name);
}

static void WritePoints(FILE *out, const List *x, const GrRecorderFrameField *position, PetscInt64 frame)
{
  const long long n = CountIn(x, frame);

  fprintf(out, "        <Topology TopologyType=\"Polyvertex\" NumberOfElements=\"%lld\" NodesPerElement=\"1\">", n);
  WriteItem(out, x, FieldOf(x, GrRecorderRowColumn.name), frame);
  fprintf(out, "</Topology>\n        <Geometry GeometryType=\"%s\">", Dimension(x) == 2 ? "XY" : "XYZ");
  WriteItem(out, x, position, frame);
  fputs("</Geometry>\n", out);
}

static void WriteAttribute(FILE *out, const List *x, const GrRecorderFrameField *field, PetscInt64 frame)
{
  const GrColumn *c = field->column;
  const bool pure = strcmp(c->unit, "1") == 0;

  fprintf(out, "        <Attribute Name=\"%s%s%s%s\" AttributeType=\"%s\" Center=\"Node\">", c->name, pure ? "" : " [",
          pure ? "" : c->unit, pure ? "" : "]",
          c->components > 3   ? "Matrix"
          : c->components > 1 ? "Vector"
                              : "Scalar");
  WriteItem(out, x, field, frame);
  fputs("</Attribute>\n", out);
}

static void WriteFrame(FILE *out, const List *x, PetscInt64 frame)
{
  const GrRecorderFrameField *position = FieldOf(x, "position");

  fprintf(out, "      <Grid Name=\"frame %lld\" GridType=\"Uniform\">\n        <Time Value=\"%.17g\"/>\n",
          (long long)frame, x->time[frame]);
  if (Dimension(x) == 1) {
    const char *zero = "<DataItem Dimensions=\"1\" NumberType=\"Float\" Precision=\"8\" Format=\"XML\">0</DataItem>";
    fprintf(out, "        <Topology TopologyType=\"3DRectMesh\" Dimensions=\"1 1 %lld\"/>\n", CountIn(x, frame));
    fputs("        <Geometry GeometryType=\"VXVYVZ\">", out);
    WriteItem(out, x, position, frame);
    fprintf(out, "%s%s</Geometry>\n", zero, zero);
  } else
    WritePoints(out, x, position, frame);
  for (int f = 0; f < x->frames->n; f++)
    if (&x->frames->field[f] != position && x->frames->field[f].column != &GrRecorderRowColumn)
      WriteAttribute(out, x, &x->frames->field[f], frame);
  fputs("      </Grid>\n", out);
}

/* Text of the frames from `first` on and of the closing tags, `*size` bytes, to be freed. NULL: out of memory. */
static char *TextFrom(const List *x, PetscInt64 first, size_t *size)
{
  char *text = NULL;
  FILE *out = open_memstream(&text, size);

  if (!out)
    return NULL;
  if (first == 0)
    fprintf(out, Begin, x->group);
  for (PetscInt64 frame = first; frame < x->n; frame++)
    WriteFrame(out, x, frame);
  fputs(End, out);
  const bool failed = ferror(out) != 0;
  if (fclose(out) == 0 && !failed)
    return text;
  free(text);
  return NULL;
}

/* Replaces the end of a file, from byte `from` on, by a text of `size` bytes, if possible with one call of the system.
   Returns 0 or errno. */
static int ReplaceEnd(const char *path, const char *text, size_t size, long from)
{
  const int file = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);

  if (file < 0)
    return errno;
  const int error = GrDirectoryPut(file, text, size, (off_t)from);
  return close(file) != 0 && errno != EINTR && !error ? errno : error;
}

/* Appends the frames that are not listed yet, or writes all of them into a new file. */
static int ListFrames(const char *path, const List *x, GrRecorderFrames *frames)
{
  const bool whole = frames->listed == 0;
  size_t size = 0;

  if (!whole && frames->listed == x->n)
    return 0;
  char *text = TextFrom(x, frames->listed, &size);
  if (!text)
    return ENOMEM;
  const int error = whole ? GrDirectoryReplace(path, text, false) : ReplaceEnd(path, text, size, frames->end);
  frames->end = (whole ? 0 : frames->end) + (long)(size - strlen(End));
  free(text);
  return error;
}

PetscErrorCode GrRecorderFramesList(GrRecorder r, void *data, PetscInt64 written)
{
  GrRecorderFrames *frames = data;
  const GrSeries first = frames->series[frames->first];
  List list = {.frames = frames, .group = strrchr(frames->group, '/') + 1, .n = written};
  char path[PETSC_MAX_PATH_LEN];
  int error = 0;

  if (!FieldOf(&list, "position"))
    return 0;
  PetscCall(PetscMalloc1((size_t)written, &list.time));
  PetscCall(GrSeriesTimes(first, written, list.time));
  list.total = frames->count ? GrSeriesWidth(first) : frames->total;
  if (frames->count) {
    PetscCall(PetscMalloc1((size_t)written, &list.count));
    PetscCall(GrSeriesRead(frames->count, written, list.count));
  }
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/%s.xdmf", r->directory,
                          strcmp(list.group, "grains") == 0 ? "results" : list.group));
  if (r->world->rank == 0)
    error = ListFrames(path, &list, frames);
  frames->listed = written;
  PetscCall(PetscFree(list.count));
  PetscCall(PetscFree(list.time));
  if (error)
    error = GrFail(GR_EXIT_FILE, "%s: could not write the file: %s", path, GrFilesReason(error));
  return GrFailAgree(r->world->comm, error);
}
