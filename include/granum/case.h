/* granum/case.h: a case: the validated content of a YAML input. All numbers are in SI units. If the comment of a member
   says so, NaN marks a number that the input does not give.

   The input is read on one rank and broadcast. Each rank validates the same text, so all ranks have the same case or
   report the same failure. Memory is proportional to the text and does not depend on the number of particles. */
#ifndef GRANUM_CASE_H
#define GRANUM_CASE_H

#include <granum/beads.h>
#include <granum/domain.h>
#include <granum/force.h>
#include <granum/output.h>
#include <granum/problem.h>
#include <granum/stage.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { GR_PROBLEM_PARTICLES, GR_PROBLEM_IMPACT, GR_PROBLEM_BOUNCE, GR_PROBLEM_MECHANISM } GrProblem;

typedef struct GrCase {
  char *file; /* name of the input file, as given on the command line */
  char *text; /* the input text */
  /* whether `text` belongs to the study that contains this case; the study then frees it */
  PetscBool borrows_text;
  /* the resolved case: a YAML text with all defaults and with all numbers in SI units. Reading this text gives the same
     case */
  char *resolved;
  GrProblem problem;
  char *title, *source, *author;
  int dimension;
  int n_materials, n_rules, n_groups, n_velocities;
  GrMaterial *materials;
  GrContactRule *rules;
  GrGroup *groups;
  GrBeadVelocity *velocities; /* sorted by id */
  /* whether the first (left) and the last (right) bead of a chain are free or held in place */
  GrChainEnd ends[2];
  /* acceleration of gravity [m/s^2]. Dimension 1: along +x, 0 by default. `problem: bounce`: downwards */
  double gravity;
  /* dimension 1: number of adjacent groups that start in static equilibrium */
  int n_balanced;
  int *balanced;          /* [n_balanced] indices of these groups in `groups` */
  GrPlace balanced_place; /* line and column of the key `equilibrium` in the input */
  int n_group_forces;
  GrGroupForce *group_forces;
  /* The members from `n_clumps` to `stages` are used in dimension 2 and 3 only. There, `groups`, `velocities` and
     `ends` are not used. */
  int n_clumps, n_grains, n_walls, n_removals;
  GrClump *clumps;
  GrGrains *grains;
  GrRemoval *removals; /* [n_removals] */
  GrWall *walls;
  GrDomain domain;
  GrDrag drag;
  double gravity_vector[3]; /* acceleration of gravity [m/s^2] */
  int n_stages;             /* number of stages; 0: the run has no stages and ends at time.end */
  GrStage *stages;
  GrTime time;
  GrOutput output;
  double watchdog; /* wall-clock time without progress after which granum ends the job [s]; 0: no limit */
  /* total number of particles of all groups; 0: unknown, because the number of particles of at least one group is
     unknown (dimension 2 and 3) */
  PetscInt64 n_particles;
  GrImpactCase impact;
  GrBounceCase bounce;
  GrMechanismCase motion;
  const GrForce *force; /* additional force on all particles that the calling program defines; NULL: none */
} GrCase;

/* Reads and validates a case, and reads the table and mesh files that the case names. set[n_set]: changes of the input
   in the form "path=value". If the input is invalid, calls GrFail(GR_EXIT_INPUT, ...). Collective. */
PetscErrorCode GrCaseRead(MPI_Comm comm, const char *file, int n_set, const char *const set[], GrCase **the_case);

/* Reads and validates a case from an input text, but does not read the other files that the text names. name: file name
   for messages. Not collective. */
PetscErrorCode GrCaseParse(const char *name, const char *text, int n_set, const char *const set[], GrCase **the_case);
/* Sets GrCase.force. The caller must call this function before it creates a world from the case. */
void GrCaseSetForce(GrCase *the_case, const GrForce *force);
/* Frees a case. */
PetscErrorCode GrCaseDestroy(GrCase **the_case);

/* Writes the path of a file to path[size]. file: the path that the input gives, which is relative to the folder of the
   input. Calls GrFail if the path is longer than size - 1 bytes. */
PetscErrorCode GrCaseFile(const GrCase *the_case, const char *file, size_t size, char path[]);

/* Returns the number of detectors (beads) of an entry of output.detectors. */
PetscInt64 GrCaseDetectorsCount(const GrCase *the_case, const GrDetectors *detectors);

/* Returns the contact rule for two materials. A rule for exactly this pair takes precedence over a rule with one '*',
   and a rule with one '*' over a rule with two. NULL: no rule applies. */
const GrContactRule *GrCaseRule(const GrCase *the_case, int material_a, int material_b);

/* For `problem: impact` and `problem: bounce`: computes the pair data of the two bodies for the laws, and finds their
   contact rule. */
void GrCaseImpactPair(const GrCase *the_case, GrLawPair *pair, const GrContactRule **rule);

/* For `problem: bounce`: computes the parameters of the normal law after the first n changes (GrBounceCase.change). */
void GrCaseBounceValues(const GrCase *the_case, int n, GrLawValue value[GR_LAW_PARAMETERS_MAX]);

/* For `problem: mechanism`: computes the coefficients of the mechanism (GrMechanism.prepare). Returns NULL if there is
   no error. Otherwise returns an error message with the problem and the remedy. */
const char *GrCaseMechanism(const GrCase *the_case, double coefficient[GR_MECHANISM_COEFFICIENTS_MAX]);

/* For `problem: mechanism`: computes the pair data of the two surfaces of contact k for the laws, and finds their
   contact rule. coefficient: the coefficients from GrCaseMechanism. k: index in GrMechanism.contact. */
void GrCaseMechanismPair(const GrCase *the_case, const double *coefficient, int k, GrLawPair *pair,
                         const GrContactRule **rule);

#ifdef __cplusplus
}
#endif

#endif
