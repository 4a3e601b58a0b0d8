/* Converts unit strings to the form that the units module of H5MD requires. */
#ifndef GRANUM_IO_H5_H5MD_UNIT_H
#define GRANUM_IO_H5_H5MD_UNIT_H

enum { GR_H5MD_UNIT_MAX = 64 };

/* Converts a unit to the form of H5MD: "kg m^2/s^2" becomes "kg m2 s-2". A slash applies only to the factor after
   it. A unit that already has the form of H5MD is copied unchanged. */
void GrResultsUnit(const char *unit, char text[GR_H5MD_UNIT_MAX]);

#endif
