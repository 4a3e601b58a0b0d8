/* A study: the members behind GrStudy (granum/case.h). */
#ifndef GRANUM_CASE_STUDY_H
#define GRANUM_CASE_STUDY_H

#include "base/json.h"
#include "case/case.h"
#include <stdbool.h>

/* The cases of one variant of an input: one case for each point of the sweep. A point is a combination of values of the
   swept keys; the last swept key varies fastest. Without a sweep there is one point. */
typedef struct {
  char name[GR_NAME_MAX]; /* name of the variant; "": the input has no variants */
  GrCase **point;         /* [GrStudy.n_points] case of each point of the sweep */
} GrVariant;

/* All cases of one input. An input without variants and without a sweep has one case. */
struct GrStudy {
  char *file; /* path of the input file; of an input text: the file name for messages */
  char *text; /* the input text */
  /* text that granum writes to input.yaml. One case: the input with all defaults (GrCase.resolved). Several cases: the
     input text with the changes of the option --set */
  char *resolved;
  bool several;   /* whether the input has variants or a sweep */
  int n_variants; /* number of variants, at least 1 */
  GrVariant *variant;
  int n_points; /* number of points of the sweep: combinations of values of the swept keys; 1 without a sweep */
  int n_swept;  /* number of swept keys: keys that have a list of values; 0 without a sweep */
  char **swept; /* [n_swept] paths of the swept keys, e.g. "contacts.0.normal.restitution" */
  char **unit;  /* [n_swept] SI unit of each swept key, "1" if it is dimensionless */
  /* [n_points][n_swept] value of each swept key at each point, in SI units; NaN: the value is not a number (`word`) */
  double *value;
  /* [n_points][n_swept] text of each value that is a word, a list or a map; NULL: the value is a number (`value`) */
  char **word;
};

/* Replaces the input text of a study and of all its cases. The study owns `text` after the call and frees it. */
PetscErrorCode GrStudySetText(GrStudy *study, char *text);

/* Writes the name of a case to name[size]. variant: index of its variant; point: index of its point of the sweep; both
   from 0. The name is "NAME", "NAME/point-7" or "point-7", where NAME is the name of the variant. The folder of the
   case has the same name. */
void GrStudyCaseName(const GrStudy *study, int variant, int point, size_t size, char name[]);

/* Writes name, variant and swept values of a case as members of the current object. */
void GrStudyCaseWrite(const GrStudy *study, int variant, int point, GrJson *json);

/* Writes the units of the swept keys as a member of the current object. */
void GrStudyUnitsWrite(const GrStudy *study, GrJson *json);

/* Sets GrCase.described of a case. */
PetscErrorCode GrStudyCaseDescribe(const GrStudy *study, int variant, int point);

#endif
