/**
 * What was made of the newest object and some values beside it: at most `most` results, held as long as that object
 * lives and no other is asked for. For results that are large, asked for at several places of a page at once.
 */
export function keptOfNewest<K extends object, V>(most = 1) {
  let kept = new WeakMap<K, { readonly by: readonly unknown[]; readonly made: V }[]>();
  return (of: K, by: readonly unknown[], make: () => V): V => {
    const list = kept.get(of) ?? [];
    const known = list.find((one) => one.by.every((value, i) => value === by[i]));
    if (known !== undefined) return known.made;
    const made = make();
    kept = new WeakMap([[of, [...list, { by, made }].slice(-most)]]);
    return made;
  };
}
