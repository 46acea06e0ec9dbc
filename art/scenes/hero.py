"""A bimanual teleoperation cell at work: two followers, two leaders in the same pose, cameras.

One view: the whole cell from the front left, the bench runs out of the picture at the right.
+x is right, -y the front, z = 0 the table top.
"""
from mathutils import Matrix, Vector

from lib import cloth
from lib.lighting import COOL, SOFT, WARM, camera, sky, softbox
from lib.mesh import box, cylinder, frame, plane, prism, rounded_rectangle
from lib.parts import (cable, corner_plate, depth_camera, extrusion, hub, hub_socket, on, screw, slab)
from lib.props import block, coiled_cable, emergency_stop, fiducial, mug, tumbler, tumbler_half_width
from lib.rendering import CACHE, Ground, render_picture
from lib.robot import PAD_INSET, arm, reach

#: the cell's part of the bench, and what the bench has beyond it at the right
TABLE, BEYOND = (1.40, 0.76, 0.036), 1.2
FOLLOWERS = {'left': (-0.49, 0.09, 0), 'right': (0.49, 0.09, 0)}
LEADERS = {'left': (-0.555, -0.245, 0), 'right': (0.565, -0.235, 0)}
CUP = Vector((-0.105, -0.130, 0))
TOWEL = (0.20, -0.065, 0)
LEADER_SCALE = 0.60

EYE = dict(location=(-1.22, -2.90, 1.12), target=(0.030, 0.0, 0.225), focus=(0, -0.06, 0.12), lens=69, fstop=9)


def render(name, quality, out):
    floor, bench = build()
    lights()
    camera(**EYE)
    render_picture(out, quality, ground=Ground(floor, bench, (TABLE[0] / 2 + BEYOND, TABLE[1] / 2)), exposure=0.12)


def build():
    """The whole cell; returns the floor and the bench that stands on it."""
    bench = slab(TABLE[0] + BEYOND, *TABLE[1:])
    for part in bench:
        part.location.x += BEYOND / 2
    for x in (-0.60, 0.60):
        for y in (-0.30, 0.30):
            cylinder(0.022, 0.012, 'rubber', None, (x, y, -TABLE[2] - 0.006))
    _, pinch = cloth.towel(CACHE / 'towel.npz', 'cloth_blue', TOWEL)
    left_joints, right_joints = _followers(pinch)
    followers = (_follower('left', left_joints, tumbler_half_width(0.066) + PAD_INSET + 0.0004, 'F1'),
                 _follower('right', right_joints, PAD_INSET + 0.0025, 'F2'))
    leaders = [arm(LEADERS[side], heading, joints, body='white', shell='white', tool='handle', scale=LEADER_SCALE, camera=False)
               for side, heading, joints in (('left', 0, left_joints), ('right', 180, right_joints))]
    _objects()
    _gantry()
    _power(followers, leaders)
    return plane(40, 'floor', (0, 0, -TABLE[2] - 0.012)), bench


def lights():
    sky(0.22)
    softbox((-2.5, -0.9, 2.5), (0, 0, 0.1), 1.0, 180, WARM)
    softbox((-1.3, 2.3, 1.9), (0, 0, 0.2), 0.9, 85, SOFT, 1.6)
    softbox((2.6, -1.4, 1.3), (0, 0, 0.25), 0.9, 18, COOL, 2.0)
    softbox((1.9, 2.0, 1.4), (0.2, 0, 0.3), 0.5, 60, SOFT, 1.6)


def _followers(pinch):
    """Joints of both followers: the left one round the cup, the right one at the towel's corner."""
    return (reach(FOLLOWERS['left'], 0, CUP + Vector((0, 0, 0.066)), 46),
            reach(FOLLOWERS['right'], 180, pinch + Vector((0, 0, 0.012)), 56))


def _follower(side, joints, opening, tag):
    return arm(FOLLOWERS[side], 0 if side == 'left' else 180, joints, opening=opening, tag=tag)


def _objects():
    tumbler('orange', CUP)
    for level in range(3):
        tumbler('white', (0.015, 0.095, level * 0.0165))
    mug('white', (0.165, 0.205, 0), 205)
    for mat, x, y, z, yaw, side in (('block_light', 0.002, -0.312, 0, 18, 0.048), ('block_dark', -0.052, -0.275, 0, -24, 0.046),
                                    ('orange', -0.026, -0.295, 0.048, 40, 0.040), ('charcoal', 0.075, -0.340, 0, 60, 0.038)):
        block(mat, (x, y, z), yaw, side)
    coiled_cable((-0.27, 0.20, 0))
    emergency_stop((0.385, -0.305, 0), 8)
    for x, y in ((-0.36, -0.335), (0.25, -0.335), (-0.36, 0.32), (0.34, 0.32)):
        fiducial((x, y, 0))


def _gantry(height=0.68, side=0.030):
    """Aluminium frame with the top and the side camera."""
    x, y = TABLE[0] / 2 - 0.08, TABLE[1] / 2 - 0.03
    beam = height + side / 2
    for s in (-1, 1):
        extrusion((s * x, y, 0.006), (s * x, y, height), side, cap=False)
        prism(rounded_rectangle(0.07, 0.07, 0.006), 0.006, 0.001, 'black_metal', None, (s * x, y, 0.003))
        for dx in (-0.026, 0.026):
            for dy in (-0.026, 0.026):
                screw(None, (s * x + dx, y + dy, 0.006), 'z', 0.004)
        # arms of the plate along the beam inward and down the post, screws to the front
        inward, down, front = Vector((-s, 0, 0)), Vector((0, 0, -1)), Vector((0, -1, 0))
        first, second = (down, inward) if s < 0 else (inward, down)
        corner_plate(None, _axes(first, second, front, (s * x, y - side / 2 - 0.002, beam)), side=side)
    beams = extrusion((-x - side / 2, y, beam), (x + side / 2, y, beam), side) + extrusion((0, y - side / 2, beam), (0, -0.05, beam), side)
    for part in beams:
        part.visible_shadow = False  # they are so high that their shadow is a smudge far from everything
    box((0.05, 0.05, 0.006), 0.001, 'black_metal', None, (0, -0.025, height - 0.003))
    box((0.018, 0.018, 0.05), 0.002, 'black_metal', None, (0, -0.025, height - 0.028))
    top = depth_camera(None, (0, -0.025, height - 0.064), (0, 90, 90), 1.25)
    cable(*on(top, (-0.011, 0.03, 0), (-1, 0, 0)), (0, 0.16, height), (0, 0, -1), 0.0028, 0.5)
    post = frame(None, (-x, y - side / 2, 0.47))
    box((0.032, 0.012, 0.034), 0.002, 'black_metal', post, (0, -0.006, 0))
    cylinder(0.006, 0.03, 'steel', post, (0.006, -0.024, 0), 'y')
    watcher = depth_camera(post, (0.012, -0.045, 0), (0, 16, -40), 1.1)
    cable(*on(watcher, (-0.011, 0.02, 0), (-1, 0, 0)), (-x, y - side / 2, 0.40), (0, -1, 0), 0.0026, 0.5)


def _power(followers, leaders):
    """Hub at the back; every base has its cable there."""
    box_frame = hub((0.0, 0.305, 0), 0)
    bases = (leaders[0], followers[0], followers[1], leaders[1])
    routes = ([(-0.665, -0.10, 0.004), (-0.665, 0.17, 0.004), (-0.60, 0.262, 0.004), (-0.38, 0.250, 0.004), (-0.16, 0.222, 0.004)],
              [(-0.605, 0.16, 0.004), (-0.51, 0.225, 0.004), (-0.30, 0.226, 0.004), (-0.12, 0.200, 0.004)],
              [(0.605, 0.16, 0.004), (0.51, 0.225, 0.004), (0.30, 0.226, 0.004), (0.12, 0.200, 0.004)],
              [(0.675, -0.10, 0.004), (0.665, 0.17, 0.004), (0.60, 0.262, 0.004), (0.38, 0.250, 0.004), (0.16, 0.222, 0.004)])
    for i, (robot, route) in zip((0, 1, 3, 4), zip(bases, routes)):
        start, normal = on(robot.base, (-0.065, 0, 0.040), (-1, 0, 0))
        end, toward = on(box_frame, hub_socket(i), (0, -1, 0))
        via = [start + normal * 0.045 - Vector((0, 0, start.z - 0.006))] + route
        cable(start, normal, end, toward, 0.0032, 0.028, via)


def _axes(x, y, z, origin):
    """Matrix whose columns are the given axes, at `origin`."""
    turn = Matrix((x, y, z)).transposed().to_4x4()
    return Matrix.Translation(origin) @ turn
