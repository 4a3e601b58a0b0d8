/* The list and the cards of `granum laws`. */
#include "law/card/card.h"
#include "law/card/example.h"
#include <math.h>
#include <string.h>

enum { WIDTH = 100, NEEDS = 160, INPUT = 1024 };

static const char *const keys[] = {"normal", "adhesion", "tangential", "rolling", "twisting", "bond"};

void GrCardWrap(FILE *out, int at, int margin, const char *text)
{
  fprintf(out, "%*s", margin - at, "");
  int column = margin;
  while (*text) {
    size_t blanks = strspn(text, " "), word = strcspn(text + blanks, " \n");
    if (column > margin && column + (int)(blanks + word) > WIDTH) {
      fprintf(out, "\n%*s", margin, "");
      column = margin;
      text += blanks;
      blanks = 0;
    }
    fprintf(out, "%.*s", (int)(blanks + word), text);
    column += (int)(blanks + word);
    text += blanks + word;
    if (*text == '\n') {
      fprintf(out, "\n%*s", ++text ? margin : 0, "");
      column = margin;
    }
  }
  fprintf(out, "\n");
}

void GrCardSection(FILE *out, const char *label, const char *text)
{
  if (text)
    GrCardWrap(out, fprintf(out, "%s", label), GR_CARD_INDENT, text);
}

/* Range of a number as an interval, or of words. */
static void PrintRange(FILE *out, const GrLawParameter *p)
{
  if (p->unit) {
    fprintf(out, " [%s], ", p->unit);
    if (isinf(p->lower) && isinf(p->upper))
      fprintf(out, "any number");
    else if (isinf(p->upper))
      fprintf(out, "%s %g", p->lower_open ? "above" : "from", p->lower);
    else
      fprintf(out, "%g %s value %s %g", p->lower, p->lower_open ? "<" : "<=", p->upper_open ? "<" : "<=", p->upper);
  }
  for (const char *c = p->choices; c && *c;) {
    size_t length = strcspn(c, "|");
    const int word = (int)strcspn(c, "|=");
    fprintf(out, "%s%.*s", c == p->choices ? (p->unit ? " or " : ": ") : " or ", word, c);
    c += length + (c[length] == '|');
  }
}

static void PrintParameters(FILE *out, const GrLaw *law)
{
  if (!law->parameters->name)
    GrCardSection(out, "parameters", "none");
  for (const GrLawParameter *p = law->parameters; p->name; p++) {
    fprintf(out, "%-*s%s", GR_CARD_INDENT, p == law->parameters ? "parameters" : "", p->name);
    PrintRange(out, p);
    if (!p->fallback)
      fprintf(out, ", required\n");
    else if (!*p->fallback)
      fprintf(out, ", optional\n");
    else
      fprintf(out, ", default %s\n", p->fallback);
    GrCardWrap(out, 0, GR_CARD_INDENT + 2, p->meaning);
  }
}

static void PrintHistory(FILE *out, const GrLaw *law)
{
  if (!law->n_history)
    GrCardSection(out, "history", "none");
  for (int h = 0; h < law->n_history; h++) {
    fprintf(out, "%-*s%s [%s]\n", GR_CARD_INDENT, h ? "" : "history", law->history[h].name, law->history[h].unit);
    GrCardWrap(out, 0, GR_CARD_INDENT + 2, law->history[h].meaning);
  }
}

/* Material properties that the law needs; "": none. */
static void NeedsOf(const GrLaw *law, char text[NEEDS])
{
  text[0] = text[2] = '\0';
  if (law->needs & GR_NEEDS_ELASTICITY)
    strcat(text, ", youngs_modulus and poisson_ratio of both materials");
  if (law->needs & GR_NEEDS_YIELD_STRESS)
    strcat(text, ", yield_stress of at least one");
  if (law->needs & GR_NEEDS_DENSITY)
    strcat(text, ", density of both materials");
}

/* The key of a contact rule with this law and example values. */
static void InputOf(const GrLaw *law, char text[INPUT])
{
  size_t used = (size_t)snprintf(text, INPUT, "%s: {law: %s", keys[law->kind], law->name);
  for (const GrLawParameter *p = law->parameters; p->name && used < INPUT; p++)
    if (p->unit && (!p->fallback || (!*p->fallback && p->example != 0)))
      used += (size_t)snprintf(text + used, INPUT - used, strcmp(p->unit, "1") == 0 ? ", %s: %g" : ", %s: %g %s",
                               p->name, p->example, p->unit);
  strncat(text, "}", INPUT - strlen(text) - 1);
}

/* Prints this key, and the names of the other laws of its kind. */
static void PrintInput(FILE *out, const GrLaw *law)
{
  char text[INPUT];
  size_t used = 0;
  InputOf(law, text);
  GrCardSection(out, "input", text);
  snprintf(text, sizeof(text), "none");
  for (int i = 0; GrLawAt(i) && used < sizeof(text); i++)
    if (GrLawAt(i)->kind == law->kind && GrLawAt(i) != law)
      used += (size_t)snprintf(text + used, sizeof(text) - used, used ? ", %s" : "%s", GrLawAt(i)->name);
  GrCardSection(out, "related", text);
}

void GrCardList(const char *word, FILE *out)
{
  const GrLaw *law;
  for (int i = 0; (law = GrCardFind(word, i)); i++)
    GrCardWrap(out, fprintf(out, "%s", law->name), 28, law->summary ? law->summary : "");
}

void GrLawsList(FILE *out)
{
  GrCardList(NULL, out);
}

int GrLawCard(const char *name, FILE *out)
{
  const GrLaw *law = GrLawFind(name);
  char needs[NEEDS];
  if (!law)
    return 1;
  NeedsOf(law, needs);
  GrCardSection(out, "law", law->name);
  GrCardSection(out, "summary", law->summary);
  GrCardSection(out, "equation", law->equation);
  PrintParameters(out, law);
  GrCardSection(out, "needs", *needs ? needs + 2 : "only the material properties that replace omitted parameters");
  PrintHistory(out, law);
  GrCardSection(out, "range", law->range);
  GrCardSection(out, "defects", law->defects);
  GrCardSection(out, "source", law->source);
  PrintInput(out, law);
  GrCardExample(law, &(GrCardSheet){.text = out});
  return 0;
}

/* ---- the same as JSON ---- */

static void WriteParameter(GrJson *json, const GrLawParameter *p)
{
  GrJsonBegin(json, NULL, '{');
  GrJsonText(json, "name", p->name);
  GrJsonText(json, "unit", p->unit);
  if (p->unit)
    GrJsonRange(json, p->lower, p->lower_open, p->upper, p->upper_open);
  GrJsonBegin(json, "words", '[');
  for (int i = 0; p->choices && i < GrChoicesCount(p->choices); i++) {
    const char *word = GrChoicesAt(p->choices, i);
    char text[64];
    snprintf(text, sizeof(text), "%.*s", (int)strcspn(word, "|="), word);
    GrJsonText(json, NULL, text);
  }
  GrJsonEnd(json, ']');
  GrJsonBoolean(json, "required", !p->fallback);
  GrJsonText(json, "default", p->fallback && *p->fallback ? p->fallback : NULL);
  GrJsonText(json, "meaning", p->meaning);
  GrJsonEnd(json, '}');
}

static void WriteHistory(GrJson *json, const GrLaw *law)
{
  GrJsonBegin(json, "history", '[');
  for (int h = 0; h < law->n_history; h++) {
    GrJsonBegin(json, NULL, '{');
    GrJsonText(json, "name", law->history[h].name);
    GrJsonText(json, "unit", law->history[h].unit);
    GrJsonText(json, "meaning", law->history[h].meaning);
    GrJsonEnd(json, '}');
  }
  GrJsonEnd(json, ']');
}

static void WriteLaw(GrJson *json, const GrLaw *law, FILE *nowhere)
{
  char text[INPUT], needs[NEEDS];
  InputOf(law, text);
  NeedsOf(law, needs);
  GrJsonBegin(json, NULL, '{');
  GrJsonText(json, "name", law->name);
  GrJsonText(json, "key", keys[law->kind]);
  GrJsonText(json, "summary", law->summary);
  GrJsonText(json, "equation", law->equation);
  GrJsonBegin(json, "parameters", '[');
  for (const GrLawParameter *p = law->parameters; p->name; p++)
    WriteParameter(json, p);
  GrJsonEnd(json, ']');
  GrJsonText(json, "needs", *needs ? needs + 2 : NULL);
  WriteHistory(json, law);
  GrJsonText(json, "range", law->range);
  GrJsonText(json, "defects", law->defects);
  GrJsonText(json, "source", law->source);
  GrJsonText(json, "input", text);
  GrJsonBegin(json, "examples", '[');
  GrCardExample(law, &(GrCardSheet){.text = nowhere, .json = json});
  GrJsonEnd(json, ']');
  GrJsonEnd(json, '}');
}

PetscErrorCode GrCardJson(const char *word, FILE *out)
{
  GrJson json = {0};
  FILE *nowhere = fopen("/dev/null", "w");
  const GrLaw *law;
  if (!nowhere)
    return PETSC_ERR_FILE_OPEN;
  GrJsonBegin(&json, NULL, '{');
  GrJsonBegin(&json, "laws", '[');
  for (int i = 0; (law = GrCardFind(word, i)); i++)
    WriteLaw(&json, law, nowhere);
  fclose(nowhere);
  GrJsonEnd(&json, ']');
  GrJsonEnd(&json, '}');
  GrTextPrint(&json.text, "\n");
  return GrTextPour(&json.text, out);
}
