import { callOf, joinedTexts, responseOf, textParts } from '../../mechanisms/messages/parts';
import type { Entry, Json, Part } from '@/lib/engine/session/schema';
import { fieldsOf, listOf, textOf, type Fields } from '../../mechanisms/loose-json';
import { readBlocks } from '../../mechanisms/messages/blocks';
import { inlineBase64 } from '../../mechanisms/messages/inline-data';
import { argumentsOf, plain } from '../../mechanisms/messages/json-text';
import { CallNames } from '../../mechanisms/messages/turns';

/** Origin of an item of the context. */
export type Side =
  /** Output of the model: its first item ends the request it answers. */
  | 'model'
  /** The result of a call. */
  | 'tool'
  /** The user's text. */
  | 'user'
  /** Another agent's text. */
  | 'agent'
  /** Instructions and facts that Codex adds itself. */
  | 'context';

/** A response item as an entry. */
export interface Item {
  readonly side: Side;
  readonly role: Entry['role'];
  /** Empty for an item that is in the prompt but not in the file (encrypted reasoning). */
  readonly parts: readonly Part[];
  readonly label?: string;
  /** Key shared by every copy of the item; null if copies cannot be recognised. */
  readonly key: string | null;
  /** Id of the call it makes or answers, and the called tool. */
  readonly call: string | null;
  readonly tool?: string;
}

/** Names the tool of a call; null if the call is not in the log. */
type ToolNames = (call: string) => string | null;

/** First words of the user messages that Codex writes itself. */
const CONTEXT = new RegExp(
  String.raw`^\s*(<(?:environment_context|user_instructions|permissions instructions|turn_aborted|` +
    String.raw`recommended_plugins|\w+_instructions|skill|user_shell_command|subagent_notification|` +
    String.raw`model_switch|collaboration_mode|multi_agent_mode|personality_spec)\b|# AGENTS\.md instructions)`,
);

/** True for the message that Codex writes when a turn was interrupted. */
export const isAbortMarker = (parts: readonly Part[]): boolean =>
  parts[0]?.kind === 'text' && parts[0].text.startsWith('<turn_aborted>');

/** True for the result that Codex writes for a call the user interrupted. */
export function isAbortedResult(parts: readonly Part[]): boolean {
  const [first] = parts;
  if (first?.kind !== 'response') return false;
  const text = textOf(fieldsOf(first.response)?.['result']) ?? '';
  return text === 'aborted' || text.slice(0, 300).includes('aborted by user');
}

/**
 * Reads a response item. Null for those outside every request: snapshots of the work tree,
 * triggers, and the opaque compaction item, which is also in its `compacted` line.
 */
export function readItem(item: Fields, names: ToolNames): Item | null {
  const type = textOf(item['type']) ?? 'unknown';
  switch (type) {
    case 'message':
      return readMessage(item);
    case 'agent_message':
      return readAgentMessage(item);
    case 'reasoning':
      return readReasoning(item);
    case 'function_call':
      return call(item, textOf(item['name']) ?? 'unknown', argumentsOf(item['arguments']));
    case 'custom_tool_call':
      return call(item, textOf(item['name']) ?? 'unknown', { input: textOf(item['input']) ?? '' });
    case 'local_shell_call':
    case 'web_search_call':
      return call(item, type.slice(0, -'_call'.length), argumentsOf(item['action']));
    case 'tool_search_call':
      return call(item, 'tool_search', argumentsOf(item['arguments']));
    case 'image_generation_call':
      return readImageGeneration(item);
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
      return readOutput(item, names);
    case 'ghost_snapshot':
    case 'compaction_trigger':
    case 'compaction':
    case 'compaction_summary':
    case 'context_compaction':
      return null;
    default:
      return readOther(item, type);
  }
}

/** Texts and pictures of a message; blocks that only the provider can read are left out. */
function contentParts(content: unknown): readonly Part[] {
  const parts = readBlocks(content, new CallNames());
  return parts.filter((part) => part.kind === 'text' || part.kind === 'inline');
}

/** Codex puts a picture between two texts of its own. */
const PICTURE_TAG = /^(<image( name=\[[^\]]*\])?( path="[^"]*")?>|<\/image>)$/;

/** What a compaction adds to Codex's own instructions where the model changed. */
const isOfSwitch = (part: Part): boolean =>
  part.kind === 'text' && part.text.startsWith('<model_switch>');

/** By what a message is known again: a compaction leaves out a user's pictures, and may name a switch. */
function lasting(parts: readonly Part[], role: string): readonly Part[] {
  if (role === 'user') {
    return parts.filter((part) => part.kind === 'text' && !PICTURE_TAG.test(part.text));
  }
  const others = parts.filter((part) => !isOfSwitch(part));
  return others.length === 0 ? parts : others;
}

/** What a kept item says that is new with the compaction. */
export const addedParts = (value: unknown): readonly Part[] =>
  contentParts(fieldsOf(value)?.['content']).filter(isOfSwitch);

function readMessage(item: Fields): Item {
  const role = textOf(item['role']) ?? 'user';
  const parts = contentParts(item['content']);
  const told = lasting(parts, role);
  const key = told.length === 0 ? null : `${role}\n${JSON.stringify(told)}`;
  const call = null;
  if (role === 'assistant') return { side: 'model', role: 'model', parts, key, call };
  if (role !== 'user') return { side: 'context', role: 'user', label: role, parts, key, call };
  const [first] = parts;
  return first?.kind === 'text' && CONTEXT.test(first.text.slice(0, 200))
    ? { side: 'context', role: 'user', label: 'context', parts, key, call }
    : { side: 'user', role: 'user', parts, key, call };
}

/** Text of another agent of the team; its encrypted share cannot be read. */
function readAgentMessage(item: Fields): Item {
  const parts = contentParts(item['content']);
  const author = textOf(item['author']) ?? 'agent';
  const key = `agent_message ${textOf(item['id']) ?? JSON.stringify(parts)}`;
  return { side: 'agent', role: 'user', parts, label: author, key, call: null };
}

/** Reads reasoning. It is encrypted; only a visible summary or raw text becomes a thought. */
function readReasoning(item: Fields): Item {
  const blocks = [...listOf(item['summary']), ...listOf(item['content'])];
  const parts = blocks.flatMap((value) => textParts(fieldsOf(value)?.['text'], 'thought'));
  const id = textOf(item['id']);
  const key = id === null ? null : `reasoning ${id}`;
  return { side: 'model', role: 'model', parts, key, call: null };
}

function call(item: Fields, tool: string, args: Json): Item {
  const answered = textOf(item['call_id']);
  const id = answered ?? textOf(item['id']);
  const key = id === null ? null : `call ${id}`;
  const parts = [callOf(id, tool, args)];
  return { side: 'model', role: 'model', parts, key, call: answered, tool };
}

/** Reads a generated picture, which goes back to the model. */
function readImageGeneration(item: Fields): Item {
  const made = call(item, 'image_generation', { prompt: textOf(item['revised_prompt']) ?? '' });
  const picture = inlineBase64(textOf(item['result']) ?? '', 'image/png');
  return { ...made, parts: [...made.parts, picture], call: null };
}

function readOutput(item: Fields, names: ToolNames): Item {
  const id = textOf(item['call_id']);
  const name = (id === null ? null : names(id)) ?? id ?? 'unknown';
  const output = item['output'] ?? item['tools'];
  const parts = contentParts(fieldsOf(output)?.['content'] ?? output);
  const result = item['tools'] === undefined ? joinedTexts(parts) : argumentsOf(item['tools']);
  const own = responseOf(id, name, { result });
  const media = parts.filter(({ kind }) => kind === 'inline');
  const key = id === null ? null : `output ${id}`;
  return { side: 'tool', role: 'user', parts: [own, ...media], key, call: id };
}

/** Reads an unknown kind: an output is a tool's result, anything else the model's. */
function readOther(item: Fields, type: string): Item {
  if (type === 'additional_tools') return readAddedTools(item);
  const output = type.endsWith('_output');
  return {
    side: output ? 'tool' : 'model',
    role: output ? 'user' : 'model',
    parts: [{ kind: 'other', type: `codex:${type.slice(0, 60)}`, value: plain(item) }],
    key: null,
    call: output ? textOf(item['call_id']) : null,
  };
}

/** Tool definitions that came later, as their JSON. */
function readAddedTools(item: Fields): Item {
  const tools = argumentsOf(item['tools']);
  const text = tools === null ? '' : JSON.stringify(tools);
  const parts: readonly Part[] = [{ kind: 'text', text }];
  return { side: 'context', role: 'user', parts, label: 'tools', key: null, call: null };
}

/** Parts of an item of a replacement history that is not in the log. */
export function summaryParts(value: unknown): readonly Part[] {
  const item = fieldsOf(value);
  const type = textOf(item?.['type']) ?? '';
  if (item === null) return [];
  if (isOpaque(type)) {
    const bytes = textOf(item['encrypted_content'])?.length ?? 0;
    return [{ kind: 'other', type: 'codex:compaction', value: { encryptedLength: bytes } }];
  }
  return readItem(item, () => null)?.parts ?? [];
}

/** True for a summary that only the provider can read. */
export const isOpaque = (type: string): boolean =>
  ['compaction', 'compaction_summary', 'context_compaction'].includes(type);
