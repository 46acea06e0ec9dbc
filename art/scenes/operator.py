"""An operator at work: a gloved hand on a handheld gripper in focus, the person backlit and soft.

Views: operator (3 : 2) and operator-phone (4 : 5). +x is right, the person sits at +y facing
the camera at -y, z = 0 the table top.
"""
from mathutils import Vector

from lib.effectors import handheld_gripper
from lib.lighting import SOFT, WARM, camera, sky, softbox
from lib.materials import recolour
from lib.mesh import box, cylinder, ellipsoid, frame, plane, world_matrix
from lib.parts import extrusion, slab
from lib.person import gloved_hand, seated_person
from lib.props import block, tumbler, tumbler_half_width
from lib.rendering import render_picture
from lib.robot import arm, reach

EYE = dict(location=(0.17, -0.97, 0.29), target=(0.02, 0.42, 0.225))
#: The aperture is far wider than any lens: it gives this small scene the blur of a large-format
#: portrait. The phone's view is the same frame, cut upright by shift.
VIEWS = {
    'operator': dict(EYE, lens=38, fstop=0.62),
    'operator-phone': dict(EYE, lens=57, fstop=0.93, shift=(-0.178, 0)),
}


def render(name, quality, out):
    focus = build()
    lights()
    camera(**VIEWS[name], focus=focus)
    render_picture(out, quality, exposure=0.55, contrast='Medium High Contrast', strength=1.4, search=9, sharpen=0.3, saturation=1.08)


def build():
    """Bench, person, hands and room; returns the point to focus on."""
    recolour('jacket', colour=(0.085, 0.115, 0.150), rough=0.9, sheen=0.5, specular=0.15, grain=(700, 0.4))
    recolour('skin', colour=(0.56, 0.33, 0.225), rough=0.5)
    recolour('glove', colour=(0.33, 0.325, 0.315), rough=0.62, sheen=0.2, grain=(210, 0.7))
    recolour('glove_cuff', colour=(0.06, 0.062, 0.066), rough=0.95, sheen=0.6, specular=0.1, grain=(620, 0.9))
    recolour('wall', colour=(0.70, 0.685, 0.66), rough=0.9, specular=0.1)
    recolour('window', colour=(1.0, 0.985, 0.955), emission=0.9)
    recolour('leaf', colour=(0.10, 0.20, 0.07), rough=0.6)
    slab(2.2, 0.95, 0.036)
    near = handheld_gripper((-0.085, -0.075, 0.182), (0, 29, -27), tumbler_half_width(0.085) + 0.0005)
    far = handheld_gripper((0.285, 0.085, 0.205), (0, 30, -132), 0.034)
    wrists = (gloved_hand(near), gloved_hand(far, right=False))
    seated_person((-0.035, 0.47, -0.095), wrists, (20, -12))
    grip = world_matrix(near) @ Vector((0.172, 0, 0))
    tumbler('white', (grip.x, grip.y, 0))
    _bench_objects(grip)
    _room()
    return world_matrix(near) @ Vector((0.055, -0.03, 0.02))


def lights():
    sky(0.55, (1, 1, 1), (0.9, 0.88, 0.85))
    softbox((-1.3, 1.9, 1.5), (-0.05, 0.35, 0.35), 0.9, 62, (1, 0.93, 0.82), 1.2)
    softbox((1.3, 1.8, 1.2), (0, 0.4, 0.4), 0.7, 26, SOFT, 1.2)
    softbox((-1.2, -1.1, 1.3), (0, -0.05, 0.15), 0.9, 26, WARM)
    softbox((1.3, -0.9, 0.8), (0.1, -0.05, 0.15), 0.6, 8, (0.93, 0.96, 1), 1.2)


def _bench_objects(grip):
    tumbler('orange', (grip.x + 0.19, grip.y + 0.13, 0))
    tumbler('white', (grip.x + 0.33, grip.y + 0.22, 0))
    block('block_light', (grip.x - 0.26, grip.y + 0.02, 0), 22, 0.048)
    block('orange', (grip.x - 0.32, grip.y + 0.07, 0), -18, 0.042)
    block('charcoal', (grip.x - 0.22, grip.y + 0.12, 0), 40, 0.040)
    at = (0.74, 0.42, 0)
    arm(at, 190, reach(at, 190, (0.48, 0.38, 0.20), 35), tag=None, cables=True)


def _room():
    """Far out of focus: a window with bars, a shelf with boxes, a plant, the bench's gantry."""
    plane(8, 'wall', (0, 3.4, 0), (90, 0, 0))
    plane(8, 'wall', (0, 0, -0.75))
    for x in (-2.15, -1.33):
        plane((0.38, 0.95), 'window', (x, 3.36, 0.85), (90, 0, 0))
    for z in (0.18, 0.52, 0.86):
        box((1.5, 0.3, 0.03), 0.004, 'block_light', None, (1.75, 3.1, z))
    for i, (x, mat, h) in enumerate(((1.15, 'charcoal', 0.18), (1.40, 'orange', 0.12), (1.62, 'light_grey', 0.22), (1.95, 'charcoal', 0.15), (2.2, 'white', 0.20))):
        box((0.19, 0.2, h), 0.01, mat, None, (x, 3.1, (0.535 if i % 2 else 0.195) + h / 2))
    pot = frame(None, (0.72, 2.7, 0.0))
    cylinder(0.11, 0.2, 'white', pot, (0, 0, -0.10))
    for i in range(14):
        ellipsoid((0.035, 0.012, 0.15), 'leaf', pot, (0.07 * ((i * 5) % 7 - 3) / 2, 0.05 * ((i * 3) % 5 - 2), 0.14 + 0.05 * (i % 4)), (12 * ((i * 5) % 7 - 3), 15 * ((i * 3) % 5 - 2), 40 * i))
    for x in (-0.86, 0.86):
        extrusion((x, 0.44, 0), (x, 0.44, 0.95), 0.03)
