/** A tar of files, for programs that keep a session in several: 512 bytes of header before each, as `ustar`. */
export function tarOf(files) {
  const blocks = files.flatMap(({ name, bytes }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write('0000644\0', 100);
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('        0', 148);
    header.write('ustar\u000000', 257);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    const rest = (512 - (bytes.length % 512)) % 512;
    return [header, bytes, Buffer.alloc(rest)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}
