"""Hardware: four end effectors on turned stands: parallel gripper, fin-ray gripper, three-finger
hand, vacuum gripper.

View: card-hardware (4 : 3), two and two.
"""
from lib.effectors import soft_gripper, three_finger_hand, vacuum_gripper
from lib.lighting import COOL, SOFT, WARM, camera, sky, softbox
from lib.materials import recolour
from lib.mesh import cylinder, frame, lathe, plane, text
from lib.parts import slab
from lib.rendering import render_picture
from lib.robot import gripper

#: turn of each tool on its stand, degrees: three-quarter views that show what each one closes with
TURNS = (-51, -95, -58, -43)
STANDS = ((-0.235, 0.10), (-0.071, -0.12), (0.077, 0.10), (0.225, -0.12))
#: far off, so that all look of one size
CAMERA = dict(location=(0, -3.6, 0.92), target=(0, 0, 0.150), lens=188, shift=(0.013, 0.002), fstop=9)


def render(name, quality, out):
    build()
    lights()
    camera(**CAMERA)
    render_picture(out, quality, exposure=0.3, sharpen=0.3)


def build():
    """One tool a stand, on the bench."""
    slab(3, 1.6, 0.036)
    plane(8, 'wall', (0, 2.2, 0), (90, 0, 0))
    recolour('aluminium', colour=(0.64, 0.65, 0.67), rough=0.25, metal=1.0)
    tools = (lambda at: gripper(at, 0.036, pads='orange_matt'), lambda at: soft_gripper(at, 0.028), three_finger_hand, vacuum_gripper)
    for i, (tool, place) in enumerate(zip(tools, STANDS)):
        tool(_stand((*place, 0), f'{i + 1:02d}', 0.021, TURNS[i]))


def lights():
    sky(0.16, (1, 1, 1), (0.22, 0.22, 0.24))
    softbox((-1.0, -0.8, 1.75), (0, 0, 0.10), 0.7, 62, WARM, 1.1)
    softbox((-1.3, 1.3, 1.5), (-0.3, 2.2, 0.3), 0.8, 40, WARM, 1.4)  # a window's light on the wall
    # Rims only: the floor has the one shadow of the key light.
    softbox((-0.7, 1.4, 0.9), (0, 0, 0.15), 0.4, 26, SOFT, 1.3, shadow=False)
    softbox((1.3, 0.9, 0.8), (0, 0, 0.15), 0.4, 20, SOFT, 1.2, shadow=False)
    softbox((1.2, -1.1, 0.5), (0, 0, 0.15), 0.3, 5, COOL, 1.0, shadow=False)


def _stand(place, number, digits, turn):
    """Turned stand with a numbered foot; returns a flange frame that looks upward."""
    at = frame(None, place)
    lathe([(0, 0), (0.056, 0), (0.058, 0.002), (0.058, 0.010), (0.056, 0.012), (0.030, 0.0135), (0.024, 0.018), (0, 0.018)], 'black', at)
    cylinder(0.0585, 0.0022, 'orange', at, (0, 0, 0.0045), bevel=0.0005)
    lathe([(0, 0.010), (0.0150, 0.010), (0.0150, 0.070), (0.0165, 0.072), (0.0165, 0.078), (0.0150, 0.080), (0.0150, 0.086), (0, 0.086)], 'black_metal', at)
    lathe([(0, 0.084), (0.034, 0.084), (0.036, 0.086), (0.036, 0.094), (0.034, 0.096), (0, 0.096)], 'aluminium', at)
    text(number, digits, 'print', at, (0, -0.0435, 0.0131), (0, 0, 0))
    return frame(frame(at, (0, 0, 0.096), (0, 0, turn)), rotation=(0, -90, 0))
