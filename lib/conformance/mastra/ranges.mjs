/** Ascending numbers as ranges: "0-3 7-8". */
export function ranges(numbers) {
  const out = [];
  for (const n of numbers) {
    const last = out.at(-1);
    if (last !== undefined && last[1] === n) last[1] = n + 1;
    else out.push([n, n + 1]);
  }
  return out.map((range) => range.join('-')).join(' ');
}
