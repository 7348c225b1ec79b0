import {globSync, readFileSync} from 'node:fs';

const begins =
  /^(?:select|with|insert|update|delete|merge|truncate|declare|fetch|close|lock|set|savepoint|release|rollback|begin|commit|show)\b/i;

/** The statements of the office as they stand in its sources; `${…}` is what is put into them. */
export function statementsOfOffice(): readonly {readonly file: string; readonly text: string}[] {
  const files = globSync('src/office/**/*.ts').filter(file => !/\/(?:migrations|postgres)\.ts$/.test(file));
  return files.flatMap(file => {
    const source = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');
    const literals = source.matchAll(/`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g);
    return [...literals]
      .map(([, template, single, double]) => (template ?? single ?? double ?? '').trim().replaceAll(/\s+/g, ' '))
      .filter(text => begins.test(text) && text.includes(' '))
      .map(text => ({file, text}));
  });
}

const instant = /\b(?:now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(|\b(?:current|local)_?time/i;

/** What is in parentheses and begins with `select`, however deep. */
function subqueriesIn(text: string): readonly string[] {
  return [...text.matchAll(/\(\s*select\b/gi)].map(({index}) => {
    let depth = 0;
    for (let at = index; at < text.length; at += 1) {
      depth += text[at] === '(' ? 1 : text[at] === ')' ? -1 : 0;
      if (depth === 0) return text.slice(index, at + 1);
    }
    return text.slice(index);
  });
}

/**
 * What a planner that distributes the rows of the shops to several servers (Citus) does not carry out, or only while all of them answer: by
 * name, whether a statement has it.
 */
export const notDistributed: Readonly<Record<string, (text: string) => boolean>> = {
  'an instant of the server': text => instant.test(text),
  'a subquery of no table': text => subqueriesIn(text).some(each => !/\bfrom\b/i.test(each)),
  'a named query that writes': text => /^with\b[\s\S]*\b(?:insert into|update \w|delete from)\b/i.test(text),
  'rows that are not written as values': text =>
    /\binsert into\b/i.test(text) && (!/\) values /i.test(text) || /\bselect\b/i.test(text)),
  'rows of no shop': text =>
    /^insert\b/i.test(text) && !/^insert into (?:shop|migration|\S+ \((?:shop\b|\$\{names\b))/i.test(text),
  'an order in which rows of several shops can be alike': text =>
    /\bshop = any\(/i.test(text) && /\border by (?!.*\b(?:shop|till|reference|group by)\b)(?!1, )/i.test(text),
  'a change that is not of one shop': text => /^(?:update|delete)\b/i.test(text) && !/\bwhere shop = \$1\b/i.test(text),
};
