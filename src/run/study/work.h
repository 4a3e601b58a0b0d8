/* The cases of a study that is running, and its list study.json. */
#ifndef GRANUM_RUN_STUDY_WORK_H
#define GRANUM_RUN_STUDY_WORK_H

#include "case/study.h"

#include "input/yaml/document.h"
#include <granum/command.h>
#include <granum/error.h>
#include <stdbool.h>

enum { GR_STUDY_NAME = 2 * GR_NAME_MAX, GR_STUDY_NOTE = 512, GR_STUDY_CAUSE = 64 };

/* State of a case: it has not run yet, has been completed, was stopped before its end, or has failed. */
typedef enum { GR_STUDY_WAITS, GR_STUDY_DONE, GR_STUDY_STOPPED, GR_STUDY_FAILED } GrStudyState;
extern const char *const GrRunStudyStates[]; /* word for each GrStudyState in study.json */

/* A case of a study, and the results of its run. */
typedef struct {
  char name[GR_STUDY_NAME]; /* name of the case, also of its folder */
  GrStudyState state;       /* whether the case has run */
  bool ran;                 /* whether this execution of granum has run it, at least in part */
  PetscInt64 steps;         /* number of time steps of the case that this execution of granum has computed */
  double time;              /* simulated time that the case has reached [s] */
  double seconds;           /* wall-clock time of the run of the case [s] */
  /* first, the energy exchanged [J]; second, the dissipated energy [J]; third, the residual of the energy balance,
     divided by the energy exchanged [1] */
  double energy[3];
  /* if the case has failed: the cause; otherwise: a text about particles that have left the domain */
  char note[GR_STUDY_NOTE];
  GrExit failure;             /* if the case has failed: exit code of the failure */
  char cause[GR_STUDY_CAUSE]; /* if the case was stopped: what stopped it, e.g. "SIGTERM" */
} GrStudyCase;

/* The groups of ranks of a study (run/study/groups.h), seen from one rank. */
typedef struct {
  int n;          /* number of groups */
  int number;     /* number of the group of this rank, from 0 */
  MPI_Comm comm;  /* ranks of this group */
  int rank;       /* number of this rank in its group */
  int n_waiting;  /* number of cases to compute */
  int *waiting;   /* [n_waiting] numbers of these cases */
  bool begun;     /* whether this group has taken its first case */
  int taken;      /* number of cases that all groups have taken, when this rank last read it */
  MPI_Win window; /* data that the groups share: number of taken cases, cases; MPI_WIN_NULL: there is one group */
} GrStudyGroups;

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
  GrStudyGroups groups;
} GrRunStudyWork;

/* Writes the files that describe the study to its folder: run.json; input.yaml, the input with the overrides;
   source.yaml, the input as it was read; study.json. Collective. */
PetscErrorCode GrRunStudyListBegin(const GrRunStudyWork *work);

/* Writes study.json, the list of the cases and their states. comm: ranks that call; the first one writes. Collective on
   comm. */
PetscErrorCode GrRunStudyListWrite(MPI_Comm comm, const GrRunStudyWork *work);

/* Reads study.json of the folder `directory` into `document`. The caller destroys `document`. Collective. */
PetscErrorCode GrRunStudyListOpen(MPI_Comm comm, const char *directory, GrDocument *document);

/* Sets the state GR_STUDY_DONE for all cases that study.json lists as completed. document: contents of study.json. */
void GrRunStudyListTake(const GrDocument *document, GrRunStudyWork *work);

#endif
