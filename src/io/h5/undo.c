/* undo: how a results file survives a kill while HDF5 changes its tables.

   As a rule HDF5 does not change them: datasets are made with room for all that is planned (extent.c), and of chunks
   that are compressed HDF5 changes only the entries beyond what is shown, each in its place. Only a dataset that gets
   more room (a run that is gone on with, frames that become wider) or gives it up (at the end) has its tree of chunks
   changed in several places, and a run that is killed in between would leave a file that cannot be read.

   So before that the first rank keeps what is there: the superblock, the header of the dataset and the nodes of its
   tree go to PATH.undo, each as place, length, checksum and bytes, and the file goes when a sync has ended. Until then
   what was shown before is not overwritten: new nodes and chunks take room of their own, and no chunk with rows of
   before is moved (series.c makes widths whole chunks where these are compressed). Whoever opens the results of a run
   that was killed puts the records back, the last one first, so that of each place the oldest counts; one that is not
   whole was not followed by a change.

   Chunks beyond what is shown may be damaged in a killed run where they are compressed, and two may have the same
   place. HDF5 would read them before it writes rows into them. So when a run goes on, before HDF5 looks at the dataset,
   its tree is cut where the new frames begin, and HDF5 makes them anew; their old places are given up.

   Layout (HDF5 File Format Specification 3.0, III.A.1 and IV.A.2.i, version 3): the message of the layout has the
   number of dimensions, one more than the dataset, and the place of the tree. A node: "TREE", type, level, entries (2
   bytes), two neighbours; then keys (size, mask, and a place in the dataset, 8 bytes each way) and children by
   turns. */
#include "io/h5/object_header.h"
#include "io/h5/put.h"
#include "io/h5/results_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TYPE_LAYOUT = 8, LAYOUT_LEAST = 11, NODE_HEAD = 24, NODE_ENTRIES = 64, DIMENSIONS_MAX = 4 };
enum { SUPERBLOCK = 48, SUPERBLOCK_END = 28 }; /* bytes; where the length of the file stands in it */
enum { NODE_MAX = NODE_HEAD + NODE_ENTRIES * 8 + (NODE_ENTRIES + 1) * (8 + 8 * DIMENSIONS_MAX) };

/* Of a record; the bytes follow. */
typedef struct {
  uint64_t at, length, checksum;
} Record;

static void NameUndo(const GrResults results, char name[PETSC_MAX_PATH_LEN])
{
  snprintf(name, PETSC_MAX_PATH_LEN, "%s.undo", results->path);
}

/* All of these give 0 or the number of an error. */
static int KeepBytes(int undo, uint64_t at, const unsigned char *bytes, size_t n)
{
  const Record record = {at, n, GrHdf5Checksum(bytes, n)};
  const off_t end = lseek(undo, 0, SEEK_END);
  int error = end < 0 ? errno : GrResultsWriteBytes(undo, (const char *)&record, sizeof(record), end);
  return error ? error : GrResultsWriteBytes(undo, (const char *)bytes, n, end + (off_t)sizeof(record));
}

static int ReadBytes(int file, uint64_t at, unsigned char *bytes, size_t n)
{
  const ssize_t got = pread(file, bytes, n, (off_t)at);
  return got == (ssize_t)n ? 0 : got < 0 ? errno : EIO;
}

/* A node, and those below it. */
static int KeepTree(int file, int undo, uint64_t at, int dimensions)
{
  const size_t key = (size_t)(8 + 8 * dimensions), n = NODE_HEAD + NODE_ENTRIES * 8 + (NODE_ENTRIES + 1) * key;
  unsigned char node[NODE_MAX];
  int error = ReadBytes(file, at, node, n);

  if (!error && memcmp(node, "TREE", 4) != 0)
    error = EIO;
  error = error ? error : KeepBytes(undo, at, node, n);
  const int entries = error || node[5] == 0 ? 0 : (int)PetscMin(GrHdf5Number(node + 6, 2), NODE_ENTRIES);
  for (int k = 0; k < entries && !error; k++)
    error = KeepTree(file, undo, GrHdf5Number(node + NODE_HEAD + key + (size_t)k * (key + 8), 8), dimensions);
  return error;
}

/* The header of a dataset, and where its tree is; UINT64_MAX: it has none. */
typedef struct {
  unsigned char bytes[GR_HDF5_HEADER_MAX];
  size_t length;
  uint64_t tree;
  int dimensions;
} Head;

static int ReadHead(int file, haddr_t header, Head *head)
{
  unsigned char *bytes = head->bytes;
  const ssize_t n = pread(file, bytes, sizeof(head->bytes), (off_t)header);
  GrHdf5Header found;

  if (n < 0)
    return errno;
  if (!GrHdf5HeaderFind(bytes, (size_t)n, &found))
    return EIO;
  const size_t layout = GrHdf5Message(&found, TYPE_LAYOUT, LAYOUT_LEAST);
  if (layout == 0 || bytes[layout] != 3 || bytes[layout + 1] != 2 || bytes[layout + 2] > DIMENSIONS_MAX)
    return EIO;
  head->length = found.end + GR_HDF5_CHECKSUM;
  head->tree = GrHdf5Number(bytes + layout + 3, 8);
  head->dimensions = bytes[layout + 2];
  return 0;
}

static int KeepDataset(int file, int undo, haddr_t header)
{
  Head head;
  int error = ReadHead(file, header, &head);

  error = error ? error : KeepBytes(undo, header, head.bytes, head.length);
  return error || head.tree == UINT64_MAX ? error : KeepTree(file, undo, head.tree, head.dimensions);
}

/* Of a node and the last one below it that is left, those children go that begin at this entry or behind. */
static int CutTree(int file, uint64_t at, int dimensions, uint64_t end)
{
  const size_t key = (size_t)(8 + 8 * dimensions), n = NODE_HEAD + NODE_ENTRIES * 8 + (NODE_ENTRIES + 1) * key;
  unsigned char node[NODE_MAX];
  int error = ReadBytes(file, at, node, n), kept = 0;

  if (!error && memcmp(node, "TREE", 4) != 0)
    error = EIO;
  const int entries = error ? 0 : (int)PetscMin(GrHdf5Number(node + 6, 2), NODE_ENTRIES);
  while (kept < entries && GrHdf5Number(node + NODE_HEAD + (size_t)kept * (key + 8) + 8, 8) < end)
    kept++;
  if (!error && kept > 0 && node[5] > 0)
    error = CutTree(file, GrHdf5Number(node + NODE_HEAD + (size_t)kept * (key + 8) - 8, 8), dimensions, end);
  if (error || kept == entries)
    return error;
  node[5] = kept > 0 ? node[5] : 0;
  node[6] = (unsigned char)kept;
  node[7] = 0;
  memset(node + 16, 0xff, 8); /* nothing to the right */
  return GrResultsWriteBytes(file, (const char *)node, NODE_HEAD, (off_t)at);
}

int GrResultsCut(const GrResults r, haddr_t header, hsize_t end)
{
  const GrGrowing shown = {.header = header, .reached = end};
  Head head;

  if (r->descriptor < 0 || r->looks)
    return 0;
  int error = ReadHead(r->descriptor, header, &head);
  error = error ? error : GrResultsShowMost(r->descriptor, &shown);
  return error || head.tree == UINT64_MAX ? error : CutTree(r->descriptor, head.tree, head.dimensions, end);
}

int GrResultsUndoKeep(const GrResults r, const GrGrowing *growing)
{
  char name[PETSC_MAX_PATH_LEN];
  unsigned char superblock[SUPERBLOCK];

  if (r->descriptor < 0 || r->part || r->looks)
    return 0;
  NameUndo(r, name);
  const int undo = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (undo < 0)
    return errno;
  int error = ReadBytes(r->descriptor, 0, superblock, sizeof(superblock));
  error = error ? error : KeepBytes(undo, 0, superblock, sizeof(superblock));
  error = error ? error : KeepDataset(r->descriptor, undo, growing->header);
  error = error || fdatasync(undo) == 0 ? error : errno;
  close(undo);
  return error;
}

void GrResultsUndoDrop(const GrResults r)
{
  char name[PETSC_MAX_PATH_LEN];

  NameUndo(r, name);
  if (r->descriptor >= 0 && !r->looks)
    (void)unlink(name);
}

/* Where the record after the one at `begin` begins; 0: it is not whole. */
static size_t NextRecord(const unsigned char *all, size_t n, size_t begin, Record *record)
{
  const size_t bytes = begin + sizeof(*record);

  if (bytes > n)
    return 0;
  memcpy(record, all + begin, sizeof(*record));
  if (record->length > n - bytes || GrHdf5Checksum(all + bytes, (size_t)record->length) != record->checksum)
    return 0;
  return bytes + (size_t)record->length;
}

/* The last record first; then the file is as long as its superblock says, whatever was cut off behind. */
static int PutBack(int file, const unsigned char *all, size_t n)
{
  size_t *begin = malloc((n / sizeof(Record) + 1) * sizeof(*begin)), records = 0, next = 0;
  unsigned char superblock[SUPERBLOCK];
  struct stat status;
  Record record;
  int error = begin ? 0 : ENOMEM;

  for (size_t at = 0; !error && (next = NextRecord(all, n, at, &record)) > 0; at = next)
    begin[records++] = at;
  while (!error && records-- > 0) {
    const unsigned char *bytes = all + begin[records] + sizeof(record);
    (void)NextRecord(all, n, begin[records], &record);
    error = GrResultsWriteBytes(file, (const char *)bytes, (size_t)record.length, (off_t)record.at);
  }
  free(begin);
  error = error ? error : ReadBytes(file, 0, superblock, sizeof(superblock));
  const off_t end = error ? 0 : (off_t)GrHdf5Number(superblock + SUPERBLOCK_END, 8);
  if (!error && (fstat(file, &status) != 0 || (status.st_size < end && ftruncate(file, end) != 0)))
    error = errno;
  return error;
}

static int ReadAll(int undo, unsigned char **all, size_t *n)
{
  struct stat status;

  if (fstat(undo, &status) != 0)
    return errno;
  *n = (size_t)status.st_size;
  *all = malloc(*n + 1);
  return *all ? ReadBytes(undo, 0, *all, *n) : ENOMEM;
}

PetscErrorCode GrResultsUndoNone(const char *path)
{
  char name[PETSC_MAX_PATH_LEN];

  snprintf(name, sizeof(name), "%s.undo", path);
  if (access(name, F_OK) != 0)
    return 0;
  const char *slash = strrchr(path, '/');
  const int length = slash ? (int)(slash - path) : 1;
  return GrFail(GR_EXIT_FILE,
                "%s: its run was killed, or is at work, while it changes the tables of the file; write 'granum info "
                "%.*s', which puts a killed one right",
                path, PetscMax(length, 1), slash ? path : ".");
}

int GrResultsUndoApply(const char *path)
{
  char name[PETSC_MAX_PATH_LEN];
  unsigned char *all = NULL;
  size_t n = 0;

  snprintf(name, sizeof(name), "%s.undo", path);
  const int undo = open(name, O_RDONLY | O_CLOEXEC), file = undo < 0 ? -1 : open(path, O_RDWR | O_CLOEXEC);
  if (undo < 0)
    return errno == ENOENT ? 0 : errno;
  int error = file < 0 ? errno : ReadAll(undo, &all, &n);
  error = error ? error : PutBack(file, all, n);
  error = error || fdatasync(file) == 0 ? error : errno;
  error = error || unlink(name) == 0 ? error : errno;
  free(all);
  close(undo);
  if (file >= 0)
    close(file);
  return error;
}
