/* Writes the reference of the input keys in Markdown, in JSON or as a manual page (man 5): all tables, or the keys and
   sections whose path ends with a given name. Also lists the names of keys for --set. */
#include <granum/case.h>

#include "base/excerpt.h"
#include "base/json.h"
#include "base/math/nearest.h"
#include "input/key/kinds.h"
#include "input/key/registry.h"
#include <ctype.h>
#include <granum/error.h>
#include <granum_version.h>
#include <math.h>
#include <string.h>

enum { ROWS_MAX = 64, PATH_LENGTH = 256 };

/* A table of keys and its path. */
typedef struct {
  const char *path, *suffix; /* suffix: end of the heading */
  const char *name;          /* name of the entry of a registry whose keys these are; NULL: it is a section */
  const char *summary;       /* of the entry */
  const GrKeyRegistry *registry;
  const void *entry;
  const GrKey *keys;
} Section;

typedef enum { MARKDOWN, JSON, MANUAL, NAMES } Form;

typedef struct {
  GrText text;
  GrJson json;
  Form form;
  const char *asked; /* NULL: all */
  int found;
  GrNearest nearest;
  char best[PATH_LENGTH]; /* path of the nearest key */
} Reference;

/* ---- one table ---- */

/* Position of the last word of a path of this length. */
static size_t LastPart(const char *path, size_t length)
{
  while (length > 0 && path[length - 1] != '.')
    length--;
  return length;
}

static void PrintRange(GrText *out, const GrKey *key)
{
  const bool number = key->kind->number;
  bool words = key->choices && !key->kind->names;
  if (number && key->lower > -INFINITY)
    GrTextPrint(out, "%s %.15g", key->lower_open ? ">" : ">=", key->lower);
  if (number && key->upper < INFINITY)
    GrTextPrint(out, "%s%s %.15g", key->lower > -INFINITY ? ", " : "", key->upper_open ? "<" : "<=", key->upper);
  for (int i = 0; words && i < GrKeyWordCount(key->choices); i++)
    GrTextPrint(out, "%s`%s`", i || number ? ", " : "", GrKeyWordAt(key->choices, i).text);
}

typedef struct {
  char text[128];
} ScopeText;

/* The kinds of cases that a key belongs to. */
static ScopeText ScopeTextOf(unsigned scope)
{
  const bool some = (scope & GR_IN_PARTICLES) && (scope & GR_IN_PARTICLES) != GR_IN_PARTICLES;
  const char *comma = "";
  ScopeText all = {""};
  size_t used = 0;

  for (int dimension = 1; some && dimension <= 3; dimension++)
    if (scope & (unsigned)(GR_IN_CHAIN << (dimension - 1))) {
      used +=
          (size_t)snprintf(all.text + used, sizeof all.text - used, "%s%d", *comma ? comma : "dimension ", dimension);
      comma = ", ";
    }
  for (int p = some ? 1 : 0; p < GR_PROBLEM_COUNT; p++)
    if (scope & GrKeyScopeOfProblem((GrProblem)p)) {
      used += (size_t)snprintf(all.text + used, sizeof all.text - used, "%s`%s`", comma,
                               GrKeyWordAt(GR_PROBLEM_NAMES, p).text);
      comma = ", ";
    }
  return scope ? all : (ScopeText){"all"};
}

/* Prints 1 of a usual unit if it is in the range, or another valid number. */
static void PrintNumber(GrText *out, const GrKey *key)
{
  const bool below = key->upper > 1 || (key->upper == 1 && !key->upper_open) || key->upper <= key->lower,
             one = key->lower < 1 ? below : key->lower == 1 && !key->lower_open;
  const double middle = key->upper < INFINITY ? 0.5 * (key->lower + key->upper) : key->lower + 1;
  const double other = key->kind == &GrKeyInteger ? floor(middle) : middle;
  const char *unit = key->unit && strcmp(key->unit, "1") != 0 ? key->unit : "";
  const char *prefix = strcmp(unit, "Pa") == 0 ? "M" : strcmp(unit, "m") == 0 || strcmp(unit, "s") == 0 ? "m" : "";
  GrTextPrint(out, "%g%s%s%s",
              key->example != 0 ? key->example
              : one             ? 1
                                : other,
              *unit ? " " : "", key->example == 0 && one ? prefix : "", unit);
}

/* Prints `KEY: VALUE`: the default, or a value in the form of its kind. */
static void PrintExample(GrText *out, const GrKey *key)
{
  const char *form = key->kind->example ? key->kind->example : key->kind->number ? "#" : key->section ? "{@: ..}" : "";
  GrTextPrint(out, "`%s: ", key->name);
  if (key->fallback && *key->fallback && !strchr("[{", *key->fallback))
    GrTextPrint(out, "%s", key->fallback);
  else if (!*form)
    GrTextPrint(out, "%s", key->choices ? GrKeyWordAt(key->choices, 0).text : "..");
  else
    for (; *form; form++)
      if (*form == '#')
        PrintNumber(out, key);
      else
        GrTextPrint(out, *form == '@' ? "%s" : "%.1s", *form == '@' ? key->section->name : form);
  GrTextPrint(out, "`");
}

/* Prints the section that contains this section, and the other keys of its table, `all`. */
static void PrintRelated(GrText *out, const Section *section, const GrKey *all)
{
  size_t length = strlen(section->path);
  const char *comma = "";
  do {
    length = LastPart(section->path, length);
    length -= length > 0;
  } while (length && isupper((unsigned char)section->path[LastPart(section->path, length)]));
  if (length)
    GrTextPrint(out, "\nRelated: `granum keys %.*s`", (int)length, section->path);
  for (const GrKey *key = all; all != section->keys && *section->path && key->name; key++) {
    const bool again = key > all && key[-1].kind != &GrKeyRefused && !strcmp(key[-1].name, key->name);
    if (key->kind != &GrKeyRefused && key->name != section->keys[0].name && !again) {
      GrTextPrint(out, "%s`%s`", *comma ? comma : length ? "; other keys: " : "\nRelated: ", key->name);
      comma = ", ";
    }
  }
  GrTextPrint(out, length || *comma ? "\n" : "");
}

enum { TYPE_MAX = 96 };

/* Writes the type of the value. */
static const char *TypeText(const GrKey *key, char text[TYPE_MAX])
{
  snprintf(text, TYPE_MAX, "%s%s", key->kind->type, key->uses & GR_USES_FEEDBACK ? " and observables" : "");
  return text;
}

static void PrintRow(GrText *out, const GrKey *of, bool scoped)
{
  GrKeyShownWords words;
  const GrKey row = GrKeyShown(of, &words), *key = &row;
  const char *or_word = key->kind->number && key->choices ? " or word" : "";
  char type[TYPE_MAX];
  GrTextPrint(out, "| `%s` | ", key->name);
  if (scoped)
    GrTextPrint(out, "%s | ", ScopeTextOf(key->scope).text);
  GrTextPrint(out, "%s%s | %s | ", TypeText(key, type), or_word, key->unit ? key->unit : "");
  PrintRange(out, key);
  if (!key->fallback)
    GrTextPrint(out, " | required");
  else if (!*key->fallback)
    GrTextPrint(out, " | none");
  else
    GrTextPrint(out, " | `%s`", key->fallback);
  GrTextPrint(out, " | ");
  PrintExample(out, key);
  GrTextPrint(out, " | %s", key->meaning);
  GrKeyRelationsPrint(out, key);
  GrTextPrint(out, " |\n");
}

/* all: the table from which section->keys were taken. */
static void PrintSection(GrText *out, const Section *section, const GrKey *all)
{
  if (*section->path)
    GrTextPrint(out, "%s## %s%s\n\n", out->used ? "\n" : "", section->path, section->suffix);
  if (section->summary)
    GrTextPrint(out, "%s\n\n", section->summary);
  if (section->keys[0].name) {
    bool scoped = false;
    for (const GrKey *key = section->keys; key->name; key++)
      scoped = scoped || (key->scope && key->kind != &GrKeyRefused);
    GrTextPrint(out, "| key | %svalue | unit | range | default | example | meaning |\n", scoped ? "problem | " : "");
    GrTextPrint(out, "|---|---|---|---|---|---|---|%s\n", scoped ? "---|" : "");
    for (const GrKey *key = section->keys; key->name; key++) {
      if (key->kind != &GrKeyRefused)
        PrintRow(out, key, scoped);
    }
  } else {
    GrTextPrint(out, "No parameters.\n");
  }
  if (section->entry && section->registry->note)
    section->registry->note(out, section->entry);
  PrintRelated(out, section, all);
}

/* ---- the same as JSON, as a page of the manual, and as names ---- */

/* Writes a text of Markdown without the marks of code, and frees it. */
static void WriteText(GrJson *json, const char *name, GrText *text)
{
  char *characters, *to;
  if (GrTextTake(text, &characters))
    return;
  to = characters;
  for (const char *from = characters; *from; from++)
    if (*from != '`')
      *to++ = *from;
  *to = '\0';
  GrJsonText(json, name, *characters ? characters : NULL);
  (void)PetscFree(characters);
}

static void WriteKey(GrJson *json, const GrKey *of)
{
  GrKeyShownWords words;
  const GrKey key = GrKeyShown(of, &words);
  const bool chosen = key.choices && !key.kind->names;
  char type[TYPE_MAX];
  GrText text = {0};
  GrJsonBegin(json, NULL, '{');
  GrJsonText(json, "name", key.name);
  GrTextPrint(&text, "%s", ScopeTextOf(key.scope).text);
  WriteText(json, "problem", &text);
  GrJsonText(json, "value", TypeText(&key, type));
  GrJsonText(json, "unit", key.unit);
  if (key.kind->number)
    GrJsonRange(json, key.lower, key.lower_open, key.upper, key.upper_open);
  GrJsonBegin(json, "words", '[');
  for (int i = 0; chosen && i < GrKeyWordCount(key.choices); i++)
    GrJsonText(json, NULL, GrKeyWordAt(key.choices, i).text);
  GrJsonEnd(json, ']');
  GrJsonBoolean(json, "required", !key.fallback);
  GrJsonText(json, "default", key.fallback && *key.fallback ? key.fallback : NULL);
  PrintExample(&text, &key);
  WriteText(json, "example", &text);
  GrTextPrint(&text, "%s", key.meaning);
  GrKeyRelationsPrint(&text, &key);
  WriteText(json, "meaning", &text);
  GrJsonEnd(json, '}');
}

static void WriteSection(GrJson *json, const Section *section)
{
  GrText text = {0};
  GrJsonBegin(json, NULL, '{');
  GrJsonText(json, "path", section->path);
  GrTextPrint(&text, "%s", section->suffix + (*section->suffix == ' '));
  WriteText(json, "of", &text);
  GrJsonText(json, "summary", section->summary);
  GrJsonBegin(json, "keys", '[');
  for (const GrKey *key = section->keys; key->name; key++)
    if (key->kind != &GrKeyRefused)
      WriteKey(json, key);
  GrJsonEnd(json, ']');
  GrJsonEnd(json, '}');
}

static void PrintEntry(GrText *out, const GrKey *of)
{
  GrKeyShownWords words;
  const GrKey key = GrKeyShown(of, &words);
  char type[TYPE_MAX];
  GrTextPrint(out, ".TP\n\\fB%s\\fR", key.name);
  if (key.scope)
    GrTextPrint(out, " (%s)", ScopeTextOf(key.scope).text);
  GrTextPrint(out, "\n\\&%s", key.meaning);
  GrKeyRelationsPrint(out, &key);
  GrTextPrint(out, ". %s", TypeText(&key, type));
  if (key.unit && strcmp(key.unit, "1") != 0)
    GrTextPrint(out, " [%s]", key.unit);
  GrTextPrint(out, " ");
  PrintRange(out, &key);
  GrTextPrint(out, key.fallback ? *key.fallback ? "; default \\fB%s\\fR\n" : "\n" : "; required\n", key.fallback);
}

static void PrintEntries(GrText *out, const Section *section)
{
  GrTextPrint(out, ".SH \"%s%s\"\n", *section->path ? section->path : "A case", section->suffix);
  if (section->summary)
    GrTextPrint(out, "\\&%s\n", section->summary);
  for (const GrKey *key = section->keys; key->name; key++)
    if (key->kind != &GrKeyRefused)
      PrintEntry(out, key);
}

/* Keys whose path has no name that the user chooses. */
static void PrintNames(GrText *out, const Section *section)
{
  const bool fixed = section->path[strcspn(section->path, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")] == '\0' && !section->name;
  for (const GrKey *key = section->keys; fixed && key->name; key++)
    if (key->kind != &GrKeyRefused && !key->section)
      GrTextPrint(out, "%s%s%s\n", section->path, *section->path ? "." : "", key->name);
}

/* all: see PrintSection. */
static void EmitSection(Reference *reference, const Section *section, const GrKey *all)
{
  if (reference->form == JSON)
    WriteSection(&reference->json, section);
  else if (reference->form == MANUAL)
    PrintEntries(&reference->text, section);
  else if (reference->form == NAMES)
    PrintNames(&reference->text, section);
  else
    PrintSection(&reference->text, section, all);
}

/* ---- search ---- */

/* Whether the first p characters of the path end on the first a characters of the name asked for. NAME, N and PATH
   in the path match any word, and may be omitted. */
static bool EndsOn(const char *path, size_t p, const char *asked, size_t a)
{
  if (a == 0 || p == 0)
    return a == 0;
  size_t part = LastPart(path, p), word = LastPart(asked, a);
  size_t before = part ? part - 1 : 0, rest = word ? word - 1 : 0;
  if (isupper((unsigned char)path[part]))
    return EndsOn(path, before, asked, a) || (word && EndsOn(path, before, asked, rest));
  bool same = p - part == a - word && strncmp(path + part, asked + word, p - part) == 0;
  return same && EndsOn(path, before, asked, rest);
}

/* Whether the name asked for is the path of the section or of a section around it, or the name of its entry. */
static bool IsAsked(const Section *section, const char *asked)
{
  const char *path = section->path;
  if (section->name)
    return strcmp(section->name, asked) == 0;
  for (size_t i = 1; *path && i <= strlen(path); i++) {
    if ((path[i] == '.' || !path[i]) && EndsOn(path, i, asked, strlen(asked)))
      return true;
  }
  return false;
}

static void TryName(Reference *reference, const char *name, const char *path)
{
  const int before = reference->nearest.distance;
  GrNearestTry(&reference->nearest, name);
  if (reference->nearest.distance < before)
    snprintf(reference->best, sizeof reference->best, "%s", path);
}

/* Prints the rows of the table that were asked for, and compares all keys with the name for a suggestion. */
static void PrintRows(Reference *reference, const Section *section)
{
  GrKey row[ROWS_MAX + 1] = {{0}};
  Section part = *section;
  int n = 0;
  for (const GrKey *key = section->keys; key->name && n < ROWS_MAX; key++) {
    char path[PATH_LENGTH];
    if (key->kind == &GrKeyRefused)
      continue;
    snprintf(path, sizeof path, "%s%s%s", section->path, *section->path ? "." : "", key->name);
    if (EndsOn(path, strlen(path), reference->asked, strlen(reference->asked)))
      row[n++] = *key;
    TryName(reference, key->name, path);
  }
  if (section->name)
    TryName(reference, section->name, section->name);
  part.keys = row;
  reference->found += n;
  if (n)
    EmitSection(reference, &part, section->keys);
}

static void VisitSection(Reference *reference, const Section *section)
{
  GrKeyRows rows;
  Section all = *section;
  all.keys = GrKeyRowsOf(section->keys, NULL, &rows);
  if (reference->asked && !IsAsked(section, reference->asked)) {
    PrintRows(reference, &all);
    return;
  }
  reference->found++;
  EmitSection(reference, &all, all.keys);
}

/* ---- all tables ---- */

/* The keys of each entry of a registry; before them the keys that all entries have. */
static void VisitEntries(Reference *reference, const char *path, const char *suffix, const GrKey *keys)
{
  const Section common = {.path = path, .suffix = suffix, .keys = keys};
  const bool shared = keys[1].name, asked = shared && reference->asked && IsAsked(&common, reference->asked);
  const void *entry;
  if (shared)
    VisitSection(reference, &common);
  for (int i = 0; (entry = keys->registry->at(keys, i)); i++) {
    const char *name = GrKeyEntryName(entry);
    char with[PATH_LENGTH];
    GrKeyRows rows = {0};
    keys->registry->rows(entry, keys, &rows);
    snprintf(with, sizeof with, " with %s: %s", keys->name, name);
    VisitSection(reference, &(Section){path, with, asked ? NULL : name, GrKeyEntrySummary(keys->registry, entry),
                                       keys->registry, entry, rows.row});
  }
}

static void VisitBelow(Reference *reference, const GrKey *keys, const char *path)
{
  char below[PATH_LENGTH], suffix[PATH_LENGTH] = "";
  GrKeyRows rows;
  GrKeyGiven given;
  for (const GrKey *row = GrKeyRowsOf(keys, NULL, &rows); row->name; row++) {
    const GrKey *key = GrKeyGivenOf(row, &given);
    if (!key->section || key->kind == &GrKeyConditions) /* its items have the keys of the map around it */
      continue;
    snprintf(below, sizeof below, "%s%s%s%s", path, *path ? "." : "", key->name,
             key->kind->below ? key->kind->below : "");
    snprintf(suffix, sizeof suffix, key->scope ? " (%s)" : "", ScopeTextOf(key->scope).text);
    if (GrKeyHasEntries(key->section))
      VisitEntries(reference, below, suffix, key->section);
    else
      VisitSection(reference, &(Section){.path = below, .suffix = suffix, .keys = key->section});
    VisitBelow(reference, key->section, below);
  }
}

static PetscErrorCode ComplainAsked(const Reference *reference)
{
  const char *near = reference->nearest.best ? reference->best : NULL;
  return GrFail(GR_EXIT_INPUT, "keys: no key is called %s; %s%s%s", GrExcerptOf(reference->asked).text,
                near ? "did you mean " : "`granum keys` lists them, `granum-post --help` its commands",
                near ? near : "", near ? "?" : "");
}

/* Prints the tables, or the part of them that was asked for. */
static PetscErrorCode Pour(Reference *reference, FILE *out)
{
  if (reference->asked)
    reference->nearest = GrNearestBegin(reference->asked + LastPart(reference->asked, strlen(reference->asked)));
  VisitSection(reference, &(Section){.path = "", .suffix = "", .keys = GrCaseKeys});
  VisitBelow(reference, GrCaseKeys, "");
  if (reference->form == JSON) {
    GrJsonEnd(&reference->json, ']');
    GrJsonEnd(&reference->json, '}');
    GrTextPrint(&reference->json.text, "\n");
    reference->text = reference->json.text;
  }
  PetscCall(GrTextPour(&reference->text, reference->found ? out : NULL));
  return reference->found ? 0 : ComplainAsked(reference);
}

PetscErrorCode GrKeysJson(const char *name, FILE *out)
{
  Reference reference = {.form = JSON, .asked = name};
  GrJsonBegin(&reference.json, NULL, '{');
  GrJsonBegin(&reference.json, "sections", '[');
  return Pour(&reference, out);
}

PetscErrorCode GrKeysPrint(const char *name, FILE *out)
{
  Reference reference = {.asked = name};
  if (!name)
    GrTextPrint(&reference.text, "# Keys of the input\n\nA number is in SI, or a text with a unit such as `2.38 mm`, "
                                 "`193 GPa`, `7.8 g/cm3` or `1.4e8 N/m^1.5`; one\nwithout a unit may be in per cent: "
                                 "`90 %%`.\n\n");
  return Pour(&reference, out);
}

PetscErrorCode GrKeysManual(FILE *out)
{
  Reference reference = {.form = MANUAL};
  GrTextPrint(&reference.text,
              ".TH GRANUM 5 \"\" \"granum " GRANUM_VERSION "\"\n.SH NAME\ngranum \\- input of the particle "
              "simulator granum\n.SH DESCRIPTION\nA case is a YAML file. A number is in SI, or a text with a unit "
              "such as 2.38 mm, 193 GPa or 1.4e8 N/m^1.5; one without a unit may be in per cent. NAME stands for a "
              "name that the case gives, N for a position in a list, from 0.\n");
  return Pour(&reference, out);
}

PetscErrorCode GrKeysNames(FILE *out)
{
  return Pour(&(Reference){.form = NAMES}, out);
}
