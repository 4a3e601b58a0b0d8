/* ball_study: the ensemble of bouncing balls. Their logs take about 200 bytes a bounce and 40 a point. */
#include "run/ensemble.h"
#include <granum/bounce.h>
#include <math.h>

static const GrLogColumn ball_columns[] = {
    GR_LOG_WHOLE(GrBounceBall, outcome,
                 "0: rests on the surface; 1: stays on it and swings on; 2: has made as many bounces as are allowed"),
    GR_LOG_WHOLE(GrBounceBall, bounce_count, "contacts that the ball left"),
    GR_LOG_REAL(GrBounceBall, last_onset, "s", "when its last contact began"),
    GR_LOG_REAL(GrBounceBall, rest_time, "s", "when it came to rest; not a number: it did not"),
    GR_LOG_REAL(GrBounceBall, rest_overlap, "m", "overlap at the end"),
    GR_LOG_REAL(GrBounceBall, static_overlap, "m", "overlap at which the contact carries the ball"),
    GR_LOG_REAL(GrBounceBall, energy_start, "J", "kinetic and potential energy at the start"),
    GR_LOG_REAL(GrBounceBall, energy_residual, "1",
                "the most that the ledger ever misses, over the energy at the start"),
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
    GR_LOG_REAL(GrBounce, dissipated_plastic, "J", "plastic work of the history of this contact"),
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
    GR_LOG_REAL(GrBounceEnergy, dissipated_plastic, "J", "plastic work of the contacts' histories since the start"),
    GR_LOG_REAL(GrBounceEnergy, residual, "J", "the sum of all, less its value at the start"),
};
#define TABLE(columns) (int)(sizeof(columns) / sizeof((columns)[0])), columns

static const GrEnsembleLog logs[] = {
    {"bounces", TABLE(bounce_columns), offsetof(GrBounceResult, bounces), offsetof(GrBounceResult, ball.first_bounce)},
    {"trajectory", TABLE(point_columns), offsetof(GrBounceResult, trajectory),
     offsetof(GrBounceResult, ball.first_point)},
    {"energy", TABLE(energy_columns), offsetof(GrBounceResult, energy), offsetof(GrBounceResult, ball.first_energy)},
};

/* A ball without an end has no numbers of an end. */
static void VoidBall(GrBounceBall *ball)
{
  ball->last_onset = ball->rest_time = ball->rest_overlap = ball->static_overlap = ball->energy_residual = NAN;
  ball->outcome = -1;
}

/* Balls [begin, end) of this round, all of one setting. */
static PetscErrorCode SolveAlike(GrEnsemble *e, const GrImpactSetting *setting, PetscInt begin, PetscInt end,
                                 const GrBounceTask task[])
{
  GrBounceResult *result = e->result;

  PetscFunctionBeginUser;
  PetscCall(GrBounceSolve(end - begin, &task[begin], &result[begin]));
  for (PetscInt i = begin; i < end; i++) {
    e->counted += result[i].bounces.n;
    if (!result[i].why)
      continue;
    GrEnsembleFail(e, i, "(law %s: %s)", setting->law->name, result[i].why);
    VoidBall(&result[i].ball);
  }
  GrEnsembleProgress(e, end);
  PetscFunctionReturn(0);
}

static PetscErrorCode ComputeBalls(GrEnsemble *e)
{
  const PetscInt n = (PetscInt)e->count;
  GrImpactSetting setting, next;
  GrBounceTask *task;
  PetscInt begin = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &task));
  for (PetscInt i = 0; i < n; i++, setting = next) {
    const GrEnsembleMember ball = GrEnsembleAt(e, i);
    task[i] = (GrBounceTask){(double)ball.number, ball.the_case};
    next = GrImpactSettingOf(ball.the_case);
    if (i > 0 && !GrImpactSettingSame(&setting, &next)) {
      PetscCall(SolveAlike(e, &setting, begin, i, task));
      begin = i;
    }
  }
  if (n > 0)
    PetscCall(SolveAlike(e, &setting, begin, n, task));
  PetscCall(PetscFree(task));
  PetscFunctionReturn(0);
}

static PetscErrorCode RecordBalls(const GrEnsemble *e, const GrEnsemblePart *part)
{
  return GrEnsembleRecord(e, part, sizeof(logs) / sizeof(logs[0]), logs, TABLE(ball_columns));
}

static PetscErrorCode ShowBall(MPI_Comm comm, PetscInt64 number, const void *result)
{
  static const char *const word[] = {"failed", "rests", "swings", "flies"};
  const GrBounceBall *b = &((const GrBounceResult *)result)->ball;
  return PetscSynchronizedPrintf(comm, "%6" PetscInt64_FMT " %8.0f %8s %14.9g %14.9g %14.6g %12.2g\n", number,
                                 b->bounce_count, word[1 + (int)b->outcome], b->last_onset, b->rest_time,
                                 b->rest_overlap, b->energy_residual);
}

static PetscErrorCode DestroyBall(void *result)
{
  return GrBounceResultDestroy(result);
}

const GrEnsembleKind GrBounces = {
    .group = "bounce",
    .members = "bouncing balls",
    .counted = "bounces",
    .failed = "balls have no end, and what follows from it stands as not-a-number",
    .member = "ball",
    .remedy = "change its parameters or speed",
    .heading = "  ball  bounces  outcome   last onset s         rest s      overlap m     residual",
    .size = sizeof(GrBounceResult),
    .compute = ComputeBalls,
    .record = RecordBalls,
    .show = ShowBall,
    .destroy = DestroyBall,
};
