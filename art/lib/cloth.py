"""The towel that the right arm lifts: a cloth simulation, run once and kept in the cache folder.

    blender -b --factory-startup -P art/lib/cloth.py -- CACHE.npz

It takes under a minute; render.sh runs it when the cache is empty.
"""
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import bpy
import numpy as np
from mathutils import Vector

from lib.mesh import mesh_from_arrays, place, plane, reset_scene, transform

SIDE = 0.40
SEGMENTS = 80
#: where the lifted corner ends, relative to the middle of the cloth on the table (metres)
LIFTED_TO = Vector((0.055, 0.045, 0.245))
LIFT_FRAMES, SETTLED_FRAME = 45, 118


def simulate(path):
    """Drop a square cloth on a table, lift its +x +y corner, let it settle, save the shape.

    The file holds vertices (n, 3), faces, rest positions for uv, and the pinched point."""
    reset_scene()
    scene = bpy.context.scene
    obj, rest, faces = _flat_cloth()
    pinched = _pin_corner(obj, rest)
    _cloth_physics(obj)
    table = plane(2, 'floor')
    table.modifiers.new('collision', 'COLLISION')
    table.collision.cloth_friction = 25
    table.collision.thickness_outer = 0.003
    for number in range(1, SETTLED_FRAME + 1):
        scene.frame_set(number)
        if number % 10 == 0:
            print(f'cloth {number}/{SETTLED_FRAME}', flush=True)
    settled = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    vertices = np.array([v.co[:] for v in settled.vertices])
    np.savez(path, vertices=vertices, faces=faces, rest=rest, pinch=vertices[pinched].mean(0))


def towel(path, mat, location=(0, 0, 0), yaw=0):
    """The simulated cloth in the scene. Returns the object and the pinched point in world space."""
    data = np.load(path)
    vertices = _without_creases(data['vertices'])
    lift = 0.0015 - vertices[:, 2].min()
    vertices[:, 2] += lift
    mesh = mesh_from_arrays('towel', vertices, data['faces'], mat, data['rest'])
    obj = place(mesh, None, location, (0, 0, yaw), smooth_angle=None)
    solid = obj.modifiers.new('thickness', 'SOLIDIFY')
    solid.thickness, solid.offset = 0.0022, 0
    obj.modifiers.new('smooth', 'SUBSURF').render_levels = 2
    pinch = Vector(data['pinch']) + Vector((0, 0, lift))
    return obj, transform(location, (0, 0, yaw)) @ pinch


def _without_creases(vertices, sigma=1.2):
    """Gaussian over the cloth's own grid (sigma in 5 mm cells): the solver's fine buckling
    goes, folds stay. Odd reflection at the borders keeps the outline."""
    n = SEGMENTS + 1
    grid = vertices.reshape(n, n, 3)
    radius = int(3 * sigma)
    kernel = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
    kernel /= kernel.sum()
    for axis in (0, 1):
        pad = [(radius, radius) if a == axis else (0, 0) for a in range(3)]
        padded = np.pad(grid, pad, mode='reflect', reflect_type='odd')
        grid = sum(k * np.take(padded, range(i, i + n), axis) for i, k in enumerate(kernel))
    return grid.reshape(-1, 3).copy()


def _flat_cloth():
    steps = np.linspace(-SIDE / 2, SIDE / 2, SEGMENTS + 1)
    x, y = np.meshgrid(steps, steps, indexing='ij')
    # broad low bumps: cloth that was handled before, rather than fresh off a roll
    z = 0.014 + 0.007 * np.sin(x * 17 + 1) * np.sin(y * 14 + 0.6) + 0.003 * np.sin((x + y) * 31)
    rest = np.stack([x, y, z], -1).reshape(-1, 3)
    n = SEGMENTS + 1
    i = (np.arange(SEGMENTS)[:, None] * n + np.arange(SEGMENTS)[None]).ravel()
    faces = np.stack([i, i + n, i + n + 1, i + 1], -1)
    return place(mesh_from_arrays('cloth', rest, faces, 'floor', rest), smooth_angle=None), rest, faces


def _pin_corner(obj, rest):
    """Pin a patch at the +x +y corner and key its way up to LIFTED_TO, gathered as jaws would."""
    corner = np.array([SIDE / 2, SIDE / 2])
    pinched = np.flatnonzero(np.linalg.norm(rest[:, :2] - corner, axis=1) < 0.030)
    group = obj.vertex_groups.new(name='pin')
    group.add([int(i) for i in pinched], 1, 'REPLACE')
    obj.shape_key_add(name='flat')
    lifted = obj.shape_key_add(name='lifted')
    for i in pinched:
        offset = rest[i, :2] - corner
        # the patch hangs edge-on between the jaws: gathered in x, folded down along the diagonal
        along, across = (offset[0] + offset[1]) / math.sqrt(2), (offset[0] - offset[1]) / math.sqrt(2)
        lifted.data[int(i)].co = LIFTED_TO + Vector((0.25 * across, 0.10 * across, 0.8 * along))
    lifted.value = 0
    lifted.keyframe_insert('value', frame=1)
    lifted.value = 1
    lifted.keyframe_insert('value', frame=LIFT_FRAMES)
    return pinched


def _cloth_physics(obj):
    modifier = obj.modifiers.new('cloth', 'CLOTH')
    s = modifier.settings
    s.quality = 7
    s.mass = 0.22
    s.tension_stiffness = s.compression_stiffness = 20
    s.shear_stiffness = 8
    s.bending_stiffness = 1.2
    s.tension_damping, s.bending_damping, s.air_damping = 8, 1.0, 1
    s.vertex_group_mass = 'pin'
    c = modifier.collision_settings
    c.distance_min = 0.003
    # the lift makes no fold on itself; self collision only puffs the cloth up at this cell size
    c.use_self_collision = False
    modifier.point_cache.frame_end = SETTLED_FRAME


if __name__ == '__main__':
    simulate(sys.argv[sys.argv.index('--') + 1])
