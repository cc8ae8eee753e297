/**
 * Arguments of a program's own tool, as JSON: of a recording's call as long as the recorded ones, where the tool needs
 * no more. `build` makes them of a text, `size` measures as the program does.
 */
export function argumentsOf({ argument, recorded }, build, size = (text) => text.length) {
  if (recorded === undefined) return JSON.stringify(build(argument));
  const rest = size(JSON.stringify(recorded.args)) - size(JSON.stringify(build('')));
  return JSON.stringify(build('a'.repeat(Math.max(1, rest))));
}

/** The names of the tools that a recording's script calls; a drawn one has none of its own. */
export function recordedNames({ turns }) {
  const calls = turns.flatMap(({ rounds }) => rounds.flatMap((round) => round.calls));
  return [...new Set(calls.flatMap(({ recorded }) => recorded?.name ?? []))];
}
