"""End effectors beside the arm's own gripper. Each points to +x from a flange at its origin."""
import math

from lib.mesh import box, cylinder, frame, lathe, plane, prism, rounded_rectangle
from lib.parts import screw, servo_disc, vents

FINRAY_LENGTH = 0.095


def finray(parent, location, side, mat='orange_matt', length=FINRAY_LENGTH, width=0.024, base=0.040):
    """Soft fin-ray finger along +x: contact face on y = 0, back leaning outward to `side`, open between two rails."""
    at = frame(parent, location)
    wall, tip, rail = 0.0032, 0.005, 0.0045

    def bar(points, thickness, bevel, z=0):
        outline = [(x, side * y) for x, y in points]
        prism(outline if side > 0 else outline[::-1], thickness, bevel, mat, at, (0, 0, z))

    def back(start, end, thickness, inset=0.0, z=0):
        low, high = (base + (tip - base) * x / length - inset for x in (start, end))
        bar([(start, low - wall), (end, high - wall), (end, high), (start, low)], thickness, 0.0006, z)

    bar([(0, 0), (length, 0.001), (length, tip), (0, wall)], width, 0.0007)
    for z in (-1, 1):
        back(0, length, rail, z=z * (width - rail) / 2)
    inner = width - rail
    back(0.001, 0.006, inner, 0.0006)
    back(length * 0.80, length - 0.001, inner, 0.0006)
    for k in range(1, 7):
        x = length * k / 7.6
        y = base * (1 - k / 7.6)
        bar([(x - 0.0035, 0.002), (x - 0.0015, 0.002), (x + 0.0045, y - 0.002), (x + 0.0025, y - 0.002)], width * 0.92, 0.0004)
        back(x + 0.0014, x + 0.0046, inner, 0.0006)
    box((0.012, base + 0.012, width + 0.006), 0.003, 'white', at, (-0.004, side * base * 0.5, 0))
    return at


def handheld_gripper(location, rotation, opening=0.03):
    """UMI-like handheld gripper: origin over the handle, jaws along +x, handle down, action camera
    on top, markers on the jaws. Pads lie 0.112 to 0.207 out."""
    at = frame(None, location, rotation)
    _handheld_housing(at)
    box((0.016, 0.176, 0.024), 0.003, 'black_metal', at, (0.085, 0, 0))
    box((0.006, 0.166, 0.008), 0.001, 'aluminium', at, (0.094, 0, 0))
    for side in (-1, 1):
        cylinder(0.005, 0.006, 'aluminium', at, (0.085, side * 0.089, 0), 'y', bevel=0.001)
        for y in (0.055, 0.078):
            screw(at, (0.085, side * y, 0.012), 'z', 0.0026)
        jaw = frame(at, (0.098, side * opening, 0))
        box((0.014, 0.046, 0.028), 0.003, 'white', jaw, (0.002, side * 0.016, 0))
        marker = plane(0.0095, 'fiducial', (0.002, side * 0.030, 0.0146))
        marker.parent = jaw
        finray(jaw, (0.014, 0, 0), side)
        for y in (0.006, 0.016):
            screw(jaw, (0.002, side * y, 0.014), 'z', 0.0022)
    prism([(-0.024, 0), (0.020, 0), (0.014, -0.040), (0.010, -0.085), (0.006, -0.128), (-0.034, -0.128), (-0.032, -0.085), (-0.028, -0.040)],
          0.032, 0.009, 'charcoal', at, (-0.012, 0, -0.012), (90, 0, 0))
    prism([(0, 0), (0.016, 0), (0.012, -0.030), (0.004, -0.046), (-0.003, -0.044), (0.002, -0.026)], 0.016, 0.004, 'orange',
          at, (0.018, 0, -0.016), (90, 0, 0))
    _action_camera(at)
    return at


def _handheld_housing(at):
    """Two screwed half shells over a dark parting line, a cover plate, vents at the front and the sides."""
    outline = [(-0.045, -0.048), (0.052, -0.058), (0.062, -0.052), (0.062, 0.052), (0.052, 0.058), (-0.045, 0.048), (-0.055, 0.036), (-0.055, -0.036)]
    for z in (-1, 1):
        prism(outline, 0.0145, 0.003, 'white', at, (0.015, 0, z * 0.0078))
    prism([(x * 0.985, y * 0.985) for x, y in outline], 0.004, 0, 'rubber', at, (0.0152, 0, 0))
    prism([(-0.038, -0.036), (0.028, -0.042), (0.028, 0.042), (-0.038, 0.036)], 0.0016, 0.0007, 'light_grey', at, (0.015, 0, 0.0153))
    vents(at, (0.060, 0, 0.0151), (0, 0, 90), 13, 0.017, 0.0052)
    for y in (-1, 1):
        vents(at, (0.008, y * 0.0520, 0.0080), (y * -90, 0, y * 5.9), 2, 0.034, 0.0046)
        for x, inset in ((-0.030, 0.043), (0.066, 0.050)):
            screw(at, (x, y * inset, 0.0150), 'z', 0.0030)
        for x in (-0.016, 0.036):
            screw(at, (x, y * 0.033, 0.0161), 'z', 0.0022)


def _action_camera(at):
    box((0.012, 0.040, 0.030), 0.003, 'black_metal', at, (0, 0, 0.026))
    box((0.034, 0.071, 0.051), 0.006, 'charcoal', at, (0.004, 0, 0.064), segments=4)
    box((0.006, 0.034, 0.036), 0.004, 'black', at, (0.022, 0.013, 0.069))
    cylinder(0.0165, 0.010, 'lens_ring', at, (0.026, 0.013, 0.070), 'x')
    lathe([(0, 0.006), (0.006, 0.0052), (0.011, 0.003), (0.0135, 0)], 'lens', at, (0.031, 0.013, 0.070), (0, 90, 0))
    box((0.004, 0.020, 0.014), 0.001, 'rubber', at, (0.0205, -0.020, 0.060))
    cylinder(0.003, 0.002, 'lamp', at, (0.0215, -0.022, 0.078), 'x', bevel=0)
    cylinder(0.007, 0.004, 'orange', at, (0.004, -0.020, 0.0905), 'z', bevel=0.001)


def soft_gripper(at, opening=0.030, width=0.028):
    """Two fin-ray fingers, `width` from face to face, on a white housing."""
    cylinder(0.030, 0.014, 'aluminium', at, (0.007, 0, 0), 'x')
    cylinder(0.0305, 0.004, 'orange', at, (0.016, 0, 0), 'x', bevel=0.0008)
    box((0.060, 0.092, 0.060), 0.010, 'white', at, (0.047, 0, 0), segments=4)
    for z in (-1, 1):
        face = frame(at, (0.047, 0, z * 0.030), (0, 0, 0) if z > 0 else (180, 0, 0))
        prism(rounded_rectangle(0.042, 0.074, 0.006), 0.0016, 0.0006, 'light_grey', face)
        vents(face, (0, 0.011, 0.0008), (0, 0, 90), 7, 0.020, 0.0042)
        for x in (-0.016, 0.016):
            for y in (-0.032, 0.032):
                screw(face, (x, y, 0.0008), 'z', 0.0018)
        cylinder(0.0018, 0.001, 'lamp', face, (0.010, -0.020, 0.001), bevel=0)
    for y in (-0.036, 0.036):
        for z in (-0.020, 0.020):
            screw(at, (0.0770, y, z), 'x', 0.0026)
    box((0.008, 0.130, 0.034), 0.002, 'aluminium', at, (0.080, 0, 0))
    for side in (-1, 1):
        finray(at, (0.096, side * opening, 0), side, 'orange_matt', 0.110, width, 0.040)
    return at


def three_finger_hand(at, curl=34):
    """Three jointed fingers on a round palm with servo discs at every knuckle."""
    cylinder(0.030, 0.014, 'aluminium', at, (0.007, 0, 0), 'x')
    lathe([(0, 0), (0.042, 0), (0.046, 0.004), (0.046, 0.052), (0.042, 0.058), (0, 0.058)], 'black', at, (0.014, 0, 0), (0, 90, 0))
    cylinder(0.0468, 0.006, 'aluminium', at, (0.034, 0, 0), 'x', bevel=0.001)
    cylinder(0.0465, 0.003, 'orange', at, (0.0405, 0, 0), 'x', bevel=0.0008)
    cylinder(0.036, 0.004, 'black_metal', at, (0.073, 0, 0), 'x', bevel=0.001)
    cylinder(0.016, 0.006, 'rubber', at, (0.075, 0, 0), 'x', bevel=0.002)
    for k in range(6):
        a = math.radians(60 * k + 10)
        screw(at, (0.075, 0.027 * math.cos(a), 0.027 * math.sin(a)), 'x', 0.0022)
    for k in range(3):
        root = frame(at, (0.074, 0, 0), (120 * k + 30, 0, 0))
        box((0.022, 0.030, 0.022), 0.003, 'aluminium', root, (0.004, 0, 0.034))
        bones = ((0.050, 0.021, 0.017, -26), (0.042, 0.019, 0.015, curl), (0.034, 0.017, 0.013, curl * 0.8))
        joint = frame(root, (0.014, 0, 0.034))
        for i, (length, width, height, bend) in enumerate(bones):
            joint = frame(joint, (0, 0, 0) if i == 0 else (bones[i - 1][0], 0, 0), (0, bend, 0))
            cylinder(height * 0.60, width + 0.003, 'orange' if i == 1 else 'aluminium', joint, axis='y', bevel=0.001)
            for side in (-1, 1):
                servo_disc(joint, (0, side * (width / 2 + 0.0012), 0), 'y' if side > 0 else '-y', height * 0.46, 4)
            box((length * 0.82, width, height), 0.004, 'black', joint, (length * 0.50, 0, 0), taper=(0.86, 0.86))
            if i == 2:
                box((length * 0.72, width * 0.86, 0.006), 0.0025, 'rubber', joint, (length * 0.54, 0, height * 0.42 * -1))
    return at


def vacuum_gripper(at):
    """Four bellows suction cups on a milled plate with its valve block and hoses."""
    cylinder(0.030, 0.014, 'aluminium', at, (0.007, 0, 0), 'x')
    cylinder(0.0305, 0.004, 'orange', at, (0.016, 0, 0), 'x', bevel=0.0008)
    box((0.050, 0.064, 0.056), 0.006, 'black', at, (0.043, 0, 0))
    box((0.030, 0.0645, 0.020), 0.002, 'charcoal', at, (0.043, 0, 0))
    prism(rounded_rectangle(0.128, 0.128, 0.016, 8), 0.010, 0.0012, 'aluminium', at, (0.073, 0, 0), (0, 90, 0))
    cylinder(0.020, 0.004, 'black_metal', at, (0.079, 0, 0), 'x', bevel=0.001)
    bellows = [(0, 0), (0.009, 0), (0.010, 0.006), (0.0075, 0.009), (0.0125, 0.0125), (0.0078, 0.016), (0.0145, 0.020), (0.0085, 0.024),
               (0.0195, 0.034), (0.0190, 0.0350), (0.0080, 0.0265), (0, 0.0255)]
    for y in (-0.042, 0.042):
        for z in (-0.042, 0.042):
            cylinder(0.0075, 0.008, 'steel', at, (0.081, y, z), 'x', bevel=0.001, segments=6)
            cylinder(0.0055, 0.022, 'brass', at, (0.092, y, z), 'x', bevel=0.0008)
            lathe(bellows, 'orange_matt', at, (0.101, y, z), (0, 90, 0))
            screw(at, (0.078, y * 0.45, z), 'x', 0.0026)
    return at
