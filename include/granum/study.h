/* granum/study.h: a study, which is the set of all cases of an input. Variants are named changes of the input. A sweep
   varies values of keys. */
#ifndef GRANUM_STUDY_H
#define GRANUM_STUDY_H

#include <granum/case.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The cases of one variant of an input: one case for each point of the sweep. A point is a combination of values of the
   swept keys; the last swept key varies fastest. Without a sweep there is one point. */
typedef struct {
  char name[GR_NAME_MAX]; /* name of the variant; "": the input has no variants */
  GrCase **point;         /* [GrStudy.n_points] case of each point of the sweep */
} GrVariant;

/* All cases of one input. An input without variants and without a sweep has one case. */
typedef struct {
  char *file; /* path of the input file; of an input text: the file name for messages */
  char *text; /* the input text */
  /* text that granum writes to input.yaml. One case: the input with all defaults (GrCase.resolved). Several cases: the
     input text with the changes of the option --set */
  char *resolved;
  PetscBool several; /* whether the input has variants or a sweep */
  int n_variants;    /* number of variants, at least 1 */
  GrVariant *variant;
  int n_points; /* number of points of the sweep: combinations of values of the swept keys; 1 without a sweep */
  int n_swept;  /* number of swept keys: keys that have a list of values; 0 without a sweep */
  char **swept; /* [n_swept] paths of the swept keys, e.g. "contacts.0.normal.restitution" */
  char **unit;  /* [n_swept] SI unit of each swept key, "1" if it is dimensionless */
  /* [n_points][n_swept] value of each swept key at each point, in SI units; NaN: the value is not a number (`word`) */
  double *value;
  /* [n_points][n_swept] text of each value that is a word, a list or a map; NULL: the value is a number (`value`) */
  char **word;
} GrStudy;

/* Reads all cases of an input file. set[n_set]: changes of the input in the form "path=value", with the path of a key
   and its new value. Calls GrFail(GR_EXIT_INPUT, ...) if the input is invalid. The caller frees the study.
   Collective. */
PetscErrorCode GrStudyRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrStudy **study);
/* Reads all cases of an input text that all ranks have. name: file name for messages; the input names other files by
   paths relative to its folder. set: as for GrStudyRead. Collective. */
PetscErrorCode GrStudyReadText(MPI_Comm comm, const char *name, const char *text, int n_set, const char *const set[],
                               GrStudy **study);
/* Reads all cases of an input text, but does not read the other files that the text names. name: file name for
   messages. Not collective. */
PetscErrorCode GrStudyParse(const char *name, const char *text, int n_set, const char *const set[], GrStudy **study);
/* Frees a study and all of its cases. */
PetscErrorCode GrStudyDestroy(GrStudy **study);

/* Replaces the input text of a study and of all its cases. The study owns `text` after the call and frees it. */
PetscErrorCode GrStudySetText(GrStudy *study, char *text);

/* Prints warnings about the input: about materials, contact rules and coordinates that no case uses, about meshes and
   clumps, and about old names of laws. */
PetscErrorCode GrStudyWarn(const GrStudy *study, FILE *out);

/* Writes the name of a case to name[size]. variant: index of its variant; point: index of its point of the sweep; both
   from 0. The name is "NAME", "NAME/point-7" or "point-7", where NAME is the name of the variant. The folder of the
   case has the same name. */
void GrStudyCaseName(const GrStudy *study, int variant, int point, size_t size, char name[]);

/* Selects one case of a study and destroys all other cases. which: name of the selected case, or its number in the
   study, from 1. Writes the name of the case to name[size]. Calls GrFail(GR_EXIT_INPUT, ...) if no case has it. */
PetscErrorCode GrStudySelect(GrStudy *study, const char *which, size_t size, char name[]);

#ifdef __cplusplus
}
#endif

#endif
