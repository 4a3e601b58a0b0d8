/* The columns of a table of an ensemble that depend on the case, such as the coordinates of a mechanism. */
#ifndef GRANUM_RUN_ENSEMBLE_LAYOUT_H
#define GRANUM_RUN_ENSEMBLE_LAYOUT_H

#include "run/ensemble.h"

enum { GR_LAYOUT_COLUMNS = 160, GR_LAYOUT_TEXT = 256 };

/* A table, and its columns with their texts. */
typedef struct {
  GrEnsembleTable table; /* all columns */
  size_t offset;         /* of the next column in a row [bytes] */
  GrMember column[GR_LAYOUT_COLUMNS];
  struct {
    char name[GR_LAYOUT_TEXT], unit[GR_LAYOUT_TEXT], description[GR_LAYOUT_TEXT];
  } text[GR_LAYOUT_COLUMNS];
} GrRunEnsembleLayout;

/* Creates a layout with the columns of `table`. offset: offset of the first further column in a row [bytes]. Free it
   with PetscFree. */
PetscErrorCode GrRunEnsembleLayoutCreate(const GrEnsembleTable *table, size_t offset, GrRunEnsembleLayout **layout);

/* Adds a column of real numbers, behind the last one. Texts of more than GR_LAYOUT_TEXT - 1 characters are truncated.
   */
PetscErrorCode GrRunEnsembleLayoutAdd(GrRunEnsembleLayout *layout, const char *name, const char *unit,
                                      const char *description);

#endif
