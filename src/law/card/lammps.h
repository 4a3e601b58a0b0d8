/* Hints for users of LAMMPS: words of its granular pair styles that granum does not have, or expects under another
   key. */
#ifndef GRANUM_LAW_CARD_LAMMPS_H
#define GRANUM_LAW_CARD_LAMMPS_H

/* Returns the text that says how to write this word in granum, or NULL if the table does not have it. A leading "gran/"
   is ignored. */
const char *GrLawLammps(const char *word);

#endif
