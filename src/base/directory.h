/* Writing, copying and renaming of files and folders. In functions with a communicator, which are collective, rank 0
   does the work, and all ranks return the same error code. */
#ifndef GRANUM_BASE_DIRECTORY_H
#define GRANUM_BASE_DIRECTORY_H

#include <petscsys.h>

/* Creates a folder and its missing parents. An existing folder is not changed. Collective. */
PetscErrorCode GrDirectoryMake(MPI_Comm comm, const char *directory);

/* Writes a text file into a folder. The file has the name NAME.part until it is complete. Collective. */
PetscErrorCode GrDirectoryWrite(MPI_Comm comm, const char *directory, const char *name, const char *text);

/* Replaces the content of a file by a text: writes PATH.part and renames it, so that the file is complete at any
   moment. sync: waits until the text is on the disk. To be called on one rank. Returns 0, or the system's error number;
   the old file is then unchanged. */
int GrDirectoryReplace(const char *path, const char *text, PetscBool sync);

/* Copies a file; the copy has the name TO.part-copy until it is complete. Holes of a sparse file are not filled.
   Collective. */
PetscErrorCode GrDirectoryCopy(MPI_Comm comm, const char *from, const char *to);

/* Writes the cached data of a file or folder to the disk (fsync). To be called on one rank. Returns 0 or the system's
   error number. */
int GrDirectorySync(const char *path);

/* Writes the cached data of a closed file to the disk, renames the file, and then syncs its folder. To be called on one
   rank. Returns 0 or the system's error number. */
int GrDirectoryRename(const char *from, const char *to);

/* Sets *same to whether two paths are the same file or folder; PETSC_FALSE if one is missing. Collective. */
PetscErrorCode GrDirectorySame(MPI_Comm comm, const char *a, const char *b, PetscBool *same);

#endif
