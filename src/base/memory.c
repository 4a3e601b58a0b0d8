/* memory: see memory.h. */
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const double small = 1e6; /* bytes that are not worth a look */

/* The number that follows `key` in a file, or is alone in it if the key is ""; infinite if there is none. */
static double NumberIn(const char *path, const char *key)
{
  char line[256];
  double number, found = INFINITY;
  FILE *file = fopen(path, "r");

  while (file && isinf(found) && fgets(line, sizeof(line), file))
    if (strncmp(line, key, strlen(key)) == 0 && sscanf(line + strlen(key), "%lf", &number) == 1)
      found = number;
  if (file)
    fclose(file);
  return found;
}

/* What this process's control group may still take: version 2, or version 1. */
static double ThereInGroup(void)
{
  static const char *const root[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/memory"};
  static const char *const limit[] = {"memory.max", "memory.limit_in_bytes"}, *const used[] = {"memory.current",
                                                                                               "memory.usage_in_bytes"};
  char line[1024], path[2048];
  double there = INFINITY;
  FILE *file = fopen("/proc/self/cgroup", "r");

  while (file && fgets(line, sizeof(line), file)) {
    const int version = strncmp(line, "0::", 3) == 0 ? 0 : 1; /* 0: the second one */
    const char *name = strrchr(line, ':');
    if (!name || (version == 1 && !strstr(line, ":memory:")))
      continue;
    line[strcspn(line, "\n")] = '\0';
    for (int own = 0; own < 2; own++) { /* the group itself; in a container it is the root */
      snprintf(path, sizeof(path), "%s%s/%s", root[version], own ? "" : name + 1, limit[version]);
      const double most = NumberIn(path, "");
      snprintf(path, sizeof(path), "%s%s/%s", root[version], own ? "" : name + 1, used[version]);
      const double now = NumberIn(path, "");
      if (isfinite(most) && isfinite(now))
        there = PetscMin(there, most - now);
    }
  }
  if (file)
    fclose(file);
  return there;
}

static double ThereOnNode(void)
{
  return PetscMin(1024 * NumberIn("/proc/meminfo", "MemAvailable:"), ThereInGroup());
}

static double ThereInAddresses(void)
{
  const double pages = NumberIn("/proc/self/statm", "");
  struct rlimit limit;

  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY || isinf(pages))
    return INFINITY;
  return (double)limit.rlim_cur - pages * (double)sysconf(_SC_PAGESIZE);
}

double GrMemoryThere(void)
{
  return PetscMax(0, PetscMin(ThereOnNode(), ThereInAddresses()));
}

/* What is short on a rank, or its node. */
typedef struct {
  double needed, there;
  int ranks, limited; /* ranks that share it; 1: by the limit of one rank's addresses */
} Shortage;

/* Is there any? Collective. */
static PetscErrorCode LookForMemory(MPI_Comm comm, double bytes, Shortage *s, PetscBool *is_short)
{
  MPI_Comm node;
  double all, least, there = ThereOnNode();

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  PetscCallMPI(MPI_Allreduce(&bytes, &all, 1, MPI_DOUBLE, MPI_SUM, node));
  PetscCallMPI(MPI_Allreduce(&there, &least, 1, MPI_DOUBLE, MPI_MIN, node));
  PetscCallMPI(MPI_Comm_size(node, &s->ranks));
  PetscCallMPI(MPI_Comm_free(&node));
  s->limited = 0;
  s->needed = all;
  s->there = least;
  if (bytes > ThereInAddresses())
    *s = (Shortage){bytes, PetscMax(0, ThereInAddresses()), 1, 1};
  *is_short = (PetscBool)(s->needed > s->there);
  PetscFunctionReturn(0);
}

static PetscErrorCode CheckIndices(MPI_Comm comm, GrExit code, const char *origin, GrDemand d)
{
  int size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  if (d.words && d.n / size >= PETSC_MAX_INT / d.words)
    return GrFail(code,
                  "%s: %" PetscInt64_FMT " %s on %d rank%s do not fit this build's index type; use more ranks or a "
                  "PETSc with 64-bit indices",
                  origin, d.n, d.name, size, size == 1 ? "" : "s");
  PetscFunctionReturn(0);
}

/* Of the first rank that is short. */
static PetscErrorCode RefuseDemand(GrExit code, const char *origin, GrDemand d, const Shortage *s)
{
  char whose[64] = "each rank, whose addresses end there (ulimit -v)";

  if (!s->limited)
    snprintf(whose, sizeof(whose), "the %d rank%s of a node together", s->ranks, s->ranks == 1 ? "" : "s");
  return GrFail(code,
                "%s: %" PetscInt64_FMT
                " %s need at least %.3g GB of memory, and %.3g GB are there for %s; use more nodes, or "
                "fewer of them",
                origin, d.n, d.name, 1e-9 * s->needed, 1e-9 * s->there, whose);
}

PetscErrorCode GrMemoryDemand(MPI_Comm comm, GrExit code, const char *origin, GrDemand d)
{
  Shortage s;
  PetscBool is_short = PETSC_FALSE;
  int rank, size, first;

  PetscFunctionBeginUser;
  if ((double)d.n * d.each < small)
    PetscFunctionReturn(0);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(LookForMemory(comm, (double)d.n * d.each / size, &s, &is_short));
  const int mine = is_short ? rank : size;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm));
  if (first == size)
    PetscFunctionReturn(CheckIndices(comm, code, origin, d));
  PetscCallMPI(MPI_Bcast(&s, sizeof(s), MPI_BYTE, first, comm));
  PetscFunctionReturn(RefuseDemand(code, origin, d, &s));
}
