/* Failures that a user caused: the first failure is stored with its exit code until it is cleared. Warnings: the
   last one is stored. See granum/error.h. */
#include "base/memory.h"

#include <ctype.h>
#include <granum/error.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGE_MAX = 4096, OPTION_MAX = 128 };

static GrExit failure_code = GR_EXIT_DONE;
static char failure_message[MESSAGE_MAX];
static PetscBool blames_options = PETSC_FALSE;
static int warnings;
static char last_warning[MESSAGE_MAX];

PetscErrorCode GrFail(GrExit code, const char *format, ...)
{
  if (failure_code == GR_EXIT_DONE) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure_message, sizeof failure_message, format, arguments);
    va_end(arguments);
    failure_code = code;
  }
  return PETSC_ERR_USER;
}

GrExit GrFailureCode(void)
{
  return failure_code;
}

const char *GrFailureMessage(void)
{
  return failure_message;
}

void GrFailureClear(void)
{
  failure_code = GR_EXIT_DONE;
  failure_message[0] = '\0';
}

void GrWarn(FILE *out, const char *format, ...)
{
  va_list arguments;

  va_start(arguments, format);
  vsnprintf(last_warning, sizeof last_warning, format, arguments);
  va_end(arguments);
  warnings++;
  fprintf(out, "granum: warning: %s\n", last_warning);
}

int GrWarnings(const char **last)
{
  *last = last_warning;
  return warnings;
}

void GrFailBlameOptions(PetscBool on)
{
  blames_options = on;
}

/* Whether the sentence contains the word, not as a part of another word. */
static PetscBool MentionsWord(const char *sentence, const char *word, size_t length)
{
  for (const char *at = sentence; *at; at++) {
    const PetscBool begins = (PetscBool)(at == sentence || !isalnum((unsigned char)at[-1]));
    if (begins && strncmp(at, word, length) == 0 && !isalnum((unsigned char)at[length]))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Finds the option whose value, or a part of it between colons, the sentence mentions: "-ts_dt abc"; "" if there is
   none. */
static void FindOption(const char *sentence, char option[OPTION_MAX])
{
  char *all, *name = NULL, *state;

  option[0] = '\0';
  if (!PetscInitializeCalled || PetscOptionsGetAll(NULL, &all))
    return;
  for (char *word = strtok_r(all, " ", &state); word; word = strtok_r(NULL, " ", &state)) {
    for (size_t at = 0, length = 0; name && word[at]; at += length + (word[at + length] == ':')) {
      length = strcspn(word + at, ":");
      if (length && MentionsWord(sentence, word + at, length))
        snprintf(option, OPTION_MAX, "%s %s", name, word);
    }
    name = word[0] == '-' ? word : NULL;
  }
  (void)PetscFree(all);
}

static void BlameOption(const char *sentence)
{
  const int length = sentence ? (int)strcspn(sentence, "\n") : 0;
  char option[OPTION_MAX];

  FindOption(length ? sentence : "", option);
  (void)GrFail(GR_EXIT_INPUT, "%s%s cannot be used: %.*s; correct it, or leave it out", option[0] ? "the option " : "",
               option[0] ? option : "one of PETSc's options", length, sentence ? sentence : "");
}

/* Whether an error cannot be caused by the value of an option. */
static PetscBool IsDefect(PetscErrorCode code)
{
  return (PetscBool)(code == PETSC_ERR_SIG || code == PETSC_ERR_PLIB || code == PETSC_ERR_MPI || code == PETSC_ERR_MEM);
}

/* Memory is exhausted although GrMemoryDemand found enough. Ends the job, because ranks that got their memory would
   wait for this rank. */
static PetscErrorCode ReportMemory(PetscErrorCode code, const char *message)
{
  int size = 1;

  if (PetscInitializeCalled)
    MPI_Comm_size(PETSC_COMM_WORLD, &size);
  (void)GrFail(GR_EXIT_INPUT, "%s, but only %.0f are available; use more nodes, or a smaller case", message,
               GrMemoryAvailable());
  if (size > 1) {
    fprintf(stderr, "granum: %s\n", failure_message);
    MPI_Abort(PETSC_COMM_WORLD, GR_EXIT_INPUT);
  }
  return code;
}

/* Prints nothing while a recorded failure is returned; otherwise PETSc's traceback. */
static PetscErrorCode HandleError(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode code,
                                  PetscErrorType type, const char *message, void *context)
{
  if (blames_options && failure_code == GR_EXIT_DONE && type == PETSC_ERROR_INITIAL && !IsDefect(code))
    BlameOption(message);
  if (failure_code != GR_EXIT_DONE)
    return code;
  if (code == PETSC_ERR_MEM)
    return ReportMemory(code, message);
  return PetscTraceBackErrorHandler(comm, line, function, file, code, type, message, context);
}

PetscErrorCode GrErrorHandlerInstall(void)
{
  return PetscPushErrorHandler(HandleError, NULL);
}
