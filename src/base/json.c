/* Writes JSON documents member by member; see json.h. */
#include "base/json.h"

#include "base/directory.h"
#include <errno.h>
#include <math.h>
#include <stddef.h>

enum { LINES_TO = 2 }; /* members of this depth have lines of their own */

static void BeginMember(GrJson *json, const char *name)
{
  if (json->filled)
    GrTextPrint(&json->text, ",");
  if (json->depth > 0 && json->depth <= LINES_TO)
    GrTextPrint(&json->text, "\n%*s", 2 * json->depth, "");
  else if (json->filled)
    GrTextPrint(&json->text, " ");
  json->filled = true;
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
  json->filled = false;
}

void GrJsonEnd(GrJson *json, char bracket)
{
  if (--json->depth < LINES_TO)
    GrTextPrint(&json->text, "\n%*s", 2 * json->depth, "");
  GrTextPrint(&json->text, "%c", bracket);
  json->filled = true;
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

void GrJsonRange(GrJson *json, double lower, bool lower_open, double upper, bool upper_open)
{
  if (isfinite(lower))
    GrJsonNumber(json, lower_open ? "above" : "at_least", lower);
  if (isfinite(upper))
    GrJsonNumber(json, upper_open ? "below" : "at_most", upper);
}

void GrJsonBoolean(GrJson *json, const char *name, bool value)
{
  BeginMember(json, name);
  GrTextPrint(&json->text, value ? "true" : "false");
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

int GrJsonSave(GrJson *json, const char *path, bool sync)
{
  char *text;

  GrTextPrint(&json->text, "\n");
  if (GrTextTake(&json->text, &text))
    return ENOMEM;
  const int error = GrDirectoryReplace(path, text, sync);
  (void)PetscFree(text);
  return error;
}
