"""Instructions, flops and bytes of each function and phase, from Valgrind's count of a run of granum.

Valgrind (callgrind --dump-instr) tells how often each machine instruction was executed, and simulates caches: the last
of them is made small, so that nothing stays in it from one pass over the particles to the next, which is what many
particles do to a real one.
  bytes  64 for each line that this cache fetches, or writes back
  flops  executed additions, subtractions, products, quotients and roots of doubles, as the disassembly of the
         executable names them, each for as many numbers as the instruction takes, masked ones included
A phase is a set of functions with all that they call, but for what other phases begin; what phases share, such as
memcpy, is split by the instructions spent for each caller."""
import collections
import os
import re
import subprocess

from programs import NO_CHECKPOINT, call, settings

LINE, CACHE = 64, 2 << 20  # bytes
PHASES = {  # of the performance card, by the functions that begin them; what is left is of the last
    "halo": ("GrBulkExchange",),
    "force pass": ("GrBulkEvaluate", "EvaluateChain"),
    "commit": ("GrBulkCommit", "CommitChain"),
    "rebuild": ("GrWorldEpoch",),
    "output": ("GrWorldGuard", "GrRecorderRecord", "GrSave", "GrSaveKeep", "GrSaveFlush"),
    "integration": (),
}
OPERATION = re.compile(r"v?(add|sub|mul|div|sqrt)([sp])d$|vf(?:n?m)(add|sub)\d+([sp])d$")
WIDTH = {"x": 2, "y": 4, "z": 8}


def plain(name):
    """A function without the endings of clones and recursion."""
    return re.sub(r"('\d+|\.(isra|part|constprop|cold).*)$", "", name)


def flops_of_addresses(granum):
    """{address: flops} of the instructions of an executable."""
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
    """Counts a run; the path of what Valgrind wrote."""
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
    """{function: [instructions, flops, bytes]} of the functions themselves, and {(caller, function): instructions}."""
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
    """{function: {phase: share}} by who calls it; functions that no phase reaches are not there."""
    share = {name: {phase: 1.0} for phase, names in PHASES.items() for name in names}
    fixed, callers = set(share), collections.defaultdict(list)
    for (caller, name), cost in calls.items():
        callers[name].append((caller, cost))
    for _ in range(30):  # deeper than calls go
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
