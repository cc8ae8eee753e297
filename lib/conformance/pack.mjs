// Unpacks the tarball of a package that needs no other into node_modules: `node pack.mjs name`. Which release is in
// `tarballs` of package.json; a package that is there already, as in CONFORMANCE_MODULES, stays.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFolder } from './golden.mjs';

const [name] = process.argv.slice(2);
const manifest = fileURLToPath(new URL('package.json', import.meta.url));
const { [name]: release } = JSON.parse(readFileSync(manifest, 'utf8')).tarballs;
const home = packageFolder(name);
if (!existsSync(path.join(home, 'package.json'))) {
  const folder = mkdtempSync(path.join(tmpdir(), 'highwater-pack-'));
  const packed = execFileSync('npm', ['pack', '--silent', `${name}@${release}`], {
    ...{ cwd: folder, encoding: 'utf8' },
  });
  mkdirSync(home, { recursive: true });
  const tarball = path.join(folder, packed.trim());
  execFileSync('tar', ['-xzf', tarball, '--strip-components', '1', '-C', home]);
  rmSync(folder, { recursive: true });
}
