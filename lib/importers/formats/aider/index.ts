/**
 * Aider's chat history, `.aider.chat.history.md`, as its `InputOutput` writes it:
 * https://github.com/Aider-AI/aider/blob/main/aider/io.py (user_input, ai_output, tool_output) and
 * https://github.com/Aider-AI/aider/blob/main/aider/utils.py (split_chat_history_markdown).
 */
import { defineImporter } from '../../importer';
import { AiderChat } from './chat';
import { STARTED } from './started';

/** Reads what was said to Aider and what its models answered; a session for each start. */
export const aider = defineImporter({
  id: 'aider',
  label: 'Aider chat history',
  source: 'Aider',
  unseen: 'its source',
  inputs: ['text'],
  sniff: ({ records }) => {
    const first = records.find((line) => typeof line !== 'string' || line.trim() !== '');
    return typeof first === 'string' && STARTED.test(first);
  },
  start: (context) => new AiderChat(context),
});
