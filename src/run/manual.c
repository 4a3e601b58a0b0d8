/* manual: the page granum(1), in the language of man, from the tables of commands and words; see command_line.h. */
#include "run/command_line.h"

void GrRunCommandManual(int n, const GrRunCommand commands[], FILE *out)
{
  const char *word, *value, *meaning;

  fprintf(out, ".TH GRANUM 1 \"\" \"granum " GRANUM_VERSION "\"\n.SH NAME\n");
  fprintf(out, "granum \\- particle simulator for contact mechanics\n.SH SYNOPSIS\n");
  for (int i = 0; i < n; i++)
    fprintf(out, "%s.B granum %s\n%s\n", i ? ".br\n" : "", commands[i].name, commands[i].arguments);
  fprintf(out, ".SH DESCRIPTION\nA case is a YAML file, see granum(5). Every command runs under mpirun or srun as "
               "well.\n.SH COMMANDS\n");
  for (int i = 0; i < n; i++)
    fprintf(out, ".TP\n.B %s\n\\&%s\n", commands[i].name, commands[i].meaning);
  fprintf(out, ".SH OPTIONS\n");
  for (int i = 0; GrRunCommandWord(i, &word, &value, &meaning); i++)
    fprintf(out, ".TP\n\\fB%s\\fR %s\n\\&%s\n", word, value ? value : "", meaning);
  fprintf(out, ".PP\nOptions that begin with one dash are PETSc's.\n.SH EXIT STATUS\n\\&%s\n", GrRunCommandExitCodes);
  fprintf(out, ".SH SEE ALSO\ngranum(5), granum-post \\-\\-help\n");
}
