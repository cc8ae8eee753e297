/** The program of the processes that read files: an import process, or the preview of one file. */
import { watchMemory } from '../lanes/memory-watch';
import { PREVIEW, READING } from '../preview/preview-host';
import { previewTrace } from '../preview/trace-preview';

const [, , kind, file = '', memory = ''] = process.argv;
if (kind === PREVIEW) {
  // The server has gone: nobody wants the answer.
  process.on('disconnect', () => process.exit(0));
  watchMemory(Number(memory));
  process.send?.(READING);
  process.send?.(await previewTrace(file));
} else await import('./import-process');
