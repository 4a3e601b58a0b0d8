#!/bin/bash
# A Slurm batch job. Copy it, change the lines marked CHANGE, then: sbatch slurm.sh
# It may be submitted again at any time: it goes on where the last job got to (jobs/batch.sh). As an array
# (sbatch --array=1-8 slurm.sh) each task has a folder of its own, and $SLURM_ARRAY_TASK_ID chooses its case.
#SBATCH --job-name=horizontal-70   # CHANGE: also names the folder of the results
#SBATCH --nodes=1                  # CHANGE: nodes
#SBATCH --ntasks-per-node=16       # CHANGE: cores of a node; one rank per core
#SBATCH --cpus-per-task=1
#SBATCH --hint=nomultithread       # ranks on cores, not on hardware threads
#SBATCH --time=01:00:00            # CHANGE: longest job; a longer run goes on in the next one
#SBATCH --output=%x-%j.log
#SBATCH --open-mode=append         # a requeued job goes on in the same log
#SBATCH --requeue                  # also after a node has failed
#SBATCH --signal=B:USR1@120        # 120 s before the end the run is stopped; CHANGE: more, if a checkpoint takes long
##SBATCH --account=...             # CHANGE: remove one # and fill in where the site asks for it
##SBATCH --partition=...
trap 'received=USR1' USR1          # may come at once where the time is short
set -eu

# CHANGE: what the site needs to find MPI, PETSc and HDF5, the same as when granum was built, for instance
# module load openmpi petsc hdf5

root=$HOME/granum                  # CHANGE: the checkout
granum=$root/build/granum          # CHANGE: where it was built
input=$root/inputs/chain/horizontal-70.yaml # CHANGE
out=$PWD/$SLURM_JOB_NAME${SLURM_ARRAY_TASK_ID:+-$SLURM_ARRAY_TASK_ID} # a parallel file system, not /tmp
case_options=()                    # CHANGE: for instance (--set particles.striker.velocity="$SLURM_ARRAY_TASK_ID m/s")
cases='' task=${SLURM_ARRAY_TASK_ID:-} # CHANGE, for an array: study, the cases of the input's variants and sweep; or
                                   # $PWD/cases.txt, a line of options for each task
scratch=${SLURM_TMPDIR:-${TMPDIR:-/tmp}} # CHANGE: a folder of each node's own, for temporary files
job_options=()                     # CHANGE: for each job of the run, for instance (-log_view)

# CHANGE: as MPI was built. `srun --mpi=list` prints what Slurm can do: pmix (Open MPI, MPICH 4), pmi2 (MPICH, Intel
# MPI, MVAPICH), cray_shasta. Slurm's own default is often none, with which each rank ends in MPI_Init. Where none of
# them fits: exec mpirun "$@". --wait: when a rank is killed, the others follow after so many seconds.
launch() {
  exec srun --mpi=pmix --wait=60 "$@"
}

# Of an array this task alone. A job that is cancelled, or past its time, does not run any more when it comes here.
# Slurm starts a requeued job two minutes later at the earliest, so that the minutes of batch.sh need no option here.
again() {
  job=${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}${SLURM_ARRAY_TASK_ID:+_$SLURM_ARRAY_TASK_ID}
  if scontrol -o show job "$job" | grep -q JobState=RUNNING; then
    scontrol requeue "$job" || say "job $job cannot be requeued; submit the script again"
  else
    say "job $job was cancelled, or ran out of time; submit the script to go on"
  fi
}

# When the run is done. CHANGE: for instance a job that draws a picture:
#   sbatch -J "$SLURM_JOB_NAME-picture" -n 1 -t 10 --wrap "$root/postprocess/granum-post chain $out/results.h5"
afterwards() {
  :
}

. "$root/jobs/batch.sh" || { echo "job: $root holds no checkout; change root= in this script" >&2 && exit 2; }
work_on_the_run
