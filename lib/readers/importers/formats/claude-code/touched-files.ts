import { utf8Length } from '@/lib/engine/base/utf8';
import type { TouchedFile } from '@/lib/engine/session/schema';
import { countOf, fieldsOf, textOf, type Fields } from '../../mechanisms/loose-json';

/** Instructions that the agent puts into every prompt itself; they never come back as files. */
const MEMORY = /(?:^|[\\/])CLAUDE(?:\.local)?\.md$/;
const PLAN = /[\\/]\.claude[\\/]plans[\\/][^\\/]+$/;

/**
 * The file that a result line says its tool touched (`toolUseResult` of Read, Write and Edit), as it is
 * on disk afterwards. Null where it says nothing of one.
 */
export function touchedFile(toolUseResult: unknown): TouchedFile | null {
  const result = fieldsOf(toolUseResult);
  if (result === null) return null;
  const shown = fieldsOf(result['file']);
  if (shown !== null) return shownFile(shown);
  const path = textOf(result['filePath']);
  if (path === null) return null;
  if (typeof result['content'] === 'string') return fileOf(path, result['content'], true);
  return editedFile(path, result);
}

/** The file of a Read's result, or of an attached file. */
export function shownFile(file: Fields): TouchedFile | null {
  const path = textOf(file['filePath']);
  const content = file['content'];
  if (path === null || typeof content !== 'string') return null;
  const seen = countOf(file['numLines']) ?? lineCount(content);
  const all = Math.max(seen, countOf(file['totalLines']) ?? seen);
  const part = fileOf(path, content, seen === all);
  if (part === null || seen === all) return part;
  // Of the rest only the number of lines is known: as long as those that were seen, on average.
  const bytes = seen === 0 ? 0 : Math.round((part.bytes / seen) * all);
  return countOf(bytes) === null ? null : { ...part, bytes, lines: all };
}

/** A file after an edit; null where the result lacks the file as it was. */
function editedFile(path: string, edit: Fields): TouchedFile | null {
  const [before, old, text] = [edit['originalFile'], edit['oldString'], edit['newString']];
  if (typeof before !== 'string' || typeof old !== 'string' || typeof text !== 'string')
    return null;
  const times = edit['replaceAll'] === true && old !== '' ? before.split(old).length - 1 : 1;
  const file = fileOf(path, before, true);
  const bytes = countOf(file && file.bytes + times * (utf8Length(text) - utf8Length(old)));
  const lines = countOf(file && file.lines + times * (lineCount(text) - lineCount(old)));
  // A file of over 2 GB is none that an agent puts back.
  return file === null || bytes === null || lines === null ? null : { ...file, bytes, lines };
}

function fileOf(path: string, content: string, whole: boolean): TouchedFile | null {
  if (MEMORY.test(path)) return null;
  const size = { file: path, bytes: utf8Length(content), lines: lineCount(content), whole };
  return PLAN.test(path) ? { ...size, plan: true } : size;
}

function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
