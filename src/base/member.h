/* Description of a member of a struct that is a column of a table in a file: of a checkpoint (io/checkpoint/), or of
   the results of ensembles, contacts and energies. A row of the table is a struct. */
#ifndef GRANUM_BASE_MEMBER_H
#define GRANUM_BASE_MEMBER_H

#include "base/bounds.h"

#include <stddef.h>

/* The member is an array of column.components numbers of 8 bytes each. */
typedef struct {
  GrColumn column; /* name, number type, unit and description of the member */
  size_t offset;   /* offset of the member in the struct [bytes] */
  GrBounds bounds; /* valid range of the numbers, checked when a checkpoint is read */
} GrMember;

#endif
