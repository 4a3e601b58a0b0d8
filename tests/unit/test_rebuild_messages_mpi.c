/* Messages of a run of spheres, counted at MPI's profiling interface: three ranks in a row, whose outer ones have
   one neighbour. Each rebuild sends at most four messages to each neighbour: migrating particles and histories,
   ghosts, the list of kept ghosts, and their speeds. Each evaluation sends one. There is no all-to-all
   communication. The performance card has the same counts.
   Labels: bulk contact input law parallel particle run time wall world. */
#include "unit.h"

#include <granum/error.h>
#include <granum/run.h>

#include "world/world_impl.h"
#include <string.h>

/* Names in brackets: PETSc has macros of the same. */
static struct {
  int posted, other, started, tables;
} count;

int(MPI_Issend)(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
  count.posted++;
  return PMPI_Issend(data, n, type, to, tag, comm, request);
}

int(MPI_Isend)(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
  count.other++;
  return PMPI_Isend(data, n, type, to, tag, comm, request);
}

int(MPI_Send)(const void *data, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
  count.other++;
  return PMPI_Send(data, n, type, to, tag, comm);
}

int(MPI_Startall)(int n, MPI_Request request[])
{
  count.started += n;
  return PMPI_Startall(n, request);
}

int(MPI_Alltoall)(const void *out, int n, MPI_Datatype type, void *in, int m, MPI_Datatype other, MPI_Comm comm)
{
  count.tables++;
  return PMPI_Alltoall(out, n, type, in, m, other, comm);
}

int(MPI_Alltoallv)(const void *out, const int n[], const int at[], MPI_Datatype type, void *in, const int m[],
                   const int to[], MPI_Datatype other, MPI_Comm comm)
{
  count.tables++;
  return PMPI_Alltoallv(out, n, at, type, in, m, to, other, comm);
}

int(MPI_Allgather)(const void *out, int n, MPI_Datatype type, void *in, int m, MPI_Datatype other, MPI_Comm comm)
{
  count.tables++;
  return PMPI_Allgather(out, n, type, in, m, other, comm);
}

/* Grains fly about in a box four times as long as wide, which is cut once; contacts with history. */
static const char text[] =
    "dimension: 3\n"
    "domain: {lower: [0, 0, 0], upper: [80 mm, 20 mm, 20 mm], periodic: [false, true, true]}\n"
    "materials: {glass: {density: 2500, youngs_modulus: 1e6, poisson_ratio: 0.25}}\n"
    "contacts: [{between: ['*', '*'], normal: {law: tsuji, restitution: 0.9}, tangential: {law: mindlin, friction: "
    "0.3}}]\n"
    "particles: {grains: {random: {solid_fraction: 0.1}, material: glass, radius: 1 mm, velocity_deviation: 0.5}}\n"
    "walls: {left: {side: lower_x, material: glass}, right: {side: upper_x, material: glass}}\n"
    "time: {end: 15 ms, step: auto, safety: 0.4, rebalance: 1000000000, overlap_limit: 0.9}\n";

static void TestRun(void **state)
{
  GrCase *c;
  GrWorld w;
  GrRun run;
  assert_int_equal(GrCaseParse("row.yaml", text, 0, NULL, &c), 0);
  assert_int_equal(GrWorldCreate(PETSC_COMM_WORLD, c, &w), 0);
  assert_int_equal(GrRunCreate(w, NULL, NULL, &run), 0);
  assert_int_equal(w->size, 3);
  const GrTraffic before = w->load.traffic;
  const PetscInt64 rebuilds = w->load.rebuilds, evaluations = w->load.evaluations;
  double messages, bytes;
  w->ops->traffic(w, &messages, &bytes);
  const int neighbours = (int)messages;
  int all;
  MPI_Allreduce(&neighbours, &all, 1, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
  assert_int_equal(all, 4); /* a row */
  memset(&count, 0, sizeof(count));

  PetscErrorCode error = GrRunSolve(run);
  if (error)
    print_error("%s\n", GrFailureMessage());
  assert_int_equal(error, 0);
  const PetscInt64 made = w->load.rebuilds - rebuilds, posted = w->load.traffic.messages - before.messages;
  assert_true(made >= 5);
  assert_int_equal(posted, count.posted + count.other + neighbours * made); /* and one for the speeds of ghosts */
  assert_int_equal(count.other, neighbours * made);                         /* list of kept ghosts */
  assert_true(count.posted > neighbours * made); /* more than ghosts alone: some have migrated */
  assert_true(count.posted <= 2 * neighbours * made);
  w->ops->traffic(w, &messages, &bytes);
  assert_int_equal((int)messages, neighbours);
  /* Sent and received; three more: for the ledger at start and end, and for the check of all contacts at the end. The
     contacts are also summed in one step of 64 to 512 (bulk/bound/contacts.c). */
  const PetscInt64 steps = w->load.evaluations - evaluations,
                   sums = count.started / (2 * neighbours) - steps - 3 - made;
  assert_int_equal(count.started % (2 * neighbours), 0);
  assert_true(sums >= steps / 512 && sums <= 1 + steps / 64);
  assert_int_equal(count.tables, made); /* PETSc's, for the layout of its vector of the state */

  assert_int_equal(GrRunDestroy(&run), 0);
  assert_int_equal(GrWorldDestroy(&w), 0);
  assert_int_equal(GrCaseDestroy(&c), 0);
}

UNIT_PETSC(CASE(TestRun));
