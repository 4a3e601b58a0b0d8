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

/* Begins an object (bracket '{') or a list ('[') as a member of the current object or list. name: name of the member,
   NULL for the document itself and for items of a list; this holds for all functions below. */
void GrJsonBegin(GrJson *json, const char *name, char bracket);
/* Ends the current object (bracket '}') or list (']'). */
void GrJsonEnd(GrJson *json, char bracket);

/* Writes a member that is a string; a NULL pointer is written as null. */
void GrJsonText(GrJson *json, const char *name, const char *text);

/* Writes a member that is a number, with enough digits to read the same double again. Infinity and NaN are written as
   null. */
void GrJsonNumber(GrJson *json, const char *name, double number);

/* Writes the finite bounds of a range as members of the current object: at_least (above if lower_open), at_most (below
   if upper_open). */
void GrJsonRange(GrJson *json, double lower, bool lower_open, double upper, bool upper_open);

/* Writes a member that is true or false. */
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

/* Writes n members of the struct at `base`, which rows[n] describe, as members of the current object. An empty text is
   written as null. */
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
/* Writes a member that is an object with n numbers. */
void GrJsonObject(GrJson *json, const char *name, int n, const GrJsonPair pairs[]);

#endif
