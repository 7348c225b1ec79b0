import {bank} from './bank/bank.js';
import {basket} from './basket/basket.js';
import {basketLine} from './basket/line.js';
import {card} from './card/card.js';
import {cash} from './cash/cash.js';
import {claim} from './claim/claim.js';
import {closeAsk} from './close/ask.js';
import {closeCheck} from './close/check.js';
import {closeCount} from './close/count.js';
import {closePrint} from './close/print.js';
import {closeStop} from './close/stop.js';
import {clock} from './confirm/clock.js';
import {confirm} from './confirm/confirm.js';
import {day} from './day/day.js';
import {enrol} from './enrol/enrol.js';
import {itemsImport} from './items/import.js';
import {items} from './items/items.js';
import type {AnyScreen, PlacesOf} from './kit/screen.js';
import {palette} from './palette/palette.js';
import {payment} from './payment/payment.js';
import {qr} from './payment/qr.js';
import {pendingList} from './pending/pending.js';
import {plan} from './plans/plan.js';
import {planForm} from './plans/plan-form.js';
import {plans} from './plans/plans.js';
import {evidence} from './reading/evidence.js';
import {help} from './reading/help.js';
import {accept} from './reconcile/accept.js';
import {layouts} from './reconcile/layouts.js';
import {layoutsExport} from './reconcile/layouts-export.js';
import {layoutsImport} from './reconcile/layouts-import.js';
import {match, unmatch} from './reconcile/match.js';
import {receive} from './reconcile/receive.js';
import {reconcile} from './reconcile/reconcile.js';
import {removeRule, rule} from './reconcile/rule.js';
import {rules} from './reconcile/rules.js';
import {refundLines} from './refund/lines.js';
import {refund} from './refund/refund.js';
import {archive} from './report/archive.js';
import {mail} from './report/mail.js';
import {report} from './report/report.js';
import {slip} from './report/slip.js';
import {resolve} from './resolve/resolve.js';
import {quick} from './sale/quick.js';
import {sale} from './sale/sale.js';
import {tip} from './sale/tip.js';
import {sales} from './sales/sales.js';
import {acceptSettings, setting} from './settings/setting.js';
import {settings} from './settings/settings.js';
import {shift} from './shift/shift.js';
import {shiftForm} from './shift/shift-question.js';
import {approve, signIn} from './sign-in/sign-in.js';
import {person} from './staff/person.js';
import {staffReport} from './staff/report.js';
import {rights} from './staff/rights.js';
import {staffList} from './staff/staff.js';
import {change} from './subscription/change.js';
import {charge, charges} from './subscription/charges.js';
import {enrolment} from './subscription/enrolment.js';
import {subscriptions} from './subscription/list.js';
import {subscription} from './subscription/one.js';
import {closeBooks, closing} from './takings/close-books.js';
import {takings} from './takings/takings.js';
import {abandon} from './ticket/abandon.js';
import {split} from './ticket/split.js';
import {ticket} from './ticket/ticket.js';
import {tickets} from './ticket/tickets.js';

const all = [
  sale,
  abandon,
  accept,
  archive,
  bank,
  basket,
  basketLine,
  card,
  cash,
  change,
  charge,
  charges,
  claim,
  clock,
  closeAsk,
  closeCheck,
  closeCount,
  closePrint,
  closeStop,
  closeBooks,
  closing,
  takings,
  confirm,
  day,
  enrol,
  enrolment,
  evidence,
  help,
  items,
  itemsImport,
  layouts,
  layoutsExport,
  layoutsImport,
  match,
  receive,
  mail,
  palette,
  payment,
  plan,
  planForm,
  plans,
  qr,
  quick,
  reconcile,
  refund,
  refundLines,
  removeRule,
  report,
  resolve,
  rule,
  rules,
  sales,
  signIn,
  approve,
  staffList,
  person,
  rights,
  staffReport,
  settings,
  setting,
  acceptSettings,
  shift,
  shiftForm,
  slip,
  split,
  subscription,
  subscriptions,
  ticket,
  tickets,
  tip,
  pendingList,
  unmatch,
] as const;

declare module './kit/places.js' {
  interface Places extends PlacesOf<(typeof all)[number]> {}
}

/** Every screen. */
export const screens: readonly AnyScreen[] = all;
