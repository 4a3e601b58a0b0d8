# shellcheck shell=bash
# CPU nodes of Perlmutter (NERSC, Berkeley): 2 x 64 cores a node, Slurm, Cray MPICH. From docs.nersc.gov, not tested
# there. Modules change with each release: `module spider cray-hdf5-parallel` lists them.
#   build:    . jobs/machines/perlmutter-cpu.sh
#             cmake -S . -B build -DCMAKE_C_COMPILER=cc -DMPI_C_COMPILER=cc -DPETSC_DIR=... -DZOLTAN_ROOT=...
#   job:      machine=$root/jobs/machines/perlmutter-cpu.sh in slurm.sh; `bash slurm.sh --dry` prints the sbatch command
#   scaling:  jobs/scaling --submit slurm --header jobs/machines/perlmutter-cpu.sh --launch 'srun -n {ranks}'
# CHANGE: the account. Whole nodes: qos regular or debug; parts of a node: --qos=shared
#SBATCH --account=m0000
#SBATCH --constraint=cpu
#SBATCH --qos=regular
#SBATCH --ntasks-per-node=128
module load cpu PrgEnv-gnu cray-hdf5-parallel
export CRAYPE_LINK_TYPE=dynamic

launch() {
  exec srun --wait=60 --cpu-bind=cores "$@"
}
