/* Batch: the acting contacts of one block in structure-of-arrays form, from geometry to forces on both bodies.

   The caller that selects the contacts (pairs of particles, or walls), here called the provider, sets the geometry.
   GrBatchEvaluate then evaluates the laws, for all providers in the same way. Body 1 is the first body of a contact,
   body 2 the second:
     rate     (v1 - v2) . n
     slip     (v1 - v2) - rate n + (l1 w1 + l2 w2) x n,  l = R - a_s d
     force    on 1: -F n + T;  on 2: F n - T
     torque   on 1: l1 n x T + M;  on 2: l2 n x T - M;  l = R - a_t d;  M = R_e (n x F_r + F_t)

     n          unit vector from 1 to 2, or from the particle to the wall
     d          overlap [m]
     v, w       velocity [m/s] and angular velocity [rad/s] of a body
     R, R_e, l  radius, effective radius and lever [m]
     a_s, a_t   shares of the overlap that the input key `lever` subtracts from the radius: 0 or 1/2
     F, T       normal and tangential force [N]
     F_r, F_t   rolling and twisting force [N]

   The laws (granum/law.h) compute the forces, in this order: normal law, adhesion, sliding, rolling, twisting, bonds
   (contact/bond.h). */
#ifndef GRANUM_CONTACT_BATCH_H
#define GRANUM_CONTACT_BATCH_H

#include "base/math/vec4.h"
#include "contact/history.h"
#include "contact/model.h"

/* Largest number of contacts in a batch. */
enum { GR_BATCH = GR_BLOCK_SLOTS };

/* Alignment of the first array of a batch. All arrays then begin at multiples of their size, so that no vector crosses
   a cache line, and no load appears to overlap a recent store. */
#define GR_BATCH_ALIGNED _Alignas(GR_BATCH * sizeof(double))

/* A batch: the acting contacts of one block. Arrays have an element per contact; all numbers are in SI units. */
typedef struct {
  int n;        /* number of contacts */
  int rows;     /* number of contacts including the copies that GrBatchPad appends; before its call n */
  int alike;    /* not 0: all contacts have the same pair type; 0: unknown */
  int one_rule; /* not 0: all contacts follow the same rule; 0: unknown */
  /* not 0: `mass` is set and replaces the reduced masses of the pair types (rigid bodies) */
  int felt;
  PetscInt block;                             /* number of the block in the contact history */
  unsigned char slot[GR_BATCH];               /* slot (place in the block) of each contact, ascending */
  PetscInt first[GR_BATCH], second[GR_BATCH]; /* numbers of the two bodies, which only the provider uses */
  int type[GR_BATCH];                         /* pair type */

  /* Geometry, set by the provider of the contacts (see the head). While the provider still selects the acting contacts
     among its candidates, arrays in a union hold the second quantity. */
  union {
    GR_BATCH_ALIGNED double overlap[GR_BATCH]; /* d [m] */
    double inverse_distance[GR_BATCH];         /* 1/|r| [1/m] */
  };
  union {
    double normal[3][GR_BATCH]; /* n */
    double branch[3][GR_BATCH]; /* r [m] */
  };
  double radius[2][GR_BATCH];        /* R [m]; 0 for a wall */
  double lever[2][GR_BATCH];         /* lever arm of the friction force about the centre of each body: R - a d [m] */
  double rate[GR_BATCH];             /* overlap rate [m/s] */
  double slip[3][GR_BATCH];          /* slip velocity [m/s] */
  double relative_spin[3][GR_BATCH]; /* w1 - w2 [rad/s]; only if GrModel.turns */
  /* mean spin about the normal, (w1 + w2)/2 . n [rad/s]; only if the model has bonds */
  double about[GR_BATCH];
  double velocity[3][GR_BATCH]; /* v1 - v2 at the contact point [m/s]; only for contacts with a wall */
  /* reduced mass [kg]; set if the pair type is for all radii of two materials, or if `felt` (NaN: that of the pair
     type) */
  double mass[GR_BATCH];
  /* an overlap that the stability check allows [m]; set if the pair type is for all radii of two materials (a
     family) */
  double safe[GR_BATCH];

  /* Results of the laws. */
  union {
    double normal_force[GR_BATCH];     /* normal force with adhesion and bonds, > 0 repulsive [N] */
    double distance_squared[GR_BATCH]; /* r . r [m^2], while the provider selects the acting contacts */
  };
  double viscous[GR_BATCH];        /* power of the normal dashpots [W] */
  double friction[3][GR_BATCH];    /* tangential force T on the first body [N] */
  double spin_torque[3][GR_BATCH]; /* M [N m]; only if GrModel.turns */
  double sliding[GR_BATCH];        /* power of sliding, rolling and twisting [W] */

  /* Results of GrBatchSetForces. */
  double force[3][GR_BATCH];     /* force on the first body [N] */
  double torque[2][3][GR_BATCH]; /* torques on the first and on the second body [N m] */
} GrBatch;

/* Function that an iteration over contacts calls with each batch. context: data of the caller. */
typedef void (*GrBatchVisit)(void *context, GrBatch *batch);

/* Pads a batch: appends copies of the last contact until the number of contacts is a multiple of four (GR_ROW), unless
   the provider has done so. Loops over four contacts at a time then have no remainder. The results of the copies are
   not used. GrBatchEvaluate calls this function. */
void GrBatchPad(GrBatch *batch);

/* Returns n rounded up to a multiple of four (GR_ROW): the number of contacts of a padded batch. */
static inline int GrBatchWhole(int n)
{
  return (n + GR_ROW - 1) & -GR_ROW;
}

/* Returns the number of contacts of a padded batch. The compiler can derive that it is a multiple of GR_ROW. */
static inline int GrBatchRows(const GrBatch *batch)
{
  return batch->rows & -GR_ROW;
}

/* Computes overlap rate and slip [m/s] of four contacts from the normals n, v = v1 - v2 [m/s] and w = l1 w1 + l2 w2
   [m/s], in the symbols of the head. */
GR_VEC4_INLINE void GrBatchSlip(const GrVec4 n[3], const GrVec4 v[3], const GrVec4 w[3], GrVec4 *rate, GrVec4 slip[3])
{
  *rate = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
  slip[0] = (v[0] - *rate * n[0]) + (w[1] * n[2] - w[2] * n[1]);
  slip[1] = (v[1] - *rate * n[1]) + (w[2] * n[0] - w[0] * n[2]);
  slip[2] = (v[2] - *rate * n[2]) + (w[0] * n[1] - w[1] * n[0]);
}

/* Evaluates the laws of all contacts: sets the results of the laws in the batch. interval: time since the histories
   were committed [s]. keep: whether the new histories are stored as trial histories of the block; otherwise only the
   batch changes. Not collective. */
void GrBatchEvaluate(const GrModel *model, GrHistory *history, double interval, PetscBool keep, GrBatch *batch);

/* Forces on the first body [N] and torques on both bodies [N m] of four contacts. */
typedef struct {
  GrVec4 force[3], torque[2][3];
} GrBatchForces;

/* Computes the forces of contacts i to i + 3 from the results of the laws. turns: whether the torques include
   spin_torque (GrModel.turns). */
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

/* Sets `force` and `torque` of all contacts of the batch from the results of the laws. Not collective. */
void GrBatchSetForces(const GrModel *model, GrBatch *batch);

/* Computes the energies of the contacts at the committed histories [J], three arrays [n]:
   recoverable   energy of normal law, adhesion and bond that the contact can return
   springs       energy of the springs of sliding, rolling and twisting
   plastic_work  plastic work of normal law and adhesion
   Overwrites the results in the batch. Not collective. */
void GrBatchEnergies(const GrModel *model, GrHistory *history, GrBatch *batch, double *recoverable, double *springs,
                     double *plastic_work);

/* Computes plastic_work[n] [J] of the contacts whose committed histories end with this evaluation (GrHistoryEnding).
   Reads only n, block, slot, type, alike and one_rule of the batch. The history must not be `no_rollback`. Not
   collective. */
void GrBatchPlasticWork(const GrModel *model, GrHistory *history, GrBatch *batch, double *plastic_work);

#endif
