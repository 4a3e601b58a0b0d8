"""Shows the files of `granum-post export --to vtk` beside this script in ParaView: particles as spheres with their
radii, coloured by speed; rigid bodies as their meshes, if there are any; contacts as tubes, coloured by force; walls
half transparent; the box; the time.

    paraview --script=vtk/show.py            opens it, with the time steps
    pvpython vtk/show.py picture.png [TIME]  writes a picture of the last frame, or of a time in s
"""
import os
import sys

from paraview import simple

FOLDER = os.path.dirname(os.path.abspath(__file__))


def opened(name):
    """Returns the reader of a series, or None if the run has no such files."""
    path = os.path.join(FOLDER, name + ".pvd")
    return simple.PVDReader(registrationName=name, FileName=path) if os.path.exists(path) else None


def coloured(shown, kind, field, title, part):
    """Colours by the magnitude of a field, from light to dark over the shown frame, with a bar."""
    simple.ColorBy(shown, (kind, field, "Magnitude"))
    shades = simple.GetColorTransferFunction(field)
    shades.ApplyPreset("Viridis (matplotlib)", True)
    shades.InvertTransferFunction()
    shown.RescaleTransferFunctionToDataRange(False, True)
    bar = simple.GetScalarBar(shades, simple.GetActiveView())
    bar.Title, bar.ComponentTitle, bar.WindowLocation = title, "", part
    bar.TitleColor = bar.LabelColor = [0, 0, 0]
    bar.TitleFontSize = bar.LabelFontSize = 14
    shown.SetScalarBarVisibility(simple.GetActiveView(), True)


def plain(source, view, opacity=1.0, colour=(0.35, 0.4, 0.5)):
    shown = simple.Show(source, view)
    shown.ColorArrayName = [None, ""]
    shown.DiffuseColor = shown.AmbientColor = list(colour)
    shown.Opacity = opacity
    return shown


def show_particles(grains, view):
    # every sphere of radius 1 is scaled by the field with the radii
    spheres = simple.Glyph(registrationName="spheres", Input=grains, GlyphType="Sphere")
    spheres.GlyphType.Radius, spheres.GlyphType.ThetaResolution, spheres.GlyphType.PhiResolution = 1.0, 24, 24
    names = [grains.PointData[k].Name for k in range(len(grains.PointData))]
    size = "drawn_radius [m]" if "drawn_radius [m]" in names else "radius [m]"  # 0 for spheres of bodies with a mesh
    spheres.ScaleArray, spheres.OrientationArray = ["POINTS", size], ["POINTS", "No orientation array"]
    spheres.ScaleFactor, spheres.GlyphMode = 1.0, "All Points"
    shown = simple.Show(spheres, view)
    if "velocity [m s-1]" in names:
        coloured(shown, "POINTS", "velocity [m s-1]", "speed (m/s)", "Lower Right Corner")


def show_contacts(contacts, view, radius):
    tubes = simple.Tube(registrationName="tubes", Input=simple.CellDatatoPointData(Input=contacts))
    tubes.Radius = 0.15 * radius
    shown = simple.Show(tubes, view)
    coloured(shown, "POINTS", "force [N]", "force (N)", "Lower Left Corner")
    simple.Hide(tubes, view)  # inside the spheres; show `tubes` and hide `spheres` in the pipeline browser


def build(time=None):
    view = simple.GetActiveViewOrCreate("RenderView")
    view.UseColorPaletteForBackground, view.Background = 0, [1, 1, 1]
    view.OrientationAxesLabelColor = [0, 0, 0]
    grains, contacts, walls, box, shapes = map(opened, ("grains", "contacts", "walls", "box", "shapes"))
    grains.UpdatePipeline()
    scene = simple.GetAnimationScene()
    scene.UpdateAnimationUsingDataTimeSteps()
    scene.AnimationTime = view.ViewTime = time if time is not None else max(grains.TimestepValues)
    show_particles(grains, view)
    if shapes is not None:
        coloured(simple.Show(shapes, view), "CELLS", "velocity [m s-1]", "speed (m/s)", "Lower Right Corner")
    if contacts is not None:
        show_contacts(contacts, view, grains.PointData["radius [m]"].GetRange()[0])
    if walls is not None:
        plain(walls, view, 0.25)
    if box is not None:
        plain(box, view)
    label = simple.Show(simple.AnnotateTimeFilter(Input=grains, Format="time {time:.5g} s"), view)
    label.Color, label.FontSize = [0, 0, 0], 14
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [0.47, -0.88, 0.36], [0, 0, 0], [0, 0, 1]
    simple.ResetCamera(view)
    return view


def main(words):
    view = build(float(words[1]) if len(words) > 1 else None)
    if words:
        view.ViewSize = [1000, 900]
        simple.Render(view)
        simple.SaveScreenshot(words[0], view)


if __name__ in ("__main__", "__vtkconsole__"):
    main([word for word in sys.argv[1:] if not word.startswith("-")])
