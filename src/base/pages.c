/* Allocation of large arrays in large memory pages; see pages.h. */
#define _DEFAULT_SOURCE
#include "base/pages.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
  LINE = 64,
  SMALL_PAGE = 1 << 12,
  PAGE = 1 << 21,
  LARGE = 1 << 20
}; /* [bytes] cache line of most machines; sizes of pages; smallest array in large pages */

/* Asks the system for large pages; it may refuse. */
static void AdviseLargePages(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
  const uintptr_t begin = ((uintptr_t)memory + SMALL_PAGE - 1) / SMALL_PAGE * SMALL_PAGE;
  if (bytes >= LARGE)
    (void)madvise((void *)begin, (uintptr_t)memory + bytes - begin, MADV_HUGEPAGE);
#endif
}

static PetscErrorCode GetMemory(size_t bytes, PetscBool clear, int line, const char function[], const char file[],
                                void **memory)
{
  *memory = NULL;
  if (bytes == 0)
    return 0;
  if (posix_memalign(memory, bytes < LARGE ? LINE : PAGE, bytes))
    *memory = NULL;
  if (!*memory)
    return PetscError(PETSC_COMM_SELF, line, function, file, PETSC_ERR_MEM, PETSC_ERROR_INITIAL,
                      "out of memory: %.0f bytes were asked for", (double)bytes);
  AdviseLargePages(*memory, bytes);
  if (clear)
    memset(*memory, 0, bytes);
  return 0;
}

static PetscErrorCode ReturnMemory(void *memory, int line, const char function[], const char file[])
{
  free(memory);
  return 0;
}

static PetscErrorCode ResizeMemory(size_t bytes, int line, const char function[], const char file[], void **memory)
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
  AdviseLargePages(other, bytes);
  *memory = other;
  return 0;
}

static bool IsWatched(int argc, char **argv)
{
  const char *options = getenv("PETSC_OPTIONS");
  bool watched = PetscDefined(USE_DEBUG) || (options && strstr(options, "-malloc"));

  for (int i = 1; i < argc; i++)
    watched = watched || !strncmp(argv[i], "-malloc", 7);
  return watched;
}

PetscErrorCode GrPagesUse(int argc, char **argv)
{
  if (IsWatched(argc, argv))
    return 0;
/* Keep freed memory in the process: arrays are not separate mappings, and the heap is not trimmed. */
#if defined(M_MMAP_MAX) && defined(M_TRIM_THRESHOLD)
  (void)mallopt(M_MMAP_MAX, 0);
  (void)mallopt(M_TRIM_THRESHOLD, -1);
#endif
  return PetscMallocSet(GetMemory, ReturnMemory, ResizeMemory);
}
