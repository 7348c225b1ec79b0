import {displayMoney} from '../../src/core/money/money.js';
import {inDrawer, takingsOf} from '../../src/core/shift/report.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import {differenceText} from '../close/shown.js';
import type {ArchiveScreen} from '../shift/shift-screens.js';
import type {Ear} from '../view.js';

/** A Z in the archive, as it is said in a line. */
export type ArchivedZ = {
  readonly number: number;
  readonly date: string;
  readonly takings: string;
  readonly difference: string;
  readonly isRight: boolean;
  readonly printed: number;
};

/** All Zs, the newest first; one that has not been read yet says so. */
export function archivedIn({reports}: ArchiveScreen, ear: Pick<Ear, 'till' | 'words'>): readonly ArchivedZ[] {
  const {reading} = ear.words.shiftScreen.archive;
  return ear.till.state.ledger.zs.toReversed().map(({number, businessDate: date, printed}) => {
    const report = reports.get(number);
    if (report === undefined) return {number, date, takings: reading, difference: '', isRight: true, printed};
    const differing = report.drawers.filter(({difference}) => difference !== null && difference !== 0);
    const counted = report.drawers.some(({difference}) => difference !== null);
    const {right} = ear.words.shiftScreen.close.rows;
    return {
      number,
      date,
      takings: takingsText(report, ear),
      difference: counted ? differing.map(drawer => differenceText(drawer, ear)).join(', ') || right : '',
      isRight: differing.length === 0,
      printed,
    };
  });
}

function takingsText(report: Report, {words}: Pick<Ear, 'words'>): string {
  const sums = takingsOf(report).map(({currency, minor}) => displayMoney(inDrawer(currency, minor)));
  return sums.length === 0 ? words.shiftScreen.archive.nothing : sums.join(', ');
}
