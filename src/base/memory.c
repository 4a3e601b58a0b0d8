/* Finds the memory that is available on each node, and refuses cases that need more; see memory.h. */
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const double small = 1e6; /* [bytes] smaller demands are not checked */

/* The number after `key` in a file, or the only number in it if the key is ""; infinity if there is none. */
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

/* Memory that this process's control group (version 2 or 1) may still allocate [bytes]. */
static double AvailableInGroup(void)
{
  static const char *const root[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/memory"};
  static const char *const limit[] = {"memory.max", "memory.limit_in_bytes"}, *const used[] = {"memory.current",
                                                                                               "memory.usage_in_bytes"};
  char line[1024], path[2048];
  double available = INFINITY;
  FILE *file = fopen("/proc/self/cgroup", "r");

  while (file && fgets(line, sizeof(line), file)) {
    const int version = strncmp(line, "0::", 3) == 0 ? 0 : 1; /* 0: version 2 */
    const char *name = strrchr(line, ':');
    if (!name || (version == 1 && !strstr(line, ":memory:")))
      continue;
    line[strcspn(line, "\n")] = '\0';
    for (int own = 0; own < 2; own++) { /* own = 1: the root, which is the group itself in a container */
      snprintf(path, sizeof(path), "%s%s/%s", root[version], own ? "" : name + 1, limit[version]);
      const double most = NumberIn(path, "");
      snprintf(path, sizeof(path), "%s%s/%s", root[version], own ? "" : name + 1, used[version]);
      const double now = NumberIn(path, "");
      if (isfinite(most) && isfinite(now))
        available = PetscMin(available, most - now);
    }
  }
  if (file)
    fclose(file);
  return available;
}

static double AvailableOnNode(void)
{
  return PetscMin(1024 * NumberIn("/proc/meminfo", "MemAvailable:"), AvailableInGroup());
}

static double AvailableAddresses(void)
{
  const double pages = NumberIn("/proc/self/statm", "");
  struct rlimit limit;

  if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY || isinf(pages))
    return INFINITY;
  return (double)limit.rlim_cur - pages * (double)sysconf(_SC_PAGESIZE);
}

double GrMemoryAvailable(void)
{
  return PetscMax(0, PetscMin(AvailableOnNode(), AvailableAddresses()));
}

/* Makes the system map the stack for the functions with the largest local variables. Later, when the address space is
   used up, the process could only crash there. */
static void MapStack(void)
{
  enum { STACK = 1 << 20, PAGE = 4096 }; /* [bytes] */
  volatile char stack[STACK];

  for (int at = 0; at < STACK; at += PAGE)
    stack[at] = 0;
  (void)stack[0];
}

PetscErrorCode GrMemoryBegin(bool launched)
{
  /* address space that MPI, PETSc and HDF5 need on Debian 12: 57 MB; 165 MB if a launcher starts the process [bytes] */
  const double start = launched ? 175e6 : 64e6, available = AvailableAddresses();

  if (available < start)
    return GrFail(GR_EXIT_INPUT,
                  "the address space of each process is limited (ulimit -v), and only %.3g MB are left; MPI, PETSc and "
                  "HDF5 need at least %.3g MB to start; raise the limit",
                  1e-6 * PetscMax(0, available), 1e-6 * start);
  MapStack();
  return 0;
}

/* The shortage of memory on a rank or its node [bytes]. */
typedef struct {
  double needed, available;
  int ranks, limited; /* ranks that share the memory; 1: the address space of one rank is too small */
} Shortage;

/* Compares the demand of this rank [bytes] with the available memory. Collective. */
static PetscErrorCode LookForMemory(MPI_Comm comm, double bytes, Shortage *s)
{
  MPI_Comm node;
  const double available = AvailableOnNode();

  PetscCallMPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node));
  PetscCallMPI(MPI_Allreduce(&bytes, &s->needed, 1, MPI_DOUBLE, MPI_SUM, node));
  PetscCallMPI(MPI_Allreduce(&available, &s->available, 1, MPI_DOUBLE, MPI_MIN, node));
  PetscCallMPI(MPI_Comm_size(node, &s->ranks));
  PetscCallMPI(MPI_Comm_free(&node));
  s->limited = 0;
  if (bytes > AvailableAddresses())
    *s = (Shortage){bytes, PetscMax(0, AvailableAddresses()), 1, 1};
  return 0;
}

static PetscErrorCode CheckIndices(MPI_Comm comm, GrExit code, const char *origin, GrDemand d)
{
  int size;

  PetscCallMPI(MPI_Comm_size(comm, &size));
  if (d.words && d.n / size >= PETSC_MAX_INT / d.words)
    return GrFail(code,
                  "%s: %" PetscInt64_FMT
                  " %s on %d rank%s do not fit this build's index type; use more ranks or a PETSc with 64-bit indices",
                  origin, d.n, d.name, size, size == 1 ? "" : "s");
  return 0;
}

PetscErrorCode GrMemoryDemand(MPI_Comm comm, GrExit code, const char *origin, GrDemand d)
{
  Shortage s;
  int rank, size, first;

  if ((double)d.n * d.each < small)
    return 0;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(LookForMemory(comm, (double)d.n * d.each / size, &s));
  const int mine = s.needed > s.available ? rank : size;
  PetscCallMPI(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm));
  if (first == size)
    return CheckIndices(comm, code, origin, d);
  PetscCallMPI(MPI_Bcast(&s, sizeof(s), MPI_BYTE, first, comm));
  char whose[64] = "each rank, whose address space is limited (ulimit -v)";
  if (!s.limited)
    snprintf(whose, sizeof(whose), "the %d rank%s of a node", s.ranks, s.ranks == 1 ? "" : "s");
  return GrFail(
      code,
      "%s: %" PetscInt64_FMT
      " %s need at least %.3g GB of memory, but only %.3g GB are available to %s; use more nodes, or fewer of them",
      origin, d.n, d.name, 1e-9 * s.needed, 1e-9 * s.available, whose);
}
