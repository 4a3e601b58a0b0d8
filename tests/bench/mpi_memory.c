/* Measures the memory of MPI, PETSc and HDF5 alone: starts like granum, communicates with other ranks and writes a
   file, but has no data. tests/bench/ranks starts it with the counters of tests/mpi_count.c. All ranks synchronize;
   each exchanges messages of 16 bytes to 16 kB with at most 26 others, like a rank in a cube of cubes; all write a
   file with parallel HDF5. Argument: path of this file. */
#include <hdf5.h>
#include <petscsys.h>

enum { NEAR = 13, ROUNDS = 32, LEAST = 2, MOST = 2048 };

static void Reduce(MPI_Comm comm)
{
  double value[LEAST] = {1, 2};

  for (int k = 0; k < ROUNDS; k++) {
    MPI_Request barrier;
    MPI_Allreduce(MPI_IN_PLACE, value, LEAST, MPI_DOUBLE, MPI_MAX, comm);
    MPI_Ibarrier(comm, &barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
  }
}

static void Exchange(MPI_Comm comm, int n)
{
  static double out[MOST], in[2 * NEAR][MOST];
  MPI_Request request[4 * NEAR];
  int rank, size, begun = 0;

  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int k = 1; k <= NEAR && 2 * k < size; k++)
    for (int way = 0; way < 2; way++) {
      const int other = (rank + (way ? k : size - k)) % size;
      MPI_Irecv(in[2 * k - 1 - way], n, MPI_DOUBLE, other, 0, comm, &request[begun++]);
      MPI_Isend(out, n, MPI_DOUBLE, other, 0, comm, &request[begun++]);
    }
  MPI_Waitall(begun, request, MPI_STATUSES_IGNORE);
}

static void WriteFile(MPI_Comm comm, const char *path)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS), transfer = H5Pcreate(H5P_DATASET_XFER);
  const double value[LEAST] = {1, 2};
  int rank, size;

  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const hsize_t count = LEAST, n = (hsize_t)size * LEAST, first = (hsize_t)rank * LEAST;
  H5Pset_fapl_mpio(access, comm, MPI_INFO_NULL);
  H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE);
  const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  const hid_t all = H5Screate_simple(1, &n, NULL), own = H5Screate_simple(1, &count, NULL);
  const hid_t set = H5Dcreate2(file, "value", H5T_NATIVE_DOUBLE, all, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  H5Sselect_hyperslab(all, H5S_SELECT_SET, &first, NULL, &count, NULL);
  H5Dwrite(set, H5T_NATIVE_DOUBLE, own, all, transfer, value);
  H5Dclose(set);
  H5Sclose(all);
  H5Sclose(own);
  H5Fclose(file);
  H5Pclose(access);
  H5Pclose(transfer);
}

int main(int argc, char **argv)
{
  MPI_Comm comm;

  if (argc < 2 || PetscInitialize(&argc, &argv, NULL, NULL))
    return 1;
  MPI_Comm_dup(PETSC_COMM_WORLD, &comm);
  Reduce(comm);
  for (int k = 0; k < ROUNDS; k++)
    for (int n = LEAST; n <= MOST; n *= 4)
      Exchange(comm, n);
  WriteFile(comm, argv[1]);
  MPI_Comm_free(&comm);
  return PetscFinalize() ? 1 : 0;
}
