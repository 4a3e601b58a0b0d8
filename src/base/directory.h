/* Functions that write, copy and rename files and folders. A function with a communicator is collective: rank 0 does
   the work, and all ranks return the same error code. */
#ifndef GRANUM_BASE_DIRECTORY_H
#define GRANUM_BASE_DIRECTORY_H

#include <petscsys.h>
#include <stdbool.h>

typedef struct {
  char text[PETSC_MAX_PATH_LEN]; /* path of a file or folder; the struct lets a function return it by value */
} GrPath;

/* Returns the path of the file `name` in a folder: "directory/name". A path that is too long is cut. */
static inline GrPath GrDirectoryPath(const char *directory, const char *name)
{
  GrPath path;
  (void)PetscSNPrintf(path.text, sizeof(path.text), "%s/%s", directory, name);
  return path;
}

/* Creates a folder and its missing parents. An existing folder is not changed. Collective. */
PetscErrorCode GrDirectoryMake(MPI_Comm comm, const char *directory);

/* Writes a text file into a folder. The file has the name NAME.part until it is complete. Collective. */
PetscErrorCode GrDirectoryWrite(MPI_Comm comm, const char *directory, const char *name, const char *text);

/* Writes `size` bytes to an open file, from byte `at` on. Continues a write that is cut short or interrupted by a
   signal. Returns 0 or the system's error number. */
int GrDirectoryPut(int file, const char *text, size_t size, off_t at);

/* Replaces the content of the file PATH by a text. Writes PATH.part first and then renames it, so that PATH is complete
   at any moment. If PATH or PATH.part is a symbolic link, the link is replaced and its target is not changed. sync:
   whether to wait until the text is on the disk. Returns 0 on success. On failure returns the system's error number,
   and the old file is unchanged. To be called on one rank. */
int GrDirectoryReplace(const char *path, const char *text, bool sync);

/* Copies a file. The copy has the name TO.part-copy until it is complete. A sparse file remains sparse. Collective. */
PetscErrorCode GrDirectoryCopy(MPI_Comm comm, const char *from, const char *to);

/* Writes the cached data of a file or folder to the disk (fsync). To be called on one rank. Returns 0 or the system's
   error number. */
int GrDirectorySync(const char *path);

/* Writes the cached data of a closed file to the disk (fsync), renames the file, and writes the cached data of its
   folder to the disk. To be called on one rank. Returns 0 or the system's error number. */
int GrDirectoryRename(const char *from, const char *to);

/* Sets *same to true if the paths a and b name the same file or folder. If a path does not exist, sets it to
   false. Collective. */
PetscErrorCode GrDirectorySame(MPI_Comm comm, const char *a, const char *b, bool *same);

#endif
