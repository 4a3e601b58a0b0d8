# shellcheck shell=bash
# Sourced by the batch scripts jobs/slurm.sh and jobs/pbs.sh: a run that any number of jobs work on, one after another.
# They set
#   granum, input   the command and the case
#   out             the folder of the results, named after the run, not after the number of a job: the next job finds it
#   case_options    an array: more options of `granum run`
#   job_options     an array: more options of `granum run` and `granum resume`
# and may set
#   cases, task     of an array: `study`, if the tasks are the cases of the input's variants and sweep; or a file, in
#                   each line the options of a case, quoted as in a shell; and the number of the case, or of the line,
#                   that this task takes; lines that are empty or begin with # do not count
#   scratch         a folder that each node has for itself, for what need not be shared: temporary files, those of MPI.
#                   A folder of this job in it is TMPDIR while the run is at work, and is removed then
# and define
#   launch WORD...  becomes the launcher of all ranks of the job, with exec
#   again [MINUTES] lets a next job go on, unless the user has cancelled this one; $received is the signal it got.
#                   The next job starts after MINUTES at the earliest
#   afterwards      what follows when the run is done: pictures, as a job of their own
#
# A folder without a run gets one; one with a checkpoint, or a study, goes on. A run that died before its first
# checkpoint begins anew. One that has come to its end is left as it is, also by `granum resume`.
#
# A job has succeeded only if its run wrote the state "completed" into run.json, which the folder of a study has as
# well. Exit code 0 of the launcher does not prove it: a launcher that cannot start its ranks may end with 0, too.
# Without that state, 0 counts as 75, or as 3 if the run wrote "failed".
#
# An end with 75 (stopped in time, with a checkpoint) and one that is no exit code of granum's (a rank killed, a node
# lost) call for another job; 2, 3 and 4 would come again, and who put a file `stop` into the folder wants no other.
# A job that starts with the same checkpoints as the one before it has not got on: of those there are at most `tries` in
# a row, counted in the file OUT.tries. A job that is refused because another run holds the folder starts again some
# minutes later and is not counted.
# shellcheck disable=SC2154  # the batch script sets these
tries=${tries:-3}
interrupted='' launcher='' received=${received:-} # the last signal
tried='' recorded='' # OUT.tries and run.json as the job found them

say() {
  echo "job: $*" >&2
}

# The options of this task's case, in addition to those of all.
take_case() {
  local line words
  [ -n "${cases:-}" ] || return 0
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
  line=$(grep -v '^[[:space:]]*\(#\|$\)' "$cases" | sed -n "${task}p")
  if [ -z "$line" ] || ! words=$(printf '%s\n' "$line" | xargs -n 1 printf '%s\n'); then
    say "$cases has no case $task, or one whose quotes do not match: $line"
    return 1
  fi
  mapfile -t words <<<"$words"
  case_options+=("${words[@]}")
}

# The folder of this job on each node; this node must have it.
take_scratch() {
  own_scratch=''
  [ -n "${scratch:-}" ] || return 0
  own_scratch=$scratch/granum-$(id -u)-${SLURM_JOB_ID:-${PBS_JOBID:-$$}}
  if ! (umask 077 && mkdir -p "$own_scratch"); then
    say "there can be no folder $own_scratch; write another scratch=, or scratch='' for none"
    return 1
  fi
}

# On the other nodes by the launcher, which needs no MPI for this.
leave_scratch() {
  [ -n "$own_scratch" ] || return 0
  if [ "${SLURM_JOB_NUM_NODES:-$(sort -u "${PBS_NODEFILE:-/dev/null}" | wc -l)}" -gt 1 ]; then
    (launch rm -rf "$own_scratch") </dev/null >/dev/null 2>&1 || true
  fi
  rm -rf "$own_scratch"
}

# Becomes the launcher. Each rank sees to the folder of its node, and then becomes granum.
launch_granum() {
  if [ -n "$own_scratch" ]; then
    export TMPDIR=$own_scratch
    export OMPI_MCA_orte_tmpdir_base=$TMPDIR PRTE_MCA_prte_tmpdir_base=$TMPDIR # Open MPI 4, 5
    set -- sh -c "(umask 077; mkdir -p '$TMPDIR'); export TMPDIR='$TMPDIR'; exec \"\$@\"" sh "$granum" "$@"
  else
    set -- "$granum" "$@"
  fi
  launch "$@"
}

# Of what has no path, such as the program of a container, only the launcher knows.
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

# Whether the run has come to an end: killed ones have no run.json, or one that says that they are at work.
has_ended() {
  [ -e "$out/run.json" ] && ! grep -q '^  "state": "\(running\|stopped\)"' "$out/run.json"
}

# Checksum of run.json; "" if there is none.
record() {
  cksum 2>/dev/null <"$out/run.json" || true
}

# Whether this job's run wrote the state into run.json: completed, stopped or failed. A run.json that has not changed
# since the launch is that of an earlier run.
has_written() {
  grep -q "^  \"state\": \"$1\"" "$out/run.json" 2>/dev/null && [ "$(record)" != "$recorded" ]
}

# Whether a run that ended with 75 was refused: the lock file describes the run that holds the folder, and a run that
# stops empties it.
is_refused() {
  ! has_written stopped && [ -s "$out/.granum.lock" ]
}

# Whether a file `stop` in its folder has stopped it.
asked_to_stop() {
  grep -q '^  "cause": "the file stop"' "$out/status.json" 2>/dev/null
}

# What is there to go on from, as a number.
progress() {
  {
    find "$out" -name 'checkpoint-*.h5' 2>/dev/null
    cat "$out/study.json" 2>/dev/null
  } | sort | cksum | cut -d ' ' -f 1
}

# Counts this job; fails if too many have come no further.
count_tries() {
  local now before='' count=0
  now=$(progress)
  tried=$(cat "$out.tries" 2>/dev/null) || true
  read -r before count <<<"$tried"
  [ "$before" = "$now" ] || count=0
  if [ "$count" -ge "$tries" ]; then
    say "$count jobs in a row have come no further; see what their logs say, then remove $out.tries to try again"
    return 1
  fi
  mkdir -p "$(dirname "$out")"
  echo "$now $((count + 1))" >"$out.tries"
}

# Takes the count back to what it was before this job.
uncount_try() {
  if [ -n "$tried" ]; then
    echo "$tried" >"$out.tries"
  else
    rm -f "$out.tries"
  fi
}

# Tells the run to stop with a checkpoint; launchers hand the signal on to the ranks. SIGNAL is what the script got.
hand_on() {
  interrupted=1
  # shellcheck disable=SC2034  # for `again`
  received=$1
  say "got the signal $1; the run is told to stop with a checkpoint"
  [ -z "$launcher" ] || kill -USR1 "$launcher" 2>/dev/null || true
}

# The exit code of the launcher. A signal ends `wait` early, so that it must be called again.
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

start_or_go_on() {
  if can_go_on; then
    run_to_its_end resume "$out" ${job_options[@]+"${job_options[@]}"}
    return
  fi
  set -- "$input" -o "$out" ${case_options[@]+"${case_options[@]}"} ${job_options[@]+"${job_options[@]}"}
  if has_ended; then
    say "$out holds a run that has ended; it is left as it is. For another one change the name, or remove it"
    if grep -q '^  "state": "failed"' "$out/run.json"; then return 3; fi
  elif has_begun; then
    say "$out has no checkpoint: the run begins anew, unless a process still holds the folder"
    run_to_its_end run "$@" --overwrite
  else
    run_to_its_end run "$@"
  fi
}

# Ends the script.
work_on_the_run() {
  local status=0
  export OMP_NUM_THREADS=1 # parallel by ranks alone; keeps libraries from starting threads
  find_granum || exit 2
  take_case || exit 2
  count_tries || exit 1
  take_scratch || exit 1
  trap 'hand_on USR1' USR1
  trap 'hand_on TERM' TERM
  start_or_go_on || status=$?
  leave_scratch
  if has_written completed; then
    status=0
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
      afterwards || say "what follows the run could not be begun; submit the script again to try"
      ;;
    2 | 3 | 4) say "granum ended with $status, which another job would not change" ;;
    75)
      if has_written stopped && asked_to_stop; then
        say "stopped by the file stop; submit the script to go on"
      else
        again
      fi
      ;;
    *)
      has_written stopped || say "the run was cut off (exit code $status)"
      again
      ;;
  esac
  exit "$status"
}
