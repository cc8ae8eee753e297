/** Rounds up to 1, 2, 2.5 or 5 times a power of ten. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= least) ?? 10;
  return factor * power;
}

/** Top of a scale with some room above `peak`, on a quarter of a tick. */
export function niceTop(peak: number): number {
  const part = niceStep(peak / 5) / 4;
  return Math.ceil((peak * 1.04) / part) * part;
}

/** Bottom of a scale that is fitted to values from `low` to `top`: 0 unless they all lie far above. */
export function niceBottom(low: number, top: number): number {
  if (low < top * 0.3) return 0;
  const part = niceStep((top - low) / 5) / 2;
  return Math.max(0, Math.floor((low - (top - low) * 0.06) / part) * part);
}

/** About five round values from `bottom` to `top`. */
export function valueTicks(bottom: number, top: number): number[] {
  const step = niceStep((top - bottom) / 6);
  const first = Math.ceil(bottom / step - 1e-9);
  const count = Math.floor(top / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, k) => (first + k) * step);
}

/** Round values within a range, about `count` of them. */
export function rangeTicks(low: number, high: number, count: number): number[] {
  const step = niceStep(Math.max(high - low, Math.abs(high) * 1e-6) / count);
  const ticks: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
    ticks.push(Math.round(k * step * 1e6) / 1e6);
  }
  return ticks;
}

/** Round step numbers of a range, about one every 96 pixels. */
export function stepTicks(from: number, to: number, width: number): number[] {
  const step = Math.max(
    1,
    Math.round(niceStep(Math.max(1, (to - from) / Math.max(2, width / 96)))),
  );
  const first = Math.ceil(from / step) * step;
  const ticks: number[] = [];
  for (let tick = first; tick <= to; tick += step) ticks.push(tick);
  return ticks;
}
