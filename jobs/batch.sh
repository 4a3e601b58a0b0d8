# shellcheck shell=bash
# The batch scripts jobs/slurm.sh, jobs/pbs.sh and jobs/lsf.sh source this file. It runs one case in as many successive
# jobs as it needs. The batch script sets `root`, the checkout, sources this file, and sets
#   granum, input   the program and the case
#   out             the folder of the results; its name must not contain the job number, so that the next job finds it
#   case_options    array of further options of `granum run`
#   job_options     array of further options of `granum run` and `granum resume`
# and may set
#   cases, task     for a job array. cases=study: each task runs one case of the input's variants and sweep. Otherwise
#                   cases is a file; each line has the options of a case, quoted as in a shell. Empty lines and lines
#                   that begin with # are ignored. task is the number of the case or line
#   scratch         a folder local to each node, for temporary files of granum and MPI. The job creates a folder in it,
#                   uses that as TMPDIR and removes it at the end
# and defines
#   launch WORD...  starts WORD... on all ranks of the job, with exec
#   again [MINUTES] submits the next job, which starts after MINUTES at the earliest, unless the user has cancelled this
#                   job; $received is the signal that this job received
#   afterwards      commands for a completed run, for example a separate job that draws pictures
#   note TEXT       optional: shows the progress of the run in the list of jobs
# With the argument --dry the script starts and submits nothing: it checks the input and prints
# its commands (jobs/dry.sh).
#
# If the folder has no run, the job starts it. If it has a checkpoint or a study, the job resumes it. If the run died
# before its first checkpoint, the job restarts it. A run that has ended is not changed. If the folder has the run of
# another input or of other case_options, the job ends with 2: a run keeps the values with which it began. The file
# OUT.case has these options.
#
# A job has succeeded only if its run wrote the state "completed" into run.json (the folder of a study has one as well).
# Exit code 0 of the launcher is no proof: a launcher that cannot start its ranks may also end with 0. Without that
# state, 0 counts as 75, or as 3 if the run wrote "failed".
#
# After exit code 75 (stopped in time, with a checkpoint) the next job is submitted, and also after a code that granum
# never returns (a rank was killed, a node failed). After 2, 3 and 4 no job follows, because it would fail in the same
# way; such a job is not counted in OUT.tries, so that a corrected one runs. No job follows either if granum did not
# start (no run.json: a library or the type of MPI is wrong). No job follows if a file `stop` in the folder stopped
# the run. A job that starts from the same checkpoints as the previous job shows that there was no progress; at most
# `tries` jobs in a row may do so, counted in the file OUT.tries. If another run holds the folder, the job starts
# again some minutes later and is not counted.
# shellcheck disable=SC2154  # the batch script sets these
tries=${tries:-3}
note_every=${note_every:-60} # time between two notes of the progress [s]
early=60 # a signal in the first seconds of a job leaves no time to compute [s]
interrupted='' launcher='' received=${received:-} # the last signal
tried='' recorded='' # OUT.tries and run.json as the job found them

say() {
  echo "job: $*" >&2
}

# job_name NAME [--dry]: prints the name of the job, which also names the folder of the results: NAME of the batch
# system, without the [1-8] that LSF adds for an array; with --dry that of the head lines of the script.
job_name() {
  local name=$1
  if [ "${2:-}" = --dry ]; then
    . "$root/jobs/dry.sh"
    name=$(name_in_head) || return 2
  elif [ -z "$name" ]; then
    say "the batch system gives no name of a job; submit this script, or check it with --dry"
    return 2
  fi
  echo "${name%%\[*}"
}

# Appends the options of the case of this task to the common options.
take_case() {
  local line words
  if [ -z "${cases:-}" ]; then
    [ -z "${task:-}" ] || [[ " ${case_options[*]:-} $input $PWD" =~ [^0-9]0*$task([^0-9]|$) ]] ||
      say "warning: all tasks of this array may run the same case, because nothing in it has the number of the task;" \
        "write cases=study for the variants and the sweep of the input, cases=\$PWD/cases.txt for a line of options" \
        "for each task, or the number of the task in case_options"
    return 0
  fi
  if [ -z "${task:-}" ]; then
    say "cases= is for the tasks of an array; submit it as one (sbatch --array=1-N, qsub -J 1-N), or write cases=''"
    return 1
  fi
  if [ "$cases" = study ]; then
    case_options+=(--case "$task")
    return 0
  fi
  if [ ! -r "$cases" ]; then
    say "there is no file $cases for cases=; write its path, or cases=study for the variants and the sweep of the input"
    return 1
  fi
  if [[ ! $task =~ ^[0-9]+$ ]]; then
    say "task=$task is no number of a case"
    return 1
  fi
  line=$(grep -v '^[[:space:]]*\(#\|$\)' "$cases" | sed -n "${task}p")
  if [ -z "$line" ] || ! words=$(printf '%s\n' "$line" | xargs -n 1 printf '%s\n'); then
    say "$cases has no case $task, or one whose quotes do not match: $line"
    return 1
  fi
  mapfile -t words <<<"$words"
  case_options+=("${words[@]}")
}

# Command of a shell that creates the folder $1, which only this user can enter. Fails if another user has created the
# folder, or a link of this name.
# shellcheck disable=SC2016  # that shell expands $1
make_private='(umask 077 && mkdir -p "$1") && [ ! -L "$1" ] && [ -O "$1" ]'

# Prints the progress of the run, or of the study: 43 % of 0.2 s, 12 min left.
progress_text() {
  local status percent left end
  if [ -e "$out/study.json" ]; then
    echo "$(grep -c '"state": "done"' "$out/study.json") of $(grep -c '"state"' "$out/study.json") cases done"
    return
  fi
  status=$(cat "$out/status.json" 2>/dev/null) # once: granum replaces the file
  percent=$(sed -n 's/^  "percent": \([0-9]*\).*/\1/p' <<<"$status")
  end=$(sed -n 's/^  "end": \([0-9.e+-]*\).*/\1/p' <<<"$status")
  left=$(sed -n 's/^  "seconds_left": \([0-9]*\).*/\1/p' <<<"$status")
  [ -n "$percent" ] && echo "$percent % of $end s${left:+, $((left / 60 + 1)) min left}"
}

# Runs beside the job: notes the progress of the run, and removes the folder of the job after the shell and the
# launcher have ended, also if they were killed. They hold the pipe open that is the standard input.
accompany() {
  local text shown=''
  trap '' HUP INT TERM USR1 USR2
  until read -r -t "$note_every" || [ $? -le 128 ]; do # above 128: the time has passed; 1: the pipe is closed
    text=$(progress_text) || continue
    [ "$text" = "$shown" ] || ! command -v note || note "$text" || true
    shown=$text
  done
  [ -z "$own_scratch" ] || rm -rf "$own_scratch"
}

# Creates the folder of this job on this node. launch_granum creates it on the others.
take_scratch() {
  own_scratch=''
  [ -n "${scratch:-}" ] || return 0
  own_scratch=$scratch/granum-$(id -u)-${SLURM_JOB_ID:-${PBS_JOBID:-${LSB_JOBID:-$$}}}
  if ! sh -c "$make_private" sh "$own_scratch"; then
    say "the folder $own_scratch cannot be created, or it is a link or another user's; write another scratch=, or"
    say "scratch='' for none"
    own_scratch=''
    return 1
  fi
}

# Removes the folder of this job. The launcher removes it on the other nodes; that needs no MPI.
leave_scratch() {
  exec {beside}>&-
  [ -n "$own_scratch" ] || return 0
  if [ "${SLURM_JOB_NUM_NODES:-$(sort -u "${PBS_NODEFILE:-${LSB_DJOB_HOSTFILE:-/dev/null}}" | wc -l)}" -gt 1 ]; then
    (launch rm -rf "$own_scratch") </dev/null >/dev/null 2>&1 || true
  fi
  rm -rf "$own_scratch"
}

# Replaces the shell by the launcher. Each rank creates the folder on its node and then starts granum.
launch_granum() {
  if [ -n "$own_scratch" ]; then
    export TMPDIR=$own_scratch
    export OMPI_MCA_orte_tmpdir_base=$TMPDIR PRTE_MCA_prte_tmpdir_base=$TMPDIR # Open MPI 4, 5
    # shellcheck disable=SC2016  # the shell of each rank expands $1 and "$@"
    set -- sh -c "$make_private"' || exit 1; export TMPDIR=$1; shift; exec "$@"' sh "$TMPDIR" "$granum" "$@"
  else
    set -- "$granum" "$@"
  fi
  launch "$@"
}

# Checks that the program exists if $granum is a path. Only the launcher can find a program without a path, for example
# in a container.
find_granum() {
  if [ "$granum" != "${granum#*/}" ] && [ ! -x "$granum" ]; then
    say "there is no program $granum; build it, or change granum= in the script"
    return 1
  fi
}

has_begun() {
  [ -e "$out/run.json" ] || ls "$out"/results*.h5* >/dev/null 2>&1
}

can_go_on() {
  [ -e "$out/study.json" ] || ls "$out"/checkpoint-*.h5 >/dev/null 2>&1
}

# Returns 0 if the run has ended. A killed run has no run.json, or its state there is still "running".
has_ended() {
  [ -e "$out/run.json" ] && ! grep -q '^  "state": "\(running\|stopped\)"' "$out/run.json"
}

# Prints the checksum of run.json, or "" if there is none.
record() {
  cksum 2>/dev/null <"$out/run.json" || true
}

# Returns 0 if the run of this job wrote the state (completed, stopped, failed) into run.json. A run.json that is
# unchanged since the launch belongs to an earlier run.
has_written() {
  grep -q "^  \"state\": \"$1\"" "$out/run.json" 2>/dev/null && [ "$(record)" != "$recorded" ]
}

# Returns 0 if a run that ended with 75 was refused because another run holds the folder. The lock file describes the
# holder; a run that stops empties it.
is_refused() {
  ! has_written stopped && [ -s "$out/.granum.lock" ]
}

# Returns 0 if a file `stop` in the folder stopped the run.
asked_to_stop() {
  grep -q '^  "cause": "the file stop"' "$out/status.json" 2>/dev/null
}

# Prints the options of the case, one a line.
words_of_case() {
  printf '%s\n' ${case_options[@]+"${case_options[@]}"}
}

# Returns 0 unless the folder has the run of another input, or of other options. granum copies the input to source.yaml.
is_own_run() {
  local other=''
  has_begun || can_go_on || return 0
  if [ -r "$out/source.yaml" ] && ! cmp -s "$input" "$out/source.yaml"; then
    other="its input, $out/source.yaml, differs from input=$input"
  elif [ -e "$out.case" ] && [ "$(words_of_case)" != "$(cat "$out.case")" ]; then
    other="it began with the options '$(paste -s -d ' ' "$out.case")'"
    other+=", and this job has '$(words_of_case | paste -s -d ' ')'"
  fi
  [ -n "$other" ] || return 0
  say "$out has another run: $other. Change the name of the job, or restore input and options, or remove $out"
  return 1
}

# Prints a checksum of the checkpoints and of study.json. It changes when the run makes progress.
progress() {
  {
    find "$out" -name 'checkpoint-*.h5' 2>/dev/null
    cat "$out/study.json" 2>/dev/null
  } | sort | cksum | cut -d ' ' -f 1
}

# Counts this job as a try. Fails if `tries` jobs in a row started from the same checkpoints.
count_tries() {
  local now before='' count=0
  now=$(progress)
  tried=$(cat "$out.tries" 2>/dev/null) || true
  read -r before count <<<"$tried"
  [ "$before" = "$now" ] || count=0
  if [ "$count" -ge "$tries" ]; then
    say "$count jobs in a row made no progress; read their logs, then remove $out.tries to try again"
    return 1
  fi
  echo "$now $((count + 1))" >"$out.tries"
}

# Restores the count of tries to its value before this job.
uncount_try() {
  if [ -n "$tried" ]; then
    echo "$tried" >"$out.tries"
  else
    rm -f "$out.tries"
  fi
}

# hand_on SIGNAL: asks the run to stop with a checkpoint. SIGNAL is the signal that the script received. Launchers pass
# it on to the ranks.
hand_on() {
  interrupted=1
  # shellcheck disable=SC2034  # for `again`
  received=$1
  say "received signal $1; the run stops with a checkpoint"
  [ "$SECONDS" -ge "$early" ] ||
    say "the signal came $SECONDS s after the start of the job; if the cause is the time limit, make the limit longer"
  [ -z "$launcher" ] || kill -USR1 "$launcher" 2>/dev/null || true
}

# Runs the launcher and returns its exit code. A signal ends `wait` early, therefore the loop calls it again.
run_to_its_end() {
  local status=0
  recorded=$(record)
  launch_granum "$@" </dev/null &
  launcher=$!
  [ -z "$received" ] || kill -USR1 "$launcher" 2>/dev/null || true
  wait "$launcher" || status=$?
  while [ -n "$interrupted" ]; do
    interrupted='' status=0
    wait "$launcher" || status=$?
  done
  return "$status"
}

# Returns 0 if the run was completed before this job, and the launcher left it as it was.
stays_completed() {
  grep -q '^  "state": "completed"' "$out/run.json" 2>/dev/null && [ "$(record)" = "$recorded" ]
}

start_or_go_on() {
  if can_go_on; then
    run_to_its_end resume "$out" ${job_options[@]+"${job_options[@]}"}
    return
  fi
  set -- "$input" -o "$out" ${case_options[@]+"${case_options[@]}"} ${job_options[@]+"${job_options[@]}"}
  if has_ended; then
    say "the run in $out has ended and is not run again. For a new run change the name of the job, or remove the folder"
    if grep -q '^  "state": "failed"' "$out/run.json"; then return 3; fi
    return
  fi
  words_of_case >"$out.case"
  if has_begun; then
    say "$out has no checkpoint: the run starts again from the beginning, unless a process still holds the folder"
    run_to_its_end run "$@" --overwrite
  else
    run_to_its_end run "$@"
  fi
}

# Runs or resumes, then submits the next job if the run is not finished. Ends the script.
work_on_the_run() {
  local status=0
  if [ "${1:-}" = --dry ]; then
    . "$root/jobs/dry.sh"
    show_job
    exit
  fi
  export OMP_NUM_THREADS=1 # granum is parallel by ranks only; this keeps libraries from starting threads
  mkdir -p "$(dirname "$out")"
  touch "$out.tries" # jobs/sum-up lists a task that fails before its run has a folder
  find_granum || exit 2
  take_case || exit 2
  is_own_run || exit 2
  count_tries || exit 1
  take_scratch || exit 1
  exec {beside}> >(accompany >/dev/null 2>&1)
  trap 'hand_on USR1' USR1
  trap 'hand_on INT' INT
  trap 'hand_on TERM' TERM
  start_or_go_on || status=$?
  leave_scratch
  if has_written completed; then
    status=0
  elif [ "$status" = 0 ] && stays_completed; then
    say "the run in $out was completed before this job, and stays as it was"
  elif [ "$status" = 0 ]; then
    say "the launcher ended with 0, but the run has not completed (state in $out/run.json)"
    status=75
    if has_written failed; then status=3; fi
  elif [ "$status" = 75 ] && is_refused; then
    say "another run holds $out; this job starts again later and is not counted in $out.tries"
    uncount_try
    again 10
    exit 75
  fi
  case $status in
    0)
      rm -f "$out.tries"
      afterwards || say "afterwards() failed; submit the script again to repeat it"
      ;;
    2 | 3 | 4)
      say "granum failed with exit code $status; another job would fail in the same way"
      echo "$tried" >"$out.tries" # not a try
      ;;
    75)
      if has_written stopped && asked_to_stop; then
        say "stopped by the file stop; submit the script to resume the run"
      else
        again
      fi
      ;;
    *)
      if [ "$status" -le 128 ] && ! has_begun; then # above: killed by a signal
        say "granum did not start (exit code $status; no $out/run.json): see the messages above. Another job would"
        say "fail in the same way. Check the modules, the type of MPI in launch(), and the libraries: ldd $granum"
        echo "$tried" >"$out.tries" # not a try
        exit "$status"
      fi
      has_written stopped || say "the run was interrupted (exit code $status)"
      again
      ;;
  esac
  exit "$status"
}
