/* Tables of the keys of fits; see tables.c. */
#include "case/fit.h"
#include "input/key/rows.h"
#include "input/key/sweep.h"

static const GrKey free_keys[] = {
    {"key", &GrKeyText, "the path of the free key, such as materials.steel.youngs_modulus", FIELD(GrFitFree, key)},
    {"from", &GrKeyAmount, "the smallest value, with its unit", ANY, FIELD(GrFitFree, from)},
    {"to", &GrKeyAmount, "the largest value, with its unit", ANY, FIELD(GrFitFree, to)},
    {"start", &GrKeyAmount, "the value at which the search starts; by default the value of the key in the case",
     .fallback = "", ANY, FIELD(GrFitFree, start)},
    {0}};

static const GrKey column_keys[] = {
    {"unit", &GrKeyText, "the unit of the values", .fallback = "", FIELD(GrFitColumn, unit)},
    {"values", &GrKeyQuantities, "the values, one for each row", "1", NULL, ANY, COUNTED(GrFitColumn, value, n)},
    {0}};

static const GrKey observed_keys[] = {
    {"quantity", &GrKeyWord,
     "the measured quantity: a result of impacts; force of a compression; force, overlap or rate of a curve; peak and "
     "times of a pulse; force, friction, torque or an energy of a path",
     .choices = GR_FIT_QUANTITIES, FIELD(GrFitObserved, quantity)},
    {"column", &GrKeyText, "the name of its column; by default the name of the quantity", .fallback = "",
     FIELD(GrFitObserved, column)},
    {"absolute", &GrKeyAmount, "the standard deviation of all values, with its unit", .fallback = "",
     .excludes = "relative|deviations", ANY, FIELD(GrFitObserved, absolute)},
    {"relative", &GrKeyQuantity, "the standard deviation of a value, divided by the value", "1", "", .lower = 0,
     .lower_open = true, .upper = 1, .excludes = "deviations", .example = 0.01, FIELD(GrFitObserved, relative)},
    {"deviations", &GrKeyText, "the name of the column of the standard deviations", .fallback = "",
     FIELD(GrFitObserved, deviations)},
    {0}};

static const GrKey data_keys[] = {
    {"of", &GrKeyChoice,
     "the kind of its rows: impacts, an impact each; compression, a point each of a slow compression and "
     "decompression, in the order of the rows; curve, a point each of an impact; chain, a bead each that a pulse "
     "passes; path, a point each of bodies on prescribed paths",
     .choices = GR_FIT_KIND_NAMES, .fallback = "impacts", FIELD(GrFitData, kind)},
    {"file", &GrKeyPath, "the CSV file of the table, with names and units of the columns on its first line",
     .fallback = "", FIELD(GrFitData, file)},
    {"columns", &GrKeyNamed, "the columns, instead of a file: NAME: {unit: .., values: [..]}", .fallback = "",
     .excludes = "file", .section = column_keys, NAMED(GrFitColumn), COUNTED(GrFitData, column, n_columns)},
    {"speed", &GrKeyText, "the name of the column of the speeds of impacts, or of the striker of a chain",
     .fallback = "speed", FIELD(GrFitData, speed)},
    {"angle", &GrKeyText,
     "the name of the column of the angles between velocity and normal; by default impacts are central", .fallback = "",
     FIELD(GrFitData, angle)},
    {"overlap", &GrKeyText, "the name of the column of the overlaps of a compression or curve", .fallback = "overlap",
     FIELD(GrFitData, overlap)},
    {"over", &GrKeyChoice, "the variable of a curve: overlap (default), with branches; or time since the first touch",
     .choices = "overlap|time", .fallback = "", .with = "of=curve", FIELD(GrFitData, over)},
    {"time", &GrKeyText, "the name of the column of the times of a curve or path", .fallback = "time",
     FIELD(GrFitData, time)},
    {"branch", &GrKeyText, "the name of the column of the branches of a curve: 1, loading; -1, unloading",
     .fallback = "branch", FIELD(GrFitData, branch)},
    {"group", &GrKeyName, "the group of the beads of a chain", .choices = "particles", .fallback = "",
     .with = "of=chain", FIELD(GrFitData, group)},
    {"bead", &GrKeyText,
     "the name of the column of the beads of a chain, by their numbers within the group; not required for a group of "
     "one bead",
     .fallback = "bead", FIELD(GrFitData, bead)},
    {"striker", &GrKeyName,
     "the group whose velocity is the speed of a row; by default the first group with a velocity",
     .choices = "particles", .fallback = "", .with = "of=chain", FIELD(GrFitData, striker)},
    {"signal", &GrKeyChoice,
     "the signal whose pulse is measured, minus its initial value: force (default), the mean of the two contact forces "
     "on the bead; contact, the force between the bead and the next bead; velocity along +x",
     .choices = "force|contact|velocity", .fallback = "", .with = "of=chain", FIELD(GrFitData, signal)},
    {"threshold", &GrKeyAmount,
     "the value of the signal at its arrival, with its unit; the peak is then the first one after the arrival; if "
     "omitted, the highest peak, and arrival at half of it",
     .fallback = "", ANY, .with = "of=chain", FIELD(GrFitData, threshold)},
    {"observed", &GrKeyList, "the measured quantities", .section = observed_keys, PLACED(GrFitObserved),
     COUNTED(GrFitData, observed, n_observed)},
    {0}};

const GrKey GrCaseFitKeys[] = {
    {"free", &GrKeyList, "the free parameters", .section = free_keys, PLACED(GrFitFree),
     COUNTED(GrFitCase, free, n_free)},
    {"data", &GrKeyList, "the tables of data", .section = data_keys, PLACED(GrFitData),
     COUNTED(GrFitCase, data, n_data)},
    {"starts", &GrKeyInteger,
     "the number of searches; the first one starts at start, the others elsewhere in the range", .fallback = "1",
     BETWEEN(1, 1000), FIELD(GrFitCase, starts)},
    {"search", &GrKeyChoice,
     "the search for the parameters: gauss_newton, with derivatives; pounders, without derivatives",
     .choices = "gauss_newton|pounders", .fallback = "gauss_newton", FIELD(GrFitCase, search)},
    {"iterations", &GrKeyInteger, "the largest number of iterations of a search", .fallback = "100", BETWEEN(1, 10000),
     FIELD(GrFitCase, iterations)},
    {"profile", &GrKeyInteger,
     "the number of points of the profile of each parameter: the smallest chi^2 with this parameter fixed, over its "
     "values",
     .fallback = "", .example = 9, BETWEEN(3, 1000), FIELD(GrFitCase, profile)},
    {0}};
