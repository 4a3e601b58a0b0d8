"""Command line: python3 -m granum_post COMMAND ... [-o out.png]. On failure: one line on stderr and exit code 2."""
import argparse
import io
import os
import shlex
import sys

from . import (
    bulk,
    chain,
    compare,
    export,
    film,
    fitting,
    impact,
    lammps,
    law,
    observables,
    peaks,
    report,
    scaling,
    style,
    surfaces,
)
from .folder import Folder
from .pictures import PICTURES, SEVERAL, caption_of
from .reader import PostError, Run, Study, open_run, results_path
from .table import write_csv

FILM = "film.mp4 or film.gif next to the results"
LINEAR_A = "axes of panel (a); default: linear"
SCALED = {
    bulk: LINEAR_A,
    chain: "axes of panel (b); default: linear",
    impact: "axes of panel (a); log: both; default: from the data",
    observables: LINEAR_A,
}


def dots_per_inch(text):
    if not text.isdigit() or not 20 <= int(text) <= 1200:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 20 to 1200")
    return int(text)


def add_picture(commands, name, summary, description, beside):
    command = commands.add_parser(name, help=summary, description=description)
    picture = f"the picture (png, pdf or svg); default: {beside}"
    command.add_argument("-o", "--output", metavar="FILE", help=picture)
    resolution = f"dots per inch of a png; default: {style.DPI}"
    command.add_argument("--dpi", type=dots_per_inch, default=style.DPI, metavar="N", help=resolution)
    return command


def add_table(command):
    command.add_argument("--table", action="store_true", help="print the numbers as a table, draw nothing")
    written = "write the numbers as CSV in SI units, draw nothing; -: to standard output"
    command.add_argument("--csv", metavar="FILE", help=written)


def print_tables(tables, options):
    if options.csv is None:
        print("\n".join(line for table in tables for line in table.lines()))
    elif options.csv == "-":
        write_csv(tables, sys.stdout)
    else:
        replace(options.csv, lambda out: write_csv(tables, out))


def parser():
    description = "Pictures and tables from the results.h5 of a granum run, and of contact laws."
    top = argparse.ArgumentParser(prog="granum-post", description=description)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, kind in PICTURES.items():
        module = kind.module
        command = add_picture(commands, name, kind.summary, module.DESCRIPTION, f"{name}.png next to the results")
        command.add_argument("results", metavar="results.h5", help="results.h5 of a run, or its folder")
        if module in SCALED:
            command.add_argument("--scale", choices=("linear", "log"), default="linear", help=SCALED[module])
        if hasattr(module, "add_options"):
            module.add_options(command)
        if hasattr(module, "table"):
            add_table(command)
    command = add_picture(commands, "film", "all frames of a bulk run as an animation", film.DESCRIPTION, FILM)
    command.add_argument("results", metavar="results.h5", help="results.h5 of a run, or its folder")
    film.add_options(command)
    summary = "table of peak force and time at each sensor, and wave speed"
    command = commands.add_parser("peaks", help=summary, description=peaks.__doc__)
    command.add_argument("results", metavar="results.h5", help="results.h5 of a run, or its folder")
    add_table(command)
    summary = "the walls of a bulk run as moving triangles, for ParaView"
    surfaces.add_options(commands.add_parser("surfaces", help=summary, description=surfaces.DESCRIPTION))
    summary = "frames for OVITO, LAMMPS, ParaView, VisIt, MDAnalysis, spreadsheets"
    export.add_options(commands.add_parser("export", help=summary, description=export.DESCRIPTION))
    summary = "particles of LAMMPS and LIGGGHTS as CSV for the input of a case"
    lammps.add_options(commands.add_parser("import", help=summary, description=lammps.DESCRIPTION))
    command = add_picture(
        commands,
        "compare",
        SEVERAL["compare"].summary,
        compare.DESCRIPTION,
        "compare.png in the folder, or next to the first results",
    )
    command.add_argument("results", metavar="PATH", nargs="+", help="the folder of a study, or two or more results.h5")
    compare.add_options(command)
    command = commands.add_parser(
        "report", help="one page of a run: a single HTML file", description=report.DESCRIPTION
    )
    command.add_argument("results", metavar="DIR", help="folder of a run or a study, or its results.h5")
    command.add_argument("-o", "--output", metavar="FILE", help="default: report.html in the folder")
    added = "draw this picture at the front, for example 'packing --slice y'; may be repeated"
    command.add_argument("--picture", metavar="COMMAND", action="append", default=[], help=added)
    summary = "time, efficiency and share of phases over the number of ranks, of a study of jobs/scaling"
    command = add_picture(commands, "scaling", summary, scaling.DESCRIPTION, "scaling.png beside the table")
    command.add_argument("results", metavar="DIR", help="the folder of the study, or its scaling.csv")
    command = add_picture(commands, "law", "loops and restitution of a contact law", law.DESCRIPTION, "NAME.png here")
    command.add_argument("name", metavar="NAME", help="a name from `granum laws`")
    command.add_argument("--data", metavar="FILE", help="plot data instead of asking granum; -: standard input")
    command.add_argument("--granum", metavar="COMMAND", help="the granum command")
    return top


def run(options):
    if options.command == "law":
        style.save(law.picture(options), options.output or options.name + ".png", options.dpi)
        return
    if options.command == "import":
        lammps.convert(options)
        return
    if options.command == "compare":
        folder = options.results[0] if os.path.isdir(options.results[0]) else os.path.dirname(options.results[0])
        style.save(compare.picture(options), options.output or os.path.join(folder, "compare.png"), options.dpi)
        return
    if options.command == "scaling":
        beside = os.path.join(os.path.dirname(scaling.table_path(options.results)), "scaling.png")
        style.save(scaling.picture(options.results), options.output or beside, options.dpi)
        return
    if options.command == "report":
        write_report(options)
        return
    with Run(options.results) as results:
        if options.command == "peaks":
            found = peaks.find(results.sensors())
            if options.csv is not None:
                print_tables([peaks.numbers(found, results.spacing())], options)
            else:
                print("\n".join(peaks.table(found, results.spacing())))
            return
        if options.command == "film":
            film.write(results, options, os.path.dirname(results_path(options.results)))
            return
        if options.command == "export":
            export.write(results, options)
            return
        if options.command == "surfaces":
            write_surfaces(results, options)
            return
        if getattr(options, "table", False) or getattr(options, "csv", None) is not None:
            print_tables(PICTURES[options.command].module.table(results, options), options)
            return
        drawing = PICTURES[options.command].module.picture(results, options)
    beside = os.path.join(os.path.dirname(results_path(options.results)), options.command + ".png")
    style.save(drawing, options.output or beside, options.dpi)


def picture_of(source, words):
    """Draws the picture of a command; returns its PNG and its title. `source`: an open Run or Study."""
    words = shlex.split(words)
    try:
        options = parser().parse_args([words[0], source.path, *words[1:]])
    except SystemExit:
        raise PostError(f"no such command: {' '.join(words)}") from None
    drawing = compare.picture(options) if words[0] == "compare" else PICTURES[words[0]].module.picture(source, options)
    png = io.BytesIO()
    style.save(drawing, png)
    return png.getvalue(), source.title()


def write_report(options):
    """Writes report.html. If the run has no results, the report has only its state and the cause of its end."""
    folder, run = options.results if os.path.isdir(options.results) else os.path.dirname(options.results), None
    try:
        run = open_run(options.results)
    except PostError:
        if not Folder(folder).card:
            raise
    own = {words.split()[0] for words in options.picture if words.split()}
    fit = [words for words in (fitting.pictures(run) if run is not None else []) if words.split()[0] not in own]
    chosen = [*dict.fromkeys(options.picture), *fit]
    page_of = report.of_study if isinstance(run, Study) else report.of_run
    text = page_of(
        run, run.folder if run is not None else Folder(folder), chosen, lambda words: picture_of(run, words), caption_of
    )
    replace(options.output or os.path.join(folder, "report.html"), lambda out: out.write(text))


def write_surfaces(results, options):
    path = options.output or os.path.join(os.path.dirname(results_path(options.results)), "walls.xdmf")
    replace(path, lambda out: surfaces.write(results, out))


def replace(path, write):
    """Writes a file and renames it, so that an incomplete file is never left."""
    part, text = path + ".part", io.StringIO()
    write(text)
    try:
        with open(
            part, "w", encoding="utf-8", errors="replace"
        ) as out:  # file names may contain bytes that are no text
            out.write(text.getvalue())
        os.replace(part, path)
    except OSError as problem:
        raise PostError(f"cannot write {path}: {problem.strerror}") from None
    finally:
        if os.path.exists(part):
            os.remove(part)


def main(arguments=None):
    options = parser().parse_args(arguments)
    source = options.name if options.command == "law" else options.results
    source = " ".join(source) if options.command == "compare" else source
    try:
        run(options)
    except PostError as problem:
        print(f"granum-post: {source}: {problem}", file=sys.stderr)
        return 2
    except OSError as problem:
        print(
            f"granum-post: {source}: cannot be read, or its output written: {' '.join(str(problem).split())}",
            file=sys.stderr,
        )
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
