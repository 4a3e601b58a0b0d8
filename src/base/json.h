/* Writes a JSON document, member by member. Each member at the first and second level of nesting is on a separate
   line. Deeper members are on the line of the member that contains them. */
#ifndef GRANUM_BASE_JSON_H
#define GRANUM_BASE_JSON_H

#include "base/text.h"
#include <stdbool.h>

/* A JSON document that is being written. Initialise it with zeros. */
typedef struct {
  GrText text; /* the text written so far */
  int depth;   /* number of open objects and lists: GrJsonBegin was called, but not yet GrJsonEnd */
  bool filled; /* whether the innermost open object or list already has a member */
} GrJson;

/* Begins an object (bracket '{') or a list (bracket '[') inside the current object or list. name: name of the
   member. In this and all functions below, name is NULL for an item of a list and for the document itself. */
void GrJsonBegin(GrJson *json, const char *name, char bracket);
/* Ends the current object (bracket '}') or list (']'). */
void GrJsonEnd(GrJson *json, char bracket);

/* Writes a member that is a string, or null if `text` is NULL. */
void GrJsonText(GrJson *json, const char *name, const char *text);

/* Writes a member that is a number, with enough digits to read the same double again. Infinity and NaN are written as
   null. */
void GrJsonNumber(GrJson *json, const char *name, double number);

/* Writes the range of a number as members of the current object. The name of the lower bound is "at_least", or "above"
   if lower_open is true. The name of the upper bound is "at_most", or "below" if upper_open is true. An infinite bound
   is not written. */
void GrJsonRange(GrJson *json, double lower, bool lower_open, double upper, bool upper_open);

/* Writes a member that is true or false. */
void GrJsonBoolean(GrJson *json, const char *name, bool value);

/* A row of a table that describes a C struct. The row describes one member: a text char[size] or a double. In JSON, the
   struct is an object that has the same members. These tables are used to write, read and document the members. */
typedef struct {
  const char *name, *unit; /* name in C and in JSON; SI unit, or NULL if the member is a text */
  const char *description;
  size_t offset, size; /* offset of the member in the C struct and size of the member [bytes] */
} GrJsonRow;
#define GR_JSON_TEXT(type, member, description)                                                                        \
  {                                                                                                                    \
#member, NULL, description, offsetof(type, member), sizeof(((type *)0)->member)                                    \
  }
#define GR_JSON_NUMBER(type, member, unit, description)                                                                \
  {                                                                                                                    \
#member, unit, description, offsetof(type, member), sizeof(double)                                                 \
  }

/* Writes text and number members of the C struct at the address `base` as members of the current JSON object. rows[n]:
   names and offsets of these members. An empty text is written as null. */
void GrJsonRows(GrJson *json, int n, const GrJsonRow rows[], const void *base);

/* Writes the document to a file and frees the document. An old file is replaced in one step, so it is complete at any
   time. sync: whether to wait until the text is on the disk. Returns 0 or the error number (errno) of the system. */
int GrJsonSave(GrJson *json, const char *path, bool sync);

/* Name and value of a JSON member that is a number. */
typedef struct {
  const char *name;
  double value;
} GrJsonPair;
/* Writes n named numbers as members of the current object. */
void GrJsonNumbers(GrJson *json, int n, const GrJsonPair pairs[]);
/* Writes a member that is an object. Its members are n named numbers. */
void GrJsonObject(GrJson *json, const char *name, int n, const GrJsonPair pairs[]);

#endif
