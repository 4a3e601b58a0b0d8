/* Functions that chains and assemblies have in common (world/world.h): the text about particles that have left.
   Labels: world. */
#include "unit.h"

#include <string.h>

#include "world/world_impl.h"

static GrLeft left;

static GrLeft ReturnLeft(GrWorld w)
{
  return left;
}

static const GrWorldOps leaving = {.left = ReturnLeft}, staying = {.left = NULL};

static void test_text_counts_each_side_once(void **state)
{
  struct GrWorld_ world = {.ops = &leaving};
  char text[256] = "?";

  left = (GrLeft){.open = {4, 0, 0, 0, 0, 1}, .past_walls = {0, 0, 2, 0, 30, 0}};
  GrWorldLeftText(&world, text, sizeof(text));
  assert_string_equal(text,
                      "4 through lower_x, 1 through upper_z, 2 past a wall at lower_z, 30 past a wall at upper_y");
  left = (GrLeft){.past_walls = {5}};
  GrWorldLeftText(&world, text, sizeof(text));
  assert_string_equal(text, "5 past a wall at lower_x");
}

static void test_text_is_empty_if_no_particle_left(void **state)
{
  struct GrWorld_ world = {.ops = &leaving};
  char text[8] = "?";

  left = (GrLeft){{0}, {0}};
  GrWorldLeftText(&world, text, sizeof(text));
  assert_string_equal(text, "");
  world.ops = &staying;
  strcpy(text, "?");
  GrWorldLeftText(&world, text, sizeof(text));
  assert_string_equal(text, "");
}

/* A text that does not fit is cut. Bytes after the capacity keep their values. */
static void test_text_is_cut(void **state)
{
  struct GrWorld_ world = {.ops = &leaving};
  const char whole[] = "1 through lower_x, 2 through lower_y, 3 through upper_z";
  char text[sizeof(whole) + 8];

  left = (GrLeft){.open = {1, 2, 0, 0, 0, 3}};
  for (size_t length = 1; length <= sizeof(whole); length++) {
    memset(text, '?', sizeof(text));
    GrWorldLeftText(&world, text, length);
    assert_int_equal(strlen(text), length - 1);
    assert_memory_equal(text, whole, length - 1);
    for (size_t k = length; k < sizeof(text); k++)
      assert_true(text[k] == '?');
  }
}

UNIT(CASE(test_text_counts_each_side_once), CASE(test_text_is_empty_if_no_particle_left), CASE(test_text_is_cut));
