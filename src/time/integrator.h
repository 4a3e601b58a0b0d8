/* The integrators that src/time/integrator.c lists. */
#ifndef GRANUM_TIME_INTEGRATOR_H
#define GRANUM_TIME_INTEGRATOR_H

#include <granum/integrator.h>

extern const GrIntegrator GrIntegrator_verlet, GrIntegrator_rk;

#endif
