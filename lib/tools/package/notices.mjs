// The licences of what is bundled: each asks that its text goes along.
import { readdirSync, readFileSync } from 'node:fs';
import { inProject } from '../../server/project.mjs';

/**
 * Name, version, licence and licence text of every package among some sources.
 * @param {readonly string[]} sources paths from the project's folder
 */
export function noticesOf(sources) {
  const places = sources.flatMap((file) => {
    const inside = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file);
    return inside === null ? [] : [inside[0]];
  });
  return [...new Set(places)]
    .sort()
    .map(noticeOf)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} place */
function noticeOf(place) {
  /** @type {{ name: string, version: string, license?: string }} */
  const { name, version, license } = JSON.parse(
    readFileSync(inProject(place, 'package.json'), 'utf8'),
  );
  const texts = readdirSync(inProject(place))
    .filter((file) => /^(licen[cs]e|notice)/i.test(file))
    .map((file) => readFileSync(inProject(place, file), 'utf8').trim());
  return `${name} ${version}${license === undefined ? '' : ` (${license})`}\n\n${texts.join('\n\n')}\n`;
}
