/* Table of the permutations GrChoices4; see vec4.h. */
#include "base/math/vec4.h"

#define CHOICE(N, A, B, C, D)                                                                                          \
  {                                                                                                                    \
    {GR_ORDER4(A, B, C, D)}, {A, B, C, D}, {A, B, C, D}, N                                                             \
  }

const GrChoice4 GrChoices4[1 << GR_ROW] = {
    CHOICE(0, 0, 1, 2, 3), CHOICE(1, 0, 1, 2, 3), CHOICE(1, 1, 0, 2, 3), CHOICE(2, 0, 1, 2, 3),
    CHOICE(1, 2, 0, 1, 3), CHOICE(2, 0, 2, 1, 3), CHOICE(2, 1, 2, 0, 3), CHOICE(3, 0, 1, 2, 3),
    CHOICE(1, 3, 0, 1, 2), CHOICE(2, 0, 3, 1, 2), CHOICE(2, 1, 3, 0, 2), CHOICE(3, 0, 1, 3, 2),
    CHOICE(2, 2, 3, 0, 1), CHOICE(3, 0, 2, 3, 1), CHOICE(3, 1, 2, 3, 0), CHOICE(4, 0, 1, 2, 3),
};
