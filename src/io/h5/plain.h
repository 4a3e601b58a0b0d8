/* Plain: opening a dataset of a results file that is continued.

   A dataset must be one as granum writes them: reached by hard links alone, so that no other file is looked into;
   numbers of 64 bits in at most three dimensions, or one string of fixed length; without filters, without external or
   virtual storage, and with all of its bytes in the file, so that reading it takes no more memory or time than the file
   is long. In a file that packs, numbers may be of single precision as well, and compressed. */
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
