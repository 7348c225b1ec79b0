import {describe, expect, it} from 'vitest';
import type {State} from '../../../src/core/books/state.js';
import type {EventData, StoredEvent} from '../../../src/core/events/event.js';
import type {Money} from '../../../src/core/money/money.js';
import {decideShift, type ShiftCommand} from '../../../src/core/shift/decide.js';
import {noStaff} from '../../../src/core/staff/staff.js';
import {codeOf, given, stateAfter, typesOf} from '../deciding.js';
import {event as at} from '../payment/payment-samples.js';

const businessDate = '2026-11-20';
const kes = (minor: number): Money => ({currency: 'KES', minor});
const opened = (minor: number, seq = 1, rule = {zone: 'Africa/Nairobi', dayStartsAt: '00:00'}) =>
  at(seq, 'shift-opened', {shift: 1, floats: [kes(minor)], ...rule}, 'Amina');
const moved = (seq: number, kind: EventData<'cash-moved'>['kind'], minor: number) =>
  at(seq, 'cash-moved', {kind, amount: kes(minor), reason: 'change', businessDate});
const counted = (seq: number, minor: number) =>
  at(seq, 'cash-counted', {counts: [{...kes(minor), pieces: []}]}, 'Amina');

const decide = (events: readonly StoredEvent[], command: ShiftCommand, circumstances = given()) =>
  decideShift(stateAfter(...events), command, circumstances);

describe('a shift', () => {
  const open = {type: 'open', person: ' Amina ', floats: [kes(500)]} as const;

  it.each<[string, readonly StoredEvent[], Partial<typeof open> | object, string | readonly string[]]>([
    ['is opened with what is in the drawer', [], {}, ['shift-opened']],
    ['is opened with nothing in it', [], {floats: []}, ['shift-opened']],
    ['is opened by name', [], {person: ' '}, 'person-missing'],
    ['is opened once', [opened(500)], {}, 'shift-open-already'],
    ['is opened with a count of cash that moved before', [moved(1, 'in', 100)], {floats: []}, 'count-missing'],
    ['is opened with that counted as gone', [moved(1, 'in', 100)], {floats: [kes(0)]}, ['shift-opened']],
  ])('%s', (_name, events, more, decided) =>
    expect(typesOf(() => decide(events, {...open, ...more} as ShiftCommand))).toEqual(decided),
  );

  it('keeps its zone and start of day, and no float of nothing where no cash was', () => {
    expect(decide([], {...open, floats: [kes(500), {currency: 'USD', minor: 0}]})).toMatchObject([
      {person: 'Amina', data: {shift: 1, floats: [kes(500)], zone: 'Africa/Nairobi', dayStartsAt: '00:00'}},
    ]);
    expect(codeOf(() => decide([], open, given({now: 0})))).toBe('clock-impossible');
  });

  it('keeps a float of nothing where cash was', () => {
    const gone = {...open, floats: [kes(0)]};
    expect(decide([moved(1, 'in', 100)], gone)).toMatchObject([{data: {floats: [kes(0)]}}]);
  });

  it('is dated by the rule it was opened with, whatever the settings say since', () => {
    const movement = {type: 'move-cash', kind: 'in', amount: kes(1), reason: 'change', isSure: false} as const;
    const dated = (rule: {zone: string; dayStartsAt: string}) =>
      decide([opened(500, 1, rule)], movement, given({}, {dayStartsAt: '00:00'}))[0]?.data;
    expect(dated({zone: 'Africa/Nairobi', dayStartsAt: '15:00'})).toMatchObject({businessDate: '2026-11-19'});
    expect(dated({zone: 'Pacific/Auckland', dayStartsAt: '00:00'})).toMatchObject({businessDate: '2026-11-21'});
  });

  it('is handed over by who has it', () => {
    const give = (events: readonly StoredEvent[], to: string) => codeOf(() => decide(events, {type: 'hand-over', to}));
    expect(give([opened(500)], ' Joseph ')).toEqual([
      {type: 'shift-handed-over', person: 'Amina', data: {shift: 1, to: 'Joseph'}},
    ]);
    expect([give([], 'Joseph'), give([opened(500)], '')]).toEqual(['shift-not-open', 'person-missing']);
  });

  it('is handed over to somebody of the staff who works here, where the till has staff', () => {
    const people = [
      {number: 1, name: 'Joseph', status: 'active'},
      {number: 2, name: 'Brian', status: 'removed'},
    ];
    const state = {...stateAfter(opened(500)), staff: {...noStaff, people}} as unknown as State;
    const give = (to: string) => typesOf(() => decideShift(state, {type: 'hand-over', to}, given()));
    expect([give('Joseph'), give('Brian'), give('Zawadi')]).toEqual([
      ...[['shift-handed-over'], 'person-unknown', 'person-unknown'],
    ]);
  });
});

describe('the drawer', () => {
  const move =
    (kind: 'in' | 'out' | 'drop', minor: number, isSure = false, reason = 'change') =>
    () =>
      typesOf(() => decide([opened(500)], {type: 'move-cash', kind, amount: kes(minor), reason, isSure}));

  it.each<[string, ReturnType<typeof move>, string | readonly string[]]>([
    ['takes what is put in', move('in', 9000), ['cash-moved']],
    ['gives all that it has', move('out', 500), ['cash-moved']],
    ['gives no more than it has', move('out', 600), 'drawer-holds-less'],
    ['gives no more than it has to the safe', move('drop', 600), 'drawer-holds-less'],
    ['gives more when somebody has looked again', move('drop', 600, true), ['cash-moved']],
    ['gives nothing', move('out', 0), 'amount-not-positive'],
    ['gives nothing without a reason', move('out', 1, false, ' '), 'reason-missing'],
  ])('%s', (_name, decided, expected) => expect(decided()).toEqual(expected));

  it('is opened for a reason, and counted by name', () => {
    const open = (reason: string) => typesOf(() => decide([], {type: 'open-drawer', reason}));
    const counts = [{...kes(5), pieces: []}];
    expect(decide([], {type: 'count', person: 'Amina', counts})).toMatchObject([{data: {counts}}]);
    const count = (person: string) => typesOf(() => decide([], {type: 'count', person, counts: []}));
    expect([open('coins'), open(''), count('Amina'), count('')]).toEqual([
      ['drawer-opened'],
      'reason-missing',
      ['cash-counted'],
      'person-missing',
    ]);
  });
});

describe('a Z', () => {
  const close = (events: readonly StoredEvent[], more: object = {}, authorisedDifference = {}) =>
    codeOf(() =>
      decide(
        events,
        {type: 'report-z', person: 'Amina', notAsked: 0, ...more},
        given({head: 'a'.repeat(64)}, {authorisedDifference}),
      ),
    );
  const differing = [opened(500), counted(2, 450)];
  const note = {note: 'gave 50 too much'};

  it.each<[string, readonly StoredEvent[], object, object, string]>([
    ['of a drawer that was not counted', [opened(500)], {}, {}, 'count-missing'],
    ['of one in which cash moved since', [opened(500), counted(2, 500), moved(3, 'in', 1)], {}, {}, 'count-missing'],
    ['of one that differs, without a note', differing, {}, {KES: 50}, 'difference-needs-note'],
    ['of one that differs, with an empty note', differing, {note: ' '}, {KES: 50}, 'difference-needs-note'],
    [
      'of one that differs by more, by nobody else',
      differing,
      {...note, approver: ' '},
      {KES: 49},
      'difference-needs-second-person',
    ],
    ['of one that differs by more than is allowed', differing, note, {KES: 49}, 'difference-needs-second-person'],
    [
      'of it, by the same person again',
      differing,
      {...note, approver: ' AMINA'},
      {KES: 49},
      'difference-needs-second-person',
    ],
    [
      'of it, by the same person with a Cyrillic letter',
      differing,
      {...note, approver: 'Аmina'},
      {KES: 49},
      'difference-needs-second-person',
    ],
    ['without a name', [], {person: ''}, {}, 'person-missing'],
    ['with a card number for a note', differing, {note: '4111111111111111'}, {}, 'text-has-card'],
  ])('%s is not made', (_name, events, more, authorised, code) => expect(close(events, more, authorised)).toBe(code));

  it('names what is missing in each drawer that differs, and no other', () => {
    const events = [
      opened(500),
      moved(2, 'in', 1),
      at(3, 'cash-moved', {
        kind: 'in',
        amount: {currency: 'USD', minor: 7},
        reason: 'change',
        businessDate: '2026-11-20',
      }),
      at(4, 'cash-counted', {
        counts: [
          {...kes(501), pieces: []},
          {currency: 'USD', minor: 5, pieces: []},
        ],
      }),
    ];
    const command = {type: 'report-z', person: 'Amina', notAsked: 0} as const;
    expect(() => decide(events, command, given({head: 'a'.repeat(64)}))).toThrow(
      expect.objectContaining({code: 'difference-needs-note', facts: {difference: 'USD -0.02'}}),
    );
  });

  it.each<[string, readonly StoredEvent[], object, object, object | null]>([
    ['of a drawer that is as it should be', [opened(500), counted(2, 500)], {}, {}, null],
    ['of one that differs by as much as is allowed', differing, note, {KES: 50}, {...note, approver: null}],
    [
      'of one that another person accepts',
      differing,
      {note: ` ${note.note} `, approver: ' Joseph '},
      {},
      {...note, approver: 'Joseph'},
    ],
  ])('%s says so', (_name, events, more, authorised, difference) =>
    expect(close(events, more, authorised)).toMatchObject([
      {type: 'z-reported', person: 'Amina', data: {report: {kind: 'z', number: 1, head: 'a'.repeat(64), difference}}},
    ]),
  );

  it('has what was counted in each drawer', () =>
    expect(close([opened(500), counted(2, 500)])).toMatchObject([
      {data: {report: {drawers: [{currency: 'KES', expected: 500, counted: 500, difference: 0}]}}},
    ]));

  it('names the tills beside it, and an X asks for no count', () => {
    const tills = ['live/K7Q'];
    expect(close([opened(500), counted(2, 500)], {tills})).toMatchObject([{data: {report: {tills}}}]);
    expect(decide([opened(500)], {type: 'report-x', tills})).toMatchObject([
      {
        type: 'x-reported',
        person: 'cashier',
        data: {report: {kind: 'x', tills, drawers: [], uncounted: [{currency: 'KES', float: 500}]}},
      },
    ]);
  });
});
