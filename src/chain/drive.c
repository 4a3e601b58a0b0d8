/* Beads of a chain with prescribed motion; see drive.h.

   Motion by a table: the velocity v(t) is linear between the points (t_k, v_k) and constant before the first and after
   the last point. The displacement x is its integral from time 0,
     t_k <= t <= t_{k+1}:  s = t - t_k,  a = (v_{k+1} - v_k)/(t_{k+1} - t_k),  v = v_k + a s,  x = x_k + s (v_k + a s/2)
     x_0 = v_0 t_0,  x_{k+1} = x_k + (t_{k+1} - t_k)(v_k + v_{k+1})/2.
   An oscillation is evaluated by its sine. With `verlet`, position and velocity of a bead with prescribed motion are
   set at each evaluation. They are exact and depend on time only. With `rk` they are integrated from v and a, as for
   any bead; error control resolves the kinks of v(t).

   The prescribed motion of bead i does the work W = integral of (F_{i,i+1} - F_{i-1,i}) v dt on its contacts. F_{i,j}
   is the force between the beads i and j. With `verlet` the integral is computed by the trapezoidal rule; with `rk` it
   is a part of the state. The motion also supplies the kinetic energy of the bead (energy.c). Limit: at a jump of a
   force, the trapezoidal rule loses one order. */
#include "chain/drive.h"

#include "base/math/bracket.h"
#include "base/math/elementary.h"
#include "base/math/sine.h"

static PetscErrorCode PathCreate(const GrMotion *m, double **path)
{
  PetscCall(PetscMalloc1(m->n + 1, path));
  (*path)[0] = m->n ? m->velocity[0] * m->time[0] : 0;
  for (int k = 1; k < m->n; k++)
    (*path)[k] = (*path)[k - 1] + (m->time[k] - m->time[k - 1]) * (0.5 * (m->velocity[k - 1] + m->velocity[k]));
  return 0;
}

static void OscillateDrive(GrDrive *d, double t)
{
  const GrMotion *m = d->motion;
  const double pulsation = 2 * GR_PI * m->frequency;
  double sine, rate, initial, ignored;

  GrSineMotion(m->frequency, m->phase, t, &sine, &rate);
  GrSineMotion(m->frequency, m->phase, 0, &initial, &ignored);
  d->x = m->amplitude * (sine - initial);
  d->v = m->amplitude * rate;
  d->a = -m->amplitude * pulsation * pulsation * sine;
}

static void PlaceDriveAt(GrDrive *d, double t)
{
  const GrMotion *m = d->motion;
  const int k = GrLastNotAfter(m->n, m->time, t);

  if (k < 0) {
    d->a = 0;
    d->v = m->velocity[0];
    d->x = d->v * t;
    return;
  }
  const double s = t - m->time[k];
  d->a = k + 1 < m->n ? (m->velocity[k + 1] - m->velocity[k]) / (m->time[k + 1] - m->time[k]) : 0;
  d->v = m->velocity[k] + d->a * s;
  d->x = d->path[k] + s * (m->velocity[k] + 0.5 * d->a * s);
}

void GrChainDrivesAt(GrChainDrives *drives, double t)
{
  for (int k = 0; k < drives->n; k++) {
    GrDrive *d = &drives->drive[k];
    if (d->motion->n)
      PlaceDriveAt(d, t);
    else
      OscillateDrive(d, t);
    d->a = drives->rates ? d->a : 0;
  }
}

void GrChainDrivesPlace(const GrChainDrives *drives, PetscInt first, PetscInt last, double *x, double *v)
{
  for (int k = 0; k < drives->n; k++) {
    const GrDrive *d = &drives->drive[k];
    for (PetscInt i = PetscMax(first, d->begin); i < PetscMin(last, d->end); i++) {
      x[i] = d->x;
      v[i] = d->v;
    }
  }
}

void GrChainDrivesRates(const GrChainDrives *drives, PetscInt first, PetscInt last, double *a)
{
  for (int k = 0; k < drives->n; k++) {
    const GrDrive *d = &drives->drive[k];
    for (PetscInt i = PetscMax(first, d->begin); i < PetscMin(last, d->end); i++)
      a[i - first] = d->a;
  }
}

void GrChainDrivesPower(const GrChainDrives *drives, PetscInt n, const double *v, const double *force, double *power)
{
  for (PetscInt i = 0; i < n; i++)
    power[i] = drives->own ? drives->own[i] * v[i] : 0;
  for (int k = 0; k < drives->n; k++)
    for (PetscInt i = drives->drive[k].begin; i < drives->drive[k].end; i++)
      power[i] = (force[i + 1] - force[i]) * v[i];
}

static void AddWork(GrChainDrives *drives, PetscInt i, double half, double power)
{
  drives->work[i] += half * (drives->power[i] + power);
  drives->power[i] = power;
}

void GrChainDrivesCommit(GrChainDrives *drives, PetscInt n, double half, const double *v, const double *force)
{
  for (PetscInt i = 0; drives->own && i < n; i++) /* 0 for driven beads */
    AddWork(drives, i, half, drives->own[i] * v[i]);
  for (int k = 0; k < drives->n; k++)
    for (PetscInt i = drives->drive[k].begin; i < drives->drive[k].end; i++)
      AddWork(drives, i, half, (force[i + 1] - force[i]) * v[i]);
}

bool GrChainDrivesAny(const GrCase *c)
{
  bool any = c->force != NULL;

  for (int g = 0; g < c->n_groups; g++)
    any = any || GrCaseGroupDriven(&c->groups[g]);
  return any;
}

PetscErrorCode GrChainDrivesCreate(const GrCase *c, const GrBeads *p, GrChainDrives *drives)
{
  *drives = (GrChainDrives){.rates = !c->time.integrator->rule};
  if (!GrChainDrivesAny(c))
    return 0;
  PetscCall(PetscCalloc3(c->n_groups, &drives->drive, p->n + 1, &drives->work, p->n + 1, &drives->power));
  if (c->force)
    PetscCall(PetscCalloc1(p->n + 1, &drives->own));
  for (int g = 0; g < c->n_groups; g++) {
    const GrGroup *group = &c->groups[g];
    const PetscInt64 first = group->first_id - 1 - p->rows.first, last = first + group->count;
    if (!GrCaseGroupDriven(group) || first >= p->n || last <= 0)
      continue;
    GrDrive *d = &drives->drive[drives->n++];
    *d = (GrDrive){
        .begin = (PetscInt)PetscMax(first, 0), .end = (PetscInt)PetscMin(last, p->n), .motion = &group->motion};
    PetscCall(PathCreate(d->motion, &d->path));
  }
  return 0;
}
