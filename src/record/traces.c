/* Writers that write traces: what they have in common. */
#include "record/recorder_impl.h"

PetscErrorCode GrTracesCreate(int n, GrTraces *traces)
{
  PetscFunctionBeginUser;
  traces->n = n;
  PetscCall(PetscCalloc1(n, &traces->trace));
  PetscFunctionReturn(0);
}

PetscErrorCode GrTracesFlush(void *data)
{
  const GrTraces *traces = data;

  PetscFunctionBeginUser;
  for (int i = 0; i < traces->n; i++)
    PetscCall(GrTraceFlush(traces->trace[i]));
  PetscFunctionReturn(0);
}

PetscErrorCode GrTracesDestroy(void *data)
{
  GrTraces *traces = data;

  PetscFunctionBeginUser;
  for (int i = 0; i < traces->n; i++)
    PetscCall(GrTraceDestroy(&traces->trace[i]));
  PetscCall(PetscFree(traces->trace));
  PetscCall(PetscFree(traces));
  PetscFunctionReturn(0);
}
