/* Runs a study of chains or assemblies: all cases of an input with variants or a sweep, one after another. */
#ifndef GRANUM_RUN_STUDY_STUDY_H
#define GRANUM_RUN_STUDY_STUDY_H

#include "case/study.h"

#include "input/yaml/document.h"
#include <granum/command.h>
#include <stdbool.h>

enum { GR_STUDY_NAME = 2 * GR_NAME_MAX, GR_STUDY_NOTE = 512 };

/* State of a case: it has not run yet, has been completed, was stopped before its end, or has failed. */
typedef enum { GR_STUDY_WAITS, GR_STUDY_DONE, GR_STUDY_STOPPED, GR_STUDY_FAILED } GrStudyState;
extern const char *const GrRunStudyStates[]; /* word for each GrStudyState in study.json */

/* A case of a study, and the results of its run. */
typedef struct {
  char name[GR_STUDY_NAME]; /* name of the case, also of its folder */
  GrStudyState state;       /* whether the case has run */
  PetscInt64 steps;         /* number of time steps of the case that this execution of granum has computed */
  double time;              /* simulated time that the case has reached [s] */
  double seconds;           /* wall-clock time of the run of the case [s] */
  /* first, the energy exchanged [J]; second, the dissipated energy [J]; third, the residual of the energy balance,
     divided by the energy exchanged [1] */
  double energy[3];
  /* if the case has failed: the cause; otherwise: a text about particles that have left the domain */
  char note[GR_STUDY_NOTE];
} GrStudyCase;

/* Data of a study that is running. */
typedef struct {
  const GrStudy *study;
  const char *options;       /* PETSc options of the runs, including the PETSc options in `given` */
  GrRunFolder folder;        /* folder of the study */
  GrFolderUse use;           /* what to do if the folder of a case already contains a run */
  const char *from;          /* path of the folder of the earlier study to resume; NULL: the study is new */
  const GrRunOptions *given; /* options of the call that starts or resumes the study */
  int n;                     /* number of cases */
  /* [n] the cases: all sweep points of the first variant, then all sweep points of the second variant, and so on */
  GrStudyCase *the_case;
} GrRunStudyWork;

/* Creates the list work->the_case with the names of all cases; their state is GR_STUDY_WAITS. The caller frees the
   list with PetscFree. */
PetscErrorCode GrRunStudyWorkCreate(GrRunStudyWork *work);

/* Returns whether all cases of the study are completed. */
bool GrRunStudyWorkIsDone(const GrRunStudyWork *work);

/* Runs all cases whose state is not GR_STUDY_DONE, one after another, and prints a table of the results. Collective. */
PetscErrorCode GrRunStudyWorkRun(GrRunStudyWork *work);

/* Writes the files that describe the study to its folder: run.json; input.yaml, the input with the overrides;
   source.yaml, the input as it was read; study.json. Collective. */
PetscErrorCode GrRunStudyListBegin(const GrRunStudyWork *work);

/* Writes study.json, the list of the cases and their states. Collective. */
PetscErrorCode GrRunStudyListWrite(const GrRunStudyWork *work);

/* Reads study.json of the folder `directory` into `document`. The caller destroys `document`. Collective. */
PetscErrorCode GrRunStudyListOpen(MPI_Comm comm, const char *directory, GrDocument *document);

/* Sets the state GR_STUDY_DONE for all cases that study.json lists as completed. document: contents of study.json. */
void GrRunStudyListTake(const GrDocument *document, GrRunStudyWork *work);

/* Finds the maximum over all ranks of the peak resident memory of a rank [bytes]. Collective. */
PetscErrorCode GrRunStudyMemory(MPI_Comm comm, double *bytes);

/* Prints the number of computed objects, the wall-clock time [s] and the objects per second, and adds them to
   run.json. what: name of the objects, for example "impacts"; folder: folder with this run.json; NULL: only print.
   Collective. */
PetscErrorCode GrRunStudyCostReport(MPI_Comm comm, GrRunFolder folder, const char *what, PetscInt64 count,
                                    double seconds);

#endif
