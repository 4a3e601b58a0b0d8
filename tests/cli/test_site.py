"""jobs/tools/site: all links lead somewhere, each contact law has a page with a picture and an example that runs, the
search finds pages, also by other words, the contents list every page, and a folder that is not a site is kept. The
search needs node, and is not tried without it.
Labels: input run."""
import json
import os
import shutil
import subprocess
import tempfile

from granum_test import GRANUM, SOURCE, done, fact, run

SEARCHES = {  # words of a user -> the beginning of a title among three results, and the word marked in its text
    "porosity": ("Packed to a solid fraction", "solid fraction"),
    "conveyors": ("Belts and rollers", "belt"),
    "wear": ("Load and wear", "wear"),
    "movie": ("Contacts", "film"),
    "angle of repose": ("Angle of repose", ""),
    "moistu": ("capillary_bridge", "capillary"),
}
SCRIPT = """
const fs = require('fs');
eval(fs.readFileSync('pages.js', 'utf8').replace('const ', 'var ') + fs.readFileSync('search.js', 'utf8') + `
const found = process.argv.slice(1).map(query => search(query, PAGES, 3).map(
  one => [one.entry.title.trim(), snippet(one.entry.text, one.word)[1].toLowerCase()]));
console.log(JSON.stringify(found));`);
"""

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
    with open(os.path.join(out, "inputs", "guide", "materials-and-laws.html")) as file:
        linked = '<a href="../../reference/laws/jkr.html"><code>granum laws jkr</code></a>' in file.read()
    fact(linked, "names of laws in the text are links to their pages")
    if shutil.which("node"):
        told = subprocess.run(["node", "-e", SCRIPT, *SEARCHES], cwd=out, capture_output=True, text=True)
        for (query, (title, word)), hits in zip(SEARCHES.items(), json.loads(told.stdout)):
            right = any(hit[0].startswith(title) and hit[1] == word for hit in hits)
            fact(right, f"the search for {query} finds {title}: {hits}")
    again = subprocess.run([site, "-o", top], capture_output=True, text=True, env={**os.environ, "GRANUM": GRANUM})
    fact(again.returncode != 0 and os.path.isdir(out), f"a folder that holds other files is kept: {again.stderr}")
done()
