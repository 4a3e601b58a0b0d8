/* Comparing and showing two arrays of values, and the verdict; see diff.h. */
#include "io/diff/diff.h"

#include <granum/error.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

static PetscBool IsComparable(hid_t type)
{
  switch (H5Tget_class(type)) {
  case H5T_INTEGER:
  case H5T_FLOAT:
  case H5T_STRING:
  case H5T_ENUM:
  case H5T_BITFIELD:
  case H5T_OPAQUE:
    return PETSC_TRUE;
  default:
    return PETSC_FALSE;
  }
}

static void FormatType(hid_t type, char *text, size_t size)
{
  static const char *const name[H5T_NCLASSES] = {[H5T_INTEGER] = "integer",
                                                 [H5T_FLOAT] = "real",
                                                 [H5T_STRING] = "string",
                                                 [H5T_BITFIELD] = "bit field",
                                                 [H5T_OPAQUE] = "opaque",
                                                 [H5T_ENUM] = "enumeration",
                                                 [H5T_COMPOUND] = "compound",
                                                 [H5T_REFERENCE] = "reference",
                                                 [H5T_VLEN] = "variable-length",
                                                 [H5T_ARRAY] = "array",
                                                 [H5T_TIME] = "time"};
  H5T_class_t class = H5Tget_class(type);
  const char *order = H5Tget_order(type) == H5T_ORDER_BE ? " big-endian" : "";
  const char *sign = class == H5T_INTEGER && H5Tget_sign(type) == H5T_SGN_NONE ? "unsigned " : "";
  if (class == H5T_STRING)
    snprintf(text, size, "string");
  else
    snprintf(text, size, "%zu-bit%s %s%s", 8 * H5Tget_size(type), order, sign, class >= 0 ? name[class] : "unknown");
}

void GrDiffSay(GrDiff *diff, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vfprintf(diff->out, format, arguments);
  va_end(arguments);
  fputc('\n', diff->out);
  diff->same = PETSC_FALSE;
}

PetscErrorCode GrDiffShapes(GrDiff *diff, const char *what, const GrSource source[2])
{
  const char *a = diff->reader[0].path, *b = diff->reader[1].path;
  const hid_t type[2] = {source[0].values.type, source[1].values.type};
  const PetscBool strings = (PetscBool)(H5Tget_class(type[0]) == H5T_STRING && H5Tget_class(type[1]) == H5T_STRING);
  char text[2][GR_LINE_MAX];
  htri_t equal_types;

  PetscFunctionBeginUser;
  GrCallLocal(equal_types = H5Tequal(type[0], type[1]));
  if (!equal_types && !strings) {
    FormatType(type[0], text[0], GR_LINE_MAX);
    FormatType(type[1], text[1], GR_LINE_MAX);
    GrDiffSay(diff, "%s: type: %s in %s, %s in %s", what, text[0], a, text[1], b);
    PetscFunctionReturn(0);
  }
  GrValuesExtent(source[0].space, text[0], GR_LINE_MAX);
  GrValuesExtent(source[1].space, text[1], GR_LINE_MAX);
  if (strcmp(text[0], text[1]))
    GrDiffSay(diff, "%s: shape: %s in %s, %s in %s", what, text[0], a, text[1], b);
  else if (!IsComparable(type[0]))
    PetscFunctionReturn(
        GrFail(GR_EXIT_FILE, "%s: %s: has a type that granum does not write and cannot compare", a, what));
  PetscFunctionReturn(0);
}

size_t GrDiffFirst(const GrValues values[2])
{
  size_t n = values[0].n, size = values[0].size, i = 0;
  if (H5Tget_class(values[0].type) == H5T_STRING) {
    for (; i < n; i++) {
      size_t length[2];
      const char *a = GrValuesString(&values[0], i, &length[0]), *b = GrValuesString(&values[1], i, &length[1]);
      if (length[0] != length[1] || memcmp(a, b, length[0]))
        break;
    }
    return i;
  }
  if (!memcmp(values[0].data, values[1].data, n * size))
    return n;
  while (!memcmp(values[0].data + i * size, values[1].data + i * size, size))
    i++;
  return i;
}

/* Steps from one double to the other along all doubles in ascending order; 0 and -0 are one. */
static uint64_t UlpDistance(double a, double b)
{
  double x[2] = {a, b};
  int64_t place[2];
  for (int k = 0; k < 2; k++) {
    memcpy(&place[k], &x[k], sizeof(place[k]));
    if (place[k] < 0)
      place[k] = INT64_MIN - place[k];
  }
  return place[0] < place[1] ? (uint64_t)place[1] - (uint64_t)place[0] : (uint64_t)place[0] - (uint64_t)place[1];
}

/* " 2 ulp apart" for doubles, nothing for other types. */
static void FormatDistance(const GrValues values[2], size_t i, char *text, size_t size)
{
  double x[2];
  text[0] = '\0';
  if (H5Tequal(values[0].type, H5T_NATIVE_DOUBLE) <= 0)
    return;
  for (int k = 0; k < 2; k++)
    memcpy(&x[k], values[k].data + i * sizeof(double), sizeof(double));
  if (isnan(x[0]) || isnan(x[1]))
    snprintf(text, size, "%s", isnan(x[0]) && isnan(x[1]) ? ", NaNs of different bits" : "");
  else
    snprintf(text, size, ", %llu ulp apart%s", (unsigned long long)UlpDistance(x[0], x[1]),
             x[0] == x[1] ? " (signs of zero)" : "");
}

/* Two strings from the line in which they part. */
static void FormatLines(const GrDiff *diff, const GrValues values[2], size_t i, char *text, size_t size)
{
  size_t length[2], line = 1, begin = 0, at = 0;
  const char *string[2];
  char quote[2][GR_LINE_MAX / 4];
  for (int k = 0; k < 2; k++)
    string[k] = GrValuesString(&values[k], i, &length[k]);
  for (; at < length[0] && at < length[1] && string[0][at] == string[1][at]; at++)
    if (string[0][at] == '\n') {
      line++;
      begin = at + 1;
    }
  for (int k = 0; k < 2; k++) {
    const char *from = string[k] + begin, *end = memchr(from, '\n', length[k] - begin);
    int n = (int)PetscMin(end ? (size_t)(end - from) : length[k] - begin, sizeof(quote[k]) - 8);
    snprintf(quote[k], sizeof(quote[k]), "\"%.*s\"", n, from);
  }
  snprintf(text, size, "line %zu, character %zu: %s in %s, %s in %s", line, at - begin + 1, quote[0],
           diff->reader[0].path, quote[1], diff->reader[1].path);
}

PetscErrorCode GrDiffPair(const GrDiff *diff, const GrValues values[2], size_t i, char *text, size_t size)
{
  char value[2][GR_LINE_MAX / 4], distance[64];

  PetscFunctionBeginUser;
  if (H5Tget_class(values[0].type) == H5T_STRING) {
    FormatLines(diff, values, i, text, size);
    PetscFunctionReturn(0);
  }
  for (int k = 0; k < 2; k++)
    PetscCall(GrValuesFormat(&values[k], i, value[k], sizeof(value[k])));
  FormatDistance(values, i, distance, sizeof(distance));
  snprintf(text, size, "%s in %s, %s in %s%s", value[0], diff->reader[0].path, value[1], diff->reader[1].path,
           distance);
  PetscFunctionReturn(0);
}
