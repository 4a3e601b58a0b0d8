/* Common functions of the files batch_*.c and bond.c, which compute forces and energies of a batch of contacts
   (contact/batch.h).

     batch_history.c   reads and writes the contact histories
     batch_load.c      computes coefficients; divides a batch into parts whose contacts have the same contact rule
     batch_force.c     computes forces
     batch_energy.c    computes energies
     bond.c            computes the forces of bonds

   Each call of a law gets contacts with the same contact rule (the laws for two materials, GrInteraction). The contact
   history is stored in blocks. In a block, each pair of bodies that may touch has a slot, and each acting contact an
   entry with its history values (contact/history.h). */
#ifndef GRANUM_CONTACT_BATCH_IMPL_H
#define GRANUM_CONTACT_BATCH_IMPL_H

#include "contact/batch.h"
#include <stdbool.h>

/* Places where the histories of the contacts of a batch are stored. A block of the contact history has an entry (set of
   history values) for each acting contact. Entries are numbered from 0 in the block. */
typedef struct {
  GrHistory *history; /* contact history, which has a block for the batch */
  PetscInt block;     /* number of this block */
  bool keep;          /* whether the laws write the trial histories to the block, otherwise to GrBatchLaws.scratch */
  /* whether the contacts of the batch are the committed entries of the block, so that the laws read them in place */
  bool in_place;
  /* only if not in place: number of the committed entry of each contact; -1: the contact is new */
  int entry[GR_BATCH];
  int n_runs; /* only if not in place: number of runs (contacts with consecutive committed entries) */
  struct {
    int contact; /* position of the first contact of the run in the batch */
    int entry;   /* number of the committed entry of the first contact */
    int n;       /* number of contacts of the run */
  } run[GR_BATCH];
} GrBatchEntries;

/* Results of the normal law that the laws of sliding, rolling and twisting read. */
typedef struct {
  /* derivative of the normal force with respect to the overlap rate [N s/m] */
  GR_BATCH_ALIGNED double viscosity[GR_BATCH];
  double root[GR_BATCH]; /* contact radius/sqrt(effective radius) [m^(1/2)]; only if GrInteraction.roots is set */
  /* overlaps at which the normal law is not smooth (GrLaw.corners) [m]; only if GrLaw.end is not 0 */
  double corner[GR_LAW_CORNERS_MAX][GR_BATCH];
  /* overlap at which the normal force of each contact becomes 0 on unloading [m]: one of the arrays in `corner`;
     NULL: this overlap is 0 */
  const double *end;
} GrBatchHandedOn;

/* Arguments of the laws for contacts that have the same contact rule. */
typedef struct {
  double interval;           /* time since the histories were committed [s] */
  const GrInteraction *rule; /* the contact rule */
  /* coefficients that the laws read: pointers to the array `coefficient` below, or to the model */
  const double *coefficients[GR_MODEL_COEFFICIENTS];
  /* histories that the laws read: pointers to the array `committed` below, or to the block */
  const double *history[GR_MODEL_HISTORY];
  /* histories that the laws write: pointers to the array `scratch` below, or to the block */
  double *trial[GR_MODEL_HISTORY];
  /* memory for coefficients, and for committed and trial history values, of each contact */
  GR_BATCH_ALIGNED double coefficient[GR_MODEL_COEFFICIENTS][GR_BATCH];
  double committed[GR_MODEL_HISTORY][GR_BATCH], scratch[GR_MODEL_HISTORY][GR_BATCH];
  GrBatchHandedOn handed_on; /* results of the normal law for the laws of sliding, rolling and twisting */
} GrBatchLaws;

/* Input and results of a law of rolling or twisting. radius: effective radius [m]. slip: radius times relative angular
   velocity [m/s]. force: torque divided by the radius [N]. power: power that the resistance takes from the bodies [W].
   */
typedef struct {
  GR_BATCH_ALIGNED double radius[GR_BATCH], slip[3][GR_BATCH], force[3][GR_BATCH], power[GR_BATCH];
} GrBatchSlide;

/* A part of a batch: copies of the contacts that have the same contact rule. Laws are evaluated part by part. They read
   the committed histories from the block, but write the trial histories to GrBatchLaws.scratch. */
typedef struct {
  /* index in the whole batch of the first contact that may belong to a later part; all contacts before it are done */
  int next;
  unsigned char done[GR_BATCH]; /* not 0: this contact of the whole batch is in this part or in an earlier part */
  GrBatch batch;                /* contacts of the part */
  int target[GR_BATCH];         /* position of each contact of the part in the whole batch */
  GrBatchEntries entries;       /* places where the histories of these contacts are stored */
} GrBatchPart;

/* Returns the effective radius of contact i [m]: R1 R2/(R1 + R2), R1 and R2 the radii of the two bodies. */
static inline double GrBatchEffectiveRadius(const GrBatchGeometry *g, int i)
{
  return g->radius[0][i] * g->radius[1][i] / (g->radius[0][i] + g->radius[1][i]);
}

/* Finds the committed histories of the contacts of a batch. keep: whether the laws will write the trial histories to
   the block. */
void GrBatchFindEntries(bool keep, const GrBatchContacts *contacts, GrBatchEntries *entries);

/* Sets laws->history, the committed histories that the laws read, and laws->trial, the memory for the trial histories
   that they write. Copies the committed histories to laws->committed, if the laws cannot read them in place. rows:
   number of contacts with their copies. */
void GrBatchReadHistory(const GrBatchEntries *entries, int rows, GrBatchLaws *laws);

/* Finds the runs of n contacts: maximal sequences of contacts whose committed entries (entries->entry) are
   consecutive. */
void GrBatchFindRuns(int n, GrBatchEntries *entries);

/* Stores in the block which contacts act in the step that is being computed: their number, and the slot of each. These
   are the trial entries of the block. */
void GrBatchKeepContacts(const GrBatchContacts *contacts);

/* Sets the coefficients and histories in *laws. All contacts must have the contact rule laws->rule. */
void GrBatchLoad(const GrModel *model, const GrBatchEntries *entries, const GrBatchContacts *contacts,
                 const GrBatchGeometry *geometry, GrBatchLaws *laws);

/* Begins an iteration over the parts of a batch; GrBatchNextPart then returns the first part. */
static inline void GrBatchBeginParts(GrBatchPart *part)
{
  part->next = 0;
  memset(part->done, 0, sizeof(part->done));
}

/* Sets *part to the next part of the contacts, and laws->rule to its contact rule. geometry: of the contacts; NULL: the
   part gets no geometry. Returns false if there is no other part. */
bool GrBatchNextPart(const GrModel *model, const GrBatchContacts *contacts, const GrBatchGeometry *geometry,
                     const GrBatchEntries *entries, GrBatchPart *part, GrBatchLaws *laws);

/* Returns the argument with which GrLaw.force of the normal law or of the adhesion is called. role: GR_ROLE_NORMAL or
   GR_ROLE_ADHESION. rows: number of contacts. force, dashpot: arrays [rows] to which the law writes its force and its
   viscous part [N]. */
GrLawBatch GrBatchArraysOfLaw(int rows, const GrBatchGeometry *geometry, const GrBatchLaws *laws, int role,
                              double *force, double *dashpot);

/* Evaluates the normal law and the adhesion of a batch. Sets the normal force [N] and the power of the normal dashpots
   [W] in `results`, and laws->handed_on. step: time step [s], for the correction of the dashpot forces of new contacts.
   0: no correction (velocities are not predicted). */
void GrBatchEvaluateNormal(const GrBatchEntries *entries, double step, const GrBatchContacts *contacts,
                           const GrBatchGeometry *geometry, GrBatchLaws *laws, GrBatchResults *results);

/* Evaluates the law of sliding, rolling or twisting. Contacts whose surfaces are separated get the force 0.
     slide      GR_TANGENTIAL, GR_ROLLING or GR_TWISTING
     results    normal force; the law of sliding sets friction and sliding power
     own        rolling or twisting: slip, force and power; not used for sliding, where the law reads geometry->slip
     stored     output: energy of the springs of each contact [J]; NULL: not needed */
void GrBatchEvaluateSliding(const GrModel *model, const GrBatchLaws *laws, int slide, const GrBatchContacts *contacts,
                            const GrBatchGeometry *geometry, GrBatchResults *results, GrBatchSlide *own,
                            double *stored);

/* Evaluates the bond law and adds the forces, moments and viscous power of the bonds to `results`. rows: number of
   contacts with their copies. stored: output, the recoverable energy of each bond [J]. */
void GrBatchAddBond(const GrModel *model, const GrBatchLaws *laws, int rows, const GrBatchGeometry *geometry,
                    GrBatchResults *results, double stored[GR_BATCH]);

#endif
