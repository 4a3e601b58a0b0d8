/* Whether what a checkpoint holds is what it was given: every text and column against its checksum, in parallel. */
#include "io/checkpoint/file.h"
#include "io/h5/plain.h"

#include <inttypes.h>
#include <string.h>

/* Is the attribute one string of the length of a checksum? */
static PetscErrorCode IsDigits(const GrErrorContext *deed, hid_t attribute, PetscBool *is)
{
  hid_t type, space;

  PetscFunctionBegin;
  GrCallHdf5(deed, type = H5Aget_type(attribute));
  GrCallHdf5(deed, space = H5Aget_space(attribute));
  *is = (PetscBool)(H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 &&
                    H5Tget_size(type) == GR_CHECKSUM_DIGITS && H5Sget_simple_extent_type(space) == H5S_SCALAR);
  GrCallLocal(H5Sclose(space));
  GrCallLocal(H5Tclose(type));
  PetscFunctionReturn(0);
}

/* The digits that the file says; none if it says something else. */
static PetscErrorCode ReadDigits(const GrDataset *dataset, char digits[GR_CHECKSUM_DIGITS + 1])
{
  GrErrorContext deed = GrResultsErrorContext(dataset->results, "read the checksum of", dataset->path);
  hid_t attribute, type;
  PetscBool is = PETSC_FALSE;

  PetscFunctionBegin;
  memset(digits, 0, GR_CHECKSUM_DIGITS + 1);
  GrCallHdf5(&deed, attribute = H5Aopen(dataset->id, GR_CHECKSUM_NAME, H5P_DEFAULT));
  PetscCall(IsDigits(&deed, attribute, &is));
  if (is) {
    PetscCall(GrHdf5StringType(GR_CHECKSUM_DIGITS, &type));
    GrCallHdf5(&deed, H5Aread(attribute, type, digits));
    GrCallLocal(H5Tclose(type));
  }
  GrCallHdf5(&deed, H5Aclose(attribute));
  PetscFunctionReturn(0);
}

static PetscErrorCode VerifyDataset(GrCheckpoint file, const char *table, const char *name, PetscBool *same)
{
  char digits[GR_CHECKSUM_DIGITS + 1], found[GR_CHECKSUM_DIGITS + 1];
  uint64_t checksum;
  GrDataset dataset;
  char *text;

  PetscFunctionBegin;
  PetscCall(GrCheckpointDataset(file, table, name, &dataset));
  PetscCall(ReadDigits(&dataset, digits));
  if (dataset.extent.rank > 0) {
    PetscCall(GrCheckpointSlotsChecksumRead(&dataset, &checksum));
  } else {
    PetscCall(GrCheckpointTextRead(&dataset, &text));
    checksum = GrCheckpointTextChecksum(text);
    PetscCall(PetscFree(text));
  }
  snprintf(found, sizeof(found), "%016" PRIx64, checksum);
  *same = strcmp(found, digits) == 0 ? PETSC_TRUE : PETSC_FALSE;
  PetscCall(GrDatasetClose(&dataset));
  PetscFunctionReturn(0);
}

static PetscErrorCode VerifyTable(GrCheckpoint file, const char *table, char damaged[2 * GR_CHECKPOINT_NAME])
{
  char name[GR_CHECKPOINT_NAME];
  PetscBool same = PETSC_TRUE;
  hsize_t n;

  PetscFunctionBegin;
  PetscCall(GrPlainGroup(&file->inside, table));
  PetscCall(GrCheckpointLink(file, table, 0, name, &n));
  for (hsize_t i = 0; i < n && same; i++) {
    PetscCall(GrCheckpointLink(file, table, i, name, &n));
    PetscCall(VerifyDataset(file, table, name, &same));
  }
  if (!same)
    snprintf(damaged, 2 * GR_CHECKPOINT_NAME, "%s/%s", table, name);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCheckpointVerify(GrCheckpoint file, char damaged[2 * GR_CHECKPOINT_NAME])
{
  char table[GR_CHECKPOINT_NAME];
  hsize_t n;

  PetscFunctionBegin;
  damaged[0] = '\0';
  PetscCall(GrPlainGroup(&file->inside, "/"));
  PetscCall(GrCheckpointLink(file, "/", 0, table, &n));
  for (hsize_t i = 0; i < n && !damaged[0]; i++) {
    PetscCall(GrCheckpointLink(file, "/", i, table, &n));
    PetscCall(VerifyTable(file, table, damaged));
  }
  PetscFunctionReturn(0);
}
