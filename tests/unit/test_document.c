/* YAML texts as trees: places, overrides, and invalid texts.
   Labels: base input law run. */
#include "unit.h"

#include <string.h>
#include <time.h>

#include "base/excerpt.h"
#include "base/math/nearest.h"
#include "input/yaml/document.h"
#include <granum/error.h>

static void ExpectFailure(GrDocument *document, PetscErrorCode code, const char *message)
{
  assert_int_not_equal(code, 0);
  assert_int_equal(GrFailureCode(), GR_EXIT_INPUT);
  FACT(strstr(GrFailureMessage(), message), "expected '%s' in: %s", message, GrFailureMessage());
  assert_true(strlen(GrFailureMessage()) < 500);
  GrFailureClear();
  GrDocumentDestroy(document);
}

static void KeepsPlaces(void **state)
{
  GrDocument document;
  assert_int_equal(GrDocumentRead(&document, "a.yaml", "one: 1\nmap:\n  list: [x, 'y']\n"), 0);
  const GrNode *list = GrNodeGet(GrNodeGet(document.root, "map"), "list"), *y = GrNodeAt(list, 1);
  assert_int_equal(list->key_place.line, 3);
  assert_int_equal(list->key_place.column, 3);
  assert_int_equal(list->place.column, 9);
  assert_string_equal(y->text, "y");
  assert_true(y->quoted);
  assert_int_equal(y->place.column, 13);
  assert_null(GrNodeGet(document.root, "two"));
  ExpectFailure(&document, GrNodeComplain(y, "bad; good"), "a.yaml:3:13: map.list.1: bad; good");
}

static void CopiesAliases(void **state)
{
  GrDocument document;
  assert_int_equal(GrDocumentRead(&document, "a", "one: &x {a: 1, b: [2, 3]}\ntwo: *x\n"), 0);
  const GrNode *two = GrNodeGet(document.root, "two");
  assert_int_equal(two->n, 2);
  assert_string_equal(GrNodeAt(GrNodeGet(two, "b"), 1)->text, "3");
  assert_ptr_equal(GrNodeGet(two, "a")->parent, two);
  GrDocumentDestroy(&document);
}

/* The own keys of a map count before merged keys, and of merged maps the first one. Merged keys keep their places. */
static void MergesKeys(void **state)
{
  static const char text[] =
      "one: &x {a: 1, b: {c: 2}}\ntwo: &y\n  a: 3\n  d: 4\nown: {<<: *x, a: 5}\nboth: {<<: [*y, *x]}\n"
      "deep: &z {<<: *y, e: 6}\nlast: {<<: *z}\n";
  GrDocument document;
  assert_int_equal(GrDocumentRead(&document, "f", text), 0);
  const GrNode *own = GrNodeGet(document.root, "own"), *both = GrNodeGet(document.root, "both");
  const GrNode *last = GrNodeGet(document.root, "last");
  assert_int_equal(own->n, 2);
  assert_string_equal(GrNodeText(own, "a"), "5");
  assert_string_equal(GrNodeText(GrNodeGet(own, "b"), "c"), "2");
  assert_int_equal(GrNodeGet(own, "b")->key_place.line, 1);
  assert_int_equal(GrNodeGet(own, "b")->key_place.column, 16);
  assert_int_equal(both->n, 3);
  assert_string_equal(GrNodeText(both, "a"), "3");
  assert_int_equal(GrNodeGet(both, "d")->place.line, 4);
  assert_int_equal(GrNodeGet(both, "d")->place.column, 6);
  assert_ptr_equal(GrNodeGet(both, "d")->parent, both);
  assert_int_equal(last->n, 3);
  assert_string_equal(GrNodeText(last, "d"), "4");
  assert_null(GrNodeGet(last, "<<"));
  GrDocumentDestroy(&document);
}

static void RefusesTexts(void **state)
{
  static const struct {
    const char *text, *message;
  } bad[] = {{"", "a:1:1: is empty"},
             {"# nothing\n", "a:1:1: is empty"},
             {"---\n...\n", "is empty"},
             {"- 1\n- 2\n", "a:1:1: is not a map"},
             {"just words\n", "a:1:1: is not a map"},
             {"a: 1\nb: 2\na: 3\n", "a:3:1: a: the map has this key twice"},
             {"m: {x: 1, x: 2}\n", "a:1:11: x: the map has this key twice"},
             {"a: 1\n---\nb: 1\n", "a:2:1: a second YAML document"},
             {"a: &x [1, *x]\n", "a:1:11: an alias inside its own anchor"},
             {"a: *x\n", "a:1:4: an alias (*name) without its anchor"},
             {"a: 1\nb: {<<: 5}\n", "a:2:9: <<: is not a map; write <<: *name"},
             {"a: &x 5\nb: {<<: [*x]}\n", "a:1:4: <<: is not a map"},
             {"a: &x {p: 1}\nb: {<<: *x, <<: *x}\n", "<<: the map has this key twice"},
             {"a: [1, 2\nb: 3\n", "is not YAML"},
             {"a: 1\n\tb: 2\n", "tabs"},
             {"a: \"\u00b5 open\n", "a:1:4: is not YAML"},
             {"? [a]\n: 1\n", "a key must be a plain word"},
             {"a: !thing 1\n", "a:1:4: a YAML tag"},
             {"a: \"x\\0y\"\n", "NUL"},
             {"a: 1\nb: \x01\n", "a:2:4: is not a text in UTF-8"},
             {"a: 1\nb: \xff\xfe\n", "a:2:4: is not a text in UTF-8"},
             {"\x7f\x45\x4c\x46\x02\x01", "is not a text in UTF-8"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    GrDocument document;
    PetscErrorCode code = GrDocumentRead(&document, "a", bad[i].text);
    FACT(code, "accepted: %s", bad[i].text);
    ExpectFailure(&document, code, bad[i].message);
  }
}

/* Texts that would take a naive reader long, or much memory: one message each, within seconds (the bound allows for
   sanitizers). */
static void BoundsWork(void **state)
{
  static char text[10 << 20];
  static const char *const fill[] = {"[",  "{a: ", "- ",   "x",      "a,",         "*",
                                     "? ", "\xc2", "\x80", "a: b\n", "a: &a [*a,", "'"};
  static const char bomb[] =
      "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
      "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f "
      "[*e,*e,*e,*e,*e,*e,*e,*e,*e,*e]\n"
      "g: [*f,*f,*f,*f,*f,*f,*f,*f,*f,*f]\n";
  GrDocument document;
  for (size_t i = 0; i < sizeof fill / sizeof *fill; i++) {
    size_t n = strlen(fill[i]), sizes[] = {sizeof text - 1, GR_INPUT_MAX};
    for (size_t k = 0; k < 2; k++) {
      memset(text, 0, sizeof text);
      for (size_t at = 0; at + n <= sizes[k]; at += n)
        memcpy(text + at, fill[i], n);
      clock_t start = clock();
      ExpectFailure(&document, GrDocumentRead(&document, "a", text), k ? "a:" : "larger than 4 MiB");
      assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 10.0);
    }
  }
  ExpectFailure(&document, GrDocumentRead(&document, "a", bomb), "a million values");
}

/* Each anchor holds the one before: no bracket is deep, the copies are. */
static void BoundsAliases(void **state)
{
  char text[4096] = "a0: &a0 [1]\n";
  GrDocument document;
  for (int i = 1; i < GR_DEPTH_MAX + 8; i++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "a%d: &a%d [*a%d]\n", i, i, i - 1);
  }
  ExpectFailure(&document, GrDocumentRead(&document, "a", text), "nested too deep");
}

static const char *ValueAt(const GrDocument *document, const char *a, const char *b)
{
  const GrNode *node = GrNodeGet(document->root, a);
  node = b ? GrNodeGet(node, b) : node;
  return node && node->type == GR_NODE_SCALAR ? node->text : NULL;
}

static void SetsValues(void **state)
{
  GrDocument document;
  assert_int_equal(GrDocumentRead(&document, "a", "x: {p: 1, q: 2}\nl: [1, {n: 5}]\ne:\n"), 0);
  assert_int_equal(GrKeySetValue(&document, "x.p=10 mm"), 0);
  assert_string_equal(ValueAt(&document, "x", "p"), "10 mm");
  assert_int_equal(GrNodeGet(document.root, "x")->first->position, 0); /* keeps its position */
  assert_string_equal(GrNodeGet(document.root, "x")->first->key, "p");
  assert_string_equal(ValueAt(&document, "x", "q"), "2");
  assert_int_equal(GrKeySetValue(&document, "x.new={law: tsuji, e: 0.7}"), 0);
  assert_string_equal(GrNodeGet(GrNodeGet(GrNodeGet(document.root, "x"), "new"), "e")->text, "0.7");
  assert_int_equal(GrKeySetValue(&document, "y.deep=a=b"), 0);
  assert_string_equal(ValueAt(&document, "y", "deep"), "a=b");
  assert_int_equal(GrKeySetValue(&document, "e.f=1"), 0);
  assert_string_equal(ValueAt(&document, "e", "f"), "1");
  assert_int_equal(GrKeySetValue(&document, "l.0=7"), 0);
  assert_int_equal(GrKeySetValue(&document, "l.1.n=8"), 0);
  assert_string_equal(GrNodeAt(GrNodeGet(document.root, "l"), 0)->text, "7");
  assert_string_equal(GrNodeGet(GrNodeAt(GrNodeGet(document.root, "l"), 1), "n")->text, "8");
  assert_int_equal(GrKeySetValue(&document, "l.1=9"), 0); /* the last of the list, and still its last */
  assert_int_equal(GrNodeGet(document.root, "l")->last->position, 1);
  assert_string_equal(GrNodeGet(document.root, "l")->last->text, "9");
  assert_ptr_equal(GrNodeGet(document.root, "l")->first->next, GrNodeGet(document.root, "l")->last);
  assert_int_equal(GrKeySetValue(&document, "x.q="), 0);
  assert_true(GrNodeEmpty(GrNodeGet(GrNodeGet(document.root, "x"), "q")));
  const GrNode *p = GrNodeGet(GrNodeGet(document.root, "x"), "p");
  ExpectFailure(&document, GrNodeComplain(p, "bad; good"), "--set x.p=10 mm: x.p: bad; good");
}

static void RefusesSets(void **state)
{
  static const struct {
    const char *set, *message;
  } bad[] = {{"x.p", "there is no '='"},
             {"=1", "the path has an empty"},
             {"x..p=1", "the path has an empty"},
             {"x.=1", "the path has an empty"},
             {"x.p.q=1", "--set x.p.q=1: 'q' goes through a single value"},
             {"l.2=1", "--set l.2=1: '2' is past the end of the list"},
             {"l.99999999999999999999=1", "position in a list"},
             {"l.-1=1", "position in a list"},
             {"l.n=1", "position in a list"},
             {"x.p=[1", "--set x.p=[1: is not YAML"},
             {"x.p=\x01", "--set x.p=\\x01: is not a text"},
             {"x.p={a: 1, a: 2}", "the map has this key twice"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    GrDocument document;
    assert_int_equal(GrDocumentRead(&document, "a", "x: {p: 1}\nl: [1, 2]\n"), 0);
    PetscErrorCode code = GrKeySetValue(&document, bad[i].set);
    FACT(code, "accepted: %s", bad[i].set);
    ExpectFailure(&document, code, bad[i].message);
  }
}

static void CutsExcerpts(void **state)
{
  char longer[200], text[12];
  memset(longer, 'x', sizeof longer);
  longer[199] = '\0';
  assert_string_equal(GrExcerptOf("5 \u00b5m").text, "5 \u00b5m");
  assert_string_equal(GrExcerptOf("a\x1b[31m\n\x7f").text, "a\\x1b[31m\\x0a\\x7f");
  assert_string_equal(GrExcerptOf("\u202e\xc2\x9b\xff").text, "\\xe2\\x80\\xae\\xc2\\x9b\\xff");
  assert_int_equal(strlen(GrExcerptOf(longer).text), GR_EXCERPT_MAX - 1);
  assert_string_equal(GrExcerptOf(longer).text + GR_EXCERPT_MAX - 4, "...");
  GrExcerptCopy("1234567\u00b5\u00b5\u00b5", text, sizeof text); /* no half character before the dots */
  assert_string_equal(text, "1234567...");
  GrExcerptCopy("12345678901", text, sizeof text);
  assert_string_equal(text, "12345678901");
}

static const char *Near(const char *word)
{
  static const char *const known[] = {"radius", "material", "mass", "youngs_modulus", "gap"};
  GrNearest nearest = GrNearestBegin(word);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    GrNearestTry(&nearest, known[i]);
  return nearest.best ? nearest.best : "";
}

static void FindsNearWords(void **state)
{
  assert_string_equal(Near("radus"), "radius");
  assert_string_equal(Near("Radius"), "radius");
  assert_string_equal(Near("raduis"), "radius");
  assert_string_equal(Near("Youngs-Modulus"), "youngs_modulus");
  assert_string_equal(Near("gpa"), "gap");
  assert_string_equal(Near("velocity"), "");
  assert_string_equal(Near(""), "");
}

UNIT_PETSC(CASE(KeepsPlaces), CASE(CopiesAliases), CASE(MergesKeys), CASE(RefusesTexts), CASE(BoundsWork),
           CASE(BoundsAliases), CASE(SetsValues), CASE(RefusesSets), CASE(CutsExcerpts), CASE(FindsNearWords));
