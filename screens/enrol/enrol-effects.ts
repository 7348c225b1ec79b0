import {Problem} from '../../src/core/problem.js';
import type {Till} from '../../src/till/till.js';
import type {Message} from '../model.js';
import type {EnrolEffect} from './enrol-screens.js';

/** Enrols a card. What did not even begin has sent nothing. */
export async function runEnrolEffect(
  till: Till,
  {order, card, options}: EnrolEffect,
  dispatch: (message: Message) => void,
): Promise<void> {
  try {
    const {enrolment: reference, finished} = await till.enrol(order, card.unseal(), options);
    dispatch({kind: 'enrolling', reference});
    await finished;
    dispatch({kind: 'enrolment-over', reference});
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    dispatch({kind: 'not-enrolled', problem: error});
  }
}
