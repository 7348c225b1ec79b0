import type {OfficeView} from '../../core/office/view.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import {needsSentences} from '../../core/technical/environment.js';
import type {HeadOffice} from '../../office/program.js';
import {writeJson, writeLines} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {watchLine} from '../../views/office/describe.js';
import {dayFrom} from '../day-from.js';
import {takingsAsJson, withOpenOffice, zoneOf} from './open.js';

const paceMs = 2000;

/**
 * Shows the office until it is interrupted: on a terminal as a screen; without one, under `--json` or `--plain`,
 * for a screen reader (`INK_SCREEN_READER`) and a terminal without frames, as a line each time that something changes.
 */
export function watch(session: Session): Promise<ExitCode> {
  const {face, flags, isJson} = session;
  return withOpenOffice(session, async office => {
    const views = (signal: AbortSignal) => changingViews(session, office, signal);
    const isPlain = flags.plain ?? needsSentences(face.environment);
    if (face.isTerminal && !isJson && !isPlain) return face.openWatch(views, session.language);
    for await (const view of views(face.interrupted)) {
      if (isJson) writeJson(session, {...view, takings: takingsAsJson(view.takings)});
      else writeLines(session, [watchLine(view, {language: session.language, now: face.world.now()})]);
    }
    return exitCodes.interrupted;
  });
}

/** Yields the first view, and each that differs from the one before. */
async function* changingViews(session: Session, office: HeadOffice, signal: AbortSignal): AsyncGenerator<OfficeView> {
  let shown = '';
  while (!signal.aborted) {
    const view = await viewOf(session, office);
    // The size of the database and the free space change all the time, so they do not count as a change.
    const text = JSON.stringify({...view, status: {...view.status, database: null}});
    if (text !== shown) yield view;
    shown = text;
    await session.face.world.sleep(paceMs, signal);
  }
}

async function viewOf(session: Session, office: HeadOffice): Promise<OfficeView> {
  const zone = await zoneOf(office);
  const date = dayFrom(session, undefined, zone);
  const [status, tills, {takings, freshness}] = await Promise.all([
    office.status(),
    office.tills(),
    office.takings(date),
  ]);
  return {date, zone, status, tills, takings, freshness};
}
