/* Requests: what a user asks a run at work for, by a file in its folder: `stop`, `checkpoint`, `report`. Whatever the
   file holds, its name is the request. One that is empty is removed when it has been answered; one that holds something
   may be worth something to its owner, so it is answered once and stays. For one rank. */
#ifndef GRANUM_RUN_FOLDER_REQUESTS_H
#define GRANUM_RUN_FOLDER_REQUESTS_H

#include <petscsys.h>

typedef enum { GR_REQUEST_STOP, GR_REQUEST_CHECKPOINT, GR_REQUEST_REPORT, GR_REQUESTS } GrRequest;
extern const char *const GrRequestNames[GR_REQUESTS];

enum { GR_REQUEST_PLACES = 2 };

typedef struct {
  int places;
  char *place[GR_REQUEST_PLACES];                  /* the folder of the run, and that of its study */
  PetscBool there[GR_REQUEST_PLACES][GR_REQUESTS]; /* when it was last looked, and not answered yet */
  PetscBool stays[GR_REQUEST_PLACES][GR_REQUESTS]; /* answered, and could not be removed */
  double looked;                                   /* MPI_Wtime [s] */
} GrRequests;

/* Looks into this folder, and one above it (NULL: none). */
PetscErrorCode GrRequestsBegin(GrRequests *requests, const char *folder, const char *above);
PetscErrorCode GrRequestsEnd(GrRequests *requests);

/* Looks for files, at most once a second, and says whether there is this one. */
void GrRequestsLook(GrRequests *requests);
PetscBool GrRequestsAsk(const GrRequests *requests, GrRequest request);

/* It has been answered: its files are removed. */
void GrRequestsAnswered(GrRequests *requests, GrRequest request);

/* Is there such a file? */
PetscBool GrRequestIsThere(const char *folder, GrRequest request);

/* The run is over: what nobody has answered is removed with a word, but a `stop` if `goes_on`: then it is for the run
   that goes on. */
void GrRequestsDrop(const char *folder, PetscBool goes_on);

#endif
