/* Batch: the acting contacts of one block in structure-of-arrays form, from geometry to forces on both bodies.

   A provider (pairs of particles, a wall) fills in the geometry. GrBatchEvaluate does the rest, in the same way for all
   providers. With first and second body 1 and 2, centres r apart, radii R:
     n        unit vector from 1 to 2, or from the particle towards the wall
     d        overlap;  rate = (v1 - v2) . n
     slip     (v1 - v2) - rate n + (l1 w1 + l2 w2) x n,  l = R - a d with the rule's share a
     force    on 1: -F n + T;  on 2 the opposite
     torque   on 1: l1 n x T + M;  on 2: l2 n x T - M;  M = R (n x F_r + F_t), R effective radius
     sliding  power of sliding, rolling and twisting, from the laws
   Forces F normal, T tangential, F_r rolling, F_t twisting (granum/law.h). The laws are evaluated in this order: normal
   law, adhesion, sliding, rolling, twisting, bonds (contact/bond.h). */
#ifndef GRANUM_CONTACT_BATCH_H
#define GRANUM_CONTACT_BATCH_H

#include "base/math/vec4.h"
#include "contact/history.h"
#include "contact/model.h"

enum { GR_BATCH = GR_BLOCK_SLOTS };

/* Alignment of the first array of a batch. All arrays then begin at multiples of their size, so that no vector crosses
   a cache line, and no load appears to overlap a recent store. */
#define GR_BATCH_ALIGNED _Alignas(GR_BATCH * sizeof(double))

typedef struct {
  int n;                                      /* contacts */
  int rows;                                   /* contacts with numbers: n, or a few more, see GrBatchPad */
  int alike;                                  /* not 0: all contacts are known to be of one pair type */
  int one_rule;                               /* not 0: all contacts are known to follow one rule */
  PetscInt block;                             /* block of the history */
  unsigned char slot[GR_BATCH];               /* slot of each contact in the block, ascending */
  PetscInt first[GR_BATCH], second[GR_BATCH]; /* bodies; used by the provider only */
  int type[GR_BATCH];                         /* pair type */

  /* Geometry, set by the provider. While it selects the acting contacts, three arrays hold other quantities. */
  union {
    GR_BATCH_ALIGNED double overlap[GR_BATCH]; /* d [m] */
    double inverse_distance[GR_BATCH];         /* 1/|r| [1/m] */
  };
  union {
    double normal[3][GR_BATCH]; /* n */
    double branch[3][GR_BATCH]; /* r [m] */
  };
  double radius[2][GR_BATCH];        /* R [m]; of a wall: 0 */
  double lever[2][GR_BATCH];         /* of the torques: R - a d [m] */
  double rate[GR_BATCH];             /* [m/s] */
  double slip[3][GR_BATCH];          /* [m/s] */
  double relative_spin[3][GR_BATCH]; /* w1 - w2 [rad/s]; only if the model `turns` */
  double about[GR_BATCH];            /* (w1 + w2)/2 . n [rad/s]; only if the model has bonds */
  double velocity[3][GR_BATCH];      /* v1 - v2 at the point of contact [m/s]; only with a wall */
  double mass[GR_BATCH];             /* m1 m2/(m1 + m2) [kg]; only for pairs of a family (contact/model.h) */
  double safe[GR_BATCH];             /* overlap within the overlap limit [m]; only for pairs of a family */

  /* Results of the laws. */
  union {
    double normal_force[GR_BATCH];     /* F with adhesion and bonds, > 0 repulsive [N] */
    double distance_squared[GR_BATCH]; /* r . r [m^2], while the provider selects the acting contacts */
  };
  double viscous[GR_BATCH];        /* power of the normal dashpots [W] */
  double friction[3][GR_BATCH];    /* T [N] */
  double spin_torque[3][GR_BATCH]; /* M [N m]; only if the model `turns` */
  double sliding[GR_BATCH];        /* power of sliding, rolling and twisting [W] */

  /* Results of GrBatchSetForces. */
  double force[3][GR_BATCH];     /* on the first body [N] */
  double torque[2][3][GR_BATCH]; /* on the first and on the second body [N m] */
} GrBatch;

/* Called with each batch of a walk over contacts. */
typedef void (*GrBatchVisit)(void *context, GrBatch *batch);

/* Repeats the last contact up to a whole number of rows (base/math/vec4.h), if the provider has not done so. Loops over
   contacts then need no remainder; the results of repeated contacts are not used. GrBatchEvaluate calls it. */
void GrBatchPad(GrBatch *batch);

/* Number of contacts of a padded batch of n. */
static inline int GrBatchWhole(int n)
{
  return (n + GR_ROW - 1) & -GR_ROW;
}

/* Number of contacts of a padded batch, in a form that the compiler knows to be a multiple of GR_ROW. */
static inline int GrBatchRows(const GrBatch *batch)
{
  return batch->rows & -GR_ROW;
}

/* Rate and slip of four contacts from n, v = v1 - v2 and w = l1 w1 + l2 w2. */
GR_VEC4_INLINE void GrBatchSlip(const GrVec4 n[3], const GrVec4 v[3], const GrVec4 w[3], GrVec4 *rate, GrVec4 slip[3])
{
  *rate = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
  slip[0] = (v[0] - *rate * n[0]) + (w[1] * n[2] - w[2] * n[1]);
  slip[1] = (v[1] - *rate * n[1]) + (w[2] * n[0] - w[0] * n[2]);
  slip[2] = (v[2] - *rate * n[2]) + (w[0] * n[1] - w[1] * n[0]);
}

/* Evaluates the laws of all contacts, `interval` [s] after the histories were committed. With `keep` their histories
   become the trial histories of the block; otherwise only the batch changes. */
void GrBatchEvaluate(const GrModel *model, GrHistory *history, double interval, PetscBool keep, GrBatch *batch);

/* Force and torque of four contacts, as in a batch. */
typedef struct {
  GrVec4 force[3], torque[2][3];
} GrBatchForces;

/* Forces of the four contacts from i on, from the results of the laws. */
GR_VEC4_INLINE void GrBatchForcesAt(const GrBatch *restrict t, PetscBool turns, int i, GrBatchForces *forces)
{
  GrVec4 n[3], friction[3], lever[2], normal_force, spin_torque[3];

  GrVec4Load(&t->normal_force[i], &normal_force);
  GrVec4Load(&t->lever[0][i], &lever[0]);
  GrVec4Load(&t->lever[1][i], &lever[1]);
  for (int a = 0; a < 3; a++) {
    GrVec4Load(&t->normal[a][i], &n[a]);
    GrVec4Load(&t->friction[a][i], &friction[a]);
    GrVec4Load(&t->spin_torque[a][i], &spin_torque[a]);
  }
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const GrVec4 turning = n[b] * friction[c] - n[c] * friction[b];
    forces->force[a] = friction[a] - normal_force * n[a];
    forces->torque[0][a] = turns ? lever[0] * turning + spin_torque[a] : lever[0] * turning;
    forces->torque[1][a] = turns ? lever[1] * turning - spin_torque[a] : lever[1] * turning;
  }
}

/* Sets force and torque of all contacts of the batch. */
void GrBatchSetForces(const GrModel *model, GrBatch *batch);

/* Energies of the contacts at the committed histories [J], each [n]: recoverable energy of normal law, adhesion and
   bond; energy of the springs of sliding; plastic work. Overwrites results of the batch. */
void GrBatchEnergies(const GrModel *model, GrHistory *history, GrBatch *batch, double *recoverable, double *springs,
                     double *plastic_work);

/* Plastic work [J], [n], of the committed histories that end with the trial ones and are lost for good. Reads block,
   slot and type of the batch. The history must not be `no_rollback`. */
void GrBatchPlasticWork(const GrModel *model, GrHistory *history, GrBatch *batch, double *plastic_work);

#endif
