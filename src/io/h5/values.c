/* Values read from a file, as text; see reader.h. */
#include "io/h5/reader.h"

#include <inttypes.h>
#include <string.h>

enum { QUOTE_MAX = 60, BYTES_MAX = 16 };

const char *GrValuesString(const GrValues *values, size_t i, size_t *length)
{
  const char *string = values->data + i * values->size;
  if (H5Tis_variable_str(values->type) > 0) { /* the element is a pointer */
    const char *pointed;
    memcpy(&pointed, string, sizeof(pointed));
    *length = pointed ? strlen(pointed) : 0;
    return pointed ? pointed : "";
  }
  *length = strnlen(string, values->size);
  while (H5Tget_strpad(values->type) == H5T_STR_SPACEPAD && *length > 0 && string[*length - 1] == ' ')
    --*length;
  return string;
}

static void FormatString(const char *string, size_t length, char *text, size_t size)
{
  size_t used = 0, n = PetscMin(length, QUOTE_MAX);
  text[used++] = '"';
  for (size_t i = 0; i < n && used + 8 < size; i++) {
    if (string[i] == '\n' || string[i] == '"')
      text[used++] = '\\';
    text[used++] = string[i] == '\n' ? 'n' : string[i];
  }
  snprintf(text + used, size - used, "\"%s", n < length ? "..." : "");
}

/* Whole and real numbers of any width, through the widest of their kind. */
static PetscErrorCode FormatNumber(const GrValues *values, const char *element, char *text, size_t size)
{
  char wide[64] = {0}; /* holds any number of the file and of the machine */
  double real;
  int64_t whole;
  uint64_t natural;

  PetscFunctionBeginUser;
  memcpy(wide, element, values->size);
  if (H5Tget_class(values->type) == H5T_FLOAT) {
    GrCallLocal(H5Tconvert(values->type, H5T_NATIVE_DOUBLE, 1, wide, NULL, H5P_DEFAULT));
    memcpy(&real, wide, sizeof(real));
    snprintf(text, size, "%.17g", real);
  } else if (H5Tget_sign(values->type) == H5T_SGN_NONE) {
    GrCallLocal(H5Tconvert(values->type, H5T_NATIVE_UINT64, 1, wide, NULL, H5P_DEFAULT));
    memcpy(&natural, wide, sizeof(natural));
    snprintf(text, size, "%" PRIu64, natural);
  } else {
    GrCallLocal(H5Tconvert(values->type, H5T_NATIVE_INT64, 1, wide, NULL, H5P_DEFAULT));
    memcpy(&whole, wide, sizeof(whole));
    snprintf(text, size, "%" PRId64, whole);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrValuesFormat(const GrValues *values, size_t i, char *text, size_t size)
{
  const char *element = values->data + i * values->size;
  H5T_class_t class = H5Tget_class(values->type);

  PetscFunctionBeginUser;
  if (class == H5T_STRING) {
    size_t length;
    const char *string = GrValuesString(values, i, &length);
    FormatString(string, length, text, size);
  } else if ((class == H5T_INTEGER || class == H5T_FLOAT) && values->size <= 32) {
    PetscCall(FormatNumber(values, element, text, size));
  } else {
    size_t n = PetscMin(values->size, BYTES_MAX);
    snprintf(text, size, "0x");
    for (size_t k = 0; k < n && 2 * k + 5 < size; k++)
      snprintf(text + 2 + 2 * k, size - 2 - 2 * k, "%02x", (unsigned char)element[k]);
  }
  PetscFunctionReturn(0);
}

void GrValuesExtent(hid_t space, char *text, size_t size)
{
  hsize_t length[H5S_MAX_RANK];
  int rank = H5Sget_simple_extent_dims(space, length, NULL);
  size_t used = 0;
  snprintf(text, size, "%s", H5Sget_simple_extent_type(space) == H5S_NULL ? "empty" : "scalar");
  for (int i = 0; i < rank && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%llu", i ? " x " : "", (unsigned long long)length[i]);
}
