/* Unit strings in the form of H5MD's units module. */
#ifndef GRANUM_IO_H5_H5MD_UNIT_H
#define GRANUM_IO_H5_H5MD_UNIT_H

enum { GR_H5MD_UNIT_MAX = 64 };

/* Converts a unit to the form of H5MD: "kg m^2/s^2" becomes "kg m2 s-2". A slash inverts only the factor that follows
   it. A unit that already has this form is copied. */
void GrResultsUnit(const char *unit, char text[GR_H5MD_UNIT_MAX]);

#endif
