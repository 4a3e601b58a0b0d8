/* contact_torque: force and torque of a contact on a wall that forces turn; see load.h. */
#include "base/math/vector.h"
#include "wall/load.h"

enum { STATE = 9 }; /* numbers of a particle: x, v, w */

void GrWallContactTorque(const GrWallContact *contact, const double pivot[3], double force[3], double torque[3])
{
  const GrBatch *batch = contact->batch;
  const GrBatchGeometry *g = &batch->geometry;
  const int i = contact->i;
  const double *x = contact->particles->state + STATE * batch->contacts.first[i];
  const double share = GrModelInteraction(contact->model, batch->contacts.type[i])->slip_share;
  const double distance = g->radius[0][i] - share * g->overlap[i];
  double lever[3];

  for (int k = 0; k < 3; k++) {
    lever[k] = (x[k] + distance * g->normal[k][i]) - pivot[k];
    force[k] = batch->results.force[k][i];
  }
  GrCross3(lever, force, torque);
  for (int k = 0; k < 3 && contact->model->turns; k++)
    torque[k] += batch->results.spin_torque[k][i];
}
