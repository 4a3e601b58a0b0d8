/* The inside of a results file, shared by the files that write into it.

   During a run the values are in the data file. The first rank creates it alone, with the full planned size of every
   dataset; then all ranks open it and write values, so that neither a kill nor a failure of one rank damages its
   structure (HDF5 1.10 hangs where one of several ranks cannot write its share of the structure). Readers open the
   results file: at each sync the first rank writes it anew, with virtual datasets that show what was written so far
   (copy.c). When a run is complete, the data file, or a copy of it with exact sizes, becomes the results file. */
#ifndef GRANUM_IO_H5_RESULTS_FILE_H
#define GRANUM_IO_H5_RESULTS_FILE_H

#include "io/h5/hdf5_call.h"

#include <granum/results.h>

typedef struct GrScale_ *GrScale; /* an axis with a name; scale.c */
typedef struct GrDataset_ GrDataset;
typedef struct GrWaiting_ GrWaiting; /* file.c */

struct GrResults_ {
  MPI_Comm comm;
  char *path; /* what readers open; of a file that is only read: its name */
  char *data; /* name of the data file */
  GrResultsAccess access;
  PetscBool continued; /* it was opened, not created */
  PetscBool looks;     /* it is only looked at: what would be written is not */
  PetscBool finished;  /* what is open is the plain file of a completed run, which is not written to */
  PetscBool ready;     /* no dataset is declared any more */
  PetscBool alone;     /* the first rank has the data file open by itself, to create datasets and groups */
  PetscBool idle;      /* it does so while this rank has nothing to do */
  PetscBool ends;      /* a failure of HDF5 ends the job (hdf5_call.h) */
  hsize_t given;       /* bytes of a file of unknown origin, which is checked; 0: it is not */
  hid_t file;          /* the file that is open */
  hid_t transfer;      /* how ranks transfer rows: independently, or all of them together */
  int descriptor;      /* of a checkpoint, for the system, on the first rank; -1 elsewhere */
  PetscBool packs;     /* its datasets may be compressed or of single precision */
  int n_kept;
  GrDataset **kept; /* datasets that stay open, and are opened again in a copy */
  int n_waiting;
  GrWaiting *waiting; /* rows that are written when all ranks have the file open */
  int n_scales;
  struct GrScale_ *scale;
  PetscBool settled; /* axes get no more names */
};

/* The context "ACTION OBJECT" on this file. */
static inline GrErrorContext GrResultsErrorContext(GrResults results, const char *action, const char *object)
{
  return (GrErrorContext){results->ends ? MPI_COMM_NULL : results->comm, results->path, action, object};
}

/* ---- file.c ---- */

/* Collective. Opens a file of this name on all ranks, to write or only to read. */
PetscErrorCode GrResultsOpenFile(GrResults results, const char *name, PetscBool writes, hid_t *file);

/* Closes the file that is open, if it is open on this rank. Afterwards: opens the data file. Collective. */
PetscErrorCode GrResultsCloseFile(GrResults results);
PetscErrorCode GrResultsReopenFile(GrResults results, PetscBool alone);

/* Collective. The first rank alone has the data file open, or all ranks. Nothing happens if this is so, and with other
   files. */
PetscErrorCode GrResultsAlone(GrResults results);
PetscErrorCode GrResultsTogether(GrResults results);

/* Rows of a dataset, with their places in the file and in memory, are written as soon as all ranks have the file open.
   Takes the spaces and the data. */
PetscErrorCode GrResultsWait(GrResults results, const char *path, hid_t type, hid_t space, hid_t memory, void *data);

/* This rank opens a file by itself, for a message in the words of the system. A rank that cannot would leave the others
   waiting inside MPI_File_open. 0 or the number of an error. */
int GrResultsTryFile(const char *name, int flags);

/* What was written to a file is on the disk. 0 or the number of an error. */
int GrResultsSyncName(const char *name);

/* First rank. Before a file of this name is created: removes an old one, and has MPI create it if there are hints, as
   for the stripes of a parallel file system, which cannot be set later. */
PetscErrorCode GrResultsPrepareFile(GrResults results, const char *name);

/* First rank. A new file of this name for one process. */
PetscErrorCode GrResultsCreateAlone(GrResults results, const char *name, hid_t *file);

/* ---- groups, texts, attributes ---- */

/* Collective. Opens the group of this path, making it and its parents where they are missing. */
PetscErrorCode GrResultsGroup(GrResults results, const char *path, hid_t *group);

/* Fixed-length UTF-8 of this many bytes (at least one): HDF5 cannot write variable-length strings from several
   ranks. */
PetscErrorCode GrHdf5StringType(size_t length, hid_t *type);

/* Collective. A text of at most so many bytes; in a file that was opened it is replaced. */
PetscErrorCode GrResultsNote(GrResults results, const char *path, const char *description, size_t room,
                             const char *text);

/* Collective. A scalar attribute of an object, of this type in memory and in the file. */
PetscErrorCode GrResultsScalar(GrResults results, hid_t object, const char *name, hid_t type, const void *value);

/* Collective. A scalar string attribute of an object, of variable length, as the units module's words are. */
PetscErrorCode GrResultsWord(GrResults results, hid_t object, const char *name, const char *word);

/* Collective. The attributes `unit` (in the form of H5MD's units module) and `description`. */
PetscErrorCode GrResultsDescribe(GrResults results, hid_t object, const char *unit, const char *description);

/* "group/name" without a leading slash; free with PetscFree. */
PetscErrorCode GrResultsJoin(const char *group, const char *name, char **path);

#endif
