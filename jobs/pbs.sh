#!/bin/bash
# A PBS (OpenPBS, PBS Professional) batch job. Copy it, change the lines marked CHANGE, then: qsub pbs.sh
#PBS -N granum
# CHANGE: nodes (select), cores of a node (ncpus and mpiprocs, equal: one rank per core), longest run (walltime)
#PBS -l select=1:ncpus=16:mpiprocs=16:ompthreads=1
#PBS -l walltime=01:00:00
#PBS -j oe
# CHANGE: remove one # and fill in where the site asks for it
##PBS -A ...
##PBS -q ...
set -eu
cd "$PBS_O_WORKDIR"

# CHANGE: what the site needs to find MPI, PETSc and HDF5, the same as when granum was built, for instance
# module load openmpi petsc hdf5

granum=$HOME/granum/build/granum   # CHANGE: where it was built
input=$HOME/granum/inputs/chain/horizontal-70.yaml # CHANGE
script=$PWD/pbs.sh                 # CHANGE: this file, for the next job if one is not enough
out=${out:-$PWD/granum-${PBS_JOBID%%.*}} # a parallel file system, not /tmp; the next job gets the same
limit=58min                        # CHANGE: a little less than walltime; then the run stops with a checkpoint

export OMP_NUM_THREADS=1           # parallel by ranks alone; keeps libraries from starting threads
ranks=$(wc -l <"$PBS_NODEFILE")    # one line per rank
# The first job runs the case; one that is run again, and the next one, go on from the newest checkpoint. How much a
# failure may cost is set in the input: output.checkpoint.every.
# A job that ended before its first checkpoint has left results that nothing can go on from: they are written anew.
set -- run "$input" -o "$out" --overwrite
if ls "$out"/checkpoint-*.h5 >/dev/null 2>&1; then
  set -- resume "$out"
fi
status=0
mpirun -n "$ranks" --map-by core --bind-to core "$granum" "$@" --set "output.wall_time=$limit" || status=$?
if [ "$status" -eq 75 ]; then      # stopped with a checkpoint
  qsub -v "out=$out" "$script"
fi
exit "$status"
