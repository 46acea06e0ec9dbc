"""One pick and place by the arm of the pictures, as data for the page's strip of traces.

    python3 art/demonstration.py

writes site/assets/demonstration.json. Needs Python 3 alone. Nothing is recorded: tool and gripper
follow minimum-jerk movements (Flash and Hogan 1985; overlapping ones add up, Flash and Henis
1991), joint angles come from the inverse kinematics in `lib/kinematics.py`.

Units: seconds, degrees, millimetres; drawings in pixels of a frame of FRAME width and height.
"""
import json
import math
from bisect import bisect
from itertools import accumulate
from pathlib import Path

from lib.kinematics import links, reach

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

#: standpoint and lens of the camera whose frames are drawn, near the one of scenes/turnaround.py
EYE, TARGET = (-0.42, -1.75, 0.66), (0.01, 0.0, 0.195)
FRAME = (96, 60)
#: seconds at which it takes a frame, in the middle of as many columns: one in each phase; and few
FRAMES, FEW_FRAMES = range(1, DURATION, 2), (1.67, 5, 8.33)
#: seconds at which the arm of the 404 page is drawn, and at which its way on to the block is sampled
REACH, SAMPLED = (0.84, 1.38, 1.54), (1.54, 1.82, 2.5)
#: pixels that a metre takes up, a metre from the camera
PER_METRE = 180
#: seconds between the knots of a trace
INTERVAL = 0.2
#: by how many pixels a simplified path may be off
TOLERANCE = 0.01


def main():
    channels = [channel(name, 'deg', lambda t, i=i: joints(t)[i])
                for name, i in (('yaw', 0), ('shoulder', 1), ('elbow', 2), ('wrist', 4))]
    channels.append(channel('gripper', 'mm', grip))
    OUT.write_text(json.dumps({
        'duration': DURATION,
        'interval': INTERVAL,
        'phases': [{'name': name, 'from': start} for name, start in PHASES],
        'channels': channels,
        'tray': [pixel(corner) for corner in tray_rim()],
        'start': pixel(tool(0)[:3]),
        'frames': frames(FRAMES),
        'fewFrames': frames(FEW_FRAMES),
        'reach': {
            'poses': [pose(t) for t in REACH],
            'path': path(SAMPLED[0], SAMPLED[-1]),
            'samples': [pixel(tool(t)[:3]) for t in SAMPLED[1:]],
        },
    }) + '\n')


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


def channel(name, unit, value):
    """A trace as knots of a cubic Hermite spline, one per INTERVAL: value, slope per second."""
    samples = [value(i / 50) for i in range(50 * DURATION + 1)]
    times = [i * INTERVAL for i in range(round(DURATION / INTERVAL) + 1)]
    return {
        'name': name,
        'unit': unit,
        'range': [round(min(samples)), round(max(samples))],
        'knots': [[round(value(t), 2), round(slope(value, t), 2) + 0] for t in times],
    }


def spans(value, start, end):
    """Starts of the fewest halved spans over which a cubic Hermite spline stays within TOLERANCE."""
    a, b, from_a, to_b = value(start), value(end), slope(value, start), slope(value, end)
    length = end - start
    for i in range(1, 12):
        s = i / 12
        drawn = ((1 + 2 * s) * (1 - s) ** 2 * a + s * (1 - s) ** 2 * length * from_a
                 + s * s * (3 - 2 * s) * b + s * s * (s - 1) * length * to_b)
        if abs(drawn - value(start + s * length)) > TOLERANCE:
            middle = (start + end) / 2
            return spans(value, start, middle) + spans(value, middle, end)
    return [start]


def slope(value, t):
    step = 1e-4
    return (value(t + step) - value(t - step)) / (2 * step)


def frames(times):
    return [frame(t, last) for last, t in zip((0, *times), times)]


def frame(t, last):
    """What the camera sees at `t`: the arm from base to pads, the block, the path of the pads since `last`."""
    pads = tool(t)[:3]
    block = BLOCK if t < CLOSED else pads if t < OPENED else PLACED
    return {
        'time': t,
        **pose(t),
        'block': pixel(block),
        'path': path(last, t),
    }


def pose(t):
    """The arm from base to pads, and how far these are apart."""
    return {
        'arm': [pixel(point) for point in (BASE, *links(BASE, HEADING, joints(t)))],
        'opening': round(grip(t) / 1000 * PER_METRE / math.dist(tool(t)[:3], EYE), 1),
    }


def path(start, end):
    """What the pads draw from `start` to `end`: cubic curves as SVG path data, without where they start."""
    points = [complex(*seen(tool(start + i / 1000)[:3])) for i in range(round(1000 * (end - start)) + 1)]
    steps = [(a, b - a) for a, b in zip(points, points[1:]) if a != b]
    lengths = [0, *accumulate(abs(step) for _, step in steps)]

    # By length, not by time: where the pads stop, a curve over time has no direction.
    def place(length):
        i = min(max(bisect(lengths, length) - 1, 0), len(steps) - 1)
        at, step = steps[i]
        return at + step / abs(step) * (length - lengths[i])

    ends = [*spans(place, 0, lengths[-1]), lengths[-1]]
    data = ''
    for a, b in zip(ends, ends[1:]):
        third = (b - a) / 3
        curve = (place(a) + third * slope(place, a), place(b) - third * slope(place, b), place(b))
        data += 'C' + ' '.join(f'{round(c, 2):g}' for point in curve for c in (point.real, point.imag))
    return data


def tray_rim():
    turn = math.radians(TRAY_TURN)
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        x, y = sx * TRAY_SIZE[0] / 2, sy * TRAY_SIZE[1] / 2
        yield (TRAY[0] + x * math.cos(turn) - y * math.sin(turn), TRAY[1] + x * math.sin(turn) + y * math.cos(turn), TRAY_SIZE[2])


def pixel(point):
    return [round(c, 1) for c in seen(point)]


def seen(point):
    """Where a pinhole camera at EYE, looking at TARGET, sees the point, in pixels."""
    ray = [p - e for p, e in zip(point, EYE)]
    scale = PER_METRE / dot(ray, FORWARD)
    return FRAME[0] / 2 + scale * dot(ray, RIGHT), FRAME[1] / 2 - scale * dot(ray, UP)


def dot(a, b):
    return sum(i * j for i, j in zip(a, b))


def unit(v):
    return [c / math.hypot(*v) for c in v]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


FORWARD = unit([t - e for t, e in zip(TARGET, EYE)])
RIGHT = unit(cross(FORWARD, (0, 0, 1)))
UP = cross(RIGHT, FORWARD)

if __name__ == '__main__':
    main()
