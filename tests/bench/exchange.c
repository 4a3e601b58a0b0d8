/* Measures the cost of messages between ranks on this machine, for tests/bench/model, which compiles and starts it.
   The first rank prints one line of JSON:
     exchange   between 2 ranks: [bytes, seconds] of simultaneous messages in both directions, as in the halo
     reduction  seconds of an all-reduce of four numbers
     waiting    2 ranks repeatedly do the same work and exchange 16 bytes: additional time beyond work and message,
                divided by the work; the operating system delays the two ranks at different times
   exchange and reduction are medians of several batches. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 15, ROUNDS = 200, FIGURES = 4, LANES = 1 << 20, STEPS = 800 };

static int ByNumber(const void *a, const void *b)
{
  const double one = *(const double *)a, two = *(const double *)b;
  return (one > two) - (one < two);
}

static double Median(double found[BATCHES])
{
  qsort(found, BATCHES, sizeof(double), ByNumber);
  return found[BATCHES / 2];
}

static void Exchange(int other, int bytes, char *out, char *in)
{
  MPI_Request request[2];

  MPI_Irecv(in, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Isend(out, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, &request[1]);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
}

static double ExchangeSeconds(int other, int bytes, char *out, char *in)
{
  double found[BATCHES];

  for (int k = 0; k < BATCHES; k++) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begun = MPI_Wtime();
    for (int i = 0; i < ROUNDS; i++)
      Exchange(other, bytes, out, in);
    found[k] = (MPI_Wtime() - begun) / ROUNDS;
  }
  return Median(found);
}

static double ReductionSeconds(void)
{
  double found[BATCHES], own[FIGURES] = {0}, all[FIGURES];

  for (int k = 0; k < BATCHES; k++) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begun = MPI_Wtime();
    for (int i = 0; i < ROUNDS; i++)
      MPI_Allreduce(own, all, FIGURES, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    found[k] = (MPI_Wtime() - begun) / ROUNDS;
  }
  return Median(found);
}

/* Sums and products of 8 MiB, which exceeds the private cache of a core, like the particles of a large run. */
static double Work(double *x, int rounds)
{
  const double begun = MPI_Wtime();

  for (int i = 0; i < rounds; i++)
    for (int k = 0; k < LANES; k++)
      x[k] = 0.999 * x[k] + 1e-3;
  return MPI_Wtime() - begun;
}

/* Runs steps of about 3 ms; returns the waiting share. */
static double WaitingShare(int other, double message, char *out, char *in)
{
  double *x = calloc(LANES, sizeof(double)), own = 0, sum;
  int rounds = (int)(3e-3 / (Work(x, 20) / 20)) + 1;

  MPI_Bcast(&rounds, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begun = MPI_Wtime();
  for (int i = 0; i < STEPS; i++) {
    own += Work(x, rounds);
    Exchange(other, 16, out, in);
  }
  const double whole = MPI_Wtime() - begun - STEPS * message;
  MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  free(x);
  return whole / (0.5 * sum) - 1;
}

int main(int argc, char **argv)
{
  static const int bytes[] = {16, 256, 4096, 16384, 65536, 262144};
  enum { SIZES = sizeof(bytes) / sizeof(bytes[0]) };
  char *out = calloc(1, (size_t)bytes[SIZES - 1]), *in = calloc(1, (size_t)bytes[SIZES - 1]);
  double exchange[SIZES] = {0}, waiting = 0;
  int rank, ranks;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const double reduction = ReductionSeconds();
  for (int k = 0; k < SIZES && ranks == 2; k++)
    exchange[k] = ExchangeSeconds(1 - rank, bytes[k], out, in);
  if (ranks == 2)
    waiting = WaitingShare(1 - rank, exchange[0], out, in);
  if (rank == 0) {
    printf("{\"ranks\": %d, \"reduction\": %.6g, \"waiting\": %.6g, \"exchange\": [", ranks, reduction, waiting);
    for (int k = 0; k < SIZES && ranks == 2; k++)
      printf("%s[%d, %.6g]", k ? ", " : "", bytes[k], exchange[k]);
    printf("]}\n");
  }
  MPI_Finalize();
  free(out);
  free(in);
  return 0;
}
