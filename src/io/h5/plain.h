/* Plain: opening a dataset of a results file that is continued.

   A dataset must be one as granum writes them: reached by hard links alone, so that no other file is looked into;
   numbers of 64 bits or of single precision in at most three dimensions, or one string of fixed length; without
   external or virtual storage, and, unless it is compressed, with all of its bytes in the file. */
#ifndef GRANUM_IO_H5_PLAIN_H
#define GRANUM_IO_H5_PLAIN_H

#include "io/h5/dataset.h"

/* Collective. Whether all links along the path, of less than 256 bytes, are there. */
PetscErrorCode GrPlainExists(GrResults results, const char *path, PetscBool *exists);

/* Collective. Opens dataset->path of dataset->results; sets id, memory (H5I_INVALID_HID: a string), and the rank and
   size of its extent (a string: rank 0). Anything else is a failure that names the file, the path, and what is
   wrong. */
PetscErrorCode GrPlainOpen(GrDataset *dataset);

#endif
