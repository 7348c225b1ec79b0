import type {Checker} from './findings.js';

type Place = {
  readonly file: string;
  readonly caughtBy: readonly Checker[];
  /** The seed from which on it is looked for, where it takes a rare meeting of circumstances. */
  readonly from?: number;
  /** It is looked for in offices and their tills. */
  readonly isOfOffice?: true;
};
/** A mistake in the product's source, and the checkers that have to find it. `find` stands in `file` exactly once. */
export type Mutation = readonly [place: Place, find: string, replace: string];

export const mutations = {
  'a payment is as old as the clock says': [
    {file: 'src/core/payment/follow-up.ts', caughtBy: ['truth'], from: 5970},
    'Math.max(0, Math.min(now - sentAt, Math.max(newFor, age)))',
    'Math.max(0, now - sentAt)',
  ],
  'the first lines of a day count for nothing once they are summed up': [
    {file: 'src/core/books/state.ts', caughtBy: ['state-differs']},
    'if (date >= state.wholeFrom) state.days.set(date, totals);',
    '',
  ],
  'lines that come in while others are summed up are left out': [
    {file: 'store/segment-file.ts', caughtBy: ['unexpected']},
    'data.splice(0, first.events - (this.#first?.events ?? 0));',
    'data.splice(0);',
  ],
  'what comes back of a sale on the book is still owed': [
    {file: 'src/core/account/account.ts', caughtBy: ['z-sums'], from: 120},
    "const returned = worthBackOf(payment, 'done').minor;",
    'const returned = 0;',
  ],
  'a debt is asked for again while a payment of it may come': [
    {file: 'src/core/sale/decide.ts', caughtBy: ['debt-asked-twice'], from: 185},
    '(alsoPayingOff(state, request, beside) ?? earlier)',
    'earlier',
  ],
  'what is on the book is told as taken': [
    {file: 'src/core/payment/payment.ts', caughtBy: ['z-sums'], from: 60},
    'paidSeq: isPaid ? event.seq : undefined,',
    'paidSeq: isPaid || isOnBook ? event.seq : undefined,',
  ],
  'two at once make two sales of a row': [
    {file: 'src/till/reconcile.ts', caughtBy: ['received-twice'], from: 20},
    'return withMutex(context, async () => {\n    const [event] = await performInHome(context, decideReconcile,',
    'return Promise.resolve().then(async () => {\n    const [event] = await performInHome(context, decideReconcile,',
  ],
  'a row under the code of another is other money': [
    {file: 'src/core/reconcile/records/known-records.ts', caughtBy: ['received-twice']},
    'return own.some(name => this.#own.has(name) || this.#vague.has(name)) || vague.some(name => this.#own.has(name));',
    'return own.slice(1).some(name => this.#own.has(name));',
  ],
  'a code in small letters is another code': [
    {file: 'src/core/text/text.ts', caughtBy: ['received-twice'], from: 20},
    ".replaceAll(/[\\s_\\p{Pd}\\p{Cf}'\\u2019]/gu, '').toUpperCase();",
    ".replaceAll(/[\\s_\\p{Pd}\\p{Cf}'\\u2019]/gu, '');",
  ],
  'nobody is asked for a right': [
    {file: 'src/till/handler.ts', caughtBy: ['without-right'], from: 7},
    'takeOut(context, checkRights(staff, actor, events, isApprovedFor(context, actor)));',
    'takeOut(context, []);',
  ],
  'an approval serves two actions': [
    {file: 'src/till/handler.ts', caughtBy: ['without-right']},
    'for (const action of approved) approvals.delete(actionText(action, actor?.number ?? 0));',
    'if (approved.length > 9) approvals.clear();\n  if (actor === undefined) return;',
  ],
  'whoever signs out meanwhile stays signed in': [
    {file: 'src/till/staff.ts', caughtBy: ['without-right'], from: 520},
    'if (context.signIns === signIns) context.actor = entered;',
    'context.actor = entered;',
  ],
  'an approval is kept over a sign-in': [
    {file: 'src/till/staff.ts', caughtBy: ['without-right'], from: 3751},
    'if (context.signIns === signIns)\n',
    'if (signIns >= 0)\n',
  ],
  'a request leaves before its line is durable': [
    {file: 'src/till/payment.ts', caughtBy: ['sent-before-durable']},
    "const [event] = await act(context, decidePayment, {type: 'submit', ...command});\n    if (event?.type !== 'sent') throw",
    "void act(context, decidePayment, {type: 'submit', ...command});\n    if (context.settings.till === '') throw",
  ],
  'a request is sent again under another reference': [
    {file: 'src/till/payment.ts', caughtBy: ['sent-without-person', 'sent-before-durable'], from: 53},
    'context.service.collect(request, context.leaving)',
    "context.service.collect({...request, reference: context.state.payments.get(reference)?.sends.begun === 1 ? reference : reference.slice(0, -1).concat('Z')}, context.leaving)",
  ],
  'what never left is sent at start-up': [
    {file: 'src/till/mail.ts', caughtBy: ['sent-without-person'], from: 206},
    'await record(context, ...decideNotSubmitted(context.state, {isCopy}));',
    "for (const event of decideNotSubmitted(context.state, {isCopy})) {\n    if (event.type !== 'never-left') await record(context, event);\n    else void import('./payment.js').then(({sendAgain}) => sendAgain(context, event.data.reference)).catch(() => record(context, event));\n  }",
  ],
  'a server error counts as not sent': [
    {file: 'src/core/service/reply.ts', caughtBy: ['sent-twice', 'failed-but-stands']},
    "if (http === 429) return {kind: 'unknown', why: 'busy', text: plainText(answer)};",
    "if (http >= 500) return {kind: 'not-sent', code: 'ERR'};",
  ],
  'a service that is too busy counts as not asked': [
    {
      file: 'src/core/service/reply.ts',
      caughtBy: ['failed-but-stands', 'sent-twice', 'enrolled-blindly', 'refund-sent-blindly'],
      from: 15,
    },
    "if (http === 429) return {kind: 'unknown', why: 'busy', text: plainText(answer)};",
    "if (http === 429) return {kind: 'not-sent', code: 'HTTP 429'};",
  ],
  'the refusal of another payment counts': [
    {
      file: 'src/core/service/signals.ts',
      caughtBy: ['failed-but-stands', 'enrolled-blindly', 'refund-untrue', 'truth'],
      from: 347,
    },
    "if (isOfAnother) return 'other-reference';",
    '',
  ],
  'a refusal counts that says itself that it stands': [
    {file: 'src/core/service/signals.ts', caughtBy: ['failed-but-stands', 'enrolled-blindly', 'refund-untrue']},
    "if (doubled === true || mayStand.some(each => said.has(each))) return 'contradictory';",
    '',
  ],
  'a refusing word counts in any sentence': [
    {file: 'src/core/service/signals.ts', caughtBy: ['failed-but-stands', 'enrolled-blindly', 'refund-untrue']},
    "said.has('unheard') || texts.some(saysItMayStand)",
    "said.has('unheard') || texts.some(text => saysItMayStand(text) && text === '')",
  ],
  'a no is overheard': [
    {
      file: 'src/core/service/body.ts',
      caughtBy: ['paid-without-money', 'refund-untrue', 'failed-but-stands', 'enrolled-blindly'],
    },
    "value === false || value === 0 || (typeof value === 'string' && no.test(value.trim()));",
    "typeof value === 'string' && value === '' && no.test(value);",
  ],
  'a record need not say of which payment it is': [
    {file: 'src/core/endpoints/status.ts', caughtBy: ['paid-without-money']},
    "if (!isOwn) return 'no-reference';",
    "if (!isOwn && answer.body === undefined) return 'no-reference';",
  ],
  'a part of an answer is as good as all of it': [
    {file: 'src/core/endpoints/status.ts', caughtBy: ['paid-without-money']},
    "if (!isOfRecord(answer.http)) return 'partial';",
    "if (!isOfRecord(200)) return 'partial';",
  ],
  'of two different values the last one counts': [
    {file: 'src/core/endpoints/status.ts', caughtBy: ['paid-without-money']},
    "if (answer.doubled === true) return 'doubled';",
    '',
  ],
  'a record need not name its currency': [
    {file: 'src/core/endpoints/status.ts', caughtBy: ['paid-without-money']},
    'if (currency === undefined || !currencyCode',
    'if (currency !== undefined && !currencyCode',
  ],
  'a payment may be all fee': [
    {file: 'src/core/endpoints/status.ts', caughtBy: ['paid-without-money']},
    '    contradiction(answer, {said, isOwn}, outcome) ?? wrongMember(record, about.asked, {...sums, kind: outcome.kind});',
    "    contradiction(answer, {said, isOwn}, outcome) ?? (record.currency === undefined ? 'no-currency' as const : undefined);",
  ],
  'two presses decide at once': [
    {
      file: 'src/till/handler.ts',
      caughtBy: [
        'cool-down',
        'sent-twice',
        'fold',
        'code-sent-blindly',
        'refund-untrue',
        'enrolled-blindly',
        'unexpected',
      ],
    },
    'const decided = context.mutex.then(() => context.takeLists?.()).then(decide);',
    'const decided = decide();',
  ],
  'an open payment of the same wallet is overlooked': [
    {file: 'src/core/payment/earlier.ts', caughtBy: ['cool-down']},
    "open: {within: 'always',",
    "open: {within: 'cool-down',",
  ],
  'a failed question is a failed payment': [
    {file: 'src/core/endpoints/status.ts', caughtBy: ['failed-but-stands']},
    'if (!isAnswer || record.transaction_status === undefined)',
    "if (http === 400) return {kind: 'failed', record: recordOf(record), reversed: false};\n  if (!isAnswer || record.transaction_status === undefined)",
  ],
  'a payment that is not found has failed': [
    {file: 'src/core/payment/payment.ts', caughtBy: ['failed-but-stands']},
    "case 'not-found': {",
    "case 'not-found': {\n      if (payment.reference !== '') return {...payment, steps, ...finalWord(payment, 'failed')};",
  ],
  'a payment is paid by its first answer': [
    {file: 'src/core/payment/payment.ts', caughtBy: ['paid-without-money']},
    'return {...payment, steps, sends: {...sends, known: true}, details: outcome.details};',
    "return {...payment, steps, sends: {...sends, known: true}, details: outcome.details, ...finalWord(payment, 'paid')};",
  ],
  'another amount is as good as the one that was asked': [
    {file: 'src/core/endpoints/status.ts', caughtBy: ['paid-without-money']},
    "return found === undefined ? {kind: 'mispaid', record} : {kind: 'paid', record, feeBasis: found === 'fee'};",
    "return {kind: 'paid', record, feeBasis: found === 'fee'};",
  ],
  'a payment that was paid can fail': [
    {file: 'src/core/payment/payment.ts', caughtBy: ['fold', 'demoted', 'unexpected']},
    'if (words > 1 || (provablyNotSent',
    'if ((provablyNotSent',
  ],
  'a code goes although the fate of another is not known': [
    {file: 'src/core/payment/otp.ts', caughtBy: ['code-sent-blindly']},
    'sent > 0 && (last',
    'sent < 0 && (last',
  ],
  'a code is sent twice': [
    {file: 'src/till/otp.ts', caughtBy: ['sent-without-person', 'code-sent-blindly']},
    'await underWay(context, sendCode(context, payment, details, {code, after: earlier.otp.sent}));',
    'await underWay(context, sendCode(context, payment, details, {code, after: earlier.otp.sent}));\n  await underWay(context, sendCode(context, payment, details, {code, after: earlier.otp.sent + 1})).catch(() => undefined);',
  ],
  'a refund is sent twice': [
    {
      file: 'src/till/refund.ts',
      caughtBy: ['sent-without-person', 'sent-before-durable', 'refund-without-line'],
      from: 59,
    },
    'ask: () => context.service.refund(order, context.leaving),',
    "ask: async () => {\n const answer = await context.service.refund(order, context.leaving);\n if (answer.kind === 'no-answer') await context.service.refund(order, context.leaving);\n return answer;\n },",
  ],
  'a refund whose fate is unknown hinders no other': [
    {file: 'src/core/payment/refund.ts', caughtBy: ['refund-sent-blindly']},
    "({status}: Refund): boolean =>\n  status === 'requested' || status === 'sent' || status === 'unknown';",
    "({status}: Refund): boolean => status === 'requested';",
  ],
  'a Z leaves out what was paid late': [
    {file: 'src/core/shift/ledger.ts', caughtBy: ['z-sums'], from: 30},
    '  const z = zOf(ledger, seq);',
    '  const z = zOf(ledger, seq);\n  if (z !== null) return ledger;',
  ],
  'the fold forgets what was set aside': [
    {file: 'src/core/payment/payment.ts', caughtBy: ['sent-though-set-aside'], from: 690},
    'withStep({...payment, isSuperseded: true}',
    'withStep({...payment}',
  ],
  'what is about to leave can be set aside': [
    {file: 'src/till/payment.ts', caughtBy: ['sent-though-set-aside']},
    'await withMutex(context, async () => {\n    await paymentOf(context, reference); // not while',
    'await Promise.resolve().then(async () => {\n    await paymentOf(context, reference); // not while',
  ],
  'what was set aside before it left stays open': [
    {file: 'src/core/sale/decide.ts', caughtBy: ['truth']},
    "if (payment?.isSuperseded && payment.status === 'requested') return",
    'if (payment === null) return',
  ],
  'two presses send a code': [
    {file: 'src/core/sale/decide.ts', caughtBy: ['code-sent-blindly'], from: 88},
    'payment?.otp.sent !== after)',
    'payment?.otp.sent === undefined)',
  ],
  'a sale that was paid twice needs nobody': [
    {file: 'src/core/payment/payments.ts', caughtBy: ['paid-twice-unseen']},
    '!isRefundedWhole(payment)).length > 1;',
    '!isRefundedWhole(payment)).length > 2;',
  ],
  'a new day forgets what is open': [
    {file: 'src/core/books/state.ts', caughtBy: ['lost', 'truth']},
    'if (!isSettled(payment) || isUnfinishedSale(state, payment.sale)) sales.add(payment.sale);',
    'if (isUnfinishedSale(state, payment.sale) && isSettled(payment)) sales.add(payment.sale);',
  ],
  'a line is acknowledged before it is synced': [
    {file: 'store/segment-file.ts', caughtBy: ['durable-line-lost', 'sent-before-durable']},
    'await file.append(text);\n    await file.datasync();',
    'await file.append(text);',
  ],
  'the name of a new segment is not synced': [
    {file: 'store/segment-file.ts', caughtBy: ['durable-line-lost', 'sent-before-durable']},
    'if (!this.#named) await this.#disk.syncFolder(segmentFolder(this.#folder));',
    '',
  ],
  'a torn line is left where it is': [
    {file: 'store/segment-file.ts', caughtBy: ['unexpected', 'journal', 'truth', 'rest']},
    'await this.#disk.truncate(segmentPath(this.#folder, this.date), bytes);\n    }\n    return events;',
    '}\n    return events;',
  ],
  'a sync that failed counts as done': [
    {file: 'store/segment-file.ts', caughtBy: ['durable-line-lost', 'sent-before-durable']},
    'await file.append(text);\n    await file.datasync();',
    'await file.append(text);\n    await file.datasync().catch(() => {});',
  ],
  'an enrolment leaves before its line is durable': [
    {file: 'src/till/subscription/enrol.ts', caughtBy: ['sent-before-durable']},
    "intent: () => record(context, {type: 'enrolment-sent', data: {enrolment: reference}}),",
    "intent: async () => void record(context, {type: 'enrolment-sent', data: {enrolment: reference}}),",
  ],
  'a customer is enrolled again while nobody knows what became of the first': [
    {file: 'src/core/subscription/decide.ts', caughtBy: ['enrolled-blindly']},
    'if (open !== undefined) throw unclear(open);',
    "if (open?.status === 'requested') throw unclear(open);",
  ],
  'an enrolment without an answer was not made': [
    {file: 'src/core/subscription/enrolment.ts', caughtBy: ['enrolled-blindly', 'truth']},
    "enrolment.resolved === null ? 'unknown' : enrolment.status",
    "'not-made'",
  ],
  'a charge that is a payment already is written down again': [
    {file: 'src/core/subscription/decide.ts', caughtBy: ['charge-twice']},
    'made.hasCharge(renewal.transactionReference, renewal.amount)',
    'renewal.transactionReference === known.planCode',
  ],
  'a person may name the subscription of another customer': [
    {file: 'src/core/subscription/registry.ts', caughtBy: ['charge-twice', 'charge-untrue', 'truth']},
    'plainEmail(ofCustomer) !== plainEmail(customerEmail)) return true;',
    'plainEmail(ofCustomer) === plainEmail(customerEmail)) return false;',
  ],
  'what was charged before an enrolment was found is nobody’s': [
    {file: 'src/core/subscription/registry.ts', caughtBy: ['truth'], from: 1000},
    'known?.isOwn === true && known.completeFrom !== null ? {} : fromStart',
    '(known?.completeFrom ?? null) !== null ? {} : fromStart',
  ],
  'a tip counts as takings': [
    {file: 'src/core/shift/sold.ts', caughtBy: ['z-sums']},
    "isTip: kind === 'tip',",
    'isTip: false,',
  ],
  'a tip is told twice where two reports come together': [
    {file: 'src/core/shift/sold.ts', caughtBy: ['z-sums']},
    'all.flatMap(({tips}) => tips),',
    'all.flatMap(({tips}) => [...tips, ...tips]),',
  ],
  'what is left of a ticket is reckoned without the parts that may still be paid': [
    {file: 'src/core/ticket/ticket.ts', caughtBy: ['ticket-above-total'], from: 46},
    'total.minor - minor.paid - minor.waiting',
    'total.minor - minor.paid',
  ],
  'what a ticket was for is in no Z': [
    {file: 'src/core/shift/ledger.ts', caughtBy: ['z-sums']},
    'together([period.sold, soldOf(paid, by)])',
    'period.sold',
  ],
  'what no coin can pay is taken in cash': [
    {file: 'src/core/sale/payable.ts', caughtBy: ['z-sums']},
    "if (method === 'cash') return cashStepOf(currency, steps);",
    "if (method === 'cash') return 1;",
  ],
  'what a payment was rounded by is in no Z': [
    {file: 'src/core/shift/ledger.ts', caughtBy: ['z-sums']},
    'together([period.sold, roundingOf(request)])',
    'period.sold',
  ],
  'a ticket counts what was taken, and not what that was for': [
    {file: 'src/core/ticket/ticket.ts', caughtBy: ['ticket-above-total', 'ticket-without-money', 'z-sums']},
    'const {minor: owed} = owedOf(payment.request);',
    'const {minor: owed} = payment.request.amount;',
  ],
  'a line comes back as often as somebody asks': [
    {file: 'src/core/refund/lines.ts', caughtBy: ['line-back-twice']},
    'const own = back.filter(({line}) => line === at + 1);',
    'const own: typeof back = [];',
  ],
  'what came back is in no Z': [
    {file: 'src/core/shift/ledger.ts', caughtBy: ['z-sums']},
    'together([period.sold, soldBack(refund, payment, times)])',
    'period.sold',
  ],
  'a part counts whole although some of it was given back': [
    {file: 'src/core/ticket/ticket.ts', caughtBy: ['ticket-without-money']},
    'const minor = Math.max(0, owed - back);',
    'const minor = back >= owed ? 0 : owed;',
  ],
  'a split sale stays paid when a part is taken back': [
    {file: 'src/core/ticket/ticket.ts', caughtBy: ['ticket-without-money']},
    "const isTakenBack = ticket.status === 'paid' && !isSold(change.after);",
    'const isTakenBack = false;',
  ],
  'a segment forgets the tickets that are open': [
    {file: 'src/core/ticket/ticket.ts', caughtBy: ['state-differs', 'unexpected', 'projection']},
    'return {open: openTickets(tickets), paid, beyond: [...beyond],',
    'return {open: [], paid, beyond: [...beyond],',
  ],
  'an office recalls nothing of what was settled long ago': [
    {file: 'src/core/office/projection.ts', caughtBy: ['projection']},
    'recallEvents(this.#state, events);',
    '',
  ],
  'an office adds a payment to its day each time that it changes': [
    {file: 'src/core/office/projection.ts', caughtBy: ['projection']},
    'if (before !== undefined) this.#add(before, -1);',
    '',
  ],
  'an office keeps no totals': [
    {file: 'src/core/office/projection.ts', caughtBy: ['projection']},
    'const next = carriedFrom(this.#state, earlier, this.#events);',
    'const next = {...carriedFrom(this.#state, earlier, this.#events), totals: null};',
  ],
  'an office does not look what lines go on from': [
    {
      file: 'src/core/office/accept.ts',
      caughtBy: ['chunks', 'not-a-prefix', 'line-lost', 'fork-unseen'],
      isOfOffice: true,
      from: 13,
    },
    'if (hashOf(first - 1) !== upload.prev) return -1;',
    'if (hashOf(first - 1) === undefined) return -1;',
  ],
  'an office knows lines by their numbers alone': [
    {file: 'src/core/office/accept.ts', caughtBy: ['line-lost', 'fork-unseen', 'chunks'], isOfOffice: true},
    'lines.findIndex(({seq, hash}) => hashOf(seq) !== hash)',
    'lines.findIndex(({seq}) => hashOf(seq) === undefined)',
  ],
  'an office drops what has forked': [
    {file: 'src/core/office/accept.ts', caughtBy: ['chunks', 'line-lost'], isOfOffice: true},
    'const branches = [...record.branches, {number, parent, first, seq, head}];',
    'const branches = record.branches;',
  ],
  'an office holds old news against a till': [
    {file: 'src/core/office/accept.ts', caughtBy: ['falsely-accused'], from: 9, isOfOffice: true},
    'if (claim.seq >= claim.asked.seq || record.isBehind)',
    'if (record.isBehind)',
  ],
  'an office forgets what it has signed': [
    {file: 'src/core/office/accept.ts', caughtBy: ['loss-unseen'], isOfOffice: true},
    'hashOf(witnessed.seq) === witnessed.head',
    'hashOf(0) !== undefined',
  ],
  'an office takes two machines for one': [
    {file: 'src/core/office/accept.ts', caughtBy: ['clone-unseen'], isOfOffice: true},
    'turned.turns < record.branches.length + 2',
    'turned.turns > 0',
  ],
  'an office sees no rollback': [
    {file: 'src/core/office/accept.ts', caughtBy: ['rollback-unseen'], isOfOffice: true},
    'if (claim.seq >= claim.asked.seq || record.isBehind) return {record, incidents};',
    'if (claim.seq < record.seq) return {record, incidents};',
  ],
  'lines are acknowledged before they are committed': [
    {file: 'test/simulation/office/office.ts', caughtBy: ['acknowledged-lost'], isOfOffice: true},
    '    this.#later(commitMs, () => {\n      this.#isCommitting = false;',
    '    acknowledge();\n    this.#later(commitMs, () => {\n      this.#isCommitting = false;',
  ],
  'the cursor of a projection moves before its rows are there': [
    {file: 'test/simulation/office/office.ts', caughtBy: ['projection'], isOfOffice: true},
    'const isKept = this.#chance.isTrue(0.3);',
    'const isKept = this.#chance.isTrue(0.3);\n      this.database = new Map([...this.database, [till, {...this.#tables(till), cursor: cursor + some.length}]]);',
  ],
  'lines are sent that a power cut takes back': [
    {file: 'test/simulation/office/shipper.ts', caughtBy: ['falsely-accused', 'not-a-prefix'], isOfOffice: true},
    '    this.#machine.sync();\n',
    '',
  ],
  'anybody may send by the key of a till': [
    {file: 'test/simulation/office/messages.ts', caughtBy: ['falsely-accused', 'not-a-prefix'], isOfOffice: true},
    'signatureBy(secret, text) === signature ? undefined',
    'signature !== secret ? undefined',
  ],
  'what the service posts to an office makes payments paid': [
    {file: 'test/simulation/office/office.ts', caughtBy: ['projection', 'paid-without-line'], isOfOffice: true},
    "if (!request.path.startsWith('/v1/journal')) {",
    "if (!request.path.startsWith('/v1/journal')) {\n      for (const [name, row] of tables?.rows.payments ?? []) tables?.rows.payments.set(name, {...row, status: 'paid'});",
  ],
  'what an office has signed is written down by who ships': [
    {file: 'test/simulation/office/shipper.ts', caughtBy: ['till-changed'], isOfOffice: true},
    'this.#machine.checkpoint = signed.note;',
    "this.#machine.checkpoint = signed.note;\n    this.#machine.journal.append('office');",
  ],
  'an office shows the number of who paid': [
    {file: 'src/core/office/projected-payment.ts', caughtBy: ['secret-told'], isOfOffice: true},
    "isSealed(request) ? '' : maskSource(request)",
    "'phone' in request ? request.phone : ''",
  ],
  'an office hears nothing of a machine that was replaced': [
    {file: 'src/core/office/accept.ts', caughtBy: ['old-machine-unseen'], isOfOffice: true},
    'const found = chain === undefined ? soldByOldKey(record, claim) : {record, incidents: []};',
    'const found = {record: chain === undefined ? record : record, incidents: []};',
  ],
  'an office takes what a machine sends that was replaced': [
    {file: 'src/core/office/accept.ts', caughtBy: ['falsely-accused', 'not-a-prefix'], isOfOffice: true},
    'if (key === signer) return undefined;',
    'if (key === signer || key !== null) return undefined;',
  ],
  'a till believes an office that gives back less than it had signed for': [
    {file: 'src/core/office/checkpoint.ts', caughtBy: ['older-restored'], from: 80, isOfOffice: true},
    "compareOffice(witnessed, signed) === 'rolled-back'",
    "compareOffice(witnessed, signed) === 'rolled-back' && signed.seq === 0",
  ],
  'a restored till sells before it has asked about what was open': [
    {file: 'src/core/restore/restored.ts', caughtBy: ['sent-unasked'], from: 1199},
    "if (count > 0) throw new Problem('restore-unheard', {count});",
    '',
  ],
  'a payment is asked for before a restored till has asked about what was open': [
    {file: 'src/core/restore/restored.ts', caughtBy: ['sent-unasked'], from: 140},
    'if (isRequested(event)) return isAskedFor(event);',
    "if (event.type === 'requested' || event.type === 'sent') return false;",
  ],
  'a restored till does not know that it is one': [
    {file: 'src/till/open.ts', caughtBy: ['sent-unasked'], from: 140},
    'if (!journal.isRestored || journal.readOnly) return;',
    'if (!journal.isCopy || journal.isRestored) return;',
  ],
  'a restored till takes what was on its way for what never left': [
    {
      file: 'src/core/books/not-submitted.ts',
      caughtBy: ['failed-but-stands', 'sent-twice', 'sent-without-person'],
      from: 30,
    },
    "if (!isCopy) events.push({type: 'never-left', data: {reference}});",
    "if (!isCopy || reference !== '') events.push({type: 'never-left', data: {reference}});",
  ],
  'a till takes a list that is older than its own': [
    {file: 'src/core/staff/signed-list.ts', caughtBy: ['list-went-back'], isOfOffice: true},
    'known === undefined || head.version > known.version',
    'known === undefined || head.version !== known.version',
  ],
  'a till takes a list that its office has not signed': [
    {file: 'src/core/staff/signed-list.ts', caughtBy: ['list-not-signed'], isOfOffice: true},
    "if (!isSigned) return refuse('forged');",
    '',
  ],
  'whom the office names no more goes on at a till': [
    {file: 'src/core/staff/staff.ts', caughtBy: ['approved-by-revoked'], isOfOffice: true},
    "status: 'removed' as const,\n          credentials: {},",
    '',
  ],
  'whom the office has locked goes on at a till': [
    {file: 'src/core/staff/staff.ts', caughtBy: ['approved-by-revoked'], isOfOffice: true},
    "status: isLocked || isLockedHere ? 'locked' : 'active',",
    "status: isLockedHere ? 'locked' : 'active',",
  ],
  'sums go on after a fork': [
    {file: 'src/core/office/accept.ts', caughtBy: ['projection'], isOfOffice: true},
    'haltedAt ?? seq;',
    'haltedAt === 0 ? 0 : seq;',
  ],
} as const satisfies Readonly<Record<string, Mutation>>;
