/* What each unit test includes: cmocka, the list of its cases, and its rank. A test file lists its cases at its end:

     UNIT(CASE(TestOne), CASE(TestTwo));

   The items of a list, in any number:
     CASE(f)               a case: the function f(void **state)
     CASE_WITH(f, b, a)    a case with functions b before and a after it (int f(void **state), 0 on success), or NULL
     BEFORE(f), AFTER(f)   a function before the first case, after the last case

   UNIT_PETSC(...) is the same for tests that need PETSc: it is initialized before the first function, with granum's
   error handler. tests/unit/unit.c has the program. A case that states no fact on the first rank fails. */
#ifndef GRANUM_TESTS_UNIT_H
#define GRANUM_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* An item of the list of a test. name: of the case; NULL: a function before the first case or after the last case. */
typedef struct {
  const char *name;
  void (*test)(void **state);
  int (*before)(void **state), (*after)(void **state);
} UnitItem;

#define CASE(function) CASE_WITH(function, NULL, NULL)
#define CASE_WITH(function, before, after) UNIT_ITEM(#function, function, before, after)
#define BEFORE(function) UNIT_ITEM(NULL, NULL, function, NULL)
#define AFTER(function) UNIT_ITEM(NULL, NULL, NULL, function)
#define UNIT_ITEM(...)                                                                                                 \
  {                                                                                                                    \
    __VA_ARGS__                                                                                                        \
  }
#define UNIT_LIST(petsc, ...)                                                                                          \
  const UnitItem unit_item[] = {__VA_ARGS__};                                                                          \
  const size_t unit_n_items = sizeof(unit_item) / sizeof(unit_item[0]);                                                \
  const bool unit_needs_petsc = petsc
#define UNIT(...) UNIT_LIST(false, __VA_ARGS__)
#define UNIT_PETSC(...) UNIT_LIST(true, __VA_ARGS__)

extern const UnitItem unit_item[];
extern const size_t unit_n_items;
extern const bool unit_needs_petsc;
extern int rank, ranks; /* rank of this process, and number of ranks; without PETSc 0 and 1 */
extern long unit_facts; /* number of facts that the current case has stated */

/* States a fact with an own message: FACT(whether it holds, format, ...). */
#define FACT(holds, ...)                                                                                               \
  do {                                                                                                                 \
    unit_facts++;                                                                                                      \
    if (!(holds))                                                                                                      \
      fail_msg(__VA_ARGS__);                                                                                           \
  } while (0)

/* The assertions of cmocka state facts, too: they all end in these functions. */
#define _assert_true(...) (unit_facts++, (_assert_true)(__VA_ARGS__))
#define _assert_int_equal(...) (unit_facts++, (_assert_int_equal)(__VA_ARGS__))
#define _assert_int_not_equal(...) (unit_facts++, (_assert_int_not_equal)(__VA_ARGS__))
#define _assert_in_range(...) (unit_facts++, (_assert_in_range)(__VA_ARGS__))
#define _assert_string_equal(...) (unit_facts++, (_assert_string_equal)(__VA_ARGS__))
#define _assert_memory_equal(...) (unit_facts++, (_assert_memory_equal)(__VA_ARGS__))
#define _assert_memory_not_equal(...) (unit_facts++, (_assert_memory_not_equal)(__VA_ARGS__))

#endif
