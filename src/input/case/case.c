/* A case: the tree of an input, understood.

   document (YAML and overrides) -> tables (keys, units, ranges, defaults) -> checks (conditions between keys) ->
   resolved text. */
#include "input/case/checks.h"
#include "input/case/input.h"
#include "input/case/meshes.h"
#include "input/key/key.h"
#include "input/key/motion.h"
#include "input/yaml/document.h"
#include <granum/error.h>
#include <string.h>

static PetscErrorCode CheckChain(GrCase *the_case, const GrNode *root)
{
  PetscCall(GrCheckTime(the_case, root));
  PetscCall(GrCheckOutputTimes(the_case, root));
  PetscCall(GrCheckGroups(the_case, root));
  PetscCall(GrCheckVelocities(the_case, root));
  PetscCall(GrCheckChainForces(the_case, root));
  PetscCall(GrCheckBalanced(the_case, root));
  PetscCall(GrCheckContacts(the_case, root));
  PetscCall(GrCheckSensors(the_case, root));
  return GrCheckDetectors(the_case, root);
}

static PetscErrorCode CheckBulk(GrCase *the_case, const GrNode *root)
{
  PetscCall(GrCheckTime(the_case, root));
  PetscCall(GrCheckOutputTimes(the_case, root));
  PetscCall(GrCheckDomain(the_case, root));
  PetscCall(GrCheckGrains(the_case, root));
  PetscCall(GrCheckWalls(the_case, root));
  PetscCall(GrCheckRemovals(the_case, root));
  PetscCall(GrCheckCounters(the_case, root));
  PetscCall(GrCheckGroupForces(the_case, root));
  PetscCall(GrCheckBulkContacts(the_case, root));
  return GrCheckStages(the_case, root);
}

PetscErrorCode GrCaseResolve(GrCase *the_case)
{
  GrText out = {0};
  PetscCall(PetscFree(the_case->resolved));
  GrTextPrint(&out, "# The case as granum understood it: every default filled in, every number in SI.\n");
  GrSectionWrite(&out, GrCaseKeys, (const char *)the_case, (GrWriting){the_case, 0, false});
  return GrTextTake(&out, &the_case->resolved);
}

static PetscErrorCode ReadKey(GrCase *the_case, const GrNode *root, const char *name)
{
  const GrKey *key = GrCaseKeys;
  const GrNode *node = GrNodeGet(root, name);
  while (strcmp(key->name, name) != 0)
    key++;
  return node ? key->kind->read(node, key, GR_IN_ALL, (char *)the_case) : 0;
}

static PetscErrorCode CheckCase(GrCase *the_case, const GrNode *root)
{
  if (the_case->problem == GR_PROBLEM_IMPACT)
    return GrCheckImpact(the_case, root);
  if (the_case->problem == GR_PROBLEM_BOUNCE)
    return GrCheckBounce(the_case, root);
  if (the_case->problem == GR_PROBLEM_MECHANISM)
    return GrCheckMechanism(the_case, root);
  return the_case->dimension == 1 ? CheckChain(the_case, root) : CheckBulk(the_case, root);
}

/* The problem and the dimension decide which other keys make sense, so they are looked at before them. Particles are
   counted last, and times of stages added up, so that the resolved case says what was asked for and not what follows
   from it. */
static PetscErrorCode BuildCase(GrCase *the_case, const GrNode *root)
{
  PetscCall(ReadKey(the_case, root, "problem"));
  if (the_case->problem == GR_PROBLEM_PARTICLES)
    PetscCall(ReadKey(the_case, root, "dimension"));
  PetscCall(GrSectionRead(root, GrCaseKeys, GrScopeOf(the_case), (char *)the_case));
  PetscCall(CheckCase(the_case, root));
  PetscCall(GrCaseResolve(the_case));
  if (the_case->n_stages)
    the_case->time.end = GrStagesLatest(the_case);
  return the_case->n_grains ? GrCountGrains(the_case, root) : 0;
}

PetscErrorCode GrCaseFromTree(const GrNode *root, const char *file, const char *text, GrCase **the_case)
{
  PetscCall(PetscNew(the_case));
  PetscCall(PetscStrallocpy(file, &(*the_case)->file));
  PetscCall(PetscStrallocpy(text, &(*the_case)->text));
  PetscErrorCode code = BuildCase(*the_case, root);
  if (code)
    PetscCall(GrCaseDestroy(the_case));
  return code;
}

PetscErrorCode GrCaseParse(const char *name, const char *text, int n_set, const char *const set[], GrCase **the_case)
{
  GrDocument document = {0};
  PetscFunctionBeginUser;
  *the_case = NULL;
  locale_t before = GrLocaleBegin();
  PetscErrorCode code = GrDocumentOpen(&document, name, text, n_set, set);
  if (!code)
    code = GrCaseFromTree(document.root, name, text, the_case);
  GrLocaleEnd(before);
  PetscCall(GrDocumentDestroy(&document));
  PetscCall(code);
  PetscFunctionReturn(0);
}

PetscErrorCode GrCaseRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrCase **the_case)
{
  char *text;
  PetscFunctionBeginUser;
  PetscCall(GrInputRead(comm, file, &GrInputCase, &text));
  PetscErrorCode code = GrCaseParse(file, text, n_set, set, the_case);
  PetscCall(PetscFree(text));
  PetscCall(code);
  code = GrMotionsRead(comm, *the_case);
  if (!code)
    code = GrMeshesRead(comm, *the_case, NULL);
  if (code)
    PetscCall(GrCaseDestroy(the_case));
  PetscCall(code);
  PetscFunctionReturn(0);
}

static PetscErrorCode FreeOutputTimes(GrOutput *output)
{
  GrOutputTimes *when[] = {&output->trajectory,  &output->energy,   &output->walls,
                           &output->observables, &output->contacts, &output->checkpoint};

  for (size_t k = 0; k < sizeof when / sizeof *when; k++)
    PetscCall(PetscFree(when[k]->times));
  for (int i = 0; i < output->n_sensors; i++)
    PetscCall(PetscFree(output->sensors[i].when.times));
  for (int i = 0; i < output->n_counters; i++)
    PetscCall(PetscFree(output->counters[i].when.times));
  return 0;
}

PetscErrorCode GrCaseDestroy(GrCase **the_case)
{
  PetscFunctionBeginUser;
  GrCase *c = *the_case;
  if (!c)
    PetscFunctionReturn(0);
  PetscCall(FreeOutputTimes(&c->output));
  for (int i = 0; i < c->output.n_sensors; i++)
    PetscCall(PetscFree(c->output.sensors[i].at));
  PetscCall(PetscFree(c->output.sensors));
  PetscCall(PetscFree(c->output.trajectory_groups));
  PetscCall(PetscFree(c->output.mpi_io_hints));
  for (int i = 0; i < c->output.n_detectors; i++)
    PetscCall(PetscFree(c->output.detectors[i].at));
  PetscCall(PetscFree(c->output.detectors));
  PetscCall(PetscFree(c->impact.velocities.value));
  PetscCall(PetscFree(c->impact.body));
  PetscCall(PetscFree(c->bounce.change));
  PetscCall(PetscFree(c->motion.surface));
  for (int i = 0; i < c->n_grains; i++) {
    PetscCall(GrKeyGivenFree(&c->grains[i]));
    PetscCall(PetscFree(c->grains[i].radii.radius));
    PetscCall(PetscFree(c->grains[i].radii.fraction));
    PetscCall(PetscFree(c->grains[i].radii.passing));
  }
  PetscCall(PetscFree(c->grains));
  PetscCall(GrMeshesRelease(c));
  PetscCall(GrWallKeysFree(c->n_walls, &c->walls));
  PetscCall(PetscFree(c->removals));
  PetscCall(PetscFree(c->output.counters));
  PetscCall(PetscFree(c->balanced));
  PetscCall(PetscFree(c->group_forces));
  PetscCall(PetscFree(c->velocities));
  for (int i = 0; i < c->n_groups; i++)
    PetscCall(GrMotionDestroy(&c->groups[i].motion));
  for (int i = 0; i < c->n_groups; i++)
    PetscCall(GrGroupDestroy(&c->groups[i]));
  PetscCall(PetscFree(c->groups));
  PetscCall(GrStagesDestroy(c));
  for (int i = 0; i < c->n_rules; i++)
    PetscCall(PetscFree(c->rules[i].bond_list));
  PetscCall(PetscFree(c->rules));
  PetscCall(PetscFree(c->materials));
  PetscCall(PetscFree(c->title));
  PetscCall(PetscFree(c->author));
  PetscCall(PetscFree(c->source));
  PetscCall(PetscFree(c->resolved));
  if (!c->borrows_text)
    PetscCall(PetscFree(c->text));
  PetscCall(PetscFree(c->file));
  PetscCall(PetscFree(*the_case));
  PetscFunctionReturn(0);
}
