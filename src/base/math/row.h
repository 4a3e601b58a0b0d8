/* Macros for tables of keys (GrKey, GrGeneratorKey), whose rows describe members of structs: offset of the member in
   the struct, and range of its number. */
#ifndef GRANUM_BASE_MATH_ROW_H
#define GRANUM_BASE_MATH_ROW_H

#include <math.h>
#include <stddef.h>

#define FIELD(type, member) .offset = offsetof(type, member)
#define ANY .lower = -INFINITY, .upper = INFINITY
#define POSITIVE .lower = 0, .lower_open = true, .upper = INFINITY
#define NOT_NEGATIVE .lower = 0, .upper = INFINITY
#define COUNT .lower = 1, .upper = 4611686018427387904.0, .upper_open = true /* 2^62 */

#endif
