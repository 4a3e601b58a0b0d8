/* The spheres of an assembly as a kind of particles of results.h5 (record/particles.h): the group particles/grains. Its
   fields are those of GrStoreFields; position and image are those inside the box. box/plane has the z of the plane in
   dimension 2. */
#include "record/particles.h"

#include "bulk/cell/cell.h"
#include "bulk/output.h"
#include "bulk/population/insert.h"
#include "bulk/population/population.h"

enum { AXES = 3 };

static const GrColumn plane_column = {"plane", GR_REAL, 1, "m", "z of the plane of the particles, in dimension 2"};

/* Quantities: the energies, in the order of GR_ENERGY_ELASTIC, ... */
#define SHARES "; half of a contact with another particle, all of a contact with a wall" ABSENT
#define ABSENT "; NaN: unused row"
#define ENERGY(name, description)                                                                                      \
  {                                                                                                                    \
    .column = {name, GR_REAL, 1, "J", description}, .write = GR_WRITE_FRAMES                                           \
  }
static const GrField energies[GR_ENERGIES] = {
    ENERGY("elastic_energy", "recoverable energy of the contacts of the particle" SHARES),
    ENERGY("dissipated_viscous", "work of the normal dashpots since the start" SHARES),
    ENERGY("dissipated_frictional",
           "work against sliding, rolling and twisting since the start, minus the energy of their springs" SHARES),
    ENERGY("dissipated_plastic", "plastic work of the contacts since the start" SHARES),
    ENERGY("dissipated_drag", "energy dissipated by drag since the start" ABSENT)};

static bool HasEnergies(const GrCase *c)
{
  return c->output.trajectory_energies;
}

static const GrParallelColumns *Table(GrWorld w)
{
  return &GrBulkStore(w)->columns;
}

static PetscInt64 RowOf(GrWorld w, PetscInt i)
{
  return GrBulkStore(w)->id[i];
}

/* Wraps the spheres into the box, and computes their energies. */
static PetscErrorCode Compute(GrWorld w, const double *u, GrRecordedValues values[], double **memory)
{
  const GrStore *s = GrBulkStore(w);
  const size_t n = (size_t)s->columns.n;
  const bool with_energies = w->the_case->output.trajectory_energies;
  const GrField *field;

  *memory = NULL;
  if (!u)
    return 0;
  PetscCall(PetscMalloc1(n * (GR_STATE + AXES + (with_energies ? GR_ENERGIES : 0)) + 1, memory));
  double *state = *memory, *image = state + GR_STATE * n, *energy = image + AXES * n;
  for (size_t i = 0; i < n; i++)
    GrBulkCellWrapRow(w->bulk, u + GR_STATE * i, s->image + AXES * i, state + GR_STATE * i,
                      (PetscInt64 *)image + AXES * i);
  for (int f = 0; (field = GrFieldAt(&GrStoreFields, f)); f++)
    if (field->in == GR_STORE_STATE)
      values[f].from = state + GrFieldBegin(&GrStoreFields, f);
    else if (field->in == GR_STORE_IMAGE)
      values[f].from = image;
  for (int k = 0; with_energies && k < GR_ENERGIES; k++)
    values[GrStoreFields.n + GrStoreFields.n_added + k] = (GrRecordedValues){energy + k, GR_ENERGIES};
  return with_energies ? GrBulkFindEnergies(w, u, (double(*)[GR_ENERGIES])energy) : 0;
}

static PetscErrorCode WriteGroups(GrRecorder r)
{
  const GrCase *c = r->world->the_case;
  char path[128];

  if (c->dimension == 2)
    PetscCall(GrResultsRows(r->results, GR_GRAINS_GROUP "/box", &plane_column, (GrRows){1, 0, r->world->rank == 0},
                            &c->domain.lower[2]));
  for (int g = 0; g < c->n_grains; g++) {
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/groups/%d@name", g));
    PetscCall(GrResultsText(r->results, path, NULL, c->grains[g].name));
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/groups/%d@material", g));
    PetscCall(GrResultsText(r->results, path, NULL, c->materials[c->grains[g].material].name));
    PetscCall(PetscSNPrintf(path, sizeof(path), "/parameters/groups/%d@motion", g));
    PetscCall(GrResultsText(r->results, path, NULL, c->grains[g].fixed ? "prescribed" : "free"));
  }
  return 0;
}

static const GrRecordedKind Spheres = {.group = GR_GRAINS_GROUP,
                                       .counted = "number of particles: these are the first rows of the frame",
                                       .fields = &GrStoreFields,
                                       .n_quantities = GR_ENERGIES,
                                       .quantity = energies,
                                       .has_quantities = HasEnergies,
                                       .table = Table,
                                       .total = GrBulkPopulationIds,
                                       .row = RowOf,
                                       .expected = GrBulkInsertExpectedCount,
                                       .write_groups = WriteGroups,
                                       .compute = Compute};

static PetscErrorCode AddSpheres(GrRecorder r)
{
  return GrRecorderParticlesAdd(r, &Spheres);
}

const GrWriterKind GrRecorderBulk = {.what = "trajectory", .add = AddSpheres};
