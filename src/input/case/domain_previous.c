/* Replaces the word `previous` by the simulation box of an earlier run:
     domain: previous
     domain: {box: previous, cell: {rate: {xy: 20 1/s}}}
   The values come from the domain in the resolved case of the earlier run, without its deformation. If the box has
   deformed, corners and offset are read from the frame. Other keys of the section in the input override these values.
   The resolved case and checkpoints contain the numbers, so they do not need the file. */
#include "input/case/input.h"
#include "input/key/key.h"
#include "input/yaml/read.h"
#include "particle/fill/previous.h"

#include "base/math/vector.h"
#include <ctype.h>
#include <granum/error.h>
#include <stdlib.h>
#include <string.h>

/* The map `previous` of the first group that has it, with the name of a file. */
static const GrNode *FindPrevious(const GrNode *root)
{
  const GrNode *groups = GrNodeGet(root, "particles"), *previous = NULL;
  for (GrNode *group = groups && groups->type == GR_NODE_MAP ? groups->first : NULL; group && !previous;
       group = group->next)
    previous = *GrNodeText(GrNodeGet(group, "previous"), "file") ? GrNodeGet(group, "previous") : NULL;
  return previous;
}

/* Copies each value of a map to another map that does not have this key. */
static void PutMissing(GrNode *map, GrNode *values)
{
  for (GrNode *next, *child = values->first; child; child = next) {
    next = child->next;
    if (GrNodeGet(map, child->key))
      continue;
    GrNodeRemove(values, child);
    GrNodeAppend(map, child);
  }
}

/* Writes the corners and the offsets of a box that has deformed. */
static void WriteDeformed(GrText *out, const GrPreviousBox *box)
{
  static const char *const planes[GR_PLANES] = {"xy", "xz", "yz"};
  double lower[3], upper[3], offset[GR_PLANES];
  bool first = true;
  GrCopy3(box->lower, lower);
  for (int k = 0; k < GR_PLANES; k++) {
    offset[k] = box->edges[GrPlaneAcross(k)][GrPlaneAlong(k)];
    lower[GrPlaneAlong(k)] += 0.5 * offset[k];
  }
  for (int a = 0; a < 3; a++)
    upper[a] = lower[a] + box->edges[a][a];
  GrTextPrint(out, "lower: [%.17g, %.17g, %.17g]\nupper: [%.17g, %.17g, %.17g]\n", lower[0], lower[1], lower[2],
              upper[0], upper[1], upper[2]);
  for (int k = 0; k < GR_PLANES; k++)
    if (offset[k] != 0) {
      GrTextPrint(out, "%s%s: %.17g", first ? "cell: {offset: {" : ", ", planes[k], offset[k]);
      first = false;
    }
  GrTextPrint(out, first ? "" : "}}\n");
}

/* Puts the earlier box into the map `domain`, and its offsets into a cell that the input gives. */
static PetscErrorCode PutBox(GrDocument *document, const char *path, const GrPreviousBox *box, const char *text,
                             GrNode *domain)
{
  GrNode *earlier, *deformed, *cell = GrNodeGet(domain, "cell");
  GrText out = {0};
  char *numbers;
  if (*text)
    PetscCall(GrDocumentParse(document, path, false, text, &earlier));
  earlier = *text ? GrNodeGet(earlier, "domain") : NULL;
  if (!earlier || earlier->type != GR_NODE_MAP)
    return GrFail(GR_EXIT_INPUT, "%s: has no box of a run; write domain: {lower: [..], upper: [..]}", path);
  if (GrNodeGet(earlier, "cell"))
    GrNodeRemove(earlier, GrNodeGet(earlier, "cell"));
  if (box->deforms) {
    WriteDeformed(&out, box);
    PetscCall(GrTextTake(&out, &numbers));
    PetscErrorCode code = GrDocumentParse(document, path, false, numbers, &deformed);
    PetscCall(PetscFree(numbers));
    PetscCall(code);
    if (cell && cell->type == GR_NODE_MAP && GrNodeGet(deformed, "cell"))
      PutMissing(cell, GrNodeGet(deformed, "cell"));
    PutMissing(domain, deformed);
  }
  PutMissing(domain, earlier);
  return 0;
}

static PetscErrorCode ReadBox(MPI_Comm comm, const char *name, GrDocument *document, const GrNode *previous,
                              GrNode *domain)
{
  const GrCase named = {.file = (char *)name};
  const char *frame = GrNodeText(previous, "frame"), *origin;
  char path[PETSC_MAX_PATH_LEN], *text;
  GrPreviousBox box;
  PetscCall(GrCaseFile(&named, GrNodeText(previous, "file"), sizeof path, path));
  PetscCall(GrNodeArenaCopy(&document->arena, path, &origin));
  PetscCall(PetscCalloc1(GR_PREVIOUS_CASE_MAX, &text));
  PetscErrorCode code =
      GrFillPreviousReadBox(comm, path, isdigit((unsigned char)*frame) ? strtoll(frame, NULL, 10) : -1, &box, text);
  if (!code)
    code = PutBox(document, origin, &box, text, domain);
  PetscCall(PetscFree(text));
  return code;
}

PetscErrorCode GrCaseDomainReadPrevious(MPI_Comm comm, const char *name, GrDocument *document)
{
  GrNode *domain = GrNodeGet(document->root, "domain"), *box = GrNodeGet(domain, "box"), *map;
  const GrNode *previous = FindPrevious(document->root), *word = box ? box : domain;
  if (!word || word->type != GR_NODE_SCALAR || strcmp(word->text, "previous") != 0)
    return 0;
  if (!previous)
    return GrNodeComplain(word, "is the box of the run that a group of particles continues; write lower and upper, or "
                                "particles.NAME.previous: {file: ..}");
  if (box) {
    GrNodeRemove(domain, box);
    return ReadBox(comm, name, document, previous, domain);
  }
  PetscCall(GrNodeArenaAllocate(&document->arena, sizeof *map, &map));
  *map = *domain;
  map->type = GR_NODE_MAP;
  GrNodeReplace(domain, map);
  return ReadBox(comm, name, document, previous, map);
}
