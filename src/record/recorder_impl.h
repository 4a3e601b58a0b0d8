/* The inside of a recorder: writers, one for each thing that has an interval. */
#ifndef GRANUM_RECORD_RECORDER_IMPL_H
#define GRANUM_RECORD_RECORDER_IMPL_H

#include "record/interval.h"
#include "record/recorder.h"
#include "world/world_impl.h"

enum { GR_TRACE_BUFFER = 1024 }; /* samples that a trace keeps before it is flushed */

typedef struct {
  PetscBool stays; /* samples stay on their rank until there are GR_TRACE_BUFFER of them */
  PetscErrorCode (*record)(GrRecorder recorder, void *data, const GrSample *sample);
  void (*watch)(GrRecorder recorder, void *data, const GrSample *sample); /* every committed step; NULL: not needed */
  PetscErrorCode (*flush)(void *data); /* what is still in memory to the file; NULL: nothing is */
  PetscErrorCode (*list)(GrRecorder recorder, void *data, PetscInt64 done); /* after a sync: files that refer to it */
  PetscErrorCode (*save)(void *data, GrCheckpoint checkpoint); /* what it remembers; NULL: nothing but its interval */
  PetscErrorCode (*restore)(void *data, GrCheckpoint checkpoint);
  PetscErrorCode (*destroy)(void *data);
} GrWriterOps;

typedef struct {
  const GrWriterOps *ops;
  GrOutputInterval interval;
  void *data;
} GrWriter;

struct GrRecorder_ {
  GrWorld world;
  GrResults results;
  char author[GR_AUTHOR_MAX];
  char *directory;
  PetscBool resumed; /* the file is there: what does not change is in it */
  PetscBool watches; /* has a writer that looks at every step */
  int n, room;       /* writers; their order follows from the case */
  GrWriter *writer;
  PetscInt64 *next, *done; /* [room] counters of a run that is resumed */
  double *latest;
};

/* A new writer, empty but for its interval, which takes up the counters of a run that is resumed. `span`: for series
   and traces. */
PetscErrorCode GrRecorderAdd(GrRecorder recorder, const GrWriterOps *ops, GrOutputInterval interval, void *data,
                             GrSpan *span);

/* The data of a writer that writes traces begin with this. */
typedef struct {
  int n;
  GrTrace *trace; /* [n] */
} GrTraces;
PetscErrorCode GrTracesCreate(int n, GrTraces *traces);
PetscErrorCode GrTracesFlush(void *data);
PetscErrorCode GrTracesDestroy(void *data); /* also frees the data */

/* A kind of writer. To add one: write src/record/NAME.c that defines a `const GrWriterKind`, declare it here, and add
   one row to src/record/writer.c; its interval is a key of the output (src/input/case/tables.c). */
typedef struct {
  PetscErrorCode (*add)(GrRecorder recorder);                /* its writers, if the case asks for them */
  GrForecast (*forecast)(GrWorld world, const GrTime *time); /* NULL: not worth a line */
} GrWriterKind;
extern const GrWriterKind GrRecorderLedger;
extern const GrWriterKind GrRecorderChain, GrRecorderSensors, GrRecorderDetectors; /* beads on a line */
extern const GrWriterKind GrRecorderBulk, GrRecorderObservables, GrRecorderWalls, GrRecorderContacts, GrRecorderBonds,
    GrRecorderStages, GrRecorderCell, GrRecorderPlaces, GrRecorderTally, GrRecorderCounters,
    GrRecorderTriangles; /* spheres */

/* All kinds for a world, in the order in which they write; NULL after the last. */
const GrWriterKind *GrRecorderKindAt(GrWorld world, int index);

/* A line of the forecast: as many samples as the interval makes, of so many bytes beside step and time; 0: none. */
GrForecast GrRecorderForecastOf(const char *what, GrOutputInterval interval, const GrTime *time, double bytes);

/* Bytes of all columns in a sample. */
double GrRecorderColumnsBytes(int n, const GrColumn column[]);

/* Contacts a particle that a dense packing has, for what is written of contacts: half of a coordination of 4 or 6. */
double GrRecorderDenseContacts(const GrCase *the_case);

#endif
