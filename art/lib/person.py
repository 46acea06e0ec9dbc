"""A person's body for the background of a shallow-focus picture, and gloved hands for its foreground.

Bodies are chains of ellipsoids fused by a voxel remesh, which suits cloth and gloves. Metres;
people face -y, toward the camera.
"""
import math

import bpy
import numpy as np
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree

from lib.mesh import frame, mesh_from_arrays, place, tube, world_matrix

_RINGS, _SEGMENTS = 12, 18


def gloved_hand(gripper, right=True):
    """Hand in a work glove round the handle of `handheld_gripper`, index on the trigger.

    Built as a right hand, which lies on the handle's -y side with its back to -y; a left one is
    its mirror image. Returns the wrist, where a sleeve begins, and the direction from there up
    the forearm, in world space."""
    at = frame(gripper, Matrix.Identity(4) if right else Matrix.Scale(-1, 4, (0, 1, 0)))
    chains = []
    for i, z in enumerate((-0.029, -0.051, -0.0725, -0.0925)):
        size = (1.0, 1.04, 0.98, 0.87)[i]
        knuckle = (-0.033 - 0.0025 * i, -0.0325, z, 0.0124 * size)
        if i == 0:  # index finger on the trigger
            finger = [knuckle, (0.004, -0.034, -0.026, 0.0106), (0.024, -0.029, -0.025, 0.0102), (0.040, -0.012, -0.030, 0.0095), (0.040, 0.006, -0.033, 0.0086)]
        else:
            back = -0.004 * (i - 1)
            finger = [knuckle, (-0.010 + back, -0.0335, z, 0.0096 * size), (0.011 + back, -0.0245, z, 0.0104 * size), (0.0155 + back, -0.012, z, 0.0092 * size),
                      (0.0175 + back, -0.001, z, 0.0096 * size), (0.012 + back, 0.016, z - 0.001, 0.0088 * size), (-0.006 + back, 0.0250, z - 0.002, 0.0080 * size)]
        wrist = (-0.094, -0.012, -0.060 - 0.0065 * i, 0.0165, 0.0155)
        chains += [finger, [(*knuckle[:3], 0.0108 * size), (-0.064, -0.0275, z * 0.85 - 0.010, 0.0135 * size), wrist]]
    thumb = [(-0.086, 0.000, -0.056, 0.017), (-0.062, 0.016, -0.040, 0.0165), (-0.034, 0.029, -0.026, 0.0125), (-0.006, 0.028, -0.020, 0.0108), (0.010, 0.0265, -0.019, 0.0092)]
    palm = [(-0.070, -0.006, -0.085, 0.018), (-0.052, 0.006, -0.092, 0.015)]
    skin = _fused(chains + [thumb, palm], 'glove', at, voxel=0.0018, smooth=2)
    for z, tip in ((-0.040, -0.043), (-0.0615, -0.0455), (-0.0825, -0.0475)):
        _seam(skin, [(tip + (-0.094 - tip) * t, z + (-0.070 - 0.10 * (z + 0.0615) - z) * t) for t in (k / 24 for k in range(19))])
    _cuff(at)
    placed = world_matrix(at)
    return placed @ Vector((-0.178, -0.011, -0.090)), (placed.to_3x3() @ Vector((-0.990, 0, -0.139))).normalized()


def torso(hips, wrists, mat='wool'):
    """Body of a standing person from the hips (x, y, z) to the collar, sleeves ending at
    `wrists` (right, left), as `gloved_hand` returns them. It ends where the picture's upper edge does: there is no head."""
    x0, y0, z0 = hips

    def at(x, y, z, *radii):
        return (x0 + x, y0 + y, z0 + z, *radii)

    trunk = [at(0, 0.06, -0.10, 0.165, 0.115), at(0, 0.04, 0.08, 0.158, 0.112), at(0, 0.005, 0.24, 0.172, 0.118), at(0, -0.015, 0.345, 0.160, 0.098), at(0, -0.035, 0.415, 0.080, 0.070)]
    chains, sleeves = [trunk], []
    for side, (wrist, back) in ((-1, wrists[0]), (1, wrists[1])):
        shoulder, bend = Vector(at(side * 0.178, -0.015, 0.345)), wrist + back * 0.060
        elbow = _elbow(shoulder, bend, 0.29, 0.23, back)
        arm = _smooth_path([at(side * 0.05, -0.035, 0.385), shoulder, elbow, bend, wrist + back * 0.030])
        girth = np.interp(np.linspace(0, 1, len(arm)), (0, 0.2, 0.55, 0.9, 1), (0.062, 0.060, 0.046, 0.036, 0.030))
        chains.append([(*point, radius) for point, radius in zip(arm[::3], girth[::3])])
        sleeves.append((arm, girth))
        hem = Matrix.Translation(wrist + back * 0.016) @ (-back).to_track_quat('Z', 'Y').to_matrix().to_4x4()
        _ribbed([(0.0350, 0.0350, -0.030), (0.0385, 0.0385, -0.024), (0.0360, 0.0360, 0.0), (0.0380, 0.0380, 0.034), (0.0350, 0.0350, 0.038), (0.0290, 0.0290, 0.034)],
                mat, None, hem, ribs=56, depth=0.0009)
        # Between the sleeve and the glove: without it the sleeve is hollow.
        _ribbed([(0.0282, 0.0282, -0.030), (0.0282, 0.0282, 0.047)], 'glove_cuff', None, hem, ribs=56, depth=0.0009)
    body = _fused(chains, mat, voxel=0.005, smooth=5)
    _rumple(body)
    for arm, girth in sleeves:
        _sleeve(arm, girth, mat)
    return body


def apron(body, middle, mat='canvas'):
    """Bib apron laid on the front of a `torso` whose hips are at `middle` (x, z), with straps and a pocket."""
    x0, z0 = middle
    panels = (((-0.10, -0.140, 0.140), (0.06, -0.140, 0.140), (0.24, -0.105, 0.105)), ((0.02, -0.075, 0.075), (0.12, -0.075, 0.075)),
              ((0.20, -0.105, -0.080), (0.42, -0.095, -0.070)), ((0.20, 0.080, 0.105), (0.42, 0.070, 0.095)))
    for i, rows in enumerate(panels):
        panel = _panel([(z0 + z, x0 + left, x0 + right) for z, left, right in rows], mat)
        wrap = panel.modifiers.new('wrap', 'SHRINKWRAP')
        wrap.target, wrap.offset, wrap.wrap_method = body, 0.008 + 0.003 * (i > 0), 'PROJECT'
        wrap.use_project_y = True
        panel.modifiers.new('thickness', 'SOLIDIFY').thickness = 0.003


def _seam(skin, path, width=0.0007, stitch=0.0030):
    """Welt and a row of stitches on the back of a hand, along (x, z) points seen from -y."""
    tree = BVHTree.FromObject(skin, bpy.context.evaluated_depsgraph_get())
    hits = [tree.ray_cast(Vector((x, -0.09, z)), Vector((0, 1, 0)))[:2] for x, z in path]
    tube([point for point, _ in hits], width, 'glove_welt', skin)
    for (point, normal), (after, _) in zip(hits[1:], hits[2:]):
        along = (after - point).normalized()
        start = point + along.cross(normal) * 0.0022 + normal * 0.0002
        tube([start, start + along * stitch * 0.3 + normal * 0.0003, start + along * stitch * 0.6], 0.00042, 'thread', skin, resolution=2)


def _cuff(at):
    """Elastic cuff from the heel of the hand up the wrist, bound in orange, with a closing strap."""
    pose = ((-0.094, -0.0115, -0.0715), (0, -98, 0))
    _ribbed([(0.0285, 0.0225, -0.006), (0.0292, 0.0238, 0.006), (0.0268, 0.0232, 0.016), (0.0282, 0.0250, 0.034), (0.0305, 0.0275, 0.056), (0.0300, 0.0270, 0.058)],
            'glove_cuff', at, *pose)
    _ribbed([(0.0298, 0.0268, 0.0530), (0.0318, 0.0288, 0.0545), (0.0322, 0.0292, 0.0580), (0.0300, 0.0270, 0.0595)], 'orange_matt', at, *pose, ribs=90, depth=0.0004)
    _ribbed([(0.0270, 0.0230, 0.0120), (0.0300, 0.0262, 0.0125), (0.0300, 0.0262, 0.0235), (0.0272, 0.0235, 0.0240)], 'glove_strap', at, *pose, ribs=4, depth=0)


def _ribbed(profile, mat, parent, location, rotation=(0, 0, 0), ribs=54, depth=0.0008):
    """Knitted tube round z from (radius along x, radius along y, height) points, ribbed lengthwise."""
    steps = ribs * 6
    vertices, faces = [], []
    for rx, ry, z in profile:
        for k in range(steps):
            angle = 2 * math.pi * k / steps
            rib = depth * abs(math.sin(angle * ribs / 2))
            vertices.append(((rx + rib) * math.cos(angle), (ry + rib) * math.sin(angle), z))
    for row in range(len(profile) - 1):
        for k in range(steps):
            a, b = row * steps + k, row * steps + (k + 1) % steps
            faces.append((a, b, b + steps, a + steps))
    return place(mesh_from_arrays('ribbed', vertices, faces, mat), parent, location, rotation, smooth_angle=None)


def _elbow(shoulder, wrist, upper, fore, pole):
    """Elbow position of a two-bone arm, bent toward `pole`."""
    along = wrist - shoulder
    reach = min(along.length, upper + fore - 0.005)
    along.normalize()
    cosine = (upper * upper + reach * reach - fore * fore) / (2 * upper * reach)
    side = (pole - along * pole.dot(along)).normalized()
    return shoulder + along * upper * cosine + side * upper * math.sqrt(max(0, 1 - cosine * cosine))


def _smooth_path(corners, pitch=0.005, sigma=0.030):
    """Points (n, 3) every `pitch` metres along a polyline, its corners rounded by a Gaussian of `sigma` metres."""
    corners = np.array([tuple(c) for c in corners])
    along = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(corners, axis=0), axis=1))])
    steps = np.linspace(0, along[-1], int(along[-1] / pitch) + 1)
    points = np.stack([np.interp(steps, along, corners[:, k]) for k in range(3)], -1)
    reach = int(3 * sigma / pitch)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) * pitch / sigma) ** 2)
    padded = np.pad(points, ((reach, reach), (0, 0)), mode='reflect', reflect_type='odd')
    return np.stack([np.convolve(padded[:, k], kernel / kernel.sum(), 'valid') for k in range(3)], -1)


def _sleeve(path, girth, mat, room=0.009, slack=0.16, segments=72, frames=48):
    """Cloth tube round an arm along `path` (n, 3) with radii `girth` (n), `room` metres wide of it and
    `slack` longer and wider than drawn: it buckles into the folds of a real sleeve. Both ends are pinned."""
    arm = _tube('arm', path[::3], girth[::3], 20, mat)
    arm.modifiers.new('collision', 'COLLISION')
    arm.collision.thickness_outer = 0.002
    sleeve = _tube('sleeve', path, girth + room, segments, mat)
    count = len(sleeve.data.vertices)
    pinned = sleeve.vertex_groups.new(name='pinned')
    pinned.add([*range(6 * segments), *range(count - 3 * segments, count)], 1, 'REPLACE')
    modifier = sleeve.modifiers.new('cloth', 'CLOTH')
    s = modifier.settings
    s.quality, s.mass, s.shrink_min, s.vertex_group_mass = 5, 0.15, -slack, 'pinned'
    s.tension_stiffness = s.compression_stiffness = 30
    s.shear_stiffness, s.bending_stiffness, s.air_damping = 12, 6, 4
    s.tension_damping = s.compression_damping = s.shear_damping = 12
    modifier.collision_settings.distance_min = 0.003
    modifier.point_cache.frame_end = frames
    for number in range(1, frames + 1):
        bpy.context.scene.frame_set(number)
    draped = bpy.data.meshes.new_from_object(sleeve.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    sleeve.modifiers.clear()
    sleeve.data = draped
    sleeve.modifiers.new('relax', 'SMOOTH').iterations = 6
    sleeve.modifiers.new('smooth', 'SUBSURF').render_levels = 1
    bpy.data.objects.remove(arm)


def _tube(name, path, radii, segments, mat):
    """Open tube of rings along `path` (n, 3) with `radii` (n), without twist."""
    tangents = np.gradient(path, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1)[:, None]
    normal, rings = np.cross(tangents[0], (0, 0, 1)), []
    angles = 2 * math.pi * np.arange(segments)[:, None] / segments
    for centre, tangent, radius in zip(path, tangents, radii):
        normal = normal - tangent * (normal @ tangent)
        normal /= np.linalg.norm(normal)
        rings.append(centre + radius * (np.cos(angles) * normal + np.sin(angles) * np.cross(tangent, normal)))
    faces = [(r + k, r + (k + 1) % segments, r + segments + (k + 1) % segments, r + segments + k)
             for r in range(0, (len(path) - 1) * segments, segments) for k in range(segments)]
    return place(mesh_from_arrays(name, np.concatenate(rings), faces, mat), smooth_angle=None)


def _rumple(obj):
    """Soft creases over the back."""
    texture = bpy.data.textures.new('creases', 'MUSGRAVE')
    texture.noise_scale, texture.octaves, texture.musgrave_type = 0.065, 2, 'RIDGED_MULTIFRACTAL'
    displace = obj.modifiers.new('creases', 'DISPLACE')
    displace.texture, displace.strength, displace.mid_level, displace.texture_coords = texture, 0.008, 0.45, 'GLOBAL'
    obj.modifiers.new('soften', 'SMOOTH').iterations = 1


def _panel(rows, mat, columns=24, pitch=0.010):
    """Upright sheet in front of everything, through (z, left, right) rows from the bottom up."""
    heights, lefts, rights = np.array(rows).T
    z = np.arange(heights[0], heights[-1] + pitch / 2, pitch)[:, None]
    left, right = np.interp(z, heights, lefts), np.interp(z, heights, rights)
    x = left + (right - left) * np.linspace(0, 1, columns + 1)
    vertices = np.stack([x, np.full_like(x, -1.0), np.broadcast_to(z, x.shape)], -1).reshape(-1, 3)
    n = columns + 1
    faces = [(a, a + 1, a + 1 + n, a + n) for row in range(len(z) - 1) for a in range(row * n, row * n + columns)]
    return place(mesh_from_arrays('panel', vertices, faces, mat), smooth_angle=None)


def _fused(chains, mat, parent=None, voxel=0.004, smooth=4):
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
