/* Key tables with rows from registries. A registry is a list of entries, such as the list of all laws. There are
   registries of laws, mechanisms, wall shapes, generators, integrators and particle properties. granum converts the
   parameters of an entry to rows of a key table (GrKey), so that the same code reads, writes and documents all keys. */
#ifndef GRANUM_INPUT_KEY_REGISTRY_H
#define GRANUM_INPUT_KEY_REGISTRY_H

#include "input/key/key.h"
#include <stdbool.h>
#include <stdio.h>

/* Prints the reference of the input keys as JSON. The arguments and errors are the same as for GrKeysPrint
   (granum/case.h). */
PetscErrorCode GrKeysJson(const char *name, FILE *out);

enum { GR_ROWS_MAX = 96 };

/* A completed key table: a key table with the rows from registries.
   - The table of a wall, a law or a mechanism begins with a row of the kind GrKeyEntry, by which the input chooses an
     entry of a registry. The rows of the chosen entry follow this row.
   - The table of a condition begins with a placeholder, a row without `meaning`. The rows of all indicators replace it.
   - The table of a group of particles begins with a placeholder, a row without `meaning`. The rows of all generators
     replace it. The rows of all registered particle properties are appended. */
typedef struct {
  GrKey row[GR_ROWS_MAX + 1]; /* the rows, then a row without a name, which ends the table */
  int n;                      /* number of rows */
  char text[512];             /* memory for lists of key names in the rows, such as the keys that a key excludes */
} GrKeyRows;

/* Copies the table `keys` to `rows`, adds the rows of the keys that the chosen entry of a registry defines (for example
   the parameters of a law), and returns the copy. If there are no such rows, returns `keys` itself. entry: the entry of
   the registry that the input has chosen; NULL: none. */
const GrKey *GrKeyRowsOf(const GrKey *keys, const void *entry, GrKeyRows *rows);

/* Returns the key table of a section that has been read, with the rows of the entry that the input has chosen (for
   example a law). base: struct with the values of the section; rows: memory of the returned table. */
const GrKey *GrKeyRowsIn(const GrKey *keys, const char *base, GrKeyRows *rows);

/* A registry: a list of entries (laws, wall shapes, ...). The input chooses an entry by its name. The first member of
   the struct of an entry is a pointer to the name. */
struct GrKeyRegistry {
  const char *what;    /* noun for an entry in messages, such as "law" */
  const char *unknown; /* beginning of the error message about a key that the chosen entry does not have */
  size_t summary;      /* offset, in the struct of an entry, of its description in one line [bytes] */
  /* returns entry number `index`, from 0, of the entries that the key accepts; returns NULL after the last entry */
  const void *(*at)(const GrKey *key, int index);
  /* appends a row to `rows` for each key of an entry, such as a parameter of a law. The pointer is NULL if entries have
     no keys */
  void (*rows)(const void *entry, const GrKey *key, GrKeyRows *rows);
  /* returns the current name of an entry for its old name, or NULL if `name` is no old name. The pointer is NULL if no
     entry has an old name */
  const char *(*current)(const char *name);
  /* reports an unknown name by a special error message. Returns 0 if it has no special message for this name; the
     caller then reports the usual error. The pointer is NULL if there are no special messages */
  PetscErrorCode (*refuse)(const GrNode *node, const GrKey *key, const char *name, const char *list);
  /* appends a line about an entry to the reference of keys. The pointer is NULL if the reference has no such lines */
  void (*note)(GrText *out, const void *entry);
};
extern const GrKeyRegistry GrKeyLaws, GrKeyMechanisms, GrKeyShapes, GrKeyIntegrators;

/* Returns the name of an entry of a registry. */
const char *GrKeyEntryName(const void *entry);
/* Returns the summary of an entry: its description in one line. */
const char *GrKeyEntrySummary(const GrKeyRegistry *registry, const void *entry);

/* Returns whether the first key of a table chooses an entry of a registry (a law, a wall shape, ...) whose parameters
   are keys too. The completed table (GrKeyRows) then has the rows of these keys after the first row. */
static inline bool GrKeyHasEntries(const GrKey *keys)
{
  return keys->kind == &GrKeyEntry && keys->registry->rows;
}

/* Appends a key row to `rows` for each parameter in the array `parameters`, such as the parameters of a law. The struct
   of the section contains the values in an array of GrLawValue. key->count: byte offset of this array in the struct. */
void GrKeyRowsOfParameters(const GrLawParameter *parameters, const GrKey *key, GrKeyRows *rows);

/* Memory for the row that GrKeyGivenOf returns. */
typedef struct {
  GrKey row, inside[GR_GENERATOR_KEYS_MAX + 1];
  GrKeyElement element;
} GrKeyGiven;
/* Returns the row of a key with the values that the input may have. For three kinds of keys the row is in *given:
   - a generator of particles, such as `lattice`. Its kind is a map; with GrGenerator.list also a list of maps; with
     GrGenerator.bare also only the value of the first key of the map
   - a key of a stage (GrKeyStaged). Its kind is that of the key of the case. A map in it has only the keys that a stage
     may change, none of which is required
   - an indicator (GrKeyIndicator, GrKeyLimit). Its kind is a map, or also a number
   For any other key, returns `key` itself. */
const GrKey *GrKeyGivenOf(const GrKey *key, GrKeyGiven *given);

/* Memory for the row that GrKeyShown returns. */
typedef struct {
  char names[512], summaries[1024]; /* names of the entries of a registry; their descriptions, a line each */
  GrKeyGiven given;
} GrKeyShownWords;
/* Returns the row of a key in the form that the reference and the schema print. A key of a stage is completed by
   GrKeyGivenOf. If the values of the key are entries of a registry, the function sets a missing member `choices` to the
   names of the entries, and a missing member `meaning` to their summaries. */
GrKey GrKeyShown(const GrKey *key, GrKeyShownWords *words);

/* Sets kind and section of given->row to those of an indicator; see GrKeyGivenOf. name: name of the indicator. */
void GrKeyIndicatorRow(const char *name, GrKeyGiven *given);

/* Sets *row to the row by which the reference and the schema print a key of a stage; see GrKeyGivenOf. */
void GrKeyStagedRow(const GrKey *key, GrKeyGiven *given);

/* Prints the reference of all keys as the manual page granum(5). */
PetscErrorCode GrKeysManual(FILE *out);

/* Prints the paths of the keys that `--set` can change in every input, such as time.step, one per line. Omits keys
   inside lists and inside named entries, because their paths differ between inputs. */
PetscErrorCode GrKeysNames(FILE *out);

#endif
