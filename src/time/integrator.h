/* The time integrators of granum. src/time/integrator.c contains the list of their names. */
#ifndef GRANUM_TIME_INTEGRATOR_H
#define GRANUM_TIME_INTEGRATOR_H

#include <granum/integrator.h>

extern const GrIntegrator GrIntegrator_verlet, GrIntegrator_rk;

#endif
