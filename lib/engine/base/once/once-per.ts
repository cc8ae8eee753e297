/** A function of an object, computed once for each object and held as long as that object lives. */
export function oncePer<K extends object, V extends object>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const made = make(of);
    known.set(of, made);
    return made;
  };
}
