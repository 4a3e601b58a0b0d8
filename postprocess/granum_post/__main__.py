"""Command line: python3 -m granum_post COMMAND ... [-o out.png]. On failure: one line on stderr and exit code 2."""
import argparse
import contextlib
import functools
import io
import os
import re
import shlex
import sys
import time

from . import (
    bulk,
    chain,
    compare,
    drawn,
    export,
    film,
    fitting,
    groups,
    impact,
    lammps,
    law,
    measured,
    observables,
    peaks,
    report,
    scaling,
    spheres,
    style,
    surfaces,
)
from .files import whole_file
from .folder import Folder
from .pictures import PICTURES, SEVERAL, caption_of
from .reader import PostError, Run, Study, open_run, results_path
from .table import csv_rows, write_csv

FILM = "film.mp4 or film.gif next to the results"
TIMES = ("since", "until", "time", "frame")  # options that select times
LINEAR_A = "axes of panel (a); default: linear"
SCALED = {
    bulk: LINEAR_A,
    chain: "axes of panel (b); default: linear",
    impact: "axes of panel (a); log: both; default: from the data",
    observables: LINEAR_A,
}


def dots_per_inch(text):
    if not (text.isascii() and text.isdigit()) or not 20 <= int(text) <= 1200:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number from 20 to 1200")
    return int(text)


def seconds(text):
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text) <= 86400:
        raise argparse.ArgumentTypeError(f"'{text}' is no whole number of seconds from 1 to 86400")
    return int(text)


def millimetres(text):
    found = re.fullmatch(r"(\d+(?:\.\d+)?) ?(mm|cm|in|)", text)
    size = float(found[1]) * {"mm": 1, "": 1, "cm": 10, "in": 25.4}[found[2]] if found else 0
    if not 40 <= size <= 500:
        raise argparse.ArgumentTypeError(f"'{text}' is no width from 40 mm to 500 mm; write for example 85mm")
    return size


def direction(text):
    try:
        azimuth, elevation = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"'{text}' is no azimuth and elevation in degrees, as in --view=-62,20"
        ) from None
    return azimuth, elevation


def magnification(text):
    if not re.fullmatch(r"\d+(\.\d+)?", text) or not 0.2 <= float(text) <= 20:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 0.2 to 20")
    return float(text)


def letter(text):
    found = text.strip("()").lower()
    if not re.fullmatch("[a-z]", found):
        raise argparse.ArgumentTypeError(f"'{text}' is not the letter of a panel; write for example a")
    return found


def add_print(command):
    """Adds the options of printed pictures, the same for all kinds."""
    group = command.add_argument_group("for print")
    group.add_argument("--format", choices=("png", "pdf", "svg"), help="format without -o; default: png")
    width = "width of a picture of full width: 85mm or 170mm; texts keep their size of 7 to 9 pt"
    group.add_argument("--width", type=millimetres, metavar="MM", help=width)
    group.add_argument("--font", metavar="NAME", help="font family, such as 'DejaVu Serif'")
    group.add_argument("--no-title", dest="title", action="store_false", help="leave out the heading")
    group.add_argument(
        "--panel", type=letter, metavar="LETTER", help="one panel of the picture, without its heading: a, b, ..."
    )
    group.add_argument("--no-letters", dest="letters", action="store_false", help="leave out (a), (b), ... of panels")
    view = "azimuth and elevation of the eye in degrees; default: --view=-62,20"
    group.add_argument("--view", type=direction, metavar="AZ,EL", help=view)
    group.add_argument("--zoom", type=magnification, metavar="X", help="enlarge the middle of a picture of particles")


def with_measured(draw, options):
    """Draws a picture with the points of --measured; returns the figure and the comparisons of each file."""
    before = style.plt.get_fignums()
    try:
        drawing = draw()
        return drawing, measured.overlay(drawing, options.measured)
    except PostError:
        for number in set(style.plt.get_fignums()).difference(before):
            style.plt.close(number)
        raise


def numbers_of(draw, options, table, curves):
    """Returns the tables of a picture: `table`, and in a CSV file or without a table the curves of the figure; then the
    deviations from measured points."""
    found = table() if table else []
    if not options.measured and not (curves and (options.csv is not None or not found)):
        return found
    try:
        drawing, compared = with_measured(draw, options)
        if curves and (options.csv is not None or not found):
            found += drawn.tables(drawing, bool(found))
        style.plt.close(drawing)
    except PostError:  # no picture, for example of a silo that is empty
        if not found or options.measured:
            raise
        return found
    return found + [measured.table_of(each) for each in compared]


def save(draw, options, beside, table=None, curves=True):
    """Draws a picture in the printed form that the options ask for, and writes it; or prints its numbers."""
    if getattr(options, "table", False) or getattr(options, "csv", None) is not None:
        print_tables(numbers_of(draw, options, table, curves), options)
        return
    path = options.output or os.path.splitext(beside)[0] + "." + (options.format or "png")
    angles = dict(zip(("azimuth", "elevation"), options.view or ()))
    style.page = style.Page(options.width, options.font, options.title, options.letters, options.panel)
    spheres.eye = spheres.Eye(**angles, zoom=options.zoom or 1.0)
    try:
        drawing, compared = with_measured(draw, options)
        if (options.view or options.zoom) and not spheres.eye.used:
            raise PostError("this picture has no view of particles; leave out --view and --zoom")
        style.save(drawing, path, options.dpi)
        print("\n".join([f"picture: {path}", *getattr(drawing, "results", [])]))
        print("".join(each.text() + "\n" for found in compared for each in found), end="")
    finally:
        style.page, spheres.eye = style.Page(), spheres.Eye()


def add_picture(commands, name, summary, description, beside):
    command = commands.add_parser(name, help=summary, description=description)
    picture = f"the picture (png, pdf or svg); default: {beside}"
    command.add_argument("-o", "--output", metavar="FILE", help=picture)
    resolution = f"dots per inch of a png; default: {style.DPI}"
    command.add_argument("--dpi", type=dots_per_inch, default=style.DPI, metavar="N", help=resolution)
    if name != "film":
        add_print(command)
        points = (
            "measured points over the curves: a CSV file with a header, such as 'time (us),force (N)'; may be repeated"
        )
        keys = "FILE[,x=COLUMN,y=COLUMN,unit=X:Y,error=COLUMN,label=TEXT,panel=LETTER,curve=NAME]"
        command.add_argument(
            "--measured", type=measured.Source.of, action="append", default=[], metavar=keys, help=points
        )
    if name not in ("film", "scaling"):  # scaling draws a CSV file
        add_table(command)
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
        print(f"table: {options.csv}")


@functools.cache
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
    command.add_argument("results", metavar="PATH", nargs="+", help="folder of a study, or folders of runs")
    compare.add_options(command)
    summary = "one page of a run: a single HTML file"
    command = commands.add_parser("report", aliases=["page"], help=summary, description=report.DESCRIPTION)
    command.add_argument("results", metavar="DIR", help="folder of a run or a study, or its results.h5")
    command.add_argument("-o", "--output", metavar="FILE", help="default: report.html in the folder")
    added = "draw this picture at the front, for example 'packing --slice y'; may be repeated"
    command.add_argument("--picture", metavar="COMMAND", action="append", default=[], help=added)
    live = "write the page again while the run continues; browsers refresh it"
    command.add_argument("--live", action="store_true", help=live)
    command.add_argument("--every", type=seconds, default=10, metavar="S", help="time between two pages; default: 10")
    summary = "time, efficiency and share of phases over the number of ranks, of a study of jobs/scaling"
    command = add_picture(commands, "scaling", summary, scaling.DESCRIPTION, "scaling.png beside the table")
    command.add_argument("results", metavar="DIR", help="the folder of the study, or its scaling.csv")
    command = add_picture(commands, "law", "loops and restitution of a contact law", law.DESCRIPTION, "NAME.png here")
    command.add_argument("name", metavar="NAME", nargs="+", help="a name from `granum laws`; several with --over")
    over = "what an impact returns, over this parameter from 0 to 1, such as restitution"
    command.add_argument("--over", metavar="PARAMETER", help=over)
    command.add_argument("--data", metavar="FILE", help="plot data instead of asking granum; -: standard input")
    command.add_argument("--granum", metavar="COMMAND", help="the granum command")
    command.add_argument("--plugin", metavar="FILE.so", help="a plugin that defines the law")
    return top


def draws_study(options):
    """Whether the results are the folder of a study, and the picture can compare its cases."""
    kind = PICTURES.get(options.command)
    study = os.path.exists(os.path.join(options.results, "study.json"))
    return study and kind is not None and hasattr(kind.module, "study_picture")


def run(options):
    if options.command == "law":
        save(lambda: law.picture(options), options, "-".join(options.name) + ".png")
        return
    if options.command == "import":
        lammps.convert(options)
        return
    if options.command == "compare":
        options.results = compare.runs_among(options.results)
        folder = options.results[0] if os.path.isdir(options.results[0]) else os.path.dirname(options.results[0])
        beside = os.path.join(folder, "compare.png")
        save(lambda: compare.picture(options), options, beside, lambda: compare.table(options), False)
        return
    if options.command == "scaling":
        beside = os.path.join(os.path.dirname(scaling.table_path(options.results)), "scaling.png")
        save(lambda: scaling.picture(options.results), options, beside)
        return
    if options.command in ("report", "page"):
        write_reports(options)
        return
    if draws_study(options):
        module, study = PICTURES[options.command].module, Study(options.results)
        beside = os.path.join(options.results, options.command + ".png")
        draw, table = (lambda: module.study_picture(study, options)), (lambda: module.study_table(study, options))
        save(draw, options, beside, table, False)
        return
    with Run(options.results) as results:
        for problem in results.folder.problems:
            print(f"granum-post: note: {problem}", file=sys.stderr)
        if options.command == "peaks":
            found, driven = peaks.find(results.sensors()), groups.driven(results)
            if options.csv is not None:
                print_tables([peaks.numbers(found, results.spacing(), driven)], options)
            else:
                print("\n".join(peaks.table(found, results.spacing(), driven)))
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
        beside = os.path.join(os.path.dirname(results_path(options.results)), options.command + ".png")
        module = PICTURES[options.command].module
        table = (lambda: module.table(results, options)) if hasattr(module, "table") else None
        curves = table is None or getattr(module, "WITH_CURVES", False)
        save(lambda: module.picture(results, options), options, beside, table, curves)


def options_of(path, words):
    """Returns the options of a command that reads the results at `path`; `words`: its text without the path."""
    words = shlex.split(words)
    if not words or words[0] not in PICTURES | SEVERAL:
        raise PostError(f"no such command: {' '.join(words)}; the commands are {', '.join(PICTURES)}")
    messages = io.StringIO()
    try:
        with contextlib.redirect_stderr(messages):
            return words, parser().parse_args([words[0], path, *words[1:]])
    except SystemExit:
        reason = messages.getvalue().strip().rpartition("error: ")[2] or "it asks for help only"
        raise PostError(f"no such command: {' '.join(words)}: {' '.join(reason.split())}") from None


def columns_of(run, words, anytime=False):
    """Returns the columns and the rows that `granum-post COMMAND DIR --csv -` prints for an open run; the points of
    the curves only if the command has no other table. anytime: without the options that select times."""
    words, options = options_of(run.path, words)
    for name in TIMES if anytime else ():
        if getattr(options, name, None) is not None:
            setattr(options, name, parser().parse_args([words[0], run.path]).__dict__[name])
    module = PICTURES[words[0]].module
    if hasattr(module, "table"):
        return csv_rows(module.table(run, options))
    drawing = module.picture(run, options)
    try:
        return csv_rows(drawn.tables(drawing, False))
    finally:
        style.plt.close(drawing)


def has_fixed_columns(words):
    """Whether the columns of a command do not depend on the values of the results."""
    return hasattr(PICTURES[shlex.split(words)[0]].module, "table")


def picture_of(source, words):
    """Draws the picture of a command; returns its PNG and its title. `source`: an open Run or Study."""
    words, options = options_of(source.path, words)
    if words[0] == "compare":
        draw = lambda: compare.picture(options)  # noqa: E731
    else:
        module = PICTURES[words[0]].module
        study = isinstance(source, Study) and hasattr(module, "study_picture")
        draw = lambda: (module.study_picture if study else module.picture)(source, options)  # noqa: E731
    drawing, _ = with_measured(draw, options)
    png = io.BytesIO()
    style.save(drawing, png)
    return png.getvalue(), source.title()


def write_reports(options):
    """Writes report.html once, or with --live again and again while the run continues."""
    continues = write_report(options)
    print(f"report: {report_path(options)}", flush=True)
    while continues and options.live:
        time.sleep(options.every)
        continues = write_report(options)


def report_path(options):
    folder = options.results if os.path.isdir(options.results) else os.path.dirname(options.results)
    return options.output or os.path.join(folder, "report.html")


def write_report(options):
    """Writes report.html. If the run has no results, the report has only its state and the cause of its end. Returns
    whether the run continues; with --live browsers then read the page again."""
    folder, run = options.results if os.path.isdir(options.results) else os.path.dirname(options.results), None
    about = Folder(folder)
    continues = about.state == "running"
    try:
        run = open_run(options.results)
    except PostError as problem:
        if not about.card and not about.problems:
            raise
        if os.path.lexists(os.path.join(folder, "study.json")):
            about.problems.append(str(problem))
    own = {words.split()[0] for words in options.picture if words.split()}
    chosen = [*dict.fromkeys(options.picture), *(fitting.pictures(run, own) if run is not None else [])]
    page_of = report.of_study if isinstance(run, Study) else report.of_run
    text = page_of(
        run,
        run.folder if run is not None else about,
        chosen,
        lambda words: picture_of(run, words),
        caption_of,
        options.every if options.live and continues else None,
    )
    if isinstance(run, Run):
        run.close()
    replace(report_path(options), lambda out: out.write(text))
    return continues


def write_surfaces(results, options):
    path = options.output or os.path.join(os.path.dirname(results_path(options.results)), "walls.xdmf")
    replace(path, lambda out: surfaces.write(results, out))
    print(f"walls: {path}")


def replace(path, write):
    """Writes a file; `write` writes its text to an open file."""
    text = io.StringIO()
    write(text)
    try:
        with whole_file(path) as out:
            out.write(text.getvalue())
    except OSError as problem:
        raise PostError(f"cannot write {path}: {problem.strerror}") from None


def main(arguments=None):
    options = parser().parse_args(arguments)
    source = options.name if options.command == "law" else options.results
    source = source if isinstance(source, str) else " ".join(source)
    try:
        run(options)
        sys.stdout.flush()
    except PostError as problem:
        print(f"granum-post: {source}: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # ends a live page
        return 130
    except BrokenPipeError:  # a program that reads the table, such as head, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as problem:
        print(
            f"granum-post: {source}: cannot be read, or its output written: {' '.join(str(problem).split())}",
            file=sys.stderr,
        )
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
