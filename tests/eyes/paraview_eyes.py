"""Run by pvpython: reads a file with a reader of ParaView and writes all its time steps as numbers; or draws
run.pvd.

pvpython paraview_eyes.py READER FILE OUT.npz [FORMULA], READER one of default, XDMFReader, Xdmf3ReaderS,
Xdmf3ReaderT;
  `calculated` has the result of Calculator for the formula;
pvpython paraview_eyes.py picture FOLDER OUT.png, FOLDER as written by `granum-post export --to vtk`"""
import sys

import numpy as np
from paraview import simple
from vtk.util.numpy_support import vtk_to_numpy


def opened(reader, path):
    if reader == "default":
        return simple.OpenDataFile(path)
    key = "FileNames" if reader == "XDMFReader" else "FileName"
    return getattr(simple, reader)(**{key: [path]})


def leaves(data):
    if not data.IsA("vtkCompositeDataSet"):
        return [data]
    each = data.NewIterator()
    each.InitTraversal()
    found = []
    while not each.IsDoneWithTraversal():
        found.append(each.GetCurrentDataObject())
        each.GoToNextItem()
    return found


def points_of(leaf):
    if leaf.IsA("vtkRectilinearGrid"):
        axes = (leaf.GetXCoordinates(), leaf.GetYCoordinates(), leaf.GetZCoordinates())
        return np.stack(np.meshgrid(*map(vtk_to_numpy, axes), indexing="ij"), axis=-1).reshape(-1, 3)
    return np.array([leaf.GetPoint(k) for k in range(leaf.GetNumberOfPoints())]).reshape(-1, 3)


def look(reader, path, out, formula=None):
    source = opened(reader, path)
    source.UpdatePipelineInformation()
    times = source.TimestepValues
    times = list(times) if hasattr(times, "__iter__") else [times]
    found = {"times": np.array(times), "reader": source.SMProxy.GetXMLName()}
    if formula:
        source = simple.Calculator(Input=source, Function=formula, ResultArrayName="calculated")
    for step, time in enumerate(times):
        source.UpdatePipeline(time)
        for leaf in leaves(source.SMProxy.GetClientSideObject().GetOutputDataObject(0)):
            found[f"{step}/points"], found[f"{step}/cells"] = points_of(leaf), leaf.GetNumberOfCells()
            for data in (leaf.GetPointData(), leaf.GetCellData()):
                for k in range(data.GetNumberOfArrays()):
                    found[f"{step}/{data.GetArrayName(k)}"] = np.array(
                        vtk_to_numpy(data.GetArray(k))
                    )  # readers share their memory
    np.savez(out, **found)


def show_arrows(grains, view):
    grains.UpdatePipeline()
    fastest = grains.PointData["velocity [m/s]"].GetRange(-1)[1]
    arrows = simple.Glyph(Input=grains, GlyphType="Arrow")
    arrows.OrientationArray = arrows.ScaleArray = ["POINTS", "velocity [m/s]"]
    largest = grains.PointData["radius [m]"].GetRange()[1]
    arrows.ScaleFactor, arrows.GlyphMode = 6 * largest / fastest, "All Points"
    shown = simple.Show(arrows, view)
    shown.AmbientColor = shown.DiffuseColor = [0.1, 0.3, 0.7]
    shown.ColorArrayName = [None, ""]


def picture(folder, out):
    view = simple.CreateRenderView(ViewSize=[900, 700], Background=[1, 1, 1], UseColorPaletteForBackground=0)
    read = {kind: simple.OpenDataFile(f"{folder}/{kind}.pvd") for kind in ("grains", "contacts", "walls", "box")}
    last = max(read["grains"].TimestepValues)
    spheres = simple.Glyph(Input=read["grains"], GlyphType="Sphere")
    spheres.ScaleArray, spheres.ScaleFactor, spheres.GlyphMode = ["POINTS", "radius [m]"], 2, "All Points"
    grains = simple.Show(spheres, view)
    grains.AmbientColor = grains.DiffuseColor = [0.85, 0.6, 0.25]
    grains.ColorArrayName = [None, ""]
    for kind, opacity, width in (("walls", 0.25, 1), ("box", 1, 2), ("contacts", 1, 3)):
        shown = simple.Show(read[kind], view)
        shown.Opacity, shown.LineWidth = opacity, width
        shown.AmbientColor = shown.DiffuseColor = [0.6, 0, 0] if kind == "contacts" else [0.4, 0.4, 0.4]
        shown.ColorArrayName = [None, ""]
    view.ViewTime = last
    read["grains"].UpdatePipeline(last)
    bounds = read["grains"].GetDataInformation().GetBounds()
    camera = simple.GetActiveCamera()
    simple.ResetCamera(view)
    if bounds[4] == bounds[5]:  # a two-dimensional sample, seen face on
        show_arrows(read["grains"], view)
        grains.Opacity = 0.3
        camera.Elevation(5)
        view.ResetCamera(*bounds)
    else:
        camera.Elevation(-70)
        camera.Azimuth(20)
        simple.ResetCamera(view)
    simple.Render(view)
    simple.SaveScreenshot(out, view)


if sys.argv[1] == "picture":
    picture(*sys.argv[2:])
else:
    look(*sys.argv[1:])
