"""A run: steps, quantities of the particles of this rank, forces and changes of the calling program."""
from __future__ import annotations

import ctypes
import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from ctypes import byref, c_bool, c_char_p, c_double, c_int, c_int64, c_void_p

import numpy as np

from .cases import Case, Input, overrides
from .library import BODY, CONTACT, WALL, Act, Changes, Error, Force, ForceChunk, Ledger, Options, Visit, library

SLICE = 10**7  # particles times steps between two chances for an interrupt of Python, about a second
ROUNDING = 1e-9  # relative error of the time of the last step
FORCE_SLICE = 100  # steps between two agreements of the ranks on failures of a force
OVERWRITE, CONTINUE = 2, 3  # GR_FOLDER_OVERWRITE, GR_FOLDER_CONTINUE
QUANTITIES = ("positions", "velocities", "spins", "forces", "torques", "radii", "masses")  # in the order of GrQuantity
CHUNK = {"id": 0, "radius": 1, "mass": 1, "position": 3, "velocity": 3, "spin": 3, "force": 3, "torque": 3}


def array_at(address: int, n: int, components: int, writeable: bool) -> np.ndarray:
    """Returns an array on memory of the library: [n][3] or [n] doubles; components 0: [n] integers."""
    size = 8 * n * max(components, 1)
    array = np.frombuffer((ctypes.c_char * size).from_address(address), dtype="f8" if components else "i8")
    array.flags.writeable = writeable
    return array.reshape(n, 3) if components == 3 else array


def number(value, name: str, wanted: str) -> float:
    """Returns a number that the caller gives."""
    try:
        found = math.nan if isinstance(value, str) else float(value)
    except (TypeError, ValueError):
        found = math.nan
    if math.isnan(found):
        raise Error(f"{name}: {value!r} is not a number; give a number {wanted}")
    return found


def raise_on_all(comm, problems: list[str]):
    """Raises the first problem of the first rank that has one, on all ranks. Collective."""
    every = [problems] if comm is None else comm.allgather(problems)
    for problem in (problem for one in every for problem in one):
        raise Error(problem)


class Particles:
    """The particles that a force acts on, in arrays on memory of the library, valid during the call: `n`, `time` [s];
    `id`, `radius`, `mass`, `position`, `velocity`, `spin`; `force` [N] and `torque` [N m] are to be set, initially 0.
    """

    def __init__(self, chunk: ForceChunk):
        self._chunk, self.n, self.time = chunk, chunk.n, chunk.time

    def __getattr__(self, name: str) -> np.ndarray:
        if name not in CHUNK:
            raise AttributeError(f"particles have no {name}; they have {', '.join(CHUNK)}")
        array = array_at(getattr(self._chunk, name), self.n, CHUNK[name], name in ("force", "torque"))
        setattr(self, name, array)
        return array


class Walls(dict):
    """Walls by name. An unknown name is an Error that lists the names."""

    def __missing__(self, name: str):
        raise Error(f"walls: there is no wall {name}; the case has {', '.join(self) or 'no walls'}")


class Callback:
    """A function that a run calls every `every` steps, or every `interval` seconds, from now on."""

    def __init__(self, function: Callable, every: int | None, interval: float | None, step: int, time: float):
        self.function, self.every, self.interval, self.begin = function, every, interval, time
        self.step, self.calls = step + every if every else 0, 1

    def time(self) -> float:
        return self.begin + self.calls * self.interval if self.interval else math.inf

    def call(self, run: Run, goal: float | None):
        """Calls the function if it is due. goal: the time that has been reached, None: none."""
        while (self.every and run.step >= self.step) or (goal is not None and self.time() <= goal):
            self.step += self.every or 0
            self.calls += 1
            self.function(run)


class Run:
    """A run of a case of particles on all ranks of a communicator; its results have the bits of `granum run`.

    case: path of an input, a dict, or a granum.case(); set: {"time.end": "2 ms"}, as --set of the command; name: one of
    several cases; output: folder of the results, None: no output; overwrite: replaces a run in this folder, and closes
    a Run that writes there; force: a function of Particles that sets forces; comm: a communicator of mpi4py, by default
    all ranks.

    Arrays have the particles of this rank. They are read-only copies, made when they are first read after a step.
    Creation, steps, changes and all reading are collective, except for `time`, `step`, `ids` and `bodies`."""

    def __init__(
        self,
        case: str | os.PathLike | Mapping | Case,
        set: Mapping | None = None,
        output: str | os.PathLike | None = None,
        overwrite: bool = False,
        name: str | None = None,
        force: Callable[[Particles], None] | None = None,
        comm=None,
    ):
        self._begin(output, comm)
        for other in list(self.library.runs.values()):  # a cell of a notebook that is executed again
            if (
                other is not self
                and overwrite
                and other.output
                and os.path.realpath(other.output) == os.path.realpath(self.output or "")
            ):
                other.close()
        try:
            self._input = Input(case, set, name, self._handle)
            the_case = self._input.only_of_particles()
            self._set_force(force)
            if self._force:
                self.library.c.GrCaseSetForce(the_case, byref(self._force))
            self._create(the_case, overwrite)
        except Error:
            self.close()
            raise

    @classmethod
    def resume(
        cls,
        checkpoint: str | os.PathLike,
        set: Mapping | None = None,
        output: str | os.PathLike | None = None,
        force: Callable[[Particles], None] | None = None,
        comm=None,
    ) -> Run:
        """Resumes a run from a checkpoint, or from the newest checkpoint of a folder, as `granum resume`, on any number
        of ranks. set: keys that do not affect computed results, {"time.end": "4 ms"}; output: another folder, into
        which the results are copied; force: the function that the run had. Collective."""
        run, path = cls.__new__(cls), os.fspath(checkpoint)
        run._begin(output or (path if os.path.isdir(path) else os.path.dirname(path) or "."), comm)
        try:
            run._set_force(force)
            texts = overrides(set)
            options = Options(None, None if output is None else os.fsencode(run.output), *texts)
            options.force = ctypes.pointer(run._force) if run._force else None
            run._create_folder(None, CONTINUE)
            objects = byref(run._case), byref(run._world), byref(run._run)
            run.library.call("GrRunResume", run._handle, os.fsencode(path), run._folder, byref(options), *objects)
        except Error:
            run.close()
            raise
        return run

    def _begin(self, output: str | os.PathLike | None, comm):
        self.library = library()
        self.comm, self._handle = self.library.comm(comm)
        self._input, self._case, self._run, self._world, self._folder = None, *(c_void_p() for _ in range(4))
        self.output = None if output is None else os.fspath(output)
        self.ended, self.stopped, self._failure, self._problem = False, None, None, None
        self._warnings: list[str] | None = None
        self._callbacks: list[Callback] = []
        self._arrays: dict = {}
        self.library.runs[id(self)] = self

    def _set_force(self, force: Callable | None):
        def act(context, chunk):
            try:
                if force(Particles(chunk.contents)) is not None:
                    raise Error("force: the function returns a value; add to particles.force in place, return nothing")
            except BaseException as problem:  # the library cannot pass it on; see _agree
                self._problem = self._problem or problem

        self._force = Force(b"python", Act(act), None) if force else None

    def _create_folder(self, path: bytes | None, use: int):
        line = ["python3", *sys.argv]
        self._line = (c_char_p * (len(line) + 1))(*(os.fsencode(word) for word in line), None)  # for run.json
        self.library.call("GrRunFolderCreate", self._handle, path, use, self._line, byref(self._folder))

    def _create(self, the_case: c_void_p, overwrite: bool):
        call = self.library.call
        if self.output is not None:
            self._create_folder(os.fsencode(self.output), OVERWRITE if overwrite else 0)
            call("GrRunFolderSpare", self._folder, self._input.study)
        call("GrWorldCreate", self._handle, the_case, byref(self._world))
        call("GrRunCreate", self._world, self._folder, None, byref(self._run))

    # ---- steps ----

    def _when(self) -> tuple[int, float]:
        step, time = c_int64(), c_double()
        self._call("GrRunWhen", self._run, byref(step), byref(time))
        return step.value, time.value

    @property
    def step(self) -> int:
        """Number of the current step."""
        return self._when()[0]

    @property
    def time(self) -> float:
        """Time of the current step [s]."""
        return self._when()[1]

    def steps(self, n: int = 1) -> bool:
        """Makes n further steps, fewer if the case ends. Returns whether the case has not ended."""
        if not 0 <= number(n, "steps", "of steps") < 2**62:
            raise Error(f"steps: a run cannot make {n} steps; give a number of steps from 0 on")
        return self._advance(self.step + int(n), math.inf)

    def until(self, time: float) -> bool:
        """Makes steps until this time [s] is reached. Returns whether the case has not ended."""
        return self._advance(2**63 - 1, number(time, "until", "in s"))

    def finish(self):
        """Makes all steps to the end of the case."""
        self.until(math.inf)

    def call(self, function: Callable[[Run], None], every: int | None = None, interval: float | None = None):
        """From now on steps() and until() call function(run) after every `every` steps, or after the first step that
        reaches each multiple of `interval` seconds from now. The run is between two steps then."""
        interval = None if interval is None else number(interval, "interval", "in s")
        every = None if every is None else number(every, "every", "of steps")
        if (every is None) == (interval is None) or not (interval or 0) > 0 and not (every or 0) >= 1:
            raise Error("call: give either every, a number of steps, or interval, in seconds, above 0")
        self._callbacks.append(Callback(function, every and int(every), interval, *self._when()))

    def _advance(self, last: int, time: float) -> bool:
        step, slice_of_run = self.step, max(100, SLICE // max(1, self.library.c.GrWorldTotal(self._world)))
        while not self.ended and step < last:
            goal = min([time, *(callback.time() for callback in self._callbacks)])
            count = min([last, *(callback.step for callback in self._callbacks if callback.every)]) - step
            count = min(count, FORCE_SLICE if self._force else slice_of_run)
            made = self._make(count, goal)
            reached = made < count and not self.ended
            for callback in list(self._callbacks):
                callback.call(self, goal if reached else self.time * (1 + ROUNDING) if self.ended else None)
            if reached and goal == time:
                break
            step = self.step
        return not self.ended

    def _make(self, n: int, time: float) -> int:
        """Makes at most n steps, at most until `time`; returns their number."""
        ended, before = c_bool(False), self.step
        self._arrays = {}
        try:
            self._call("GrRunStepsUntil", self._run, c_int64(n), c_double(time), byref(ended))
        except Error as failure:
            self._failure = failure
            raise self._problem or failure from None
        finally:
            made = self._when()[0] - before
        self._agree()
        if ended.value:
            self._end()
        return made

    def _agree(self):
        """Raises the failure of a force on all ranks."""
        if not self._force:
            return
        failed = self._problem is not None
        if self.comm is not None:
            failed = self.comm.allreduce(failed, self.library.MPI.LOR)
        if failed:
            self._failure = Error("the force failed on another rank", 1)
            raise self._problem or self._failure

    def _end(self):
        """The case has ended, or the run has been stopped: closes the folder. Quantities can still be read."""
        text = ctypes.create_string_buffer(4096)
        self.ended = True
        if self.library.c.GrRunStopped(self._run, text, ctypes.c_size_t(4096)):
            self.stopped = text.value.decode()
        self._warnings = self._read_warnings()
        if self._folder:
            self.library.call("GrRunReport", self._run, None)  # stores the performance card
            self.library.call("GrRunFolderClose", byref(self._folder), 0)

    def _call(self, name: str, *arguments):
        if not self._run:
            raise Error("the run is closed; create another one")
        if self._failure:
            raise self._failure
        self.library.call(name, *arguments)

    @property
    def rank(self) -> int:
        """Number of this rank, from 0."""
        return 0 if self.comm is None else self.comm.rank

    # ---- quantities of this rank ----

    def _kept(self, name: str, read: Callable[[], np.ndarray]) -> np.ndarray:
        if name not in self._arrays:
            self._when()  # fails if the run is closed
            array = read()
            array.flags.writeable = False
            self._arrays[name] = array
        return self._arrays[name]

    def _count(self) -> int:
        return self.library.c.GrRunCount(self._run)

    def _read(self, what: int) -> np.ndarray:
        n = self._count()
        array = np.empty((n, 3) if what < QUANTITIES.index("radii") else n)
        self._call("GrRunRead", self._run, what, c_void_p(array.ctypes.data))
        return array

    def __getattr__(self, name: str) -> np.ndarray:
        if name not in QUANTITIES:
            raise AttributeError(f"a run has no {name}; quantities are ids, {', '.join(QUANTITIES)}")
        return self._kept(name, lambda: self._read(QUANTITIES.index(name)))

    def _read_ids(self) -> np.ndarray:
        array = np.empty(self._count(), dtype="i8")
        self.library.c.GrRunIds(self._run, c_void_p(array.ctypes.data))
        return array

    @property
    def ids(self) -> np.ndarray:
        """Ids of the particles of this rank; other quantities are in this order."""
        return self._kept("ids", self._read_ids)

    def _read_contacts(self) -> np.ndarray:
        kind, parts = np.dtype(CONTACT, align=True), []

        def visit(context, n, contact):
            parts.append(ctypes.string_at(contact, n * kind.itemsize))

        self._call("GrRunContacts", self._run, Visit(visit), None)
        return np.frombuffer(bytearray(b"".join(parts)), dtype=kind)

    @property
    def contacts(self) -> np.ndarray:
        """Acting contacts, each on one rank, with the fields of GrContact: contacts["force"]."""
        return self._kept("contacts", self._read_contacts)

    def _read_structs(self, name: str, kind: list, count) -> np.ndarray:
        self._call(name, self._run, byref(count), None)
        array = np.zeros(count.value, dtype=np.dtype(kind, align=True))
        self._call(name, self._run, byref(count), c_void_p(array.ctypes.data))
        return array

    @property
    def bodies(self) -> np.ndarray:
        """Rigid bodies of this rank, with the fields of GrRunBody."""
        return self._kept("bodies", lambda: self._read_structs("GrRunBodies", BODY, self.library.Int()))

    @property
    def walls(self) -> Walls:
        """Walls by name, the same on every rank and with the same bits on any number: walls["lid"]["force"]."""
        array = self._kept("walls", lambda: self._read_structs("GrRunWalls", WALL, c_int()))
        names = [ctypes.string_at(int(address)).decode() for address in array["name"]]
        return Walls(zip(names, array[[name for name, *_ in WALL[1:]]]))

    @property
    def energy(self) -> dict[str, float]:
        """The energy ledger of the whole system [J]."""
        ledger = Ledger()
        self._call("GrRunLedger", self._run, byref(ledger))
        return {name: getattr(ledger, name) for name, _ in Ledger._fields_}

    def _read_warnings(self) -> list[str]:
        found = []
        while (text := self.library.c.GrRunWarning(self._run, len(found))) is not None:
            found.append(text.decode())
        return found

    @property
    def warnings(self) -> list[str]:
        """Texts of the warnings so far, of all segments if the run has an output folder; on rank 0, [] on others."""
        if self._warnings is None:
            self._when()  # fails if the run is closed
            return self._read_warnings()
        return self._warnings

    def gather(self, name: str) -> np.ndarray | None:
        """Returns a quantity of all ranks on rank 0, in the order of the ids: "positions", "ids", ...; contacts by
        their ids. None on other ranks. Collective."""
        if name not in ("ids", "contacts", "bodies", *QUANTITIES):
            raise Error(f"gather: there is no {name}; write ids, contacts, bodies, {', '.join(QUANTITIES)}")
        values = getattr(self, name)
        keys = [values["second"], values["first"]] if name == "contacts" else None
        keys = keys or [values["id"] if name == "bodies" else self.ids]
        if self.comm is not None and self.comm.size > 1:
            both = self.comm.gather((values, keys))
            if both is None:
                return None
            values = np.concatenate([part for part, _ in both])
            keys = [np.concatenate(parts) for parts in zip(*(part for _, part in both))]
        return values[np.lexsort(keys)]

    # ---- changes ----

    def change(
        self,
        gravity: Sequence[float] | None = None,
        walls: Mapping[str, Sequence[float]] | None = None,
        velocities: np.ndarray | None = None,
        spins: np.ndarray | None = None,
    ):
        """Changes an assembly between two steps, see GrWorldChanges of granum/world.h: gravity [m/s^2]; constant
        velocities of walls by name [m/s]; velocities and spins of the particles of this rank, in the order of `ids`.
        Later checkpoints contain the values in force; a resumed run continues with them. Collective."""
        names, n = list(self.walls), self._count()
        problems = [
            f"walls: there is no wall {name}; the case has {', '.join(names)}"
            for name in walls or {}
            if name not in names
        ]
        arrays = []

        def array(name, value, wanted, *shape) -> np.ndarray:
            try:
                found = np.ascontiguousarray(value, dtype="f8")
            except (TypeError, ValueError):
                found = np.empty(0)
            if found.shape != shape or not np.isfinite(found).all():
                problems.append(f"{name}: give {wanted}")
                found = np.zeros(shape)
            arrays.append(found)
            return found

        def address(name, value, wanted, *shape) -> int | None:
            return None if value is None else array(name, value, wanted, *shape).ctypes.data

        numbers = np.array([names.index(name) for name in walls or {} if name in names], dtype="i4")
        speeds = [
            array(f"walls, {name}", value, "three finite numbers in m/s", 3) for name, value in (walls or {}).items()
        ]
        of_walls = address("walls", speeds, "three numbers for each", len(speeds), 3) if walls else None
        changes = Changes(address("gravity", gravity, "three finite numbers in m/s^2", 3), len(numbers))
        changes.wall, changes.wall_velocity = numbers.ctypes.data, of_walls
        rows = f"an array of {n} x 3 finite numbers, a row for each of `ids`, in "
        changes.velocity = address("velocities", velocities, rows + "m/s", n, 3)
        changes.spin = address("spins", spins, rows + "rad/s", n, 3)
        raise_on_all(self.comm, problems)
        self._call("GrRunChange", self._run, byref(changes))
        self._arrays = {}

    # ---- end ----

    def close(self):
        """Frees the run. A run that has not ended keeps the results recorded so far. Collective."""
        call = self.library.call
        if self.library.runs.pop(id(self), None) is None:
            return
        self._arrays = {}
        call("GrRunDestroy", byref(self._run))
        if self._folder:
            call("GrRunFolderClose", byref(self._folder), 0)
        call("GrWorldDestroy", byref(self._world))
        call("GrCaseDestroy", byref(self._case))
        if self._input:
            self._input.destroy()

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *problem):
        self.close()
