/* Functions that write commands of granum into messages, quoted so that a user can paste them into a shell. */
#ifndef GRANUM_BASE_SHELL_H
#define GRANUM_BASE_SHELL_H

#include <petscsys.h>

enum { GR_SHELL_MAX = 3 * PETSC_MAX_PATH_LEN };

/* Sets the name with which the user called the program (argv[0]). Until this call the name is "granum". The caller must
   keep the string in memory. */
void GrShellSetProgram(const char *name);

/* Sets the value of the option --plugin, which the commands then have, because they need the same plugins; NULL: none.
   The caller must keep the string in memory. */
void GrShellSetPlugins(const char *files);

/* Writes "PROGRAM SUBCOMMAND ARGUMENT" into `text`, for example "build/granum resume 'my run'", and returns `text`. A
   word with blanks or special characters is quoted for a POSIX shell. */
const char *GrShellCommand(const char *subcommand, const char *argument, char text[GR_SHELL_MAX]);

/* Appends a blank and a word to `text`; the word is quoted if necessary. If the text would have GR_SHELL_MAX bytes or
   more, its end is cut off. */
void GrShellAppend(const char *word, char text[GR_SHELL_MAX]);

#endif
