/**
 * Heights for labels that want to stand at `wanted`: at least `apart` from one another, in their order
 * from the top, as near to where they want to be as the room from `top` to `bottom` allows.
 */
export function labelPlaces(
  wanted: readonly number[],
  { apart, top, bottom }: { readonly apart: number; readonly top: number; readonly bottom: number },
): readonly number[] {
  const order = [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0) || a - b);
  const places = new Array<number>(wanted.length).fill(0);
  let least = top;
  for (const i of order) {
    places[i] = Math.max(least, wanted[i] ?? 0);
    least = (places[i] ?? 0) + apart;
  }
  let most = bottom;
  for (const i of order.reverse()) {
    places[i] = Math.min(most, places[i] ?? 0);
    most = (places[i] ?? 0) - apart;
  }
  return places;
}
