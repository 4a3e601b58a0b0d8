/* What the tables cannot say: conditions between keys. Each check walks the tree and the case side by side. */
#ifndef GRANUM_INPUT_CASE_CHECKS_H
#define GRANUM_INPUT_CASE_CHECKS_H

#include "input/yaml/node.h"

/* Bead numbers, ids, masses from densities, spacings; to be called first. */
PetscErrorCode GrCaseCheckGroups(GrCase *the_case, const GrNode *root);

/* Forces on groups of a chain. */
PetscErrorCode GrCaseCheckChainForces(const GrCase *the_case, const GrNode *root);

/* The groups of a chain that start in equilibrium; fills in the place of their list. */
PetscErrorCode GrCaseCheckBalanced(GrCase *the_case, const GrNode *root);

/* Sorts the initial velocities by id. */
PetscErrorCode GrCaseCheckVelocities(GrCase *the_case, const GrNode *root);

/* m = 4/3 pi R^3 rho, unless the mass is given (not NaN). `node` is the map that may hold it. */
PetscErrorCode GrCaseFindMass(const GrMaterial *material, const GrNode *node, double radius, double *mass);

/* What the beads of a group are, in `bead` of the group; not of a plane. */
PetscErrorCode GrCaseFindBeads(const GrCase *the_case, const GrNode *node, GrGroup *group);

/* One rule for every pair of materials that can touch, with laws that find what they need. Of these checks: no two
   rules for one pair; the rule for two materials; what its laws say about a pair of bodies, called `who`. */
PetscErrorCode GrCaseCheckRules(const GrCase *the_case, const GrNode *root);
PetscErrorCode GrCaseCheckRule(const GrCase *the_case, const GrNode *root, int a, int b);
PetscErrorCode GrCaseCheckLaws(const GrCase *the_case, const GrNode *root, const GrContactRule *rule,
                               const GrLawPair *pair, const char *who);
PetscErrorCode GrCaseCheckContacts(const GrCase *the_case, const GrNode *root);

/* The bodies of an impact, their masses and their rule; fills in what depends on the problem. */
PetscErrorCode GrCaseCheckImpact(GrCase *the_case, const GrNode *root);

/* The same of a bouncing ball, of which one body is held; and the changes of its law. */
PetscErrorCode GrCaseCheckBounce(GrCase *the_case, const GrNode *root);

/* The surfaces of a mechanism, brought into its order; what it says about its parameters; rules and laws of its
   contacts. */
PetscErrorCode GrCaseCheckMechanism(GrCase *the_case, const GrNode *root);

/* Dimension 2 and 3. The box; groups of particles, whose part of the domain is filled in; walls, whose points and unit
   normals are; forces on groups; rules and laws for all that can touch. */
PetscErrorCode GrCaseCheckDomain(const GrCase *the_case, const GrNode *root);
PetscErrorCode GrCaseCheckGrains(GrCase *the_case, const GrNode *root);
PetscErrorCode GrCaseCheckWalls(GrCase *the_case, const GrNode *root);
PetscErrorCode GrCaseCheckWallMotions(const GrNode *node, GrWall *wall);
PetscErrorCode GrCaseCheckRemovals(const GrCase *the_case, const GrNode *root); /* regions of removal */
PetscErrorCode GrCaseCheckCounters(const GrCase *the_case, const GrNode *root);
PetscErrorCode GrCaseCheckGroupForces(const GrCase *the_case, const GrNode *root);
PetscErrorCode GrCaseCheckBulkContacts(const GrCase *the_case, const GrNode *root);

/* Stages: when they end, and what they make of the case, which is held to all of the above. */
PetscErrorCode GrCaseCheckStages(const GrCase *the_case, const GrNode *root);
PetscErrorCode GrCaseStagesDestroy(GrCase *the_case);
double GrCaseStagesLatest(const GrCase *the_case); /* time at which the last one ends in any case [s] */

/* Of these: a region of the domain that particles can be in; periodic sides are long enough; a vector in dimension 2
   has no z, or nothing else. */
PetscErrorCode GrCaseCheckRegion(const GrCase *the_case, const GrNode *node, const GrWithin *within);
PetscErrorCode GrCaseCheckPeriodic(const GrCase *the_case, const GrNode *root, double diameter, double reach);

/* Dimension 2 and 3, after the case is resolved: the numbers of particles that are known before they are made. */
PetscErrorCode GrCaseCountGrains(GrCase *the_case, const GrNode *root);

/* A trajectory with a point `every` so often over `span`, which is held in memory; every 0: none. */
PetscErrorCode GrCaseCheckPoints(const GrNode *root, double every, double span);

PetscErrorCode GrCaseCheckTime(const GrCase *the_case, const GrNode *root);
PetscErrorCode GrCaseCheckSensors(const GrCase *the_case, const GrNode *root);
PetscErrorCode GrCaseCheckDetectors(const GrCase *the_case, const GrNode *root);

#endif
