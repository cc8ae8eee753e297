/** The files a paste brings: copied files, or a text that is JSON by its beginning. */
export function pastedFiles(transfer: DataTransfer, number: number): readonly File[] {
  if (transfer.files.length > 0) return [...transfer.files];
  const text = transfer.getData('text/plain');
  if (!/^\ufeff?\s*[[{]/.test(text)) return [];
  return [new File([text], `pasted-${number}.jsonl`)];
}

/** Whether a paste is meant for what is being edited. */
export const isEditing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select') !== null);
