/* The inside of a recorder: a list of writers. A writer records one thing at its own output interval. */
#ifndef GRANUM_RECORD_RECORDER_IMPL_H
#define GRANUM_RECORD_RECORDER_IMPL_H

#include "record/interval.h"
#include "record/recorder.h"
#include "world/world_impl.h"

enum { GR_TRACE_BUFFER = 1024, GR_TABLE_COLUMNS_MAX = 128 }; /* samples that a trace stores before a flush */

/* Functions of a writer. data: data of the writer. A NULL function does nothing. */
typedef struct {
  PetscBool local; /* `record` is not collective: the rank that has a sample stores it until a flush */
  PetscErrorCode (*record)(GrRecorder recorder, void *data,
                           const GrSample *sample);                       /* collective unless `local` is true */
  void (*watch)(GrRecorder recorder, void *data, const GrSample *sample); /* after every committed step */
  PetscErrorCode (*flush)(void *data); /* writes stored samples into the file; collective */
  PetscErrorCode (*list)(GrRecorder recorder, void *data,
                         PetscInt64 done); /* after a sync: updates files that refer to the results file */
  PetscErrorCode (*save)(void *data, GrCheckpoint checkpoint);    /* state other than the interval, for a resume */
  PetscErrorCode (*restore)(void *data, GrCheckpoint checkpoint); /* reads this state */
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
  PetscBool resumed; /* the results file exists and has all constant data */
  PetscBool looks;   /* GrRecorderResume only checks the files and writes nothing */
  PetscBool watches; /* a writer has `watch` */
  int n, capacity;   /* writers; their order follows from the case */
  GrWriter *writer;
  PetscInt64 *next, *done; /* [capacity] counters of the intervals, as in the checkpoint */
  double *latest;          /* [capacity] times of the latest samples [s] */
};

/* Adds a writer. In a resumed run its interval continues with the counters of the checkpoint. span: samples planned and
   done, for the datasets of the writer; NULL: not needed. */
PetscErrorCode GrRecorderAdd(GrRecorder recorder, const GrWriterOps *ops, GrRecorderInterval interval, void *data,
                             GrSpan *span);

/* ---- tables with one row for each sample ---- */

/* A writer of tables of numbers that all ranks compute and the first rank writes. */
typedef struct {
  const char *group;                   /* path of the table; of_walls: GROUP/WALL for each wall */
  const char *what;                    /* name in the forecast; NULL: not listed */
  size_t when;                         /* output times: offset of a GrOutputTimes in GrCase [byte] */
  PetscBool first;                     /* recorded at the start and the end, even without output times */
  PetscBool of_walls;                  /* a table for each wall */
  PetscBool (*applies)(GrWorld world); /* whether the case has such tables; NULL: yes */
  int n;                               /* number of columns in `column` */
  const GrColumn *column; /* [n] the columns, if they are the same in all cases; otherwise `columns` lists them */
  int (*columns)(GrWorld world, int k,
                 GrColumn columns[GR_TABLE_COLUMNS_MAX]); /* columns of table k; returns their number */
  /* Computes the numbers of all columns; table k begins at values[k width]. The first rank needs them. Collective. */
  PetscErrorCode (*fill)(GrWorld world, const GrSample *sample, int width, double values[]);
} GrTablesKind;

/* Data of a writer of traces (granum/results.h). A writer may have further data after this struct. */
typedef struct {
  GrWorld world;
  GrRecorderInterval *interval; /* interval of the writer; writers that add rows in a flush count them here */
  int n;
  GrTrace *trace;           /* [n] */
  const GrTablesKind *kind; /* kind given to GrRecorderAddTables; NULL: other writers */
  int width;                /* largest number of numbers in a row of a table */
  double *values;           /* [n][width] current row of each table */
} GrTraces;

/* Adds the tables of a kind if the case has them. Collective. */
PetscErrorCode GrRecorderAddTables(GrRecorder recorder, const GrTablesKind *kind);

/* Adds a writer of n traces, which GrRecorderOpenTrace or GrTraceCreate then create one by one. */
PetscErrorCode GrRecorderAddTraces(GrRecorder recorder, const GrWriterOps *ops, GrRecorderInterval interval, int n,
                                   GrTraces *traces, GrSpan *span);

/* Creates trace k, which the first rank writes: a table at `path` with n columns. Collective. */
PetscErrorCode GrRecorderOpenTrace(GrRecorder recorder, GrTraces *traces, int k, const char *path, int n,
                                   const GrColumn columns[], GrSpan span);

/* `flush` of writers of traces. Collective. */
PetscErrorCode GrRecorderFlushTraces(void *data);
/* `destroy` of writers of traces; also frees the data. Collective. */
PetscErrorCode GrRecorderDestroyTraces(void *data);

/* ---- kinds of writers ---- */

/* To add a kind: write src/record/NAME.c that defines a `const GrWriterKind`, declare it here, and add one row to
   src/record/writer.c. Its interval is a key of the output (src/input/case/tables.c). */
typedef struct {
  PetscErrorCode (*add)(GrRecorder recorder);                /* adds the writers that the case requests */
  GrForecast (*forecast)(GrWorld world, const GrTime *time); /* NULL: not listed in the forecast */
  const GrTablesKind *tables;                                /* instead of `add` and `forecast` */
} GrWriterKind;
extern const GrWriterKind GrRecorderLedger;
extern const GrWriterKind GrRecorderChain, GrRecorderSensors, GrRecorderDetectors; /* beads (dimension 1) */
extern const GrWriterKind GrRecorderBulk, GrRecorderObservables, GrRecorderWalls, GrRecorderContacts, GrRecorderBonds,
    GrRecorderStages, GrRecorderCell, GrRecorderPlaces, GrRecorderTally, GrRecorderCounters, GrRecorderTriangles,
    GrRecorderBodies, GrRecorderFields; /* spheres */

/* Kind number `index` of a world, in the order in which they write; NULL after the last. */
const GrWriterKind *GrRecorderKindAt(GrWorld world, int index);

/* Returns a line of the forecast: the number of samples in the interval, and `bytes` per sample besides step and time.
   bytes 0: no output. */
GrForecast GrRecorderForecastOf(const char *what, GrRecorderInterval interval, const GrTime *time, double bytes);

/* Adds `number` such outputs to a line for several outputs, whose number of samples is the largest. */
void GrRecorderForecastAdd(GrForecast *all, double number, GrForecast one);

/* Returns the line of the forecast of output sizes for all tables of a kind of writer. */
GrForecast GrRecorderForecastTables(GrWorld world, const GrTime *time, const GrTablesKind *kind);

/* Returns the number of values in a row of n columns. */
int GrRecorderCountNumbers(int n, const GrColumn column[]);

/* Contacts per particle in a dense packing: half of a coordination number of 4 (plane) or 6 (space). */
double GrRecorderDenseContacts(const GrCase *the_case);

#endif
