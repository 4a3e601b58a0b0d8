/* Data of the plots of a law card (`granum laws NAME`): force-overlap curves at some speeds, and restitution over
   speed, for the spheres of the worked example. */
#include "law/card/example.h"
#include <granum/error.h>
#include <granum/impact.h>
#include <math.h>
#include <string.h>

enum { LOOPS = 3, POINTS = 200, SPEEDS = 121, LABEL = 96, CHOICES = 2 };
static const double loop_speed[LOOPS] = {0.05, 0.5, 5}; /* [m/s] */
static const double from_speed = 1e-3, to_speed = 30;   /* [m/s] */

static PetscErrorCode PrintLoops(const GrImpactSetting *setting, const GrImpactTask *any, const char *label, FILE *out)
{
  GrImpactSetting with_curves = *setting;
  GrImpactTask task[LOOPS];
  GrImpact result[LOOPS];
  GrImpactCurve curve[LOOPS];
  const char *why[LOOPS];
  double *sample;

  with_curves.points = POINTS;
  PetscCall(PetscMalloc1(LOOPS * POINTS * 4, &sample));
  for (int i = 0; i < LOOPS; i++) {
    double *s = sample + (size_t)i * POINTS * 4;
    task[i] = *any;
    task[i].speed = loop_speed[i];
    curve[i] = (GrImpactCurve){s, s + POINTS, s + 2 * POINTS, s + 3 * POINTS};
  }
  PetscCall(GrImpactSolve(&with_curves, LOOPS, task, result, curve, why));
  for (int i = 0; i < LOOPS; i++)
    for (int k = 0; k < POINTS && !why[i]; k++)
      fprintf(out, "loop,%s%g m/s,%.9g,%.9g\n", label, loop_speed[i], curve[i].overlap[k], curve[i].force[k]);
  return PetscFree(sample);
}

static PetscErrorCode PrintRestitution(const GrImpactSetting *setting, const GrImpactTask *any, const char *label,
                                       FILE *out)
{
  GrImpactTask task[SPEEDS];
  GrImpact result[SPEEDS];
  const char *why[SPEEDS];

  for (int i = 0; i < SPEEDS; i++) {
    task[i] = *any;
    task[i].speed = from_speed * pow(to_speed / from_speed, (double)i / (SPEEDS - 1));
  }
  PetscCall(GrImpactSolve(setting, SPEEDS, task, result, NULL, why));
  for (int i = 0; i < SPEEDS; i++)
    if (!why[i])
      fprintf(out, "restitution,%scomputed,%.9g,%.9g\n", label, task[i].speed, result[i].restitution);
  for (int i = 0; i < SPEEDS; i++)
    if (!why[i] && isfinite(result[i].restitution_theory))
      fprintf(out, "restitution,%stheory,%.9g,%.9g\n", label, task[i].speed, result[i].restitution_theory);
  return 0;
}

PetscErrorCode GrImpactPlotLaw(const GrLaw *law, FILE *out)
{
  const GrLawParameter *words = law->reach ? NULL : GrExampleWords(law); /* where adhesion ends is too small to see */
  const int choices = words ? CHOICES : 1;
  double coefficient[GR_LAW_COEFFICIENTS_MAX];
  char label[LABEL];
  GrLawPair pair;

  if (law->kind != GR_LAW_NORMAL)
    return GrFail(GR_EXIT_INPUT,
                  "laws: %s is not a normal law, so there are no impacts to plot; `granum laws` lists them", law->name);
  GrExamplePair(&pair);
  fprintf(out, "kind,curve,x,y\n");
  for (int choice = 0; choice < choices; choice++) {
    const char *wrong = GrExampleCoefficients(law, choice, coefficient);
    const GrImpactSetting setting = {.law = law,
                                     .tension = GR_TENSION_ALLOW,
                                     .end = law->reach ? GR_END_APART : GR_END_SEPARATION,
                                     .method = "8vr",
                                     .tolerance = 1e-11,
                                     .curve_until = NAN};
    const GrImpactTask task = {coefficient, NULL, pair.mass, 1};
    PetscCheck(!wrong, PETSC_COMM_SELF, PETSC_ERR_PLIB, "the example of %s: %s", law->name, wrong);
    const char *word = words ? GrChoicesAt(words->choices, choice) : "";
    snprintf(label, LABEL, "%.*s%s", (int)strcspn(word, "|"), word, words ? " " : "");
    PetscCall(PrintLoops(&setting, &task, label, out));
    PetscCall(PrintRestitution(&setting, &task, label, out));
  }
  return 0;
}
