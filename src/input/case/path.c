/* Paths of files that a case names, which are relative to the folder of the case. */
#include "case/case.h"
#include <granum/error.h>
#include <string.h>

PetscErrorCode GrCaseFile(const GrCase *the_case, const char *file, size_t size, char path[])
{
  const char *slash = strrchr(the_case->file, '/');
  int folder = slash && *file != '/' ? (int)(slash - the_case->file) + 1 : 0;
  if (snprintf(path, size, "%.*s%s", folder, the_case->file, file) >= (int)size)
    PetscCall(GrFail(GR_EXIT_INPUT, "%s: the path is too long; move the file, or the input", file));
  return 0;
}
