/* Advice at the end of a long run: what takes its time, and the key to change. */
#ifndef GRANUM_RUN_ADVICE_H
#define GRANUM_RUN_ADVICE_H

#include <petscsystypes.h>
#include <stdbool.h>

enum { GR_ADVICES_MAX = 3, GR_ADVICE_TEXT = 512 };

/* Costs of a run and limits of its time step. Shares are fractions of the mean time of the ranks. */
typedef struct {
  double seconds; /* time of the steps [s] */
  int ranks;
  double particles;             /* number of particles of a rank, mean */
  double output, rebuild, halo; /* shares of these phases */
  double waiting;               /* own work of the busiest rank minus its mean over the ranks, as a share */
  bool rebalances;              /* whether the key time.rebalance exists: an assembly */
  bool by_work;                 /* whether it is auto: parts of equal computed work */
  double step;                  /* fixed step [s]; 0: the step varies */
  bool given;                   /* whether the input has time.step */
  double automatic;             /* step that granum would choose within the limits [s] */
  double stable, accurate;      /* step within time.safety of the stable one; longest accurate step [s] */
  double damped;                /* stable step without the dashpots over the stable step; 1: they do not limit it */
  const char *limit;            /* name of the limit of the automatic step, with the keys that relax it; "": none */
  const char *output_key;       /* output with the shortest period */
  double output_every;          /* this period [s] */
} GrAdviceFacts;

/* Writes the sentences whose gain is largest, at most GR_ADVICES_MAX, and returns their number. A run of a few seconds
   gets none. */
int GrRunAdvise(const GrAdviceFacts *facts, char text[GR_ADVICES_MAX][GR_ADVICE_TEXT]);

#endif
