/* A study on its way: the cases of one input of particles, one after another. */
#ifndef GRANUM_RUN_STUDY_STUDY_H
#define GRANUM_RUN_STUDY_STUDY_H

#include "input/yaml/document.h"
#include <granum/run.h>

enum { GR_STUDY_NAME = 2 * GR_NAME_MAX, GR_STUDY_TOLD = 512 };

typedef enum { GR_STUDY_WAITS, GR_STUDY_DONE, GR_STUDY_STOPPED, GR_STUDY_FAILED } GrStudyState;
extern const char *const GrStudyStates[]; /* as written */

typedef struct {
  char name[GR_STUDY_NAME]; /* its folder as well */
  GrStudyState state;
  PetscInt64 steps;         /* in this session */
  double time, seconds;     /* simulated and wall time [s] */
  double energy[3];         /* put in, dissipated, residual [J] */
  char told[GR_STUDY_TOLD]; /* why it failed; otherwise what left it */
} GrStudyCase;

typedef struct {
  MPI_Comm comm;
  const GrStudy *study;
  const char *directory, *options;
  GrRunFolder folder; /* of `directory` */
  GrFolderUse use;    /* of the folders of cases that start */
  /* when it goes on */
  const char *from;          /* the directory it goes on from; NULL: it starts */
  const GrRunOptions *given; /* now; PETSc's are in `options` as well */
  int n;
  GrStudyCase *the_case; /* [n] variant by variant, point by point */
} GrStudyWork;

/* Names of all cases, all of them waiting. */
PetscErrorCode GrStudyWorkCreate(GrStudyWork *work);
PetscErrorCode GrStudyWorkDestroy(GrStudyWork *work);

/* Runs those that are not done, and says what came of it. */
PetscErrorCode GrStudyWorkRun(GrStudyWork *work);

/* The files of the study itself: run.json; input.yaml, with the overrides; source.yaml, as it was read; study.json. */
PetscErrorCode GrStudyListBegin(const GrStudyWork *work);

/* study.json: writes it, and reads it. Its texts are `input`, `title` and `options`. */
PetscErrorCode GrStudyListWrite(const GrStudyWork *work);
PetscErrorCode GrStudyListOpen(MPI_Comm comm, const char *directory, GrDocument *document);
const char *GrStudyListText(const GrDocument *document, const char *key);
void GrStudyListTake(const GrDocument *document, GrStudyWork *work); /* the cases that were done */

#endif
