/* Checks an impact of two bodies, or two bodies on prescribed paths: their masses, their contact rule, and that a ball
   is smaller than its socket. */
#include "input/case/beads.h"
#include "input/case/checks.h"
#include <math.h>

/* Mass of a body [kg]; infinite if it is fixed. Only a full sphere gets its mass from the density. */
static PetscErrorCode FindMass(const GrCase *the_case, const GrNode *node, GrBody *body)
{
  bool full = body->shape == GR_SHAPE_SPHERE && !body->concave;
  if (body->fixed) {
    body->mass = INFINITY;
    return 0;
  }
  if (isnan(body->mass) && !full && (the_case->problem == GR_PROBLEM_PATH || the_case->fit.follows)) {
    body->mass = INFINITY; /* the mass only affects the dashpots */
    return 0;
  }
  if (isnan(body->mass) && !full)
    return GrNodeComplainMissing(node, "mass", "is missing, and a %s has none by its density; give mass or fixed: true",
                                 body->concave ? "socket" : "plane");
  return GrCaseFindMass(&the_case->materials[body->material], node, body->radius, &body->mass);
}

static PetscErrorCode CheckSocket(const GrBody *body, const GrNode *bodies)
{
  int socket = body[0].concave ? 0 : 1;
  const GrNode *node = GrNodeAt(bodies, socket);
  if (!body[socket].concave)
    return 0;
  if (body[1 - socket].concave)
    return GrNodeComplainKey(GrNodeGet(GrNodeAt(bodies, 1), "concave"),
                             "both bodies are sockets; write concave: false for one of them");
  if (body[1 - socket].shape == GR_SHAPE_PLANE)
    return GrNodeComplainKey(GrNodeGet(node, "concave"),
                             "a plane does not fit into a socket; make the other body a sphere");
  if (!(body[socket].radius > body[1 - socket].radius))
    return GrNodeComplain(GrNodeGet(node, "radius"),
                          "the socket must be larger than the ball in it; write a radius above %.15g m",
                          body[1 - socket].radius);
  return 0;
}

/* Only a sphere that can move rotates. */
static PetscErrorCode CheckSpin(const GrBody *body, const GrNode *node)
{
  const bool spins = body->spin[0] != 0 || body->spin[1] != 0 || body->spin[2] != 0;
  if (!spins || (body->shape == GR_SHAPE_SPHERE && !body->concave && !body->fixed))
    return 0;
  return GrNodeComplain(GrNodeGet(node, "spin"), "a %s does not rotate; give the spin of a sphere that is not fixed",
                        body->fixed     ? "fixed body"
                        : body->concave ? "socket"
                                        : "plane");
}

static PetscErrorCode CheckBodies(const GrCase *the_case, const GrNode *bodies)
{
  GrBody *body = the_case->impact.body;
  if (the_case->impact.n_bodies != 2)
    return GrNodeComplainKey(bodies, "there are %d bodies, and two collide; write exactly two",
                             the_case->impact.n_bodies);
  for (int i = 0; i < 2; i++)
    PetscCall(FindMass(the_case, GrNodeAt(bodies, i), &body[i]));
  for (int i = 0; i < 2; i++)
    PetscCall(CheckSpin(&body[i], GrNodeAt(bodies, i)));
  if (body[0].fixed && body[1].fixed)
    return GrNodeComplainKey(GrNodeGet(GrNodeAt(bodies, 1), "fixed"),
                             "both bodies are fixed, so they never meet; set one of them free");
  if (body[0].shape == GR_SHAPE_PLANE && body[1].shape == GR_SHAPE_PLANE)
    return GrNodeComplain(GrNodeGet(GrNodeAt(bodies, 1), "shape"), "both bodies are planes; make one of them a sphere");
  return CheckSocket(body, bodies);
}

void GrCaseImpactPair(const GrCase *the_case, GrLawPair *pair, const GrContactRule **rule)
{
  const GrBody *body = the_case->impact.body;
  GrLawBody material[2];
  double radius[2], mass[2];
  for (int i = 0; i < 2; i++) {
    material[i] = the_case->materials[body[i].material].body;
    radius[i] = body[i].shape == GR_SHAPE_PLANE ? INFINITY : body[i].concave ? -body[i].radius : body[i].radius;
    mass[i] = body[i].mass;
  }
  *rule = GrCaseRule(the_case, body[0].material, body[1].material);
  GrCaseRulePair(*rule, material, radius, mass, pair);
  pair->no_pull = pair->no_pull || the_case->impact.end == GR_END_ZERO_FORCE;
}

/* Checks the bodies and whether there is a contact rule for them. */
static PetscErrorCode CheckPair(GrCase *the_case, const GrNode *root)
{
  PetscCall(CheckBodies(the_case, GrNodeGet(root, "bodies")));
  PetscCall(GrCaseCheckRules(the_case, root));
  return GrCaseCheckRule(the_case, root, the_case->impact.body[0].material, the_case->impact.body[1].material);
}

/* Checks that a table lasts from the start to the end: its last value would otherwise be used silently. */
static PetscErrorCode CheckTable(const GrFunction *f, double end)
{
  if (f->n_points == 0)
    return 0;
  if (f->time[0] > 0)
    return GrNodeComplain((const GrNode *)f->node,
                          "the table begins at t = %.15g s, after the start; write its value at time 0", f->time[0]);
  if (f->time[f->n_points - 1] < end * (1 - 1e-12))
    return GrNodeComplain((const GrNode *)f->node,
                          "the table ends at t = %.15g s, before time.end, %.15g s; add its value at this time, or "
                          "write an earlier end",
                          f->time[f->n_points - 1], end);
  return 0;
}

/* Checks that no component of a vector is a constant: a constant moves nothing. */
static PetscErrorCode CheckMoves(const GrNode *list, const double constant[3], const GrFunction *const of_time[3],
                                 const char *instead)
{
  for (int a = 0; list && a < 3; a++)
    if (!of_time[a] && constant[a] != 0)
      return GrNodeComplain(GrNodeAt(list, a), "a constant makes no motion; write a function of time such as %s",
                            instead);
  return 0;
}

/* Checks the paths of both bodies, and that the overlap at the start is below the radius of the smaller sphere. */
static PetscErrorCode CheckMotion(const GrCase *the_case, const GrNode *root)
{
  const GrNode *angle = GrNodeGet(GrNodeGet(root, "turn"), "angle");

  for (int i = 0; i < 2; i++) {
    const GrBody *body = &the_case->impact.body[i];
    const GrNode *node = GrNodeAt(GrNodeGet(root, "bodies"), i);
    PetscCall(CheckMoves(GrNodeGet(node, "displacement"), body->path.displacement, body->path.displacement_of_time,
                         "=1 um*t/(1 s); the key overlap sets the start"));
    PetscCall(
        CheckMoves(GrNodeGet(node, "rotation"), body->path.rotation, body->path.rotation_of_time, "=1 deg*t/(1 s)"));
    if (body->shape == GR_SHAPE_SPHERE && !body->concave && the_case->path.overlap > body->radius)
      return GrNodeComplain(GrNodeGet(root, "overlap"), "is above the radius of bodies.%d, %.15g m; write less", i,
                            body->radius);
  }
  if (angle && !the_case->path.turn_of_time && the_case->path.turn != 0)
    return GrNodeComplain(angle, "a constant makes no motion; write a function of time such as =1 deg*t/(1 s)");
  return 0;
}

PetscErrorCode GrCaseCheckPath(GrCase *the_case, const GrNode *root)
{
  GrPathCase *path = &the_case->path;
  const GrNode *time = GrNodeGet(root, "time");
  const GrContactRule *rule;
  GrLawPair pair;
  PetscCall(CheckPair(the_case, root));
  PetscCall(CheckMotion(the_case, root));
  if (!GrNodeGet(time, "points"))
    path->points = path->steps < 1000 ? path->steps : 1000;
  if (path->points > path->steps)
    return GrNodeComplain(GrNodeGet(time, "points"),
                          "is above the number of steps, %" PetscInt64_FMT "; write at most this number, or more steps",
                          path->steps);
  for (const GrFunction *f = the_case->functions; f; f = f->next)
    PetscCall(CheckTable(f, path->end));
  the_case->time.end = path->end;
  GrCaseImpactPair(the_case, &pair, &rule);
  return GrCaseCheckLaws(the_case, root, rule, &pair, "the two bodies");
}

PetscErrorCode GrCaseCheckImpact(GrCase *the_case, const GrNode *root)
{
  const GrContactRule *rule;
  GrLawPair pair;
  PetscCall(CheckPair(the_case, root));
  for (int i = 0; i < the_case->n_rules; i++) /* `end` determines where the contact ends, so the default is allow */
    if (!GrNodeGet(GrNodeAt(GrNodeGet(root, "contacts"), i), "tension")) {
      the_case->rules[i].tension = GR_TENSION_ALLOW;
      the_case->rules[i].allows = true;
    }
  GrCaseImpactPair(the_case, &pair, &rule);
  /* with a normal law that acts beyond overlap 0 the bodies are not separated at overlap 0 */
  if (rule->law->reach && the_case->impact.end != GR_END_APART) {
    if (GrNodeGet(root, "end"))
      return GrNodeComplain(GrNodeGet(root, "end"), "the law %s holds the bodies beyond overlap 0; write apart",
                            rule->law->name);
    return GrNodeComplainMissing(
        root, "end", "is missing, and the law %s holds the bodies beyond overlap 0; write end: apart", rule->law->name);
  }
  return GrCaseCheckLaws(the_case, root, rule, &pair, "the two bodies");
}
