/* Detectors of pulses in a chain. The table observables/detectors/GROUP-QUANTITY has a row for each detector.

   After every step the rank that owns the bead of a detector passes the force or velocity of the bead to the detector
   (pulse.h), without allocation, output or messages. The table is written at each sync and at the end. Rows are in the
   order of the beads, which is also the order of the ranks, so each rank has consecutive rows.

   Speeds of a pulse between the detectors d - 1 and d, from the positions x of their beads at the start [m]:
     speed = (x_d - x_{d-1}) / (arrival_d - arrival_{d-1})      arrival: time at which the pulse arrives [s]
     peak_speed                                                 the same with the times of the peaks [m/s]

   Limits: a detector uses 330 bytes. In runs with many detectors it takes 0.1 us per step, as much as thirty beads. A
   detector at every hundredth bead is cheap; a detector at every tenth bead costs more than the chain. */
#include "record/recorder_impl.h"

#include "base/join.h"
#include "chain/chain.h"
#include "record/pulse.h"
#include <granum/error.h>
#include <math.h>

enum { ID, AT, POSITION, BASE, ARRIVAL, PEAK, PEAK_TIME, WIDTH, SPEED, PEAK_SPEED, DETECTOR_COLUMNS };

/* Unit NULL: the unit of the detected quantity. */
static const GrColumn DetectorColumns[DETECTOR_COLUMNS] = {
    [ID] = {"id", GR_INTEGER, 1, "1", "id of the bead"},
    [AT] = {"at", GR_INTEGER, 1, "1", "number of the bead within its group, from 1"},
    [POSITION] = {"position", GR_REAL, 1, "m", "position of the bead at the start"},
    [BASE] = {"base", GR_REAL, 1, NULL, "value at the start, from which the pulse is counted"},
    [ARRIVAL] = {"arrival", GR_REAL, 1, "s",
                 "time at which the pulse first reached half of its peak; NaN: no pulse has passed its peak"},
    [PEAK] = {"peak", GR_REAL, 1, NULL, "height of the pulse above the value at the start; NaN: no pulse"},
    [PEAK_TIME] = {"peak_time", GR_REAL, 1, "s", "time of the peak; NaN: no pulse"},
    [WIDTH] = {"width", GR_REAL, 1, "s",
               "time during which the pulse was above half of its peak; NaN: it has not fallen to half yet"},
    [SPEED] = {"speed", GR_REAL, 1, "m s-1",
               "distance from the previous detector / difference of the arrivals; NaN: an arrival is unknown"},
    [PEAK_SPEED] = {"peak_speed", GR_REAL, 1, "m s-1",
                    "distance from the previous detector / difference of the peak times; NaN: a peak time is unknown"},
};

static const struct {
  const char *name, *unit;
} Quantities[] = {[GR_DETECT_FORCE] = {"force", "N"},
                  [GR_DETECT_CONTACT] = {"contact", "N"},
                  [GR_DETECT_VELOCITY] = {"velocity", "m s-1"}};

/* Detectors of one entry of the input on this rank. */
typedef struct {
  GrRecorder recorder;
  char name[GR_NAME_MAX + 16]; /* GROUP-QUANTITY */
  GrDetected quantity;
  double threshold;
  GrRows rows;
  PetscInt64 *id, *at;
  PetscInt *bead; /* [rows.count] local number */
  GrRecorderPulseWatch *watch;
  GrTable table;
} Detectors;

static double DetectedValue(const Detectors *d, const GrSample *m, PetscInt bead)
{
  const GrWorld w = d->recorder->world;
  if (d->quantity == GR_DETECT_VELOCITY)
    return m->u[w->chain->particles.n + bead];
  return d->quantity == GR_DETECT_FORCE ? GrChainBeadForce(w, bead) : w->chain->contacts.force[bead + 1];
}

static void WatchDetectors(GrRecorder r, void *data, const GrSample *m)
{
  Detectors *d = data;
  for (PetscInt64 k = 0; k < d->rows.count; k++)
    GrRecorderPulseSample(&d->watch[k], d->threshold, m->time, DetectedValue(d, m, d->bead[k]));
}

/* Position of the bead of a detector at the start [m], and its pulse; NaN: no detector. */
typedef struct {
  double position;
  GrRecorderPulse pulse;
} Passage;
static const Passage nothing = {.position = NAN};

static Passage PassageAt(const Detectors *d, PetscInt64 k)
{
  return (Passage){d->recorder->world->chain->particles.reference[d->bead[k]],
                   GrRecorderPulseFound(&d->watch[k], d->threshold)};
}

static void TakeLast(const void *lower, void *value)
{
  Passage *last = value;

  if (isnan(last->position))
    *last = *(const Passage *)lower;
}

/* Fills the real columns of the rows of this rank. */
static void FillColumns(const Detectors *d, Passage before, double *const column[])
{
  for (PetscInt64 k = 0; k < d->rows.count; k++) {
    const Passage here = PassageAt(d, k);
    const GrRecorderPulse pulse = here.pulse;
    const double distance = here.position - before.position;
    column[POSITION][k] = here.position;
    column[BASE][k] = d->watch[k].base;
    column[ARRIVAL][k] = pulse.arrival;
    column[PEAK][k] = pulse.peak;
    column[PEAK_TIME][k] = pulse.peak_time;
    column[WIDTH][k] = pulse.end - pulse.arrival;
    column[SPEED][k] = distance / (pulse.arrival - before.pulse.arrival);
    column[PEAK_SPEED][k] = distance / (pulse.peak_time - before.pulse.peak_time);
    before = here;
  }
}

static PetscErrorCode WriteTable(void *data)
{
  const Detectors *d = data;
  double *values, *column[DETECTOR_COLUMNS];
  const void *list[DETECTOR_COLUMNS] = {[ID] = d->id, [AT] = d->at};
  const Passage mine = d->rows.count ? PassageAt(d, d->rows.count - 1) : nothing;
  Passage before = nothing; /* of the last detector of the lower ranks */

  PetscCall(GrJoinBefore(d->recorder->world->comm, sizeof(mine), TakeLast, &mine, &before));
  PetscCall(PetscMalloc1(DETECTOR_COLUMNS * d->rows.count, &values));
  for (int c = POSITION; c < DETECTOR_COLUMNS; c++)
    list[c] = column[c] = values + c * d->rows.count;
  FillColumns(d, before, column);
  PetscCall(GrTableWrite(d->table, d->rows.first, d->rows.count, list));
  return PetscFree(values);
}

static PetscErrorCode DestroyDetectors(void *data)
{
  Detectors *d = data;

  PetscCall(WriteTable(d));
  PetscCall(GrTableDestroy(&d->table));
  PetscCall(PetscFree4(d->id, d->at, d->bead, d->watch));
  return PetscFree(d);
}

/* Describes the pulses as one column of a checkpoint table. */
static GrColumn ColumnOfPulses(const Detectors *d, char table[GR_CHECKPOINT_NAME])
{
  snprintf(table, GR_CHECKPOINT_NAME, "detectors-%s", d->name);
  return (GrColumn){"watch", GR_REAL, GR_PULSE_NUMBERS, "1", "state of the detectors, in SI"};
}

static PetscErrorCode SavePulses(void *data, GrCheckpoint checkpoint)
{
  const Detectors *d = data;
  char table[GR_CHECKPOINT_NAME];
  const GrColumn column = ColumnOfPulses(d, table);

  return GrCheckpointPutColumn(checkpoint, table, &column, d->rows, d->watch);
}

static PetscErrorCode RestorePulses(void *data, GrCheckpoint checkpoint)
{
  const Detectors *d = data;
  const GrBounds any = GR_ANYTHING; /* unknown values are NaN */
  char table[GR_CHECKPOINT_NAME];
  const GrColumn column = ColumnOfPulses(d, table);

  return GrCheckpointGetColumn(checkpoint, table, &column, &any, d->rows, d->watch);
}

static const GrWriterOps DetectorOps = {.watch = WatchDetectors,
                                        .flush = WriteTable,
                                        .save = SavePulses,
                                        .restore = RestorePulses,
                                        .destroy = DestroyDetectors};

/* Number of the first detector whose bead has this row or a later row. */
static PetscInt64 FirstFrom(const GrDetectors *input, PetscInt64 total, PetscInt64 first_row, PetscInt64 row)
{
  PetscInt64 low = 0, high = total;
  while (low < high) {
    const PetscInt64 middle = low + (high - low) / 2;
    if (first_row + GrCaseDetectorsBead(input, middle) - 1 < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Lists the detectors whose beads this rank owns. */
static PetscErrorCode PlaceDetectors(const GrDetectors *input, const GrCase *c, GrRows beads, Detectors *d)
{
  const PetscInt64 total = GrCaseDetectorsCount(c, input), first_row = c->groups[input->group].first_id - 1;

  d->rows.total = total;
  d->rows.first = FirstFrom(input, total, first_row, beads.first);
  d->rows.count = FirstFrom(input, total, first_row, beads.first + beads.count) - d->rows.first;
  PetscCall(
      PetscMalloc4(d->rows.count, &d->id, d->rows.count, &d->at, d->rows.count, &d->bead, d->rows.count, &d->watch));
  for (PetscInt64 k = 0; k < d->rows.count; k++) {
    d->at[k] = GrCaseDetectorsBead(input, d->rows.first + k);
    d->id[k] = first_row + d->at[k];
    d->bead[k] = (PetscInt)(d->id[k] - 1 - beads.first);
    GrRecorderPulseBegin(&d->watch[k]);
  }
  return 0;
}

static PetscErrorCode AddDetectors(GrRecorder r)
{
  const GrCase *c = r->world->the_case;

  for (int i = 0; i < c->output.n_detectors; i++) {
    const GrDetectors *input = &c->output.detectors[i];
    Detectors *d;
    PetscCall(PetscNew(&d));
    d->recorder = r;
    d->quantity = input->quantity;
    d->threshold = d->quantity == GR_DETECT_VELOCITY ? input->threshold_velocity : input->threshold_force;
    snprintf(d->name, sizeof(d->name), "%s-%s", c->groups[input->group].name, Quantities[d->quantity].name);
    PetscCall(PlaceDetectors(input, c, r->world->chain->particles.rows, d));
    PetscCall(GrRecorderAdd(r, &DetectorOps, (GrRecorderInterval){0}, d, NULL));
    GrColumn column[DETECTOR_COLUMNS];
    char group[sizeof(d->name) + 64];
    for (int k = 0; k < DETECTOR_COLUMNS; k++) {
      column[k] = DetectorColumns[k];
      column[k].unit = column[k].unit ? column[k].unit : Quantities[d->quantity].unit;
    }
    snprintf(group, sizeof(group), "/observables/detectors/%s", d->name);
    PetscCall(GrTableCreate(d->recorder->results, group, DETECTOR_COLUMNS, column, d->rows.total, &d->table));
    if (!d->recorder->resumed)
      PetscCall(WriteTable(d));
  }
  return 0;
}

const GrWriterKind GrRecorderDetectors = {.add = AddDetectors};
