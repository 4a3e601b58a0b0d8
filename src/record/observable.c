/* observable: see observable.h. Two rounds: the mean velocity comes first, because fluctuations are taken about it. */
#include "record/observable.h"

#include "parallel/decomposition.h"
#include "parallel/redistribute.h"
#include "record/network_list.h"
#include "world/world_impl.h"
#include <math.h>

/* Sums of the first round. */
enum { MASS, SOLID, MOMENTUM, FIRST_ROUND = MOMENTUM + 3 };

/* And of the second: outer products are row by row. */
enum { MOTION, CONTACTS = MOTION + 9, SPIN = CONTACTS + 9, SECOND_ROUND };

static void AddParticles(const GrObserveParticles *p, GrSum sum[FIRST_ROUND])
{
  for (PetscInt i = 0; i < p->n; i++) {
    const double m = p->mass[i], R = p->radius[i];
    GrSumAdd(&sum[SOLID], p->dimension == 3 ? 4.0 / 3.0 * M_PI * R * R * R : M_PI * R * R);
    if (isinf(m))
      continue;
    GrSumAdd(&sum[MASS], m);
    for (int k = 0; k < 3; k++)
      GrSumAdd(&sum[MOMENTUM + k], m * p->state[GR_STATE * i + 3 + k]);
  }
}

static void AddMotion(const GrObserveParticles *p, const double mean[3], GrSum sum[SECOND_ROUND])
{
  for (PetscInt i = 0; i < p->n; i++) {
    const double m = p->mass[i], R = p->radius[i], *v = &p->state[GR_STATE * i + 3], *w = &p->state[GR_STATE * i + 6];
    if (isinf(m))
      continue;
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++)
        GrSumAdd(&sum[MOTION + 3 * a + b], m * ((v[a] - mean[a]) * (v[b] - mean[b])));
      GrSumAdd(&sum[SPIN], 0.4 * m * R * R * (w[a] * w[a]));
    }
  }
}

static PetscBool HasForce(const double *f)
{
  return (PetscBool)(f[0] != 0 || f[1] != 0 || f[2] != 0);
}

static void AddContacts(const GrColumns *contacts, GrSum sum[SECOND_ROUND])
{
  for (PetscInt i = 0; i < contacts->n; i++) {
    const double *numbers = GrContactNumbers(contacts, i), *f = numbers + GR_CONTACT_FORCE,
                 *branch = numbers + GR_CONTACT_BRANCH;
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++)
        GrSumAdd(&sum[CONTACTS + 3 * a + b], -f[a] * branch[b]);
  }
}

/* The ids that contacts with a force have, on the ranks that have their rows. */
static PetscErrorCode TouchedIds(MPI_Comm comm, PetscInt64 total, const GrColumns *contacts, GrColumns *ids)
{
  const size_t bytes = sizeof(PetscInt64);
  int *to, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(GrColumnsCreate(1, &bytes, ids));
  PetscCall(GrColumnsReserve(ids, 2 * contacts->n));
  PetscCall(PetscMalloc1(2 * contacts->n, &to));
  for (PetscInt i = 0; i < contacts->n; i++)
    for (int k = GR_CONTACT_FIRST; k <= GR_CONTACT_SECOND; k++) {
      const PetscInt64 id = GrContactKey(contacts, i)[k];
      if (id == 0 || !HasForce(GrContactNumbers(contacts, i) + GR_CONTACT_FORCE))
        continue;
      to[ids->n] = GrRowRank(id - 1, total, size);
      ((PetscInt64 *)ids->data[0])[ids->n++] = id;
    }
  PetscCall(GrColumnsExchange(comm, ids, to));
  PetscCall(PetscFree(to));
  PetscFunctionReturn(0);
}

/* Over all ranks: ends of contacts with a force, and of those the ends of, and the number of, particles that have two
   or more. */
enum { ENDS, BACKBONE_ENDS, BACKBONE, COUNTS };

static PetscErrorCode CountTouched(MPI_Comm comm, PetscInt64 total, const GrColumns *contacts, PetscInt64 count[COUNTS])
{
  GrColumns ids;
  int *ends, rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  const GrRows rows = GrDecompose(total, rank, size);
  PetscCall(TouchedIds(comm, total, contacts, &ids));
  PetscCall(PetscCalloc1((size_t)rows.count, &ends));
  for (PetscInt i = 0; i < ids.n; i++)
    ends[((const PetscInt64 *)ids.data[0])[i] - 1 - rows.first]++;
  for (PetscInt64 k = 0; k < rows.count; k++) {
    count[ENDS] += ends[k];
    count[BACKBONE_ENDS] += ends[k] >= 2 ? ends[k] : 0;
    count[BACKBONE] += ends[k] >= 2;
  }
  PetscCall(PetscFree(ends));
  PetscCall(GrColumnsDestroy(&ids));
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, count, COUNTS, MPIU_INT64, MPI_SUM, comm));
  PetscFunctionReturn(0);
}

static PetscErrorCode ObserveContacts(MPI_Comm comm, const GrObserveParticles *p, const GrColumns *contacts,
                                      GrObserved *o)
{
  PetscInt64 count[COUNTS] = {0}, number[2] = {p->n, 0};

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < contacts->n; i++)
    number[1] += HasForce(GrContactNumbers(contacts, i) + GR_CONTACT_FORCE);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, number, 2, MPIU_INT64, MPI_SUM, comm));
  PetscCall(CountTouched(comm, p->total, contacts, count));
  o->particles = number[0];
  o->contacts = number[1];
  o->coordination = o->particles ? (double)count[ENDS] / (double)o->particles : 0;
  o->backbone = count[BACKBONE] ? (double)count[BACKBONE_ENDS] / (double)count[BACKBONE] : 0;
  PetscFunctionReturn(0);
}

static double BoxVolume(const GrObserveParticles *p)
{
  double volume = 1;
  for (int k = 0; k < p->dimension; k++)
    volume *= p->upper[k] - p->lower[k];
  return volume;
}

PetscErrorCode GrObserve(MPI_Comm comm, const GrObserveParticles *p, const GrColumns *contacts, GrObserved *o)
{
  const double volume = BoxVolume(p);
  GrSum first[FIRST_ROUND], second[SECOND_ROUND];
  double mean[3];

  PetscFunctionBeginUser;
  for (int s = 0; s < FIRST_ROUND; s++)
    GrSumClear(&first[s]);
  for (int s = 0; s < SECOND_ROUND; s++)
    GrSumClear(&second[s]);
  AddParticles(p, first);
  PetscCall(GrSumReduce(first, FIRST_ROUND, comm));
  const double mass = GrSumValue(&first[MASS]);
  o->solid_fraction = GrSumValue(&first[SOLID]) / volume;
  for (int k = 0; k < 3; k++) {
    o->momentum[k] = GrSumValue(&first[MOMENTUM + k]);
    mean[k] = mass > 0 ? o->momentum[k] / mass : 0;
  }
  AddMotion(p, mean, second);
  AddContacts(contacts, second);
  PetscCall(GrSumReduce(second, SECOND_ROUND, comm));
  for (int k = 0; k < 9; k++) {
    o->stress_kinetic[k] = GrSumValue(&second[MOTION + k]) / volume;
    o->stress[k] = o->stress_kinetic[k] + GrSumValue(&second[CONTACTS + k]) / volume;
  }
  o->kinetic_temperature =
      (o->stress_kinetic[0] + o->stress_kinetic[4] + o->stress_kinetic[8]) * volume / (p->dimension * mass);
  o->rotational_temperature = GrSumValue(&second[SPIN]) / ((p->dimension == 3 ? 3 : 1) * mass);
  PetscCall(ObserveContacts(comm, p, contacts, o));
  PetscFunctionReturn(0);
}
