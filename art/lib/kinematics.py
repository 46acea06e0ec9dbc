"""Forward and inverse kinematics of the six-joint arm. Needs no Blender.

Joint order everywhere: yaw, shoulder, elbow, forearm roll, wrist pitch, wrist roll, in
degrees. Shoulder 0 is upright, elbow 0 is straight, positive leans forward (+x).
"""
import math

UPPER, FORE = 0.30, 0.30
SHOULDER_HEIGHT = 0.084 + 0.058
#: wrist pitch axis to the middle of the finger pads
TOOL_LENGTH = 0.057 + 0.185


def reach(location, heading, target, pitch, scale=1.0):
    """Joints that put the middle of the finger pads at `target` (world, metres) with the
    gripper pitched `pitch` degrees below horizontal. Planar two-link solution per yaw."""
    x, y, z = ((t - l) / scale for t, l in zip(target, location))
    yaw = math.degrees(math.atan2(y, x)) - heading
    p = math.radians(pitch)
    r = math.hypot(x, y) - TOOL_LENGTH * math.cos(p)
    z = z - SHOULDER_HEIGHT + TOOL_LENGTH * math.sin(p)
    d = min(math.hypot(r, z), UPPER + FORE - 0.002)
    elbow = math.acos(max(-1, min(1, (d * d - UPPER ** 2 - FORE ** 2) / (2 * UPPER * FORE))))
    shoulder = math.atan2(r, z) - math.atan2(FORE * math.sin(elbow), UPPER + FORE * math.cos(elbow))
    s, e = math.degrees(shoulder), math.degrees(elbow)
    return [(yaw + 180) % 360 - 180, s, e, 0, 90 + pitch - s - e, 0]


def links(location, heading, joints):
    """World positions of shoulder, elbow, wrist and pads; both rolls are taken as 0."""
    turn = math.radians(heading + joints[0])
    r, z, lean = 0.0, SHOULDER_HEIGHT, 0.0
    points = [(r, z)]
    for length, bend in ((UPPER, joints[1]), (FORE, joints[2]), (TOOL_LENGTH, joints[4])):
        lean += math.radians(bend)
        r, z = r + length * math.sin(lean), z + length * math.cos(lean)
        points.append((r, z))
    x, y, height = location
    return [(x + r * math.cos(turn), y + r * math.sin(turn), height + z) for r, z in points]
