/* Struct and internal functions of a results file, for the source files that write into it.

   During a run granum uses two files: the data file, which contains the values, and the results file, which users read.
   The first rank alone creates the data file, with the planned size of every dataset. Then all ranks open it and write
   only values. Therefore the structure of the file remains intact if the run is killed or a rank fails. (HDF5 1.10
   hangs if several ranks write the structure and one of them cannot.) At each sync the first rank replaces the results
   file by a file with virtual datasets. They show the values that have been written so far (copy.c). When the run is
   complete, the data file, or a copy of it with exact sizes, becomes the results file.

   On many ranks only the writers open the data file. The ranks are divided into teams of consecutive ranks. The first
   rank of a team is its writer: it collects the rows of the team and writes them in large pieces. By default each node
   has one team. The number of opens, writes and syncs then grows with the number of nodes, not with the number of
   ranks. If the transfers are collective, MPI-IO collects the rows itself, and there are no teams. */
#ifndef GRANUM_IO_H5_RESULTS_FILE_H
#define GRANUM_IO_H5_RESULTS_FILE_H

#include "io/h5/hdf5_call.h"

#include <granum/results.h>
#include <stdbool.h>

typedef struct GrDataset_ GrDataset;
typedef struct GrWaiting_ GrWaiting; /* dataset.h */

/* A results file that a run writes. During the run its values are in a second file, the data file. */
struct GrResults_ {
  MPI_Comm comm;          /* ranks that write the file together */
  int rank, size;         /* this rank, and number of ranks, in `comm` */
  char *path;             /* path of the results file, which users read */
  char *data;             /* path of the data file, which contains the values during the run */
  GrResultsAccess access; /* how the ranks access the data file: writers, collective transfers, alignment */
  bool continued;         /* whether a resumed run continues an existing results file */
  bool check_only;        /* whether granum only checks that the existing file can be continued, and writes nothing */
  /* whether the open file is the results file, because the earlier run is complete and its data file no longer exists.
     Before granum writes anything, it copies the results file to a new data file */
  bool finished;
  bool declares; /* whether there is no file: datasets are only declared (catalogue.h) */
  bool ready;    /* whether all datasets of the run have been created */
  bool shown;    /* whether the results file already shows all values of the data file */
  bool alone;    /* whether only the first rank has the data file open, to create datasets and groups */
  /* team: consecutive ranks, including this rank, whose first rank writes the values of all ranks of the team.
     MPI_COMM_NULL: each rank writes its own values */
  MPI_Comm team;
  MPI_Comm writers; /* communicator of the first ranks of all teams, the writers; MPI_COMM_NULL on other ranks */
  int place;        /* rank of this process in `writers`; -1: it is not a writer */
  bool gathers;     /* whether only the writers open the data file, together; otherwise all ranks open it */
  bool idle;        /* whether other ranks have the data file open, but not this rank */
  bool aborts;      /* whether a failed HDF5 call ends the job (MPI_Abort); otherwise it returns an error */
  hid_t file;       /* HDF5 identifier of the open data file */
  /* HDF5 property list for reading and writing values: each rank independently, or all ranks collectively */
  hid_t transfer;
  int n_kept; /* number of datasets of the catalogue */
  /* [n_kept] the catalogue: datasets that remain open; they are reopened when a larger copy replaces the data file */
  GrDataset **kept;
  GrWaiting *waiting; /* linked list of values to be written when all ranks have opened the data file; NULL: none */
};

/* Returns the error context of an HDF5 call on the results file, for the message "could not ACTION OBJECT". */
static inline GrErrorContext GrResultsErrorContext(GrResults results, const char *action, const char *object)
{
  return (GrErrorContext){results->aborts ? MPI_COMM_NULL : results->comm, results->path, action, object};
}

/* Allocates the struct of the results, without a file. */
PetscErrorCode GrResultsAllocate(MPI_Comm comm, GrResults *results);

/* ---- file.c ---- */

/* Opens an HDF5 file. writes: whether to open it for writing as well as reading. alone: this rank opens it alone;
   otherwise the writers (if `gathers` is set) or all ranks open it collectively. Sets *file to H5I_INVALID_HID on ranks
   that do not open the file. */
PetscErrorCode GrResultsOpenFile(GrResults results, const char *name, bool writes, bool alone, hid_t *file);

/* Collective. Closes the open file, if it is open on this rank. */
PetscErrorCode GrResultsCloseFile(GrResults results);
/* Collective. Closes the open file and opens the data file. alone: on the first rank only; otherwise on the writers (if
   results->gathers is set) or on all ranks. */
PetscErrorCode GrResultsReopenFile(GrResults results, bool alone);

/* Collective. Opens the data file on the writers only (gathers: true) or on all ranks (gathers: false). A writer is the
   first rank of a team, and writes the values of all ranks of the team. Has no effect if there are no teams. */
PetscErrorCode GrResultsGather(GrResults results, bool gathers);

/* Collective. Ensures that the data file is open on the first rank only, which can then create datasets and groups. */
PetscErrorCode GrResultsAlone(GrResults results);
/* Collective. Ensures that the data file is open on all ranks that write values: on the writers if results->gathers is
   set, otherwise on all ranks. */
PetscErrorCode GrResultsTogether(GrResults results);

/* Returns 0 if this rank can open a file with these flags of open(), otherwise errno. With O_RDWR a symbolic link is an
   error (ELOOP). Call it before MPI_File_open. If
   MPI_File_open fails on one rank, the other ranks wait for ever. */
int GrResultsTryFile(const char *name, int flags);

/* Prepares the creation of a file: removes an old file of the same name. If the user has set hints for MPI-IO, also
   creates the file through MPI-IO, because the stripes of a parallel file system can only be set at creation. Call it
   on the first rank only. */
PetscErrorCode GrResultsPrepareFile(GrResults results, const char *name);

/* Creates an HDF5 file without MPI-IO. Call it on the first rank only. */
PetscErrorCode GrResultsCreateAlone(GrResults results, const char *name, hid_t *file);

/* Returns the number of ranks that open the data file together; 0 if this rank does not open it. */
static inline int GrResultsOpeners(GrResults results)
{
  return !results->gathers ? results->size : results->place < 0 ? 0 : (int)results->access.writers;
}

/* Divides n values among the ranks that have the data file open. This rank processes the values *first to *end - 1. */
void GrResultsShare(GrResults results, hsize_t n, hsize_t *first, hsize_t *end);

/* ---- groups, texts, attributes ---- */

/* Collective. Opens the group with this path. Creates it and its parents if they are missing. */
static inline PetscErrorCode GrResultsGroup(GrResults results, const char *path, hid_t *group)
{
  GrErrorContext context = GrResultsErrorContext(results, "create", path);
  return GrHdf5Group(&context, results->file, path, group);
}

/* Collective. Writes a text as a dataset with space for `capacity` bytes. If a resumed run continues the file, the new
   text replaces the old text. */
PetscErrorCode GrResultsNote(GrResults results, const char *path, const char *description, size_t capacity,
                             const char *text);

/* Collective. Writes an attribute of an HDF5 object of the results file; see GrHdf5Attribute for the arguments. */
static inline PetscErrorCode GrResultsAttribute(GrResults results, hid_t object, const char *name, hid_t type,
                                                hsize_t n, const void *value)
{
  GrErrorContext context = GrResultsErrorContext(results, "write the attribute", name);
  return GrHdf5Attribute(&context, object, name, type, n, value);
}

/* Collective. Writes a scalar string attribute of variable length, the form that the units module of H5MD requires. */
PetscErrorCode GrResultsWord(GrResults results, hid_t object, const char *name, const char *word);

/* Collective. Writes the attributes `unit` (in the form of H5MD's units module) and `description` of an HDF5 object. */
PetscErrorCode GrResultsDescribe(GrResults results, hid_t object, const char *unit, const char *description);

enum { GR_H5MD_UNIT_MAX = 64 };
/* Converts a unit to the form that the units module of H5MD requires: "kg m^2/s^2" becomes "kg m2 s-2". A slash applies
   only to the factor after it. A unit that already has this form is copied unchanged. */
void GrResultsUnit(const char *unit, char text[GR_H5MD_UNIT_MAX]);

/* Sets *path to "group/name" without a leading slash. Free it with PetscFree. */
PetscErrorCode GrResultsJoin(const char *group, const char *name, char **path);

#endif
