"""Inside Blender: render one picture. Use render.sh, which checks the tools and calls this.

    blender -b --factory-startup -P art/render.py -- NAME [--scale 0.36] [--samples 24] [--out FILE]
"""
import argparse
import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from lib.mesh import reset_scene
from lib.rendering import Quality

#: picture: scene module, width, height, samples per pixel
PICTURES = {
    'hero': ('hero', 2000, 1500, 128),
    'operator': ('operator', 2560, 1152, 144),
    'operator-portrait': ('operator', 1400, 1750, 96),
    'card-quality': ('quality', 1600, 1200, 96),
    'card-hardware': ('hardware', 1600, 1200, 96),
    'card-turnaround': ('turnaround', 1600, 1200, 96),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('name', choices=PICTURES)
    parser.add_argument('--scale', type=float, default=1.0)
    parser.add_argument('--samples', type=int)
    parser.add_argument('--out')
    given = parser.parse_args(sys.argv[sys.argv.index('--') + 1:])
    scene, width, height, samples = PICTURES[given.name]
    quality = Quality(round(width * given.scale), round(height * given.scale), given.samples or samples)
    out = given.out or str(Path(__file__).resolve().parent / 'renders' / f'{given.name}.webp')
    reset_scene()
    importlib.import_module(f'scenes.{scene}').render(given.name, quality, out)


main()
