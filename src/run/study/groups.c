/* Groups of ranks that share the cases of a study; see groups.h. */
#include "run/study/groups.h"

#include "run/folder/folder_impl.h"
#include <granum/error.h>
#include <time.h>

/* The window: the number of taken cases, then the list of the cases. */
static MPI_Aint PlaceOfCase(int i)
{
  return (MPI_Aint)sizeof(GrStudyCase) * (1 + i); /* the number has the size of a case, for alignment */
}

/* Locks the window for this rank and reads the number of taken cases. */
static PetscErrorCode OpenWindow(GrStudyGroups *g)
{
  if (g->window == MPI_WIN_NULL)
    return 0;
  PetscCallMPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, g->window));
  PetscCallMPI(MPI_Get(&g->taken, 1, MPI_INT, 0, 0, 1, MPI_INT, g->window));
  PetscCallMPI(MPI_Win_flush(0, g->window));
  return 0;
}

/* Writes the number of taken cases, and unlocks the window. */
static PetscErrorCode CloseWindow(GrStudyGroups *g)
{
  if (g->window == MPI_WIN_NULL)
    return 0;
  PetscCallMPI(MPI_Put(&g->taken, 1, MPI_INT, 0, 0, 1, MPI_INT, g->window));
  PetscCallMPI(MPI_Win_unlock(0, g->window));
  return 0;
}

/* Writes case i into the window. */
static PetscErrorCode PutCase(GrRunStudyWork *work, int i)
{
  const MPI_Win window = work->groups.window;
  const int size = (int)sizeof(GrStudyCase);

  if (window == MPI_WIN_NULL)
    return 0;
  PetscCallMPI(MPI_Put(&work->the_case[i], size, MPI_BYTE, 0, PlaceOfCase(i), size, MPI_BYTE, window));
  PetscCallMPI(MPI_Win_flush(0, window));
  return 0;
}

/* Reads all cases from the window. */
static PetscErrorCode GetCases(GrRunStudyWork *work)
{
  const MPI_Win window = work->groups.window;
  const int size = (int)sizeof(GrStudyCase) * work->n;

  if (window == MPI_WIN_NULL)
    return 0;
  PetscCallMPI(MPI_Get(work->the_case, size, MPI_BYTE, 0, PlaceOfCase(0), size, MPI_BYTE, window));
  PetscCallMPI(MPI_Win_flush(0, window));
  return 0;
}

static PetscErrorCode CreateWindow(GrRunStudyWork *work)
{
  GrStudyGroups *g = &work->groups;
  const bool first = work->folder->rank == 0;
  char *memory;

  PetscCallMPI(
      MPI_Win_allocate(first ? PlaceOfCase(work->n) : 0, 1, MPI_INFO_NULL, work->folder->comm, &memory, &g->window));
  if (first) {
    PetscCallMPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, g->window));
    *(int *)memory = g->taken;
    PetscCall(PetscArraycpy((GrStudyCase *)(memory + PlaceOfCase(0)), work->the_case, work->n));
    PetscCallMPI(MPI_Win_unlock(0, g->window));
  }
  PetscCallMPI(MPI_Barrier(work->folder->comm));
  return 0;
}

PetscErrorCode GrRunStudyGroupsRefuse(const GrRunOptions *options, const char *why)
{
  return options->groups ? GrFail(GR_EXIT_INPUT, "--groups: %s; leave out --groups", why) : 0;
}

PetscErrorCode GrRunStudyGroupsCheck(MPI_Comm comm, const GrRunOptions *options)
{
  int size;

  PetscCallMPI(MPI_Comm_size(comm, &size));
  if (options->groups > size)
    return GrFail(GR_EXIT_INPUT, "--groups %d: there %s %d rank%s; write at most --groups %d, or start more ranks",
                  options->groups, size == 1 ? "is" : "are", size, size == 1 ? "" : "s", size);
  return 0;
}

PetscErrorCode GrRunStudyGroupsBegin(GrRunStudyWork *work)
{
  GrStudyGroups *g = &work->groups;
  const int asked = PetscMax(1, work->given->groups);
  int size;

  PetscCallMPI(MPI_Comm_size(work->folder->comm, &size));
  *g = (GrStudyGroups){.window = MPI_WIN_NULL};
  PetscCall(PetscMalloc1(work->n, &g->waiting));
  for (int i = 0; i < work->n; i++)
    if (work->the_case[i].state != GR_STUDY_DONE)
      g->waiting[g->n_waiting++] = i;
  g->n = g->taken = PetscMax(1, PetscMin(asked, g->n_waiting));
  g->number = (int)((PetscInt64)work->folder->rank * g->n / size);
  PetscCallMPI(MPI_Comm_split(work->folder->comm, g->number, 0, &g->comm));
  PetscCallMPI(MPI_Comm_rank(g->comm, &g->rank));
  return g->n > 1 ? CreateWindow(work) : 0;
}

PetscErrorCode GrRunStudyGroupsNext(GrRunStudyWork *work, int *i)
{
  GrStudyGroups *g = &work->groups;
  int turn = g->number;

  if (g->begun && g->rank == 0) {
    PetscCall(OpenWindow(g));
    turn = g->taken;
    g->taken += turn < g->n_waiting;
    PetscCall(CloseWindow(g));
  }
  g->begun = true;
  PetscCallMPI(MPI_Bcast(&turn, 1, MPI_INT, 0, g->comm));
  *i = turn < g->n_waiting ? g->waiting[turn] : -1;
  return 0;
}

PetscErrorCode GrRunStudyGroupsEnter(GrRunStudyWork *work, int i, bool ends)
{
  GrStudyGroups *g = &work->groups;
  PetscErrorCode error = 0;

  if (g->rank == 0) {
    PetscCall(OpenWindow(g));
    PetscCall(PutCase(work, i));
    PetscCall(GetCases(work));
    g->taken = ends ? g->n_waiting : g->taken;
    error = GrRunStudyListWrite(MPI_COMM_SELF, work);
    PetscCall(CloseWindow(g));
  }
  return GrFailAgree(g->comm, error);
}

/* Waits without using the processor, which may be shared with a group that is at work. */
static PetscErrorCode AwaitGroups(MPI_Comm comm)
{
  const struct timespec pause = {.tv_nsec = 5000000};
  MPI_Request request;
  int all = 0;

  PetscCallMPI(MPI_Ibarrier(comm, &request));
  for (;;) {
    PetscCallMPI(MPI_Test(&request, &all, MPI_STATUS_IGNORE));
    if (all)
      return 0;
    nanosleep(&pause, NULL);
  }
}

/* Makes the other groups take no further case after a failure that ends the study. */
static PetscErrorCode HaltOthers(GrStudyGroups *g)
{
  if (g->rank != 0)
    return 0;
  PetscCall(OpenWindow(g));
  g->taken = g->n_waiting;
  return CloseWindow(g);
}

PetscErrorCode GrRunStudyGroupsEnd(GrRunStudyWork *work, PetscErrorCode error)
{
  GrStudyGroups *g = &work->groups;

  if (error && GrFailureCode() == GR_EXIT_DONE) /* a defect: main ends all ranks */
    return error;
  if (error)
    PetscCall(HaltOthers(g));
  if (g->window != MPI_WIN_NULL) {
    PetscCall(AwaitGroups(work->folder->comm));
    if (work->folder->rank == 0) {
      PetscCall(OpenWindow(g));
      PetscCall(GetCases(work));
      PetscCall(CloseWindow(g));
    }
    PetscCallMPI(MPI_Bcast(work->the_case, work->n * (int)sizeof(GrStudyCase), MPI_BYTE, 0, work->folder->comm));
    PetscCallMPI(MPI_Win_free(&g->window));
  }
  PetscCallMPI(MPI_Comm_free(&g->comm));
  PetscCall(PetscFree(g->waiting));
  return GrFailAgree(work->folder->comm, error);
}
