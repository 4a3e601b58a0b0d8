"""Two hosts with two ranks each that communicate only by TCP have the bits of one host with four ranks, and of one
rank.

The hosts are two network namespaces of this machine with separate host names, joined by a veth pair. The script
restarts itself in the first; the second exists as long as a process that sleeps in it. Both vanish at the end of the
script. If namespaces cannot be created (in many containers), the test prints this and checks nothing.
Labels: bulk contact input law parallel particle record run time."""
import os
import shutil
import subprocess
import sys
import tempfile

from cases import struck_chain
from granum_test import GRANUM, MPIEXEC, SKIPPED, case, done, fact, own_environment, run, skip

ADDRESS = {"one": "10.213.7.1", "two": "10.213.7.2"}
CASES = {
    "chain": struck_chain(40, "luding")
    + """time: {end: 10 us, step: 0.02 us}
output: {energy: {every: 1 us}}
""",
    "gas": """
dimension: 3
domain: {lower: [0, 0, 0], upper: [12 mm, 6 mm, 6 mm], periodic: [true, true, true]}
materials: {grain: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}}
contacts:
  - {between: '*', normal: {law: tsuji, restitution: 0.8}, tangential: {law: mindlin, friction: 0.3}}
particles:
  grains: {random: {solid_fraction: 0.2}, material: grain, radius: 0.4 mm, velocity_deviation: 0.3 m/s}
time: {end: 0.6 ms, step: 2 us}
output: {trajectory: {every: 0.2 ms}, energy: {every: 50 us}}
""",
}
MAPPING = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
ENTER = ["unshare", *MAPPING, "--net", "--uts"]


def may_make():
    """Returns None, or the reason why such hosts cannot be created."""
    if not all(map(shutil.which, ("unshare", "nsenter", "ip", "hostname"))):
        return "needs unshare, nsenter, hostname (util-linux, hostname) and ip (iproute2)"
    script = "ip link add first type veth peer name second && hostname one"
    told = subprocess.run([*ENTER, "sh", "-c", script], capture_output=True, text=True)
    return f"needs namespaces: {told.stderr.strip()}" if told.returncode else None


def ip(*words, inside=()):
    subprocess.run([*inside, "ip", *words], check=True)


def join(process):
    """Connects this namespace, host `one`, to that of the process, host `two`."""
    two = ["nsenter", "--target", str(process), "--net", "--uts"]
    subprocess.run(["hostname", "one"], check=True)
    subprocess.run([*two, "hostname", "two"], check=True)
    ip("link", "add", "first", "type", "veth", "peer", "name", "second", "netns", str(process))
    for name, device, inside in (("one", "first", ()), ("two", "second", two)):
        ip("address", "add", f"{ADDRESS[name]}/24", "dev", device, inside=inside)
        for link in ("lo", device):
            ip("link", "set", link, "up", inside=inside)
    return two


def agent(folder, two):
    """Writes the command that mpirun calls in place of ssh, with the host name and a command."""
    path = os.path.join(folder, "agent")
    with open(path, "w") as file:
        file.write(f'#!/bin/sh\n[ "$1" = {ADDRESS["two"]} ] || exit 1\nshift\nexec {" ".join(two)} sh -c "$*"\n')
    os.chmod(path, 0o755)
    return path


def sent():
    """Returns the bytes that this host has sent over the link."""
    with open("/proc/net/dev") as file:
        return next(int(line.split()[9]) for line in file if line.strip().startswith("first:"))


def launch(arguments, rsh):
    """Runs granum on both hosts; returns the host names of the ranks."""
    options = {"plm_rsh_agent": rsh, "btl": "self,vader,tcp", "btl_tcp_if_include": "10.213.7.0/24"}
    options |= {"oob_tcp_if_include": "10.213.7.0/24", "hwloc_base_binding_policy": "none"}
    options["mpi_yield_when_idle"] = "1"  # four ranks on possibly two cores
    words = [w for item in options.items() for w in ("--mca", *item)]
    hosts = ",".join(f"{address}:2" for address in ADDRESS.values())
    told = subprocess.run(
        [MPIEXEC, *words, "--host", hosts, "-n", "4", GRANUM, *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=own_environment(),
        timeout=100,
    )
    if told.returncode:
        sys.exit(f"two hosts: {told.returncode}\n{told.stdout}{told.stderr}")


def compare(name, text, folder, rsh):
    path = case(text)
    outs = {key: os.path.join(folder, f"{name}-{key}") for key in ("1 rank", "4 ranks", "2 hosts")}
    run(["run", path, "-o", outs["1 rank"]])
    run(["run", path, "-o", outs["4 ranks"]], ranks=4)
    before = sent()
    launch(["run", path, "-o", outs["2 hosts"]], rsh)
    bytes_sent = sent() - before
    fact(bytes_sent > 100000, f"{name}: the two hosts exchange messages over the network: {bytes_sent} bytes")
    for other in ("1 rank", "4 ranks"):
        told = run(["diff", *(os.path.join(outs[k], "results.h5") for k in ("2 hosts", other))], check=False)
        fact(told.returncode == 0, f"{name}: two hosts with two ranks each: the bits of {other} {told.stdout.strip()}")
    os.unlink(path)


def inside():
    # In the namespace the user is root, which Open MPI refuses by default.
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    second = subprocess.Popen(["unshare", "--net", "--uts", "sleep", "200"])
    try:
        while os.readlink(f"/proc/{second.pid}/ns/net") == os.readlink("/proc/self/ns/net"):
            pass
        with tempfile.TemporaryDirectory() as folder:
            rsh = agent(folder, join(second.pid))
            for name, text in CASES.items():
                compare(name, text, folder, rsh)
    finally:
        second.kill()
        second.wait()


if sys.argv[1:] == ["inside"]:
    inside()
    done()
why_not = may_make()
if why_not:
    skip(why_not)
    done()
status = subprocess.run([*ENTER, sys.executable, __file__, "inside"]).returncode
fact(status in (0, SKIPPED), f"in its namespaces the test ended with {status}")
done()
