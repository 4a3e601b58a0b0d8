/* Observables in expressions: NAME, NAME(OBJECT), NAME(COMPONENT) or NAME(OBJECT, COMPONENT), such as
   wall_force(lid, z). They are the indicators that conditions of stages compare (case/condition.h). */
#ifndef GRANUM_INPUT_KEY_OBSERVABLE_H
#define GRANUM_INPUT_KEY_OBSERVABLE_H

#include "case/condition.h"
#include "input/unit/unit.h"
#include "input/yaml/node.h"

/* Sets *indicator to the observable whose name is the word of this length. Returns false if there is none. */
bool GrKeyObservableAt(const char *word, size_t length, GrIndicator *indicator);

/* Reads the arguments of an observable from the text *at, and sets *at to the text after them. root: the input. Sets
   *observed to the observable with its object and component, and *value to 1 of its unit. On failure returns false, and
   writes a message to `problem`. */
bool GrKeyObservableRead(const GrNode *root, const GrIndicator *indicator, const char **at, GrCondition *observed,
                         GrMeasure *value, char problem[GR_PROBLEM_MAX]);

/* If a word is similar to the name of an observable, writes a message that suggests it to `problem`. */
void GrKeyObservableAdvise(const char *word, char problem[GR_PROBLEM_MAX]);

#endif
