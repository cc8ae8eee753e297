/**
 * Counts requests as a recording's provider did, scaled to what is sent. A request is the recorded one until the first
 * compaction, there or here, and has the recorded count. From then on it is the newest of those
 * counts, and for each unit of its messages that it has more or less the tokens of a unit: learnt between the smallest
 * and the largest request that were recorded ones, or while there are too few `perUnit` of the recording, at most
 * what the newest has of each: beside its messages a request holds no less than nothing. Nothing of what the product
 * projects is in it.
 */
export function recordedCounts({ perUnit }) {
  const known = [];
  let apart = false;
  const bounded = ({ units, real }) => (units > 0 ? Math.min(perUnit, real / units) : perUnit);
  return (units, { real = null, compacts = false }, compacted) => {
    apart ||= compacts || compacted;
    if (!apart && real !== null) {
      known.push({ units, real });
      return real;
    }
    const newest = known.at(-1) ?? { units: 0, real: 0 };
    const ascending = known.toSorted((a, b) => a.units - b.units);
    const [least, most] = [ascending[0], ascending.at(-1)];
    const isLearnt = known.length > 2 && most.units > least.units && most.real > least.real;
    const rate = isLearnt ? (most.real - least.real) / (most.units - least.units) : bounded(newest);
    return Math.max(1, Math.round(newest.real + rate * (units - newest.units)));
  };
}

/** Units of a request's messages: the length of their JSON. */
export const unitsOf = (messages) => JSON.stringify(messages).length;
