/* A box of particles with three walls, for tests of contacts with walls. Include after cmocka. */
#ifndef GRANUM_TEST_WALL_ROOM_H
#define GRANUM_TEST_WALL_ROOM_H

#include "plane_at.h"
#include <math.h>

enum { N = 4000, STEEL = 0, GLASS = 1, SHARED = 0, HELD = 1, PARTICLE_TYPES = 2, WALLS = 3 };

static const double stickiness = 1e-3; /* reach of the adhesion between steel and glass [m] */

static GrMaterial material[2] = {{.name = "steel"}, {.name = "glass"}};
static GrGrains grains[3] = {{.name = "equal", .material = STEEL},
                             {.name = "all sizes", .material = STEEL},
                             {.name = "held", .material = STEEL, .fixed = true}};
static GrContactRule rule[2] = {
    {.material = {STEEL, STEEL}, .value[0] = {true, -1, 1e9}},
    {.material = {STEEL, GLASS}, .value[0] = {true, -1, 1e9}, .adhesion_value = {{true, -1, 1}, {true, -1, 1e3}}}};

/* A floor at rest; an adhesive wall that oscillates and is inclined; a wall that rotates and translates. */
static GrWall wall[WALLS] = {{.shape = &GrWall_plane, .material = STEEL, .NORMAL = {0, 0, 1}},
                             {.shape = &GrWall_plane,
                              .material = GLASS,
                              .POINT = {1, 0.5, 0.5},
                              .NORMAL = {-0.8, 0, 0.6},
                              .motion.amplitude = {0.01, 0, 0.02},
                              .motion.frequency = 5},
                             {.shape = &GrWall_plane,
                              .material = STEEL,
                              .POINT = {0.2, 0, 0.3},
                              .NORMAL = {0, 1, 0},
                              .motion.velocity = {0, -0.01, 0},
                              .motion.pivot = {0.5, 0.1, 0.5},
                              .motion.angular_velocity = {0.3, 0.2, -0.1}}};
static GrCase the_case = {.n_materials = 2,
                          .n_rules = 2,
                          .n_grains = 3,
                          .n_walls = WALLS,
                          .materials = material,
                          .rules = rule,
                          .grains = grains,
                          .walls = wall,
                          .time.overlap_limit = 0.1};

static double x[9 * N], reference[3 * N], radius[N], mass[N], margin[N];
static PetscInt64 particle_type[N], group[N];
static GrWallParticles particles = {N, x, reference, radius, mass, particle_type, group, margin, NULL, NULL};
static GrModel model;
static GrWalls walls;
static uint64_t seed;

/* A uniform number in [-1, 1): a linear congruential generator (Knuth's MMIX constants). */
static double Next(void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) * 0x1p-52 - 1;
}

/* Particles in the unit cube and slightly beyond; every third has an individual radius, every seventh
   prescribed motion, at rest. */
static int Setup(void **state)
{
  GrParticleType body[PARTICLE_TYPES + GR_WALL_TYPES * WALLS] = {
      {.material = STEEL, .radius = 0.02, .mass = 0.5},
      {.material = STEEL, .radius = 0.02, .mass = 0.5, .motion = GR_BODY_AT_REST}};
  seed = 1;
  rule[0].law = rule[1].law = GrLawFind("hertz");
  rule[1].adhesion = GrLawFind("jump_in");
  int of_wall[WALLS];
  const int types = GrWallsTypes(WALLS, wall, PARTICLE_TYPES, body, of_wall);
  for (int i = 0; i < N; i++) {
    particle_type[i] = i % 7 == 0 ? HELD : i % 3 == 0 ? GR_PARTICLE_TYPE_OWN : SHARED;
    group[i] = particle_type[i] == HELD ? 2 : particle_type[i] == GR_PARTICLE_TYPE_OWN;
    radius[i] = group[i] == 1 ? 0.02 + 0.01 * Next() : 0.02;
    mass[i] = 0.5;
    for (int k = 0; k < 3; k++)
      reference[3 * i + k] = x[9 * i + k] = 0.5 + 0.55 * Next();
    for (int k = 3; k < 9; k++)
      x[9 * i + k] = group[i] == 2 ? 0 : 10 * Next();
  }
  return GrModelCreate(&the_case, types, body, &model) || GrWallsCreate(&the_case, &model, &walls);
}

static int Teardown(void **state)
{
  return GrWallsDestroy(&walls) || GrModelDestroy(&model);
}

static double GapOf(int w, double t, const double at[3])
{
  const Plane plane = PlaneAt(&wall[w], t);
  long double gap = 0;
  for (int k = 0; k < 3; k++)
    gap += (long double)plane.normal[k] * ((long double)at[k] - plane.point[k]);
  return (double)gap;
}

static double Sticky(int w)
{
  return wall[w].material == GLASS ? stickiness : 0;
}

#endif
