/* The energy balance as an alarm: how far the ledger may be from closing, and the message of a run that it ends.

   The residual of the ledger is compared with the energy that the run has exchanged [J]:
     exchanged = dissipated + sum over the checks of |increment of external work|
                 + largest fall of the elastic energy below an earlier value
   but at least the largest kinetic energy, because elastic contacts that begin and end between two checks exchange up
   to this energy, and at least a floor that rounding explains (balance.c). It never decreases.

   Checks fall on steps that follow from the case alone: rows of the ledger, each GR_BALANCE_EVERY steps, ends of stages
   and of the run. Their state is in the checkpoint, so a resumed run makes the same checks with the same results. */
#ifndef GRANUM_WORLD_BALANCE_H
#define GRANUM_WORLD_BALANCE_H

#include <granum/world.h>

/* EVERY: number of steps between two checks that have no other reason; a check takes as long as two steps. SPAN:
   smallest number of fixed steps between two checks that are judged. */
enum { GR_BALANCE_EVERY = 1000, GR_BALANCE_SPAN = 100 };

/* Residual / exchanged energy from which on a run warns, and the default of run.residual, above which it ends [1]. */
#define GR_BALANCE_WARNS 0.01
#define GR_BALANCE_ENDS 0.1

/* State of the checks of the energy balance. Maxima and sums are over the checks since the start. */
typedef struct {
  PetscInt64 begun;       /* 1: the other members are set */
  PetscInt64 judged_step; /* number of the step of the last judged check */
  PetscInt64 warned;      /* 1: the warning has been kept */
  double external;        /* external work at the last check [J] */
  double worked;          /* sum of the absolute increments of the external work [J] */
  double elastic_most;    /* largest elastic energy [J] */
  double fall;            /* largest fall of the elastic energy below an earlier value [J] */
  double exchanged;       /* exchanged energy [J] */
  double relative;        /* |residual| / exchanged energy at the last check [1] */
  double judged;          /* the same at the last judged check [1] */
  double worst;           /* largest residual / exchanged energy that counted [1] */
  double worst_time;      /* time of this check [s] */
  double good_time;       /* time of the last judged check with a residual below run.residual [s] */
  GrLedger good;          /* ledger at this time */
} GrBalance;

/* Adds the ledger of the committed state to *balance: sums, maxima and exchanged energy. magnitude: sum of the absolute
   values of all energies [J]. */
void GrBalanceAdd(GrWorld world, const GrLedger *ledger, double magnitude, GrBalance *balance);

/* Returns the key of the input, with its value, that keeps the balance from closing with any step; NULL: none. */
const char *GrBalanceOpenBy(const GrCase *the_case);

/* Checks the energy balance at the committed state u, after step number `step`. Fails with GR_EXIT_PHYSICS on all ranks
   if an energy is not a number, or if the residual exceeds run.residual. last: the run ends here; the state of the
   checks then stays that of the last check before, which a checkpoint of the end needs, and world->balance_now has the
   result. Collective. */
PetscErrorCode GrWorldBalanceCheck(GrWorld world, const double *u, PetscInt64 step, PetscBool last);

#endif
