/* Columns that central and oblique impacts have in common: the members of GrImpact. */
#ifndef GRANUM_IMPACT_COLUMNS_H
#define GRANUM_IMPACT_COLUMNS_H

#include "impact/impact.h"
#include "run/ensemble.h"

#define GR_IMPACT_REAL(member, unit, description) GR_MEMBER_REAL(GrImpact, member, unit, description)

/* Elements of an array of GrMember, for a struct that begins with a GrImpact. */
#define GR_IMPACT_COLUMNS                                                                                              \
  GR_IMPACT_REAL(approach_velocity, "m/s", "relative speed at the beginning of the impact"),                           \
      GR_IMPACT_REAL(separation_velocity, "m/s", "relative speed at the end of the impact; 0: the bodies stick"),      \
      GR_IMPACT_REAL(restitution, "1", "restitution: separation velocity / approach velocity"),                        \
      GR_IMPACT_REAL(restitution_theory, "1", "restitution by the theory of the law; NaN: there is no theory"),        \
      GR_IMPACT_REAL(overlap_max, "m", "largest overlap"), GR_IMPACT_REAL(force_max, "N", "largest force"),            \
      GR_IMPACT_REAL(force_min, "N",                                                                                   \
                     "smallest force; negative: largest tension, with `end: apart` also at overlaps below 0"),         \
      GR_IMPACT_REAL(duration, "s",                                                                                    \
                     "time from overlap 0 to the end of the impact; bodies that stick: until this is certain"),        \
      GR_IMPACT_REAL(energy_lost, "J", "kinetic energy before minus kinetic energy after the impact"),                 \
      GR_IMPACT_REAL(energy_viscous, "J", "work of the dashpots"),                                                     \
      GR_IMPACT_REAL(energy_plastic, "J", "plastic work of the contact"),                                              \
      GR_IMPACT_REAL(energy_residual, "1", "residual of the energy balance / kinetic energy at overlap 0"),            \
      GR_IMPACT_REAL(residual_overlap, "m", "largest overlap at which the static force is 0 during unloading"),        \
      GR_IMPACT_REAL(sticking_overlap, "m",                                                                            \
                     "overlap at which bodies that stick first come to rest on the way back; NaN: separation")

#endif
