/* granum/run_folder.h: the folder that a run writes into.

   One run at a time holds a folder, by a lock of the system on the file .granum.lock in it. The file also names host,
   batch job, process and time. The system releases the lock when the process ends; the file stays, since removing it
   would let two runs lock two files of that name. A file server may keep the lock of a node that it has lost: granum
   respects it until the server releases it or the user removes the file. If the file system does not share locks between
   nodes, a second run on another node is not refused; if it has none at all, granum prints a warning.

   A folder that holds a run is refused, unless the run that is there is to be overwritten: then its files are removed,
   and no others. All calls are collective; the first rank does the work, all ranks learn how it went. */
#ifndef GRANUM_RUN_FOLDER_H
#define GRANUM_RUN_FOLDER_H

#include <granum/case.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GrRunFolder_ *GrRunFolder;

/* What becomes of the run that a folder holds. */
typedef enum {
  GR_FOLDER_REFUSE,    /* it stays, and the new one is refused */
  GR_FOLDER_COPY,      /* the same, where a run from another folder is to go on */
  GR_FOLDER_OVERWRITE, /* its files are removed */
  GR_FOLDER_CONTINUE   /* it goes on */
} GrFolderUse;

/* A folder for a run; nothing is looked at or written yet. `path` NULL: not known yet, see GrRunResume. `command`: the
   words that started the program, for run.json; NULL after the last, and must stay; or NULL. */
PetscErrorCode GrRunFolderCreate(MPI_Comm comm, const char *path, GrFolderUse use, const char *const command[],
                                 GrRunFolder *folder);

/* All files that the cases of a study are read from, which the run must leave as they are. */
PetscErrorCode GrRunFolderSpare(GrRunFolder folder, const GrStudy *study);

/* Fails as GrRunFolderHold would now, but writes nothing: to be called before anything that takes long. */
PetscErrorCode GrRunFolderCheck(GrRunFolder folder);

/* Makes the folder and its missing parents, and holds it; removes the run that is to be overwritten. Fails by GrFail
   with GR_EXIT_STOPPED if another process holds the folder, with GR_EXIT_INPUT if a run is in it. */
PetscErrorCode GrRunFolderHold(GrRunFolder folder);

const char *GrRunFolderPath(const GrRunFolder folder);

/* Gives the folder up. `error`: what the run in it came to, 0 if all went well; run.json says how it ended. */
PetscErrorCode GrRunFolderClose(GrRunFolder *folder, PetscErrorCode error);

#ifdef __cplusplus
}
#endif

#endif
