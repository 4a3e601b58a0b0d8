/* Estimates the wall-clock time of a step for `granum check`, from which the duration of the run follows.

   The first steps of an assembly often have no contacts: particles fall, or have not been inserted yet. If gravity, a
   load or a stress brings the particles together, the estimate assumes a settled bed from the start, with the number
   of particles at the end:
     time of a step = N (c_p + z/2 c_c)/ranks, but at least the measured time of the first steps [s]
   N: particles;  z/2: contacts per particle, 3 in space and 2 in the plane;  c_c: cost of a contact [s], which is the
   measured cost of its laws times 2.5 for geometry, neighbours and the sum of the forces;  c_p: cost of a particle [s],
   from the first steps if there are at least 100 particles, otherwise c_c/3.
   Error: a factor of 2 for particles that pour or settle. The estimate ignores output and rebuilds of the neighbour
   list. */
#include "bulk/output.h"
#include "bulk/population/insert.h"
#include "run/run_impl.h"

#include <math.h>
#include <petsctime.h>
#include <string.h>

static const double engine_share = 2.5;      /* cost of a contact over the cost of its laws [1] */
static const double particles_of_cost = 100; /* with fewer particles the first steps do not give c_p */

/* Measures the cost of the laws of one contact [s] for the first pair type that can move; 0 if there is none. */
static PetscErrorCode MeasureLaws(GrModel *m, double *cost)
{
  enum { TRIES = 40, REPEAT = 5 };
  PetscInt type = 0;
  PetscLogDouble begun, ended;
  GrHistory history = {.n_values = m->n_history};
  GrBatch t;

  *cost = 0;
  while (type < m->pairs.n_fixed && isinf(m->pairs.type[type].mass))
    type++;
  if (type == m->pairs.n_fixed)
    return 0;
  memset(&t, 0, sizeof(t));
  t.contacts.n = t.contacts.rows = GR_BATCH;
  t.contacts.history = &history;
  for (int i = 0; i < GR_BATCH; i++) {
    GrBatchGeometry *g = &t.geometry;
    t.contacts.slot[i] = (unsigned char)i;
    t.contacts.type[i] = (int)type;
    g->normal[0][i] = 1;
    g->radius[0][i] = g->radius[1][i] = g->lever[0][i] = g->lever[1][i] = m->pairs.type[type].radius;
    g->overlap[i] = 1e-4 * g->radius[0][i];
    g->slip[1][i] = 1e-3;
  }
  PetscCall(GrHistoryReset(&history, GR_BATCH));
  for (int try = 0; try < TRIES; try++) { /* the fastest try: other processes may use the core during the others */
    PetscCall(PetscTime(&begun));
    for (int k = 0; k < REPEAT; k++) {
      GrBatchEvaluate(m, 1e-9, true, &t);
      GrHistoryCommit(&history);
    }
    PetscCall(PetscTime(&ended));
    *cost = try ? PetscMin(*cost, ended - begun) : ended - begun;
  }
  PetscCall(GrHistoryDestroy(&history));
  *cost /= REPEAT * GR_BATCH;
  return 0;
}

/* Whether gravity, a load of a wall or a stress of the box brings particles together. */
static bool BecomesBed(const GrCase *c)
{
  bool pressed = false;

  for (int a = 0; a < 3; a++)
    pressed = pressed || c->gravity_vector[a] != 0 || GrCellServes(&c->domain.cell, a);
  for (int k = 0; k < c->n_walls; k++)
    pressed = pressed || GrWallIsLoaded(&c->walls[k]);
  return pressed;
}

PetscErrorCode GrRunForecastStep(GrRun run, double rate, double *seconds, bool *bed)
{
  const GrWorld w = run->world;
  const double now = (double)GrWorldTotal(w), first = 1 / rate;
  double laws, particle, n = 0;

  *seconds = first;
  *bed = w->bulk && BecomesBed(w->the_case);
  if (!*bed)
    return 0;
  for (int g = 0; g < w->the_case->n_grains; g++)
    n += GrBulkInsertExpectedCount(w, g);
  PetscCall(MeasureLaws(GrBulkBounds(w), &laws));
  const double contact = engine_share * laws;
  particle = now < particles_of_cost ? contact / 3 : first * w->size / now;
  *seconds = PetscMax(first, n * (particle + (w->the_case->dimension == 3 ? 3 : 2) * contact) / w->size);
  PetscCallMPI(MPI_Bcast(seconds, 1, MPI_DOUBLE, 0, w->comm));
  return 0;
}
