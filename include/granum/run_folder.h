/* granum/run_folder.h: the folder of a run.

   One run at a time holds a folder, by a system lock on its file .granum.lock. The file also contains host, batch job,
   process and time. The system releases the lock when the process ends. The file is not removed: otherwise two runs
   could lock two files of that name. A file server may keep the lock of a lost process. The next run on the host of
   this process removes it; on other hosts granum respects it until the server releases it. If the file system does not
   share locks between nodes, a second run on another node is not refused. If it has no locks, granum prints a warning.

   A folder with a run is refused, unless this run is overwritten: then its files are removed, and no other files. All
   calls are collective: the first rank does the work, and all ranks return its error. */
#ifndef GRANUM_RUN_FOLDER_H
#define GRANUM_RUN_FOLDER_H

#include <granum/case.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GrRunFolder_ *GrRunFolder;

/* Treatment of a run that is in the folder. */
typedef enum {
  GR_FOLDER_REFUSE,    /* it is kept, and the new run is refused */
  GR_FOLDER_COPY,      /* as GR_FOLDER_REFUSE, for a run of another folder that is resumed here */
  GR_FOLDER_OVERWRITE, /* its files are removed */
  GR_FOLDER_CONTINUE   /* it is continued */
} GrFolderUse;

/* Creates a handle for a folder; reads and writes no file. `path` NULL: not known yet, see GrRunResume. `command`: the
   command line of the program, for run.json, with NULL after the last word; it must remain valid. NULL: none. */
PetscErrorCode GrRunFolderCreate(MPI_Comm comm, const char *path, GrFolderUse use, const char *const command[],
                                 GrRunFolder *folder);

/* Protects all files that the cases of a study were read from: the run does not overwrite them. */
PetscErrorCode GrRunFolderSpare(GrRunFolder folder, const GrStudy *study);

/* Fails if GrRunFolderHold would fail now, but writes nothing. To be called before a long computation. */
PetscErrorCode GrRunFolderCheck(GrRunFolder folder);

/* Creates the folder and its missing parents, and locks it; removes a run that is overwritten. Fails by GrFail with
   GR_EXIT_STOPPED if another process holds the folder, with GR_EXIT_INPUT if a run is in it. */
PetscErrorCode GrRunFolderHold(GrRunFolder folder);

/* Returns the path of the folder. Not collective. */
const char *GrRunFolderPath(const GrRunFolder folder);

/* Releases the folder and frees the handle. `error`: the error code of the run, 0 without an error, for run.json. */
PetscErrorCode GrRunFolderClose(GrRunFolder *folder, PetscErrorCode error);

#ifdef __cplusplus
}
#endif

#endif
