/* study_list: the files of a study: its input, and the list of its cases, DIRECTORY/study.json. JSON is YAML, so the
 * reader of inputs reads it.
 */
#include "run/study.h"

#include "input/case/input.h"
#include "io/h5/provenance.h"
#include "run/folder/folder.h"
#include <granum/error.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const GrStudyStates[] = {
    [GR_STUDY_WAITS] = "waits", [GR_STUDY_DONE] = "done", [GR_STUDY_STOPPED] = "stopped", [GR_STUDY_FAILED] = "failed"};

static void WriteSwept(FILE *out, const GrStudy *study, int point)
{
  fputs("\"swept\": {", out);
  for (int k = 0; k < study->n_swept; k++) {
    const double value = study->value[point * study->n_swept + k];
    fputs(k ? ", " : "", out);
    GrJsonText(out, study->swept[k]);
    if (isnan(value))
      fputs(": null", out);
    else
      fprintf(out, ": %.17g", value);
  }
  fputs("}", out);
}

static void WriteCase(FILE *out, const GrStudyWork *work, int i)
{
  const GrStudyCase *c = &work->the_case[i];

  fputs("    {\"name\": ", out);
  GrJsonText(out, c->name);
  fputs(", \"variant\": ", out);
  GrJsonText(out, work->study->variant[i / work->study->n_points].name);
  fprintf(out, ", \"state\": \"%s\", ", GrStudyStates[c->state]);
  WriteSwept(out, work->study, i % work->study->n_points);
  if (c->state == GR_STUDY_DONE || c->state == GR_STUDY_STOPPED)
    fprintf(out, ", \"time\": %.17g, \"energy\": {\"put_in\": %.17g, \"dissipated\": %.17g, \"residual\": %.17g}",
            c->time, c->energy[0], c->energy[1], c->energy[2]);
  if (c->told[0]) {
    fputs(", \"told\": ", out);
    GrJsonText(out, c->told);
  }
  fputs("}", out);
}

static void Write(FILE *out, const GrStudyWork *work)
{
  fputs("{\n  \"input\": ", out);
  GrJsonText(out, work->study->file);
  fputs(",\n  \"title\": ", out);
  GrJsonText(out, work->study->variant[0].point[0]->title);
  fputs(",\n  \"options\": ", out);
  GrJsonText(out, work->options);
  fputs(",\n  \"cases\": [\n", out);
  for (int i = 0; i < work->n; i++) {
    WriteCase(out, work, i);
    fputs(i + 1 < work->n ? ",\n" : "\n", out);
  }
  fputs("  ]\n}\n", out);
}

/* All at once: a list that is killed while it is written must not be lost. */
PetscErrorCode GrStudyListWrite(const GrStudyWork *work)
{
  char part[PETSC_MAX_PATH_LEN], path[PETSC_MAX_PATH_LEN];
  int rank, bad = 0;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(work->comm, &rank));
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/study.json", work->directory));
  PetscCall(PetscSNPrintf(part, sizeof(part), "%s/study.json.part", work->directory));
  if (rank == 0) {
    FILE *out = fopen(part, "w");
    if (out)
      Write(out, work);
    bad = !out || fclose(out) != 0 || rename(part, path) != 0;
  }
  PetscCallMPI(MPI_Bcast(&bad, 1, MPI_INT, 0, work->comm));
  if (bad)
    PetscFunctionReturn(GrFail(GR_EXIT_FILE, "%s: cannot be written; give another directory with -o", path));
  PetscFunctionReturn(0);
}

PetscErrorCode GrStudyListBegin(const GrStudyWork *work)
{
  PetscFunctionBeginUser;
  PetscCall(GrRunFolderBegin(work->folder, work->study->variant[0].point[0], work->study->resolved, NAN));
  PetscCall(GrStudyListWrite(work));
  PetscFunctionReturn(0);
}

static const char *TextOf(const GrNode *map, const char *key)
{
  const GrNode *node = GrNodeGet(map, key);
  return node && node->type == GR_NODE_SCALAR ? node->text : "";
}

static double NumberOf(const GrNode *map, const char *key)
{
  return strtod(TextOf(map, key), NULL);
}

/* What the list says of a case that was done. */
static void Take(GrStudyWork *work, const GrNode *node)
{
  const GrNode *energy = GrNodeGet(node, "energy");
  GrStudyCase *c = NULL;

  for (int i = 0; i < work->n; i++)
    c = strcmp(TextOf(node, "name"), work->the_case[i].name) ? c : &work->the_case[i];
  if (!c || strcmp(TextOf(node, "state"), GrStudyStates[GR_STUDY_DONE]) != 0)
    return;
  c->state = GR_STUDY_DONE;
  c->time = NumberOf(node, "time");
  c->energy[0] = NumberOf(energy, "put_in");
  c->energy[1] = NumberOf(energy, "dissipated");
  c->energy[2] = NumberOf(energy, "residual");
}

PetscErrorCode GrStudyListOpen(MPI_Comm comm, const char *directory, GrDocument *document)
{
  char path[PETSC_MAX_PATH_LEN], *text;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(path, sizeof(path), "%s/study.json", directory));
  PetscCall(GrInputRead(comm, path, &GrInputCase, &text));
  PetscErrorCode error = GrDocumentRead(document, path, text);
  PetscCall(PetscFree(text));
  PetscCall(error);
  PetscFunctionReturn(0);
}

const char *GrStudyListText(const GrDocument *document, const char *key)
{
  return TextOf(document->root, key);
}

void GrStudyListTake(const GrDocument *document, GrStudyWork *work)
{
  const GrNode *cases = GrNodeGet(document->root, "cases");
  const locale_t before = GrLocaleBegin();

  for (const GrNode *node = cases ? cases->first : NULL; node; node = node->next)
    Take(work, node);
  GrLocaleEnd(before);
}
