/* Lists and removes the files that a run writes; see folder_impl.h. */
#include "base/files.h"
#include "run/folder/folder_impl.h"
#include <granum/error.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAMED = 3 };

/* Whether the file shows that the folder has a run. Unfinished files do not. */
static bool CountsAsRun(const char *name, int *kind)
{
  const char *rest;

  *kind = GrFilesKind(name, &rest);
  return *kind >= 0 && GrFiles[*kind].kept && !*rest;
}

/* Appends the names of files of one row of the table, at most NAMED in all. Returns the new number of files. */
static int NameFiles(const char *path, int row, int n, char content[GR_FOLDER_CONTENT])
{
  DIR *list = opendir(path);
  int kind;

  for (struct dirent *entry; list && (entry = readdir(list));) {
    const size_t used = strlen(content);
    if (!CountsAsRun(entry->d_name, &kind) || kind != row)
      continue;
    if (n++ < NAMED)
      snprintf(content + used, GR_FOLDER_CONTENT - used, "%s%s", used ? ", " : "", entry->d_name);
  }
  if (list)
    closedir(list);
  return n;
}

void GrRunFolderContent(const char *path, char content[GR_FOLDER_CONTENT], bool *resumable)
{
  int n = 0;

  content[0] = '\0';
  *resumable = false;
  for (int row = 0; row < GR_FILES; row++) {
    const int before = n;
    n = NameFiles(path, row, n, content);
    *resumable = *resumable || (n > before && GrFiles[row].resumable);
  }
  if (n > NAMED)
    snprintf(content + strlen(content), GR_FOLDER_CONTENT - strlen(content), " and %d more", n - NAMED);
}

const GrSpared *GrRunFolderSpared(const char *path, int n, const GrSpared spared[], char name[NAME_MAX + 1])
{
  char file[PETSC_MAX_PATH_LEN];
  DIR *list = opendir(path);
  const GrSpared *found = NULL;
  struct stat status;
  const char *rest;

  for (struct dirent *entry; list && !found && (entry = readdir(list));) {
    if (GrFilesKind(entry->d_name, &rest) < 0 ||
        snprintf(file, sizeof(file), "%s/%s", path, entry->d_name) >= (int)sizeof(file) || stat(file, &status) != 0)
      continue;
    for (int i = 0; i < n && !found; i++)
      found = spared[i].device == status.st_dev && spared[i].number == status.st_ino ? &spared[i] : NULL;
    snprintf(name, NAME_MAX + 1, "%s", entry->d_name);
  }
  if (list)
    closedir(list);
  return found;
}

static bool IsOfRun(const char *name)
{
  const char *rest;
  return GrFilesKind(name, &rest) >= 0 || GrFilesIsLeftLock(name);
}

static bool IsForeign(const char *name, const bool foreign[GR_FOLDER_TEXTS])
{
  for (int k = 0; k < GR_FOLDER_TEXTS; k++)
    if (foreign[k] && !strcmp(name, GrRunFolderTexts[k]))
      return true;
  return false;
}

/* Turn in which a file is removed, so that a kill in between leaves a folder that can be read and overwritten: data
   files after the results that refer to them, and run.json last, because it shows which texts granum has written. */
enum { CLEAR_TURNS = 3 };
static int ClearTurn(const char *name)
{
  return strncmp(name, "run.json", strlen("run.json")) == 0 ? 2 : strstr(name, "-data.h5") ? 1 : 0;
}

/* Removes the files of one folder for which `is` is true, except inputs that granum did not write. */
static int ClearOne(const char *path, bool (*is)(const char *name), char path_left[PETSC_MAX_PATH_LEN])
{
  bool foreign[GR_FOLDER_TEXTS];
  char file[PETSC_MAX_PATH_LEN];
  DIR *list = opendir(path);
  int error = 0;

  GrRunFolderForeign(path, foreign);
  for (int turn = 0; list && turn < CLEAR_TURNS; turn++, rewinddir(list))
    for (struct dirent *entry; (entry = readdir(list));) {
      if (!is(entry->d_name) || ClearTurn(entry->d_name) != turn || IsForeign(entry->d_name, foreign) ||
          snprintf(file, sizeof(file), "%s/%s", path, entry->d_name) >= (int)sizeof(file) || unlink(file) == 0 || error)
        continue;
      error = errno;
      snprintf(path_left, PETSC_MAX_PATH_LEN, "%s", file);
    }
  if (list)
    closedir(list);
  return error;
}

/* Whether a path stays below the folder from which it leads. */
static bool StaysBelow(const char *path)
{
  const size_t n = strcspn(path, "/");

  if (n == 0 || (n == 2 && strncmp(path, "..", 2) == 0))
    return false;
  return path[n] ? StaysBelow(path + n + 1) : true;
}

/* Removes the run of one case, and its folder and that of its variant if they are empty. A folder that a run holds is
   left. */
static int ClearCase(const char *path, const char *name, char path_left[PETSC_MAX_PATH_LEN])
{
  char folder[PETSC_MAX_PATH_LEN], holder[GR_HOLDER_MAX];
  int lock;

  if (!StaysBelow(name) || snprintf(folder, sizeof(folder), "%s/%s", path, name) >= (int)sizeof(folder) ||
      access(folder, F_OK) != 0 || GrRunFolderLock(folder, &lock, holder) != 0)
    return 0;
  const int error = ClearOne(folder, IsOfRun, path_left);
  GrRunFolderLeave(folder, &lock);
  (void)rmdir(folder);
  if (strchr(name, '/')) {
    *strrchr(folder, '/') = '\0';
    (void)rmdir(folder);
  }
  return error;
}

/* Removes the runs of the cases that study.json lists. */
static int ClearCases(const char *path, char path_left[PETSC_MAX_PATH_LEN])
{
  GrDocument list = {0};
  int error = 0;

  const GrNode *cases = GrNodeGet(GrRunFolderDocument(path, "study.json", &list), "cases");
  for (const GrNode *node = cases ? cases->first : NULL; node; node = node->next) {
    const int failed = ClearCase(path, GrNodeText(node, "name"), path_left);
    error = error ? error : failed;
  }
  (void)GrDocumentDestroy(&list);
  return error;
}

int GrRunFolderClear(const char *path, bool run, char path_left[PETSC_MAX_PATH_LEN])
{
  (void)ClearOne(path, GrFilesIsLeftLock, path_left);
  const int cases = run ? ClearCases(path, path_left) : 0, own = run ? ClearOne(path, IsOfRun, path_left) : 0;
  return cases ? cases : own;
}
