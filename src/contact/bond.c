/* bond: forces and torques of the bonds between the particles of a batch, and formation of bonds at contact; see
   batch_impl.h. The force of a bond acts at the midpoint of the two centres:
     force   on 1: F;  on 2: -F
     torque  on 1: D/2 n x F + M;  on 2: D/2 n x F - M
   F  force on the first body [N];  M  moment on the first body [N m];  D  distance of the centres [m];  n  unit vector
   from the first to the second centre. The bond law computes F and M (granum/law.h). */
#include "contact/batch_impl.h"

/* Arguments and results of the bond law: distance of the centres D [m], slip at their midpoint [m/s], force [N], moment
   [N m], power of the dashpots [W]. */
typedef struct {
  GR_BATCH_ALIGNED double distance[GR_BATCH];
  double slip[3][GR_BATCH], force[3][GR_BATCH], moment[3][GR_BATCH], viscous[GR_BATCH];
} Arrays;

/* Computes D = R1 + R2 - d and the slip at the midpoint of the centres. The midpoint is (R1 - R2)/2 from the contact
   point, so its slip is slip - (R1 - R2)/2 (w1 - w2) x n. */
static void FillArrays(int rows, const GrBatchGeometry *restrict g, Arrays *restrict a)
{
  for (int i = 0; i < rows; i++) {
    const double uneven = 0.5 * (g->radius[0][i] - g->radius[1][i]);
    const double n[3] = {g->normal[0][i], g->normal[1][i], g->normal[2][i]};
    const double w[3] = {g->relative_spin[0][i], g->relative_spin[1][i], g->relative_spin[2][i]};
    a->distance[i] = (g->radius[0][i] + g->radius[1][i]) - g->overlap[i];
    a->slip[0][i] = g->slip[0][i] - uneven * (w[1] * n[2] - w[2] * n[1]);
    a->slip[1][i] = g->slip[1][i] - uneven * (w[2] * n[0] - w[0] * n[2]);
    a->slip[2][i] = g->slip[2][i] - uneven * (w[0] * n[1] - w[1] * n[0]);
  }
}

/* Forms new bonds and deletes the records of broken bonds. `length` is the trial value GR_BOND_LENGTH of the law, and
   `before` is its committed value: > 0 for a bond, 0 for no bond, < 0 for a broken bond. A pair that touches within
   `gap` [m] gets a bond if the rule forms bonds now. A separated pair without bond gets length 0. */
static void FormBonds(const GrInteraction *r, int rows, const GrBatchGeometry *g, const double *gap, const Arrays *a,
                      const double *before, double *restrict length)
{
  const bool form = r->bonds_form;

  for (int i = 0; i < rows; i++) {
    const double formed = form && length[i] == 0 ? a->distance[i] : length[i];
    const double apart = g->overlap[i] > -gap[i] ? formed : 0;
    length[i] = before[i] > 0 ? length[i] : apart; /* a bond of this step keeps the result of the law */
  }
}

/* Adds the bond force F and moment M to the results of the laws: the tension F . n to the normal force, the transverse
   force Q = F - (F . n) n to the friction. A batch applies the torques l1 n x Q and l2 n x Q with the levers l1, l2 of
   the contact, l1 + l2 = D. The torque of bonds has levers D/2, so (D/2 - l1) n x Q is added to the spin torque. Q
   is no friction, so its power is not added to the power of sliding. */
static void AddHold(int rows, const GrBatchGeometry *restrict g, const Arrays *restrict a, GrBatchResults *restrict r)
{
  for (int i = 0; i < rows; i++) {
    const double n[3] = {g->normal[0][i], g->normal[1][i], g->normal[2][i]};
    const double f[3] = {a->force[0][i], a->force[1][i], a->force[2][i]};
    const double pull = f[0] * n[0] + f[1] * n[1] + f[2] * n[2], more = 0.5 * a->distance[i] - g->lever[0][i];
    const double across[3] = {n[1] * f[2] - n[2] * f[1], n[2] * f[0] - n[0] * f[2], n[0] * f[1] - n[1] * f[0]};
    r->normal_force[i] -= pull;
    r->viscous[i] += a->viscous[i];
    for (int k = 0; k < 3; k++) {
      const double q = f[k] - pull * n[k];
      r->friction[k][i] += q;
      r->spin_torque[k][i] += more * across[k] + a->moment[k][i];
    }
  }
}

void GrBatchAddBond(const GrModel *m, const GrBatchLaws *l, int rows, const GrBatchGeometry *g, GrBatchResults *results,
                    double stored[GR_BATCH])
{
  const GrInteraction *r = l->rule;
  const double *const *coefficient = l->coefficients + r->coefficient[GR_ROLE_BOND];
  const double *const *history = l->history + r->history[GR_ROLE_BOND];
  double *const *trial = l->trial + r->history[GR_ROLE_BOND];
  Arrays a;
  const GrBondBatch arrays = {.n = rows,
                              .interval = l->interval,
                              .velocity = m->velocity,
                              .distance = a.distance,
                              .normal = {g->normal[0], g->normal[1], g->normal[2]},
                              .rate = g->rate,
                              .slip = {a.slip[0], a.slip[1], a.slip[2]},
                              .about = g->about,
                              .relative_spin = {g->relative_spin[0], g->relative_spin[1], g->relative_spin[2]},
                              .coefficient = coefficient,
                              .history = history,
                              .trial = trial,
                              .force = {a.force[0], a.force[1], a.force[2]},
                              .moment = {a.moment[0], a.moment[1], a.moment[2]},
                              .stored = stored,
                              .viscous = a.viscous};

  FillArrays(rows, g, &a);
  r->law[GR_ROLE_BOND]->hold(&arrays);
  FormBonds(r, rows, g, coefficient[0], &a, history[GR_BOND_LENGTH], trial[GR_BOND_LENGTH]);
  AddHold(rows, g, &a, results);
}
