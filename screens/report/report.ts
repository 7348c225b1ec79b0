import {zName} from '../../src/core/shift/report.js';
import type {IssuedSlip, Rendering} from '../../src/till/slips.js';
import type {Till} from '../../src/till/till.js';
import {compact, fact, paper} from '../../src/views/block.js';
import type {Screen} from '../kit/screen.js';
import {scrollKey} from '../kit/scroll.js';
import {goInstead} from '../places.js';
import {issuedReport, type MadeReport, paper as onPaper, printing, saving, slipBlocks, stepsBlock} from './printing.js';

/** `isNew`: the Z has just been made. */
type Given = {readonly made: MadeReport | IssuedSlip; readonly isNew: boolean};
type Shown = Given & {readonly offset: number; readonly isPrinting: boolean};

const width = 48;

/** Returns the slip that leaves the till. A closing is the same on paper and in a file. */
const issued = ({made}: Shown, till: Till, rendering: Rendering = onPaper): Promise<IssuedSlip> =>
  'report' in made ? issuedReport(till, made.report, rendering) : Promise.resolve(made);
const mayIssue = ({isNew, isPrinting}: Shown): boolean => !isNew && !isPrinting;

/** An X, a Z or a closing as it is printed. After a Z that has just been made, the next step is to print it. */
export const report: Screen<['report', Given], Shown> = {
  id: 'report',
  tells: 'totals',
  layout: 'tall',
  open: given => ({state: {...given, offset: 0, isPrinting: false}}),
  describe: ({made, isNew, isPrinting, offset}, context) => {
    const {report: said, close} = context.messages.shiftScreen;
    const name = 'title' in made ? made.title : made.report.kind === 'x' ? said.x : zName(made.report.number);
    return compact([
      ...(isNew ? [stepsBlock(5, context), fact('made', close.made({z: name}), {tone: 'strong'})] : []),
      paper(name, offset, slipBlocks(made.parts, width)),
      isPrinting && fact('printing', close.printing),
    ]);
  },
  keys: [
    {
      id: 'to-print',
      when: ({isNew}) => isNew,
      press: ({made}) => ('report' in made ? {go: goInstead('close-print', {report: made.report})} : {}),
    },
    scrollKey(),
    {id: 'print', when: mayIssue, press: printing<Shown>(issued)},
    {id: 'save-pdf', when: mayIssue, press: saving<Shown>({format: 'pdf', width}, issued)},
    {id: 'save-png', when: mayIssue, press: saving<Shown>({format: 'png', width}, issued)},
    {id: 'end-close', when: ({isNew}) => isNew, press: () => ({go: 'back'})},
    {id: 'back', when: ({isNew}) => !isNew, press: () => ({go: 'back'})},
  ],
};
