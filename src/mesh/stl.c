/* stl: triangles of an STL file, which is text or binary; fields of the binary one are little-endian.

   Text: `solid NAME`, then of each triangle
     facet normal NX NY NZ  outer loop  vertex X Y Z  vertex X Y Z  vertex X Y Z  endloop  endfacet
   and `endsolid NAME`; several solids may follow each other. Words may be in capitals and on any lines.
   Binary: 80 bytes of any kind, the number n of triangles in 4 bytes, then 50 bytes of each: normal and corners, twelve
   floats of 4 bytes, and 2 bytes of any kind. A file is binary if it is 84 + 50 n bytes long, even if it begins with
   `solid`, or if it does not begin with that.

   Normals are not used: the order of the corners says the same, and programs that write zeros there are many. So
   nothing is asked of them.

   Libraries were looked at: libadmesh (Debian) reads into single precision with fscanf in whatever locale, ends the
   process or prints and goes on where a file is damaged, and knows no places in it; libassimp is 200 times as large as
   this file, in C++, and drops what it does not understand without a word. Here a message names line and column, or the
   triangle and byte, and the numbers of a file are the same bits everywhere. */
#include "mesh/lines.h"
#include "mesh/soup.h"

#include <errno.h>
#include <float.h>
#include <granum/error.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { HEADER = 80, FIRST = 84, RECORD = 50, CORNERS = 12, RECORDS_AT_ONCE = 4096 };

/* ---- text ---- */

static PetscErrorCode NeedWord(GrMeshLines *lines, const char *needed)
{
  const char *word;
  PetscErrorCode code = GrMeshWordNext(lines, &word);
  if (code)
    return code;
  if (!word)
    return GrMeshComplain(lines, NULL, "the file ends where '%s' should follow; it is cut short: export the mesh anew",
                          needed);
  if (strcasecmp(word, needed) != 0)
    return GrMeshComplain(lines, word, "'%.32s' stands where '%s' should; export the mesh anew", word, needed);
  return 0;
}

static PetscErrorCode NeedWords(GrMeshLines *lines, int n, const char *const needed[])
{
  for (int k = 0; k < n; k++) {
    PetscErrorCode code = NeedWord(lines, needed[k]);
    if (code)
      return code;
  }
  return 0;
}

/* Three words, as numbers or (NULL) as anything. */
static PetscErrorCode ReadTriple(GrMeshLines *lines, double *number)
{
  for (int k = 0; k < 3; k++) {
    const char *word;
    PetscErrorCode code = GrMeshWordNext(lines, &word);
    if (!code && !word)
      code = GrMeshComplain(lines, NULL, "the file ends within a triangle; it is cut short: export the mesh anew");
    if (!code && number)
      code = GrMeshNumber(lines, word, &number[k]);
    if (code)
      return code;
  }
  return 0;
}

/* What follows `facet`. */
static PetscErrorCode ReadFacet(GrMeshLines *lines, GrMeshSoup *soup)
{
  static const char *const begin[] = {"outer", "loop"}, *const end[] = {"endloop", "endfacet"};
  double corner[3];
  PetscErrorCode code = NeedWord(lines, "normal");
  if (!code)
    code = ReadTriple(lines, NULL);
  if (!code)
    code = NeedWords(lines, 2, begin);
  for (int c = 0; !code && c < 3; c++) {
    code = NeedWord(lines, "vertex");
    if (!code)
      code = ReadTriple(lines, corner);
    if (!code)
      code = GrMeshSoupRoom(soup, lines->path, 1, 1);
    if (!code)
      GrMeshSoupVertex(soup, corner);
  }
  if (!code)
    code = NeedWords(lines, 2, end);
  if (!code)
    GrMeshSoupLast(soup);
  return code;
}

/* What follows `solid`, up to the line of `endsolid`. */
static PetscErrorCode ReadSolid(GrMeshLines *lines, GrMeshSoup *soup)
{
  const char *word;
  PetscErrorCode code = GrMeshLinesNext(lines); /* the rest of the line is a name */
  for (;;) {
    if (!code)
      code = GrMeshWordNext(lines, &word);
    if (code)
      return code;
    if (!word)
      return GrMeshComplain(lines, NULL, "the file ends without 'endsolid'; it is cut short: export the mesh anew");
    if (strcasecmp(word, "endsolid") == 0)
      return GrMeshLinesNext(lines);
    if (strcasecmp(word, "facet") != 0)
      return GrMeshComplain(lines, word, "'%.32s' stands where 'facet' or 'endsolid' should; export the mesh anew",
                            word);
    code = ReadFacet(lines, soup);
  }
}

static PetscErrorCode ReadSolids(GrMeshLines *lines, GrMeshSoup *soup)
{
  const char *word;
  for (;;) {
    PetscErrorCode code = GrMeshWordNext(lines, &word);
    if (code || !word)
      return code;
    if (strcasecmp(word, "solid") != 0)
      return GrMeshComplain(lines, word, "'%.32s' stands where 'solid' or the end should; remove what follows", word);
    code = ReadSolid(lines, soup);
    if (code)
      return code;
  }
}

static PetscErrorCode ReadText(const char *path, GrMeshSoup *soup)
{
  GrMeshLines lines;
  PetscErrorCode code = GrMeshLinesOpen(path, &lines);
  if (!code)
    code = ReadSolids(&lines, soup);
  (void)GrMeshLinesClose(&lines);
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

/* `number`: of the triangle, from 0. */
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
                      ": a coordinate is %g, which is no number; export the mesh anew",
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
  PetscErrorCode code = GrMeshSoupRoom(soup, path, 3 * n, n);
  if (!code && fseek(in, FIRST, SEEK_SET) != 0)
    code = GrFail(GR_EXIT_INPUT, "%s: cannot be read: %s; give the path of an STL or OBJ file", path, strerror(errno));
  for (PetscInt64 done = 0; !code && done < n; done += RECORDS_AT_ONCE) {
    const size_t some = (size_t)PetscMin(RECORDS_AT_ONCE, n - done);
    if (fread(records, RECORD, some, in) != some)
      return GrFail(GR_EXIT_INPUT, "%s: cannot be read to its end; give the path of an STL or OBJ file", path);
    for (size_t i = 0; !code && i < some; i++)
      code = TakeRecord(path, records[i], done + (PetscInt64)i, soup);
  }
  return code;
}

static PetscErrorCode ReadBinary(const char *path, FILE *in, PetscInt64 size, PetscInt64 n, GrMeshSoup *soup)
{
  const PetscInt64 expected = FIRST + RECORD * n;
  if (size < FIRST)
    return GrFail(GR_EXIT_INPUT,
                  "%s: is no STL file: it has %" PetscInt64_FMT
                  " bytes and does not begin with 'solid'; give an STL or OBJ file",
                  path, size);
  if (size != expected)
    return GrFail(GR_EXIT_INPUT,
                  "%s: byte %d: is a binary STL of %" PetscInt64_FMT " triangles by its count, so of %" PetscInt64_FMT
                  " bytes, and has %" PetscInt64_FMT ": it %s; export the mesh anew",
                  path, HEADER, n, expected, size, size < expected ? "is cut short" : "goes on behind them");
  return ReadRecords(path, in, n, soup);
}

/* ---- which of the two ---- */

static PetscBool BeginsWithSolid(const unsigned char *head, size_t n)
{
  size_t at = n >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  while (at < n && strchr(" \t\r\n", head[at]) && head[at])
    at++;
  return (PetscBool)(n - at >= 5 && strncasecmp((const char *)head + at, "solid", 5) == 0);
}

PetscErrorCode GrMeshSoupReadStl(const char *path, GrMeshSoup *soup)
{
  unsigned char head[512] = {0};
  struct stat status = {0};
  errno = 0;
  FILE *in = fopen(path, "rb");
  const size_t n = in ? fread(head, 1, sizeof head, in) : 0;
  if (!in || ferror(in) || fstat(fileno(in), &status) != 0) {
    const int error = errno;
    if (in)
      fclose(in);
    return GrFail(GR_EXIT_INPUT, "%s: cannot be read: %s; give the path of an STL or OBJ file", path, strerror(error));
  }
  const PetscInt64 size = status.st_size, triangles = n >= FIRST ? (PetscInt64)WordAt(head + HEADER) : 0;
  const PetscBool fits = (PetscBool)(n >= FIRST && size == FIRST + RECORD * triangles);
  /* a text has no NUL bytes */
  const PetscBool text = (PetscBool)(!fits && BeginsWithSolid(head, n) && !memchr(head, '\0', n));
  PetscErrorCode code = 0;
  if (size == 0)
    code = GrFail(GR_EXIT_INPUT, "%s: is empty; give an STL or OBJ file", path);
  else if (!text)
    code = ReadBinary(path, in, size, triangles, soup);
  fclose(in);
  return !code && text ? ReadText(path, soup) : code;
}
