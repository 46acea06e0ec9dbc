"""Renders the images of the demonstration, from the bench to each part of the arm.

Needs Blender 3.4 or later (Debian: blender and python3-numpy), and runs for about 15 minutes on two cores:

    blender --background --python tools/assets/render-demonstration.py && npm run format

Writes bench.avif, parts.avif, still.avif and parts.json into site/demonstration/images/. To show another arm, change
the parts below, and the same lengths in site/demonstration/arm.ts. `-- --samples 4 --draft` renders the arm at home into
/tmp/demonstration.png.
"""

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix, Vector

ROOT = Path(__file__).resolve().parents[2]
OUTPUT = ROOT / "site/demonstration/images"
WORK = Path(tempfile.mkdtemp())
ARGUMENTS = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
DRAFT = "--draft" in ARGUMENTS
SAMPLES = int(ARGUMENTS[ARGUMENTS.index("--samples") + 1]) if "--samples" in ARGUMENTS else 24

# Lengths are in metres. The arm moves in the plane y = 0. The x axis points right, y away from the viewer, z up.
SHOULDER_HEIGHT, UPPER, FORE, TOOL = 0.142, 0.3, 0.3, 0.246
TRAY_X, BLOCK_X, BLOCK, OPENING = -0.265, -0.5, 0.042, 0.076
HOME = {"upper": 96, "fore": 180}
# A link is rendered at each of these angles, in degrees from the x axis. The browser turns it by at most half a step.
STEP = 12
UPPER_ANGLES = range(72, 145, STEP)
FORE_ANGLES = range(144, 205, STEP)

# The camera is orthographic. These vectors are the directions of the image's axes.
YAW, PITCH = math.radians(20), math.radians(22)
RIGHT = Vector((math.cos(YAW), -math.sin(YAW), 0))
UP = Vector((math.sin(PITCH) * math.sin(YAW), math.sin(PITCH) * math.cos(YAW), math.cos(PITCH)))
BACK = RIGHT.cross(UP)
# Left, top, width and height of the image of the bench, from the projected origin.
FRAME = (-0.65, -0.503, 0.86, 0.645)
# Pixels per metre. Each is rendered as 2 x 2 pixels, which are averaged without the noisiest.
PIXELS = 1000
# A shadow moves by this much in x and y for each metre of height, and is half as dark at the height `FADE`.
LIGHT, FADE = (0.62, 0.79), 0.09


def material(name, color, roughness, metallic=0.0):
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    shader = made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*color, 1)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Metallic"].default_value = metallic
    return made


def wood():
    made = material("wood", (1, 1, 1), 0.5)
    nodes, links = made.node_tree.nodes, made.node_tree.links

    def noise(scale, stretch, detail):
        coordinates, mapping = nodes.new("ShaderNodeTexCoord"), nodes.new("ShaderNodeMapping")
        texture = nodes.new("ShaderNodeTexNoise")
        mapping.inputs["Scale"].default_value = stretch
        texture.inputs["Scale"].default_value = scale
        texture.inputs["Detail"].default_value = detail
        links.new(coordinates.outputs["Object"], mapping.inputs["Vector"])
        links.new(mapping.outputs["Vector"], texture.inputs["Vector"])
        return texture.outputs["Fac"]

    def math_node(operation, a, b):
        node = nodes.new("ShaderNodeMath")
        node.operation = operation
        for socket, value in zip(node.inputs, (a, b)):
            if isinstance(value, (int, float)):
                socket.default_value = value
            else:
                links.new(value, socket)
        return node.outputs[0]

    # Grain is a contour map of stretched noise: each contour rises slowly and falls steeply.
    contours = math_node("FRACT", math_node("MULTIPLY", noise(1.7, (0.5, 3.2, 1), 1.2), 11), 0)
    grain = math_node("POWER", contours, 3.2)
    fibres = noise(60, (0.05, 3, 1), 2)
    mixed = math_node("ADD", math_node("MULTIPLY", grain, 0.75), math_node("MULTIPLY", fibres, 0.3))
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color = (0.80, 0.575, 0.335, 1)
    ramp.color_ramp.elements[1].color = (0.46, 0.275, 0.12, 1)
    links.new(mixed, ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
    return made


def mesh(points, faces, paint, bevel, turn=None):
    data = bpy.data.meshes.new("part")
    data.from_pydata(points, [], faces)
    data.validate()
    made = bpy.data.objects.new("part", data)
    bpy.context.collection.objects.link(made)
    data.materials.append(paint)
    for face in data.polygons:
        face.use_smooth = True
    data.use_auto_smooth = True
    data.auto_smooth_angle = math.radians(35)
    if bevel:
        rounded = made.modifiers.new("bevel", "BEVEL")
        rounded.width, rounded.segments, rounded.limit_method = bevel, 3, "ANGLE"
        rounded.angle_limit = math.radians(40)
        rounded.harden_normals = True
    if turn is not None:
        made.matrix_world = turn
    return made


def prism(outline, near, far, paint, bevel=0.0015, axis="y"):
    """Extrudes an outline along an axis. For `y`, it is in x and z; for `z`, in x and y; for `x`, in y and z."""
    place = {"y": lambda a, b, c: (a, c, b), "z": lambda a, b, c: (a, b, c), "x": lambda a, b, c: (c, a, b)}[axis]
    count = len(outline)
    points = [place(a, b, near) for a, b in outline] + [place(a, b, far) for a, b in outline]
    sides = [(i, (i + 1) % count, count + (i + 1) % count, count + i) for i in range(count)]
    made = mesh(points, [tuple(range(count)), tuple(range(count, 2 * count)), *sides], paint, bevel)
    recalculate(made)
    return made


def recalculate(made):
    import bmesh

    editable = bmesh.new()
    editable.from_mesh(made.data)
    bmesh.ops.recalc_face_normals(editable, faces=editable.faces)
    editable.to_mesh(made.data)
    editable.free()


def rounded(width, height, radius, x=0.0, y=0.0, segments=6):
    corners = [(1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)]
    return [
        (
            x + sx * (width / 2 - radius) + radius * math.cos(math.radians(start + 90 * i / segments)),
            y + sy * (height / 2 - radius) + radius * math.sin(math.radians(start + 90 * i / segments)),
        )
        for sx, sy, start in corners
        for i in range(segments + 1)
    ]


def circle(radius, x=0.0, y=0.0, count=40):
    turns = [2 * math.pi * i / count for i in range(count)]
    return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns]


def hull(length, start, end, count=20):
    """Outline of a link: two circles and their tangents."""
    lean = math.asin((start - end) / length)
    outline = []
    for x, radius, first, last in (
        (length, end, -math.pi / 2 + lean, math.pi / 2 - lean),
        (0, start, math.pi / 2 - lean, 3 * math.pi / 2 + lean),
    ):
        for i in range(count + 1):
            turn = first + (last - first) * i / count
            outline.append((x + radius * math.cos(turn), radius * math.sin(turn)))
    return outline


def box(x, y, z, paint, bevel=0.003):
    """Each of x, y and z is a pair of limits."""
    return prism([(x[0], z[0]), (x[1], z[0]), (x[1], z[1]), (x[0], z[1])], *y, paint, bevel)


def disc(radius, x, z, near, far, paint, bevel=0.001):
    return prism(circle(radius, x, z), near, far, paint, bevel)


def ring(radius, start, end, paint, axis="x", at=(0, 0), bevel=0.0012):
    return prism(circle(radius, *at), start, end, paint, bevel, axis)


def hub(x, face, radius):
    """Joint as in the other images: a steel disc with six bolts around a dark centre."""
    made = [
        disc(radius, x, 0, face - 0.004, face, METAL, 0.0012),
        disc(radius * 0.36, x, 0, face - 0.0052, face, SHELL, 0.0006),
    ]
    for i in range(6):
        turn = math.radians(60 * i + 15)
        bolt = (x + 0.68 * radius * math.cos(turn), 0.68 * radius * math.sin(turn))
        made.append(disc(radius * 0.085, *bolt, face - 0.0046, face, SHELL, 0))
    return made


def screws(places, face):
    made = []
    for x, z in places:
        made.append(disc(0.0028, x, z, face - 0.0014, face, METAL, 0.0004))
        made.append(disc(0.0013, x, z, face - 0.0018, face, SHELL, 0))
    return made


def cable(points, radius=0.0031):
    curve = bpy.data.curves.new("cable", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", radius, 4
    spline = curve.splines.new("BEZIER")
    spline.bezier_points.add(len(points) - 1)
    for knot, point in zip(spline.bezier_points, points):
        knot.co = point
        knot.handle_left_type = knot.handle_right_type = "AUTO"
    curve.materials.append(SHELL)
    made = bpy.data.objects.new("cable", curve)
    bpy.context.collection.objects.link(made)
    return made


def boot(point, direction, paint=None):
    """Strain relief where a cable enters a housing."""
    made = [
        prism(circle(0.0062, count=20), 0, 0.006, paint or SHELL, 0.001, "z"),
        prism(circle(0.0045, count=20), 0.005, 0.015, paint or SHELL, 0.001, "z"),
    ]
    turn = Matrix.Translation(point) @ Vector(direction).to_track_quat("Z", "Y").to_matrix().to_4x4()
    for each in made:
        each.matrix_world = turn
    return made


def label(text, size, place, turn=0.0):
    """Text on a face towards the viewer. `turn` is in degrees."""
    curve = bpy.data.curves.new("label", "FONT")
    curve.body, curve.size, curve.align_x, curve.align_y = text, size, "CENTER", "CENTER"
    curve.extrude = 0.0001
    curve.materials.append(INK)
    made = bpy.data.objects.new("label", curve)
    bpy.context.collection.objects.link(made)
    upright = Matrix.Rotation(math.radians(90), 4, "X") @ Matrix.Rotation(math.radians(turn), 4, "Z")
    made.matrix_world = Matrix.Translation(place) @ upright
    return made


def flat(parts):
    return [each for part in parts for each in (part if isinstance(part, list) else [part])]


# Parts. Each extends along x from its joint at the origin.

NEAR = -0.037
"""Face of the upper arm towards the viewer."""


def upper_front():
    outline = hull(UPPER, 0.0375, 0.0345)
    return flat([
        prism(outline, NEAR, NEAR + 0.007, DARK, 0.0016),
        prism(rounded(0.138, 0.026, 0.0129, UPPER / 2), NEAR - 0.0006, NEAR, INLAY, 0.0005),
        screws([(0.064, 0.012), (0.238, -0.012)], NEAR),
        # The elbow's ring shows behind the plate.
        disc(0.0365, UPPER, 0, NEAR + 0.007, NEAR + 0.0105, ORANGE, 0.0006),
        hub(UPPER, NEAR, 0.0245),
        label("F2", 0.0165, (UPPER / 2 - 0.012, NEAR - 0.0008, 0), -90),
    ])


def upper_back():
    far = -NEAR - 0.007
    web = [(0.045, -0.034), (0.258, -0.031), (0.258, -0.02), (0.045, -0.022)]
    belly = [(0.062, -0.026), (0.235, -0.025), (0.235, -0.004), (0.225, 0.004), (0.072, 0.006), (0.062, -0.002)]
    return flat([
        prism(hull(UPPER, 0.0375, 0.0345), far, far + 0.007, DARK, 0.0016),
        prism(web, NEAR + 0.007, far, DARK, 0.001),
        prism(belly, NEAR + 0.013, far - 0.006, DARK, 0.005),
        # The far half of the elbow's ring shows between the plates.
        disc(0.0325, UPPER, 0, far - 0.003, far, ORANGE, 0.0006),
    ])


def motors():
    return flat([
        [box((-0.024, 0.024), (y, y + 0.024), (-0.03, 0.022), DARK, 0.004) for y in (-0.0255, 0.0015)],
        disc(0.02, 0, 0, NEAR + 0.008, -NEAR - 0.008, SHELL),
    ])


def cheek(near, far):
    outline = [(-0.046, -0.047), (0.046, -0.047), *[
        (0.0335 * math.cos(math.radians(a)), 0.0335 * math.sin(math.radians(a))) for a in range(12, 169, 12)
    ]]
    return prism(outline, near, far, DARK, 0.0016)


def turret_front():
    face = NEAR - 0.009
    return flat([
        cheek(face, face + 0.0075),
        hub(0, face, 0.0245),
    ])


def forearm():
    near, far = -0.027, 0.027
    body = [
        *[(0.034 * math.cos(math.radians(a)), 0.034 * math.sin(math.radians(a))) for a in range(90, 271, 9)],
        (0.05, -0.0325), (0.15, -0.0275), (0.156, -0.0215), (0.156, 0.0215), (0.15, 0.0275), (0.05, 0.0325),
    ]
    wrist = [
        *[(FORE + 0.0255 * math.cos(math.radians(a)), 0.0255 * math.sin(math.radians(a))) for a in range(-90, 91, 9)],
        (0.212, 0.0275), (0.206, 0.02), (0.206, -0.02), (0.212, -0.0275),
    ]
    # The housing is open towards local +z, which is below; its top carries the cables.
    return flat([
        prism(body, near, far, DARK, 0.005),
        disc(0.0325, 0, 0, near - 0.0012, near, ORANGE, 0.0005),
        prism(rounded(0.068, 0.019, 0.0045, 0.104), near - 0.0006, near, INLAY, 0.0005),
        screws([(0.0555, -0.02), (0.0555, 0.02), (0.1475, -0.0175), (0.1475, 0.0175)], near),
        ring(0.0215, 0.155, 0.208, SHELL),
        ring(0.0268, 0.160, 0.1755, METAL),
        ring(0.0278, 0.1755, 0.1835, ORANGE),
        ring(0.0262, 0.1835, 0.1975, METAL),
        prism(wrist, near + 0.002, far - 0.002, DARK, 0.0035),
        prism(rounded(0.036, 0.018, 0.004, 0.239), near + 0.0014, near + 0.002, INLAY, 0.0004),
        screws([(0.219, -0.02), (0.219, 0.02)], near + 0.002),
        hub(FORE, near + 0.002, 0.0175),
        boot((0.118, 0.006, -0.029), (0.25, 0, -1)),
        boot((0.247, 0.006, -0.026), (-0.2, 0, -1)),
        cable([(0.12, 0.006, -0.04), (0.142, 0.006, -0.07), (0.192, 0.006, -0.082), (0.236, 0.006, -0.062), (0.245, 0.006, -0.036)]),
        boot((0.036, 0.004, -0.033), (0.15, 0, -1)),
        boot((-0.018, 0.004, -0.03), (-0.5, 0, -1)),
        cable([(0.038, 0.004, -0.046), (0.03, 0.004, -0.066), (0.002, 0.004, -0.068), (-0.022, 0.004, -0.042)]),
    ])


def tool():
    # Extends downwards, and stays upright.
    return flat([
        disc(0.021, 0, 0, -0.016, 0.016, SHELL),
        ring(0.019, -0.034, -0.012, SHELL, "z"),
        ring(0.0252, -0.047, -0.031, METAL, "z"),
        ring(0.0262, -0.0535, -0.047, ORANGE, "z"),
        ring(0.0252, -0.06, -0.0535, METAL, "z"),
        prism(rounded(0.074, 0.058, 0.008), -0.108, -0.06, DARK, 0.004, "z"),
        prism(rounded(0.04, 0.026, 0.003, 0, -0.084), -0.0296, -0.029, INLAY, 0.0004),
        screws([(-0.029, -0.069), (0.029, -0.069), (-0.029, -0.099), (0.029, -0.099)], -0.029),
        box((-0.079, 0.079), (-0.019, 0.019), (-0.1315, -0.1085), DARK, 0.003),
        box((-0.071, 0.071), (-0.0105, 0.0105), (-0.1375, -0.1315), METAL, 0.0012),
        ring(0.0075, -0.084, -0.079, METAL, "x", (0, -0.12)),
        ring(0.0075, 0.079, 0.084, METAL, "x", (0, -0.12)),
        # The wrist's camera.
        box((-0.07, -0.034), (-0.014, -0.002), (-0.083, -0.074), SHELL, 0.002),
        ring(0.0125, -0.108, -0.058, STEEL, "x", (-0.012, -0.0775), 0.0055),
        ring(0.0085, -0.094, -0.072, SHELL, "z", (-0.083, -0.012), 0.001),
        boot((-0.022, 0.008, -0.06), (0, 0, 1)),
        boot((-0.083, -0.008, -0.066), (0, 0, 1)),
        cable([(-0.022, 0.008, -0.046), (-0.034, 0.006, -0.026), (-0.064, -0.002, -0.023), (-0.081, -0.007, -0.04), (-0.083, -0.008, -0.053)], 0.0022),
    ])


def finger(side):
    """`side` is -1 for the left finger. Its pad's surface is at x = 0."""
    outline = [(0.0035, -0.266), (0.0145, -0.266), (0.0185, -0.258), (0.0335, -0.185), (0.0335, -0.155), (0.0035, -0.155)]
    ridges = [
        box((side * 0.0035, -side * 0.0008), (-0.0115, 0.0115), (z, z + 0.0032), SHELL, 0.0008)
        for z in np.arange(-0.263, -0.205, 0.0078)
    ]
    return flat([
        prism([(side * x, z) for x, z in outline], -0.0125, 0.0125, DARK, 0.0022),
        ridges,
        box((side * 0.0015, side * 0.0375), (-0.0165, 0.0165), (-0.158, -0.1385), METAL, 0.0025),
        screws([(side * 0.012, -0.148), (side * 0.027, -0.148)], -0.0165),
    ])


def block():
    half = BLOCK / 2
    return [box((-half, half), (-half, half), (-half, half), ORANGE, 0.0028)]


def tray():
    width, depth, height, wall, lip = 0.214, 0.154, 0.046, 0.0032, 0.0045
    loops = [
        (rounded(width - 0.006, depth - 0.006, 0.008), 0.0),
        (rounded(width, depth, 0.009), height - 0.005),
        (rounded(width + 2 * lip, depth + 2 * lip, 0.012), height - 0.0045),
        (rounded(width + 2 * lip, depth + 2 * lip, 0.012), height),
        (rounded(width - 2 * wall, depth - 2 * wall, 0.007), height),
        (rounded(width - 2 * wall - 0.004, depth - 2 * wall - 0.004, 0.006), wall),
    ]
    points = [(x, y, z) for outline, z in loops for x, y in outline]
    count = len(loops[0][0])
    faces = [
        (row * count + i, row * count + (i + 1) % count, (row + 1) * count + (i + 1) % count, (row + 1) * count + i)
        for row in range(len(loops) - 1)
        for i in range(count)
    ]
    faces += [tuple(range(count)), tuple(range((len(loops) - 1) * count, len(loops) * count))]
    made = mesh(points, faces, WHITE, 0.0006)
    recalculate(made)
    made.location = (TRAY_X, 0, 0)
    return [made]


def tray_front():
    """The walls towards the viewer, as a mask."""
    foot, rim, inside = (0.1052, 0.0752), (0.1116, 0.0816), (0.1038, 0.0738)

    def walls(x, y):
        right, back = inside[0], inside[1]
        return [(x, -y), (-x, -y), (-x, y), (-right, back), (-right, -back), (right, -back)]

    return [prism(walls(*foot), 0, 0.041, WHITE, 0, "z"), prism(walls(*rim), 0.041, 0.046, WHITE, 0, "z")]


def base():
    bolts = [(sx * 0.092, sy * 0.072) for sx in (-1, 1) for sy in (-1, 1)]
    made = flat([
        prism(rounded(0.212, 0.172, 0.014), 0, 0.007, DARK, 0.0015, "z"),
        [prism(circle(0.0052, x, y, 20), 0.007, 0.0095, METAL, 0.0006, "z") for x, y in bolts],
        [prism(circle(0.0024, x, y, 20), 0.0095, 0.01, SHELL, 0, "z") for x, y in bolts],
        prism(rounded(0.137, 0.117, 0.017), 0.007, 0.011, SHELL, 0.001, "z"),
        prism(rounded(0.138, 0.118, 0.0175), 0.0105, 0.0165, ORANGE, 0.001, "z"),
        prism(rounded(0.137, 0.117, 0.017), 0.0165, 0.073, DARK, 0.0045, "z"),
        ring(0.05, 0.073, 0.0765, SHELL, "z"),
        ring(0.0525, 0.0765, 0.0805, METAL, "z"),
        ring(0.051, 0.0805, 0.0955, DARK, "z"),
        label("F2", 0.022, (-0.004, -0.0588, 0.044)),
        boot((0.0685, -0.014, 0.042), (1, 0, 0)),
        cable([(0.08, -0.014, 0.042), (0.108, -0.012, 0.037), (0.138, -0.004, 0.017), (0.17, 0.012, 0.0036), (0.21, 0.035, 0.0032), (0.32, 0.06, 0.0032)]),
    ])
    bracket = [
        cheek(-NEAR + 0.0015, -NEAR + 0.009),
        box((-0.046, 0.046), (NEAR - 0.0015, -NEAR + 0.0015), (-0.047, -0.041), DARK, 0.0012),
    ]
    for each in bracket:
        each.location.z = SHOULDER_HEIGHT
    return [*made, *bracket]


def table():
    top = prism([(-3, -2), (3, -2), (3, 0.48), (-3, 0.48)], -0.03, 0, WOOD, 0.002, "z")
    # The dark parts would reflect it, and look brown.
    top.visible_glossy = False
    wall = mesh([(-6, 1.6, -3), (6, 1.6, -3), (6, 1.6, 4), (-6, 1.6, 4)], [(0, 1, 2, 3)], WALL, 0)
    return [top, wall]


# Rendering


def light(name, place, size, watts, target=(-0.2, 0, 0.1)):
    data = bpy.data.lights.new(name, "AREA")
    data.size, data.energy = size, watts
    made = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(made)
    made.location = place
    made.rotation_euler = (Vector(target) - Vector(place)).to_track_quat("-Z", "Y").to_euler()
    return data


def set_up():
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = SAMPLES
    scene.cycles.use_denoising = False
    scene.cycles.adaptive_threshold = 0.012
    scene.cycles.max_bounces = 5
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.cycles.sample_clamp_indirect = 3
    scene.render.film_transparent = True
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    scene.view_settings.exposure = 0.2
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.render.use_persistent_data = True
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = 0.34
    scene.world = world
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.type = "ORTHO"
    camera.data.clip_end = 20
    bpy.context.collection.objects.link(camera)
    scene.camera = camera
    return {
        "key": light("key", (-1.5, -1.5, 2.1), 0.7, 110),
        "fill": light("fill", (1.8, -1.2, 1.0), 1.6, 12),
        "rim": light("rim", (-0.2, 1.2, 2.0), 1.4, 30),
        "front": light("front", (0, -2.6, 0.5), 2.4, 11),
        "wash": light("wash", (-1.9, 0.6, 1.3), 1.0, 14, (-0.6, 1.6, 0.1)),
    }


def project(point):
    """Image coordinates in metres, from the projected origin. The second grows downwards."""
    return Vector(point).dot(RIGHT), -Vector(point).dot(UP)


def render(name, frame):
    """Returns the rendered pixels, from top to bottom, with straight alpha."""
    left, top, width, height = frame
    scene = bpy.context.scene
    scene.render.resolution_x = 2 * round(width * PIXELS)
    scene.render.resolution_y = 2 * round(height * PIXELS)
    scene.camera.data.ortho_scale = max(width, height)
    centre = RIGHT * (left + width / 2) - UP * (top + height / 2)
    axes = Matrix((RIGHT, UP, BACK)).transposed().to_4x4()
    scene.camera.matrix_world = Matrix.Translation(centre + BACK * 6) @ axes
    scene.render.filepath = str(WORK / f"{name}.png")
    bpy.ops.render.render(write_still=True)
    return smooth(read(WORK / f"{name}.png"))


def smooth(pixels):
    """Halves the size, by the average of medians, because Blender may come without a denoiser."""
    pixels[..., :3] *= pixels[..., 3:]
    padded = np.pad(pixels, ((1, 1), (1, 1), (0, 0)), mode="edge")
    high, wide, _ = pixels.shape
    shifted = [padded[dy : dy + high, dx : dx + wide] for dy in range(3) for dx in range(3)]
    halved = np.median(shifted, axis=0).reshape(high // 2, 2, wide // 2, 2, 4).mean(axis=(1, 3))
    halved[..., :3] /= np.maximum(halved[..., 3:], 1e-4)
    return halved


def blur(pixels, radius):
    """Three box blurs, which resemble a Gaussian blur."""
    for axis in (0, 1) * 3:
        width = [(0, 0)] * 3
        width[axis] = (radius + 1, radius)
        total = np.cumsum(np.pad(pixels, width), axis=axis)
        length = total.shape[axis]
        later = np.take(total, range(2 * radius + 1, length), axis=axis)
        earlier = np.take(total, range(length - 2 * radius - 1), axis=axis)
        pixels = (later - earlier) / (2 * radius + 1)
    return pixels


def read(path):
    image = bpy.data.images.load(str(path))
    image.alpha_mode = "STRAIGHT"
    pixels = np.array(image.pixels[:], dtype=np.float32).reshape(image.size[1], image.size[0], 4)[::-1]
    bpy.data.images.remove(image)
    return pixels


def write(path, pixels):
    height, width, _ = pixels.shape
    image = bpy.data.images.new("out", width, height, alpha=True)
    image.alpha_mode = "STRAIGHT"
    image.pixels = pixels[::-1].ravel()
    image.filepath_raw, image.file_format = str(path), "PNG"
    image.save()
    bpy.data.images.remove(image)


def show_only(objects, surroundings=()):
    """Renders `objects`. Light is reflected from `surroundings`, which the camera does not see."""
    for each in bpy.context.scene.objects:
        if each.type in {"MESH", "CURVE", "FONT"}:
            each.hide_render = each not in objects and each not in surroundings
            each.visible_camera = each not in surroundings


def bounds(objects, margin=0.004):
    graph = bpy.context.evaluated_depsgraph_get()
    seen = []
    for each in objects:
        evaluated = each.evaluated_get(graph)
        data = evaluated.to_mesh()
        seen += [project(evaluated.matrix_world @ vertex.co) for vertex in data.vertices]
        evaluated.to_mesh_clear()
    xs, ys = zip(*seen)
    step = 1 / PIXELS
    left = math.floor((min(xs) - margin) / step) * step
    top = math.floor((min(ys) - margin) / step) * step
    width = math.ceil((max(xs) + margin - left) / step) * step
    height = math.ceil((max(ys) + margin - top) / step) * step
    return left, top, width, height


def render_part(name, objects, joint, depth, angle, surroundings):
    """Renders a part at its joint. Its pivot in the image is the joint's projection at `depth`."""
    place = Matrix.Translation(joint) @ Matrix.Rotation(-math.radians(angle), 4, "Y")
    before = [each.matrix_world.copy() for each in objects]
    for each in objects:
        each.matrix_world = place @ each.matrix_world
    bpy.context.view_layer.update()
    show_only(objects, surroundings)
    frame = bounds(objects)
    pixels = render(f"{name}-{angle}", frame)
    for each, matrix in zip(objects, before):
        each.matrix_world = matrix
    px, py = project(Vector(joint) + Vector((0, depth, 0)))
    return {
        "pixels": pixels,
        "pivot": ((px - frame[0]) * PIXELS, (py - frame[1]) * PIXELS),
        "depth": depth,
    }


def render_shadow(name, objects, joint, ground, catcher, radius):
    """Renders the shadow that a part casts onto the table, as black with alpha. Its pivot is a point on the table."""
    for each in objects:
        each.matrix_world = Matrix.Translation(joint) @ each.matrix_world
    bpy.context.view_layer.update()
    show_only([*objects, catcher])
    for each in objects:
        each.visible_camera = False
    catcher.is_shadow_catcher = True
    left, top, width, height = bounds(objects, 0.02)
    frame = (left, top - 0.06, width + 0.14, height + 0.08)
    pixels = render(name, frame)
    # The catcher darkens a little everywhere, and its darkest part is hidden when the part stands on the table.
    shade = np.clip((pixels[..., 3:] - 0.12) * 0.8, 0, 0.6)
    pixels = np.concatenate([np.zeros_like(pixels[..., :3]), blur(shade, radius)], axis=2)
    catcher.is_shadow_catcher = False
    for each in objects:
        each.visible_camera = True
        each.matrix_world = Matrix.Translation(joint).inverted() @ each.matrix_world
    px, py = project(ground)
    pivot = ((px - frame[0]) * PIXELS, (py - frame[1]) * PIXELS)
    return {"pixels": pixels, "pivot": pivot, "depth": 0}


def crop(part):
    """Removes transparent margins."""
    alpha = part["pixels"][..., 3] > 0.01
    rows, columns = np.where(alpha.any(1))[0], np.where(alpha.any(0))[0]
    top, left = rows[0], columns[0]
    part["pixels"] = part["pixels"][top : rows[-1] + 1, left : columns[-1] + 1]
    part["pivot"] = (part["pivot"][0] - left, part["pivot"][1] - top)


def cut(part, image, joint):
    """Fills a part with what an image shows at its place."""
    top, left = corner(part, joint)
    high, wide, _ = part["pixels"].shape
    part["pixels"][..., :3] = image[top : top + high, left : left + wide, :3]


def corner(part, joint):
    """Returns the first row and column of the bench's image that a part covers."""
    px, py = project(Vector(joint) + Vector((0, part["depth"], 0)))
    left = round((px - FRAME[0]) * PIXELS - part["pivot"][0])
    return round((py - FRAME[1]) * PIXELS - part["pivot"][1]), left


def pack(parts, width=1760, gap=4):
    """Puts the parts into rows, the highest first. Returns the sheet, and each part's place in it."""
    x = y = row = 0
    places = {}
    for name, part in sorted(parts.items(), key=lambda item: -item[1]["pixels"].shape[0]):
        high, wide, _ = part["pixels"].shape
        if x + wide > width:
            x, y, row = 0, y + row + gap, 0
        places[name] = (x, y, wide, high)
        x, row = x + wide + gap, max(row, high)
    sheet = np.zeros((y + row, width, 4), dtype=np.float32)
    for name, (left, top, wide, high) in places.items():
        sheet[top : top + high, left : left + wide] = parts[name]["pixels"]
    return sheet, places


def lay(image, part, joint, opacity=1.0):
    """Draws a part over an image of the bench, as the browser does."""
    top, left = corner(part, joint)
    high, wide, _ = part["pixels"].shape
    under = image[top : top + high, left : left + wide]
    alpha = part["pixels"][..., 3:] * opacity
    under[..., :3] = part["pixels"][..., :3] * alpha + under[..., :3] * (1 - alpha)


ENCODE = """
import sharp from "sharp";
const [source, target, quality] = process.argv.slice(1);
const { size } = await sharp(source).avif({ quality: Number(quality), effort: 6 }).toFile(target);
console.log(`${target}: ${size} bytes`);
"""


def encode(name, pixels, quality):
    write(WORK / f"{name}-sheet.png", pixels)
    source, target = str(WORK / f"{name}-sheet.png"), str(OUTPUT / f"{name}.avif")
    subprocess.run(["node", "--input-type=module", "--eval", ENCODE, source, target, str(quality)], cwd=ROOT, check=True)


bpy.ops.wm.read_factory_settings(use_empty=True)
LIGHTS = set_up()
DARK = material("dark", (0.013, 0.013, 0.014), 0.38)
SHELL = material("shell", (0.010, 0.010, 0.0105), 0.5)
INLAY = material("inlay", (0.055, 0.056, 0.06), 0.5)
METAL = material("metal", (0.62, 0.615, 0.6), 0.28, 0.7)
STEEL = material("steel", (0.5, 0.5, 0.49), 0.34, 0.7)
ORANGE = material("orange", (0.84, 0.098, 0.003), 0.42)
WHITE = material("white", (0.64, 0.64, 0.63), 0.5)
INK = material("ink", (0.75, 0.75, 0.75), 0.6)
WALL = material("wall", (0.8, 0.79, 0.765), 0.9)
WOOD = wood()


def light_bench(is_bench):
    """Smaller lights give the bench, and what stands on it, shadows where they touch."""
    LIGHTS["key"].size, LIGHTS["key"].energy = (0.5, 128) if is_bench else (0.7, 110)
    LIGHTS["rim"].energy, LIGHTS["front"].energy, LIGHTS["wash"].energy = (16, 6, 14) if is_bench else (30, 11, 0)
    world = bpy.context.scene.world.node_tree.nodes["Background"]
    world.inputs["Strength"].default_value = 0.16 if is_bench else 0.34


def main():
    top, wall = table()
    shoulder = (0, 0, SHOULDER_HEIGHT)
    elbow = place(shoulder, UPPER, HOME["upper"])
    wrist = place(elbow, FORE, HOME["fore"])
    hand, left, right, cube = tool(), finger(-1), finger(1), block()
    # Each part's objects, joint, depth of the pivot, and angles, from the back to the front.
    arm = {
        "upper-back": (upper_back(), shoulder, -NEAR - 0.007, UPPER_ANGLES),
        "motors": (motors(), shoulder, NEAR, None),
        "right": (right, (wrist[0] + OPENING / 2, 0, wrist[2]), 0, None),
        "block": (cube, (BLOCK_X, 0, BLOCK / 2), 0, None),
        "left": (left, (wrist[0] - OPENING / 2, 0, wrist[2]), 0, None),
        "hand": (hand, wrist, 0, None),
        "fore": (forearm(), elbow, -0.027, FORE_ANGLES),
        "upper-front": (upper_front(), shoulder, NEAR, UPPER_ANGLES),
        "turret": (turret_front(), shoulder, NEAR, None),
    }
    light_bench(True)
    show_only([top, wall, *base(), *tray()])
    bench = render("bench", FRAME)
    ground, height = (wrist[0], 0, 0), wrist[2] - TOOL - BLOCK / 2
    lowest = (wrist[0], 0, TOOL + BLOCK / 2)
    shadows = {
        "hand-shadow": render_shadow("hand-shadow", [*hand, *left, *right], lowest, ground, top, 7),
        "block-shadow": render_shadow("block-shadow", cube, (BLOCK_X, 0, BLOCK / 2), (BLOCK_X, 0, 0), top, 1),
    }
    light_bench(False)
    picture, parts = bench.copy(), shadows
    for shadow in shadows.values():
        crop(shadow)
    lay(picture, shadows["hand-shadow"], (ground[0] + height * LIGHT[0], height * LIGHT[1], 0), FADE / (FADE + height))
    lay(picture, shadows["block-shadow"], (BLOCK_X, 0, 0))
    for name, (objects, joint, depth, angles) in arm.items():
        at_home = HOME.get(name.split("-")[0])
        for angle in [at_home] if DRAFT and angles else angles or [0]:
            part = render_part(name, objects, joint, depth, angle, (top, wall))
            crop(part)
            parts[f"{name}-{angle}" if angles else name] = part
            if not angles or angle == at_home:
                lay(picture, part, joint)
    front = render_part("tray-front", tray_front(), (TRAY_X, 0, 0), 0, 0, ())
    crop(front)
    cut(front, bench, (TRAY_X, 0, 0))
    parts["tray-front"] = front
    if DRAFT:
        write("/tmp/demonstration.png", picture)
        return
    sheet, places = pack(parts)
    OUTPUT.mkdir(exist_ok=True)
    encode("bench", bench, 48)
    encode("parts", sheet, 48)
    # Browsers load this one with the page, before a visitor comes near it.
    encode("still", picture, 34)
    data = {
        "frame": FRAME,
        "pixelsPerMetre": PIXELS,
        "sheetWidth": sheet.shape[1],
        "parts": {
            name: [*places[name], *(round(value, 2) for value in part["pivot"]), part["depth"]]
            for name, part in parts.items()
        },
    }
    (OUTPUT / "parts.json").write_text(json.dumps(data) + "\n")


def place(joint, length, angle):
    turn = math.radians(angle)
    return joint[0] + length * math.cos(turn), 0, joint[2] + length * math.sin(turn)


main()
