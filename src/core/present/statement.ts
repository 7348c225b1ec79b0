import {type Account, owedSince} from '../account/account.js';
import {businessDate, dayText, paperTime} from '../day/business-day.js';
import {displayWallet} from '../market/wallet.js';
import {type Language, messages} from '../messages/messages.js';
import {displayMoney, figureOf} from '../money/display.js';
import type {Money} from '../money/money.js';
import {centred, pair, type SlipPart} from '../slip/slip.js';
import {cleanText} from '../text/text.js';
import type {Slip} from './receipt.js';

export const owedOn = ({limit, balance}: Account): Money => ({...limit, minor: balance});

/** How long something is owed that is not paid yet, in whole days; undefined if nothing is. */
export function ageInDays(account: Account, now: number): number | undefined {
  const since = owedSince(account);
  return since === undefined ? undefined : Math.floor((now - since) / 86_400_000);
}

/** What a customer owes and for how long, in a line. */
export function owedText(account: Account, language: Language, now: number): string {
  const {account: words} = messages(language);
  const days = ageInDays(account, now);
  const owed = words.ofLimit({
    owed: displayMoney(owedOn(account), language),
    limit: displayMoney(account.limit, language),
  });
  return days === undefined ? owed : `${owed}, ${words.days({count: days})}`;
}

/** The settings of a till that its statements are made by. */
export type StatementOf = Pick<Slip, 'shop' | 'till' | 'zone' | 'profile' | 'language'> & {
  readonly country: string;
  readonly receipt?: Slip['about'] | undefined;
};

/** Returns the statement of a customer's account as a slip: what was owed before, each entry, and what is owed now. */
export function statementParts(
  account: Account,
  {shop, till, country, zone, profile, language, receipt: own}: StatementOf,
  now: number,
): readonly SlipPart[] {
  const {account: words, receipt} = messages(language);
  const {name, phone, limit, earlier, entries} = account;
  const row = (label: string, minor: number): SlipPart => ({
    kind: 'columns',
    label,
    count: null,
    amount: figureOf({...limit, minor}, language),
  });
  const days = ageInDays(account, now);
  return [
    ...(profile === 'live' ? [] : [centred(`*** ${receipt.profiles[profile]} ***`, 'strong')]),
    centred(cleanText(shop, 100), 'strong'),
    ...[own?.address ?? '', own?.phone ?? ''].filter(Boolean).map(text => centred(cleanText(text, 300))),
    centred(words.statement, 'large'),
    {kind: 'rule'},
    pair(receipt.customer, cleanText(name, 60)),
    pair(words.phone, displayWallet(phone, country)),
    pair(receipt.till, till),
    pair(receipt.date, paperTime(now, zone, language)),
    {kind: 'rule'},
    ...(earlier === 0 ? [] : [row(words.before, earlier)]),
    ...entries.flatMap(({at, kind, minor, reference}) => [
      row(`${dayText(businessDate(at, zone, '00:00'), language)} ${words.kinds[kind]}`, minor),
      pair('', reference),
    ]),
    {kind: 'rule'},
    row(words.owed, account.balance),
    ...(days === undefined ? [] : [pair(words.since, words.days({count: days}))]),
    pair(words.limit, displayMoney(limit, language)),
  ];
}
