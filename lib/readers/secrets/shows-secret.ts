/**
 * Says of a name whether it would show a secret: it holds one of some secrets, or is a piece of one.
 * Names that stand in a page's texts beside a masked secret are fine; those inside of it are not.
 */
export function showsSecret(secrets: readonly string[]): (name: string) => boolean {
  const all = secrets.join('\n');
  const shortest = secrets.reduce((least, { length }) => Math.min(least, length), Infinity);
  return (name) =>
    all.includes(name) ||
    (name.length >= shortest && secrets.some((secret) => name.includes(secret)));
}
