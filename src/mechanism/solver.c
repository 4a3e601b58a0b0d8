/* solver: integrates a case from its start to its end. */
#include "base/log.h"
#include "mechanism/motion.h"
#include <math.h>
#include <string.h>

enum { STEPS_MAX = 50000000 };

/* Evaluates `now` at stepping.start with the committed histories. */
static void EvaluateNow(GrMechanismMotion *m)
{
  GrMechanismDynamicsEvaluate(&m->dynamics, m->stepping.time, m->stepping.start, &m->now);
}

/* ---- contacts ---- */

static void NoteExtremes(GrMechanismMotion *m, int k)
{
  GrMechanismImpact *row = &m->contact[k].row;
  row->overlap_max = fmax(row->overlap_max, m->now.at[k].overlap);
  row->force_max = fmax(row->force_max, m->now.force[k].normal_force);
  row->force_min = fmin(row->force_min, m->now.force[k].normal_force);
}

/* Returns the first step of a contact that closes for the first time [s]. The step of a long flight can be so long that
   no stage is inside the contact, so that the estimated error is 0. */
static double FirstStep(const GrMechanismMotion *m, const GrMechanismTouch *touch, double speed)
{
  return speed > 0 ? fmin(m->stepping.next, 0.1 * GrMechanismTouchTime(touch, speed)) : m->stepping.next;
}

static PetscErrorCode CloseContact(GrMechanismMotion *m, int k)
{
  const GrMechanismDynamics *d = &m->dynamics;
  GrMechanismTouching *contact = &m->contact[k];
  GrMechanismTouch *touch = &m->dynamics.touch[k];

  PetscFunctionBeginUser;
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
  GrMechanismSide(m, contact->at_close);
  touch->closed = PETSC_TRUE;
  EvaluateNow(m);
  memcpy(touch->committed, m->now.force[k].trial, sizeof(touch->committed));
  NoteExtremes(m, k);
  m->free_step = m->stepping.next;
  m->stepping.next = contact->first > 0 ? contact->first : FirstStep(m, touch, contact->row.speed_in);
  contact->first = 0;
  PetscFunctionReturn(0);
}

/* Sets the dissipated energies of the current impact of a contact. */
static void AccountImpact(GrMechanismMotion *m, int k, double plastic)
{
  const double *work = m->stepping.start + 2 * m->dynamics.n;
  GrMechanismTouching *contact = &m->contact[k];
  contact->row.dissipated_viscous =
      work[GrMechanismWorkOf(k, GR_MECHANISM_WORK_VISCOUS)] - contact->works[GR_MECHANISM_WORK_VISCOUS];
  contact->row.dissipated_sliding =
      work[GrMechanismWorkOf(k, GR_MECHANISM_WORK_SLIDING)] - contact->works[GR_MECHANISM_WORK_SLIDING];
  contact->row.dissipated_plastic = plastic;
}

/* Opens a contact. The energy that its history still has becomes plastic work. */
static PetscErrorCode OpenContact(GrMechanismMotion *m, int k)
{
  GrMechanismImpact *row = &m->contact[k].row;
  GrMechanismTouch *touch = &m->dynamics.touch[k];
  double recoverable, consumed;

  PetscFunctionBeginUser;
  GrMechanismTouchEnergy(touch, &m->now.at[k], &recoverable, &consumed);
  row->duration = m->stepping.time - row->time;
  row->speed_out = -m->now.at[k].rate;
  row->restitution = row->speed_out / row->speed_in;
  AccountImpact(m, k, consumed + recoverable);
  m->plastic += consumed + recoverable;
  touch->closed = PETSC_FALSE;
  memset(touch->committed, 0, sizeof(touch->committed));
  EvaluateNow(m);
  m->stepping.next = m->free_step;
  PetscCall(GrMechanismKeepImpact(m, k));
  PetscCall(GrMechanismKeepEnergy(m));
  PetscFunctionReturn(0);
}

/* Closes contacts that overlap at the start, or that touch and approach. */
static PetscErrorCode CloseTouching(GrMechanismMotion *m)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < m->dynamics.mechanism->n_contacts; k++) {
    const GrMechanismTouchAt *at = &m->now.at[k];
    const PetscBool begins = (PetscBool)(m->stepping.time == 0 && at->overlap > 0);
    if (!m->dynamics.touch[k].closed && (begins || (at->overlap >= 0 && at->rate > 0)))
      PetscCall(CloseContact(m, k));
  }
  PetscFunctionReturn(0);
}

/* ---- steps ---- */

/* Returns the latest end of the next step [s]. */
static double StepLimit(const GrMechanismMotion *m)
{
  const GrMechanismCase *c = &m->the_case->motion;
  const double point = c->every > 0 ? (double)m->next_point * c->every : c->end;
  return fmin(point, c->end);
}

static PetscErrorCode NotePeaks(GrMechanismMotion *m, double length)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < m->dynamics.mechanism->n_contacts; k++) {
    GrMechanismTouching *contact = &m->contact[k];
    if (!m->dynamics.touch[k].closed)
      continue;
    contact->first = contact->first > 0 ? contact->first : m->stepping.length;
    PetscCall(GrMechanismEventPeak(&m->stepping, k, length, &contact->row.force_max, &contact->row.force_min));
  }
  PetscFunctionReturn(0);
}

/* Commits the histories of closed contacts. CloseContact does so as well; no other function does. */
static void CommitHistory(GrMechanismMotion *m)
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
static PetscBool FollowsImpact(const GrMechanismMotion *m)
{
  for (int k = 0; k < m->dynamics.mechanism->n_contacts; k++)
    if (m->dynamics.touch[k].closed && m->contact[k].row.number <= (double)m->the_case->motion.contacts)
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscErrorCode KeepPoints(GrMechanismMotion *m, PetscBool due, PetscBool followed)
{
  const GrMechanismCase *c = &m->the_case->motion;

  PetscFunctionBeginUser;
  if (c->every > 0 && due) {
    m->next_point++;
    PetscCall(GrMechanismKeepEnergy(m));
  }
  if (followed || (c->every > 0 && due))
    PetscCall(GrMechanismKeepPoint(m));
  PetscFunctionReturn(0);
}

static PetscErrorCode StepToEvent(GrMechanismMotion *m)
{
  const double due = StepLimit(m), longest = due - m->stepping.time;
  GrMechanismEvent event;

  PetscFunctionBeginUser;
  PetscCall(GrMechanismSteppingStep(&m->stepping, longest));
  if (m->stepping.why)
    PetscFunctionReturn(0);
  PetscCall(GrMechanismEventFirst(&m->stepping, &event));
  PetscCall(NotePeaks(m, event.length));
  GrMechanismSteppingAccept(&m->stepping, event.length);
  const PetscBool arrived = (PetscBool)(event.length == longest);
  m->stepping.time = arrived ? due : m->stepping.time;
  CommitHistory(m);
  PetscBool followed = FollowsImpact(m);
  if (event.kind == GR_EVENT_CLOSES)
    PetscCall(CloseContact(m, event.contact));
  else if (event.kind == GR_EVENT_OPENS)
    PetscCall(OpenContact(m, event.contact));
  PetscCall(CloseTouching(m));
  followed = (PetscBool)(followed || FollowsImpact(m));
  PetscCall(KeepPoints(m, arrived, followed));
  if (++m->result->run.steps >= STEPS_MAX)
    m->stepping.why = "it has not come to its end after fifty million steps";
  PetscFunctionReturn(0);
}

/* ---- from start to end ---- */

static PetscErrorCode BeginMotion(GrMechanismMotion *m)
{
  const GrMechanism *mechanism = m->dynamics.mechanism;
  GrMechanismResult *result = m->result;

  PetscFunctionBeginUser;
  *result = (GrMechanismResult){.run = {.last_onset = NAN}};
  GrLogBegin(&result->impacts, GrMechanismImpactSize(mechanism));
  GrLogBegin(&result->trajectory, GrMechanismPointSize(mechanism));
  GrLogBegin(&result->energy, sizeof(GrMechanismEnergy));
  m->next_point = 1;
  EvaluateNow(m);
  PetscCall(CloseTouching(m));
  PetscCall(GrMechanismKeepEnergy(m));
  if (m->the_case->motion.every > 0)
    PetscCall(GrMechanismKeepPoint(m));
  PetscFunctionReturn(0);
}

/* Ends a motion: appends the impacts of closed contacts and the last energies. */
static PetscErrorCode EndMotion(GrMechanismMotion *m)
{
  double recoverable, consumed;

  PetscFunctionBeginUser;
  for (int k = 0; k < m->dynamics.mechanism->n_contacts; k++) {
    if (!m->dynamics.touch[k].closed)
      continue;
    GrMechanismTouchEnergy(&m->dynamics.touch[k], &m->now.at[k], &recoverable, &consumed);
    AccountImpact(m, k, consumed);
    PetscCall(GrMechanismKeepImpact(m, k));
  }
  PetscCall(GrMechanismKeepEnergy(m));
  m->result->run.end_time = m->stepping.time;
  PetscFunctionReturn(0);
}

PetscErrorCode GrMechanismSolve(const GrCase *the_case, double id, GrMechanismResult *result)
{
  GrMechanismMotion *m;

  PetscFunctionBeginUser;
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
  PetscCall(PetscFree(m));
  PetscFunctionReturn(0);
}

PetscErrorCode GrMechanismResultDestroy(GrMechanismResult *result)
{
  PetscFunctionBeginUser;
  PetscCall(GrLogDestroy(&result->impacts));
  PetscCall(GrLogDestroy(&result->trajectory));
  PetscCall(GrLogDestroy(&result->energy));
  PetscFunctionReturn(0);
}
