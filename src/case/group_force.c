/* group_force: forces on groups of particles, which may be functions of time; see case/case.h. */
#include "case/case.h"

bool GrCaseForcesVary(const GrCase *the_case)
{
  bool vary = GrFunctionVaries(the_case->gravity_of_time);

  for (int p = 0; p < the_case->n_group_forces; p++)
    vary = vary || GrFunctionVaries(the_case->group_forces[p].force_of_time);
  return vary;
}

void GrCaseFindGroupForces(const GrCase *the_case, double t, double force[])
{
  for (int p = 0; p < the_case->n_group_forces; p++)
    GrFunctionVectorAt(the_case->group_forces[p].force_of_time, the_case->group_forces[p].force, t, force + 3 * p);
}

double GrCaseFindGroupPower(const GrCase *the_case, const double force[], int64_t group, const double v[3])
{
  double power = 0;

  for (int p = 0; p < the_case->n_group_forces; p++)
    for (int k = 0; k < 3 && the_case->group_forces[p].group == group; k++)
      if (GrFunctionVaries(the_case->group_forces[p].force_of_time))
        power += force[3 * p + k] * v[k];
  return power;
}
