/**
 * A feature has one name in every layer: what belongs to it stands in folders and files with that name, alone, in the plural or before a
 * hyphen. So it can be counted, which this program does, and taken out, with what other files say of it.
 */
import {globSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import {pathToFileURL} from 'node:url';

/** A statement or a member by how it begins, which goes as a whole; or a text, and what takes its place. */
type Line = string | readonly [from: string, to: string];

/** What other files say of the features that can be taken out, beside importing them. */
const lines: Readonly<Record<string, Readonly<Record<string, readonly Line[]>>>> = {
  office: {
    'screens/settings/settings.ts': [
      "{id: 'join-office'",
      "{id: 'leave-office'",
      'const isOnOffice',
      "{id: 'ship-now'",
    ],
    'screens/settings/tryout.ts': [
      'ship: async (till',
      ["keyof Messages['settingsScreen']['tryouts']", "Exclude<keyof Messages['settingsScreen']['tryouts'], 'ship'>"],
    ],
    'src/commands/doctor.ts': ['...(await checkOffice('],
    'src/commands/journal.ts': [
      'restore: restoreCommand',
      'if (proof !== undefined)',
      ['await wordOfOffice(session, reading)', 'undefined as {readonly agrees: boolean} | undefined'],
      'writeOffice(',
    ],
    'src/commands/line.ts': [
      [', startShipper', ''],
      [', ...(startShipper && {startShipper})', ''],
    ],
    'src/commands/sign-in.ts': ['await till.takeLists('],
    'src/main.ts': [
      'function loadOffice',
      'const shipperLine',
      'function startShipper',
      'function spawnShipper',
      'async function keepShipping',
      'async function runShipper',
      'loadOffice,',
      'openWatch:',
      'startShipper,',
      'runShipper:',
      [', startShipper}', '}'],
      [', OfficeProgram}', '}'],
    ],
    'src/session/session.ts': [
      'export type OfficeProgram',
      'readonly loadOffice',
      'readonly openWatch',
      'readonly startShipper',
      'readonly runShipper',
    ],
    'src/till/open.ts': [
      'await till.noteWitness()',
      'await noticeOffice(',
      "if (by === 'screens') undo.push(startShipping(",
      "if (by !== 'screens')",
      'const shipping',
      'ship: shipping(',
      [', startShipper}', '}'],
      ['Parameters<typeof startShipping>[1]', 'unknown'],
      ['Parameters<typeof noticeOffice>[1]', 'unknown'],
    ],
    'src/till/opened-journal.ts': ['readonly startShipper'],
    'src/till/till.ts': [
      'const joining',
      'joinOffice:',
      'leaveOffice:',
      'shipNow:',
      'inBackground(context, noteWitness(',
      'noteWitness,',
      'takeLists:',
      'takeLists,',
      'watchLists(',
    ],
  },
  subscription: {
    'screens/sale/sale.ts': ["letter('subscriptions'"],
    'src/api/service.ts': [
      '...createPlans(',
      '...createSubscriptions(',
      'export function createPlans',
      'const own',
      'export function createSubscriptions',
      'function unredactedOf',
    ],
    'src/commands/event-lines.ts': [
      ["event.type === 'enrolment-requested' ||", ''],
      "'enrolment-answered': (",
      "'subscription-change-answered': (",
      "'plan-seen': (",
      "'subscription-seen': (",
      "'charges-seen': (",
      "'subscription-change-sent': (",
      "'enrolment-resolved': (",
    ],
    'src/commands/resolve.ts': ['const enrolment = ', 'if (enrolment !== undefined'],
    'src/core/books/not-submitted.ts': ['for (const {reference: enrolment', [', registry}', '}']],
    'src/core/books/selectors.ts': [
      'const id = stillBilled(',
      'if (id !== undefined) return billed',
      'const charged = back.minor',
      'if (charged !== undefined) return charged',
      'function subscriptionText',
      [" & Pick<State, 'registry'>", ''],
    ],
    'src/core/books/projections.ts': ['registry: {'],
    'src/core/books/state.ts': [
      "else if (event.type === 'enrolment-requested')",
      "if (event.type === 'enrolment-requested')",
    ],
    'src/core/endpoints/service.ts': [
      'readonly createPlan',
      'readonly plan',
      'readonly createSubscription',
      'readonly subscription',
      'readonly cancelSubscription',
      'readonly resumeSubscription',
      'readonly pauseSubscription',
    ],
    'src/core/events/event.ts': ['...subscriptionEvents'],
    'src/core/events/event-cards.ts': ["'enrolment-requested'", "'subscription-change-sent'"],
    'src/core/reconcile/records/known-records.ts': [
      'readonly registry',
      [', registry}: BooksBeside', '}: BooksBeside'],
      'for (const {isOwn, charges, settledThrough}',
    ],
    'src/core/retention/retention.ts': ['...[...registry.enrolments', [', registry, ', ', ']],
    'src/core/rights/actions.ts': ["'plan-seen'", "'subscription-", "'charges-seen'", "'enrolment-"],
    'src/demo/demo.ts': ['enrolledScene', 'renewedScene'],
    'src/sandbox/server.ts': ['letDueHappen('],
    'src/sandbox/routes.ts': ['letDueHappen(', "subscription('"],
    'src/till/home-tills.ts': [[', registry,', ',']],
    'src/till/watch.ts': [["    case 'enrolment-answered':\n    case 'subscription-change-answered':\n", '']],
    'src/till/slips.ts': [['chargedFor(state.registry, payment, world.now())', 'undefined']],
    'src/till/till.ts': [
      'createPlan,',
      'readPlan,',
      'refreshPlans,',
      'refreshSubscriptions,',
      'readSubscription,',
      'chargesOf,',
      'learnCharges,',
      'changeSubscription,',
      'enrol,',
      'lookForEnrolment,',
      'resolveEnrolment,',
    ],
  },
};

/** The features that can be taken out. */
export const removable = Object.keys(lines);

/** The folders that belong to a feature under another name. */
const also: Readonly<Record<string, readonly string[]>> = {office: ['src/shipper/']};

const layers = [
  'src/core',
  'src/views',
  'screens',
  'src/commands',
  'src/till',
  'src/office',
  'src/shipper',
  'src/sandbox',
  'messages/en',
  'test',
];

/** Whether a file belongs to a feature. */
export const isOf = (feature: string, path: string): boolean =>
  path.split('/').some(part => new RegExp(`^${feature}s?(?:[-.]|$)`).test(part)) ||
  (also[feature] ?? []).some(folder => path.startsWith(folder));

/** Takes a feature out of a copy of the product: its files, the imports of them, and what `lines` names. */
export function takeOut(feature: string, root: string): void {
  const paths = globSync('{src,screens,store}/**/*.{ts,tsx}', {cwd: root});
  for (const path of paths.filter(each => isOf(feature, each))) rmSync(join(root, path));
  for (const path of paths.filter(each => !isOf(feature, each))) {
    const text = readFileSync(join(root, path), 'utf8');
    const isGone = (named: string) => isOf(feature, normalize(join(dirname(path), named)));
    const kept = text
      .replaceAll(/^(?:import|export) [^;]*? from '(\.[^']+)';\n/gm, (whole, named: string) =>
        isGone(named) ? '' : whole,
      )
      .replaceAll(/^ +[\w'-]+: \(\) => import\('(\.[^']+)'\),\n/gm, (whole, named: string) =>
        isGone(named) ? '' : whole,
      );
    const rest = (lines[feature]?.[path] ?? []).reduce<string>((before, line) => without(before, line, path), kept);
    if (rest !== text) writeFileSync(join(root, path), rest);
  }
}

function without(text: string, line: Line, path: string): string {
  if (typeof line !== 'string') {
    if (!text.includes(line[0])) throw new Error(`${path} does not say ${line[0]}`);
    return text.replaceAll(line[0], line[1]);
  }
  let rest = text.split('\n');
  const isNamed = (each: string) => each.trimStart().startsWith(line);
  if (!rest.some(isNamed)) throw new Error(`${path} has no line that begins with ${line}`);
  for (let from = rest.findIndex(isNamed); from !== -1; from = rest.findIndex(isNamed))
    rest = rest.toSpliced(from, lengthOf(rest.slice(from)));
  return rest.join('\n');
}

/** How many lines the statement or the member has that begins with the first of these: those up to one that is indented no more. */
function lengthOf(rest: readonly string[]): number {
  const indentOf = (line = '') => line.length - line.trimStart().length;
  let depth = 0;
  const end = rest.findIndex((line, at) => {
    for (const sign of line) depth += '([{'.includes(sign) ? 1 : ')]}'.includes(sign) ? -1 : 0;
    const next = rest[at + 1];
    const isLast = indentOf(next) <= indentOf(rest[0]) && !/^\s*[>|&]/.test(next ?? '');
    return depth <= 0 && /[;,}]$/.test(line) && isLast;
  });
  return end + 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = layers.flatMap(layer =>
    globSync(`${layer}/**/*.{ts,tsx,json}`, {exclude: ['**/generated/**']}).map(path => ({
      layer,
      path,
      count: readFileSync(path, 'utf8').split('\n').length - 1,
    })),
  );
  const countIn = (feature: string, layer: string) =>
    files.reduce((sum, file) => (file.layer === layer && isOf(feature, file.path) ? sum + file.count : sum), 0);
  const features = globSync('src/core/*/')
    .map(path => path.split('/').at(-1) ?? '')
    .sort();
  const rows = features.map(feature => [feature, ...layers.map(layer => countIn(feature, layer))]);
  for (const row of [['', ...layers.map(layer => layer.split('/').at(-1) ?? '')], ...rows])
    process.stdout.write(
      `${row.map((cell, at) => (at === 0 ? String(cell).padEnd(14) : String(cell).padStart(9))).join('')}\n`,
    );
}
