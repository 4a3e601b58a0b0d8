#!/bin/bash
# An LSF (IBM Spectrum LSF) batch job. Copy it, change the lines marked CHANGE, then: bsub < lsf.sh
# Submit it again at any time: the job resumes the run from its last checkpoint (jobs/batch.sh). In an array (bsub -J
# "name[1-8]" < lsf.sh) each task has its own folder and log, and $LSB_JOBINDEX selects its case. bash lsf.sh --dry
# submits nothing: checks the input, prints the commands and the memory.
# CHANGE: the name; the folder of the results has the same name
#BSUB -J horizontal-70
# CHANGE: ranks (-n), ranks on each node (ptile), longest job (-W, hours:minutes)
#BSUB -n 16
#BSUB -R "span[ptile=16]"
#BSUB -W 1:00
# %I is the number of the task of an array, otherwise 0; a job that is requeued appends to the same log
#BSUB -o %J-%I.log
# LSF sends USR1 two minutes before the limit; CHANGE: more, if a checkpoint takes longer
#BSUB -wa USR1 -wt 2
# the job starts again after a node has failed
#BSUB -r
# CHANGE: remove one # and fill in where the site asks for it; --dry prints the memory of a rank
##BSUB -P ...
##BSUB -q ...
##BSUB -R "rusage[mem=...]"
trap 'received=USR1' USR1          # the signal may arrive early if the time limit is short
set -eu

# CHANGE: load the MPI, PETSc and HDF5 with which granum was built, for instance
# module load openmpi petsc hdf5

root=$HOME/granum                  # CHANGE: the checkout
. "$root/jobs/batch.sh" || { echo "job: $root holds no checkout; change root= in this script" >&2 && exit 2; }
granum=$root/build/granum          # CHANGE: path of the program
task=${LSB_JOBINDEX:-} task=${task#0} # number of the array task; LSF sets 0 if the job is no array
name=$(job_name "${LSB_JOBNAME-}" "$@")
input=$root/inputs/chain/horizontal-70.yaml # CHANGE
out=$PWD/$name${task:+-$task}      # a parallel file system, not /tmp
case_options=()                    # CHANGE: for instance (--set particles.striker.velocity="$task m/s")
cases=''                           # CHANGE, for an array: study, the cases of the input's variants and sweep; or
                                   # $PWD/cases.txt, a line of options for each task
scratch=${TMPDIR:-/tmp}            # CHANGE: a folder local to each node, for temporary files
job_options=()                     # CHANGE: for each job of the run, for instance (-log_view)

# CHANGE: the launcher of your MPI. An Open MPI or Intel MPI that was built for LSF finds the hosts of the job itself.
# Others: mpirun -n "$LSB_DJOB_NUMPROC" --hostfile "$LSB_DJOB_HOSTFILE"; Summit and its like: jsrun -n N -a 1 -c 1
launch() {
  exec mpirun -n "$LSB_DJOB_NUMPROC" "$@"
}

# Requeues this job; in an array, this task only. bkill sends INT and then TERM; then no further job follows. -a of
# batch.sh (MINUTES) needs no option here: LSF starts a requeued job behind the others of this user.
again() {
  if [ "$received" = TERM ] || [ "$received" = INT ]; then
    say "terminated; submit the script to resume the run"
  else
    brequeue "$LSB_JOBID${task:+[$task]}" || say "job $LSB_JOBID cannot be requeued; submit the script again"
  fi
}

# Shows the progress of the run: bjobs -l JOB, or bread JOB
note() {
  bpost -d "$1" "$LSB_JOBID${task:+[$task]}"
}

# When the run is done. CHANGE: for instance a job that draws a picture:
#   bsub -J "$name-picture" -n 1 -W 10 "$(printf '%q ' "$root/postprocess/granum-post" chain "$out/results.h5")"
afterwards() {
  :
}

work_on_the_run "$@"
