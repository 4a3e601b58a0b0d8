# shellcheck shell=bash
# The argument --dry of a batch script: jobs/batch.sh sources this file and calls show_job. Nothing is written, started
# or submitted.
# shellcheck disable=SC2154  # the batch script and batch.sh set these

# Prints the name of the batch system whose head lines the script has: SBATCH, PBS or BSUB.
system_of_script() {
  sed -n 's/^#\(SBATCH\|PBS\|BSUB\) .*/\1/p' "$0" | head -n 1
}

# Prints the name that the head lines give to the job. Fails unless they give one name. PBS accepts no blank in it.
name_in_head() {
  local line key quoted='"[^"]+"|'"'[^']+'"
  line=$(sed -nE 's/^#(SBATCH +(--job-name[= ] *|-J *)|(PBS +-N|BSUB +-J) *)//p' "$0" | head -n 1)
  case $(system_of_script) in
    SBATCH) key='#SBATCH --job-name=' ;;
    PBS) key='#PBS -N ' quoted='"[^" ]+"' ;;
    BSUB) key='#BSUB -J ' ;;
  esac
  if [[ $line =~ ^($quoted|[^\ \"\'#-][^\ \"\']*)(\ +[#-].*|\ *)$ ]]; then
    line=${BASH_REMATCH[1]} line=${line#[\"\']}
    echo "${line%[\"\']}"
    return 0
  fi
  case $key in
    *PBS*) say "the head lines give no name without blanks; write ${key}NAME" ;;
    *) say "the head lines give no name, or one with blanks and without quotes; write ${key}NAME or ${key}\"A NAME\"" ;;
  esac
  return 2
}

# Prints the command that submits the script; $1: number of tasks of the array, or nothing.
submit_command() {
  local name words='' array
  name=$(printf '%q' "$0")
  array=$(printf '%q' "$(basename "$out")[1-${1:-}]")
  case $(system_of_script) in
    SBATCH)
      [ -z "${machine:-}" ] || words=$(sed -n 's/^#SBATCH //p' "$machine" | paste -s -d ' ')
      echo "sbatch${words:+ $words}${1:+ --array=1-$1 --output=%x-%A_%a.log} $name"
      ;;
    PBS) echo "qsub${1:+ -J 1-$1} $name" ;;
    BSUB) echo "bsub${1:+ -J $array} < $name" ;;
  esac
}

# Prints the line that requests $1 MB for each rank.
memory_line() {
  case $(system_of_script) in
    SBATCH) echo "#SBATCH --mem-per-cpu=${1}M" ;;
    PBS) echo "in #PBS -l select=...: mem = ${1}mb times mpiprocs" ;;
    BSUB) echo "#BSUB -R \"rusage[mem=${1}MB]\"      (of a rank; some sites count it of a host)" ;;
  esac
}

# Prints the largest number of ranks that the head lines request.
ranks_of_script() {
  local nodes each
  case $(system_of_script) in
    SBATCH)
      nodes=$(submit_command | sed -n 's/.*--nodes=\([0-9]*\).*/\1/p')
      each=$(submit_command | sed -n 's/.*--ntasks-per-node=\([0-9]*\).*/\1/p')
      nodes=${nodes:-$(sed -n 's/^#SBATCH --nodes=\([0-9]*\).*/\1/p' "$0")}
      each=${each:-$(sed -n 's/^#SBATCH --ntasks-per-node=\([0-9]*\).*/\1/p' "$0")}
      echo "$((${nodes:-1} * ${each:-1}))"
      ;;
    PBS)
      nodes=$(sed -n 's/^#PBS -l select=\([0-9]*\).*/\1/p' "$0")
      each=$(sed -n 's/^#PBS -l select=.*mpiprocs=\([0-9]*\).*/\1/p' "$0")
      echo "$((${nodes:-1} * ${each:-1}))"
      ;;
    BSUB) sed -n 's/^#BSUB -n \([0-9]*\).*/\1/p' "$0" ;;
  esac
}

# Prints the number of cases of the array, N if it is unknown; nothing if the script is for one case.
count_cases() {
  local found
  case ${cases:-} in
    '') ;;
    study)
      found=$("$granum" check "$input" --json 2>/dev/null |
        sed -n 's/^  "\(variants\|points\)": \([0-9]*\).*/\2/p' | paste -s -d '*')
      if [ -n "$found" ]; then echo "$((found))"; else echo N; fi
      ;;
    *) if [ -r "$cases" ]; then grep -cv '^[[:space:]]*\(#\|$\)' "$cases" || true; else echo N; fi ;;
  esac
}

# Prints the memory [MB] of each of $1 ranks, from the report $2 of granum check on one rank: the particles are divided
# among the ranks, and half as much and 200 MB are added for contacts that form and for the MPI.
memory_of_rank() {
  sed -n 's/^memory: \([0-9.]*\) \([kMGT]\)\?B a rank.*/\1 \2/p' <<<"$2" |
    awk -v ranks="$1" '{ unit["k"] = .001; unit["M"] = 1; unit["G"] = 1000; unit["T"] = 1e6
      mb = $1 * ($2 in unit ? unit[$2] : 1e-6); if (mb > most) most = mb }
      END { if (most > 0) printf "%d\n", 200 + 1.5 * most / ranks + 1 }'
}

# Prints the folder, the decision and the command of the job.
show_plan() {
  local command plan=run
  if can_go_on; then
    plan='resume, from its last checkpoint'
    command=("$granum" resume "$out")
  else
    command=("$granum" run "$input" -o "$out" ${case_options[@]+"${case_options[@]}"})
    if has_ended; then
      plan='nothing: the run has ended'
    elif has_begun; then
      plan='run, again from the beginning: there is no checkpoint'
    fi
  fi
  command+=(${job_options[@]+"${job_options[@]}"})
  echo "folder: $out"
  echo "work: $plan"
  echo "ranks: $(declare -f launch | sed -n 's/^ *exec \(.*\) "\$@";\?$/\1/p') $(printf '%q ' "${command[@]}")"
}

# Checks the case of the job, prints the forecast of granum and the memory line. Ends with granum's exit code.
check_case() {
  local report status=0 ranks memory
  report=$("$granum" check "$input" ${case_options[@]+"${case_options[@]}"} 2>&1) || status=$?
  printf '%s\n' "$report" | sed 's/^/  /'
  if [ "$status" -gt 4 ] || [ "$status" = 1 ]; then
    say "granum check cannot run here (exit code $status); some sites start MPI programs in jobs only"
    return 0
  fi
  [ "$status" = 0 ] || return "$status"
  ranks=$(ranks_of_script)
  memory=$(memory_of_rank "${ranks:-1}" "$report")
  [ -z "$memory" ] || echo "memory line: $(memory_line "$memory")"
}

show_job() {
  local count submit array=''
  find_granum || exit 2
  count=$(count_cases)
  submit=$(submit_command "$count")
  if [ -n "$count" ] && [ -z "${task:-}" ]; then
    array=1 task=1 out=$out-1
  fi
  take_case || exit 2
  echo "submit: $submit"
  sed -n 's/^#\(SBATCH\|PBS\|BSUB\) */  /p' "$0" | sed 's/ *# .*//'
  [ -z "$array" ] || echo "array: $count tasks; case of the first:"
  is_own_run || exit 2
  show_plan
  echo "check:"
  check_case || { say "the job would end in the same way; correct the input" && exit 2; }
  echo "nothing was submitted"
}
