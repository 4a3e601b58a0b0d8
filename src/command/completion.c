/* Prints the manual page granum(1), and scripts by which a shell completes commands, options, files, names of laws and
   keys; see command_line.h. */
#include "command/command_line.h"

#include "input/key/registry.h"
#include <granum/error.h>
#include <granum/law.h>
#include <granum_version.h>
#include <string.h>

/* Prints a case for each command: its options, and the line that completes its argument. */
static void PrintCases(int n, const GrCommand commands[], const char *const lines[], FILE *out)
{
  for (int i = 0; i < n; i++) {
    fprintf(out, "    %s)\n      options='", commands[i].name);
    for (int k = 0; k < GrCommandWordCount; k++) {
      const char *word = GrCommandWords[k].word; /* in the synopsis of the command */
      if (strstr(commands[i].arguments, word) || strcmp(word, "--help") == 0)
        fprintf(out, " %s", word);
    }
    fprintf(out, "'\n      %s ;;\n", lines[commands[i].completes]);
  }
}

/* Scripts of the shells. Placeholders: \1 the names of laws and keys, \2 the names of commands, \3 a case of each
   command. */
static const struct {
  const char *shell, *script, *line[GR_COMPLETE_SHELLS + 1];
} scripts[] = {
    {"bash",
     "# Completion of granum in bash: source this, or put it into share/bash-completion/completions/granum.\n\1"
     "_granum() {\n  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=''\n"
     "  COMPREPLY=()\n  if ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W '\2--version' -- \"$word\"))\n"
     "    return\n  fi\n  case $before in\n"
     "    -o) COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n"
     "    --like) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
     "    --set) compopt -o nospace 2>/dev/null; COMPREPLY=($(compgen -S = -W \"$_granum_keys\" -- \"$word\")); return "
     ";;\n"
     "  esac\n  case ${COMP_WORDS[1]} in\n\3  esac\n"
     "  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"$options\" -- \"$word\")); fi\n}\n"
     "complete -o filenames -F _granum granum\n",
     {[GR_COMPLETE_NOTHING] = ":",
      [GR_COMPLETE_INPUTS] = "COMPREPLY=($(compgen -d -- \"$word\") $(compgen -f -X '!*.y*ml' -- \"$word\"))",
      [GR_COMPLETE_RESULTS] = "COMPREPLY=($(compgen -d -- \"$word\") $(compgen -f -X '!*.h5' -- \"$word\"))",
      [GR_COMPLETE_LAWS] = "COMPREPLY=($(compgen -W \"$_granum_laws\" -- \"$word\"))",
      [GR_COMPLETE_KEYS] = "COMPREPLY=($(compgen -W \"$_granum_keys\" -- \"$word\"))",
      [GR_COMPLETE_SHELLS] = "COMPREPLY=($(compgen -W 'bash zsh' -- \"$word\"))"}},
    {"zsh",
     "#compdef granum\n# Completion of granum in zsh: put this into a folder of $fpath as _granum.\n\1"
     "_granum() {\n  local options=''\n  if (( CURRENT == 2 )); then\n    compadd -- \2--version\n    return\n  "
     "fi\n"
     "  case ${words[CURRENT-1]} in\n    -o) _files -/; return ;;\n"
     "    --like) _files; return ;;\n    --set) compadd -S = -- ${=_granum_keys}; return ;;\n  esac\n"
     "  case ${words[2]} in\n\3  esac\n  compadd -- ${=options}\n}\n"
     "compdef _granum granum 2>/dev/null || _granum \"$@\"\n",
     {[GR_COMPLETE_NOTHING] = ":",
      [GR_COMPLETE_INPUTS] = "_files -g '*.y(a|)ml'",
      [GR_COMPLETE_RESULTS] = "_files -g '*.h5'",
      [GR_COMPLETE_LAWS] = "compadd -- ${=_granum_laws}",
      [GR_COMPLETE_KEYS] = "compadd -- ${=_granum_keys}",
      [GR_COMPLETE_SHELLS] = "compadd -- bash zsh"}}};

PetscErrorCode GrCommandCompletion(int n, const GrCommand commands[], const char *shell, FILE *out)
{
  const int k = strcmp(shell, scripts[0].shell) == 0 ? 0 : 1;

  if (strcmp(shell, scripts[k].shell) != 0)
    return GrFail(GR_EXIT_INPUT, "completion: there is none for %s; write bash or zsh", shell);
  for (const char *at = scripts[k].script; *at; at++)
    if (*at == '\1') {
      fprintf(out, "_granum_laws='");
      for (int i = 0; GrLawAt(i); i++)
        fprintf(out, "%s%s", i ? " " : "", GrLawAt(i)->name);
      fprintf(out, "'\n_granum_keys='");
      PetscCall(GrKeysNames(out));
      fprintf(out, "'\n");
    } else if (*at == '\3')
      PrintCases(n, commands, scripts[k].line, out);
    else if (*at != '\2')
      fputc(*at, out);
    else
      for (int i = 0; i < n; i++)
        fprintf(out, "%s ", commands[i].name);
  return 0;
}

void GrCommandManual(int n, const GrCommand commands[], FILE *out)
{
  fprintf(out, ".TH GRANUM 1 \"\" \"granum " GRANUM_VERSION "\"\n.SH NAME\n");
  fprintf(out, "granum \\- particle simulator for contact mechanics\n.SH SYNOPSIS\n");
  for (int i = 0; i < n; i++)
    fprintf(out, "%s.B granum %s\n%s\n", i ? ".br\n" : "", commands[i].name, commands[i].arguments);
  fprintf(out, ".SH DESCRIPTION\nA case is a YAML file, see granum(5). Every command runs under mpirun or srun as "
               "well.\n.SH COMMANDS\n");
  for (int i = 0; i < n; i++)
    fprintf(out, ".TP\n.B %s\n\\&%s\n", commands[i].name, commands[i].meaning);
  fprintf(out, ".SH OPTIONS\n");
  for (const GrCommandWord *w = GrCommandWords; w < GrCommandWords + GrCommandWordCount; w++)
    fprintf(out, ".TP\n\\fB%s\\fR %s\n\\&%s\n", w->word, w->value ? w->value : "", w->meaning);
  fprintf(out, ".PP\nOptions that begin with one dash are PETSc's.\n.SH EXIT STATUS\n\\&%s\n", GrCommandExitCodes);
  fprintf(out, ".SH SEE ALSO\ngranum(5), granum-post \\-\\-help\n");
}
