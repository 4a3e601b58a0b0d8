/* obj: vertices and faces of a Wavefront OBJ file.

     v X Y Z         a vertex; what follows its coordinates (a weight, colours) is not used
     f A B C ...     a face of three vertices or more, by their numbers from 1, or -1 for the last one so far; A may be
                     written A/T, A/T/N or A//N, of which the first number counts
   A line that ends in \ goes on in the next one. All other lines are skipped. A face of more than three vertices
   becomes a fan of triangles from its first one, which is right if it is convex: one whose triangles do not all turn
   alike is refused. Why not a library: see stl.c. */
#include "mesh/lines.h"
#include "mesh/soup.h"

#include "base/excerpt.h"
#include <errno.h>
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>

/* The next word of the line, which may go on in the next one. */
static PetscErrorCode WordOfLine(GrMeshLines *lines, const char **word)
{
  *word = GrMeshWordHere(lines);
  while (*word && strcmp(*word, "\\") == 0) {
    PetscErrorCode code = GrMeshLinesNext(lines);
    if (code)
      return code;
    *word = GrMeshWordHere(lines);
  }
  return 0;
}

static PetscErrorCode ReadVertex(GrMeshLines *lines, GrMeshSoup *soup)
{
  double at[3];
  for (int k = 0; k < 3; k++) {
    const char *word;
    PetscErrorCode code = WordOfLine(lines, &word);
    if (!code && !word)
      code = GrMeshComplain(lines, NULL, "a vertex has %d of its 3 coordinates; write v X Y Z", k);
    if (!code)
      code = GrMeshNumber(lines, word, &at[k]);
    if (code)
      return code;
  }
  PetscErrorCode code = GrMeshSoupRoom(soup, lines->path, 1, 0);
  if (!code)
    GrMeshSoupVertex(soup, at);
  return code;
}

static PetscErrorCode ReadCorner(const GrMeshLines *lines, const char *word, const GrMeshSoup *soup, PetscInt64 *corner)
{
  char *end;
  const PetscInt64 number = strtoll(word, &end, 10);
  if (end == word || (*end && *end != '/'))
    return GrMeshComplain(lines, word, "'%s' is no number of a vertex; write one such as 7, 7/1, 7/1/2 or 7//2",
                          GrExcerptOf(word).text);
  if (number == 0 || number > soup->n_vertices || number < -soup->n_vertices)
    return GrMeshComplain(lines, word,
                          "there is no vertex %s: there are %" PetscInt64_FMT " so far; write a number from 1 to that",
                          GrExcerptOf(word).text, soup->n_vertices);
  *corner = number > 0 ? number - 1 : soup->n_vertices + number;
  return 0;
}

/* Twice the area of a triangle as a vector. */
static void FindAreaVector(const GrMeshSoup *soup, const int32_t corner[3], double area[3])
{
  const double *a = soup->vertex[corner[0]], *b = soup->vertex[corner[1]], *c = soup->vertex[corner[2]];
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    area[k] = (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]);
  }
}

/* Do all triangles from `first` on turn as their sum does? */
static PetscBool IsFanConvex(const GrMeshSoup *soup, PetscInt64 first)
{
  double sum[3] = {0, 0, 0}, area[3];
  PetscBool alike = PETSC_TRUE;
  for (PetscInt64 t = first; t < soup->n_triangles; t++) {
    FindAreaVector(soup, soup->triangle[t], area);
    for (int k = 0; k < 3; k++)
      sum[k] += area[k];
  }
  for (PetscInt64 t = first; t < soup->n_triangles; t++) {
    FindAreaVector(soup, soup->triangle[t], area);
    if (area[0] * sum[0] + area[1] * sum[1] + area[2] * sum[2] < 0)
      alike = PETSC_FALSE;
  }
  return alike;
}

static PetscErrorCode ReadFace(GrMeshLines *lines, GrMeshSoup *soup)
{
  const PetscInt64 first = soup->n_triangles;
  PetscInt64 corner[3] = {0, 0, 0}, n = 0;
  const char *word;
  PetscErrorCode code = WordOfLine(lines, &word);
  for (; !code && word; n++) {
    const int c = (int)PetscMin(n, 2);
    if (n > 2)
      corner[1] = corner[2];
    code = ReadCorner(lines, word, soup, &corner[c]);
    if (!code && n >= 2)
      code = GrMeshSoupRoom(soup, lines->path, 0, 1);
    if (code)
      return code;
    if (n >= 2)
      GrMeshSoupTriangle(soup, corner[0], corner[1], corner[2]);
    code = WordOfLine(lines, &word);
  }
  if (!code && n < 3)
    code = GrMeshComplain(lines, NULL, "a face has %d vertices; write three or more", (int)n);
  if (!code && n > 3 && !IsFanConvex(soup, first))
    code = GrMeshComplain(lines, lines->text,
                          "the face of %" PetscInt64_FMT " vertices is not convex; export the mesh in triangles", n);
  return code;
}

static PetscErrorCode ReadLines(GrMeshLines *lines, GrMeshSoup *soup)
{
  for (;;) {
    PetscErrorCode code = GrMeshLinesNext(lines);
    if (code || !lines->at)
      return code;
    const char *word = GrMeshWordHere(lines);
    if (word && strcmp(word, "v") == 0)
      code = ReadVertex(lines, soup);
    if (word && strcmp(word, "f") == 0)
      code = ReadFace(lines, soup);
    if (code)
      return code;
  }
}

PetscErrorCode GrMeshSoupReadObj(const char *path, GrMeshSoup *soup)
{
  GrMeshLines lines;
  PetscErrorCode code = GrMeshLinesOpen(path, &lines);
  if (!code)
    code = ReadLines(&lines, soup);
  (void)GrMeshLinesClose(&lines);
  return code;
}
