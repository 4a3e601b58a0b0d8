/* The list of the cases of a study, DIRECTORY/study.json, and the cost of the study. JSON is YAML, so the reader of
   inputs reads this file. */
#include "case/study.h"

#include "run/study/study.h"
#include "run/study/work.h"

#include "base/directory.h"
#include "base/json.h"
#include "input/case/input.h"
#include "run/folder/folder.h"
#include "run/folder/folder_impl.h"
#include <granum/error.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

const char *const GrRunStudyStates[] = {
    [GR_STUDY_WAITS] = "waits", [GR_STUDY_DONE] = "done", [GR_STUDY_STOPPED] = "stopped", [GR_STUDY_FAILED] = "failed"};

static void WriteCase(GrJson *json, const GrRunStudyWork *work, int i)
{
  const GrStudyCase *c = &work->the_case[i];

  GrJsonBegin(json, NULL, '{');
  GrStudyCaseWrite(work->study, i / work->study->n_points, i % work->study->n_points, json);
  GrJsonText(json, "state", GrRunStudyStates[c->state]);
  if (c->state == GR_STUDY_DONE || c->state == GR_STUDY_STOPPED) {
    GrJsonNumber(json, "time", c->time);
    GrJsonObject(
        json, "energy", 3,
        (GrJsonPair[]){{"exchanged", c->energy[0]}, {"dissipated", c->energy[1]}, {"relative_residual", c->energy[2]}});
  }
  if (c->note[0])
    GrJsonText(json, "told", c->note);
  GrJsonEnd(json, '}');
}

/* Writes the list to a temporary name and renames it, so that a killed study keeps a complete list. */
PetscErrorCode GrRunStudyListWrite(MPI_Comm comm, const GrRunStudyWork *work)
{
  GrJson json = {.depth = 0};
  char *text;

  GrJsonBegin(&json, NULL, '{');
  GrJsonText(&json, "input", work->study->file);
  GrJsonText(&json, "title", work->study->variant[0].point[0]->title);
  GrJsonText(&json, "options", work->options);
  GrStudyUnitsWrite(work->study, &json);
  GrJsonBegin(&json, "cases", '[');
  for (int i = 0; i < work->n; i++)
    WriteCase(&json, work, i);
  GrJsonEnd(&json, ']');
  GrJsonEnd(&json, '}');
  GrTextPrint(&json.text, "\n");
  PetscCall(GrTextTake(&json.text, &text));
  PetscCall(GrDirectoryWrite(comm, work->folder->path, "study.json", text));
  return PetscFree(text);
}

PetscErrorCode GrRunStudyListBegin(const GrRunStudyWork *work)
{
  PetscCall(GrRunFolderBegin(work->folder, work->study->variant[0].point[0], work->study->resolved, NAN));
  return GrRunStudyListWrite(work->folder->comm, work);
}

static double NumberOf(const GrNode *map, const char *key)
{
  return strtod(GrNodeText(map, key), NULL);
}

/* Reads the entry of a completed case. */
static void TakeCase(GrRunStudyWork *work, const GrNode *node)
{
  const GrNode *energy = GrNodeGet(node, "energy");
  GrStudyCase *c = NULL;

  for (int i = 0; i < work->n; i++)
    c = strcmp(GrNodeText(node, "name"), work->the_case[i].name) ? c : &work->the_case[i];
  if (!c || strcmp(GrNodeText(node, "state"), GrRunStudyStates[GR_STUDY_DONE]) != 0)
    return;
  c->state = GR_STUDY_DONE;
  c->time = NumberOf(node, "time");
  c->energy[0] = NumberOf(energy, "exchanged");
  c->energy[1] = NumberOf(energy, "dissipated");
  c->energy[2] = NumberOf(energy, "relative_residual");
}

PetscErrorCode GrRunStudyListOpen(MPI_Comm comm, const char *directory, GrDocument *document)
{
  char path[PETSC_MAX_PATH_LEN], *text;

  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/study.json", directory));
  PetscCall(GrDocumentReadFile(comm, path, &GrDocumentCaseWords, &text));
  PetscErrorCode error = strstr(text, "\"cases\"")
                             ? GrDocumentRead(document, path, text)
                             : GrFail(GR_EXIT_FILE,
                                      "%s: is not the list of cases that granum writes for a study; restore it, or, in "
                                      "the folder of a single run, remove it",
                                      path);
  PetscCall(PetscFree(text));
  return error;
}

void GrRunStudyListTake(const GrDocument *document, GrRunStudyWork *work)
{
  const GrNode *cases = GrNodeGet(document->root, "cases");
  const locale_t before = GrDocumentLocaleBegin();

  for (const GrNode *node = cases ? cases->first : NULL; node; node = node->next)
    TakeCase(work, node);
  GrDocumentLocaleEnd(before);
}

/* ---- cost ---- */

PetscErrorCode GrRunStudyMemory(MPI_Comm comm, double *bytes)
{
  struct rusage usage = {0};

  (void)getrusage(RUSAGE_SELF, &usage);
  *bytes = 1024.0 * (double)usage.ru_maxrss;
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, bytes, 1, MPI_DOUBLE, MPI_MAX, comm));
  return 0;
}

PetscErrorCode GrRunStudyCostReport(MPI_Comm comm, GrRunFolder folder, const char *what, PetscInt64 count,
                                    double seconds)
{
  GrJson json = {.depth = 1, .filled = true};
  double memory;
  char rate[64];
  int rank, size;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(GrRunStudyMemory(comm, &memory));
  if (rank != 0)
    return 0;
  printf("%" PetscInt64_FMT " %.*s on %d rank%s in %.3f s: %.4g %s/s; at most %.1f MB a rank\n", count,
         (int)strlen(what) - (count == 1), what, size, size == 1 ? "" : "s", seconds, /* "1 impact" */
         (double)count / seconds, what, 1e-6 * memory);
  if (!folder)
    return 0;
  PetscCall(PetscSNPrintf(rate, sizeof(rate), "%s_per_second", what));
  GrJsonBegin(&json, "performance", '{');
  GrJsonNumbers(
      &json, 4,
      (GrJsonPair[]){{"ranks", size}, {what, (double)count}, {"seconds", seconds}, {rate, (double)count / seconds}});
  GrJsonObject(&json, "memory_bytes", 1, (GrJsonPair[]){{"max", memory}});
  GrJsonEnd(&json, '}');
  return GrRunFolderCard(folder, &json);
}
