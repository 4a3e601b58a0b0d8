/* Converts the tree of an input to a case, in these steps:

   document (YAML and overrides) -> tables (keys, units, ranges, defaults) -> checks (conditions between keys) ->
   resolved text (the input with all defaults). */
#include "input/case/checks.h"
#include "input/case/clumps.h"
#include "input/case/input.h"
#include "input/case/meshes.h"
#include "input/key/key.h"
#include "input/yaml/document.h"
#include "mesh/file.h"
#include <granum/error.h>
#include <string.h>

static PetscErrorCode CheckChain(GrCase *the_case, const GrNode *root)
{
  PetscCall(GrCaseCheckTime(the_case, root));
  PetscCall(GrCaseCheckGroups(the_case, root));
  PetscCall(GrCaseCheckVelocities(the_case, root));
  PetscCall(GrCaseCheckGroupForces(the_case, root));
  PetscCall(GrCaseCheckBalanced(the_case, root));
  PetscCall(GrCaseCheckContacts(the_case, root));
  PetscCall(GrCaseCheckSensors(the_case, root));
  return GrCaseCheckDetectors(the_case, root);
}

static PetscErrorCode CheckBulk(GrCase *the_case, const GrNode *root)
{
  PetscCall(GrCaseCheckTime(the_case, root));
  PetscCall(GrCaseCheckDomain(the_case, root));
  PetscCall(GrCaseCheckClumps(the_case, root));
  PetscCall(GrCaseCheckGrains(the_case, root));
  PetscCall(GrCaseCheckWalls(the_case, root));
  PetscCall(GrCaseCheckRegions(the_case, root));
  PetscCall(GrCaseCheckGroupForces(the_case, root));
  PetscCall(GrCaseCheckBulkContacts(the_case, root));
  return GrCaseCheckStages(the_case, root);
}

static PetscErrorCode ReadKey(GrCase *the_case, const GrNode *root, const char *name)
{
  const GrKey *key = GrKeyFind(GrCaseKeys, name, GR_IN_ALL);
  const GrNode *node = GrNodeGet(root, name);
  return node ? key->kind->read(node, key, GR_IN_ALL, (char *)the_case) : 0;
}

static PetscErrorCode CheckParticles(GrCase *the_case, const GrNode *root)
{
  return the_case->dimension == 1 ? CheckChain(the_case, root) : CheckBulk(the_case, root);
}

/* A fit is that of a chain, of prescribed paths or of impacts. */
static PetscErrorCode CheckFit(GrCase *the_case, const GrNode *root)
{
  if (the_case->dimension == 1)
    return CheckChain(the_case, root);
  return the_case->fit.follows ? GrCaseCheckPath(the_case, root) : GrCaseCheckImpact(the_case, root);
}

static PetscErrorCode (*const checks[GR_PROBLEM_COUNT])(GrCase *the_case, const GrNode *root) = {
    [GR_PROBLEM_PARTICLES] = CheckParticles, [GR_PROBLEM_IMPACT] = GrCaseCheckImpact,
    [GR_PROBLEM_BOUNCE] = GrCaseCheckBounce, [GR_PROBLEM_MECHANISM] = GrCaseCheckMechanism,
    [GR_PROBLEM_PATH] = GrCaseCheckPath,     [GR_PROBLEM_FIT] = CheckFit,
};

/* Sets the estimates of gravity to the values of largest magnitude of its functions. */
static void EstimateGravity(const GrFunction *const function[3], double vector[3])
{
  for (int a = 0; a < 3; a++)
    vector[a] = function[a] ? function[a]->extreme : vector[a];
}

/* Completes the functions of time, when the end of the run is known. */
static PetscErrorCode PrepareFunctions(GrCase *the_case)
{
  char problem[GR_FUNCTION_PROBLEM];
  for (GrFunction *f = the_case->functions; f; f = f->next) {
    PetscCall(GrFunctionPrepare(f, the_case->time.end, problem));
    if (*problem)
      return GrNodeComplain((const GrNode *)f->node, "%s", problem);
    f->node = NULL;
  }
  EstimateGravity(the_case->gravity_of_time, the_case->gravity_vector);
  for (int k = 0; k < the_case->n_stages; k++)
    EstimateGravity(the_case->stages[k].gravity_of_time, the_case->stages[k].gravity_vector);
  return 0;
}

/* Problem and dimension are read first, because they select the other keys. The resolved text is written before
   particles are counted and durations of stages are added, so that it has the values of the input only. */
static PetscErrorCode BuildCase(GrCase *the_case, const GrNode *root)
{
  PetscCall(ReadKey(the_case, root, "problem"));
  if (the_case->problem == GR_PROBLEM_PARTICLES || the_case->problem == GR_PROBLEM_FIT)
    PetscCall(ReadKey(the_case, root, "dimension"));
  const bool fits = the_case->problem == GR_PROBLEM_FIT;
  if (fits && the_case->dimension > 1)
    return GrNodeComplain(GrNodeGet(root, "dimension"),
                          "assemblies cannot be fitted here; write 1 for a chain, or remove the key for impacts; "
                          "jobs/calibrate fits results of assemblies");
  the_case->fit.follows = fits && the_case->dimension == 0 && GrNodeGet(root, "time") != NULL;
  PetscCall(GrKeysRead(root, GrCaseKeys, GrKeyScopeOf(the_case), (char *)the_case));
  PetscCall(checks[the_case->problem](the_case, root));
  PetscCall(GrCaseResolve(the_case));
  for (int k = 0; k < the_case->n_stages; k++)
    the_case->time.end = (k > 0 ? the_case->time.end : 0) + GrStageLatest(&the_case->stages[k]);
  PetscCall(PrepareFunctions(the_case));
  return the_case->n_grains ? GrCaseCountGrains(the_case, root) : 0;
}

PetscErrorCode GrCaseFromDocument(MPI_Comm comm, const char *file, GrDocument *document, GrCase **the_case)
{
  GrNode *base;
  PetscCall(GrCaseFitStart(comm, file, document, &base));
  PetscCall(GrKeyEvaluate(document));
  PetscCall(GrCaseReadTimeTables(comm, file, document));
  if (comm != MPI_COMM_NULL) {
    PetscCall(GrCaseClumpsReadFiles(comm, file, document));
    PetscCall(GrCaseDomainReadPrevious(comm, file, document));
  }
  PetscCall(PetscNew(the_case));
  PetscCall(PetscStrallocpy(file, &(*the_case)->file));
  (*the_case)->functions = document->functions;
  document->functions = NULL;
  PetscErrorCode code = BuildCase(*the_case, document->root);
  if (!code && base)
    code = GrCaseFitCheck(file, document->root, base, *the_case);
  if (code)
    PetscCall(GrCaseDestroy(the_case));
  return code;
}

/* comm: see GrCaseFromDocument. */
static PetscErrorCode Parse(MPI_Comm comm, const char *name, const char *text, int n_set, const char *const set[],
                            GrCase **the_case)
{
  GrDocument document;
  *the_case = NULL;
  locale_t before = GrDocumentLocaleBegin();
  PetscErrorCode code = GrKeyOpenDocument(&document, name, text, n_set, set);
  if (!code)
    code = GrCaseFromDocument(comm, name, &document, the_case);
  if (!code)
    code = PetscStrallocpy(text, &(*the_case)->text);
  GrDocumentLocaleEnd(before);
  PetscCall(GrDocumentDestroy(&document));
  return code;
}

PetscErrorCode GrCaseParse(const char *name, const char *text, int n_set, const char *const set[], GrCase **the_case)
{
  return Parse(MPI_COMM_NULL, name, text, n_set, set, the_case);
}

PetscErrorCode GrCaseReadFiles(MPI_Comm comm, GrCase *the_case, const GrCase *other)
{
  locale_t before = GrDocumentLocaleBegin();
  PetscErrorCode code = the_case->problem == GR_PROBLEM_FIT ? GrCaseReadData(comm, the_case) : 0;
  if (!code)
    code = GrCaseReadMotions(comm, the_case);
  if (!code)
    code = GrCaseMeshesRead(comm, the_case, other);
  GrDocumentLocaleEnd(before);
  return code;
}

PetscErrorCode GrCaseRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrCase **the_case)
{
  char *text;
  PetscCall(GrDocumentReadFile(comm, file, &GrDocumentCaseWords, &text));
  PetscErrorCode code = GrFailAgree(comm, Parse(comm, file, text, n_set, set, the_case));
  PetscCall(PetscFree(text));
  if (!code)
    code = GrFailAgree(comm, GrCaseReadFiles(comm, *the_case, NULL));
  if (code)
    PetscCall(GrCaseDestroy(the_case));
  return code;
}

void GrCaseSetForce(GrCase *the_case, const GrForce *force)
{
  the_case->force = force;
}

PetscErrorCode GrCaseDestroy(GrCase **the_case)
{
  GrCase *c = *the_case;
  if (!c)
    return 0;
  for (int w = 0; c->walls && w < c->n_walls; w++) /* a mesh is freed when no other case shares it */
    PetscCall(GrMeshFileRelease(&c->walls[w].mesh));
  PetscCall(GrCaseStagesDestroy(c));
  for (int i = 0; c->clumps && i < c->n_clumps; i++)
    PetscCall(PetscFree(c->clumps[i].member));
  for (int i = 0; c->groups && i < c->n_groups; i++)
    PetscCall(PetscFree(c->groups[i].bead));
  PetscCall(PetscFree(c->fit.base));
  PetscCall(GrKeysFree(GrCaseKeys, (char *)c));
  PetscCall(GrFunctionsDestroy(&c->functions));
  PetscCall(PetscFree(c->resolved));
  PetscCall(PetscFree(c->described));
  if (!c->borrows_text)
    PetscCall(PetscFree(c->text));
  PetscCall(PetscFree(c->file));
  return PetscFree(*the_case);
}
