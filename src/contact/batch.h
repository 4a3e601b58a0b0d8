/* Batch: the acting contacts of one block (contact/history.h), stored as a structure of arrays, with their geometry and
   the forces on both bodies.

   Two files select contacts and set their geometry in a batch: bulk/force.c for pairs of particles, wall/wall.c for
   walls. GrBatchEvaluate then evaluates the laws in the same way. A contact has a first body (1) and a second body (2).
   The quantities are:
     rate     (v1 - v2) . n
     slip     (v1 - v2) - rate n + (l1 w1 + l2 w2) x n,  with l = R - a_s d
     force    on body 1: -F n + T;  on body 2: F n - T
     torque   on body 1: l1 n x T + M;  on body 2: l2 n x T - M,  with l = R - a_t d and M = R_e (n x F_r + F_t)

     n          unit vector from body 1 to body 2, or from the particle to the wall
     d          overlap [m]
     v, w       velocity [m/s] and angular velocity [rad/s] of a body
     R, R_e, l  radius, effective radius and lever arm [m]
     a_s, a_t   fraction of the overlap by which l is shorter than R for slip and torque: 0 or 1/2 (input key `lever`)
     F, T       normal and tangential force [N]
     F_r, F_t   rolling and twisting force [N]

   The laws (granum/law.h) are evaluated in this order: normal law, adhesion, sliding, rolling, twisting, bonds
   (contact/bond.c). */
#ifndef GRANUM_CONTACT_BATCH_H
#define GRANUM_CONTACT_BATCH_H

#include "base/math/simd.h"
#include "contact/history.h"
#include "contact/model.h"
#include <stdbool.h>

/* Largest number of contacts in a batch. */
enum { GR_BATCH = GR_BLOCK_SLOTS };

/* Alignment of the first array of a batch [bytes]. Each array then begins at a multiple of its size. Vector loads
   therefore do not cross a cache line, and the processor does not wait for a recent store that seems to overlap a
   load. */
#define GR_BATCH_ALIGNED _Alignas(GR_BATCH * sizeof(double))

/* How uniform the contacts of a batch are. Each value includes the values before it. */
typedef enum {
  GR_BATCH_MIXED,    /* the contacts may have different contact rules (laws for two materials) */
  GR_BATCH_ONE_RULE, /* all contacts have the same contact rule, but may have different pair types */
  GR_BATCH_ONE_TYPE  /* all contacts have the same pair type */
} GrBatchUniformity;

/* Selection: which contacts a batch has. Each array has one element per contact. A pair type has the contact rule and
   the coefficients of its laws for two bodies (contact/model.h). */
typedef struct {
  int n; /* number of contacts */
  /* number of elements in use: n, and the copies that GrBatchPad appends to make it a multiple of GR_SIMD */
  int rows;
  GrBatchUniformity uniform;
  bool with_wall;               /* whether the second body of each contact is a wall, not a particle */
  GrHistory *history;           /* contact history, which has a block for this batch */
  PetscInt block;               /* number of this block */
  unsigned char slot[GR_BATCH]; /* index within the block of the slot of each contact (history.h), ascending */
  PetscInt first[GR_BATCH];     /* index of the first body, a particle of this rank (owned or ghost) */
  PetscInt second[GR_BATCH];    /* index of the second body: of a particle or, if with_wall, of a wall of the case */
  int type[GR_BATCH];           /* number of the pair type in the contact model */
} GrBatchContacts;

/* Geometry and motion of the contacts of a batch, which the laws read. The second member of each union is used earlier,
   while the acting contacts are selected from the candidate pairs. */
typedef struct {
  union {
    GR_BATCH_ALIGNED double overlap[GR_BATCH]; /* overlap [m] */
    double inverse_distance[GR_BATCH];         /* 1/distance of the centres [1/m] */
  };
  union {
    double normal[3][GR_BATCH]; /* unit vector from the first body to the second */
    double branch[3][GR_BATCH]; /* vector from the centre of the first body to the centre of the second [m] */
  };
  double radius[2][GR_BATCH]; /* radius of the first and of the second body [m]; 0 for a wall */
  /* lever arm of the tangential force about the centre of each body: radius minus 0 or half of the overlap [m] */
  double lever[2][GR_BATCH];
  union {
    double rate[GR_BATCH];             /* overlap rate, > 0 when the bodies approach [m/s] */
    double distance_squared[GR_BATCH]; /* squared distance of the centres [m^2] */
  };
  double slip[3][GR_BATCH];          /* tangential velocity of the first surface relative to the second [m/s] */
  double relative_spin[3][GR_BATCH]; /* relative angular velocity w1 - w2 [rad/s]; set only if GrModel.turns */
  /* mean angular velocity about the normal, (w1 + w2)/2 . n [rad/s]; set only if the model has bonds */
  double about[GR_BATCH];
  /* relative velocity v1 - v2 at the contact point [m/s]; set only for contacts with a wall */
  double velocity[3][GR_BATCH];
  /* Reduced mass of the two bodies [kg]. Set only if `has_masses` is true, or if the pair type is a family: its
     coefficients are functions of radius and mass. NaN: the reduced mass of the pair type is valid. */
  double mass[GR_BATCH];
  /* Largest overlap at which the contact is stable with the time step of the run [m]. Set only for a family. */
  double safe[GR_BATCH];
  /* whether some particles belong to rigid bodies, so that `mass` is set and replaces the reduced masses of the pair
     types */
  bool has_masses;
} GrBatchGeometry;

/* Results of the laws, set by GrBatchEvaluate, and of GrBatchSetForces. */
typedef struct {
  GR_BATCH_ALIGNED double normal_force[GR_BATCH]; /* normal force with adhesion and bonds, > 0 repulsive [N] */
  double viscous[GR_BATCH];                       /* power that the normal dashpots dissipate [W] */
  double friction[3][GR_BATCH];                   /* tangential force on the first body [N] */
  /* torque of rolling, twisting and bonds on the first body [N m]; set only if GrModel.turns */
  double spin_torque[3][GR_BATCH];
  double sliding[GR_BATCH]; /* power that sliding, rolling and twisting dissipate [W] */
  double slides[GR_BATCH];  /* 1: the surfaces slide; 0: they stick; set only for contacts with walls */
  /* set by GrBatchSetForces: force on the first body [N] */
  double force[3][GR_BATCH];
  /* set by GrBatchSetForces: torques on the first and on the second body [N m] */
  double torque[2][3][GR_BATCH];
} GrBatchResults;

/* A batch of acting contacts (contacts that exert forces). */
typedef struct {
  GrBatchContacts contacts;
  GrBatchGeometry geometry;
  GrBatchResults results;
} GrBatch;

/* Function that a loop over all contacts calls with each batch. context: data of the caller of the loop. */
typedef void (*GrBatchVisit)(void *context, GrBatch *batch);

/* Pads a batch: appends copies of its last contact, up to a multiple of GR_SIMD, so that loops over SIMD vectors
   have no remainder. GrBatchEvaluate calls this function; it does nothing if the batch is already padded. */
void GrBatchPad(GrBatch *batch);

/* Returns the number of contacts of a padded batch: n rounded up to a multiple of GR_SIMD. */
static inline int GrBatchWhole(int n)
{
  return (n + GR_SIMD - 1) & -GR_SIMD;
}

/* Returns contacts->rows, the number of contacts of a padded batch with the copies, in a form that the compiler
   recognizes as a multiple of GR_SIMD. */
static inline int GrBatchRows(const GrBatchContacts *contacts)
{
  return contacts->rows & -GR_SIMD;
}

/* Computes overlap rate and slip [m/s] of GR_SIMD contacts (see the head of this file) from the normals n, the relative
   velocities v = v1 - v2 [m/s], and w = l1 w1 + l2 w2 [m/s]. */
GR_VEC4_INLINE void GrBatchSlip(const GrSimd n[3], const GrSimd v[3], const GrSimd w[3], GrSimd *rate, GrSimd slip[3])
{
  *rate = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
  slip[0] = (v[0] - *rate * n[0]) + (w[1] * n[2] - w[2] * n[1]);
  slip[1] = (v[1] - *rate * n[1]) + (w[2] * n[0] - w[0] * n[2]);
  slip[2] = (v[2] - *rate * n[2]) + (w[0] * n[1] - w[1] * n[0]);
}

/* Evaluates the laws of all contacts and writes batch->results. interval: time since the last accepted step [s]; the
   laws read the histories of that step. keep: whether the new histories are stored as the trial histories of the block.
   Otherwise only the batch changes. Not collective. */
void GrBatchEvaluate(const GrModel *model, double interval, bool keep, GrBatch *batch);

/* Forces on the first body [N] and torques on both bodies [N m] of GR_SIMD contacts. */
typedef struct {
  GrSimd force[3], torque[2][3];
} GrBatchForces;

/* Computes the forces and torques of GR_SIMD contacts, from contact i on. r: results of the laws. turns: whether the
   contact model has rolling or twisting laws or bonds, whose spin_torque is then added to the torques. */
GR_VEC4_INLINE void GrBatchForcesAt(const GrBatchGeometry *restrict g, const GrBatchResults *restrict r, bool turns,
                                    int i, GrBatchForces *forces)
{
  GrSimd n[3], friction[3], lever[2], normal_force, spin_torque[3];

  GrSimdLoad(&r->normal_force[i], &normal_force);
  GrSimdLoad(&g->lever[0][i], &lever[0]);
  GrSimdLoad(&g->lever[1][i], &lever[1]);
  for (int a = 0; a < 3; a++) {
    GrSimdLoad(&g->normal[a][i], &n[a]);
    GrSimdLoad(&r->friction[a][i], &friction[a]);
    GrSimdLoad(&r->spin_torque[a][i], &spin_torque[a]);
  }
  for (int a = 0; a < 3; a++) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const GrSimd turning = n[b] * friction[c] - n[c] * friction[b];
    forces->force[a] = friction[a] - normal_force * n[a];
    forces->torque[0][a] = turns ? lever[0] * turning + spin_torque[a] : lever[0] * turning;
    forces->torque[1][a] = turns ? lever[1] * turning - spin_torque[a] : lever[1] * turning;
  }
}

/* Computes the force on the first body and the torques on both bodies (members `force`, `torque`) of all contacts from
   the results of the laws. Not collective. */
void GrBatchSetForces(const GrModel *model, GrBatch *batch);

/* Computes the energies of the contacts [J] from their committed histories. Writes three arrays [n]:
     recoverable   energy that normal law, adhesion and bond can return
     springs       energy stored in the springs of sliding, rolling and twisting
     plastic_work  plastic work of normal law and adhesion
   Not collective. */
void GrBatchEnergies(const GrModel *model, const GrBatch *batch, double *recoverable, double *springs,
                     double *plastic_work);

/* Computes the energy stored in the springs of one kind of sliding (GR_TANGENTIAL, ..), springs[n] [J]. */
void GrBatchSprings(const GrModel *model, const GrBatch *batch, int slide, double *springs);

/* Computes plastic_work[n] [J] of contacts that end in the current step (GrHistoryEnding). Their histories are deleted,
   so their plastic work must be added to the energy balance. history->no_rollback must be false. Not collective. */
void GrBatchPlasticWork(const GrModel *model, const GrBatchContacts *contacts, double *plastic_work);

#endif
