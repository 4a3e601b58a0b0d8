/* Form of the errors and warnings that granum prints (granum/error.h): text, or JSON for editors and scripts. */
#ifndef GRANUM_BASE_FAILURE_H
#define GRANUM_BASE_FAILURE_H

#include <granum/error.h>
#include <stdio.h>

/* From now on, each error and each warning is printed as a JSON object on one line. */
void GrFailureUseJson(void);

/* Prints a message as text, or as a JSON object (GrFailurePrintJson). exit_code: GR_EXIT_DONE for a warning. */
void GrFailurePrint(FILE *out, GrExit exit_code, const char *message);

#endif
