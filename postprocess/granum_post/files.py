"""Writes files so that an incomplete file is never left, and so that nothing is written through a symbolic link."""
import contextlib
import os
import stat


def fresh(path):
    """Removes an old file or link, for example one that a killed program left. Returns the path."""
    with contextlib.suppress(FileNotFoundError):
        os.remove(path)
    return path


def is_device(path):
    """Whether the path is a device or a pipe, or one of the links in /dev: /dev/stdout."""
    try:
        return path.startswith("/dev/") or not stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False


@contextlib.contextmanager
def whole_file(path, mode="w"):
    """Opens a new file for writing; at the end it replaces a file or link of this name. `mode`: "w" or "wb". File names
    in a text may contain bytes that are no text."""
    words = {"encoding": "utf-8", "errors": "replace"} if mode == "w" else {}
    if is_device(path):
        with open(path, mode, **words) as out:
            yield out
        return
    part = path + ".part"
    try:
        with open(fresh(part), mode.replace("w", "x"), **words) as out:
            yield out
        os.replace(part, path)
    finally:
        if os.path.lexists(part):
            os.remove(part)
