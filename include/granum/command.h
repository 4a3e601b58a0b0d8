/* granum/command.h: the folder of a run; the functions that implement the commands check, run, resume, diff and info;
   the command granum itself (GrMain); plugins.

   A run locks its folder, so that no other run can write into it at the same time. The lock is a lock of the operating
   system on the file .granum.lock in the folder. The file also contains the host, the batch job, the process and the
   time. The system releases the lock when the process ends. The file remains: after a removal, one run could lock the
   removed file while another run locks a new file of the same name. A file server may keep the lock of a node that has
   crashed. granum then refuses the folder until the server releases the lock or the user removes the file. If the file
   system does not share locks between nodes, granum cannot refuse a second run on another node. If the file system has
   no locks, granum prints a warning.

   A run is refused if its folder already contains another run. With GR_FOLDER_OVERWRITE it is not refused: granum then
   removes the files of the old run, and no other files. The functions of folders are collective: the first rank does
   the work, and all ranks return the same error. */
#ifndef GRANUM_COMMAND_H
#define GRANUM_COMMAND_H

#include <granum/run.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Treatment of an old run whose files are already in the folder. */
typedef enum {
  GR_FOLDER_REFUSE,    /* the old run is kept, and the new run fails */
  GR_FOLDER_COPY,      /* as GR_FOLDER_REFUSE; for a run that is resumed from the results in another folder */
  GR_FOLDER_OVERWRITE, /* the files of the old run are removed */
  GR_FOLDER_CONTINUE   /* the old run is resumed in this folder */
} GrFolderUse;

/* Creates a folder object. Reads and writes no file. path: path of the folder; NULL: GrRunResume sets it later.
   command: the command line of the program for run.json, as an array of words with NULL after the last word. The caller
   must keep the words in memory. command NULL: run.json has no command line. Collective. */
PetscErrorCode GrRunFolderCreate(MPI_Comm comm, const char *path, GrFolderUse use, const char *const command[],
                                 GrRunFolder *folder);

/* Protects the input files of all cases of a study: runs in this folder do not overwrite these files. Collective. */
PetscErrorCode GrRunFolderSpare(GrRunFolder folder, const GrStudy *study);

/* Fails with the error that GrRunFolderHold would give now, but writes nothing. Call it before a long computation.
   Collective. */
PetscErrorCode GrRunFolderCheck(GrRunFolder folder);

/* Creates the folder and its missing parents, and locks it. With GR_FOLDER_OVERWRITE it also removes the old run. Fails
   with GR_EXIT_STOPPED if another process has locked the folder. Fails with GR_EXIT_INPUT if the folder contains a run
   and the GrFolderUse of this folder object does not allow this. Collective. */
PetscErrorCode GrRunFolderHold(GrRunFolder folder);

/* Returns the path of the folder; NULL: the path is not set yet. */
const char *GrRunFolderPath(const GrRunFolder folder);

/* Returns the text of warning k of the run in this folder, from 0, of all its segments (a resumed run has several).
   NULL: there are fewer warnings, or this is not the first rank. Not collective. */
const char *GrRunFolderWarning(GrRunFolder folder, int k);
/* Returns the number of these warnings; 0 on other ranks than the first. */
int GrRunFolderCountWarnings(GrRunFolder folder);

/* Writes to run.json how the run ended, and releases the lock of the folder. error: error code of the run, 0 if it
   succeeded. Collective. */
PetscErrorCode GrRunFolderClose(GrRunFolder *folder, PetscErrorCode error);

/* ---- commands ---- */

/* Implements `granum check`. For each case of a study, creates the initial state and prints it with a forecast of the
   run: number of particles, time step and its limits, number of steps, run time, memory, size of the output. all: also
   prints the input with all defaults, so that the output is a valid input. The first rank prints. Collective. */
PetscErrorCode GrRunCheck(MPI_Comm comm, const GrStudy *study, bool all, FILE *out);

/* Implements `granum check --json`: creates the initial state of each case and prints the forecast as one JSON
   document. A member whose name ends in a unit is a number in this unit. all: as for GrRunCheck. next: the
   command `granum run ...` that runs the input; the document contains it. NULL: no command. Collective. */
PetscErrorCode GrRunCheckJson(MPI_Comm comm, const GrStudy *study, bool all, const char *next, FILE *out);

/* Implements `granum run` for one case with particles, and prints the messages of the command. folder: the output
   folder, which no run has locked yet; NULL: no output. Fails with exit code GR_EXIT_STOPPED if a signal or the limit
   of the wall-clock time stops the run. Collective. */
PetscErrorCode GrRunCase(MPI_Comm comm, const GrCase *the_case, GrRunFolder folder, const GrRunOptions *options);

/* Implements `granum run` for any input: one case with particles (GrRunCase), a study (several cases of one input), or
   an ensemble of impacts, bouncing balls or mechanisms. In a study, cases with particles run one after another on all
   ranks, or, with options->groups, one at a time on each group of ranks, each in the folder FOLDER/NAME
   (GrStudyCaseName).
   FOLDER/study.json lists the cases and whether each case has run. If a case is invalid or fails with GR_EXIT_PHYSICS,
   the remaining cases still run. The function then returns the first of these errors. Collective. */
PetscErrorCode GrRunStudy(MPI_Comm comm, const GrStudy *study, GrRunFolder folder, const GrRunOptions *options);

/* Implements `granum resume`. from: a checkpoint file, the folder of a run (its newest checkpoint is used), or the
   folder of a study. In a study, completed cases are skipped, cases with a checkpoint are resumed, and all other cases
   start from the beginning. folder, options: as for GrRunResume (granum/run.h). Collective. */
PetscErrorCode GrRunStudyResume(MPI_Comm comm, const char *from, GrRunFolder folder, const GrRunOptions *options);

/* Implements `granum diff`: compares all datasets of two files and sets *same to whether they are equal. Prints
   a line for each dataset, attribute or group that differs, with its first difference: frame, row, particle id if
   known, and both values; the last line is the number of differences, if there are several. Serial. */
PetscErrorCode GrResultsDiff(const char *path_a, const char *path_b, bool *same, FILE *out);

/* Implements `granum info`: prints the contents of a file or a folder. Serial.
     results file  title, version, particles, frames, time span; shape, unit and description of each dataset
     checkpoint    step, time, title, tables; if it is damaged, fails with a message that states the reason
     folder        results, checkpoints, study */
PetscErrorCode GrRunInfo(const char *path, FILE *out);

/* Implements the command granum: reads the command line, initializes and finalizes MPI and PETSc, and executes a
   subcommand. Returns the exit code. A program registers its own laws, wall shapes and so on, and then calls this
   function; it can then do what granum can do, with these parts. To be called once, before MPI is initialized. */
int GrMain(int argc, char **argv);

/* ---- plugins ---- */

/* Sizes [bytes] of the structs that a plugin can fill. */
typedef struct {
  size_t law, law_batch, slide_batch, bond_batch, shape, generator, integrator, mechanism, observable, property;
} GrPluginSizes;
#define GR_PLUGIN_SIZES                                                                                                \
  {                                                                                                                    \
    sizeof(GrLaw), sizeof(GrLawBatch), sizeof(GrSlideBatch), sizeof(GrBondBatch), sizeof(GrWallShape),                 \
        sizeof(GrGenerator), sizeof(GrIntegrator), sizeof(GrMechanism), sizeof(GrObservable), sizeof(GrProperty)       \
  }

/* Definition of a plugin, made by GR_PLUGIN. */
typedef struct {
  GrPluginSizes sizes;
  int (*add)(void); /* registers the parts of the plugin; returns 0 on success */
} GrPlugin;

/* Makes a file a plugin: a shared object that `granum --plugin` loads. function: a function `int function(void)` that
   registers laws and other parts (GrLawRegister, ...), and returns 0 on success. */
#define GR_PLUGIN(function)                                                                                            \
  extern const GrPlugin GrPluginOfFile;                                                                                \
  const GrPlugin GrPluginOfFile = {GR_PLUGIN_SIZES, function}

/* Loads a plugin and registers its parts, before a case is read. path: path of the shared object. Fails with
   GR_EXIT_INPUT if it cannot be loaded, is no plugin, was compiled with the headers of another granum, or if a part
   cannot be registered. Not collective: each process loads the file. */
PetscErrorCode GrPluginLoad(const char *path);

#ifdef __cplusplus
}
#endif

#endif
