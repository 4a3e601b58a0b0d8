/* granum.h: the public interface of the library granum: parse a case, set and get its values, check and run it, read
   the particles, write results. A program includes this header and no other. inputs/library/ has examples.

   A function that returns a PetscErrorCode is called by PetscCall. It returns an error after a failure that the user
   can correct; GrFailureMessage (granum/error.h) then returns the message. */
#ifndef GRANUM_H
#define GRANUM_H

/* use */
#include <granum/case.h>
#include <granum/command.h>
#include <granum/ensemble.h>
#include <granum/error.h>
#include <granum/fit.h>
#include <granum/results.h>
#include <granum/run.h>
#include <granum/two_bodies.h>
#include <granum/world.h>

/* extend: descriptors that a program registers */
#include <granum/generator.h>
#include <granum/integrator.h>
#include <granum/law.h>
#include <granum/law_data.h>
#include <granum/mechanism.h>
#include <granum/particle.h>
#include <granum/wall.h>
#include <granum/wall_shape.h>

#endif
