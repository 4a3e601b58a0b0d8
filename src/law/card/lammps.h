/* Hints for users of LAMMPS: words of its granular pair styles that granum does not have, or expects under another
   key. */
#ifndef GRANUM_LAW_CARD_LAMMPS_H
#define GRANUM_LAW_CARD_LAMMPS_H

/* Returns a text with the granum input that replaces a word of LAMMPS; NULL: the word is not known. A leading "gran/"
   is ignored. */
const char *GrLawLammps(const char *word);

#endif
