/* passage: particles that pass through a wall or another particle in one step; see step.h.

   A step may be so long that two bodies overlap neither before nor after it, but would have overlapped between. The
   overlap on the way counts as a passage if the stability check would not accept it, that is if it exceeds f R, with
   f = time.overlap_limit and the smaller radius R of the two bodies. For two particles with the relative position r at
   the end of the step and the relative velocity v, the relative position in a step of length h is
     r(s) = r - (1 - s) h v,  0 <= s <= 1,   nearest at  s = 1 - (r . v)/(h v . v), limited to 0 and 1
   All contacts in reach are candidates, so particles in free flight pass through nothing. Bodies that are slower than
   the shortest passage in one step (wall/passage.c) are not examined: the last check of displacements knows a bound of
   all relative speeds (GrBulkChecked.relative), so a run with a suitable step does none of this. */
#include "bulk/bulk.h"

#include <math.h>

/* Receiver of the faults. */
typedef struct {
  GrWorld world;
  void (*keep)(GrWorld world, const GrFault *fault);
} Receiver;

static void KeepWallPassage(void *context, const GrWallPassage *passage)
{
  const Receiver *to = context;
  const GrBulk b = to->world->bulk;
  const GrFault fault = {.what = GR_BROKEN_PASSAGE,
                         .first = b->store.id[passage->particle],
                         .wall = passage->wall,
                         .triangle = passage->triangle,
                         .overlap = passage->way,
                         .radius = b->store.radius[passage->particle]};
  to->keep(to->world, &fault);
}

/* Displacement of the second particle of a candidate pair relative to the first in a step of length h [m], and their
   relative position r at its end [m]. Returns the squared length of the displacement. image: velocities of images. */
static double RelativeMotion(const GrBulk b, const GrPair *pair, const double (*image)[4], double h, double moved[3],
                             double r[3])
{
  const double *one = b->store.state + GR_STATE * pair->first, *two = b->store.state + GR_STATE * pair->second;
  double sides[3], square = 0;

  GrShiftSides(pair->shift - GR_UNSHIFTED, sides);
  for (int a = 0; a < 3; a++) {
    moved[a] = h * (two[3 + a] - one[3 + a] + (image ? image[pair->shift][a] : 0));
    r[a] = two[a] - one[a] + GrParallelBoxShift(&b->box, a, sides);
    square += moved[a] * moved[a];
  }
  return square;
}

/* Squared smallest distance of two particles on their way [m^2]. */
static double NearestSquared(const double moved[3], double square, const double r[3])
{
  const double back = PetscMin(1, PetscMax(0, (r[0] * moved[0] + r[1] * moved[1] + r[2] * moved[2]) / square));
  double nearest = 0;

  for (int a = 0; a < 3; a++)
    nearest += (r[a] - back * moved[a]) * (r[a] - back * moved[a]);
  return nearest;
}

static void FindPairPassages(const Receiver *to, double h)
{
  const GrWorld w = to->world;
  const GrBulk b = w->bulk;
  const double limit = w->the_case->time.overlap_limit, *radius = b->store.radius;
  double images[GR_SHIFTS][4], moved[3], r[3];

  if (b->cell)
    GrBulkCellFindImageVelocities(b, images);
  for (PetscInt k = 0; k < b->neighbours.pairs.n; k++) {
    const GrPair pair = GrBulkCandidate(&b->neighbours, k);
    const double smaller = PetscMin(radius[pair.first], radius[pair.second]);
    const double shortest = GrWallsShortestPassage(limit, smaller);
    const double touch = radius[pair.first] + radius[pair.second] - limit * smaller;
    const double square = RelativeMotion(b, &pair, b->cell ? images : NULL, h, moved, r);
    if (square < shortest * shortest || NearestSquared(moved, square, r) >= touch * touch)
      continue;
    const GrFault fault = {.what = GR_BROKEN_PASSAGE,
                           .first = b->store.id[pair.first],
                           .second = b->store.id[pair.second],
                           .wall = -1,
                           .triangle = -1,
                           .overlap = sqrt(square),
                           .radius = smaller};
    to->keep(w, &fault);
  }
}

void GrBulkFindPassages(GrWorld w, double t, double interval, void (*keep)(GrWorld, const GrFault *))
{
  const GrBulk b = w->bulk;
  const double shortest = GrWallsShortestPassage(w->the_case->time.overlap_limit, b->particles.smallest_radius);

  if (!(interval > 0) || interval * b->epoch.checked.relative < shortest)
    return;
  const GrWallParticles particles = GrBulkWallParticles(w);
  Receiver to = {w, keep};
  GrWallsFindPassages(&b->walls, &particles, t, interval, KeepWallPassage, &to);
  FindPairPassages(&to, interval);
}
