/* Runs a study of particles: the cases of one input, one after another. */
#ifndef GRANUM_RUN_STUDY_STUDY_H
#define GRANUM_RUN_STUDY_STUDY_H

#include "input/yaml/document.h"
#include <granum/run.h>

enum { GR_STUDY_NAME = 2 * GR_NAME_MAX, GR_STUDY_NOTE = 512 };

typedef enum { GR_STUDY_WAITS, GR_STUDY_DONE, GR_STUDY_STOPPED, GR_STUDY_FAILED } GrStudyState;
extern const char *const GrRunStudyStates[]; /* words for the states in study.json */

typedef struct {
  char name[GR_STUDY_NAME]; /* also the name of its folder */
  GrStudyState state;
  PetscInt64 steps;         /* steps in this session */
  double time, seconds;     /* simulated and wall time [s] */
  double energy[3];         /* energy put in, dissipated energy, residual [J] */
  char note[GR_STUDY_NOTE]; /* cause of the failure; otherwise the number of particles that left */
} GrStudyCase;

typedef struct {
  MPI_Comm comm;
  const GrStudy *study;
  const char *directory, *options;
  GrRunFolder folder; /* folder object of `directory` */
  GrFolderUse use;    /* treatment of the folders of cases that start */
  /* ---- for a resumed study ---- */
  const char *from;          /* folder that is resumed; NULL: a new study */
  const GrRunOptions *given; /* options of this session; PETSc options are also in `options` */
  int n;
  GrStudyCase *the_case; /* [n] all cases: variant after variant, in each variant point after point of the sweep */
} GrRunStudyWork;

/* Creates the list of all cases, with their names; all are waiting. Free the list with PetscFree. */
PetscErrorCode GrRunStudyWorkCreate(GrRunStudyWork *work);

/* Runs the cases that are not done, and prints the results. Collective. */
PetscErrorCode GrRunStudyWorkRun(GrRunStudyWork *work);

/* Writes the files of the study at its start: run.json; input.yaml with the overrides; source.yaml, the input as read;
   study.json. Collective. */
PetscErrorCode GrRunStudyListBegin(const GrRunStudyWork *work);

/* Writes study.json. Collective. */
PetscErrorCode GrRunStudyListWrite(const GrRunStudyWork *work);

/* Reads study.json; destroy `document`. Collective. */
PetscErrorCode GrRunStudyListOpen(MPI_Comm comm, const char *directory, GrDocument *document);

/* Sets the state of the cases that are completed according to study.json. */
void GrRunStudyListTake(const GrDocument *document, GrRunStudyWork *work);

/* Largest peak of the resident memory of a rank [byte]. Collective. */
PetscErrorCode GrRunStudyMemory(MPI_Comm comm, double *bytes);

/* Prints the number of objects ("impacts"), time and rate, and stores them for run.json. folder NULL: only prints.
   Collective. */
PetscErrorCode GrRunStudyCostReport(MPI_Comm comm, GrRunFolder folder, const char *what, PetscInt64 count,
                                    double seconds);

#endif
