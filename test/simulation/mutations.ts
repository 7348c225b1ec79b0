import type {Checker} from './findings.js';

/**
 * A mistake in the product's source, and the checkers that have to find it. `find` stands in `file` exactly once. `from`
 * is the seed from which on it is looked for, where it takes a rare meeting of circumstances.
 */
export type Mutation = {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly caughtBy: readonly Checker[];
  readonly from?: number;
  /** It is looked for in offices and their tills. */
  readonly isOfOffice?: true;
};

export const mutations = {
  'two at once make two sales of a row': {
    file: 'src/till/reconcile.ts',
    find: 'return withMutex(context, async () => {\n    const [event] = await performInHome(context, decideReconcile,',
    replace:
      'return Promise.resolve().then(async () => {\n    const [event] = await performInHome(context, decideReconcile,',
    caughtBy: ['received-twice'],
    from: 14,
  },
  'a row under the code of another is other money': {
    file: 'src/core/reconcile/records/known-records.ts',
    find: 'return own.some(name => this.#own.has(name) || this.#vague.has(name)) || vague.some(name => this.#own.has(name));',
    replace: 'return own.slice(1).some(name => this.#own.has(name));',
    caughtBy: ['received-twice'],
  },
  'a code in small letters is another code': {
    file: 'src/core/text/text.ts',
    find: ".replaceAll(/[\\s_\\p{Pd}]/gu, '').toUpperCase();",
    replace: ".replaceAll(/[\\s_\\p{Pd}]/gu, '');",
    caughtBy: ['received-twice'],
  },
  'nobody is asked for a right': {
    file: 'src/till/handler.ts',
    find: 'takeOut(context, checkRights(staff, actor, events, isApprovedFor(context, actor)));',
    replace: 'takeOut(context, []);',
    caughtBy: ['without-right'],
    from: 7,
  },
  'an approval serves two actions': {
    file: 'src/till/handler.ts',
    find: 'for (const action of approved) approvals.delete(actionText(action, actor?.number ?? 0));',
    replace: 'if (approved.length > 9) approvals.clear();\n  if (actor === undefined) return;',
    caughtBy: ['without-right'],
  },
  'whoever signs out meanwhile stays signed in': {
    file: 'src/till/staff.ts',
    find: 'if (context.signIns === signIns) context.actor = entered;',
    replace: 'context.actor = entered;',
    caughtBy: ['without-right'],
    from: 520,
  },
  'an approval is kept over a sign-in': {
    file: 'src/till/staff.ts',
    find: 'if (context.signIns === signIns)\n',
    replace: 'if (signIns >= 0)\n',
    caughtBy: ['without-right'],
    from: 204,
  },
  'a request leaves before its line is durable': {
    file: 'src/till/payment.ts',
    find: "const [event] = await perform(context, decidePayment, {type: 'submit', ...command});\n    if (event?.type !== 'sent') throw",
    replace:
      "void perform(context, decidePayment, {type: 'submit', ...command});\n    if (context.settings.till === '') throw",
    caughtBy: ['sent-before-durable'],
  },
  'a request is sent again under another reference': {
    file: 'src/till/payment.ts',
    find: 'context.service.collect(request, context.leaving)',
    replace:
      "context.service.collect({...request, reference: context.state.payments.get(reference)?.sends.begun === 1 ? reference : reference.slice(0, -1).concat('Z')}, context.leaving)",
    caughtBy: ['sent-without-person', 'sent-before-durable'],
    from: 53,
  },
  'what never left is sent at start-up': {
    file: 'src/till/mail.ts',
    find: 'await record(context, ...decideNotSubmitted(context.state, {isCopy}));',
    replace:
      "for (const event of decideNotSubmitted(context.state, {isCopy})) {\n    if (event.type !== 'never-left') await record(context, event);\n    else void import('./payment.js').then(({sendAgain}) => sendAgain(context, event.data.reference)).catch(() => record(context, event));\n  }",
    caughtBy: ['sent-without-person'],
    from: 2,
  },
  'a server error counts as not sent': {
    file: 'src/core/service/reply.ts',
    find: "if (http === 429) return {kind: 'unknown', why: 'busy', text: plainText(answer)};",
    replace: "if (http >= 500) return {kind: 'not-sent', code: 'ERR'};",
    caughtBy: ['sent-twice', 'failed-but-stands'],
  },
  'a service that is too busy counts as not asked': {
    file: 'src/core/service/reply.ts',
    find: "if (http === 429) return {kind: 'unknown', why: 'busy', text: plainText(answer)};",
    replace: "if (http === 429) return {kind: 'not-sent', code: 'HTTP 429'};",
    caughtBy: ['failed-but-stands', 'sent-twice', 'enrolled-blindly', 'refund-sent-blindly'],
    from: 15,
  },
  'the refusal of another payment counts': {
    file: 'src/core/service/signals.ts',
    find: "if (isOfAnother) return 'other-reference';",
    replace: '',
    caughtBy: ['failed-but-stands', 'enrolled-blindly', 'refund-untrue'],
    from: 34,
  },
  'a refusal counts that says itself that it stands': {
    file: 'src/core/service/signals.ts',
    find: "if (doubled === true || mayStand.some(each => said.has(each))) return 'contradictory';",
    replace: '',
    caughtBy: ['failed-but-stands', 'enrolled-blindly', 'refund-untrue'],
  },
  'a refusing word counts in any sentence': {
    file: 'src/core/service/signals.ts',
    find: "said.has('unheard') || texts.some(saysItMayStand)",
    replace: "said.has('unheard') || texts.some(text => saysItMayStand(text) && text === '')",
    caughtBy: ['failed-but-stands', 'enrolled-blindly', 'refund-untrue'],
  },
  'a no is overheard': {
    file: 'src/core/service/body.ts',
    find: "value === false || value === 0 || (typeof value === 'string' && no.test(value.trim()));",
    replace: "typeof value === 'string' && value === '' && no.test(value);",
    caughtBy: ['paid-without-money', 'refund-untrue', 'failed-but-stands', 'enrolled-blindly'],
  },
  'a record need not say of which payment it is': {
    file: 'src/core/endpoints/status.ts',
    find: "if (!isOwn) return 'no-reference';",
    replace: "if (!isOwn && answer.body === undefined) return 'no-reference';",
    caughtBy: ['paid-without-money'],
  },
  'a part of an answer is as good as all of it': {
    file: 'src/core/endpoints/status.ts',
    find: "if (!isOfRecord(answer.http)) return 'partial';",
    replace: "if (!isOfRecord(200)) return 'partial';",
    caughtBy: ['paid-without-money'],
  },
  'of two different values the last one counts': {
    file: 'src/core/endpoints/status.ts',
    find: "if (answer.doubled === true) return 'doubled';",
    replace: '',
    caughtBy: ['paid-without-money'],
  },
  'a record need not name its currency': {
    file: 'src/core/endpoints/status.ts',
    find: 'if (currency === undefined || !currencyCode',
    replace: 'if (currency !== undefined && !currencyCode',
    caughtBy: ['paid-without-money'],
  },
  'a payment may be all fee': {
    file: 'src/core/endpoints/status.ts',
    find: '    contradiction(answer, signals, outcome) ?? wrongMember(record, about.asked, {...sums, kind: outcome.kind});',
    replace:
      "    contradiction(answer, signals, outcome) ?? (record.currency === undefined ? 'no-currency' as const : undefined);",
    caughtBy: ['paid-without-money'],
  },
  'two presses decide at once': {
    file: 'src/till/handler.ts',
    find: 'const decided = context.mutex.then(decide);',
    replace: 'const decided = decide();',
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
  'an open payment of the same wallet is overlooked': {
    file: 'src/core/payment/earlier.ts',
    find: "open: {within: 'always',",
    replace: "open: {within: 'cool-down',",
    caughtBy: ['cool-down'],
  },
  'a failed question is a failed payment': {
    file: 'src/core/endpoints/status.ts',
    find: 'if (!isAnswer || record.transaction_status === undefined)',
    replace:
      "if (http === 400) return {kind: 'failed', record: recordOf(record), reversed: false};\n  if (!isAnswer || record.transaction_status === undefined)",
    caughtBy: ['failed-but-stands'],
  },
  'a payment that is not found has failed': {
    file: 'src/core/payment/payment.ts',
    find: "case 'not-found': {",
    replace:
      "case 'not-found': {\n      if (payment.reference !== '') return {...payment, steps, ...finalWord(payment, 'failed')};",
    caughtBy: ['failed-but-stands'],
  },
  'a payment is paid by its first answer': {
    file: 'src/core/payment/payment.ts',
    find: 'return {...payment, steps, sends: {...sends, known: true}, details: outcome.details};',
    replace:
      "return {...payment, steps, sends: {...sends, known: true}, details: outcome.details, ...finalWord(payment, 'paid')};",
    caughtBy: ['paid-without-money'],
  },
  'another amount is as good as the one that was asked': {
    file: 'src/core/endpoints/status.ts',
    find: "return byTheFee ? {kind: 'paid', record, feeBasis: true} : {kind: 'mispaid', record};",
    replace: "return {kind: 'paid', record, feeBasis: byTheFee};",
    caughtBy: ['paid-without-money'],
  },
  'a payment that was paid can fail': {
    file: 'src/core/payment/payment.ts',
    find: 'if (words > 1 || (provablyNotSent',
    replace: 'if ((provablyNotSent',
    caughtBy: ['fold', 'demoted', 'unexpected'],
  },
  'a code goes although the fate of another is not known': {
    file: 'src/core/payment/otp.ts',
    find: 'return sent > 0 && (last',
    replace: 'return sent < 0 && (last',
    caughtBy: ['code-sent-blindly'],
  },
  'a code is sent twice': {
    file: 'src/till/otp.ts',
    find: 'await underWay(context, sendCode(context, payment, details, {code, after: earlier.otp.sent}));',
    replace:
      'await underWay(context, sendCode(context, payment, details, {code, after: earlier.otp.sent}));\n  await underWay(context, sendCode(context, payment, details, {code, after: earlier.otp.sent + 1})).catch(() => undefined);',
    caughtBy: ['sent-without-person', 'code-sent-blindly'],
  },
  'a refund is sent twice': {
    file: 'src/till/refund.ts',
    find: 'ask: () => context.service.refund(order, context.leaving),',
    replace:
      "ask: async () => {\n const answer = await context.service.refund(order, context.leaving);\n if (answer.kind === 'no-answer') await context.service.refund(order, context.leaving);\n return answer;\n },",
    caughtBy: ['sent-without-person', 'sent-before-durable', 'refund-without-line'],
    from: 59,
  },
  'a refund whose fate is unknown hinders no other': {
    file: 'src/core/payment/refund.ts',
    find: "return status === 'requested' || status === 'sent' || status === 'unknown';",
    replace: "return status === 'requested';",
    caughtBy: ['refund-sent-blindly'],
  },
  'a Z leaves out what was paid late': {
    file: 'src/core/shift/ledger.ts',
    find: '  const z = zOf(ledger, seq);',
    replace: '  const z = zOf(ledger, seq);\n  if (z !== null) return ledger;',
    caughtBy: ['z-sums'],
    from: 30,
  },
  'the fold forgets what was set aside': {
    file: 'src/core/payment/payment.ts',
    find: 'withStep({...payment, isSuperseded: true}',
    replace: 'withStep({...payment}',
    caughtBy: ['sent-though-set-aside'],
    from: 690,
  },
  'what is about to leave can be set aside': {
    file: 'src/till/payment.ts',
    find: 'await withMutex(context, async () => {\n    await paymentOf(context, reference); // not while',
    replace: 'await Promise.resolve().then(async () => {\n    await paymentOf(context, reference); // not while',
    caughtBy: ['sent-though-set-aside'],
  },
  'what was set aside before it left stays open': {
    file: 'src/core/sale/decide.ts',
    find: "if (payment?.isSuperseded && payment.status === 'requested') return",
    replace: 'if (payment === null) return',
    caughtBy: ['truth'],
  },
  'two presses send a code': {
    file: 'src/core/sale/decide.ts',
    find: 'payment?.otp.sent !== after)',
    replace: 'payment?.otp.sent === undefined)',
    caughtBy: ['code-sent-blindly'],
    from: 87,
  },
  'a sale that was paid twice needs nobody': {
    file: 'src/core/payment/payments.ts',
    find: '!isRefundedWhole(payment)).length > 1;',
    replace: '!isRefundedWhole(payment)).length > 2;',
    caughtBy: ['paid-twice-unseen'],
  },
  'a new day forgets what is open': {
    file: 'src/core/books/state.ts',
    find: 'if (!isSettled(payment) || isUnfinishedSale(state, payment.sale)) sales.add(payment.sale);',
    replace: 'if (isUnfinishedSale(state, payment.sale) && isSettled(payment)) sales.add(payment.sale);',
    caughtBy: ['lost', 'truth'],
  },
  'a line is acknowledged before it is synced': {
    file: 'store/segment-file.ts',
    find: 'await file.append(text);\n    await file.datasync();',
    replace: 'await file.append(text);',
    caughtBy: ['durable-line-lost', 'sent-before-durable'],
  },
  'the name of a new segment is not synced': {
    file: 'store/segment-file.ts',
    find: 'if (!this.#named) await this.#disk.syncFolder(segmentFolder(this.#folder));',
    replace: '',
    caughtBy: ['durable-line-lost', 'sent-before-durable'],
  },
  'a torn line is left where it is': {
    file: 'store/segment-file.ts',
    find: 'await this.#disk.truncate(segmentPath(this.#folder, this.date), bytes);\n    }\n    return events;',
    replace: '}\n    return events;',
    caughtBy: ['unexpected', 'journal', 'truth', 'rest'],
  },
  'a sync that failed counts as done': {
    file: 'store/segment-file.ts',
    find: 'await file.append(text);\n    await file.datasync();',
    replace: 'await file.append(text);\n    await file.datasync().catch(() => {});',
    caughtBy: ['durable-line-lost', 'sent-before-durable'],
  },
  'an enrolment leaves before its line is durable': {
    file: 'src/till/subscription/enrol.ts',
    find: "intent: () => record(context, {type: 'enrolment-sent', data: {enrolment: reference}}),",
    replace: "intent: async () => void record(context, {type: 'enrolment-sent', data: {enrolment: reference}}),",
    caughtBy: ['sent-before-durable'],
  },
  'a customer is enrolled again while nobody knows what became of the first': {
    file: 'src/core/subscription/decide.ts',
    find: 'if (open !== undefined) throw unclear(open);',
    replace: "if (open?.status === 'requested') throw unclear(open);",
    caughtBy: ['enrolled-blindly'],
  },
  'an enrolment without an answer was not made': {
    file: 'src/core/subscription/enrolment.ts',
    find: "enrolment.resolved === null ? 'unknown' : enrolment.status",
    replace: "'not-made'",
    caughtBy: ['enrolled-blindly', 'truth'],
  },
  'a charge that is a payment already is written down again': {
    file: 'src/core/subscription/charges.ts',
    find: 'made.hasCharge(renewal.transactionReference, renewal.amount)',
    replace: 'renewal.transactionReference === known.planCode',
    caughtBy: ['charge-twice'],
  },
  'a person may name the subscription of another customer': {
    file: 'src/core/subscription/search.ts',
    find: 'plainEmail(ofCustomer) !== plainEmail(customerEmail)) return true;',
    replace: 'plainEmail(ofCustomer) === plainEmail(customerEmail)) return false;',
    caughtBy: ['charge-twice', 'charge-untrue', 'truth'],
  },
  'what was charged before an enrolment was found is nobody’s': {
    file: 'src/core/subscription/registry.ts',
    find: 'known?.isOwn === true && known.completeFrom !== null ? {} : fromStart',
    replace: '(known?.completeFrom ?? null) !== null ? {} : fromStart',
    caughtBy: ['truth'],
    from: 1000,
  },
  'a tip counts as takings': {
    file: 'src/core/shift/sold.ts',
    find: "isTip: kind === 'tip',",
    replace: 'isTip: false,',
    caughtBy: ['z-sums'],
  },
  'a tip is told twice where two reports come together': {
    file: 'src/core/shift/sold.ts',
    find: 'all.flatMap(({tips}) => tips),',
    replace: 'all.flatMap(({tips}) => [...tips, ...tips]),',
    caughtBy: ['z-sums'],
  },
  'what is left of a ticket is reckoned without the parts that may still be paid': {
    file: 'src/core/ticket/ticket.ts',
    find: 'total.minor - minor.paid - minor.waiting',
    replace: 'total.minor - minor.paid',
    caughtBy: ['ticket-above-total'],
  },
  'what a ticket was for is in no Z': {
    file: 'src/core/shift/ledger.ts',
    find: 'together([period.sold, soldOf(paid, by)])',
    replace: 'period.sold',
    caughtBy: ['z-sums'],
  },
  'a line comes back as often as somebody asks': {
    file: 'src/core/refund/lines.ts',
    find: 'const own = back.filter(({line}) => line === at + 1);',
    replace: 'const own: typeof back = [];',
    caughtBy: ['line-back-twice'],
  },
  'what came back is in no Z': {
    file: 'src/core/shift/ledger.ts',
    find: 'together([period.sold, soldBack(lines, payment, times)])',
    replace: 'period.sold',
    caughtBy: ['z-sums'],
  },
  'a part counts whole although some of it was given back': {
    file: 'src/core/ticket/ticket.ts',
    find: 'const minor = Math.max(0, amount - back);',
    replace: 'const minor = back >= amount ? 0 : amount;',
    caughtBy: ['ticket-without-money'],
  },
  'a split sale stays paid when a part is taken back': {
    file: 'src/core/ticket/ticket.ts',
    find: "const isTakenBack = ticket.status === 'paid' && change.after.status !== 'paid';",
    replace: 'const isTakenBack = false;',
    caughtBy: ['ticket-without-money'],
  },
  'a segment forgets the tickets that are open': {
    file: 'src/core/ticket/ticket.ts',
    find: 'return {open: openTickets(tickets), paid, beyond: [...tickets.beyond]};',
    replace: 'return {open: [], paid, beyond: [...tickets.beyond]};',
    caughtBy: ['state-differs', 'unexpected', 'projection'],
  },
  'an office recalls nothing of what was settled long ago': {
    file: 'src/core/office/projection.ts',
    find: 'recallEvents(this.#state, events);',
    replace: '',
    caughtBy: ['projection'],
  },
  'an office adds a payment to its day each time that it changes': {
    file: 'src/core/office/projection.ts',
    find: 'if (before !== undefined) this.#add(before, -1);',
    replace: '',
    caughtBy: ['projection'],
  },
  'an office keeps no totals': {
    file: 'src/core/office/projection.ts',
    find: 'const next = carriedFrom(this.#state, earlier, this.#events);',
    replace: 'const next = {...carriedFrom(this.#state, earlier, this.#events), totals: null};',
    caughtBy: ['projection'],
  },
  'an office does not look what lines go on from': {
    file: 'src/core/office/accept.ts',
    find: 'if (hashOf(first - 1) !== upload.prev) return -1;',
    replace: 'if (hashOf(first - 1) === undefined) return -1;',
    caughtBy: ['chunks', 'not-a-prefix', 'line-lost', 'fork-unseen'],
    isOfOffice: true,
  },
  'an office knows lines by their numbers alone': {
    file: 'src/core/office/accept.ts',
    find: 'lines.findIndex(({seq, hash}) => hashOf(seq) !== hash)',
    replace: 'lines.findIndex(({seq}) => hashOf(seq) === undefined)',
    caughtBy: ['line-lost', 'fork-unseen', 'chunks'],
    isOfOffice: true,
  },
  'an office drops what has forked': {
    file: 'src/core/office/accept.ts',
    find: 'const branches = [...record.branches, {number, parent, first, seq, head}];',
    replace: 'const branches = record.branches;',
    caughtBy: ['chunks', 'line-lost'],
    isOfOffice: true,
  },
  'an office holds old news against a till': {
    file: 'src/core/office/accept.ts',
    find: 'if (claim.seq >= claim.asked.seq || record.isBehind)',
    replace: 'if (record.isBehind)',
    caughtBy: ['falsely-accused'],
    from: 8,
    isOfOffice: true,
  },
  'an office forgets what it has signed': {
    file: 'src/core/office/accept.ts',
    find: 'hashOf(witnessed.seq) === witnessed.head',
    replace: 'hashOf(0) !== undefined',
    caughtBy: ['loss-unseen'],
    isOfOffice: true,
  },
  'an office takes two machines for one': {
    file: 'src/core/office/accept.ts',
    find: 'turned.turns < record.branches.length + 2',
    replace: 'turned.turns > 0',
    caughtBy: ['clone-unseen'],
    isOfOffice: true,
  },
  'an office sees no rollback': {
    file: 'src/core/office/accept.ts',
    find: 'if (claim.seq >= claim.asked.seq || record.isBehind) return {record, incidents};',
    replace: 'if (claim.seq < record.seq) return {record, incidents};',
    caughtBy: ['rollback-unseen'],
    isOfOffice: true,
  },
  'lines are acknowledged before they are committed': {
    file: 'test/simulation/office/office.ts',
    find: '    this.#later(commitMs, () => {\n      this.#isCommitting = false;',
    replace: '    acknowledge();\n    this.#later(commitMs, () => {\n      this.#isCommitting = false;',
    caughtBy: ['acknowledged-lost'],
    isOfOffice: true,
  },
  'the cursor of a projection moves before its rows are there': {
    file: 'test/simulation/office/office.ts',
    find: 'const isKept = this.#chance.isTrue(0.3);',
    replace:
      'const isKept = this.#chance.isTrue(0.3);\n      this.database = new Map([...this.database, [till, {...this.#tables(till), cursor: cursor + some.length}]]);',
    caughtBy: ['projection'],
    isOfOffice: true,
  },
  'lines are sent that a power cut takes back': {
    file: 'test/simulation/office/shipper.ts',
    find: '    this.#machine.sync();\n',
    replace: '',
    caughtBy: ['falsely-accused', 'not-a-prefix'],
    isOfOffice: true,
  },
  'anybody may send by the key of a till': {
    file: 'test/simulation/office/messages.ts',
    find: 'signatureBy(secret, text) === signature ? undefined',
    replace: 'signature !== secret ? undefined',
    caughtBy: ['falsely-accused', 'not-a-prefix'],
    isOfOffice: true,
  },
  'what the service posts to an office makes payments paid': {
    file: 'test/simulation/office/office.ts',
    find: "if (!request.path.startsWith('/v1/journal')) {",
    replace:
      "if (!request.path.startsWith('/v1/journal')) {\n      for (const [name, row] of tables?.rows.payments ?? []) tables?.rows.payments.set(name, {...row, status: 'paid'});",
    caughtBy: ['projection', 'paid-without-line'],
    isOfOffice: true,
  },
  'what an office has signed is written down by who ships': {
    file: 'test/simulation/office/shipper.ts',
    find: 'this.#machine.checkpoint = signed.note;',
    replace: "this.#machine.checkpoint = signed.note;\n    this.#machine.journal.append('office');",
    caughtBy: ['till-changed'],
    isOfOffice: true,
  },
  'an office shows the number of who paid': {
    file: 'src/core/office/projected-payment.ts',
    find: "isSealed(request) ? '' : maskSource(request)",
    replace: "'phone' in request ? request.phone : ''",
    caughtBy: ['secret-told'],
    isOfOffice: true,
  },
  'an office hears nothing of a machine that was replaced': {
    file: 'src/core/office/accept.ts',
    find: 'const found = chain === undefined ? soldByOldKey(record, claim) : {record, incidents: []};',
    replace: 'const found = {record: chain === undefined ? record : record, incidents: []};',
    caughtBy: ['old-machine-unseen'],
    isOfOffice: true,
  },
  'an office takes what a machine sends that was replaced': {
    file: 'src/core/office/accept.ts',
    find: 'if (key === signer) return undefined;',
    replace: 'if (key === signer || key !== null) return undefined;',
    caughtBy: ['falsely-accused', 'not-a-prefix'],
    isOfOffice: true,
  },
  'a till believes an office that gives back less than it had signed for': {
    file: 'src/core/office/checkpoint.ts',
    find: "compareOffice(witnessed, signed) === 'rolled-back'",
    replace: "compareOffice(witnessed, signed) === 'rolled-back' && signed.seq === 0",
    caughtBy: ['older-restored'],
    from: 33,
    isOfOffice: true,
  },
  'a restored till sells before it has asked about what was open': {
    file: 'src/core/restore/restored.ts',
    find: "if (count > 0) throw new Problem('restore-unheard', {count});",
    replace: '',
    caughtBy: ['sent-unasked'],
    from: 142,
  },
  'a payment is asked for before a restored till has asked about what was open': {
    file: 'src/core/restore/restored.ts',
    find: 'if (isRequested(event)) return isAskedFor(event);',
    replace: "if (event.type === 'requested' || event.type === 'sent') return false;",
    caughtBy: ['sent-unasked'],
    from: 140,
  },
  'a restored till does not know that it is one': {
    file: 'src/till/open.ts',
    find: 'if (!journal.isRestored || journal.readOnly) return;',
    replace: 'if (!journal.isCopy || journal.isRestored) return;',
    caughtBy: ['sent-unasked'],
    from: 140,
  },
  'a restored till takes what was on its way for what never left': {
    file: 'src/core/books/not-submitted.ts',
    find: "if (!isCopy) events.push({type: 'never-left', data: {reference}});",
    replace: "if (!isCopy || reference !== '') events.push({type: 'never-left', data: {reference}});",
    caughtBy: ['failed-but-stands', 'sent-twice', 'sent-without-person'],
    from: 30,
  },
  'sums go on after a fork': {
    file: 'src/core/office/accept.ts',
    find: 'return haltedAt ?? seq;',
    replace: 'return haltedAt === 0 ? 0 : seq;',
    caughtBy: ['projection'],
    isOfOffice: true,
  },
} as const satisfies Readonly<Record<string, Mutation>>;
