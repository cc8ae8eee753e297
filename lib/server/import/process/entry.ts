/** The program of the processes that read files: an import process, or the preview of one file. */
import { watchProcess } from '../lanes/process-watch';
import { PREVIEW, READING } from '../preview/preview-host';
import { previewTrace } from '../preview/trace-preview';

const [, , kind, file = '', memory = ''] = process.argv;
if (kind === PREVIEW) {
  // The server has gone: nobody wants the answer.
  process.on('disconnect', () => process.exit(0));
  watchProcess(Number(memory));
  process.send?.(READING);
  process.send?.(await previewTrace(file));
} else await import('./import-process');
