/* Request files: by an empty file `stop`, `checkpoint` or `report` in the folder of a run, a user requests that the
   running run stops, writes a checkpoint, or writes a report. granum removes the file when the request has been
   answered. A file with content may belong to the user: it is answered once and not removed. For one rank. */
#ifndef GRANUM_RUN_FOLDER_REQUESTS_H
#define GRANUM_RUN_FOLDER_REQUESTS_H

#include <petscsys.h>

typedef enum { GR_REQUEST_STOP, GR_REQUEST_CHECKPOINT, GR_REQUEST_REPORT, GR_REQUESTS } GrRequest;
extern const char *const GrRunFolderRequestNames[GR_REQUESTS];

enum { GR_REQUEST_PLACES = 2 };

typedef struct {
  int places;
  char *place[GR_REQUEST_PLACES]; /* [places] paths: folder of the run, and folder of its study */
  /* whether the file was present at the last check and has not been answered yet */
  PetscBool there[GR_REQUEST_PLACES][GR_REQUESTS];
  /* whether the request has been answered but the file remains, because it is not empty */
  PetscBool stays[GR_REQUEST_PLACES][GR_REQUESTS];
  double looked; /* MPI_Wtime of the last check [s] */
} GrRequests;

/* Begins to look for request files in the folder of a run, and in the folder `above` of its study (NULL: no study). */
PetscErrorCode GrRunFolderRequestsBegin(GrRequests *requests, const char *folder, const char *above);

/* Frees the memory of *requests. A second call has no effect. */
PetscErrorCode GrRunFolderRequestsEnd(GrRequests *requests);

/* Looks for request files, but at most once a second. */
void GrRunFolderRequestsLook(GrRequests *requests);

/* Whether the file of this request was present at the last check and has not been answered yet. */
PetscBool GrRunFolderRequestsAsk(const GrRequests *requests, GrRequest request);

/* Removes the empty files of a request that has been answered. */
void GrRunFolderRequestsAnswered(GrRequests *requests, GrRequest request);

/* Whether the file of this request is in the folder at present. */
PetscBool GrRunFolderRequestIsThere(const char *folder, GrRequest request);

/* Removes the request files that were not answered when the run ended, and prints a warning. resumable: whether a file
   `stop` is kept for the resumed run. */
void GrRunFolderRequestsDrop(const char *folder, PetscBool resumable);

#endif
