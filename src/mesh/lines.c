/* lines: reads the words of a text file; see lines.h. */
#include "mesh/lines.h"

#include "base/excerpt.h"
#include <errno.h>
#include <float.h>
#include <granum/error.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char spaces[] = " \t\r\n\f\v";

PetscErrorCode GrMeshLinesOpen(const char *path, GrMeshLines *lines)
{
  *lines = (GrMeshLines){.path = path, .file = fopen(path, "rb")};
  if (!lines->file)
    return GrFail(GR_EXIT_INPUT, "%s: cannot be read: %s; give the path of an STL or OBJ file", path, strerror(errno));
  return 0;
}

PetscErrorCode GrMeshLinesClose(GrMeshLines *lines)
{
  if (lines->file)
    fclose(lines->file);
  free(lines->text);
  *lines = (GrMeshLines){0};
  return 0;
}

PetscErrorCode GrMeshLinesNext(GrMeshLines *lines)
{
  errno = 0;
  const ssize_t length = getline(&lines->text, &lines->capacity, lines->file);
  if (length < 0 && (ferror(lines->file) || errno == ENOMEM))
    return GrFail(GR_EXIT_INPUT, "%s: cannot be read: %s; give the path of an STL or OBJ file", lines->path,
                  strerror(errno));
  lines->at = length < 0 ? NULL : lines->text;
  if (!lines->at)
    return 0;
  lines->line++;
  lines->length = (size_t)length;
  char *nul = memchr(lines->text, '\0', lines->length);
  if (nul)
    return GrMeshComplain(lines, nul, "there is a NUL byte, so the file is not a text; export the mesh again");
  if (lines->line == 1 && strncmp(lines->at, "\xef\xbb\xbf", 3) == 0)
    lines->at += 3;
  return 0;
}

const char *GrMeshWordHere(GrMeshLines *lines)
{
  char *word = lines->at ? lines->at + strspn(lines->at, spaces) : NULL;
  if (!word || !*word)
    return NULL;
  lines->at = word + strcspn(word, spaces);
  if (*lines->at)
    *lines->at++ = '\0';
  return word;
}

PetscErrorCode GrMeshWordNext(GrMeshLines *lines, const char **word)
{
  while (!(*word = GrMeshWordHere(lines))) {
    PetscCall(GrMeshLinesNext(lines));
    if (!lines->at)
      break;
  }
  return 0;
}

/* Length of the current line without its end. Ends of words in it may have been replaced by NUL. */
static size_t EndOfLine(const GrMeshLines *lines)
{
  size_t length = lines->length;
  while (length > 0 && (strchr("\r\n", lines->text[length - 1])))
    length--;
  return length;
}

PetscErrorCode GrMeshComplain(const GrMeshLines *lines, const char *word, const char *format, ...)
{
  char what[512];
  const size_t column = word ? (size_t)(word - lines->text) : EndOfLine(lines);
  va_list list;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  return GrFail(GR_EXIT_INPUT, "%s:%lld:%zu: %s", lines->path, (long long)PetscMax(lines->line, 1), column + 1, what);
}

PetscErrorCode GrMeshNumber(const GrMeshLines *lines, const char *word, double *number)
{
  char *end;
  *number = strtod(word, &end);
  if (end == word || *end)
    return GrMeshComplain(lines, word, "'%s' is not a number; write a coordinate such as 1.5e-3, with a point",
                          GrExcerptOf(word).text);
  if (!(fabs(*number) <= FLT_MAX))
    return GrMeshComplain(lines, word, "'%s' is not a coordinate; write a number of at most 3.4e38",
                          GrExcerptOf(word).text);
  return 0;
}
