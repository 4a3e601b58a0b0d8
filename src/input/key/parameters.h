/* Parameters of a law or a mechanism: a map beside the key that says which one, with rows of its own. */
#ifndef GRANUM_INPUT_KEY_PARAMETERS_H
#define GRANUM_INPUT_KEY_PARAMETERS_H

#include "input/key/key.h"

enum { GR_PARAMETERS_MAX = 24 };

/* Whose parameters. */
typedef struct {
  const char *key;  /* beside which they stand: law, type */
  const char *what; /* "law", "mechanism" */
  const char *name;
  const GrLawParameter *parameters;
} GrParameters;

static inline GrParameters GrParametersOfLaw(const GrLaw *law)
{
  return (GrParameters){"law", "law", law->name, law->parameters};
}

static inline GrParameters GrParametersOfMechanism(const GrMechanism *mechanism)
{
  return (GrParameters){"type", "mechanism", mechanism->name, mechanism->parameters};
}

/* Complains about a key that is none of them. */
PetscErrorCode GrParametersCheck(const GrNode *map, const GrParameters *of);

/* Values in the order of the rows, defaults filled in. */
PetscErrorCode GrParameterRead(const GrNode *map, const GrLawParameter *parameter, GrLawValue *value);
PetscErrorCode GrParametersRead(const GrNode *map, const GrParameters *of, GrLawValue *value);

/* The lines of the resolved case. */
void GrValuesWrite(GrText *out, const GrLawParameter *parameter, const GrLawValue *value, int indent);

/* A JSON schema of the map. */
void GrParametersSchema(GrText *out, const GrParameters *of, const char *summary, unsigned scope);

/* Definitions of the laws of each kind for the schema, as members of "$defs", each with a comma after it. */
void GrKeyLawDefinitions(GrText *out);

#endif
