/* Batch: a few contacts in structure-of-arrays form, from their geometry to the forces on both bodies.

   Whoever knows where contacts are (pairs of particles, a wall) fills in the geometry; GrBatchEvaluate does the rest,
   the same for all. With first and second body 1 and 2, centres r apart, radii R:
     n        unit vector from 1 to 2, or from the particle towards the wall
     d        overlap;  rate = (v1 - v2) . n
     slip     (v1 - v2) - rate n + (l1 w1 + l2 w2) x n,  l = R - a d: a is the rule's share
     force    on 1: -F n + T;  on 2 the opposite
     torque   on 1: l1 n x T + R (n x F_r + F_t);  on 2: l2 n x T - R (n x F_r + F_t);  R effective radius
   Forces F normal, T tangential, F_r rolling, F_t twisting (granum/law.h). Order of the calls: normal law, adhesion,
   viscosity, sliding. */
#ifndef GRANUM_CONTACT_BATCH_H
#define GRANUM_CONTACT_BATCH_H

#include "base/vec4.h"
#include "contact/history.h"
#include "contact/model.h"

enum { GR_BATCH = GR_BLOCK_SLOTS };

/* Before the first of a batch's arrays of numbers: they begin at multiples of their size, so that no vector straddles
   lines of the cache, and none that is read seems to overlap one just written. */
#define GR_BATCH_ALIGNED _Alignas(GR_BATCH * sizeof(double))

typedef struct {
  int n;
  int rows;                                   /* contacts there are numbers for: n, or a little more, see GrBatchPad */
  int alike;                                  /* all its contacts are sure to be of one pair type; otherwise 0 */
  int one_rule;                               /* all its contacts are sure to follow one rule; otherwise 0 */
  PetscInt block;                             /* of the history; a batch is what acts of one block, maybe nothing */
  unsigned char slot[GR_BATCH];               /* of each contact in the block, ascending */
  PetscInt first[GR_BATCH], second[GR_BATCH]; /* for the provider's own use */
  int type[GR_BATCH];                         /* of the pair */

  /* Geometry, by the provider. */
  GR_BATCH_ALIGNED double overlap[GR_BATCH];
  double normal[3][GR_BATCH];
  double radius[2][GR_BATCH]; /* of a wall: 0 */
  double rate[GR_BATCH], slip[3][GR_BATCH];
  double relative_spin[3][GR_BATCH]; /* w1 - w2; only where the model turns */
  double velocity[3][GR_BATCH];      /* v1 - v2 at the point of contact; only with a wall */
  double mass[GR_BATCH];             /* m1 m2/(m1 + m2), of pairs of a family (contact/model.h) */
  double safe[GR_BATCH];             /* overlap within the guard's limit, of pairs of a family */

  /* Results. */
  double force[3][GR_BATCH];     /* on the first body [N] */
  double torque[2][3][GR_BATCH]; /* on the first and on the second [N m] */
  double normal_force[GR_BATCH]; /* normal force with adhesion, > 0 repulsive [N] */
  double viscous[GR_BATCH];      /* power of the normal dashpots [W] */
  double sliding[GR_BATCH];      /* power of sliding, rolling and twisting [W] */
} GrBatch;

/* Repeats the last contact up to a whole number of rows (base/vec4.h), unless the provider has done so, so that
   loops over contacts have no rest: what they make of the repeated ones is of no use, and nobody uses it. Called by
   GrBatchEvaluate. */
void GrBatchPad(GrBatch *batch);
static inline int GrBatchWhole(int n)
{
  return (n + GR_ROW - 1) & -GR_ROW;
}

/* Contacts of a padded batch there are numbers for: a multiple of GR_ROW, so that no loop for a rest is needed. */
static inline int GrBatchRows(const GrBatch *batch)
{
  return batch->rows & -GR_ROW;
}

/* Rate and slip of four contacts, from n, v1 - v2 and l1 w1 + l2 w2. */
GR_VEC4_INLINE void GrBatchSlip(const GrVec4 n[3], const GrVec4 v[3], const GrVec4 w[3], GrVec4 *rate, GrVec4 slip[3])
{
  *rate = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
  slip[0] = (v[0] - *rate * n[0]) + (w[1] * n[2] - w[2] * n[1]);
  slip[1] = (v[1] - *rate * n[1]) + (w[2] * n[0] - w[0] * n[2]);
  slip[2] = (v[2] - *rate * n[2]) + (w[0] * n[1] - w[1] * n[0]);
}

/* Forces and histories of all contacts of the batch, `interval` [s] after the histories were committed. `keep`: the
   histories become the trial ones of the block; otherwise nothing changes but the batch. */
void GrBatchEvaluate(const GrModel *model, GrHistory *history, double interval, PetscBool keep, GrBatch *batch);

/* Energies of the contacts at the committed histories: recoverable by normal law and adhesion, held by the springs of
   sliding, plastic work of the histories [J]. Results of the batch are overwritten. */
void GrBatchEnergies(const GrModel *model, GrHistory *history, GrBatch *batch, double *recoverable, double *springs,
                     double *plastic_work);

/* Plastic work of the committed histories that end with the trial ones: it is lost for good [J]. Reads block, slot
   and type of the batch. The history must not be `no_rollback`. */
void GrBatchPlasticWork(const GrModel *model, GrHistory *history, GrBatch *batch, double *plastic_work);

#endif
