"""One pick and place by the arm of the pictures, as data for the page's example.

    python3 art/demonstration.py && npx oxfmt site/assets/demonstration.json

writes site/assets/demonstration.json. Needs Python 3 alone. Nothing is recorded: tool and gripper
follow minimum-jerk movements (Flash and Hogan 1985; overlapping ones add up, Flash and Henis
1991), joint angles come from the inverse kinematics in `lib/kinematics.py`. The page draws the arm
from these angles, with the arm and the camera given here; when a visitor leads the arm,
`site/demonstration/kinematics.ts` computes the angles with the same formulas.

Units: seconds, metres, degrees; the gripper in millimetres.
"""
import json
import math
from pathlib import Path

from lib.kinematics import FORE, SHOULDER_HEIGHT, TOOL_LENGTH, UPPER, reach

OUT = Path(__file__).parent.parent / 'site/assets/demonstration.json'
DURATION = 10
#: arm and tray as in scenes/turnaround.py; the block is near enough to be gripped from above
BASE, HEADING = (0.34, 0.16, 0.0), 200
BLOCK, PLACED, SIDE = (-0.19, 0.0, 0.02), (0.06, -0.085, 0.045), 0.04
TRAY, TRAY_SIZE, TRAY_TURN = (0.06, -0.085, 0.0), (0.20, 0.15, 0.045), 8

REST = (-0.03, 0.0, 0.27, 48)
#: start, duration, and where the tool would come to rest: x, y, z in metres, pitch in degrees;
#: overlapping by so much that no joint changes its speed abruptly
MOVES = (
    (0.3, 1.8, (-0.188, 0.0, 0.17, 75)),
    (1.0, 1.5, (*BLOCK, 90)),
    (4.1, 1.6, (-0.155, -0.03, 0.185, 90)),
    (4.5, 2.2, (0.025, -0.09, 0.20, 90)),
    (5.5, 1.7, (*PLACED, 90)),
    (8.0, 1.2, (0.04, -0.075, 0.14, 80)),
    (8.3, 1.6, REST),
)
#: the same for the distance between the pads, in millimetres
OPEN, HELD = 72, SIDE * 1000
GRIPS = ((1.2, 1.2, 64), (2.6, 1.0, HELD), (7.2, 0.8, 66), (8.2, 1.4, OPEN))
#: when the pads have closed on the block, and when they begin to open
CLOSED, OPENED = 3.6, 7.2
PHASES = (('reach', 0), ('grasp', 2.5), ('carry', 4.1), ('place', 6.4), ('return', 8.0))

#: standpoint and lens of the camera whose view is drawn, near the one of scenes/turnaround.py
EYE, TARGET = (-0.42, -1.75, 0.66), (0.01, 0.0, 0.195)
FRAME = (96, 60)
#: pixels that a metre takes up, a metre from the camera
PER_METRE = 180
#: samples per second, as in what a visitor records
RATE = 20


def main():
    OUT.write_text(json.dumps({
        'rate': RATE,
        'arm': {
            'base': BASE,
            'heading': HEADING,
            'shoulderHeight': round(SHOULDER_HEIGHT, 3),
            'upper': UPPER,
            'fore': FORE,
            'tool': round(TOOL_LENGTH, 3),
            'open': OPEN,
        },
        'block': {'start': BLOCK, 'inTray': PLACED, 'side': SIDE},
        'tray': [[round(c, 4) for c in corner] for corner in tray_rim()],
        'camera': [[round(c, 4) for c in row] for row in camera_matrix()],
        'perMetre': PER_METRE,
        'example': {
            'phases': [{'name': name, 'from': start} for name, start in PHASES],
            'samples': [sample(i / RATE) for i in range(RATE * DURATION)],
        },
    }) + '\n')


def sample(t):
    """Joints and gripper, then where the block is."""
    yaw, shoulder, elbow, _, wrist, _ = joints(t)
    values = [round(value, 2) + 0 for value in (yaw, shoulder, elbow, wrist, grip(t))]
    return [*values, *(round(c, 4) for c in block(t))]


def block(t):
    """Its middle: where it lies, or between the pads."""
    return BLOCK if t < CLOSED else tool(t)[:3] if t < OPENED else PLACED


def tool(t):
    """Middle of the pads and pitch: x, y, z, degrees."""
    return follow(t, REST, MOVES)


def grip(t):
    """Distance between the pads in millimetres."""
    return follow(t, (OPEN,), [(start, length, (width,)) for start, length, width in GRIPS])[0]


def joints(t):
    x, y, z, pitch = tool(t)
    return reach(BASE, HEADING, (x, y, z), pitch)


def follow(t, rest, moves):
    """Sum of minimum-jerk movements, each from the goal of the one before to its own."""
    at, last = list(rest), rest
    for start, length, goal in moves:
        share = min(1, max(0, (t - start) / length))
        done = share ** 3 * (10 - 15 * share + 6 * share ** 2)
        at = [a + done * (g - l) for a, g, l in zip(at, goal, last)]
        last = goal
    return at


def tray_rim():
    turn = math.radians(TRAY_TURN)
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y = sx * TRAY_SIZE[0] / 2, sy * TRAY_SIZE[1] / 2
        yield (TRAY[0] + x * math.cos(turn) - y * math.sin(turn), TRAY[1] + x * math.sin(turn) + y * math.cos(turn), TRAY_SIZE[2])


def camera_matrix():
    """Of a pinhole camera at EYE, looking at TARGET: takes (x, y, z, 1) to pixels times depth, and depth."""
    forward = unit([t - e for t, e in zip(TARGET, EYE)])
    right = unit(cross(forward, (0, 0, 1)))
    down = cross(forward, right)
    depth = plane(forward)
    return (
        [PER_METRE * r + FRAME[0] / 2 * d for r, d in zip(plane(right), depth)],
        [PER_METRE * r + FRAME[1] / 2 * d for r, d in zip(plane(down), depth)],
        depth,
    )


def plane(axis):
    """The coordinate of a point along an axis through EYE, as factors of x, y, z and 1."""
    return [*axis, -dot(axis, EYE)]


def dot(a, b):
    return sum(i * j for i, j in zip(a, b))


def unit(v):
    return [c / math.hypot(*v) for c in v]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


if __name__ == '__main__':
    main()
