/* Names of the files in the folder of a run or a study; see files.h. */
#include "base/files.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const GrFilesRow GrFiles[GR_FILES] = {
    {"results", ".h5", PETSC_FALSE, PETSC_TRUE, PETSC_FALSE},
    {"study", ".json", PETSC_FALSE, PETSC_TRUE, PETSC_TRUE},
    {"checkpoint-", ".h5", PETSC_TRUE, PETSC_TRUE, PETSC_TRUE},
    {"contacts-", ".h5", PETSC_TRUE, PETSC_TRUE, PETSC_FALSE},
    {"contacts-", "-data.h5", PETSC_TRUE, PETSC_FALSE, PETSC_FALSE},
    {"run", ".json", PETSC_FALSE, PETSC_TRUE, PETSC_FALSE},
    {"status", ".json", PETSC_FALSE, PETSC_FALSE, PETSC_FALSE},
    {"results-data", ".h5", PETSC_FALSE, PETSC_TRUE, PETSC_FALSE},
    {"results", ".xdmf", PETSC_FALSE, PETSC_FALSE, PETSC_FALSE},
    {"bodies", ".xdmf", PETSC_FALSE, PETSC_FALSE, PETSC_FALSE},
    {"input", ".yaml", PETSC_FALSE, PETSC_FALSE, PETSC_FALSE},
    {"source", ".yaml", PETSC_FALSE, PETSC_FALSE, PETSC_FALSE},
};
const char *const GrFilesRequests[GR_REQUESTS] = {"stop", "checkpoint", "report"};
static const char Part[] = ".part", Lock[] = ".lock";

int GrFilesKind(const char *name, const char **rest)
{
  for (int k = 0; k < GR_FILES; k++) {
    const size_t begin = strlen(GrFiles[k].begin), end = strlen(GrFiles[k].end);
    const char *at = name + begin;
    if (strncmp(name, GrFiles[k].begin, begin) != 0)
      continue;
    const size_t digits = strspn(at, "0123456789");
    if ((digits > 0) != (GrFiles[k].numbered == PETSC_TRUE) || strncmp(at + digits, GrFiles[k].end, end) != 0)
      continue;
    *rest = at + digits + end;
    if (!**rest || !strncmp(*rest, Part, strlen(Part)))
      return k;
  }
  return -1;
}

PetscBool GrFilesIsLeftLock(const char *name)
{
  const size_t n = strlen(name), m = strlen(Lock);
  return (PetscBool)(!strncmp(name, "results", strlen("results")) && n > m && !strcmp(name + n - m, Lock));
}

PetscBool GrFilesIsReserved(const char *name)
{
  char small[NAME_MAX + 1];
  const char *rest;

  snprintf(small, sizeof(small), "%s", name);
  for (char *c = small; *c; c++)
    *c = (char)tolower((unsigned char)*c);
  for (GrRequest k = 0; k < GR_REQUESTS; k++)
    if (!strcmp(small, GrFilesRequests[k]))
      return PETSC_TRUE;
  return (PetscBool)(GrFilesKind(small, &rest) >= 0 || GrFilesIsLeftLock(small));
}

int GrFilesIsLink(const char *path)
{
  struct stat status;
  return lstat(path, &status) == 0 && S_ISLNK(status.st_mode) ? ELOOP : 0;
}

const char *GrFilesReason(int error)
{
  return error == ELOOP ? "it is a symbolic link, and granum does not write through links in the folder of a run; "
                          "remove the link, or replace it by its file"
                        : strerror(error);
}
