/* equilibrium_newton: Newton's method for a run at rest, by PETSc's SNES; see equilibrium.h.

   Unknowns u: displacements of the beads that can move. Net force  R_i = F_{i-1,i} - F_{i,i+1} + w_i,  with overlaps
   d = d_0 + u_i - u_{i+1}. The matrix -dR/du is tridiagonal, with the slopes k of the static forces:
     (k_{i-1,i} + k_{i,i+1}) z_i - k_{i-1,i} z_{i-1} - k_{i,i+1} z_{i+1} = R_i
   It is solved by elimination along the chain and back (Thomas), from rank to rank. The pivot is kept as
   p_i = k_{i,i+1} + e_i with the excess e_i = k_{i-1,i} e_{i-1}/p_{i-1}, which is k_{i-1,i} next to a held bead and 0
   at a free end: nothing is subtracted, so long chains lose no digits (after W. K. Grassmann, M. I. Taksar and D. P.
   Heyman, Oper. Res. 33 (1985) 1107). A bead that nothing holds, p = 0, stays.

   Residuals are judged by their maximum; a step is halved until that falls. No sum over ranks decides anything. */
#include "chain/equilibrium.h"
#include "chain/statics.h"

#include "base/options.h"
#include "base/petsc_compat.h"
#include "parallel/pipeline.h"
#include <granum/error.h>
#include <petscsnes.h>

enum { STEPS_MAX = 50, HALVINGS_MAX = 30 };

/* Residual over scale that ends the search, and the one that will do if it cannot be had. */
static const double wanted = 1e-14, enough = 1e-12;

typedef struct {
  GrEquilibriumProblem *balance;
  double *still;     /* [n] zeros, as velocities */
  double *stiffness; /* [n + 1] k of each slot, 0 outside the run [N/m] */
  double *pivot;     /* [n] */
  double last;       /* residual before [N] */
} Newton;

/* Forces of all contacts at displacement u, at rest. */
static PetscErrorCode EvaluateContacts(Newton *s, const double *u)
{
  GrChain l = s->balance->chain;
  GrChainContacts *c = &l->contacts;

  PetscFunctionBeginUser;
  GrChainContactsBegin(c);
  PetscCall(GrChainHaloBegin(&l->halo, l->particles.n, u, s->still));
  PetscCall(GrChainHaloEnd(&l->halo));
  for (PetscInt k = c->inner_begin; k < c->inner_end; k++)
    GrChainContactsBlock(c, k, u, s->still);
  GrChainContactsGhost(c, &l->halo, u, s->still);
  PetscFunctionReturn(0);
}

/* Can the bead move, and does it belong to the run? */
static PetscBool CanMove(const GrEquilibriumProblem *b, PetscInt i)
{
  const PetscInt64 row = b->rows.first + i;
  return (PetscBool)(row >= b->first && row <= b->last && b->chain->particles.inverse_mass[i] > 0);
}

static PetscErrorCode ComputeResidual(SNES snes, Vec x, Vec f, void *context)
{
  Newton *s = (Newton *)context;
  const GrEquilibriumProblem *b = s->balance;
  const double *force = b->chain->contacts.force;
  const PetscReal *u;
  PetscReal *r;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(x, &u));
  PetscCall(EvaluateContacts(s, u));
  PetscCall(VecRestoreArrayRead(x, &u));
  PetscCall(VecGetArrayWrite(f, &r));
  for (PetscInt i = 0; i < b->chain->particles.n; i++) {
    const PetscInt64 row = b->rows.first + i;
    const double left = row == b->first ? 0 : force[i], right = row == b->last ? 0 : force[i + 1];
    r[i] = CanMove(b, i) ? left - right + b->weight[i] : 0;
  }
  PetscCall(VecRestoreArrayWrite(f, &r));
  PetscFunctionReturn(0);
}

/* Slopes of the contacts of the run. */
static PetscErrorCode ComputeJacobian(SNES snes, Vec x, Mat jacobian, Mat preconditioner, void *context)
{
  Newton *s = (Newton *)context;
  const GrEquilibriumProblem *b = s->balance;
  const GrChain l = b->chain;
  const PetscReal *u;
  double overlap[GR_CHAIN_BLOCK], slope[GR_CHAIN_BLOCK];

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayRead(x, &u));
  PetscCall(GrChainHaloBegin(&l->halo, l->particles.n, u, s->still));
  PetscCall(GrChainHaloEnd(&l->halo));
  for (PetscInt k = 0; k < l->contacts.n_blocks; k++) {
    const GrChainBlock *block = &l->contacts.block[k];
    for (int i = 0; i < block->n; i++) {
      const PetscInt slot = block->begin + i;
      const double left = slot == 0 ? l->halo.ghost[GR_LEFT][GR_GHOST_X] : u[slot - 1],
                   right = slot == l->contacts.n ? l->halo.ghost[GR_RIGHT][GR_GHOST_X] : u[slot];
      overlap[i] = block->rest_overlap[i] + (left - right);
    }
    GrStaticsStiffness(block, overlap, slope);
    for (int i = 0; i < block->n; i++) {
      const PetscInt64 row = b->rows.first + block->begin + i; /* of the bead on its right */
      s->stiffness[block->begin + i] = row > b->first && row <= b->last ? slope[i] : 0;
    }
  }
  PetscCall(VecRestoreArrayRead(x, &u));
  PetscFunctionReturn(0);
}

/* Elimination from left to right: ratio and right-hand side over pivot go along. */
static PetscErrorCode EliminateForward(Newton *s, const PetscReal *r, PetscReal *z)
{
  const GrEquilibriumProblem *b = s->balance;
  double carry[2] = {1, 0}; /* e/p and r/p of the bead before */

  PetscFunctionBeginUser;
  PetscCall(GrPipelineReceive(b->world->comm, &b->chain->halo, GR_LEFT, 2, carry));
  for (PetscInt i = 0; i < b->chain->particles.n; i++) {
    const double excess = s->stiffness[i] * carry[0], pivot = s->stiffness[i + 1] + excess;
    if (CanMove(b, i)) {
      s->pivot[i] = pivot;
      z[i] = pivot > 0 ? (r[i] + s->stiffness[i] * carry[1]) / pivot : 0;
      carry[0] = pivot > 0 ? excess / pivot : 0;
      carry[1] = z[i];
    } else {
      s->pivot[i] = z[i] = carry[1] = 0;
      carry[0] = 1;
    }
  }
  PetscCall(GrPipelineSend(b->world->comm, &b->chain->halo, GR_RIGHT, 2, carry));
  PetscFunctionReturn(0);
}

static PetscErrorCode SubstituteBack(Newton *s, PetscReal *z)
{
  const GrEquilibriumProblem *b = s->balance;
  const PetscInt n = b->chain->particles.n;
  double next = 0;

  PetscFunctionBeginUser;
  PetscCall(GrPipelineReceive(b->world->comm, &b->chain->halo, GR_RIGHT, 1, &next));
  for (PetscInt i = n - 1; i >= 0; i--) {
    if (s->pivot[i] > 0)
      z[i] += s->stiffness[i + 1] / s->pivot[i] * next;
    next = z[i];
  }
  PetscCall(GrPipelineSend(b->world->comm, &b->chain->halo, GR_LEFT, 1, &next));
  PetscFunctionReturn(0);
}

/* (dR/du)^-1 r = -z. */
static PetscErrorCode ApplyInverse(PC pc, Vec right, Vec result)
{
  const PetscReal *r;
  PetscReal *z;
  Newton *s;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(pc, (void *)&s));
  PetscCall(VecGetArrayRead(right, &r));
  PetscCall(VecGetArrayWrite(result, &z));
  PetscCall(EliminateForward(s, r, z));
  PetscCall(SubstituteBack(s, z));
  for (PetscInt i = 0; i < s->balance->chain->particles.n; i++)
    z[i] = -z[i];
  PetscCall(VecRestoreArrayWrite(result, &z));
  PetscCall(VecRestoreArrayRead(right, &r));
  PetscFunctionReturn(0);
}

/* x - step y, with the step halved until the largest net force falls. */
static PetscErrorCode DampStep(SNESLineSearch search, void *context)
{
  Vec x, f, y, w, g;
  PetscReal before, after, step = 1;
  SNES snes;

  PetscFunctionBeginUser;
  PetscCall(SNESLineSearchGetSNES(search, &snes));
  PetscCall(SNESLineSearchGetVecs(search, &x, &f, &y, &w, &g));
  PetscCall(VecNorm(f, NORM_INFINITY, &before));
  for (int h = 0; h < HALVINGS_MAX; h++, step *= 0.5) {
    PetscCall(VecWAXPY(w, -step, y, x));
    PetscCall(SNESComputeFunction(snes, w, g));
    PetscCall(VecNorm(g, NORM_INFINITY, &after));
    if (after < before)
      break;
  }
  if (after < before) { /* else nothing helps, and the test below ends the search */
    PetscCall(VecCopy(w, x));
    PetscCall(VecCopy(g, f));
  }
  PetscCall(SNESLineSearchSetLambda(search, step));
  PetscCall(SNESLineSearchComputeNorms(search));
  PetscCall(SNESLineSearchSetReason(search, SNES_LINESEARCH_SUCCEEDED));
  PetscFunctionReturn(0);
}

static PetscErrorCode TestConvergence(SNES snes, PetscInt steps, PetscReal x, PetscReal y, PetscReal f,
                                      SNESConvergedReason *reason, void *context)
{
  Newton *s = (Newton *)context;
  PetscReal residual;
  Vec force;

  PetscFunctionBeginUser;
  PetscCall(SNESGetFunction(snes, &force, NULL, NULL));
  PetscCall(VecNorm(force, NORM_INFINITY, &residual));
  *reason = SNES_CONVERGED_ITERATING;
  if (residual <= wanted * s->balance->scale)
    *reason = SNES_CONVERGED_FNORM_ABS;
  else if (steps > 0 && !(residual < s->last)) /* rounding, or a force without a zero near by */
    *reason = residual <= enough * s->balance->scale ? SNES_CONVERGED_SNORM_RELATIVE : SNES_DIVERGED_LINE_SEARCH;
  s->last = residual;
  PetscFunctionReturn(0);
}

/* The solver with everything of its own. */
static PetscErrorCode CreateSolver(Newton *s, SNES *snes, Vec *x, Mat *jacobian)
{
  const MPI_Comm comm = s->balance->world->comm;
  const PetscInt n = s->balance->chain->particles.n;
  SNESLineSearch search;
  KSP ksp;
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(VecCreate(comm, x));
  PetscCall(VecSetSizes(*x, n, PETSC_DETERMINE));
  PetscCall(VecSetType(*x, VECSTANDARD));
  PetscCall(MatCreateShell(comm, n, n, PETSC_DETERMINE, PETSC_DETERMINE, s, jacobian));
  PetscCall(SNESCreate(comm, snes));
  PetscCall(SNESSetOptionsPrefix(*snes, "equilibrium_"));
  PetscCall(SNESSetFunction(*snes, NULL, ComputeResidual, s));
  PetscCall(SNESSetJacobian(*snes, *jacobian, *jacobian, ComputeJacobian, s));
  PetscCall(SNESSetConvergenceTest(*snes, TestConvergence, s, NULL));
  PetscCall(SNESSetTolerances(*snes, 0, 0, 0, STEPS_MAX, PETSC_MAX_INT));
  PetscCall(SNESGetKSP(*snes, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetContext(pc, s));
  PetscCall(PCShellSetApply(pc, ApplyInverse));
  PetscCall(PCShellSetName(pc, "elimination along the chain"));
  PetscCall(SNESGetLineSearch(*snes, &search));
  PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHSHELL));
  PetscCall(GrLineSearchSetShell(search, DampStep, s));
  PetscCall(GrOptionsSetSNES(*snes));
  PetscFunctionReturn(0);
}

static PetscErrorCode SolveNewton(Newton *s, PetscInt *iterations, double *residual)
{
  const GrCase *c = s->balance->world->the_case;
  SNESConvergedReason reason;
  const PetscReal *u;
  Mat jacobian;
  SNES snes;
  Vec x, f;

  PetscFunctionBeginUser;
  PetscCall(CreateSolver(s, &snes, &x, &jacobian));
  PetscCall(VecSet(x, 0));
  PetscCall(SNESSolve(snes, NULL, x));
  PetscCall(SNESGetConvergedReason(snes, &reason));
  PetscCall(SNESGetIterationNumber(snes, iterations));
  PetscCall(SNESGetFunction(snes, &f, NULL, NULL));
  PetscCall(VecNorm(f, NORM_INFINITY, residual));
  PetscCall(VecGetArrayRead(x, &u));
  if (reason > 0)
    PetscCall(GrEquilibriumAccept(s->balance, u));
  PetscCall(VecRestoreArrayRead(x, &u));
  PetscCall(SNESDestroy(&snes));
  PetscCall(MatDestroy(&jacobian));
  PetscCall(VecDestroy(&x));
  if (reason < 0)
    PetscCall(GrFail(GR_EXIT_PHYSICS,
                     "%s:%d:%d: equilibrium: Newton's method stopped after %" PetscInt_FMT
                     " steps (%s) with a net force of %g N on a bead, and gravity and forces of %g N in all; probable "
                     "cause: a law whose static force falls or jumps near its load; use another law variant or load",
                     c->file, c->balanced_place.line, c->balanced_place.column, *iterations,
                     SNESConvergedReasons[reason], *residual, s->balance->total));
  PetscFunctionReturn(0);
}

PetscErrorCode GrEquilibriumNewton(GrEquilibriumProblem *b, PetscInt *iterations, double *residual)
{
  const PetscInt n = b->chain->particles.n;
  Newton s = {.balance = b};

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc3(n + 1, &s.still, n + 1, &s.stiffness, n + 1, &s.pivot));
  PetscCall(SolveNewton(&s, iterations, residual));
  PetscCall(PetscFree3(s.still, s.stiffness, s.pivot));
  PetscFunctionReturn(0);
}
