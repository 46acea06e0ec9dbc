"""Materials, by name. Colours are linear RGB, scales are per metre of object space."""
import math

import bpy
import numpy as np

_materials = {}


def forget():
    _materials.clear()


def material(name):
    """The named material, made on first use."""
    if name not in _materials:
        _materials[name] = RECIPES[name](name)
    return _materials[name]


def recolour(name, **changes):
    """Make a named plastic or metal with other settings than its recipe's, before first use."""
    _materials[name] = _surface(name, **changes)


class _Nodes:
    """Thin wrapper over a node tree, so that recipes read as a list of operations."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes['Principled BSDF']

    def node(self, kind, **values):
        made = self.tree.nodes.new('ShaderNode' + kind)
        for key, value in values.items():
            if hasattr(made, key):
                setattr(made, key, value)
            else:
                self.feed(made, key.replace('_', ' ').title(), value)
        return made

    def feed(self, node, socket, value):
        """Set a socket to a constant, or link it when the value is another socket."""
        target = node.inputs[socket]
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, target)
        else:
            target.default_value = value

    def coordinates(self, kind='Object', scale=(1, 1, 1), rotation=(0, 0, 0)):
        source = self.node('TexCoord').outputs[kind]
        mapping = self.node('Mapping')
        mapping.inputs['Scale'].default_value = scale
        mapping.inputs['Rotation'].default_value = [math.radians(a) for a in rotation]
        self.feed(mapping, 'Vector', source)
        return mapping.outputs['Vector']

    def noise(self, vector, scale=1, detail=2, distortion=0, roughness=0.5):
        made = self.node('TexNoise')
        for key, value in (('Vector', vector), ('Scale', scale), ('Detail', detail),
                           ('Distortion', distortion), ('Roughness', roughness)):
            self.feed(made, key, value)
        return made.outputs['Fac']

    def maths(self, operation, a, b=0):
        made = self.node('Math')
        made.operation = operation
        self.feed(made, 0, a)
        self.feed(made, 1, b)
        return made.outputs[0]

    def span(self, value, low, high, to_low, to_high):
        made = self.node('MapRange')
        for key, v in (('Value', value), ('From Min', low), ('From Max', high), ('To Min', to_low), ('To Max', to_high)):
            self.feed(made, key, v)
        return made.outputs['Result']

    def ramp(self, value, *stops):
        """Colour ramp through (position, colour) stops."""
        made = self.node('ValToRGB')
        elements = made.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(1)
        for element, (position, colour) in zip(elements, stops):
            element.position = position
            element.color = (*colour, 1)
        self.feed(made, 'Fac', value)
        return made.outputs['Color']

    def blend(self, kind, factor, a, b):
        made = self.node('MixRGB')
        made.blend_type = kind
        self.feed(made, 'Fac', factor)
        for socket, value in (('Color1', a), ('Color2', b)):
            self.feed(made, socket, value if isinstance(value, bpy.types.NodeSocket) else (*value, 1))
        return made.outputs['Color']

    def bump(self, height, strength, distance=0.001):
        made = self.node('Bump')
        self.feed(made, 'Height', height)
        self.feed(made, 'Strength', strength)
        self.feed(made, 'Distance', distance)
        self.feed(self.shader, 'Normal', made.outputs['Normal'])

    def set(self, **values):
        for key, value in values.items():
            self.feed(self.shader, key.replace('_', ' ').title(), value)


def _surface(name, colour=(0.8, 0.8, 0.8), rough=0.4, metal=0.0, coat=0.0, sheen=0.0, specular=0.5,
             grain=None, wear=None, melange=None, emission=0.0, subsurface=0.0):
    """Plain plastic, rubber, metal or cloth. grain: (scale, bump); wear: (scale, +-roughness);
    melange: (scale, +-share of the colour), yarns of two shades."""
    n = _Nodes(name)
    n.set(base_color=(*colour, 1), roughness=rough, metallic=metal, clearcoat=coat, clearcoat_roughness=0.12,
          sheen=sheen, specular=specular)
    if emission:
        n.set(emission=(*colour, 1), emission_strength=emission)
    if subsurface:
        n.set(subsurface=subsurface, subsurface_color=(*colour, 1))
        n.shader.inputs['Subsurface Radius'].default_value = (0.012, 0.007, 0.005)
    if grain:
        n.bump(n.noise(n.coordinates(), grain[0], 2), grain[1])
    if wear:
        value = n.noise(n.coordinates(), wear[0], 4)
        n.set(roughness=n.span(value, 0.3, 0.7, rough - wear[1], rough + wear[1]))
    if melange:
        yarn = n.span(n.noise(n.coordinates(), melange[0], 2), 0.35, 0.65, 0, 1)
        dark, light = (tuple(c * (1 + side * melange[1]) for c in colour) for side in (-1, 1))
        n.set(base_color=n.blend('MIX', yarn, dark, light))
    return n.material


def _plain(**settings):
    return lambda name: _surface(name, **settings)


def _wood(light, dark, rings=7.0, fibre=(7, 420, 1.0)):
    """Flat-sawn face grain along x: contour lines of a stretched noise are the growth
    rings, with their cathedrals; a finer, longer noise is the fibre (its scale along
    and across the grain, per metre, and its weight) and its pores."""
    along, across, weight = fibre

    def make(name):
        n = _Nodes(name)
        field = n.noise(n.coordinates(scale=(0.55, 3.4, 3.4)), 1.0, 1.5, 0.25)
        wobble = n.noise(n.coordinates(scale=(2.5, 30, 30)), 1.0, 2)
        field = n.maths('ADD', field, n.maths('MULTIPLY', wobble, 0.03))
        saw = n.maths('FRACT', n.maths('MULTIPLY', field, rings * 2.2))
        # late wood is a narrow dark line with one sharp side: that is what reads as a ring
        late = n.ramp(saw, (0.0, (1, 1, 1)), (0.10, (0.55, 0.55, 0.55)), (0.45, (0.16, 0.16, 0.16)), (0.93, (0.02, 0.02, 0.02)), (1.0, (1, 1, 1)))
        fibres = n.noise(n.coordinates(scale=(along, across, across)), 1.0, 3, 0, 0.6)
        pores = n.ramp(n.noise(n.coordinates(scale=(28, 900, 900)), 1.0, 1), (0.30, (1, 1, 1)), (0.40, (0, 0, 0)))
        tone = n.noise(n.coordinates(scale=(0.5, 2.2, 2.2)), 1.0, 1)
        amount = n.maths('ADD', n.maths('MULTIPLY', late, 0.75),
                         n.maths('MULTIPLY', n.span(fibres, 0.32, 0.68, 0, 1), 0.40 * weight))
        amount = n.maths('ADD', amount, n.maths('MULTIPLY', n.span(tone, 0.3, 0.7, -0.5, 0.5), 0.25))
        colour = n.blend('MIX', amount, light, dark)
        colour = n.blend('MULTIPLY', n.maths('MULTIPLY', pores, 0.22), colour, (0.55, 0.42, 0.30))
        n.set(base_color=colour, specular=0.35,
              roughness=n.maths('ADD', 0.44, n.maths('MULTIPLY', amount, 0.14)))
        n.bump(n.maths('ADD', fibres, n.maths('MULTIPLY', late, 0.6)), 0.10, 0.0006)
        return n.material

    return make


def _plywood_edge(ply_thickness=0.0026):
    """Alternating face and end-grain plies by object z, as on a routed panel edge."""

    def make(name):
        n = _Nodes(name)
        split = n.node('SeparateXYZ')
        n.feed(split, 'Vector', n.coordinates())
        wander = n.noise(n.coordinates(scale=(3, 3, 0.1)), 1.0, 2)
        height = n.maths('ADD', split.outputs['Z'], n.maths('MULTIPLY', wander, 0.0012))
        saw = n.maths('FRACT', n.maths('MULTIPLY', height, 0.5 / ply_thickness))
        layer = n.ramp(saw, (0.0, (0.25, 0.145, 0.07)), (0.04, (0.58, 0.40, 0.225)), (0.47, (0.60, 0.42, 0.24)),
                       (0.5, (0.22, 0.125, 0.06)), (0.54, (0.40, 0.25, 0.125)), (0.96, (0.43, 0.275, 0.14)))
        speckle = n.noise(n.coordinates(scale=(260, 260, 900)), 1.0, 3)
        n.set(base_color=n.blend('MULTIPLY', 0.5, layer, n.ramp(speckle, (0.3, (0.55, 0.5, 0.45)), (0.7, (1, 1, 1)))),
              roughness=0.6, specular=0.3)
        n.bump(speckle, 0.2, 0.0006)
        return n.material

    return make


def _cloth(colour, threads=900, hem=None):
    """Plain weave over uv in metres: warp and weft alternate over and under.
    hem: (half side, width) in metres darkens a double-stitched hem band."""

    def make(name):
        n = _Nodes(name)
        split = n.node('SeparateXYZ')
        n.feed(split, 'Vector', n.node('TexCoord').outputs['UV'])
        u, v = split.outputs['X'], split.outputs['Y']
        warp = n.maths('SINE', n.maths('MULTIPLY', u, threads * math.pi))
        weft = n.maths('SINE', n.maths('MULTIPLY', v, threads * math.pi))
        weave = n.maths('MULTIPLY', warp, weft)
        slub = n.noise(n.coordinates('UV', (60, 700, 1)), 1.0, 3)
        slub_across = n.noise(n.coordinates('UV', (700, 60, 1)), 1.0, 3)
        thread = n.maths('ADD', n.maths('MULTIPLY', slub, 0.5), n.maths('MULTIPLY', slub_across, 0.5))
        tone = n.ramp(thread, (0.35, tuple(0.72 * c for c in colour)), (0.65, tuple(min(1, 1.28 * c) for c in colour)))
        height = n.maths('ADD', n.maths('MULTIPLY', weave, 0.5), n.maths('MULTIPLY', thread, 1.2))
        if hem:
            edge = n.maths('MAXIMUM', n.maths('ABSOLUTE', u), n.maths('ABSOLUTE', v))
            inside = n.maths('SUBTRACT', hem[0] - hem[1], edge)
            stitch = n.maths('LESS_THAN', n.maths('ABSOLUTE', inside), 0.0011)
            along = n.maths('SINE', n.maths('MULTIPLY', n.maths('ADD', u, v), 2 * math.pi / 0.0045))
            stitch = n.maths('MULTIPLY', stitch, n.maths('GREATER_THAN', along, -0.35))
            tone = n.blend('MIX', stitch, tone, (0.70, 0.68, 0.63))
            band = n.maths('LESS_THAN', inside, 0)
            height = n.maths('ADD', height, n.maths('MULTIPLY', band, 1.5))
        n.set(base_color=tone, roughness=0.92, sheen=0.25, sheen_tint=0.6, specular=0.1)
        n.bump(height, 0.6, 0.0006)
        return n.material

    return make


def _glove(name):
    """Work glove in a hand's frame: back knitted in wales along x, fingers and palm dipped in a darker, sandy rubber."""
    n = _Nodes(name)
    split = n.node('SeparateXYZ')
    n.feed(split, 'Vector', n.coordinates())
    x, y, z = (split.outputs[axis] for axis in 'XYZ')
    edge = n.span(n.noise(n.coordinates(), 55, 2), 0.3, 0.7, -0.004, 0.004)
    dipped = n.maths('MAXIMUM', n.span(n.maths('ADD', x, edge), -0.0130, -0.0124, 0, 1), n.span(n.maths('ADD', y, edge), 0.0, 0.0006, 0, 1))
    wale = n.maths('ABSOLUTE', n.maths('SINE', n.maths('MULTIPLY', z, math.pi / 0.0027)))
    # each wale is a row of Vs: its stitches lean back from the middle
    stitch = n.maths('SINE', n.maths('MULTIPLY', n.maths('ADD', x, n.maths('MULTIPLY', wale, 0.0010)), 2 * math.pi / 0.0021))
    knit = n.maths('ADD', wale, n.maths('MULTIPLY', stitch, 0.30))
    yarn = n.ramp(n.maths('ADD', knit, n.noise(n.coordinates(), 900, 2)), (0.35, (0.135, 0.135, 0.132)), (1.0, (0.29, 0.288, 0.28)))
    # creases lie across the fingers: where the stretched noise crosses its middle
    folds = n.maths('ABSOLUTE', n.span(n.noise(n.coordinates(scale=(230, 60, 60)), 1.0, 2, 0.6), 0.3, 0.7, -1, 1))
    crease = n.maths('MINIMUM', folds, 0.35)
    grain = n.noise(n.coordinates(), 1300, 2)
    n.set(base_color=n.blend('MIX', dipped, yarn, (0.040, 0.042, 0.045)), roughness=n.span(dipped, 0, 1, 0.9, 0.58), specular=0.3, sheen=0.15)
    cloth = n.maths('MULTIPLY', n.span(dipped, 0, 1, 0.9, 0), knit)
    rubber = n.maths('MULTIPLY', dipped, n.maths('ADD', n.maths('MULTIPLY', grain, 0.5), 1.6))
    n.bump(n.maths('ADD', n.maths('ADD', cloth, rubber), n.maths('MULTIPLY', crease, 2.6)), 0.6, 0.0007)
    return n.material


def _eggshell(name):
    n = _Nodes(name)
    freckles = n.ramp(n.noise(n.coordinates(), 260, 2), (0.62, (0, 0, 0)), (0.74, (1, 1, 1)))
    mottle = n.noise(n.coordinates(), 60, 3)
    base = n.ramp(mottle, (0.3, (0.66, 0.40, 0.255)), (0.7, (0.74, 0.475, 0.32)))
    n.set(base_color=n.blend('MIX', n.maths('MULTIPLY', freckles, 0.45), base, (0.42, 0.215, 0.115)), roughness=0.52,
          specular=0.4, subsurface=0.12, subsurface_color=(0.85, 0.42, 0.25, 1))
    n.shader.inputs['Subsurface Radius'].default_value = (0.004, 0.002, 0.0012)
    n.bump(n.noise(n.coordinates(), 1400, 1), 0.12, 0.0004)
    return n.material


def _charuco(squares=(9, 6)):
    """Calibration board: chessboard with 4x4-bit markers in the white squares, uv over the plane."""

    def make(name):
        cell = 48
        rng = np.random.default_rng(7)
        columns, rows = squares
        image = np.ones((rows * cell, columns * cell), np.float32)
        for r in range(rows):
            for c in range(columns):
                y, x = r * cell, c * cell
                if (r + c) % 2 == 0:
                    image[y:y + cell, x:x + cell] = 0
                    continue
                bits = np.kron(np.pad(rng.integers(0, 2, (4, 4)), 1), np.ones((6, 6)))
                image[y + 6:y + 42, x + 6:x + 42] = bits
        return _printed(name, image)

    return make


def _fiducial(name):
    bits = np.array([[1, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0, 1], [0, 0, 1, 0]])
    image = np.pad(np.kron(np.pad(bits, 1), np.ones((16, 16))), 16, constant_values=1)
    return _printed(name, image.astype(np.float32))


def _printed(name, ink):
    """Matt print of a (h, w) image, 1 paper and 0 ink, read with hard pixel edges."""
    h, w = ink.shape
    picture = bpy.data.images.new(name, w, h)
    grey = np.where(ink > 0.5, 0.90, 0.10).astype(np.float32)
    picture.pixels.foreach_set(np.dstack([grey, grey, grey, np.ones_like(grey)]).ravel())
    picture.pack()
    n = _Nodes(name)
    texture = n.node('TexImage', interpolation='Linear')
    texture.image = picture
    n.feed(texture, 'Vector', n.node('TexCoord').outputs['UV'])
    n.set(base_color=texture.outputs['Color'], roughness=0.6, specular=0.3)
    return n.material


ORANGE = (0.92, 0.135, 0.008)

RECIPES = {
    'floor': _plain(colour=(0.8, 0.8, 0.8), rough=0.9, specular=0.1),
    'wall': _plain(colour=(0.70, 0.685, 0.66), rough=0.9, specular=0.1),
    'black': _plain(colour=(0.021, 0.0215, 0.023), rough=0.36, grain=(900, 0.06), wear=(14, 0.05)),
    'black_metal': _plain(colour=(0.055, 0.056, 0.060), rough=0.34, metal=0.85, wear=(20, 0.04)),
    'charcoal': _plain(colour=(0.045, 0.047, 0.05), rough=0.5, grain=(700, 0.1)),
    'rubber': _plain(colour=(0.014, 0.014, 0.015), rough=0.62),
    'cable': _plain(colour=(0.020, 0.020, 0.022), rough=0.5, sheen=0.2),
    'white': _plain(colour=(0.78, 0.775, 0.76), rough=0.36),
    'aluminium': _plain(colour=(0.78, 0.79, 0.81), rough=0.30, metal=1.0),
    'anodised': _plain(colour=(0.60, 0.61, 0.63), rough=0.46, metal=1.0),
    'slot': _plain(colour=(0.16, 0.16, 0.17), rough=0.55, metal=1.0),
    'steel': _plain(colour=(0.55, 0.55, 0.56), rough=0.24, metal=1.0),
    'brass': _plain(colour=(0.75, 0.52, 0.22), rough=0.28, metal=1.0),
    'orange': _plain(colour=ORANGE, rough=0.34, coat=0.25),
    'orange_matt': _plain(colour=(0.90, 0.13, 0.008), rough=0.5, grain=(600, 0.1)),
    # Less light of its own than would turn the orange to amber in Filmic.
    'orange_line': _plain(colour=(0.92, 0.10, 0.004), rough=0.5, emission=0.22),
    'light_grey': _plain(colour=(0.56, 0.56, 0.555), rough=0.45),
    'lens': _plain(colour=(0.005, 0.006, 0.012), rough=0.05, coat=1.0),
    'lens_ring': _plain(colour=(0.02, 0.02, 0.02), rough=0.25, metal=0.3),
    'print': _plain(colour=(0.75, 0.75, 0.74), rough=0.5),
    'lamp': _plain(colour=(1, 0.32, 0.05), rough=0.3, emission=6),
    'lamp_green': _plain(colour=(0.15, 1, 0.45), rough=0.3, emission=3),
    'table': _wood((0.60, 0.425, 0.245), (0.30, 0.170, 0.078)),
    'table_near': _wood((0.60, 0.425, 0.245), (0.30, 0.170, 0.078), rings=18, fibre=(5, 240, 1.6)),
    'ply': _plywood_edge(),
    'block_light': _wood((0.74, 0.58, 0.39), (0.56, 0.38, 0.21), rings=16),
    'block_dark': _wood((0.45, 0.27, 0.14), (0.26, 0.14, 0.065), rings=16),
    'cloth_blue': _cloth((0.070, 0.105, 0.170), threads=620, hem=(0.20, 0.012)),
    'charuco': _charuco(),
    'fiducial': _fiducial,
    'eggshell': _eggshell,
    'glove': _glove,
}
