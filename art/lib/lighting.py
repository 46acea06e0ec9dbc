"""Lamps, sky and camera. Power in watts, sizes and distances in metres, angles in degrees."""
import bpy
from mathutils import Vector

WARM, SOFT, COOL = (1, 0.96, 0.91), (1, 0.98, 0.955), (0.93, 0.96, 1)


def softbox(location, target, size, power, colour=WARM, height=None, shadow=True):
    """Area lamp of size x height facing `target`; seen in reflections as a studio panel."""
    lamp = bpy.data.lights.new('softbox', 'AREA')
    lamp.energy, lamp.size, lamp.color = power, size, colour
    lamp.cycles.cast_shadow = shadow
    if height:
        lamp.shape, lamp.size_y = 'RECTANGLE', height
    return _aimed(lamp, location, target)


def sky(strength, top=(1, 1, 1), bottom=(0.8, 0.8, 0.82)):
    """Even surroundings that fade from bottom to top."""
    world = bpy.data.worlds.new('sky')
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes, link = world.node_tree.nodes, world.node_tree.links.new
    split, span, ramp = (nodes.new('ShaderNode' + k) for k in ('SeparateXYZ', 'MapRange', 'ValToRGB'))
    link(nodes.new('ShaderNodeTexCoord').outputs['Generated'], split.inputs['Vector'])
    link(split.outputs['Z'], span.inputs['Value'])
    span.inputs['From Min'].default_value, span.inputs['From Max'].default_value = -0.3, 1
    link(span.outputs['Result'], ramp.inputs['Fac'])
    ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = (*bottom, 1), (*top, 1)
    link(ramp.outputs['Color'], nodes['Background'].inputs['Color'])
    nodes['Background'].inputs['Strength'].default_value = strength


def camera(location, target, lens, fstop=None, focus=None, shift=(0, 0), blades=0):
    """Camera with a 36 mm sensor looking at `target`; `focus` is the sharp point (default: target)."""
    data = bpy.data.cameras.new('camera')
    data.lens, data.clip_start = lens, 0.01
    data.shift_x, data.shift_y = shift
    if fstop:
        data.dof.use_dof = True
        data.dof.aperture_fstop = fstop
        data.dof.aperture_blades = blades
        view = (Vector(target) - Vector(location)).normalized()
        data.dof.focus_distance = (Vector(focus or target) - Vector(location)).dot(view)
    bpy.context.scene.camera = _aimed(data, location, target)


def _aimed(data, location, target):
    obj = bpy.data.objects.new(data.name, data)
    bpy.context.scene.collection.objects.link(obj)
    obj.location = location
    obj.rotation_euler = (Vector(target) - Vector(location)).to_track_quat('-Z', 'Y').to_euler()
    return obj
