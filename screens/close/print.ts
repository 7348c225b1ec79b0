import {zName} from '../../src/core/shift/report.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import {fact, gap} from '../../src/views/block.js';
import type {Screen} from '../kit/screen.js';
import {issuedReport, printing} from '../report/printing.js';
import {stepsBlock} from '../report/steps.js';

type Given = {readonly report: Report};

type Print = Given & {readonly isPrinting: boolean};

/** Step 6: whether to print on paper, or how to save a file. */
export const closePrint: Screen<['close-print', Given], Print> = {
  id: 'close-print',
  open: given => ({state: {...given, isPrinting: false}}),
  describe: ({report, isPrinting}, context) => {
    const {print: question, noPrinter, printing, made} = context.messages.shiftScreen.close;
    const facts = {z: zName(report.number), number: report.number};
    const ask = (context.till.settings.printer === undefined ? noPrinter : question)(facts);
    return [
      stepsBlock(6, context),
      gap('above'),
      fact('made', made(facts), {tone: 'paid'}),
      gap('below'),
      isPrinting ? fact('printing', printing) : fact('question', ask, {importance: 'standing'}),
    ];
  },
  keys: [
    {
      id: 'do-print',
      when: ({isPrinting}, {till}) => !isPrinting && till.settings.printer !== undefined,
      press: printing(({report}, till) => issuedReport(till, report)),
    },
    {id: 'end-close', press: () => ({go: 'back'})},
  ],
};
