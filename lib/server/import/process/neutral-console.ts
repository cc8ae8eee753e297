import { format } from 'node:util';
import { withEscapes } from '@/lib/engine/base/text/control-characters';

/** Lets what this process logs command no terminal: names of files and words of parsers are in it. */
export function neutralConsole(): void {
  for (const name of ['log', 'warn', 'error'] as const) {
    const say = console[name].bind(console);
    console[name] = (...words: readonly unknown[]) => say(withEscapes(format(...words)));
  }
}
