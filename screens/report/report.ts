import {zName} from '../../src/core/shift/report.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import {stepsBlock} from '../close/steps.js';
import {fact, paper} from '../kit/block.js';
import {goInstead} from '../kit/places.js';
import type {Screen} from '../kit/screen.js';
import {scrollKey} from '../kit/scroll.js';
import {type Issued, issuedReport, type MadeReport, printing, printsOnly, slipBlocks} from './printing.js';

/** `isNew`: the Z that was made just now. */
type Given = MadeReport & {readonly isNew: boolean};
type Shown = Given & {readonly offset: number; readonly isPrinting: boolean};

type ReportAsks = {readonly kind: 'print'; readonly report: Report};
const width = 48;

/** An X or a Z as it prints; after the one that was made just now comes its printing. */
export const report: Screen<['report', Given], Shown, ReportAsks, Issued> = {
  ...printsOnly(({report: shown}, till) => issuedReport(till, shown)),
  id: 'report',
  tells: 'totals',
  layout: 'tall',
  open: given => ({state: {...given, offset: 0, isPrinting: false}}),
  describe: ({report: shown, parts, isNew, isPrinting, offset}, context) => {
    const {report: said, close} = context.messages.shiftScreen;
    const name = shown.kind === 'x' ? said.x : zName(shown.number);
    return [
      ...(isNew ? [stepsBlock(5, context), fact('made', close.made({z: name}), {tone: 'strong'})] : []),
      paper(name, offset, slipBlocks(parts, width)),
      ...(isPrinting ? [fact('printing', close.printing)] : []),
    ];
  },
  keys: [
    {
      id: 'to-print',
      when: ({isNew}) => isNew,
      press: ({report: shown}) => ({go: goInstead('close-print', {report: shown})}),
    },
    scrollKey(),
    {
      id: 'print',
      when: ({isNew, isPrinting}) => !isNew && !isPrinting,
      press: printing(state => ({kind: 'print', report: state.report})),
    },
    {id: 'end-close', when: ({isNew}) => isNew, press: () => ({go: 'back'})},
    {id: 'back', when: ({isNew}) => !isNew, press: () => ({go: 'back'})},
  ],
};
