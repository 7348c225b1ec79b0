import {journeys} from './journeys.js';
import {open} from './terminal.js';

journeys({
  open,
  wallet: /▸ Phone number/,
  phone: /▸ Phone/,
  network: name => new RegExp(`▸ Network.*${name}`),
  paid: /✓ PAID/,
  next: /Enter next sale/,
  lastPaid: /New sale +✓ PAID/,
  paidToday: /1 paid\s+KES\s+1,250\.00/,
  paidBehind: /✓.*KES 300\.00/,
});
