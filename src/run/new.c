/* The command `granum new`; see new.h. All names and files are checked before a file is written. */
#include "run/new.h"

#include "base/directory.h"
#include "base/math/nearest.h"
#include "base/shell.h"
#include "input/yaml/document.h"
#include "input/yaml/read.h"

#include "case/case.h"
#include "case/study.h"
#include <errno.h>
#include <glob.h>
#include <granum/error.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES_MAX = 64 };

/* A file that the input names, and the path of its copy. */
typedef struct {
  char from[PETSC_MAX_PATH_LEN], to[PETSC_MAX_PATH_LEN];
} Copy;

typedef struct {
  char path[PETSC_MAX_PATH_LEN];   /* path of the new case */
  char folder[PETSC_MAX_PATH_LEN]; /* its folder; ".": the current folder */
  char source[PETSC_MAX_PATH_LEN]; /* input that is copied */
  char stays[PETSC_MAX_PATH_LEN];  /* a file that the input names and that is not copied; "": none */
  Copy copy[FILES_MAX];
  int n_copies;
} New;

/* The case that is written without --like. */
static const char template[] =
    "# Purpose of this case, and the results to look at.\n"
    "#\n"
    "# `granum keys` lists all keys, `granum laws` all contact laws. Values without a unit are in SI units.\n"
    "title: Spheres settle in a box\n"
    "dimension: 3                        # 1: beads on a line; 2: spheres in a plane; 3: spheres\n"
    "domain:\n"
    "  lower: [0, 0, 0]\n"
    "  upper: [20 mm, 20 mm, 40 mm]\n"
    "  periodic: [true, true, false]     # particles that leave on one side enter on the other\n"
    "gravity: [0, 0, -9.81 m/s^2]\n"
    "materials:\n"
    "  glass: {density: 2500 kg/m^3, youngs_modulus: 5 MPa, poisson_ratio: 0.2}  # soft, for larger time steps\n"
    "contacts:\n"
    "  - between: '*'                    # all materials; or [glass, steel]\n"
    "    normal: {law: tsuji, restitution: 0.5}\n"
    "    tangential: {law: mindlin, friction: 0.5}\n"
    "particles:\n"
    "  grains:\n"
    "    random: {count: 300}            # random positions in the box, without overlap\n"
    "    material: glass\n"
    "    radius: 1 mm\n"
    "walls:\n"
    "  floor: {side: lower_z, material: glass}\n"
    "time: {end: 0.15 s}                 # the time step follows from the contact stiffness\n"
    "output:\n"
    "  trajectory: {every: 5 ms}         # positions and velocities\n"
    "  energy: {every: 1 ms}             # energy balance\n"
    "  walls: {every: 1 ms}              # forces on walls\n"
    "  checkpoint: {every: 50 ms}        # `granum resume` continues from it\n";

/* ---- paths ---- */

static bool Exists(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0;
}

static bool EndsOn(const char *name, const char *end)
{
  const size_t length = strlen(name), n = strlen(end);
  return length > n && strcmp(name + length - n, end) == 0;
}

static bool IsYaml(const char *name)
{
  return EndsOn(name, ".yaml") || EndsOn(name, ".yml");
}

/* Length of the folder of a path with its slash; 0: the current folder. */
static int FolderLength(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? (int)(slash - path) + 1 : 0;
}

static PetscErrorCode PlaceNew(const char *name, New *new)
{
  const int n = snprintf(new->path, sizeof new->path, "%s%s", name, IsYaml(name) ? "" : ".yaml");
  const int folder = FolderLength(new->path);

  if (n >= (int)sizeof new->path)
    return GrFail(GR_EXIT_INPUT, "new: the name is too long; give a shorter one");
  if (!new->path[folder] || new->path[folder] == '.')
    return GrFail(GR_EXIT_INPUT, "new: '%s' is not a name for a case; write a name such as my-case", name);
  strcpy(new->folder, ".");
  memcpy(new->folder, new->path, folder > 1 ? (size_t)folder - 1 : (size_t)folder);
  new->folder[folder > 1 ? folder - 1 : 1] = '\0';
  if (Exists(new->path))
    return GrFail(GR_EXIT_INPUT, "%s: exists already; give the new case another name", new->path);
  return 0;
}

/* ---- shipped inputs ---- */

/* Finds the folder of the shipped inputs, relative to the program: installed, or built in a checkout. */
static bool FindShipped(char folder[PETSC_MAX_PATH_LEN])
{
  static const char *const places[] = {"../share/granum/inputs", "../inputs"};
  char program[PETSC_MAX_PATH_LEN / 2];
  const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);

  program[n > 0 ? n : 0] = '\0';
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    snprintf(folder, PETSC_MAX_PATH_LEN, "%.*s%s", FolderLength(program), program, places[i]);
    if (Exists(folder))
      return true;
  }
  return false;
}

/* Finds the only input that matches the name; in all folders of inputs if the name has no folder. */
static bool FindOne(const char *folder, const char *name, char found[PETSC_MAX_PATH_LEN])
{
  char pattern[2 * PETSC_MAX_PATH_LEN];
  glob_t inputs = {0};

  snprintf(pattern, sizeof pattern, "%s/%s%s%s", folder, strchr(name, '/') ? "" : "*/", name,
           IsYaml(name) ? "" : ".yaml");
  const bool one = glob(pattern, 0, NULL, &inputs) == 0 && inputs.gl_pathc == 1;
  if (one)
    snprintf(found, PETSC_MAX_PATH_LEN, "%s", inputs.gl_pathv[0]);
  globfree(&inputs);
  return one;
}

/* Finds the input with the nearest name, as FOLDER/NAME; "": none is near. */
static void FindNearest(const char *folder, const char *name, char found[PETSC_MAX_PATH_LEN])
{
  char pattern[2 * PETSC_MAX_PATH_LEN];
  GrNearest nearest = GrNearestBegin(name);
  glob_t inputs = {0};

  found[0] = '\0';
  snprintf(pattern, sizeof pattern, "%s/*/*.yaml", folder);
  if (glob(pattern, 0, NULL, &inputs) != 0)
    return;
  for (size_t i = 0; i < inputs.gl_pathc; i++) {
    char *input = inputs.gl_pathv[i] + strlen(folder) + 1;
    const int before = nearest.distance;
    *strrchr(input, '.') = '\0';
    GrNearestTry(&nearest, strchr(name, '/') ? input : strchr(input, '/') + 1);
    if (nearest.distance < before)
      snprintf(found, PETSC_MAX_PATH_LEN, "%s", input);
  }
  globfree(&inputs);
}

/* A path, or the name of a shipped input. */
static PetscErrorCode FindLike(const char *like, New *new)
{
  char folder[PETSC_MAX_PATH_LEN], near[PETSC_MAX_PATH_LEN] = "";

  snprintf(new->source, sizeof new->source, "%s", like);
  if (Exists(like) || like[0] == '/')
    return 0; /* reading reports the error */
  if (FindShipped(folder)) {
    if (FindOne(folder, like, new->source))
      return 0;
    FindNearest(folder, like, near);
  }
  return GrFail(GR_EXIT_INPUT,
                "new: there is no input %s; give the path of an input, or the name of one that is shipped%s%s", like,
                near[0] ? "; did you mean " : ", such as bulk/chute", near);
}

/* ---- files that the input names ---- */

static bool NamesFile(const GrNode *node)
{
  return node->key && node->type == GR_NODE_SCALAR &&
         (strcmp(node->key, "file") == 0 || strcmp(node->key, "path") == 0 || strcmp(node->key, "bond_list") == 0);
}

/* Lists a file that the input names. It is copied if its path is in the folder of the case; results of earlier runs are
   not copied. */
static PetscErrorCode ListFile(const GrNode *node, New *new)
{
  const char *name = node->text;
  const bool earlier = node->parent && node->parent->key && strcmp(node->parent->key, "previous") == 0;
  Copy copy;

  if (name[0] == '/')
    return 0;
  if (earlier || strstr(name, "..")) {
    snprintf(new->stays, sizeof new->stays, "%s", name);
    return 0;
  }
  if (new->n_copies == FILES_MAX)
    return GrFail(GR_EXIT_INPUT, "%s: names more than %d files; copy these files by hand", new->source, FILES_MAX);
  const int from = snprintf(copy.from, sizeof copy.from, "%.*s%s", FolderLength(new->source), new->source, name);
  const int to = snprintf(copy.to, sizeof copy.to, "%.*s%s", FolderLength(new->path), new->path, name);
  if (from >= (int)sizeof copy.from || to >= (int)sizeof copy.to)
    return GrFail(GR_EXIT_INPUT, "%s: the path is too long; give the new case a shorter one", name);
  for (int i = 0; i < new->n_copies; i++)
    if (strcmp(new->copy[i].to, copy.to) == 0)
      return 0;
  new->copy[new->n_copies++] = copy;
  return 0;
}

static PetscErrorCode ListFiles(const GrNode *node, New *new)
{
  if (NamesFile(node))
    return ListFile(node, new);
  for (const GrNode *child = node->first; child; child = child->next)
    PetscCall(ListFiles(child, new));
  return 0;
}

static PetscErrorCode ListFilesOf(const char *text, New *new)
{
  GrDocument document = {0};
  PetscErrorCode error = GrDocumentRead(&document, new->source, text);

  error = error ? error : ListFiles(document.root, new);
  PetscCall(GrDocumentDestroy(&document));
  return error;
}

/* ---- copies ---- */

/* 0: the same bytes; 1: different bytes; -1: a file cannot be read. */
static int CompareFiles(const char *a, const char *b)
{
  FILE *one = fopen(a, "rb"), *other = fopen(b, "rb");
  int differ = one && other ? 0 : -1, c;

  while (differ == 0 && (c = getc(one)) == getc(other) && c != EOF)
    continue;
  if (differ == 0)
    differ = !(feof(one) && feof(other));
  if (one)
    fclose(one);
  if (other)
    fclose(other);
  return differ;
}

/* Checks that files can be read, and that a copy does not replace another file. */
static PetscErrorCode CheckCopies(New *new)
{
  for (int i = 0; i < new->n_copies; i++) {
    if (access(new->copy[i].from, R_OK) != 0)
      return GrFail(GR_EXIT_FILE, "%s: cannot be read: %s; %s names it, so put the file there, or correct the name",
                    new->copy[i].from, strerror(errno), new->source);
    if (Exists(new->copy[i].to) && CompareFiles(new->copy[i].from, new->copy[i].to) != 0)
      return GrFail(GR_EXIT_INPUT, "%s: another file has this name already; create the new case in another folder",
                    new->copy[i].to);
  }
  return 0;
}

static PetscErrorCode MakeCopies(const New *new)
{
  for (int i = 0; i < new->n_copies; i++) {
    char folder[PETSC_MAX_PATH_LEN];
    if (Exists(new->copy[i].to))
      continue;
    const int length = FolderLength(new->copy[i].to);
    snprintf(folder, sizeof folder, "%.*s", length ? length : 1, length ? new->copy[i].to : ".");
    PetscCall(GrDirectoryMake(PETSC_COMM_SELF, folder));
    PetscCall(GrDirectoryCopy(PETSC_COMM_SELF, new->copy[i].from, new->copy[i].to));
  }
  return 0;
}

/* ---- all of it ---- */

static void PrintNew(const New *new, FILE *out)
{
  char command[GR_SHELL_MAX];

  fprintf(out, "wrote %s", new->path);
  for (int i = 0; i < new->n_copies; i++)
    fprintf(out, "%s %s", i ? "," : ", and beside it", new->copy[i].to + FolderLength(new->path));
  fprintf(out, "\n");
  if (new->stays[0])
    fprintf(out, "it names %s, which stays where it is: write its path from the folder of %s\n", new->stays, new->path);
  fprintf(out, "next: %s\n", GrShellCommand("check", new->path, command));
}

/* Writes the new case and its files. Serial. */
static PetscErrorCode MakeNew(const char *text, New *new, FILE *out)
{
  if (text)
    PetscCall(ListFilesOf(text, new));
  PetscCall(CheckCopies(new));
  PetscCall(GrDirectoryMake(PETSC_COMM_SELF, new->folder));
  PetscCall(MakeCopies(new));
  PetscCall(
      GrDirectoryWrite(PETSC_COMM_SELF, new->folder, new->path + FolderLength(new->path), text ? text : template));
  PrintNew(new, out);
  return 0;
}

PetscErrorCode GrRunNewCase(MPI_Comm comm, const char *name, const char *like, FILE *out)
{
  New *new;
  GrStudy *study;
  char *text = NULL;
  int rank;

  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCall(PetscNew(&new));
  PetscErrorCode error = PlaceNew(name, new);
  error = GrFailAgree(comm, !error && like ? FindLike(like, new) : error);
  if (!error && like) { /* the input must be valid */
    error = GrStudyRead(comm, new->source, 0, NULL, &study);
    error = error ? error : GrStudyDestroy(&study);
    error = error ? error : GrDocumentReadFile(comm, new->source, &GrDocumentCaseWords, &text);
  }
  if (!error && rank == 0)
    error = MakeNew(text, new, out);
  error = GrFailAgree(comm, error);
  PetscCall(PetscFree(text));
  PetscCall(PetscFree(new));
  return error;
}
