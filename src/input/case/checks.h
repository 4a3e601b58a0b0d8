/* Checks of conditions between keys that the tables of keys cannot express. Each check gets the case and the tree
   `root` of the input from which it was read; the tree gives line and column of messages. A violated condition is a
   failure with GR_EXIT_INPUT. */
#ifndef GRANUM_INPUT_CASE_CHECKS_H
#define GRANUM_INPUT_CASE_CHECKS_H

#include "input/yaml/node.h"

/* Two keys, such as a group and an id, and the position in a list that has them. */
typedef struct {
  PetscInt64 key[2];
  int position;
} GrCasePair;
/* Finds the first of n pairs whose two keys are equal to those of an earlier pair. Returns its position, from 0, and
   sets *first to the earlier position; returns -1 if there is none. Sorts the pairs. */
int GrCaseFindTwice(int n, GrCasePair pairs[], int *first);

/* Computes bead numbers, ids and masses from densities, and checks spacings. Called before the other checks of a
   chain. */
PetscErrorCode GrCaseCheckGroups(GrCase *the_case, const GrNode *root);

/* Checks that forces act on groups that can move. */
PetscErrorCode GrCaseCheckChainForces(const GrCase *the_case, const GrNode *root);

/* Checks the groups that start in equilibrium, and stores the place of their list. */
PetscErrorCode GrCaseCheckBalanced(GrCase *the_case, const GrNode *root);

/* Checks the initial velocities, and sorts them by id. */
PetscErrorCode GrCaseCheckVelocities(GrCase *the_case, const GrNode *root);

/* Computes a mass m = 4/3 pi R^3 rho [kg] unless it is given, that is not NaN. radius [m]; `node` is the map that
   may have the key `mass`. */
PetscErrorCode GrCaseFindMass(const GrMaterial *material, const GrNode *node, double radius, double *mass);

/* Sets GrGroup.bead: the beads of a group in their order. Not for a plane. */
PetscErrorCode GrCaseFindBeads(const GrCase *the_case, const GrNode *node, GrGroup *group);

/* Checks that there are no two contact rules for the same pair of materials. */
PetscErrorCode GrCaseCheckRules(const GrCase *the_case, const GrNode *root);
/* Checks that a contact rule applies to materials a and b, which have the properties that its laws need. */
PetscErrorCode GrCaseCheckRule(const GrCase *the_case, const GrNode *root, int a, int b);
/* Checks that the laws of a rule accept the pair of bodies, which messages call `who`. */
PetscErrorCode GrCaseCheckLaws(const GrCase *the_case, const GrNode *root, const GrContactRule *rule,
                               const GrLawPair *pair, const char *who);
/* Checks contact rules and laws, as the three functions above, for all pairs of neighbours in a chain. */
PetscErrorCode GrCaseCheckContacts(const GrCase *the_case, const GrNode *root);

/* Checks the bodies of an impact and their rule, computes masses, and sets defaults that depend on the problem. */
PetscErrorCode GrCaseCheckImpact(GrCase *the_case, const GrNode *root);

/* Checks the ball and the held body of a bounce, their contact rule, and the changes of its law. Computes masses and
   sets defaults. */
PetscErrorCode GrCaseCheckBounce(GrCase *the_case, const GrNode *root);

/* Checks the parameters, surfaces and contacts of a mechanism, and sorts the surfaces into the order of the
   mechanism. */
PetscErrorCode GrCaseCheckMechanism(GrCase *the_case, const GrNode *root);

/* ---- dimension 2 and 3 ---- */
/* Checks the box. */
PetscErrorCode GrCaseCheckDomain(const GrCase *the_case, const GrNode *root);
/* Checks the groups of particles: generators, radii, masses. */
PetscErrorCode GrCaseCheckGrains(GrCase *the_case, const GrNode *root);
/* Checks the walls. Computes point and normal of walls at a side of the box. */
PetscErrorCode GrCaseCheckWalls(GrCase *the_case, const GrNode *root);
/* Checks the motions of a wall, and completes their tables. */
PetscErrorCode GrCaseCheckWallMotions(const GrNode *node, GrWall *wall);
/* Checks the regions and times of removals. */
PetscErrorCode GrCaseCheckRemovals(const GrCase *the_case, const GrNode *root);
/* Checks the surfaces and regions of counters. */
PetscErrorCode GrCaseCheckCounters(const GrCase *the_case, const GrNode *root);
/* Checks that forces act on groups that can move. */
PetscErrorCode GrCaseCheckGroupForces(const GrCase *the_case, const GrNode *root);
/* Checks contact rules and laws of all pairs of particles and walls that can touch. */
PetscErrorCode GrCaseCheckBulkContacts(const GrCase *the_case, const GrNode *root);

/* Stages: checks when they end, and computes walls, rules, gravity and drag of each stage, which are checked like a
   case. */
PetscErrorCode GrCaseCheckStages(const GrCase *the_case, const GrNode *root);
/* Frees the stages of a case. */
PetscErrorCode GrCaseStagesDestroy(GrCase *the_case);
/* Returns the latest time at which the last stage can end [s]. */
double GrCaseStagesLatest(const GrCase *the_case);

/* Checks that a region overlaps with the domain. */
PetscErrorCode GrCaseCheckRegion(const GrCase *the_case, const GrNode *node, const GrWithin *within);
/* Checks that periodic sides are longer than `diameter` + `reach` [m]. */
PetscErrorCode GrCaseCheckPeriodic(const GrCase *the_case, const GrNode *root, double diameter, double reach);

/* Dimension 2 and 3, after the resolved text is written: computes the numbers of particles that are known before the
   particles are generated. */
PetscErrorCode GrCaseCountGrains(GrCase *the_case, const GrNode *root);

/* Refuses a trajectory of more than 1e9 points, because all points are held in memory. every: time between points [s],
   0: no points; span: duration [s]. */
PetscErrorCode GrCaseCheckPoints(const GrNode *root, double every, double span);

/* Checks the section `time`. */
PetscErrorCode GrCaseCheckTime(const GrCase *the_case, const GrNode *root);
/* Checks output.sensors: groups and bead numbers. */
PetscErrorCode GrCaseCheckSensors(const GrCase *the_case, const GrNode *root);
/* Checks output.detectors: groups, bead numbers, thresholds. */
PetscErrorCode GrCaseCheckDetectors(const GrCase *the_case, const GrNode *root);

#endif
