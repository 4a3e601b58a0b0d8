/* Symbols of units, such as mm, GPa, us: what they mean in SI. */
#ifndef GRANUM_INPUT_UNIT_SYMBOL_H
#define GRANUM_INPUT_UNIT_SYMBOL_H

#include <stdbool.h>

enum { GR_BASE_UNITS = 7 }; /* kg, m, s, A, K, mol, cd */

/* A unit: scale times the product of base^(twice/2). */
typedef struct {
  double scale;
  int twice[GR_BASE_UNITS];
  bool angle, cycles; /* made of rad, rpm and the like; of Hz */
} GrMeasure;

/* The meaning of one symbol. NULL, or what is wrong with it and what to write instead: "is not known; write ...". */
const char *GrSymbolMeasure(const char *symbol, GrMeasure *measure);

#endif
