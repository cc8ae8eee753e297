const ANYWHERE = 'http://localhost';

/**
 * A path of this server with its query, from text that anyone may have written; `/` for everything
 * that a browser could take for another site.
 */
export function localPath(text: string): string {
  if (!text.startsWith('/') || !URL.canParse(text, ANYWHERE)) return '/';
  const { origin, pathname, search } = new URL(text, ANYWHERE);
  return origin === ANYWHERE && !pathname.startsWith('//') ? pathname + search : '/';
}
