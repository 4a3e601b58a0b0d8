/* Kinds of indicators, which conditions of stages compare (case/condition.h). Each kind stands beside the writer that
   records the same numbers. To add an indicator: add a row to src/record/indicators.c; for numbers of a new kind also
   define a GrIndicatorKind and declare it here. */
#ifndef GRANUM_RECORD_INDICATOR_H
#define GRANUM_RECORD_INDICATOR_H

#include "case/condition.h"

extern const GrIndicatorKind GrIndicatorEnergies;    /* kinetic energy / elastic energy */
extern const GrIndicatorKind GrIndicatorObservables; /* observables; GrIndicator.what: a GrObservable */
extern const GrIndicatorKind GrIndicatorWalls;       /* columns of the table of a wall */
extern const GrIndicatorKind GrIndicatorLoads;       /* force on a wall along its direction, and stress */
extern const GrIndicatorKind GrIndicatorBox;         /* lengths and strains of the box between its walls */
extern const GrIndicatorKind GrIndicatorTally;       /* columns of the balance of particles */
extern const GrIndicatorKind GrIndicatorCounters;    /* columns of a counter */

#endif
