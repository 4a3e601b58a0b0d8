/* Hints for users of LAMMPS. They explain words of the granular pair styles of LAMMPS that granum does not accept, or
   accepts only under another key. */
#ifndef GRANUM_LAW_CARD_LAMMPS_H
#define GRANUM_LAW_CARD_LAMMPS_H

/* Returns a hint: the granum input that replaces this LAMMPS word. Ignores "gran/" at the beginning of the word. NULL:
   there is no hint for the word. */
const char *GrLawLammps(const char *word);

#endif
