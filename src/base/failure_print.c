/* Prints errors and warnings; see failure.h. */
#include "base/failure.h"

#include "base/text.h"
#include <ctype.h>
#include <string.h>

static bool uses_json = false;

void GrFailureUseJson(void)
{
  uses_json = true;
}

/* Parts of a message; the strings are in a copy of it. NULL, 0: missing. */
typedef struct {
  char *file, *key, *problem, *remedy;
  int line, column;
} Parts;

/* Cuts `FILE:LINE:COLUMN: ` from the beginning of a message. Returns the rest. */
static char *TakePlace(char *message, Parts *parts)
{
  int line, column, end = 0;

  for (char *at = strchr(message, ':'); at && at[1] != ' '; at = strchr(at + 1, ':'))
    if (isdigit((unsigned char)at[1]) && sscanf(at, ":%d:%d: %n", &line, &column, &end) == 2 && end > 0) {
      *at = '\0';
      parts->file = message;
      parts->line = line;
      parts->column = column;
      return at + end;
    }
  return message;
}

/* The text `KEY: fault` in `--set PATH=VALUE: KEY: fault`, where KEY is PATH or a key below it; NULL: no such text. */
static char *FindSetKey(char *message)
{
  char below[256];

  if (strncmp(message, "--set ", 6) != 0)
    return NULL;
  snprintf(below, sizeof(below), ": %.*s", (int)strcspn(message + 6, "="), message + 6);
  char *found = strstr(message, below);
  return found ? found + 2 : NULL;
}

/* Returns the remedy, with the two characters before it: it begins after the first "; ". If this "; " is followed by
   "or", it separates two remedies, and the first one begins after the last ": " before it. NULL: none. */
static char *FindRemedy(char *problem)
{
  char *second = strstr(problem, "; "), *found = second;

  for (char *at = problem; second && strncmp(second, "; or ", 5) == 0 && at < second; at++)
    if (strncmp(at, ": ", 2) == 0)
      found = at;
  return found;
}

static void Separate(char *message, Parts *parts)
{
  char *rest = TakePlace(message, parts), *key = parts->file ? rest : FindSetKey(rest);
  const size_t length = key ? strcspn(key, " :") : 0;

  parts->problem = rest;
  if (length && strncmp(key + length, ": ", 2) == 0) {
    key[length] = '\0';
    parts->key = key;
    parts->problem = key + length + 2;
  }
  parts->remedy = FindRemedy(parts->problem);
  if (parts->remedy) {
    *parts->remedy = '\0';
    parts->remedy += 2;
  }
}

/* Appends `, "NAME": TEXT`; NULL is written as null. */
static void AppendText(GrText *json, const char *name, const char *text)
{
  GrTextPrint(json, ", \"%s\": ", name);
  if (text)
    GrTextQuoted(json, text);
  else
    GrTextPrint(json, "null");
}

/* Appends `, "NAME": NUMBER`; 0 is written as null. */
static void AppendNumber(GrText *json, const char *name, int number)
{
  GrTextPrint(json, number ? ", \"%s\": %d" : ", \"%s\": null", name, number);
}

PetscErrorCode GrFailurePrintJson(FILE *out, GrExit exit_code, const char *message)
{
  GrText json = {0};
  Parts parts = {0};
  char *copy;

  PetscCall(PetscStrallocpy(message, &copy));
  Separate(copy, &parts);
  GrTextPrint(&json, "{\"severity\": \"%s\"", exit_code ? "error" : "warning");
  AppendNumber(&json, "exit_code", (int)exit_code);
  AppendText(&json, "file", parts.file);
  AppendNumber(&json, "line", parts.line);
  AppendNumber(&json, "column", parts.column);
  AppendText(&json, "key", parts.key);
  AppendText(&json, "problem", parts.problem);
  AppendText(&json, "remedy", parts.remedy);
  AppendText(&json, "message", message);
  GrTextPrint(&json, "}\n");
  PetscCall(GrTextPour(&json, out));
  return PetscFree(copy);
}

void GrFailurePrint(FILE *out, GrExit exit_code, const char *message)
{
  if (!uses_json || GrFailurePrintJson(out, exit_code, message))
    fprintf(out, "granum: %s%s\n", exit_code ? "" : "warning: ", message);
}
