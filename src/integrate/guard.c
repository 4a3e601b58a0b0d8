/* guard: limits that a run may not break, and what a user is told when it does.

   Every evaluation compares each touching overlap with its limit: the fraction `time.overlap_limit` of the smaller
   radius and, with a fixed step h, the overlap at which the contact grows too stiff for h. Each rank keeps the first
   committed violation; now and then (not every step) the ranks take one maximum over them. Not-a-number breaks every
   limit, so it is caught here too. */
#include "integrate/world_impl.h"

#include <granum/error.h>
#include <math.h>

typedef struct {
  double time, overlap, limit;
  PetscInt64 id; /* of the left bead */
  int rank;
  int slot_kind;
} Report;

static PetscErrorCode Tell(GrWorld w, const Report *r)
{
  const GrKind *kind = &w->kinds[r->slot_kind];
  const double radius = PetscMin(kind->group[0]->radius, kind->group[1]->radius);
  char law[3 * GR_NAME_MAX];

  GrKindLaws(kind, law, sizeof(law));
  if (isnan(r->overlap))
    return GrFail(GR_EXIT_PHYSICS,
                  "at t = %.9g s, rank %d: the contact of bead %" PetscInt64_FMT " with bead %" PetscInt64_FMT
                  " (%s) is not a number; probable cause: the step is far too long, or a value of the input is "
                  "extreme; use time.step: auto or a shorter step",
                  r->time, r->rank, r->id, r->id + 1, law);
  if (r->limit < w->the_case->time.overlap_limit * radius)
    return GrFail(GR_EXIT_PHYSICS,
                  "at t = %.9g s, rank %d: bead %" PetscInt64_FMT " overlaps bead %" PetscInt64_FMT
                  " by %.4g m, where law %s is too stiff for the step (it is stable up to %.4g m); "
                  "use time.step: auto or a shorter step",
                  r->time, r->rank, r->id, r->id + 1, r->overlap, law, r->limit);
  return GrFail(
      GR_EXIT_PHYSICS,
      "at t = %.9g s, rank %d: bead %" PetscInt64_FMT " overlaps bead %" PetscInt64_FMT
      " by %.4g m, more than %.4g m (time.overlap_limit %g of the smaller radius); probable cause: the contact is "
      "too soft for this load (%s), or the step too long; check materials and velocities, or raise time.overlap_limit",
      r->time, r->rank, r->id, r->id + 1, r->overlap, r->limit, w->the_case->time.overlap_limit, law);
}

/* The lowest rank that saw a violation tells the others. */
static PetscErrorCode Fail(GrWorld w)
{
  const GrViolation *v = &w->contacts.violation;
  int mine = v->found ? w->rank : w->size, first;
  Report report = {0};

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, w->comm));
  if (mine == first) {
    report.time = v->time;
    report.overlap = v->overlap;
    report.rank = w->rank;
    report.id = w->particles.rows.first + v->slot;
    report.slot_kind = GrKindOf(w->the_case, report.id + 1);
    report.limit = w->kinds[report.slot_kind].overlap_limit;
  }
  PetscCallMPI(MPI_Bcast(&report, (int)sizeof(report), MPI_BYTE, first, w->comm));
  PetscCall(Tell(w, &report));
  PetscFunctionReturn(0);
}

PetscErrorCode GrWorldGuard(GrWorld w)
{
  int here = w->contacts.violation.found, anywhere;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Allreduce(&here, &anywhere, 1, MPI_INT, MPI_MAX, w->comm));
  if (anywhere)
    PetscCall(Fail(w));
  PetscFunctionReturn(0);
}
