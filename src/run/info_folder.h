/* `granum info` of a folder: what runs left there. */
#ifndef GRANUM_RUN_INFO_FOLDER_H
#define GRANUM_RUN_INFO_FOLDER_H

#include "io/diff/reader.h"
#include <stdio.h>

/* Serial. GrFail(GR_EXIT_FILE, ...) if there is nothing of granum's. */
PetscErrorCode GrInfoFolder(const char *directory, FILE *out);

/* Of a results file: who wrote it, its title, and a line for each group of frames; see info.c. */
PetscErrorCode GrInfoSummary(const GrReader *reader, FILE *out);

#endif
