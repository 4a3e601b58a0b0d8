/* Runs a study of particles: the cases of one input, one after another. */
#ifndef GRANUM_RUN_STUDY_STUDY_H
#define GRANUM_RUN_STUDY_STUDY_H

#include "input/yaml/document.h"
#include <granum/run.h>

enum { GR_STUDY_NAME = 2 * GR_NAME_MAX, GR_STUDY_NOTE = 512 };

typedef enum { GR_STUDY_WAITS, GR_STUDY_DONE, GR_STUDY_STOPPED, GR_STUDY_FAILED } GrStudyState;
extern const char *const GrRunStudyStates[]; /* words for the values of GrStudyState in study.json */

typedef struct {
  char name[GR_STUDY_NAME]; /* name of the case and of its folder */
  GrStudyState state;
  PetscInt64 steps;     /* number of steps that the current process has computed */
  double time, seconds; /* simulated time and wall-clock time [s] */
  /* energy at the start plus energy supplied, dissipated energy, and residual of the energy balance [J] */
  double energy[3];
  char note[GR_STUDY_NOTE]; /* cause of the failure; if the case has not failed, a text about particles that left */
} GrStudyCase;

typedef struct {
  MPI_Comm comm;
  const GrStudy *study;
  const char *directory, *options;
  GrRunFolder folder; /* folder object of `directory` */
  GrFolderUse use;    /* treatment of existing runs in the folders of cases that start */
  /* ---- for a resumed study ---- */
  const char *from;          /* folder of the study that is resumed; NULL: a new study */
  const GrRunOptions *given; /* options of the call that resumes the study; `options` also has their PETSc options */
  int n;
  /* [n] all cases in order: variant after variant, within each variant the points of the sweep */
  GrStudyCase *the_case;
} GrRunStudyWork;

/* Creates work->the_case, the list of all cases with their names; all have the state GR_STUDY_WAITS. Free the list with
   PetscFree. */
PetscErrorCode GrRunStudyWorkCreate(GrRunStudyWork *work);

/* Runs the cases that have not been completed, one after another, and prints a table of the results. Collective. */
PetscErrorCode GrRunStudyWorkRun(GrRunStudyWork *work);

/* Writes the files of the study at its start: run.json; input.yaml with the overrides; source.yaml, the input as read;
   study.json. Collective. */
PetscErrorCode GrRunStudyListBegin(const GrRunStudyWork *work);

/* Writes study.json, the list of the cases and their states. Collective. */
PetscErrorCode GrRunStudyListWrite(const GrRunStudyWork *work);

/* Reads study.json of a folder into `document`, which the caller destroys. Collective. */
PetscErrorCode GrRunStudyListOpen(MPI_Comm comm, const char *directory, GrDocument *document);

/* Sets the state GR_STUDY_DONE of each case that is completed according to study.json. */
void GrRunStudyListTake(const GrDocument *document, GrRunStudyWork *work);

/* Finds the peak of the resident memory of each rank, and its maximum over the ranks [bytes]. Collective. */
PetscErrorCode GrRunStudyMemory(MPI_Comm comm, double *bytes);

/* Prints the number of computed objects, the wall-clock time [s] and the number per second, and stores them for
   run.json. what: name of the objects, e.g. "impacts". folder NULL: only prints. Collective. */
PetscErrorCode GrRunStudyCostReport(MPI_Comm comm, GrRunFolder folder, const char *what, PetscInt64 count,
                                    double seconds);

#endif
