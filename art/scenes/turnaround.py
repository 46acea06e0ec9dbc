"""Turnaround: one arm, and the paths of many demonstrations that end in its jaws.

View: card-turnaround (4 : 3). Thin lines are demonstrations from scattered starts; the full line with
sampled points is the one being repeated, with ghosts of the block at its start and of the arm on it. The arm is seen from its side: paths
reach the block before the jaws.
"""
import math

import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

from lib.kinematics import links
from lib.lighting import COOL, SOFT, WARM, camera, sky, softbox
from lib.materials import recolour
from lib.mesh import ellipsoid, plane, tube
from lib.parts import slab
from lib.props import block, tray
from lib.rendering import Quality, clean, coverage, develop_as, developed, halves, saturated, sharpened, write
from lib.robot import PAD_INSET, arm, reach

BASE, HEADING = (0.340, 0.05, 0), 180
GOAL = Vector((0.005, 0.05, 0.170))
SEED = 11
AHEAD = Vector((-0.010, 0, 0))  # from the pads to the middle of the block, out of the jaws by a quarter
START, START_YAW, SIDE = Vector((-0.265, 0.02, 0.022)), 12, 0.040
BLOCKS = (('block_dark', -0.235, -0.275, 50), ('charcoal', -0.355, -0.145, 30), ('block_dark', -0.15, 0.20, 20))
GHOST, OPACITY = 0.40, 0.30  # share of the path
PITCH = 38

CAMERA = dict(location=(-0.52, -1.75, 0.74), target=(0.045, 0.0, 0.205), lens=66, fstop=11.7, shift=(-0.010, -0.0213))


def render(name, quality, out):
    ground, ghost, upper_arm = build()
    lights()
    camera(**CAMERA, focus=GOAL)
    develop_as(0.25)
    _show(ghost, False)
    mask = coverage(ground, quality)[..., None]
    shown = developed(sharpened(clean(*halves(quality, 'beauty')), 0.3))[..., :3]
    _show([o for o in bpy.context.scene.objects if o.type in ('MESH', 'CURVE', 'FONT')], False)
    small = Quality(quality.width, quality.height, max(8, quality.samples // 3), 0.02)
    _show(ghost, True)
    layer = developed(clean(*halves(small, 'ghost', transparent=True)))
    weight = layer[..., 3:4] * OPACITY * (1 - mask) * _fading(*upper_arm, layer.shape)
    shown = layer[..., :3] * weight + shown * (1 - weight)
    write(saturated(shown, 1.12), out)
    print(f'done {out}', flush=True)


def build():
    """Arm, tray, starts and paths; returns the bench with the wall behind it, the objects of the ghost, and
    the elbow and shoulder of its arm."""
    ground = [*slab(3, 1.6, 0.036), plane(8, 'wall', (0, 2.2, 0), (90, 0, 0))]
    recolour('orange_faint', colour=(1.0, 0.21, 0.05), rough=0.6, emission=0.4)
    arm(BASE, HEADING, reach(BASE, HEADING, GOAL, PITCH), opening=0.020 + PAD_INSET, tag='F2')
    _held(GOAL)
    tray('white', (0.065, -0.185, 0), 8, (0.20, 0.15, 0.045))
    rng = np.random.default_rng(SEED)
    for mat, x, y, yaw in BLOCKS:
        block(mat, (x, y, 0), yaw, SIDE)
    for _, x, y, _ in BLOCKS:
        path = _path(Vector((x, y, SIDE)), rng.uniform(0.16, 0.38), rng.normal(0, 0.022, 3))
        _line(path, 0.0011, 'orange_faint')
        for point in path[:-16:9]:
            ellipsoid((0.0034,) * 3, 'orange_faint', None, point, segments=12).visible_shadow = False
    best = _path(START, 0.37, (0, 0, 0))
    _line(best, 0.0019, 'orange_line')
    for point in best[:1] + best[10:-8:5]:
        ellipsoid((0.0062,) * 3, 'orange_line', None, point, segments=24).visible_shadow = False
    target = best[int(GHOST * (len(best) - 1))] - AHEAD
    shoulder, elbow = links(BASE, HEADING, reach(BASE, HEADING, target, PITCH))[:2]
    return ground, _ghost(target), (elbow, shoulder)


def lights():
    sky(0.22)
    softbox((-1.7, -1.1, 2.0), (0, 0, 0.15), 0.9, 105, WARM)
    softbox((-0.8, 1.8, 1.3), (0, 0, 0.2), 0.7, 52, SOFT, 1.3)
    softbox((1.8, -0.9, 0.9), (0, 0, 0.25), 0.7, 11, COOL, 1.4)
    softbox((1.5, 1.5, 1.1), (0, 0, 0.2), 0.5, 35, SOFT, 1.2)


def _path(start, height, sway, steps=64):
    """Points of a block's middle: up from `start`, over `height` metres, down to where the jaws hold it."""
    end = GOAL + AHEAD
    lead = Vector((start.x * 0.75 + end.x * 0.25, start.y * 0.75 + end.y * 0.25, start.z + height))
    above = end + Vector((-0.07, 0.01, 0.17)) + Vector(sway)
    points = []
    for i in range(steps + 1):
        t = i / steps
        t = t * t * (3 - 2 * t)
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3
        points.append(start * a + lead * b + above * c + end * d)
    return points


def _line(points, radius, mat):
    """A path that runs out to nothing over its last quarter, so that the bundle leaves the jaws visible."""
    line = tube(points, radius, mat, resolution=3)
    line.visible_shadow = False
    for i, point in enumerate(line.data.splines[0].points):
        point.radius = min(1, 4 * (1 - i / (len(points) - 1)))


def _ghost(target):
    """Objects of the block at its start and of the whole arm at `target`, as in a multiple exposure."""
    before = set(bpy.context.scene.objects)
    block('orange', (*START.to_2d(), 0), START_YAW, SIDE)
    _held(target)
    arm(BASE, HEADING, reach(BASE, HEADING, target, PITCH), opening=0.020 + PAD_INSET)
    return [o for o in set(bpy.context.scene.objects) - before if o.type != 'EMPTY']


def _fading(elbow, shoulder, shape):
    """Weights, as height x width x 1 with rows from the bottom up, that fall to 0 from the elbow to the shoulder: behind the arm
    itself, the ghost's upper arm would look like a pane of glass."""
    height, width = shape[:2]
    scene = bpy.context.scene
    (ex, ey), (sx, sy) = ((p.x * width, p.y * height) for p in (world_to_camera_view(scene, scene.camera, Vector(v)) for v in (elbow, shoulder)))
    axis = np.array((sx - ex, sy - ey))
    y, x = np.mgrid[:height, :width]
    along = ((x - ex) * axis[0] + (y - ey) * axis[1]) / (axis @ axis)
    across = np.abs((x - ex) * axis[1] - (y - ey) * axis[0]) / (axis @ axis)
    t = np.clip(along / 0.7, 0, 1)
    return np.where(across < 0.45, 1 - t * t * (3 - 2 * t), 1)[..., None]


def _held(at):
    """The block between pads whose middle is `at`."""
    middle = at + AHEAD
    outward = (at - Vector(BASE)).to_2d()
    block('orange', (middle.x, middle.y, middle.z - 0.022), math.degrees(math.atan2(outward.y, outward.x)), SIDE)


def _show(objects, visible):
    for o in objects:
        o.hide_render = not visible
