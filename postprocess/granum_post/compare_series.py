"""`compare` for assemblies: recorded observables of several runs in one picture, and their means over a swept value."""
import numpy as np

from . import members, style
from .reader import PostError, Run
from .table import Column, Numbers

DEFAULTS = "kinetic_temperature", "coordination"
AXES_MAX = 5  # largest number of observables in one picture
WHOLE = "bulk"  # group of a name without a group


def is_series(run):
    """Whether a run has observables of an assembly, but no sensors."""
    return run.has("observables/bulk/time") and not run.has("observables/sensors")


def parts_of(name):
    """Returns the group and the column of `coordination`, `walls/lid/force_z`, `energy/kinetic`."""
    group, _, column = name.rpartition("/")
    return group or WHOLE, column


class Series:
    """A recorded observable of a run: `x` and `y`, Columns; x is the time, or the observable `over`."""

    def __init__(self, run, name, over=None):
        self.time, self.y = values_of(run, name)
        self.x = self.time
        if over is not None:
            time, self.x = values_of(run, over)
            if time.values.shape != self.time.values.shape or not np.allclose(time.values, self.time.values):
                raise PostError(f"{name} and {over} were recorded at different times; give both the same `every`")

    def mean(self, begin):
        """Returns the mean from this time on, by default over the second half of the time; nan without samples."""
        begin = 0.5 * self.time.values[-1] if begin is None else begin
        late = self.y.values[self.time.values >= begin]
        return late.mean() if late.size else np.nan


def values_of(run, name):
    """Returns the times and the values of an observable."""
    group, column = parts_of(name)
    known = run.has(f"observables/{group}/time")
    table = run.table(f"observables/{group}") if known else {}
    own = {each: Column(values, unit) for each, unit, values in table.each()} if known else {}
    if column not in own:
        raise PostError(f"no observable {name} in this run; {there(run, group)}")
    if not table.rows:
        raise PostError(f"no sample of {name} was recorded yet")
    return table["time"], own[column]


def there(run, group):
    """Returns the recorded observables of a group, or if there is no such group all groups, as the end of a message."""
    groups = run.recorded()
    if group not in groups:
        return f"there are the groups {', '.join(groups)}; give a column of one of them, such as {groups[0]}/NAME"
    columns = {}
    for name, _, _ in run.table(f"observables/{group}").each():
        if name in ("step", "time"):
            continue
        stem, _, part = name.rpartition("_")
        vector = stem if stem and set(part) <= set("wxyz") else name
        columns.setdefault(vector, []).append(part if vector == stem else "")
    texts = [f"{name}_{'/'.join(parts)}" if parts[0] else name for name, parts in columns.items()]
    others = [each for each in groups if each != group]
    return f"there are {', '.join(texts)}" + (f"; and the groups {', '.join(others)}" if others else "")


class Compared:
    """The observables of a run: `label`, `swept` values, `series` by name."""

    def __init__(self, label, path, swept, options):
        self.label, self.swept = label, swept
        try:
            with Run(path) as run:
                self.title = run.title()
                names = options.observable or DEFAULTS
                if len(names) > AXES_MAX:
                    raise PostError(f"{len(names)} observables are too many for one picture; at most {AXES_MAX}")
                if not run.recorded():
                    raise PostError("no observables in this run; add `output: observables: {every: ...}` to the input")
                self.series = {name: Series(run, name, options.over) for name in names}
        except PostError as problem:
            raise PostError(f"{path}: {problem}") from None


def table(found, options):
    """Returns a row for each run and observable: its last value, mean, least and largest value; and swept values."""
    tables = []
    for name, first in found[0].series.items():
        columns = {"run": (np.array([run.label for run in found]), "1")}
        for path, (value, unit) in found[0].swept.items():
            columns[path] = np.array([run.swept.get(path, (value, unit))[0] for run in found]), unit
        values = [run.series[name] for run in found]
        numbers = {
            "last": [each.y.values[-1] for each in values],
            "mean": [each.mean(options.begin) for each in values],
        }
        numbers["least"] = [each.y.values.min() for each in values]
        numbers["largest"] = [each.y.values.max() for each in values]
        columns.update({key: (np.array(each), first.y.unit) for key, each in numbers.items()})
        columns = {key: Column(values, unit) for key, (values, unit) in columns.items()}
        tables.append(Numbers(columns, name=name, label="observable"))
    return tables


def draw_curves(panels, found, options, colours):
    """Draws a panel for each observable with a curve for each run; returns factor and label of each panel."""
    first, drawn = next(iter(found[0].series.values())), []
    across = max(np.abs(each.x.values).max() for run in found for each in run.series.values())
    times, unit = style.scaled(across, first.x.unit)
    for axes, name in zip(panels, found[0].series):
        values = [run.series[name] for run in found]
        factor, size = style.scaled(max(np.abs(each.y.values).max() for each in values), values[0].y.unit)
        for number, (run, each, colour) in enumerate(zip(found, values, colours)):
            look = {**style.look(number, len(found)), "color": colour}
            axes.plot(each.x.values * times, each.y.values * factor, label=run.label, **look)
        axes.set_ylabel(style.label(style.named(name), size))
        axes.margins(x=0)
        drawn.append((factor, axes.get_ylabel()))
    panels[0].set_title("(a) records")
    panels[-1].set_xlabel(style.label(style.named(options.over or "time"), unit))
    return drawn


def draw_means(panels, found, options, axis, drawn):
    """Draws the mean of each observable over the swept value, or over the number of the run. `axis`: path and unit of
    the swept number, or None; `drawn`: what draw_curves returns."""
    if axis is not None:
        x = np.array([run.swept[axis[0]][0] for run in found], dtype=float)
        scale, unit = style.scaled(np.abs(x).max(), axis[1])
        x, label = x * scale, style.label(style.words(axis[0]), unit)
    else:
        x, label = np.arange(1, len(found) + 1), "number of the run"
    order = np.argsort(x, kind="stable")
    for axes, name, (factor, text) in zip(panels, found[0].series, drawn):
        y = np.array([run.series[name].mean(options.begin) for run in found]) * factor
        axes.plot(x[order], y[order], "o-" if axis is not None else "o", markersize=3, color=style.BLUE)
        axes.margins(0.06)
        axes.set_ylabel(text)
    begin = "second half" if options.begin is None else f"from {members.value_text(options.begin, 's')}"
    panels[0].set_title(f"(b) mean, {begin}")
    panels[-1].set_xlabel(label)
