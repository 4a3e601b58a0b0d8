/* Checks of the input that the tables of keys (input/key/key.h) cannot express, such as conditions on several sections.
   Each check gets the case and `root`, the tree of the input from which the case was read (input/yaml/node.h). Error
   messages take line and column from this tree. If a check finds an error, it fails with GR_EXIT_INPUT. */
#ifndef GRANUM_INPUT_CASE_CHECKS_H
#define GRANUM_INPUT_CASE_CHECKS_H

#include "input/yaml/node.h"

/* Checks the groups of beads of a chain, and the spacings between the beads. Computes the number of beads and the first
   id of each group, and masses from densities. Call it before the other checks of a chain. */
PetscErrorCode GrCaseCheckGroups(GrCase *the_case, const GrNode *root);

/* Checks that each force of the input acts on a group that can move. */
PetscErrorCode GrCaseCheckGroupForces(const GrCase *the_case, const GrNode *root);

/* Checks the input key `equilibrium`, which lists the groups that start in static equilibrium. Sets
   the_case->balanced_place to the line and the column of the key in the input, for later messages. */
PetscErrorCode GrCaseCheckBalanced(GrCase *the_case, const GrNode *root);

/* Checks the initial velocities of single beads of a chain, and sorts them by id. */
PetscErrorCode GrCaseCheckVelocities(GrCase *the_case, const GrNode *root);

/* Checks that the input has at most one contact rule for each pair of materials. */
PetscErrorCode GrCaseCheckRules(const GrCase *the_case, const GrNode *root);
/* Checks that the input has a contact rule for the materials with the numbers a and b. Also checks that both materials
   have the properties that the laws of this rule need. */
PetscErrorCode GrCaseCheckRule(const GrCase *the_case, const GrNode *root, int a, int b);
/* Checks that the laws of a contact rule accept a pair of bodies (radii, masses, materials). who: text that names the
   two bodies in messages. */
PetscErrorCode GrCaseCheckLaws(const GrCase *the_case, const GrNode *root, const GrContactRule *rule,
                               const GrLawPair *pair, const char *who);
/* Checks the contact rules and their laws for all pairs of neighbours in a chain. */
PetscErrorCode GrCaseCheckContacts(const GrCase *the_case, const GrNode *root);

/* Checks a case with `problem: impact`: the two bodies and their contact rule. Computes missing masses. Sets the
   defaults that depend on the problem. */
PetscErrorCode GrCaseCheckImpact(GrCase *the_case, const GrNode *root);

/* Checks a case with `problem: path`: the two bodies, their contact rule, and that the tables over time last from the
   start to the end. Computes missing masses, and sets the end of the run. */
PetscErrorCode GrCaseCheckPath(GrCase *the_case, const GrNode *root);

/* Checks a case with `problem: bounce`: the ball, the held body that the ball hits, their contact rule, and the changes
   of law parameters at given bounces (GrBounceChange). Computes missing masses. Sets defaults. */
PetscErrorCode GrCaseCheckBounce(GrCase *the_case, const GrNode *root);

/* Checks a case with `problem: mechanism`: the parameters, the surfaces and the contacts of the mechanism. Sorts the
   surfaces of the case into the order of GrMechanism.surface. */
PetscErrorCode GrCaseCheckMechanism(GrCase *the_case, const GrNode *root);

/* ---- dimension 2 and 3 ---- */
/* Checks the domain: corners, periodic axes, deformation. */
PetscErrorCode GrCaseCheckDomain(const GrCase *the_case, const GrNode *root);
/* Checks the groups of particles: generators, radii, masses. */
PetscErrorCode GrCaseCheckGrains(GrCase *the_case, const GrNode *root);
/* Checks the walls. If the input gives a wall by a side of the domain (key `side`), computes point and normal of the
   wall. */
PetscErrorCode GrCaseCheckWalls(GrCase *the_case, const GrNode *root);
/* Checks the sections of the input that remove particles (regions and times) and that count particles (surfaces and
   regions), and the width of the kernel in output.fields. */
PetscErrorCode GrCaseCheckRegions(const GrCase *the_case, const GrNode *root);
/* Checks contact rules and laws of all pairs of particles and walls that can touch. */
PetscErrorCode GrCaseCheckBulkContacts(const GrCase *the_case, const GrNode *root);

/* Checks the stages and the conditions that end them. Computes walls, contact rules, gravity and drag of each stage,
   and checks them as for a case without stages. */
PetscErrorCode GrCaseCheckStages(const GrCase *the_case, const GrNode *root);
/* Frees the stages of a case. */
PetscErrorCode GrCaseStagesDestroy(GrCase *the_case);

/* Computes the number of particles and the first id of each group. They are 0 if they depend on particles that have not
   been created. Call it after GrCaseResolve, because the resolved case must not contain the computed numbers. */
PetscErrorCode GrCaseCountGrains(GrCase *the_case, const GrNode *root);

/* Fails if a trajectory has more than 1e9 points, because all points are held in memory. every: time between two points
   [s], 0: no points; span: duration of the trajectory [s]. */
PetscErrorCode GrCaseCheckPoints(const GrNode *root, double every, double span);

/* Checks the section `time` of the input. */
PetscErrorCode GrCaseCheckTime(const GrCase *the_case, const GrNode *root);
/* Checks output.sensors: groups and bead numbers. */
PetscErrorCode GrCaseCheckSensors(const GrCase *the_case, const GrNode *root);
/* Checks output.detectors: groups, bead numbers, thresholds. */
PetscErrorCode GrCaseCheckDetectors(const GrCase *the_case, const GrNode *root);

#endif
