import {basename} from 'node:path';
import {type LearnedLayout, learnedLayouts, takenOver} from '../../src/core/reconcile/records/layouts.js';
import {cleanText} from '../../src/core/text/text.js';
import {readLayouts} from '../../src/till/layouts.js';
import type {Till} from '../../src/till/till.js';
import {fact} from '../../src/views/block.js';
import {fileImport, type Importing} from '../kit/file-import.js';
import type {Screen} from '../kit/screen.js';
import {layoutColumns, layoutRow} from './layouts.js';

type Read = {readonly file: string; readonly layouts: readonly LearnedLayout[]};

const changesTo = (till: Pick<Till, 'state'>, {layouts}: Read) =>
  takenOver(learnedLayouts(till.state.reconciled), layouts);

/** Imports the layouts that another till has learned. New layouts and those that are read differently are shown first. */
export const layoutsImport: Screen<'reconcile-layouts-import', Importing<Read>> = {
  ...fileImport<Read>({
    readKey: 'read-layouts',
    keepKey: 'keep-layouts',
    texts: ({messages: {reconcileScreen}}) => {
      const {importTitle, from, importLead, writing} = reconcileScreen.layouts;
      return {title: importTitle, label: from, hint: '', lead: importLead, reading: writing, keeping: writing};
    },
    preview: (read, context) => {
      const {added, replaced, same} = changesTo(context.till, read);
      const counts = {added: added.length, replaced: replaced.length, same: same.length};
      const text = context.messages.reconcileScreen.layouts.summary({file: read.file, ...counts});
      return {
        mayKeep: added.length + replaced.length > 0,
        summary: [fact('summary', text, {tone: 'strong', most: 2})],
        columns: layoutColumns(context),
        rows: [
          ...replaced.map(layout => layoutRow(layout, '~', context)),
          ...added.map(layout => layoutRow(layout, '+', context)),
        ],
        empty: '',
      };
    },
    read: async file => ({file: cleanText(basename(file), 80), layouts: await readLayouts(file)}),
    keep: (read, till) => {
      const {added, replaced} = changesTo(till, read);
      return till.keepLayouts([...added, ...replaced]);
    },
  }),
  id: 'reconcile-layouts-import',
};
