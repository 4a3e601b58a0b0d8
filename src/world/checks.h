/* States of the checks of a run: of its energy balance (world/balance.h) and of the largest overlaps (world/overlap.h).
   They are in checkpoints, so a resumed run makes the same checks with the same results. */
#ifndef GRANUM_WORLD_CHECKS_H
#define GRANUM_WORLD_CHECKS_H

#include <granum/world.h>

/* EVERY: number of steps between two checks that have no other reason; a check takes as long as two steps. FEW: with
   fewer particles the checks are made every 4096 steps. SPAN: smallest number of fixed steps between two checks that
   are compared. */
enum { GR_BALANCE_EVERY = 1000, GR_BALANCE_FEW = 1000, GR_BALANCE_SPAN = 100 };

/* State of the checks of the energy balance. Maxima and sums are over the checks since the start. */
typedef struct {
  PetscInt64 begun;         /* 1: the other members are set */
  PetscInt64 compared_step; /* number of the step of the last compared check */
  PetscInt64 warned;        /* 1: the warning has been kept */
  double external;          /* external work at the last check [J] */
  double worked;            /* sum of the absolute increments of the external work [J] */
  double elastic_most;      /* largest elastic energy [J] */
  double fall;              /* largest fall of the elastic energy below an earlier value [J] */
  double exchanged;         /* exchanged energy [J] */
  double relative;          /* |residual| / exchanged energy at the last check [1] */
  double compared;          /* the same at the last compared check [1] */
  double worst;             /* largest residual / exchanged energy that counted [1] */
  double worst_time;        /* time of this check [s] */
  double good_time;         /* time of the last compared check with a residual below run.residual [s] */
  GrLedger good;            /* ledger at this time */
} GrBalance;

/* Largest overlaps of contacts in committed steps. On a rank: of its contacts; GrWorldDeepestReduce gives the values of
   all ranks. */
typedef struct {
  PetscInt64 first;  /* id of the first particle of the contact with the largest overlap / radius */
  PetscInt64 second; /* id of the second particle; 0: the second body is a wall */
  PetscInt64 wall;   /* if `second` is 0: number of the wall in the input */
  double ratio;      /* largest overlap divided by the smaller radius, since the start [1]; 0: nothing has touched */
  double time;       /* time of the first step with this value [s] */
  double recent;     /* largest overlap since the last row of the observables [m] */
} GrDeepest;

#endif
