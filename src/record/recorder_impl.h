/* Struct and internal functions of a recorder, which is a list of writers. A writer records one kind of quantity
   (frames, energies, walls, ...) at its own output times. */
#ifndef GRANUM_RECORD_RECORDER_IMPL_H
#define GRANUM_RECORD_RECORDER_IMPL_H

#include "record/interval.h"
#include "record/recorder.h"
#include "world/world_impl.h"
#include <stdbool.h>

/* GR_TRACE_BUFFER: largest number of samples of a trace (a table with a row for each output time) that are stored in
   memory before they are written. GR_TABLE_COLUMNS_MAX: largest number of columns of a table. */
enum { GR_TRACE_BUFFER = 1024, GR_TABLE_COLUMNS_MAX = 128 };

/* Functions of a writer, which records one kind of output (frames, energies, ...). Their argument `data` is
   GrWriter.data. A function that the writer does not need is NULL. */
typedef struct {
  /* true: `record` is not collective, and each rank stores its own samples until `flush`; false: it is collective */
  bool local;
  PetscErrorCode (*record)(GrRecorder recorder, void *data,
                           /* records a sample; collective, unless the member `local` of this writer is set */
                           const GrSample *sample);
  void (*watch)(GrRecorder recorder, void *data, const GrSample *sample); /* called after every accepted step */
  PetscErrorCode (*flush)(void *data); /* collective; writes the stored samples into the results file */
  PetscErrorCode (*list)(GrRecorder recorder, void *data,
                         /* called after all stored samples are in the results file: updates files that refer to it,
                            such as the XDMF file. done: number of samples that the writer has recorded */
                         PetscInt64 done);
  /* writes the state of the writer into a checkpoint, except the numbers of samples, which the recorder writes */
  PetscErrorCode (*save)(void *data, GrCheckpoint checkpoint);
  PetscErrorCode (*restore)(void *data, GrCheckpoint checkpoint); /* reads the state that `save` has written */
  PetscErrorCode (*destroy)(void *data);                          /* frees `data` */
} GrWriterOps;

/* A writer: records one kind of output, such as frames, at its own output times. */
typedef struct {
  const GrWriterOps *ops;      /* functions of the writer */
  GrRecorderInterval interval; /* output times of the writer, and number of its samples so far */
  void *data;                  /* data of the writer; ops->destroy frees them */
} GrWriter;

/* The recorder of a run: a list of writers. */
struct GrRecorder_ {
  GrWorld world;              /* particles of the run */
  GrResults results;          /* the results file */
  GrTime time;                /* times of the run, from which the numbers of samples follow */
  char author[GR_AUTHOR_MAX]; /* author of the run, for the results file */
  char *directory;            /* folder of the run */
  /* whether constant data are not written, because the results file of the resumed run has them, or there is no file */
  bool resumed;
  /* whether the recorder only checks that the files can be read, and writes nothing (GrRecorderResume) */
  bool looks;
  bool watches;     /* whether at least one writer has a function `watch` */
  int n;            /* number of writers; the case determines their order */
  int capacity;     /* number of writers for which memory is allocated */
  GrWriter *writer; /* [n] the writers */
  /* [capacity] GrRecorderInterval.next, .done and .latest of each writer, as read from or written to a checkpoint */
  PetscInt64 *next, *done;
  double *latest;
};

/* Adds a writer. interval: its output times; in a resumed run the function takes the numbers of samples from the
   checkpoint. span: output, the numbers of planned samples and of recorded samples, which the writer needs to create
   its datasets; NULL: not needed. */
PetscErrorCode GrRecorderAdd(GrRecorder recorder, const GrWriterOps *ops, GrRecorderInterval interval, void *data,
                             GrSpan *span);

/* ---- tables with one row for each sample ---- */

/* Description of a kind of tables, such as the energy ledger. A row of a table contains numbers at one output time. All
   ranks compute it together and the first rank writes it. */
typedef struct {
  /* path of the table in the results file. If `of_walls` is set, it is the path of a group, and each wall has a table
     GROUP/WALL */
  const char *group;
  size_t when; /* offset, in GrCase, of the output times of the tables (a GrOutputTimes) [bytes] */
  /* whether the table has a row at the start and at the end, even if the case has no output times for it */
  bool first;
  bool of_walls;                  /* whether there is one table for each wall; otherwise there is one table */
  bool (*applies)(GrWorld world); /* whether a case has tables of this kind; NULL: every case has them */
  int n;                          /* number of columns in `column` */
  const GrColumn *column;         /* [n] the columns, if all cases have the same columns; otherwise NULL */
  int (*columns)(GrWorld world, int k,
                 /* writes the columns of table k to columns[] and returns their number; used if `column` is NULL */
                 GrColumn columns[GR_TABLE_COLUMNS_MAX]);
  /* Computes one row for each table. The numbers of table k are written to values[k * width], values[k * width + 1],
     ... Only the values of the first rank are used. Collective. */
  PetscErrorCode (*fill)(GrWorld world, const GrSample *sample, int width, double values[]);
} GrTablesKind;

/* Data of a writer of traces. A trace is a table of numbers over time (GrTrace, granum/results.h). If a writer needs
   more data, the struct of the writer begins with this struct. */
typedef struct {
  GrWorld world;
  /* output times and number of samples so far, the same for all traces of the writer */
  GrRecorderInterval *interval;
  int n;                    /* number of traces */
  GrTrace *trace;           /* [n] the traces */
  const GrTablesKind *kind; /* kind of the tables, if GrRecorderAddTables has added the writer; otherwise NULL */
  int width;                /* largest number of values in a row of a trace */
  double *values;           /* [n][width] current row of each trace */
} GrTraces;

/* Adds a writer for the tables of a kind, if the case has tables of this kind. Collective. */
PetscErrorCode GrRecorderAddTables(GrRecorder recorder, const GrTablesKind *kind);

/* Adds a writer of n traces (tables of numbers over time). The caller then creates each trace by GrRecorderOpenTrace or
   GrTraceCreate. interval, span: as in GrRecorderAdd. */
PetscErrorCode GrRecorderAddTraces(GrRecorder recorder, const GrWriterOps *ops, GrRecorderInterval interval, int n,
                                   GrTraces *traces, GrSpan *span);

/* Creates trace k of a writer: a table with n columns at `path` in the results file. The first rank has its values.
   Collective. */
PetscErrorCode GrRecorderOpenTrace(GrRecorder recorder, GrTraces *traces, int k, const char *path, int n,
                                   const GrColumn columns[], GrSpan span);

/* The function GrWriterOps.flush for writers of traces. Collective. */
PetscErrorCode GrRecorderFlushTraces(void *data);
/* The function GrWriterOps.destroy for writers of traces. It also frees `data`. Collective. */
PetscErrorCode GrRecorderDestroyTraces(void *data);

/* ---- kinds of writers ---- */

/* A kind of writers. To add a kind, write src/record/NAME.c, which defines a `const GrWriterKind`. Declare the constant
   below and add a row to src/record/writer.c. The output times of the kind are a key of the output
   (src/input/case/tables.c). */
typedef struct {
  /* name of the output in the list of expected sizes, which follow from the declared datasets; NULL: not listed */
  const char *what;
  /* adds to the recorder the writers of this kind that the case requires, and declares their datasets (GrSeriesCreate,
     GrTraceCreate, GrTableCreate) */
  PetscErrorCode (*add)(GrRecorder recorder);
  const GrTablesKind *tables; /* in place of `add`: description of the tables that the writers write */
  /* returns the expected size of a sample, if the writers write files of their own [bytes]; otherwise NULL */
  double (*file_bytes)(GrWorld world);
} GrWriterKind;
extern const GrWriterKind GrRecorderLedger;                                        /* for all cases */
extern const GrWriterKind GrRecorderChain, GrRecorderSensors, GrRecorderDetectors; /* for chains of beads */
extern const GrWriterKind GrRecorderBulk, GrRecorderObservables, GrRecorderWalls, GrRecorderContacts, GrRecorderEvents,
    GrRecorderStages, GrRecorderCell, GrRecorderPlaces, GrRecorderTally, GrRecorderCounters, GrRecorderTriangles,
    GrRecorderBodies, GrRecorderFields; /* for assemblies of spheres */

/* Returns kind `index`, from 0, of the writers for a chain or an assembly; NULL if `index` is the number of kinds.
   Writers record in the order of the kinds. */
const GrWriterKind *GrRecorderKindAt(GrWorld world, int index);

/* Creates a recorder without a file, whose writers only declare their datasets (io/h5/catalogue.h). time: times of the
   run. Free it with GrRecorderStop. Collective. */
PetscErrorCode GrRecorderDeclare(GrWorld world, const GrTime *time, GrRecorder *recorder);
/* Adds the writers of a kind that the case requires. Collective. */
PetscErrorCode GrRecorderAddKind(GrRecorder recorder, const GrWriterKind *kind);

/* Returns how many numbers a row with n columns contains: the sum of the components of the columns. */
int GrRecorderCountNumbers(int n, const GrColumn column[]);

/* Returns the number of contacts per particle in a dense packing. It is half the coordination number: 4/2 in the plane,
   6/2 in space. */
double GrRecorderDenseContacts(const GrCase *the_case);

/* Writes the box of an assembly, as far as it does not change in time, to the subgroup `box` of an H5MD particle group:
   which boundaries are periodic and, for a constant box, its lengths and lowest corner. group: path of the H5MD group,
   such as "/particles/grains". Collective. */
PetscErrorCode GrRecorderBoxWrite(GrRecorder recorder, const char *group);

#endif
