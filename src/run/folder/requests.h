/* Requests: files `stop`, `checkpoint` and `report` in the folder of a run, by which a user asks a running run for
   something. The name of the file is the request. An empty file is removed after the answer. A file with content may
   belong to the user, so it is answered once and not removed. For one rank. */
#ifndef GRANUM_RUN_FOLDER_REQUESTS_H
#define GRANUM_RUN_FOLDER_REQUESTS_H

#include <petscsys.h>

typedef enum { GR_REQUEST_STOP, GR_REQUEST_CHECKPOINT, GR_REQUEST_REPORT, GR_REQUESTS } GrRequest;
extern const char *const GrRunFolderRequestNames[GR_REQUESTS];

enum { GR_REQUEST_PLACES = 2 };

typedef struct {
  int places;
  char *place[GR_REQUEST_PLACES];                  /* folder of the run, and folder of its study */
  PetscBool there[GR_REQUEST_PLACES][GR_REQUESTS]; /* present at the last check, not answered yet */
  PetscBool stays[GR_REQUEST_PLACES][GR_REQUESTS]; /* answered, and not removed */
  double looked;                                   /* MPI_Wtime of the last check [s] */
} GrRequests;

/* Starts looking for request files in this folder and in the folder `above` of its study (NULL: none). */
PetscErrorCode GrRunFolderRequestsBegin(GrRequests *requests, const char *folder, const char *above);

/* Frees the paths. A second call has no effect. */
PetscErrorCode GrRunFolderRequestsEnd(GrRequests *requests);

/* Looks for files, at most once a second. */
void GrRunFolderRequestsLook(GrRequests *requests);

/* Whether a file with this request was present at the last check and is not answered yet. */
PetscBool GrRunFolderRequestsAsk(const GrRequests *requests, GrRequest request);

/* Removes the files of a request that has been answered. */
void GrRunFolderRequestsAnswered(GrRequests *requests, GrRequest request);

/* Whether the folder has the file of this request. */
PetscBool GrRunFolderRequestIsThere(const char *folder, GrRequest request);

/* At the end of the run: removes requests that were not answered, with a warning. resumable: keeps a file `stop` for
   the resumed run. */
void GrRunFolderRequestsDrop(const char *folder, PetscBool resumable);

#endif
