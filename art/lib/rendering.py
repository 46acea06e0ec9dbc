"""From a scene to a finished picture: two half renders, denoised, developed, laid on the page.

Images are float arrays (height, width, channels), bottom row first as Blender keeps them.
"""
import ctypes
import os
import time
from dataclasses import dataclass
from pathlib import Path

import bpy
import numpy as np

PAGE = 250 / 255
LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)
ART = Path(__file__).resolve().parents[1]
CACHE = Path(os.environ.get('ART_CACHE', ART / '.cache'))


@dataclass
class Quality:
    """What a render costs: size in pixels and samples per pixel over both halves."""

    width: int
    height: int
    samples: int
    #: noise level at which adaptive sampling stops a pixel
    threshold: float = 0.008


@dataclass
class Ground:
    """What a cut-out stands on: of the floor only the casters' shadow is shown."""

    floor: bpy.types.Object
    casters: list
    #: half width and half depth of what casts it, in metres about the origin
    footprint: tuple


def render_picture(out, quality, *, ground=None, exposure=0.1, strength=0.8, search=6, sharpen=0.25, saturation=1.12,
                   contrast='Medium High Contrast'):
    """Render the scene to `out` (webp). With a `ground`, everything stands on the page colour."""
    started = time.time()
    develop_as(exposure, contrast)
    if ground:
        mask, shade = coverage([ground.floor], quality), contact_shadow(ground, quality)
    linear = clean(*halves(quality, 'beauty'), strength, search)
    linear = sharpened(linear, sharpen)
    shown = saturated(developed(linear)[..., :3], saturation)
    if ground:
        shown = on_page(shown, mask, shade)
    write(shown, out)
    print(f'done {Path(out).name} {quality.width}x{quality.height} at {quality.samples} samples in {time.time() - started:.0f} s', flush=True)


def develop_as(exposure, contrast='Medium High Contrast'):
    """Set the film: Filmic with the given contrast and exposure in stops."""
    view = bpy.context.scene.view_settings
    view.view_transform, view.look, view.exposure = 'Filmic', contrast, exposure


def halves(quality, name, transparent=False):
    """Two renders with different seeds: two dicts of image, normal, albedo and depth."""
    _configure(quality.width, quality.height, max(4, quality.samples // 2), quality.threshold)
    bpy.context.scene.render.film_transparent = transparent
    made = []
    for seed in (1, 2):
        print(f'{name}: half {seed} of 2', flush=True)
        made.append(_trace(seed))
    return made


def coverage(ground, quality):
    """Share of each pixel (height, width) that everything but the `ground` objects covers."""
    scene = bpy.context.scene
    _configure(quality.width, quality.height, 32, 0)
    scene.cycles.max_bounces = 0
    scene.render.film_transparent = True
    for o in ground:
        o.visible_camera = False
    mask = _trace(5)['image'][..., 3]
    for o in ground:
        o.visible_camera = True
    scene.render.film_transparent = False
    return mask


def contact_shadow(ground, quality, strength=0.62, knee=0.045, margin=0.08):
    """Depth of the shadow on the floor, per pixel (height, width) in 0..1.

    The floor is rendered twice, small and without what stands on the bench: with the shadow of the
    casters, which the camera does not see, and without. Depths under `knee` vanish, and all fade out
    away from the footprint and in the `margin` of the picture, but at the right, where the bench goes on."""
    scene = bpy.context.scene
    others = [o for o in scene.objects if o.type in ('MESH', 'CURVE', 'FONT') and o != ground.floor and not o.hide_render]
    _configure(quality.width // 4, quality.height // 4, 512, 0)
    for o in others:
        o.hide_render, o.visible_camera = o not in ground.casters, False
    shaded = _trace(6)['image'][..., :3] @ LUMA
    for o in ground.casters:
        o.hide_render = True
    alone = _trace(6)['image'][..., :3] @ LUMA
    for o in others:
        o.hide_render, o.visible_camera = False, True
    ratio = _resized(np.clip(blurred(shaded, 2) / blurred(alone, 8), 0, 1), quality.height, quality.width)
    depth = np.clip(1 - ratio ** strength - knee, 0, None) / (1 - knee)
    x, y = np.linspace(0, 1, quality.width)[None], np.linspace(0, 1, quality.height)[:, None]
    edge = np.clip(np.minimum(x, np.minimum(y, 1 - y)) / margin, 0, 1)
    return depth * (edge * edge * (3 - 2 * edge)) * shadow_range(ground, depth.shape)


def clean(first, second, strength=0.8, search=6):
    """Denoised linear RGBA from two half renders."""
    h, w = first['image'].shape[:2]
    a, b = (_planes(_compressed(x['image'])) for x in (first, second))
    a, b = np.minimum(a, _neighbour_peak(b)), np.minimum(b, _neighbour_peak(a))
    fa, fb = (_planes(_features(x)) for x in (first, second))
    sigma = np.array([0.07] * 3 + [0.18] * 3 + [0.035], np.float32)
    out = np.empty_like(a)
    library = ctypes.CDLL(str(CACHE / 'denoise.so'))
    pointer = lambda x: x.ctypes.data_as(ctypes.c_void_p)
    failed = library.denoise(pointer(a), pointer(b), 4, pointer(fa), pointer(fb), pointer(sigma), len(sigma),
                             w, h, search, 1, ctypes.c_float(strength), pointer(out))
    if failed:
        raise MemoryError('denoise.c could not allocate its planes')
    return _expanded(out.transpose(1, 2, 0))


def sharpened(image, amount):
    """Unsharp mask over one pixel, on linear colour."""
    soft = image.copy()
    soft[1:-1, 1:-1] = (image[:-2, 1:-1] + image[2:, 1:-1] + image[1:-1, :-2] + image[1:-1, 2:] + 4 * image[1:-1, 1:-1]) / 8
    out = image.copy()
    out[..., :3] = np.clip(image[..., :3] + amount * (image - soft)[..., :3], 0, None)
    return out


def developed(linear):
    """Display-referred RGBA in 0..1, through the scene's view transform."""
    h, w = linear.shape[:2]
    path = str(CACHE / 'developed.png')
    image = bpy.data.images.new('linear', w, h, alpha=True, float_buffer=True)
    image.alpha_mode = 'PREMUL'
    image.pixels.foreach_set(np.ascontiguousarray(linear, np.float32).ravel())
    image.update()
    settings = bpy.context.scene.render.image_settings
    settings.file_format, settings.color_mode, settings.color_depth = 'PNG', 'RGBA', '16'
    image.save_render(path, scene=bpy.context.scene)
    bpy.data.images.remove(image)
    return _load(path)


def saturated(image, amount):
    grey = (image @ LUMA)[..., None]
    return np.clip(grey + (image - grey) * amount, 0, 1)


def shadow_range(ground, shape, reach=0.28):
    """Weight per pixel of the floor's shadow: 1 beside the footprint, 0 from `reach` metres on."""
    camera = bpy.context.scene.camera
    h, w = shape
    corners = [camera.matrix_world @ c for c in camera.data.view_frame(scene=bpy.context.scene)]
    top_right, bottom_right, bottom_left, top_left = (np.array(c) for c in corners)
    u, v = ((np.arange(w) + 0.5) / w)[None, :, None], ((np.arange(h) + 0.5) / h)[:, None, None]
    eye = np.array(camera.matrix_world.translation)
    ray = bottom_left + u * (bottom_right - bottom_left) + v * (top_left - bottom_left) - eye
    t = (ground.floor.location.z - eye[2]) / np.minimum(ray[..., 2], -1e-4)
    spot = eye[:2] + t[..., None] * ray[..., :2]
    outside = np.linalg.norm(np.maximum(np.abs(spot) - np.array(ground.footprint), 0), axis=-1)
    fade = np.clip(1 - outside / reach, 0, 1)
    return fade * fade * (3 - 2 * fade)


def on_page(shown, mask, shade):
    """Lay what the mask covers on the exact page colour, darkened by the shade."""
    page = PAGE * (1 - shade[..., None] * np.array([0.98, 0.985, 1.0]))
    return shown * mask[..., None] + page * (1 - mask[..., None])


def blurred(plane, radius, passes=3):
    """Box blur repeated: close to a Gaussian, any radius at the same cost."""
    for _ in range(passes):
        for axis in (0, 1):
            padded = np.pad(plane, [(radius + 1, radius) if k == axis else (0, 0) for k in range(2)], mode='edge')
            total = np.cumsum(padded, axis=axis, dtype=np.float64)
            size = 2 * radius + 1
            plane = ((total[size:] - total[:-size]) if axis == 0 else (total[:, size:] - total[:, :-size])) / size
    return plane


def write(shown, out):
    """Write display-referred RGB in 0..1 as webp (quality 96) or png, by the name's ending."""
    h, w = shown.shape[:2]
    image = bpy.data.images.new('shown', w, h, alpha=False)
    rgba = np.ones((h, w, 4), np.float32)
    rgba[..., :3] = np.round(np.clip(shown, 0, 1) * 255) / 255
    image.pixels.foreach_set(rgba.ravel())
    scene = bpy.context.scene
    view, settings = scene.view_settings, scene.render.image_settings
    view.view_transform, view.look, view.exposure = 'Standard', 'None', 0
    settings.file_format = 'WEBP' if str(out).endswith('.webp') else 'PNG'
    settings.color_mode, settings.quality = 'RGB', 96
    if settings.file_format == 'PNG':
        settings.color_depth = '8'
    image.save_render(str(out), scene=scene)
    bpy.data.images.remove(image)


def _configure(width, height, samples, threshold):
    scene, c = bpy.context.scene, bpy.context.scene.cycles
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = width, height, 100
    scene.render.threads_mode, scene.render.threads = 'FIXED', int(os.environ.get('ART_THREADS', '2'))
    scene.view_layers[0].cycles.denoising_store_passes = True
    c.samples, c.use_denoising = samples, False
    c.use_adaptive_sampling, c.adaptive_threshold, c.adaptive_min_samples = threshold > 0, threshold or 0.01, min(24, samples)
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces, c.transparent_max_bounces = 5, 3, 3, 4, 24
    c.sample_clamp_indirect, c.blur_glossy = 4.0, 0.8
    c.caustics_reflective = c.caustics_refractive = False


def _trace(seed):
    """One render of the scene: dict of float arrays."""
    scene = bpy.context.scene
    CACHE.mkdir(parents=True, exist_ok=True)
    scene.cycles.seed = seed
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers, composite, files = (tree.nodes.new('CompositorNode' + k) for k in ('RLayers', 'Composite', 'OutputFile'))
    tree.links.new(layers.outputs['Image'], composite.inputs[0])
    files.base_path = str(CACHE)
    files.format.file_format, files.format.color_depth, files.format.color_mode = 'OPEN_EXR', '32', 'RGBA'
    files.file_slots.clear()
    passes = {'image': ('Image', 4), 'normal': ('Denoising Normal', 3), 'albedo': ('Denoising Albedo', 3), 'depth': ('Denoising Depth', 1)}
    for name, (socket, _) in passes.items():
        files.file_slots.new(name + '_')
        tree.links.new(layers.outputs[socket], files.inputs[len(files.inputs) - 1])
    scene.frame_set(1)
    bpy.ops.render.render()
    return {name: _load(CACHE / f'{name}_0001.exr')[..., :channels] for name, (_, channels) in passes.items()}


def _load(path):
    image = bpy.data.images.load(str(path), check_existing=False)
    image.colorspace_settings.name = 'Non-Color'
    w, h = image.size
    pixels = np.empty(w * h * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(h, w, 4)


def _planes(image):
    return np.ascontiguousarray(image.transpose(2, 0, 1), np.float32)


def _compressed(image):
    """Logarithmic colour: keeps highlights from dominating distances."""
    return np.concatenate([np.log1p(4 * np.clip(image[..., :3], 0, 60)), image[..., 3:4]], -1)


def _expanded(image):
    return np.concatenate([np.expm1(image[..., :3]) / 4, image[..., 3:4]], -1).astype(np.float32)


def _features(passes):
    """Albedo (square root), normal and log depth: seven guide planes."""
    depth = np.log1p(np.clip(passes['depth'], 0, 50))
    return np.concatenate([np.sqrt(np.clip(passes['albedo'], 0, 4)), passes['normal'], depth], -1)


def _neighbour_peak(planes):
    """Largest value within one pixel, with some headroom: a spark in one half that the other
    half knows nothing of is cut to this."""
    padded = np.pad(planes, ((0, 0), (1, 1), (1, 1)), mode='edge')
    h, w = planes.shape[1:]
    peak = np.max([padded[:, y:y + h, x:x + w] for y in range(3) for x in range(3)], 0)
    return (peak * 1.15 + 0.05).astype(np.float32)


def _resized(plane, h, w):
    """Bilinear enlargement."""
    hh, ww = plane.shape
    fy, fx = np.clip((np.arange(h) + 0.5) * hh / h - 0.5, 0, hh - 1.001), np.clip((np.arange(w) + 0.5) * ww / w - 0.5, 0, ww - 1.001)
    y, x = fy.astype(int), fx.astype(int)
    ty, tx = (fy - y)[:, None], (fx - x)[None]
    return ((plane[y][:, x] * (1 - tx) + plane[y][:, x + 1] * tx) * (1 - ty)
            + (plane[y + 1][:, x] * (1 - tx) + plane[y + 1][:, x + 1] * tx) * ty)
