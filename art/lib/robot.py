"""The six-joint arm of the bench and its grippers; its poses come from `lib/kinematics.py`."""
import math

from mathutils import Matrix

from lib.kinematics import UPPER, reach  # scenes take `reach` from here, beside `arm`
from lib.mesh import box, cylinder, frame, lathe, link_outline, prism, rounded_rectangle, text
from lib.parts import cable, depth_camera, on, screw, servo, servo_disc

#: a pad's inner face lies this far inside its jaw's centre line
PAD_INSET = 0.0077


class Arm:
    """Frames of one arm: base, upper, fore, wrist and tool, for cables and for reading poses."""

    def __init__(self, base):
        self.base = base
        self.turret = self.upper = self.fore = self.wrist = self.tool = None


def arm(location, heading, joints, *, body='black', shell='black', accent='orange', tool='gripper', opening=0.035,
        scale=1.0, camera=True, tag=None):
    """An arm on the table at `location`, facing `heading` degrees; returns its frames."""
    at = frame(None, location, (0, 0, heading))
    at.matrix_basis = at.matrix_basis @ Matrix.Scale(scale, 4)
    made = Arm(at)
    dark = body == 'black'
    plate = 'black_metal' if dark else shell
    inlay = 'charcoal' if dark else 'light_grey'
    _base(made, body, accent, tag)
    _turret(made, joints[0], body)
    _upper_arm(made, joints[1], shell, plate, inlay, accent, tag)
    _forearm(made, joints[2], body, shell, inlay, accent)
    _wrist(made, joints[3], joints[4], joints[5], body, plate)
    if tool == 'handle':
        leader_handle(made.tool, accent)
    elif tool == 'gripper':
        gripper(made.tool, opening, accent=accent)
    if camera:
        wrist_camera(made.tool)
    _cables(made, scale)
    return made


def _yoke_outline(half, height, radius, step):
    """Side plate of a joint: a foot of width 2 * half, a round head at `height`."""
    head = [(radius * math.cos(math.radians(a)), height + radius * math.sin(math.radians(a))) for a in range(step // 2, 180, step)]
    return [(-half, 0), (half, 0), (half * 0.85, height - 0.002)] + head + [(-half * 0.85, height - 0.002)]


def _base(made, body, accent, tag):
    at = made.base
    prism(rounded_rectangle(0.185, 0.150, 0.018), 0.008, 0.0018, 'black_metal', at, (0, 0, 0.004))
    for x in (-0.078, 0.078):
        for y in (-0.060, 0.060):
            screw(at, (x, y, 0.008), 'z', 0.0045)
    prism(rounded_rectangle(0.122, 0.112, 0.020), 0.064, 0.005, body, at, (0, 0, 0.040))
    prism(rounded_rectangle(0.1235, 0.1135, 0.0205), 0.006, 0.0012, accent, at, (0, 0, 0.017))
    box((0.010, 0.052, 0.026), 0.002, 'charcoal', at, (-0.060, 0, 0.040))
    cylinder(0.050, 0.014, 'black_metal', at, (0, 0, 0.077))
    cylinder(0.0515, 0.0035, 'aluminium', at, (0, 0, 0.0745), bevel=0.0008)
    if tag:
        for side in (-1, 1):
            text(tag, 0.016, 'print', at, (0, side * 0.0565, 0.048), (90, 0, 0 if side < 0 else 180))


def _turret(made, yaw, body):
    at = made.turret = frame(made.base, (0, 0, 0.084), (0, 0, yaw))
    cylinder(0.047, 0.012, body, at, (0, 0, 0.004))
    cheek = _yoke_outline(0.040, 0.052, 0.030, 16)
    for side in (-1, 1):
        prism(cheek, 0.008, 0.0018, 'black_metal', at, (0, side * 0.054, 0.006), (90, 0, 0))
        servo_disc(at, (0, side * 0.058, 0.058), 'y' if side > 0 else '-y', 0.023)
    box((0.074, 0.100, 0.010), 0.003, 'black_metal', at, (0, 0, 0.012))


def _upper_arm(made, angle, shell, plate, inlay, accent, tag):
    at = made.upper = frame(made.turret, (0, 0, 0.058), (0, angle, 0))
    for side in (-1, 1):
        servo(at, (0, side * 0.022, 0), (0.050, 0.040, 0.052))
        prism(link_outline(0, 0.036, UPPER, 0.030), 0.007, 0.0018, plate, at, (0, side * 0.0465, 0), (90, -90, 0))
        prism(link_outline(0.062, 0.014, UPPER - 0.062, 0.011), 0.0085, 0.0012, inlay, at, (0, side * 0.0465, 0), (90, -90, 0))
        for z in (0.045, UPPER - 0.045):
            screw(at, (0, side * 0.0505, z), 'y' if side > 0 else '-y', 0.003)
        if tag:
            text(tag, 0.017, 'print', at, (0.002, side * 0.0512, 0.135), (90, 0, 0 if side < 0 else 180))
    box((UPPER - 0.085, 0.080, 0.050), 0.012, shell, at, (0, 0, UPPER / 2 + 0.002), (0, -90, 0), 4)
    cylinder(0.0275, 0.0865, accent, at, (0, 0, UPPER), 'y', bevel=0.002)


def _forearm(made, angle, body, shell, inlay, accent):
    at = made.fore = frame(made.upper, (0, 0, UPPER), (0, angle, 0))
    cylinder(0.030, 0.070, body, at, axis='y', bevel=0.003)
    for side in (-1, 1):
        servo_disc(at, (0, side * 0.050, 0), 'y' if side > 0 else '-y', 0.022)
    box((0.060, 0.066, 0.062), 0.010, shell, at, (0, 0, 0.040), (0, -90, 0), 4)
    box((0.140, 0.058, 0.056), 0.012, shell, at, (0, 0, 0.125), (0, -90, 0), 4, taper=(0.86, 0.86))
    box((0.100, 0.0605, 0.022), 0.004, inlay, at, (0, 0, 0.118), (0, -90, 0), taper=(0.88, 0.86))
    for z in (0.075, 0.160):
        for side in (-1, 1):
            screw(at, (0.016, side * 0.0275, z), 'y' if side > 0 else '-y', 0.0024)
    cylinder(0.030, 0.014, 'aluminium', at, (0, 0, 0.200))
    cylinder(0.0305, 0.005, accent, at, (0, 0, 0.209), bevel=0.001)


def _wrist(made, forearm_roll, pitch, roll, body, plate):
    rolled = frame(made.fore, (0, 0, 0.212), (0, 0, forearm_roll))
    cylinder(0.029, 0.020, body, rolled, (0, 0, 0.010), bevel=0.003)
    cheek = _yoke_outline(0.026, 0.068, 0.022, 18)
    for side in (-1, 1):
        prism(cheek, 0.006, 0.0014, plate, rolled, (0, side * 0.034, 0.016), (90, 0, 0))
        servo_disc(rolled, (0, side * 0.0370, 0.088), 'y' if side > 0 else '-y', 0.0165)
    box((0.050, 0.070, 0.006), 0.002, plate, rolled, (0, 0, 0.018))
    # the roll servo fills the yoke: without it the page shows through the wrist
    box((0.038, 0.058, 0.036), 0.004, 'charcoal', rolled, (0, 0, 0.038))
    at = made.wrist = frame(rolled, (0, 0, 0.088), (0, pitch, 0))
    servo(at, (0, 0, 0), (0.042, 0.058, 0.044))
    box((0.036, 0.040, 0.030), 0.004, body, at, (0, 0, 0.032))
    cylinder(0.024, 0.014, 'aluminium', at, (0, 0, 0.050))
    made.tool = frame(frame(at, (0, 0, 0.057), (0, -90, 0)), rotation=(roll, 0, 0))


def _cables(made, scale):
    """Service loops across each joint, from housing to housing, whatever the pose."""
    r = 0.0031 * scale
    cable(*on(made.base, (-0.030, 0.0555, 0.050), (-0.3, 1, 0.2)), *on(made.upper, (-0.025, 0.020, 0.085), (-1, 0.1, 0)), r, 0.55)
    cable(*on(made.upper, (-0.025, 0.012, 0.225), (-1, 0, 0.1)), *on(made.fore, (-0.031, 0.012, 0.052), (-1, 0, 0)), r, 0.55)
    cable(*on(made.fore, (-0.0265, 0, 0.150), (-1, 0, 0.35)), *on(made.wrist, (-0.018, 0, 0.036), (-1, 0, 0)), r * 0.9, 0.40)


def wrist_camera(tool):
    """Depth camera over the fingers on a bent bracket, its cable back into the gripper."""
    prism([(0, 0), (0.016, 0), (0.031, 0.050), (0.040, 0.062), (0.026, 0.066), (0.018, 0.056)], 0.020, 0.002, 'black_metal',
          tool, (0.026, 0, 0.024), (90, 0, 0))
    camera = depth_camera(tool, (0.066, 0, 0.094), (0, 38, 0), 0.85)
    cable(*on(camera, (-0.011, 0.026, 0), (-1, 0, 0)), *on(tool, (0.034, 0.020, 0.026), (-0.3, 0, 1)), 0.0018, 0.5)


def gripper(at, opening=0.035, accent='orange', pads='rubber', shell='black'):
    """Parallel gripper: flange at the origin, pointing to +x, jaws along y, pads 0.142 to 0.206 out.

    `opening` is half the distance between jaw centre lines; an object of half width w is
    touched at opening = w + PAD_INSET."""
    cylinder(0.029, 0.012, 'aluminium', at, (0.006, 0, 0), 'x')
    cylinder(0.0295, 0.004, accent, at, (0.014, 0, 0), 'x', bevel=0.0008)
    box((0.052, 0.074, 0.052), 0.008, shell, at, (0.044, 0, 0))
    box((0.030, 0.050, 0.054), 0.004, 'charcoal', at, (0.044, 0, 0))
    for y in (-0.029, 0.029):
        for z in (-0.018, 0.018):
            screw(at, (0.0700, y, z), 'x', 0.0022)
        for x in (0.026, 0.062):
            for z in (-1, 1):
                screw(at, (x, y * 1.03, z * 0.026), 'z' if z > 0 else '-z', 0.0025)
    box((0.020, 0.156, 0.030), 0.003, 'black_metal', at, (0.080, 0, 0))
    box((0.006, 0.148, 0.010), 0.001, 'aluminium', at, (0.0905, 0, 0))
    outline = [(0, 0), (0, 0.026), (0.018, 0.026), (0.050, 0.016), (0.098, 0.0075), (0.102, 0.004), (0.102, 0), (0.095, -0.001)]
    for side in (-1, 1):
        cylinder(0.005, 0.008, 'aluminium', at, (0.080, side * 0.079, 0), 'y', bevel=0.001)
        jaw = frame(at, (0.094, side * opening, 0))
        box((0.018, 0.034, 0.036), 0.003, 'aluminium', jaw, (0.004, side * 0.010, 0))
        for y in (0.004, 0.016):
            screw(jaw, (0.004, side * y, 0.018), 'z', 0.0025)
        prism([(x, side * y) for x, y in outline], 0.024, 0.0022, shell, jaw, (0.012, 0, 0))
        box((0.064, 0.006, 0.021), 0.0018, pads, jaw, (0.080, -side * 0.0035, 0))
        for k in range(6):
            box((0.003, 0.0022, 0.0205), 0.0006, 'charcoal', jaw, (0.056 + k * 0.0095, -side * 0.0066, 0))


def leader_handle(at, accent='orange'):
    """Scissor grip of a leader arm: two finger rings on a hinged body."""
    cylinder(0.029, 0.012, 'aluminium', at, (0.006, 0, 0), 'x')
    box((0.05, 0.07, 0.05), 0.008, 'white', at, (0.04, 0, 0))
    for side in (-1, 1):
        half = frame(at, (0.06, side * 0.030, 0), (0, 0, side * 14))
        prism([(0, -0.010), (0.075, -0.008), (0.10, -0.004), (0.10, 0.006), (0.07, 0.010), (0, 0.012)], 0.030, 0.004, accent, half)
        # a true finger ring: a torus-like lathe turned on its side
        ring = [(0.0145 + 0.0055 * math.cos(math.radians(a)), 0.010 * math.sin(math.radians(a))) for a in range(0, 360, 24)]
        lathe(ring + ring[:1], accent, half, (0.092, side * 0.020, 0), segments=48)
