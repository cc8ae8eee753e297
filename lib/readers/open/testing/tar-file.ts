import { pack, type Pack } from 'tar-stream';

type Headers = Parameters<Pack['entry']>[0];

/** A member of a tar archive to make. */
export type TarPart = Headers & { readonly content?: string | Buffer };

/** A tar archive. */
export async function tarFile(parts: readonly TarPart[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = '', ...header } of parts) archive.entry(header, content);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
