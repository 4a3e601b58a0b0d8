/* `granum diff`: the first difference between two HDF5 files, in the order of paths.

   Both lists of links are merged; a link in one file only is a difference, otherwise kind, attributes and values are
   compared. Values are compared bit by bit (a NaN equals itself, 0 differs from -0), strings by content, in slabs of
   bounded memory. Limits: numbers, enumerations, bit fields, opaque bytes and strings only; hard links count as what
   they lead to. */
#include "io/diff/diff.h"

#include <granum/results.h>
#include <string.h>

/* Name of the attribute at this place in the order of names; "" behind the last. */
static PetscErrorCode NameAttribute(const GrReader *reader, const char *object, hsize_t i, char name[GR_LINE_MAX])
{
  GrErrorContext context = {PETSC_COMM_SELF, reader->path, "read the attributes of", object};
  H5O_info_t info;

  PetscFunctionBeginUser;
  name[0] = '\0';
  GrCallHdf5(&context, H5Oget_info_by_name(reader->file, object, &info, H5P_DEFAULT));
  if (i < info.num_attrs)
    GrCallHdf5(&context,
               H5Aget_name_by_idx(reader->file, object, H5_INDEX_NAME, H5_ITER_INC, i, name, GR_LINE_MAX, H5P_DEFAULT));
  PetscFunctionReturn(0);
}

/* Every attribute of either file exists in the other; the values are compared once, from the first file. */
static PetscErrorCode CompareAttributes(GrDiff *diff, const char *path)
{
  const char *object = path[0] ? path : "/";
  char name[GR_LINE_MAX];

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++)
    for (hsize_t i = 0; diff->same; i++) {
      PetscCall(NameAttribute(&diff->reader[k], object, i, name));
      if (!name[0])
        break;
      if (H5Aexists_by_name(diff->reader[1 - k].file, object, name, H5P_DEFAULT) <= 0)
        GrDiffSay(diff, "%s: attribute %s: only in %s", object, name, diff->reader[k].path);
      else if (k == 0)
        PetscCall(GrDiffValues(diff, path, name));
    }
  PetscFunctionReturn(0);
}

/* Soft and external links are compared by what they say, not followed. */
static PetscErrorCode CompareTargets(GrDiff *diff, const char *path)
{
  H5L_info_t info[2];
  char *target[2];

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) {
    GrErrorContext context = {PETSC_COMM_SELF, diff->reader[k].path, "read the link", path};
    GrCallHdf5(&context, H5Lget_info(diff->reader[k].file, path, &info[k], H5P_DEFAULT));
    if (info[k].type == H5L_TYPE_HARD) /* a named type: nothing but attributes */
      info[k].u.val_size = 0;
    PetscCall(PetscCalloc1(info[k].u.val_size + 1, &target[k]));
    if (info[k].u.val_size > 0)
      GrCallHdf5(&context, H5Lget_val(diff->reader[k].file, path, target[k], info[k].u.val_size, H5P_DEFAULT));
  }
  if (info[0].type != info[1].type || info[0].u.val_size != info[1].u.val_size ||
      memcmp(target[0], target[1], info[0].u.val_size))
    GrDiffSay(diff, "%s: a link to %s in %s, to %s in %s", path, target[0], diff->reader[0].path, target[1],
              diff->reader[1].path);
  else if (info[0].type == H5L_TYPE_HARD)
    PetscCall(CompareAttributes(diff, path));
  PetscCall(PetscFree(target[0]));
  PetscCall(PetscFree(target[1]));
  PetscFunctionReturn(0);
}

static PetscErrorCode CompareLinks(GrDiff *diff, const GrLink *a, const GrLink *b)
{
  static const char *const kind[] = {"a group", "a dataset", "a link or named type"};

  PetscFunctionBeginUser;
  if (a->kind != b->kind) {
    GrDiffSay(diff, "%s: %s in %s, %s in %s", a->path, kind[a->kind], diff->reader[0].path, kind[b->kind],
              diff->reader[1].path);
    PetscFunctionReturn(0);
  }
  if (a->kind == GR_LINK_OTHER) {
    PetscCall(CompareTargets(diff, a->path));
    PetscFunctionReturn(0);
  }
  if (a->kind == GR_LINK_DATASET)
    PetscCall(GrDiffValues(diff, a->path, NULL));
  if (diff->same)
    PetscCall(CompareAttributes(diff, a->path));
  PetscFunctionReturn(0);
}

static PetscErrorCode MergeLinks(GrDiff *diff)
{
  const GrLinks *a = &diff->reader[0].links, *b = &diff->reader[1].links;

  PetscFunctionBeginUser;
  for (size_t i = 0, j = 0; diff->same && (i < a->n || j < b->n);) {
    int order = i == a->n ? 1 : j == b->n ? -1 : strcmp(a->link[i].path, b->link[j].path);
    if (order == 0)
      PetscCall(CompareLinks(diff, &a->link[i++], &b->link[j++]));
    else if (order < 0)
      GrDiffSay(diff, "%s: only in %s", a->link[i].path, diff->reader[0].path);
    else
      GrDiffSay(diff, "%s: only in %s", b->link[j].path, diff->reader[1].path);
  }
  PetscFunctionReturn(0);
}

PetscErrorCode GrResultsDiff(const char *path_a, const char *path_b, PetscBool *same, FILE *out)
{
  GrDiff diff = {.out = out, .same = PETSC_TRUE};

  PetscFunctionBeginUser;
  PetscCall(GrReaderOpen(path_a, &diff.reader[0]));
  PetscCall(GrReaderOpen(path_b, &diff.reader[1]));
  PetscCall(MergeLinks(&diff));
  PetscCall(GrReaderClose(&diff.reader[0]));
  PetscCall(GrReaderClose(&diff.reader[1]));
  *same = diff.same;
  PetscFunctionReturn(0);
}
