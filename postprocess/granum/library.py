"""The shared library of granum: loads it, mirrors structs of its public headers, and turns its failures into Error.

A header in include/granum/ documents each function and each struct; the fields here have the same names and order."""
from __future__ import annotations

import atexit
import ctypes
import json
import os
import re
from ctypes import POINTER, Structure, byref, c_bool, c_char_p, c_double, c_int, c_int64, c_void_p

HERE = os.path.dirname(os.path.abspath(__file__))
BUILT = os.path.join(os.path.dirname(os.path.dirname(HERE)), "build", "libgranum-shared.so")  # of a checkout
PETSC_INT = 16  # PetscDataType of a PetscInt
INPUT = 2  # exit code of the command for bad input


def in_python(text: str) -> str:
    """Returns a message of the library with the arguments of this package in place of words of the command line."""

    def override(found) -> str:
        value = found[2] if found[2][:1] in ("{", "[") else f'"{found[2]}"'
        return f'set={{"{found[1]}": {value}}}'

    text = re.sub(r"[^\s`]*granum resume (\S+) --set (\S+)=(\S+)", r'granum.resume("\1", set={"\2": "\3"})', text)
    text = re.sub(r"[^\s`]*granum resume ([^\s`;,]+)", r'granum.resume("\1")', text)
    text = re.sub(r"--set ([^\s=:]+)=(\{.*\}|\[.*\]|[^:;()]*?)(?=: |[;)]| \(|$)", override, text)
    text = re.sub(r"--set ([^\s=:]+)", r'set={"\1": ...}', text)
    text = re.sub(r"--case ([^\s:]+)", r'name="\1"', text)
    return text.replace("--overwrite", "overwrite=True").replace(" -o,", " output,")


class Error(Exception):
    """A failure that the user can correct, the same on every rank. `code` is the exit code of the command (2: input, 3:
    physics, 4: files, 75: stopped); `file`, `line`, `column` and `key` are the place in the input, `problem` and
    `remedy` the sentence; parts that the message does not have are None."""

    def __init__(self, message: str, code: int = INPUT):
        super().__init__(in_python(message))
        parts = _loaded[0].parts(message, code) if _loaded else {"problem": message}
        self.code = code
        self.file, self.line, self.column, self.key = map(parts.get, ("file", "line", "column", "key"))
        self.problem, self.remedy = (in_python(parts.get(name) or "") or None for name in ("problem", "remedy"))


class ForceChunk(Structure):
    """GrForceChunk of granum/particle.h."""

    # n is a PetscInt, of 4 or 8 bytes: these are its lower 4 bytes.
    _fields_ = [("time", c_double), ("n", c_int), ("id", c_void_p), ("radius", c_void_p), ("mass", c_void_p)]
    _fields_ += [(name, c_void_p) for name in ("position", "velocity", "spin", "property", "force", "torque")]


Act = ctypes.CFUNCTYPE(None, c_void_p, POINTER(ForceChunk))
Visit = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_void_p)


class Force(Structure):
    _fields_ = [("name", c_char_p), ("act", Act), ("context", c_void_p)]


class Ledger(Structure):
    _fields_ = [
        (name, c_double)
        for name in "kinetic elastic dissipated_viscous dissipated_frictional dissipated_plastic dissipated_bonds "
        "dissipated_drag carried_out taken_by_changes external_work brought_in residual exchanged".split()
    ]


class Options(Structure):
    """GrRunOptions of granum/run.h."""

    _fields_ = [("petsc", c_char_p), ("directory", c_char_p), ("n_set", c_int), ("set", POINTER(c_char_p))]
    _fields_ += [("force", POINTER(Force)), ("shows_progress", c_bool), ("warns", c_bool)]
    _fields_ += [("groups", c_int), ("verbose", c_bool)]


class Changes(Structure):
    """GrWorldChanges of granum/world.h."""

    _fields_ = [("gravity", c_void_p), ("n_walls", c_int), ("wall", c_void_p), ("wall_velocity", c_void_p)]
    _fields_ += [("velocity", c_void_p), ("spin", c_void_p)]


VECTOR = ("f8", 3)
CONTACT = [("first", "i8"), ("second", "i8"), ("wall", "i4"), ("branch", *VECTOR), ("normal", *VECTOR)]
CONTACT += [("overlap", "f8"), ("force", *VECTOR), ("body", "i8", 2), ("body_branch", *VECTOR), ("overlap_max", "f8")]
CONTACT += [("centre", *VECTOR), ("arm", *VECTOR)]
BODY = [("id", "i8"), ("mass", "f8"), ("position", *VECTOR), ("velocity", *VECTOR), ("spin", *VECTOR)]
BODY += [("orientation", "f8", 4)]
WALL = [("name", "u8"), ("force", *VECTOR), ("torque", *VECTOR), ("position", *VECTOR), ("velocity", *VECTOR)]
WALL += [("spin", *VECTOR), ("orientation", "f8", 4)]


def shared_object() -> ctypes.CDLL:
    """Opens the shared library."""
    given = os.environ.get("GRANUM_LIBRARY")
    paths = [given] if given else [os.path.join(HERE, "libgranum.so"), BUILT]
    path = next((path for path in paths if os.path.exists(path)), None)
    if path is None:
        raise Error(f"the shared library of granum is at none of {', '.join(paths)}; build and install granum")
    return ctypes.CDLL(path)


def printed(c: ctypes.CDLL, write) -> str:
    """Returns the text that write(file) prints into a FILE of C."""
    text, length = c_void_p(), ctypes.c_size_t()
    c.open_memstream.restype = c_void_p
    file = c_void_p(c.open_memstream(byref(text), byref(length)))
    try:
        write(file)
    finally:
        c.fclose(file)
        out = ctypes.string_at(text, length.value).decode(errors="replace")
        c.free(text)
    return out


class Library:
    """The loaded library. MPI is initialized by mpi4py if it is installed, otherwise by PETSc; PETSc by the library."""

    def __init__(self):
        try:
            from mpi4py import MPI
        except ImportError:
            MPI = None
        self.MPI, self.c, self.runs = MPI, shared_object(), {}
        self.c.GrFailureMessage.restype = self.c.GrRunWarning.restype = c_char_p
        self.c.GrStudyAt.restype = c_void_p
        self.c.GrPathHistory.restype, self.c.GrObliqueCount.restype = c_char_p, c_int64
        self.call("PetscInitialize", None, None, None, None)
        self.call("GrErrorHandlerInstall")
        size = ctypes.c_size_t()
        self.call("PetscDataTypeGetSize", PETSC_INT, byref(size))
        self.Int = c_int64 if size.value == 8 else c_int
        self.c.GrRunCount.restype, self.c.GrWorldTotal.restype = self.Int, c_int64
        atexit.register(self.finish)

    def call(self, name: str, *arguments):
        """Calls a function that returns an error code; raises its failure."""
        code = getattr(self.c, name)(*arguments)
        if code == 0:
            return
        message, exit_code = self.c.GrFailureMessage().decode(errors="replace"), self.c.GrFailureCode()
        self.c.GrFailureClear()
        raise Error(message or f"{name} failed with PETSc's error {code}, printed above", exit_code or 1)

    def parts(self, message: str, code: int) -> dict:
        """Returns the parts of a message, as `--errors json` prints them."""
        text = message.encode("utf-8", "surrogateescape")
        return json.loads(self.printed(lambda file: self.c.GrFailurePrintJson(file, code, text)))

    def comm(self, given=None):
        """Returns a communicator of mpi4py, or None without mpi4py, and its handle in C."""
        if self.MPI is None:
            return None, c_void_p.in_dll(self.c, "PETSC_COMM_WORLD")
        comm = self.MPI.COMM_WORLD if given is None else given
        kind = c_void_p if self.MPI._sizeof(self.MPI.Comm) == ctypes.sizeof(c_void_p) else c_int
        return comm, kind.from_address(self.MPI._addressof(comm))

    def printed(self, write) -> str:
        """Returns the text that write(file) prints into a FILE of C."""
        return printed(self.c, write)

    def finish(self):
        """At the end of the process: closes runs that are open, then PETSc, before mpi4py finalizes MPI."""
        for run in list(self.runs.values()):
            run.close()
        self.c.PetscFinalize()


_loaded: list[Library] = []


def library() -> Library:
    """Returns the library, which the first call loads."""
    if not _loaded:
        _loaded.append(Library())
    return _loaded[0]


def yaml_tree(name: str, text: str) -> dict:
    """Returns the tree of a YAML text: for each value, list and map a dictionary with `line`, `column` and `text`,
    `list` or `map`, and in a map `key`. name: file name for messages. Needs no MPI."""
    c = _loaded[0].c if _loaded else shared_object()
    c.GrFailureMessage.restype = c_char_p
    c.GrErrorHandlerInstall()
    failed = []
    given = os.fsencode(name), text.encode("utf-8", "surrogateescape")  # keeps bytes that are not UTF-8
    found = printed(c, lambda file: failed.append(c.GrDocumentPrintJson(*given, file)))
    if failed[0]:
        message, code = c.GrFailureMessage().decode(errors="replace"), c.GrFailureCode()
        c.GrFailureClear()
        raise Error(message, code)
    return json.loads(found)
