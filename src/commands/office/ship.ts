import {messages} from '../../core/messages/messages.js';
import {type ExitCode, Problem} from '../../core/problem.js';
import {note} from '../../session/print.js';
import type {Session} from '../../session/session.js';
import {shipperNews} from '../../shipper/kept.js';
import type {ShipperOptions} from '../../shipper/run.js';
import {officeSettled, settledMembership} from '../../till/office.js';
import {tillFolder} from '../../till/opened-journal.js';
import {namedTill} from '../../till/own-till.js';
import {commandOf, type OptionSpecs, type OptionsOf} from '../define.js';
import {withReading} from '../reading.js';

const options = {'--once': 'shipOnce', '--until-input-ends': 'untilInputEnds'} satisfies OptionSpecs;

export const answers = {ship: shipperNews};

export const command = commandOf({
  options,
  examples: ['duka ship', 'duka ship --once', 'duka ship --json'],
  action: ship,
});

/** Sends the journal until it is interrupted, without the lock of a till. Throws `Problem` office-none, office-not-settled, journal-damaged. */
async function ship(
  session: Session,
  {once = false, untilInputEnds = false}: OptionsOf<typeof options>,
): Promise<ExitCode> {
  const {config, settings} = session.surroundings();
  const till = namedTill(config);
  const settled = officeSettled(settings.read(), config.profile);
  if (till === undefined || settled === undefined) throw new Problem('office-none');
  const folder = tillFolder(config, till);
  const place = {folder, till, profile: config.profile};
  const own = await withReading(session, ({state}) => settledMembership(settings.read(), place, state));
  if (own === undefined) throw new Problem('office-not-settled', {url: settled.url});
  const {url, shop, office} = own;
  const {shipping, shippingOnce} = messages(session.language).office;
  if (!session.isJson && !untilInputEnds) note(session, (once ? shippingOnce : shipping)({shop, url}));
  const style = session.isJson ? 'json' : sentencesOf(session);
  return session.face.runShipper({folder, url, shop, office, till, once, untilInputEnds, tells: style});
}

/** The shipper has no messages of its own, so it gets the sentences with placeholders to fill. */
function sentencesOf({language}: Session): ShipperOptions['tells'] {
  const {has, troubles} = messages(language).office;
  const detail = '{detail}';
  return {
    has: has({line: '{line}'}),
    troubles: {
      unreachable: troubles.unreachable({detail}),
      busy: troubles.busy,
      unclear: troubles.unclear({detail}),
      refused: troubles.refused({detail}),
      damaged: troubles.damaged({detail}),
      unreadable: troubles.unreadable({detail}),
      forked: troubles.forked,
      'till-behind': troubles['till-behind']({detail}),
    },
  };
}
