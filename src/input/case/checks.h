/* Checks of conditions between keys that the tables of keys cannot express. Each check gets the case and `root`, the
   tree of the input from which the case was read (input/yaml/node.h); messages take line and column from the tree. A
   violated condition is a failure with GR_EXIT_INPUT. */
#ifndef GRANUM_INPUT_CASE_CHECKS_H
#define GRANUM_INPUT_CASE_CHECKS_H

#include "input/yaml/node.h"

/* An entry of a list in the input: two numbers that identify it, such as group and id, and its position in the list. */
typedef struct {
  PetscInt64 key[2];
  int position;
} GrCasePair;
/* Finds the first of n entries whose two numbers are equal to the numbers of an earlier entry. Returns its position in
   the list, from 0, and sets *first to the position of the earlier entry; returns -1 if all entries differ. Sorts
   pairs[]. */
int GrCaseFindTwice(int n, GrCasePair pairs[], int *first);

/* Checks the groups of a chain: computes numbers of beads, first ids, and masses from densities; checks the spacings.
   To be called before the other checks of a chain. */
PetscErrorCode GrCaseCheckGroups(GrCase *the_case, const GrNode *root);

/* Checks that forces act on groups that can move. */
PetscErrorCode GrCaseCheckChainForces(const GrCase *the_case, const GrNode *root);

/* Checks the list of groups that start in static equilibrium (key `equilibrium`), and stores the place of the list in
   the input. */
PetscErrorCode GrCaseCheckBalanced(GrCase *the_case, const GrNode *root);

/* Checks the initial velocities of single beads of a chain, and sorts them by id. */
PetscErrorCode GrCaseCheckVelocities(GrCase *the_case, const GrNode *root);

/* Sets *mass to 4/3 pi R^3 rho [kg] if it is NaN, that is, if the input does not give the mass. radius: R [m]; node:
   the map that may have the key `mass`, for messages. */
PetscErrorCode GrCaseFindMass(const GrMaterial *material, const GrNode *node, double radius, double *mass);

/* Sets GrGroup.bead, the beads of a group in their order. The group must not be a plane. node: the map of the group. */
PetscErrorCode GrCaseFindBeads(const GrCase *the_case, const GrNode *node, GrGroup *group);

/* Checks that no two contact rules are for the same pair of materials. */
PetscErrorCode GrCaseCheckRules(const GrCase *the_case, const GrNode *root);
/* Checks that a contact rule applies to the materials a and b, and that both materials have the properties that its
   laws need. */
PetscErrorCode GrCaseCheckRule(const GrCase *the_case, const GrNode *root, int a, int b);
/* Checks that the laws of a rule accept a pair of bodies. who: name of the pair in messages. */
PetscErrorCode GrCaseCheckLaws(const GrCase *the_case, const GrNode *root, const GrContactRule *rule,
                               const GrLawPair *pair, const char *who);
/* Checks contact rules and laws for all pairs of neighbours in a chain, by the three functions above. */
PetscErrorCode GrCaseCheckContacts(const GrCase *the_case, const GrNode *root);

/* Checks the two bodies of an impact and their contact rule, computes masses, and sets defaults that depend on the
   problem. */
PetscErrorCode GrCaseCheckImpact(GrCase *the_case, const GrNode *root);

/* Checks the ball and the held body of a bounce, their contact rule, and the changes of its law. Computes masses and
   sets defaults. */
PetscErrorCode GrCaseCheckBounce(GrCase *the_case, const GrNode *root);

/* Checks the parameters, surfaces and contacts of a mechanism, and sorts the surfaces into the order of the
   mechanism. */
PetscErrorCode GrCaseCheckMechanism(GrCase *the_case, const GrNode *root);

/* ---- dimension 2 and 3 ---- */
/* Checks the domain: corners, periodic axes, deformation. */
PetscErrorCode GrCaseCheckDomain(const GrCase *the_case, const GrNode *root);
/* Checks the groups of particles: generators, radii, masses. */
PetscErrorCode GrCaseCheckGrains(GrCase *the_case, const GrNode *root);
/* Checks the walls. Computes point and normal of walls that are given by a side of the domain (key `side`). */
PetscErrorCode GrCaseCheckWalls(GrCase *the_case, const GrNode *root);
/* Checks the motions of a wall, and completes their tables (GrWallTableFinish). node: the map of the wall. */
PetscErrorCode GrCaseCheckWallMotions(const GrNode *node, GrWall *wall);
/* Checks the regions and times of removals. */
PetscErrorCode GrCaseCheckRemovals(const GrCase *the_case, const GrNode *root);
/* Checks the surfaces and regions of counters. */
PetscErrorCode GrCaseCheckCounters(const GrCase *the_case, const GrNode *root);
/* Checks that forces act on groups that can move. */
PetscErrorCode GrCaseCheckGroupForces(const GrCase *the_case, const GrNode *root);
/* Checks contact rules and laws of all pairs of particles and walls that can touch. */
PetscErrorCode GrCaseCheckBulkContacts(const GrCase *the_case, const GrNode *root);

/* Checks the stages: their ends; computes walls, contact rules, gravity and drag of each stage, and checks them as
   those of a case are checked. */
PetscErrorCode GrCaseCheckStages(const GrCase *the_case, const GrNode *root);
/* Frees the stages of a case. */
PetscErrorCode GrCaseStagesDestroy(GrCase *the_case);
/* Returns the latest possible end of the last stage [s]. */
double GrCaseStagesLatest(const GrCase *the_case);

/* Checks that a region overlaps with the domain. node: the map of the region in the input. */
PetscErrorCode GrCaseCheckRegion(const GrCase *the_case, const GrNode *node, const GrWithin *within);
/* Checks that all periodic sides of the domain are longer than diameter + reach [m], those of the largest particle. */
PetscErrorCode GrCaseCheckPeriodic(const GrCase *the_case, const GrNode *root, double diameter, double reach);

/* Computes the numbers of particles and the first ids of the groups, as far as they are known before the particles are
   generated. To be called after the resolved text has been written. */
PetscErrorCode GrCaseCountGrains(GrCase *the_case, const GrNode *root);

/* Refuses a trajectory of more than 1e9 points, because all points are held in memory. every: time between points [s],
   0: no points; span: duration of the trajectory [s]. */
PetscErrorCode GrCaseCheckPoints(const GrNode *root, double every, double span);

/* Checks the section `time` of the input. */
PetscErrorCode GrCaseCheckTime(const GrCase *the_case, const GrNode *root);
/* Checks output.sensors: groups and bead numbers. */
PetscErrorCode GrCaseCheckSensors(const GrCase *the_case, const GrNode *root);
/* Checks output.detectors: groups, bead numbers, thresholds. */
PetscErrorCode GrCaseCheckDetectors(const GrCase *the_case, const GrNode *root);

#endif
