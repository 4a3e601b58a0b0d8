"""A granum-post that starts at once: a process that has loaded the package becomes, by a fork, each command's process.
A command has its own arguments, folder, standard files and exit code, as granum-post has."""
import atexit
import os
import signal
import socket
import sys

import granum_post.__main__

# The program in place of postprocess/granum-post: sends arguments, folder and standard files to the server.
CLIENT = """#!{python} -ISE
import os, socket, sys
with socket.socket(socket.AF_UNIX) as server:
    server.connect({address!r})
    words = "\\0".join([os.getcwd(), *sys.argv[1:]]).encode()
    socket.send_fds(server, [len(words).to_bytes(4, "little")], [0, 1, 2])
    server.sendall(words)
    sys.exit(int(server.recv(16) or b"1"))
"""


def execute(connection):
    """Runs one command in this process, which ends with it."""
    head, files, _, _ = socket.recv_fds(connection, 4, 3)
    text = b""
    while len(text) < int.from_bytes(head, "little"):
        text += connection.recv(1 << 16)
    folder, *words = text.decode().split("\0")
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    code = 1
    try:
        code = granum_post.__main__.main(words)
    except SystemExit as end:  # from the argument parser
        code = end.code
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        connection.sendall(str(code or 0).encode())
        os._exit(0)


def serve(address):
    """Starts the server, a process that ends with this one."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    server = os.fork()
    if server:
        listener.close()
        atexit.register(os.kill, server, signal.SIGKILL)
        return
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        connection, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            execute(connection)
        connection.close()


def write_client(path, address):
    with open(path, "w") as file:
        file.write(CLIENT.format(python=sys.executable, address=address))
    os.chmod(path, 0o755)
