/* Internals of a results file, shared by the files that write into it.

   During a run the values are in the data file. The first rank creates it alone, with the planned size of every
   dataset. Then all ranks open it and write only values, so that neither a kill nor a failure of one rank damages
   its structure. (HDF5 1.10 hangs if one of several ranks cannot write its share of the structure.) Readers open
   the results file: at each sync the first rank replaces it by a file with virtual datasets that show the entries
   written so far (copy.c). When a run is complete, the data file, or a copy of it with exact sizes, becomes the
   results file.

   On many ranks only writers open the data file. A writer is the first rank of a team of consecutive ranks, whose rows
   it writes in large pieces. By default there is one team for each node: opens, writes and syncs then grow with the
   number of nodes, not of ranks. In collective transfers MPI-IO itself gathers rows, and there are no teams. */
#ifndef GRANUM_IO_H5_RESULTS_FILE_H
#define GRANUM_IO_H5_RESULTS_FILE_H

#include "io/h5/hdf5_call.h"

#include <granum/results.h>

typedef struct GrDataset_ GrDataset;
typedef struct GrWaiting_ GrWaiting; /* dataset.h */

struct GrResults_ {
  MPI_Comm comm;
  int rank, size; /* of the communicator */
  char *path;     /* name of the results file */
  char *data;     /* name of the data file */
  GrResultsAccess access;
  PetscBool continued;  /* the file was opened, not created */
  PetscBool check_only; /* nothing is written: only checks whether the file can be continued */
  PetscBool finished; /* the open file is the plain file of a completed run; it is copied before anything is written */
  PetscBool ready;    /* all datasets have been created */
  PetscBool alone;    /* only the first rank has the data file open, to create datasets and groups */
  MPI_Comm team;      /* the ranks whose rows its first rank, the writer, writes; MPI_COMM_NULL: each rank writes */
  MPI_Comm writers;   /* the first ranks of the teams; MPI_COMM_NULL on the other ranks */
  int place;          /* of this rank in `writers`; -1: it is not one of them */
  PetscBool gathers;  /* the writers open the data file together, not all ranks */
  PetscBool idle;     /* the data file is open, but not on this rank */
  PetscBool aborts;   /* a failure of HDF5 ends the job (hdf5_call.h) */
  hid_t file;         /* the file that is open */
  hid_t transfer;     /* how ranks transfer rows: independently, or all of them together */
  int n_kept;
  GrDataset **kept;   /* datasets that are kept open; they are reopened when a copy replaces the file */
  GrWaiting *waiting; /* rows that are written when all ranks have the file open */
};

/* The context "ACTION OBJECT" on this file. */
static inline GrErrorContext GrResultsErrorContext(GrResults results, const char *action, const char *object)
{
  return (GrErrorContext){results->aborts ? MPI_COMM_NULL : results->comm, results->path, action, object};
}

/* ---- file.c ---- */

/* Opens a file of this name, to write or only to read: on this rank alone, or collectively on the writers or all ranks.
   Sets *file to H5I_INVALID_HID on ranks that do not open it. */
PetscErrorCode GrResultsOpenFile(GrResults results, const char *name, PetscBool writes, PetscBool alone, hid_t *file);

/* Collective. Closes the open file, if it is open on this rank. */
PetscErrorCode GrResultsCloseFile(GrResults results);
/* Collective. Opens the data file: on the first rank `alone`, or on the writers or all ranks. */
PetscErrorCode GrResultsReopenFile(GrResults results, PetscBool alone);

/* Collective. Opens the data file on the writers (`gathers`) or on all ranks, if there are teams and it is not already
   open in this way. */
PetscErrorCode GrResultsGather(GrResults results, PetscBool gathers);

/* Collective. Opens the data file on the first rank alone, unless it is already open in this way. */
PetscErrorCode GrResultsAlone(GrResults results);
/* Collective. Opens the data file on the writers or on all ranks, unless it is already open in this way. */
PetscErrorCode GrResultsTogether(GrResults results);

/* This rank alone. Opens and closes a file to get the system's error if it cannot be opened. If a rank failed
   inside MPI_File_open, the other ranks would wait there. Returns 0 or the error number. */
int GrResultsTryFile(const char *name, int flags);

/* First rank, before a file of this name is created: removes an old file. If there are hints, creates the file through
   MPI-IO, because the stripes of a parallel file system can only be set at creation. */
PetscErrorCode GrResultsPrepareFile(GrResults results, const char *name);

/* First rank. Creates a file of this name without MPI-IO. */
PetscErrorCode GrResultsCreateAlone(GrResults results, const char *name, hid_t *file);

/* Number of ranks that open a file together; 0 on a rank that does not. */
static inline int GrResultsOpeners(GrResults r)
{
  return !r->gathers ? r->size : r->place < 0 ? 0 : (int)r->access.writers;
}

/* The part [*first, *end) of n entries that this rank handles if the ranks that open a file share them. */
void GrResultsShare(GrResults results, hsize_t n, hsize_t *first, hsize_t *end);

/* ---- groups, texts, attributes ---- */

/* Collective. Opens the group of this path. Creates it and its parents if they are missing. */
static inline PetscErrorCode GrResultsGroup(GrResults results, const char *path, hid_t *group)
{
  GrErrorContext context = GrResultsErrorContext(results, "create", path);
  return GrHdf5Group(&context, results->file, path, group);
}

/* Collective. Writes a text of at most `capacity` bytes; in a file that is continued the text is replaced. */
PetscErrorCode GrResultsNote(GrResults results, const char *path, const char *description, size_t capacity,
                             const char *text);

/* Collective. An attribute of an object: GrHdf5Attribute. */
static inline PetscErrorCode GrResultsAttribute(GrResults results, hid_t object, const char *name, hid_t type,
                                                hsize_t n, const void *value)
{
  GrErrorContext context = GrResultsErrorContext(results, "write the attribute", name);
  return GrHdf5Attribute(&context, object, name, type, n, value);
}

/* Collective. A scalar string attribute of an object, of variable length, as the units module requires. */
PetscErrorCode GrResultsWord(GrResults results, hid_t object, const char *name, const char *word);

/* Collective. The attributes `unit` (in the form of H5MD's units module) and `description`. */
PetscErrorCode GrResultsDescribe(GrResults results, hid_t object, const char *unit, const char *description);

/* Joins "group/name" without a leading slash. Free the path with PetscFree. */
PetscErrorCode GrResultsJoin(const char *group, const char *name, char **path);

#endif
