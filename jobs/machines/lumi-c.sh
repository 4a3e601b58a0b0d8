# shellcheck shell=bash
# LUMI-C (CSC, Kajaani): 2 x 64 cores a node, Slurm, Cray MPICH. From docs.lumi-supercomputer.eu, not tested there.
# Modules change with each release: `module spider cray-hdf5-parallel` lists them.
#   build:    . jobs/machines/lumi-c.sh
#             cmake -S . -B build -DCMAKE_C_COMPILER=cc -DMPI_C_COMPILER=cc -DPETSC_DIR=... -DZOLTAN_ROOT=...
#   job:      machine=$root/jobs/machines/lumi-c.sh in slurm.sh; `bash slurm.sh --dry` prints the sbatch command
#   scaling:  jobs/scaling --submit slurm --header jobs/machines/lumi-c.sh --launch 'srun -n {ranks}'
# CHANGE: the account. Whole nodes: partition standard; parts of a node: --partition=small, without --mem
#SBATCH --account=project_465000000
#SBATCH --partition=standard
#SBATCH --ntasks-per-node=128
#SBATCH --mem=0
module load LUMI partition/C PrgEnv-gnu cray-hdf5-parallel
export CRAYPE_LINK_TYPE=dynamic

launch() {
  exec srun --wait=60 "$@"
}
