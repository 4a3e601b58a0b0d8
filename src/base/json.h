/* A JSON document that is written member by member. Members at the first and second level of nesting are on separate
   lines. Deeper members are on the line of the member that contains them. */
#ifndef GRANUM_BASE_JSON_H
#define GRANUM_BASE_JSON_H

#include "base/text.h"
#include <stdbool.h>

typedef struct {
  GrText text;
  int depth;        /* number of objects and lists that have begun and not ended */
  PetscBool filled; /* whether the innermost object or list has a member */
} GrJson;

/* Begins an object '{' or a list '['. name: name of the member; NULL for the document itself and for items of a list,
   as in all functions below. */
void GrJsonBegin(GrJson *json, const char *name, char bracket);
/* Ends the innermost object '}' or list ']'. */
void GrJsonEnd(GrJson *json, char bracket);

/* Writes a string; a NULL pointer is written as null. */
void GrJsonText(GrJson *json, const char *name, const char *text);

/* Writes a number so that it reads back to the same double; infinity and NaN are written as null. */
void GrJsonNumber(GrJson *json, const char *name, double number);

/* Writes the finite bounds of a range as members of the current object: at_least or above, at_most or below. */
void GrJsonRange(GrJson *json, double lower, bool lower_open, double upper, bool upper_open);

/* Writes true or false. */
void GrJsonBoolean(GrJson *json, const char *name, bool value);

/* A member of a struct that is written as a member of a JSON object: a text char[size], or a double. A table of such
   rows is used to write, read and describe the members. */
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

/* Writes the n members of the struct at `base`. An empty text is written as null. */
void GrJsonRows(GrJson *json, int n, const GrJsonRow rows[], const void *base);

/* Replaces the content of a file by the document (GrDirectoryReplace) and frees the document. Returns 0 or the system's
   error number. */
int GrJsonSave(GrJson *json, const char *path, PetscBool sync);

/* Name and value of a JSON member that is a number. */
typedef struct {
  const char *name;
  double value;
} GrJsonPair;
/* Writes n numbers as members of the current object. */
void GrJsonNumbers(GrJson *json, int n, const GrJsonPair pairs[]);
/* Writes an object whose members are n numbers. */
void GrJsonObject(GrJson *json, const char *name, int n, const GrJsonPair pairs[]);

#endif
