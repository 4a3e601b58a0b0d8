#!/bin/bash
# A Slurm batch job. Copy it, change the lines marked CHANGE, then: sbatch slurm.sh
#SBATCH --job-name=granum
#SBATCH --nodes=1                  # CHANGE: nodes
#SBATCH --ntasks-per-node=16       # CHANGE: cores of a node; one rank per core
#SBATCH --cpus-per-task=1
#SBATCH --hint=nomultithread       # ranks on cores, not on hardware threads
#SBATCH --time=01:00:00            # CHANGE: longest run
#SBATCH --output=granum-%j.log
#SBATCH --open-mode=append         # a requeued job goes on in the same log
#SBATCH --requeue
#SBATCH --signal=USR1@120          # 120 s before the end the run is told to stop; CHANGE: more, if a checkpoint takes long
##SBATCH --account=...             # CHANGE: remove one # and fill in where the site asks for it
##SBATCH --partition=...
set -eu

# CHANGE: what the site needs to find MPI, PETSc and HDF5, the same as when granum was built, for instance
# module load openmpi petsc hdf5

granum=$HOME/granum/build/granum   # CHANGE: where it was built
input=$HOME/granum/inputs/chain/horizontal-70.yaml # CHANGE
out=$PWD/granum-$SLURM_JOB_ID      # a parallel file system, not /tmp

export OMP_NUM_THREADS=1           # parallel by ranks alone; keeps libraries from starting threads
# The first time the case is run; after a requeue, also one after a node has failed, its newest checkpoint goes on.
# How much a failure may cost is set in the input: output.checkpoint.every.
# A job that ended before its first checkpoint has left results that nothing can go on from: they are written anew.
set -- run "$input" -o "$out" --overwrite
if ls "$out"/checkpoint-*.h5 >/dev/null 2>&1; then
  set -- resume "$out"
fi
# srun knows the allocation. Where MPI was built without Slurm support, write: mpirun
status=0
srun "$granum" "$@" || status=$?
if [ "$status" -eq 75 ]; then      # stopped with a checkpoint
  scontrol requeue "$SLURM_JOB_ID"
fi
exit "$status"
