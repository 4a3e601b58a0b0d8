/* Resumes a case or a study: GrRunStudyResume of granum/run.h.

   The cases of a study are read from DIRECTORY/input.yaml. Relative paths in it refer to the folder of the original
   input file. The results files of the cases contain the text of source.yaml as the input, as in an uninterrupted
   study. */
#include "case/study.h"
#include <granum/command.h>

#include "base/directory.h"
#include "base/options.h"
#include "run/run_impl.h"
#include "run/study/groups.h"
#include "run/study/study.h"

#include "input/case/input.h"
#include "run/folder/folder.h"
#include "run/folder/folder_impl.h"
#include <granum/error.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static PetscErrorCode FindStudy(MPI_Comm comm, const char *directory, bool *there)
{
  int rank, found = 0;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank == 0)
    found = access(GrDirectoryPath(directory, "study.json").text, R_OK) == 0;
  PetscCallMPI(MPI_Bcast(&found, 1, MPI_INT, 0, comm));
  *there = found;
  return 0;
}

static PetscErrorCode ReadStudy(MPI_Comm comm, const char *from, const char *input, int n_set, const char *const set[],
                                GrStudy **study)
{
  char *text, *source;

  PetscCall(GrDocumentReadFile(comm, GrDirectoryPath(from, "input.yaml").text, &GrDocumentCaseWords, &text));
  PetscErrorCode error = GrStudyReadText(comm, input, text, n_set, set, study);
  PetscCall(PetscFree(text));
  PetscCall(error);
  PetscCall(GrDocumentReadFile(comm, GrDirectoryPath(from, "source.yaml").text, &GrDocumentCaseWords, &source));
  return GrStudySetText(*study, source);
}

/* Whether changed keys may move the end of a case. Other keys change nothing in a completed case. */
static bool MovesEnd(const GrRunOptions *options)
{
  bool moves = false;

  for (int i = 0; i < options->n_set; i++)
    moves = moves || strncmp(options->set[i], "time.end", strlen("time.end")) == 0 ||
            strncmp(options->set[i], "stages.", strlen("stages.")) == 0;
  return moves;
}

/* Runs the study. Cases that were done are skipped, unless the study is extended or copied. Collective. */
static PetscErrorCode ContinueStudy(GrRunStudyWork *work, const GrDocument *list)
{
  PetscCall(GrRunStudyWorkCreate(work));
  if (work->folder->use == GR_FOLDER_CONTINUE && !MovesEnd(work->given))
    GrRunStudyListTake(list, work);
  PetscCall(GrRunFolderHold(work->folder));
  PetscCall(GrRunFolderCopyEnd(work->folder));
  if (!GrRunStudyWorkIsDone(work)) /* granum does not change the folder of a completed case */
    PetscCall(GrRunStudyListBegin(work));
  PetscErrorCode error = GrRunStudyWorkRun(work);
  PetscCall(PetscFree(work->the_case));
  return error;
}

static PetscErrorCode ResumeCases(GrRunStudyWork *work, const GrDocument *list)
{
  const GrRunOptions *given = work->given;
  GrStudy *study;
  char *options;

  PetscCall(GrRunCheckSets(given->n_set, given->set));
  PetscCall(
      ReadStudy(work->folder->comm, work->from, GrNodeText(list->root, "input"), given->n_set, given->set, &study));
  if (!study->several) { /* the folder of the study would be the folder of its single case */
    PetscCall(GrStudyDestroy(&study));
    return GrFail(GR_EXIT_FILE,
                  "%s: study.json lists the cases of a study, but input.yaml has neither variants nor a sweep; restore "
                  "input.yaml, or, in the folder of a single run, remove study.json",
                  work->from);
  }
  PetscCall(GrOptionsMerge(GrNodeText(list->root, "options"), given->petsc ? given->petsc : "", &options));
  work->study = study;
  work->options = options;
  work->use = work->folder->use == GR_FOLDER_CONTINUE ? GR_FOLDER_OVERWRITE : GR_FOLDER_COPY;
  PetscErrorCode error = ContinueStudy(work, list);
  PetscCall(PetscFree(options));
  PetscCall(GrStudyDestroy(&study));
  return error;
}

static PetscErrorCode ResumeStudy(MPI_Comm comm, const char *from, GrRunFolder folder, const GrRunOptions *options)
{
  GrRunStudyWork work = {.folder = folder, .from = from, .given = options};
  GrDocument list = {0};

  PetscCall(GrRunSettle(folder, from, options->directory));
  PetscErrorCode error = GrRunStudyListOpen(comm, from, &list);
  if (!error)
    error = ResumeCases(&work, &list);
  PetscCall(GrDocumentDestroy(&list));
  return error;
}

/* Prints that the run is completed. Changes no file of the folder. */
static PetscErrorCode PrintOver(MPI_Comm comm, const char *from)
{
  int rank;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  if (rank != 0)
    return 0;
  printf(
      "%s: the run is completed, so granum has not changed its files; to continue it, add --set time.end=.., or for a "
      "run with stages --set stages.NAME.until.time=.., NAME being the last stage\n",
      from);
  GrRunResultsPrint(from, true, stdout);
  return 0;
}

static PetscErrorCode ResumeCase(MPI_Comm comm, const char *from, GrRunFolder folder, const GrRunOptions *options)
{
  GrCase *c = NULL;
  GrWorld world = NULL;
  GrRun run = NULL;
  bool over;

  PetscCall(GrRunStudyGroupsRefuse(options, "the run has one case, which all ranks compute together"));
  PetscCall(GrRunIsOver(comm, from, options, &over));
  if (over)
    return PrintOver(comm, from);
  PetscCall(GrRunResume(comm, from, folder, options, &c, &world, &run));
  PetscCall(GrRunConduct(run, options));
  PetscCall(GrRunDestroy(&run));
  PetscCall(GrWorldDestroy(&world));
  return GrCaseDestroy(&c);
}

PetscErrorCode GrRunStudyResume(MPI_Comm comm, const char *from, GrRunFolder folder, const GrRunOptions *options)
{
  const GrRunOptions none = {0}, *given = options ? options : &none;
  bool there;

  PetscCall(FindStudy(comm, from, &there));
  return (there ? ResumeStudy : ResumeCase)(comm, from, folder, given);
}
