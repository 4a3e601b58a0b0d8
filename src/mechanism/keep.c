/* Appends rows to the logs (impacts, trajectory, energy) of the motion of a mechanism; see motion.h. */
#include "base/log.h"
#include "mechanism/motion.h"
#include <math.h>
#include <string.h>

enum { OF_COORDINATE = 3, OF_CONTACT = 3 }; /* numbers in a point of the trajectory */
enum {
  POINT_MAX = 2 + OF_COORDINATE * GR_MECHANISM_COORDINATES_MAX + OF_CONTACT * GR_MECHANISM_CONTACTS_MAX +
              GR_MECHANISM_OBSERVABLES_MAX
};

size_t GrMechanismImpactSize(const GrMechanism *m)
{
  return sizeof(GrMechanismImpact) + 2 * sizeof(double) * (size_t)(m->n_coordinates + m->n_observables);
}

size_t GrMechanismPointSize(const GrMechanism *m)
{
  return sizeof(double) *
         (size_t)(2 + OF_COORDINATE * m->n_coordinates + OF_CONTACT * m->n_contacts + m->n_observables);
}

static void ObserveMechanism(const GrMechanismMotion *motion, double *value)
{
  const GrMechanismDynamics *d = &motion->dynamics;
  const double *state = motion->stepping.start;
  const GrMechanismState at = {motion->stepping.time, state, state + d->n, motion->now.acceleration,
                               motion->now.reaction};
  if (d->mechanism->observe)
    d->mechanism->observe(d->coefficient, &at, value);
}

int GrMechanismSide(const GrMechanismMotion *motion, double side[GR_SIDE_MAX])
{
  const GrMechanismDynamics *d = &motion->dynamics;
  memcpy(side, motion->stepping.start + d->n, sizeof(*side) * (size_t)d->n);
  ObserveMechanism(motion, side + d->n);
  return d->n + d->mechanism->n_observables;
}

PetscErrorCode GrMechanismKeepPoint(GrMechanismMotion *motion)
{
  const GrMechanismDynamics *d = &motion->dynamics;
  const double *state = motion->stepping.start;
  double row[POINT_MAX] = {motion->id, motion->stepping.time};
  int n = 2;

  PetscFunctionBeginUser;
  for (int i = 0; i < d->n; i++) {
    row[n++] = state[i];
    row[n++] = state[d->n + i];
    row[n++] = motion->now.acceleration[i];
  }
  for (int k = 0; k < d->mechanism->n_contacts; k++) {
    row[n++] = motion->now.at[k].overlap;
    row[n++] = motion->now.force[k].normal_force;
    row[n++] = motion->now.force[k].friction;
  }
  ObserveMechanism(motion, &row[n]);
  PetscCall(GrLogAppend(&motion->result->trajectory, row));
  PetscFunctionReturn(0);
}

/* Adds the energies of closed contacts, and the works of all contacts. */
static void AddContactEnergies(const GrMechanismMotion *motion, GrMechanismEnergy *row)
{
  const GrMechanismDynamics *d = &motion->dynamics;
  const double *work = motion->stepping.start + 2 * d->n;
  double recoverable, consumed;
  for (int k = 0; k < d->mechanism->n_contacts; k++) {
    row->dissipated_viscous += work[GrMechanismWorkOf(k, GR_MECHANISM_WORK_VISCOUS)];
    row->dissipated_sliding += work[GrMechanismWorkOf(k, GR_MECHANISM_WORK_SLIDING)];
    if (!d->touch[k].closed)
      continue;
    GrMechanismTouchEnergy(&d->touch[k], &motion->now.at[k], &recoverable, &consumed);
    row->elastic += recoverable;
    row->dissipated_plastic += consumed;
  }
}

PetscErrorCode GrMechanismKeepEnergy(GrMechanismMotion *motion)
{
  const GrMechanismDynamics *d = &motion->dynamics;
  const GrMechanism *m = d->mechanism;
  const double *state = motion->stepping.start, *work = state + 2 * d->n;
  GrMechanismRun *run = &motion->result->run;
  GrMechanismEnergy row = {.run = motion->id,
                           .time = motion->stepping.time,
                           .kinetic = GrMechanismDynamicsKinetic(d, state),
                           .potential = m->potential ? m->potential(d->coefficient, state) : 0,
                           .dissipated_mechanism = work[GR_MECHANISM_WORK_OWN],
                           .dissipated_plastic = motion->plastic,
                           .supplied = work[GR_MECHANISM_WORK_SUPPLIED]};

  PetscFunctionBeginUser;
  AddContactEnergies(motion, &row);
  if (motion->result->energy.n == 0)
    run->energy_start = row.kinetic + row.potential + row.elastic;
  run->energy_supplied = fmax(run->energy_supplied, fabs(row.supplied));
  row.residual = row.kinetic + row.potential + row.elastic + row.dissipated_mechanism + row.dissipated_viscous +
                 row.dissipated_plastic + row.dissipated_sliding - row.supplied - run->energy_start;
  const double all = fabs(run->energy_start) + run->energy_supplied;
  if (row.residual != 0)
    run->energy_residual = fmax(run->energy_residual, fabs(row.residual) / all);
  PetscCall(GrLogAppend(&motion->result->energy, &row));
  PetscFunctionReturn(0);
}

PetscErrorCode GrMechanismKeepImpact(GrMechanismMotion *motion, int k)
{
  const GrMechanismTouching *contact = &motion->contact[k];
  double row[sizeof(GrMechanismImpact) / sizeof(double) + 2 * GR_SIDE_MAX], side[GR_SIDE_MAX];
  double *at = row + sizeof(GrMechanismImpact) / sizeof(double);
  const int n = GrMechanismSide(motion, side);

  PetscFunctionBeginUser;
  memcpy(row, &contact->row, sizeof(contact->row));
  memcpy(at, contact->at_close, sizeof(*at) * (size_t)n);
  for (int i = 0; i < n; i++)
    at[n + i] = isnan(contact->row.duration) ? NAN : side[i];
  PetscCall(GrLogAppend(&motion->result->impacts, row));
  PetscFunctionReturn(0);
}
