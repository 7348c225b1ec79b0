/**
 * The script of the page. A message counts only if it comes from the bank's frame and has the form of the service's messages. Even then
 * nothing in it is passed on: the till is only told that it may ask the service, and does so. The sentences are attributes of the status
 * line, so that no external text ever becomes part of a script.
 */
export const pageScript = `
'use strict';
const frame = document.querySelector('iframe');
const form = document.querySelector('form');
const line = document.querySelector('[role=status]');
let hasAnswered = false;
let isOver = false;

const say = standing => {
  if (isOver) return;
  line.dataset.standing = standing;
  line.textContent = line.getAttribute('data-say-' + standing);
};

const ask = async (method, place) => {
  try {
    const response = await fetch(location.pathname + place, {method, signal: AbortSignal.timeout(10000)});
    if (!response.ok) throw new Error(response.statusText);
    const {verdict} = await response.json();
    say(verdict === 'waiting' && hasAnswered ? 'asking' : verdict);
    isOver ||= verdict !== 'waiting';
  } catch {
    say('gone');
  }
};

const isFlag = value => [true, false, 'true', 'false'].includes(value);
const isAnswer = data => {
  try {
    const {statusOk, paymentCompleted} = typeof data === 'string' ? JSON.parse(data) : data;
    return isFlag(statusOk) && isFlag(paymentCompleted);
  } catch {
    return false;
  }
};

addEventListener('message', ({source, data}) => {
  if (source !== frame.contentWindow || !isAnswer(data)) return;
  hasAnswered = true;
  say('asking');
  ask('POST', '/message');
});

const askAgain = () =>
  AbortSignal.timeout(2000).addEventListener('abort', async () => {
    await ask('GET', '/state');
    if (!isOver) askAgain();
  });

line.hidden = frame.hidden = false;
form.target = frame.name;
form.submit();
askAgain();
`;
