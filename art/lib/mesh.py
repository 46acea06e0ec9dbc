"""Solids from which everything is built. Lengths are metres, angles degrees.

Every edge is bevelled and every normal weighted: at product-shot distance it is
the thin highlight along an edge that makes a solid look made rather than drawn.
Equal solids share one mesh, which keeps memory and scene build time small.
"""
import math

import bmesh
import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

from lib.materials import material

_meshes = {}


def reset_scene():
    """Empty Blender and forget shared meshes and materials."""
    from lib import materials

    bpy.ops.wm.read_factory_settings(use_empty=True)
    _meshes.clear()
    materials.forget()


def transform(location=(0, 0, 0), rotation=(0, 0, 0)):
    """4x4 matrix of an Euler XYZ rotation (degrees) followed by a translation (metres)."""
    euler = Euler([math.radians(a) for a in rotation])
    return Matrix.Translation(location) @ euler.to_matrix().to_4x4()


def place(data, parent=None, location=(0, 0, 0), rotation=(0, 0, 0), smooth_angle=50):
    """Link mesh or curve data into the scene; `location` may be a full 4x4 matrix."""
    obj = bpy.data.objects.new(data.name, data)
    bpy.context.scene.collection.objects.link(obj)
    obj.parent = parent
    obj.matrix_basis = location if isinstance(location, Matrix) else transform(location, rotation)
    if isinstance(data, bpy.types.Mesh) and smooth_angle:
        data.use_auto_smooth = True
        data.auto_smooth_angle = math.radians(smooth_angle)
        weighted = obj.modifiers.new('weighted', 'WEIGHTED_NORMAL')
        weighted.keep_sharp = True
        weighted.weight = 100
    return obj


def frame(parent=None, location=(0, 0, 0), rotation=(0, 0, 0)):
    """An empty: a coordinate frame to hang parts on."""
    obj = bpy.data.objects.new('frame', None)
    bpy.context.scene.collection.objects.link(obj)
    obj.parent = parent
    obj.matrix_basis = location if isinstance(location, Matrix) else transform(location, rotation)
    return obj


def world_matrix(obj):
    """World matrix from the parent chain, valid before the depsgraph has run."""
    matrix = obj.matrix_basis.copy()
    while obj.parent:
        obj = obj.parent
        matrix = obj.matrix_basis @ matrix
    return matrix


def finish(bm, name, mat):
    """Close a bmesh into smooth-shaded mesh data with one material."""
    for face in bm.faces:
        face.smooth = True
    mesh = bpy.data.meshes.new(name)
    bm.to_mesh(mesh)
    bm.free()
    mesh.materials.append(material(mat))
    return mesh


def mesh_from_arrays(name, vertices, faces, mat, uv=None):
    """Mesh data from (n, 3) vertices, faces of indices and optional (n, 2) uv per vertex."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(np.asarray(vertices).tolist(), [], [tuple(int(i) for i in f) for f in faces])
    if uv is not None:
        layer = mesh.uv_layers.new()
        for loop in mesh.loops:
            layer.data[loop.index].uv = uv[loop.vertex_index][:2]
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    mesh.materials.append(material(mat))
    return mesh


def box(size, bevel, mat, parent=None, location=(0, 0, 0), rotation=(0, 0, 0), segments=3, taper=None):
    """Bevelled box; `taper` scales (y, z) of its +x end."""
    key = ('box', tuple(size), bevel, mat, segments, taper)
    if key not in _meshes:
        bm = bmesh.new()
        bmesh.ops.create_cube(bm, size=1)
        for v in bm.verts:
            if taper and v.co.x > 0:
                v.co.y *= taper[0]
                v.co.z *= taper[1]
            v.co = Vector((v.co.x * size[0], v.co.y * size[1], v.co.z * size[2]))
        if bevel:
            bmesh.ops.bevel(bm, geom=bm.edges[:], offset=min(bevel, min(size) * 0.49),
                            segments=segments, profile=0.5, affect='EDGES')
        _meshes[key] = finish(bm, 'box', mat)
    return place(_meshes[key], parent, location, rotation)


def _bevel_sharp(bm, offset, segments, angle):
    edges = [e for e in bm.edges if len(e.link_faces) == 2 and e.calc_face_angle() > math.radians(angle)]
    bmesh.ops.bevel(bm, geom=edges, offset=offset, segments=segments, profile=0.5, affect='EDGES')


AXES = {'z': (0, 0, 0), '-z': (180, 0, 0), 'y': (-90, 0, 0), '-y': (90, 0, 0), 'x': (0, 90, 0), '-x': (0, -90, 0)}


def cylinder(radius, height, mat, parent=None, location=(0, 0, 0), axis='z', bevel=0.0015, segments=64, top_radius=None):
    """Bevelled cylinder or cone centred at `location`, along a named axis."""
    key = ('cylinder', radius, height, mat, bevel, segments, top_radius)
    if key not in _meshes:
        bm = bmesh.new()
        bmesh.ops.create_cone(bm, cap_ends=True, segments=segments, radius1=radius,
                              radius2=radius if top_radius is None else top_radius, depth=height)
        if bevel:
            _bevel_sharp(bm, min(bevel, height * 0.45), 2, 45)
        _meshes[key] = finish(bm, 'cylinder', mat)
    return place(_meshes[key], parent, location, AXES[axis])


def prism(outline, thickness, bevel, mat, parent=None, location=(0, 0, 0), rotation=(0, 0, 0), segments=3):
    """Outline in the XY plane, extruded by +-thickness/2 along Z and bevelled."""
    key = ('prism', tuple(map(tuple, outline)), thickness, bevel, mat)
    if key not in _meshes:
        bm = bmesh.new()
        face = bm.faces.new([bm.verts.new((x, y, -thickness / 2)) for x, y in outline])
        bm.normal_update()
        if face.normal.z > 0:
            face.normal_flip()
        grown = bmesh.ops.extrude_face_region(bm, geom=[face])
        bmesh.ops.translate(bm, vec=(0, 0, thickness),
                            verts=[g for g in grown['geom'] if isinstance(g, bmesh.types.BMVert)])
        bmesh.ops.recalc_face_normals(bm, faces=bm.faces[:])
        if bevel:
            _bevel_sharp(bm, bevel, segments, 40)
        _meshes[key] = finish(bm, 'prism', mat)
    return place(_meshes[key], parent, location, rotation)


def lathe(profile, mat, parent=None, location=(0, 0, 0), rotation=(0, 0, 0), segments=72):
    """Solid of revolution about Z from (radius, height) points."""
    key = ('lathe', tuple(profile), mat, segments)
    if key not in _meshes:
        bm = bmesh.new()
        verts = [bm.verts.new((r, 0, z)) for r, z in profile]
        edges = [bm.edges.new(pair) for pair in zip(verts, verts[1:])]
        bmesh.ops.spin(bm, geom=verts + edges, cent=(0, 0, 0), axis=(0, 0, 1), angle=2 * math.pi,
                       steps=segments, use_duplicate=False)
        bmesh.ops.remove_doubles(bm, verts=bm.verts[:], dist=1e-6)
        bmesh.ops.recalc_face_normals(bm, faces=bm.faces[:])
        _meshes[key] = finish(bm, 'lathe', mat)
    return place(_meshes[key], parent, location, rotation)


def ellipsoid(radii, mat, parent=None, location=(0, 0, 0), rotation=(0, 0, 0), segments=48):
    """Ellipsoid with the given half axes."""
    key = ('ellipsoid', tuple(radii), mat, segments)
    if key not in _meshes:
        bm = bmesh.new()
        bmesh.ops.create_uvsphere(bm, u_segments=segments, v_segments=segments // 2, radius=1)
        for v in bm.verts:
            v.co = Vector((v.co.x * radii[0], v.co.y * radii[1], v.co.z * radii[2]))
        _meshes[key] = finish(bm, 'ellipsoid', mat)
    return place(_meshes[key], parent, location, rotation, smooth_angle=None)


def tube(points, radius, mat, parent=None, location=(0, 0, 0), resolution=10, cyclic=False):
    """Round tube along a NURBS curve that starts and ends at the first and last point."""
    curve = bpy.data.curves.new('tube', 'CURVE')
    curve.dimensions = '3D'
    curve.bevel_depth = radius
    curve.bevel_resolution = 5
    curve.resolution_u = resolution
    curve.use_fill_caps = True
    spline = curve.splines.new('NURBS')
    spline.points.add(len(points) - 1)
    for point, co in zip(spline.points, points):
        point.co = (*co, 1)
    spline.order_u = min(4, len(points))
    spline.use_endpoint_u = not cyclic
    spline.use_cyclic_u = cyclic
    curve.materials.append(material(mat))
    return place(curve, parent, location)


def plane(half_size, mat, location=(0, 0, 0), rotation=(0, 0, 0)):
    """Flat square of side 2 * half_size, with uv from 0 to 1."""
    half = half_size if isinstance(half_size, tuple) else (half_size, half_size)
    corners = [(-half[0], -half[1], 0), (half[0], -half[1], 0), (half[0], half[1], 0), (-half[0], half[1], 0)]
    data = mesh_from_arrays('plane', corners, [(0, 1, 2, 3)], mat, [(0, 0), (1, 0), (1, 1), (0, 1)])
    return place(data, None, location, rotation, smooth_angle=None)


def text(content, size, mat, parent=None, location=(0, 0, 0), rotation=(0, 0, 0)):
    """Centred raised lettering, cap height about 0.7 * size, lying in the XY plane."""
    curve = bpy.data.curves.new('text', 'FONT')
    curve.body = content
    curve.size = size
    curve.extrude = 0.00015
    curve.align_x = curve.align_y = 'CENTER'
    curve.materials.append(material(mat))
    return place(curve, parent, location, rotation)


def link_outline(x0, r0, x1, r1, steps=20):
    """Convex outline round two circles on the x axis: the side view of an arm link."""
    a = math.acos(max(-1, min(1, (r0 - r1) / (x1 - x0))))
    points = []
    for i in range(steps + 1):
        t = a + (2 * math.pi - 2 * a) * i / steps
        points.append((x0 + r0 * math.cos(t), r0 * math.sin(t)))
    for i in range(steps + 1):
        t = -a + 2 * a * i / steps
        points.append((x1 + r1 * math.cos(t), r1 * math.sin(t)))
    return points


def rounded_rectangle(width, height, radius, steps=6):
    """Outline of a rectangle with round corners, centred."""
    points = []
    w, h = width / 2 - radius, height / 2 - radius
    for cx, cy, start in ((w, h, 0), (-w, h, 90), (-w, -h, 180), (w, -h, 270)):
        for i in range(steps + 1):
            t = math.radians(start + 90 * i / steps)
            points.append((cx + radius * math.cos(t), cy + radius * math.sin(t)))
    return points
