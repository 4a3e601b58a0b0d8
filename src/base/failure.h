/* Format of printed errors and warnings (granum/error.h): plain text, or JSON for editors and scripts. */
#ifndef GRANUM_BASE_FAILURE_H
#define GRANUM_BASE_FAILURE_H

#include <granum/error.h>
#include <stdio.h>

/* Selects the JSON format: granum then prints each later error or warning as a JSON object on one line. */
void GrFailureUseJson(void);

/* Prints an error or a warning in the selected format. exit_code: exit code of the program after this error;
   GR_EXIT_DONE: the message is a warning. */
void GrFailurePrint(FILE *out, GrExit exit_code, const char *message);

#endif
