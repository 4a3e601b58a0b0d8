/* Tables of keys that depend on registries: lists of laws, mechanisms, wall shapes, generators, integrators and
   properties of particles. The rows of these registries are converted to rows of keys (GrKey), so that all of them have
   the same reader, writer, schema and reference. */
#ifndef GRANUM_INPUT_KEY_REGISTRY_H
#define GRANUM_INPUT_KEY_REGISTRY_H

#include "input/key/key.h"
#include <stdio.h>

/* Prints the reference of keys as JSON. Arguments and failures are those of GrKeysPrint (granum/case.h). */
PetscErrorCode GrKeysJson(const char *name, FILE *out);

/* A table of keys that is completed by rows of registries (rows.c): - keys of walls, laws and mechanisms begin with a
   GrKeyEntry; the rows of the chosen entry follow it;
   - keys of a group begin with a row without meaning; the rows of all generators replace it, and the rows of all
     registered properties follow. */
enum { GR_ROWS_MAX = 96 };
typedef struct {
  GrKey row[GR_ROWS_MAX + 1];
  int n;
  char text[512]; /* memory for names of keys in the relations of rows */
} GrKeyRows;

/* Returns the completed table of `keys`, stored in `rows`; or `keys` itself if it needs no completion. entry: the entry
   of the registry that the input has chosen; NULL: none. */
const GrKey *GrKeyRowsOf(const GrKey *keys, const void *entry, GrKeyRows *rows);

/* Returns the completed table of a section that has been read into the struct `base`, which has the chosen entry. */
const GrKey *GrKeyRowsIn(const GrKey *keys, const char *base, GrKeyRows *rows);

/* A registry: a list of entries (laws, shapes, ...) of which the input chooses one by its name. The first member of an
   entry is its name. */
struct GrKeyRegistry {
  const char *what;    /* word for an entry, "law" */
  const char *unknown; /* beginning of the message about a key that the chosen entry does not have */
  size_t summary;      /* offset of the summary in an entry [bytes] */
  /* returns entry number `index` of the entries that the key accepts; NULL after the last */
  const void *(*at)(const GrKey *key, int index);
  /* appends the rows of the keys of an entry to `rows`; NULL: entries have no keys */
  void (*rows)(const void *entry, const GrKey *key, GrKeyRows *rows);
  /* returns the current name of an entry that was renamed, or NULL. NULL: no entry was renamed */
  const char *(*current)(const char *name);
  /* Fails with a special message about an unknown name, or returns 0: the usual message is then given. NULL: there are
     no special messages. */
  PetscErrorCode (*refuse)(const GrNode *node, const GrKey *key, const char *name, const char *list);
  void (*note)(GrText *out, const void *entry); /* adds a line about an entry to the reference. NULL: there is none */
};
extern const GrKeyRegistry GrKeyLaws, GrKeyMechanisms, GrKeyShapes, GrKeyIntegrators;

/* Returns the name of an entry. */
const char *GrKeyEntryName(const void *entry);
/* Returns the summary of an entry. */
const char *GrKeyEntrySummary(const GrKeyRegistry *registry, const void *entry);

/* Whether the first key of a table of keys chooses an entry of a registry (a law, a shape, ...), whose own keys follow
   in the table. */
static inline bool GrKeyHasEntries(const GrKey *keys)
{
  return keys->kind == &GrKeyEntry && keys->registry->rows;
}

/* Writes the JSON schema of the changes of contact rules by a stage. */
void GrKeyStageRules(GrText *out, const GrKey *key, unsigned scope);

/* Appends a row to `rows` for each parameter. Their values are an array of GrLawValue at the offset key->count. */
void GrKeyRowsOfParameters(const GrLawParameter *parameters, const GrKey *key, GrKeyRows *rows);

/* Memory for the texts of a row that GrKeyShown returns. */
typedef struct {
  char names[512], summaries[1024];
} GrKeyEntryWords;
/* Returns the row of a key as the reference and the schema print it: for a key of the kind GrKeyEntry, the words become
   the names in its registry; if the row has no meaning, the meaning becomes the summaries of the entries. */
GrKey GrKeyShown(const GrKey *key, GrKeyEntryWords *words);

/* Memory for a row that GrKeyGivenOf returns. */
typedef struct {
  GrKey row, inside[GR_GENERATOR_KEYS_MAX + 1];
  GrKeyElement element;
} GrKeyGiven;
/* Returns the row of a generator's key with the kind of its value in the input: a map, a list of maps, or the value of
   the generator's first key alone (GrGenerator.bare). Returns rows that are no generator unchanged. */
const GrKey *GrKeyGivenOf(const GrKey *key, GrKeyGiven *given);

#endif
