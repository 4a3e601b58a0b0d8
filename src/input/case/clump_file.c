/* Reads the spheres of a clump from a file of comma-separated values [m]:
     # comment lines and empty lines are skipped
     x, y, z, radius
     0, 0, 0, 1e-3
   The spheres become nodes of the tree of the input, with their lines in the file. The table of keys then checks them
   like spheres of the input, and the resolved case and checkpoints do not need the file. */
#include "base/excerpt.h"
#include "input/case/clumps.h"
#include "input/yaml/read.h"
#include "particle/fill/csv_line.h"
#include <granum/error.h>
#include <string.h>

enum { COLUMNS = 4 };
static const char *const columns[COLUMNS] = {"x", "y", "z", "radius"};

typedef struct {
  GrDocument *document;
  const char *path;
  int line; /* current line of the file, from 1 */
} Table;

/* A node at a place of the file; text NULL: a list or a map. */
static PetscErrorCode MakeNode(const Table *t, GrNodeType type, const char *key, int column, const char *text,
                               GrNode *parent, GrNode **node)
{
  PetscCall(GrNodeArenaAllocate(&t->document->arena, sizeof **node, node));
  **node = (GrNode){.type = type, .key = key, .origin = t->path, .place = {t->line, column}, .key_place = {t->line, 1}};
  if (text)
    PetscCall(GrNodeArenaCopy(&t->document->arena, text, &(*node)->text));
  if (parent)
    GrNodeAppend(parent, *node);
  return 0;
}

static PetscErrorCode Complain(const Table *t, int column, const char *sentence)
{
  return GrFail(GR_EXIT_INPUT, "%s:%d:%d: %s", t->path, t->line, column, sentence);
}

/* The header if `list` is NULL, otherwise a sphere, which is added to the list. */
static PetscErrorCode ReadLine(const Table *t, const char *begin, const char *end, GrNode *list)
{
  GrNode *sphere = NULL, *centre = NULL, *value;
  const char *at = begin;
  if (list) {
    PetscCall(MakeNode(t, GR_NODE_MAP, NULL, 1, NULL, list, &sphere));
    PetscCall(MakeNode(t, GR_NODE_LIST, "centre", 1, NULL, sphere, &centre));
  }
  for (int c = 0; c < COLUMNS; c++) {
    if (!at)
      return Complain(t, (int)(end - begin) + 1, "has too few values; write x, y, z and radius on each line");
    const GrCsvField field = GrFillCsvFieldNext(begin, &at, end);
    if (!list && strcmp(field.text, columns[c]) != 0)
      return Complain(t, field.place, "is not the header of a clump; write `x, y, z, radius` on the first line");
    if (list && !field.length)
      return Complain(t, field.place, "has an empty value; write x, y, z and radius on each line");
    if (list)
      PetscCall(MakeNode(t, GR_NODE_SCALAR, c < 3 ? NULL : "radius", field.place, field.text, c < 3 ? centre : sphere,
                         &value));
  }
  return at ? Complain(t, (int)(at - begin) + 1, "has too many values; write x, y, z and radius, decimals with a point")
            : 0;
}

static PetscErrorCode ReadText(Table *t, const char *text, GrNode *file)
{
  GrNode *list = NULL;
  const char *at = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? text + 3 : text;
  for (t->line = 1; *at; t->line++) {
    const char *end = at + strcspn(at, "\n");
    const bool empty = GrFillCsvLineEmpty(at, end);
    if (!empty)
      PetscCall(ReadLine(t, at, end, list));
    if (!empty && !list)
      PetscCall(MakeNode(t, GR_NODE_LIST, NULL, 1, NULL, NULL, &list));
    at = *end ? end + 1 : end;
  }
  t->line = 1;
  if (!list || !list->n)
    return Complain(t, 1, "has no spheres; write `x, y, z, radius` on the first line and a line for each sphere");
  GrNodeReplace(file, list);
  list->key = "spheres";
  list->key_place = list->place;
  return 0;
}

/* A clump that also has a list of spheres, or no name of a file, is left to the table of keys. */
PetscErrorCode GrCaseClumpsReadFiles(MPI_Comm comm, const char *name, GrDocument *document)
{
  const GrNode *clumps = GrNodeGet(document->root, "clumps");
  for (GrNode *clump = clumps && clumps->type == GR_NODE_MAP ? clumps->first : NULL; clump; clump = clump->next) {
    GrNode *file = GrNodeGet(clump, "file");
    const bool other = file || GrNodeGet(clump, "spheres") || GrNodeGet(clump, "solid");
    if (GrNodeGet(clump, "mesh") && !other)
      PetscCall(GrCaseClumpReadMesh(comm, name, document, clump));
    if (file && file->type == GR_NODE_SCALAR && !GrNodeEmpty(file) && !GrNodeGet(clump, "spheres")) {
      static const GrDocumentWords words = {"give the path of a table of spheres", "write fewer spheres"};
      const GrCase named = {.file = (char *)name};
      char path[PETSC_MAX_PATH_LEN], *text;
      Table t = {.document = document};
      PetscCall(GrCaseFile(&named, file->text, sizeof path, path));
      PetscCall(GrNodeArenaCopy(&document->arena, path, &t.path));
      PetscCall(GrDocumentReadFile(comm, path, &words, &text));
      PetscErrorCode code = ReadText(&t, text, file);
      PetscCall(PetscFree(text));
      PetscCall(code);
    }
  }
  return 0;
}
