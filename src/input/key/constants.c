/* Named constants and expressions: `constants: {d: 2 mm}` and values such as =d/2 or =2*(d + 1 mm)^2.

     sum = product {+|- product};  product = power {*|/ power};  power = [-] atom [^ exponent]
     atom = number [unit] | constant | t | observable | unit | ( sum ) | sin|cos|exp|sqrt|abs ( sum ) |
            min|max ( sum , sum )
     exponent: a multiple of 1/2, not 0, as in units

   An expression with the time t is a function of time: it is compiled to instructions (case/function.h), in the order
   in which its parts are read, and only keys that accept functions of time can read it (of_time.c). The same holds for
   an expression with observables (observable.c).

   A radian is 1: sin(0.5 rad), 1 - w/(50 rad/s) and 10 mm*w are possible with an angular velocity w. A sum of Hz and
   rad/s is refused.

   An expression is computed with its dimension and replaced by its value in SI, "0.001 m", which its key reads like
   any other number. A constant may use the constants before it. A word that is a constant or an observable is not read
   as a unit. */
#include "base/excerpt.h"
#include "case/feedback.h"
#include "input/key/key.h"
#include "input/key/observable.h"
#include "input/unit/unit.h"
#include "input/yaml/document.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NESTING_MAX = 32, EXPONENT_MAX = 12, NUMBER_MAX = 64, SECOND = 2 }; /* SECOND: base unit s */

typedef struct {
  const GrNode *constants;     /* NULL: none */
  const GrNode *root;          /* the input, whose walls and counters have observables; NULL: of a constant */
  GrFeedback feedback;         /* observables of the expression so far */
  const char *at;              /* rest of the expression */
  int nesting;                 /* open brackets */
  bool varies;                 /* whether the expression has the time t or an observable */
  GrFunction *function;        /* instructions of the expression so far; NULL: they are not needed */
  char text[GR_FUNCTION_TEXT]; /* the expression so far without constants, if there is a function */
  const char *copied;          /* end of the part of the expression that the text has */
  char problem[GR_PROBLEM_MAX];
} Reading;

static bool ReadSum(Reading *r, GrMeasure *sum);

static bool Refuse(Reading *r, const char *format, const char *what)
{
  if (!*r->problem)
    snprintf(r->problem, sizeof r->problem, format, GrExcerptOf(what).text);
  return false;
}

/* Appends an instruction. */
static bool Emit(Reading *r, GrDo what, double number)
{
  GrFunction *f = r->function;
  if (!f)
    return true;
  if (f->n == GR_FUNCTION_MAX)
    return Refuse(r, "has too many parts at '%s'; write a shorter expression", r->at);
  f->instruction[f->n++] = (GrInstruction){what, number};
  return true;
}

/* Copies the expression up to `end` to the text of the function, followed by `more`. */
static void CopyText(Reading *r, const char *end, const char *more)
{
  if (!r->function)
    return;
  const size_t used = strlen(r->text);
  const int n = snprintf(r->text + used, sizeof r->text - used, "%.*s%s", (int)(end - r->copied), r->copied, more);
  if (used + (size_t)n >= sizeof r->text)
    Refuse(r, "is too long at '%s'; write a shorter expression", r->at);
  r->copied = end;
}

static bool Skip(Reading *r, char character)
{
  r->at += strspn(r->at, " ");
  const bool found = *r->at == character;
  r->at += found;
  return found;
}

/* Length of a constant, of an observable or of a symbol of a unit at the start of a text. */
static size_t WordLength(const char *at)
{
  size_t n = 0;
  while (isalpha((unsigned char)at[n]) || at[n] == '_' || at[n] == '%' || (at[n] & 0x80) ||
         (n && isdigit((unsigned char)at[n])))
    n++;
  return n;
}

/* Whether an observable is at the start of a text. */
static bool FindObservable(const Reading *r, const char *at, GrIndicator *m)
{
  return r->root && GrKeyObservableAt(at, WordLength(at), m);
}

static const GrNode *FindConstant(const Reading *r, const char *word)
{
  const size_t length = WordLength(word);
  for (const GrNode *c = r->constants ? r->constants->first : NULL; c; c = c->next)
    if (strlen(c->key) == length && strncmp(c->key, word, length) == 0)
      return c;
  return NULL;
}

/* Length of the unit at the start of a text: words with exponents, joined by blanks and '/', up to a constant or an
   observable. */
static size_t UnitLength(const Reading *r, const char *text)
{
  GrIndicator unused;
  size_t end = 0;
  for (const char *at = text; WordLength(at) && !FindConstant(r, at) && !FindObservable(r, at, &unused);) {
    at += WordLength(at);
    if (*at == '^')
      at += 1 + strspn(at + 1, "+-.0123456789");
    end = (size_t)(at - text);
    at += strspn(at, " ");
    at += *at == '/';
    at += strspn(at, " ");
  }
  return end;
}

/* Copies the first word of a product of units that is no unit to `word`. Returns false if all words are units. */
static bool FindUnknown(const char *product, char word[GR_UNIT_MAX])
{
  char unused[GR_PROBLEM_MAX];
  GrMeasure measure;
  for (size_t length; *product; product += length ? length : 1) {
    length = WordLength(product);
    snprintf(word, GR_UNIT_MAX, "%.*s", (int)length, product);
    if (length && !GrUnitRead(word, &measure, unused))
      return true;
  }
  return false;
}

/* A number with its unit, or a unit. */
static bool ReadQuantity(Reading *r, GrMeasure *value)
{
  char text[GR_UNIT_MAX + NUMBER_MAX], unit[GR_UNIT_MAX], word[GR_UNIT_MAX], problem[GR_PROBLEM_MAX] = "";
  char *after = (char *)r->at;
  if (isdigit((unsigned char)*r->at) || *r->at == '.')
    strtod(r->at, &after);
  const char *begin = after + strspn(after, " ");
  const size_t number = (size_t)(after - r->at), length = UnitLength(r, begin);
  if ((!number && !length) || number >= NUMBER_MAX || length >= sizeof unit)
    return Refuse(r, "has no number or name at '%s'; write an expression such as =2*d + 1 mm", r->at);
  if (!length && WordLength(begin))
    return Refuse(r, "has a number before the constant '%s'; write * between them", begin);
  snprintf(unit, sizeof unit, "%.*s", (int)length, begin);
  snprintf(text, sizeof text, "%.*s %s", number ? (int)number : 1, number ? r->at : "1", unit);
  *value = (GrMeasure){.scale = 1.0};
  if (length && !GrUnitRead(unit, value, problem)) {
    if (!FindUnknown(unit, word)) /* a product of units: GrUnitRead has the message */
      snprintf(r->problem, sizeof r->problem, "cannot be read: %.230s", problem);
    else
      GrKeyObservableAdvise(word, r->problem);
    return Refuse(r,
                  "has '%s', which is neither a constant nor a unit; define it below constants (functions: sin, cos, "
                  "exp, sqrt, abs, min, max)",
                  word);
  }
  r->at = length ? begin + length : after;
  return GrUnitParse(text, NULL, &value->scale, r->problem) && Emit(r, GR_DO_NUMBER, value->scale);
}

/* The functions of an expression. */
static const struct {
  const char *name;
  GrDo what;
  bool pure; /* whether the argument must have no unit, or the unit rad */
  bool pair; /* whether there are two arguments */
} functions[] = {{"sin", GR_DO_SINE, .pure = true},        {"cos", GR_DO_COSINE, .pure = true},
                 {"exp", GR_DO_EXPONENTIAL, .pure = true}, {"sqrt", GR_DO_ROOT, .pure = false},
                 {"abs", GR_DO_ABSOLUTE, .pure = false},   {"min", GR_DO_SMALLER, .pair = true},
                 {"max", GR_DO_LARGER, .pair = true}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* Whether a word at the start of a text precedes a bracket. */
static bool PrecedesBracket(const char *at)
{
  const size_t length = WordLength(at);
  return length && at[length + strspn(at + length, " ")] == '(';
}

/* Refuses a word before a bracket that is neither a function nor an observable. */
static bool RefuseFunction(Reading *r)
{
  char word[GR_UNIT_MAX];
  snprintf(word, sizeof word, "%.*s", (int)WordLength(r->at), r->at);
  GrKeyObservableAdvise(word, r->problem);
  return Refuse(r,
                "has a bracket after '%s', which is no function; write sin, cos, exp, sqrt, abs, min, max, or an "
                "observable with its arguments, such as wall_force(WALL, z)",
                word);
}

/* The function at the start of a text, before a bracket; FUNCTIONS: none. */
static int FindFunction(const char *at)
{
  const size_t length = WordLength(at);
  int k = 0;
  if (!PrecedesBracket(at))
    return FUNCTIONS;
  while (k < FUNCTIONS && (strlen(functions[k].name) != length || strncmp(at, functions[k].name, length) != 0))
    k++;
  return k;
}

/* Writes the unit of a quantity without rad, which is 1. */
static void PrintWithoutAngle(GrMeasure measure, char text[GR_UNIT_MAX])
{
  measure.angle = false;
  GrUnitPrint(&measure, text);
}

/* Checks that a sum and its next term have the same unit, and joins them. */
static bool HaveSameUnit(Reading *r, GrMeasure *sum, const GrMeasure *term, const char *joins)
{
  char unit[2][GR_UNIT_MAX];
  const bool mixed = sum->twice[SECOND] && ((sum->cycles && term->angle) || (sum->angle && term->cycles));
  PrintWithoutAngle(*sum, unit[0]);
  PrintWithoutAngle(*term, unit[1]);
  if (!mixed && strcmp(unit[0], unit[1]) == 0) {
    sum->angle = sum->angle || term->angle;
    return true;
  }
  GrUnitPrint(sum, unit[0]);
  GrUnitPrint(term, unit[1]);
  if (!*r->problem)
    snprintf(r->problem, sizeof r->problem, "%s a number in '%.40s' and one in '%.40s'; write the same unit", joins,
             *unit[0] ? unit[0] : "1", *unit[1] ? unit[1] : "1");
  return false;
}

/* The two arguments of function k in brackets. */
static bool ReadPair(Reading *r, int k, GrMeasure *value)
{
  GrMeasure second;
  r->at += WordLength(r->at);
  (void)Skip(r, '(');
  if (++r->nesting > NESTING_MAX || !ReadSum(r, value))
    return Refuse(r, "has a bracket without its end at '%s'; write one ) for each (", r->at);
  if (!Skip(r, ','))
    return Refuse(r,
                  "has one argument at '%s', where two are needed; write min(A, B) or max(A, B), in quotes "
                  "within lists and maps",
                  r->at);
  if (!ReadSum(r, &second) || !Skip(r, ')'))
    return Refuse(r, "has a bracket without its end at '%s'; write one ) for each (", r->at);
  r->nesting--;
  const bool larger = functions[k].what == GR_DO_LARGER;
  if (!HaveSameUnit(r, value, &second, "compares"))
    return false;
  value->scale = (value->scale < second.scale) == larger ? second.scale : value->scale;
  return Emit(r, functions[k].what, 0);
}

/* The argument of function k in brackets. */
static bool ReadFunction(Reading *r, int k, GrMeasure *value)
{
  char unit[GR_UNIT_MAX];
  bool even = true;
  if (functions[k].pair)
    return ReadPair(r, k, value);
  r->at += WordLength(r->at);
  (void)Skip(r, '(');
  if (++r->nesting > NESTING_MAX || !ReadSum(r, value) || !Skip(r, ')'))
    return Refuse(r, "has a bracket without its end at '%s'; write one ) for each (", r->at);
  r->nesting--;
  PrintWithoutAngle(*value, unit);
  for (int i = 0; i < GR_BASE_UNITS; i++)
    even = even && value->twice[i] % 2 == 0;
  if (functions[k].pure && *unit)
    return Refuse(r, "has a function of a number in '%s'; divide by a unit, such as sin(t/(1 s))", unit);
  if (functions[k].what == GR_DO_ROOT && !even)
    return Refuse(r, "has the root of a number in '%s', whose unit has no root", unit);
  if (functions[k].pure)
    value->angle = value->cycles = false;
  const GrFunction one = {.n = 2, .instruction = {{GR_DO_NUMBER, value->scale}, {functions[k].what, 0}}};
  if (functions[k].what == GR_DO_ROOT)
    GrUnitRaise(value, 1);
  value->scale = GrFunctionAt(&one, 0);
  return Emit(r, functions[k].what, 0);
}

/* An observable with its arguments. */
static bool ReadObservable(Reading *r, const GrIndicator *m, GrMeasure *value)
{
  GrFeedback *feedback = &r->feedback;
  if (feedback->n == GR_FEEDBACK_MAX)
    return Refuse(r, "has too many observables at '%s'; write at most 8", r->at);
  r->at += WordLength(r->at);
  if (!GrKeyObservableRead(r->root, m, &r->at, &feedback->observed[feedback->n], value, r->problem))
    return false;
  r->varies = true;
  return Emit(r, GR_DO_OBSERVED, feedback->n++);
}

static bool ReadAtom(Reading *r, GrMeasure *value)
{
  GrIndicator observable;
  r->at += strspn(r->at, " ");
  const GrNode *constant = FindConstant(r, r->at);
  if (constant) {
    Reading own = {.at = constant->text};
    char text[GR_UNIT_MAX + NUMBER_MAX + 2];
    if (*constant->text == '=' || !ReadSum(&own, value) || *own.at)
      return Refuse(r, "uses the constant '%s' before it is defined as a number; define it above", constant->key);
    snprintf(text, sizeof text, "(%s)", constant->text);
    CopyText(r, r->at, text);
    r->at += strlen(constant->key);
    r->copied = r->at;
    return Emit(r, GR_DO_NUMBER, value->scale);
  }
  if (FindObservable(r, r->at, &observable))
    return ReadObservable(r, &observable, value);
  if (FindFunction(r->at) < FUNCTIONS)
    return ReadFunction(r, FindFunction(r->at), value);
  if (*r->at == 't' && WordLength(r->at) == 1 && r->function) {
    *value = (GrMeasure){.scale = 1, .twice = {[SECOND] = 2}};
    r->varies = true;
    r->at++;
    return Emit(r, GR_DO_TIME, 0);
  }
  if (PrecedesBracket(r->at))
    return RefuseFunction(r);
  if (!Skip(r, '('))
    return ReadQuantity(r, value);
  if (++r->nesting > NESTING_MAX || !ReadSum(r, value) || !Skip(r, ')'))
    return Refuse(r, "has a bracket without its end at '%s'; write one ) for each (", r->at);
  r->nesting--;
  return true;
}

static bool ReadPower(Reading *r, GrMeasure *value)
{
  const bool minus = Skip(r, '-');
  if (!ReadAtom(r, value))
    return false;
  if (Skip(r, '^')) {
    char *end;
    const double twice = 2.0 * strtod(r->at, &end);
    bool fits = end != r->at && twice == nearbyint(twice) && twice != 0.0 && fabs(twice) <= 2 * EXPONENT_MAX;
    for (int i = 0; fits && i < GR_BASE_UNITS; i++)
      fits = abs(value->twice[i] * (int)twice) % 2 == 0 && abs(value->twice[i] * (int)twice) <= 4 * EXPONENT_MAX;
    if (!fits)
      return Refuse(r, "has the exponent '%s'; write a multiple of 1/2 up to 12, such as 2 or -0.5", r->at);
    GrUnitRaise(value, (int)twice);
    r->at = end;
    if (!Emit(r, GR_DO_POWER, 0.5 * twice))
      return false;
  }
  value->scale = minus ? -value->scale : value->scale;
  return !minus || Emit(r, GR_DO_NEGATE, 0);
}

static bool ReadProduct(Reading *r, GrMeasure *product)
{
  bool times = false;
  if (!ReadPower(r, product))
    return false;
  while ((times = Skip(r, '*')) || Skip(r, '/')) {
    GrMeasure factor;
    if (!ReadPower(r, &factor))
      return false;
    product->scale = times ? product->scale * factor.scale : product->scale / factor.scale;
    for (int i = 0; i < GR_BASE_UNITS; i++)
      product->twice[i] += times ? factor.twice[i] : -factor.twice[i];
    product->angle = product->angle != factor.angle || (times && product->angle);
    product->cycles = product->cycles || factor.cycles;
    if (!Emit(r, times ? GR_DO_MULTIPLY : GR_DO_DIVIDE, 0))
      return false;
  }
  return true;
}

static bool ReadSum(Reading *r, GrMeasure *sum)
{
  bool plus = false;
  if (!ReadProduct(r, sum))
    return false;
  while ((plus = Skip(r, '+')) || Skip(r, '-')) {
    GrMeasure term;
    if (!ReadProduct(r, &term) || !HaveSameUnit(r, sum, &term, "adds"))
      return false;
    sum->scale += plus ? term.scale : -term.scale;
    if (!Emit(r, plus ? GR_DO_ADD : GR_DO_SUBTRACT, 0))
      return false;
  }
  return true;
}

/* Makes a node a function of time. */
static PetscErrorCode MakeFunction(GrDocument *document, Reading *r, const GrMeasure *value, GrNode *node)
{
  GrFunction *function;
  CopyText(r, r->at, "");
  if (*r->problem)
    return GrNodeComplain(node, "'%s' %s", GrExcerptOf(node->text).text, r->problem);
  PetscCall(PetscNew(&function));
  *function = *r->function;
  if (r->feedback.n > 0) {
    PetscCall(PetscNew(&function->feedback));
    *function->feedback = r->feedback;
  }
  GrUnitPrint(value, function->unit);
  GrDocumentAddFunction(document, function, node);
  PetscCall(PetscStrallocpy(r->text, &function->text));
  return GrNodeArenaCopy(&document->arena, r->text, &node->text);
}

/* Replaces a node by its value in SI. */
static PetscErrorCode EvaluateNode(GrDocument *document, const GrNode *constants, GrNode *node)
{
  GrFunction function = {.n = 0};
  const char *begin = node->text + (*node->text == '=');
  Reading r = {
      .constants = constants, .root = document->root, .at = begin, .copied = begin, .function = &function, .text = "="};
  GrMeasure value;
  char unit[GR_UNIT_MAX], text[GR_UNIT_MAX + NUMBER_MAX];
  if (ReadSum(&r, &value) && *r.at)
    Refuse(&r, "cannot be read at '%s'; write an operator + - * / ^ there, and units after their numbers", r.at);
  if (!*r.problem && r.varies)
    return MakeFunction(document, &r, &value, node);
  if (!*r.problem && !isfinite(value.scale))
    Refuse(&r, "is not a finite number%s; divide by numbers other than 0, take roots of positive numbers", "");
  if (*r.problem)
    return GrNodeComplain(node, "'%s' %s", GrExcerptOf(node->text).text, r.problem);
  GrUnitPrint(&value, unit);
  snprintf(text, sizeof text, "%.15g", value.scale);
  const int digits = strtod(text, NULL) == value.scale ? 15 : 17;
  snprintf(text, sizeof text, "%.*g%s%s", digits, value.scale, *unit ? " " : "", unit);
  return GrNodeArenaCopy(&document->arena, text, &node->text);
}

static PetscErrorCode EvaluateBelow(GrDocument *document, const GrNode *constants, GrNode *node)
{
  if (node->type == GR_NODE_SCALAR && *node->text == '=')
    return EvaluateNode(document, constants, node);
  for (GrNode *child = node->first; child; child = child->next)
    PetscCall(EvaluateBelow(document, constants, child));
  return 0;
}

PetscErrorCode GrKeyEvaluate(GrDocument *document)
{
  GrNode *root = document->root, *constants = GrNodeGet(root, "constants");
  if (constants) {
    if (constants->type != GR_NODE_MAP && !GrNodeEmpty(constants))
      return GrNodeComplain(constants, "is not a map of numbers; write {NAME: number with unit}");
    for (GrNode *c = constants->first; c; c = c->next) {
      if (isdigit((unsigned char)*c->key) || !*c->key ||
          c->key[strspn(c->key, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")])
        return GrNodeComplainKey(c, "is not a name for a constant; write letters, digits and _, with a letter first");
      if (c->type != GR_NODE_SCALAR || GrNodeEmpty(c))
        return GrNodeComplain(c, "is not a number; write a number with its unit, or an expression such as =2*d");
      PetscCall(EvaluateNode(document, constants, c));
      if (c->function)
        return GrNodeComplain(c, "has the time t or an observable, but a constant is a number; write the expression at "
                                 "the key");
    }
  }
  for (GrNode *child = root->first; child; child = child->next)
    if (child != constants && strcmp(child->key, "title") != 0 && strcmp(child->key, "source") != 0)
      PetscCall(EvaluateBelow(document, constants, child));
  if (constants)
    GrNodeRemove(root, constants);
  return 0;
}

static PetscErrorCode ReadConstants(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  return GrNodeComplainKey(node, "is evaluated before the case is read; write it at the top level of the input");
}

const GrKeyKind GrKeyConstants = {"map of numbers", ReadConstants, .leaves = GrKeyLeavesAlways,
                                  .schema = "\"type\": \"object\", \"propertyNames\": {\"pattern\": "
                                            "\"^[A-Za-z_][A-Za-z0-9_]*$\"}, \"additionalProperties\": {\"type\": "
                                            "[\"number\", \"string\"]}"};
