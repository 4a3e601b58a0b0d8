/* xdmf: see xdmf.h. Positions on a line are x; readers want three coordinates, so y and z are x - x.

   Limit: ParaView's Xdmf3 readers do not read parts of a dataset (HyperSlab); its XDMF Reader does. */
#include "record/xdmf.h"

#include <granum/error.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define HDF "results.h5:/particles/grains"

static long long CountIn(const GrXdmf *x, PetscInt64 frame)
{
  return x->count ? x->count[frame] : x->total;
}

/* The numbers of a field in a frame, as the content of an element. */
static void WriteItem(FILE *out, const GrXdmf *x, const GrXdmfField *field, PetscInt64 frame)
{
  const GrColumn *c = field->column;
  const char *type = c->number == GR_REAL ? "Float" : "Int";
  const long long n = CountIn(x, frame), rows = x->total, all = x->frames;

  char size[64];

  snprintf(size, sizeof(size), c->components > 1 ? "%lld %d" : "%lld", n, c->components);
  if (!field->moves) {
    fprintf(out, "<DataItem Dimensions=\"%s\" NumberType=\"%s\" Precision=\"8\" Format=\"HDF\">" HDF "/%s</DataItem>",
            size, type, c->name);
    return;
  }
  fprintf(out, "<DataItem ItemType=\"HyperSlab\" Dimensions=\"%s\">", size);
  fprintf(out, "<DataItem Dimensions=\"3 3\" Format=\"XML\">%lld 0 0 1 1 1 1 %lld %d</DataItem>", (long long)frame, n,
          c->components);
  fprintf(out,
          "<DataItem Dimensions=\"%lld %lld %d\" NumberType=\"%s\" Precision=\"8\" Format=\"HDF\">" HDF
          "/%s/value</DataItem></DataItem>",
          all, rows, c->components, type, c->name);
}

static void WriteGeometry(FILE *out, const GrXdmf *x, const GrXdmfField *position, PetscInt64 frame)
{
  const PetscBool line = (PetscBool)(position->column->components == 1);

  fprintf(out, "        <Geometry GeometryType=\"%s\">", line ? "X_Y_Z" : "XYZ");
  WriteItem(out, x, position, frame);
  for (int axis = 1; line && axis < 3; axis++) {
    fprintf(out, "<DataItem ItemType=\"Function\" Function=\"$0 - $0\" Dimensions=\"%lld\">", CountIn(x, frame));
    WriteItem(out, x, position, frame);
    fputs("</DataItem>", out);
  }
  fputs("</Geometry>\n", out);
}

static void WriteFrame(FILE *out, const GrXdmf *x, PetscInt64 frame)
{
  fprintf(out, "      <Grid Name=\"frame %lld\" GridType=\"Uniform\">\n        <Time Value=\"%.17g\"/>\n",
          (long long)frame, x->time[frame]);
  fprintf(out, "        <Topology TopologyType=\"Polyvertex\" NumberOfElements=\"%lld\" NodesPerElement=\"1\"/>\n",
          CountIn(x, frame));
  for (int f = 0; f < x->n_fields; f++) {
    const GrColumn *c = x->field[f].column;
    if (strcmp(c->name, "position") == 0) {
      WriteGeometry(out, x, &x->field[f], frame);
      continue;
    }
    fprintf(out, "        <Attribute Name=\"%s\" AttributeType=\"%s\" Center=\"Node\">", c->name,
            c->components == 3 ? "Vector" : "Scalar");
    WriteItem(out, x, &x->field[f], frame);
    fputs("</Attribute>\n", out);
  }
  fputs("      </Grid>\n", out);
}

static int WriteAll(const char *path, const GrXdmf *x)
{
  FILE *out = fopen(path, "w");
  if (!out)
    return errno;
  fputs("<?xml version=\"1.0\"?>\n<!-- The numbers are in results.h5. In ParaView choose the reader called XDMF "
        "Reader. -->\n"
        "<Xdmf Version=\"2.2\">\n  <Domain>\n"
        "    <Grid Name=\"grains\" GridType=\"Collection\" CollectionType=\"Temporal\">\n",
        out);
  for (PetscInt64 frame = 0; frame < x->frames; frame++)
    WriteFrame(out, x, frame);
  fputs("    </Grid>\n  </Domain>\n</Xdmf>\n", out);
  const int failed = ferror(out) ? EIO : 0;
  return fclose(out) != 0 ? errno : failed;
}

PetscErrorCode GrXdmfWrite(MPI_Comm comm, const char *directory, const GrXdmf *x)
{
  char path[PETSC_MAX_PATH_LEN], part[PETSC_MAX_PATH_LEN];
  int rank, error = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/results.xdmf", directory));
  PetscCall(PetscSNPrintf(part, sizeof(part), "%s.part", path));
  if (rank == 0) {
    error = WriteAll(part, x);
    if (!error && rename(part, path) != 0)
      error = errno;
  }
  PetscCallMPI(MPI_Bcast(&error, 1, MPI_INT, 0, comm));
  if (error)
    return GrFail(GR_EXIT_FILE, "%s: could not write the file: %s", path, strerror(error));
  PetscFunctionReturn(0);
}
