/* record: see record.h. One table of columns for each kind of row. Rows are laid out by ball, so the file is the same
   for any number of ranks. */
#include "bounce/record.h"

#include "io/h5/log_table.h"

enum { PATH = 256 };

static const GrLogColumn ball_columns[] = {
    GR_LOG_WHOLE(GrBounceBall, outcome,
                 "0: rests on the surface; 1: stays on it and swings on; 2: has made as many bounces as are allowed"),
    GR_LOG_WHOLE(GrBounceBall, bounce_count, "contacts that the ball left"),
    GR_LOG_REAL(GrBounceBall, last_onset, "s", "when its last contact began"),
    GR_LOG_REAL(GrBounceBall, rest_time, "s", "when it came to rest; not a number: it did not"),
    GR_LOG_REAL(GrBounceBall, rest_overlap, "m", "overlap at the end"),
    GR_LOG_REAL(GrBounceBall, static_overlap, "m", "overlap at which the contact carries the ball"),
    GR_LOG_REAL(GrBounceBall, energy_start, "J", "kinetic and potential energy at the start"),
    GR_LOG_REAL(GrBounceBall, energy_residual, "1", "the most that the books ever miss, over the energy at the start"),
    GR_LOG_WHOLE(GrBounceBall, first_bounce, "its first row of bounces, from 0"),
    GR_LOG_WHOLE(GrBounceBall, first_point, "its first row of trajectory, from 0"),
    GR_LOG_WHOLE(GrBounceBall, first_energy, "its first row of energy, from 0"),
};
static const GrLogColumn bounce_columns[] = {
    GR_LOG_WHOLE(GrBounce, ball, "which ball, from 1"),
    GR_LOG_WHOLE(GrBounce, number, "number of the bounce, from 1"),
    GR_LOG_REAL(GrBounce, time, "s", "when the contact began"),
    GR_LOG_REAL(GrBounce, duration, "s", "time in contact; of the last contact, until the ball rests"),
    GR_LOG_REAL(GrBounce, speed_in, "m/s", "speed before"),
    GR_LOG_REAL(GrBounce, speed_out, "m/s", "speed after; 0: the ball stays"),
    GR_LOG_REAL(GrBounce, restitution, "1", "speed after over speed before"),
    GR_LOG_REAL(GrBounce, restitution_theory, "1",
                "what the theory of the law says, without gravity; not a number: nothing"),
    GR_LOG_REAL(GrBounce, overlap_max, "m", "largest overlap"),
    GR_LOG_REAL(GrBounce, force_max, "N", "largest force"),
    GR_LOG_REAL(GrBounce, force_min, "N", "smallest force; negative: the largest pull"),
    GR_LOG_REAL(GrBounce, dissipated_viscous, "J", "work of the dashpots in this contact"),
    GR_LOG_REAL(GrBounce, dissipated_plastic, "J", "energy spent by the history of this contact"),
};
static const GrLogColumn point_columns[] = {
    GR_LOG_WHOLE(GrBouncePoint, ball, "which ball, from 1"),
    GR_LOG_REAL(GrBouncePoint, time, "s", "time"),
    GR_LOG_REAL(GrBouncePoint, height, "m", "height of the lowest point above the surface; negative: the overlap"),
    GR_LOG_REAL(GrBouncePoint, velocity, "m/s", "velocity, upwards"),
    GR_LOG_REAL(GrBouncePoint, force, "N", "contact force, positive when it pushes"),
};
static const GrLogColumn energy_columns[] = {
    GR_LOG_WHOLE(GrBounceEnergy, ball, "which ball, from 1"),
    GR_LOG_REAL(GrBounceEnergy, time, "s", "time: the start, the ends of the contacts, the end"),
    GR_LOG_REAL(GrBounceEnergy, kinetic, "J", "kinetic energy"),
    GR_LOG_REAL(GrBounceEnergy, potential, "J", "energy in gravity, 0 at the surface"),
    GR_LOG_REAL(GrBounceEnergy, elastic, "J", "energy that the contact would give back"),
    GR_LOG_REAL(GrBounceEnergy, dissipated_viscous, "J", "work of the dashpots since the start"),
    GR_LOG_REAL(GrBounceEnergy, dissipated_plastic, "J", "energy spent by the contacts' histories since the start"),
    GR_LOG_REAL(GrBounceEnergy, residual, "J", "the sum of all, less its value at the start"),
};
#define TABLE(columns) (int)(sizeof(columns) / sizeof((columns)[0])), columns

PetscErrorCode GrBounceRecord(GrResults results, MPI_Comm comm, const GrStudy *study, const char *variant,
                              const GrBounceRows *rows)
{
  char group[PATH], below[PATH + 16];
  const GrRows span = {rows->total, rows->first, rows->count};
  const GrLogPiece balls = {rows->result, offsetof(GrBounceResult, ball), sizeof(GrBounceResult), rows->count};
  const struct {
    const char *name;
    int n;
    const GrLogColumn *columns;
    size_t log, begin;
  } logs[] = {
      {"bounces", TABLE(bounce_columns), offsetof(GrBounceResult, bounces),
       offsetof(GrBounceResult, ball.first_bounce)},
      {"trajectory", TABLE(point_columns), offsetof(GrBounceResult, trajectory),
       offsetof(GrBounceResult, ball.first_point)},
      {"energy", TABLE(energy_columns), offsetof(GrBounceResult, energy), offsetof(GrBounceResult, ball.first_energy)},
  };

  PetscFunctionBegin;
  PetscCall(PetscSNPrintf(group, sizeof(group), "/bounce%s%s", *variant ? "/" : "", variant));
  for (size_t k = 0; k < sizeof(logs) / sizeof(logs[0]); k++) {
    PetscCall(PetscSNPrintf(below, sizeof(below), "%s/%s", group, logs[k].name));
    const GrLogPlaces places = {rows->result, sizeof(GrBounceResult), logs[k].log, logs[k].begin, rows->count};
    PetscCall(GrLogTableWriteAll(results, comm, below, logs[k].n, logs[k].columns, &places));
  }
  PetscCall(GrLogTableWrite(results, group, TABLE(ball_columns), span, 1, &balls));
  PetscCall(PetscSNPrintf(below, sizeof(below), "%s/swept", group));
  PetscCall(GrLogTableWriteSwept(results, below, study, span));
  PetscFunctionReturn(0);
}
