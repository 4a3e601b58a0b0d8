/* A case: the members behind GrCase (granum/case.h). All numbers are in SI units. If a number can be NaN, its comment
   says what NaN means. */
#ifndef GRANUM_CASE_CASE_H
#define GRANUM_CASE_CASE_H

#include "case/beads.h"
#include "case/domain.h"
#include "case/fit.h"
#include "case/output.h"
#include "case/problem.h"
#include "case/stage.h"
#include <granum/case.h>
#include <stdbool.h>

/* Residual / exchanged energy from which on a run warns, and the default of run.residual, above which it ends [1]. */
#define GR_BALANCE_WARNS 0.01
#define GR_BALANCE_ENDS 0.1

/* The problems: X(NAME, name) for each problem except particles; of these only fit may have a dimension (1). Enum,
   words of the key `problem`, bits of its keys (GR_IN_NAME, input/key/key_row.h) and schema follow from the rows.
   Checks of a problem: input/case/case.c; its ensembles: run/ensemble.c. */
#define GR_SMALL_PROBLEMS(X)                                                                                           \
  X(IMPACT, "impact") X(BOUNCE, "bounce") X(MECHANISM, "mechanism") X(PATH, "path") X(FIT, "fit")
#define GR_PROBLEM_VALUE(NAME, name) GR_PROBLEM_##NAME,
#define GR_PROBLEM_WORD(NAME, name) "|" name
#define GR_PROBLEM_NAMES "particles" GR_SMALL_PROBLEMS(GR_PROBLEM_WORD)

typedef enum { GR_PROBLEM_PARTICLES, GR_SMALL_PROBLEMS(GR_PROBLEM_VALUE) GR_PROBLEM_COUNT } GrProblem;

/* A case: one simulation, as an input describes it. All ranks have the same case. */
struct GrCase {
  char *file; /* name of the input file, as given on the command line */
  char *text; /* text of the input (YAML) */
  /* whether `text` belongs to the study that contains this case (case/study.h), which then frees it */
  bool borrows_text;
  /* the input as a YAML text with all defaults and with all numbers in SI units; reading it gives the same case */
  char *resolved;
  /* of one case of a study: the member `case` of run.json, with its name, variant and swept values; NULL: none */
  char *described;
  GrProblem problem;
  char *title, *source, *author; /* texts of the input; source: publication that the numbers are from */
  int dimension;                 /* 1: beads on a line; 2: particles in a plane; 3: particles in space */
  int n_materials, n_rules, n_groups, n_velocities;
  GrMaterial *materials;
  GrContactRule *rules;
  GrGroup *groups;
  GrBeadVelocity *velocities; /* initial velocities of single beads, sorted by bead id */
  /* boundary conditions at the first (left) and the last (right) bead of a chain */
  GrChainEnd ends[2];
  /* acceleration of gravity [m/s^2], along +x in dimension 1, downwards with `problem: bounce`; otherwise unused */
  double gravity;
  /* dimension 1: number of adjacent groups of beads that start in static equilibrium */
  int n_balanced;
  int *balanced;          /* [n_balanced] indices in `groups` of the groups that start in static equilibrium */
  GrPlace balanced_place; /* line and column of the key `equilibrium` in the input */
  int n_group_forces;
  GrGroupForce *group_forces;
  /* The members from `n_clumps` to `stages` are used in dimension 2 and 3 only. The members `groups`, `velocities` and
     `ends` are used in dimension 1 only. */
  int n_clumps, n_grains, n_walls, n_removals;
  GrClump *clumps;
  GrGrains *grains;
  GrRemoval *removals; /* [n_removals] regions from which particles are removed */
  GrWall *walls;
  GrDomain domain;
  GrDrag drag;
  /* acceleration of gravity in dimension 2 and 3 [m/s^2]; if it is a function of time, the value of each component with
     the largest magnitude during the run, for estimates */
  double gravity_vector[3];
  const GrFunction *gravity_of_time[3]; /* its components as functions of time; NULL: constant */
  /* all functions of time of the case and of its stages, a list; members whose names end with of_time refer to them */
  GrFunction *functions;
  int n_stages; /* number of stages (periods with changed settings); 0: the run ends at time.end */
  GrStage *stages;
  GrTime time;
  GrOutput output;
  /* largest allowed residual of the energy balance, divided by the energy exchanged [1]; 0: no limit */
  double residual;
  double watchdog; /* wall-clock time without progress after which granum ends the job [s]; 0: no limit */
  /* number of particles in all groups together; 0: unknown until the particles are created (dimension 2 and 3) */
  PetscInt64 n_particles;
  GrImpactCase impact;    /* input of `problem: impact` */
  GrBounceCase bounce;    /* input of `problem: bounce` */
  GrMechanismCase motion; /* input of `problem: mechanism` */
  GrPathCase path;        /* input of `problem: path` */
  GrFitCase fit;          /* input of `problem: fit` */
  /* custom force of the calling program on the particles (granum/particle.h); NULL: none */
  const struct GrForce *force;
};

/* Returns the case during a stage: the case with the settings of the stage. It shares the memory of the case. */
static inline GrCase GrCaseInStage(const GrCase *the_case, const GrStage *stage)
{
  GrCase now = *the_case;
  now.walls = stage->walls;
  now.rules = stage->rules;
  now.drag = stage->drag;
  now.domain = stage->domain;
  for (int a = 0; a < 3; a++)
    now.gravity_vector[a] = stage->gravity_vector[a];
  for (int a = 0; a < 3; a++)
    now.gravity_of_time[a] = stage->gravity_of_time[a];
  return now;
}

/* Returns whether gravity or a force on a group is a function of time. The work of such a force is accumulated from its
   power. */
bool GrCaseForcesVary(const GrCase *the_case);

/* Computes the forces on groups at time t [s]. force: [3 n_group_forces] components [N]. */
void GrCaseFindGroupForces(const GrCase *the_case, double t, double force[]);

/* Returns the power [W] of the forces over time on a particle or body of a group with the velocity v [m/s]. force:
   result of GrCaseFindGroupForces. Constant forces are not included, because their work follows from displacements. */
double GrCaseFindGroupPower(const GrCase *the_case, const double force[], int64_t group, const double v[3]);

/* Writes to path[size] the path of a file that the input names. file: the name in the input, relative to the folder of
   the input file. Calls GrFail if the path is longer than size - 1 bytes. */
PetscErrorCode GrCaseFile(const GrCase *the_case, const char *file, size_t size, char path[]);

/* Returns the number of detectors that one entry of output.detectors defines. A detector records pulses at one bead. */
PetscInt64 GrCaseDetectorsCount(const GrCase *the_case, const GrDetectors *detectors);

/* Returns the contact rule of two materials: the entry of `contacts` that gives their laws. A rule that names both
   materials applies first, then a rule with one '*' (any material), then a rule with two '*'. NULL: no rule applies. */
const GrContactRule *GrCaseRule(const GrCase *the_case, int material_a, int material_b);

/* Returns the volume that a wall loses per normal force and sliding path, K/H [1/Pa]; NaN: its material does not
   wear. */
double GrCaseWearOf(const GrCase *the_case, int wall);
/* Returns whether load and wear of the walls are computed: the output asks for it, or a wall wears, and the walls are
   recorded. */
bool GrCaseRecordsLoads(const GrCase *the_case);

/* For `problem: impact`, `path` and `bounce`: computes effective radius, reduced mass and moduli of the two bodies,
   and finds their contact rule. */
void GrCaseImpactPair(const GrCase *the_case, GrLawPair *pair, const GrContactRule **rule);

/* For `problem: bounce`: sets value[] to the parameter values of the normal law that apply after the first n changes
   in GrBounceCase.change. */
void GrCaseBounceValues(const GrCase *the_case, int n, GrLawValue value[GR_LAW_PARAMETERS_MAX]);

/* For `problem: mechanism`: computes the constants of the equations of motion (GrMechanism.prepare). Returns NULL, or
   an error message "PROBLEM; REMEDY". */
const char *GrCaseMechanism(const GrCase *the_case, double coefficient[GR_MECHANISM_COEFFICIENTS_MAX]);

/* For `problem: mechanism`: computes effective radius, reduced mass and moduli of the two surfaces of a contact, and
   finds their contact rule. coefficient: result of GrCaseMechanism. k: index in GrMechanism.contact. */
void GrCaseMechanismPair(const GrCase *the_case, const double *coefficient, int k, GrLawPair *pair,
                         const GrContactRule **rule);

#endif
