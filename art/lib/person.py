"""A person for the background of a shallow-focus picture, and gloved hands for its foreground.

Bodies are chains of ellipsoids fused by a voxel remesh: right for cloth and gloves, and for
anything that the lens blurs. Metres; people face -y, toward the camera.
"""
import math

import bpy
import numpy as np
from mathutils import Vector

from lib.mesh import ellipsoid, frame, lathe, mesh_from_arrays, place, tube, world_matrix

_RINGS, _SEGMENTS = 12, 18


def fused(chains, mat, parent=None, voxel=0.004, smooth=4):
    """One skin over chains of (x, y, z, radius) or (x, y, z, rx, ry) points."""
    sphere, quads = _unit_sphere()
    vertices, faces = [], []
    for chain in chains:
        for start, end in zip(chain, chain[1:]):
            a, b = (np.array([*p[:3], p[3], p[4] if len(p) > 4 else p[3]]) for p in (start, end))
            steps = max(2, int(np.linalg.norm(a[:3] - b[:3]) / (min(a[3:].min(), b[3:].min()) * 0.30)))
            for k in range(steps + 1):
                t = k / steps
                centre, radii = a[:3] + (b[:3] - a[:3]) * t, a[3:] + (b[3:] - a[3:]) * t * t * (3 - 2 * t)
                offset = len(sphere) * len(vertices)
                vertices.append(sphere * np.array([*radii, radii.min()]) + centre)
                faces.extend(tuple(i + offset for i in quad) for quad in quads)
    obj = place(mesh_from_arrays('body', np.concatenate(vertices), faces, mat), parent, smooth_angle=None)
    remesh = obj.modifiers.new('remesh', 'REMESH')
    remesh.mode, remesh.voxel_size, remesh.use_smooth_shade = 'VOXEL', voxel, True
    relax = obj.modifiers.new('relax', 'SMOOTH')
    relax.factor, relax.iterations = 0.5, smooth
    obj.modifiers.new('smooth', 'SUBSURF').render_levels = 1
    return obj


def gloved_hand(gripper, right=True):
    """Hand in a dipped work glove round the handle of `handheld_gripper`, index on the trigger.

    A right hand lies on the handle's -y side, so the back of the hand faces -y. Returns the
    world-space wrist, where a sleeve begins."""
    s = 1 if right else -1

    def at(x, y, z, *radii):
        return (x, s * y, z, *radii)

    chains = []
    for i, z in enumerate((-0.030, -0.052, -0.073, -0.093)):
        size = (1.0, 1.03, 0.98, 0.88)[i]
        knuckle = at(-0.032 - 0.002 * i, -0.031, z, 0.0125 * size)
        if i == 0:  # index finger on the trigger
            finger = [knuckle, at(0.006, -0.033, -0.026, 0.0112), at(0.024, -0.028, -0.025, 0.0104), at(0.040, -0.012, -0.030, 0.0098), at(0.040, 0.006, -0.033, 0.0086)]
        else:
            back = -0.004 * (i - 1)
            finger = [knuckle, at(0.002 + back, -0.0305, z, 0.0113 * size), at(0.013 + back, -0.021, z, 0.0112 * size), at(0.0185 + back, -0.002, z, 0.0103 * size),
                      at(0.012 + back, 0.017, z - 0.001, 0.0098 * size), at(-0.006 + back, 0.0255, z - 0.002, 0.0085 * size)]
        wrist = at(-0.092, -0.012, -0.060 - 0.0065 * i, 0.0165, 0.0155)
        chains += [finger, [knuckle, at(-0.062, -0.027, z * 0.85 - 0.010, 0.0145 * size), wrist]]
    thumb = [at(-0.086, 0.000, -0.056, 0.017), at(-0.062, 0.016, -0.040, 0.0165), at(-0.034, 0.029, -0.026, 0.0125), at(-0.006, 0.028, -0.020, 0.0108), at(0.010, 0.0265, -0.019, 0.0092)]
    palm = [at(-0.070, -0.006, -0.085, 0.018), at(-0.052, 0.006, -0.092, 0.015)]
    fused(chains + [thumb, palm], 'glove', gripper, voxel=0.0022, smooth=3)
    cuff = [at(-0.090, -0.012, -0.070, 0.0255, 0.0230), at(-0.122, -0.011, -0.078, 0.0270, 0.0250), at(-0.160, -0.011, -0.086, 0.0300, 0.0285)]
    fused([cuff], 'glove_cuff', gripper, voxel=0.003, smooth=2)
    start = world_matrix(gripper) @ Vector(at(-0.152, -0.011, -0.084))
    lathe([(0.0275, -0.005), (0.0295, -0.003), (0.0295, 0.003), (0.0275, 0.005)], 'orange_matt', gripper, at(-0.119, -0.011, -0.0775)[:3], (0, -76, 0))
    return start


def seated_person(hips, wrists, head_turn=(0, 0), jacket='jacket'):
    """Upper body at `hips` (x, y, z of the waist), sleeves ending at world `wrists`
    (right, left), head turned by (nod, yaw) degrees."""
    x0, y0, z0 = hips

    def at(x, y, z, *radii):
        return (x0 + x, y0 + y, z0 + z, *radii)

    trunk = [at(0, 0.06, -0.10, 0.165, 0.115), at(0, 0.04, 0.08, 0.158, 0.112), at(0, 0.005, 0.24, 0.172, 0.118), at(0, -0.015, 0.345, 0.160, 0.098), at(0, -0.035, 0.415, 0.080, 0.070)]
    chains = [trunk]
    for side, wrist in ((-1, wrists[0]), (1, wrists[1])):
        shoulder, wrist = Vector(at(side * 0.178, -0.015, 0.345)), Vector(wrist)
        elbow = _elbow(shoulder, wrist, 0.29, 0.25, Vector((side * 0.75, 0.15, -1)))
        chains += [[at(side * 0.06, -0.03, 0.395, 0.060), (*shoulder, 0.066, 0.070), (*shoulder.lerp(elbow, 0.5), 0.058), (*elbow, 0.050),
                    (*elbow.lerp(wrist, 0.5), 0.046), (*elbow.lerp(wrist, 0.90), 0.037), (*wrist, 0.034)]]
    body = fused(chains, jacket, voxel=0.009, smooth=5)
    _rumple(body)
    _neck_and_head(at, head_turn, jacket)
    return body


def _neck_and_head(at, head_turn, jacket):
    collar = frame(None, at(0, -0.040, 0.405)[:3], (16, 0, 0))
    lathe([(0.072, 0), (0.080, 0.012), (0.074, 0.046), (0.068, 0.050), (0.064, 0.044), (0.062, 0)], jacket, collar)
    lathe([(0.058, 0.012), (0.062, 0.020), (0.060, 0.050), (0.056, 0.052), (0.052, 0.03)], 'white', collar)
    neck = frame(None, at(0, -0.050, 0.430)[:3], (20, 0, 0))
    lathe([(0.056, -0.02), (0.053, 0.03), (0.054, 0.085), (0, 0.09)], 'skin', neck)
    nod, yaw = head_turn
    head = frame(None, at(0, -0.080, 0.525)[:3], (nod, 0, yaw))
    fused([[(0, 0.012, 0.085, 0.074, 0.092), (0, 0.006, 0.105, 0.072, 0.090)],
           [(0, -0.030, 0.045, 0.056, 0.052), (0, -0.048, -0.005, 0.040, 0.038), (0, -0.062, -0.030, 0.026, 0.024)],
           [(0, -0.084, 0.075, 0.012), (0, -0.106, 0.032, 0.0135), (0, -0.092, 0.026, 0.017)],
           [(-0.034, -0.066, 0.090, 0.020), (0.034, -0.066, 0.090, 0.020)],
           [(-0.026, -0.082, -0.006, 0.008), (0.026, -0.082, -0.006, 0.008)]], 'skin', head, voxel=0.004, smooth=4)
    for side in (-1, 1):
        ellipsoid((0.010, 0.020, 0.032), 'skin', head, (side * 0.077, 0.016, 0.060), (0, 0, side * 18))
        ellipsoid((0.013, 0.008, 0.006), 'hair', head, (side * 0.032, -0.0835, 0.068))
        ellipsoid((0.021, 0.006, 0.0045), 'hair', head, (side * 0.033, -0.0845, 0.094), (0, side * 8, 0))
    # hair: swept back from the brow into a knot; sides down to the ears
    fused([[(0, -0.046, 0.136, 0.062, 0.042), (0, 0.008, 0.116, 0.083, 0.092), (0, 0.050, 0.104, 0.080, 0.078), (0, 0.070, 0.060, 0.068, 0.055)],
           [(-0.068, -0.014, 0.108, 0.020, 0.046), (-0.070, 0.026, 0.062, 0.017, 0.042)],
           [(0.068, -0.014, 0.108, 0.020, 0.046), (0.070, 0.026, 0.062, 0.017, 0.042)],
           [(0, 0.112, 0.120, 0.036), (0, 0.122, 0.135, 0.036)]], 'hair', head, voxel=0.005, smooth=2)
    # safety glasses
    for side in (-1, 1):
        lens = [(0.026 * math.cos(math.radians(a)), -0.002 * math.cos(math.radians(2 * a)), 0.018 * math.sin(math.radians(a))) for a in range(0, 360, 20)]
        tube(lens, 0.0022, 'charcoal', head, (side * 0.034, -0.100, 0.070), cyclic=True)
        tube([(side * 0.060, -0.098, 0.072), (side * 0.078, -0.060, 0.074), (side * 0.083, 0.010, 0.072)], 0.0022, 'charcoal', head)
    tube([(-0.010, -0.104, 0.074), (0, -0.108, 0.077), (0.010, -0.104, 0.074)], 0.0022, 'charcoal', head)


def _elbow(shoulder, wrist, upper, fore, pole):
    """Elbow position of a two-bone arm, bent toward `pole`."""
    along = wrist - shoulder
    reach = min(along.length, upper + fore - 0.005)
    along.normalize()
    cosine = (upper * upper + reach * reach - fore * fore) / (2 * upper * reach)
    side = (pole - along * pole.dot(along)).normalized()
    return shoulder + along * upper * cosine + side * upper * math.sqrt(max(0, 1 - cosine * cosine))


def _rumple(obj):
    """Soft creases over sleeves and back."""
    texture = bpy.data.textures.new('creases', 'MUSGRAVE')
    texture.noise_scale, texture.octaves = 0.075, 3
    displace = obj.modifiers.new('creases', 'DISPLACE')
    displace.texture, displace.strength, displace.mid_level, displace.texture_coords = texture, 0.018, 0.45, 'GLOBAL'
    obj.modifiers.new('soften', 'SMOOTH').iterations = 1


def _unit_sphere():
    points = [(0, 0, 1)]
    for v in range(1, _RINGS):
        for u in range(_SEGMENTS):
            a, b = math.pi * v / _RINGS, 2 * math.pi * u / _SEGMENTS
            points.append((math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)))
    points.append((0, 0, -1))
    n, last = _SEGMENTS, len(points) - 1
    faces = [(0, 1 + u, 1 + (u + 1) % n) for u in range(n)]
    for v in range(1, _RINGS - 1):
        for u in range(n):
            a, b = 1 + (v - 1) * n + u, 1 + (v - 1) * n + (u + 1) % n
            faces.append((a, a + n, b + n, b))
    faces += [(last, 1 + (_RINGS - 2) * n + (u + 1) % n, 1 + (_RINGS - 2) * n + u) for u in range(n)]
    return np.array(points), faces
