import {acquirerAdvice} from '../card/acquirer-advice.js';
import {type Language, messages} from '../messages/messages.js';
import {cleanText} from '../text/text.js';

import type {Enrolment} from './enrolment.js';

/**
 * Why an enrolment was not made, in the words of the service or of the person who settled it, and what can be done; empty for any other
 * enrolment.
 */
export function refusalText({status, proof, customerEmail: email, resolved}: Enrolment, language: Language): string {
  if (status !== 'not-made') return '';
  if (resolved?.by === 'person') return cleanText(`${resolved.person}: ${resolved.reason}`, 200);
  const words = messages(language).subscription;
  if (proof === null || proof.kind === 'not-sent' || proof.kind === 'never-left') return words.neverLeft;
  const {text} = proof;
  if (proof.kind === 'duplicate') return words.duplicate({email, text});
  const said = words.refused({text});
  return `${said}${/[.!?…]$/u.test(said) ? '' : '.'} ${acquirerAdvice(text, language)}`.trimEnd();
}
