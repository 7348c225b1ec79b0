import {momentText} from '../../core/day/business-day.js';
import {messages} from '../../core/messages/messages.js';
import {type ExitCode, exitCodes} from '../../core/problem.js';
import type {Import} from '../../core/reconcile/records/records.js';
import {cleanText} from '../../core/text/text.js';
import {writeJson, writeLines} from '../../session/print.js';
import {configOf, type Session} from '../../session/session.js';
import {periodText} from '../../views/reconcile/reconciliation-text.js';
import {withReading} from '../reading.js';

/** How many digits of a hash are shown, to distinguish files with the same name: more than `duka reconcile withdraw` needs. */
const hashShown = 8;

/** Lists the files that were read into this till, the latest last. Under `--json` an array of them. */
export async function listFiles(session: Session): Promise<ExitCode> {
  const {language, isJson} = session;
  const {zone} = configOf(session);
  return withReading(session, async ({state: {reconciled}}) => {
    const {imports} = reconciled;
    const words = messages(language).reconcileCommand;
    if (isJson) writeJson(session, imports.map(asJson));
    else if (imports.length === 0) writeLines(session, [words.noFiles]);
    else {
      const fileLine = ({kind, name, sha256, rows, at, person, ...days}: Import) => {
        const period = periodText(days, messages(language).reconcile);
        const file = words.file({kind: words.kinds[kind], name, rows, period});
        return [
          file,
          `${words.imported} ${momentText(at, zone)}`,
          cleanText(person, 200),
          sha256.slice(0, hashShown),
        ].join(' · ');
      };
      writeLines(session, imports.map(fileLine));
    }
    return exitCodes.done;
  });
}

function asJson({kind, name, sha256, openedFrom, rows, interval, told, mapping, at, person}: Import) {
  return {
    kind,
    file: name,
    sha256,
    openedFrom: openedFrom ?? null,
    rows,
    interval,
    told: told ?? null,
    mapping,
    readAt: new Date(at).toISOString(),
    person,
  };
}
