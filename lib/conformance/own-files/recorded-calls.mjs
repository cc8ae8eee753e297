/**
 * Arguments of a program's own tool, as JSON: of a recording's call as long as the recorded ones, where the tool needs
 * no more. `build` makes them of a text, `size` measures as the program does.
 */
export function argumentsOf({ argument, recorded }, build, size = (text) => text.length) {
  if (recorded === undefined) return JSON.stringify(build(argument));
  const rest = size(JSON.stringify(recorded.args)) - size(JSON.stringify(build('')));
  return JSON.stringify(build('a'.repeat(Math.max(1, rest))));
}
