"""Spheres as an image: parallel projection, the nearest in front, light from the upper left. Lengths are pixels."""
import numpy as np

AZIMUTH, ELEVATION = -62.0, 20.0  # direction of the eye, as seen from the middle [degrees]
LIGHT = np.array([-0.45, 0.60, 0.66])  # right, up, towards the eye
AMBIENT = 0.38


class Eye:
    """Direction of the eye [degrees], and magnification of the middle of a picture of particles."""

    def __init__(self, azimuth=AZIMUTH, elevation=ELEVATION, zoom=1.0):
        self.azimuth, self.elevation, self.zoom, self.used = np.radians(azimuth), np.radians(elevation), zoom, False


eye = Eye()


def axes_of_view(flat):
    """Returns unit vectors [3][axis]: right, up, towards the eye. A two-dimensional sample is seen face on."""
    eye.used = True
    if flat:
        return np.eye(3)
    right = np.array([-np.sin(eye.azimuth), np.cos(eye.azimuth), 0])
    level = np.array([np.cos(eye.azimuth), np.sin(eye.azimuth), 0])
    towards = np.cos(eye.elevation) * level + np.sin(eye.elevation) * np.eye(3)[2]
    return np.array([right, np.cross(towards, right), towards])


def disc(radius, centre, shape):
    """Returns the pixels of a circle: slices of rows and columns, offsets from the centre divided by the radius;
    None if outside."""
    low = np.maximum(np.ceil(centre - radius).astype(int), 0)
    high = np.minimum(np.floor(centre + radius).astype(int), np.array(shape) - 1)
    if (low > high).any():
        return None
    rows, columns = np.ogrid[low[0] : high[0] + 1, low[1] : high[1] + 1]
    place = (slice(low[0], high[0] + 1), slice(low[1], high[1] + 1))
    return place, (rows - centre[0]) / radius, (columns - centre[1]) / radius


def paint(points, radii, colours, shape):
    """Like `render`; also returns the height of the visible surface [row][column], -inf in front of the background."""
    image, height = np.zeros((*shape, 4)), np.full(shape, -np.inf)
    light = LIGHT / np.linalg.norm(LIGHT)
    for (column, row, depth), radius, colour in zip(points, radii, colours):
        found = disc(radius, np.array([row, column]), shape)
        if found is None:
            continue
        place, up, right = found
        square = 1 - up**2 - right**2
        bulge = np.sqrt(np.maximum(square, 0))
        front = (square >= 0) & (depth + radius * bulge > height[place])
        shade = AMBIENT + (1 - AMBIENT) * np.clip(light[0] * right + light[1] * up + light[2] * bulge, 0, 1)
        height[place][front] = (depth + radius * bulge)[front]
        image[place][front, :3] = shade[front][:, None] * colour
        image[place][front, 3] = 1
    return image, height


def render(points, radii, colours, shape):
    """Returns an RGBA image [row][column][4], row 0 at the bottom. points [n][3]: column, row, height towards the
    eye, and radii, in pixels; colours [n][3]. Every pixel shows the sphere whose surface is nearest to the eye."""
    return paint(points, radii, colours, shape)[0]
