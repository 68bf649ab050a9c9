// Every vertex of Axle: list units to the view, heights leaning away from its centre.
#version 330 core

layout(location = 0) in vec2 position;
layout(location = 1) in vec2 glyph_at;
layout(location = 2) in vec4 color;
layout(location = 3) in float height;

uniform mat4 projection; // from list units, relative to center
uniform vec2 center;
uniform float lean; // per metre of height

noperspective out vec4 tint;
noperspective out vec2 glyph;

void main() {
    // the difference first: far from the origin it loses the fewest bits
    vec2 from_center = (position - center) * (1.0 + lean * height);
    gl_Position = projection * vec4(from_center, 0.0, 1.0);
    tint = color;
    glyph = glyph_at;
}
