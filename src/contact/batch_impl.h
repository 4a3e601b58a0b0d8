/* The inside of tiles (batch.h): where histories are, what a rule's laws see, parts of a tile. */
#ifndef GRANUM_CONTACT_BATCH_IMPL_H
#define GRANUM_CONTACT_BATCH_IMPL_H

#include "contact/batch.h"

/* Where the histories of the contacts of a tile are: entries of the block in the committed buffer, or -1, and in the
   trial buffer where they are to be kept. `whole`: the entries are those of the tile, in both. */
typedef struct {
  GrHistory *history;
  PetscInt base; /* first entry of the block */
  PetscBool keep, whole, part;
  int from[GR_TILE], to[GR_TILE];
} GrEntries;

/* The arrays of a rule's laws for the contacts of a tile. */
typedef struct {
  const GrInteraction *rule;
  const double (*before)[GR_TILE]; /* the block's committed values, where its memory is being written; otherwise NULL */
  const double *coefficients[GR_MODEL_COEFFICIENTS], *history[GR_MODEL_HISTORY];
  double *trials[GR_MODEL_HISTORY];
  GR_TILE_ALIGNED double coefficient[GR_MODEL_COEFFICIENTS][GR_TILE];
  double committed[GR_MODEL_HISTORY][GR_TILE], trial[GR_MODEL_HISTORY][GR_TILE];
} GrTileLaws;

typedef struct {
  GR_TILE_ALIGNED double x[3][GR_TILE];
} GrTileVectors;

/* What the normal law tells the laws of sliding. */
typedef struct {
  GR_TILE_ALIGNED double viscosity[GR_TILE]; /* -dF/dv [N s/m] */
  double root[GR_TILE];                      /* sqrt(d), if the rule `roots` */
} GrTileTold;

/* Finds the committed entries of a tile. */
void GrEntriesFind(GrHistory *h, PetscBool keep, const GrTile *t, GrEntries *e);

/* The contacts of the tile are the entries of the block from now on. */
void GrEntriesKeep(GrHistory *h, const GrTile *t);

void GrLawsCoefficients(const GrModel *m, const GrTile *t, GrTileLaws *l);

/* Committed histories, those of sliding of a whole tile as they are in the block; the trial ones of a whole tile go
   where they are kept. */
void GrLawsHistory(const GrEntries *e, const GrTile *t, GrTileLaws *l);

void GrLawsStore(const GrEntries *e, const GrTile *t, const GrTileLaws *l);

/* The contacts `which` of a tile as a tile of their own. */
void GrTileSelect(const GrTile *t, const GrEntries *e, int n, const int which[], GrTile *to, GrEntries *own);

/* The contacts from `first` on that follow the rule of contact `first` and are not done. */
int GrTileOfRule(const GrModel *m, const GrTile *t, int first, unsigned char done[], int which[]);

GrLawBlock GrLawsBlock(const GrTile *t, const GrTileLaws *l, int place, const double *rate, double *force,
                       double *dashpot);

/* Normal law: push, power of its dashpot and, unless NULL, what it tells. */
void GrLawsPress(const GrTileLaws *l, const double *restrict rate, GrTileTold *told, GrTile *t);

void GrLawsAdhere(const GrTileLaws *l, const double *restrict rate, GrTile *t);

/* One law of sliding; its force is zero where the bodies are apart. */
void GrLawsSlide(const GrModel *m, const GrTileLaws *l, int slide, double interval, const GrTileTold *told,
                 const GrTileVectors *slip, GrTile *t, GrTileVectors *force, double *stored);

void GrTileRate(const GrTile *t, double *restrict rate);

/* slip = v - (v . n) n + (l1 w1 + l2 w2) x n */
void GrTileSlip(const GrTile *restrict t, const double *restrict rate, GrTileVectors *restrict slip);

/* rolling: R (w1 - w2) x n; twisting: R ((w1 - w2) . n) n */
void GrTileTurn(const GrModel *m, const GrTile *t, int slide, GrTileVectors *slip);

#endif
