import {cleanText} from '../../src/core/text/text.js';
import {fact} from '../../src/views/block.js';
import {typedIn} from '../kit/form.js';
import {askedAtOnce, type Questioned, questionForm, unasked} from '../kit/question.js';
import type {Screen} from '../kit/screen.js';
import {goBackTo} from '../model.js';
import {textRules} from '../terminal/line.js';

type Joining = Questioned<'address' | 'code'>;

/** Joins a head office by the address and the code that it has printed. The journal is sent there from the next start on. */
export const joinOffice: Screen<'join-office', Joining> = {
  ...questionForm<Joining>({
    fields: (
      _,
      {
        messages: {
          settingsScreen: {office},
        },
      },
    ) => [
      {id: 'address', label: office.address, rules: {...textRules, longest: 200}},
      {id: 'code', label: office.code, rules: {...textRules, longest: 40}},
    ],
    yes: 'write-down',
    blames: ({code}) => (code === 'office-code' || code === 'office-refused' ? 'code' : 'address'),
    asks: state => ({
      kind: 'join',
      run: till => till.joinOffice({url: typedIn(state, 'address').trim(), code: typedIn(state, 'code').trim()}),
      done: (_, {shop, url}) => ({
        go: goBackTo('settings-page', {page: 'office', marked: undefined}),
        notice: {kind: 'news', news: 'officeJoined', facts: {shop, url}},
      }),
    }),
    texts: (
      state,
      {
        messages: {
          settingsScreen: {office},
        },
      },
    ) => ({
      title: office.join,
      about: [fact('office', office.about, {most: 3, tone: 'quiet', isRoomy: true})],
      question: office.joinQuestion({url: cleanText(typedIn(state, 'address'), 200)}),
      means: office.joinMeans,
      writing: office.joining,
    }),
  }),
  id: 'join-office',
  open: () => ({state: {...unasked, lines: {}, focus: 'address', kept: undefined}}),
};

export const leaveOffice: Screen<'leave-office', Questioned<string>> = {
  ...questionForm<Questioned<string>>({
    yes: 'write-down',
    asks: () => ({
      kind: 'leave',
      run: till => till.leaveOffice(),
      done: (_, {url}) => ({
        go: goBackTo('settings-page', {page: 'office', marked: undefined}),
        notice: {kind: 'news', news: 'officeLeft', facts: {url}},
      }),
    }),
    texts: (
      _,
      {
        messages: {
          settingsScreen: {office, writing},
        },
      },
    ) => ({title: office.leave, about: [], question: office.leaveQuestion, means: office.leaveMeans, writing}),
  }),
  id: 'leave-office',
  open: () => ({state: askedAtOnce}),
};
