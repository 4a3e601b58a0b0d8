/* Batch: a few contacts in structure-of-arrays form, from their geometry to the forces on both bodies.

   Whoever knows where contacts are (pairs of particles, a wall) fills in the geometry; GrBatchEvaluate does the rest,
   the same for all. With first and second body 1 and 2, centres r apart, radii R:
     n        unit vector from 1 to 2, or from the particle towards the wall
     d        overlap;  rate = (v1 - v2) . n
     slip     (v1 - v2) - rate n + (l1 w1 + l2 w2) x n,  l = R - a d: a is the rule's share
     force    on 1: -F n + T;  on 2 the opposite
     torque   on 1: l1 n x T + M;  on 2: l2 n x T - M;  M = R (n x F_r + F_t), R effective radius
     sliding  power -T . slip, and that of rolling and twisting
   Forces F normal, T tangential, F_r rolling, F_t twisting (granum/law.h). Order of the calls: normal law, adhesion,
   viscosity, sliding, bonds (contact/bond.h). */
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
  double lever[2][GR_BATCH];  /* of the torques: R - a d */
  double rate[GR_BATCH], slip[3][GR_BATCH];
  double relative_spin[3][GR_BATCH]; /* w1 - w2; only where the model turns */
  double about[GR_BATCH];            /* (w1 + w2)/2 . n; only where the model has bonds */
  double velocity[3][GR_BATCH];      /* v1 - v2 at the point of contact; only with a wall */
  double mass[GR_BATCH];             /* m1 m2/(m1 + m2), of pairs of a family (contact/model.h) */
  double safe[GR_BATCH];             /* overlap within the guard's limit, of pairs of a family */

  /* Results of the laws. */
  double normal_force[GR_BATCH];   /* F with adhesion and bonds, > 0 repulsive [N] */
  double viscous[GR_BATCH];        /* power of the normal dashpots [W] */
  double friction[3][GR_BATCH];    /* T [N] */
  double spin_torque[3][GR_BATCH]; /* M [N m]; only where the model turns */
  double spin_power[GR_BATCH];     /* of rolling and twisting [W]; the same */

  /* What GrBatchSetForces makes of them. */
  double force[3][GR_BATCH];     /* on the first body [N] */
  double torque[2][3][GR_BATCH]; /* on the first and on the second [N m] */
  double sliding[GR_BATCH];      /* power of sliding, rolling and twisting [W] */
} GrBatch;

/* Called with each batch of a walk over contacts. */
typedef void (*GrBatchVisit)(void *context, GrBatch *batch);

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

/* Results of the laws and histories of all contacts of the batch, `interval` [s] after the histories were committed.
   `keep`: the histories become the trial ones of the block; otherwise nothing changes but the batch. */
void GrBatchEvaluate(const GrModel *model, GrHistory *history, double interval, PetscBool keep, GrBatch *batch);

/* What four contacts do to their bodies: see force, torque and sliding of a batch. */
typedef struct {
  GrVec4 force[3], torque[2][3], sliding;
} GrBatchForces;

/* By the results of the laws for contacts from i on; `turns`: the model does. */
GR_VEC4_INLINE void GrBatchForcesAt(const GrBatch *restrict t, PetscBool turns, int i, GrBatchForces *forces)
{
  GrVec4 n[3], friction[3], slip[3], lever[2], normal_force, spin_torque[3], spin_power;

  GrVec4Load(&t->normal_force[i], &normal_force);
  GrVec4Load(&t->lever[0][i], &lever[0]);
  GrVec4Load(&t->lever[1][i], &lever[1]);
  for (int a = 0; a < 3; a++) {
    GrVec4Load(&t->normal[a][i], &n[a]);
    GrVec4Load(&t->friction[a][i], &friction[a]);
    GrVec4Load(&t->slip[a][i], &slip[a]);
    GrVec4Load(&t->spin_torque[a][i], &spin_torque[a]);
  }
  GrVec4Load(&t->spin_power[i], &spin_power);
  forces->sliding = -(friction[0] * slip[0] + friction[1] * slip[1] + friction[2] * slip[2]);
  if (turns)
    forces->sliding += spin_power;
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const GrVec4 turning = n[b] * friction[c] - n[c] * friction[b];
    forces->force[a] = friction[a] - normal_force * n[a];
    forces->torque[0][a] = turns ? lever[0] * turning + spin_torque[a] : lever[0] * turning;
    forces->torque[1][a] = turns ? lever[1] * turning - spin_torque[a] : lever[1] * turning;
  }
}

/* The same for all contacts, into the arrays of the batch. */
void GrBatchSetForces(const GrModel *model, GrBatch *batch);

/* Energies of the contacts at the committed histories: recoverable by normal law and adhesion, held by the springs of
   sliding, plastic work of the histories [J]. Results of the batch are overwritten. */
void GrBatchEnergies(const GrModel *model, GrHistory *history, GrBatch *batch, double *recoverable, double *springs,
                     double *plastic_work);

/* Plastic work of the committed histories that end with the trial ones: it is lost for good [J]. Reads block, slot
   and type of the batch. The history must not be `no_rollback`. */
void GrBatchPlasticWork(const GrModel *model, GrHistory *history, GrBatch *batch, double *plastic_work);

#endif
