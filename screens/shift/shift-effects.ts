import {pendingPayments} from '../../src/core/journal/selectors.js';
import type {Report} from '../../src/core/shift/report-schema.js';
import type {Till} from '../../src/till/till.js';
import type {Message} from '../model.js';
import {issuedReport, print} from '../report/printing.js';
import {later} from '../terminal/clock.js';
import type {ShiftEffect} from './shift-screens.js';

type Ways = {
  readonly dispatch: (message: Message) => void;
  /** Tells when the work is done, or why it could not be. */
  readonly settle: (work: Promise<unknown>) => void;
  readonly fail: (error: unknown) => void;
};

/** The longest time that the close asks about what is open. */
const longestAsking = 30_000;

/** Does in the world what was decided about the shift, its drawer, its reports and slips. */
export function shiftEffects(till: Till): (effect: ShiftEffect, ways: Ways) => void {
  let stopAsking = () => {};
  return (effect, {dispatch, settle, fail}) => {
    const show = async (making: Promise<Report>) => {
      const report = await making;
      dispatch({kind: 'report', report, parts: await till.reportSlip(report)});
    };
    switch (effect.kind) {
      case 'hand-over':
        return settle(till.handOver(effect.to));
      case 'count':
        return settle(till.countDrawer(effect.person, effect.counts));
      case 'set-closing':
        return till.setClosing(effect.isClosing);
      case 'ask-open':
        stopAsking();
        stopAsking = askOpen(till, dispatch, fail);
        return;
      case 'stop-asking':
        return stopAsking();
      case 'close':
        return void show(till.reportZ(effect.closing)).catch(fail);
      case 'print-report':
        return void print(till, issuedReport(till, effect.report))
          .then(printed => dispatch({kind: 'printed', ...printed}))
          .catch(fail);
    }
  };
}

/** Asks about every open payment once, oldest first, until the time is up; returns the way to stop it. */
function askOpen(till: Till, dispatch: Ways['dispatch'], fail: Ways['fail']): () => void {
  const stopped = new AbortController();
  const {signal} = stopped;
  const callOff = later(longestAsking, () => {
    stopped.abort();
    dispatch({kind: 'asked-enough'});
  });
  const ask = async () => {
    let answered = 0;
    for (const [at, {reference}] of pendingPayments(till.state).entries()) {
      await till.checkAtPace(reference, signal);
      if (signal.aborted) return;
      const {state, refusedKey} = till.link();
      if (state !== 'up' || refusedKey) break; // nor would the others be answered
      answered += 1;
      dispatch({kind: 'asked', asked: at + 1, answered});
    }
    callOff();
    dispatch({kind: 'asked-enough'});
  };
  ask().catch(fail);
  return () => {
    callOff();
    stopped.abort();
  };
}
