/* stl: reads the triangles of an STL file, text or binary.

   Text: `solid NAME`, then for each triangle
     facet normal NX NY NZ  outer loop  vertex X Y Z  vertex X Y Z  vertex X Y Z  endloop  endfacet
   and `endsolid NAME`. A file may contain several solids. Words may be in capitals and on any lines.
   Binary: 80 arbitrary bytes, the number n of triangles in 4 bytes, then 50 bytes for each triangle: normal and
   corners, twelve floats of 4 bytes, and 2 arbitrary bytes. Numbers are little-endian. A file is binary if its length
   is 84 + 50 n bytes, even if it begins with `solid`, or if it does not begin with `solid`.

   Normals are ignored: the order of the corners determines them, and many programs write zeros.

   Why no library: libadmesh (Debian) reads single precision with fscanf in the current locale, ends the process or
   continues after a message where a file is damaged, and does not report the place. libassimp is 200 times as large as
   this file, in C++, and silently drops unknown input. Messages here name line and column, or triangle and byte, and
   the numbers of a file have the same bits on every machine. */
#include "mesh/lines.h"
#include "mesh/soup.h"

#include <errno.h>
#include <float.h>
#include <granum/error.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { HEADER = 80, FIRST = 84, RECORD = 50, CORNERS = 12, RECORDS_AT_ONCE = 4096 };

/* ---- text ---- */

/* Reads n words, which must be these. */
static PetscErrorCode NeedWords(GrMeshLines *lines, int n, const char *const needed[])
{
  const char *word;

  for (int k = 0; k < n; k++) {
    PetscCall(GrMeshWordNext(lines, &word));
    if (!word)
      return GrMeshComplain(
          lines, NULL, "the file ends where '%s' should follow; it is cut short: export the mesh again", needed[k]);
    if (strcasecmp(word, needed[k]) != 0)
      return GrMeshComplain(lines, word, "'%.32s' is in the place of '%s'; export the mesh again", word, needed[k]);
  }
  return 0;
}

/* Reads three words; as numbers if `number` is not NULL. */
static PetscErrorCode ReadTriple(GrMeshLines *lines, double *number)
{
  const char *word;

  for (int k = 0; k < 3; k++) {
    PetscCall(GrMeshWordNext(lines, &word));
    if (!word)
      return GrMeshComplain(lines, NULL, "the file ends within a triangle; it is cut short: export the mesh again");
    if (number)
      PetscCall(GrMeshNumber(lines, word, &number[k]));
  }
  return 0;
}

/* Reads a triangle after the word `facet`. */
static PetscErrorCode ReadFacet(GrMeshLines *lines, GrMeshSoup *soup)
{
  static const char *const normal[] = {"normal"}, *const begin[] = {"outer", "loop"}, *const vertex[] = {"vertex"},
                           *const end[] = {"endloop", "endfacet"};
  double corner[3];

  PetscCall(NeedWords(lines, 1, normal));
  PetscCall(ReadTriple(lines, NULL));
  PetscCall(NeedWords(lines, 2, begin));
  PetscCall(GrMeshSoupReserve(soup, lines->path, 3, 1));
  for (int c = 0; c < 3; c++) {
    PetscCall(NeedWords(lines, 1, vertex));
    PetscCall(ReadTriple(lines, corner));
    GrMeshSoupVertex(soup, corner);
  }
  PetscCall(NeedWords(lines, 2, end));
  GrMeshSoupLast(soup);
  return 0;
}

/* Reads a solid after the word `solid`, including the line of `endsolid`. */
static PetscErrorCode ReadSolid(GrMeshLines *lines, GrMeshSoup *soup)
{
  const char *word;

  PetscCall(GrMeshLinesNext(lines)); /* the rest of the line is a name */
  for (;;) {
    PetscCall(GrMeshWordNext(lines, &word));
    if (!word)
      return GrMeshComplain(lines, NULL, "the file ends without 'endsolid'; it is cut short: export the mesh again");
    if (strcasecmp(word, "endsolid") == 0)
      break;
    if (strcasecmp(word, "facet") != 0)
      return GrMeshComplain(lines, word, "'%.32s' is in the place of 'facet' or 'endsolid'; export the mesh again",
                            word);
    PetscCall(ReadFacet(lines, soup));
  }
  return GrMeshLinesNext(lines);
}

static PetscErrorCode ReadSolids(GrMeshLines *lines, GrMeshSoup *soup)
{
  const char *word;

  PetscCall(GrMeshWordNext(lines, &word));
  while (word) {
    if (strcasecmp(word, "solid") != 0)
      return GrMeshComplain(lines, word, "'%.32s' follows the end of the solid; remove what follows", word);
    PetscCall(ReadSolid(lines, soup));
    PetscCall(GrMeshWordNext(lines, &word));
  }
  return 0;
}

static PetscErrorCode ReadText(const char *path, GrMeshSoup *soup)
{
  GrMeshLines lines;

  PetscCall(GrMeshLinesOpen(path, &lines));
  const PetscErrorCode code = ReadSolids(&lines, soup);
  PetscCall(GrMeshLinesClose(&lines));
  return code;
}

/* ---- binary ---- */

static uint32_t WordAt(const unsigned char *byte)
{
  return (uint32_t)byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

static float FloatAt(const unsigned char *byte)
{
  const uint32_t word = WordAt(byte);
  float number;
  memcpy(&number, &word, sizeof number);
  return number;
}

/* Appends a triangle. number: its number, from 0, for the message. */
static PetscErrorCode TakeRecord(const char *path, const unsigned char *record, PetscInt64 number, GrMeshSoup *soup)
{
  double corner[3];
  for (int c = 0; c < 3; c++) {
    for (int k = 0; k < 3; k++) {
      const int byte = CORNERS + 12 * c + 4 * k;
      corner[k] = FloatAt(record + byte);
      if (!(fabs(corner[k]) <= FLT_MAX))
        return GrFail(GR_EXIT_INPUT,
                      "%s: byte %" PetscInt64_FMT ", triangle %" PetscInt64_FMT
                      ": a coordinate is %g, which is not a number; export the mesh again",
                      path, FIRST + RECORD * number + byte, number + 1, corner[k]);
    }
    GrMeshSoupVertex(soup, corner);
  }
  GrMeshSoupLast(soup);
  return 0;
}

static PetscErrorCode ReadRecords(const char *path, FILE *in, PetscInt64 n, GrMeshSoup *soup)
{
  static unsigned char records[RECORDS_AT_ONCE][RECORD];

  PetscCall(GrMeshSoupReserve(soup, path, 3 * n, n));
  const int failed = fseek(in, FIRST, SEEK_SET);
  for (PetscInt64 done = 0; done < n; done += RECORDS_AT_ONCE) {
    const size_t some = (size_t)PetscMin(RECORDS_AT_ONCE, n - done);
    if (failed || fread(records, RECORD, some, in) != some)
      return GrFail(GR_EXIT_INPUT, "%s: cannot be read to its end; give the path of an STL or OBJ file", path);
    for (size_t i = 0; i < some; i++)
      PetscCall(TakeRecord(path, records[i], done + (PetscInt64)i, soup));
  }
  return 0;
}

static PetscErrorCode ReadBinary(const char *path, FILE *in, PetscInt64 size, PetscInt64 n, GrMeshSoup *soup)
{
  const PetscInt64 expected = FIRST + RECORD * n;

  if (size < FIRST)
    return GrFail(GR_EXIT_INPUT,
                  "%s: is not an STL file: it has %" PetscInt64_FMT
                  " bytes and does not begin with 'solid'; give an STL or OBJ file",
                  path, size);
  if (size != expected)
    return GrFail(GR_EXIT_INPUT,
                  "%s: byte %d: is a binary STL of %" PetscInt64_FMT " triangles by its count, so of %" PetscInt64_FMT
                  " bytes, and has %" PetscInt64_FMT ": it %s; export the mesh again",
                  path, HEADER, n, expected, size, size < expected ? "is cut short" : "continues after them");
  return ReadRecords(path, in, n, soup);
}

/* ---- choice of the format ---- */

static bool BeginsWithSolid(const unsigned char *head, size_t n)
{
  size_t at = n >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (at < n && strchr(" \t\r\n", head[at]) && head[at])
    at++;
  return n - at >= 5 && strncasecmp((const char *)head + at, "solid", 5) == 0;
}

/* Reads the file through `in`, or by its path if it is a text. */
static PetscErrorCode ReadAny(const char *path, FILE *in, GrMeshSoup *soup)
{
  unsigned char head[512] = {0};
  struct stat status = {0};

  const size_t n = fread(head, 1, sizeof head, in);
  if (ferror(in) || fstat(fileno(in), &status) != 0)
    return GrFail(GR_EXIT_INPUT, "%s: cannot be read: %s; give the path of an STL or OBJ file", path, strerror(errno));
  const PetscInt64 size = status.st_size, triangles = n >= FIRST ? (PetscInt64)WordAt(head + HEADER) : 0;
  const bool fits = n >= FIRST && size == FIRST + RECORD * triangles;
  if (size == 0)
    return GrFail(GR_EXIT_INPUT, "%s: is empty; give an STL or OBJ file", path);
  if (!fits && BeginsWithSolid(head, n) && !memchr(head, '\0', n)) /* a text has no NUL bytes */
    PetscCall(ReadText(path, soup));
  else
    PetscCall(ReadBinary(path, in, size, triangles, soup));
  return 0;
}

PetscErrorCode GrMeshSoupReadStl(const char *path, GrMeshSoup *soup)
{
  FILE *in = fopen(path, "rb");

  if (!in)
    return GrFail(GR_EXIT_INPUT, "%s: cannot be read: %s; give the path of an STL or OBJ file", path, strerror(errno));
  const PetscErrorCode code = ReadAny(path, in, soup);
  fclose(in);
  return code;
}
