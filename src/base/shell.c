/* Quotes words of commands for a POSIX shell; see shell.h. */
#include "base/shell.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char Plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:@%+=,-";
static const char *program = "granum", *plugins = NULL;

void GrShellSetProgram(const char *name)
{
  program = name;
}

void GrShellSetPlugins(const char *files)
{
  plugins = files;
}

void GrShellAppend(const char *word, char text[GR_SHELL_MAX])
{
  const bool plain = *word && word[strspn(word, Plain)] == '\0';
  const char *const quote = plain ? "" : "'";
  size_t n = strlen(text);

  if (n > GR_SHELL_MAX - 8)
    return;
  n += (size_t)snprintf(text + n, GR_SHELL_MAX - n, "%s%s", n ? " " : "", quote);
  for (; *word && n < GR_SHELL_MAX - 6; word++)
    n += (size_t)snprintf(text + n, GR_SHELL_MAX - n, *word == '\'' ? "'\\''" : "%c", *word);
  snprintf(text + n, GR_SHELL_MAX - n, "%s", quote);
}

const char *GrShellCommand(const char *subcommand, const char *argument, char text[GR_SHELL_MAX])
{
  text[0] = '\0';
  GrShellAppend(program, text);
  GrShellAppend(subcommand, text);
  GrShellAppend(argument, text);
  if (plugins && strcmp(subcommand, "info") != 0) {
    GrShellAppend("--plugin", text);
    GrShellAppend(plugins, text);
  }
  return text;
}
