/* Masses of bodies, and the sequence of beads of a group in a chain, from the values of the input. */
#ifndef GRANUM_INPUT_CASE_BEADS_H
#define GRANUM_INPUT_CASE_BEADS_H

#include "case/case.h"
#include "input/yaml/node.h"

/* Sets *mass to 4/3 pi R^3 rho [kg] if *mass is NaN, because the input does not give the mass. R: `radius` [m]; rho:
   density of the material. node: the map of the input that may have the key `mass`, for messages. */
PetscErrorCode GrCaseFindMass(const GrMaterial *material, const GrNode *node, double radius, double *mass);

/* Sets GrGroup.bead: material, radius and mass of a sequence of beads in order along +x. The group consists of
   repetitions of this sequence. The group must not be a plane. node: the map of the group in the input. */
PetscErrorCode GrCaseFindBeads(const GrCase *the_case, const GrNode *node, GrGroup *group);

#endif
