/* balance: estimates the computing time of each rank from its numbers of particles, candidate pairs and contacts, and
   decides whether space is partitioned again among the ranks; see ownership.h. */
#include "bulk/bulk.h"

#include <math.h>

/* Cost of the work of a rank [ns], measured on gases, packings and a silo; only the ratios matter. In a step: per
   particle, per candidate, per contact that acts. In a rebuild: per owned particle, per ghost, per candidate, per
   contact, whose history moves with it. */
static const double moving = 8, testing = 4, acting = 37;
static const double arranging = 150, fetching = 300, listing = 60, keeping = 120;

/* Cost of a partition and the migration after it: per particle, and per halving of the ranks [ns]. */
static const double migrating = 500, halving = 100000;

/* The work of this rank in the epoch that ends [ns]. */
static double WorkOfRank(const GrBulk b, PetscInt64 contacts, PetscInt64 steps)
{
  const double owned = (double)b->store.columns.n, ghosts = (double)b->neighbours.n_all - owned,
               candidates = (double)b->neighbours.pairs.n + (double)b->walls.n;
  const double step = moving * owned + testing * candidates + acting * (double)contacts;
  const double rebuild = arranging * owned + fetching * ghosts + listing * candidates + keeping * (double)contacts;

  return step * (double)steps + rebuild;
}

/* Speed of this rank by the timer of the contact forces, which excludes waiting. work: estimated time of the epoch that
   ends [s]. */
static PetscInt64 MeasureSpeed(GrWorld w, double work)
{
  GrBulkOwnership *o = &w->bulk->ownership;
  const double now = w->timers.seconds[GR_PHASE_FORCES];

  if (now > o->timed)
    GrParallelPaceAdd(&o->pace, work, now - o->timed);
  o->timed = now;
  return GrParallelPaceSpeed(&o->pace);
}

/* Counts work and contacts of the epoch that ends, as integers, so that the sums are the same on all ranks. Returns the
   work [ns]. */
static double CountWork(GrWorld w, PetscInt64 steps)
{
  const GrBulk b = w->bulk;
  GrBulkEpochCounts *c = &b->ownership.counts;

  c->contacts = GrHistoryCount(&b->history) + GrHistoryCount(&b->walls.history);
  c->steps = steps;
  c->has_load = true;
  const double work = WorkOfRank(b, c->contacts, steps);
  c->work = (PetscInt64)work;
  if (w->the_case->time.rebalance == GR_REBALANCE_MEASURED)
    c->speed = MeasureSpeed(w, 1e-9 * work);
  return work;
}

/* Cost of a partition [s]. */
static double CostOfPartition(GrWorld w)
{
  return 1e-9 * (migrating * (double)w->bulk->population.total / w->size + halving * log2(w->size));
}

/* Largest and ideal time of a rank in the epoch that ended [s]. If the speeds of the ranks differ, the ideal time is
   that of ranks which share the work by their speeds. Sets the relative speed of this rank for the next partition. */
static GrParallelLoadShare ShareWork(GrWorld w, const GrBulkLoads *load)
{
  GrBulkOwnership *o = &w->bulk->ownership;
  const PetscInt64 *most = load->most, *sum = load->sum, least = -most[GR_RANK_SLOWNESS];
  const bool counts = GrParallelPaceCounts(least, most[GR_RANK_SPEED]);

  o->relative_speed = counts ? (double)o->counts.speed * w->size / (double)sum[GR_RANK_SPEED] : 1;
  if (!counts)
    return (GrParallelLoadShare){1e-9 * (double)most[GR_RANK_WORK], 1e-9 * (double)sum[GR_RANK_WORK] / w->size};
  return (GrParallelLoadShare){1e-6 * (double)most[GR_RANK_TIME],
                               1e-3 * (double)sum[GR_RANK_WORK] / (double)sum[GR_RANK_SPEED]};
}

void GrBulkAdaptBalance(GrWorld w, const GrBulkLoads *load, double seconds)
{
  const GrBulkEpochCounts *c = &w->bulk->ownership.counts;
  const PetscInt64 contacts = load->sum[GR_RANK_CONTACTS], most = load->most[GR_RANK_CONTACTS];

  GrParallelLoadBalanceMeasured(&w->load.balance, ShareWork(w, load),
                                (GrParallelLoadShare){(double)most, (double)contacts / w->size}, c->steps);
  (void)PetscInfo(NULL,
                  "epoch of %" PetscInt64_FMT " steps, known at %g s: imbalance of work %.4f, of contacts %.4f; "
                  "%" PetscInt64_FMT " contacts\n",
                  c->steps, w->clock.committed, w->load.balance.latest,
                  contacts > 0 ? (double)most * w->size / (double)contacts : 0, contacts);
  if (c->partitioned)
    GrParallelLoadBalancePartitioned(&w->load.balance, CostOfPartition(w), seconds, false);
  else if (w->the_case->time.rebalance <= 0 && GrParallelLoadBalanceRepays(&w->load.balance))
    w->bulk->ownership.rebalance_due = true;
}

/* Adds half of the cost of a pair to each of its particles. */
static void AddToPair(const GrBulk b, PetscInt k, double cost, double weight[])
{
  const GrPair pair = GrBulkCandidate(&b->neighbours, k);

  if (pair.first < b->store.columns.n)
    weight[pair.first] += 0.5 * cost;
  if (pair.second < b->store.columns.n)
    weight[pair.second] += 0.5 * cost;
}

/* Adds the cost of the contacts that act. */
static void AddContacts(const GrBulk b, const GrHistory *h, double cost, double weight[])
{
  for (PetscInt block = 0; block < h->n_blocks; block++)
    for (int e = 0; e < h->n[h->committed][block]; e++) {
      const PetscInt k = GR_BLOCK_SLOTS * block + h->slot[h->committed][GR_BLOCK_SLOTS * block + e];
      if (h == &b->history)
        AddToPair(b, k, cost, weight);
      else
        weight[b->walls.particle[k]] += cost;
    }
}

/* Distributes the work of this rank [ns] over its particles by the contacts and candidates of each. The cost of ghosts
   is shared by all particles. */
static PetscErrorCode WeighParticles(GrWorld w, PetscInt64 steps, double work)
{
  const GrBulk b = w->bulk;
  const PetscInt n = b->store.columns.n;
  const double testing_all = testing * (double)steps + listing;
  double *weight, sum = 0;

  PetscCall(PetscMalloc1(n, &weight));
  for (PetscInt i = 0; i < n; i++)
    weight[i] = moving * (double)steps + arranging;
  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++)
    AddToPair(b, k, testing_all, weight);
  for (PetscInt k = 0; k < b->walls.n; k++)
    if (b->walls.particle[k] >= 0)
      weight[b->walls.particle[k]] += testing_all;
  AddContacts(b, &b->history, acting * (double)steps + keeping, weight);
  AddContacts(b, &b->walls.history, acting * (double)steps + keeping, weight);
  for (PetscInt i = 0; i < n; i++)
    sum += weight[i];
  for (PetscInt i = 0; i < n; i++)
    weight[i] *= work / sum;
  w->load.particle_cost = weight;
  return 0;
}

PetscErrorCode GrBulkCountWork(GrWorld w)
{
  const GrBulk b = w->bulk;
  const PetscInt64 steps = w->load.evaluations - w->load.balance.begun;

  PetscCall(GrBulkReduceMaxima(w, 0, NULL)); /* does nothing unless the epoch had no check of displacements */
  if (w->size == 1)
    return 0;
  const double work = CountWork(w, steps);
  w->load.balance.begun = w->load.evaluations;
  if (b->ownership.rebalance_due)
    PetscCall(WeighParticles(w, steps, work));
  return 0;
}

PetscErrorCode GrBulkEndPartition(GrWorld w, bool first, double begun)
{
  w->bulk->ownership.counts.partitioned = !first;
  w->bulk->ownership.counts.seconds = MPI_Wtime() - begun;
  if (first)
    GrParallelLoadBalancePartitioned(&w->load.balance, CostOfPartition(w), 0, true);
  return PetscFree(w->load.particle_cost);
}
