# shellcheck shell=sh
# Functions shared by the scripts of jobs/ and tests/, which source this file. `root` is the checkout.

# Prints the first Python that has all the named modules; nothing if there is none.
find_python() {
  found='import sys; from importlib.util import find_spec; sys.exit(not all(map(find_spec, sys.argv[1:])))'
  for python in "${GRANUM_PYTHON:-}" python3 /usr/bin/python3; do
    if [ -n "$python" ] && "$python" -c "$found" "$@" >/dev/null 2>&1; then
      echo "$python"
      return 0
    fi
  done
}

# Prints a word so that a user can paste it into a shell.
quoted() {
  case $1 in
    *[!A-Za-z0-9_./:@%+=,-]*) printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")" ;;
    *) printf '%s' "$1" ;;
  esac
}

# By default Open MPI refuses to run as root and to start more ranks than there are cores. This function allows both,
# except in a batch job, where the allocation sets the number of ranks.
mpi_environment() {
  export OMP_NUM_THREADS=1
  if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  fi
  if [ -z "${SLURM_JOB_ID:-}${PBS_JOBID:-}${LSB_JOBID:-}" ]; then
    export OMPI_MCA_rmaps_base_oversubscribe=1                    # Open MPI 4
    export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # Open MPI 5
  fi
}

# Runs a command and shows its output only if it fails.
quietly() {
  output=$(mktemp)
  if "$@" >"$output" 2>&1 </dev/null; then
    rm -f "$output"
  else
    status=$?
    cat "$output" >&2
    rm -f "$output"
    echo "failed: $*" >&2
    return "$status"
  fi
}

# Configures and builds the release preset in build/.
build_release() {
  # shellcheck disable=SC2154  # the sourcing script sets root
  (cd "$root" && quietly cmake --preset release && quietly cmake --build --preset release)
}
