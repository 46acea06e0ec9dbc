"""Quality: a macro of two fingertips round an egg, over a calibration board.

View: card-quality (4 : 3). The grip is tangent: pads touch
the shell at its widest and go no further.
"""
from mathutils import Vector

from lib.lighting import COOL, SOFT, WARM, camera, sky, softbox
from lib.materials import recolour
from lib.mesh import frame, world_matrix
from lib.parts import slab
from lib.props import calibration_board, egg
from lib.rendering import render_picture
from lib.robot import PAD_INSET, gripper, wrist_camera

EGG_WIDTH = 0.0435
PITCH = 52

#: from the middle of the grip
EYE = Vector((0.350, -0.265, 0.185))


def render(name, quality, out):
    touch = build()
    lights()
    camera(touch + EYE, touch + Vector((-0.026, 0.004, 0.026)), focus=touch + Vector((0.012, -0.012, 0.004)), lens=70, fstop=5, shift=(-0.02, 0.022))
    render_picture(out, quality, exposure=0.15, strength=1.0, search=8, sharpen=0.3)


def build():
    """Bench, board, gripper and egg; returns the middle of the grip."""
    slab(5, 5, 0.036)
    recolour('aluminium', colour=(0.42, 0.43, 0.45), rough=0.42, metal=1.0)  # smoother, its sides mirror the bench and look like glass
    calibration_board((0.06, 0.085, 0), 24, (0.36, 0.24))
    tool = frame(None, (-0.105, 0, 0.205), (0, PITCH, 0))
    gripper(tool, EGG_WIDTH / 2 + PAD_INSET - 0.0004, pads='orange_matt')
    wrist_camera(tool)
    touch = world_matrix(tool) @ Vector((0.180, 0, 0))
    # the egg lies across the pads with its long axis upright, blunt end down
    egg(touch, (0, 14, 0), 0.057, EGG_WIDTH)
    return touch


def lights():
    sky(0.30)
    softbox((-0.15, -1.05, 0.95), (0, 0, 0.06), 0.55, 16, WARM)
    softbox((-0.9, 0.5, 0.8), (0, 0, 0.08), 0.5, 14, SOFT, 0.9)
    softbox((0.2, 1.1, 0.6), (0, 0, 0.08), 0.4, 8, SOFT, 0.9)
    softbox((1.1, 0.2, 0.5), (0, 0, 0.06), 0.5, 2.5, COOL)
