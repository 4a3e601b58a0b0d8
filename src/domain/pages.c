/* pages: large arrays in large pages of memory; see pages.h. */
#define _DEFAULT_SOURCE
#include "domain/pages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 1 << 21, LARGE = 1 << 20 }; /* [bytes] a large page; what is worth one */

static PetscErrorCode Get(size_t bytes, PetscBool clear, int line, const char function[], const char file[],
                          void **memory)
{
  *memory = NULL;
  if (bytes == 0)
    return 0;
  if (bytes < LARGE)
    *memory = clear ? calloc(1, bytes) : malloc(bytes);
  else if (posix_memalign(memory, PAGE, bytes))
    *memory = NULL;
  if (!*memory)
    return PetscError(PETSC_COMM_SELF, line, function, file, PETSC_ERR_MEM, PETSC_ERROR_INITIAL,
                      "out of memory: %.0f bytes were asked for", (double)bytes);
#ifdef MADV_HUGEPAGE
  if (bytes >= LARGE)
    (void)madvise(*memory, bytes, MADV_HUGEPAGE); /* a hint */
#endif
  if (clear && bytes >= LARGE)
    memset(*memory, 0, bytes);
  return 0;
}

static PetscErrorCode Return(void *memory, int line, const char function[], const char file[])
{
  free(memory);
  return 0;
}

static PetscErrorCode Resize(size_t bytes, int line, const char function[], const char file[], void **memory)
{
  void *other;

  if (bytes == 0) {
    free(*memory);
    *memory = NULL;
    return 0;
  }
  other = realloc(*memory, bytes);
  if (!other)
    return PetscError(PETSC_COMM_SELF, line, function, file, PETSC_ERR_MEM, PETSC_ERROR_INITIAL,
                      "out of memory: %.0f bytes were asked for", (double)bytes);
  *memory = other;
  return 0;
}

static PetscBool Watched(int argc, char **argv)
{
  const char *options = getenv("PETSC_OPTIONS");
  PetscBool watched = (PetscBool)(PetscDefined(USE_DEBUG) || (options && strstr(options, "-malloc")));

  for (int i = 1; i < argc; i++)
    watched = (PetscBool)(watched || !strncmp(argv[i], "-malloc", 7));
  return watched;
}

PetscErrorCode GrPagesUse(int argc, char **argv)
{
  return Watched(argc, argv) ? 0 : PetscMallocSet(Get, Return, Resize);
}
