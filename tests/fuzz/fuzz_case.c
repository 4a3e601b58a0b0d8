/* Fuzzing of the input: any text with any override gives a case or study, or one failure with exit code 2, but no
   crash. If the first line of the data begins with '=', it is an override (path=value after the '='); the rest is
   the text. If a case or study is accepted, its resolved text must resolve to itself. The plain build replays the
   files named on the command line. With libFuzzer: clang -DGRANUM_FUZZER -fsanitize=fuzzer,address,undefined
   -Isrc fuzz_case.c src/input/ and src/law/, with the libraries of CMakeLists.txt; then run it on a copy of seeds/. */
#include "case/study.h"
#include <granum/error.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void Require(int holds, const char *what)
{
  if (holds)
    return;
  fprintf(stderr, "fuzz_case: %s (%s)\n", what, GrFailureMessage());
  abort();
}

static void CheckResolved(GrCase *the_case)
{
  GrCase *again;
  Require(GrCaseParse("resolved", the_case->resolved, 0, NULL, &again) == 0, "the resolved case is not accepted");
  Require(strcmp(the_case->resolved, again->resolved) == 0, "the resolved case resolves to another text");
  GrCaseDestroy(&again);
}

static void CheckStudy(const GrStudy *study)
{
  GrStudy *again;
  Require(GrStudyParse("resolved", study->resolved, 0, NULL, &again) == 0, "the resolved study is not accepted");
  Require(strcmp(study->resolved, again->resolved) == 0, "the resolved study resolves to another text");
  Require(study->n_variants == again->n_variants && study->n_points == again->n_points, "another number of cases");
  GrStudyDestroy(&again);
}

static void RequireFailure(void)
{
  Require(GrFailureCode() == GR_EXIT_INPUT, "an error that is no failure of the input");
  Require(strlen(GrFailureMessage()) < 4000 && !strchr(GrFailureMessage(), '\n'), "a message that is not one line");
  GrFailureClear();
}

static void Try(char *text)
{
  const char *set = NULL;
  GrCase *the_case = NULL;
  GrStudy *study = NULL;
  if (text[0] == '=') {
    char *end = strchr(text, '\n');
    set = text + 1;
    text = end ? end + 1 : text + strlen(text);
    if (end)
      *end = '\0';
  }
  if (GrCaseParse("input", text, set ? 1 : 0, &set, &the_case)) {
    RequireFailure();
  } else {
    Require(GrFailureCode() == GR_EXIT_DONE, "a failure beside a case");
    CheckResolved(the_case);
    GrCaseDestroy(&the_case);
  }
  if (GrStudyParse("input", text, set ? 1 : 0, &set, &study)) {
    RequireFailure();
  } else {
    CheckStudy(study);
    GrStudyDestroy(&study);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static int installed = 0;
  if (!installed)
    GrErrorHandlerInstall();
  installed = 1;
  char *text = malloc(size + 1);
  if (!text)
    return 0;
  memcpy(text, data, size);
  text[size] = '\0';
  Try(text);
  free(text);
  return 0;
}

#ifndef GRANUM_FUZZER
int main(int n, char **files)
{
  for (int i = 1; i < n; i++) {
    static uint8_t data[8 << 20];
    FILE *in = fopen(files[i], "rb");
    Require(in != NULL, "a file to replay cannot be read");
    size_t size = fread(data, 1, sizeof data, in);
    fclose(in);
    LLVMFuzzerTestOneInput(data, size);
  }
  return 0;
}
#endif
