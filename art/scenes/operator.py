"""An operator at work: two gloved hands with handheld grippers put a block into a cup. The
picture ends at the operator's collar.

Views: operator (20 : 9) and operator-portrait (4 : 5). +x is right, the person stands at +y facing
the camera at -y, z = 0 the table top. The lower right stays free: text lies there.
"""
from mathutils import Vector

from lib.effectors import handheld_gripper
from lib.lighting import SOFT, WARM, camera, sky, softbox
from lib.materials import recolour
from lib.mesh import box, plane, transform, world_matrix
from lib.parts import cable, on, slab
from lib.person import apron, gloved_hand, torso
from lib.props import block, tumbler, tumbler_half_width
from lib.rendering import render_picture
from lib.robot import arm, reach

CUP = Vector((0, 0, 0))
#: the middle of the pads of the right and the left hand's gripper, yaw and pitch of each
RIGHT = (CUP + Vector((0, 0, 0.078)), -40, 27)
LEFT = (CUP + Vector((0.020, 0.004, 0.186)), -136, 36)
BLOCK = 0.036

EYE = dict(location=(-0.10, -1.54, 0.56), focus=(0, 0.07, 0.15))
#: the aperture is far wider than any lens: it gives this small scene the blur of a large format
VIEWS = {
    'operator': dict(EYE, target=(0.088, 0.06, 0.178), lens=56.5, fstop=2.6, shift=(0, -0.014)),
    'operator-portrait': dict(EYE, target=(0.004, 0.06, 0.158), lens=82, fstop=3.7),
}


def render(name, quality, out):
    build()
    lights()
    camera(**VIEWS[name])
    render_picture(out, quality, exposure=0.40, strength=1.4, search=8, sharpen=0.3, saturation=1.08)


def build():
    """Bench, person, hands and room."""
    _colours()
    slab(2.6, 0.95, 0.036, veneer='table_near')
    tumbler('white', CUP)
    block('block_light', LEFT[0] - Vector((0, 0, BLOCK / 2)), LEFT[1], BLOCK)
    right = _gripper(*RIGHT, tumbler_half_width(RIGHT[0].z) + 0.0005, 0.172)
    left = _gripper(*LEFT, BLOCK / 2 + 0.0005, 0.193)
    apron(torso((0.02, 0.60, 0.10), (gloved_hand(right), gloved_hand(left, right=False))), (0.02, 0.10))
    for gripper in (right, left):
        _camera_cable(gripper)
    for mat, x, y, yaw, side in (('block_light', -0.232, -0.045, 22, 0.040), ('charcoal', -0.182, -0.085, -18, 0.036)):
        block(mat, (x, y, 0), yaw, side)
    _room()


def lights():
    sky(0.34, (1, 1, 1), (0.9, 0.88, 0.85))
    softbox((-1.5, 0.5, 1.25), (0, 0.05, 0.1), 0.32, 105, (1, 0.95, 0.87), 0.32)
    softbox((-1.1, -1.2, 1.3), (0, 0, 0.15), 0.9, 17, WARM)
    softbox((1.3, -0.9, 0.9), (0.1, 0, 0.15), 0.6, 7, (0.93, 0.96, 1), 1.2)


def _colours():
    recolour('wool', colour=(0.055, 0.062, 0.075), rough=0.95, sheen=0.7, specular=0.1, grain=(900, 0.8), melange=(620, 0.3))
    recolour('canvas', colour=(0.30, 0.215, 0.135), rough=0.9, specular=0.15, grain=(800, 0.5))
    recolour('glove_welt', colour=(0.075, 0.076, 0.078), rough=0.8)
    recolour('thread', colour=(0.24, 0.235, 0.23), rough=0.8)
    recolour('glove_cuff', colour=(0.16, 0.163, 0.168), rough=0.95, sheen=0.5, specular=0.1)
    recolour('glove_strap', colour=(0.045, 0.046, 0.048), rough=0.7)
    recolour('window', colour=(1.0, 0.985, 0.955), emission=0.9)


def _gripper(touch, yaw, pitch, opening, length):
    """A handheld gripper whose pads meet at `touch`, `length` metres from its origin."""
    turn = transform(rotation=(0, pitch, yaw))
    return handheld_gripper(touch - turn @ Vector((length, 0, 0)), (0, pitch, yaw), opening)


def _camera_cable(gripper):
    cable(*on(gripper, (-0.013, 0.020, 0.055), (-1, 0, 0)), *on(gripper, (-0.030, 0.030, 0.0158), (-0.2, 0, 1)), 0.0022, 0.8)


def _room():
    """Out of focus: a second, lower, grey bench with an arm, a window with bars, a shelf with boxes."""
    box((1.6, 0.6, 0.03), 0.004, 'light_grey', None, (0.95, 1.36, -0.215))
    at = (0.80, 1.36, -0.20)
    arm(at, 245, reach(at, 245, (0.66, 1.06, 0.02), 50))
    plane(8, 'wall', (0, 3.4, 0), (90, 0, 0))
    plane(8, 'wall', (0, 0, -0.75))
    for x in (-2.45, -1.60):
        plane((0.38, 0.95), 'window', (x, 3.36, 0.85), (90, 0, 0))
    for z in (0.18, 0.52, 0.86):
        box((1.5, 0.3, 0.03), 0.004, 'block_light', None, (1.75, 3.1, z))
    for i, (x, mat, h) in enumerate(((1.15, 'charcoal', 0.18), (1.40, 'orange', 0.12), (1.62, 'light_grey', 0.22), (1.95, 'charcoal', 0.15), (2.2, 'white', 0.20))):
        box((0.19, 0.2, h), 0.01, mat, None, (x, 3.1, (0.535 if i % 2 else 0.195) + h / 2))
