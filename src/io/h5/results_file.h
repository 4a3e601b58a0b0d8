/* Struct and internal functions of a results file, for the source files that write into it.

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
  PetscBool continued;  /* whether an existing file is continued */
  PetscBool check_only; /* whether granum only checks if the file can be continued, and writes nothing */
  /* whether the open file is the plain file of a completed run, which is copied before anything is written */
  PetscBool finished;
  PetscBool ready; /* whether all datasets have been created */
  PetscBool alone; /* whether only the first rank has the data file open, to create datasets and groups */
  /* a team of ranks, whose first rank writes the rows of all of them; MPI_COMM_NULL: each rank writes its own rows */
  MPI_Comm team;
  MPI_Comm writers;  /* the first ranks of all teams; MPI_COMM_NULL on the other ranks */
  int place;         /* number of this rank in `writers`; -1: the rank is not in it */
  PetscBool gathers; /* whether only the first ranks of the teams open the data file, together */
  PetscBool idle;    /* whether the data file is open on other ranks, but not on this rank */
  PetscBool aborts;  /* whether a failure of HDF5 ends the job (hdf5_call.h) */
  hid_t file;        /* HDF5 identifier of the open file */
  hid_t transfer;    /* HDF5 property list of transfers: each rank independently, or collective */
  int n_kept;
  GrDataset **kept;   /* [n_kept] datasets that remain open; they are reopened when a copy replaces the file */
  GrWaiting *waiting; /* list of values that are written when all ranks have opened the file */
};

/* Returns the error context of an HDF5 call on the results file, for the message "could not ACTION OBJECT". */
static inline GrErrorContext GrResultsErrorContext(GrResults results, const char *action, const char *object)
{
  return (GrErrorContext){results->aborts ? MPI_COMM_NULL : results->comm, results->path, action, object};
}

/* ---- file.c ---- */

/* Opens a file of this name. writes: to write, otherwise only to read; alone: on this rank alone, otherwise
   collectively on the first ranks of the teams (`gathers`) or on all ranks. Sets *file to H5I_INVALID_HID on ranks that
   do not open it. */
PetscErrorCode GrResultsOpenFile(GrResults results, const char *name, PetscBool writes, PetscBool alone, hid_t *file);

/* Collective. Closes the open file, if it is open on this rank. */
PetscErrorCode GrResultsCloseFile(GrResults results);
/* Collective. Closes the open file and opens the data file. alone: on the first rank alone, otherwise on the first
   ranks of the teams (`gathers`) or on all ranks. */
PetscErrorCode GrResultsReopenFile(GrResults results, PetscBool alone);

/* Collective. Ensures, if there are teams, that the data file is open on the first ranks of the teams (gathers), or on
   all ranks. */
PetscErrorCode GrResultsGather(GrResults results, PetscBool gathers);

/* Collective. Ensures that the data file is open on the first rank alone. */
PetscErrorCode GrResultsAlone(GrResults results);
/* Collective. Ensures that the data file is open on the first ranks of the teams (`gathers`) or on all ranks. */
PetscErrorCode GrResultsTogether(GrResults results);

/* Tests on this rank alone whether a file can be opened with these flags of open(). Returns 0 or the system's error
   number. The test avoids a failure of one rank inside MPI_File_open, where the other ranks would wait. */
int GrResultsTryFile(const char *name, int flags);

/* Prepares the creation of a file of this name: removes an old file. If there are hints for MPI-IO, it creates the file
   through MPI-IO, because the stripes of a parallel file system can only be set at creation. To be called on the first
   rank. */
PetscErrorCode GrResultsPrepareFile(GrResults results, const char *name);

/* Creates an HDF5 file of this name without MPI-IO. To be called on the first rank. */
PetscErrorCode GrResultsCreateAlone(GrResults results, const char *name, hid_t *file);

/* Returns the number of ranks that open a file together; 0 on a rank that does not open it. */
static inline int GrResultsOpeners(GrResults results)
{
  return !results->gathers ? results->size : results->place < 0 ? 0 : (int)results->access.writers;
}

/* Divides n entries among the ranks that open a file. This rank handles the entries *first to *end - 1. */
void GrResultsShare(GrResults results, hsize_t n, hsize_t *first, hsize_t *end);

/* ---- groups, texts, attributes ---- */

/* Collective. Opens the group of this path. Creates it and its parents if they are missing. */
static inline PetscErrorCode GrResultsGroup(GrResults results, const char *path, hid_t *group)
{
  GrErrorContext context = GrResultsErrorContext(results, "create", path);
  return GrHdf5Group(&context, results->file, path, group);
}

/* Collective. Writes a text as a dataset with space for `capacity` bytes; in a file that is continued the old text is
   replaced. */
PetscErrorCode GrResultsNote(GrResults results, const char *path, const char *description, size_t capacity,
                             const char *text);

/* Collective. Writes an attribute of an object, with the arguments of GrHdf5Attribute. */
static inline PetscErrorCode GrResultsAttribute(GrResults results, hid_t object, const char *name, hid_t type,
                                                hsize_t n, const void *value)
{
  GrErrorContext context = GrResultsErrorContext(results, "write the attribute", name);
  return GrHdf5Attribute(&context, object, name, type, n, value);
}

/* Collective. Writes a scalar string attribute of variable length, as H5MD's units module requires. */
PetscErrorCode GrResultsWord(GrResults results, hid_t object, const char *name, const char *word);

/* Collective. Writes the attributes `unit` (in the form of H5MD's units module) and `description` of an object. */
PetscErrorCode GrResultsDescribe(GrResults results, hid_t object, const char *unit, const char *description);

/* Sets *path to "group/name" without a leading slash. Free it with PetscFree. */
PetscErrorCode GrResultsJoin(const char *group, const char *name, char **path);

#endif
