import * as z from 'zod';
import {type Answer, json} from '../answer.js';

/** Reads a body by its schema; an empty body is read as `{}`. The answer to a bad one says what is wrong with it. */
export function readControl<T>(schema: z.ZodType<T>, body: string): {readonly value: T} | {readonly refused: Answer} {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body === '' ? '{}' : body);
  } catch {
    return {refused: json(400, {message: 'the body is not JSON', status: false})};
  }
  const result = schema.safeParse(parsed);
  if (result.success) return {value: result.data};
  return {refused: json(400, {message: z.prettifyError(result.error), status: false})};
}
