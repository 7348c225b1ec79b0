import {isValid} from '../../spec/check.js';
import {type LayoutMapping, layoutMappingSpec, mappingSpec, type SourceKind} from '../rows/row.js';
import type {ReconciliationRecords} from './records.js';

const isLayoutMapping = isValid(layoutMappingSpec);

/** Whether this version can read a file by what a line of the journal says of its form. */
export const isMapping = isValid(mappingSpec);

/** How files with these headings were last read or corrected, at this till or at the one from which the layout was taken over. */
export type LearnedLayout = {
  readonly kind: SourceKind;
  /** The file from which it was learned. */
  readonly name: string;
  readonly headingPrint: string;
  readonly mapping: LayoutMapping;
};
type Dated = LearnedLayout & {readonly at: number};

/** What helped to read a file that does not show everything itself: an earlier file of its form, or a layout shipped with the till. */
export type LayoutUsed = {readonly from: 'learned' | 'shipped'; readonly name: string};

/** The known layouts of files, latest first; one for each kind and set of headings. */
export function learnedLayouts({
  imports,
  layouts,
}: Pick<ReconciliationRecords, 'imports' | 'layouts'>): readonly Dated[] {
  const found = new Map<string, Dated>();
  const all = [...imports, ...layouts].toReversed().sort((a, b) => b.at - a.at);
  for (const {kind, name, headingPrint, mapping, at} of all) {
    if (headingPrint === null || !isLayoutMapping(mapping)) continue;
    const id = `${kind} ${headingPrint}`;
    if (!found.has(id)) found.set(id, {kind, name, headingPrint, mapping: layoutMapping(mapping), at});
  }
  return [...found.values()];
}

/** How a file was interpreted, without what each file shows by itself. */
function layoutMapping(mapping: LayoutMapping): LayoutMapping {
  const {columns, decimalMark, dateOrder, currency, said, dateShape} = mapping;
  return {columns, decimalMark, dateOrder, currency, ...(said && {said}), ...(dateShape && {dateShape})};
}

/** What taking over layouts would change: which are new here, which would be read in another way, and which are already known. */
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

/** Whether a layout may be given to another till. One that names an account shows whose it is and is of use to nobody else. */
export const mayBeGiven = ({mapping}: LearnedLayout): boolean => mapping.columns['account'] === undefined;
