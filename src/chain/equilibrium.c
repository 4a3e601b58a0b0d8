/* Brings a sequence of beads of a chain to static equilibrium before the simulation starts.

   The input key `equilibrium` names the groups of the sequence. Beads that can move form segments between held beads
   (which cannot move). For every bead i of a segment
     F_{i-1,i} - F_{i,i+1} + w_i = 0,   w_i = m_i g + P_i,
   with the static forces F of the contacts, gravity g and a constant force P_i. Contacts with beads outside the
   sequence are ignored. Each segment is therefore statically determinate, up to one constant if it is held at both
   ends:
     N_{i,i+1} = N_0 + S_i,  S_i = sum of w_j over the beads of the segment up to i
     N load of a contact [N];  N_0 that of the segment's first contact [N];  w_j gravity and force on a bead [N]
   1. N_0 = 0 if no bead of the run precedes the segment, -S_last if no bead follows it. Between two held beads it
      follows from their distance (FitConstant).
   2. The overlap of a contact is the overlap at which it carries its load, to the last bit. A contact with load 0 keeps
      its gap.
   3. These overlaps and positions become those at zero displacement. The state at the start is therefore x = 0, and
      small motions are resolved even if a long chain has settled far.
   Sums are computed along the chain from rank to rank, or are exact. Conditions are checked by maxima over the ranks.
   The result therefore has the same bits on any number of ranks. Collective, and memory is proportional to the beads of
   the rank. */
#include "chain/chain.h"

#include "base/join.h"
#include "base/math/bracket.h"
#include "chain/statics.h"
#include <granum/error.h>
#include <math.h>
#include <petsctime.h>

enum { ROOT_STEPS_MAX = 100 };

/* Fraction of the total weight below which a load or an imbalance counts as 0. Error of the sum of overlaps between two
   held beads, as a fraction of the sum of their absolute values: as wanted, and as accepted. Relative error of a load
   that its contact carries; a larger one is a jump of the force, or a load beyond the overlap limit. */
static const double no_load = 1e-13, misfit_wanted = 1e-15, misfit_accepted = 1e-12, carried = 1e-9;

/* Beads first .. last (rows, from 0) that can move, between two held beads or the ends of the run. */
typedef struct {
  PetscInt64 first, last;
  bool held[2];    /* a held bead of the run is beyond this end */
  double constant; /* load of the first contact, before bead `first` [N] */
} Segment;

typedef struct {
  GrWorld world;
  GrChain chain;
  GrRows rows;
  PetscInt64 first, last; /* rows of the run */
  int n_segments;
  Segment *segment;
  double *weight; /* [n] w_i of the beads that can move, 0 for others [N] */
  double *sum;    /* [n + 1] weights of the segment before each slot [N] */
  double *load;   /* [n + 1] load of each slot [N]; 0 for slots outside the segments */
  double *before; /* [n + 1] rest overlaps before the equilibrium is computed [m] */
  double total;   /* sum of |w_i| over all ranks [N] */
} Problem;

/* The part [begin, end) of a block of contacts. */
typedef struct {
  const GrChainBlock *block;
  PetscInt begin, end;
} Part;

/* Finds the slots of this rank in a segment: [begin, end). A contact between two ranks is a slot of both. */
static void FindSlots(const Problem *b, const Segment *s, PetscInt *begin, PetscInt *end)
{
  const PetscInt64 n = b->rows.count, low = s->first + (s->held[0] ? 0 : 1) - b->rows.first,
                   high = s->last + (s->held[1] ? 2 : 1) - b->rows.first;

  *begin = (PetscInt)PetscMin(n + 1, PetscMax(low, b->chain->halo.has[GR_LEFT] ? 0 : 1));
  *end = (PetscInt)PetscMax(0, PetscMin(high, b->chain->halo.has[GR_RIGHT] ? n + 1 : n));
  if (n == 0)
    *begin = *end = 0;
}

/* Replaces a number by its maximum over all ranks. Collective. */
static PetscErrorCode AgreeLargest(const Problem *b, double *value)
{
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_DOUBLE, MPI_MAX, b->world->comm));
  return 0;
}

/* Finds the slots of block k in a segment; returns false if there are none. */
static bool FindPart(const Problem *b, const Segment *s, PetscInt k, Part *part)
{
  PetscInt begin, end;

  FindSlots(b, s, &begin, &end);
  part->block = &b->chain->contacts.block[k];
  part->begin = PetscMax(begin, part->block->begin);
  part->end = PetscMin(end, part->block->begin + part->block->n);
  return part->begin < part->end;
}

/* Computes the loads of a segment from its constant. Loads that are 0 within rounding are set to 0. */
static void DistributeLoads(Problem *b, const Segment *s)
{
  PetscInt begin, end;

  FindSlots(b, s, &begin, &end);
  for (PetscInt i = begin; i < end; i++) {
    b->load[i] = s->constant + b->sum[i];
    if (fabs(b->load[i]) <= no_load * b->total)
      b->load[i] = 0;
  }
}

/* Computes the rest overlaps of a segment from its loads. A contact without load keeps its gap. */
static void InvertLoads(Problem *b, const Segment *s)
{
  double overlap[GR_CHAIN_BLOCK];
  Part p;

  for (PetscInt k = 0; k < b->chain->contacts.n_blocks; k++) {
    if (!FindPart(b, s, k, &p))
      continue;
    GrChainStaticsInvert(p.block, b->load + p.block->begin, overlap);
    for (PetscInt i = p.begin; i < p.end; i++) {
      const bool open = b->load[i] == 0 && !p.block->adhesion.law;
      b->chain->contacts.rest[i] = open ? PetscMin(b->before[i], 0) : overlap[i - p.block->begin];
    }
  }
}

/* Finds the rows of the groups of the run, which are adjacent (checked with the input). */
static void FindRun(Problem *b)
{
  const GrCase *c = b->world->the_case;

  b->first = c->n_particles;
  b->last = -1;
  for (int k = 0; k < c->n_balanced; k++) {
    const GrGroup *group = &c->groups[c->balanced[k]];
    b->first = PetscMin(b->first, group->first_id - 1);
    b->last = PetscMax(b->last, group->first_id + group->count - 2);
  }
}

/* Finds all segments, on every rank, from the case alone. There are at most as many segments as groups. */
static void FindSegments(Problem *b)
{
  const GrCase *c = b->world->the_case;
  const PetscInt64 least = c->ends[0] == GR_END_FIXED ? 1 : 0,
                   most = c->n_particles - (c->ends[1] == GR_END_FIXED ? 2 : 1);

  b->n_segments = 0;
  for (int g = 0; g < c->n_groups; g++) {
    const GrGroup *group = &c->groups[g];
    const PetscInt64 first = PetscMax(PetscMax(group->first_id - 1, b->first), least),
                     last = PetscMin(PetscMin(group->first_id + group->count - 2, b->last), most);
    Segment *before = b->n_segments ? &b->segment[b->n_segments - 1] : NULL;
    if (GrCaseGroupHeld(group) || first > last)
      continue;
    if (before && before->last == first - 1)
      before->last = last;
    else
      b->segment[b->n_segments++] = (Segment){.first = first, .last = last};
  }
  for (int k = 0; k < b->n_segments; k++) {
    b->segment[k].held[0] = b->segment[k].first > b->first;
    b->segment[k].held[1] = b->segment[k].last < b->last;
  }
}

/* Returns whether a bead can move and belongs to the run. */
static bool CanMove(const Problem *b, PetscInt i)
{
  const PetscInt64 row = b->rows.first + i;
  return row >= b->first && row <= b->last && b->chain->particles.inverse_mass[i] > 0;
}

/* Computes gravity and force on each bead that can move, and the exact sum of their absolute values. */
static PetscErrorCode WeighBeads(Problem *b)
{
  const GrBeads *p = &b->chain->particles;
  GrSum total;

  GrSumClear(&total);
  for (PetscInt i = 0; i < p->n; i++) {
    b->weight[i] = CanMove(b, i) ? p->mass[i] * b->world->the_case->gravity +
                                       (b->chain->constant_force ? b->chain->constant_force[i] : 0)
                                 : 0;
    GrSumAdd(&total, fabs(b->weight[i]));
  }
  PetscCall(GrSumReduce(&total, 1, b->world->comm));
  b->total = GrSumValue(&total);
  return 0;
}

/* Adds x to sum[0] + sum[1], where sum[1] has the rounding errors of sum[0] (two-sum of D. E. Knuth). A plain sum of a
   million equal weights would lose five digits. */
static void AddTwoSum(double sum[2], double x)
{
  const double whole = sum[0] + x, part = whole - sum[0];
  sum[1] += (sum[0] - (whole - part)) + (x - part);
  sum[0] = whole;
}

/* Returns the segment of a row, or NULL. */
static const Segment *SegmentOf(const Problem *b, PetscInt64 row)
{
  for (int k = 0; k < b->n_segments; k++)
    if (row >= b->segment[k].first && row <= b->segment[k].last)
      return &b->segment[k];
  return NULL;
}

/* Computes S along the chain: 0 at the first contact of each segment. */
static PetscErrorCode AddUp(Problem *b)
{
  const GrParallelChainHalo *halo = &b->chain->halo;
  const PetscInt n = b->chain->particles.n;
  double sum[2] = {0};

  PetscCall(GrParallelPipelineReceive(halo, GR_LEFT, 2, sum));
  b->sum[0] = sum[0] + sum[1];
  for (PetscInt i = 0; i < n; i++) {
    if (SegmentOf(b, b->rows.first + i))
      AddTwoSum(sum, b->weight[i]);
    else
      sum[0] = sum[1] = 0;
    b->sum[i + 1] = sum[0] + sum[1];
  }
  return GrParallelPipelineSend(halo, GR_RIGHT, 2, sum);
}

/* Returns S after the last bead of a segment. Collective. */
static PetscErrorCode LastSum(const Problem *b, const Segment *s, double *sum)
{
  const PetscInt64 at = s->last - b->rows.first;

  *sum = at >= 0 && at < b->rows.count ? b->sum[at + 1] : -INFINITY;
  return AgreeLargest(b, sum);
}

/* Computes loads and overlaps of a segment for a constant. `excess`: sum of the overlaps minus that before [m], which
   the distance of the held beads requires to be 0; `whole`: sum of their absolute values [m]. */
static PetscErrorCode ExcessOfOverlaps(Problem *b, Segment *s, double constant, double *excess, double *whole)
{
  PetscInt begin, end;
  GrSum sum[2];

  s->constant = constant;
  DistributeLoads(b, s);
  InvertLoads(b, s);
  FindSlots(b, s, &begin, &end);
  GrSumClear(&sum[0]);
  GrSumClear(&sum[1]);
  for (PetscInt i = PetscMax(begin, 1); i < end; i++) { /* the left rank counts a slot across ranks */
    GrSumAdd(&sum[0], b->chain->contacts.rest[i]);
    GrSumAdd(&sum[0], -b->before[i]);
    GrSumAdd(&sum[1], fabs(b->chain->contacts.rest[i]));
  }
  PetscCall(GrSumReduce(sum, 2, b->world->comm));
  *excess = GrSumValue(&sum[0]);
  *whole = GrSumValue(&sum[1]);
  return 0;
}

/* Computes the constant from which all contacts can carry their loads, and one at which all overlaps are at least those
   before. */
static PetscErrorCode BracketConstant(const Problem *b, const Segment *s, double *low, double *high)
{
  double least[GR_CHAIN_BLOCK], force[GR_CHAIN_BLOCK];
  Part p;

  *low = -INFINITY;
  *high = 0;
  for (PetscInt k = 0; k < b->chain->contacts.n_blocks; k++) {
    if (!FindPart(b, s, k, &p))
      continue;
    GrChainStaticsLeast(p.block, least);
    GrChainStaticsForce(p.block, b->before + p.block->begin, force);
    for (PetscInt i = p.begin; i < p.end; i++) {
      *low = PetscMax(*low, least[i - p.block->begin] - b->sum[i]);
      *high = PetscMax(*high, force[i - p.block->begin] - b->sum[i]);
    }
  }
  *high = PetscMax(*low, *high);
  PetscCall(AgreeLargest(b, low));
  return AgreeLargest(b, high);
}

/* Opens the first contact without load by this gap [m]. */
static PetscErrorCode OpenFirst(Problem *b, const Segment *s, double gap)
{
  PetscInt64 mine = b->rows.total, first;
  PetscInt begin, end;

  FindSlots(b, s, &begin, &end);
  for (PetscInt i = begin; i < end && mine == b->rows.total; i++)
    if (b->load[i] == 0)
      mine = b->rows.first + i;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPIU_INT64, MPI_MIN, b->world->comm));
  if (first - b->rows.first >= begin && first - b->rows.first < end)
    b->chain->contacts.rest[first - b->rows.first] -= gap;
  return 0;
}

/* A load that its contact cannot carry. */
typedef struct {
  PetscInt64 row; /* of the bead on its right */
  double load, least, below, above, overlap;
} Miss;

/* Finds the first such load on this rank. */
static void FindFirstMiss(Problem *b, const Segment *s, Miss *miss)
{
  double least[GR_CHAIN_BLOCK], overlap[GR_CHAIN_BLOCK], inside[GR_CHAIN_BLOCK], above[GR_CHAIN_BLOCK],
      below[GR_CHAIN_BLOCK];
  Part p;

  for (PetscInt k = 0; k < b->chain->contacts.n_blocks; k++) {
    if (!FindPart(b, s, k, &p))
      continue;
    const double *load = b->load + p.block->begin;
    GrChainStaticsLeast(p.block, least);
    GrChainStaticsInvert(p.block, load, overlap);
    for (int i = 0; i < p.block->n; i++)
      inside[i] = overlap[i] * (1 - 1e-12);
    GrChainStaticsForce(p.block, overlap, above);
    GrChainStaticsForce(p.block, inside, below);
    for (PetscInt i = p.begin; i < p.end && miss->row == b->rows.total; i++) {
      const PetscInt j = i - p.block->begin;
      if ((load[j] == 0 && !p.block->adhesion.law) ||
          (load[j] >= least[j] && PetscAbsReal(above[j] - load[j]) <= carried * PetscAbsReal(load[j])))
        continue;
      *miss = (Miss){b->rows.first + i, load[j], least[j], below[j], above[j], overlap[j]};
    }
  }
}

static PetscErrorCode RefuseLoad(const Problem *b, const Miss *miss)
{
  const GrPairType *type = GrChainPairType(b->world, miss->row - b->rows.first);
  const GrPlace place = type->laws->rule->place;
  char law[3 * GR_NAME_MAX], why[GR_MESSAGE_MAX / 2];

  GrModelLaws(type->laws, law, sizeof(law));
  if (miss->load < miss->least)
    snprintf(why, sizeof(why),
             "which is a pull, and law %s holds at most %g N; turn gravity and forces so that they press the beads "
             "together, or add an adhesion",
             law, PetscAbsReal(miss->least));
  else if (miss->above < miss->load)
    snprintf(why, sizeof(why),
             "but law %s carries %g N at an overlap of %.4g m, time.overlap_limit; make the contact stiffer or the "
             "load smaller",
             law, miss->above, miss->overlap);
  else
    snprintf(why, sizeof(why),
             "but law %s jumps from %g N to %g N at an overlap of %.4g m, so there is no overlap at which it does; use "
             "a law whose static force is continuous (for example variant: continuous), or another load",
             law, miss->below, miss->above, miss->overlap);
  return GrFail(GR_EXIT_INPUT,
                "%s:%d:%d: contacts: no equilibrium: the contact of bead %" PetscInt64_FMT " with bead %" PetscInt64_FMT
                " (%s - %s) must carry %g N, %s",
                b->world->the_case->file, place.line, place.column, miss->row, miss->row + 1, type->group[0]->name,
                type->group[1]->name, miss->load, why);
}

static void KeepFirstMiss(const void *lower, void *value)
{
  if (((const Miss *)lower)->row < ((Miss *)value)->row)
    *(Miss *)value = *(const Miss *)lower;
}

/* Fails on all ranks with the first load of all ranks that a contact cannot carry. */
static PetscErrorCode CheckLoads(Problem *b)
{
  Miss miss = {.row = b->rows.total};

  for (int k = 0; k < b->n_segments && miss.row == b->rows.total; k++)
    FindFirstMiss(b, &b->segment[k], &miss);
  PetscCall(GrJoinAll(b->world->comm, sizeof(miss), KeepFirstMiss, &miss));
  return miss.row == b->rows.total ? 0 : RefuseLoad(b, &miss);
}

/* Fails because no constant fits a segment between two held beads: a contact cannot carry its load, or the force is not
   continuous. */
static PetscErrorCode RefuseMisfit(Problem *b, const Segment *s, double excess)
{
  const GrCase *c = b->world->the_case;

  PetscCall(CheckLoads(b));
  return GrFail(GR_EXIT_PHYSICS,
                "%s:%d:%d: equilibrium: at no force do beads %" PetscInt64_FMT " to %" PetscInt64_FMT
                " fit between the held beads: the sum of their overlaps differs by %g m; probable cause: a law whose "
                "static force falls or jumps near its load; use another law variant or load",
                c->file, c->balanced_place.line, c->balanced_place.column, s->first + 1, s->last + 1, excess);
}

/* The constant N_0 of a segment between two held beads, with its loads and overlaps. The beads must fit in between:
   sum of d(N_0 + S_i) - d_i = 0 over the contacts, with the overlap d(N) that carries N, which grows with N, and the
   overlap d_i before. The sum is exact. If the beads fit in with contacts that just carry their loads, the first
   unloaded one opens. */
static PetscErrorCode FitConstant(Problem *b, Segment *s)
{
  double excess, whole;
  GrBracket n = {0};

  PetscCall(BracketConstant(b, s, &n.low, &n.high));
  PetscCall(ExcessOfOverlaps(b, s, n.low, &n.f_low, &whole));
  if (n.f_low >= 0) {
    PetscCall(OpenFirst(b, s, n.f_low));
    return 0;
  }
  PetscCall(ExcessOfOverlaps(b, s, n.high, &n.f_high, &whole));
  for (int i = 0; i < ROOT_STEPS_MAX; i++) {
    const double constant = GrBracketChord(&n);
    PetscCall(ExcessOfOverlaps(b, s, constant, &excess, &whole));
    if (fabs(excess) <= misfit_wanted * whole || !(constant > n.low && constant < n.high))
      break;
    GrBracketNarrow(&n, constant, excess);
  }
  if (!(fabs(excess) <= misfit_accepted * whole))
    PetscCall(RefuseMisfit(b, s, excess));
  return 0;
}

/* Computes constant, loads and overlaps of a segment. */
static PetscErrorCode SettleSegment(Problem *b, Segment *s)
{
  double last;

  if (s->held[0] && s->held[1]) {
    PetscCall(FitConstant(b, s));
    return 0;
  }
  PetscCall(LastSum(b, s, &last));
  if (!s->held[0] && !s->held[1] && fabs(last) > no_load * b->total)
    PetscCall(GrFail(
        GR_EXIT_INPUT,
        "%s:%d:%d: equilibrium: nothing holds beads %" PetscInt64_FMT " to %" PetscInt64_FMT
        ", and gravity and forces on them add up to %g N; hold an end (ends, fixed: true, or a driven group in the "
        "list), or balance the forces",
        b->world->the_case->file, b->world->the_case->balanced_place.line, b->world->the_case->balanced_place.column,
        s->first + 1, s->last + 1, last));
  s->constant = s->held[0] ? -last : 0;
  DistributeLoads(b, s);
  InvertLoads(b, s);
  return 0;
}

/* Returns D of a slot (AcceptPositions): the growth of its overlap [m]. */
static double GrowthOfSlot(const Problem *b, PetscInt slot)
{
  return b->chain->contacts.rest[slot] - b->before[slot];
}

/* One pass of AcceptPositions, from this end. */
static PetscErrorCode ShiftFrom(const Problem *b, int end, double *shift)
{
  const bool left = end == GR_LEFT;
  const PetscInt n = b->chain->particles.n;
  double y = 0;

  PetscCall(GrParallelPipelineReceive(&b->chain->halo, end, 1, &y));
  for (PetscInt k = 0; k < n; k++) {
    const PetscInt i = left ? k : n - 1 - k;
    const PetscInt64 row = b->rows.first + i;
    const Segment *s = SegmentOf(b, row);
    if (s && s->held[1] != left)
      y = left && row == s->first && !s->held[0] ? 0 : y + (left ? -GrowthOfSlot(b, i) : GrowthOfSlot(b, i + 1));
    else if (left ? row <= b->last : row >= b->first)
      y = shift[i];
    shift[i] = y;
  }
  return GrParallelPipelineSend(&b->chain->halo, left ? GR_RIGHT : GR_LEFT, 1, &y);
}

PetscErrorCode GrChainEquilibriumPairTypes(GrWorld w)
{
  const GrCase *c = w->the_case;
  const GrChainContacts *contacts = &w->chain->contacts;
  const int n = GrChainPairTypesCount(c);
  double *largest;

  PetscCall(PetscMalloc1(n, &largest));
  for (int k = 0; k < n; k++)
    largest[k] = -PETSC_MAX_REAL;
  for (PetscInt b = 0; b < contacts->n_blocks; b++)
    for (PetscInt i = contacts->block[b].begin; i < contacts->block[b].begin + contacts->block[b].n; i++) {
      const int k = GrChainPairTypeOf(c, w->chain->particles.rows.first + i + 1);
      largest[k] = PetscMax(largest[k], contacts->rest[i]);
    }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, largest, n, MPI_DOUBLE, MPI_MAX, w->comm));
  for (int k = 0; k < n; k++)
    if (largest[k] > -PETSC_MAX_REAL)
      w->chain->pair_types[k].rest_overlap = largest[k];
  return PetscFree(largest);
}

/* Positions are shifted by y:  y_i = y_{i+1} + D_{i,i+1} = y_{i-1} - D_{i-1,i},  D the growth of an overlap [m]. Held
   beads have y = 0. The shifts of a segment start from the held bead on its right, otherwise from that on its left,
   otherwise from its first bead. Beads before and after the run have the shifts of its first and last bead. One pass to
   the left and one to the right, from rank to rank. */
static PetscErrorCode AcceptPositions(Problem *b)
{
  const PetscInt n = b->chain->particles.n;
  double *shift;

  PetscCall(PetscCalloc1(n, &shift));
  PetscCall(ShiftFrom(b, GR_RIGHT, shift));
  PetscCall(ShiftFrom(b, GR_LEFT, shift));
  for (PetscInt i = 0; i < n; i++)
    b->chain->particles.reference[i] += shift[i];
  PetscCall(PetscFree(shift));
  return GrChainEquilibriumPairTypes(b->world);
}

/* Computes the largest net force on a bead of the run at these overlaps, which is a rounding error. */
static PetscErrorCode ComputeResidual(const Problem *b, double *residual)
{
  const GrChainContacts *c = &b->chain->contacts;
  double *force;

  PetscCall(PetscCalloc1(c->n + 1, &force));
  for (const GrChainBlock *block = c->block; block < c->block + c->n_blocks; block++)
    GrChainStaticsForce(block, block->rest_overlap, force + block->begin);
  for (PetscInt i = 0; i < c->n; i++) {
    const PetscInt64 row = b->rows.first + i;
    const double left = row == b->first ? 0 : force[i], right = row == b->last ? 0 : force[i + 1];
    if (CanMove(b, i))
      *residual = PetscMax(*residual, fabs(left - right + b->weight[i]));
  }
  PetscCall(PetscFree(force));
  return AgreeLargest(b, residual);
}

static PetscErrorCode FindEquilibrium(Problem *b, GrEquilibrium *found)
{
  FindRun(b);
  FindSegments(b);
  PetscCall(PetscArraycpy(b->before, b->chain->contacts.rest, b->chain->particles.n + 1));
  PetscCall(WeighBeads(b));
  PetscCall(AddUp(b));
  for (int k = 0; k < b->n_segments; k++)
    PetscCall(SettleSegment(b, &b->segment[k]));
  PetscCall(CheckLoads(b));
  PetscCall(ComputeResidual(b, &found->residual));
  PetscCall(AcceptPositions(b));
  found->load = b->total;
  for (int k = 0; k < b->n_segments; k++)
    found->beads += b->segment[k].last - b->segment[k].first + 1;
  return 0;
}

PetscErrorCode GrChainEquilibriumFind(GrWorld w)
{
  const PetscInt n = w->chain->particles.n;
  Problem b = {.world = w, .chain = w->chain, .rows = w->chain->particles.rows};
  PetscLogDouble begun, ended;

  PetscCall(PetscTime(&begun));
  w->equilibrium = (GrEquilibrium){0};
  PetscCall(PetscCalloc5(n + 1, &b.weight, n + 1, &b.sum, n + 1, &b.load, n + 1, &b.before, w->the_case->n_groups,
                         &b.segment));
  PetscCall(FindEquilibrium(&b, &w->equilibrium));
  PetscCall(PetscFree5(b.weight, b.sum, b.load, b.before, b.segment));
  PetscCall(PetscTime(&ended));
  w->equilibrium.seconds = ended - begun;
  w->balanced = true;
  return 0;
}
