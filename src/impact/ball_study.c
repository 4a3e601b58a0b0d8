/* Computes an ensemble of bouncing balls. The stored bounces need about 200 bytes each, and the points of the
   trajectories 88 bytes each. */
#include "impact/impact.h"
#include "run/ensemble.h"
#include <math.h>

static const GrMember ball_columns[] = {
    GR_MEMBER_INTEGER(GrBounceBall, outcome,
                      "0: the ball rests; 1: it still oscillates on the surface; 2: it has made the largest allowed "
                      "number of bounces"),
    GR_MEMBER_INTEGER(GrBounceBall, bounce_count, "number of contacts that ended by separation"),
    GR_MEMBER_REAL(GrBounceBall, last_onset, "s", "time at which the last contact began"),
    GR_MEMBER_REAL(GrBounceBall, rest_time, "s", "time at which the ball came to rest; NaN: it did not"),
    GR_MEMBER_REAL(GrBounceBall, rest_overlap, "m", "overlap at the end; 0: in flight"),
    GR_MEMBER_REAL(GrBounceBall, static_overlap, "m", "overlap at which the contact force equals the weight"),
    GR_MEMBER_REAL(GrBounceBall, energy_start, "J", "kinetic and potential energy at the start"),
    GR_MEMBER_REAL(GrBounceBall, energy_residual, "1",
                   "largest absolute residual of the energy balance / energy at the start"),
    GR_MEMBER_INTEGER(GrBounceBall, first_bounce, "first row of the ball in bounces, from 0"),
    GR_MEMBER_INTEGER(GrBounceBall, first_point, "first row of the ball in trajectory, from 0"),
    GR_MEMBER_INTEGER(GrBounceBall, first_energy, "first row of the ball in energy, from 0"),
};
static const GrMember bounce_columns[] = {
    GR_MEMBER_INTEGER(GrBounce, ball, "number of the ball, from 1"),
    GR_MEMBER_INTEGER(GrBounce, number, "number of the bounce, from 1"),
    GR_MEMBER_REAL(GrBounce, time, "s", "time at which the contact began"),
    GR_MEMBER_REAL(GrBounce, duration, "s", "duration of the contact; last contact: until the ball rests"),
    GR_MEMBER_REAL(GrBounce, speed_in, "m/s", "speed at the beginning of the contact"),
    GR_MEMBER_REAL(GrBounce, speed_out, "m/s", "speed at the end of the contact; 0: the ball does not leave"),
    GR_MEMBER_REAL(GrBounce, restitution, "1", "restitution: speed_out / speed_in"),
    GR_MEMBER_REAL(GrBounce, restitution_theory, "1",
                   "restitution by the theory of the law, without gravity; NaN: there is no theory"),
    GR_MEMBER_REAL(GrBounce, overlap_max, "m", "largest overlap"),
    GR_MEMBER_REAL(GrBounce, force_max, "N", "largest force"),
    GR_MEMBER_REAL(GrBounce, force_min, "N", "smallest force; negative: largest tension"),
    GR_MEMBER_REAL(GrBounce, dissipated_viscous, "J", "work of the dashpots in this contact"),
    GR_MEMBER_REAL(GrBounce, dissipated_plastic, "J", "plastic work in this contact"),
};
static const GrMember point_columns[] = {
    GR_MEMBER_INTEGER(GrBouncePoint, ball, "number of the ball, from 1"),
    GR_MEMBER_REAL(GrBouncePoint, time, "s", "time"),
    GR_MEMBER_REAL(GrBouncePoint, height, "m", "height of the lowest point above the surface; negative: the overlap"),
    GR_MEMBER_REAL(GrBouncePoint, velocity, "m/s", "velocity, upwards"),
    GR_MEMBER_REAL(GrBouncePoint, force, "N", "contact force, positive if repulsive"),
    GR_MEMBER_REAL(GrBouncePoint, damping_force, "N", "force of the dashpots, a part of the contact force"),
    GR_MEMBER_REAL(GrBouncePoint, kinetic, "J", "kinetic energy"),
    GR_MEMBER_REAL(GrBouncePoint, potential, "J", "potential energy in gravity, 0 at the surface"),
    GR_MEMBER_REAL(GrBouncePoint, elastic, "J", "recoverable energy of the contact"),
    GR_MEMBER_REAL(GrBouncePoint, dissipated_viscous, "J", "work of the dashpots since the start"),
    GR_MEMBER_REAL(GrBouncePoint, dissipated_plastic, "J", "plastic work of the contacts since the start"),
};
static const GrMember energy_columns[] = {
    GR_MEMBER_INTEGER(GrBounceEnergy, ball, "number of the ball, from 1"),
    GR_MEMBER_REAL(GrBounceEnergy, time, "s", "time: the start, the ends of the contacts, the end"),
    GR_MEMBER_REAL(GrBounceEnergy, kinetic, "J", "kinetic energy"),
    GR_MEMBER_REAL(GrBounceEnergy, potential, "J", "potential energy in gravity, 0 at the surface"),
    GR_MEMBER_REAL(GrBounceEnergy, elastic, "J", "recoverable energy of the contact"),
    GR_MEMBER_REAL(GrBounceEnergy, dissipated_viscous, "J", "work of the dashpots since the start"),
    GR_MEMBER_REAL(GrBounceEnergy, dissipated_plastic, "J", "plastic work of the contacts since the start"),
    GR_MEMBER_REAL(GrBounceEnergy, residual, "J", "residual: sum of all energies minus its value at the start"),
};
static const GrEnsembleTable tables[] = {
    {"bounces", GR_MEMBERS(bounce_columns), offsetof(GrBounceResult, bounces),
     offsetof(GrBounceResult, ball.first_bounce)},
    {"trajectory", GR_MEMBERS(point_columns), offsetof(GrBounceResult, trajectory),
     offsetof(GrBounceResult, ball.first_point)},
    {"energy", GR_MEMBERS(energy_columns), offsetof(GrBounceResult, energy),
     offsetof(GrBounceResult, ball.first_energy)},
    {"", GR_MEMBERS(ball_columns), 0, 0},
};

static PetscErrorCode SolveBalls(GrRunEnsemble *e, PetscInt64 first, PetscInt n)
{
  GrBounceResult *result = (GrBounceResult *)e->result + first;
  GrBounceTask *task;

  PetscCall(PetscMalloc1(n, &task));
  for (PetscInt i = 0; i < n; i++) {
    const GrRunEnsembleMember ball = GrRunEnsembleAt(e, first + i);
    task[i] = (GrBounceTask){(double)ball.number, ball.the_case};
  }
  PetscCall(GrBounceSolve(n, task, result));
  for (PetscInt i = 0; i < n; i++) {
    e->counted += result[i].bounces.n;
    if (!result[i].why)
      continue;
    GrRunEnsembleFail(e, first + i, "(law %s: %s)", GrImpactSettingOf(task[i].the_case).law->name, result[i].why);
    GrBounceBall *ball = &result[i].ball; /* its life has no end */
    ball->last_onset = ball->rest_time = ball->rest_overlap = ball->static_overlap = ball->energy_residual = NAN;
    ball->outcome = -1;
  }
  return PetscFree(task);
}

static PetscErrorCode ShowBall(MPI_Comm comm, PetscInt64 number, const void *result)
{
  static const char *const word[] = {"failed", "rests", "swings", "flies"};
  const GrBounceBall *b = &((const GrBounceResult *)result)->ball;
  return PetscSynchronizedPrintf(comm, "%6" PetscInt64_FMT " %8.0f %8s %14.9g %14.9g %14.6g %12.2g\n", number,
                                 b->bounce_count, word[1 + (int)b->outcome], b->last_onset, b->rest_time,
                                 b->rest_overlap, b->energy_residual);
}

const GrRunEnsembleKind GrBounceEnsemble = {
    .group = "bounce",
    .members = "bouncing balls",
    .counted = "bounces",
    .failed = "balls have no end; results that need it are NaN",
    .member = "ball",
    .remedy = "change its parameters or speed",
    .heading = "  ball  bounces  outcome   last onset s         rest s      overlap m     residual",
    .size = sizeof(GrBounceResult),
    .residual = offsetof(GrBounceResult, ball.energy_residual),
    .n_tables = sizeof(tables) / sizeof(tables[0]),
    .tables = tables,
    .same_setting = GrImpactSameSetting,
    .solve = SolveBalls,
    .show = ShowBall,
};
