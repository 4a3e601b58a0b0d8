/* Struct and internal functions of a recorder, which is a list of writers. A writer records one kind of quantity
   (frames, energies, walls, ...) at its own output times. */
#ifndef GRANUM_RECORD_RECORDER_IMPL_H
#define GRANUM_RECORD_RECORDER_IMPL_H

#include "record/interval.h"
#include "record/recorder.h"
#include "world/world_impl.h"

/* largest number of samples that a trace stores before a flush; largest number of columns of a table */
enum { GR_TRACE_BUFFER = 1024, GR_TABLE_COLUMNS_MAX = 128 };

/* Functions of a writer. data: the data of the writer. NULL: the writer does not need this function. */
typedef struct {
  PetscBool local; /* whether `record` is not collective: the rank that has a sample then stores it until a flush */
  PetscErrorCode (*record)(GrRecorder recorder, void *data,
                           /* records a sample; collective unless `local` is set */
                           const GrSample *sample);
  void (*watch)(GrRecorder recorder, void *data, const GrSample *sample); /* called after every committed step */
  PetscErrorCode (*flush)(void *data); /* writes stored samples into the file; collective */
  PetscErrorCode (*list)(GrRecorder recorder, void *data,
                         /* called after a sync: updates files that refer to the results file. done: number of
                            samples */
                         PetscInt64 done);
  /* writes the state of the writer, other than its interval, into a checkpoint */
  PetscErrorCode (*save)(void *data, GrCheckpoint checkpoint);
  PetscErrorCode (*restore)(void *data, GrCheckpoint checkpoint); /* reads this state from a checkpoint */
  PetscErrorCode (*destroy)(void *data);
} GrWriterOps;

typedef struct {
  const GrWriterOps *ops;
  GrRecorderInterval interval;
  void *data;
} GrWriter;

struct GrRecorder_ {
  GrWorld world;
  GrResults results;
  char author[GR_AUTHOR_MAX];
  char *directory;
  PetscBool resumed; /* whether the run is resumed: the results file exists and has all constant data */
  PetscBool looks;   /* whether GrRecorderResume only checks the files and writes nothing */
  PetscBool watches; /* whether some writer has the function `watch` */
  int n, capacity;   /* number of writers, and allocated writers; the order of the writers follows from the case */
  GrWriter *writer;
  /* [capacity] counters `next` and `done` of the interval of each writer, as in the checkpoint */
  PetscInt64 *next, *done;
  double *latest; /* [capacity] time of the latest sample of each writer [s] */
};

/* Adds a writer. In a resumed run its interval continues with the counters of the checkpoint. span: output, the numbers
   of samples planned and done, with which the writer creates its datasets; NULL: not needed. */
PetscErrorCode GrRecorderAdd(GrRecorder recorder, const GrWriterOps *ops, GrRecorderInterval interval, void *data,
                             GrSpan *span);

/* ---- tables with one row for each sample ---- */

/* Description of a kind of tables: numbers over time that all ranks compute and the first rank writes. */
typedef struct {
  /* path of the table; if `of_walls` is set, the paths are GROUP/WALL for each wall */
  const char *group;
  /* name of the table in the forecast of the output sizes; NULL: it is not listed */
  const char *what;
  size_t when; /* offset in GrCase of the GrOutputTimes of the table [bytes] */
  /* whether the table is recorded at the start and the end, even without output times */
  PetscBool first;
  PetscBool of_walls;                  /* whether each wall has a table */
  PetscBool (*applies)(GrWorld world); /* whether the case has tables of this kind; NULL: all cases have them */
  int n;                               /* number of columns in `column` */
  const GrColumn *column; /* [n] the columns, if they are the same in all cases; otherwise `columns` lists them */
  int (*columns)(GrWorld world, int k,
                 /* writes the columns of table k to columns[], and returns their number */
                 GrColumn columns[GR_TABLE_COLUMNS_MAX]);
  /* Computes a row of each table: the row of table k is values[k width] and following. Only the values on the first
     rank are used. Collective. */
  PetscErrorCode (*fill)(GrWorld world, const GrSample *sample, int width, double values[]);
} GrTablesKind;

/* Data of a writer of traces: tables of numbers over time (GrTrace, granum/results.h). A writer may have further data
   after this struct. */
typedef struct {
  GrWorld world;
  GrRecorderInterval *interval; /* interval of the writer; a writer that adds rows in its `flush` counts them in it */
  int n;
  GrTrace *trace;           /* [n] */
  const GrTablesKind *kind; /* kind of the tables if GrRecorderAddTables has added the writer; otherwise NULL */
  int width;                /* largest number of values in a row of the tables */
  double *values;           /* [n][width] current row of each table */
} GrTraces;

/* Adds a writer for the tables of a kind, if the case has such tables. Collective. */
PetscErrorCode GrRecorderAddTables(GrRecorder recorder, const GrTablesKind *kind);

/* Adds a writer of n traces. The caller then creates each trace by GrRecorderOpenTrace or GrTraceCreate. interval,
   span: see GrRecorderAdd. */
PetscErrorCode GrRecorderAddTraces(GrRecorder recorder, const GrWriterOps *ops, GrRecorderInterval interval, int n,
                                   GrTraces *traces, GrSpan *span);

/* Creates trace k of a writer: a table at `path` with n columns, whose values the first rank has. Collective. */
PetscErrorCode GrRecorderOpenTrace(GrRecorder recorder, GrTraces *traces, int k, const char *path, int n,
                                   const GrColumn columns[], GrSpan span);

/* The function `flush` of writers of traces. Collective. */
PetscErrorCode GrRecorderFlushTraces(void *data);
/* The function `destroy` of writers of traces. It also frees the data. Collective. */
PetscErrorCode GrRecorderDestroyTraces(void *data);

/* ---- kinds of writers ---- */

/* To add a kind: write src/record/NAME.c that defines a `const GrWriterKind`, declare it here, and add one row to
   src/record/writer.c. Its interval is a key of the output (src/input/case/tables.c). */
typedef struct {
  PetscErrorCode (*add)(GrRecorder recorder); /* adds the writers of this kind that the case requires */
  /* returns a line of the forecast of output sizes; NULL: there is none */
  GrForecast (*forecast)(GrWorld world, const GrTime *time);
  /* the kind is a kind of tables, and `add` and `forecast` are not used; NULL: they are used */
  const GrTablesKind *tables;
} GrWriterKind;
extern const GrWriterKind GrRecorderLedger;
extern const GrWriterKind GrRecorderChain, GrRecorderSensors, GrRecorderDetectors; /* beads (dimension 1) */
extern const GrWriterKind GrRecorderBulk, GrRecorderObservables, GrRecorderWalls, GrRecorderContacts, GrRecorderBonds,
    GrRecorderStages, GrRecorderCell, GrRecorderPlaces, GrRecorderTally, GrRecorderCounters, GrRecorderTriangles,
    GrRecorderBodies, GrRecorderFields; /* spheres */

/* Returns the kind of writers number `index` for a world, in the order in which the writers record; NULL after the
   last. */
const GrWriterKind *GrRecorderKindAt(GrWorld world, int index);

/* Returns a line of the forecast of output sizes. what: name of the output; bytes: size of a sample without step and
   time; 0: no output. The number of samples follows from the interval. */
GrForecast GrRecorderForecastOf(const char *what, GrRecorderInterval interval, const GrTime *time, double bytes);

/* Adds to the line `all`, which forecasts several outputs together, `number` outputs as in the line `one`. The number
   of samples of `all` becomes the larger of both. */
void GrRecorderForecastAdd(GrForecast *all, double number, GrForecast one);

/* Returns the line of the forecast of output sizes for all tables of a kind of writer. */
GrForecast GrRecorderForecastTables(GrWorld world, const GrTime *time, const GrTablesKind *kind);

/* Returns the number of values in a row of n columns: the sum of their components. */
int GrRecorderCountNumbers(int n, const GrColumn column[]);

/* Returns the number of contacts per particle in a dense packing: half of a coordination number of 4 in the plane, or 6
   in space. */
double GrRecorderDenseContacts(const GrCase *the_case);

#endif
