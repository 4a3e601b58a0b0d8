/* Files and folders of a run. Collective functions: rank 0 does the work, and all ranks return the same error code. */
#ifndef GRANUM_BASE_DIRECTORY_H
#define GRANUM_BASE_DIRECTORY_H

#include <petscsys.h>

/* Creates the directory and its missing parents. An existing directory is not changed. */
PetscErrorCode GrDirectoryMake(MPI_Comm comm, const char *directory);

/* Writes a text file into the directory. It has the name NAME.part until it is complete. */
PetscErrorCode GrDirectoryWrite(MPI_Comm comm, const char *directory, const char *name, const char *text);

/* Replaces a file by this text: writes PATH.part and renames it, so that the file is complete at any moment. `sync`:
   waits until the text is on the disk. This rank alone. Returns 0 or the error number; then the old file is unchanged.
   */
int GrDirectoryReplace(const char *path, const char *text, PetscBool sync);

/* Copies a file; the copy has the name TO.part-copy until it is complete. Holes of a sparse file are not filled. */
PetscErrorCode GrDirectoryCopy(MPI_Comm comm, const char *from, const char *to);

/* Writes the cached data of a file or directory to the disk. This rank alone. Returns 0 or the error number. */
int GrDirectorySync(const char *path);

/* Renames a closed file after its data are on the disk, and then syncs the directory. This rank alone. Returns 0 or the
   error number. */
int GrDirectoryRename(const char *from, const char *to);

/* Whether two paths are the same file or directory; not if one is missing. */
PetscErrorCode GrDirectorySame(MPI_Comm comm, const char *a, const char *b, PetscBool *same);

#endif
