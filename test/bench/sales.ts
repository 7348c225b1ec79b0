import type {NewEvent} from '../../src/core/events/event.js';
import type {Answer, Json} from '../../src/core/service/answer.js';

type Sale = {readonly reference: string; readonly number: number; readonly date: string; readonly isPending: boolean};

const person = 'cashier';
const names = ['AMINA WANJIRU', 'Adébáyọ̀ Ọlátúnjí', 'JUMA OTIENO', 'Nakato Achieng', 'KOFI MENSAH'] as const;

/** The events of a sale that was paid, or whose customer has not answered yet. */
export function paymentEvents(sale: Sale): readonly NewEvent[] {
  const {reference, isPending} = sale;
  const first: readonly NewEvent[] = [
    {type: 'requested', person, data: requestOf(sale)},
    {type: 'sent', person, data: {reference}},
    {type: 'answered', person, data: {reference, answer: answered(acceptanceOf(sale))}},
  ];
  return isPending ? first : [...first, paidEvent(sale)];
}

/** The answer to the last question about a sale. */
export function paidEvent(sale: Sale): NewEvent {
  const {reference} = sale;
  const answer = answered(recordOf(sale));
  return {type: 'status-answered', person, data: {reference, question: 'status', answer, repeated: 0}};
}

const walletOf = (number: number) => `254712${String(number % 1_000_000).padStart(6, '0')}`;
const amountOf = (number: number) => 50 + (number % 4000);

function requestOf({reference, number, date}: Sale) {
  return {
    reference,
    sale: reference,
    method: 'mobile-money',
    amount: {currency: 'KES', minor: amountOf(number) * 100},
    country: 'KE',
    network: 'SAFARICOM_KE',
    bankCode: 'SAFKEN',
    wallet: walletOf(number),
    phone: walletOf(number),
    email: 'shop@example.com',
    firstName: 'Customer',
    lastName: 'Corner Shop',
    description: `Sale ${reference}`,
    returnUrl: null,
    businessDate: date,
    again: null,
  } as const;
}

const answered = (body: Json): Answer => ({
  kind: 'answered',
  http: 200,
  body,
  serverTime: 1_790_000_000_000,
  bytes: 900,
});

function acceptanceOf({reference, number}: Sale): Json {
  return {
    response_code: '09',
    response_message: 'PENDING',
    transaction_reference: reference,
    requires_otp: false,
    otp_length: 0,
    after_payment_instruction: 'Approve the payment by entering your PIN on your phone.',
    payment_token: '5f0e4d59-9a3b-4f2d-8e1b-0c7a3d2e1f00',
    payee: walletOf(number),
    payment_method: 'SAFARICOM_KE',
    transaction_channel: 'SAFKEN',
  };
}

function recordOf({reference, number}: Sale): Json {
  return {
    response_code: '00',
    transaction_reference: reference,
    transaction_amount: amountOf(number),
    transaction_fee: 3.5,
    transaction_status: 'Completed',
    payer_name: names[number % names.length] ?? '',
    payer_account_number: walletOf(number),
    start_date: '2026-03-02T09:41:07.118204',
    end_date: '2026-03-02T09:41:31.502911',
    currency: 'KES',
  };
}
