/* Creates, locks and releases the folder of a run; see granum/command.h. */
#include "case/study.h"

#include "base/directory.h"
#include "base/files.h"
#include "base/shell.h"
#include "run/folder/folder.h"
#include "run/folder/folder_impl.h"
#include "run/folder/requests.h"
#include "wall/mesh.h"

#include <errno.h>
#include <granum/error.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

PetscErrorCode GrRunFolderCreate(MPI_Comm comm, const char *path, GrFolderUse use, const char *const command[],
                                 GrRunFolder *folder)
{
  GrRunFolder f;

  PetscCall(PetscNew(&f));
  f->comm = comm;
  f->command = command;
  f->lock = f->from = -1;
  PetscCallMPI(MPI_Comm_rank(comm, &f->rank));
  *folder = f;
  return GrRunFolderPlace(f, path, use);
}

PetscErrorCode GrRunFolderPlace(GrRunFolder folder, const char *path, GrFolderUse use)
{
  char *copy;

  PetscCall(PetscStrallocpy(path, &copy)); /* `path` may be folder->path */
  PetscCall(PetscFree(folder->path));
  folder->path = copy;
  folder->use = use;
  return 0;
}

PetscErrorCode GrRunFolderBelow(MPI_Comm comm, const GrRunFolder folder, const char *name, GrFolderUse use,
                                GrRunFolder *below)
{
  PetscCall(GrRunFolderCreate(comm, GrDirectoryPath(folder->path, name).text, use, folder->command, below));
  return PetscStrallocpy(folder->path, &(*below)->above);
}

const char *GrRunFolderPath(const GrRunFolder folder)
{
  return folder->path;
}

static PetscErrorCode SpareFile(GrRunFolder f, const char *path)
{
  struct stat status;

  if (f->rank != 0 || stat(path, &status) != 0)
    return 0;
  PetscCall(PetscRealloc((size_t)(f->n_spared + 1) * sizeof(GrSpared), &f->spared));
  GrSpared *s = &f->spared[f->n_spared++];
  *s = (GrSpared){.device = status.st_dev, .number = status.st_ino};
  return PetscStrallocpy(path, &s->path);
}

/* Registers a file that the case names; NULL: none. */
static PetscErrorCode SpareNamed(GrRunFolder folder, const GrCase *c, const char *file)
{
  char path[PETSC_MAX_PATH_LEN];

  if (!file)
    return 0;
  PetscCall(GrCaseFile(c, file, sizeof(path), path));
  return SpareFile(folder, path);
}

PetscErrorCode GrRunFolderSpare(GrRunFolder folder, const GrStudy *study)
{
  PetscCall(SpareFile(folder, study->file));
  for (int i = 0; i < study->n_variants * study->n_points; i++) {
    const GrCase *c = study->variant[i / study->n_points].point[i % study->n_points];
    for (int g = 0; g < c->n_grains; g++)
      PetscCall(SpareNamed(folder, c, GrGeneratorFile(&c->grains[g])));
    for (int k = 0; k < c->n_walls; k++)
      PetscCall(SpareNamed(folder, c, GrWallMeshNameOf(&c->walls[k])));
  }
  return 0;
}

/* Fails for an error number of the lock of a folder: another run has it, or the file is no lock of granum. */
static PetscErrorCode RefuseLocked(const char *path, int error, const char *holder)
{
  char command[GR_SHELL_MAX], lock[GR_SHELL_MAX] = "rm";

  if (error != EAGAIN)
    return GrFail(GR_EXIT_FILE, "%s/.granum.lock: %s", path,
                  error == ELOOP ? GrFilesReason(error)
                                 : "it is no lock that granum wrote, and granum does not change it; move it to another "
                                   "place, or give another folder with -o");
  GrShellAppend(GrDirectoryPath(path, ".granum.lock").text, lock);
  return GrFail(
      GR_EXIT_STOPPED,
      "%s: another run is at work in this folder (%s); try again after its end, or use another folder. To see its "
      "progress, type: %s. Only if its host has failed, remove its lock: %s",
      path, holder, GrShellCommand("info", path, command), lock);
}

/* Refuses a folder in which input.yaml or source.yaml is a file of the user. A resumed run does not write it. */
static PetscErrorCode ExamineTexts(const GrRunFolder f)
{
  bool foreign[GR_FOLDER_TEXTS] = {false};

  if (f->use != GR_FOLDER_CONTINUE)
    GrRunFolderForeign(f->path, foreign);
  for (int k = GR_FOLDER_TEXTS - 1; k >= 0; k--)
    if (foreign[k])
      return GrFail(
          GR_EXIT_INPUT,
          "%s/%s: the run would overwrite this file, which granum did not write or which was changed since; give "
          "another folder with -o, or the file another name",
          f->path, GrRunFolderTexts[k]);
  return 0;
}

/* Fails if there is a reason, other than a lock, why a run cannot write here. For the first rank. */
static PetscErrorCode ExamineFolder(const GrRunFolder f)
{
  char content[GR_FOLDER_CONTENT], name[NAME_MAX + 1], command[GR_SHELL_MAX];
  bool resumable;
  const GrSpared *spared = GrRunFolderSpared(f->path, f->n_spared, f->spared, name);

  if (spared)
    return GrFail(
        GR_EXIT_INPUT,
        "%s: the run would write over %s/%s, which it reads; give another folder with -o, or the file another name",
        spared->path, f->path, name);
  if (!f->above && GrRunFolderRequestIsThere(
                       f->path, GR_REQUEST_STOP)) /* a file `stop` of a case stops the study in its first step */
    return GrFail(GR_EXIT_INPUT,
                  "%s/stop: this file asks the run to stop, and was there before it began; remove the file to run",
                  f->path);
  GrRunFolderContent(f->path, content, &resumable);
  if (!content[0] || f->use == GR_FOLDER_OVERWRITE || f->use == GR_FOLDER_CONTINUE)
    return ExamineTexts(f);
  return GrFail(GR_EXIT_INPUT, "%s: this folder holds a run (%s); give another folder with -o%s%s%s", f->path, content,
                resumable ? ", continue that run by " : "", resumable ? GrShellCommand("resume", f->path, command) : "",
                f->use == GR_FOLDER_COPY ? "" : ", or have it removed by --overwrite");
}

PetscErrorCode GrRunFolderCheck(GrRunFolder f)
{
  char holder[GR_HOLDER_MAX] = "";
  PetscErrorCode error = 0;

  if (f->rank == 0) {
    const int lock = GrRunFolderLocked(f->path, holder);
    error = lock ? RefuseLocked(f->path, lock, holder) : ExamineFolder(f);
  }
  return GrFailAgree(f->comm, error);
}

/* Locks the folder and checks it again, now that no other run can change it. For the first rank. */
static PetscErrorCode EnterFolder(GrRunFolder f)
{
  char holder[GR_HOLDER_MAX] = "", left[PETSC_MAX_PATH_LEN] = "";
  int error = GrRunFolderLock(f->path, &f->lock, holder);

  if (error == EAGAIN || error == ELOOP || error == EBADMSG)
    return RefuseLocked(f->path, error, holder);
  if (error == ENOTDIR)
    return GrFail(GR_EXIT_FILE, "%s: a file of this name is there; give another folder with -o", f->path);
  if (error)
    return GrFail(GR_EXIT_FILE, "%s: the folder cannot be locked: %s; give another one with -o", f->path,
                  strerror(error));
  PetscCall(ExamineFolder(f));
  if (f->lock < 0)
    GrWarn(stderr, "%s: this file system has no locks; granum cannot prevent a second run in this folder", f->path);
  error = GrRunFolderClear(f->path, f->use == GR_FOLDER_OVERWRITE, left);
  if (error)
    return GrFail(GR_EXIT_FILE, "%s: cannot be removed: %s; give another folder with -o", left, strerror(error));
  return 0;
}

PetscErrorCode GrRunFolderHold(GrRunFolder f)
{
  if (f->held)
    return 0;
  PetscCall(GrDirectoryMake(f->comm, f->path));
  PetscCall(GrFailAgree(f->comm, f->rank == 0 ? EnterFolder(f) : 0));
  f->held = true;
  return 0;
}

PetscErrorCode GrRunFolderCopyBegin(GrRunFolder f, const char *from)
{
  char holder[GR_HOLDER_MAX] = "";
  PetscErrorCode error = 0;

  if (f->rank == 0 && GrRunFolderLockShared(from, &f->from, holder) == EAGAIN)
    error = RefuseLocked(from, EAGAIN, holder);
  PetscCall(GrFailAgree(f->comm, error));
  return PetscStrallocpy(from, &f->before);
}

PetscErrorCode GrRunFolderCopyEnd(GrRunFolder f)
{
  GrRunFolderUnlock(&f->from);
  return 0;
}

/* Releases the lock of the folder. A folder in which no run began and that holds no run keeps no lock file. */
static void LeaveFolder(GrRunFolder f)
{
  char content[GR_FOLDER_CONTENT] = "";
  bool unused;

  if (f->lock >= 0 && !f->begun) {
    GrRunFolderContent(f->path, content, &unused);
    if (!content[0])
      GrRunFolderLeave(f->path, &f->lock);
  }
  GrRunFolderUnlock(&f->lock);
}

PetscErrorCode GrRunFolderClose(GrRunFolder *folder, PetscErrorCode error)
{
  GrRunFolder f = *folder;

  if (!f)
    return 0;
  PetscCall(GrRunFolderConclude(f, error));
  GrRunFolderUnlock(&f->from);
  LeaveFolder(f);
  for (int i = 0; i < f->n_spared; i++)
    PetscCall(PetscFree(f->spared[i].path));
  PetscCall(PetscFree(f->spared));
  PetscCall(PetscFree(f->path));
  PetscCall(PetscFree(f->before));
  PetscCall(PetscFree(f->above));
  PetscCall(PetscFree(f->input));
  PetscCall(PetscFree(f->title));
  PetscCall(PetscFree(f->described));
  for (int i = 0; i < f->n_segments; i++)
    PetscCall(GrRunFolderWarningsFree(&f->segment[i]));
  PetscCall(PetscFree(f->segment));
  PetscCall(PetscFree(f->card));
  return PetscFree(*folder);
}

PetscErrorCode GrRunFolderWrite(const GrRunFolder f, const char *name, const char *text)
{
  return GrDirectoryWrite(f->comm, f->path, name, text);
}
