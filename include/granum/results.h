/* granum/results.h: a results file (H5MD 1.1) written by all ranks together.

   Every call is collective over the communicator. Rows are particles in id order; each rank holds one contiguous run of
   them (possibly empty). Nothing in the file depends on the number of ranks or on the time of day, so that two runs of
   the same case give the same datasets bit for bit. Failures to write end in GrFail(GR_EXIT_FILE, ...). */
#ifndef GRANUM_RESULTS_H
#define GRANUM_RESULTS_H

#include <petscsys.h>

typedef struct GrResults_ *GrResults;
typedef struct GrSeries_ *GrSeries;
typedef struct GrTrace_ *GrTrace;
typedef struct GrTable_ *GrTable;

typedef enum { GR_REAL, GR_INTEGER } GrNumber; /* double; 64-bit signed */

/* What a dataset holds; written as the attributes `unit` and `description`. */
typedef struct {
  const char *name; /* last part of its path */
  GrNumber number;
  int components;   /* values per row; with 1 the value dataset of a series still has a last dimension of 1 */
  const char *unit; /* SI, "1" if dimensionless; "m/s^2" is written the way H5MD's units module has it: "m s-2" */
  const char *description; /* one sentence */
} GrColumn;

/* The rows of this rank. */
typedef struct {
  PetscInt64 total; /* over all ranks */
  PetscInt64 first; /* position of this rank's first row, from 0 */
  PetscInt64 count; /* rows on this rank */
} GrRows;

/* Creates (truncates) the file, with the h5md group: version, author, creator = granum and its version. */
PetscErrorCode GrResultsCreate(MPI_Comm comm, const char *path, const char *author, GrResults *results);
PetscErrorCode GrResultsClose(GrResults *results);

/* A scalar UTF-8 string dataset at `path` or, with the path "GROUP@NAME", a string attribute of a group (description
   unused). Missing groups on the path are made. Every rank gives the same text. */
PetscErrorCode GrResultsText(GrResults results, const char *path, const char *description, const char *text);

/* H5MD's box of a particle group, e.g. "particles/grains": its subgroup `box` with its dimension and boundary
 * attributes ("none" on every side). */
PetscErrorCode GrResultsBox(GrResults results, const char *group, int dimension);

/* A dataset that does not change: group/column.name, [total] or [total][components] if components > 1. */
PetscErrorCode GrResultsRows(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                             const void *data);

/* A time-dependent element group/column.name with step, time and value [frames][total][components], extensible in
   frames. `steps_of`: NULL, or a series with the same frames whose step and time this one shares by hard link. */
PetscErrorCode GrSeriesCreate(GrResults results, const char *group, const GrColumn *column, GrRows rows,
                              GrSeries steps_of, GrSeries *series);
PetscErrorCode GrSeriesAppend(GrSeries series, PetscInt64 step, double time, const double *data);
PetscErrorCode GrSeriesDestroy(GrSeries *series);

/* Scalars over time, one extensible 1-D dataset per column: group/{step,time,columns...}. One rank, the owner, has the
   values and stores them without communication; a flush writes what is stored and is collective. Memory: `capacity`
   samples on the owner only; the caller flushes before it is full. */
PetscErrorCode GrTraceCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscBool owner, PetscInt capacity, GrTrace *trace);
PetscErrorCode GrTraceAppend(GrTrace trace, PetscInt64 step, double time, const double values[]); /* owner only */
PetscErrorCode GrTraceFlush(GrTrace trace);
PetscErrorCode GrTraceDestroy(GrTrace *trace); /* flushes what is still stored */

/* A table of `total` rows, as datasets group/column.name of [total], or [total][components] if components > 1, that is
   written in pieces: in each write every rank gives some rows, possibly none, and one array per column. */
PetscErrorCode GrTableCreate(GrResults results, const char *group, int n_columns, const GrColumn columns[],
                             PetscInt64 total, GrTable *table);
PetscErrorCode GrTableWrite(GrTable table, PetscInt64 first, PetscInt64 count, const void *const data[]);
PetscErrorCode GrTableDestroy(GrTable *table);

/* Pushes all that was written to the file system. */
PetscErrorCode GrResultsSync(GrResults results);

/* `granum diff`: compares every dataset; `*same` and, if different, one line about the first difference: dataset,
   frame, row (with its particle id where the group has ids) and both values to all digits. Serial. */
PetscErrorCode GrResultsDiff(const char *path_a, const char *path_b, PetscBool *same, FILE *out);

/* `granum info`: what a results file holds: title, version, particles, frames, time span, datasets with shape, unit,
 * description. Serial. */
PetscErrorCode GrResultsInfo(const char *path, FILE *out);

#endif
