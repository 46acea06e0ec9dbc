"""Hardware: four end effectors on milled posts, in a row on the page.

View: card-hardware. From the left: parallel gripper, fin-ray gripper, three-finger hand, vacuum.
"""
from lib.effectors import soft_gripper, three_finger_hand, vacuum_gripper
from lib.lighting import COOL, SOFT, WARM, camera, sky, softbox
from lib.materials import recolour
from lib.mesh import cylinder, frame, lathe, plane, text
from lib.rendering import render_picture
from lib.robot import gripper

SPACING = 0.186
#: turn of each tool on its post, degrees: three-quarter views that show what each one closes with
TURNS = (-68, -112, -75, -60)


def render(name, quality, out):
    floor = build()
    lights()
    camera((-0.50, -1.62, 0.40), (0.0, 0.0, 0.157), 84.2, 8, (0, -0.02, 0.17), shift=(-0.0195, -0.0143))
    render_picture(out, quality, floor=floor, footprint=(0.40, 0.06), exposure=0.05, sharpen=0.3)


def build():
    """The line-up; returns the floor."""
    recolour('aluminium', colour=(0.64, 0.65, 0.67), rough=0.25, metal=1.0)
    tools = (lambda at: gripper(at, 0.036, pads='orange_matt'), lambda at: soft_gripper(at, 0.028), three_finger_hand, vacuum_gripper)
    for i, tool in enumerate(tools):
        tool(_post((i - 1.5) * SPACING, f'{i + 1:02d}', TURNS[i]))
    return plane(30, 'floor')


def lights():
    sky(0.16, (1, 1, 1), (0.22, 0.22, 0.24))
    softbox((-1.5, -0.9, 1.3), (0, 0, 0.15), 0.7, 52, WARM, 1.1)
    softbox((-0.7, 1.4, 0.9), (0, 0, 0.15), 0.4, 26, SOFT, 1.3)
    softbox((1.3, 0.9, 0.8), (0, 0, 0.15), 0.4, 20, SOFT, 1.2)
    softbox((1.2, -1.1, 0.5), (0, 0, 0.15), 0.3, 5, COOL, 1.0)


def _post(x, number, turn):
    """Turned stand with a numbered foot; returns a flange frame that looks upward."""
    at = frame(None, (x, 0, 0))
    lathe([(0, 0), (0.056, 0), (0.058, 0.002), (0.058, 0.010), (0.056, 0.012), (0.030, 0.0135), (0.024, 0.018), (0, 0.018)], 'black', at)
    cylinder(0.0585, 0.0022, 'orange', at, (0, 0, 0.0045), bevel=0.0005)
    lathe([(0, 0.010), (0.0150, 0.010), (0.0150, 0.070), (0.0165, 0.072), (0.0165, 0.078), (0.0150, 0.080), (0.0150, 0.086), (0, 0.086)], 'black_metal', at)
    lathe([(0, 0.084), (0.034, 0.084), (0.036, 0.086), (0.036, 0.094), (0.034, 0.096), (0, 0.096)], 'aluminium', at)
    text(number, 0.014, 'print', at, (0, -0.0435, 0.0131), (0, 0, 0))
    return frame(frame(at, (0, 0, 0.096), (0, 0, turn)), rotation=(0, -90, 0))
