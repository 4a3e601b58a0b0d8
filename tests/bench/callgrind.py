"""Counts instructions, flops and bytes of each function and phase of a granum run with Valgrind.

callgrind --dump-instr counts executions of each machine instruction and simulates caches. The last-level cache is
made small, so that no data remain in it between two passes over the particles, as in a real cache with many
particles.
  bytes  64 for each cache line that this cache fetches or writes back
  flops  executed additions, subtractions, products, quotients and roots of doubles, from the disassembly of the
         executable; a vector instruction counts each of its numbers, also masked ones
A phase is a set of functions with all functions that they call, except functions that begin another phase. The cost
of functions that several phases call, such as memcpy, is divided in proportion to the instructions for each caller."""
import collections
import os
import re
import subprocess

from programs import NO_CHECKPOINT, call, settings

LINE, CACHE = 64, 2 << 20  # bytes
PHASES = {  # phases of the performance card by the functions that begin them; the last phase has the rest
    "halo": ("GrBulkExchange",),
    "force pass": ("GrBulkEvaluate", "EvaluateChain"),
    "commit": ("GrBulkCommit", "CommitChain"),
    "rebuild": ("GrWorldEpoch",),
    "output": ("GrWorldGuard", "GrRecorderRecord", "GrRunSave", "GrRunSaveKeep", "GrRunSaveFlush"),
    "integration": (),
}
OPERATION = re.compile(r"v?(add|sub|mul|div|sqrt)([sp])d$|vf(?:n?m)(add|sub)\d+([sp])d$")
WIDTH = {"x": 2, "y": 4, "z": 8}


def plain(name):
    """Removes the suffixes of clones and recursion from a function name."""
    return re.sub(r"('\d+|\.(isra|part|constprop|cold).*)$", "", name)


def flops_of_addresses(granum):
    """Returns {address: flops} of the instructions of an executable."""
    text = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", granum], capture_output=True, text=True, check=True
    ).stdout
    found = {}
    for address, mnemonic, operands in re.findall(r"^\s+([0-9a-f]+):\s+(\S+)\s*(.*)$", text, re.M):
        operation = OPERATION.match(mnemonic)
        if operation:
            packed = "p" in (operation[2], operation[4])
            register = re.search(r"%([xyz])mm", operands)
            found[int(address, 16)] = (WIDTH[register[1]] if packed and register else 1) * (2 if operation[3] else 1)
    return found


def run(granum, case, sets, folder):
    """Runs under callgrind; returns the path of its output."""
    out = os.path.join(folder, "callgrind")
    options = [
        f"--LL={CACHE},16,{LINE}",
        "--dump-instr=yes",
        "--dump-line=no",
        "--compress-pos=no",
        "--compress-strings=no",
    ]
    options += [
        "--cache-sim=yes",
        "--simulate-wb=yes",
        "--toggle-collect=TSSolve",
        "--toggle-collect=GrWorldEpoch",
        f"--callgrind-out-file={out}",
    ]
    words = ["run", case, "-o", os.path.join(folder, "counted"), "--overwrite"]
    words += settings([*sets, *NO_CHECKPOINT])
    call(["valgrind", "--tool=callgrind", *options, granum, *words], folder)
    return out


def count(path, granum):
    """Returns {function: [instructions, flops, bytes]} without callees, and {(caller, function): instructions}."""
    flops, spent, calls = flops_of_addresses(granum), collections.defaultdict(lambda: [0, 0, 0]), collections.Counter()
    events, name, called, own = [], None, None, False
    with open(path) as file:
        for line in file:
            if line.startswith("events:"):
                events = line.split()[1:]
            elif line.startswith("ob="):
                own = os.path.basename(line.strip()) == os.path.basename(granum)
            elif line.startswith("fn="):
                name = plain(line[3:].strip())
            elif line.startswith("cfn="):
                called = plain(line[4:].strip())
            elif line.startswith("0x"):
                address, *numbers = line.split()
                cost = dict(zip(events, map(int, numbers)))
                if called:
                    calls[name, called] += cost.get("Ir", 0)
                else:
                    add(spent[name], cost, flops.get(int(address, 16), 0) if own else 0)
                called = None
    return spent, calls


def add(to, cost, flops):
    moved = ("ILmr", "DLmr", "DLmw", "ILdmr", "DLdmr", "DLdmw")
    to[0] += cost.get("Ir", 0)
    to[1] += flops * cost.get("Ir", 0)
    to[2] += LINE * sum(cost.get(event, 0) for event in moved)


def shares(calls):
    """Returns {function: {phase: share}} from the callers. Functions that no phase reaches are left out."""
    share = {name: {phase: 1.0} for phase, names in PHASES.items() for name in names}
    fixed, callers = set(share), collections.defaultdict(list)
    for (caller, name), cost in calls.items():
        callers[name].append((caller, cost))
    for _ in range(30):  # exceeds the depth of calls
        for name, whence in callers.items():
            total = sum(cost for _, cost in whence)
            if name not in fixed and total:
                share[name] = collections.Counter()
                for caller, cost in whence:
                    for phase, part in share.get(caller, {}).items():
                        share[name][phase] += part * cost / total
    return share


def phases(spent, calls):
    """{phase: [instructions, flops, bytes]}."""
    share, rest = shares(calls), list(PHASES)[-1]
    found = {phase: [0.0, 0.0, 0.0] for phase in PHASES}
    for name, costs in spent.items():
        of = share.get(name, {})
        for phase, part in [*of.items(), (rest, 1.0 - sum(of.values()))]:
            found[phase] = [had + part * cost for had, cost in zip(found[phase], costs)]
    return found
