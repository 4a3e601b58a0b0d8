"""jobs/tools/release writes a tarball that has each file of the commit and its version, whose checksum is right and
depends on the commit only; CMake configures it in a folder without git, and Spack's recipe names its checksum.
CITATION.cff and CMakeLists.txt have the same version.
Labels: jobs."""
import ast
import hashlib
import os
import re
import subprocess
import tarfile
import tempfile
import urllib.parse

from granum_test import SOURCE, done, fact


def text_of(*parts):
    with open(os.path.join(*parts), encoding="utf-8") as file:
        return file.read()


def call(words, **options):
    return subprocess.run(words, capture_output=True, text=True, check=False, **options)


def clone(top):
    """A clone of the commit, so that changes of the checkout do not matter."""
    copy = f"{top}/clone"
    told = call(["git", "clone", "-q", "--no-hardlinks", SOURCE, copy])
    return copy if told.returncode == 0 else None


def release(copy, folder):
    told = call([f"{copy}/jobs/tools/release", folder])
    if told.returncode != 0:
        raise SystemExit(f"FAIL jobs/tools/release: {told.stdout}{told.stderr}")
    return told.stdout.strip()


def version_from(folder, top):
    """The version that src/version.cmake finds in a folder."""
    words = ["cmake", "-D", f"SOURCE={folder}", "-D", "RELEASE=9.9.9", "-D", f"HEADER={top}/version.h"]
    call([*words, "-P", f"{folder}/src/version.cmake"])
    return re.findall(r'"(.*)"', text_of(top, "version.h"))


def versions(copy, top):
    git = ["git", "-C", copy, "-c", "user.name=n", "-c", "user.email=e"]
    head = call([*git, "rev-parse", "HEAD"]).stdout.strip()
    found = version_from(copy, top)
    tagged = call([*git, "describe", "--tags", "--match", "v[0-9]*"]).returncode == 0
    fact(tagged or re.fullmatch(r"9\.9\.9-g[0-9a-f]{9}", found[0]), f"the version of a commit without a tag: {found}")
    call([*git, "tag", "v12.3.4"])
    fact(version_from(copy, top) == ["12.3.4", head], "the version of a tagged commit is the tag, 12.3.4")
    call([*git, "commit", "-q", "--allow-empty", "-m", "empty"])
    found = version_from(copy, top)[0]
    fact(re.fullmatch(r"12\.3\.4-1-g[0-9a-f]{9}", found), f"the version one commit after the tag: {found}")
    with open(f"{copy}/README.md", "a", encoding="utf-8") as file:
        file.write("\n")
    fact(version_from(copy, top)[0] == found + "-dirty", "the version of a changed checkout ends in -dirty")


def tarball(copy, top):
    folder = f"{top}/it's & a, b"  # any name of a folder gives a valid URL
    path = release(copy, folder)
    with open(path, "rb") as file:
        checksum = hashlib.sha256(file.read()).hexdigest()
    fact(
        text_of(f"{path}.sha256").split() == [checksum, os.path.basename(path)],
        f"{os.path.basename(path)}: the checksum file contains checksum and name",
    )
    again = release(copy, f"{top}/b")
    fact(text_of(f"{again}.sha256").split()[0] == checksum, "releasing the same commit twice gives the same checksum")
    recipe = text_of(f"{folder}/spack/packages/granum/package.py")
    ast.parse(recipe)
    easy = text_of(path.removesuffix(".tar.gz") + ".eb")
    ast.parse(easy)
    fact(
        f'sha256="{checksum}"' in recipe and f"file://{urllib.parse.quote(path)}" in recipe and checksum in easy,
        "the recipes contain the checksum of the archive",
    )
    with tarfile.open(path) as archive:
        archive.extractall(f"{top}/out")
    (name,) = os.listdir(f"{top}/out")
    listed = set(call(["git", "-C", copy, "ls-files"]).stdout.split("\n")) - {""}
    files = {
        os.path.relpath(os.path.join(at, n), f"{top}/out/{name}") for at, _, ns in os.walk(f"{top}/out") for n in ns
    }
    fact(files == listed | {"VERSION"}, f"the archive has {len(files)} files: {sorted(files ^ listed)}")
    return f"{top}/out/{name}"


def builds_without_git(folder, top):
    head = text_of(folder, "VERSION").split()
    options = ["-G", "Ninja", "-DBUILD_TESTING=OFF", "-DCMAKE_BUILD_TYPE=Release"]
    told = call(["cmake", "-S", folder, "-B", f"{top}/build", *options], env={**os.environ, "GIT_DIR": "/nonexistent"})
    told = told if told.returncode else call(["ninja", "-C", f"{top}/build", "granum-version"])
    header = os.path.join(top, "build", "generated", "granum_version.h")
    found = re.findall(r'"(.*)"', text_of(header)) if os.path.exists(header) else told.stderr
    fact(found == head, f"CMake finds the version in the archive without git: {found}")


released = re.search(r"project\(granum VERSION (\S+)", text_of(SOURCE, "CMakeLists.txt"))[1]
fact(f"\nversion: {released}\n" in text_of(SOURCE, "CITATION.cff"), f"CITATION.cff has the version {released}")
with tempfile.TemporaryDirectory() as top:
    copy = clone(top) if os.path.exists(os.path.join(SOURCE, ".git")) else None
    if copy:
        builds_without_git(tarball(copy, top), top)
        versions(copy, top)
    else:
        fact(os.path.exists(os.path.join(SOURCE, "VERSION")), "the checkout is an unpacked release: no archive is made")
done()
