/* obj: reads vertices and faces of a Wavefront OBJ file.

     v X Y Z         a vertex; further numbers (a weight, colours) are ignored
     f A B C ...     a face of at least three vertices, by their numbers from 1; -1 is the last vertex so far; A may be
                     written A/T, A/T/N or A//N, where granum uses the first number
   A line that ends in \ continues in the next line. All other lines are skipped. A face of more than three vertices
   becomes a fan of triangles around its first vertex. This is right for convex faces only, so granum refuses a face
   whose triangles do not all have the same orientation. The head of stl.c says why no library is used. */
#include "mesh/lines.h"
#include "mesh/soup.h"

#include "base/excerpt.h"
#include "base/math/vector.h"
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>

/* Next word of the line or of its continuation; NULL if there is none. */
static PetscErrorCode WordOfLine(GrMeshLines *lines, const char **word)
{
  while ((*word = GrMeshWordHere(lines)) && strcmp(*word, "\\") == 0)
    PetscCall(GrMeshLinesNext(lines));
  return 0;
}

static PetscErrorCode ReadVertex(GrMeshLines *lines, GrMeshSoup *soup)
{
  const char *word;
  double at[3];

  for (int k = 0; k < 3; k++) {
    PetscCall(WordOfLine(lines, &word));
    if (!word)
      return GrMeshComplain(lines, NULL, "a vertex has %d of its 3 coordinates; write v X Y Z", k);
    PetscCall(GrMeshNumber(lines, word, &at[k]));
  }
  PetscCall(GrMeshSoupReserve(soup, lines->path, 1, 0));
  GrMeshSoupVertex(soup, at);
  return 0;
}

static PetscErrorCode ReadCorner(const GrMeshLines *lines, const char *word, const GrMeshSoup *soup, PetscInt64 *corner)
{
  char *end;
  const PetscInt64 number = strtoll(word, &end, 10);
  if (end == word || (*end && *end != '/'))
    return GrMeshComplain(lines, word, "'%s' is not the number of a vertex; write one such as 7, 7/1, 7/1/2 or 7//2",
                          GrExcerptOf(word).text);
  if (number == 0 || number > soup->n_vertices || number < -soup->n_vertices)
    return GrMeshComplain(lines, word,
                          "there is no vertex %s: there are %" PetscInt64_FMT " so far; write a number from 1 to that",
                          GrExcerptOf(word).text, soup->n_vertices);
  *corner = number > 0 ? number - 1 : soup->n_vertices + number;
  return 0;
}

static void FindAreaVector(const GrMeshSoup *soup, const int32_t corner[3], double area[3])
{
  GrAreaVector(soup->vertex[corner[0]], soup->vertex[corner[1]], soup->vertex[corner[2]], area);
}

/* Whether all triangles from `first` on have the orientation of their sum. */
static bool IsFanConvex(const GrMeshSoup *soup, PetscInt64 first)
{
  double sum[3] = {0, 0, 0}, area[3];
  bool consistent = true;
  for (PetscInt64 t = first; t < soup->n_triangles; t++) {
    FindAreaVector(soup, soup->triangle[t], area);
    for (int k = 0; k < 3; k++)
      sum[k] += area[k];
  }
  for (PetscInt64 t = first; t < soup->n_triangles; t++) {
    FindAreaVector(soup, soup->triangle[t], area);
    if (GrDot3(area, sum) < 0)
      consistent = false;
  }
  return consistent;
}

static PetscErrorCode ReadFace(GrMeshLines *lines, GrMeshSoup *soup)
{
  const PetscInt64 first = soup->n_triangles;
  PetscInt64 corner[3] = {0, 0, 0}, n = 0;
  const char *word;

  PetscCall(WordOfLine(lines, &word));
  for (; word; n++) {
    if (n > 2)
      corner[1] = corner[2];
    PetscCall(ReadCorner(lines, word, soup, &corner[PetscMin(n, 2)]));
    if (n >= 2) {
      PetscCall(GrMeshSoupReserve(soup, lines->path, 0, 1));
      GrMeshSoupTriangle(soup, corner[0], corner[1], corner[2]);
    }
    PetscCall(WordOfLine(lines, &word));
  }
  if (n < 3)
    return GrMeshComplain(lines, NULL, "a face has %d vertices; write three or more", (int)n);
  if (n > 3 && !IsFanConvex(soup, first))
    return GrMeshComplain(lines, lines->text,
                          "the face of %" PetscInt64_FMT " vertices is not convex; export the mesh in triangles", n);
  return 0;
}

static PetscErrorCode ReadLines(GrMeshLines *lines, GrMeshSoup *soup)
{
  do {
    PetscCall(GrMeshLinesNext(lines));
    const char *word = GrMeshWordHere(lines);
    if (word && strcmp(word, "v") == 0)
      PetscCall(ReadVertex(lines, soup));
    else if (word && strcmp(word, "f") == 0)
      PetscCall(ReadFace(lines, soup));
  } while (lines->at);
  return 0;
}

PetscErrorCode GrMeshSoupReadObj(const char *path, GrMeshSoup *soup)
{
  GrMeshLines lines;

  PetscCall(GrMeshLinesOpen(path, &lines));
  const PetscErrorCode code = ReadLines(&lines, soup);
  PetscCall(GrMeshLinesClose(&lines));
  return code;
}
