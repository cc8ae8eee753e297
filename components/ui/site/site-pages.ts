/** A page of the site; `holds` is true for an address that belongs to it. */
interface SitePage {
  readonly href: string;
  readonly label: string;
  readonly holds: (path: string) => boolean;
}

const below = (...folders: readonly string[]) => {
  const known = folders.map((folder) => new RegExp(`^/${folder}(/|$)`));
  return (path: string): boolean => known.some((folder) => folder.test(path));
};

/** The four doors: every other page is reached from one of them. */
export const doors: readonly SitePage[] = [
  {
    href: '/',
    label: 'Library',
    holds: (path) => path === '/' || below('sessions', 'imports', 'watched', 'runs')(path),
  },
  { href: '/tune', label: 'Tune', holds: below('tune') },
  { href: '/compare', label: 'Compare', holds: below('compare') },
  { href: '/scenarios', label: 'Scenarios', holds: below('scenarios') },
];

/** Pages behind the doors: inside the library, and beside the scenarios. */
export const innerPages: readonly SitePage[] = [
  { href: '/watched', label: 'Watched folders', holds: below('watched') },
  { href: '/runs', label: 'Frozen runs', holds: below('runs') },
  { href: '/scenarios/builder', label: 'Builder', holds: below('scenarios/builder') },
  { href: '/scenarios/matrix', label: 'Matrix', holds: below('scenarios/matrix') },
];

/** What there is to read, in the help menu. */
export const helpPages: readonly SitePage[] = [
  { href: '/systems', label: 'Systems', holds: below('systems') },
  { href: '/method', label: 'Method', holds: below('method') },
  { href: '/seeds', label: 'Seeds', holds: below('seeds') },
];
