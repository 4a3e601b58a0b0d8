/* Sine and cosine that return the same bits on every machine. Like the functions of base/math/elementary.h, they use
   only IEEE additions and multiplications, and integer operations on bits.

   Write x = k pi/2 + r with |r| <= pi/4 up to rounding. To compute r, pi/2 is split into four parts and k times each
   part is subtracted from x. The first three parts have 33 bits, so that k times a part is exact for k < 2^20. The
   result is r = high + low, where low is the rounding error of the subtractions. sin r and cos r are Taylor series up
   to r^17 and r^16; the omitted terms are less than 2^-63.

   Error, measured against long double: less than 1 ulp for |x| <= 1.6e6, also next to multiples of pi/2.
   Limits: for larger |x| the error is about one ulp of x. For |x| >= 2^45, infinity and NaN the result is NaN. */
#ifndef GRANUM_BASE_MATH_SINE_H
#define GRANUM_BASE_MATH_SINE_H

/* Computes sine and cosine of x [rad]. */
void GrSineCosine(double x, double *sine, double *cosine);

/* Returns the angle of the vector (x, y) from the x-axis [rad], between -pi and pi, with an error below 8 ulp. The
   vector 0 has the angle 0. */
double GrSineArcTangent(double y, double x);

/* Computes sin(2 pi frequency t + phase) [1] and its time derivative `rate` [1/s], for frequency [1/s], phase [rad],
   t [s]. It first subtracts whole periods from the product frequency t. This subtraction is exact, so the accuracy
   does not decrease in long runs. */
void GrSineMotion(double frequency, double phase, double t, double *sine, double *rate);

#endif
