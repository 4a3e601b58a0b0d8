/* Finds laws by a word of their cards; see card.h. */
#include "law/card/card.h"

#include <ctype.h>
#include <stddef.h>

/* A letter for comparison: capital letters, "_" and "-" are equal to small letters and blanks. */
static int PlainLetter(char letter)
{
  return letter == '_' || letter == '-' || letter == '\n' ? ' ' : tolower((unsigned char)letter);
}

static bool BeginsWith(const char *text, const char *word)
{
  while (*word && PlainLetter(*text) == PlainLetter(*word))
    text++, word++;
  return !*word;
}

/* Whether the text contains the word at its own beginning, or behind a character that is no letter or digit. */
static bool Contains(const char *text, const char *word)
{
  for (const char *at = text; text && *at; at++)
    if ((at == text || !isalnum((unsigned char)at[-1])) && BeginsWith(at, word))
      return true;
  return false;
}

/* Law number `index` of those whose name or summary, or whose source, contains the word. */
static const GrLaw *Search(const char *word, bool sources, int index)
{
  const GrLaw *law;
  for (int i = 0; (law = GrLawAt(i)); i++) {
    const bool found =
        sources ? Contains(law->source, word) : Contains(law->name, word) || Contains(law->summary, word);
    if (found && index-- == 0)
      return law;
  }
  return NULL;
}

const GrLaw *GrCardFind(const char *word, int index)
{
  if (!word)
    return GrLawAt(index);
  const GrLaw *named = GrLawFind(word);
  if (named)
    return index == 0 ? named : NULL;
  return *word ? Search(word, !Search(word, false, 0), index) : NULL;
}
