/* Groups of ranks that share the cases of a study.

   A study of several cases can divide its ranks into groups. Each group computes one case at a time. Group g begins
   with the g-th case that waits; a group that has completed its case takes the next one, so that cases of different
   length keep all groups at work. A case has the same bits on any ranks, so the results do not depend on its group.

   The number of taken cases and the list of the cases are in a window of MPI on the first rank of the study. The first
   rank of a group locks the window while it takes a case, or enters a case and writes study.json. No group waits for
   another one before the end of the study.

   Limits: a group that finds no case left is idle until the end of the study. If one-sided operations of the network
   are not done by hardware, a group that takes a case waits until the first rank calls MPI (run/stop.h), at most about
   half a second. */
#ifndef GRANUM_RUN_STUDY_GROUPS_H
#define GRANUM_RUN_STUDY_GROUPS_H

#include "run/study/work.h"

/* Fails with GR_EXIT_INPUT if the options ask for groups where the ranks cannot be divided. why: the reason. */
PetscErrorCode GrRunStudyGroupsRefuse(const GrRunOptions *options, const char *why);

/* Fails with GR_EXIT_INPUT if the options ask for more groups than comm has ranks. */
PetscErrorCode GrRunStudyGroupsCheck(MPI_Comm comm, const GrRunOptions *options);

/* Divides the ranks of the study into work->given->groups groups of neighbouring ranks, whose sizes differ by at most
   one; into fewer groups if fewer cases wait. Collective. */
PetscErrorCode GrRunStudyGroupsBegin(GrRunStudyWork *work);

/* Sets *i to the next case for the group of this rank; -1: no case is left. Collective on the group. */
PetscErrorCode GrRunStudyGroupsNext(GrRunStudyWork *work, int *i);

/* Enters case i, which this group has computed, into the list, and writes study.json. ends: whether no group shall take
   another case. Collective on the group. */
PetscErrorCode GrRunStudyGroupsEnter(GrRunStudyWork *work, int i, bool ends);

/* Waits for all groups. After this, all ranks have the list of all cases. error: error code of this group; returns the
   error of the first group that failed, on all ranks. Collective. */
PetscErrorCode GrRunStudyGroupsEnd(GrRunStudyWork *work, PetscErrorCode error);

#endif
