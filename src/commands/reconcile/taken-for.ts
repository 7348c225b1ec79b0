import {type Language, type Messages, messages} from '../../core/messages/messages.js';
import type {Mapping} from '../../core/reconcile/rows/row.js';
import {type FileOverview, overviewJson, overviewOf} from '../../core/reconcile/shown/overview.js';
import {wrap} from '../../core/text/width.js';
import {configOf, type Session} from '../../session/session.js';
import type {AnySource, GivenRead} from '../../till/reconcile.js';
import {figuresTexts, leftOutTexts, suspicionTexts, writtenTexts} from '../../views/reconcile/overview-text.js';
import {proofText} from '../../views/reconcile/proof-text.js';
import {periodText} from '../../views/reconcile/reconciliation-text.js';

/** As many digits of a hash as a person types. */
const hashShown = 8;

/** Shows what a file was taken for, so that a person can correct it. */
export function takenForLines(session: Session, read: GivenRead, width: number): readonly string[] {
  const {mayReplace} = messages(session.language).reconcileCommand;
  const replaced = read.mayReplace.map(({name, sha256}) => mayReplace({file: name, hash: sha256.slice(0, hashShown)}));
  const [heading = '', ...details] = [...takenText(session.language, read, overview(session, read)), ...replaced];
  return [...wrap(heading, width), ...details.flatMap(text => wrap(text, width - 2).map(piece => `  ${piece}`))];
}

const overview = (session: Session, {source, proof}: AnySource): FileOverview =>
  overviewOf(source, proof, configOf(session).reconciliation?.statusWords);

/** The most rows to look at that are shown. */
const mostSuspicious = 10;

function takenText(
  language: Language,
  {source, mapping, detection, proof, original, layout}: AnySource,
  found: FileOverview,
): readonly string[] {
  const words = messages(language).reconcileCommand;
  const {kind, name, rows} = source;
  const period = periodText(source, messages(language).reconcile);
  const heading = words.file({kind: words.kinds[kind], name, rows: rows.length, period});
  const inside = [
    proofText(proof, language),
    ...suspicionTexts(found, language, mostSuspicious),
    ...figuresTexts(found, language),
    ...writtenTexts(detection, language),
    ...leftOutTexts(found, detection.format === 'delimited' ? detection : {}, language),
    ...(layout === null ? [] : [words.layout[layout.from]({name: layout.name})]),
    ...insideLines(words, original),
  ];
  const sums = detection.sums === 0 ? [] : [words.sums({count: detection.sums})];
  if (detection.format !== 'delimited' || mapping === null) {
    if (detection.format === 'delimited') return [heading, ...inside];
    return [heading, ...inside, words.statement(detection), ...sums];
  }
  const columns = Object.entries(mapping.columns).filter(([, column]) => column !== '');
  const used = new Set(columns.map(([, column]) => column));
  const unused = detection.headings.filter(each => each !== '' && !used.has(each));
  return [
    heading,
    ...inside,
    ...(original === null ? [words.written(writtenAs(mapping, words))] : []),
    words.columns({columns: columns.map(([field, column]) => `${field}=${column}`).join(', ')}),
    ...(mapping.currency === null || mapping.columns['currency'] !== undefined
      ? []
      : [words.inCurrency({currency: mapping.currency})]),
    ...(unused.length === 0 ? [] : [words.unused({columns: unused.join(', ')})]),
    ...sums,
    words.correct,
  ];
}

/** Which sheet, file or attachment was read, and which others there are. */
function insideLines(words: Messages['reconcileCommand'], original: AnySource['original']): readonly string[] {
  const opened = original?.opened ?? [];
  const part = opened.map(each => each.part).filter(each => each !== '');
  const others = opened.flatMap(each => each.others);
  return [
    ...(part.length === 0 ? [] : [words.inside({part: part.join(' › ')})]),
    ...(others.length === 0 ? [] : [words.others({parts: others.join(', ')})]),
  ];
}

function writtenAs({encoding, separator, decimalMark, dateOrder}: Mapping, words: Messages['reconcileCommand']) {
  return {
    encoding,
    separator: separator === '\t' ? words.tab : words.sign({sign: separator}),
    mark: decimalMark === null ? words.notShown : words.sign({sign: decimalMark}),
    order: dateOrder === null ? words.notShown : words.orders[dateOrder],
  };
}

/** The same for scripts. */
export function takenForJson(session: Session, read: GivenRead) {
  const {source, mapping, detection, proof, original, layout, mayReplace} = read;
  const {kind, name, sha256, interval, told, rows} = source;
  return {
    kind,
    file: name,
    sha256,
    interval,
    told: told ?? null,
    rows: rows.length,
    mapping,
    detection,
    proof,
    overview: overviewJson(overview(session, read)),
    original,
    layout,
    mayReplace: mayReplace.map(each => ({file: each.name, sha256: each.sha256})),
  };
}
