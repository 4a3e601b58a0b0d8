/* Hints for users of LAMMPS: words of its granular pair styles that granum does not have, or expects under another
   key. */
#ifndef GRANUM_LAW_CARD_LAMMPS_H
#define GRANUM_LAW_CARD_LAMMPS_H

/* Returns the granum input for this word, as a text, or NULL if the table does not have it. A leading "gran/"
   is ignored. */
const char *GrLawLammps(const char *word);

#endif
