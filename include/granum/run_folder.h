/* granum/run_folder.h: the folder of a run.

   One run at a time holds a folder, by a lock of the system on the file .granum.lock in it. The file also names host,
   batch job, process and time. The system releases the lock when the process ends; the file remains, because two runs
   could otherwise lock two files of this name. A file server may keep the lock of a node that has crashed: granum
   respects this lock until the server releases it or the user removes the file. If the file system does not share locks
   between nodes, a second run on another node is not refused; if it has no locks, granum prints a warning.

   A folder that holds a run is refused, unless the run is to be overwritten: then the files of the run are removed, and
   no other files. All functions are collective; the first rank does the work, all ranks return the same error. */
#ifndef GRANUM_RUN_FOLDER_H
#define GRANUM_RUN_FOLDER_H

#include <granum/case.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GrRunFolder_ *GrRunFolder;

/* Treatment of an old run that the folder already contains. */
typedef enum {
  GR_FOLDER_REFUSE,    /* the old run is kept, the new run is refused */
  GR_FOLDER_COPY,      /* the old run is kept, and a run that is resumed from another folder is refused */
  GR_FOLDER_OVERWRITE, /* the files of the old run are removed */
  GR_FOLDER_CONTINUE   /* the run is continued */
} GrFolderUse;

/* Creates a folder object; reads and writes nothing. path NULL: GrRunResume sets it later. command: the words of the
   command that started the program, with NULL after the last word, for run.json. The words must remain valid. NULL:
   run.json has no command. Collective. */
PetscErrorCode GrRunFolderCreate(MPI_Comm comm, const char *path, GrFolderUse use, const char *const command[],
                                 GrRunFolder *folder);

/* Registers the files that the cases of a study read. A run never overwrites them. Collective. */
PetscErrorCode GrRunFolderSpare(GrRunFolder folder, const GrStudy *study);

/* Fails if GrRunFolderHold would fail, but writes nothing. To be called before a long computation. Collective. */
PetscErrorCode GrRunFolderCheck(GrRunFolder folder);

/* Creates the folder and its missing parents, locks it, and with GR_FOLDER_OVERWRITE removes the old run. Fails with
   GR_EXIT_STOPPED if another process holds the folder, and with GR_EXIT_INPUT if the folder contains a run and
   GrFolderUse forbids it. Collective. */
PetscErrorCode GrRunFolderHold(GrRunFolder folder);

/* Returns the path of the folder; NULL: not known yet. */
const char *GrRunFolderPath(const GrRunFolder folder);

/* Writes to run.json how the run ended, and releases the lock of the folder. error: error code of the run, 0 if it
   succeeded. Collective. */
PetscErrorCode GrRunFolderClose(GrRunFolder *folder, PetscErrorCode error);

#ifdef __cplusplus
}
#endif

#endif
