/* The search of the pages of jobs/tools/site. PAGES (pages.js): the sections, each with page, title, url and text; the
   first section of a page has the title of the page. */

/* Words of the same meaning. A search for one finds the others too. */
const SYNONYMS = [
  ['porosity', 'void fraction', 'void ratio', 'packing fraction', 'packing density', 'solid fraction'],
  ['conveyor', 'belt', 'roller', 'surface velocity'],
  ['wear', 'abrasion', 'erosion', 'archard'],
  ['movie', 'video', 'film', 'animation'],
  ['angle of repose', 'slope', 'pile', 'heap'],
  ['cohesion', 'adhesion', 'sticky', 'stiction'],
  ['wet', 'liquid bridge', 'capillary', 'moisture'],
  ['restart', 'resume', 'checkpoint'],
  ['cluster', 'slurm', 'pbs', 'queue'],
  ['plot', 'picture', 'figure', 'graph', 'chart'],
  ['timestep', 'time step', 'step'],
  ['damping', 'dashpot'],
  ['mill', 'drum', 'mixer', 'blender', 'rotor'],
  ['sieve', 'screen', 'size class', 'counters'],
  ['non-spherical', 'multisphere', 'superquadric', 'clump', 'rigid body', 'bodies'],
  ['cad', 'stl', 'mesh', 'triangle'],
  ['stress control', 'load control', 'servo'],
  ['paraview', 'vtk', 'visualization', 'visualisation', 'ovito'],
  ['parallel', 'mpi', 'ranks', 'cores', 'processors'],
  ['calibration', 'calibrate', 'fit', 'parameter identification'],
  ['stiffness', 'elastic modulus', 'youngs modulus', "young's modulus"],
  ['cement', 'bond', 'fracture', 'breakage'],
  ['hopper', 'silo', 'discharge', 'outflow'],
  ['triaxial', 'biaxial', 'oedometer', 'shear cell', 'compression test'],
  ['size distribution', 'polydisperse', 'bidisperse', 'distribution'],
  ['feed', 'inlet', 'insertion', 'pour'],
  ['parameter study', 'sweep', 'variants', 'study'],
  ['csv', 'excel', 'spreadsheet'],
  ['torque', 'power', 'motor'],
  ['coordination number', 'contacts per particle', 'fabric'],
];

/* The word that a query asks for in a group of synonyms: one of the group, or the beginning of one as the last word of
   the query; undefined: none. `rest`: the query between blanks. */
function wordOf(group, rest) {
  const last = rest.trim().split(' ').pop();
  return group.find(term => rest.includes(` ${term} `) || rest.includes(` ${term}s `)) ||
    (last.length > 3 && group.some(term => term.startsWith(last)) ? last : undefined);
}

/* The sets of words that a query asks for: a known word or phrase with its synonyms, or any other word alone. */
function needles(query) {
  const sets = [];
  let rest = ` ${query.toLowerCase().replace(/[^\w'.-]+/g, ' ').trim()} `;
  for (const group of SYNONYMS) {
    const word = wordOf(group, rest);
    if (!word)
      continue;
    rest = rest.replace(` ${word}s `, ' ').replace(` ${word} `, ' ');
    sets.push([word, ...group.filter(term => term !== word)]);
  }
  const words = rest.split(' ').filter(word => word.length > 1);
  return [...sets, ...words.map(word => [word.length > 4 ? word.replace(/s$/, '') : word])];
}

/* The hit of a set in a section: the sum of the points of its words, and the best word; null: none. A synonym has fewer
   points, so that the word itself comes first. */
function hit(entry, set) {
  const title = entry.title.toLowerCase(), text = entry.text.toLowerCase();
  let sum = 0, best = 0, word;
  set.forEach((term, number) => {
    const count = Math.min(text.split(term).length - 1, 5), points = (title.includes(term) ? 10 : 0) + count;
    sum += points * (number === 0 ? 1 : 0.7);
    if (points > best)
      [best, word] = [points, term];
  });
  return word ? {points: sum, word} : null;
}

/* The sections that have a word of each set, the best first: entry, points, and the first word found in the text. */
function search(query, pages, most = 12) {
  const sets = needles(query), found = [];
  for (const entry of sets.length ? pages : []) {
    const hits = sets.map(set => hit(entry, set));
    if (hits.every(one => one))
      found.push({entry, points: hits.reduce((sum, one) => sum + one.points, 0), word: hits[0].word});
  }
  return found.sort((a, b) => b.points - a.points).slice(0, most);
}

/* The text around a word: before, word, after. */
function snippet(text, word, around = 60) {
  const at = text.toLowerCase().indexOf(word);
  if (at < 0)
    return [text.slice(0, 2 * around), '', ''];
  const end = at + word.length, start = Math.max(0, at - around);
  const before = (start > 0 ? '... ' : '') + text.slice(start, at);
  return [before, text.slice(at, end), text.slice(end, end + around) + ' ...'];
}

/* An item of the list of results: a link with the title, and the text around the word. */
function item({entry, word}) {
  const line = document.createElement('li'), link = document.createElement('a'), mark = document.createElement('mark');
  const [before, middle, after] = snippet(entry.text, word);
  link.href = document.body.dataset.top + entry.url;
  link.textContent = entry.title === entry.page ? entry.page : `${entry.page}: ${entry.title}`;
  mark.textContent = middle;
  const text = document.createElement('span');
  text.append(before, mark, after);
  line.append(link, document.createElement('br'), text);
  return line;
}

function begin() {
  const input = document.getElementById('search'), found = document.getElementById('found');
  if (window.innerWidth < 800)
    document.querySelectorAll('#menu details').forEach(group => { group.open = false; });
  input.addEventListener('input', () => {
    const results = search(input.value, PAGES);
    found.replaceChildren(...results.map(item));
    if (!results.length && input.value.trim().length > 1)
      found.textContent = 'no page has these words';
  });
}

if (typeof document !== 'undefined')
  begin();
