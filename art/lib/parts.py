"""Bought-in parts: screws, servo discs, extrusions, cameras, cables. Metres and degrees."""
import math

from mathutils import Matrix, Vector

from lib.mesh import AXES, box, cylinder, frame, lathe, prism, rounded_rectangle, tube, world_matrix


def screw(parent, location, axis='z', radius=0.0032, mat='steel'):
    """Socket-head screw with a hexagon recess."""
    at = frame(parent, location, {'x': (0, 90, 0), '-x': (0, -90, 0)}.get(axis, AXES[axis]))
    cylinder(radius, radius * 0.8, mat, at, (0, 0, radius * 0.3), bevel=radius * 0.2, segments=24)
    cylinder(radius * 0.52, radius * 0.2, 'rubber', at, (0, 0, radius * 0.65), bevel=0, segments=6)


def vents(parent, location, rotation=(0, 0, 0), count=5, length=0.020, pitch=0.0050):
    """Row of cooling slots, flush with the face whose normal is +z, each along x, one beside the other in y."""
    at = frame(parent, location, rotation)
    for i in range(count):
        prism(rounded_rectangle(length, pitch * 0.46, pitch * 0.22, 4), 0.0004, 0, 'rubber', at, (0, (i - (count - 1) / 2) * pitch, 0))


def servo_disc(parent, location, axis='y', radius=0.02, screws=6):
    """Silver output disc of a servo with its ring of screws."""
    at = frame(parent, location, AXES[axis])
    cylinder(radius, 0.004, 'aluminium', at, (0, 0, 0.002), bevel=0.0008)
    cylinder(radius * 0.38, 0.0055, 'black_metal', at, (0, 0, 0.003), bevel=0.0008, segments=32)
    for i in range(screws):
        a = 2 * math.pi * i / screws
        screw(at, (radius * 0.68 * math.cos(a), radius * 0.68 * math.sin(a), 0.004), 'z', radius * 0.115)


def servo(parent, location, size=(0.046, 0.036, 0.036), mat='black'):
    """Servo housing with a parting band and corner screws on its y faces."""
    at = frame(parent, location)
    x, y, z = size
    box(size, 0.0035, mat, at)
    box((x * 0.985, y * 1.012, z * 0.30), 0.001, 'charcoal', at)
    for sx in (-1, 1):
        for sz in (-1, 1):
            for sy in (-1, 1):
                screw(at, (sx * x * 0.40, sy * y / 2, sz * z * 0.38), 'y' if sy > 0 else '-y', 0.0021)


def extrusion(start, end, side=0.03, mat='anodised', parent=None, cap=True):
    """T-slot aluminium profile between two points, with dark slots and a plastic end cap; returns its objects."""
    start, end = Vector(start), Vector(end)
    along = end - start
    half, lip, inner, depth = side / 2, side * 0.135, side * 0.27, side * 0.09
    r = side * 0.07
    face = [(half, -half + r), (half, -lip), (half - depth, -lip), (half - depth, -inner), (half - side * 0.26, -lip * 0.9),
            (half - side * 0.26, lip * 0.9), (half - depth, inner), (half - depth, lip), (half, lip), (half, half - r)]
    outline = []
    for quarter in range(4):
        c, s = round(math.cos(quarter * math.pi / 2)), round(math.sin(quarter * math.pi / 2))
        outline += [(c * x - s * y, s * x + c * y) for x, y in face]
    turn = along.to_track_quat('Z', 'Y').to_matrix().to_4x4()
    profile = prism(outline, round(along.length, 5), 0, mat, parent)
    profile.matrix_basis = Matrix.Translation((start + end) / 2) @ turn
    profile.modifiers.clear()
    profile.data.auto_smooth_angle = math.radians(15)
    # the slots' floors see little light; a dark core keeps them from filling with noise
    core = box((side * 0.56, side * 0.56, along.length * 0.998), 0, 'slot', parent)
    core.matrix_basis = profile.matrix_basis
    core.modifiers.clear()
    parts = [profile, core]
    if cap:
        end_cap = box((side, side, side * 0.08), 0.0008, 'rubber', parent)
        end_cap.matrix_basis = Matrix.Translation(end) @ turn
        parts.append(end_cap)
    return parts


def corner_plate(parent, location, rotation=(0, 0, 0), side=0.03):
    """L-shaped joining plate with its screws, flat on the XY plane, arms along +x and +y."""
    at = frame(parent, location, rotation)
    reach, width = side * 3, side * 0.92
    h = width / 2
    prism([(-h, -h), (reach, -h), (reach, h), (h + 0.006, h), (h, h + 0.006), (h, reach), (-h, reach)],
          0.004, 0.0008, 'black_metal', at)
    for x, y in ((0, 0), (reach * 0.42, 0), (reach * 0.80, 0), (0, reach * 0.42), (0, reach * 0.80)):
        screw(at, (x, y, 0.002), 'z', 0.0036)


def depth_camera(parent, location, rotation=(0, 0, 0), scale=1.0):
    """Small stereo depth camera, 88 mm wide, looking along +x; returns its frame."""
    at = frame(parent, location, rotation)
    at.matrix_basis = at.matrix_basis @ Matrix.Scale(scale, 4)
    box((0.022, 0.088, 0.026), 0.010, 'aluminium', at, segments=5)
    box((0.004, 0.080, 0.020), 0.0018, 'rubber', at, (0.0105, 0, 0))
    for y in (-0.027, 0.027):
        cylinder(0.0078, 0.004, 'lens_ring', at, (0.0125, y, 0), 'x')
        cylinder(0.0055, 0.003, 'lens', at, (0.0140, y, 0), 'x', bevel=0.001)
    cylinder(0.004, 0.003, 'lens', at, (0.0125, 0.004, 0), 'x', bevel=0.0005)
    cylinder(0.0018, 0.002, 'lamp', at, (0.0125, -0.011, 0), 'x', bevel=0)
    return at


def boot(point, direction, radius, mat='charcoal'):
    """Moulded strain relief and flange where a cable of `radius` enters a housing."""
    turn = Vector(direction).to_track_quat('Z', 'Y').to_matrix().to_4x4()
    at = frame(None, Matrix.Translation(point) @ turn)
    r = radius
    lathe([(0, -0.002), (2.4 * r, -0.002), (2.4 * r, 0.8 * r), (2.1 * r, 1.1 * r), (1.7 * r, 1.3 * r), (1.7 * r, 2.6 * r),
           (1.45 * r, 2.9 * r), (1.45 * r, 4.2 * r), (1.2 * r, 5.2 * r), (0, 5.2 * r)], mat, at, segments=28)


def cable(start, start_normal, end, end_normal, radius=0.003, slack=0.45, via=(), sag=0.0, mat='cable'):
    """Cable from housing to housing, leaving and arriving along the surface normals.

    All points are in world space (use `on` to convert). `slack` is the length of the
    straight-ish run at both ends as a share of the distance; `sag` lowers the middle."""
    start, end = Vector(start), Vector(end)
    leaving, arriving = Vector(start_normal).normalized(), Vector(end_normal).normalized()
    run = max((end - start).length * slack, 8 * radius)
    points = [start, start + leaving * run * 0.5, start + leaving * run]
    points += [Vector(p) for p in via]
    points += [end + arriving * run, end + arriving * run * 0.5, end]
    if sag:
        for i in range(2, len(points) - 2):
            points[i].z -= sag
    boot(start, leaving, radius)
    boot(end, arriving, radius)
    return tube(points, radius, mat)


def on(obj, point, normal):
    """World-space (point, normal) of a spot given in an object's own frame."""
    matrix = world_matrix(obj)
    return matrix @ Vector(point), (matrix.to_3x3() @ Vector(normal)).normalized()


def plug(location, yaw=0, parent=None, mat='orange_matt'):
    """Loose USB plug lying on the table, its cable end at -x."""
    at = frame(parent, location, (0, 0, yaw))
    box((0.030, 0.015, 0.009), 0.002, mat, at, (0.015, 0, 0.0045))
    box((0.014, 0.0115, 0.0055), 0.0006, 'steel', at, (0.036, 0, 0.0045))


def hub(location, yaw=0, size=(0.17, 0.075, 0.042)):
    """Power and USB box: ribbed anodised case with sockets on its front (-y) face and lamps.

    Returns the frame; `hub_socket(i)` gives where a cable enters."""
    at = frame(None, location, (0, 0, yaw))
    x, y, z = size
    box(size, 0.005, 'charcoal', at, (0, 0, z / 2))
    for i in range(11):
        box((0.004, y * 0.86, 0.003), 0.001, 'charcoal', at, ((i - 5) * 0.0135, 0, z + 0.0008))
    for i in range(5):
        box((0.020, 0.004, 0.014), 0.0012, 'rubber', at, (hub_socket(i)[0], -y / 2, 0.020))
        cylinder(0.0013, 0.002, 'lamp_green' if i != 4 else 'lamp', at, (hub_socket(i)[0], -y / 2 - 0.0005, 0.034), 'y', bevel=0)
    return at


def hub_socket(i):
    """Middle of socket i (0..4) on a hub's front face, in the hub's frame."""
    return ((i - 2) * 0.031, -0.0395, 0.020)


def slab(width, depth, thickness, radius=0.03, veneer='table'):
    """Plywood table top, its upper face at z = 0: edge of plies under a veneer; returns its objects."""
    outline = rounded_rectangle(width, depth, radius, 10)
    return [prism(outline, thickness - 0.002, 0.0006, 'ply', None, (0, 0, -thickness / 2 - 0.001)),
            prism(outline, 0.002, 0.0008, veneer, None, (0, 0, -0.001))]
