/* The results of impacts, from which the columns of their tables (src/impact/) and the quantities of fits (case/fit.h)
   follow. */
#ifndef GRANUM_CASE_IMPACT_RESULTS_H
#define GRANUM_CASE_IMPACT_RESULTS_H

/* X(kind, name, SI unit, description) for each result of an impact, a member of GrImpact. kind: DATUM, a quantity that
   can be measured and fitted, or OTHER. */
#define GR_IMPACT_RESULTS(X)                                                                                           \
  X(OTHER, approach_velocity, "m/s", "relative speed at the beginning of the impact")                                  \
  X(DATUM, separation_velocity, "m/s", "relative speed at the end of the impact; 0: the bodies stick")                 \
  X(DATUM, restitution, "1", "restitution: separation velocity / approach velocity")                                   \
  X(OTHER, restitution_theory, "1", "restitution by the theory of the law; NaN: there is no theory")                   \
  X(DATUM, overlap_max, "m", "largest overlap")                                                                        \
  X(DATUM, force_max, "N", "largest force")                                                                            \
  X(DATUM, force_min, "N", "smallest force; negative: largest tension, with `end: apart` also at overlaps below 0")    \
  X(DATUM, duration, "s", "time from overlap 0 to the end of the impact; bodies that stick: until this is certain")    \
  X(DATUM, energy_lost, "J", "kinetic energy before minus kinetic energy after the impact")                            \
  X(DATUM, energy_viscous, "J", "work of the dashpots")                                                                \
  X(DATUM, energy_plastic, "J", "plastic work of the contact")                                                         \
  X(OTHER, energy_residual, "1", "residual of the energy balance / kinetic energy at overlap 0")                       \
  X(DATUM, residual_overlap, "m", "largest overlap at which the static force is 0 during unloading")                   \
  X(DATUM, sticking_overlap, "m",                                                                                      \
    "overlap at which bodies that stick first come to rest on the way back; NaN: separation")

/* The same for the further results of oblique impacts, the members of GrOblique. */
#define GR_OBLIQUE_RESULTS(X)                                                                                          \
  X(OTHER, angle, "rad", "angle of the velocity of the centres from the normal, before the impact")                    \
  X(OTHER, tangential_velocity, "m/s", "velocity of the centres along the surface before the impact; direction y")     \
  X(DATUM, rebound_angle, "rad",                                                                                       \
    "angle of the velocity of the centres from the normal after the impact; negative: the velocity along y is "        \
    "reversed; NaN: the bodies stick")                                                                                 \
  X(DATUM, velocity_y, "m/s", "velocity of the centres along y after the impact")                                      \
  X(DATUM, velocity_z, "m/s", "velocity of the centres along z, across normal and y, after the impact")                \
  X(DATUM, tangential_restitution, "1", "velocity_y / tangential_velocity; NaN: there is no tangential velocity")      \
  X(OTHER, slip_before_y, "m/s", "slip of the contact points along y before the impact")                               \
  X(OTHER, slip_before_z, "m/s", "slip of the contact points along z before the impact")                               \
  X(DATUM, slip_y, "m/s", "slip of the contact points along y after the impact")                                       \
  X(DATUM, slip_z, "m/s", "slip of the contact points along z after the impact")                                       \
  X(DATUM, slip_restitution, "1",                                                                                      \
    "slip after the impact, along the slip before it, divided by the slip before it; negative: reversed")              \
  X(DATUM, impulse_ratio, "1", "magnitude of the tangential impulse / normal impulse")                                 \
  X(DATUM, spin_1_x, "rad/s", "angular velocity of the first body about the normal after the impact")                  \
  X(DATUM, spin_1_y, "rad/s", "angular velocity of the first body about y after the impact")                           \
  X(DATUM, spin_1_z, "rad/s", "angular velocity of the first body about z after the impact")                           \
  X(DATUM, spin_2_x, "rad/s", "angular velocity of the second body about the normal after the impact")                 \
  X(DATUM, spin_2_y, "rad/s", "angular velocity of the second body about y after the impact")                          \
  X(DATUM, spin_2_z, "rad/s", "angular velocity of the second body about z after the impact")                          \
  X(DATUM, energy_sliding, "J", "energy that sliding friction dissipates")                                             \
  X(DATUM, energy_rolling, "J", "energy that rolling resistance dissipates")                                           \
  X(DATUM, energy_twisting, "J", "energy that twisting resistance dissipates")                                         \
  X(OTHER, energy_elastic, "J", "energy left in the contact; 0 unless the bodies stick or end is zero_force")          \
  X(OTHER, friction, "1", "friction coefficient of the law of sliding; NaN: there is none")                            \
  X(OTHER, steps, "1", "number of time steps; 0: a central impact without friction")                                   \
  X(OTHER, error, "1",                                                                                                 \
    "estimated error of the velocities after the impact, the spins times the radii included, divided by the "          \
    "approach velocity; 0: a central impact, see tolerance")

#endif
