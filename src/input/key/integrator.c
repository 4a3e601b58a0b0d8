/* Kind of value: the name of an integrator, whose words come from their registry. */
#include "input/key/key.h"

#include <granum/integrator.h>
#include <string.h>

GrKey GrIntegratorKey(const GrKey *key, GrIntegratorWords *words)
{
  GrKey row = *key;
  const GrIntegrator *integrator;

  *words = (GrIntegratorWords){"", ""};
  for (int i = 0; key->kind == &GrKeyIntegrator && (integrator = GrIntegratorAt(i)); i++) {
    const size_t names = strlen(words->names), summaries = strlen(words->summaries);
    snprintf(words->names + names, sizeof words->names - names, "%s%s", i ? "|" : "", integrator->name);
    snprintf(words->summaries + summaries, sizeof words->summaries - summaries, "%s%s: %s", i ? "; " : "",
             integrator->name, integrator->summary);
    row.choices = words->names;
    row.meaning = words->summaries;
  }
  return row;
}

static PetscErrorCode ReadIntegrator(const GrNode *node, const GrKey *key, unsigned scope, char *base)
{
  GrIntegratorWords words;
  GrKey row = GrIntegratorKey(key, &words);
  int choice;

  row.offset = 0;
  PetscCall(GrKeyChoice.read(node, &row, scope, (char *)&choice));
  *(const GrIntegrator **)(base + key->offset) = GrIntegratorAt(choice);
  return 0;
}

static void WriteIntegrator(GrText *out, const GrKey *key, const char *base, const GrKeyWriting *writing)
{
  GrTextPrint(out, " %s\n", (*(const GrIntegrator *const *)(base + key->offset))->name);
}

static void SchemaIntegrator(GrText *out, const GrKey *key, unsigned scope)
{
  GrIntegratorWords words;
  const GrKey row = GrIntegratorKey(key, &words);
  GrKeyChoice.schema(out, &row, scope);
}

const GrKeyKind GrKeyIntegrator = {"word", ReadIntegrator, NULL, WriteIntegrator, SchemaIntegrator, NULL, NULL};
