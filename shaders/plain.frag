// Plain colour: what nearly all pixels are, so it does nothing else.
#version 330 core

noperspective in vec4 tint; // flat pictures: dividing by depth would cost as much as the rest
out vec4 pixel;

void main() {
    pixel = tint;
}
