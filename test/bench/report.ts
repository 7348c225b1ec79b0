import type {Section} from './bench.js';
import type {Row} from './row.js';

type About = {readonly machine: readonly string[]; readonly isQuick: boolean; readonly seconds: number};

const titles = ['', 'Duka', 'reference', 'its', 'ratio', 'target', '', 'n'];

/** The text of `docs/benchmarks.md`. */
export function report(sections: readonly Section[], {machine, isQuick, seconds}: About): string {
  const judged = sections.flatMap(({rows}) => rows).filter(({isMet}) => isMet !== undefined);
  const met = judged.filter(({isMet}) => isMet).length;
  const head = [
    '# How fast it is',
    '',
    'Made by `npm run bench`; do not edit. A figure stands beside a reference of the same run, measured in turns with it ' +
      'unless the text says otherwise, so that a busy machine slows both: the ratio is the figure, the milliseconds are the ' +
      'weather. Two numbers are p50 / p99 unless a line says otherwise; `n` counts the measurements of Duka, and below a ' +
      'hundred of them p99 is the largest. Profiles that a note speaks of were taken apart from this run.',
    '',
    ...machine.map(line => `- ${line}`),
    `- ${isQuick ? 'quick sizes: to see that everything runs, not to be believed' : 'full sizes'}, ${Math.round(seconds)} s in all`,
    '',
    `Targets met: ${met} of ${judged.length}.`,
  ];
  return `${[...head, ...sections.flatMap(sectionLines)].join('\n')}\n`;
}

function sectionLines({title, method, rows, notes = []}: Section): readonly string[] {
  return [
    '',
    `## ${title}`,
    '',
    method,
    '',
    tableLine(titles),
    tableLine(titles.map(() => '---')),
    ...rows.map(row => tableLine(cells(row))),
    ...(notes.length === 0 ? [] : ['', ...notes.map(note => `- ${note}`)]),
  ];
}

function cells({what, ours, reference, theirs, ratio, target, isMet, samples}: Row): readonly string[] {
  const mark = isMet === undefined ? '' : isMet ? '✓' : '✗';
  return [what, ours, reference, theirs, ratio, target, mark, samples.toLocaleString('en')];
}

const tableLine = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
