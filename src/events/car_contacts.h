/// Contacts of cars with each other and with walls, and whose fault they are. docs/racing.md has
/// the rule in words.
#pragma once

#include "events/course.h"
#include "events/event_list.h"

enum {
    CONTACTS_SAMPLE_TICKS = 12, ///< From one sample of where the cars are to the next.
    CONTACTS_SAMPLES = 11,      ///< They reach FAULT_BEFORE back.
};

/// Where a car was.
typedef struct CarSample {
    vec2s position;    ///< m
    Rotation rotation; ///< Of its heading.
    float along;       ///< m/s along the course.
    CoursePlace course;
} CarSample;

/// The samples of one car, a ring.
typedef struct CarTrail {
    CarSample samples[CONTACTS_SAMPLES];
    int count; ///< Since the start, or since the car was put elsewhere.
    int respawns;
} CarTrail;

/// A contact that may go on. The zero value is none.
typedef struct OpenContact {
    bool on;
    int event; ///< In the list; -1 where that had no room.
    uint32_t first_tick, last_tick;
} OpenContact;

/// The zero value has seen nothing.
typedef struct CarContacts {
    CarTrail trails[RACE_MAX_CARS];
    OpenContact cars[RACE_MAX_CARS][RACE_MAX_CARS]; ///< First the car of the lower index.
    OpenContact walls[RACE_MAX_CARS];
} CarContacts;

/// Whose fault a contact is.
typedef enum ContactFault {
    FAULT_FIRST,
    FAULT_SECOND,
    FAULT_BOTH,
} ContactFault;

/// Decides whose fault it is that two cars touch. `before`: the cars FAULT_BEFORE s before;
/// `now`: just before they touch. `hulls` are theirs. All in the order of the cars.
ContactFault contact_fault(const CarSample before[2], const CarSample now[2],
                           const Hull *const hulls[2]);

/// To be called after each step. Contacts count in which at least one of the cars still races.
void car_contacts_follow(CarContacts *contacts, const Race *race, EventList *list);

/// The last sample of a car; NULL where there is none yet.
const CarSample *car_contacts_sample(const CarContacts *contacts, int car);
