/* Counts the MPI calls of each rank at MPI's profiling interface. Tests preload this library. MPI_COUNT names a
   folder. In MPI_Finalize each rank writes a file with its number into it. It has a line for each operation and call
   site: name, ranks of the communicator, calls, bytes sent by this rank, the numbers of the receiving ranks
   (separated by commas, or `-`), and the return addresses up to main, innermost first. Rows `own`, `files` and
   `shared` have the resident bytes at that time: private memory, pages of programs and libraries, and pages shared
   with other processes, such as MPI's segments on a node. Only Linux provides them. A message of a persistent
   request counts each time it is started. Tables have a fixed size, so that memory does not grow with the number of
   ranks. Messages inside MPI's own input and output are not counted. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <link.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4096, DEPTH = 40, KEPT = 12, RANKS = 1024, REQUESTS = 65536 };

typedef struct {
  const char *name;
  int size, depth, is_message;
  long long calls, bytes;
  uintptr_t place[KEPT];
  unsigned char partner[RANKS / 8];
} Row;

/* A persistent send request. */
typedef struct {
  MPI_Request request;
  int to;
  long long bytes;
  MPI_Comm comm;
} Lasting;

static Row row[ROWS];
static Lasting lasting[REQUESTS];
static int rows, requests;
static uintptr_t begin, end; /* address range of the program */

static int FindProgram(struct dl_phdr_info *info, size_t size, void *data)
{
  begin = info->dlpi_addr;
  for (int k = 0; k < info->dlpi_phnum; k++)
    if (info->dlpi_phdr[k].p_type == PT_LOAD && begin + info->dlpi_phdr[k].p_vaddr + info->dlpi_phdr[k].p_memsz > end)
      end = begin + info->dlpi_phdr[k].p_vaddr + info->dlpi_phdr[k].p_memsz;
  return 1; /* the program comes first */
}

static int Places(uintptr_t place[KEPT])
{
  void *frame[DEPTH];
  const int n = backtrace(frame, DEPTH);
  int kept = 0;

  if (!end)
    dl_iterate_phdr(FindProgram, NULL);
  for (int k = 0; k < n && kept < KEPT; k++)
    if ((uintptr_t)frame[k] >= begin && (uintptr_t)frame[k] < end)
      place[kept++] = (uintptr_t)frame[k] - begin;
  return kept;
}

static Row *FindRow(const char *name, MPI_Comm comm)
{
  uintptr_t place[KEPT] = {0};
  const int depth = Places(place);
  int size = 0;

  if (comm != MPI_COMM_NULL)
    PMPI_Comm_size(comm, &size);
  for (int k = 0; k < rows; k++)
    if (row[k].name == name && row[k].size == size && memcmp(row[k].place, place, sizeof(place)) == 0)
      return &row[k];
  if (rows == ROWS)
    return &row[ROWS - 1];
  row[rows] = (Row){.name = name, .size = size, .depth = depth};
  memcpy(row[rows].place, place, sizeof(place));
  return &row[rows++];
}

static long long Bytes(int n, MPI_Datatype type)
{
  int size = 0;
  if (type == MPI_DATATYPE_NULL || n <= 0)
    return 0;
  PMPI_Type_size(type, &size);
  return (long long)n * size;
}

static void Count(const char *name, MPI_Comm comm, long long bytes)
{
  Row *r = FindRow(name, comm);
  r->calls++;
  r->bytes += bytes;
}

static void CountMessage(const char *name, MPI_Comm comm, int to, long long bytes)
{
  Row *r = FindRow(name, comm);
  MPI_Group group, world;
  int there = to;

  if (to == MPI_PROC_NULL)
    return;
  PMPI_Comm_group(comm, &group);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_translate_ranks(group, 1, &to, world, &there);
  PMPI_Group_free(&group);
  PMPI_Group_free(&world);
  r->calls++;
  r->bytes += bytes;
  r->is_message = 1;
  if (there >= 0 && there < RANKS)
    r->partner[there / 8] |= (unsigned char)(1 << there % 8);
}

static void CountStart(MPI_Request request)
{
  for (int k = 0; k < requests; k++)
    if (lasting[k].request == request)
      CountMessage("MPI_Start", lasting[k].comm, lasting[k].to, lasting[k].bytes);
}

static void WriteRow(FILE *out, const Row *r)
{
  int any = 0;

  fprintf(out, "%s %d %lld %lld ", r->name, r->size, r->calls, r->bytes);
  for (int p = 0; p < RANKS; p++)
    if (r->partner[p / 8] >> p % 8 & 1)
      fprintf(out, any++ ? ",%d" : "%d", p);
  fprintf(out, any ? " " : "- ");
  for (int k = 0; k < r->depth; k++)
    fprintf(out, k ? ",%lx" : "%lx", (unsigned long)r->place[k]);
  fprintf(out, "\n");
}

static void WriteMemory(FILE *out)
{
  static const char *const of[][2] = {{"RssAnon:", "own"}, {"RssFile:", "files"}, {"RssShmem:", "shared"}};
  FILE *in = fopen("/proc/self/status", "r");
  char line[256];
  long long kilobytes;

  while (in && fgets(line, sizeof(line), in))
    for (int k = 0; k < 3; k++)
      if (strncmp(line, of[k][0], strlen(of[k][0])) == 0 && sscanf(strchr(line, ':') + 1, "%lld", &kilobytes) == 1)
        fprintf(out, "RSS_%s 0 0 %lld -\n", of[k][1], 1024 * kilobytes);
  if (in)
    fclose(in);
}

static void WriteRows(void)
{
  const char *folder = getenv("MPI_COUNT");
  char path[4096];
  int rank;

  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  snprintf(path, sizeof(path), "%s/%d", folder ? folder : ".", rank);
  FILE *out = fopen(path, "w");
  for (int k = 0; out && k < rows; k++)
    WriteRow(out, &row[k]);
  if (out) {
    WriteMemory(out);
    fclose(out);
  }
}

int MPI_Finalize(void)
{
  WriteRows();
  return PMPI_Finalize();
}

/* Defines wrappers of collective operations: parameters, arguments, communicator, bytes. */
#define COLLECTIVE(name, parameters, arguments, comm, bytes)                                                           \
  int MPI_##name parameters                                                                                            \
  {                                                                                                                    \
    Count("MPI_" #name, comm, bytes);                                                                                  \
    return PMPI_##name arguments;                                                                                      \
  }

COLLECTIVE(Barrier, (MPI_Comm c), (c), c, 0)
COLLECTIVE(Ibarrier, (MPI_Comm c, MPI_Request *r), (c, r), c, 0)
COLLECTIVE(Bcast, (void *b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c), c, Bytes(n, t))
COLLECTIVE(Reduce, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c),
           (b, to, n, t, op, root, c), c, Bytes(n, t))
COLLECTIVE(Allreduce, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c), (b, to, n, t, op, c), c,
           Bytes(n, t))
COLLECTIVE(Iallreduce, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c, MPI_Request *r),
           (b, to, n, t, op, c, r), c, Bytes(n, t))
COLLECTIVE(Scan, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c), (b, to, n, t, op, c), c,
           Bytes(n, t))
COLLECTIVE(Exscan, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c), (b, to, n, t, op, c), c,
           Bytes(n, t))
COLLECTIVE(Gather, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u, int root, MPI_Comm c),
           (b, n, t, to, m, u, root, c), c, Bytes(n, t))
COLLECTIVE(Gatherv,
           (const void *b, int n, MPI_Datatype t, void *to, const int m[], const int at[], MPI_Datatype u, int root,
            MPI_Comm c),
           (b, n, t, to, m, at, u, root, c), c, Bytes(n, t))
COLLECTIVE(Scatter, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u, int root, MPI_Comm c),
           (b, n, t, to, m, u, root, c), c, Bytes(m, u))
COLLECTIVE(Scatterv,
           (const void *b, const int n[], const int at[], MPI_Datatype t, void *to, int m, MPI_Datatype u, int root,
            MPI_Comm c),
           (b, n, at, t, to, m, u, root, c), c, Bytes(m, u))
COLLECTIVE(Allgather, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u, MPI_Comm c),
           (b, n, t, to, m, u, c), c, Bytes(m, u))
COLLECTIVE(Allgatherv,
           (const void *b, int n, MPI_Datatype t, void *to, const int m[], const int at[], MPI_Datatype u, MPI_Comm c),
           (b, n, t, to, m, at, u, c), c, Bytes(n, t))
COLLECTIVE(Alltoall, (const void *b, int n, MPI_Datatype t, void *to, int m, MPI_Datatype u, MPI_Comm c),
           (b, n, t, to, m, u, c), c, Bytes(n, t))
COLLECTIVE(Alltoallv,
           (const void *b, const int n[], const int at[], MPI_Datatype t, void *to, const int m[], const int into[],
            MPI_Datatype u, MPI_Comm c),
           (b, n, at, t, to, m, into, u, c), c, 0)
COLLECTIVE(Reduce_scatter, (const void *b, void *to, const int n[], MPI_Datatype t, MPI_Op op, MPI_Comm c),
           (b, to, n, t, op, c), c, 0)
COLLECTIVE(Reduce_scatter_block, (const void *b, void *to, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),
           (b, to, n, t, op, c), c, Bytes(n, t))
COLLECTIVE(Comm_dup, (MPI_Comm c, MPI_Comm *to), (c, to), c, 0)
COLLECTIVE(Comm_create, (MPI_Comm c, MPI_Group g, MPI_Comm *to), (c, g, to), c, 0)
COLLECTIVE(Comm_split, (MPI_Comm c, int color, int key, MPI_Comm *to), (c, color, key, to), c, 0)
COLLECTIVE(Comm_split_type, (MPI_Comm c, int type, int key, MPI_Info i, MPI_Comm *to), (c, type, key, i, to), c, 0)
COLLECTIVE(File_open, (MPI_Comm c, const char *name, int mode, MPI_Info i, MPI_File *f), (c, name, mode, i, f), c, 0)
COLLECTIVE(File_close, (MPI_File * f), (f), MPI_COMM_NULL, 0)
COLLECTIVE(File_set_size, (MPI_File f, MPI_Offset size), (f, size), MPI_COMM_NULL, 0)
COLLECTIVE(File_sync, (MPI_File f), (f), MPI_COMM_NULL, 0)
COLLECTIVE(File_set_view, (MPI_File f, MPI_Offset at, MPI_Datatype t, MPI_Datatype u, const char *name, MPI_Info i),
           (f, at, t, u, name, i), MPI_COMM_NULL, 0)
COLLECTIVE(File_write_at_all, (MPI_File f, MPI_Offset at, const void *b, int n, MPI_Datatype t, MPI_Status *s),
           (f, at, b, n, t, s), MPI_COMM_NULL, Bytes(n, t))
COLLECTIVE(File_read_at_all, (MPI_File f, MPI_Offset at, void *b, int n, MPI_Datatype t, MPI_Status *s),
           (f, at, b, n, t, s), MPI_COMM_NULL, Bytes(n, t))

/* Defines wrappers of messages to another rank. */
#define MESSAGE(name)                                                                                                  \
  int MPI_##name(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c)                                    \
  {                                                                                                                    \
    CountMessage("MPI_" #name, c, to, Bytes(n, t));                                                                    \
    return PMPI_##name(b, n, t, to, tag, c);                                                                           \
  }
#define NONBLOCKING_MESSAGE(name)                                                                                      \
  int MPI_##name(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r)                    \
  {                                                                                                                    \
    CountMessage("MPI_" #name, c, to, Bytes(n, t));                                                                    \
    return PMPI_##name(b, n, t, to, tag, c, r);                                                                        \
  }

MESSAGE(Send)
MESSAGE(Ssend)
MESSAGE(Rsend)
NONBLOCKING_MESSAGE(Isend)
NONBLOCKING_MESSAGE(Issend)
NONBLOCKING_MESSAGE(Irsend)

int MPI_Sendrecv(const void *b, int n, MPI_Datatype t, int to, int tag, void *into, int m, MPI_Datatype u, int from,
                 int other, MPI_Comm c, MPI_Status *s)
{
  CountMessage("MPI_Sendrecv", c, to, Bytes(n, t));
  return PMPI_Sendrecv(b, n, t, to, tag, into, m, u, from, other, c, s);
}

int MPI_Send_init(const void *b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request *r)
{
  const int code = PMPI_Send_init(b, n, t, to, tag, c, r);
  if (requests < REQUESTS)
    lasting[requests++] = (Lasting){*r, to, Bytes(n, t), c};
  return code;
}

int MPI_Request_free(MPI_Request *r)
{
  for (int k = requests - 1; k >= 0; k--)
    if (lasting[k].request == *r)
      lasting[k] = lasting[--requests];
  return PMPI_Request_free(r);
}

int MPI_Start(MPI_Request *r)
{
  CountStart(*r);
  return PMPI_Start(r);
}

int MPI_Startall(int n, MPI_Request r[])
{
  for (int k = 0; k < n; k++)
    CountStart(r[k]);
  return PMPI_Startall(n, r);
}
