/* The inside of a world (granum/world.h). */
#ifndef GRANUM_WORLD_IMPL_H
#define GRANUM_WORLD_IMPL_H

#include "contact/contacts.h"
#include "domain/halo.h"
#include "integrate/timers.h"
#include "particle/particles.h"
#include <granum/world.h>

struct GrWorld_ {
  MPI_Comm comm;
  int rank, size;
  const GrCase *the_case;
  GrKind *kinds;
  GrParticles particles;
  GrHalo halo;
  GrContacts contacts;
  GrTimers timers;
  double trial_time;      /* for which the trial buffers were computed; not a number: for no solution */
  PetscInt64 evaluations; /* of all forces */
  PetscBool ledger_begun;
  double energy_at_start; /* [J] */
  double memory_before;   /* peak resident memory before the world was made [byte] */
};

#endif
