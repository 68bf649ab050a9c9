#include "track_file/starter.h"

#include "track_file/keys_schema.h"

#include <string.h>

static void put(TextBuffer *out, const char *text) { text_add(out, text, strlen(text)); }

static void put_title(TextBuffer *out, const char *title) {
    put(out, "name: ");
    put(out, title);
    put(out, "\n");
}

void starter_track(const char *title, TextBuffer *out) {
    put(out, KEYS_SCHEMA_LINE
        "#\n"
        "# A track for Axle: metres, x to the right, y up; angles in degrees, 90 is up.\n"
        "# A '#' without a space behind it stands before a key to try: delete it.\n"
        "# `axle check FILE` says what is wrong, `axle keys` lists every key.\n"
        "format: track/1\n");
    put_title(out, title);
    put(out,
        "#author: Your Name\n"
        "#license: CC-BY-4.0\n"
        "#description: A sentence or two for the track card.\n"
        "#laps: 5\n"
        "#reversible: false\n"
        "#theme: dune # meadow, dune, snow, night\n"
        "#light: {time: dusk, sun: 135, elevation: 20} # day, dusk, night\n"
        "#ground: sand # what lies outside everything\n"
        "#surfaces: {slush: {grip: 0.42, rolling: 0.05, viscous: 0.08, color: \"#B9C4CE\"}}\n"
        "#materials: {foam: {restitution: 0.4, friction: 0.3, height: 0.6}}\n"
        "\n"
        "# Roads. The first one is the lap; you drive its points in the order they are written.\n"
        "ribbons:\n"
        "  - id: main\n"
        "    curve: round # points are corners; smooth: a curve through them; sharp: straight\n"
        "    width: 12\n"
        "    radius: 20 # of corners that have no r of their own\n"
        "    #surface: concrete # asphalt, concrete, dirt, gravel, snow, ice, wet, ...\n"
        "    #lines: false\n"
        "    #shoulder: {surface: grass, width: 5} # between road and wall, or none\n"
        "    #wall: {material: tyres, thickness: 1, gap: 0.5} # or none\n"
        "    #kerbs: {mode: auto, width: 1.2, below: 80} # or none\n"
        "    #left: {wall: {material: concrete}} # what differs on the driver's left\n"
        "    points:\n"
        "      - [-100, -60]\n"
        "      - {at: [100, -60], name: east, r: 32}\n"
        "      - {at: [100, 20], name: inn, r: 18, width: 13}\n"
        "      - {at: [20, 16], r: 18}\n"
        "      - {at: [4, 70], name: north}\n"
        "      - {at: [-100, 70], r: 30}\n"
        "    #sections: [{from: east, to: inn, right: {shoulder: {surface: gravel, width: 9}}}]\n"
        "\n"
        "# Patches of other ground, walls, things to push and things to see.\n"
        "#zones: [{surface: dirt, polygon: [[-60, -20], [-20, -25], [-10, 0], [-50, 10]]}]\n"
        "#walls: [{id: shed, material: wood, rect: {center: [40, -20], size: [10, 6], angle: 20}}]\n"
        "#props: [{kind: cone, from: [-20, -55.5], to: [10, -55.5], spacing: 5}]\n"
        "#scenery: [{tree: [-70, 20], radius: 4}, {text: GO, at: [-40, -40], size: 8}]\n"
        "\n"
        "# Finish, gates and grid come by themselves; or say where.\n"
        "#finish: {on: main, s: 100}\n"
        "#gates: auto\n"
        "#grid: {slots: 12, columns: 2, gap: 8, stagger: 4, behind: 6}\n"
        "#medals: {gold: 26, silver: 28, bronze: 31} # seconds a lap\n");
}

void starter_drawing(const char *title, TextBuffer *out) {
    put(out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<!-- A track for Axle, to be drawn in Inkscape. One unit is one metre: the page is 300 x\n"
        "     200 m. Layers say what things are; labels (Object > Object Properties) say more.\n"
        "     Save as Inkscape SVG: Plain SVG drops the names of layers and all labels. -->\n"
        "<svg width=\"300mm\" height=\"200mm\" viewBox=\"0 0 300 200\" version=\"1.1\"\n"
        "     xmlns=\"http://www.w3.org/2000/svg\"\n"
        "     xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"\n"
        "     xmlns:sodipodi=\"http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd\">\n"
        "  <sodipodi:namedview inkscape:document-units=\"mm\" pagecolor=\"#8fbf6f\" />\n"
        "  <title>");
    put(out, title);
    put(out,
        "</title>\n"
        "  <desc># Keys of a track, such as these.\n"
        "laps: 5\n"
        "theme: meadow</desc>\n"
        "  <g inkscape:groupmode=\"layer\" inkscape:label=\"zones\" id=\"zones\">\n"
        "    <ellipse inkscape:label=\"gravel\" cx=\"150\" cy=\"100\" rx=\"30\" ry=\"14\"\n"
        "       style=\"fill:#d8c69a;stroke:none\" />\n"
        "  </g>\n"
        "  <g inkscape:groupmode=\"layer\" inkscape:label=\"road\" id=\"road\">\n"
        "    <!-- The width of the stroke is that of the road. -->\n"
        "    <rect id=\"main\" x=\"60\" y=\"50\" width=\"180\" height=\"100\" rx=\"32\"\n"
        "       style=\"fill:none;stroke:#555b63;stroke-width:14\" />\n"
        "  </g>\n"
        "  <g inkscape:groupmode=\"layer\" inkscape:label=\"walls\" id=\"walls\">\n"
        "    <rect id=\"barn\" inkscape:label=\"wood height=3\" x=\"20\" y=\"20\" width=\"16\" height=\"10\"\n"
        "       style=\"fill:#8a5a33;stroke:none\" />\n"
        "    <path inkscape:label=\"hedge\" d=\"M 262,60 V 140\"\n"
        "       style=\"fill:none;stroke:#3d6b35;stroke-width:1.5\" />\n"
        "  </g>\n"
        "  <g inkscape:groupmode=\"layer\" inkscape:label=\"gates\" id=\"gates\">\n"
        "    <!-- Two clicks across the road, the driver's left first. Label: a number, or finish. -->\n"
        "    <path inkscape:label=\"finish\" d=\"M 150,42 V 58\"\n"
        "       style=\"fill:none;stroke:#ffffff;stroke-width:1\" />\n"
        "  </g>\n"
        "  <g inkscape:groupmode=\"layer\" inkscape:label=\"grid\" id=\"grid\">\n"
        "    <!-- Two clicks, tail to nose, for each car; or none: a grid is made behind the finish. -->\n"
        "  </g>\n"
        "  <g inkscape:groupmode=\"layer\" inkscape:label=\"props\" id=\"props\">\n"
        "    <path inkscape:label=\"cone spacing=5\" d=\"M 130,144.5 H 170\"\n"
        "       style=\"fill:none;stroke:#ff7a1a;stroke-width:0.5\" />\n"
        "  </g>\n"
        "  <g inkscape:groupmode=\"layer\" inkscape:label=\"scenery\" id=\"scenery\">\n"
        "    <circle inkscape:label=\"tree\" cx=\"40\" cy=\"170\" r=\"5\" style=\"fill:#2f7a3a;stroke:none\" />\n"
        "  </g>\n"
        "  <g inkscape:groupmode=\"layer\" inkscape:label=\"lines\" id=\"lines\">\n"
        "    <!-- A path here is a racing line; without one the rivals find their own. -->\n"
        "  </g>\n"
        "  <g inkscape:groupmode=\"layer\" inkscape:label=\"_notes\" id=\"notes\">\n"
        "    <!-- Layers whose names begin with _ are left out. -->\n"
        "    <text x=\"64\" y=\"36\" style=\"font-size:7px;fill:#333333\">300 x 200 m; one unit is "
        "one metre</text>\n"
        "  </g>\n"
        "</svg>\n");
}

void starter_car(const char *title, TextBuffer *out) {
    put(out,
        "# A car for Axle. What this file leaves out is that of `base`. `axle params` lists every\n"
        "# number with its unit and range; `axle check FILE` says what is wrong.\n"
        "# A '#' without a space behind it stands before a number to try: delete it.\n"
        "format: car/1\n");
    put_title(out, title);
    put(out, "base: hatch\n"
             "#note: A sentence for those who drive it.\n"
             "#body: {mass: 1050}\n");
}

void starter_driver(const char *title, TextBuffer *out) {
    put(out,
        "# A driver for Axle. What this file leaves out is that of an expert without a character;\n"
        "# levels make all drivers slower. `axle params --of=driver` lists every number with its\n"
        "# range; `axle check FILE` says what is wrong.\n"
        "# A '#' without a space behind it stands before something to try: delete it.\n"
        "format: driver/1\n");
    put_title(out, title);
    put(out,
        "#number: 21\n"
        "#color: \"#4080C0\"\n"
        "#note: A sentence of character.\n"
        "#pace: {corners: 0.98, braking: 0.97, throttle: 0.96, consistency: 0.8}\n"
        "#racing: {late_braking: 0.8, aggression: 0.6, patience: 0.3, defence: 0.7, reaction: 0.15}\n"
        "#conditions: {wet: 1.02, loose: 0.98, night: 1}\n"
        "#mistakes: {rate: 1.5, pressure: 2}\n"
        "# From the back to the front: x to the right, y up, 0 to 1; the right half mirrors the left.\n"
        "#face: [{color: \"#C68642\", points: [[0.42, 0.86], [0.27, 0.6], [0.43, 0.28]]}]\n");
}
