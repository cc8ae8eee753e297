/** The pages and their addresses; `holds` is true for an address that belongs to one. */
export const sitePages = [
  { href: '/', label: 'Library', holds: (path: string) => /^\/(sessions(\/|$)|$)/.test(path) },
  { href: '/watched', label: 'Watched', holds: (path: string) => path.startsWith('/watched') },
  { href: '/scenarios', label: 'Scenarios', holds: (path: string) => path === '/scenarios' },
  {
    href: '/scenarios/builder',
    label: 'Builder',
    holds: (path: string) => path.startsWith('/scenarios/builder'),
  },
  {
    href: '/scenarios/matrix',
    label: 'Matrix',
    holds: (path: string) => path.startsWith('/scenarios/matrix'),
  },
  { href: '/compare', label: 'Compare', holds: (path: string) => path.startsWith('/compare') },
  { href: '/tune', label: 'Tune', holds: (path: string) => path.startsWith('/tune') },
  { href: '/runs', label: 'Runs', holds: (path: string) => path.startsWith('/runs') },
  { href: '/seeds', label: 'Seeds', holds: (path: string) => path.startsWith('/seeds') },
  { href: '/systems', label: 'Systems', holds: (path: string) => path.startsWith('/systems') },
  { href: '/method', label: 'Method', holds: (path: string) => path.startsWith('/method') },
] as const;
