/* Systems of spheres for the tests of the search, and all their pairs by testing every pair. */
#ifndef SEARCH_SYSTEM_H
#define SEARCH_SYSTEM_H
#include "unit.h"

#include "contact/neighbour/curve.h"
#include "contact/neighbour/pair_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N_MAX = 1000 };

/* Spheres in any order; the caller's numbers are their ids. */
typedef struct {
  GrSpheres s;
  double x[3][N_MAX], radius[N_MAX];
  PetscInt64 id[N_MAX], id_of_index[N_MAX];
  PetscInt index[N_MAX];
} System;

/* A pair, independent of the numbers of its spheres. */
typedef struct {
  PetscInt64 id[2];
  int shift;
} Name;

typedef struct {
  PetscInt n, capacity;
  Name *name;
} Names;

static System whole;
static GrPairSearch search;

static inline double Random(void)
{
  return rand() / (RAND_MAX + 1.0);
}

static inline void Attach(System *p, PetscInt n, PetscInt n_owned)
{
  p->s.n = n;
  p->s.n_owned = n_owned;
  for (int a = 0; a < 3; a++)
    p->s.x[a] = p->x[a];
  p->s.radius = p->radius;
  p->s.id = p->id;
  p->s.index = p->index;
  for (PetscInt i = 0; i < n; i++)
    p->id_of_index[p->index[i]] = p->id[i];
}

/* Copies sphere `from[k]` of one system to place k of another. */
static inline void Copy(const System *p, PetscInt n, const PetscInt *from, System *to)
{
  for (PetscInt k = 0; k < n; k++) {
    for (int a = 0; a < 3; a++)
      to->x[a][k] = p->x[a][from[k]];
    to->radius[k] = p->radius[from[k]];
    to->id[k] = p->id[from[k]];
    to->index[k] = p->index[from[k]];
  }
}

/* Brings a system into canonical order. */
static inline void Order(System *p)
{
  static System copy;
  static double x[N_MAX][4];
  uint64_t key[N_MAX];
  PetscInt order[N_MAX];
  for (PetscInt i = 0; i < p->s.n; i++)
    for (int a = 0; a < 3; a++)
      x[i][a] = p->x[a][i];
  assert_int_equal(GrCurveKeys(p->s.box.lower, p->s.box.upper, 1, p->s.n, x[0], 4, key), 0);
  assert_int_equal(GrCurveOrder(0, p->s.n, key, p->id, order), 0);
  copy = *p;
  Copy(&copy, p->s.n, order, p);
}

/* A random order of 0 to n - 1. */
static inline void Shuffle(PetscInt n, PetscInt *order)
{
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt j = rand() % (i + 1);
    order[i] = order[j];
    order[j] = i;
  }
}

/* n spheres at random in a box with these sides, periodic where the bits of `periodic` say so; radii between `smallest`
   and 1; ids and numbers at random; not in canonical order. */
static inline void Fill(PetscInt n, const double side[3], int periodic, double smallest, double reach)
{
  whole.s.reach = reach;
  for (int a = 0; a < 3; a++) {
    whole.s.box.lower[a] = -0.3 * side[a];
    whole.s.box.upper[a] = 0.7 * side[a];
    whole.s.box.periodic[a] = periodic >> a & 1;
  }
  Shuffle(n, whole.index);
  for (PetscInt i = 0; i < n; i++) {
    whole.radius[i] = i == 0 ? 1 : smallest + (1 - smallest) * Random() * Random();
    whole.id[i] = (PetscInt64)(i * 7919 % N_MAX) * 1000000007 + rand() % 1000;
    for (int a = 0; a < 3; a++)
      whole.x[a][i] = whole.s.box.lower[a] + Random() * side[a];
  }
  Attach(&whole, n, n);
}

/* The rule of contact/neighbour/pair_list.h, written out. */
static inline int Near(const GrSpheres *s, PetscInt first, PetscInt second, int shift)
{
  double d[3], c = (s->radius[first] + s->radius[second]) + s->reach;
  for (int a = 0; a < 3; a++) {
    int step = GrShiftAxis(shift, a);
    if (step && !s->box.periodic[a])
      return 0;
    d[a] = (s->x[a][second] - s->x[a][first]) + step * (s->box.upper[a] - s->box.lower[a]);
  }
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < c * c;
}

static inline void Append(Names *names, Name name)
{
  if (names->n == names->capacity)
    names->name = realloc(names->name, (size_t)(names->capacity = 2 * names->capacity + 16) * sizeof(Name));
  names->name[names->n++] = name;
}

/* All pairs with an owned sphere in the order that contact/neighbour/pair_list.h promises, by testing all. */
static inline Names AllPairs(const GrSpheres *s)
{
  Names names = {0};
  for (PetscInt j = 0; j < s->n; j++)
    for (PetscInt i = 0; i <= j; i++)
      for (int image = i == j ? 1 : -13; image <= 13; image++) {
        const int turn = s->id[i] > s->id[j], shift = turn ? -image : image;
        const PetscInt first = turn ? j : i, second = turn ? i : j;
        if ((s->index[i] < s->n_owned || s->index[j] < s->n_owned) && Near(s, first, second, shift))
          Append(&names, (Name){{s->id[first], s->id[second]}, shift});
      }
  return names;
}

static inline Name NameOf(const System *p, const GrPairs *pairs, PetscInt k)
{
  const GrPair pair = pairs->pair[k];
  assert_in_range(pair.first, 0, p->s.n - 1);
  assert_in_range(pair.second, 0, p->s.n - 1);
  return (Name){{p->id_of_index[pair.first], p->id_of_index[pair.second]}, pair.shift};
}

static inline void CheckNames(const System *p, const GrPairs *pairs, const Names *expected)
{
  assert_int_equal(pairs->n, expected->n);
  for (PetscInt k = 0; k < pairs->n; k++) {
    const Name name = NameOf(p, pairs, k);
    assert_int_equal(name.id[0], expected->name[k].id[0]);
    assert_int_equal(name.id[1], expected->name[k].id[1]);
    assert_int_equal(name.shift, expected->name[k].shift);
  }
}

/* Searches the system in its current state; returns the number of pairs. */
static inline PetscInt CheckPairs(const System *p)
{
  GrPairs pairs = {0};
  Names expected = AllPairs(&p->s);
  assert_int_equal(GrPairSearchRun(search, &p->s, &pairs), 0);
  CheckNames(p, &pairs, &expected);
  GrPairsDestroy(&pairs);
  free(expected.name);
  return expected.n;
}

static inline int StartSearch(void **state)
{
  srand(11);
  return GrPairSearchCreate(&search);
}

static inline int EndSearch(void **state)
{
  return GrPairSearchDestroy(&search) || GrPairSearchDestroy(&search);
}

#endif
