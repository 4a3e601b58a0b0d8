/* A study: the cases of one input.

   Each case is the tree of the input without `variants` and `sweep`, with the changes of one variant and the values
   of one point of the sweep. Besides the tree of the input only one such tree is in memory at a time. */
#include "case/study.h"

#include "base/excerpt.h"
#include "base/files.h"
#include "input/case/input.h"
#include "input/key/key.h"
#include "input/key/sweep.h"
#include "input/unit/unit.h"
#include "input/yaml/document.h"
#include <granum/error.h>
#include <string.h>

enum { LABEL_MAX = 256 };

typedef struct {
  MPI_Comm comm; /* see GrCaseFromDocument */
  const char *file, *text;
  GrDocument document;
  GrNode *variants, *sweep; /* NULL: none */
  GrKeySweepAxis *axis;     /* [n_swept] */
  char label[LABEL_MAX];    /* current case, for messages */
  GrStudy *study;
} Reading;

/* ---- variants and sweep ---- */

static PetscErrorCode ReadVariants(Reading *reading)
{
  GrStudy *study = reading->study;
  const GrNode *variants = reading->variants;
  if (variants && variants->type != GR_NODE_MAP)
    return GrNodeComplainKey(variants, "is not a map of variants; write NAME: {path: value, ...} below it");
  study->n_variants = variants ? variants->n : 1;
  if (study->n_variants > GR_CASES_MAX)
    return GrNodeComplainKey(variants, "has %d variants, and %d can be; write fewer", study->n_variants, GR_CASES_MAX);
  PetscCall(PetscCalloc1(study->n_variants, &study->variant));
  for (const GrNode *variant = variants ? variants->first : NULL; variant; variant = variant->next) {
    PetscCall(GrKeyNameCheck(variant, true));
    if (GrFilesIsReserved(variant->key))
      return GrNodeComplainKey(variant,
                               "is the name of a file that granum reads or writes in the folder of the study; write "
                               "another name");
    snprintf(study->variant[variant->position].name, GR_NAME_MAX, "%s", variant->key);
    if (variant->type != GR_NODE_MAP)
      return GrNodeComplainKey(variant, "is not a map of changes; write {path: value, ...}");
    for (const GrNode *change = variant->first; change; change = change->next) {
      if (GrNodeGet(reading->sweep, change->key))
        return GrNodeComplainKey(change,
                                 "is swept as well, and the sweep would replace it; remove it from one of the two");
    }
  }
  return 0;
}

static PetscErrorCode ReadSweep(Reading *reading)
{
  GrStudy *study = reading->study;
  const GrNode *sweep = reading->sweep;
  PetscInt64 points = 1;
  study->n_points = 1;
  if (sweep && sweep->type != GR_NODE_MAP)
    return GrNodeComplainKey(sweep, "is not a map of paths; write path: [value, ...] below it");
  study->n_swept = sweep ? sweep->n : 0;
  PetscCall(
      GrNodeArenaAllocate(&reading->document.arena, (size_t)study->n_swept * sizeof *reading->axis, &reading->axis));
  PetscCall(PetscCalloc1(study->n_swept, &study->swept));
  for (const GrNode *node = sweep ? sweep->first : NULL; node; node = node->next) {
    GrKeySweepAxis *axis = &reading->axis[node->position];
    if (!strcmp(node->key, "curves") || !strcmp(node->key, "curve_points"))
      return GrNodeComplainKey(node,
                               "must be the same at all points; move it out of the sweep, into the case or a variant");
    PetscCall(GrKeySweepRead(&reading->document, node, axis));
    PetscCall(PetscStrallocpy(node->key, &study->swept[node->position]));
    points *= axis->n;
    if (points * study->n_variants > GR_CASES_MAX)
      return GrNodeComplainKey(node, "makes more than %d cases in all; write fewer values", GR_CASES_MAX);
  }
  study->n_points = (int)points;
  return 0;
}

/* The value of the k-th swept key at a point; the last key runs fastest. */
static const GrNode *ValueAt(const Reading *reading, int point, int k)
{
  for (int i = reading->study->n_swept - 1; i > k; i--)
    point /= reading->axis[i].n;
  return reading->axis[k].value[point % reading->axis[k].n];
}

/* Reads a swept value as a number in SI, or else copies its text. */
static PetscErrorCode ReadValue(const GrNode *node, double *value, char **word)
{
  char problem[GR_PROBLEM_MAX];
  GrText text = {0};
  if (node->type == GR_NODE_SCALAR && GrUnitParse(node->text, NULL, value, problem))
    return 0;
  *value = NAN;
  if (node->type == GR_NODE_SCALAR)
    return PetscStrallocpy(node->text, word);
  GrNodeWriteFlat(&text, node);
  return GrTextTake(&text, word);
}

/* ---- its cases ---- */

/* "variant soft, contacts.0.normal.restitution = 0.5" */
static void WriteLabel(Reading *reading, const GrNode *variant, int point)
{
  char *label = reading->label;
  snprintf(label, LABEL_MAX, "%s%s", variant ? "variant " : "", variant ? GrExcerptOf(variant->key).text : "");
  for (int k = 0; k < reading->study->n_swept; k++) {
    const GrNode *value = ValueAt(reading, point, k);
    size_t used = strlen(label);
    snprintf(label + used, LABEL_MAX - used, "%s%s = ", used ? ", " : "", GrExcerptOf(reading->axis[k].node->key).text);
    used = strlen(label);
    if (value->type == GR_NODE_SCALAR)
      snprintf(label + used, LABEL_MAX - used, "%s", GrExcerptOf(value->text).text);
    else
      snprintf(label + used, LABEL_MAX - used, "its value %d", value->position);
  }
}

static PetscErrorCode ApplyOverrides(Reading *reading, const GrNode *variant, int point, GrDocument *document)
{
  PetscCall(GrNodeCopy(&document->arena, reading->document.root, &document->root));
  for (const GrNode *change = variant ? variant->first : NULL; change; change = change->next)
    PetscCall(GrKeyPlaceValue(document, change->key, change, change));
  for (int k = 0; k < reading->study->n_swept; k++)
    PetscCall(GrKeyPlaceValue(document, reading->axis[k].node->key, ValueAt(reading, point, k), reading->axis[k].node));
  return 0;
}

static PetscErrorCode ReadCases(Reading *reading)
{
  GrStudy *study = reading->study;
  const GrNode *variant = reading->variants ? reading->variants->first : NULL;
  reading->document.root->label = study->several ? reading->label : NULL;
  for (int i = 0; i < study->n_variants; i++, variant = variant ? variant->next : NULL) {
    PetscCall(PetscCalloc1(study->n_points, &study->variant[i].point));
    for (int p = 0; p < study->n_points; p++) {
      GrDocument document = {0};
      WriteLabel(reading, variant, p);
      PetscErrorCode code = ApplyOverrides(reading, variant, p, &document);
      if (!code)
        code = GrCaseFromDocument(reading->comm, reading->file, &document, &study->variant[i].point[p]);
      PetscCall(GrDocumentDestroy(&document));
      PetscCall(code);
      const GrCase *c = study->variant[i].point[p]; /* results of several cases are of one form */
      if (c->motion.mechanism != study->variant[i].point[0]->motion.mechanism)
        return GrNodeComplainKey(reading->sweep, "has mechanisms of two types; move the type into variants");
      if (c->problem != study->variant[0].point[0]->problem)
        return GrNodeComplainKey(reading->variants ? reading->variants : reading->sweep,
                                 "has cases of two problems; write one problem: for all of them");
    }
  }
  return 0;
}

PetscErrorCode GrStudySetText(GrStudy *study, char *text)
{
  PetscCall(PetscFree(study->text));
  study->text = text;
  for (int i = 0; i < study->n_variants * study->n_points; i++) {
    GrCase *c = study->variant[i / study->n_points].point[i % study->n_points];
    if (!c->borrows_text)
      PetscCall(PetscFree(c->text));
    c->borrows_text = true;
    c->text = text;
  }
  return 0;
}

/* Units of the swept keys, which were noted when the cases were read; of constants, the SI unit of the first value. */
static PetscErrorCode ListUnits(Reading *reading)
{
  GrStudy *study = reading->study;
  PetscCall(PetscCalloc1(study->n_swept, &study->unit));
  for (int k = 0; k < study->n_swept; k++) {
    const char *found = reading->axis[k].unit;
    char unit[GR_UNIT_MAX] = "", problem[GR_PROBLEM_MAX];
    double number;
    GrMeasure measure;
    if (!found && strncmp(study->swept[k], "constants.", strlen("constants.")) == 0 &&
        GrUnitSplit(reading->axis[k].value[0]->text, &number, unit) && GrUnitRead(unit, &measure, problem))
      GrUnitPrint(&measure, unit);
    PetscCall(PetscStrallocpy(found ? found : *unit ? unit : "1", &study->unit[k]));
  }
  return 0;
}

/* Text of input.yaml if the input has several cases. */
static PetscErrorCode WriteInput(const Reading *reading)
{
  GrText out = {0};
  GrTextPrint(&out, "# The input as granum read it, with its overrides.\n");
  GrNodeWrite(&out, reading->document.root);
  return GrTextTake(&out, &reading->study->resolved);
}

static PetscErrorCode ReadValues(Reading *reading)
{
  GrStudy *study = reading->study;
  const int n = study->n_points * study->n_swept;
  PetscCall(PetscMalloc1(n, &study->value));
  PetscCall(PetscCalloc1(n, &study->word));
  for (int i = 0; i < n; i++)
    PetscCall(ReadValue(ValueAt(reading, i / study->n_swept, i % study->n_swept), &study->value[i], &study->word[i]));
  return 0;
}

/* Finds the map of a key. An empty map, as the option --set writes it, is the same as no key: it is removed. */
static GrNode *FindMap(GrNode *root, const char *key)
{
  GrNode *map = GrNodeGet(root, key);
  if (!map || map->type != GR_NODE_MAP || map->n > 0)
    return map;
  GrNodeRemove(root, map);
  return NULL;
}

static PetscErrorCode BuildStudy(Reading *reading, int n_set, const char *const set[])
{
  GrStudy *study = reading->study;
  char *text;
  PetscCall(GrKeyOpenDocument(&reading->document, reading->file, reading->text, n_set, set));
  GrNode *root = reading->document.root;
  reading->variants = FindMap(root, "variants");
  reading->sweep = FindMap(root, "sweep");
  study->several = reading->variants || reading->sweep;
  if (study->several)
    PetscCall(WriteInput(reading));
  if (reading->variants)
    GrNodeRemove(root, reading->variants);
  if (reading->sweep)
    GrNodeRemove(root, reading->sweep);
  PetscCall(ReadVariants(reading));
  PetscCall(ReadSweep(reading));
  PetscCall(ReadValues(reading));
  PetscCall(ReadCases(reading));
  PetscCall(PetscStrallocpy(reading->text, &text));
  PetscCall(GrStudySetText(study, text));
  if (!study->several)
    PetscCall(PetscStrallocpy(study->variant->point[0]->resolved, &study->resolved));
  return ListUnits(reading);
}

/* Parses an input text with one or more cases. comm: see GrCaseFromDocument. */
static PetscErrorCode Parse(MPI_Comm comm, const char *name, const char *text, int n_set, const char *const set[],
                            GrStudy **study)
{
  Reading reading = {.comm = comm, .file = name, .text = text};
  PetscCall(PetscNew(study));
  PetscCall(PetscStrallocpy(name, &(*study)->file));
  reading.study = *study;
  locale_t before = GrDocumentLocaleBegin();
  PetscErrorCode code = BuildStudy(&reading, n_set, set);
  GrDocumentLocaleEnd(before);
  PetscCall(GrDocumentDestroy(&reading.document));
  if (code)
    PetscCall(GrStudyDestroy(study));
  return code;
}

PetscErrorCode GrStudyParse(const char *name, const char *text, int n_set, const char *const set[], GrStudy **study)
{
  return Parse(MPI_COMM_NULL, name, text, n_set, set, study);
}

/* Reads the files that the cases of a parsed study name. Collective. */
static PetscErrorCode ReadFiles(MPI_Comm comm, GrStudy *study)
{
  const GrCase *before = NULL;
  if (study->variant[0].point[0]->problem != GR_PROBLEM_PARTICLES &&
      study->variant[0].point[0]->problem != GR_PROBLEM_FIT)
    return 0;
  for (int i = 0; i < study->n_variants * study->n_points; i++) {
    GrCase *one = study->variant[i / study->n_points].point[i % study->n_points];
    PetscCall(GrCaseReadFiles(comm, one, before));
    before = one;
  }
  if (study->several)
    return 0;
  PetscCall(PetscFree(study->resolved));
  return PetscStrallocpy(study->variant[0].point[0]->resolved, &study->resolved);
}

PetscErrorCode GrStudyReadText(MPI_Comm comm, const char *name, const char *text, int n_set, const char *const set[],
                               GrStudy **study)
{
  PetscErrorCode code = GrFailAgree(comm, Parse(comm, name, text, n_set, set, study));
  if (!code)
    code = GrFailAgree(comm, ReadFiles(comm, *study));
  if (code)
    PetscCall(GrStudyDestroy(study));
  return code;
}

PetscErrorCode GrStudyRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrStudy **study)
{
  char *text;
  PetscCall(GrDocumentReadFile(comm, file, &GrDocumentCaseWords, &text));
  PetscErrorCode code = GrStudyReadText(comm, file, text, n_set, set, study);
  PetscCall(PetscFree(text));
  return code;
}

void GrStudyCaseName(const GrStudy *study, int variant, int point, size_t size, char name[])
{
  const char *variant_name = study->variant[variant].name;
  if (study->n_swept)
    snprintf(name, size, "%s%spoint-%d", variant_name, *variant_name ? "/" : "", point + 1);
  else
    snprintf(name, size, "%s", variant_name);
}

static void WriteSwept(const GrStudy *study, int point, GrJson *json)
{
  GrJsonBegin(json, "swept", '{');
  for (int k = 0; k < study->n_swept; k++) {
    const int i = point * study->n_swept + k;
    if (study->word[i])
      GrJsonText(json, study->swept[k], study->word[i]);
    else
      GrJsonNumber(json, study->swept[k], study->value[i]);
  }
  GrJsonEnd(json, '}');
}

void GrStudyCaseWrite(const GrStudy *study, int variant, int point, GrJson *json)
{
  char name[2 * GR_NAME_MAX];

  GrStudyCaseName(study, variant, point, sizeof(name), name);
  GrJsonText(json, "name", name);
  GrJsonText(json, "variant", study->variant[variant].name);
  WriteSwept(study, point, json);
}

void GrStudyUnitsWrite(const GrStudy *study, GrJson *json)
{
  GrJsonBegin(json, "units", '{');
  for (int k = 0; k < study->n_swept; k++)
    GrJsonText(json, study->swept[k], study->unit[k]);
  GrJsonEnd(json, '}');
}

PetscErrorCode GrStudyCaseDescribe(const GrStudy *study, int variant, int point)
{
  GrCase *c = study->variant[variant].point[point];
  GrJson json = {.depth = 1, .filled = true};

  GrJsonBegin(&json, "case", '{');
  GrStudyCaseWrite(study, variant, point, &json);
  GrStudyUnitsWrite(study, &json);
  GrJsonEnd(&json, '}');
  PetscCall(PetscFree(c->described));
  return GrTextTake(&json.text, &c->described);
}

PetscErrorCode GrStudyForgetSweep(GrStudy *s)
{
  for (int k = 0; s->swept && k < s->n_swept; k++)
    PetscCall(PetscFree(s->swept[k]));
  for (int k = 0; s->unit && k < s->n_swept; k++)
    PetscCall(PetscFree(s->unit[k]));
  for (int i = 0; s->word && i < s->n_points * s->n_swept; i++)
    PetscCall(PetscFree(s->word[i]));
  PetscCall(PetscFree(s->swept));
  PetscCall(PetscFree(s->unit));
  PetscCall(PetscFree(s->value));
  PetscCall(PetscFree(s->word));
  s->n_swept = 0;
  return 0;
}

PetscErrorCode GrStudyDestroy(GrStudy **study)
{
  GrStudy *s = *study;
  if (!s)
    return 0;
  for (int i = 0; i < s->n_variants; i++) {
    for (int p = 0; s->variant && s->variant[i].point && p < s->n_points; p++)
      PetscCall(GrCaseDestroy(&s->variant[i].point[p]));
    if (s->variant)
      PetscCall(PetscFree(s->variant[i].point));
  }
  PetscCall(GrStudyForgetSweep(s));
  PetscCall(PetscFree(s->variant));
  PetscCall(PetscFree(s->resolved));
  PetscCall(PetscFree(s->text));
  PetscCall(PetscFree(s->file));
  return PetscFree(*study);
}
