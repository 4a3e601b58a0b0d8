/* The inside of a results file, shared by the files that write into it. */
#ifndef GRANUM_IO_H5_RESULTS_FILE_H
#define GRANUM_IO_H5_RESULTS_FILE_H

#include "io/h5/hdf5_call.h"

#include <granum/results.h>

/* A dataset that grows, by its first dimension. */
typedef struct {
  char *path;
  haddr_t header;  /* where its object header begins in the file */
  hsize_t room;    /* entries that there is room for: as long as HDF5 takes it to be */
  hsize_t reached; /* entries that have been written: as long as readers find it after a sync */
  hsize_t width;   /* of one that widens: entries of the second dimension that are kept then; 0: all */
  PetscBool cut;   /* the room for others is given up when the file is closed */
} GrGrowing;

typedef struct GrScale_ *GrScale; /* an axis with a name; scale.c */

struct GrResults_ {
  MPI_Comm comm;
  char *path;
  char *part;          /* its name before the first sync; NULL: it has its own */
  PetscBool continued; /* it was opened, not created */
  PetscBool looks;     /* it is only looked at: what would be written is not */
  hsize_t given;       /* bytes that a file had when it was opened; 0: it was created */
  hid_t file;
  hid_t transfer;       /* every rank takes part in each data transfer */
  int descriptor;       /* of the file for the system, on the first rank; -1 elsewhere */
  off_t seen;           /* its bytes after the last sync, on the first rank; 0: none yet */
  PetscBool packs;      /* its datasets may be compressed or of single precision */
  hsize_t alignment;    /* [bytes] of what is large; 0: none */
  PetscBool direct;     /* rows are written past HDF5: */
  int writer;           /* by this descriptor */
  PetscBool wrote;      /* since the last sync */
  PetscErrorCode error; /* the first failure of it on this rank */
  hsize_t needed;       /* bytes that HDF5 has allocated, at most */
  hsize_t reserved;     /* bytes from the start that have room on the disk */
  int n_growing;
  GrGrowing *growing;
  int n_scales;
  struct GrScale_ *scale;
  PetscBool settled; /* axes get no more names */
  MPI_File mpi_file; /* of whole_write.c */
  PetscBool given_up;
  GrResults next;
};

/* The context "ACTION OBJECT" on this file. */
static inline GrErrorContext GrResultsErrorContext(GrResults results, const char *action, const char *object)
{
  return (GrErrorContext){results->comm, results->path, action, object};
}

/* whole_write.c. HDF5's writes into an open file fail on all ranks or on none, until it is closed. */
PetscErrorCode GrResultsWholeBegin(GrResults results);
void GrResultsWholeEnd(GrResults results);

/* Before the first file is opened: ranks are to write without aggregators. */
void GrResultsWriteAlone(void);

/* The name that the file has now. */
static inline const char *GrResultsName(GrResults results)
{
  return results->part ? results->part : results->path;
}

/* Collective. Opens the group of this path, making it and its parents where they are missing. */
PetscErrorCode GrResultsGroup(GrResults results, const char *path, hid_t *group);

/* Fixed-length UTF-8 of this many bytes (at least one): HDF5 cannot write variable-length strings from several
   ranks. */
PetscErrorCode GrHdf5StringType(size_t length, hid_t *type);

/* What HDF5 stores beside the data, at most: for a dataset or text with its attributes and groups, and for a chunk. */
enum { GR_ALIGNED_FROM = 16 }; /* times the alignment */
enum { GR_BYTES_OBJECT = 16384, GR_BYTES_CHUNK = 256 };

/* Collective. Room on the disk for so many bytes more; GrFail(GR_EXIT_FILE, ...) if there is none for `object`. */
PetscErrorCode GrResultsReserve(GrResults results, const char *object, hsize_t bytes);

/* Collective. GrFailAgree, and the first rank tells how long the file is: after a flush, which cuts it to what HDF5 has
   allocated. */
PetscErrorCode GrResultsAgreeSize(GrResults results, PetscErrorCode error);

/* Collective. From now on an open dataset is one that grows: growing[number - 1], with nothing reached. */
PetscErrorCode GrResultsGrows(GrResults results, const char *path, hid_t dataset, hsize_t room, int *number);

/* First rank; others do nothing. Readers find these datasets as long as they have been written. To be called after a
   flush, which shows the room as well. */
PetscErrorCode GrResultsShow(GrResults results);

/* First rank; others do nothing. Gives up the room that is to be cut, in a file that all have closed. */
PetscErrorCode GrResultsShorten(GrResults results);

/* undo.c, on the first rank; others do nothing. Before HDF5 changes the tables of a dataset that grows: what a kill
   would damage is kept in PATH.undo, until it is dropped. Before a file is opened: puts it back, if a killed run has
   left it, and drops it. 0, or the number of an error. For those who only read, on any rank: fails where there is
   something to put back, and says what does. */
int GrResultsUndoKeep(GrResults results, const GrGrowing *growing);
void GrResultsUndoDrop(GrResults results);
int GrResultsUndoApply(const char *path);
PetscErrorCode GrResultsUndoNone(const char *path);

/* undo.c, the same: a dataset that grows has only so many entries, and HDF5 will know of no others. Before it is
   opened. extent.c: an open one shows at most so many. */
int GrResultsCut(GrResults results, haddr_t header, hsize_t entries);
int GrResultsShowMost(int file, const GrGrowing *growing);

PetscErrorCode GrResultsForget(GrResults results); /* the list of them */

/* Collective. A text with room for so many bytes; in a file that was opened it is written anew, in its place. */
PetscErrorCode GrResultsNote(GrResults results, const char *path, const char *description, size_t room,
                             const char *text);

/* First rank; others do nothing. Keeps other programs from opening the file for writing; one that has it so already is
   a failure. */
PetscErrorCode GrResultsGuard(GrResults results);

/* First rank; others do nothing. Fails if another program has removed, replaced or damaged the file: before a sync, and
   before it is closed. */
PetscErrorCode GrResultsCheck(GrResults results);

/* Collective, when the first rank has opened the file and before MPI does: a rank that cannot would leave the others
   waiting inside MPI. From then on ranks write rows to the file by themselves (io/h5/put.c, direct.c), unless it is
   only tried. */
PetscErrorCode GrResultsDirectOpen(GrResults results, PetscBool tried);

/* What fails is kept until all are told: what has failed on this rank so far, for GrFailAgree. */
PetscErrorCode GrResultsDirectFlush(GrResults results); /* the rows of this rank are on the disk */
PetscErrorCode GrResultsDirectClose(GrResults results);

/* Bytes of this rank, from `at` in the file on; `object` is their name. What fails is kept. */
void GrResultsPut(GrResults results, const char *object, haddr_t at, const void *data, size_t n);

/* Collective. Fails if a rank could not write rows. */
PetscErrorCode GrResultsSettle(GrResults results);

void GrResultsSeen(GrResults results); /* it is known to be this long from here on */

/* Collective. A scalar attribute of an object, of this type in memory and in the file. */
PetscErrorCode GrResultsScalar(GrResults results, hid_t object, const char *name, hid_t type, const void *value);

/* Collective. A scalar string attribute of an object, of variable length, as the units module's words are. */
PetscErrorCode GrResultsWord(GrResults results, hid_t object, const char *name, const char *word);

/* Collective. The attributes `unit` (in the form of H5MD's units module) and `description`. */
PetscErrorCode GrResultsDescribe(GrResults results, hid_t object, const char *unit, const char *description);

/* "group/name" without a leading slash; free with PetscFree. */
PetscErrorCode GrResultsJoin(const char *group, const char *name, char **path);

#endif
