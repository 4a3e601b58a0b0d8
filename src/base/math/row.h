/* Macros for tables of input keys (GrKey, GrGeneratorKey). A row of a table describes the struct member that receives
   the value of the key. FIELD sets the offset of the member; the other macros set the range of valid numbers. */
#ifndef GRANUM_BASE_MATH_ROW_H
#define GRANUM_BASE_MATH_ROW_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define FIELD(type, member) .offset = offsetof(type, member)
#define ANY .lower = -INFINITY, .upper = INFINITY
#define POSITIVE .lower = 0, .lower_open = true, .upper = INFINITY
#define NOT_NEGATIVE .lower = 0, .upper = INFINITY
#define COUNT .lower = 1, .upper = 4611686018427387904.0, .upper_open = true /* 2^62 */

#endif
