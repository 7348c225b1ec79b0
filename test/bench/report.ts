import type {Section} from './bench.js';
import type {Row} from './row.js';

type About = {readonly machine: readonly string[]; readonly isQuick: boolean; readonly seconds: number};
/** A figure beside everything that it was compared with. */
type Figure = {readonly section: string; readonly rows: readonly [Row, ...Row[]]};

const titles = ['', 'Duka', 'target', 'ratio, and to what', 'n'];

/** The text of `docs/benchmarks.md`: what is missed, what is met, and how each group was measured, with what has no target. */
export function report(sections: readonly Section[], {machine, isQuick, seconds}: About): string {
  const figures = sections.flatMap(figuresOf);
  const judged = (isMet: boolean) => figures.filter(({rows}) => rows.some(row => row.isMet === isMet));
  const missed = judged(false);
  const met = judged(true).filter(figure => !missed.includes(figure));
  const lines = [
    '# How fast it is',
    '',
    'Made by `npm run bench`; do not edit. A figure stands beside references of the same run, measured in turns with it unless the text ' +
      'says otherwise, so that a busy machine slows both: the ratio is the figure, the milliseconds are the weather. Two numbers are ' +
      'p50 / p99 unless a line says otherwise; `n` counts the measurements of Duka, and below a hundred of them p99 is the largest. ' +
      'Profiles that a note speaks of were taken apart from this run. `npm run bench -- --check` measures three times what is counted in ' +
      'time of the processor, and fails where a ratio is worse than in `test/bench/ratios.json`; with `--short` in two minutes.',
    '',
    ...machine.map(line => `- ${line}`),
    `- ${isQuick ? 'quick sizes: to see that everything runs, not to be believed' : 'full sizes'}, ${Math.round(seconds)} s in all`,
    '',
    `## Missed: ${missed.length} of ${missed.length + met.length}`,
    ...tableOf(missed),
    '',
    `## Met: ${met.length}`,
    ...tableOf(met),
    '',
    '## How it was measured',
    '',
    ...sections.map(({title, method, notes = []}) => {
      const rest = figures.filter(({section, rows}) => section === title && rows.every(row => row.isMet === undefined));
      const told = rest.map(({rows}) => `${rows[0].what} ${rows[0].ours}${besides(rows)}`);
      return `- **${title}**: ${[method, ...notes, ...(told.length === 0 ? [] : [`Without a target: ${told.join('; ')}.`])].join(' ')}`;
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function figuresOf({title, rows}: Section): readonly Figure[] {
  const named = Map.groupBy(rows, ({what}) => what);
  return [...named.values()].map(([first, ...others]) => ({section: title, rows: [first as Row, ...others]}));
}

function tableOf(figures: readonly Figure[]): readonly string[] {
  const cells = ({section, rows}: Figure) => {
    const [{what, ours, samples}] = rows;
    const targets = rows.map(({target}) => target).filter(target => target !== '');
    return [`${section}: ${what}`, ours, targets.join(', '), besides(rows).slice(2, -1), samples.toLocaleString('en')];
  };
  return ['', ...[titles, titles.map(() => '---'), ...figures.map(cells)].map(texts => `| ${texts.join(' | ')} |`)];
}

/** What a figure was compared with, in brackets. */
function besides(rows: readonly Row[]): string {
  const told = rows.flatMap(({ratio, reference, theirs}) =>
    ratio === '' ? [] : [`${ratio} ${reference} (${theirs})`],
  );
  return told.length === 0 ? '' : ` (${told.join('; ')})`;
}
