/* Loads shared objects with parts of the user: GrPluginLoad of granum/command.h.

   A plugin finds the functions of granum in the process that loads it: in the command granum, which exports them, or in
   the shared library of a program or of Python, whose functions this file makes visible first. The sizes of the
   structs that a plugin fills show whether it was compiled with the headers of this granum. */
#define _GNU_SOURCE /* dladdr */
#include <granum.h>

#include "input/unit/unit.h"
#include "law/registry.h"
#include <dlfcn.h>
#include <string.h>

static const GrPluginSizes Sizes = GR_PLUGIN_SIZES;

/* Makes the functions of the shared library with granum visible to plugins. Does nothing in the command granum. */
static void ExportFunctions(void)
{
  Dl_info own;

  if (dladdr((const void *)&Sizes, &own) && own.dli_fname)
    (void)dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

/* A part of the plugin was refused, or its function has returned a number other than 0. */
static PetscErrorCode ComplainPart(const char *path)
{
  const char *name, *fault = GrLawRefused(&name);

  if (fault)
    return GrFail(GR_EXIT_INPUT, "plugin %s: law %s: %s", path, name, fault);
  return GrFail(GR_EXIT_INPUT,
                "plugin %s: a part cannot be registered; its name may be taken, or a function may be missing", path);
}

/* Checks the units of the parameters of all laws, because registration does not know units. */
static PetscErrorCode CheckUnits(const char *path)
{
  char problem[GR_PROBLEM_MAX];
  GrMeasure measure;
  const GrLaw *law;

  for (int i = 0; (law = GrLawAt(i)); i++)
    for (const GrLawParameter *p = law->parameters; p->name; p++)
      if (p->unit && strcmp(p->unit, "1") != 0 && !GrUnitRead(p->unit, &measure, problem))
        return GrFail(GR_EXIT_INPUT, "plugin %s: law %s: parameter %s: %s", path, law->name, p->name, problem);
  return 0;
}

PetscErrorCode GrPluginLoad(const char *path)
{
  char near[PETSC_MAX_PATH_LEN];

  ExportFunctions();
  snprintf(near, sizeof(near), "%s%s", strchr(path, '/') ? "" : "./", path); /* not from the folders of the system */
  void *file = dlopen(near, RTLD_NOW | RTLD_LOCAL);
  if (!file)
    return GrFail(GR_EXIT_INPUT,
                  "plugin %s: cannot be loaded: %s; give the path of a shared object that is compiled with "
                  "mpicc -shared -fPIC",
                  path, dlerror());
  const GrPlugin *plugin = dlsym(file, "GrPluginOfFile");
  if (!plugin)
    return GrFail(GR_EXIT_INPUT,
                  "plugin %s: defines no plugin; write GR_PLUGIN(FUNCTION) at its end, where FUNCTION registers its "
                  "laws and other parts",
                  path);
  if (memcmp(&plugin->sizes, &Sizes, sizeof(Sizes)) != 0)
    return GrFail(GR_EXIT_INPUT, "plugin %s: was compiled with the headers of another granum; compile it again", path);
  if (plugin->add())
    return ComplainPart(path);
  return CheckUnits(path); /* the file stays loaded until the process ends */
}
