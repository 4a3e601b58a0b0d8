#!/bin/bash
# A PBS (OpenPBS, PBS Professional) batch job. Copy it, change the lines marked CHANGE, then: qsub pbs.sh
# Submit it again at any time: the job resumes the run from its last checkpoint (jobs/batch.sh). In an array (qsub -J
# 1-8 pbs.sh) each task has its own folder, and $task selects its case. bash pbs.sh --dry    submits nothing: checks
# the input, prints the commands and the memory.
# CHANGE: the name; the folder of the results has the same name
#PBS -N horizontal-70
# CHANGE: nodes (select), cores of a node (ncpus and mpiprocs, equal: one rank per core), longest job (walltime)
#PBS -l select=1:ncpus=16:mpiprocs=16:ompthreads=1
#PBS -l place=scatter
#PBS -l walltime=01:00:00
#PBS -j oe
#PBS -r y
# CHANGE: remove one # and fill in where the site asks for it
##PBS -A ...
##PBS -q ...
[ "${1:-}" != --dry ] || PBS_O_WORKDIR=$PWD
set -eu
cd "$PBS_O_WORKDIR"

# CHANGE: load the MPI, PETSc and HDF5 with which granum was built, for instance
# module load openmpi petsc hdf5

root=$HOME/granum                  # CHANGE: the checkout
. "$root/jobs/batch.sh" || { echo "job: $root holds no checkout; change root= in this script" >&2 && exit 2; }
granum=$root/build/granum          # CHANGE: path of the program
name=$(job_name "${PBS_JOBNAME:-}" "$@")
task=${task:-${PBS_ARRAY_INDEX:-}} # number of the array task; the next job of this task gets the same
input=$root/inputs/chain/horizontal-70.yaml # CHANGE
out=$PWD/$name${task:+-$task}      # a parallel file system, not /tmp
script=$PWD/pbs.sh                 # CHANGE: this file, for the next job if one is not enough
case_options=()                    # CHANGE: for instance (--set particles.striker.velocity="$task m/s")
cases=''                           # CHANGE, for an array: study, the cases of the input's variants and sweep; or
                                   # $PWD/cases.txt, a line of options for each task
scratch=${TMPDIR:-/tmp}            # CHANGE: a folder local to each node, for temporary files
job_options=(--set output.wall_time=58min) # CHANGE: a little less than walltime; then the run stops with a checkpoint

# CHANGE: the launcher of your MPI. --hostfile is for an Open MPI built without PBS (`ompi_info` names no "plm: tm"),
# which starts ranks on other nodes by ssh.
launch() {
  exec mpirun -n "$(wc -l <"$PBS_NODEFILE")" --hostfile "$PBS_NODEFILE" --map-by core --bind-to core "$@"
}

# PBS sends TERM to a job that is deleted, exceeds its walltime, or will be rerun by PBS. -a: the next job starts after
# so many minutes at the earliest.
again() {
  if [ "$received" = TERM ]; then
    say "terminated; submit the script to resume the run"
  else
    qsub -N "$name" -v "task=$task" ${task:+-o "$PWD/$name-$task.$(date +%Y%m%d%H%M%S).log"} \
      ${1:+-a "$(date -d "$1 minutes" +%Y%m%d%H%M)"} "$script" ||
      say "there is no next job; submit the script again"
  fi
}

# When the run is done. CHANGE: for instance a job that draws a picture:
#   qsub -N "$name-picture" -l select=1:ncpus=1,walltime=00:10:00 -- \
#     "$root/postprocess/granum-post" chain "$out/results.h5"
afterwards() {
  :
}

work_on_the_run "$@"
