/* Rows and columns: four numbers at a time between records of particles and the arrays of a tile. Plain vector types of
   the compiler, which become the machine's vector instructions where it has them; no result depends on that. */
#ifndef GRANUM_CONTACT_ROWS_H
#define GRANUM_CONTACT_ROWS_H

#include <string.h>

enum { GR_ROW = 4 };
typedef double GrRow __attribute__((vector_size(GR_ROW * sizeof(double))));
typedef long long GrRowTruth __attribute__((vector_size(GR_ROW * sizeof(long long)))); /* of a comparison: -1 or 0 */

#define GR_ROW_INLINE static inline __attribute__((always_inline))

GR_ROW_INLINE void GrRowLoad(const double *from, GrRow *row)
{
  memcpy(row, from, sizeof(*row));
}

GR_ROW_INLINE void GrRowStore(const GrRow *row, double *to)
{
  memcpy(to, row, sizeof(*row));
}

/* Column k of the four rows becomes row k. */
GR_ROW_INLINE void GrRowsTurn(GrRow r[GR_ROW])
{
  const GrRow even01 = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6);
  const GrRow odd01 = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7);
  const GrRow even23 = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6);
  const GrRow odd23 = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);
  r[0] = __builtin_shufflevector(even01, even23, 0, 1, 4, 5);
  r[1] = __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5);
  r[2] = __builtin_shufflevector(even01, even23, 2, 3, 6, 7);
  r[3] = __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7);
}

#endif
