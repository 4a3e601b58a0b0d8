"""jobs/tools/site: all links lead somewhere, each contact law has a page with a picture and an example that runs, the
search index holds the pages, the contents list every page, and a folder that is not a site is kept.
Labels: input run."""
import json
import os
import subprocess
import tempfile

from granum_test import GRANUM, SOURCE, done, fact, run

site = os.path.join(SOURCE, "jobs", "tools", "site")
laws = [line.split()[0] for line in run(["laws"]).stdout.splitlines() if line[:1].strip()]
with tempfile.TemporaryDirectory() as top:
    out = os.path.join(top, "site")
    made = subprocess.run([site, "-o", out], capture_output=True, text=True, env={**os.environ, "GRANUM": GRANUM})
    fact(made.returncode == 0, f"jobs/tools/site finds no broken link: {made.stdout}{made.stderr}")
    for name in laws:
        files = [os.path.join(out, "reference", "laws", name + end) for end in (".html", ".png", ".yaml")]
        fact(all(map(os.path.isfile, files)), f"{name} has a page, a picture and an example")
        ended = run(["run", files[2], "-o", os.path.join(top, "run"), "--overwrite"], check=False)
        fact(ended.returncode == 0, f"the example of {name} runs: {ended.stderr}")
    with open(os.path.join(out, "pages.js")) as file:
        index = json.loads(file.read().removeprefix("const PAGES = ").removesuffix(";\n"))
    fact(any(entry["title"] == "tsuji" for entry in index), "the search finds the page of tsuji")
    fact(
        all(os.path.isfile(os.path.join(out, entry["url"].partition("#")[0])) for entry in index),
        f"all {len(index)} entries of the search lead to a page",
    )
    again = subprocess.run([site, "-o", top], capture_output=True, text=True, env={**os.environ, "GRANUM": GRANUM})
    fact(again.returncode != 0 and os.path.isdir(out), f"a folder that holds other files is kept: {again.stderr}")
done()
