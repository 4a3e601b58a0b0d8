/* Tables that depend on registries: laws, mechanisms, wall shapes, generators, integrators and properties of particles.
   Rows of all registries become rows of keys here, so that one reader, one writer, one schema and one reference serve
   them all. */
#ifndef GRANUM_INPUT_KEY_REGISTRY_H
#define GRANUM_INPUT_KEY_REGISTRY_H

#include "input/key/key.h"
#include <stdio.h>

/* Prints the reference of keys as JSON; arguments and failures as of GrKeysPrint (granum/case.h). */
PetscErrorCode GrKeysJson(const char *name, FILE *out);

/* A table that is completed by rows of registries (rows.c):
   - keys of walls, laws and mechanisms begin with a GrKeyEntry; the rows of the chosen entry follow it;
   - keys of a group begin with a row without meaning; the rows of all generators replace it, and the rows of all
     registered properties follow. */
enum { GR_ROWS_MAX = 96 };
typedef struct {
  GrKey row[GR_ROWS_MAX + 1];
  int n;
  char text[512]; /* names of keys, for the relations of rows */
} GrKeyRows;

/* Returns the completed table, stored in `rows`; or `keys` if the table needs no completion. entry: the entry that the
   input chose; NULL: none. */
const GrKey *GrKeyRowsOf(const GrKey *keys, const void *entry, GrKeyRows *rows);

/* Returns the completed table of a section that has been read into `base`; its value defines the entry. */
const GrKey *GrKeyRowsIn(const GrKey *keys, const char *base, GrKeyRows *rows);

/* A list of entries (laws, shapes, ...) of which a word of the input chooses one. The first member of an entry is its
   name. */
struct GrKeyRegistry {
  const char *what;    /* "law" */
  const char *unknown; /* beginning of the message about an unknown key in the map of an entry */
  size_t summary;      /* offset of the summary in an entry */
  const void *(*at)(const GrKey *key, int index); /* entries that the key accepts; NULL after the last one */
  void (*rows)(const void *entry, const GrKey *key, GrKeyRows *rows); /* adds the keys of an entry; NULL: none */
  const char *(*current)(const char *name); /* current name of a renamed entry, or NULL. NULL: no entry was renamed */
  /* Reports an unknown name with a special message, or returns 0. NULL: there is no special message. */
  PetscErrorCode (*refuse)(const GrNode *node, const GrKey *key, const char *name, const char *list);
  void (*note)(GrText *out, const void *entry); /* adds a line to the reference. NULL: none */
};
extern const GrKeyRegistry GrKeyLaws, GrKeyMechanisms, GrKeyShapes, GrKeyIntegrators;

/* Returns the name of an entry. */
const char *GrKeyEntryName(const void *entry);
/* Returns the summary of an entry. */
const char *GrKeyEntrySummary(const GrKeyRegistry *registry, const void *entry);

/* Whether the first key of the table chooses the entry whose rows follow it. */
static inline bool GrKeyHasEntries(const GrKey *keys)
{
  return keys->kind == &GrKeyEntry && keys->registry->rows;
}

/* The schema of changes of contact rules by a stage. */
void GrKeyStageRules(GrText *out, const GrKey *key, unsigned scope);

/* Adds rows for parameters, whose values are an array of GrLawValue at key->count. */
void GrKeyRowsOfParameters(const GrLawParameter *parameters, const GrKey *key, GrKeyRows *rows);

/* Texts of a row that GrKeyShown returns. */
typedef struct {
  char names[512], summaries[1024];
} GrKeyEntryWords;
/* Returns the row that the reference and the schema print. The words of a GrKeyEntry are the names in its registry. If
   the row has no meaning, its meaning becomes the summaries of the entries. */
GrKey GrKeyShown(const GrKey *key, GrKeyEntryWords *words);

/* Memory of a row that GrKeyGivenOf returns. */
typedef struct {
  GrKey row, inside[GR_GENERATOR_KEYS_MAX + 1];
  GrKeyElement element;
} GrKeyGiven;
/* Returns the row of a generator with the kind that its value has: a map, a list of maps, or the value of its single
   key. Returns other rows unchanged. */
const GrKey *GrKeyGivenOf(const GrKey *key, GrKeyGiven *given);

#endif
