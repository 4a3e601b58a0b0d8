"""usage: library_in_python.py LIBRARY CASE FOLDER

Runs a case with granum's shared library in a process that has already loaded h5py and mpi4py: first some steps, then
to the end. Reads the results with h5py."""
import ctypes
import sys

from mpi4py import MPI  # isort: skip (it must initialize MPI before anything else)
import h5py

library = ctypes.CDLL(sys.argv[1])


def call(name, *arguments):
    """A function that returns an error code of PETSc."""
    if getattr(library, name)(*arguments) != 0:
        library.GrFailureMessage.restype = ctypes.c_char_p
        sys.exit(f"{name} failed: {library.GrFailureMessage().decode()}")


def solve(case_file, folder_path):
    """Returns the number of steps until the first stop."""
    the_case, folder, world, run = (ctypes.c_void_p() for _ in range(4))
    step, time, ended = ctypes.c_int64(), ctypes.c_double(), ctypes.c_bool(False)
    call("PetscInitialize", None, None, None, None)
    call("GrErrorHandlerInstall")
    comm = ctypes.c_void_p.in_dll(library, "PETSC_COMM_WORLD")
    call("GrCaseRead", comm, case_file.encode(), 0, None, ctypes.byref(the_case))
    call("GrRunFolderCreate", comm, folder_path.encode(), 0, None, ctypes.byref(folder))
    call("GrWorldCreate", comm, the_case, ctypes.byref(world))
    call("GrRunCreate", world, folder, None, ctypes.byref(run))
    call("GrRunSteps", run, ctypes.c_int64(10), ctypes.byref(ended))
    call("GrRunWhen", run, ctypes.byref(step), ctypes.byref(time))
    while not ended.value:
        call("GrRunSteps", run, ctypes.c_int64(1000), ctypes.byref(ended))
    call("GrRunDestroy", ctypes.byref(run))
    call("GrRunFolderClose", ctypes.byref(folder), 0)
    call("GrWorldDestroy", ctypes.byref(world))
    call("GrCaseDestroy", ctypes.byref(the_case))
    call("PetscFinalize")
    return step.value


steps = solve(*sys.argv[2:])
MPI.COMM_WORLD.Barrier()
if MPI.COMM_WORLD.rank == 0:
    with h5py.File(f"{sys.argv[3]}/results.h5", "r") as results:
        position = results["particles/grains/position/value"][...]
    print(
        f"{steps} steps, {position.shape[0]} frames of {position.shape[1]} particles, HDF5 of h5py with MPI:", end=" "
    )
    print(h5py.get_config().mpi)
