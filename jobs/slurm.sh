#!/bin/bash
# A Slurm batch job. Copy it, change the lines marked CHANGE, then: sbatch slurm.sh
# Submit it again at any time: the job resumes the run from its last checkpoint (jobs/batch.sh). In an array (sbatch
# --array=1-8 --output=%x-%A_%a.log slurm.sh) each task has its own folder and log, and $SLURM_ARRAY_TASK_ID selects
# its case. bash slurm.sh --dry    submits nothing: checks the input, prints the commands and the memory.
#SBATCH --job-name=horizontal-70   # CHANGE: also names the folder of the results
#SBATCH --nodes=1                  # CHANGE: nodes
#SBATCH --ntasks-per-node=16       # CHANGE: cores of a node; one rank per core
#SBATCH --cpus-per-task=1
#SBATCH --hint=nomultithread       # one rank per core, not per hardware thread
#SBATCH --time=01:00:00            # CHANGE: time limit of a job; the next job resumes a longer run
#SBATCH --output=%x-%j.log
#SBATCH --open-mode=append         # a requeued job appends to the same log
#SBATCH --requeue                  # also after a node has failed
#SBATCH --signal=B:USR1@120        # the run stops 120 s before the limit; CHANGE: more, if a checkpoint takes longer
##SBATCH --account=...             # CHANGE: remove one # and fill in where the site asks for it
##SBATCH --partition=...
##SBATCH --mem-per-cpu=...         # where the site asks for it: --dry prints the memory of a rank
trap 'received=USR1' USR1          # the signal may arrive early if the time limit is short
set -eu

# CHANGE: load the MPI, PETSc and HDF5 with which granum was built, for instance
# module load openmpi petsc hdf5

root=$HOME/granum                  # CHANGE: the checkout
. "$root/jobs/batch.sh" || { echo "job: $root holds no checkout; change root= in this script" >&2 && exit 2; }
granum=$root/build/granum          # CHANGE: path of the program
name=$(job_name "${SLURM_JOB_NAME:-}" "$@")
input=$root/inputs/chain/horizontal-70.yaml # CHANGE
out=$PWD/$name${SLURM_ARRAY_TASK_ID:+-$SLURM_ARRAY_TASK_ID} # a parallel file system, not /tmp
case_options=()                    # CHANGE: for instance (--set particles.striker.velocity="$SLURM_ARRAY_TASK_ID m/s")
cases='' task=${SLURM_ARRAY_TASK_ID:-} # CHANGE, for an array: study, the cases of the input's variants and sweep; or
                                   # $PWD/cases.txt, a line of options for each task
scratch=${SLURM_TMPDIR:-${TMPDIR:-/tmp}} # CHANGE: a folder local to each node, for temporary files
job_options=()                     # CHANGE: for each job of the run, for instance (-log_view)
machine=''                         # CHANGE: modules and launcher of a machine: $root/jobs/machines/lumi-c.sh

# CHANGE: the MPI type. `srun --mpi=list` prints the types of your Slurm: pmix (Open MPI, MPICH 4), pmi2 (MPICH, Intel
# MPI, MVAPICH), cray_shasta. Slurm's default is often none; then each rank ends in MPI_Init. If no type works, write
# exec mpirun "$@". --wait=60: if a rank is killed, the others are killed after 60 s.
launch() {
  exec srun --mpi=pmix --wait=60 "$@"
}
# shellcheck disable=SC1090  # a file of jobs/machines
[ -z "$machine" ] || . "$machine"

# Requeues this job; in an array, this task only. The state of a job that was cancelled or exceeded its time limit is no
# longer RUNNING. Slurm starts a requeued job two minutes later at the earliest; therefore MINUTES of batch.sh needs no
# option here.
again() {
  job=${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}${SLURM_ARRAY_TASK_ID:+_$SLURM_ARRAY_TASK_ID}
  about=$(scontrol -o show job "$job") || about=''
  restarts=$(sed -n 's/.*Restarts=\([0-9]*\).*/\1/p' <<<"$about")
  if [ "${restarts:-0}" -gt "${SLURM_RESTART_COUNT:-0}" ]; then
    say "job $job was requeued by hand or by Slurm; it starts again by itself"
  elif grep -q JobState=RUNNING <<<"$about"; then
    scontrol requeue "$job" || say "job $job cannot be requeued; submit the script again"
  else
    say "job $job was cancelled, or ran out of time; submit the script to resume the run"
  fi
}

# Shows the progress of the run: squeue --me -o '%i %j %T %M %k'
note() {
  scontrol update JobId="$SLURM_JOB_ID" Comment="$1"
}

# When the run is done. CHANGE: for instance a job that draws a picture:
#   sbatch -J "$name-picture" -n 1 -t 10 \
#     --wrap "$(printf '%q ' "$root/postprocess/granum-post" chain "$out/results.h5")"
afterwards() {
  :
}

work_on_the_run "$@"
