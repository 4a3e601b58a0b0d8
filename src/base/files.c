/* Names of the files in the folder of a run or a study; see files.h. */
#include "base/files.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const GrFilesRow GrFiles[GR_FILES] = {
    {"results", ".h5", false, true, false},        {"study", ".json", false, true, true},
    {"checkpoint-", ".h5", true, true, true},      {"contacts-", ".h5", true, true, false},
    {"contacts-", "-data.h5", true, false, false}, {"run", ".json", false, true, false},
    {"status", ".json", false, false, false},      {"results-data", ".h5", false, true, false},
    {"results", ".xdmf", false, false, false},     {"bodies", ".xdmf", false, false, false},
    {"input", ".yaml", false, false, false},       {"source", ".yaml", false, false, false},
    {"fitted-", ".yaml", true, false, false},
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
    if ((digits > 0) != (GrFiles[k].numbered == true) || strncmp(at + digits, GrFiles[k].end, end) != 0)
      continue;
    *rest = at + digits + end;
    if (!**rest || !strncmp(*rest, Part, strlen(Part)))
      return k;
  }
  return -1;
}

bool GrFilesIsLeftLock(const char *name)
{
  const size_t n = strlen(name), m = strlen(Lock);
  return !strncmp(name, "results", strlen("results")) && n > m && !strcmp(name + n - m, Lock);
}

bool GrFilesIsReserved(const char *name)
{
  char small[NAME_MAX + 1];
  const char *rest;

  snprintf(small, sizeof(small), "%s", name);
  for (char *c = small; *c; c++)
    *c = (char)tolower((unsigned char)*c);
  for (GrRequest k = 0; k < GR_REQUESTS; k++)
    if (!strcmp(small, GrFilesRequests[k]))
      return true;
  return GrFilesKind(small, &rest) >= 0 || GrFilesIsLeftLock(small);
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
