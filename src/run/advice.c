/* advice: the table of advices at the end of a run; see advice.h.

   A row has the share of the time that its advice could save, from numbers of the run alone, and its sentence. */
#include "run/advice.h"

#include <stdio.h>

static const double LEAST_SECONDS = 10;     /* a shorter run is not worth a change */
static const double LEAST_GAIN = 0.2;       /* [1] */
static const double LEAST_PARTICLES = 2000; /* of a rank in an efficient run on several ranks */

typedef struct {
  double (*gain)(const GrAdviceFacts *f);                         /* share of the time that could be saved [1] */
  void (*say)(const GrAdviceFacts *f, char text[GR_ADVICE_TEXT]); /* one sentence with the key to change */
} Advice;

#define SAY(...) snprintf(text, GR_ADVICE_TEXT, __VA_ARGS__)

static double GainOfOutput(const GrAdviceFacts *f)
{
  return f->output;
}

static void SayOutput(const GrAdviceFacts *f, char text[GR_ADVICE_TEXT])
{
  SAY("output takes %.0f %% of the time: a longer %s.every (now %.4g s) writes less", 100 * f->output, f->output_key,
      f->output_every);
}

static double GainOfBalance(const GrAdviceFacts *f)
{
  return f->ranks > 1 ? f->waiting : 0;
}

static void SayBalance(const GrAdviceFacts *f, char text[GR_ADVICE_TEXT])
{
  SAY("ranks wait %.0f %% of the time for the busiest rank: %s", 100 * f->waiting,
      !f->rebalances ? "start fewer ranks, or check that each has a core of its own"
      : f->by_work   ? "write time.rebalance: measured if some cores are slower, or start fewer ranks"
                     : "write time.rebalance: auto");
}

static double GainOfRanks(const GrAdviceFacts *f)
{
  return f->ranks > 1 && f->particles < LEAST_PARTICLES ? f->halo : 0;
}

static void SayRanks(const GrAdviceFacts *f, char text[GR_ADVICE_TEXT])
{
  SAY("the exchange between ranks takes %.0f %% of the time, at %.0f particles a rank: start fewer ranks (mpirun -n)",
      100 * f->halo, f->particles);
}

static double GainOfSkin(const GrAdviceFacts *f)
{
  return f->rebuild / 2;
}

static void SaySkin(const GrAdviceFacts *f, char text[GR_ADVICE_TEXT])
{
  SAY("rebuilds of the neighbour list take %.0f %% of the time: a larger time.skin makes them rarer", 100 * f->rebuild);
}

static double GainOfStep(const GrAdviceFacts *f)
{
  return f->given && f->step > 0 ? 1 - f->step / f->automatic : 0;
}

static void SayStep(const GrAdviceFacts *f, char text[GR_ADVICE_TEXT])
{
  SAY("time.step %.4g s is %.2g times shorter than the automatic step: write time.step: auto", f->step,
      f->automatic / f->step);
}

static double GainOfPeriod(const GrAdviceFacts *f)
{
  return !f->given && f->step > 0 && f->output_every < 2 * f->automatic ? 1 - f->step / f->automatic : 0;
}

static void SayPeriod(const GrAdviceFacts *f, char text[GR_ADVICE_TEXT])
{
  SAY("the step is shortened from %.4g s to meet %s every %.4g s: a longer %s.every allows the longer step",
      f->automatic, f->output_key, f->output_every, f->output_key);
}

/* The step that is limited by stability, or by accuracy. */
static bool IsStable(const GrAdviceFacts *f)
{
  return !(f->accurate < f->stable);
}

static double GainOfDashpot(const GrAdviceFacts *f)
{
  return !f->given && f->step > 0 && IsStable(f) ? 1 - 1 / f->damped : 0;
}

static double GainOfAccuracy(const GrAdviceFacts *f)
{
  return !f->given && f->step > 0 && !IsStable(f) ? (1 - f->accurate / f->stable) / 2 : 0;
}

static void SayLimit(const GrAdviceFacts *f, char text[GR_ADVICE_TEXT])
{
  SAY("the limit of the step is %s", f->limit);
}

static const Advice advices[] = {
    {GainOfOutput, SayOutput}, {GainOfBalance, SayBalance}, {GainOfRanks, SayRanks},   {GainOfSkin, SaySkin},
    {GainOfStep, SayStep},     {GainOfPeriod, SayPeriod},   {GainOfDashpot, SayLimit}, {GainOfAccuracy, SayLimit},
};
enum { ADVICES = sizeof(advices) / sizeof(advices[0]) };

int GrRunAdvise(const GrAdviceFacts *facts, char text[GR_ADVICES_MAX][GR_ADVICE_TEXT])
{
  double gain[ADVICES];
  int n = 0;

  for (int k = 0; k < ADVICES; k++)
    gain[k] = facts->seconds < LEAST_SECONDS ? 0 : advices[k].gain(facts);
  for (; n < GR_ADVICES_MAX; n++) {
    int best = 0;
    for (int k = 1; k < ADVICES; k++)
      best = gain[k] > gain[best] ? k : best;
    if (!(gain[best] >= LEAST_GAIN))
      break;
    advices[best].say(facts, text[n]);
    gain[best] = 0;
  }
  return n;
}
