/* The table of observables and their functions. To add an observable: see granum/particle.h.

   V = sum m v / sum m is the mean velocity of the particles whose motion is not prescribed, v' = v - V. B is the volume
   of the box; if a wall closes a side of the box, the box ends at the wall. f is the force on the first particle of a
   contact. The branch b is the vector from the centre of this particle to the centre of the second particle, or to the
   point of contact on a wall. A rigid body of several spheres counts as one particle, with its mass, its centre of mass
   and the radius of the sphere of equal volume:
     stress                   s_ij = (sum m v'_i v'_j - sum f_i b_j) / B   [Pa], positive in compression
     kinetic temperature      T = sum m v' . v' / (D sum m)                [m^2/s^2], D = 2 or 3 dimensions
     rotational temperature   T_r = sum I w . w / (D_r sum m)              I = 2/5 m R^2, D_r = 1 or 3 axes
     momentum                 sum m v
     solid fraction           sum 4/3 pi R^3 / B; in two dimensions sum pi R^2 / B
     coordination             contacts with a force per particle; a contact of two particles counts twice
     fabric                   F_ij = sum n_i n_j / contacts, over contacts with a force and their normals n; trace 1
     backbone coordination    the same, for the particles with at least two contacts alone (without rattlers)
     kinetic_over_elastic_in_contact
                              kinetic energy of the particles whose contacts store elastic energy, divided by the
                              elastic energy. The ratio of all particles stalls in a packing at rest, if particles
                              without contacts fly in its holes
     overlap                  mean over the contacts with overlap d > 0, of d and of the largest overlap so far; and the
                              largest d of all contacts in the steps since the last row
   In two dimensions B is the area and the stress is a force per length. The stress is the mean over the
   whole box; empty space reduces it. K. Bagi, Mech. Mater. 22, 165 (1996); C. Thornton,
   Geotechnique 50, 43 (2000) for the coordination without rattlers.

   Limit: fluctuations are differences from one mean of all particles, not from a local flow. */
#include <granum/particle.h>

#include "base/registry.h"
#include "record/observable_sums.h"
#include <math.h>

#define NOTHING "; NaN: no particle can move"
#define SIDE_NAMES "lower_x, lower_y, lower_z, upper_x, upper_y, upper_z"

enum { TENSOR = 9 }; /* xx, xy, xz, yx, ... */

void GrObservableAdd(GrObservableSums sums, int k, double x)
{
  GrSumAdd(&sums->sum[k], x);
}

static void AddSolid(const GrObservedSystem *s, const GrObservedParticle *p, GrObservableSums sums)
{
  const double R = p->radius;
  GrObservableAdd(sums, 0, s->dimension == 3 ? 4.0 / 3.0 * M_PI * R * R * R : M_PI * R * R);
}

static void AddFluctuations(const GrObservedSystem *s, const GrObservedParticle *p, GrObservableSums sums)
{
  const double *v = p->velocity, *mean = s->mean_velocity;
  for (int a = 0; a < 3 && !p->prescribed; a++)
    for (int b = 0; b < 3; b++)
      GrObservableAdd(sums, 3 * a + b, p->mass * ((v[a] - mean[a]) * (v[b] - mean[b])));
}

static void AddBranches(const GrObservedSystem *s, const GrContact *c, GrObservableSums sums)
{
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      GrObservableAdd(sums, TENSOR + 3 * a + b, -c->force[a] * c->body_branch[b]);
}

enum { OVERLAP, OVERLAP_MAX, CONTACTS, OVERLAP_SUMS };

static void AddOverlaps(const GrObservedSystem *s, const GrContact *c, GrObservableSums sums)
{
  if (!(c->overlap > 0))
    return;
  GrObservableAdd(sums, OVERLAP, c->overlap);
  GrObservableAdd(sums, OVERLAP_MAX, c->overlap_max);
  GrObservableAdd(sums, CONTACTS, 1);
}

static void AddNormals(const GrObservedSystem *s, const GrContact *c, GrObservableSums sums)
{
  const bool force = c->force[0] != 0 || c->force[1] != 0 || c->force[2] != 0;
  for (int a = 0; a < 3 && force; a++)
    for (int b = 0; b < 3; b++)
      GrObservableAdd(sums, 3 * a + b, c->normal[a] * c->normal[b]);
}

static void AddSpins(const GrObservedSystem *s, const GrObservedParticle *p, GrObservableSums sums)
{
  if (!isnan(p->rotation))
    GrObservableAdd(sums, 0, p->rotation);
  for (int a = 0; a < 3 && !p->prescribed && isnan(p->rotation); a++)
    GrObservableAdd(sums, 0, 0.4 * p->mass * p->radius * p->radius * (p->spin[a] * p->spin[a]));
}

static double KineticEnergyOf(const GrObservedParticle *p)
{
  const double *v = p->velocity, *spin = p->spin;
  const double moment = 0.4 * p->mass * p->radius * p->radius;
  const double rotation =
      isnan(p->rotation) ? moment * (spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]) : p->rotation;
  return 0.5 * p->mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + 0.5 * rotation;
}

enum { KINETIC, ELASTIC, ENERGY_SUMS };

static void AddEnergiesInContact(const GrObservedSystem *s, const GrObservedParticle *p, GrObservableSums sums)
{
  if (p->elastic != 0 && !p->prescribed)
    GrObservableAdd(sums, KINETIC, KineticEnergyOf(p));
  GrObservableAdd(sums, ELASTIC, p->elastic);
}

static void AddIsolated(const GrObservedSystem *s, const GrObservedParticle *p, GrObservableSums sums)
{
  if (p->elastic == 0 && !p->prescribed)
    GrObservableAdd(sums, 0, 1);
}

/* Defines a function that computes n values; `number` is value k. */
#define VALUES(name, n, number)                                                                                        \
  static void name(const GrObservedSystem *s, const double sum[], double value[])                                      \
  {                                                                                                                    \
    for (int k = 0; k < (n); k++)                                                                                      \
      value[k] = (number);                                                                                             \
  }
VALUES(CountOfParticles, 1, (double)s->particles)
VALUES(CountOfContacts, 1, (double)s->contacts)
VALUES(CountOfBonds, 1, (double)s->bonds)
VALUES(Coordination, 1, s->particles ? (double)s->touches / (double)s->particles : 0)
VALUES(BackboneCoordination, 1, s->backbone ? (double)s->backbone_touches / (double)s->backbone : 0)
VALUES(SolidFraction, 1, sum[0] / s->volume)
VALUES(Overlap, 1, sum[CONTACTS] > 0 ? sum[OVERLAP] / sum[CONTACTS] : 0)
VALUES(OverlapMax, 1, s->overlap_max)
VALUES(OverlapMaxMean, 1, sum[CONTACTS] > 0 ? sum[OVERLAP_MAX] / sum[CONTACTS] : 0)
VALUES(Fabric, TENSOR, s->contacts > 0 ? sum[k] / (double)s->contacts : 0)
VALUES(KineticStress, TENSOR, sum[k] / s->volume)
VALUES(Stress, TENSOR, sum[k] / s->volume + sum[TENSOR + k] / s->volume)
VALUES(RotationalTemperature, 1, sum[0] / ((s->dimension == 3 ? 3 : 1) * s->mass))
VALUES(Isolated, 1, sum[0])
VALUES(KineticOverElastic, 1, sum[ELASTIC] > 0 ? sum[KINETIC] / sum[ELASTIC] : NAN)
VALUES(Momentum, 3, s->momentum[k])
VALUES(LeftThrough, GR_SIDES, (double)s->left.open[k])
VALUES(LeftPastWalls, GR_SIDES, (double)s->left.past_walls[k])

static void KineticTemperature(const GrObservedSystem *s, const double sum[], double value[])
{
  double stress[TENSOR];

  KineticStress(s, sum, stress);
  *value = (stress[0] + stress[4] + stress[8]) * s->volume / (s->dimension * s->mass);
}

/* A row: name, unit (in the plane), number of values, number of sums, functions, description. */
#define ROW(name, unit, plane_unit, whole, n_values, n_sums, particle, contact, value, description)                    \
  &(const GrObservable)                                                                                                \
  {                                                                                                                    \
    name, unit, description, plane_unit, n_values, whole, n_sums, particle, contact, value                             \
  }
#define COUNT(name, n, get, description) ROW(name, "1", NULL, true, n, 0, NULL, NULL, get, description)
#define REAL(name, unit, n, sums, particle, contact, get, description)                                                 \
  ROW(name, unit, NULL, false, n, sums, particle, contact, get, description)
#define STRESS(name, sums, contact, get, description)                                                                  \
  ROW(name, "Pa", "N/m", false, TENSOR, sums, AddFluctuations, contact, get, description)
static const GrObservable *const observables[] = {
    COUNT("particles", 1, CountOfParticles, "number of particles in the box"),
    COUNT("contacts", 1, CountOfContacts, "number of contacts with a force"),
    COUNT("bonds", 1, CountOfBonds, "number of unbroken bonds"),
    REAL("coordination", "1", 1, 0, NULL, NULL, Coordination,
         "mean number of contacts with a force per particle, contacts with walls included"),
    REAL("backbone", "1", 1, 0, NULL, NULL, BackboneCoordination,
         "mean number of contacts per particle, of particles with at least two contacts (without rattlers)"),
    REAL("solid_fraction", "1", 1, 1, AddSolid, NULL, SolidFraction,
         "volume of the particles / volume between the walls at the sides of the box; in two dimensions areas"),
    REAL("overlap", "m", 1, OVERLAP_SUMS, NULL, AddOverlaps, Overlap, "mean overlap of the contacts with overlap > 0"),
    REAL("overlap_max", "m", 1, 0, NULL, NULL, OverlapMax,
         "largest overlap of a contact in the steps since the last row, and in this step"),
    REAL("overlap_max_mean", "m", 1, OVERLAP_SUMS, NULL, AddOverlaps, OverlapMaxMean,
         "mean over the contacts of the largest overlap so far; of the overlap if the law does not keep it"),
    STRESS("stress", 2 * TENSOR, AddBranches, Stress,
           "mean stress in the volume between the walls at the sides of the box, positive in compression: xx, xy, xz, "
           "yx, yy, yz, zx, zy, zz; in two dimensions a force per length"),
    STRESS("stress_kinetic", TENSOR, NULL, KineticStress, "contribution of velocity fluctuations to the stress"),
    REAL("fabric", "1", TENSOR, TENSOR, NULL, AddNormals, Fabric,
         "mean of n_i n_j over contacts with a force, n the normal, in the order of stress; 0: no contact"),
    REAL("kinetic_temperature", "m^2/s^2", 1, TENSOR, AddFluctuations, NULL, KineticTemperature,
         "mass-weighted variance of the velocity about its mean, per dimension" NOTHING),
    REAL("rotational_temperature", "m^2/s^2", 1, 1, AddSpins, NULL, RotationalTemperature,
         "moment of inertia times spin squared / mass, per axis of rotation; equal to the kinetic temperature in "
         "equipartition" NOTHING),
    REAL("momentum", "kg m/s", 3, 0, NULL, NULL, Momentum, "momentum of the particles that can move"),
    ROW("particles_without_contact", "1", NULL, true, 1, 1, AddIsolated, NULL, Isolated,
        "number of particles that can move and have no contact with elastic energy"),
    REAL("kinetic_over_elastic_in_contact", "1", 1, ENERGY_SUMS, AddEnergiesInContact, NULL, KineticOverElastic,
         "kinetic energy of the particles that have contacts with elastic energy, divided by the elastic energy; "
         "NaN: no elastic energy"),
    COUNT("left_through", GR_SIDES, LeftThrough,
          "number of particles that have left through sides without a wall: " SIDE_NAMES),
    COUNT("left_past_walls", GR_SIDES, LeftPastWalls,
          "particles that have left past a wall at these sides: " SIDE_NAMES),
};
static GrRegistry registry = {.own = (const void *const *)observables,
                              .n_own = sizeof observables / sizeof *observables};

const GrObservable *GrObservableAt(int index)
{
  return GrRegistryAt(&registry, index);
}

int GrObservableRegister(const GrObservable *o)
{
  const bool complete = o->unit && o->description && o->value && o->n_values >= 1 &&
                        o->n_values <= GR_OBSERVABLE_VALUES_MAX && o->n_sums >= 0 &&
                        o->n_sums <= GR_OBSERVABLE_SUMS_MAX;
  return complete && GrRegistryAdd(&registry, o) ? 0 : 1;
}
