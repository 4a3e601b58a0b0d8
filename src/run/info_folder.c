/* info_folder: see info_folder.h. JSON is YAML, so the reader of inputs reads it. */
#include "run/info_folder.h"

#include "input/case/input.h"
#include "input/yaml/document.h"
#include "io/checkpoint/header.h"

#include <dirent.h>
#include <granum/error.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STATES_MAX = 8 };

/* ---- run.json and study.json ---- */

static PetscErrorCode PrintRun(const GrNode *root, FILE *out)
{
  static const char *const keys[] = {"program", "title", "input", "host", "state", "finished"};
  const GrNode *segments = GrNodeGet(root, "segments");

  for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
    if (*GrNodeText(root, keys[i]))
      fprintf(out, "  %s: %s\n", keys[i], GrNodeText(root, keys[i]));
  if (segments && segments->type == GR_NODE_LIST)
    fprintf(out, "  segments: %d\n", segments->n);
  return 0;
}

/* "4 cases: 3 done, 1 waits" */
static PetscErrorCode PrintStudy(const GrNode *root, FILE *out)
{
  const GrNode *cases = GrNodeGet(root, "cases");
  const char *state[STATES_MAX] = {NULL};
  int count[STATES_MAX] = {0};

  for (const GrNode *node = cases ? cases->first : NULL; node; node = node->next) {
    const char *is = GrNodeText(node, "state");
    int k = 0;
    while (k < STATES_MAX && state[k] && strcmp(state[k], is) != 0)
      k++;
    if (!*is || k == STATES_MAX)
      continue;
    state[k] = is;
    count[k]++;
  }
  fprintf(out, "  %d cases:", cases ? cases->n : 0);
  for (int k = 0; k < STATES_MAX && state[k]; k++)
    fprintf(out, "%s %d %s", k ? "," : "", count[k], state[k]);
  fprintf(out, "\n");
  return 0;
}

static PetscErrorCode PrintJson(const char *path, PetscErrorCode (*print)(const GrNode *, FILE *), FILE *out)
{
  GrDocument document = {0};
  char *text;

  PetscFunctionBeginUser;
  PetscCall(GrInputRead(PETSC_COMM_SELF, path, &GrInputCase, &text));
  PetscErrorCode error = GrDocumentRead(&document, path, text);
  fprintf(out, "%s%s\n", path, error ? ": cannot be read" : "");
  if (error)
    GrFailureClear();
  else
    error = print(document.root, out);
  PetscCall(GrDocumentDestroy(&document));
  PetscCall(PetscFree(text));
  PetscFunctionReturn(0);
}

/* ---- results and checkpoints ---- */

static PetscErrorCode PrintResults(const char *path, FILE *out)
{
  GrReader reader;

  PetscFunctionBeginUser;
  fflush(out); /* what comes next may be a failure with its message */
  PetscCall(GrReaderOpen(path, &reader));
  PetscCall(GrInfoSummary(&reader, out));
  PetscCall(GrReaderClose(&reader));
  PetscFunctionReturn(0);
}

static int CompareHeaders(const void *a, const void *b)
{
  const GrFileHeader *x = a, *y = b;
  return (x->sequence > y->sequence) - (x->sequence < y->sequence);
}

/* The headers of the checkpoints in the directory, in the order in which they were begun; to be freed. */
static PetscErrorCode ListCheckpoints(const char *directory, int *n, GrFileHeader **headers)
{
  char path[PETSC_MAX_PATH_LEN], reason[GR_FILE_HEADER_REASON];
  DIR *list;

  PetscFunctionBeginUser;
  *n = 0;
  *headers = NULL;
  list = opendir(directory);
  for (struct dirent *entry = list ? readdir(list) : NULL; entry; entry = readdir(list)) {
    GrFileHeader header;
    if (strncmp(entry->d_name, "checkpoint-", strlen("checkpoint-")) != 0)
      continue;
    PetscCall(PetscSNPrintf(path, sizeof(path), "%s/%s", directory, entry->d_name));
    if (!GrFileHeaderRead(path, &header, reason))
      continue;
    PetscCall(PetscRealloc((size_t)(*n + 1) * sizeof(**headers), headers));
    (*headers)[(*n)++] = header;
  }
  if (list)
    closedir(list);
  if (*n > 1)
    qsort(*headers, (size_t)*n, sizeof(**headers), CompareHeaders);
  PetscFunctionReturn(0);
}

static PetscErrorCode PrintCheckpoints(const char *directory, int *n, FILE *out)
{
  GrFileHeader *headers;

  PetscFunctionBeginUser;
  PetscCall(ListCheckpoints(directory, n, &headers));
  for (int i = 0; i < *n; i++)
    fprintf(out, "%s/checkpoint-%" PRId64 ".h5: checkpoint of step %" PRId64 ", %" PRId64 " bytes%s\n", directory,
            headers[i].step, headers[i].step, headers[i].size, i + 1 < *n ? "" : ", the newest");
  if (*n > 0)
    fprintf(out, "`granum resume %s` goes on from the newest checkpoint; `granum info` of it checks its bytes\n",
            directory);
  PetscCall(PetscFree(headers));
  PetscFunctionReturn(0);
}

PetscErrorCode GrInfoFolder(const char *directory, FILE *out)
{
  static const struct {
    const char *name;
    PetscErrorCode (*print)(const GrNode *, FILE *);
  } files[] = {{"run.json", PrintRun}, {"study.json", PrintStudy}, {"results.h5", NULL}};
  char path[PETSC_MAX_PATH_LEN];
  int found = 0, checkpoints;

  PetscFunctionBeginUser;
  for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
    PetscCall(PetscSNPrintf(path, sizeof(path), "%s/%s", directory, files[i].name));
    if (access(path, R_OK) != 0)
      continue;
    found++;
    if (files[i].print)
      PetscCall(PrintJson(path, files[i].print, out));
    else
      PetscCall(PrintResults(path, out));
  }
  PetscCall(PrintCheckpoints(directory, &checkpoints, out));
  if (found + checkpoints == 0)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE,
                               "%s: holds no results, no study and no checkpoint of granum; name the folder of a run, "
                               "or a file",
                               directory));
  PetscFunctionReturn(0);
}
