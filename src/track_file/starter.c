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
