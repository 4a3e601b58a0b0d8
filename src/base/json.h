/* A JSON document that grows member by member. What the document holds, and what that holds in turn, stands on lines of
   its own; what lies deeper stands on the line of what holds it. */
#ifndef GRANUM_BASE_JSON_H
#define GRANUM_BASE_JSON_H

#include "base/text.h"

typedef struct {
  GrText text;
  int depth;        /* objects and lists that have begun and not ended */
  PetscBool filled; /* the innermost of them has a member */
} GrJson;

/* An object '{' '}' or a list '[' ']'. `name`, here and below: NULL for the document and in a list. */
void GrJsonBegin(GrJson *json, const char *name, char bracket);
void GrJsonEnd(GrJson *json, char bracket);

/* NULL: null. */
void GrJsonText(GrJson *json, const char *name, const char *text);

/* All digits that matter; what is no number, or not finite: null. */
void GrJsonNumber(GrJson *json, const char *name, double number);

/* Members of an object that are members of a struct: a text, char [size], or a double. One table writes, reads and
   describes them. */
typedef struct {
  const char *name, *unit; /* unit NULL: a text */
  const char *description;
  size_t offset, size;
} GrJsonRow;
#define GR_JSON_TEXT(type, member, description)                                                                        \
  {                                                                                                                    \
#member, NULL, description, offsetof(type, member), sizeof(((type *)0)->member)                                    \
  }
#define GR_JSON_NUMBER(type, member, unit, description)                                                                \
  {                                                                                                                    \
#member, unit, description, offsetof(type, member), sizeof(double)                                                 \
  }

/* Writes n rows of the struct at `base`. An empty text is null. */
void GrJsonRows(GrJson *json, int n, const GrJsonRow rows[], const void *base);

/* Replaces a file by the document (GrDirectoryReplace) and frees the document. Returns 0 or the error number. */
int GrJsonSave(GrJson *json, const char *path, PetscBool sync);

/* Several numbers: members of the object that has begun, and an object of their own. */
typedef struct {
  const char *name;
  double value;
} GrJsonPair;
void GrJsonNumbers(GrJson *json, int n, const GrJsonPair pairs[]);
void GrJsonObject(GrJson *json, const char *name, int n, const GrJsonPair pairs[]);

#endif
