/* box: checks that the sides of the periodic box are longer than the largest particle; see epoch.h. */
#include "bulk/bulk.h"
#include "bulk/epoch.h"

#include <granum/error.h>
#include <math.h>

PetscErrorCode GrBulkCheckBox(GrWorld w)
{
  const GrBulk b = w->bulk;
  const GrParallelBox *box = &b->box;
  const double least = 2 * b->particles.largest_radius + b->neighbours.adhesion_reach;

  for (int a = 0; a < 3; a++) {
    const double side = box->upper[a] - box->lower[a], height = box->upper[box->across] - box->lower[box->across];
    const double lean = a == box->along && box->tilt != 0 ? box->tilt / height : 0;
    if (!box->periodic[a] || side > least * sqrt(1 + lean * lean))
      continue;
    if (b->numbers.steps > 0)
      return GrFail(GR_EXIT_PHYSICS,
                    "at t = %.9g s the box is %g m long along %c, shorter than the largest particle and the reach of "
                    "its adhesion, %g m; end the run earlier, or start with a larger box",
                    w->committed_time, side, "xyz"[a], least);
    return GrFail(GR_EXIT_INPUT,
                  "%s: domain: the periodic side along %c is %g m long, not longer than the largest particle and the "
                  "reach of its adhesion, %g m; make the box larger there, or the side not periodic",
                  w->the_case->file, "xyz"[a], side, least);
  }
  return 0;
}
