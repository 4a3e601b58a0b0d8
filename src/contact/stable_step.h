/* Longest stable and longest accurate time step of bodies in contact. The overlap limit of two bodies is the largest
   overlap that the input allows and at which the time step of the run is stable. Equations: stable_step.c; method of
   accurate steps: accurate_step.c. Pair types: contact/model.h. */
#ifndef GRANUM_CONTACT_STABLE_STEP_H
#define GRANUM_CONTACT_STABLE_STEP_H

#include "contact/model.h"
#include <stdbool.h>

/* Number of contacts that a particle is assumed to have when granum estimates the time step before a run: in an impact,
   and in a packed bed. */
enum { GR_CONTACTS_IMPACT = 3, GR_CONTACTS_BED = 12 };

/* Springs and dashpots of the contacts of a body, from which its stable time step follows. The arrays have an element
   for each role of a law (normal, adhesion, ..., GR_ROLE_...). Each stiffness [N/m] and damping [N s/m] is multiplied
   by a weight of its contact (argument of GrModelAddSprings). */
typedef struct {
  int n; /* number of contacts */
  /* stiffness, damping: sums over the contacts; stiffest, most_damped: largest values of a single contact */
  double stiffness[GR_LAWS_MAX], damping[GR_LAWS_MAX], stiffest[GR_LAWS_MAX], most_damped[GR_LAWS_MAX];
} GrModelSprings;

/* Stiffness [N/m] and damping [N s/m] of a contact, for each role of a law. */
typedef struct {
  double stiffness[GR_LAWS_MAX], damping[GR_LAWS_MAX];
} GrContactSprings;

/* Returns stiffness and damping of a contact. type: its pair type. overlap: its overlap [m]. tangential_damping:
   whether the damping of tangential, rolling and twisting laws is included. The stability check of a run omits it,
   because Coulomb's law limits the forces of these dashpots. */
GrContactSprings GrModelFindSprings(const GrModel *model, PetscInt type, double overlap, bool tangential_damping);

/* Adds a contact of a body to `sum`. weight: factor of its stiffness and damping: 1, if all contacts of the body have
   the same reduced mass; otherwise the inverse of an effective mass of the contact [1/kg]. */
void GrModelAddSprings(const GrContactSprings *contact, double weight, GrModelSprings *sum);

/* Sums over the contacts of a body, from which follows whether a time step h [s] is stable. Each contact adds
   w (h^2 k/4 + h c) [1]; k stiffness [N/m], c damping [N s/m], w weight as in GrModelAddSprings. */
typedef struct {
  double n;                /* number of contacts */
  double normal, stiffest; /* normal law, adhesion and bond together: the sum, and the largest value */
  double slide[GR_SLIDES]; /* sum for each law of sliding, rolling and twisting */
} GrStepLoads;

/* Adds a contact of a body to `sum`. step: h [s]. */
void GrModelAddLoads(const GrContactSprings *contact, double weight, double step, GrStepLoads *sum);

/* Returns the eigenvalue of stable_step.c [1] of a body with these contacts: the step is stable if it is below 1. With
   the eigenvalue e >= 1 steps up to h/e are stable. */
double GrModelEigenvalue(const GrModel *model, const GrStepLoads *sum);

/* Returns the longest stable time step [s] of a body with `contacts` contacts. It is computed from the mean and the
   largest stiffness and damping in `sum` (stable_step.c). mass: reduced mass of the contacts [kg] if the weights in
   `sum` are 1; 1 if they are inverse masses. */
double GrModelStepOf(const GrModel *model, const GrModelSprings *sum, int contacts, double mass);

/* Returns the longest stable time step [s] of a body with a single contact with this overlap [m]; in dimension 1 the
   body has two contacts. The stability check compares the time step of the run with this step. The function ignores the
   dashpots of tangential, rolling and twisting laws, because Coulomb's law limits their forces. */
double GrModelStepAlone(const GrModel *model, PetscInt type, double overlap);

/* Returns the longest stable time step [s] of a wall that forces move along one direction. mass: of the wall [kg].
   contacts: number of its contacts, all with this overlap [m]. */
double GrModelStepOfWall(const GrModel *model, PetscInt type, double overlap, double contacts, double mass);

/* Returns the longest stable time step [s] of a body that touches a body on each of two sides. The contacts close at
   rest; then the bodies are pressed together with this speed [m/s]. The step is finite only for normal laws whose
   viscosity is larger if the contact closes more slowly; otherwise it is INFINITY. lowest, deepest: limits of the
   overlap in the computation [m]. onset: output, a second limit of the step [s]. With a longer step, the bodies already
   move when the law first sees the contact, and the viscosity is too small. See stable_step.c. */
double GrModelStepFromRest(const GrModel *model, PetscInt type, double speed, double lowest, double deepest,
                           double *onset);

/* Longest stable time step at an expected load of the contacts of a pair type. */
typedef struct {
  PetscInt type;     /* number of the pair type; -1: no contact is expected to be loaded */
  double step;       /* longest stable step [s]; infinite if type is -1 */
  double overlap;    /* expected overlap [m] */
  int contacts;      /* number of contacts of a body: GR_CONTACTS_IMPACT or GR_CONTACTS_BED */
  const char *cause; /* name of the limit, for messages; NULL: a spring or a dashpot of the contacts at this overlap */
} GrStableStep;

/* Returns the longest stable step of a body whose contacts all have this pair type. impact: overlap that is expected in
   an impact, with GR_CONTACTS_IMPACT contacts; bed: largest overlap that is expected at rest, with GR_CONTACTS_BED
   contacts, whose force is on average that at the overlap `mean`; in dimension 1 a body has two contacts in both [m].
   0: no such load is expected. The result has the overlap `impact` or `bed`, that with the shorter step. */
GrStableStep GrModelStableStep(const GrModel *model, PetscInt type, double impact, double mean, double bed);

/* Returns the largest overlap of a free impact at this approach speed [m/s] without dashpots, at most `most` [m]: the
   overlap at which the work of first loading is 1/2 m v^2. m reduced mass [kg]; v approach speed [m/s] */
double GrModelImpactOverlap(const GrModel *model, PetscInt type, double speed, double most);

/* Writes to text[length] which spring or dashpot of a contact limits the stable step, and what makes the step longer.
   overlap, contacts: as in GrStableStep. tangential_damping: as in GrModelFindSprings. Returns the step without the
   dashpot that limits it, divided by the step; 1 if a spring limits it. */
double GrModelDescribeLimit(const GrModel *model, PetscInt type, double overlap, int contacts, bool tangential_damping,
                            size_t length, char *text);

/* Computes the overlap limit of a pair type and stores it in the model. It is the smaller of two overlaps [m]: the
   input value time.overlap_limit times `smaller_radius`, and the overlap above which the time step of the run is
   unstable (GrModelStepAlone). No step is unstable between two bodies with prescribed motion. smaller_radius: smaller
   radius of the two bodies [m]. */
void GrModelSetLimit(GrModel *model, PetscInt type, double smaller_radius);

/* Stores a lower bound of the overlap limit of a pair type in the model. This is faster than GrModelSetLimit.
   smaller_radius: smaller radius of the two bodies [m]. */
void GrModelBoundLimit(GrModel *model, PetscInt type, double smaller_radius);

/* Returns a lower bound [m] of the overlap limits of all contacts of this body with bodies of at least the same mass.
   For a contact, call it with each of the two bodies: the smaller result is a lower bound of its overlap limit. The
   materials must have families (coefficients as functions of radius and mass, model.h). Overwrites the temporary pair
   type of GrModelTryPair. */
double GrModelSafeOverlap(GrModel *model, const GrParticleType *body);

/* Result of GrModelAccurateStep. */
typedef struct {
  /* time step [s] */
  double step;
  /* largest relative error of the impacts at this time step [1] */
  double error;
  /* duration of a normal impact, computed with a very short step [s]; 0: the bodies do not separate */
  double duration;
  /* lowest approach speed at which the impacts were tried [m/s]; 0: only `speed`, and slower impacts are as accurate */
  double slowest;
} GrAccurateStep;

/* Finds the longest time step at which the relative error of free impacts of a pair type is at most `accuracy` [1]. Not
   collective.
     error      in dimension 2 and 3: the larger of the relative errors of the rebound speed and of the change of slip
                (relative velocity of the surfaces);
                in dimension 1: the largest of the relative errors of the rebound speed, of the duration of the impact,
                and of the peak force of a wave in a chain
     speed      approach speed of the two bodies [m/s]
     from_rest  whether the impact is a wave that enters a chain at rest, whose beads already touch; only for laws
                whose viscosity is larger if the contact closes more slowly (GrModelStepFromRest is finite)
   The shortest step tried is 1/6400 of the stable step, or 1/100 where shorter steps have no use (accurate_step.c). If
   its error exceeds `accuracy`, it is the result nevertheless; the caller must check found->error. */
PetscErrorCode GrModelAccurateStep(const GrModel *model, PetscInt type, double speed, double accuracy, bool from_rest,
                                   GrAccurateStep *found);

/* Writes the approach speeds at which the impacts of `found` are accurate to text[length]: "up to 2 m/s", or "at 0.1 to
   2 m/s" for bodies with adhesion. speed: as in GrModelAccurateStep [m/s]. */
void GrModelDescribeSpeeds(const GrAccurateStep *found, double speed, size_t length, char *text);

#endif
