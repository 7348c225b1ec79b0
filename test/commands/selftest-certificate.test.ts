import {expect, it} from 'vitest';
import {languages, messages} from '../../src/core/messages/messages.js';
import {currencies} from '../../src/core/money/money.js';
import {widthOf} from '../../src/core/text/width.js';
import {certify, type Outcome} from '../../src/selftest/certificate.js';
import type {Session} from '../../src/session/session.js';
import {machine} from '../../src/world.js';

const count = 987_654;

it.each(languages)('keeps a certificate of large figures within 80 columns, in %s', language => {
  const {moments, certificate} = messages(language).selftest;
  const paid = currencies.map(currency => ({currency, minor: 12_345_678_900}));
  const outcome: Outcome = {
    seed: '1234567890',
    rounds: count,
    seconds: 98_765.4,
    kills: Object.fromEntries(Object.keys(moments).map(moment => [moment, count])) as Outcome['kills'],
    sales: {
      begun: count,
      written: count,
      byMethod: Object.fromEntries(Object.keys(certificate.methods).map(method => [method, count])),
      byVerdict: {paid: count, 'not-paid': count, 'not-known': count, 'needs-person': count},
      rows: count,
      refunds: count,
      paidHere: paid,
      paidThere: paid,
    },
    acknowledged: count,
    torn: count,
    restarts: [count],
    slowest: count,
    findings: [],
  };
  const session = {language, face: {version: '100.100.100', world: machine}} as Session;
  const {text} = certify(session, outcome, {files: '0x7fffffff', syncMilliseconds: 98_765.43});
  expect(text.split('\n').filter(line => widthOf(line) > 80)).toEqual([]);
  const figures = text.replaceAll(/[^0-9]/g, '');
  const counted = Object.keys(moments).length + Object.keys(certificate.methods).length + 4 + 5;
  expect(figures.split(String(count)).length - 1).toBeGreaterThanOrEqual(counted);
});
