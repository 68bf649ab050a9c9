// Glyphs from signed distances: sharp at any size and turn.
#version 330 core

noperspective in vec4 tint;
noperspective in vec2 glyph;
uniform sampler2D atlas; // 0 lies `spread` texels outside an outline, 1 as far inside
uniform float spread;
out vec4 pixel;

void main() {
    vec2 size = vec2(textureSize(atlas, 0));
    vec2 across = dFdx(glyph) * size;
    vec2 down = dFdy(glyph) * size;
    float texels_per_pixel = sqrt(0.5 * (dot(across, across) + dot(down, down)));
    float inside = (texture(atlas, glyph).r * 2.0 - 1.0) * spread;
    float coverage = clamp(inside / texels_per_pixel + 0.5, 0.0, 1.0);
    pixel = vec4(tint.rgb, tint.a * coverage);
}
