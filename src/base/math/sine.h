/* Sine and cosine with the same bits on every machine. Like the functions of base/math/elementary.h, they use only
   IEEE additions and multiplications, and integer operations on bits.

   x = k pi/2 + r with |r| <= pi/4 up to rounding. pi/2 is subtracted in four parts. The first three parts have 33 bits,
   so that k times a part is exact for k < 2^20. A second number contains the rounding error of the subtractions, r =
   high + low. Taylor's series to r^17 and r^16 are used for sin r and cos r; their remainders are below 2^-63.
   Error, measured against long double: below 1 ulp for |x| <= 1.6e6 (results of x next to a multiple of pi/2 included).
   Limits: for larger |x| the error is about one ulp of x; the result for |x| >= 2^45, infinities and NaN is NaN. */
#ifndef GRANUM_BASE_MATH_SINE_H
#define GRANUM_BASE_MATH_SINE_H

/* Computes sine and cosine of x [rad]. */
void GrSineCosine(double x, double *sine, double *cosine);

/* Computes sin(2 pi frequency t + phase) and its time derivative [1/s]. frequency [1/s], phase [rad], t [s]. Whole
   periods are first subtracted from frequency t, which is exact, so that the accuracy does not decrease in long
   runs. */
void GrSineMotion(double frequency, double phase, double t, double *sine, double *rate);

#endif
