"""Things to be handled: cups, mugs, blocks, trays, boards. Metres and degrees, standing on z = location.z."""
import math

from lib.mesh import box, cylinder, frame, lathe, plane, prism, rounded_rectangle, tube
from lib.parts import plug


def tumbler(mat, location, height=0.118, radius=0.041):
    """Thin-walled cup with a rolled rim, wider at the top."""
    r, h = radius, height
    return lathe([(0, 0.003), (r * 0.70, 0.003), (r * 0.74, 0), (r * 0.775, 0.0008), (r * 0.79, 0.004), (r * 0.975, h - 0.006),
                  (r * 1.005, h - 0.0048), (r * 1.012, h - 0.0025), (r * 1.0, h - 0.0004), (r * 0.975, h), (r * 0.955, h - 0.002),
                  (r * 0.945, h - 0.006), (r * 0.75, 0.008), (0, 0.008)], mat, None, location, segments=96)


def tumbler_half_width(height, cup_height=0.118, radius=0.041):
    """Outer radius of a tumbler at a height above its base: what a gripper must open to."""
    return radius * (0.79 + (0.975 - 0.79) * (height - 0.004) / (cup_height - 0.010))


def mug(mat, location, yaw=0, height=0.095, radius=0.040):
    """Stoneware mug with a looped handle at +x."""
    at = frame(None, location, (0, 0, yaw))
    r, h, t = radius, height, 0.0035
    lathe([(0, 0.004), (r * 0.80, 0.004), (r * 0.86, 0), (r * 0.92, 0.002), (r * 0.97, 0.010), (r, 0.03), (r, h - 0.002),
           (r - t * 0.5, h), (r - t, h - 0.002), (r - t, 0.014), (r * 0.8, 0.008), (0, 0.008)], mat, at)
    tube([(r - 0.003, 0, h * 0.80), (r + 0.012, 0, h * 0.84), (r + 0.031, 0, h * 0.72), (r + 0.033, 0, h * 0.42),
          (r + 0.014, 0, h * 0.24), (r - 0.004, 0, h * 0.26)], 0.0052, mat, at)


def block(mat, location, yaw=0, side=0.042):
    """Toy block with eased edges."""
    x, y, z = location
    return box((side,) * 3, 0.003, mat, None, (x, y, z + side / 2), (0, 0, yaw))


def tray(mat, location, yaw=0, size=(0.24, 0.16, 0.05), wall=0.004):
    """Open bin with a thick rim."""
    at = frame(None, location, (0, 0, yaw))
    w, d, h = size
    box((w, d, wall), 0.0015, mat, at, (0, 0, wall / 2))
    for s in (-1, 1):
        box((w, wall, h), 0.0015, mat, at, (0, s * (d - wall) / 2, h / 2))
        box((wall, d - 2 * wall, h), 0.0015, mat, at, (s * (w - wall) / 2, 0, h / 2))
        box((w + 0.010, 0.009, 0.005), 0.0018, mat, at, (0, s * (d - wall) / 2, h))
        box((0.009, d - 0.013, 0.005), 0.0018, mat, at, (s * ((w - wall) / 2 + 0.0005), 0, h))
    return at


def calibration_board(location, yaw=0, size=(0.27, 0.18)):
    """ChArUco board: printed sheet on a rigid white backing, lying flat."""
    at = frame(None, location, (0, 0, yaw))
    prism(rounded_rectangle(size[0] + 0.02, size[1] + 0.02, 0.006), 0.004, 0.0008, 'white', at, (0, 0, 0.002))
    sheet = plane((size[0] / 2, size[1] / 2), 'charuco', (0, 0, 0.00425))
    sheet.parent = at
    return at


def fiducial(location, yaw=0, side=0.055):
    """Square marker stuck to the table."""
    return plane(side / 2, 'fiducial', (location[0], location[1], location[2] + 0.0004), (0, 0, yaw))


def coiled_cable(location, radius=0.055, turns=3, yaw=0):
    """Spare cable in a loose coil with a plug at both ends."""
    at = frame(None, location, (0, 0, yaw))
    points = [(radius * 1.9, -radius * 0.9, 0.0045), (radius * 1.5, -radius * 0.8, 0.0045), (radius * 1.15, -radius * 0.45, 0.0045)]
    steps = turns * 14
    for i in range(steps + 1):
        t = 2 * math.pi * i / 14
        r = radius + 0.005 * math.sin(i * 0.45) + 0.0025 * math.sin(i * 1.1)
        points.append((r * math.cos(t), r * math.sin(t), 0.0045 + 0.0036 * (i / 14) + 0.0012 * math.sin(i * 0.9)))
    x, y, z = points[-1]
    points += [(x + 0.002, y + 0.04, 0.012), (x + 0.03, y + 0.08, 0.0045), (x + 0.085, y + 0.075, 0.0045)]
    tube(points, 0.0040, 'cable', at, resolution=6)
    for (px, py, _), facing in ((points[-1], 0), (points[0], -35)):
        plug((px - 0.002, py, 0), facing, at)


def emergency_stop(location, yaw=0):
    """Mushroom button on a small box, in the bench's orange."""
    at = frame(None, location, (0, 0, yaw))
    box((0.072, 0.072, 0.045), 0.006, 'light_grey', at, (0, 0, 0.0225))
    cylinder(0.022, 0.006, 'charcoal', at, (0, 0, 0.047))
    lathe([(0, 0), (0.011, 0), (0.011, 0.010), (0.019, 0.011), (0.020, 0.015), (0.018, 0.021), (0.010, 0.024), (0, 0.0245)], 'orange', at, (0, 0, 0.049))


def egg(location, rotation=(0, 0, 0), length=0.057, width=0.0435):
    """Hen's egg lying in its own frame with the blunt end at -z, centred on the widest circle."""
    profile = []
    for i in range(49):
        t = math.pi * i / 48
        z = -math.cos(t)
        # a taper toward the pointed end, fitted by eye to a size M egg
        r = math.sin(t) * (1 - 0.13 * z - 0.02 * z * z)
        profile.append((max(0.0, r * width / 2), z * length / 2))
    return lathe(profile, 'eggshell', None, location, rotation, segments=96)
