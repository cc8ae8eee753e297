import { CountedReader, type ImportContext } from '../../importer';
import { MessageLog } from './message-log';

/** The name of a file of JSON lines: programs name it after its session. */
export const namedByFile = (file: string): string =>
  file.replace(/^.*[/\\]/, '').replace(/\.jsonl$/, '');

/** Reads a file that is the messages of one session. */
export abstract class MessageFileReader extends CountedReader {
  protected readonly log: MessageLog;

  constructor(context: ImportContext, format: string, agent: string, sessionId = context.file) {
    super(context);
    const { file, store } = context;
    const source = { format, file, agent, sessionId };
    this.log = new MessageLog(store, { name: sessionId, source });
  }

  protected close(): void {
    this.session(this.log.end());
  }
}
