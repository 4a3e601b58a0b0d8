/* Request files. A user creates an empty file `stop`, `checkpoint` or `report` in the folder of a run. The run then
   stops, writes a checkpoint, or writes a report. After that granum removes the file. If the file is not empty, granum
   obeys the request once but does not remove the file, because it may belong to the user. One rank calls these
   functions. */
#ifndef GRANUM_RUN_FOLDER_REQUESTS_H
#define GRANUM_RUN_FOLDER_REQUESTS_H

#include "base/files.h"
#include <stdbool.h>

enum { GR_REQUEST_PLACES = 2 };

/* Folders in which a run looks for request files (stop, checkpoint, report), and the files that it found there. */
typedef struct {
  int places;                     /* number of folders */
  char *place[GR_REQUEST_PLACES]; /* [places] paths of the folders: of the run, then of its study, if any */
  /* for each folder and request: whether the last check found the file, and the request is still to be obeyed */
  bool there[GR_REQUEST_PLACES][GR_REQUESTS];
  /* for each folder and request: whether the run has obeyed the request but could not remove the file */
  bool stays[GR_REQUEST_PLACES][GR_REQUESTS];
  double looked; /* value of MPI_Wtime at the last check of the folders [s] */
} GrRequests;

/* Initialises *requests. folder: folder of the run; above: folder of the study of the run, or NULL without a study. */
PetscErrorCode GrRunFolderRequestsBegin(GrRequests *requests, const char *folder, const char *above);

/* Frees the memory in *requests. A second call has no effect. */
PetscErrorCode GrRunFolderRequestsEnd(GrRequests *requests);

/* Checks which request files exist, and updates *requests. A call within 1 s after the last check has no effect. */
void GrRunFolderRequestsLook(GrRequests *requests);

/* Returns whether the last check found a file of this request and the run has not yet obeyed the request. */
bool GrRunFolderRequestsAsk(const GrRequests *requests, GrRequest request);

/* Records that the run has obeyed this request, and removes its files. Files that are not empty remain; a warning is
   printed. A file `stop` in the folder of a study also remains, because it stops all cases that are running
   (GrRunFolderRequestsRemove). */
void GrRunFolderRequestsAnswered(GrRequests *requests, GrRequest request);

/* Removes the file of this request. A file that is not empty remains; a warning is printed. */
void GrRunFolderRequestsRemove(const char *folder, GrRequest request);

/* Returns whether the folder has a file of this request now. */
bool GrRunFolderRequestIsThere(const char *folder, GrRequest request);

/* Removes the empty request files that remain when the run has ended, and prints a warning for each file. resumable:
   whether the run can be resumed; a file `stop` then remains for the resumed run. */
void GrRunFolderRequestsDrop(const char *folder, bool resumable);

#endif
