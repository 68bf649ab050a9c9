// Rectangles of a kept picture: pixels of the view to clip space.
#version 330 core

layout(location = 0) in vec2 position; // px from the low corner of the view
layout(location = 1) in vec2 atlas_at;

uniform vec2 to_clip; // 2 / size of the view

out vec2 place; // not noperspective: software renderers have a faster way for the usual kind

void main() {
    gl_Position = vec4(position * to_clip - 1.0, 0.0, 1.0);
    place = atlas_at;
}
