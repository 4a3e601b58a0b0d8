/* Kernels of coarse-graining: functions that spread a particle over the space around its centre. In space a kernel is
   the product of f(x/w)/w for each axis that the grid resolves, with x the distance from the centre along the axis and
   w the width [m]. The integral of f is 1. To add a kernel, add a row to the table of kernel.c and its name to
   GR_KERNEL_NAMES. */
#ifndef GRANUM_RECORD_GRID_KERNEL_H
#define GRANUM_RECORD_GRID_KERNEL_H

typedef struct {
  const char *width; /* meaning of the width, for the results file */
  double reach;      /* f(s) is 0 for |s| > reach */
  /* returns the integral of f from -infinity to s; |s| <= reach */
  double (*below)(double s, double reach);
} GrKernel;

/* Returns the kernel with this number in GR_KERNEL_NAMES (case/output.h); NULL: none. */
const GrKernel *GrKernelAt(int number);

/* Returns the integral of f from -infinity to s. It is exactly 0 below -reach and 1 above reach. */
double GrKernelBelow(const GrKernel *kernel, double s);

#endif
