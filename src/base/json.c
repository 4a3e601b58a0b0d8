/* json: see json.h. */
#include "base/json.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <unistd.h>

enum { LINES_TO = 2 }; /* members of this depth have lines of their own */

static void BeginMember(GrJson *json, const char *name)
{
  if (json->filled)
    GrTextPrint(&json->text, ",");
  if (json->depth > 0 && json->depth <= LINES_TO)
    GrTextPrint(&json->text, "\n%*s", 2 * json->depth, "");
  else if (json->filled)
    GrTextPrint(&json->text, " ");
  json->filled = PETSC_TRUE;
  if (!name)
    return;
  GrTextQuoted(&json->text, name);
  GrTextPrint(&json->text, ": ");
}

void GrJsonBegin(GrJson *json, const char *name, char bracket)
{
  BeginMember(json, name);
  GrTextPrint(&json->text, "%c", bracket);
  json->depth++;
  json->filled = PETSC_FALSE;
}

void GrJsonEnd(GrJson *json, char bracket)
{
  if (--json->depth < LINES_TO)
    GrTextPrint(&json->text, "\n%*s", 2 * json->depth, "");
  GrTextPrint(&json->text, "%c", bracket);
  json->filled = PETSC_TRUE;
}

void GrJsonText(GrJson *json, const char *name, const char *text)
{
  BeginMember(json, name);
  if (text)
    GrTextQuoted(&json->text, text);
  else
    GrTextPrint(&json->text, "null");
}

void GrJsonNumber(GrJson *json, const char *name, double number)
{
  BeginMember(json, name);
  if (isfinite(number))
    GrTextNumber(&json->text, number);
  else
    GrTextPrint(&json->text, "null");
}

void GrJsonNumbers(GrJson *json, int n, const GrJsonPair pairs[])
{
  for (int i = 0; i < n; i++)
    GrJsonNumber(json, pairs[i].name, pairs[i].value);
}

void GrJsonObject(GrJson *json, const char *name, int n, const GrJsonPair pairs[])
{
  GrJsonBegin(json, name, '{');
  GrJsonNumbers(json, n, pairs);
  GrJsonEnd(json, '}');
}

void GrJsonRows(GrJson *json, int n, const GrJsonRow rows[], const void *base)
{
  for (int k = 0; k < n; k++) {
    const char *at = (const char *)base + rows[k].offset;
    if (rows[k].unit)
      GrJsonNumber(json, rows[k].name, *(const double *)at);
    else
      GrJsonText(json, rows[k].name, *at ? at : NULL);
  }
}

int GrJsonSave(GrJson *json, const char *path, PetscBool sync)
{
  char part[PETSC_MAX_PATH_LEN];

  snprintf(part, sizeof(part), "%s.part", path);
  errno = 0;
  FILE *out = fopen(part, "w");
  const int closed = out ? 0 : errno;
  GrTextPrint(&json->text, "\n");
  const int bad =
      GrTextPour(&json->text, out) || !out || ferror(out) || fflush(out) != 0 || (sync && fsync(fileno(out)) != 0);
  if (!out)
    return closed;
  if (fclose(out) == 0 && !bad && rename(part, path) == 0)
    return 0;
  const int error = errno ? errno : EIO;
  (void)unlink(part);
  return error;
}
