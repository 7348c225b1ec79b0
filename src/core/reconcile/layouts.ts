import type {ReconciliationRecords} from './records.js';
import type {Mapping, SourceKind} from './row.js';

/** How files of one form are read. Their encoding and separator each file shows for itself. */
export type LayoutMapping = Omit<Mapping, 'encoding' | 'separator'>;

/** How files with these headings were read or corrected last, here or at the till from which it was taken over. */
export type LearnedLayout = {
  readonly kind: SourceKind;
  /** The file from which it was learned. */
  readonly name: string;
  readonly headingPrint: string;
  readonly mapping: LayoutMapping;
};
type Dated = LearnedLayout & {readonly at: number};

/** What a file was read by that did not say all itself: as an earlier file of its form, or by a layout that the till brings along. */
export type LayoutUsed = {readonly from: 'learned' | 'shipped'; readonly name: string};

/** What is known of the layouts of files, the latest first; one of a kind and its headings. */
export function learnedLayouts({
  imports,
  layouts,
}: Pick<ReconciliationRecords, 'imports' | 'layouts'>): readonly Dated[] {
  const found = new Map<string, Dated>();
  const all = [...imports, ...layouts].toReversed().sort((a, b) => b.at - a.at);
  for (const {kind, name, headingPrint, mapping, at} of all) {
    if (headingPrint === null || mapping === null) continue;
    const id = `${kind} ${headingPrint}`;
    if (!found.has(id)) found.set(id, {kind, name, headingPrint, mapping: layoutMapping(mapping as Mapping), at});
  }
  return [...found.values()];
}

/** How a file was understood, but for what each file shows for itself. */
export function layoutMapping({columns, decimalMark, dateOrder, currency, said, dateShape}: Mapping): LayoutMapping {
  return {
    ...{columns, decimalMark, dateOrder, currency},
    ...(said === undefined ? {} : {said}),
    ...(dateShape === undefined ? {} : {dateShape}),
  };
}

/** What taking over layouts would change: what is new here, what is read otherwise now, and what is known already. */
export function takenOver(known: readonly LearnedLayout[], layouts: readonly LearnedLayout[]) {
  const of = (as: ReturnType<typeof layoutAs>) => layouts.filter(layout => layoutAs(known, layout) === as);
  return {added: of('new'), replaced: of('other'), same: of('the same')};
}

/** What taking over a layout would change. */
export function layoutAs(known: readonly LearnedLayout[], layout: LearnedLayout): 'new' | 'the same' | 'other' {
  const before = layoutLike(known, layout);
  if (before === undefined) return 'new';
  return saysTheSame(before.mapping, layout.mapping) ? 'the same' : 'other';
}

export const layoutLike = (
  known: readonly LearnedLayout[],
  {kind, headingPrint}: Pick<LearnedLayout, 'kind' | 'headingPrint'>,
): LearnedLayout | undefined => known.find(each => each.kind === kind && each.headingPrint === headingPrint);

function saysTheSame(a: LayoutMapping, b: LayoutMapping): boolean {
  const text = ({columns, decimalMark, dateOrder, currency, said = [], dateShape}: LayoutMapping) =>
    JSON.stringify([Object.entries(columns).sort(), decimalMark, dateOrder, currency, [...said].sort(), dateShape]);
  return text(a) === text(b);
}

/**
 * Whether layouts may be given to another till: one that names an account says whose it is, and serves nobody else.
 */
export const mayBeGiven = ({mapping}: LearnedLayout): boolean => mapping.columns['account'] === undefined;
