/// The parts of track_check. Each adds its messages about a track without errors and goes on.
/// `ground` and `roads` are those of the track.
#pragma once

#include "ground/ground.h"
#include "track/road_grid.h"

/// W706: zones that later ones hide.
void zones_check(const Track *track, MessageList *messages);

/// W712: crates that stand where cars are put back.
void crates_check(const Track *track, const Ground *ground, MessageList *messages);

/// W710 of branches of the first ribbon that lead past a gate, and W711 of a line for rivals that
/// does not lead through all gates.
void course_check(const Track *track, MessageList *messages);

/// W704: shorter routes off the road or over a crossing, as docs/tracks.md defines them. About 60
/// ms for 7 km of road.
void shortcuts_check(const Track *track, const Ground *ground, const RoadGrid *roads,
                     MessageList *messages);

/// W714: holes in the walls around the course, of a track that has gates and slots: a car 1.8 m
/// wide gets out to the border of the map, and one 8 m wide does not. Two floods of the map, some
/// ten more where there is a hole.
void holes_check(const Track *track, const Ground *ground, const RoadGrid *roads,
                 MessageList *messages);
