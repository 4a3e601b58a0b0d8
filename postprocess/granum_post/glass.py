"""Draws surfaces over an image of spheres: triangles as glass or opaque in given colours, edges as lines. Lengths are
pixels, as in `spheres`: points are column, row, height towards the eye."""
import numpy as np

from . import spheres

TINT = np.array([0.36, 0.45, 0.55])  # colour of the glass
SOLID = np.array([0.66, 0.72, 0.78])  # colour of opaque surfaces
LINE = np.array([0.17, 0.22, 0.28])
BEFORE, BESIDE = 0.07, 0.30  # opacity in front of spheres, and in front of the background
RIM = 0.45  # additional opacity of surfaces seen from the side
LINE_BEFORE, LINE_BESIDE = 0.55, 0.85
CHUNK = 1 << 20  # pixels per pass


def normals(triangles):
    """Returns unit normals [n][3]; 0 for a degenerate triangle."""
    across = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    length = np.linalg.norm(across, axis=1, keepdims=True)
    return across / np.where(length > 0, length, 1)


def by_size(triangles, shape):
    """Groups triangles with bounding boxes of similar size: (numbers, lowest pixels [n][2], sides of the box in
    pixels). Triangles outside the image are left out."""
    low = np.maximum(np.floor(triangles[:, :, :2].min(axis=1)).astype(int), 0)
    high = np.minimum(np.ceil(triangles[:, :, :2].max(axis=1)).astype(int), np.array(shape[::-1]) - 1)
    seen = (low <= high).all(axis=1)
    sides = 1 << np.ceil(np.log2(np.maximum(high - low + 1, 1))).astype(int)
    for size in np.unique(sides[seen], axis=0):
        numbers = np.flatnonzero(seen & (sides == size).all(axis=1))
        step = max(CHUNK // int(size.prod()), 1)
        for begin in range(0, numbers.size, step):
            part = numbers[begin : begin + step]
            yield part, low[part], size


def inside(corners, column, row):
    """Returns the pixels inside triangles, as numbers of triangles and of pixels, and their barycentric coordinates."""
    (ax, ay), (bx, by), (cx, cy) = (corners[:, k, :2].T[:, :, None] for k in range(3))
    area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    with np.errstate(divide="ignore", invalid="ignore"):
        second = ((column - ax) * (cy - ay) - (cx - ax) * (row - ay)) / area
        third = ((bx - ax) * (row - ay) - (column - ax) * (by - ay)) / area
        first = 1 - second - third
        which = np.nonzero((first >= 0) & (second >= 0) & (third >= 0))
    return which, (first[which], second[which], third[which])


def fragments(triangles, shape):
    """Yields the pixels that triangles cover, part by part: rows, columns, heights, and the number of the triangle."""
    for numbers, low, (width, height) in by_size(triangles, shape):
        up, right = (grid.ravel() for grid in np.mgrid[0:height, 0:width])
        (which, pixel), parts = inside(triangles[numbers], low[:, :1] + right, low[:, 1:] + up)
        owner, column, row = numbers[which], low[which, 0] + right[pixel], low[which, 1] + up[pixel]
        above = sum(part * triangles[owner, k, 2] for k, part in enumerate(parts))
        here = (column < shape[1]) & (row < shape[0])
        yield row[here], column[here], above[here], owner[here]


def cover(image, height, triangles):
    """Blends triangles [n][3][3] over the image. Their order does not matter, because they have the same colour."""
    clear, light = np.ones(image.shape[:2]), np.zeros(image.shape[:2])
    facing = normals(triangles)
    lamp = spheres.LIGHT / np.linalg.norm(spheres.LIGHT)
    shade = 0.75 + 0.25 * np.abs(facing @ lamp)
    rim = RIM * (1 - np.abs(facing[:, 2])) ** 3
    for row, column, depth, owner in fragments(triangles, height.shape):
        seen = depth > height[row, column]
        row, column, owner = row[seen], column[seen], owner[seen]
        dense = rim[owner] + np.where(np.isfinite(height[row, column]), BEFORE, BESIDE)
        np.multiply.at(clear, (row, column), 1 - dense)
        np.add.at(light, (row, column), -np.log1p(-dense) * shade[owner])
    total = -np.log(clear)
    mean = np.divide(light, total, out=np.zeros_like(light), where=total > 0)
    blend(image, 1 - clear, mean[..., None] * TINT + (1 - mean[..., None]))


def fill(image, height, triangles, colours):
    """Draws opaque triangles [n][3][3] in their colours [n][3] where nothing is in front of them; updates the
    heights."""
    lamp = spheres.LIGHT / np.linalg.norm(spheres.LIGHT)
    shaded = colours * (0.75 + 0.25 * np.abs(normals(triangles) @ lamp))[:, None]
    for row, column, depth, owner in fragments(triangles, height.shape):
        order = np.argsort(depth, kind="stable")  # the nearest one is written last
        row, column, depth, owner = row[order], column[order], depth[order], owner[order]
        seen = depth > height[row, column]
        row, column = row[seen], column[seen]
        height[row, column] = depth[seen]
        image[row, column, :3], image[row, column, 3] = shaded[owner[seen]], 1.0


def rule(image, height, edges):
    """Draws edges [n][2][3] where nothing is in front of them."""
    if not len(edges):
        return
    dense = np.zeros(image.shape[:2])
    count = np.maximum(np.ceil(2 * np.abs(edges[:, 1] - edges[:, 0])[:, :2].max(axis=1)).astype(int), 1) + 1
    edge = np.repeat(np.arange(len(edges)), count)
    place = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count)
    part = (place / np.repeat(count - 1, count))[:, None]
    points = edges[edge, 0] * (1 - part) + edges[edge, 1] * part
    for right, up in ((0, 0), (1, 0), (0, 1)):
        column, row = np.rint(points[:, 0]).astype(int) + right, np.rint(points[:, 1]).astype(int) + up
        here = (column >= 0) & (row >= 0) & (column < image.shape[1]) & (row < image.shape[0])
        column, row, depth = column[here], row[here], points[here, 2]
        seen = depth > height[row, column] - 1
        row, column = row[seen], column[seen]
        np.maximum.at(dense, (row, column), np.where(np.isfinite(height[row, column]), LINE_BEFORE, LINE_BESIDE))
    blend(image, dense, np.broadcast_to(LINE, (*dense.shape, 3)))


def blend(image, dense, colour):
    """Blends a colour [row][column][3] over the image with opacity `dense`."""
    alpha = dense + image[..., 3] * (1 - dense)
    under = image[..., :3] * (image[..., 3] * (1 - dense))[..., None]
    above = colour * dense[..., None]
    image[..., :3] = np.divide(above + under, alpha[..., None], out=np.zeros_like(under), where=alpha[..., None] > 0)
    image[..., 3] = alpha
