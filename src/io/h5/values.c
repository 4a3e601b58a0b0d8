/* Converts values that were read from a file to text; see reader.h. */
#include "io/h5/reader.h"

#include <inttypes.h>
#include <string.h>

enum { QUOTE_MAX = 60 };

const char *GrHdf5ValuesString(const GrHdf5Values *values, size_t i, size_t *length)
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

/* Integers and real numbers of any width, as 64-bit integers and doubles. */
static PetscErrorCode FormatNumber(const GrHdf5Values *values, const char *element, char *text, size_t size)
{
  const bool real = H5Tget_class(values->type) == H5T_FLOAT;
  union {
    char bytes[64]; /* holds any number of the file and of the machine */
    double real;
    int64_t integer;
  } wide = {{0}};

  memcpy(wide.bytes, element, values->size);
  GrCallLocal(H5Tconvert(values->type, real ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64, 1, wide.bytes, NULL, H5P_DEFAULT));
  if (real)
    snprintf(text, size, "%.17g", wide.real);
  else
    snprintf(text, size, "%" PRId64, wide.integer);
  return 0;
}

PetscErrorCode GrHdf5ValuesFormat(const GrHdf5Values *values, size_t i, char *text, size_t size)
{
  const char *element = values->data + i * values->size;
  H5T_class_t class = H5Tget_class(values->type);

  if (class == H5T_STRING) {
    size_t length;
    const char *string = GrHdf5ValuesString(values, i, &length);
    size_t used = 0, n = PetscMin(length, QUOTE_MAX);
    text[used++] = '"';
    for (const char *c = string; c < string + n && used + 8 < size; c++) {
      if (*c == '\n' || *c == '"')
        text[used++] = '\\';
      text[used++] = *c == '\n' ? 'n' : *c;
    }
    snprintf(text + used, size - used, "\"%s", n < length ? "..." : "");
  } else if ((class == H5T_INTEGER || class == H5T_FLOAT) && values->size <= 32) {
    PetscCall(FormatNumber(values, element, text, size));
  } else {
    snprintf(text, size, "?");
  }
  return 0;
}

void GrHdf5ValuesExtent(hid_t space, char *text, size_t size)
{
  hsize_t length[H5S_MAX_RANK];
  int rank = H5Sget_simple_extent_dims(space, length, NULL);
  size_t used = 0;
  snprintf(text, size, "%s", H5Sget_simple_extent_type(space) == H5S_NULL ? "empty" : "scalar");
  for (int i = 0; i < rank && used < size; i++)
    used += (size_t)snprintf(text + used, size - used, "%s%llu", i ? " x " : "", (unsigned long long)length[i]);
}
