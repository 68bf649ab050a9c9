// A kept picture as it is: nothing else, so that software renderers take their fastest way.
#version 330 core

in vec2 place;
uniform sampler2D atlas;
out vec4 pixel;

void main() {
    pixel = texture(atlas, place);
}
