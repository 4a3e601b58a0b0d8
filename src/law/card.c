/* The list and the cards of `granum laws`. */
#include "elementary.h"
#include "example.h"

enum { WIDTH = 100, INDENT = 12, CHOICES_SHOWN = 2, TABLE = 2, COLUMN = 13 }; /* the widest table takes 97 columns */

/* Text at a left margin, wrapped at WIDTH; a line feed starts a new line, blanks at its start are kept. The cursor
   stands at `at`, left of the margin or on it. */
static void Wrap(FILE *out, int at, int margin, const char *text)
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

static void Section(FILE *out, const char *label, const char *text)
{
  if (text)
    Wrap(out, fprintf(out, "%s", label), INDENT, text);
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
    fprintf(out, "%s%.*s", c == p->choices ? (p->unit ? " or " : ": ") : " or ", (int)length, c);
    c += length + (c[length] == '|');
  }
}

static void PrintParameters(FILE *out, const GrLaw *law)
{
  if (!law->parameters->name)
    Section(out, "parameters", "none");
  for (const GrLawParameter *p = law->parameters; p->name; p++) {
    fprintf(out, "%-*s%s", INDENT, p == law->parameters ? "parameters" : "", p->name);
    PrintRange(out, p);
    if (!p->fallback)
      fprintf(out, ", required\n");
    else if (!*p->fallback)
      fprintf(out, ", optional\n");
    else
      fprintf(out, ", default %s\n", p->fallback);
    Wrap(out, 0, INDENT + 2, p->meaning);
  }
}

static void PrintHistory(FILE *out, const GrLaw *law)
{
  if (!law->n_history)
    Section(out, "history", "none");
  for (int h = 0; h < law->n_history; h++) {
    fprintf(out, "%-*s%s [%s]\n", INDENT, h ? "" : "history", law->history[h].name, law->history[h].unit);
    Wrap(out, 0, INDENT + 2, law->history[h].meaning);
  }
}

static void PrintNeeds(FILE *out, const GrLaw *law)
{
  char text[160] = "";
  if (law->needs & GR_NEEDS_ELASTICITY)
    strcat(text, ", youngs_modulus and poisson_ratio of both materials");
  if (law->needs & GR_NEEDS_YIELD_STRESS)
    strcat(text, ", yield_stress of at least one");
  if (law->needs & GR_NEEDS_DENSITY)
    strcat(text, ", density of both materials");
  Section(out, "needs", *text ? text + 2 : "nothing of the materials beyond what the parameters say");
}

/* The header of a column; the word of the choice goes below it. */
static void PrintHeader(FILE *out, const GrLaw *law, const GrLawParameter *words, int shown)
{
  const char *name[] = {"force [N]", "returned [1]"};
  int kinds = law->n_history ? 2 : 1;
  fprintf(out, "%*s%*s", TABLE, "", COLUMN - 2, "overlap [m]");
  for (int i = 0; i < kinds * shown; i++)
    fprintf(out, "%*s", COLUMN, name[i / shown]);
  fprintf(out, "%*s%*s\n", COLUMN + 3, "stiffness [N/m]", law->damping ? COLUMN + 3 : 0,
          law->damping ? "damping [N s/m]" : "");
  if (shown < 2)
    return;
  fprintf(out, "%*s", TABLE + COLUMN - 2, "");
  for (int i = 0; i < kinds * shown; i++) {
    const char *word = words->choices;
    for (int skip = i % shown; skip; skip--)
      word += strcspn(word, "|") + 1;
    fprintf(out, "%*.*s", COLUMN, (int)strcspn(word, "|"), word);
  }
  fprintf(out, "\n");
}

static void PrintTable(FILE *out, const GrLaw *law, const GrExample example[], int shown)
{
  for (int i = 0; i < GR_EXAMPLE_ROWS; i++) {
    fprintf(out, "%*s%*.5g", TABLE, "", COLUMN - 2, example[0].overlap[i]);
    for (int c = 0; c < shown; c++)
      fprintf(out, "%*.6g", COLUMN, example[c].force[i]);
    for (int c = 0; c < shown && law->n_history; c++)
      fprintf(out, "%*.6g", COLUMN, example[c].returned[i]);
    fprintf(out, "%*.6g", COLUMN + 3, example[0].stiffness[i]);
    if (law->damping)
      fprintf(out, "%*.6g", COLUMN + 3, example[0].damping[i]);
    fprintf(out, "\n");
  }
}

static void PrintExample(FILE *out, const GrLaw *law)
{
  GrExample example[CHOICES_SHOWN];
  const GrLawParameter *words = GrExampleWords(law);
  int shown = words ? GrChoicesCount(words->choices) : 1;
  GrLawPair pair;
  char text[512];
  GrExamplePair(&pair);
  shown = shown < CHOICES_SHOWN ? shown : CHOICES_SHOWN;
  for (int c = 0; c < shown; c++)
    if (GrExampleEvaluate(law, c, &example[c]))
      return;
  int length =
      snprintf(text, sizeof text,
               "two steel spheres of radius 20 mm (7800 kg/m^3, 207 GPa, Poisson's ratio 0.3, yield stress 1030 MPa): "
               "R = %.6g m, m = %.6g kg, K = %.6g N/m^1.5, first yield at d_y = %.6g m",
               pair.radius, pair.mass, 4.0 / 3.0 * pair.modulus * sqrt(pair.radius), GrExampleYield(&pair));
  for (const GrLawParameter *p = law->parameters; p->name; p++)
    if (!p->fallback && p->unit && length < (int)sizeof text)
      length += snprintf(text + length, sizeof text - (size_t)length, "; %s %g", p->name, p->example);
  Section(out, "example", text);
  PrintHeader(out, law, words, shown);
  PrintTable(out, law, example, shown);
  snprintf(text, sizeof text, "force: static, on first loading; stiffness%s: the largest up to this overlap%s",
           law->damping ? " and damping" : "", shown > 1 ? ", first choice" : "");
  Wrap(out, 0, INDENT, text);
  if (law->n_history)
    Wrap(out, 0, INDENT, "returned: share of the work done on loading that the contact gives back");
}

void GrLawsList(FILE *out)
{
  const GrLaw *law;
  for (int i = 0; (law = GrLawAt(i)); i++)
    Wrap(out, fprintf(out, "%s", law->name), 28, law->summary ? law->summary : "");
}

int GrLawCard(const char *name, FILE *out)
{
  const GrLaw *law = GrLawFind(name);
  if (!law)
    return 1;
  Section(out, "law", law->name);
  Section(out, "summary", law->summary);
  Section(out, "equation", law->equation);
  PrintParameters(out, law);
  PrintNeeds(out, law);
  PrintHistory(out, law);
  Section(out, "range", law->range);
  Section(out, "defects", law->defects);
  Section(out, "source", law->source);
  PrintExample(out, law);
  return 0;
}
