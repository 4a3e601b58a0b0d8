/* solver: integrates the motion of a mechanism from the start to the end of a case, from event to event. Each step ends
   at an event (event.h), whose time is computed to rounding error, because the motion is smooth only between events. A
   contact begins with an empty history. The stored history is updated at the end of each accepted step and at each
   closing. At the opening, the recoverable energy that the history of the contact still stores is added to the plastic
   work. */
#include "base/log.h"
#include "law/one.h"
#include "mechanism/event.h"
#include <granum/ensemble.h>
#include <math.h>
#include <string.h>

enum { STEPS_MAX = 50000000 };
enum { SIDE_MAX = GR_MECHANISM_COORDINATES_MAX + GR_MECHANISM_OBSERVABLES_MAX };

/* Data of the current impact of a closed contact: from its closing to its opening. */
typedef struct {
  GrMechanismImpact row;             /* row of the log `impacts`; values that are not known yet are NaN */
  double at_close[SIDE_MAX];         /* velocities and observables when it closed */
  double works[GR_WORKS_OF_CONTACT]; /* works of the contact when it closed [J] */
  double first;                      /* length of the first step in the previous impact [s]; 0: there was no impact */
} Touching;

typedef struct {
  const GrCase *the_case;
  double id; /* number of the case in the logs */
  GrMechanismDynamics dynamics;
  GrMechanismStepping stepping;
  GrInstant now; /* forces and accelerations at stepping.start, from the committed histories */
  Touching contact[GR_MECHANISM_CONTACTS_MAX];
  double plastic;        /* plastic work of contacts that have opened [J] */
  double free_step;      /* step proposed before the last contact closed [s] */
  PetscInt64 next_point; /* number of the next point of the trajectory; its time is this number times `every` */
  GrMechanismResult *result;
} Motion;

/* ---- logs: impacts, trajectory, energy ---- */

enum { OF_COORDINATE = 3, OF_CONTACT = 3 }; /* numbers in a point of the trajectory */
enum {
  POINT_MAX = 2 + OF_COORDINATE * GR_MECHANISM_COORDINATES_MAX + OF_CONTACT * GR_MECHANISM_CONTACTS_MAX +
              GR_MECHANISM_OBSERVABLES_MAX
};

static void ObserveMechanism(const Motion *m, double *value)
{
  const GrMechanismDynamics *d = &m->dynamics;
  const double *state = m->stepping.start;
  const GrMechanismState at = {m->stepping.time, state, state + d->n, m->now.acceleration, m->now.reaction};
  if (d->mechanism->observe)
    d->mechanism->observe(d->coefficient, &at, value);
}

/* Computes velocities and observables at `now`; returns their number. */
static int ComputeSide(const Motion *m, double side[SIDE_MAX])
{
  const GrMechanismDynamics *d = &m->dynamics;
  memcpy(side, m->stepping.start + d->n, sizeof(*side) * (size_t)d->n);
  ObserveMechanism(m, side + d->n);
  return d->n + d->mechanism->n_observables;
}

/* Appends a row at `now` to the log `trajectory`. */
static PetscErrorCode KeepPoint(Motion *m)
{
  const GrMechanismDynamics *d = &m->dynamics;
  const double *state = m->stepping.start;
  double row[POINT_MAX] = {m->id, m->stepping.time};
  int n = 2;

  for (int i = 0; i < d->n; i++) {
    row[n++] = state[i];
    row[n++] = state[d->n + i];
    row[n++] = m->now.acceleration[i];
  }
  for (int k = 0; k < d->mechanism->n_contacts; k++) {
    row[n++] = m->now.at[k].overlap;
    row[n++] = m->now.force[k].normal_force;
    row[n++] = m->now.force[k].friction;
  }
  ObserveMechanism(m, &row[n]);
  return GrLogAppend(&m->result->trajectory, row);
}

/* Adds the energies of closed contacts, and the works of all contacts. */
static void AddContactEnergies(const Motion *m, GrMechanismEnergy *row)
{
  const GrMechanismDynamics *d = &m->dynamics;
  const double *work = m->stepping.start + 2 * d->n;
  for (int k = 0; k < d->mechanism->n_contacts; k++) {
    row->dissipated_viscous += work[GrMechanismWorkOf(k, GR_MECHANISM_WORK_VISCOUS)];
    row->dissipated_sliding += work[GrMechanismWorkOf(k, GR_MECHANISM_WORK_SLIDING)];
    if (!d->touch[k].closed)
      continue;
    const GrLawEnergies energies = GrMechanismTouchEnergy(&d->touch[k], &m->now.at[k]);
    row->elastic += energies.recoverable;
    row->dissipated_plastic += energies.consumed;
  }
}

/* Appends a row at `now` to the log `energy`, and updates the energies of the run. */
static PetscErrorCode KeepEnergy(Motion *m)
{
  const GrMechanismDynamics *d = &m->dynamics;
  const double *state = m->stepping.start, *work = state + 2 * d->n;
  GrMechanismRun *run = &m->result->run;
  GrMechanismEnergy row = {.run = m->id,
                           .time = m->stepping.time,
                           .kinetic = GrMechanismDynamicsKinetic(d, state),
                           .potential = d->mechanism->potential ? d->mechanism->potential(d->coefficient, state) : 0,
                           .dissipated_mechanism = work[GR_MECHANISM_WORK_OWN],
                           .dissipated_plastic = m->plastic,
                           .supplied = work[GR_MECHANISM_WORK_SUPPLIED]};

  AddContactEnergies(m, &row);
  if (m->result->energy.n == 0)
    run->energy_start = row.kinetic + row.potential + row.elastic;
  run->energy_supplied = fmax(run->energy_supplied, fabs(row.supplied));
  row.residual = row.kinetic + row.potential + row.elastic + row.dissipated_mechanism + row.dissipated_viscous +
                 row.dissipated_plastic + row.dissipated_sliding - row.supplied - run->energy_start;
  const double present = row.kinetic + fabs(row.potential) + fabs(row.elastic) + row.dissipated_mechanism +
                         row.dissipated_viscous + row.dissipated_plastic + row.dissipated_sliding;
  const double all = fmax(fabs(run->energy_start) + run->energy_supplied, present);
  const double relative = row.residual == 0 ? 0 : fabs(row.residual) / all;
  if (!isnan(run->energy_residual) && !(relative <= run->energy_residual)) /* NaN stays */
    run->energy_residual = relative;
  return GrLogAppend(&m->result->energy, &row);
}

/* Appends the current impact of a contact to the log `impacts`. */
static PetscErrorCode KeepImpact(Motion *m, int k)
{
  const Touching *contact = &m->contact[k];
  double row[sizeof(GrMechanismImpact) / sizeof(double) + 2 * SIDE_MAX], side[SIDE_MAX];
  double *at = row + sizeof(GrMechanismImpact) / sizeof(double);
  const int n = ComputeSide(m, side);

  memcpy(row, &contact->row, sizeof(contact->row));
  memcpy(at, contact->at_close, sizeof(*at) * (size_t)n);
  for (int i = 0; i < n; i++)
    at[n + i] = isnan(contact->row.duration) ? NAN : side[i];
  return GrLogAppend(&m->result->impacts, row);
}

/* Evaluates `now` at stepping.start with the committed histories. */
static void EvaluateNow(Motion *m)
{
  GrMechanismDynamicsEvaluate(&m->dynamics, m->stepping.time, m->stepping.start, &m->now);
}

/* ---- contacts ---- */

static void NoteExtremes(Motion *m, int k)
{
  GrMechanismImpact *row = &m->contact[k].row;
  row->overlap_max = fmax(row->overlap_max, m->now.at[k].overlap);
  row->force_max = fmax(row->force_max, m->now.force[k].normal_force);
  row->force_min = fmin(row->force_min, m->now.force[k].normal_force);
}

/* Returns the first step of a contact that closes for the first time [s]: 0.1 of its duration, which is known within a
   factor of about ten. The step of a long flight can be so long that no stage is inside the contact, so that the
   estimated error is 0. */
static double FirstStep(const Motion *m, const GrMechanismTouch *touch, double speed)
{
  const double reach = speed > 0 ? GrLawReach(touch->law, touch->coefficient, touch->mass, speed, 0) : 0;
  return speed > 0 ? fmin(m->stepping.next, 0.1 * (reach / speed)) : m->stepping.next;
}

static void CloseContact(Motion *m, int k)
{
  const GrMechanismDynamics *d = &m->dynamics;
  Touching *contact = &m->contact[k];
  GrMechanismTouch *touch = &m->dynamics.touch[k];

  m->result->run.last_onset = m->stepping.time;
  contact->row = (GrMechanismImpact){.run = m->id,
                                     .number = ++m->result->run.impact_count,
                                     .contact = k,
                                     .time = m->stepping.time,
                                     .duration = NAN,
                                     .speed_in = m->now.at[k].rate,
                                     .speed_out = NAN,
                                     .restitution = NAN};
  for (int i = 0; i < GR_WORKS_OF_CONTACT; i++)
    contact->works[i] = m->stepping.start[2 * d->n + GrMechanismWorkOf(k, i)];
  ComputeSide(m, contact->at_close);
  touch->closed = true;
  EvaluateNow(m);
  memcpy(touch->committed, m->now.force[k].trial, sizeof(touch->committed));
  NoteExtremes(m, k);
  m->free_step = m->stepping.next;
  m->stepping.next = contact->first > 0 ? contact->first : FirstStep(m, touch, contact->row.speed_in);
  contact->first = 0;
}

/* Sets the dissipated energies of the current impact of a contact. */
static void AccountImpact(Motion *m, int k, double plastic)
{
  const double *work = m->stepping.start + 2 * m->dynamics.n;
  Touching *contact = &m->contact[k];
  contact->row.dissipated_viscous =
      work[GrMechanismWorkOf(k, GR_MECHANISM_WORK_VISCOUS)] - contact->works[GR_MECHANISM_WORK_VISCOUS];
  contact->row.dissipated_sliding =
      work[GrMechanismWorkOf(k, GR_MECHANISM_WORK_SLIDING)] - contact->works[GR_MECHANISM_WORK_SLIDING];
  contact->row.dissipated_plastic = plastic;
}

/* Opens a contact. The energy that its history still has becomes plastic work. */
static PetscErrorCode OpenContact(Motion *m, int k)
{
  GrMechanismImpact *row = &m->contact[k].row;
  GrMechanismTouch *touch = &m->dynamics.touch[k];
  const GrLawEnergies left = GrMechanismTouchEnergy(touch, &m->now.at[k]);
  const double plastic = left.consumed + left.recoverable;

  row->duration = m->stepping.time - row->time;
  row->speed_out = -m->now.at[k].rate;
  row->restitution = row->speed_out / row->speed_in;
  AccountImpact(m, k, plastic);
  m->plastic += plastic;
  touch->closed = false;
  memset(touch->committed, 0, sizeof(touch->committed));
  EvaluateNow(m);
  m->stepping.next = m->free_step;
  PetscCall(KeepImpact(m, k));
  return KeepEnergy(m);
}

/* Closes contacts that overlap at the start, or that touch and approach. */
static void CloseTouching(Motion *m)
{
  for (int k = 0; k < m->dynamics.mechanism->n_contacts; k++) {
    const GrMechanismTouchAt *at = &m->now.at[k];
    const bool begins = m->stepping.time == 0 && at->overlap > 0;
    if (!m->dynamics.touch[k].closed && (begins || (at->overlap >= 0 && at->rate > 0)))
      CloseContact(m, k);
  }
}

/* ---- steps ---- */

/* Returns the latest end of the next step [s]. */
static double StepLimit(const Motion *m)
{
  const GrMechanismCase *c = &m->the_case->motion;
  const double point = c->every > 0 ? (double)m->next_point * c->every : c->end;
  return fmin(point, c->end);
}

static PetscErrorCode NotePeaks(Motion *m, double length)
{
  for (int k = 0; k < m->dynamics.mechanism->n_contacts; k++) {
    Touching *contact = &m->contact[k];
    if (!m->dynamics.touch[k].closed)
      continue;
    contact->first = contact->first > 0 ? contact->first : m->stepping.length;
    PetscCall(GrMechanismEventPeak(&m->stepping, k, length, &contact->row.force_max, &contact->row.force_min));
  }
  return 0;
}

/* Commits the histories of closed contacts. CloseContact does so as well; no other function does. */
static void CommitHistory(Motion *m)
{
  EvaluateNow(m);
  for (int k = 0; k < m->dynamics.mechanism->n_contacts; k++) {
    GrMechanismTouch *touch = &m->dynamics.touch[k];
    if (!touch->closed)
      continue;
    NoteExtremes(m, k);
    memcpy(touch->committed, m->now.force[k].trial, sizeof(touch->committed));
  }
}

/* Returns whether a contact is closed whose impact is recorded at every step. */
static bool FollowsImpact(const Motion *m)
{
  for (int k = 0; k < m->dynamics.mechanism->n_contacts; k++)
    if (m->dynamics.touch[k].closed && m->contact[k].row.number <= (double)m->the_case->motion.contacts)
      return true;
  return false;
}

static PetscErrorCode KeepPoints(Motion *m, bool due, bool followed)
{
  const GrMechanismCase *c = &m->the_case->motion;

  if (c->every > 0 && due) {
    m->next_point++;
    PetscCall(KeepEnergy(m));
  }
  if (followed || (c->every > 0 && due))
    PetscCall(KeepPoint(m));
  return 0;
}

static PetscErrorCode StepToEvent(Motion *m)
{
  const double due = StepLimit(m), longest = due - m->stepping.time;
  GrMechanismEvent event;

  PetscCall(GrMechanismSteppingStep(&m->stepping, longest));
  if (m->stepping.why)
    return 0;
  PetscCall(GrMechanismEventFirst(&m->stepping, &event));
  PetscCall(NotePeaks(m, event.length));
  GrMechanismSteppingAccept(&m->stepping, event.length);
  const bool arrived = event.length == longest;
  m->stepping.time = arrived ? due : m->stepping.time;
  CommitHistory(m);
  bool followed = FollowsImpact(m);
  if (event.kind == GR_EVENT_CLOSES)
    CloseContact(m, event.contact);
  else if (event.kind == GR_EVENT_OPENS)
    PetscCall(OpenContact(m, event.contact));
  CloseTouching(m);
  followed = followed || FollowsImpact(m);
  PetscCall(KeepPoints(m, arrived, followed));
  if (++m->result->run.steps >= STEPS_MAX)
    m->stepping.why = "it has not come to its end after fifty million steps";
  return 0;
}

/* ---- from start to end ---- */

static PetscErrorCode BeginMotion(Motion *m)
{
  const GrMechanism *mechanism = m->dynamics.mechanism;
  const size_t number = sizeof(double);
  const int n = mechanism->n_coordinates;
  GrMechanismResult *result = m->result;

  *result = (GrMechanismResult){.run = {.last_onset = NAN}, .energy.size = sizeof(GrMechanismEnergy)};
  result->impacts.size = sizeof(GrMechanismImpact) + 2 * number * (size_t)(n + mechanism->n_observables);
  result->trajectory.size =
      number * (size_t)(2 + OF_COORDINATE * n + OF_CONTACT * mechanism->n_contacts + mechanism->n_observables);
  m->next_point = 1;
  EvaluateNow(m);
  CloseTouching(m);
  PetscCall(KeepEnergy(m));
  if (m->the_case->motion.every > 0)
    PetscCall(KeepPoint(m));
  return 0;
}

/* Ends a motion: appends the impacts of closed contacts and the last energies. */
static PetscErrorCode EndMotion(Motion *m)
{
  for (int k = 0; k < m->dynamics.mechanism->n_contacts; k++) {
    if (!m->dynamics.touch[k].closed)
      continue;
    AccountImpact(m, k, GrMechanismTouchEnergy(&m->dynamics.touch[k], &m->now.at[k]).consumed);
    PetscCall(KeepImpact(m, k));
  }
  PetscCall(KeepEnergy(m));
  m->result->run.end_time = m->stepping.time;
  return 0;
}

PetscErrorCode GrMechanismSolve(const GrCase *the_case, double id, GrMechanismResult *result)
{
  Motion *m;

  PetscCall(PetscNew(&m));
  m->the_case = the_case;
  m->id = id;
  m->result = result;
  PetscCall(GrMechanismDynamicsCreate(the_case, &m->dynamics));
  PetscCall(GrMechanismSteppingCreate(the_case, &m->dynamics, &m->stepping));
  PetscCall(BeginMotion(m));
  while (m->stepping.time < the_case->motion.end && !m->stepping.why)
    PetscCall(StepToEvent(m));
  PetscCall(EndMotion(m));
  if (m->stepping.why)
    PetscCall(PetscSNPrintf(result->why, sizeof(result->why), "t = %.9g s: %s", m->stepping.time, m->stepping.why));
  PetscCall(GrMechanismSteppingDestroy(&m->stepping));
  return PetscFree(m);
}

PetscErrorCode GrMechanismResultDestroy(GrMechanismResult *result)
{
  PetscCall(GrLogDestroy(&result->impacts));
  PetscCall(GrLogDestroy(&result->trajectory));
  return GrLogDestroy(&result->energy);
}
